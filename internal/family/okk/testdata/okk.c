/* OKKernel's functions on plain arrays, for tests. Elements are found by address and
   strides, as the manual says where they lie. */
#include "okk.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long long i64;

static int npus, npu_bytes;
static unsigned char *local;
static struct { system_addr_t base; int bytes; unsigned char *data; } regions[256];
static int region_count;

void okk_test_check(bool holds, const char *what) {
  if (!holds) {
    fprintf(stderr, "expected %s\n", what);
    exit(1);
  }
}
#define CHECK(condition) okk_test_check(condition, #condition)

void okk_test_run(void (*kernel)(const void *), int machine_npus, int machine_bytes, const void *args, int args_bytes, const int *bytes, int count, long shift) {
  system_addr_t moved[256];
  npus = machine_npus;
  npu_bytes = machine_bytes;
  local = malloc((size_t)npus * npu_bytes);
  CHECK(local != NULL && count <= 256);
  memset(local, 0xa5, (size_t)npus * npu_bytes);
  CHECK(args_bytes <= (int)sizeof moved);
  memcpy(moved, args, args_bytes);
  region_count = count;
  for (int i = 0; i < count; i++) {
    moved[i] += shift;
    regions[i].base = moved[i];
    regions[i].bytes = bytes[i];
    regions[i].data = malloc(bytes[i]);
    CHECK(fread(regions[i].data, 1, bytes[i], stdin) == (size_t)bytes[i]);
  }
  kernel(moved);
  for (int i = 0; i < count; i++) {
    fwrite(regions[i].data, 1, regions[i].bytes, stdout);
    free(regions[i].data);
  }
  free(local);
}

void okk_initialize(void) {}
void okk_poll(void) {}
static bool parallel;
void okk_parallel_start(void) { CHECK(!parallel); parallel = true; }
void okk_parallel_end(void) { CHECK(parallel); parallel = false; }
int okk_npu_num(void) { return npus; }
unsigned int okk_local_mem_size_per_npu(void) { return npu_bytes; }
int okk_start_npu_index(local_addr_t at) { return at / npu_bytes; }

/* A tensor: elements of bytes, pack of them in a unit, in which strides count. */
typedef struct { bool in_system; system_addr_t at; dim4 stride; int bytes, pack; } tensor;

static unsigned char *place(tensor t, int n, int c, int h, int w) {
  i64 unit = (i64)t.bytes * t.pack, part = (i64)(n % t.pack) * t.bytes;
  i64 row = c;
  if (!t.in_system) row = (t.at / npu_bytes + c) / npus;
  i64 offset = part + unit * ((i64)(n / t.pack) * t.stride.n + row * t.stride.c + (i64)h * t.stride.h + (i64)w * t.stride.w);
  if (!t.in_system) {
    offset += t.at % npu_bytes;
    CHECK(t.at < (system_addr_t)npus * npu_bytes && offset >= 0 && offset + t.bytes <= npu_bytes);
    return local + (i64)((t.at / npu_bytes + c) % npus) * npu_bytes + offset;
  }
  for (int i = 0; i < region_count; i++) {
    i64 from = (i64)(t.at - regions[i].base) + offset;
    if (t.at >= regions[i].base && from >= 0 && from + t.bytes <= regions[i].bytes) return regions[i].data + from;
  }
  CHECK(!"an address in a buffer");
  return NULL;
}

static tensor with_strides(local_addr_t at, const dim4 *stride, int bytes, int pack) {
  tensor t = {false, at, *stride, bytes, pack};
  CHECK(at % 4 == 0);
  return t;
}

static int ceil_div(int a, int b) { return (a + b - 1) / b; }

static tensor rows_of(local_addr_t at, const dim4 *shape, int bytes, int pack, int block) {
  int rows = ceil_div((int)(at / npu_bytes) + shape->c, npus);
  dim4 stride = {rows * block, block, shape->w, 1};
  return with_strides(at, &stride, bytes, pack);
}

static tensor aligned(local_addr_t at, const dim4 *shape, int bytes, int pack) {
  int unit = bytes * pack;
  CHECK(at % 128 == 0);
  return rows_of(at, shape, bytes, pack, ceil_div(shape->h * shape->w * unit, 128) * 128 / unit);
}

