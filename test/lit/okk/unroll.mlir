// RUN: optc %s --okk-unroll | FileCheck %s

// CHECK-LABEL: okk.kernel @turns
okk.kernel @turns {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  // CHECK-NEXT: %[[X:.*]] = okk.sys_buffer "x"
  %x = okk.sys_buffer "x" : !okk.sys<4x3x4x5xf32, continuous>
  // CHECK-NEXT: %[[A:.*]] = okk.alloc
  // CHECK-NEXT: %[[B:.*]] = okk.alloc
  %a = okk.alloc : !okk.local<1x3x4x5xf32, auto>
  %b = okk.alloc : !okk.local<1x3x4x5xf32, auto>
  %r:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%p = %a, %q = %b) -> (!okk.local<1x3x4x5xf32, auto>, !okk.local<1x3x4x5xf32, auto>) {
    // The bounds of the inner loop depend on the index of the outer one.
    scf.for %j = %c0 to %i step %c1 {
      okk.fill %p, 1.0 : f32 : !okk.local<1x3x4x5xf32, auto>
    }
    %n = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%i)
    %s = okk.slice %x[%n, 0, 0, 0] : !okk.sys<4x3x4x5xf32, continuous> to !okk.sys<1x3x4x5xf32, continuous>
    okk.load %s to %p : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, auto>
    scf.yield %q, %p : !okk.local<1x3x4x5xf32, auto>, !okk.local<1x3x4x5xf32, auto>
  }
  // CHECK-NEXT: %[[S:.*]] = okk.slice %[[X]][1, 0, 0, 0]
  // CHECK-NEXT: okk.load %[[S]] to %[[A]]
  // CHECK-NEXT: okk.fill %[[B]], 1.000000e+00 : f32
  // CHECK-NEXT: %[[T:.*]] = okk.slice %[[X]][3, 0, 0, 0]
  // CHECK-NEXT: okk.load %[[T]] to %[[B]]
  // CHECK-NEXT: %[[L:.*]] = okk.slice %[[X]][3, 0, 0, 0]
  // CHECK-NEXT: okk.store %[[A]] to %[[L]]
  %last = okk.slice %x[3, 0, 0, 0] : !okk.sys<4x3x4x5xf32, continuous> to !okk.sys<1x3x4x5xf32, continuous>
  okk.store %r#0 to %last : !okk.local<1x3x4x5xf32, auto> to !okk.sys<1x3x4x5xf32, continuous>
}
