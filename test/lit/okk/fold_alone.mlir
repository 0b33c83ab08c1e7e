// RUN: optc %s --okk-fold --split-input-file | FileCheck %s

// Each change that the pass makes, alone.

// A view of a view is one of the tensor, and the inner one is gone.
// CHECK-LABEL: okk.kernel @view
// CHECK: %[[A:.*]] = okk.alloc
// CHECK-NEXT: okk.fill %[[A]]
// CHECK-NEXT: %[[V:.*]] = okk.view %[[A]]
// CHECK-NEXT: okk.store %[[V]]
// CHECK-NEXT: }
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @view {
    %x = okk.sys_buffer "x" : !okk.sys<1x4x4x1xf32, continuous>
    %a = okk.alloc : !okk.local<1x4x1x4xf32, compact>
    okk.fill %a, 2.0 : f32 : !okk.local<1x4x1x4xf32, compact>
    %b = okk.view %a : !okk.local<1x4x1x4xf32, compact> to !okk.local<1x4x2x2xf32, compact>
    %c = okk.view %b : !okk.local<1x4x2x2xf32, compact> to !okk.local<1x4x4x1xf32, compact>
    okk.store %c to %x : !okk.local<1x4x4x1xf32, compact> to !okk.sys<1x4x4x1xf32, continuous>
  }
}

// -----

// What is stored through a view of the same coordinates is stored directly.
// CHECK-LABEL: okk.kernel @source
// CHECK: %[[A:.*]] = okk.alloc
// CHECK-NEXT: okk.fill %[[A]]
// CHECK-NEXT: okk.store %[[A]] to
// CHECK-NEXT: }
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @source {
    %x = okk.sys_buffer "x" : !okk.sys<1x4x1x4xf32, continuous>
    %a = okk.alloc : !okk.local<1x4x1x4xf32, compact>
    okk.fill %a, 2.0 : f32 : !okk.local<1x4x1x4xf32, compact>
    %b = okk.view %a : !okk.local<1x4x1x4xf32, compact> to !okk.local<1x4x1x4xf32, strides[4, 4, 4, 1]>
    okk.store %b to %x : !okk.local<1x4x1x4xf32, strides[4, 4, 4, 1]> to !okk.sys<1x4x1x4xf32, continuous>
  }
}

// -----

// A copy of a tensor to itself.
// CHECK-LABEL: okk.kernel @itself
// CHECK-NOT: okk.copy
// CHECK: okk.store
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @itself {
    %x = okk.sys_buffer "x" : !okk.sys<1x4x1x4xf32, continuous>
    %a = okk.alloc : !okk.local<1x4x1x4xf32, compact>
    okk.fill %a, 2.0 : f32 : !okk.local<1x4x1x4xf32, compact>
    okk.copy %a to %a : !okk.local<1x4x1x4xf32, compact> to !okk.local<1x4x1x4xf32, compact>
    okk.store %a to %x : !okk.local<1x4x1x4xf32, compact> to !okk.sys<1x4x1x4xf32, continuous>
  }
}

// -----

// A tensor that nobody uses, with its deallocations.
// CHECK-LABEL: okk.kernel @unused
// CHECK-NEXT: }
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @unused {
    %a = okk.alloc : !okk.local<1x4x1x4xf32, compact>
    okk.dealloc %a : !okk.local<1x4x1x4xf32, compact>
  }
}

// -----

// What writes only tensors that nobody reads goes, from the last one on; a buffer is read
// by whoever runs the kernel.
// CHECK-LABEL: okk.kernel @unread
// CHECK-NEXT: %[[X:.*]] = okk.sys_buffer
// CHECK-NEXT: okk.fill %[[X]]
// CHECK-NEXT: }
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @unread {
    %x = okk.sys_buffer "x" : !okk.sys<1x4x1x4xf32, continuous>
    okk.fill %x, 1.0 : f32 : !okk.sys<1x4x1x4xf32, continuous>
    %a = okk.alloc : !okk.local<1x4x1x4xf32, compact>
    %b = okk.alloc : !okk.local<1x4x1x4xf32, compact>
    okk.fill %a, 2.0 : f32 : !okk.local<1x4x1x4xf32, compact>
    okk.eltwise relu %b, %a : !okk.local<1x4x1x4xf32, compact>, !okk.local<1x4x1x4xf32, compact>
  }
}

// -----

// A view with an address says where it lies, and stays; slices are not views of planes.
// CHECK-LABEL: okk.kernel @kept
// CHECK: %[[A:.*]] = okk.alloc at 0
// CHECK: %[[B:.*]] = okk.view %[[A]] at 0
// CHECK: %[[C:.*]] = okk.view %[[B]] at 0
// CHECK: okk.store %[[C]]
// CHECK: %[[S:.*]] = okk.slice %[[A]][0, 1, 0, 0]
// CHECK: %[[V:.*]] = okk.view %[[S]]
// CHECK: %[[W:.*]] = okk.slice %[[V]][0, 0, 1, 0]
// CHECK: okk.store %[[W]]
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @kept {
    %x = okk.sys_buffer "x" : !okk.sys<1x4x4x1xf32, continuous>
    %y = okk.sys_buffer "y" : !okk.sys<1x2x1x2xf32, continuous>
    %a = okk.alloc at 0 : !okk.local<1x4x1x4xf32, compact>
    okk.fill %a, 2.0 : f32 : !okk.local<1x4x1x4xf32, compact>
    %b = okk.view %a at 0 : !okk.local<1x4x1x4xf32, compact> to !okk.local<1x4x2x2xf32, compact>
    %c = okk.view %b at 0 : !okk.local<1x4x2x2xf32, compact> to !okk.local<1x4x4x1xf32, compact>
    okk.store %c to %x : !okk.local<1x4x4x1xf32, compact> to !okk.sys<1x4x4x1xf32, continuous>
    %s = okk.slice %a[0, 1, 0, 0] : !okk.local<1x4x1x4xf32, compact> to !okk.local<1x2x1x4xf32, auto, start = 1>
    %v = okk.view %s : !okk.local<1x2x1x4xf32, auto, start = 1> to !okk.local<1x2x2x2xf32, auto, start = 1>
    %w = okk.slice %v[0, 0, 1, 0] : !okk.local<1x2x2x2xf32, auto, start = 1> to !okk.local<1x2x1x2xf32, auto, start = 1>
    okk.store %w to %y : !okk.local<1x2x1x2xf32, auto, start = 1> to !okk.sys<1x2x1x2xf32, continuous>
  }
}