/* Without strides a tensor is in the aligned layout. */
static tensor strided(local_addr_t at, const dim4 *shape, const dim4 *stride, int bytes, int pack) {
  if (stride != NULL) return with_strides(at, stride, bytes, pack);
  int unit = bytes * pack;
  return rows_of(at, shape, bytes, pack, ceil_div(shape->h * shape->w * unit, 128) * 128 / unit);
}

static tensor compact(local_addr_t at, const dim4 *shape, int bytes, int pack) { return rows_of(at, shape, bytes, pack, shape->h * shape->w); }

static void strides_of(dim4 *stride, int start, const dim4 *shape, int block) {
  dim4 d = {ceil_div(start + shape->c, npus) * block, block, shape->w, 1};
  *stride = d;
}

#define ALIGNED_STRIDE(bits) \
  void okk_128_byte_aligned_stride_for_##bits##bit(dim4 *stride, int start, const dim4 *shape) { \
    strides_of(stride, start, shape, ceil_div(shape->h * shape->w * bits / 8, 128) * 1024 / bits); \
  }
ALIGNED_STRIDE(32)
ALIGNED_STRIDE(16)
ALIGNED_STRIDE(8)
void okk_compact_stride(dim4 *stride, int start, const dim4 *shape) { strides_of(stride, start, shape, shape->h * shape->w); }

static unsigned bits_at(tensor t, int n, int c, int h, int w) {
  unsigned v = 0;
  memcpy(&v, place(t, n, c, h, w), t.bytes);
  return v;
}

static void put_bits(tensor t, int n, int c, int h, int w, unsigned v) { memcpy(place(t, n, c, h, w), &v, t.bytes); }

static float float_of(unsigned bits) { x32 v = {.u32 = bits}; return v.fp32; }
static unsigned bits_of(float f) { x32 v = {.fp32 = f}; return f == f ? v.u32 : 0x7fc00000u; }
static float at(tensor t, int n, int c, int h, int w) { return float_of(bits_at(t, n, c, h, w)); }

#define EACH(s) \
  for (int n = 0; n < (s)->n; n++) for (int c = 0; c < (s)->c; c++) for (int h = 0; h < (s)->h; h++) for (int w = 0; w < (s)->w; w++)

static void destroy(tensor t, const dim4 *shape) {
  EACH(shape) memset(place(t, n, c, h, w), 0xa5, t.bytes);
}

/* The copy engine. */

static tensor engine(bool in_system, system_addr_t at, const dim4 *shape, const dim4 *stride, int bytes) {
  dim4 continuous = {shape->c * shape->h * shape->w, shape->h * shape->w, shape->w, 1};
  if (stride == NULL && !in_system) return strided(at, shape, NULL, bytes, 1);
  if (stride == NULL) stride = &continuous;
  tensor t = {in_system, at, *stride, bytes, 1};
  CHECK(stride->w == 1);
  return t;
}

static void copy(tensor dst, tensor src, const dim4 *shape) {
  EACH(shape) memmove(place(dst, n, c, h, w), place(src, n, c, h, w), dst.bytes);
}

static void set(tensor dst, unsigned v, const dim4 *shape) {
  EACH(shape) put_bits(dst, n, c, h, w, v);
}

#define COPIES(bits) \
  void okk_gdma_##bits##bit_cpy_S2L(local_addr_t d, system_addr_t s, STRIDED) { copy(engine(0, d, shape, dst_stride, bits / 8), engine(1, s, shape, src_stride, bits / 8), shape); } \
  void okk_gdma_##bits##bit_cpy_L2S(system_addr_t d, local_addr_t s, STRIDED) { copy(engine(1, d, shape, dst_stride, bits / 8), engine(0, s, shape, src_stride, bits / 8), shape); } \
  void okk_gdma_##bits##bit_cpy_L2L(local_addr_t d, local_addr_t s, STRIDED) { copy(engine(0, d, shape, dst_stride, bits / 8), engine(0, s, shape, src_stride, bits / 8), shape); } \
  void okk_gdma_##bits##bit_cpy_S2S(system_addr_t d, system_addr_t s, STRIDED) { copy(engine(1, d, shape, dst_stride, bits / 8), engine(1, s, shape, src_stride, bits / 8), shape); } \
  void okk_gdma_##bits##bit_set_C_system(system_addr_t d, x##bits C, const dim4 *shape, const dim4 *dst_stride) { set(engine(1, d, shape, dst_stride, bits / 8), C.u##bits, shape); } \
  void okk_gdma_##bits##bit_set_C_local(local_addr_t d, x##bits C, const dim4 *shape, const dim4 *dst_stride) { set(engine(0, d, shape, dst_stride, bits / 8), C.u##bits, shape); }
