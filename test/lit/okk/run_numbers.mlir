// RUN: not optc run %s --print all 2>&1 | FileCheck %s --check-prefix=STOP
// RUN: optc run %s --print y --out-of-domain=warning 2>&1 | FileCheck %s --check-prefix=WARN

// A softmax with -1e9 where a row is masked: the chip has no exponential function of such a number.
// STOP: error: 'okk.function' op element (0, 0, 0, 3) is -1e+09; the chip computes 'exp' for numbers from -85 to 89 [sim.out-of-domain]
// STOP: note: 'okk.eltwise max' with the scalar -85.0 brings such numbers into the domain
// WARN: y = {{.*}}1.000000e+00, 2.7182817e+00, {{.*}}, 0.000000e+00
// WARN: warning: 'okk.function' op element (0, 0, 0, 3) is -1e+09; the chip computes 'exp' for numbers from -85 to 89 [sim.out-of-domain]
// WARN-NOT: warning
!x = !okk.sys<1x1x1x4xf32, continuous>
!t = !okk.local<1x1x1x4xf32, auto>
module attributes {okk.machine = #okk.machine<bm1684>} {
okk.kernel @mask {
  %x = okk.sys_buffer "x" = dense<[[[[0.0, 1.0, 2.0, -1.0e9]]]]> : tensor<1x1x1x4xf32> : !x
  %y = okk.sys_buffer "y" : !x
  %t = okk.alloc : !t
  %e = okk.alloc : !t
  %w = okk.alloc : !t
  okk.load %x to %t : !x to !t
  okk.function exp %e, %t work %w : !t, !t, !t
  okk.store %e to %y : !t to !x
}
}
