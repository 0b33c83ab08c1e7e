// RUN: optc %s --okk-fold | FileCheck %s

module attributes {okk.machine = #okk.machine<toy4k>} {
  // CHECK-LABEL: okk.kernel @fold
  okk.kernel @fold {
    // CHECK: %[[X:.*]] = okk.sys_buffer "x"
    %x = okk.sys_buffer "x" : !okk.sys<1x2x4x5xf32, continuous>
    // CHECK-NEXT: %[[T:.*]] = okk.alloc : !okk.local<2x6x4x5xf32, aligned[64, 32, 5, 1]>
    %t = okk.alloc : !okk.local<2x6x4x5xf32, aligned[64, 32, 5, 1]>
    okk.fill %t, 2.0 : f32 : !okk.local<2x6x4x5xf32, aligned[64, 32, 5, 1]>
    // A copy to where the elements are.
    %v = okk.view %t : !okk.local<2x6x4x5xf32, aligned[64, 32, 5, 1]> to !okk.local<2x6x4x5xf32, strides[64, 32, 5, 1]>
    okk.copy %t to %v : !okk.local<2x6x4x5xf32, aligned[64, 32, 5, 1]> to !okk.local<2x6x4x5xf32, strides[64, 32, 5, 1]>
    // A tensor that nobody reads, and what only writes it.
    %dead = okk.alloc : !okk.local<2x6x4x5xf32, aligned[64, 32, 5, 1]>
    okk.eltwise relu %dead, %t : !okk.local<2x6x4x5xf32, aligned[64, 32, 5, 1]>, !okk.local<2x6x4x5xf32, aligned[64, 32, 5, 1]>
    okk.dealloc %dead : !okk.local<2x6x4x5xf32, aligned[64, 32, 5, 1]>
    // A slice of a slice.
    // CHECK-NEXT: okk.fill %[[T]]
    // CHECK-NEXT: %[[S:.*]] = okk.slice %[[T]][1, 4, 0, 0]
    %s = okk.slice %t[1, 1, 0, 0] : !okk.local<2x6x4x5xf32, aligned[64, 32, 5, 1]> to !okk.local<1x5x4x5xf32, strides[64, 32, 5, 1], start = 1>
    %u = okk.slice %s[0, 3, 0, 0] : !okk.local<1x5x4x5xf32, strides[64, 32, 5, 1], start = 1> to !okk.local<1x2x4x5xf32, strides[64, 32, 5, 1]>
    // CHECK-NEXT: okk.store %[[S]] to %[[X]]
    okk.store %u to %x : !okk.local<1x2x4x5xf32, strides[64, 32, 5, 1]> to !okk.sys<1x2x4x5xf32, continuous>
    // CHECK-NEXT: }
  }
}
