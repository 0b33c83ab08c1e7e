// RUN: optc %s --okk-check-hazards --split-input-file --verify-diagnostics
// RUN: optc %s --okk-check-hazards=clobber=elements --split-input-file 2>&1 | FileCheck %s

// A tensor in a free block of another one: NPU 1 of row 0. NPUs work in lockstep, so the
// write to the first one may destroy it.
// CHECK: warning: 'okk.alloc' op {{.*}} uses free blocks of {{.*}} [okk.free-block-reuse]
module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @free_block {
    %x = okk.sys_buffer "x" at 0 : !okk.sys<1x1x1x1xf32, continuous>
    // expected-note @below {{'%t' is here, at offsets [0, 128)}}
    %t = okk.alloc at 0 : !okk.local<1x1x1x1xf32, aligned>
    // expected-error @below {{'okk.alloc' op '%u' and '%t' are alive together and share NPU 1, bytes [4, 8) [okk.live-overlap]}}
    %u = okk.alloc at 1028 : !okk.local<1x1x1x1xf32, compact, start = 1>
    okk.fill %u, 0.0 : f32 : !okk.local<1x1x1x1xf32, compact, start = 1>
    okk.load %x to %t : !okk.sys<1x1x1x1xf32, continuous> to !okk.local<1x1x1x1xf32, aligned>
    okk.store %u to %x : !okk.local<1x1x1x1xf32, compact, start = 1> to !okk.sys<1x1x1x1xf32, continuous>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4k>} {
  // Not alive together.
  okk.kernel @turns {
    %x = okk.sys_buffer "x" at 0 : !okk.sys<1x3x4x5xf32, continuous>
    %t = okk.alloc at 0 : !okk.local<1x3x4x5xf32, aligned>
    %u = okk.alloc at 0 : !okk.local<1x3x4x5xf32, aligned>
    okk.load %x to %t : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, aligned>
    okk.store %t to %x : !okk.local<1x3x4x5xf32, aligned> to !okk.sys<1x3x4x5xf32, continuous>
    okk.load %x to %u : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, aligned>
    okk.store %u to %x : !okk.local<1x3x4x5xf32, aligned> to !okk.sys<1x3x4x5xf32, continuous>
  }
}
