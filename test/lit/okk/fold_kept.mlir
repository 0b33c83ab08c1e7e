// RUN: optc %s --okk-fold | FileCheck %s

module attributes {okk.machine = #okk.machine<toy4k>} {
  // Copies between places that only look alike: another part of a tensor
  // and another tensor. One of a tensor to itself is gone.
  // CHECK-LABEL: okk.kernel @copies
  okk.kernel @copies {
    // CHECK: %[[X:.*]] = okk.sys_buffer
    %x = okk.sys_buffer "x" : !okk.sys<1x4x1x4xf32, continuous>
    // CHECK: %[[A:.*]] = okk.alloc
    // CHECK: %[[B:.*]] = okk.alloc
    %a = okk.alloc : !okk.local<2x4x1x4xf32, aligned>
    %b = okk.alloc : !okk.local<1x4x1x4xf32, aligned>
    // CHECK: okk.fill %[[A]]
    okk.fill %a, 2.0 : f32 : !okk.local<2x4x1x4xf32, aligned>
    // CHECK: %[[S:.*]] = okk.slice %[[A]][0, 0, 0, 0]
    // CHECK: %[[T:.*]] = okk.slice %[[A]][1, 0, 0, 0]
    %s = okk.slice %a[0, 0, 0, 0] : !okk.local<2x4x1x4xf32, aligned> to !okk.local<1x4x1x4xf32, strides[32, 32, 4, 1]>
    %t = okk.slice %a[1, 0, 0, 0] : !okk.local<2x4x1x4xf32, aligned> to !okk.local<1x4x1x4xf32, strides[32, 32, 4, 1]>
    // CHECK: okk.copy %[[S]] to %[[T]]
    okk.copy %s to %t : !okk.local<1x4x1x4xf32, strides[32, 32, 4, 1]> to !okk.local<1x4x1x4xf32, strides[32, 32, 4, 1]>
    // CHECK: okk.copy %[[T]] to %[[B]]
    okk.copy %t to %b : !okk.local<1x4x1x4xf32, strides[32, 32, 4, 1]> to !okk.local<1x4x1x4xf32, aligned>
    // CHECK-NOT: okk.copy
    okk.copy %b to %b : !okk.local<1x4x1x4xf32, aligned> to !okk.local<1x4x1x4xf32, aligned>
    // CHECK: okk.store %[[B]] to %[[X]]
    okk.store %b to %x : !okk.local<1x4x1x4xf32, aligned> to !okk.sys<1x4x1x4xf32, continuous>
  }

  // A copy to another tensor is what reads the first one, also where both lie in one place;
  // one between views of one place is superfluous.
  // CHECK-LABEL: okk.kernel @placed
  okk.kernel @placed {
    %x = okk.sys_buffer "x" at 0 : !okk.sys<1x4x1x4xf32, continuous>
    // CHECK: %[[A:.*]] = okk.alloc at 0
    %a = okk.alloc at 0 : !okk.local<1x4x1x4xf32, aligned>
    // CHECK: %[[B:.*]] = okk.alloc at 0
    %b = okk.alloc at 0 : !okk.local<1x4x1x4xf32, aligned>
    // CHECK-NEXT: okk.load %{{.*}} to %[[A]]
    okk.load %x to %a : !okk.sys<1x4x1x4xf32, continuous> to !okk.local<1x4x1x4xf32, aligned>
    // CHECK-NEXT: okk.copy %[[A]] to %[[B]]
    okk.copy %a to %b : !okk.local<1x4x1x4xf32, aligned> to !okk.local<1x4x1x4xf32, aligned>
    // CHECK-NEXT: okk.store %[[B]]
    okk.store %b to %x : !okk.local<1x4x1x4xf32, aligned> to !okk.sys<1x4x1x4xf32, continuous>
    // CHECK-NEXT: }
    %s = okk.slice %b[0, 0, 0, 0] at 0 : !okk.local<1x4x1x4xf32, aligned> to !okk.local<1x4x1x4xf32, strides[32, 32, 4, 1]>
    okk.copy %s to %b : !okk.local<1x4x1x4xf32, strides[32, 32, 4, 1]> to !okk.local<1x4x1x4xf32, aligned>
  }

  // An accumulation reads what it writes, and a tensor that is read in part is read.
  // CHECK-LABEL: okk.kernel @read
  okk.kernel @read {
    %x = okk.sys_buffer "x" : !okk.sys<1x2x1x4xf32, continuous>
    %a = okk.alloc : !okk.local<1x4x1x4xf32, aligned>
    // CHECK: okk.fill
    okk.fill %a, 2.0 : f32 : !okk.local<1x4x1x4xf32, aligned>
    // CHECK: okk.slice
    %s = okk.slice %a[0, 2, 0, 0] : !okk.local<1x4x1x4xf32, aligned> to !okk.local<1x2x1x4xf32, strides[32, 32, 4, 1], start = 2>
    // CHECK: okk.store
    okk.store %s to %x : !okk.local<1x2x1x4xf32, strides[32, 32, 4, 1], start = 2> to !okk.sys<1x2x1x4xf32, continuous>
    // Only a view is written, and nobody reads: view, tensor and write are gone.
    // CHECK-NOT: okk.alloc
    // CHECK-NOT: okk.fill
    %dead = okk.alloc : !okk.local<1x4x1x4xf32, aligned>
    %part = okk.slice %dead[0, 2, 0, 0] : !okk.local<1x4x1x4xf32, aligned> to !okk.local<1x2x1x4xf32, strides[32, 32, 4, 1], start = 2>
    okk.fill %part, 1.0 : f32 : !okk.local<1x2x1x4xf32, strides[32, 32, 4, 1], start = 2>
    // CHECK: }
  }
}
