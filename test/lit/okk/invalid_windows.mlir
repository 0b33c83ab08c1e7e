// RUN: optc %s --verify-diagnostics

// The bounds of the numbers of windows, of shifts and of series, a kernel for each.
!f = !okk.local<1x3x4x5xf32, aligned>
!x = !okk.local<1x3x8x8xf32, aligned>
!w = !okk.local<3x5x3x3xf32, mode = ic2, compact>
!y = !okk.local<1x5x6x6xf32, aligned>
!i8 = !okk.local<6x5x4x5xi8, mode = n4, aligned>
!u8 = !okk.local<6x5x4x5xui8, mode = n4, aligned>
!i16 = !okk.local<6x5x4x5xi16, mode = n2, aligned>
!u16 = !okk.local<6x5x4x5xui16, mode = n2, aligned>
!h = !okk.local<6x5x4x5xf16, aligned>

module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @windows {
    %x = okk.alloc : !x
    %w = okk.alloc : !w
    %y = okk.alloc : !y
    okk.conv2d %y, %x, %w padding [0, 0, 0, 0] stride [1, 1] dilation [1, 1] : !y, !x, !w
    %y46 = okk.alloc : !okk.local<1x5x4x6xf32, aligned>
    okk.conv2d %y46, %x, %w dilation [2, 1] : !okk.local<1x5x4x6xf32, aligned>, !x, !w
    %y78 = okk.alloc : !okk.local<1x5x7x8xf32, aligned>
    okk.conv2d %y78, %x, %w padding [1, 0, 0, 2] : !okk.local<1x5x7x8xf32, aligned>, !x, !w
    %y26 = okk.alloc : !okk.local<1x5x2x6xf32, aligned>
    okk.conv2d %y26, %x, %w padding [15, 0, 0, 0] stride [15, 1] : !okk.local<1x5x2x6xf32, aligned>, !x, !w
    okk.pool2d max %x, %x kernel [1, 1] : !x, !x
  }

  okk.kernel @large_padding {
    %x = okk.alloc : !x
    %w = okk.alloc : !w
    %y = okk.alloc : !y
    // expected-note @+2 {{paddings and strides are at most 15, dilations at most 16}}
    // expected-error @+1 {{'okk.conv2d' op expected numbers of at most 15 for 'padding', but got [0, 16, 0, 0]}}
    okk.conv2d %y, %x, %w padding [0, 16, 0, 0] : !y, !x, !w
  }

  okk.kernel @large_stride {
    %x = okk.alloc : !x
    // expected-note @+2 {{paddings and strides are at most 15, dilations at most 16}}
    // expected-error @+1 {{'okk.pool2d' op expected numbers of at most 15 for 'stride', but got [1, 16]}}
    okk.pool2d max %x, %x kernel [1, 1] stride [1, 16] : !x, !x
  }

  okk.kernel @large_dilation {
    %x = okk.alloc : !x
    %w = okk.alloc : !w
    %y = okk.alloc : !y
    // expected-note @+2 {{paddings and strides are at most 15, dilations at most 16}}
    // expected-error @+1 {{'okk.conv2d' op expected numbers of at most 16 for 'dilation', but got [17, 1]}}
    okk.conv2d %y, %x, %w dilation [17, 1] : !y, !x, !w
  }

  okk.kernel @three_paddings {
    %x = okk.alloc : !x
    %w = okk.alloc : !w
    %y = okk.alloc : !y
    // expected-error @below {{'okk.conv2d' op expected 4 numbers of at least 0 for 'padding', but got [0, 0, 0] [okk.bad-window]}}
    okk.conv2d %y, %x, %w padding [0, 0, 0] : !y, !x, !w
  }

  okk.kernel @five_paddings {
    %x = okk.alloc : !x
    %w = okk.alloc : !w
    %y = okk.alloc : !y
    // expected-error @below {{'okk.conv2d' op expected 4 numbers of at least 0 for 'padding', but got [0, 0, 0, 0, 0] [okk.bad-window]}}
    okk.conv2d %y, %x, %w padding [0, 0, 0, 0, 0] : !y, !x, !w
  }

  okk.kernel @negative_padding {
    %x = okk.alloc : !x
    %w = okk.alloc : !w
    %y = okk.alloc : !y
    // expected-error @below {{'okk.conv2d' op expected 4 numbers of at least 0 for 'padding', but got [0, 0, 0, -1] [okk.bad-window]}}
    okk.conv2d %y, %x, %w padding [0, 0, 0, -1] : !y, !x, !w
  }

  okk.kernel @far_padding {
    %x = okk.alloc : !x
    %w = okk.alloc : !w
    %y = okk.alloc : !y
    // expected-error @below {{'okk.conv2d' op expected 4 numbers of at least 0 for 'padding', but got [0, 2147483648, 0, 0] [okk.bad-window]}}
    okk.conv2d %y, %x, %w padding [0, 2147483648, 0, 0] : !y, !x, !w
  }

  okk.kernel @no_stride {
    %x = okk.alloc : !x
    %w = okk.alloc : !w
    %y = okk.alloc : !y
    // expected-error @below {{'okk.conv2d' op expected 2 numbers of at least 1 for 'stride', but got [1, 0] [okk.bad-window]}}
    okk.conv2d %y, %x, %w stride [1, 0] : !y, !x, !w
  }

  okk.kernel @three_strides {
    %x = okk.alloc : !x
    %w = okk.alloc : !w
    %y = okk.alloc : !y
    // expected-error @below {{'okk.conv2d' op expected 2 numbers of at least 1 for 'stride', but got [1, 1, 1] [okk.bad-window]}}
    okk.conv2d %y, %x, %w stride [1, 1, 1] : !y, !x, !w
  }

  okk.kernel @one_dilation {
    %x = okk.alloc : !x
    %w = okk.alloc : !w
    %y = okk.alloc : !y
    // expected-error @below {{'okk.conv2d' op expected 2 numbers of at least 1 for 'dilation', but got [1] [okk.bad-window]}}
    okk.conv2d %y, %x, %w dilation [1] : !y, !x, !w
  }

  okk.kernel @no_dilation {
    %x = okk.alloc : !x
    %w = okk.alloc : !w
    %y = okk.alloc : !y
    // expected-error @below {{'okk.conv2d' op expected 2 numbers of at least 1 for 'dilation', but got [0, 1] [okk.bad-window]}}
    okk.conv2d %y, %x, %w dilation [0, 1] : !y, !x, !w
  }

  okk.kernel @three_kernel_extents {
    %x = okk.alloc : !x
    // expected-error @below {{'okk.pool2d' op expected 2 numbers of at least 1 for 'kernel', but got [1, 1, 1] [okk.bad-window]}}
    okk.pool2d max %x, %x kernel [1, 1, 1] : !x, !x
  }

  okk.kernel @fixed_point {
    %a = okk.alloc at 0 : !i16
    %b = okk.alloc : !i8
    %u = okk.alloc : !u8
    %v = okk.alloc : !u16
    okk.fixed_point add %a, %a scalar 3 : i32 : !i16, !i16
    okk.fixed_point mac %a, %b, %b lshift 31 rshift 31 : !i16, !i8, !i8
    okk.fixed_point add %u, %u scalar 0 : i32 : !u8, !u8
    okk.fixed_point logical_shift %v, %v scalar -3 : i32 : !u16, !u16
    okk.fixed_point split_high %u, %a : !u8, !i16
    okk.fixed_point mul_16x8 %v, %u, %b, %u : !u16, !u8, !i8, !u8
    okk.fixed_point mul_16x8 %a, %b, %u, %u : !i16, !i8, !u8, !u8
    okk.fixed_point mul_16x8 %a, %u, %u, %b : !i16, !u8, !u8, !i8
  }

  okk.kernel @far_left_shift {
    %a = okk.alloc : !i16
    %b = okk.alloc : !i8
    // expected-error @below {{'okk.fixed_point' op expected shifts in [0, 31], but got 32 to the left and 0 to the right [okk.value-range]}}
    okk.fixed_point mac %a, %b, %b lshift 32 : !i16, !i8, !i8
  }

  okk.kernel @negative_right_shift {
    %a = okk.alloc : !i16
    %b = okk.alloc : !i8
    // expected-error @below {{'okk.fixed_point' op expected shifts in [0, 31], but got 0 to the left and -1 to the right [okk.value-range]}}
    okk.fixed_point mac %a, %b, %b rshift -1 : !i16, !i8, !i8
  }

  okk.kernel @fixed_point_of_floats {
    %a = okk.alloc : !i16
    // expected-note @below {{operand #1 is defined here, as !okk.local<6x5x4x5xf16, aligned>}}
    %h = okk.alloc : !h
    // expected-error @below {{'okk.fixed_point' op expected elements of type i16 or ui16 or i8 or ui8 for operand #1 of 'fixed_point', but got f16 [okk.dtype-mismatch]}}
    okk.fixed_point add %a, %h, %a : !i16, !h, !i16
  }

  okk.kernel @shift_of_bytes {
    %a = okk.alloc : !i16
    // expected-note @below {{operand #1 is defined here, as !okk.local<6x5x4x5xi8, mode = n4, aligned>}}
    %b = okk.alloc : !i8
    // expected-error @below {{'okk.fixed_point' op expected elements of type i16 or ui16 for operand #1 of 'fixed_point', but got i8 in mode n4 [okk.dtype-mismatch]}}
    okk.fixed_point logical_shift %a, %b, %b : !i16, !i8, !i8
  }

  okk.kernel @signed_high_bytes {
    %b = okk.alloc : !i8
    %u = okk.alloc : !u8
    %v = okk.alloc : !u16
    // expected-error @below {{'okk.fixed_point' op 'mul_16x8' of signed sources has a signed result, but the destination is ui16 [okk.dtype-mismatch]}}
    okk.fixed_point mul_16x8 %v, %b, %u, %u : !u16, !i8, !u8, !u8
  }

  okk.kernel @product_in_place {
    // expected-note @below {{operand #1 is defined here, as !okk.local<6x5x4x5xi16, mode = n2, aligned>}}
    %a = okk.alloc at 0 : !i16
    %u = okk.alloc at 1536 : !u8
    %w = okk.alloc at 2048 : !i16
    %b = okk.alloc at 2816 : !i8
    %v = okk.alloc at 3328 : !u8
    // expected-error @below {{'okk.fixed_point' op destination '%a' and operand #1 '%a' share bytes (NPU 0, offsets [0, 80)) [okk.operand-overlap]}}
    okk.fixed_point mul_s16_u8 %a, %a, %u, %w, %b, %v : !i16, !i16, !u8, !i16, !i8, !u8
  }

  okk.kernel @functions {
    %a = okk.alloc : !f
    okk.function taylor_exp %a, %a series 1 : !f, !f
    // Where a tensor with an open layout lies says nothing yet about the bytes that it takes.
    %o = okk.alloc at 0 : !okk.local<1x3x4x5xf32, auto>
    %w = okk.alloc at 0 : !f
    okk.function sigmoid %a, %o work %w : !f, !okk.local<1x3x4x5xf32, auto>, !f
    okk.function sigmoid %a, %w work %o : !f, !f, !okk.local<1x3x4x5xf32, auto>
  }

  okk.kernel @no_terms {
    %a = okk.alloc : !f
    // expected-error @below {{'okk.function' op 'taylor_exp' needs the number of terms of its series, at least 1 [okk.bad-op]}}
    okk.function taylor_exp %a, %a series 0 : !f, !f
  }

  okk.kernel @five_choices {
    %a = okk.alloc : !f
    // expected-error @below {{'okk.select' op expected 3 or 4 tensors and numbers, but got 5 [okk.bad-op]}}
    okk.select equal %a, %a, %a, %a, %a, %a : !f, !f, !f, !f, !f, !f
  }

  okk.kernel @second_destination {
    // expected-note @below {{operand #2 is defined here, as !okk.local<1x3x4x5xf32, aligned>}}
    %s = okk.alloc at 0 : !f
    %d = okk.alloc at 256 : !f
    %e = okk.alloc at 76 : !okk.local<1x3x4x5xf32, compact>
    // expected-error @below {{'okk.compute' op destination '%e' and operand #2 '%s' share bytes (NPU 0, offsets [76, 80)) [okk.operand-overlap]}}
    // expected-note @below {{the destination may be an operand, with the same address and strides, or lie apart from it}}
    okk.compute "f"(%s) to (%d, %e) : (!f) -> (!f, !okk.local<1x3x4x5xf32, compact>)
  }

  okk.kernel @code_of_two_blocks {
    %a = okk.alloc : !f
    %n = okk.alloc : !okk.local<1x3x4x5xi32, aligned>
    okk.compute "f"(%a) to (%n) : (!f) -> !okk.local<1x3x4x5xi32, aligned> {
    ^bb0(%x: f32):
      cf.br ^bb1
    ^bb1:
      // expected-error @below {{'okk.yield' op expected values (i32), which are elements of the destinations, but got (f32) [okk.dtype-mismatch]}}
      okk.yield %x : f32
    }
  }

  okk.kernel @product_of_tensors {
    // expected-note @below {{operand #0 is defined here, as !okk.local<1x3x4x5xf32, aligned>}}
    %a = okk.alloc : !f
    // expected-error @below {{'okk.matmul' op operand #0 must be in matrix layout [okk.layout-required]}}
    okk.matmul %a, %a, %a : !f, !f, !f
  }

  okk.kernel @function_of_matrices {
    // expected-note @below {{operand #0 is defined here, as !okk.matrix<2x8xf32, w = 2>}}
    %a = okk.alloc : !okk.matrix<2x8xf32, w = 2>
    // expected-error @below {{'okk.function' op operand #0 must be in aligned layout [okk.layout-required]}}
    okk.function sqrt %a, %a : !okk.matrix<2x8xf32, w = 2>, !okk.matrix<2x8xf32, w = 2>
  }

  okk.kernel @compact_where_aligned_is {
    %a = okk.alloc at 128 : !okk.local<1x3x4x8xf32, compact>
    okk.function sqrt %a, %a : !okk.local<1x3x4x8xf32, compact>, !okk.local<1x3x4x8xf32, compact>
  }

  okk.kernel @compact_beside_it {
    // expected-note @below {{operand #0 is defined here, as !okk.local<1x3x4x8xf32, compact>}}
    %a = okk.alloc at 132 : !okk.local<1x3x4x8xf32, compact>
    // expected-error @below {{'okk.function' op operand #0 must be in aligned layout [okk.layout-required]}}
    okk.function sqrt %a, %a : !okk.local<1x3x4x8xf32, compact>, !okk.local<1x3x4x8xf32, compact>
  }
}
