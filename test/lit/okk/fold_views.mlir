// RUN: optc %s --okk-fold --split-input-file | FileCheck %s

module attributes {okk.machine = #okk.machine<toy4k>} {
  // Every view is one of the tensor, also of views that others need; a copy reads the tensor
  // instead of a view of its shape.
  // CHECK-LABEL: okk.kernel @chain {
  // CHECK: %[[T:.*]] = okk.alloc
  // CHECK-NEXT: okk.load %x to %[[T]]
  // CHECK-NEXT: %[[A:.*]] = okk.view %[[T]] : {{.*}} to !okk.local<1x4x8x1xf32, strides[32, 32, 1, 1]>
  // CHECK-NEXT: okk.store %[[A]] to %a
  // CHECK-NEXT: %[[B:.*]] = okk.view %[[T]] : {{.*}} to !okk.local<1x4x2x4xf32, strides[32, 32, 4, 1]>
  // CHECK-NEXT: okk.store %[[B]] to %b
  // CHECK-NEXT: %[[C:.*]] = okk.view %[[T]] : {{.*}} to !okk.local<1x4x4x2xf32, strides[32, 32, 2, 1]>
  // CHECK-NEXT: okk.store %[[C]] to %c
  // CHECK-NEXT: okk.store %[[T]] to %x
  // CHECK-NEXT: }
  okk.kernel @chain {
    %x = okk.sys_buffer "x" : !okk.sys<1x4x1x8xf32, continuous>
    %a = okk.sys_buffer "a" : !okk.sys<1x4x8x1xf32, continuous>
    %b = okk.sys_buffer "b" : !okk.sys<1x4x2x4xf32, continuous>
    %c = okk.sys_buffer "c" : !okk.sys<1x4x4x2xf32, continuous>
    %t = okk.alloc : !okk.local<1x4x1x8xf32, aligned>
    okk.load %x to %t : !okk.sys<1x4x1x8xf32, continuous> to !okk.local<1x4x1x8xf32, aligned>
    %va = okk.view %t : !okk.local<1x4x1x8xf32, aligned> to !okk.local<1x4x8x1xf32, strides[32, 32, 1, 1]>
    okk.store %va to %a : !okk.local<1x4x8x1xf32, strides[32, 32, 1, 1]> to !okk.sys<1x4x8x1xf32, continuous>
    %vb = okk.view %va : !okk.local<1x4x8x1xf32, strides[32, 32, 1, 1]> to !okk.local<1x4x2x4xf32, strides[32, 32, 4, 1]>
    okk.store %vb to %b : !okk.local<1x4x2x4xf32, strides[32, 32, 4, 1]> to !okk.sys<1x4x2x4xf32, continuous>
    %vc = okk.view %vb : !okk.local<1x4x2x4xf32, strides[32, 32, 4, 1]> to !okk.local<1x4x4x2xf32, strides[32, 32, 2, 1]>
    okk.store %vc to %c : !okk.local<1x4x4x2xf32, strides[32, 32, 2, 1]> to !okk.sys<1x4x4x2xf32, continuous>
    %vd = okk.view %vc : !okk.local<1x4x4x2xf32, strides[32, 32, 2, 1]> to !okk.local<1x4x1x8xf32, strides[32, 32, 8, 1]>
    okk.store %vd to %x : !okk.local<1x4x1x8xf32, strides[32, 32, 8, 1]> to !okk.sys<1x4x1x8xf32, continuous>
  }

