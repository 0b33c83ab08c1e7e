// RUN: optc %s --okk-check-domains --verify-diagnostics

// The domain of a power is about the exponent times the logarithm of the base: 38 · log 10 is 87.5, 40 · log 10 is 92.1.
!f = !okk.local<1x1x1x4xf32, aligned>
!x = !okk.sys<1x1x1x4xf32, continuous>
!c = !okk.local<1x64x1x32xf32, aligned>
!e = !okk.local<1x64x1x192xf32, aligned>
module attributes {okk.machine = #okk.machine<bm1684x>} {
  okk.kernel @powers {
    %x = okk.sys_buffer "x" range [-9.0, 38.0] : !x
    %y = okk.sys_buffer "y" range [-9.0, 40.0] : !x
    %a = okk.alloc : !f
    %b = okk.alloc : !f
    %w = okk.alloc : !f
    %v = okk.alloc : !f
    %c = okk.alloc : !c
    %e = okk.alloc : !e
    okk.table exp_coeff %c : !c
    okk.table exp_table %e : !e
    okk.load %x to %a : !x to !f
    okk.math exp_base %b, %a scalar 10.0 : f32 tables %c, %e work %w, %v : !f, !f tables !c, !e work !f, !f
    okk.load %y to %a : !x to !f
    okk.math exp_base %b, %a scalar 2.0 : f32 tables %c, %e work %w, %v : !f, !f tables !c, !e work !f, !f
    // expected-error @+2 {{'okk.math' op may get numbers from -20.723267 to 92.10341, but the chip computes 'exp_base' for numbers from -3.4028235e+38 to 88 [okk.domain]}}
    // expected-note @below {{each number is the source times the natural logarithm of the base}}
    okk.math exp_base %b, %a scalar 10.0 : f32 tables %c, %e work %w, %v : !f, !f tables !c, !e work !f, !f
  }
}
