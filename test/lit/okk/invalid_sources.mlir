// RUN: optc %s --verify-diagnostics

// What the verifiers of operations on tensors ask of their operands, a kernel for each.
!f = !okk.local<1x3x4x5xf32, aligned>
!n = !okk.local<1x3x4x5xi32, aligned>
!c = !okk.local<1x3x4x5xf32, compact>
!cc = !okk.local<2x3x4x5xf32, compact>
!q = !okk.local<1x3x4x5xf32, compact, start = 1>
!w = !okk.local<1x3x4x4xf32, aligned>
!s = !okk.local<2x3x4x5xf32, strides[60, 60, 15, 3]>
!b = !okk.local<2x3x4x5xi8, aligned>
!bc = !okk.local<2x3x4x5xi8, compact>
!fb = !okk.local<2x3x4x5xf32, aligned>
!u = !okk.local<1x3x4x5xui8, aligned>
!i8 = !okk.local<6x5x4x5xi8, mode = n4, aligned>
!u8 = !okk.local<6x5x4x5xui8, mode = n4, aligned>
!i16 = !okk.local<6x5x4x5xi16, mode = n2, aligned>
!u16 = !okk.local<6x5x4x5xui16, mode = n2, aligned>
!g = !okk.sys<1x3x4x5xf32, continuous>

