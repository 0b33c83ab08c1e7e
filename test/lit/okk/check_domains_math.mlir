// RUN: optc %s --okk-check-domains --verify-diagnostics

// The pass knows the results of okk.math, of casts from smaller floats, and of gathers: here of a softmax of logits of f16, and its
// logarithm.
!h = !okk.local<1x3x1x4xf16, aligned>
!f = !okk.local<1x3x1x4xf32, aligned>
!x = !okk.sys<1x3x1x4xf16, continuous>
!i = !okk.sys<1x4x1x1xui16, continuous>
!list = !okk.local<1x4x1x1xui16, compact>
!c = !okk.local<1x64x1x32xf32, aligned>
!e = !okk.local<1x64x1x192xf32, aligned>
module attributes {okk.machine = #okk.machine<bm1684x>} {
  okk.kernel @logarithms {
    %x = okk.sys_buffer "x" range [-20.0, 20.0] : !x
    %i = okk.sys_buffer "i" : !i
    %t = okk.alloc : !h
    %g = okk.alloc : !f
    %a = okk.alloc : !f
    %b = okk.alloc : !f
    %w = okk.alloc : !f
    %v = okk.alloc : !f
    %list = okk.alloc : !list
    %c = okk.alloc : !c
    %e = okk.alloc : !e
    %l = okk.alloc : !c
    %s = okk.alloc : !c
    okk.table exp_coeff %c : !c
    okk.table exp_table %e : !e
    okk.table log_coeff %l : !c
    okk.table sin_coeff %s : !c
    okk.load %x to %t : !x to !h
    okk.load %i to %list : !i to !list
    okk.cast %a, %t : !f, !h
    okk.math exp %b, %a tables %c, %e work %w, %v : !f, !f tables !c, !e work !f, !f
    okk.gather %g, %b, %list : !f, !f, !list
    okk.math log %a, %g tables %l work %w : !f, !f tables !c work !f
    okk.math sin %g, %a tables %s work %w : !f, !f tables !c work !f
    okk.math sigmoid %b, %g tables %c, %e work %w, %v : !f, !f tables !c, !e work !f, !f
    okk.math log %a, %b tables %l work %w : !f, !f tables !c work !f
    // expected-error @+2 {{'okk.math' op may get numbers from -1.0000153 to 1.0000153, but the chip computes 'log' for numbers from}}
    // expected-note @below {{'okk.eltwise max' with the scalar}}
    okk.math log %a, %g tables %l work %w : !f, !f tables !c work !f
  }
}
