// RUN: optc export %s | FileCheck %s --match-full-lines --strict-whitespace

// The calls of matrices and of packed integers.
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @packed_calls {
    %l = okk.alloc at 0 : !okk.matrix<2x8xf32, w = 2>
    %r = okk.alloc at 256 : !okk.matrix<8x11xf32, w = 3>
    %m = okk.alloc at 1280 : !okk.matrix<2x11xf32, w = 3>
    %mb = okk.alloc at 1536 : !okk.matrix<1x11xf32, w = 3>
    okk.matmul %m, %l, %r : !okk.matrix<2x11xf32, w = 3>, !okk.matrix<2x8xf32, w = 2>, !okk.matrix<8x11xf32, w = 3>
    okk.compute "use"(%m) to (%m) : (!okk.matrix<2x11xf32, w = 3>) -> !okk.matrix<2x11xf32, w = 3>
    okk.matmul %m, %l, %r bias %mb result_add : !okk.matrix<2x11xf32, w = 3>, !okk.matrix<2x8xf32, w = 2>, !okk.matrix<8x11xf32, w = 3>, !okk.matrix<1x11xf32, w = 3>
    okk.compute "use"(%m) to (%m) : (!okk.matrix<2x11xf32, w = 3>) -> !okk.matrix<2x11xf32, w = 3>
    %a = okk.alloc at 1664 : !okk.local<6x2x1x3xi8, mode = n4, aligned>
    %u = okk.alloc at 1920 : !okk.local<6x2x1x3xui8, mode = n4, compact>
    %h = okk.alloc at 2048 : !okk.local<6x2x1x3xi16, mode = n2, aligned>
    %q = okk.alloc at 2432 : !okk.local<6x2x1x3xui16, mode = n2, compact>
    %wi = okk.alloc at 2560 : !okk.local<6x2x1x3xi16, mode = n2, aligned>
    %wb = okk.alloc at 2944 : !okk.local<6x2x1x3xi8, mode = n4, aligned>
    %wu = okk.alloc at 3200 : !okk.local<6x2x1x3xui8, mode = n4, compact>
    okk.fixed_point add %h, %a, %u rshift 3 : !okk.local<6x2x1x3xi16, mode = n2, aligned>, !okk.local<6x2x1x3xi8, mode = n4, aligned>, !okk.local<6x2x1x3xui8, mode = n4, compact>
    okk.compute "use"(%h) to (%h) : (!okk.local<6x2x1x3xi16, mode = n2, aligned>) -> !okk.local<6x2x1x3xi16, mode = n2, aligned>
    okk.fixed_point sub %h, %u scalar -3 : i32 reversed : !okk.local<6x2x1x3xi16, mode = n2, aligned>, !okk.local<6x2x1x3xui8, mode = n4, compact>
    okk.compute "use"(%h) to (%h) : (!okk.local<6x2x1x3xi16, mode = n2, aligned>) -> !okk.local<6x2x1x3xi16, mode = n2, aligned>
    okk.fixed_point sub %h, %u scalar -3 : i32 rshift 1 : !okk.local<6x2x1x3xi16, mode = n2, aligned>, !okk.local<6x2x1x3xui8, mode = n4, compact>
    okk.compute "use"(%h) to (%h) : (!okk.local<6x2x1x3xi16, mode = n2, aligned>) -> !okk.local<6x2x1x3xi16, mode = n2, aligned>
    okk.fixed_point mul %q, %u scalar 200 : i32 : !okk.local<6x2x1x3xui16, mode = n2, compact>, !okk.local<6x2x1x3xui8, mode = n4, compact>
    okk.compute "use"(%q) to (%q) : (!okk.local<6x2x1x3xui16, mode = n2, compact>) -> !okk.local<6x2x1x3xui16, mode = n2, compact>
    okk.fixed_point mac %h, %a, %a lshift 2 rshift 5 : !okk.local<6x2x1x3xi16, mode = n2, aligned>, !okk.local<6x2x1x3xi8, mode = n4, aligned>, !okk.local<6x2x1x3xi8, mode = n4, aligned>
    okk.compute "use"(%h) to (%h) : (!okk.local<6x2x1x3xi16, mode = n2, aligned>) -> !okk.local<6x2x1x3xi16, mode = n2, aligned>
    okk.fixed_point mac %q, %u scalar 3 : i32 : !okk.local<6x2x1x3xui16, mode = n2, compact>, !okk.local<6x2x1x3xui8, mode = n4, compact>
    okk.compute "use"(%q) to (%q) : (!okk.local<6x2x1x3xui16, mode = n2, compact>) -> !okk.local<6x2x1x3xui16, mode = n2, compact>
    okk.fixed_point max %h, %h, %h : !okk.local<6x2x1x3xi16, mode = n2, aligned>, !okk.local<6x2x1x3xi16, mode = n2, aligned>, !okk.local<6x2x1x3xi16, mode = n2, aligned>
    okk.compute "use"(%h) to (%h) : (!okk.local<6x2x1x3xi16, mode = n2, aligned>) -> !okk.local<6x2x1x3xi16, mode = n2, aligned>
    okk.fixed_point min %q, %q scalar 0 : i32 : !okk.local<6x2x1x3xui16, mode = n2, compact>, !okk.local<6x2x1x3xui16, mode = n2, compact>
    okk.compute "use"(%q) to (%q) : (!okk.local<6x2x1x3xui16, mode = n2, compact>) -> !okk.local<6x2x1x3xui16, mode = n2, compact>
    okk.fixed_point arithmetic_shift %h, %h, %h : !okk.local<6x2x1x3xi16, mode = n2, aligned>, !okk.local<6x2x1x3xi16, mode = n2, aligned>, !okk.local<6x2x1x3xi16, mode = n2, aligned>
    okk.compute "use"(%h) to (%h) : (!okk.local<6x2x1x3xi16, mode = n2, aligned>) -> !okk.local<6x2x1x3xi16, mode = n2, aligned>
    okk.fixed_point logical_shift %q, %q scalar -2 : i32 : !okk.local<6x2x1x3xui16, mode = n2, compact>, !okk.local<6x2x1x3xui16, mode = n2, compact>
    okk.compute "use"(%q) to (%q) : (!okk.local<6x2x1x3xui16, mode = n2, compact>) -> !okk.local<6x2x1x3xui16, mode = n2, compact>
    okk.fixed_point logical_shift %q, %q scalar 300 : i32 reversed : !okk.local<6x2x1x3xui16, mode = n2, compact>, !okk.local<6x2x1x3xui16, mode = n2, compact>
    okk.compute "use"(%q) to (%q) : (!okk.local<6x2x1x3xui16, mode = n2, compact>) -> !okk.local<6x2x1x3xui16, mode = n2, compact>
    okk.fixed_point split_high %a, %h : !okk.local<6x2x1x3xi8, mode = n4, aligned>, !okk.local<6x2x1x3xi16, mode = n2, aligned>
    okk.compute "use"(%a) to (%a) : (!okk.local<6x2x1x3xi8, mode = n4, aligned>) -> !okk.local<6x2x1x3xi8, mode = n4, aligned>
    okk.fixed_point split_low %u, %h, %wi : !okk.local<6x2x1x3xui8, mode = n4, compact>, !okk.local<6x2x1x3xi16, mode = n2, aligned>, !okk.local<6x2x1x3xi16, mode = n2, aligned>
    okk.compute "use"(%u) to (%u) : (!okk.local<6x2x1x3xui8, mode = n4, compact>) -> !okk.local<6x2x1x3xui8, mode = n4, compact>
    okk.fixed_point mul_16x8 %h, %a, %u, %u rshift 7 : !okk.local<6x2x1x3xi16, mode = n2, aligned>, !okk.local<6x2x1x3xi8, mode = n4, aligned>, !okk.local<6x2x1x3xui8, mode = n4, compact>, !okk.local<6x2x1x3xui8, mode = n4, compact>
    okk.compute "use"(%h) to (%h) : (!okk.local<6x2x1x3xi16, mode = n2, aligned>) -> !okk.local<6x2x1x3xi16, mode = n2, aligned>
    okk.fixed_point mul_16x8 %q, %u, %u, %u : !okk.local<6x2x1x3xui16, mode = n2, compact>, !okk.local<6x2x1x3xui8, mode = n4, compact>, !okk.local<6x2x1x3xui8, mode = n4, compact>, !okk.local<6x2x1x3xui8, mode = n4, compact>
    okk.compute "use"(%q) to (%q) : (!okk.local<6x2x1x3xui16, mode = n2, compact>) -> !okk.local<6x2x1x3xui16, mode = n2, compact>
    okk.fixed_point mul_s16_u8 %h, %wi, %u, %q, %wb, %wu rshift 4 : !okk.local<6x2x1x3xi16, mode = n2, aligned>, !okk.local<6x2x1x3xi16, mode = n2, aligned>, !okk.local<6x2x1x3xui8, mode = n4, compact>, !okk.local<6x2x1x3xui16, mode = n2, compact>, !okk.local<6x2x1x3xi8, mode = n4, aligned>, !okk.local<6x2x1x3xui8, mode = n4, compact>
    okk.compute "use"(%h) to (%h) : (!okk.local<6x2x1x3xi16, mode = n2, aligned>) -> !okk.local<6x2x1x3xi16, mode = n2, aligned>
  }
}

