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

// CHECK:  okk_initialize();
// CHECK-NEXT:  /* line 10: okk.set */
// CHECK-NEXT:  okk_bdc_32bit_set_C(768, (x32){.fp32 = 1.5f}, &(dim4){2, 6, 3, 4}, &(dim4){60, 30, 8, 2});
// CHECK-NEXT:  /* line 11: okk.compute */
// CHECK-NEXT:  use(768, &(dim4){2, 6, 3, 4}, &(dim4){60, 30, 8, 2}, 768, &(dim4){2, 6, 3, 4}, &(dim4){60, 30, 8, 2});
// CHECK-NEXT:  /* line 12: okk.set */
// CHECK-NEXT:  okk_bdc_32bit_set_C(1408, (x32){.u32 = 0xfffffff9u}, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 13: okk.compute */
// CHECK-NEXT:  use(1408, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, 1408, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 14: okk.bias */
// CHECK-NEXT:  okk_bdc_bias(0, 768, 1280, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, &(dim4){60, 30, 8, 2});
// CHECK-NEXT:  /* line 15: okk.compute */
// CHECK-NEXT:  use(0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, 0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 16: okk.scale */
// CHECK-NEXT:  okk_bdc_scale(768, 0, 1280, &(dim4){2, 6, 3, 4}, &(dim4){60, 30, 8, 2}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 17: okk.compute */
// CHECK-NEXT:  use(768, &(dim4){2, 6, 3, 4}, &(dim4){60, 30, 8, 2}, 768, &(dim4){2, 6, 3, 4}, &(dim4){60, 30, 8, 2});
// CHECK-NEXT:  /* line 18: okk.scale_bias */
// CHECK-NEXT:  okk_bdc_scale_bias(0, 512, 1280, 1280, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, &(dim4){24, 12, 4, 1});
// CHECK-NEXT:  /* line 19: okk.compute */
// CHECK-NEXT:  use(0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, 0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 20: okk.eltwise */
// CHECK-NEXT:  okk_bdc_sub(0, 512, 768, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, &(dim4){24, 12, 4, 1}, &(dim4){60, 30, 8, 2});
// CHECK-NEXT:  /* line 21: okk.compute */
// CHECK-NEXT:  use(0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, 0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 22: okk.eltwise */
// CHECK-NEXT:  okk_bdc_sub_C(0, 512, 2.5f, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, &(dim4){24, 12, 4, 1});
// CHECK-NEXT:  /* line 23: okk.compute */
// CHECK-NEXT:  use(0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, 0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 24: okk.eltwise */
// CHECK-NEXT:  okk_bdc_C_sub(0, 512, 1e+20f, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, &(dim4){24, 12, 4, 1});
// CHECK-NEXT:  /* line 25: okk.compute */
// CHECK-NEXT:  use(0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, 0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 26: okk.eltwise */
// CHECK-NEXT:  okk_bdc_add_C(0, 512, ((x32){.u32 = 0x7fc00000u}).fp32, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1},
// CHECK-NEXT:      &(dim4){24, 12, 4, 1});
// CHECK-NEXT:  /* line 27: okk.compute */
// CHECK-NEXT:  use(0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, 0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 28: okk.eltwise */
// CHECK-NEXT:  okk_bdc_add_C(0, 512, ((x32){.u32 = 0x7f800000u}).fp32, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1},
// CHECK-NEXT:      &(dim4){24, 12, 4, 1});
// CHECK-NEXT:  /* line 29: okk.compute */
// CHECK-NEXT:  use(0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, 0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 30: okk.eltwise */
// CHECK-NEXT:  okk_bdc_add_C(0, 512, ((x32){.u32 = 0xff800000u}).fp32, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1},
// CHECK-NEXT:      &(dim4){24, 12, 4, 1});
// CHECK-NEXT:  /* line 31: okk.compute */
// CHECK-NEXT:  use(0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, 0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 32: okk.eltwise */
// CHECK-NEXT:  okk_bdc_add_C(0, 512, -0.0f, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, &(dim4){24, 12, 4, 1});
// CHECK-NEXT:  /* line 33: okk.compute */
// CHECK-NEXT:  use(0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, 0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 34: okk.eltwise */
// CHECK-NEXT:  okk_bdc_add_C(0, 512, 3.0f, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, &(dim4){24, 12, 4, 1});
// CHECK-NEXT:  /* line 35: okk.compute */
// CHECK-NEXT:  use(0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, 0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 36: okk.eltwise */
// CHECK-NEXT:  okk_bdc_32bit_or_C(0, 512, (x32){.fp32 = 1.0f}, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, &(dim4){24, 12, 4, 1});
// CHECK-NEXT:  /* line 37: okk.compute */
// CHECK-NEXT:  use(0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, 0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 38: okk.eltwise */
// CHECK-NEXT:  okk_bdc_32bit_logical_shift_C(1408, 1408, -3, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 39: okk.compute */
// CHECK-NEXT:  use(1408, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, 1408, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 40: okk.select */
// CHECK-NEXT:  okk_bdc_greater_C_select_value(0, 0, 0.5f, (x32){.fp32 = 2.0f}, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1},
// CHECK-NEXT:      &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 41: okk.compute */
// CHECK-NEXT:  use(0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, 0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 42: okk.select */
// CHECK-NEXT:  okk_bdc_C_greater_select_value(0, 768, 0.5f, (x32){.fp32 = 2.0f}, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1},
// CHECK-NEXT:      &(dim4){60, 30, 8, 2});
// CHECK-NEXT:  /* line 43: okk.compute */
// CHECK-NEXT:  use(0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, 0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 44: okk.select */
// CHECK-NEXT:  okk_bdc_equal_C_select_value(0, 768, 0.5f, (x32){.fp32 = 2.0f}, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1},
// CHECK-NEXT:      &(dim4){60, 30, 8, 2});
// CHECK-NEXT:  /* line 45: okk.compute */
// CHECK-NEXT:  use(0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, 0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 46: okk.select */
// CHECK-NEXT:  okk_bdc_equal_select_value(1408, 0, 512, (x32){.u32 = 0x9u}, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1},
// CHECK-NEXT:      &(dim4){64, 32, 4, 1}, &(dim4){24, 12, 4, 1});
// CHECK-NEXT:  /* line 47: okk.compute */
// CHECK-NEXT:  use(1408, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, 1408, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 48: okk.select */
// CHECK-NEXT:  okk_bdc_greater_select(1408, &(fp32_or_addr_t){true, {.addr = 0}}, &(fp32_or_addr_t){false, {.val = 0.5f}},
// CHECK-NEXT:      &(x32_or_addr_t){false, {.val = (x32){.u32 = 0x9u}}}, &(x32_or_addr_t){true, {.addr = 1408}},
// CHECK-NEXT:      &(dim4){2, 6, 3, 4});
// CHECK-NEXT:  /* line 49: okk.compute */
// CHECK-NEXT:  use(1408, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, 1408, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 52: okk.function */
// CHECK-NEXT:  okk_bdc_sigmoid(0, 7168, 1920, &(dim4){2, 6, 3, 4});
// CHECK-NEXT:  /* line 53: okk.compute */
// CHECK-NEXT:  use(0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, 0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 54: okk.function */
// CHECK-NEXT:  okk_bdc_taylor_exp(0, 0, &(dim4){2, 6, 3, 4}, 10);
// CHECK-NEXT:  /* line 55: okk.compute */
// CHECK-NEXT:  use(0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1}, 0, &(dim4){2, 6, 3, 4}, &(dim4){64, 32, 4, 1});
// CHECK-NEXT:  /* line 61: okk.conv2d */
// CHECK-NEXT:  okk_bdc_conv2d(3072, 2432, 2688, 3328, &(dim4){1, 3, 6, 8}, 5, 3, 3, &(dim4){48, 48, 8, 1}, &(dim4){18, 9, 3, 1},
// CHECK-NEXT:      true, false, &(Padding){1, 0, 0, 1}, &(dim2){2, 3}, &(dim2){1, 1});
// CHECK-NEXT:  /* line 62: okk.compute */
// CHECK-NEXT:  use(3072, &(dim4){1, 5, 3, 3}, &(dim4){64, 32, 3, 1}, 3072, &(dim4){1, 5, 3, 3}, &(dim4){64, 32, 3, 1});
// CHECK-NEXT:  /* line 63: okk.conv2d */
// CHECK-NEXT:  okk_bdc_conv2d(3456, 2432, 2688, 0, &(dim4){1, 3, 6, 8}, 5, 3, 3, &(dim4){48, 48, 8, 1}, &(dim4){18, 9, 3, 1}, false,
// CHECK-NEXT:      true, &(Padding){0, 0, 0, 0}, &(dim2){1, 1}, &(dim2){2, 1});
// CHECK-NEXT:  /* line 64: okk.compute */
// CHECK-NEXT:  use(3456, &(dim4){1, 5, 2, 6}, &(dim4){64, 32, 6, 1}, 3456, &(dim4){1, 5, 2, 6}, &(dim4){64, 32, 6, 1});
// CHECK-NEXT:  /* line 68: okk.depthwise2d */
// CHECK-NEXT:  okk_bdc_depthwise2d(3840, 2432, 3712, 3968, &(dim4){1, 3, 6, 8}, 3, 3, true, &(Padding){0, 0, 0, 0}, &(dim2){1, 1},
// CHECK-NEXT:      &(dim2){1, 1});
// CHECK-NEXT:  /* line 69: okk.compute */
// CHECK-NEXT:  use(3840, &(dim4){1, 3, 4, 6}, &(dim4){24, 24, 6, 1}, 3840, &(dim4){1, 3, 4, 6}, &(dim4){24, 24, 6, 1});
// CHECK-NEXT:  /* line 71: okk.pool2d */
// CHECK-NEXT:  okk_bdc_avg_pool2d(4096, 2432, &(dim4){1, 3, 6, 8}, 3, 2, &(Padding){0, 0, 0, 0}, &(dim2){3, 2});
// CHECK-NEXT:  /* line 72: okk.compute */
// CHECK-NEXT:  use(4096, &(dim4){1, 3, 2, 4}, &(dim4){8, 8, 4, 1}, 4096, &(dim4){1, 3, 2, 4}, &(dim4){8, 8, 4, 1});
// CHECK-NEXT:  /* line 73: okk.pool2d */
// CHECK-NEXT:  okk_bdc_max_pool2d(4096, 2432, &(dim4){1, 3, 6, 8}, 2, 3, &(Padding){0, 1, 2, 0}, &(dim2){4, 2});
// CHECK-NEXT:  /* line 74: okk.compute */
// CHECK-NEXT:  use(4096, &(dim4){1, 3, 2, 4}, &(dim4){8, 8, 4, 1}, 4096, &(dim4){1, 3, 2, 4}, &(dim4){8, 8, 4, 1});
// CHECK-NEXT:  okk_poll();
