// RUN: optc export %s | FileCheck %s --match-full-lines --strict-whitespace

// Packs and fills of packed tensors: a copy for each place in a unit, or for each batch where planes have
// gaps; dummies get the byte that is asked for, and keep what they hold otherwise.
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @packed {
    %a = okk.alloc at 0 : !okk.local<6x5x2x3xi8, compact>
    %p = okk.alloc at 256 : !okk.local<6x5x2x3xi8, mode = n4, aligned>
    okk.pack %a to %p fill 7 : !okk.local<6x5x2x3xi8, compact> to !okk.local<6x5x2x3xi8, mode = n4, aligned>
    okk.compute "use"(%p) to (%p) : (!okk.local<6x5x2x3xi8, mode = n4, aligned>) -> !okk.local<6x5x2x3xi8, mode = n4, aligned>
    okk.unpack %p to %a : !okk.local<6x5x2x3xi8, mode = n4, aligned> to !okk.local<6x5x2x3xi8, compact>
    okk.compute "use"(%a) to (%a) : (!okk.local<6x5x2x3xi8, compact>) -> !okk.local<6x5x2x3xi8, compact>
    okk.fill %p, -3 : i8 : !okk.local<6x5x2x3xi8, mode = n4, aligned>
    okk.compute "use"(%p) to (%p) : (!okk.local<6x5x2x3xi8, mode = n4, aligned>) -> !okk.local<6x5x2x3xi8, mode = n4, aligned>
    %q = okk.alloc at 768 : !okk.local<4x5x2x3xi8, mode = n4, compact>
    okk.fill %q, 4 : i8 : !okk.local<4x5x2x3xi8, mode = n4, compact>
    okk.compute "use"(%q) to (%q) : (!okk.local<4x5x2x3xi8, mode = n4, compact>) -> !okk.local<4x5x2x3xi8, mode = n4, compact>
    %r = okk.alloc at 1024 : !okk.local<3x2x2x3xi8, mode = n4, compact>
    okk.fill %r, 5 : i8 : !okk.local<3x2x2x3xi8, mode = n4, compact>
    okk.compute "use"(%r) to (%r) : (!okk.local<3x2x2x3xi8, mode = n4, compact>) -> !okk.local<3x2x2x3xi8, mode = n4, compact>
    %s = okk.alloc at 1152 : !okk.local<3x2x2x3xui16, compact>
    %t = okk.alloc at 1280 : !okk.local<3x2x2x3xui16, mode = n2, strides[16, 16, 8, 1]>
    okk.pack %s to %t : !okk.local<3x2x2x3xui16, compact> to !okk.local<3x2x2x3xui16, mode = n2, strides[16, 16, 8, 1]>
    okk.compute "use"(%t) to (%t) : (!okk.local<3x2x2x3xui16, mode = n2, strides[16, 16, 8, 1]>) -> !okk.local<3x2x2x3xui16, mode = n2, strides[16, 16, 8, 1]>
    okk.unpack %t to %s : !okk.local<3x2x2x3xui16, mode = n2, strides[16, 16, 8, 1]> to !okk.local<3x2x2x3xui16, compact>
    okk.compute "use"(%s) to (%s) : (!okk.local<3x2x2x3xui16, compact>) -> !okk.local<3x2x2x3xui16, compact>
    okk.fill %t, 513 : ui16 : !okk.local<3x2x2x3xui16, mode = n2, strides[16, 16, 8, 1]>
    okk.compute "use"(%t) to (%t) : (!okk.local<3x2x2x3xui16, mode = n2, strides[16, 16, 8, 1]>) -> !okk.local<3x2x2x3xui16, mode = n2, strides[16, 16, 8, 1]>
    %u = okk.alloc at 1536 : !okk.local<3x2x1x3xui16, compact>
    %v = okk.alloc at 1664 : !okk.local<3x2x1x3xui16, mode = n2, strides[16, 16, 8, 1]>
    okk.pack %u to %v : !okk.local<3x2x1x3xui16, compact> to !okk.local<3x2x1x3xui16, mode = n2, strides[16, 16, 8, 1]>
    okk.compute "use"(%v) to (%v) : (!okk.local<3x2x1x3xui16, mode = n2, strides[16, 16, 8, 1]>) -> !okk.local<3x2x1x3xui16, mode = n2, strides[16, 16, 8, 1]>
    %w = okk.alloc at 1920 : !okk.local<1x2x2x3xf32, mode = ic2, compact>
    okk.fill %w, -1.0 : f32 : !okk.local<1x2x2x3xf32, mode = ic2, compact>
    okk.compute "use"(%w) to (%w) : (!okk.local<1x2x2x3xf32, mode = ic2, compact>) -> !okk.local<1x2x2x3xf32, mode = ic2, compact>
    %x = okk.alloc at 2048 : !okk.local<3x2x2x3xf32, compact>
    %y = okk.alloc at 2304 : !okk.local<3x2x2x3xf32, mode = ic2, compact>
    okk.pack %x to %y fill 255 : !okk.local<3x2x2x3xf32, compact> to !okk.local<3x2x2x3xf32, mode = ic2, compact>
    okk.compute "use"(%y) to (%y) : (!okk.local<3x2x2x3xf32, mode = ic2, compact>) -> !okk.local<3x2x2x3xf32, mode = ic2, compact>
    okk.fill %y, 1.0 : f32 : !okk.local<3x2x2x3xf32, mode = ic2, compact>
    okk.compute "use"(%y) to (%y) : (!okk.local<3x2x2x3xf32, mode = ic2, compact>) -> !okk.local<3x2x2x3xf32, mode = ic2, compact>
  }
}
// CHECK:  okk_initialize();
// CHECK-NEXT:  /* line 9: pack a to p */
// CHECK-NEXT:  const dim4 p_shape = {.n = 2, .c = 5, .h = 6, .w = 1};
// CHECK-NEXT:  const dim4 p_stride = {.n = 256, .c = 128, .h = 4, .w = 1};
// CHECK-NEXT:  const dim4 a_stride = {.n = 48, .c = 6, .h = 1, .w = 1};
// CHECK-NEXT:  okk_gdma_8bit_cpy_L2L(p_addr, a_addr, &p_shape, &p_stride, &a_stride);
// CHECK-NEXT:  okk_gdma_8bit_cpy_L2L(p_addr + 1, a_addr + 12, &p_shape, &p_stride, &a_stride);
// CHECK-NEXT:  const dim4 p_shape_2 = {.n = 1, .c = 5, .h = 6, .w = 1};
// CHECK-NEXT:  okk_gdma_8bit_cpy_L2L(p_addr + 2, a_addr + 24, &p_shape_2, &p_stride, &a_stride);
// CHECK-NEXT:  okk_gdma_8bit_cpy_L2L(p_addr + 3, a_addr + 36, &p_shape_2, &p_stride, &a_stride);
// CHECK-NEXT:  const dim4 p_shape_3 = {.n = 2, .c = 5, .h = 3, .w = 2};
// CHECK-NEXT:  const dim4 p_stride_2 = {.n = 12, .c = 128, .h = 4, .w = 1};
// CHECK-NEXT:  okk_gdma_8bit_set_C_local(p_addr + 258, (x8){.u8 = 0x7u}, &p_shape_3, &p_stride_2);
// CHECK-NEXT:  /* line 10: compute p, p */
// CHECK-NEXT:  const dim4 p_shape_4 = {.n = 2, .c = 5, .h = 2, .w = 3};
// CHECK-NEXT:  const dim4 p_stride_3 = {.n = 64, .c = 32, .h = 3, .w = 1};
// CHECK-NEXT:  use(p_addr, &p_shape_4, &p_stride_3, p_addr, &p_shape_4, &p_stride_3);
// CHECK-NEXT:  /* line 11: unpack p to a */
// CHECK-NEXT:  okk_gdma_8bit_cpy_L2L(a_addr, p_addr, &p_shape, &a_stride, &p_stride);
// CHECK-NEXT:  okk_gdma_8bit_cpy_L2L(a_addr + 12, p_addr + 1, &p_shape, &a_stride, &p_stride);
// CHECK-NEXT:  okk_gdma_8bit_cpy_L2L(a_addr + 24, p_addr + 2, &p_shape_2, &a_stride, &p_stride);
// CHECK-NEXT:  okk_gdma_8bit_cpy_L2L(a_addr + 36, p_addr + 3, &p_shape_2, &a_stride, &p_stride);
// CHECK-NEXT:  /* line 12: compute a, a */
// CHECK-NEXT:  const dim4 a_shape = {.n = 6, .c = 5, .h = 2, .w = 3};
// CHECK-NEXT:  const dim4 a_stride_2 = {.n = 12, .c = 6, .h = 3, .w = 1};
// CHECK-NEXT:  use(a_addr, &a_shape, &a_stride_2, a_addr, &a_shape, &a_stride_2);
// CHECK-NEXT:  /* line 13: fill p */
// CHECK-NEXT:  okk_gdma_8bit_set_C_local(p_addr + 256, (x8){.u8 = 0xfdu}, &p_shape_3, &p_stride_2);
// CHECK-NEXT:  const dim4 p_shape_5 = {.n = 1, .c = 5, .h = 2, .w = 3};
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(p_addr, (x32){.u32 = 0xfdfdfdfdu}, &p_shape_5, &p_stride_3);
// CHECK-NEXT:  /* line 14: compute p, p */
// CHECK-NEXT:  use(p_addr, &p_shape_4, &p_stride_3, p_addr, &p_shape_4, &p_stride_3);
// CHECK-NEXT:  /* line 16: fill q */
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(q_addr, (x32){.u32 = 0x4040404u}, &p_shape_5, &a_stride_2);
// CHECK-NEXT:  /* line 17: compute q, q */
// CHECK-NEXT:  use(q_addr, &p_shape_5, &a_stride_2, q_addr, &p_shape_5, &a_stride_2);
// CHECK-NEXT:  /* line 19: fill r */
// CHECK-NEXT:  const dim4 r_shape = {.n = 2, .c = 2, .h = 3, .w = 3};
// CHECK-NEXT:  const dim4 r_stride = {.n = 12, .c = 24, .h = 4, .w = 1};
// CHECK-NEXT:  okk_gdma_8bit_set_C_local(r_addr, (x8){.u8 = 0x5u}, &r_shape, &r_stride);
// CHECK-NEXT:  /* line 20: compute r, r */
// CHECK-NEXT:  const dim4 r_shape_2 = {.n = 1, .c = 2, .h = 2, .w = 3};
// CHECK-NEXT:  const dim4 r_stride_2 = {.n = 6, .c = 6, .h = 3, .w = 1};
// CHECK-NEXT:  use(r_addr, &r_shape_2, &r_stride_2, r_addr, &r_shape_2, &r_stride_2);
// CHECK-NEXT:  /* line 23: pack s to t */
// CHECK-NEXT:  const dim4 t_shape = {.n = 2, .c = 2, .h = 3, .w = 1};
// CHECK-NEXT:  const dim4 t_stride = {.n = 16, .c = 32, .h = 2, .w = 1};
// CHECK-NEXT:  const dim4 s_stride = {.n = 3, .c = 6, .h = 1, .w = 1};
// CHECK-NEXT:  okk_gdma_16bit_cpy_L2L(t_addr, s_addr, &t_shape, &t_stride, &s_stride);
// CHECK-NEXT:  okk_gdma_16bit_cpy_L2L(t_addr + 64, s_addr + 24, &t_shape, &t_stride, &s_stride);
// CHECK-NEXT:  okk_gdma_16bit_cpy_L2L(t_addr + 2, s_addr + 12, &t_shape, &t_stride, &s_stride);
// CHECK-NEXT:  const dim4 t_shape_2 = {.n = 2, .c = 2, .h = 3, .w = 2};
// CHECK-NEXT:  const dim4 t_stride_2 = {.n = 32, .c = 64, .h = 4, .w = 1};
// CHECK-NEXT:  okk_gdma_8bit_set_C_local(t_addr + 66, (x8){.u8 = 0x0u}, &t_shape_2, &t_stride_2);
// CHECK-NEXT:  /* line 24: compute t, t */
// CHECK-NEXT:  const dim4 t_shape_3 = {.n = 2, .c = 2, .h = 2, .w = 3};
// CHECK-NEXT:  const dim4 t_stride_3 = {.n = 16, .c = 16, .h = 8, .w = 1};
// CHECK-NEXT:  use(t_addr, &t_shape_3, &t_stride_3, t_addr, &t_shape_3, &t_stride_3);
// CHECK-NEXT:  /* line 25: unpack t to s */
// CHECK-NEXT:  okk_gdma_16bit_cpy_L2L(s_addr, t_addr, &t_shape, &s_stride, &t_stride);
// CHECK-NEXT:  okk_gdma_16bit_cpy_L2L(s_addr + 24, t_addr + 64, &t_shape, &s_stride, &t_stride);
// CHECK-NEXT:  okk_gdma_16bit_cpy_L2L(s_addr + 12, t_addr + 2, &t_shape, &s_stride, &t_stride);
// CHECK-NEXT:  /* line 26: compute s, s */
// CHECK-NEXT:  const dim4 s_shape = {.n = 3, .c = 2, .h = 2, .w = 3};
// CHECK-NEXT:  use(s_addr, &s_shape, &r_stride_2, s_addr, &s_shape, &r_stride_2);
// CHECK-NEXT:  /* line 27: fill t */
// CHECK-NEXT:  okk_gdma_16bit_set_C_local(t_addr + 64, (x16){.u16 = 0x201u}, &t_shape, &t_stride);
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(t_addr, (x32){.u32 = 0x2010201u}, &r_shape_2, &t_stride_3);
// CHECK-NEXT:  /* line 28: compute t, t */
// CHECK-NEXT:  use(t_addr, &t_shape_3, &t_stride_3, t_addr, &t_shape_3, &t_stride_3);
// CHECK-NEXT:  /* line 31: pack u to v */
// CHECK-NEXT:  const dim4 v_stride = {.n = 32, .c = 6, .h = 2, .w = 1};
// CHECK-NEXT:  const dim4 u_stride = {.n = 6, .c = 3, .h = 1, .w = 1};
// CHECK-NEXT:  okk_gdma_16bit_cpy_L2L(v_addr, u_addr, &t_shape, &v_stride, &u_stride);
// CHECK-NEXT:  const dim4 v_shape = {.n = 1, .c = 2, .h = 3, .w = 1};
// CHECK-NEXT:  okk_gdma_16bit_cpy_L2L(v_addr + 2, u_addr + 6, &v_shape, &v_stride, &u_stride);
// CHECK-NEXT:  const dim4 v_shape_2 = {.n = 1, .c = 2, .h = 3, .w = 2};
// CHECK-NEXT:  const dim4 v_stride_2 = {.n = 12, .c = 12, .h = 4, .w = 1};
// CHECK-NEXT:  okk_gdma_8bit_set_C_local(v_addr + 66, (x8){.u8 = 0x0u}, &v_shape_2, &v_stride_2);
// CHECK-NEXT:  /* line 32: compute v, v */
// CHECK-NEXT:  const dim4 v_shape_3 = {.n = 2, .c = 2, .h = 1, .w = 3};
// CHECK-NEXT:  const dim4 v_stride_3 = {.n = 16, .c = 3, .h = 3, .w = 1};
// CHECK-NEXT:  use(v_addr, &v_shape_3, &v_stride_3, v_addr, &v_shape_3, &v_stride_3);
// CHECK-NEXT:  /* line 34: fill w */
// CHECK-NEXT:  const dim4 w_stride = {.n = 6, .c = 12, .h = 2, .w = 1};
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(w_addr, (x32){.u32 = 0xbf800000u}, &t_shape, &w_stride);
// CHECK-NEXT:  /* line 35: compute w, w */
// CHECK-NEXT:  use(w_addr, &r_shape_2, &r_stride_2, w_addr, &r_shape_2, &r_stride_2);
// CHECK-NEXT:  /* line 38: pack x to y */
// CHECK-NEXT:  const dim4 y_shape = {.n = 2, .c = 2, .h = 6, .w = 1};
// CHECK-NEXT:  const dim4 y_stride = {.n = 12, .c = 12, .h = 2, .w = 1};
// CHECK-NEXT:  const dim4 x_stride = {.n = 12, .c = 6, .h = 1, .w = 1};
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(y_addr, x_addr, &y_shape, &y_stride, &x_stride);
// CHECK-NEXT:  const dim4 y_shape_2 = {.n = 1, .c = 2, .h = 6, .w = 1};
// CHECK-NEXT:  okk_gdma_32bit_cpy_L2L(y_addr + 4, x_addr + 24, &y_shape_2, &y_stride, &x_stride);
// CHECK-NEXT:  const dim4 y_shape_3 = {.n = 2, .c = 2, .h = 3, .w = 4};
// CHECK-NEXT:  const dim4 y_stride_2 = {.n = 24, .c = 48, .h = 8, .w = 1};
// CHECK-NEXT:  okk_gdma_8bit_set_C_local(y_addr + 52, (x8){.u8 = 0xffu}, &y_shape_3, &y_stride_2);
// CHECK-NEXT:  /* line 39: compute y, y */
// CHECK-NEXT:  use(y_addr, &t_shape_3, &r_stride_2, y_addr, &t_shape_3, &r_stride_2);
// CHECK-NEXT:  /* line 40: fill y */
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(y_addr + 48, (x32){.u32 = 0x3f800000u}, &t_shape, &w_stride);
// CHECK-NEXT:  const dim4 y_shape_4 = {.n = 1, .c = 2, .h = 2, .w = 6};
// CHECK-NEXT:  const dim4 y_stride_3 = {.n = 12, .c = 12, .h = 6, .w = 1};
// CHECK-NEXT:  okk_gdma_32bit_set_C_local(y_addr, (x32){.u32 = 0x3f800000u}, &y_shape_4, &y_stride_3);
// CHECK-NEXT:  /* line 41: compute y, y */
// CHECK-NEXT:  use(y_addr, &t_shape_3, &r_stride_2, y_addr, &t_shape_3, &r_stride_2);
// CHECK-NEXT:  okk_poll();