// CHECK:  okk_initialize();
// CHECK-NEXT:  /* line 10: okk.matmul */
// CHECK-NEXT:  okk_bdc_matmul(1280, 0, 256, 0, 2, 8, 11, 2, 3, false, false);
// CHECK-NEXT:  /* line 11: okk.compute */
// CHECK-NEXT:  use(1280, &(dim4){2, 4, 1, 3}, &(dim4){32, 3, 3, 1}, 1280, &(dim4){2, 4, 1, 3}, &(dim4){32, 3, 3, 1});
// CHECK-NEXT:  /* line 12: okk.matmul */
// CHECK-NEXT:  okk_bdc_matmul(1280, 0, 256, 1536, 2, 8, 11, 2, 3, true, true);
// CHECK-NEXT:  /* line 13: okk.compute */
// CHECK-NEXT:  use(1280, &(dim4){2, 4, 1, 3}, &(dim4){32, 3, 3, 1}, 1280, &(dim4){2, 4, 1, 3}, &(dim4){32, 3, 3, 1});
// CHECK-NEXT:  /* line 21: okk.fixed_point */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_add(2048, 1664, 1920, &(dim4){6, 2, 1, 3}, &(dim4){32, 3, 3, 1}, &(dim4){32, 3, 3, 1},
// CHECK-NEXT:      &(dim4){3, 3, 3, 1}, S8_OP_U8_TO_S16, 3);
// CHECK-NEXT:  /* line 22: okk.compute */
// CHECK-NEXT:  use(2048, &(dim4){3, 2, 1, 3}, &(dim4){32, 3, 3, 1}, 2048, &(dim4){3, 2, 1, 3}, &(dim4){32, 3, 3, 1});
// CHECK-NEXT:  /* line 23: okk.fixed_point */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_C_sub(2048, 1920, -3, &(dim4){6, 2, 1, 3}, &(dim4){32, 3, 3, 1}, &(dim4){3, 3, 3, 1},
// CHECK-NEXT:      S8_OP_U8_TO_S16, 0);
// CHECK-NEXT:  /* line 24: okk.compute */
// CHECK-NEXT:  use(2048, &(dim4){3, 2, 1, 3}, &(dim4){32, 3, 3, 1}, 2048, &(dim4){3, 2, 1, 3}, &(dim4){32, 3, 3, 1});
// CHECK-NEXT:  /* line 25: okk.fixed_point */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_sub_C(2048, 1920, -3, &(dim4){6, 2, 1, 3}, &(dim4){32, 3, 3, 1}, &(dim4){3, 3, 3, 1},
// CHECK-NEXT:      U8_OP_S8_TO_S16, 1);
// CHECK-NEXT:  /* line 26: okk.compute */
// CHECK-NEXT:  use(2048, &(dim4){3, 2, 1, 3}, &(dim4){32, 3, 3, 1}, 2048, &(dim4){3, 2, 1, 3}, &(dim4){32, 3, 3, 1});
// CHECK-NEXT:  /* line 27: okk.fixed_point */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_mul_C(2432, 1920, 200, &(dim4){6, 2, 1, 3}, &(dim4){3, 3, 3, 1}, &(dim4){3, 3, 3, 1},
// CHECK-NEXT:      U8_OP_U8_TO_U16, 0);
// CHECK-NEXT:  /* line 28: okk.compute */
// CHECK-NEXT:  use(2432, &(dim4){3, 2, 1, 3}, &(dim4){3, 3, 3, 1}, 2432, &(dim4){3, 2, 1, 3}, &(dim4){3, 3, 3, 1});
// CHECK-NEXT:  /* line 29: okk.fixed_point */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_mac(2048, 1664, 1664, &(dim4){6, 2, 1, 3}, &(dim4){32, 3, 3, 1}, &(dim4){32, 3, 3, 1},
// CHECK-NEXT:      &(dim4){32, 3, 3, 1}, true, S8_OP_S8_TO_S16, 2, 5);
// CHECK-NEXT:  /* line 30: okk.compute */
// CHECK-NEXT:  use(2048, &(dim4){3, 2, 1, 3}, &(dim4){32, 3, 3, 1}, 2048, &(dim4){3, 2, 1, 3}, &(dim4){32, 3, 3, 1});
// CHECK-NEXT:  /* line 31: okk.fixed_point */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_mac_C(2432, 1920, 3, &(dim4){6, 2, 1, 3}, &(dim4){3, 3, 3, 1}, &(dim4){3, 3, 3, 1}, false,
// CHECK-NEXT:      U8_OP_U8_TO_U16, 0, 0);
// CHECK-NEXT:  /* line 32: okk.compute */
// CHECK-NEXT:  use(2432, &(dim4){3, 2, 1, 3}, &(dim4){3, 3, 3, 1}, 2432, &(dim4){3, 2, 1, 3}, &(dim4){3, 3, 3, 1});
// CHECK-NEXT:  /* line 33: okk.fixed_point */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_max(2048, 2048, 2048, &(dim4){6, 2, 1, 3}, &(dim4){32, 3, 3, 1}, &(dim4){32, 3, 3, 1},
// CHECK-NEXT:      &(dim4){32, 3, 3, 1}, S16_OP_S16_TO_S16);
// CHECK-NEXT:  /* line 34: okk.compute */
// CHECK-NEXT:  use(2048, &(dim4){3, 2, 1, 3}, &(dim4){32, 3, 3, 1}, 2048, &(dim4){3, 2, 1, 3}, &(dim4){32, 3, 3, 1});
// CHECK-NEXT:  /* line 35: okk.fixed_point */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_min_C(2432, 2432, 0, &(dim4){6, 2, 1, 3}, &(dim4){3, 3, 3, 1}, &(dim4){3, 3, 3, 1},
// CHECK-NEXT:      U16_OP_U16_TO_U16);
// CHECK-NEXT:  /* line 36: okk.compute */
// CHECK-NEXT:  use(2432, &(dim4){3, 2, 1, 3}, &(dim4){3, 3, 3, 1}, 2432, &(dim4){3, 2, 1, 3}, &(dim4){3, 3, 3, 1});
// CHECK-NEXT:  /* line 37: okk.fixed_point */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_16bit_arithmetic_shift(2048, 2048, 2048, &(dim4){6, 2, 1, 3}, &(dim4){32, 3, 3, 1},
// CHECK-NEXT:      &(dim4){32, 3, 3, 1}, &(dim4){32, 3, 3, 1});
// CHECK-NEXT:  /* line 38: okk.compute */
// CHECK-NEXT:  use(2048, &(dim4){3, 2, 1, 3}, &(dim4){32, 3, 3, 1}, 2048, &(dim4){3, 2, 1, 3}, &(dim4){32, 3, 3, 1});
// CHECK-NEXT:  /* line 39: okk.fixed_point */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_16bit_logical_shift_C(2432, 2432, -2, &(dim4){6, 2, 1, 3}, &(dim4){3, 3, 3, 1},
// CHECK-NEXT:      &(dim4){3, 3, 3, 1});
// CHECK-NEXT:  /* line 40: okk.compute */
// CHECK-NEXT:  use(2432, &(dim4){3, 2, 1, 3}, &(dim4){3, 3, 3, 1}, 2432, &(dim4){3, 2, 1, 3}, &(dim4){3, 3, 3, 1});
// CHECK-NEXT:  /* line 41: okk.fixed_point */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_16bit_C_logical_shift(2432, 2432, 300, &(dim4){6, 2, 1, 3}, &(dim4){3, 3, 3, 1},
// CHECK-NEXT:      &(dim4){3, 3, 3, 1});
// CHECK-NEXT:  /* line 42: okk.compute */
// CHECK-NEXT:  use(2432, &(dim4){3, 2, 1, 3}, &(dim4){3, 3, 3, 1}, 2432, &(dim4){3, 2, 1, 3}, &(dim4){3, 3, 3, 1});
// CHECK-NEXT:  /* line 43: okk.fixed_point */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_16bit_split_high_8bit(1664, 2048, &(dim4){6, 2, 1, 3}, &(dim4){32, 3, 3, 1},
// CHECK-NEXT:      &(dim4){32, 3, 3, 1});
// CHECK-NEXT:  /* line 44: okk.compute */
// CHECK-NEXT:  use(1664, &(dim4){2, 2, 1, 3}, &(dim4){32, 3, 3, 1}, 1664, &(dim4){2, 2, 1, 3}, &(dim4){32, 3, 3, 1});
// CHECK-NEXT:  /* line 45: okk.fixed_point */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_16bit_split_low_8bit(1920, 2048, 2560, &(dim4){6, 2, 1, 3}, &(dim4){3, 3, 3, 1},
// CHECK-NEXT:      &(dim4){32, 3, 3, 1}, &(dim4){32, 3, 3, 1});
// CHECK-NEXT:  /* line 46: okk.compute */
// CHECK-NEXT:  use(1920, &(dim4){2, 2, 1, 3}, &(dim4){3, 3, 3, 1}, 1920, &(dim4){2, 2, 1, 3}, &(dim4){3, 3, 3, 1});
// CHECK-NEXT:  /* line 47: okk.fixed_point */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_16bit_mul_8bit(2048, 1664, 1920, 1920, &(dim4){6, 2, 1, 3}, &(dim4){32, 3, 3, 1},
// CHECK-NEXT:      &(dim4){32, 3, 3, 1}, &(dim4){3, 3, 3, 1}, &(dim4){3, 3, 3, 1}, S16_MUL_U8_TO_S16, 7);
// CHECK-NEXT:  /* line 48: okk.compute */
// CHECK-NEXT:  use(2048, &(dim4){3, 2, 1, 3}, &(dim4){32, 3, 3, 1}, 2048, &(dim4){3, 2, 1, 3}, &(dim4){32, 3, 3, 1});
// CHECK-NEXT:  /* line 49: okk.fixed_point */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_16bit_mul_8bit(2432, 1920, 1920, 1920, &(dim4){6, 2, 1, 3}, &(dim4){3, 3, 3, 1},
// CHECK-NEXT:      &(dim4){3, 3, 3, 1}, &(dim4){3, 3, 3, 1}, &(dim4){3, 3, 3, 1}, U16_MUL_U8_TO_U16, 0);
// CHECK-NEXT:  /* line 50: okk.compute */
// CHECK-NEXT:  use(2432, &(dim4){3, 2, 1, 3}, &(dim4){3, 3, 3, 1}, 2432, &(dim4){3, 2, 1, 3}, &(dim4){3, 3, 3, 1});
// CHECK-NEXT:  /* line 51: okk.fixed_point */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_s16_mul_u8_to_s16(2048, 2560, 1920, 2432, 2944, 3200, &(dim4){6, 2, 1, 3},
// CHECK-NEXT:      &(dim4){32, 3, 3, 1}, &(dim4){32, 3, 3, 1}, &(dim4){3, 3, 3, 1}, &(dim4){3, 3, 3, 1}, &(dim4){32, 3, 3, 1},
// CHECK-NEXT:      &(dim4){3, 3, 3, 1}, 4);
// CHECK-NEXT:  /* line 52: okk.compute */
// CHECK-NEXT:  use(2048, &(dim4){3, 2, 1, 3}, &(dim4){32, 3, 3, 1}, 2048, &(dim4){3, 2, 1, 3}, &(dim4){32, 3, 3, 1});
// CHECK-NEXT:  okk_poll();