COPIES(32)
COPIES(16)
COPIES(8)

/* A matrix as the tensor (rows, ceil(cols / width), 1, width). */
static tensor matrix(local_addr_t at, int rows, int cols, int width) {
  dim4 shape = {rows, ceil_div(cols, width), 1, width};
  return aligned(at, &shape, 4, 1);
}
static unsigned char *cell(tensor m, int i, int j) { return place(m, i, j / m.stride.h, 0, j % m.stride.h); }

void okk_gdma_32bit_matrix_S2L(local_addr_t d, system_addr_t s, int rows, int cols, int width, int row_stride) {
  tensor dst = matrix(d, rows, cols, width), src = {true, s, {0, 0, row_stride, 1}, 4, 1};
  for (int i = 0; i < rows; i++) for (int j = 0; j < cols; j++) memcpy(cell(dst, i, j), place(src, 0, 0, i, j), 4);
}
void okk_gdma_32bit_matrix_L2S(system_addr_t d, local_addr_t s, int rows, int cols, int width, int row_stride) {
  tensor dst = {true, d, {0, 0, row_stride, 1}, 4, 1}, src = matrix(s, rows, cols, width);
  for (int i = 0; i < rows; i++) for (int j = 0; j < cols; j++) memcpy(place(dst, 0, 0, i, j), cell(src, i, j), 4);
}

/* Element by element. */

static void same_start(local_addr_t a, local_addr_t b) { CHECK(a / npu_bytes == b / npu_bytes); }

void okk_bdc_32bit_set_C(local_addr_t d, x32 C, const dim4 *shape, const dim4 *dst_stride) { set(strided(d, shape, dst_stride, 4, 1), C.u32, shape); }

#define UNARY(name, result) \
  void okk_bdc_##name(local_addr_t d, local_addr_t s, STRIDED) { \
    tensor dst = strided(d, shape, dst_stride, 4, 1), src = strided(s, shape, src_stride, 4, 1); \
    same_start(d, s); \
    EACH(shape) { unsigned xb = bits_at(src, n, c, h, w); float x = float_of(xb); (void)x; put_bits(dst, n, c, h, w, result); } \
  }
#define BINARY(name, result) \
  void okk_bdc_##name(local_addr_t d, local_addr_t s0, local_addr_t s1, STRIDED2) { \
    tensor dst = strided(d, shape, dst_stride, 4, 1), a = strided(s0, shape, src0_stride, 4, 1), b = strided(s1, shape, src1_stride, 4, 1); \
    same_start(d, s0); same_start(d, s1); \
    EACH(shape) { \
      unsigned xb = bits_at(a, n, c, h, w), yb = bits_at(b, n, c, h, w), db = bits_at(dst, n, c, h, w); \
      float x = float_of(xb), y = float_of(yb); (void)x; (void)y; (void)db; \
      put_bits(dst, n, c, h, w, result); \
    } \
  }
#define CONSTANT(name, type, first, second, result) \
  void okk_bdc_##name(local_addr_t d, local_addr_t s, type C, STRIDED) { \
    tensor dst = strided(d, shape, dst_stride, 4, 1), src = strided(s, shape, src_stride, 4, 1); \
    same_start(d, s); \
    EACH(shape) { \
      unsigned sb = bits_at(src, n, c, h, w), db = bits_at(dst, n, c, h, w); float sf = float_of(sb); \
      unsigned xb, yb; float x = 0, y = 0; (void)sb; (void)sf; (void)db; (void)x; (void)y; \
      first second (void)xb; (void)yb; \
      put_bits(dst, n, c, h, w, result); \
    } \
  }
#define ELEMENT_X xb = sb; x = sf;
#define ELEMENT_Y yb = sb; y = sf;
#define FLOAT_X x = C; xb = 0;
#define FLOAT_Y y = C; yb = 0;
#define BITS_X xb = C;
#define BITS_Y yb = C;
#define WORD_Y yb = C.u32;
#define FLOATS(name, result) BINARY(name, bits_of(result)) CONSTANT(name##_C, float, ELEMENT_X, FLOAT_Y, bits_of(result))

