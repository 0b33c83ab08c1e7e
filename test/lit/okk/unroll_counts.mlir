// RUN: optc %s --okk-unroll --split-input-file --verify-diagnostics | FileCheck %s

// The last iteration is the one that begins below the upper bound.
// CHECK-LABEL: okk.kernel @counts
okk.kernel @counts {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  // CHECK: %[[X:.*]] = okk.sys_buffer
  %x = okk.sys_buffer "x" : !okk.sys<8x1x1x1xf32, continuous>
  // CHECK: %[[T:.*]] = okk.alloc
  %t = okk.alloc : !okk.local<1x1x1x1xf32, auto>
  // CHECK-NEXT: okk.slice %[[X]][0, 0, 0, 0]
  // CHECK-NEXT: okk.load
  // CHECK-NEXT: okk.slice %[[X]][3, 0, 0, 0]
  // CHECK-NEXT: okk.load
  scf.for %i = %c0 to %c6 step %c3 {
    %s = okk.slice %x[%i, 0, 0, 0] : !okk.sys<8x1x1x1xf32, continuous> to !okk.sys<1x1x1x1xf32, continuous>
    okk.load %s to %t : !okk.sys<1x1x1x1xf32, continuous> to !okk.local<1x1x1x1xf32, auto>
  }
  // CHECK-NEXT: okk.slice %[[X]][1, 0, 0, 0]
  // CHECK-NEXT: okk.load
  // CHECK-NEXT: okk.slice %[[X]][4, 0, 0, 0]
  // CHECK-NEXT: okk.load
  scf.for %i = %c1 to %c7 step %c3 {
    %s = okk.slice %x[%i, 0, 0, 0] : !okk.sys<8x1x1x1xf32, continuous> to !okk.sys<1x1x1x1xf32, continuous>
    okk.load %s to %t : !okk.sys<1x1x1x1xf32, continuous> to !okk.local<1x1x1x1xf32, auto>
  }
  // None at all.
  // CHECK-NOT: okk.fill
  // CHECK: okk.store %[[T]]
  scf.for %i = %c6 to %c6 step %c1 {
    okk.fill %t, 1.0 : f32 : !okk.local<1x1x1x1xf32, auto>
  }
  scf.for %i = %c7 to %c1 step %c1 {
    okk.fill %t, 2.0 : f32 : !okk.local<1x1x1x1xf32, auto>
  }
  %last = okk.slice %x[7, 0, 0, 0] : !okk.sys<8x1x1x1xf32, continuous> to !okk.sys<1x1x1x1xf32, continuous>
  okk.store %t to %last : !okk.local<1x1x1x1xf32, auto> to !okk.sys<1x1x1x1xf32, continuous>
}

// -----

// From the least to the largest index.
okk.kernel @whole_range {
  %min = arith.constant -9223372036854775808 : index
  %max = arith.constant 9223372036854775807 : index
  %c1 = arith.constant 1 : index
  %t = okk.alloc : !okk.local<1x1x1x1xf32, auto>
  // expected-error @+2 {{'scf.for' op has 18446744073709551615 iterations of 2 operations, which is more than a kernel may grow by [okk.loop-size]}}
  // expected-note @+1 {{the option max-ops of okk-unroll bounds this}}
  scf.for %i = %min to %max step %c1 {
    okk.fill %t, 1.0 : f32 : !okk.local<1x1x1x1xf32, auto>
  }
}

// -----

// CHECK-LABEL: okk.kernel @three_of_the_whole_range
// CHECK: %[[X:.*]] = okk.sys_buffer "x"
// CHECK-NEXT: okk.fill %[[X]], 1.0
// CHECK-NEXT: okk.fill %[[X]], 1.0
// CHECK-NEXT: okk.fill %[[X]], 1.0
// CHECK-NEXT: }
okk.kernel @three_of_the_whole_range {
  %min = arith.constant -9223372036854775808 : index
  %max = arith.constant 9223372036854775807 : index
  %x = okk.sys_buffer "x" : !okk.sys<1x1x1x1xf32, continuous>
  scf.for %i = %min to %max step %max {
    okk.fill %x, 1.0 : f32 : !okk.sys<1x1x1x1xf32, continuous>
  }
}

// -----

// Nothing to unroll, but a constant that nobody uses.
// CHECK-LABEL: okk.kernel @no_loop
// CHECK-NEXT: okk.sys_buffer
// CHECK-NEXT: okk.fill
// CHECK-NEXT: }
okk.kernel @no_loop {
  %c1 = arith.constant 1 : index
  %x = okk.sys_buffer "x" : !okk.sys<1x1x1x1xf32, continuous>
  okk.fill %x, 1.0 : f32 : !okk.sys<1x1x1x1xf32, continuous>
}

// -----

// A step of zero, and bounds that nobody knows.
okk.kernel @no_step {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = okk.sys_buffer "x" : !okk.sys<1x1x1x1xf32, continuous>
  // expected-error @below {{expected constant bounds and a positive step}}
  scf.for %i = %c0 to %c1 step %c0 {
    okk.fill %x, 1.0 : f32 : !okk.sys<1x1x1x1xf32, continuous>
  }
}