  // Offsets that are not known are not added.
  // CHECK-LABEL: okk.kernel @offsets {
  // CHECK: %[[X:.*]] = okk.sys_buffer
  // CHECK: scf.for %[[I:.*]] =
  // CHECK-NEXT: %[[A:.*]] = okk.slice %[[X]][%[[I]], 0, 0, 0]
  // CHECK-NEXT: okk.slice %[[A]][1, 0, 0, 0]
  // CHECK: %[[C:.*]] = okk.slice %[[X]][1, 0, 0, 0]
  // CHECK-NEXT: okk.slice %[[C]][%[[I]], 0, 0, 0]
  okk.kernel @offsets {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %x = okk.sys_buffer "x" : !okk.sys<4x4x1x4xf32, continuous>
    %y = okk.sys_buffer "y" : !okk.sys<1x4x1x4xf32, continuous>
    %t = okk.alloc : !okk.local<1x4x1x4xf32, aligned>
    scf.for %i = %c0 to %c2 step %c1 {
      %a = okk.slice %x[%i, 0, 0, 0] : !okk.sys<4x4x1x4xf32, continuous> to !okk.sys<2x4x1x4xf32, continuous>
      %b = okk.slice %a[1, 0, 0, 0] : !okk.sys<2x4x1x4xf32, continuous> to !okk.sys<1x4x1x4xf32, continuous>
      okk.load %b to %t : !okk.sys<1x4x1x4xf32, continuous> to !okk.local<1x4x1x4xf32, aligned>
      okk.store %t to %y : !okk.local<1x4x1x4xf32, aligned> to !okk.sys<1x4x1x4xf32, continuous>
      %c = okk.slice %x[1, 0, 0, 0] : !okk.sys<4x4x1x4xf32, continuous> to !okk.sys<2x4x1x4xf32, continuous>
      %d = okk.slice %c[%i, 0, 0, 0] : !okk.sys<2x4x1x4xf32, continuous> to !okk.sys<1x4x1x4xf32, continuous>
      okk.load %d to %t : !okk.sys<1x4x1x4xf32, continuous> to !okk.local<1x4x1x4xf32, aligned>
      okk.store %t to %y : !okk.local<1x4x1x4xf32, aligned> to !okk.sys<1x4x1x4xf32, continuous>
    }
  }

  // Views with addresses stay; copies to them move elements or do not, as the addresses say.
  // CHECK-LABEL: okk.kernel @placed {
  // CHECK: %[[T:.*]] = okk.alloc at 0
  // CHECK-NEXT: okk.fill
  // CHECK-NEXT: %[[V:.*]] = okk.view %[[T]] at 0
  // CHECK-NEXT: %[[W:.*]] = okk.view %[[V]] at 0
  // CHECK-NEXT: okk.store %[[W]]
  // CHECK-NEXT: %[[P:.*]] = okk.slice %[[T]][0, 0, 0, 0] at 0
  // CHECK-NEXT: %[[Q:.*]] = okk.slice %[[T]][0, 0, 2, 0] at 8
  // CHECK-NEXT: okk.copy %[[P]] to %[[Q]]
  // CHECK-NEXT: %[[R:.*]] = okk.slice %[[T]][0, 0, 0, 0] : 
  // CHECK-NEXT: okk.copy %[[R]] to %[[Q]]
  // CHECK-NEXT: okk.copy %[[P]] to %[[R]]
  // CHECK-NEXT: }
  okk.kernel @placed {
    %y = okk.sys_buffer "y" : !okk.sys<1x4x2x2xf32, continuous>
    %t = okk.alloc at 0 : !okk.local<1x4x4x1xf32, aligned>
    okk.fill %t, 1.0 : f32 : !okk.local<1x4x4x1xf32, aligned>
    %v = okk.view %t at 0 : !okk.local<1x4x4x1xf32, aligned> to !okk.local<1x4x1x4xf32, strides[32, 32, 4, 1]>
    %w = okk.view %v at 0 : !okk.local<1x4x1x4xf32, strides[32, 32, 4, 1]> to !okk.local<1x4x2x2xf32, strides[32, 32, 2, 1]>
    okk.store %w to %y : !okk.local<1x4x2x2xf32, strides[32, 32, 2, 1]> to !okk.sys<1x4x2x2xf32, continuous>
    %p = okk.slice %t[0, 0, 0, 0] at 0 : !okk.local<1x4x4x1xf32, aligned> to !okk.local<1x4x2x1xf32, strides[32, 32, 1, 1]>
    %q = okk.slice %t[0, 0, 2, 0] at 8 : !okk.local<1x4x4x1xf32, aligned> to !okk.local<1x4x2x1xf32, strides[32, 32, 1, 1]>
    okk.copy %p to %q : !okk.local<1x4x2x1xf32, strides[32, 32, 1, 1]> to !okk.local<1x4x2x1xf32, strides[32, 32, 1, 1]>
    %r = okk.slice %t[0, 0, 0, 0] : !okk.local<1x4x4x1xf32, aligned> to !okk.local<1x4x2x1xf32, strides[32, 32, 1, 1]>
    okk.copy %r to %q : !okk.local<1x4x2x1xf32, strides[32, 32, 1, 1]> to !okk.local<1x4x2x1xf32, strides[32, 32, 1, 1]>
    okk.copy %p to %r : !okk.local<1x4x2x1xf32, strides[32, 32, 1, 1]> to !okk.local<1x4x2x1xf32, strides[32, 32, 1, 1]>
  }