static float larger(float x, float y) { return x > y ? x : y; }
static i64 shifted(i64 v, i64 by) { return by >= 32 ? 0 : by >= 0 ? (i64)((unsigned long long)v << by) : v >> (by < -63 ? 63 : -by); }
static float product(float x, float y) { return x * y; }

UNARY(32bit_cpy, xb)
UNARY(relu, bits_of(larger(x, 0)))
UNARY(reciprocal, bits_of(1 / x))
UNARY(neg, bits_of(-x))
FLOATS(add, x + y)
FLOATS(sub, x - y)
FLOATS(mul, x * y)
FLOATS(div, x / y)
FLOATS(mac, float_of(db) + product(x, y))
FLOATS(max, larger(x, y))
FLOATS(min, -larger(-x, -y))
CONSTANT(C_sub, float, FLOAT_X, ELEMENT_Y, bits_of(x - y))
CONSTANT(C_div, float, FLOAT_X, ELEMENT_Y, bits_of(x / y))
#define BITWISE(name, result) BINARY(32bit_##name, result) CONSTANT(32bit_##name##_C, x32, ELEMENT_X, WORD_Y, result)
BITWISE(and, xb & yb)
BITWISE(or, xb | yb)
BITWISE(xor, xb ^ yb)
#define SHIFT(name, number, result) \
  BINARY(32bit_##name, result) CONSTANT(32bit_##name##_C, int, ELEMENT_X, BITS_Y, result) CONSTANT(32bit_C_##name, number, BITS_X, ELEMENT_Y, result)
SHIFT(arithmetic_shift, int, (unsigned)shifted((int)xb, (int)yb))
SHIFT(logical_shift, unsigned int, (unsigned)shifted(xb, (int)yb))

#define SELECT(name, op) \
  void okk_bdc_##name##_select_value(local_addr_t d, local_addr_t s0, local_addr_t s1, x32 value, STRIDED2) { \
    tensor dst = strided(d, shape, dst_stride, 4, 1), a = strided(s0, shape, src0_stride, 4, 1), b = strided(s1, shape, src1_stride, 4, 1); \
    EACH(shape) put_bits(dst, n, c, h, w, at(a, n, c, h, w) op at(b, n, c, h, w) ? value.u32 : 0); \
  } \
  void okk_bdc_##name##_C_select_value(local_addr_t d, local_addr_t s, float C, x32 value, STRIDED) { \
    tensor dst = strided(d, shape, dst_stride, 4, 1), src = strided(s, shape, src_stride, 4, 1); \
    EACH(shape) put_bits(dst, n, c, h, w, at(src, n, c, h, w) op C ? value.u32 : 0); \
  } \
  void okk_bdc_##name##_select(local_addr_t d, const fp32_or_addr_t *s0, const fp32_or_addr_t *s1, const x32_or_addr_t *then, const x32_or_addr_t *other, \
                               const dim4 *shape) { \
    tensor dst = aligned(d, shape, 4, 1); \
    EACH(shape) { \
      float x = s0->is_addr ? at(aligned(s0->context.addr, shape, 4, 1), n, c, h, w) : s0->context.val; \
      float y = s1->is_addr ? at(aligned(s1->context.addr, shape, 4, 1), n, c, h, w) : s1->context.val; \
      const x32_or_addr_t *v = x op y ? then : other; \
      put_bits(dst, n, c, h, w, v->is_addr ? bits_at(aligned(v->context.addr, shape, 4, 1), n, c, h, w) : v->context.val.u32); \
    } \
  }
SELECT(greater, >)
SELECT(equal, ==)
void okk_bdc_C_greater_select_value(local_addr_t d, local_addr_t s, float C, x32 value, STRIDED) {
  tensor dst = strided(d, shape, dst_stride, 4, 1), src = strided(s, shape, src_stride, 4, 1);
  EACH(shape) put_bits(dst, n, c, h, w, C > at(src, n, c, h, w) ? value.u32 : 0);
}

/* Whole tensors in aligned layout. */

#define WHOLE_BODY(result) \
  tensor dst = aligned(d, shape, 4, 1), src = aligned(s, shape, 4, 1); \
  same_start(d, s); \
  EACH(shape) { unsigned xb = bits_at(src, n, c, h, w); double x = float_of(xb); (void)x; put_bits(dst, n, c, h, w, result); }
