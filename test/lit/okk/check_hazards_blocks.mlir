// RUN: optc %s --okk-check-hazards=clobber=blocks --split-input-file --verify-diagnostics

// A write destroys the blocks that carry channels with their padding, which begin again after every row of
// NPUs; what uses free blocks is warned of, what begins behind a block is neither.

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @free_block {
    %x = okk.sys_buffer "x" at 0 : !okk.sys<1x1x1x1xf32, continuous>
    // expected-note @+1 {{'%t' is here}}
    %t = okk.alloc at 0 : !okk.local<1x1x1x1xf32, aligned>
    // expected-warning @+1 {{'okk.alloc' op '%u' uses free blocks of '%t' [okk.free-block-reuse]}}
    %u = okk.alloc at 1028 : !okk.local<1x1x1x1xf32, compact, start = 1>
    okk.fill %u, 0.0 : f32 : !okk.local<1x1x1x1xf32, compact, start = 1>
    okk.load %x to %t : !okk.sys<1x1x1x1xf32, continuous> to !okk.local<1x1x1x1xf32, aligned>
    okk.store %u to %x : !okk.local<1x1x1x1xf32, compact, start = 1> to !okk.sys<1x1x1x1xf32, continuous>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @padding_of_the_block {
    %x = okk.sys_buffer "x" at 0 : !okk.sys<1x1x1x1xf32, continuous>
    // expected-note @+1 {{'%t' is here, at offsets [0, 128)}}
    %t = okk.alloc at 0 : !okk.local<1x1x1x1xf32, aligned>
    // expected-error @+1 {{'okk.alloc' op '%u' and '%t' are alive together and share NPU 0, bytes [124, 128) [okk.live-overlap]}}
    %u = okk.alloc at 124 : !okk.local<1x1x1x1xf32, compact>
    okk.fill %u, 0.0 : f32 : !okk.local<1x1x1x1xf32, compact>
    okk.load %x to %t : !okk.sys<1x1x1x1xf32, continuous> to !okk.local<1x1x1x1xf32, aligned>
    okk.store %u to %x : !okk.local<1x1x1x1xf32, compact> to !okk.sys<1x1x1x1xf32, continuous>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @behind_the_block {
    %x = okk.sys_buffer "x" at 0 : !okk.sys<1x1x1x1xf32, continuous>
    %t = okk.alloc at 0 : !okk.local<1x1x1x1xf32, aligned>
    %u = okk.alloc at 128 : !okk.local<1x1x1x1xf32, compact>
    okk.fill %u, 0.0 : f32 : !okk.local<1x1x1x1xf32, compact>
    okk.load %x to %t : !okk.sys<1x1x1x1xf32, continuous> to !okk.local<1x1x1x1xf32, aligned>
    okk.store %u to %x : !okk.local<1x1x1x1xf32, compact> to !okk.sys<1x1x1x1xf32, continuous>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @second_row_of_channels {
    %x = okk.sys_buffer "x" at 0 : !okk.sys<1x1x1x1xf32, continuous>
    %y = okk.sys_buffer "y" at 64 : !okk.sys<1x5x1x1xf32, continuous>
    // expected-note @+1 {{'%t' is here}}
    %t = okk.alloc at 0 : !okk.local<1x5x1x1xf32, aligned>
    // expected-warning @+1 {{'okk.alloc' op '%u' uses free blocks of '%t' [okk.free-block-reuse]}}
    %u = okk.alloc at 1152 : !okk.local<1x1x1x1xf32, compact, start = 1>
    // expected-error @+1 {{'okk.alloc' op '%v' and '%t' are alive together and share NPU 0, bytes [132, 136) [okk.live-overlap]}}
    %v = okk.alloc at 132 : !okk.local<1x1x1x1xf32, compact>
    okk.fill %u, 0.0 : f32 : !okk.local<1x1x1x1xf32, compact, start = 1>
    okk.fill %v, 0.0 : f32 : !okk.local<1x1x1x1xf32, compact>
    okk.load %y to %t : !okk.sys<1x5x1x1xf32, continuous> to !okk.local<1x5x1x1xf32, aligned>
    okk.store %u to %x : !okk.local<1x1x1x1xf32, compact, start = 1> to !okk.sys<1x1x1x1xf32, continuous>
    okk.store %v to %x : !okk.local<1x1x1x1xf32, compact> to !okk.sys<1x1x1x1xf32, continuous>
  }
}