  // Nothing is known of the place of a tensor without a layout, but that it is its own.
  // CHECK-LABEL: okk.kernel @auto {
  // CHECK: %[[T:.*]] = okk.alloc
  // CHECK: %[[V:.*]] = okk.view %[[T]]
  // CHECK-NEXT: okk.copy %[[V]] to %[[T]]
  // CHECK-NEXT: okk.copy %[[T]] to %[[V]]
  // CHECK-NEXT: okk.store %[[T]]
  okk.kernel @auto {
    %y = okk.sys_buffer "y" : !okk.sys<1x4x1x4xf32, continuous>
    %t = okk.alloc : !okk.local<1x4x1x4xf32, auto>
    okk.fill %t, 1.0 : f32 : !okk.local<1x4x1x4xf32, auto>
    okk.copy %t to %t : !okk.local<1x4x1x4xf32, auto> to !okk.local<1x4x1x4xf32, auto>
    %v = okk.view %t : !okk.local<1x4x1x4xf32, auto> to !okk.local<1x4x1x4xf32, aligned>
    okk.copy %v to %t : !okk.local<1x4x1x4xf32, aligned> to !okk.local<1x4x1x4xf32, auto>
    okk.copy %t to %v : !okk.local<1x4x1x4xf32, auto> to !okk.local<1x4x1x4xf32, aligned>
    okk.store %t to %y : !okk.local<1x4x1x4xf32, auto> to !okk.sys<1x4x1x4xf32, continuous>
  }

  // A tensor that is only released goes with what releases it.
  // CHECK-LABEL: okk.kernel @released {
  // CHECK-NEXT: }
  okk.kernel @released {
    %t = okk.alloc : !okk.local<1x4x1x4xf32, auto>
    %v = okk.view %t : !okk.local<1x4x1x4xf32, auto> to !okk.local<1x4x1x4xf32, aligned>
    okk.dealloc %t : !okk.local<1x4x1x4xf32, auto>
  }
}

// -----

// Without a machine nobody knows what a view shows.
module {
  // CHECK-LABEL: okk.kernel @unknown {
  // CHECK: %[[T:.*]] = okk.alloc
  // CHECK: %[[V:.*]] = okk.view %[[T]]
  // CHECK-NEXT: okk.copy %[[V]] to %[[T]]
  okk.kernel @unknown {
    %y = okk.sys_buffer "y" : !okk.sys<1x4x1x4xf32, continuous>
    %t = okk.alloc : !okk.local<1x4x1x4xf32, aligned>
    okk.fill %t, 1.0 : f32 : !okk.local<1x4x1x4xf32, aligned>
    %v = okk.view %t : !okk.local<1x4x1x4xf32, aligned> to !okk.local<1x4x1x4xf32, strides[32, 32, 4, 1]>
    okk.copy %v to %t : !okk.local<1x4x1x4xf32, strides[32, 32, 4, 1]> to !okk.local<1x4x1x4xf32, aligned>
    okk.store %t to %y : !okk.local<1x4x1x4xf32, aligned> to !okk.sys<1x4x1x4xf32, continuous>
  }
}