#define WHOLE(name, result) void okk_bdc_##name(local_addr_t d, local_addr_t s, const dim4 *shape) { WHOLE_BODY(result) }
#define WORKED(name, result) \
  void okk_bdc_##name(local_addr_t d, local_addr_t s, local_addr_t work, const dim4 *shape) { destroy(aligned(work, shape, 4, 1), shape); WHOLE_BODY(result) } \
  void okk_bdc_##name##_tunable(local_addr_t d, local_addr_t s, local_addr_t work, const dim4 *shape, int num_series) { CHECK(num_series > 0); okk_bdc_##name(d, s, work, shape); }

static unsigned to_int(double x) {
  if (x != x) return 0;
  double r = trunc(x);
  return r >= 2147483647.0 ? 2147483647u : r <= -2147483648.0 ? 2147483648u : (unsigned)(int)r;
}

WHOLE(sqrt, bits_of((float)sqrt(x)))
WHOLE(rsqrt, bits_of((float)(1 / sqrt(x))))
WHOLE(lookup_exp, bits_of((float)exp((int)xb)))
WHOLE(fp32_to_int32, to_int(x))
WHOLE(lookup_int32_to_fp32, bits_of((float)(int)xb))
WORKED(exp, bits_of((float)exp(x)))
WORKED(sigmoid, bits_of((float)(1 / (1 + exp(-x)))))
WORKED(tanh, bits_of((float)tanh(x)))
void okk_bdc_taylor_exp(local_addr_t d, local_addr_t s, const dim4 *shape, int num_series) {
  CHECK(num_series > 0);
  WHOLE_BODY(bits_of((float)exp(x)))
}

static void widen(local_addr_t d, local_addr_t s, local_addr_t work, const dim4 *shape, bool is_signed, bool is_aligned, int pack) {
  dim4 packed = *shape;
  packed.n = ceil_div(packed.n, pack);
  tensor dst = (is_aligned ? aligned : compact)(d, shape, 4, 1), src = (is_aligned ? aligned : compact)(s, &packed, 1, pack);
  destroy((is_aligned ? aligned : compact)(work, shape, 4, 1), shape);
  EACH(shape) {
    unsigned v = bits_at(src, n, c, h, w);
    put_bits(dst, n, c, h, w, bits_of(is_signed ? (float)(signed char)v : (float)v));
  }
}
void okk_bdc_int8_to_fp32(local_addr_t d, local_addr_t s, local_addr_t work, const dim4 *shape, bool is_signed, bool is_aligned) { widen(d, s, work, shape, is_signed, is_aligned, 1); }
void okk_bdc_4N_int8_to_fp32(local_addr_t d, local_addr_t s, local_addr_t work, const dim4 *shape, bool is_signed, bool is_aligned) { widen(d, s, work, shape, is_signed, is_aligned, 4); }

/* Networks. */

static tensor per_channel(local_addr_t at, int channels) {
  dim4 shape = {1, channels, 1, 1};
  return compact(at, &shape, 4, 1);
}

#define CHANNELS(name, second, given, result) \
  void okk_bdc_##name(local_addr_t d, local_addr_t s, local_addr_t numbers, second STRIDED) { \
    tensor dst = strided(d, shape, dst_stride, 4, 1), src = strided(s, shape, src_stride, 4, 1), a = per_channel(numbers, shape->c), b = per_channel(given, shape->c); \
    (void)b; same_start(d, s); same_start(d, numbers); \
    EACH(shape) { float x = at(src, n, c, h, w); put_bits(dst, n, c, h, w, bits_of(result)); } \
  }
#define SECOND local_addr_t second,
CHANNELS(bias, , numbers, x + at(a, 0, c, 0, 0))
CHANNELS(scale, , numbers, x *at(a, 0, c, 0, 0))
CHANNELS(scale_bias, SECOND, second, product(x, at(a, 0, c, 0, 0)) + at(b, 0, c, 0, 0))

static dim4 output_shape(const dim4 *in, int channels, int kh, int kw, const Padding *p, const dim2 *s, const dim2 *dilation) {
  dim4 out = {in->n, channels, (in->h + p->top + p->bottom - (kh - 1) * dilation->h - 1) / s->h + 1, (in->w + p->left + p->right - (kw - 1) * dilation->w - 1) / s->w + 1};
  return out;
}

