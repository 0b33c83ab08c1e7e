/* The part of OKKernel's interface that exported kernels use, for tests: the functions of
   okk.c run the same arithmetic on plain arrays. Names, types and orders of arguments are
   those of the public header okk.h and of the OKKernel manual. */
#pragma once
#include <stdbool.h>

typedef unsigned int local_addr_t;
typedef unsigned long long system_addr_t;
typedef struct { int n, c, h, w; } dim4;
typedef struct { int h, w; } dim2;
typedef struct { int top, bottom, left, right; } Padding;
typedef union { float fp32; int s32; unsigned int u32; } x32;
typedef union { short s16; unsigned short u16; } x16;
typedef union { signed char s8; unsigned char u8; } x8;
typedef struct { bool is_addr; union { float val; local_addr_t addr; } context; } fp32_or_addr_t;
typedef struct { bool is_addr; union { x32 val; local_addr_t addr; } context; } x32_or_addr_t;

/* Bit 0: sources of 8 bits, not 16; bits 1 and 2: they are signed; bit 3: result of 8 bits; bit 4: signed. */
#define OPS(op, b, s0, s1) op##_TO_S8 = (b) | (s0) << 1 | (s1) << 2 | 24, op##_TO_S16 = (b) | (s0) << 1 | (s1) << 2 | 16
typedef enum {
  OPS(S8_OP_S8, 1, 1, 1), OPS(S8_OP_U8, 1, 1, 0), OPS(U8_OP_S8, 1, 0, 1), OPS(U8_OP_U8, 1, 0, 0), U8_OP_U8_TO_U8 = 9, U8_OP_U8_TO_U16 = 1,
  OPS(S16_OP_S16, 0, 1, 1), OPS(S16_OP_U16, 0, 1, 0), OPS(U16_OP_S16, 0, 0, 1), OPS(U16_OP_U16, 0, 0, 0), U16_OP_U16_TO_U8 = 8, U16_OP_U16_TO_U16 = 0
} op_type_t;
typedef enum { S16_MUL_S8_TO_S16 = 7, U16_MUL_S8_TO_S16 = 6, U16_MUL_U8_TO_U16 = 0, S16_MUL_U8_TO_S16 = 5 } mul_type_t;

#define OKKERNEL_ASSERT(condition) okk_test_check(condition, #condition)
#define OKKERNEL_FUNC_REGISTER(function) void (*okk_test_##function)(const void *) = function
void okk_test_check(bool holds, const char *what);
/* Reads what buffers of count bytes hold from standard input, runs a kernel with arguments that begin with their addresses, which
   are moved by shift, and writes what they hold to standard output. */
void okk_test_run(void (*kernel)(const void *), int npus, int npu_bytes, const void *args, int args_bytes, const int *bytes, int count, long shift);

void okk_initialize(void);
void okk_poll(void);
void okk_parallel_start(void);
void okk_parallel_end(void);
int okk_npu_num(void);
unsigned int okk_local_mem_size_per_npu(void);
int okk_start_npu_index(local_addr_t at);
void okk_128_byte_aligned_stride_for_32bit(dim4 *stride, int start, const dim4 *shape);
void okk_128_byte_aligned_stride_for_16bit(dim4 *stride, int start, const dim4 *shape);
void okk_128_byte_aligned_stride_for_8bit(dim4 *stride, int start, const dim4 *shape);
void okk_compact_stride(dim4 *stride, int start, const dim4 *shape);

#define STRIDED const dim4 *shape, const dim4 *dst_stride, const dim4 *src_stride
#define STRIDED2 const dim4 *shape, const dim4 *dst_stride, const dim4 *src0_stride, const dim4 *src1_stride
#define DECLARE_COPIES(bits) \
  void okk_gdma_##bits##bit_cpy_S2L(local_addr_t dst, system_addr_t src, STRIDED); \
  void okk_gdma_##bits##bit_cpy_L2S(system_addr_t dst, local_addr_t src, STRIDED); \
  void okk_gdma_##bits##bit_cpy_L2L(local_addr_t dst, local_addr_t src, STRIDED); \
  void okk_gdma_##bits##bit_cpy_S2S(system_addr_t dst, system_addr_t src, STRIDED); \
  void okk_gdma_##bits##bit_set_C_system(system_addr_t dst, x##bits C, const dim4 *shape, const dim4 *dst_stride); \
  void okk_gdma_##bits##bit_set_C_local(local_addr_t dst, x##bits C, const dim4 *shape, const dim4 *dst_stride)
