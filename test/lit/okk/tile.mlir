// RUN: optc --okk-tile --split-input-file %s 2>/dev/null | FileCheck %s
// RUN: optc --okk-tile --split-input-file %s 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: optc --okk-tile --verify-exec --split-input-file %s 2>&1 | FileCheck %s --check-prefix=WHY

module attributes {okk.machine = #okk.machine<toy4>} {
  // Weights are loaded once.
  // WHY: remark: 'okk.kernel' op tensors need 1408 bytes of every NPU, which has 1024: divided along N in parts of 5 of 10, with one operation after the other, in 768 bytes; about 311 cycles
  // CHECK-LABEL: okk.kernel @batches {
  // CHECK: okk.load %b to %[[BIAS:.*]] :
  // CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %c10{{.*}} step %c5
  // CHECK: okk.slice %x[%[[I]], 0, 0, 0] : !okk.sys<10x3x4x5xf32, continuous> to !okk.sys<5x3x4x5xf32, continuous>
  // CHECK: %[[T:.*]] = okk.alloc : !okk.local<5x3x4x5xf32, auto>
  // CHECK: okk.bias %{{.*}}, %[[T]], %[[BIAS]] :
  okk.kernel @batches tiled {
    %x = okk.sys_buffer "x" : !okk.sys<10x3x4x5xf32, continuous>
    %b = okk.sys_buffer "b" : !okk.sys<1x3x1x1xf32, continuous>
    %y = okk.sys_buffer "y" : !okk.sys<10x3x4x5xf32, continuous>
    %t = okk.alloc : !okk.local<10x3x4x5xf32, auto>
    %bias = okk.alloc : !okk.local<1x3x1x1xf32, auto>
    okk.load %x to %t : !okk.sys<10x3x4x5xf32, continuous> to !okk.local<10x3x4x5xf32, auto>
    okk.load %b to %bias : !okk.sys<1x3x1x1xf32, continuous> to !okk.local<1x3x1x1xf32, auto>
    okk.bias %t, %t, %bias : !okk.local<10x3x4x5xf32, auto>, !okk.local<10x3x4x5xf32, auto>, !okk.local<1x3x1x1xf32, auto>
    okk.store %t to %y : !okk.local<10x3x4x5xf32, auto> to !okk.sys<10x3x4x5xf32, continuous>
  }
}

// -----

// The channels of a batch are divided where a batch does not fit.
module attributes {okk.machine = #okk.machine<toy4>} {
  // WHY: remark: 'okk.kernel' op tensors need 4736 bytes of every NPU, which has 1024: divided along N in parts of 1 of 2 and along C in parts of 4 of 10, with one operation after the other, in 896 bytes
  // CHECK-LABEL: okk.kernel @channels {
  // CHECK: scf.for
  // CHECK: okk.depthwise2d {{.*}}: !okk.local<1x?x9x9xf32, max = [4], auto>, !okk.local<1x?x9x9xf32, max = [4], auto>, !okk.local<1x?x3x3xf32, max = [4], auto>
  okk.kernel @channels tiled {
    %x = okk.sys_buffer "x" : !okk.sys<2x10x9x9xf32, continuous>
    %w = okk.sys_buffer "w" : !okk.sys<1x10x3x3xf32, continuous>
    %y = okk.sys_buffer "y" : !okk.sys<2x10x9x9xf32, continuous>
    %t = okk.alloc : !okk.local<2x10x9x9xf32, auto>
    %weight = okk.alloc : !okk.local<1x10x3x3xf32, auto>
    %u = okk.alloc : !okk.local<2x10x9x9xf32, auto>
    okk.load %x to %t : !okk.sys<2x10x9x9xf32, continuous> to !okk.local<2x10x9x9xf32, auto>
    okk.load %w to %weight : !okk.sys<1x10x3x3xf32, continuous> to !okk.local<1x10x3x3xf32, auto>
    okk.depthwise2d %u, %t, %weight padding [1, 1, 1, 1] : !okk.local<2x10x9x9xf32, auto>, !okk.local<2x10x9x9xf32, auto>, !okk.local<1x10x3x3xf32, auto>
    okk.store %u to %y : !okk.local<2x10x9x9xf32, auto> to !okk.sys<2x10x9x9xf32, continuous>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  // WHY: remark: 'okk.kernel' op tensors need 1280 bytes of every NPU, which has 1024: divided along H in parts of 6 of 16, with loads and stores beside computations, in 1024 bytes; about 272 cycles
  // CHECK-LABEL: okk.kernel @rows {
  // CHECK: scf.for
  // CHECK-NOT: scf.for
  // CHECK: okk.slice %x[0, 0, %{{.*}}, 0] sizes(%{{.*}}) : !okk.sys<1x4x16x10xf32, continuous> to !okk.sys<1x4x?x10xf32, max = [6], strides[640, 160, 10, 1]>
  okk.kernel @rows tiled {
    %x = okk.sys_buffer "x" : !okk.sys<1x4x16x10xf32, continuous>
    %t = okk.alloc : !okk.local<1x4x16x10xf32, auto>
    %u = okk.alloc : !okk.local<1x4x16x10xf32, auto>
    okk.load %x to %t : !okk.sys<1x4x16x10xf32, continuous> to !okk.local<1x4x16x10xf32, auto>
    okk.eltwise relu %u, %t : !okk.local<1x4x16x10xf32, auto>, !okk.local<1x4x16x10xf32, auto>
    okk.store %u to %x : !okk.local<1x4x16x10xf32, auto> to !okk.sys<1x4x16x10xf32, continuous>
  }
}