#define WINDOW(in, body) \
  for (int kh = 0; kh < kernel_h; kh++) for (int kw = 0; kw < kernel_w; kw++) { \
    int ih = h * stride->h + kh * dilation->h - padding->top, iw = w * stride->w + kw * dilation->w - padding->left; \
    if (ih >= 0 && ih < (in)->h && iw >= 0 && iw < (in)->w) { body; } \
  }

void okk_bdc_conv2d(local_addr_t d, local_addr_t s, local_addr_t weight, local_addr_t bias, const dim4 *input_shape, int output_c, int kernel_h, int kernel_w,
                    const dim4 *input_stride, const dim4 *kernel_stride, bool using_bias, bool result_add, const Padding *padding, const dim2 *stride,
                    const dim2 *dilation) {
  dim4 out = output_shape(input_shape, output_c, kernel_h, kernel_w, padding, stride, dilation);
  tensor dst = aligned(d, &out, 4, 1), src = strided(s, input_shape, input_stride, 4, 1), k = with_strides(weight, kernel_stride, 4, 2), b = per_channel(bias, output_c);
  EACH(&out) {
    float sum = result_add ? at(dst, n, c, h, w) : 0;
    for (int i = 0; i < input_shape->c; i++) WINDOW(input_shape, sum += product(at(src, n, i, ih, iw), at(k, i, c, kh, kw)))
    if (using_bias) sum += at(b, 0, c, 0, 0);
    put_bits(dst, n, c, h, w, bits_of(sum));
  }
}
void okk_bdc_depthwise2d(local_addr_t d, local_addr_t s, local_addr_t weight, local_addr_t bias, const dim4 *input_shape, int kernel_h, int kernel_w,
                         bool using_bias, const Padding *padding, const dim2 *stride, const dim2 *dilation) {
  dim4 out = output_shape(input_shape, input_shape->c, kernel_h, kernel_w, padding, stride, dilation), kernel = {1, input_shape->c, kernel_h, kernel_w};
  tensor dst = aligned(d, &out, 4, 1), src = aligned(s, input_shape, 4, 1), k = compact(weight, &kernel, 4, 1), b = per_channel(bias, input_shape->c);
  EACH(&out) {
    float sum = 0;
    WINDOW(input_shape, sum += product(at(src, n, c, ih, iw), at(k, 0, c, kh, kw)))
    if (using_bias) sum += at(b, 0, c, 0, 0);
    put_bits(dst, n, c, h, w, bits_of(sum));
  }
}

static void pool(local_addr_t d, local_addr_t s, const dim4 *input_shape, int kernel_h, int kernel_w, const Padding *padding, const dim2 *stride, bool average) {
  static const dim2 one = {1, 1}, *dilation = &one;
  dim4 out = output_shape(input_shape, input_shape->c, kernel_h, kernel_w, padding, stride, dilation);
  tensor dst = aligned(d, &out, 4, 1), src = aligned(s, input_shape, 4, 1);
  EACH(&out) {
    float sum = 0, most = -INFINITY;
    WINDOW(input_shape, sum += at(src, n, c, ih, iw); most = larger(at(src, n, c, ih, iw), most))
    put_bits(dst, n, c, h, w, bits_of(average ? sum / (float)(kernel_h * kernel_w) : most));
  }
}
void okk_bdc_avg_pool2d(local_addr_t d, local_addr_t s, const dim4 *shape, int kernel_h, int kernel_w, const Padding *padding, const dim2 *stride) { pool(d, s, shape, kernel_h, kernel_w, padding, stride, true); }
void okk_bdc_max_pool2d(local_addr_t d, local_addr_t s, const dim4 *shape, int kernel_h, int kernel_w, const Padding *padding, const dim2 *stride) { pool(d, s, shape, kernel_h, kernel_w, padding, stride, false); }