DECLARE_COPIES(32);
DECLARE_COPIES(16);
DECLARE_COPIES(8);
void okk_gdma_32bit_matrix_S2L(local_addr_t dst, system_addr_t src, int rows, int cols, int cols_per_channel, int row_stride);
void okk_gdma_32bit_matrix_L2S(system_addr_t dst, local_addr_t src, int rows, int cols, int cols_per_channel, int row_stride);

void okk_bdc_32bit_set_C(local_addr_t dst, x32 C, const dim4 *shape, const dim4 *dst_stride);
#define DECLARE_UNARY(name) void okk_bdc_##name(local_addr_t dst, local_addr_t src, STRIDED)
#define DECLARE_BINARY(name) void okk_bdc_##name(local_addr_t dst, local_addr_t src0, local_addr_t src1, STRIDED2)
#define DECLARE_CONSTANT(name, type) void okk_bdc_##name(local_addr_t dst, local_addr_t src, type C, STRIDED)
DECLARE_UNARY(32bit_cpy); DECLARE_UNARY(relu); DECLARE_UNARY(reciprocal); DECLARE_UNARY(neg);
DECLARE_BINARY(add); DECLARE_BINARY(sub); DECLARE_BINARY(mul); DECLARE_BINARY(div); DECLARE_BINARY(mac); DECLARE_BINARY(max); DECLARE_BINARY(min);
DECLARE_CONSTANT(add_C, float); DECLARE_CONSTANT(sub_C, float); DECLARE_CONSTANT(C_sub, float); DECLARE_CONSTANT(mul_C, float);
DECLARE_CONSTANT(div_C, float); DECLARE_CONSTANT(C_div, float); DECLARE_CONSTANT(mac_C, float); DECLARE_CONSTANT(max_C, float); DECLARE_CONSTANT(min_C, float);
DECLARE_BINARY(32bit_and); DECLARE_BINARY(32bit_or); DECLARE_BINARY(32bit_xor); DECLARE_BINARY(32bit_arithmetic_shift); DECLARE_BINARY(32bit_logical_shift);
DECLARE_CONSTANT(32bit_and_C, x32); DECLARE_CONSTANT(32bit_or_C, x32); DECLARE_CONSTANT(32bit_xor_C, x32);
DECLARE_CONSTANT(32bit_arithmetic_shift_C, int); DECLARE_CONSTANT(32bit_logical_shift_C, int);
DECLARE_CONSTANT(32bit_C_arithmetic_shift, int); DECLARE_CONSTANT(32bit_C_logical_shift, unsigned int);

void okk_bdc_greater_select_value(local_addr_t dst, local_addr_t src0, local_addr_t src1, x32 value, STRIDED2);
void okk_bdc_equal_select_value(local_addr_t dst, local_addr_t src0, local_addr_t src1, x32 value, STRIDED2);
void okk_bdc_greater_C_select_value(local_addr_t dst, local_addr_t src, float C, x32 value, STRIDED);
void okk_bdc_C_greater_select_value(local_addr_t dst, local_addr_t src, float C, x32 value, STRIDED);
void okk_bdc_equal_C_select_value(local_addr_t dst, local_addr_t src, float C, x32 value, STRIDED);
#define DECLARE_SELECT(name) \
  void okk_bdc_##name##_select(local_addr_t dst, const fp32_or_addr_t *src0, const fp32_or_addr_t *src1, const x32_or_addr_t *then, \
                               const x32_or_addr_t *other, const dim4 *shape)
DECLARE_SELECT(greater);
DECLARE_SELECT(equal);

#define DECLARE_WHOLE(name) void okk_bdc_##name(local_addr_t dst, local_addr_t src, const dim4 *shape)
#define DECLARE_WORKED(name) void okk_bdc_##name(local_addr_t dst, local_addr_t src, local_addr_t work, const dim4 *shape)
#define DECLARE_TUNABLE(name) void okk_bdc_##name##_tunable(local_addr_t dst, local_addr_t src, local_addr_t work, const dim4 *shape, int num_series)
DECLARE_WHOLE(sqrt); DECLARE_WHOLE(rsqrt); DECLARE_WHOLE(lookup_exp); DECLARE_WHOLE(fp32_to_int32); DECLARE_WHOLE(lookup_int32_to_fp32);
DECLARE_WORKED(exp); DECLARE_WORKED(sigmoid); DECLARE_WORKED(tanh); DECLARE_TUNABLE(exp); DECLARE_TUNABLE(sigmoid); DECLARE_TUNABLE(tanh);
void okk_bdc_taylor_exp(local_addr_t dst, local_addr_t src, const dim4 *shape, int num_series);
void okk_bdc_int8_to_fp32(local_addr_t dst, local_addr_t src, local_addr_t work, const dim4 *shape, bool is_signed, bool is_aligned_layout);
void okk_bdc_4N_int8_to_fp32(local_addr_t dst, local_addr_t src, local_addr_t work, const dim4 *shape, bool is_signed, bool is_aligned_layout);

