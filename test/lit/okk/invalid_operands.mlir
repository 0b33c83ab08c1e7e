// RUN: optc %s --verify-diagnostics

// What the verifiers of operations on tensors refuse, a kernel for each.
!f = !okk.local<1x3x4x5xf32, aligned>
!n = !okk.local<1x3x4x5xi32, aligned>
!i8 = !okk.local<6x5x4x5xi8, mode = n4, aligned>
!u8 = !okk.local<6x5x4x5xui8, mode = n4, aligned>
!i16 = !okk.local<6x5x4x5xi16, mode = n2, aligned>
!u16 = !okk.local<6x5x4x5xui16, mode = n2, aligned>
!g = !okk.sys<1x3x4x5xf32, continuous>

module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @reversed_without_number {
    %a = okk.alloc : !f
    %b = okk.alloc : !f
    %c = okk.alloc : !f
    // expected-error @below {{'okk.eltwise' op 'reversed' says that a number is the first source, but there is none [okk.bad-op]}}
    okk.eltwise sub %a, %b, %c reversed : !f, !f, !f
  }

  okk.kernel @no_reversed_form {
    %a = okk.alloc : !f
    %b = okk.alloc : !f
    // expected-error @below {{'okk.eltwise' op 'add' has no form with a number as its first source [okk.bad-op]}}
    okk.eltwise add %a, %b scalar 1.0 : f32 reversed : !f, !f
  }

  okk.kernel @no_form_with_a_number {
    %a = okk.alloc : !f
    %b = okk.alloc : !f
    // expected-error @below {{'okk.eltwise' op 'relu' has no form with a number [okk.bad-op]}}
    okk.eltwise relu %a, %b scalar 1.0 : f32 : !f, !f
  }

  okk.kernel @scalar_type {
    %a = okk.alloc : !f
    %b = okk.alloc : !f
    // expected-error @below {{'okk.eltwise' op expected a number of type f32, but got '1 : i32' [okk.dtype-mismatch]}}
    okk.eltwise add %a, %b scalar 1 : i32 : !f, !f
  }

  okk.kernel @select_two {
    %a = okk.alloc : !f
    %b = okk.alloc : !f
    %c = okk.alloc : !f
    // expected-error @below {{'okk.select' op expected 3 or 4 tensors and numbers, but got 2 [okk.bad-op]}}
    okk.select greater %c, %a, %b : !f, !f, !f
  }

  okk.kernel @select_two_numbers {
    %c = okk.alloc : !f
    // expected-error @below {{'okk.select' op expected a tensor to compare, but got two numbers [okk.bad-op]}}
    "okk.select"(%c) <{predicate = "greater", constants = [0.0 : f32, 1.0 : f32, 2.0 : f32]}> : (!f) -> ()
  }

  okk.kernel @select_no_choice {
    %a = okk.alloc : !f
    %b = okk.alloc : !f
    %c = okk.alloc : !f
    // expected-error @below {{'okk.select' op expected a number where nothing is given for the other elements; name both choices [okk.bad-op]}}
    okk.select greater %c, %a, 0.0 : f32, %b : !f, !f, !f
  }

  okk.kernel @select_number {
    %a = okk.alloc : !f
    %c = okk.alloc : !f
    // expected-error @below {{'okk.select' op expected a number of type f32, but got '0 : i32' [okk.dtype-mismatch]}}
    okk.select greater %c, %a, 0 : i32, 1.0 : f32 : !f, !f
  }

  okk.kernel @select_choice {
    %a = okk.alloc : !f
    %b = okk.alloc : !f
    %c = okk.alloc : !f
    // expected-error @below {{'okk.select' op expected a number of type f32, but got '1 : i32' [okk.dtype-mismatch]}}
    okk.select greater %c, %a, %b, 1 : i32 : !f, !f, !f
  }

  okk.kernel @select_sources {
    %a = okk.alloc : !f
    %c = okk.alloc : !f
    // expected-error @below {{'okk.select' op expected 2 sources, but got 1 [okk.bad-op]}}
    "okk.select"(%c, %a) <{predicate = "greater", constants = [unit, unit, 1.0 : f32]}> : (!f, !f) -> ()
  }

  okk.kernel @select_text {
    %a = okk.alloc : !f
    %c = okk.alloc : !f
    // expected-error @below {{'okk.select' op expected tensors and numbers, but got '"b"' [okk.bad-op]}}
    "okk.select"(%c, %a) <{predicate = "greater", constants = [unit, "b", 1.0 : f32]}> : (!f, !f) -> ()
  }

  okk.kernel @needs_work {
    %a = okk.alloc : !f
    %b = okk.alloc : !f
    // expected-error @below {{'okk.function' op 'sigmoid' needs a work buffer [okk.bad-op]}}
    okk.function sigmoid %b, %a : !f, !f
  }

  okk.kernel @takes_no_work {
    %a = okk.alloc : !f
    %b = okk.alloc : !f
    %c = okk.alloc : !f
    // expected-error @below {{'okk.function' op 'taylor_exp' takes no work buffer [okk.bad-op]}}
    okk.function taylor_exp %b, %a work %c series 10 : !f, !f, !f
  }

  okk.kernel @needs_series {
    %a = okk.alloc : !f
    %b = okk.alloc : !f
    // expected-error @below {{'okk.function' op 'taylor_exp' needs the number of terms of its series, at least 1 [okk.bad-op]}}
    okk.function taylor_exp %b, %a : !f, !f
  }

  okk.kernel @takes_no_series {
    %a = okk.alloc : !f
    %b = okk.alloc : !f
    %c = okk.alloc : !f
    // expected-error @below {{'okk.function' op 'sigmoid' takes no number of terms [okk.bad-op]}}
    okk.function sigmoid %b, %a work %c series 3 : !f, !f, !f
  }

  okk.kernel @work_is_source {
    %a = okk.alloc at 0 : !f
    %b = okk.alloc at 128 : !f
    // expected-error @below {{'okk.function' op work buffer '%a' and operand '%a' share bytes (NPU 0, offsets [0, 80)) [okk.operand-overlap]}}
    okk.function sigmoid %b, %a work %a : !f, !f, !f
  }

  okk.kernel @shift_range {
    %a = okk.alloc : !i16
    %b = okk.alloc : !i8
    %c = okk.alloc : !i8
    // expected-error @below {{'okk.fixed_point' op expected shifts in [0, 31], but got 0 to the left and 32 to the right [okk.value-range]}}
    okk.fixed_point mul %a, %b, %c rshift 32 : !i16, !i8, !i8
  }

  okk.kernel @negative_shift {
    %a = okk.alloc : !i16
    %b = okk.alloc : !i8
    %c = okk.alloc : !i8
    // expected-error @below {{'okk.fixed_point' op expected shifts in [0, 31], but got -1 to the left and 0 to the right [okk.value-range]}}
    okk.fixed_point mac %a, %b, %c lshift -1 : !i16, !i8, !i8
  }

  okk.kernel @no_left_shift {
    %a = okk.alloc : !i16
    %b = okk.alloc : !i8
    %c = okk.alloc : !i8
    // expected-error @below {{'okk.fixed_point' op 'mul' takes no shift to the left [okk.bad-op]}}
    okk.fixed_point mul %a, %b, %c lshift 1 : !i16, !i8, !i8
  }

  okk.kernel @no_right_shift {
    %a = okk.alloc : !i16
    %b = okk.alloc : !i8
    // expected-error @below {{'okk.fixed_point' op 'split_high' takes no shift to the right [okk.bad-op]}}
    okk.fixed_point split_high %b, %a rshift 1 : !i8, !i16
  }

  okk.kernel @signed_result {
    %b = okk.alloc : !i8
    %c = okk.alloc : !i8
    %v = okk.alloc : !u16
    // expected-error @below {{'okk.fixed_point' op 'mul' of signed sources has a signed result, but the destination is ui16 [okk.dtype-mismatch]}}
    okk.fixed_point mul %v, %b, %c : !u16, !i8, !i8
  }

  okk.kernel @signed_number {
    %u = okk.alloc : !u8
    // expected-error @below {{'okk.fixed_point' op 'add' of signed sources has a signed result, but the destination is ui8 [okk.dtype-mismatch]}}
    okk.fixed_point add %u, %u scalar -3 : i32 : !u8, !u8
  }

  okk.kernel @unsigned_result {
    %a = okk.alloc : !i16
    %u = okk.alloc : !u8
    %v = okk.alloc : !u8
    %w = okk.alloc : !u8
    // expected-error @below {{'okk.fixed_point' op 'mul_16x8' of unsigned sources has an unsigned result, but the destination is i16 [okk.dtype-mismatch]}}
    okk.fixed_point mul_16x8 %a, %u, %v, %w : !i16, !u8, !u8, !u8
  }

  okk.kernel @number_range {
    %b = okk.alloc : !i8
    // expected-error @below {{'okk.fixed_point' op expected a number of 8 bits, in [-128, 255], but got 256 [okk.value-range]}}
    okk.fixed_point add %b, %b scalar 256 : i32 : !i8, !i8
  }

  okk.kernel @number_range_below {
    %b = okk.alloc : !i8
    // expected-error @below {{'okk.fixed_point' op expected a number of 8 bits, in [-128, 255], but got -129 [okk.value-range]}}
    okk.fixed_point add %b, %b scalar -129 : i32 : !i8, !i8
  }

  okk.kernel @number_text {
    %b = okk.alloc : !i8
    // expected-error @below {{'okk.fixed_point' op expected an integer, but got '1.000000e+00 : f32' [okk.dtype-mismatch]}}
    okk.fixed_point add %b, %b scalar 1.0 : f32 : !i8, !i8
  }

  okk.kernel @wide_operand {
    // expected-note @below {{operand #0 is defined here, as !okk.local<1x3x4x5xi32, aligned>}}
    %f = okk.alloc : !n
    // expected-error @below {{'okk.fixed_point' op expected 8- or 16-bit elements for 'fixed_point', but operand #0 has i32 [okk.dtype-mismatch]}}
    okk.fixed_point add %f, %f scalar 1 : i32 : !n, !n
  }

  okk.kernel @works_overlap {
    %a = okk.alloc at 0 : !i16
    %d = okk.alloc at 768 : !i16
    %u = okk.alloc at 1536 : !u8
    %w = okk.alloc at 2048 : !i16
    %b = okk.alloc at 2816 : !i8
    %v = okk.alloc at 2816 : !u8
    // expected-error @below {{'okk.fixed_point' op work buffer '%v' and operand '%b' share bytes (NPU 0, offsets [2816, 2896)) [okk.operand-overlap]}}
    okk.fixed_point mul_s16_u8 %a, %d, %u, %w, %b, %v rshift 4 : !i16, !i16, !u8, !i16, !i8, !u8
  }

  okk.kernel @no_destination {
    %a = okk.alloc : !f
    // expected-error @below {{'okk.compute' op expected a destination [okk.bad-op]}}
    "okk.compute"(%a) <{callee = "f", operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%x: f32):
      "okk.yield"() : () -> ()
    }) : (!f) -> ()
  }

  okk.kernel @fill_type {
    %a = okk.alloc : !f
    // expected-error @below {{'okk.fill' op expected a number of type f32, but got '1 : i32' [okk.dtype-mismatch]}}
    okk.fill %a, 1 : i32 : !f
  }

  okk.kernel @copy_of_parts {
    %a = okk.alloc : !f
    %b = okk.alloc : !n
    // expected-error @below {{'okk.copy' op expected a source of i32, like the destination, but got f32; a copy converts no elements [okk.dtype-mismatch]}}
    okk.copy %a to %b : !f to !n
  }
}