static float number(tensor m, int i, int j) {
  float f;
  memcpy(&f, cell(m, i, j), 4);
  return f;
}
void okk_bdc_matmul(local_addr_t d, local_addr_t left, local_addr_t right, local_addr_t bias, int rows, int inner, int cols, int left_width, int right_width,
                    bool using_bias, bool result_add) {
  tensor dst = matrix(d, rows, cols, right_width), a = matrix(left, rows, inner, left_width), b = matrix(right, inner, cols, right_width);
  for (int i = 0; i < rows; i++) for (int j = 0; j < cols; j++) {
    float sum = result_add ? number(dst, i, j) : 0;
    for (int k = 0; k < inner; k++) sum += product(number(a, i, k), number(b, k, j));
    if (using_bias) sum += number(matrix(bias, 1, cols, right_width), 0, j);
    unsigned v = bits_of(sum);
    memcpy(cell(dst, i, j), &v, 4);
  }
}

/* Packed integers. */

static tensor packed_tensor(local_addr_t at, const dim4 *stride, int bytes) {
  CHECK(at / npu_bytes == 0);
  return with_strides(at, stride, bytes, 4 / bytes);
}
static i64 integer(tensor t, bool is_signed, int n, int c, int h, int w) {
  unsigned v = bits_at(t, n, c, h, w);
  if (!is_signed) return v;
  return t.bytes == 1 ? (signed char)v : (short)v;
}
static unsigned saturated(i64 v, int bytes, bool is_signed) {
  i64 most = (1LL << (8 * bytes - is_signed)) - 1, least = is_signed ? -most - 1 : 0;
  return (unsigned)(v < least ? least : v > most ? most : v);
}
static i64 rounded(i64 v, int rshift) { return rshift > 0 ? (v + (1LL << (rshift - 1))) >> rshift : v; }
static int source_bytes(op_type_t t) { return t & 1 ? 1 : 2; }
static int result_bytes(op_type_t t) { return t & 8 ? 1 : 2; }
/* Unsigned sources give unsigned results; the functions of differences set a sign. */
static bool is_signed_result(int t) { return (t & 6) != 0; }

#define FIXED_BODY2(result) \
  tensor dst = packed_tensor(d, dst_stride, result_bytes(type)), a = packed_tensor(s0, src0_stride, source_bytes(type)), b = packed_tensor(s1, src1_stride, source_bytes(type)); \
  EACH(shape) { \
    i64 x = integer(a, type >> 1 & 1, n, c, h, w), y = integer(b, type >> 2 & 1, n, c, h, w); \
    put_bits(dst, n, c, h, w, saturated(result, result_bytes(type), is_signed_result(type))); \
  }
/* The element is source number element (0 or 1), the constant the other one. */
#define FIXED_BODY1(element, result) \
  tensor dst = packed_tensor(d, dst_stride, result_bytes(type)), src = packed_tensor(s, src_stride, source_bytes(type)); \
  EACH(shape) { \
    i64 e = integer(src, type >> (1 + element) & 1, n, c, h, w), x = element ? C : e, y = element ? e : C; \
    put_bits(dst, n, c, h, w, saturated(result, result_bytes(type), is_signed_result(type))); \
  }