module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @fine {
    %a = okk.alloc : !i16
    %b = okk.alloc : !i8
    okk.fixed_point split_low %b, %a, %a : !i8, !i16, !i16
    okk.fixed_point arithmetic_shift %a, %a, %a : !i16, !i16, !i16
    okk.fixed_point add %a, %b scalar -128 : i32 : !i16, !i8
    okk.fixed_point add %a, %b scalar 255 : i32 : !i16, !i8
    okk.fixed_point add %a, %a scalar 65535 : i32 : !i16, !i16
    okk.fixed_point add %a, %a scalar -32768 : i32 rshift 31 : !i16, !i16
    %n = okk.alloc : !n
    %f = okk.alloc : !f
    %c = okk.alloc : !c
    %d = okk.alloc : !q
    okk.select greater %f, %c, 1.0 : f32, 2.0 : f32 : !f, !c
    okk.select greater %n, %f, %f, 2 : i32, 3 : i32 : !n, !f, !f
    okk.select greater %n, %f, 1.0 : f32, %n, %n : !n, !f, !n, !n
    okk.compute "f"(%f) to (%f) {aligned} : (!f) -> !f
    okk.compute "f"(%d) to (%f) : (!q) -> !f
    %w = okk.alloc : !w
    okk.compute "f"(%f) to (%w) : (!f) -> !w
    %u = okk.alloc : !u
    okk.compute "f"(%u) to (%n) : (!u) -> !n {
    ^bb0(%x: i8):
      %y = arith.extui %x : i8 to i32
      okk.yield %y : i32
    }
  }

  okk.kernel @work_of_another_function {
    %a = okk.alloc at 0 : !f
    // expected-note @below {{operand #2 is defined here, as !okk.local<1x3x4x5xf32, aligned>}}
    %b = okk.alloc at 1024 : !f
    // expected-error @below {{'okk.function' op destination '%b' and operand #2 '%b' share bytes (NPU 0, offsets [1024, 1104)) [okk.operand-overlap]}}
    okk.function sigmoid %b, %a work %b : !f, !f, !f
  }

  okk.kernel @store_far {
    %x = okk.sys_buffer "x" : !g
    // expected-error @below {{'okk.alloc' op type says start NPU 0, but address 16380 lies in NPU 3 [okk.start-attr]}}
    %a = okk.alloc at 16380 : !f
    okk.store %a to %x : !f to !g
  }

  okk.kernel @four_choices {
    // expected-note @below {{operand #1 is defined here, as !okk.local<2x3x4x5xf32, compact>}}
    %a = okk.alloc : !cc
    %b = okk.alloc : !fb
    // expected-error @below {{'okk.select' op operand #1 must be in aligned layout [okk.layout-required]}}
    okk.select greater %b, %a, 1.0 : f32, 2.0 : f32, 3.0 : f32 : !fb, !cc
  }

  okk.kernel @compared_integers {
    // expected-note @below {{operand #1 is defined here, as !okk.local<1x3x4x5xi32, aligned>}}
    %n = okk.alloc : !n
    %a = okk.alloc : !f
    // expected-error @below {{'okk.select' op expected elements of type f32 for operand #1 of 'select', but got i32 [okk.dtype-mismatch]}}
    okk.select greater %n, %n, %a, 2 : i32, 3 : i32 : !n, !n, !f
  }

  okk.kernel @compared_with_integers {
    // expected-note @below {{operand #2 is defined here, as !okk.local<1x3x4x5xi32, aligned>}}
    %n = okk.alloc : !n
    %a = okk.alloc : !f
    // expected-error @below {{'okk.select' op expected elements of type f32 for operand #2 of 'select', but got i32 [okk.dtype-mismatch]}}
    okk.select greater %n, %a, %n, 2 : i32, 3 : i32 : !n, !f, !n
  }

  okk.kernel @chosen_bytes {
    // expected-note @below {{operand #2 is defined here, as !okk.local<2x3x4x5xi8, compact>}}
    %b = okk.alloc : !bc
    %a = okk.alloc : !fb
    // expected-error @below {{'okk.select' op expected elements of type f32 or i32 or ui32 for operand #2 of 'select', but got i8 [okk.dtype-mismatch]}}
    okk.select greater %a, %a, 1.0 : f32, %b, 2.0 : f32 : !fb, !fb, !bc
  }

  okk.kernel @int8_layout {
    // expected-note @below {{operand #1 is defined here, as !okk.local<2x3x4x5xi8, compact>}}
    %a = okk.alloc : !bc
    %b = okk.alloc : !fb
    %w = okk.alloc : !fb
    // expected-error @below {{'okk.int8_to_fp32' op operand #1 must be in aligned layout [okk.layout-required]}}
    okk.int8_to_fp32 %b, %a, %w : !fb, !bc, !fb
  }

  okk.kernel @int8_gaps {
    %a = okk.alloc : !b
    // expected-note @below {{operand #0 is defined here, as !okk.local<2x3x4x5xf32, strides[60, 60, 15, 3]>}}
    %b = okk.alloc : !s
    %w = okk.alloc : !fb
    // expected-error @below {{'okk.int8_to_fp32' op operand #0 must be in aligned layout [okk.layout-required]}}
    okk.int8_to_fp32 %b, %a, %w : !s, !b, !fb
  }

  okk.kernel @int8_work_gaps {
    %a = okk.alloc : !b
    %b = okk.alloc : !fb
    // expected-note @below {{operand #2 is defined here, as !okk.local<2x3x4x5xf32, strides[60, 60, 15, 3]>}}
    %w = okk.alloc : !s
    // expected-error @below {{'okk.int8_to_fp32' op operand #2 must be in aligned layout [okk.layout-required]}}
    okk.int8_to_fp32 %b, %a, %w : !fb, !b, !s
  }

  okk.kernel @int8_of_floats {
    // expected-note @below {{operand #1 is defined here, as !okk.local<2x3x4x5xf32, aligned>}}
    %a = okk.alloc : !fb
    %b = okk.alloc : !fb
    %w = okk.alloc : !fb
    // expected-error @below {{'okk.int8_to_fp32' op expected elements of type i8 or ui8 for operand #1 of 'int8_to_fp32', but got f32 [okk.dtype-mismatch]}}
    okk.int8_to_fp32 %b, %a, %w : !fb, !fb, !fb
  }

  okk.kernel @int8_work_is_source {
    %a = okk.alloc at 0 : !b
    %b = okk.alloc at 512 : !fb
    %w = okk.alloc at 128 : !fb
    // expected-error @below {{'okk.int8_to_fp32' op work buffer '%w' and operand '%a' share bytes (NPU 0, offsets [128, 148)) [okk.operand-overlap]}}
    okk.int8_to_fp32 %b, %a, %w : !fb, !b, !fb
  }

  okk.kernel @shift_of_bytes {
    %a = okk.alloc : !i16
    // expected-note @below {{operand #0 is defined here, as !okk.local<6x5x4x5xi8, mode = n4, aligned>}}
    %b = okk.alloc : !i8
    // expected-error @below {{'okk.fixed_point' op expected elements of type i16 or ui16 for operand #0 of 'fixed_point', but got i8 in mode n4 [okk.dtype-mismatch]}}
    okk.fixed_point arithmetic_shift %b, %a, %a : !i8, !i16, !i16
  }

  okk.kernel @shift_by_bytes {
    %a = okk.alloc : !i16
    // expected-note @below {{operand #2 is defined here, as !okk.local<6x5x4x5xi8, mode = n4, aligned>}}
    %b = okk.alloc : !i8
    // expected-error @below {{'okk.fixed_point' op expected elements of type i16 or ui16 for operand #2 of 'fixed_point', but got i8 in mode n4 [okk.dtype-mismatch]}}
    okk.fixed_point arithmetic_shift %a, %a, %b : !i16, !i16, !i8
  }

  okk.kernel @sources_of_two_widths {
    %a = okk.alloc : !i16
    // expected-note @below {{operand #2 is defined here, as !okk.local<6x5x4x5xi8, mode = n4, aligned>}}
    %b = okk.alloc : !i8
    // expected-error @below {{'okk.fixed_point' op expected elements of type i16 or ui16 for operand #2 of 'fixed_point', but got i8 in mode n4 [okk.dtype-mismatch]}}
    okk.fixed_point add %a, %a, %b : !i16, !i16, !i8
  }

  okk.kernel @wide_number {
    %a = okk.alloc : !i16
    // expected-error @below {{'okk.fixed_point' op expected a number of 16 bits, in [-32768, 65535], but got 65536 [okk.value-range]}}
    okk.fixed_point add %a, %a scalar 65536 : i32 : !i16, !i16
  }

  okk.kernel @wide_negative_number {
    %a = okk.alloc : !i16
    // expected-error @below {{'okk.fixed_point' op expected a number of 16 bits, in [-32768, 65535], but got -32769 [okk.value-range]}}
    okk.fixed_point add %a, %a scalar -32769 : i32 : !i16, !i16
  }

  okk.kernel @work_is_first_source {
    %a = okk.alloc at 0 : !i16
    %d = okk.alloc at 768 : !i16
    %u = okk.alloc at 1536 : !u8
    %b = okk.alloc at 2816 : !i8
    %v = okk.alloc at 3328 : !u8
    // expected-error @below {{'okk.fixed_point' op work buffer '%d' and operand '%d' share bytes (NPU 0, offsets [768, 848)) [okk.operand-overlap]}}
    okk.fixed_point mul_s16_u8 %a, %d, %u, %d, %b, %v rshift 4 : !i16, !i16, !u8, !i16, !i8, !u8
  }

  okk.kernel @work_is_second_source {
    %a = okk.alloc at 0 : !i16
    %d = okk.alloc at 768 : !i16
    %u = okk.alloc at 1536 : !u8
    %w = okk.alloc at 2048 : !i16
    %b = okk.alloc at 2816 : !i8
    // expected-error @below {{'okk.fixed_point' op work buffer '%u' and operand '%u' share bytes (NPU 0, offsets [1536, 1616)) [okk.operand-overlap]}}
    okk.fixed_point mul_s16_u8 %a, %d, %u, %w, %b, %u rshift 4 : !i16, !i16, !u8, !i16, !i8, !u8
  }

  okk.kernel @code_arguments {
    %a = okk.alloc : !f
    %b = okk.alloc : !n
    // expected-error @below {{'okk.compute' op expected arguments (f32) of the code, which are elements of the sources, but got (i32) [okk.dtype-mismatch]}}
    okk.compute "f"(%a) to (%b) : (!f) -> !n {
    ^bb0(%x: i32):
      okk.yield %x : i32
    }
  }

  okk.kernel @code_results {
    %a = okk.alloc : !f
    %b = okk.alloc : !n
    okk.compute "f"(%a) to (%b) : (!f) -> !n {
    ^bb0(%x: f32):
      // expected-error @below {{'okk.yield' op expected values (i32), which are elements of the destinations, but got (f32) [okk.dtype-mismatch]}}
      okk.yield %x : f32
    }
  }

  okk.kernel @code_shapes {
    // expected-note @below {{operand #1 is defined here, as !okk.local<1x3x4x5xf32, aligned>}}
    %a = okk.alloc : !f
    %b = okk.alloc : !w
    // expected-error @below {{'okk.compute' op shapes (1,3,4,4) and (1,3,4,5) differ [okk.shape-mismatch]}}
    okk.compute "f"(%a) to (%b) : (!f) -> !w {
    ^bb0(%x: f32):
      okk.yield %x : f32
    }
  }

  okk.kernel @compute_layout {
    %a = okk.alloc : !fb
    // expected-note @below {{operand #1 is defined here, as !okk.local<2x3x4x5xf32, compact>}}
    %d = okk.alloc : !cc
    // expected-error @below {{'okk.compute' op operand #1 must be in aligned layout [okk.layout-required]}}
    okk.compute "f"(%d) to (%a) {aligned} : (!cc) -> !fb
  }

  okk.kernel @compute_start {
    %a = okk.alloc : !f
    // expected-note @below {{operand #1 is defined here, as !okk.local<1x3x4x5xf32, compact, start = 1>}}
    %d = okk.alloc : !q
    // expected-error @below {{'okk.compute' op expected operands that start at the same NPU, but they start at NPU 0 and NPU 1 [okk.start-mismatch]}}
    // expected-note @below {{without 'start = 1' in its type operand #1 starts at NPU 0 like operand #0}}
    okk.compute "f"(%d) to (%a) {same_start} : (!q) -> !f
  }

  okk.kernel @compute_first_npu {
    // expected-note @below {{operand #0 is defined here, as !okk.local<1x3x4x5xf32, compact, start = 1>}}
    %d = okk.alloc : !q
    // expected-error @below {{'okk.compute' op operands of 'f' must start at NPU 0, not 1 [okk.start-not-first]}}
    okk.compute "f"(%d) to (%d) {first_npu} : (!q) -> !q
  }

  okk.kernel @compute_overlap {
    // expected-note @below {{operand #1 is defined here, as !okk.local<1x3x4x5xf32, aligned>}}
    %e = okk.alloc at 0 : !f
    %g = okk.alloc at 4 : !c
    // expected-error @below {{'okk.compute' op destination '%g' and operand #1 '%e' share bytes (NPU 0, offsets [4, 80)) [okk.operand-overlap]}}
    // expected-note @below {{the destination may be an operand, with the same address and strides, or lie apart from it}}
    okk.compute "f"(%e) to (%g) : (!f) -> !c
  }

  okk.kernel @compute_to_two {
    %e = okk.alloc at 0 : !f
    // expected-note @below {{operand #1 is defined here, as !okk.local<1x3x4x5xf32, compact>}}
    %g = okk.alloc at 76 : !c
    // expected-error @below {{'okk.compute' op destination '%e' and operand #1 '%g' share bytes (NPU 0, offsets [76, 80)) [okk.operand-overlap]}}
    // expected-note @below {{the destination may be an operand, with the same address and strides, or lie apart from it}}
    okk.compute "f"() to (%e, %g) : () -> (!f, !c)
  }
}