void okk_bdc_bias(local_addr_t dst, local_addr_t src, local_addr_t bias, STRIDED);
void okk_bdc_scale(local_addr_t dst, local_addr_t src, local_addr_t scale, STRIDED);
void okk_bdc_scale_bias(local_addr_t dst, local_addr_t src, local_addr_t scale, local_addr_t bias, STRIDED);
void okk_bdc_conv2d(local_addr_t dst, local_addr_t src, local_addr_t weight, local_addr_t bias, const dim4 *input_shape, int output_c, int kernel_h,
                    int kernel_w, const dim4 *input_stride, const dim4 *kernel_stride, bool using_bias, bool result_add, const Padding *padding,
                    const dim2 *stride, const dim2 *dilation);
void okk_bdc_depthwise2d(local_addr_t dst, local_addr_t src, local_addr_t weight, local_addr_t bias, const dim4 *input_shape, int kernel_h, int kernel_w,
                         bool using_bias, const Padding *padding, const dim2 *stride, const dim2 *dilation);
void okk_bdc_avg_pool2d(local_addr_t dst, local_addr_t src, const dim4 *input_shape, int kernel_h, int kernel_w, const Padding *padding, const dim2 *stride);
void okk_bdc_max_pool2d(local_addr_t dst, local_addr_t src, const dim4 *input_shape, int kernel_h, int kernel_w, const Padding *padding, const dim2 *stride);
void okk_bdc_matmul(local_addr_t dst, local_addr_t left, local_addr_t right, local_addr_t bias, int left_rows, int left_cols, int right_cols,
                    int left_cols_per_channel, int right_cols_per_channel, bool using_bias, bool result_add);

#define FIXED(name) okk_bdc_fixed_point_packed_##name
#define DECLARE_FIXED(name) void FIXED(name)(local_addr_t dst, local_addr_t src0, local_addr_t src1, STRIDED2, op_type_t type, int rshift)
#define DECLARE_FIXED_C(name) void FIXED(name)(local_addr_t dst, local_addr_t src, int C, STRIDED, op_type_t type, int rshift)
#define DECLARE_EXTREME(name) \
  void FIXED(name)(local_addr_t dst, local_addr_t src0, local_addr_t src1, STRIDED2, op_type_t type); \
  void FIXED(name##_C)(local_addr_t dst, local_addr_t src, int C, STRIDED, op_type_t type)
DECLARE_FIXED(add); DECLARE_FIXED(sub); DECLARE_FIXED(mul);
DECLARE_FIXED_C(add_C); DECLARE_FIXED_C(sub_C); DECLARE_FIXED_C(C_sub); DECLARE_FIXED_C(mul_C);
DECLARE_EXTREME(max);
DECLARE_EXTREME(min);
void FIXED(mac)(local_addr_t dst, local_addr_t src0, local_addr_t src1, STRIDED2, bool is_dst_signed, op_type_t type, int lshift, int rshift);
void FIXED(mac_C)(local_addr_t dst, local_addr_t src, int C, STRIDED, bool is_dst_signed, op_type_t type, int lshift, int rshift);
#define DECLARE_SHIFT(name, number) \
  void FIXED(16bit_##name)(local_addr_t dst, local_addr_t src0, local_addr_t src1, STRIDED2); \
  void FIXED(16bit_##name##_C)(local_addr_t dst, local_addr_t src, short C, STRIDED); \
  void FIXED(16bit_C_##name)(local_addr_t dst, local_addr_t src, number C, STRIDED)
DECLARE_SHIFT(arithmetic_shift, short);
DECLARE_SHIFT(logical_shift, unsigned short);
void FIXED(16bit_split_high_8bit)(local_addr_t dst, local_addr_t src, STRIDED);
void FIXED(16bit_split_low_8bit)(local_addr_t dst, local_addr_t src, local_addr_t work, STRIDED, const dim4 *work_stride);
void FIXED(16bit_mul_8bit)(local_addr_t dst, local_addr_t high, local_addr_t low, local_addr_t src1, const dim4 *shape, const dim4 *dst_stride,
                           const dim4 *high_stride, const dim4 *low_stride, const dim4 *src1_stride, mul_type_t type, int rshift);
void FIXED(s16_mul_u8_to_s16)(local_addr_t dst, local_addr_t src0, local_addr_t src1, local_addr_t work, local_addr_t work_high, local_addr_t work_low,
                              STRIDED2, const dim4 *work_stride, const dim4 *work_high_stride, const dim4 *work_low_stride, int rshift);
