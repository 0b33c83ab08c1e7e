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
// CHECK-NEXT:  /* line 10: matmul m, l, r */
// CHECK-NEXT:  okk_bdc_matmul(m_addr, l_addr, r_addr, 0, 2, 8, 11, 2, 3, false, false);
// CHECK-NEXT:  /* line 11: compute m, m */
// CHECK-NEXT:  const dim4 m_shape = {.n = 2, .c = 4, .h = 1, .w = 3};
// CHECK-NEXT:  const dim4 m_stride = {.n = 32, .c = 3, .h = 3, .w = 1};
// CHECK-NEXT:  use(m_addr, &m_shape, &m_stride, m_addr, &m_shape, &m_stride);
// CHECK-NEXT:  /* line 12: matmul m, l, r, mb */
// CHECK-NEXT:  okk_bdc_matmul(m_addr, l_addr, r_addr, mb_addr, 2, 8, 11, 2, 3, true, true);
// CHECK-NEXT:  /* line 13: compute m, m */
// CHECK-NEXT:  use(m_addr, &m_shape, &m_stride, m_addr, &m_shape, &m_stride);
// CHECK-NEXT:  /* line 21: fixed_point h, a, u */
// CHECK-NEXT:  const dim4 h_shape = {.n = 6, .c = 2, .h = 1, .w = 3};
// CHECK-NEXT:  const dim4 u_stride = {.n = 3, .c = 3, .h = 3, .w = 1};
// CHECK-NEXT:  okk_bdc_fixed_point_packed_add(h_addr, a_addr, u_addr, &h_shape, &m_stride, &m_stride, &u_stride, S8_OP_U8_TO_S16, 3);
// CHECK-NEXT:  /* line 22: compute h, h */
// CHECK-NEXT:  const dim4 h_shape_2 = {.n = 3, .c = 2, .h = 1, .w = 3};
// CHECK-NEXT:  use(h_addr, &h_shape_2, &m_stride, h_addr, &h_shape_2, &m_stride);
// CHECK-NEXT:  /* line 23: fixed_point h, u */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_C_sub(h_addr, u_addr, -3, &h_shape, &m_stride, &u_stride, S8_OP_U8_TO_S16, 0);
// CHECK-NEXT:  /* line 24: compute h, h */
// CHECK-NEXT:  use(h_addr, &h_shape_2, &m_stride, h_addr, &h_shape_2, &m_stride);
// CHECK-NEXT:  /* line 25: fixed_point h, u */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_sub_C(h_addr, u_addr, -3, &h_shape, &m_stride, &u_stride, U8_OP_S8_TO_S16, 1);
// CHECK-NEXT:  /* line 26: compute h, h */
// CHECK-NEXT:  use(h_addr, &h_shape_2, &m_stride, h_addr, &h_shape_2, &m_stride);
// CHECK-NEXT:  /* line 27: fixed_point q, u */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_mul_C(q_addr, u_addr, 200, &h_shape, &u_stride, &u_stride, U8_OP_U8_TO_U16, 0);
// CHECK-NEXT:  /* line 28: compute q, q */
// CHECK-NEXT:  use(q_addr, &h_shape_2, &u_stride, q_addr, &h_shape_2, &u_stride);
// CHECK-NEXT:  /* line 29: fixed_point h, a, a */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_mac(h_addr, a_addr, a_addr, &h_shape, &m_stride, &m_stride, &m_stride, true,
// CHECK-NEXT:      S8_OP_S8_TO_S16, 2, 5);
// CHECK-NEXT:  /* line 30: compute h, h */
// CHECK-NEXT:  use(h_addr, &h_shape_2, &m_stride, h_addr, &h_shape_2, &m_stride);
// CHECK-NEXT:  /* line 31: fixed_point q, u */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_mac_C(q_addr, u_addr, 3, &h_shape, &u_stride, &u_stride, false, U8_OP_U8_TO_U16, 0, 0);
// CHECK-NEXT:  /* line 32: compute q, q */
// CHECK-NEXT:  use(q_addr, &h_shape_2, &u_stride, q_addr, &h_shape_2, &u_stride);
// CHECK-NEXT:  /* line 33: fixed_point h, h, h */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_max(h_addr, h_addr, h_addr, &h_shape, &m_stride, &m_stride, &m_stride, S16_OP_S16_TO_S16);
// CHECK-NEXT:  /* line 34: compute h, h */
// CHECK-NEXT:  use(h_addr, &h_shape_2, &m_stride, h_addr, &h_shape_2, &m_stride);
// CHECK-NEXT:  /* line 35: fixed_point q, q */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_min_C(q_addr, q_addr, 0, &h_shape, &u_stride, &u_stride, U16_OP_U16_TO_U16);
// CHECK-NEXT:  /* line 36: compute q, q */
// CHECK-NEXT:  use(q_addr, &h_shape_2, &u_stride, q_addr, &h_shape_2, &u_stride);
// CHECK-NEXT:  /* line 37: fixed_point h, h, h */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_16bit_arithmetic_shift(h_addr, h_addr, h_addr, &h_shape, &m_stride, &m_stride, &m_stride);
// CHECK-NEXT:  /* line 38: compute h, h */
// CHECK-NEXT:  use(h_addr, &h_shape_2, &m_stride, h_addr, &h_shape_2, &m_stride);
// CHECK-NEXT:  /* line 39: fixed_point q, q */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_16bit_logical_shift_C(q_addr, q_addr, -2, &h_shape, &u_stride, &u_stride);
// CHECK-NEXT:  /* line 40: compute q, q */
// CHECK-NEXT:  use(q_addr, &h_shape_2, &u_stride, q_addr, &h_shape_2, &u_stride);
// CHECK-NEXT:  /* line 41: fixed_point q, q */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_16bit_C_logical_shift(q_addr, q_addr, 300, &h_shape, &u_stride, &u_stride);
// CHECK-NEXT:  /* line 42: compute q, q */
// CHECK-NEXT:  use(q_addr, &h_shape_2, &u_stride, q_addr, &h_shape_2, &u_stride);
// CHECK-NEXT:  /* line 43: fixed_point a, h */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_16bit_split_high_8bit(a_addr, h_addr, &h_shape, &m_stride, &m_stride);
// CHECK-NEXT:  /* line 44: compute a, a */
// CHECK-NEXT:  const dim4 a_shape = {.n = 2, .c = 2, .h = 1, .w = 3};
// CHECK-NEXT:  use(a_addr, &a_shape, &m_stride, a_addr, &a_shape, &m_stride);
// CHECK-NEXT:  /* line 45: fixed_point u, h, wi */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_16bit_split_low_8bit(u_addr, h_addr, wi_addr, &h_shape, &u_stride, &m_stride, &m_stride);
// CHECK-NEXT:  /* line 46: compute u, u */
// CHECK-NEXT:  use(u_addr, &a_shape, &u_stride, u_addr, &a_shape, &u_stride);
// CHECK-NEXT:  /* line 47: fixed_point h, a, u, u */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_16bit_mul_8bit(h_addr, a_addr, u_addr, u_addr, &h_shape, &m_stride, &m_stride, &u_stride,
// CHECK-NEXT:      &u_stride, S16_MUL_U8_TO_S16, 7);
// CHECK-NEXT:  /* line 48: compute h, h */
// CHECK-NEXT:  use(h_addr, &h_shape_2, &m_stride, h_addr, &h_shape_2, &m_stride);
// CHECK-NEXT:  /* line 49: fixed_point q, u, u, u */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_16bit_mul_8bit(q_addr, u_addr, u_addr, u_addr, &h_shape, &u_stride, &u_stride, &u_stride,
// CHECK-NEXT:      &u_stride, U16_MUL_U8_TO_U16, 0);
// CHECK-NEXT:  /* line 50: compute q, q */
// CHECK-NEXT:  use(q_addr, &h_shape_2, &u_stride, q_addr, &h_shape_2, &u_stride);
// CHECK-NEXT:  /* line 51: fixed_point h, wi, u, q, wb, wu */
// CHECK-NEXT:  okk_bdc_fixed_point_packed_s16_mul_u8_to_s16(h_addr, wi_addr, u_addr, q_addr, wb_addr, wu_addr, &h_shape, &m_stride,
// CHECK-NEXT:      &m_stride, &u_stride, &u_stride, &m_stride, &u_stride, 4);
// CHECK-NEXT:  /* line 52: compute h, h */
// CHECK-NEXT:  use(h_addr, &h_shape_2, &m_stride, h_addr, &h_shape_2, &m_stride);
// CHECK-NEXT:  okk_poll();
