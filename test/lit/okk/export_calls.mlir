// RUN: optc export %s | FileCheck %s --match-full-lines --strict-whitespace
// The call that each operation becomes, with its addresses, shapes, strides and numbers.
module attributes {okk.machine = #okk.machine<toy4k, npu_bytes = 8192>} {
  okk.kernel @calls {
    %f = okk.alloc at 0 : !okk.local<2x6x3x4xf32, aligned>
    %c = okk.alloc at 512 : !okk.local<2x6x3x4xf32, compact>
    %g = okk.alloc at 768 : !okk.local<2x6x3x4xf32, strides[60, 30, 8, 2]>
    %v = okk.alloc at 1280 : !okk.local<1x6x1x1xf32, compact>
    %n = okk.alloc at 1408 : !okk.local<2x6x3x4xi32, aligned>
    okk.set %g, 1.5 : f32 : !okk.local<2x6x3x4xf32, strides[60, 30, 8, 2]>
    okk.compute "use"(%g) to (%g) : (!okk.local<2x6x3x4xf32, strides[60, 30, 8, 2]>) -> !okk.local<2x6x3x4xf32, strides[60, 30, 8, 2]>
    okk.set %n, -7 : i32 : !okk.local<2x6x3x4xi32, aligned>
    okk.compute "use"(%n) to (%n) : (!okk.local<2x6x3x4xi32, aligned>) -> !okk.local<2x6x3x4xi32, aligned>
    okk.bias %f, %g, %v : !okk.local<2x6x3x4xf32, aligned>, !okk.local<2x6x3x4xf32, strides[60, 30, 8, 2]>, !okk.local<1x6x1x1xf32, compact>
    okk.compute "use"(%f) to (%f) : (!okk.local<2x6x3x4xf32, aligned>) -> !okk.local<2x6x3x4xf32, aligned>
    okk.scale %g, %f, %v : !okk.local<2x6x3x4xf32, strides[60, 30, 8, 2]>, !okk.local<2x6x3x4xf32, aligned>, !okk.local<1x6x1x1xf32, compact>
    okk.compute "use"(%g) to (%g) : (!okk.local<2x6x3x4xf32, strides[60, 30, 8, 2]>) -> !okk.local<2x6x3x4xf32, strides[60, 30, 8, 2]>
    okk.scale_bias %f, %c, %v, %v : !okk.local<2x6x3x4xf32, aligned>, !okk.local<2x6x3x4xf32, compact>, !okk.local<1x6x1x1xf32, compact>, !okk.local<1x6x1x1xf32, compact>
    okk.compute "use"(%f) to (%f) : (!okk.local<2x6x3x4xf32, aligned>) -> !okk.local<2x6x3x4xf32, aligned>
    okk.eltwise sub %f, %c, %g : !okk.local<2x6x3x4xf32, aligned>, !okk.local<2x6x3x4xf32, compact>, !okk.local<2x6x3x4xf32, strides[60, 30, 8, 2]>
    okk.compute "use"(%f) to (%f) : (!okk.local<2x6x3x4xf32, aligned>) -> !okk.local<2x6x3x4xf32, aligned>
    okk.eltwise sub %f, %c scalar 2.5 : f32 : !okk.local<2x6x3x4xf32, aligned>, !okk.local<2x6x3x4xf32, compact>
    okk.compute "use"(%f) to (%f) : (!okk.local<2x6x3x4xf32, aligned>) -> !okk.local<2x6x3x4xf32, aligned>
    okk.eltwise sub %f, %c scalar 1.0e+20 : f32 reversed : !okk.local<2x6x3x4xf32, aligned>, !okk.local<2x6x3x4xf32, compact>
    okk.compute "use"(%f) to (%f) : (!okk.local<2x6x3x4xf32, aligned>) -> !okk.local<2x6x3x4xf32, aligned>
    okk.eltwise add %f, %c scalar 0x7FC00000 : f32 : !okk.local<2x6x3x4xf32, aligned>, !okk.local<2x6x3x4xf32, compact>
    okk.compute "use"(%f) to (%f) : (!okk.local<2x6x3x4xf32, aligned>) -> !okk.local<2x6x3x4xf32, aligned>
    okk.eltwise add %f, %c scalar 0x7F800000 : f32 : !okk.local<2x6x3x4xf32, aligned>, !okk.local<2x6x3x4xf32, compact>
    okk.compute "use"(%f) to (%f) : (!okk.local<2x6x3x4xf32, aligned>) -> !okk.local<2x6x3x4xf32, aligned>
    okk.eltwise add %f, %c scalar 0xFF800000 : f32 : !okk.local<2x6x3x4xf32, aligned>, !okk.local<2x6x3x4xf32, compact>
    okk.compute "use"(%f) to (%f) : (!okk.local<2x6x3x4xf32, aligned>) -> !okk.local<2x6x3x4xf32, aligned>
    okk.eltwise add %f, %c scalar -0.0 : f32 : !okk.local<2x6x3x4xf32, aligned>, !okk.local<2x6x3x4xf32, compact>
    okk.compute "use"(%f) to (%f) : (!okk.local<2x6x3x4xf32, aligned>) -> !okk.local<2x6x3x4xf32, aligned>
    okk.eltwise add %f, %c scalar 3.0 : f32 : !okk.local<2x6x3x4xf32, aligned>, !okk.local<2x6x3x4xf32, compact>
    okk.compute "use"(%f) to (%f) : (!okk.local<2x6x3x4xf32, aligned>) -> !okk.local<2x6x3x4xf32, aligned>
    okk.eltwise or %f, %c scalar 1.0 : f32 : !okk.local<2x6x3x4xf32, aligned>, !okk.local<2x6x3x4xf32, compact>
    okk.compute "use"(%f) to (%f) : (!okk.local<2x6x3x4xf32, aligned>) -> !okk.local<2x6x3x4xf32, aligned>
    okk.eltwise logical_shift %n, %n scalar -3 : i32 : !okk.local<2x6x3x4xi32, aligned>, !okk.local<2x6x3x4xi32, aligned>
    okk.compute "use"(%n) to (%n) : (!okk.local<2x6x3x4xi32, aligned>) -> !okk.local<2x6x3x4xi32, aligned>
    okk.select greater %f, %f, 0.5 : f32, 2.0 : f32 : !okk.local<2x6x3x4xf32, aligned>, !okk.local<2x6x3x4xf32, aligned>
    okk.compute "use"(%f) to (%f) : (!okk.local<2x6x3x4xf32, aligned>) -> !okk.local<2x6x3x4xf32, aligned>
    okk.select greater %f, 0.5 : f32, %g, 2.0 : f32 : !okk.local<2x6x3x4xf32, aligned>, !okk.local<2x6x3x4xf32, strides[60, 30, 8, 2]>
    okk.compute "use"(%f) to (%f) : (!okk.local<2x6x3x4xf32, aligned>) -> !okk.local<2x6x3x4xf32, aligned>
    okk.select equal %f, 0.5 : f32, %g, 2.0 : f32 : !okk.local<2x6x3x4xf32, aligned>, !okk.local<2x6x3x4xf32, strides[60, 30, 8, 2]>
    okk.compute "use"(%f) to (%f) : (!okk.local<2x6x3x4xf32, aligned>) -> !okk.local<2x6x3x4xf32, aligned>
    okk.select equal %n, %f, %c, 9 : i32 : !okk.local<2x6x3x4xi32, aligned>, !okk.local<2x6x3x4xf32, aligned>, !okk.local<2x6x3x4xf32, compact>
    okk.compute "use"(%n) to (%n) : (!okk.local<2x6x3x4xi32, aligned>) -> !okk.local<2x6x3x4xi32, aligned>
    okk.select greater %n, %f, 0.5 : f32, 9 : i32, %n : !okk.local<2x6x3x4xi32, aligned>, !okk.local<2x6x3x4xf32, aligned>, !okk.local<2x6x3x4xi32, aligned>
    okk.compute "use"(%n) to (%n) : (!okk.local<2x6x3x4xi32, aligned>) -> !okk.local<2x6x3x4xi32, aligned>
    %e = okk.alloc at 7168 : !okk.local<2x6x3x4xf32, aligned>
    %w = okk.alloc at 1920 : !okk.local<2x6x3x4xf32, aligned>
    okk.function sigmoid %f, %e work %w : !okk.local<2x6x3x4xf32, aligned>, !okk.local<2x6x3x4xf32, aligned>, !okk.local<2x6x3x4xf32, aligned>
    okk.compute "use"(%f) to (%f) : (!okk.local<2x6x3x4xf32, aligned>) -> !okk.local<2x6x3x4xf32, aligned>
    okk.function taylor_exp %f, %f series 10 : !okk.local<2x6x3x4xf32, aligned>, !okk.local<2x6x3x4xf32, aligned>
    okk.compute "use"(%f) to (%f) : (!okk.local<2x6x3x4xf32, aligned>) -> !okk.local<2x6x3x4xf32, aligned>
    %x = okk.alloc at 2432 : !okk.local<1x3x6x8xf32, aligned>
    %k = okk.alloc at 2688 : !okk.local<3x5x3x3xf32, mode = ic2, compact>
    %y = okk.alloc at 3072 : !okk.local<1x5x3x3xf32, aligned>
    %b = okk.alloc at 3328 : !okk.local<1x5x1x1xf32, compact>
    %y2 = okk.alloc at 3456 : !okk.local<1x5x2x6xf32, aligned>
    okk.conv2d %y, %x, %k bias %b padding [1, 0, 0, 1] stride [2, 3] : !okk.local<1x5x3x3xf32, aligned>, !okk.local<1x3x6x8xf32, aligned>, !okk.local<3x5x3x3xf32, mode = ic2, compact>, !okk.local<1x5x1x1xf32, compact>
    okk.compute "use"(%y) to (%y) : (!okk.local<1x5x3x3xf32, aligned>) -> !okk.local<1x5x3x3xf32, aligned>
    okk.conv2d %y2, %x, %k dilation [2, 1] result_add : !okk.local<1x5x2x6xf32, aligned>, !okk.local<1x3x6x8xf32, aligned>, !okk.local<3x5x3x3xf32, mode = ic2, compact>
    okk.compute "use"(%y2) to (%y2) : (!okk.local<1x5x2x6xf32, aligned>) -> !okk.local<1x5x2x6xf32, aligned>
    %d = okk.alloc at 3712 : !okk.local<1x3x3x3xf32, compact>
    %z = okk.alloc at 3840 : !okk.local<1x3x4x6xf32, aligned>
    %b3 = okk.alloc at 3968 : !okk.local<1x3x1x1xf32, compact>
    okk.depthwise2d %z, %x, %d bias %b3 : !okk.local<1x3x4x6xf32, aligned>, !okk.local<1x3x6x8xf32, aligned>, !okk.local<1x3x3x3xf32, compact>, !okk.local<1x3x1x1xf32, compact>
    okk.compute "use"(%z) to (%z) : (!okk.local<1x3x4x6xf32, aligned>) -> !okk.local<1x3x4x6xf32, aligned>
    %p = okk.alloc at 4096 : !okk.local<1x3x2x4xf32, aligned>
    okk.pool2d avg %p, %x kernel [3, 2] stride [3, 2] : !okk.local<1x3x2x4xf32, aligned>, !okk.local<1x3x6x8xf32, aligned>
    okk.compute "use"(%p) to (%p) : (!okk.local<1x3x2x4xf32, aligned>) -> !okk.local<1x3x2x4xf32, aligned>
    okk.pool2d max %p, %x kernel [2, 3] padding [0, 1, 2, 0] stride [4, 2] : !okk.local<1x3x2x4xf32, aligned>, !okk.local<1x3x6x8xf32, aligned>
    okk.compute "use"(%p) to (%p) : (!okk.local<1x3x2x4xf32, aligned>) -> !okk.local<1x3x2x4xf32, aligned>
  }
}
// CHECK:  /* Addresses in local memory. */
// CHECK-NEXT:  enum {
// CHECK-NEXT:    f_addr = 0, /* 2x6x3x4xf32, aligned[64, 32, 4, 1] */
// CHECK-NEXT:    c_addr = 512, /* 2x6x3x4xf32, compact[24, 12, 4, 1] */
// CHECK-NEXT:    g_addr = 768, /* 2x6x3x4xf32, strides[60, 30, 8, 2] */
// CHECK-NEXT:    v_addr = 1280, /* 1x6x1x1xf32, compact[2, 1, 1, 1] */
// CHECK-NEXT:    n_addr = 1408, /* 2x6x3x4xi32, aligned[64, 32, 4, 1] */
// CHECK-NEXT:    e_addr = 7168, /* 2x6x3x4xf32, aligned[64, 32, 4, 1] */
// CHECK-NEXT:    w_addr = 1920, /* 2x6x3x4xf32, aligned[64, 32, 4, 1] */
// CHECK-NEXT:    x_addr = 2432, /* 1x3x6x8xf32, aligned[64, 64, 8, 1] */
// CHECK-NEXT:    k_addr = 2688, /* 3x5x3x3xf32, mode = ic2, compact[18, 9, 3, 1] */
// CHECK-NEXT:    y_addr = 3072, /* 1x5x3x3xf32, aligned[64, 32, 3, 1] */
// CHECK-NEXT:    b_addr = 3328, /* 1x5x1x1xf32, compact[2, 1, 1, 1] */
// CHECK-NEXT:    y2_addr = 3456, /* 1x5x2x6xf32, aligned[64, 32, 6, 1] */
// CHECK-NEXT:    d_addr = 3712, /* 1x3x3x3xf32, compact[9, 9, 3, 1] */
// CHECK-NEXT:    z_addr = 3840, /* 1x3x4x6xf32, aligned[32, 32, 6, 1] */
// CHECK-NEXT:    b3_addr = 3968, /* 1x3x1x1xf32, compact[1, 1, 1, 1] */
// CHECK-NEXT:    p_addr = 4096, /* 1x3x2x4xf32, aligned[32, 32, 4, 1] */
// CHECK-NEXT:  };
// CHECK-NEXT:  (void)args;
// CHECK-NEXT:  OKKERNEL_ASSERT(okk_npu_num() == 4);
// CHECK-NEXT:  OKKERNEL_ASSERT(okk_local_mem_size_per_npu() == 8192);
// CHECK-NEXT:  okk_initialize();
// CHECK-NEXT:  /* line 10: set g */
// CHECK-NEXT:  const dim4 g_shape = {.n = 2, .c = 6, .h = 3, .w = 4};
// CHECK-NEXT:  const dim4 g_stride = {.n = 60, .c = 30, .h = 8, .w = 2};
// CHECK-NEXT:  okk_bdc_32bit_set_C(g_addr, (x32){.fp32 = 1.5f}, &g_shape, &g_stride);
// CHECK-NEXT:  /* line 11: compute g, g */
// CHECK-NEXT:  use(g_addr, &g_shape, &g_stride, g_addr, &g_shape, &g_stride);
// CHECK-NEXT:  /* line 12: set n */
// CHECK-NEXT:  okk_bdc_32bit_set_C(n_addr, (x32){.u32 = 0xfffffff9u}, &g_shape, NULL);
// CHECK-NEXT:  /* line 13: compute n, n */
// CHECK-NEXT:  const dim4 n_stride = {.n = 64, .c = 32, .h = 4, .w = 1};
// CHECK-NEXT:  use(n_addr, &g_shape, &n_stride, n_addr, &g_shape, &n_stride);
// CHECK-NEXT:  /* line 14: bias f, g, v */
// CHECK-NEXT:  okk_bdc_bias(f_addr, g_addr, v_addr, &g_shape, NULL, &g_stride);
// CHECK-NEXT:  /* line 15: compute f, f */
// CHECK-NEXT:  use(f_addr, &g_shape, &n_stride, f_addr, &g_shape, &n_stride);
// CHECK-NEXT:  /* line 16: scale g, f, v */
// CHECK-NEXT:  okk_bdc_scale(g_addr, f_addr, v_addr, &g_shape, &g_stride, NULL);
// CHECK-NEXT:  /* line 17: compute g, g */
// CHECK-NEXT:  use(g_addr, &g_shape, &g_stride, g_addr, &g_shape, &g_stride);
// CHECK-NEXT:  /* line 18: scale_bias f, c, v, v */
// CHECK-NEXT:  const dim4 c_stride = {.n = 24, .c = 12, .h = 4, .w = 1};
// CHECK-NEXT:  okk_bdc_scale_bias(f_addr, c_addr, v_addr, v_addr, &g_shape, NULL, &c_stride);
// CHECK-NEXT:  /* line 19: compute f, f */
// CHECK-NEXT:  use(f_addr, &g_shape, &n_stride, f_addr, &g_shape, &n_stride);
// CHECK-NEXT:  /* line 20: eltwise f, c, g */
// CHECK-NEXT:  okk_bdc_sub(f_addr, c_addr, g_addr, &g_shape, NULL, &c_stride, &g_stride);
// CHECK-NEXT:  /* line 21: compute f, f */
// CHECK-NEXT:  use(f_addr, &g_shape, &n_stride, f_addr, &g_shape, &n_stride);
// CHECK-NEXT:  /* line 22: eltwise f, c */
// CHECK-NEXT:  okk_bdc_sub_C(f_addr, c_addr, 2.5f, &g_shape, NULL, &c_stride);
// CHECK-NEXT:  /* line 23: compute f, f */
// CHECK-NEXT:  use(f_addr, &g_shape, &n_stride, f_addr, &g_shape, &n_stride);
// CHECK-NEXT:  /* line 24: eltwise f, c */
// CHECK-NEXT:  okk_bdc_C_sub(f_addr, c_addr, 1e+20f, &g_shape, NULL, &c_stride);
// CHECK-NEXT:  /* line 25: compute f, f */
// CHECK-NEXT:  use(f_addr, &g_shape, &n_stride, f_addr, &g_shape, &n_stride);
// CHECK-NEXT:  /* line 26: eltwise f, c */
// CHECK-NEXT:  okk_bdc_add_C(f_addr, c_addr, ((x32){.u32 = 0x7fc00000u}).fp32, &g_shape, NULL, &c_stride);
// CHECK-NEXT:  /* line 27: compute f, f */
// CHECK-NEXT:  use(f_addr, &g_shape, &n_stride, f_addr, &g_shape, &n_stride);
// CHECK-NEXT:  /* line 28: eltwise f, c */
// CHECK-NEXT:  okk_bdc_add_C(f_addr, c_addr, ((x32){.u32 = 0x7f800000u}).fp32, &g_shape, NULL, &c_stride);
// CHECK-NEXT:  /* line 29: compute f, f */
// CHECK-NEXT:  use(f_addr, &g_shape, &n_stride, f_addr, &g_shape, &n_stride);
// CHECK-NEXT:  /* line 30: eltwise f, c */
// CHECK-NEXT:  okk_bdc_add_C(f_addr, c_addr, ((x32){.u32 = 0xff800000u}).fp32, &g_shape, NULL, &c_stride);
// CHECK-NEXT:  /* line 31: compute f, f */
// CHECK-NEXT:  use(f_addr, &g_shape, &n_stride, f_addr, &g_shape, &n_stride);
// CHECK-NEXT:  /* line 32: eltwise f, c */
// CHECK-NEXT:  okk_bdc_add_C(f_addr, c_addr, -0.0f, &g_shape, NULL, &c_stride);
// CHECK-NEXT:  /* line 33: compute f, f */
// CHECK-NEXT:  use(f_addr, &g_shape, &n_stride, f_addr, &g_shape, &n_stride);
// CHECK-NEXT:  /* line 34: eltwise f, c */
// CHECK-NEXT:  okk_bdc_add_C(f_addr, c_addr, 3.0f, &g_shape, NULL, &c_stride);
// CHECK-NEXT:  /* line 35: compute f, f */
// CHECK-NEXT:  use(f_addr, &g_shape, &n_stride, f_addr, &g_shape, &n_stride);
// CHECK-NEXT:  /* line 36: eltwise f, c */
// CHECK-NEXT:  okk_bdc_32bit_or_C(f_addr, c_addr, (x32){.fp32 = 1.0f}, &g_shape, NULL, &c_stride);
// CHECK-NEXT:  /* line 37: compute f, f */
// CHECK-NEXT:  use(f_addr, &g_shape, &n_stride, f_addr, &g_shape, &n_stride);
// CHECK-NEXT:  /* line 38: eltwise n, n */
// CHECK-NEXT:  okk_bdc_32bit_logical_shift_C(n_addr, n_addr, -3, &g_shape, NULL, NULL);
// CHECK-NEXT:  /* line 39: compute n, n */
// CHECK-NEXT:  use(n_addr, &g_shape, &n_stride, n_addr, &g_shape, &n_stride);
// CHECK-NEXT:  /* line 40: select f, f */
// CHECK-NEXT:  okk_bdc_greater_C_select_value(f_addr, f_addr, 0.5f, (x32){.fp32 = 2.0f}, &g_shape, NULL, NULL);
// CHECK-NEXT:  /* line 41: compute f, f */
// CHECK-NEXT:  use(f_addr, &g_shape, &n_stride, f_addr, &g_shape, &n_stride);
// CHECK-NEXT:  /* line 42: select f, g */
// CHECK-NEXT:  okk_bdc_C_greater_select_value(f_addr, g_addr, 0.5f, (x32){.fp32 = 2.0f}, &g_shape, NULL, &g_stride);
// CHECK-NEXT:  /* line 43: compute f, f */
// CHECK-NEXT:  use(f_addr, &g_shape, &n_stride, f_addr, &g_shape, &n_stride);
// CHECK-NEXT:  /* line 44: select f, g */
// CHECK-NEXT:  okk_bdc_equal_C_select_value(f_addr, g_addr, 0.5f, (x32){.fp32 = 2.0f}, &g_shape, NULL, &g_stride);
// CHECK-NEXT:  /* line 45: compute f, f */
// CHECK-NEXT:  use(f_addr, &g_shape, &n_stride, f_addr, &g_shape, &n_stride);
// CHECK-NEXT:  /* line 46: select n, f, c */
// CHECK-NEXT:  okk_bdc_equal_select_value(n_addr, f_addr, c_addr, (x32){.u32 = 0x9u}, &g_shape, NULL, NULL, &c_stride);
// CHECK-NEXT:  /* line 47: compute n, n */
// CHECK-NEXT:  use(n_addr, &g_shape, &n_stride, n_addr, &g_shape, &n_stride);
// CHECK-NEXT:  /* line 48: select n, f, n */
// CHECK-NEXT:  okk_bdc_greater_select(n_addr, &(fp32_or_addr_t){true, {.addr = f_addr}}, &(fp32_or_addr_t){false, {.val = 0.5f}},
// CHECK-NEXT:      &(x32_or_addr_t){false, {.val = (x32){.u32 = 0x9u}}}, &(x32_or_addr_t){true, {.addr = n_addr}}, &g_shape);
// CHECK-NEXT:  /* line 49: compute n, n */
// CHECK-NEXT:  use(n_addr, &g_shape, &n_stride, n_addr, &g_shape, &n_stride);
// CHECK-NEXT:  /* line 52: function f, e, w */
// CHECK-NEXT:  okk_bdc_sigmoid(f_addr, e_addr, w_addr, &g_shape);
// CHECK-NEXT:  /* line 53: compute f, f */
// CHECK-NEXT:  use(f_addr, &g_shape, &n_stride, f_addr, &g_shape, &n_stride);
// CHECK-NEXT:  /* line 54: function f, f */
// CHECK-NEXT:  okk_bdc_taylor_exp(f_addr, f_addr, &g_shape, 10);
// CHECK-NEXT:  /* line 55: compute f, f */
// CHECK-NEXT:  use(f_addr, &g_shape, &n_stride, f_addr, &g_shape, &n_stride);
// CHECK-NEXT:  /* line 61: conv2d y, x, k, b */
// CHECK-NEXT:  const dim4 x_shape = {.n = 1, .c = 3, .h = 6, .w = 8};
// CHECK-NEXT:  const dim4 k_stride = {.n = 18, .c = 9, .h = 3, .w = 1};
// CHECK-NEXT:  okk_bdc_conv2d(y_addr, x_addr, k_addr, b_addr, &x_shape, 5, 3, 3, NULL, &k_stride, true, false,
// CHECK-NEXT:      &(Padding){1, 0, 0, 1}, &(dim2){2, 3}, &(dim2){1, 1});
// CHECK-NEXT:  /* line 62: compute y, y */
// CHECK-NEXT:  const dim4 y_shape = {.n = 1, .c = 5, .h = 3, .w = 3};
// CHECK-NEXT:  const dim4 y_stride = {.n = 64, .c = 32, .h = 3, .w = 1};
// CHECK-NEXT:  use(y_addr, &y_shape, &y_stride, y_addr, &y_shape, &y_stride);
// CHECK-NEXT:  /* line 63: conv2d y2, x, k */
// CHECK-NEXT:  okk_bdc_conv2d(y2_addr, x_addr, k_addr, 0, &x_shape, 5, 3, 3, NULL, &k_stride, false, true, &(Padding){0, 0, 0, 0},
// CHECK-NEXT:      &(dim2){1, 1}, &(dim2){2, 1});
// CHECK-NEXT:  /* line 64: compute y2, y2 */
// CHECK-NEXT:  const dim4 y2_shape = {.n = 1, .c = 5, .h = 2, .w = 6};
// CHECK-NEXT:  const dim4 y2_stride = {.n = 64, .c = 32, .h = 6, .w = 1};
// CHECK-NEXT:  use(y2_addr, &y2_shape, &y2_stride, y2_addr, &y2_shape, &y2_stride);
// CHECK-NEXT:  /* line 68: depthwise2d z, x, d, b3 */
// CHECK-NEXT:  okk_bdc_depthwise2d(z_addr, x_addr, d_addr, b3_addr, &x_shape, 3, 3, true, &(Padding){0, 0, 0, 0}, &(dim2){1, 1},
// CHECK-NEXT:      &(dim2){1, 1});
// CHECK-NEXT:  /* line 69: compute z, z */
// CHECK-NEXT:  const dim4 z_shape = {.n = 1, .c = 3, .h = 4, .w = 6};
// CHECK-NEXT:  const dim4 z_stride = {.n = 24, .c = 24, .h = 6, .w = 1};
// CHECK-NEXT:  use(z_addr, &z_shape, &z_stride, z_addr, &z_shape, &z_stride);
// CHECK-NEXT:  /* line 71: pool2d p, x */
// CHECK-NEXT:  okk_bdc_avg_pool2d(p_addr, x_addr, &x_shape, 3, 2, &(Padding){0, 0, 0, 0}, &(dim2){3, 2});
// CHECK-NEXT:  /* line 72: compute p, p */
// CHECK-NEXT:  const dim4 p_shape = {.n = 1, .c = 3, .h = 2, .w = 4};
// CHECK-NEXT:  const dim4 p_stride = {.n = 8, .c = 8, .h = 4, .w = 1};
// CHECK-NEXT:  use(p_addr, &p_shape, &p_stride, p_addr, &p_shape, &p_stride);
// CHECK-NEXT:  /* line 73: pool2d p, x */
// CHECK-NEXT:  okk_bdc_max_pool2d(p_addr, x_addr, &x_shape, 2, 3, &(Padding){0, 1, 2, 0}, &(dim2){4, 2});
// CHECK-NEXT:  /* line 74: compute p, p */
// CHECK-NEXT:  use(p_addr, &p_shape, &p_stride, p_addr, &p_shape, &p_stride);
// CHECK-NEXT:  okk_poll();
