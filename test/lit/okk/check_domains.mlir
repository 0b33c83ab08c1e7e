// RUN: optc %s --split-input-file --okk-check-domains --verify-diagnostics

!x = !okk.sys<1x1x1x4xf32, continuous>
!t = !okk.local<1x1x1x4xf32, auto>
!m = !okk.local<1x1x1x1xf32, auto>
module attributes {okk.machine = #okk.machine<bm1684>} {
// A softmax of scores from -40 to 40: every function stays in its domain.
okk.kernel @softmax {
  %x = okk.sys_buffer "x" range [-40.0, 40.0] : !x
  %y = okk.sys_buffer "y" : !x
  %t = okk.alloc : !t
  %e = okk.alloc : !t
  %w = okk.alloc : !t
  %m = okk.alloc : !m
  okk.load %x to %t : !x to !t
  okk.pool2d max %m, %t kernel [1, 4] : !m, !t
  %b = okk.broadcast %m : !m to !t
  okk.eltwise sub %t, %t, %b : !t, !t, !t
  okk.function exp %e, %t work %w : !t, !t, !t
  okk.pool2d avg %m, %e kernel [1, 4] : !m, !t
  okk.eltwise mul %m, %m scalar 4.0 : f32 : !m, !m
  %s = okk.broadcast %m : !m to !t
  okk.eltwise div %e, %e, %s : !t, !t, !t
  okk.store %e to %y : !t to !x
}
}

// -----

!x = !okk.sys<1x1x1x4xf32, continuous>
!t = !okk.local<1x1x1x4xf32, auto>
module attributes {okk.machine = #okk.machine<bm1684>} {
okk.kernel @masked {
  %x = okk.sys_buffer "x" range [-1.0e9, 8.0] : !x
  %t = okk.alloc : !t
  %e = okk.alloc : !t
  %w = okk.alloc : !t
  okk.load %x to %t : !x to !t
  // expected-error @below {{'okk.function' op may get numbers from -1e+09 to 8, but the chip computes 'exp' for numbers from -85 to 89 [okk.domain]}}
  // expected-note @below {{'okk.eltwise max' with the scalar -85.0 brings such numbers into the domain}}
  okk.function exp %e, %t work %w : !t, !t, !t
  okk.eltwise max %t, %t scalar -80.0 : f32 : !t, !t
  okk.function exp %e, %t work %w : !t, !t, !t
}
}

// -----

!x = !okk.sys<1x1x1x4xf32, continuous>
!t = !okk.local<1x1x1x4xf32, auto>
module attributes {okk.machine = #okk.machine<bm1684>} {
okk.kernel @unknown {
  %x = okk.sys_buffer "x" : !x
  %t = okk.alloc : !t
  okk.load %x to %t : !x to !t
  // expected-error @below {{'okk.eltwise' op may get numbers from -Inf to +Inf, but the chip computes 'reciprocal' for divisors of magnitudes from 2.3509887e-38 to 8.5070587e+37, and 0 [okk.domain]}}
  // expected-note @below {{nothing is known of these numbers; inputs declare a range, as in 'okk.sys_buffer "x" range [-8.0, 8.0]'}}
  okk.eltwise reciprocal %t, %t : !t, !t
}
}

// -----

!x = !okk.sys<1x1x1x4xf32, continuous>
!t = !okk.local<1x1x1x4xf32, auto>
module attributes {okk.machine = #okk.machine<bm1684>} {
// A loop whose numbers stay, and one whose numbers grow.
okk.kernel @loops {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = okk.param "n" range [1, 8]
  %x = okk.sys_buffer "x" range [-1.0, 1.0] : !x
  %t = okk.alloc : !t
  %e = okk.alloc : !t
  %w = okk.alloc : !t
  okk.load %x to %t : !x to !t
  scf.for %i = %c0 to %n step %c1 {
    okk.function tanh %e, %t work %w : !t, !t, !t
    okk.function exp %t, %e work %w : !t, !t, !t
  }
  okk.load %x to %t : !x to !t
  scf.for %i = %c0 to %n step %c1 {
    // expected-error @below {{'okk.function' op may get numbers from -Inf to +Inf, but the chip computes 'tanh' for numbers from -88 to 88}}
    // expected-note @below {{nothing is known of these numbers}}
    // expected-note @below {{'okk.eltwise max' with the scalar -88.0 and 'okk.eltwise min' with 88.0 bring such numbers into the domain}}
    okk.function tanh %e, %t work %w : !t, !t, !t
    okk.eltwise add %t, %t, %t : !t, !t, !t
  }
}
}

// -----

!x = !okk.sys<1x1x1x4xf32, continuous>
!t = !okk.local<1x1x1x4xf32, auto>
module attributes {okk.machine = #okk.machine<bm1684>} {
// A sum of eight numbers is no less than eight times the least one.
okk.kernel @known {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = okk.sys_buffer "x" range [0.5, 1.0] : !x
  %t = okk.alloc : !t
  %s = okk.alloc : !t
  okk.load %x to %t : !x to !t
  okk.set %s, 0.0 : f32 : !t
  scf.for %i = %c0 to %c8 step %c1 {
    okk.eltwise add %s, %s, %t : !t, !t, !t
  }
  okk.eltwise div %t, %t, %s : !t, !t, !t
  // expected-error @below {{may get numbers from 4 to 8, but the chip computes 'taylor_exp' for numbers from -2.125 to 3.4375}}
  // expected-note @below {{'okk.eltwise min' with the scalar 3.4375 brings such numbers into the domain}}
  okk.function taylor_exp %t, %s series 10 : !t, !t
}
}

// -----

// expected-error @below {{expected the smallest and the largest number of a tensor of f32, f16 or bf16 as the range, but got '[2.000000e+00, 1.000000e+00]'}}
okk.kernel @k { %x = okk.sys_buffer "x" range [2.0, 1.0] : !okk.sys<1x1x1x4xf32, continuous> }