#define ARITHMETIC(name, result) \
  void FIXED(name)(local_addr_t d, local_addr_t s0, local_addr_t s1, STRIDED2, op_type_t type, int rshift) { FIXED_BODY2(rounded(result, rshift)) } \
  void FIXED(name##_C)(local_addr_t d, local_addr_t s, int C, STRIDED, op_type_t type, int rshift) { FIXED_BODY1(0, rounded(result, rshift)) }
#define EXTREME(name, result) \
  void FIXED(name)(local_addr_t d, local_addr_t s0, local_addr_t s1, STRIDED2, op_type_t type) { FIXED_BODY2(result) } \
  void FIXED(name##_C)(local_addr_t d, local_addr_t s, int C, STRIDED, op_type_t type) { FIXED_BODY1(0, result) }
ARITHMETIC(add, x + y)
ARITHMETIC(mul, x *y)
EXTREME(max, x > y ? x : y)
EXTREME(min, x < y ? x : y)
#define is_signed_result(type) true
ARITHMETIC(sub, x - y)
void FIXED(C_sub)(local_addr_t d, local_addr_t s, int C, STRIDED, op_type_t type, int rshift) { FIXED_BODY1(1, rounded(x - y, rshift)) }
#undef is_signed_result
#define ACCUMULATED rounded(integer(dst, is_dst_signed && is_signed_result(type), n, c, h, w) * (1LL << lshift) + x * y, rshift)
void FIXED(mac)(local_addr_t d, local_addr_t s0, local_addr_t s1, STRIDED2, bool is_dst_signed, op_type_t type, int lshift, int rshift) { FIXED_BODY2(ACCUMULATED) }
void FIXED(mac_C)(local_addr_t d, local_addr_t s, int C, STRIDED, bool is_dst_signed, op_type_t type, int lshift, int rshift) { FIXED_BODY1(0, ACCUMULATED) }

#define SHIFT16(name, number, value) \
  void FIXED(16bit_##name)(local_addr_t d, local_addr_t s0, local_addr_t s1, STRIDED2) { \
    tensor dst = packed_tensor(d, dst_stride, 2), a = packed_tensor(s0, src0_stride, 2), b = packed_tensor(s1, src1_stride, 2); \
    EACH(shape) put_bits(dst, n, c, h, w, (unsigned)shifted((value)bits_at(a, n, c, h, w), (short)bits_at(b, n, c, h, w))); \
  } \
  void FIXED(16bit_##name##_C)(local_addr_t d, local_addr_t s, short C, STRIDED) { \
    tensor dst = packed_tensor(d, dst_stride, 2), src = packed_tensor(s, src_stride, 2); \
    EACH(shape) put_bits(dst, n, c, h, w, (unsigned)shifted((value)bits_at(src, n, c, h, w), C)); \
  } \
  void FIXED(16bit_C_##name)(local_addr_t d, local_addr_t s, number C, STRIDED) { \
    tensor dst = packed_tensor(d, dst_stride, 2), src = packed_tensor(s, src_stride, 2); \
    EACH(shape) put_bits(dst, n, c, h, w, (unsigned)shifted(C, (short)bits_at(src, n, c, h, w))); \
  }
SHIFT16(arithmetic_shift, short, short)
SHIFT16(logical_shift, unsigned short, unsigned short)

static void split(local_addr_t d, local_addr_t s, const dim4 *shape, const dim4 *dst_stride, const dim4 *src_stride, int shift) {
  tensor dst = packed_tensor(d, dst_stride, 1), src = packed_tensor(s, src_stride, 2);
  EACH(shape) put_bits(dst, n, c, h, w, bits_at(src, n, c, h, w) >> shift);
}
void FIXED(16bit_split_high_8bit)(local_addr_t d, local_addr_t s, STRIDED) { split(d, s, shape, dst_stride, src_stride, 8); }
void FIXED(16bit_split_low_8bit)(local_addr_t d, local_addr_t s, local_addr_t work, STRIDED, const dim4 *work_stride) {
  destroy(packed_tensor(work, work_stride, 2), shape);
  split(d, s, shape, dst_stride, src_stride, 0);
}
void FIXED(16bit_mul_8bit)(local_addr_t d, local_addr_t high, local_addr_t low, local_addr_t s1, const dim4 *shape, const dim4 *dst_stride, const dim4 *high_stride,
                           const dim4 *low_stride, const dim4 *src1_stride, mul_type_t type, int rshift) {
  tensor dst = packed_tensor(d, dst_stride, 2), a = packed_tensor(high, high_stride, 1), l = packed_tensor(low, low_stride, 1), b = packed_tensor(s1, src1_stride, 1);
  EACH(shape) {
    i64 x = integer(a, type & 1, n, c, h, w) * 256 + bits_at(l, n, c, h, w), y = integer(b, type >> 1 & 1, n, c, h, w);
    put_bits(dst, n, c, h, w, saturated(rounded(x * y, rshift), 2, type >> 2 & 1));
  }
}
void FIXED(s16_mul_u8_to_s16)(local_addr_t d, local_addr_t s0, local_addr_t s1, local_addr_t work, local_addr_t work_high, local_addr_t work_low, STRIDED2,
                              const dim4 *work_stride, const dim4 *work_high_stride, const dim4 *work_low_stride, int rshift) {
  FIXED(16bit_split_high_8bit)(work_high, s0, shape, work_high_stride, src0_stride);
  FIXED(16bit_split_low_8bit)(work_low, s0, work, shape, work_low_stride, src0_stride, work_stride);
  FIXED(16bit_mul_8bit)(d, work_high, work_low, s1, shape, dst_stride, work_high_stride, work_low_stride, src1_stride, S16_MUL_U8_TO_S16, rshift);
}
