// RUN: optc %s --okk-check-hazards --split-input-file --verify-diagnostics

module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @race {
    %x = okk.sys_buffer "x" at 0 : !okk.sys<1x3x4x5xf32, continuous>
    %t = okk.alloc at 0 : !okk.local<1x3x4x5xf32, aligned>
    %u = okk.alloc at 128 : !okk.local<1x3x4x5xf32, aligned>
    okk.fill %t, 0.0 : f32 : !okk.local<1x3x4x5xf32, aligned>
    okk.parallel {
      // expected-note @below {{the other operation is here}}
      okk.eltwise relu %u, %t : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>
      // expected-error @below {{'okk.load' op 'okk.eltwise' and 'okk.load' may run at the same time and share NPU 0, bytes [0, 80) of '%t' [okk.parallel-race]}}
      okk.load %x to %t : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, aligned>
    }
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @parts {
    %x = okk.sys_buffer "x" at 0 : !okk.sys<1x3x4x5xf32, continuous>
    %y = okk.sys_buffer "y" at 1024 : !okk.sys<2x3x4x5xf32, continuous>
    %t = okk.alloc at 0 : !okk.local<2x3x4x5xf32, aligned>
    // Two batches of one tensor, side by side.
    %t0 = okk.slice %t[0, 0, 0, 0] at 0 : !okk.local<2x3x4x5xf32, aligned> to !okk.local<1x3x4x5xf32, strides[32, 32, 5, 1]>
    %t1 = okk.slice %t[1, 0, 0, 0] at 128 : !okk.local<2x3x4x5xf32, aligned> to !okk.local<1x3x4x5xf32, strides[32, 32, 5, 1]>
    okk.parallel {
      okk.load %x to %t0 : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, strides[32, 32, 5, 1]>
      okk.fill %t1, 0.0 : f32 : !okk.local<1x3x4x5xf32, strides[32, 32, 5, 1]>
    }
    %y1 = okk.slice %y[1, 0, 0, 0] at 1264 : !okk.sys<2x3x4x5xf32, continuous> to !okk.sys<1x3x4x5xf32, continuous>
    okk.parallel {
      // expected-note @below {{the other operation is here}}
      okk.store %t to %y : !okk.local<2x3x4x5xf32, aligned> to !okk.sys<2x3x4x5xf32, continuous>
      // expected-error @below {{'okk.sys_copy' op 'okk.store' and 'okk.sys_copy' may run at the same time and share system addresses [1264, 1504) of '%y' and '%y1' [okk.parallel-race]}}
      okk.sys_copy %x to %y1 : !okk.sys<1x3x4x5xf32, continuous> to !okk.sys<1x3x4x5xf32, continuous>
    }
  }
}

// -----

// Local and system memory share nothing, whatever the addresses.
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @apart {
    %x = okk.sys_buffer "x" at 0 : !okk.sys<1x3x4x5xf32, continuous>
    %y = okk.sys_buffer "y" at 1024 : !okk.sys<1x3x4x5xf32, continuous>
    %t = okk.alloc at 0 : !okk.local<1x3x4x5xf32, aligned>
    %u = okk.alloc at 128 : !okk.local<1x3x4x5xf32, aligned>
    okk.fill %u, 0.0 : f32 : !okk.local<1x3x4x5xf32, aligned>
    okk.parallel {
      okk.store %u to %y : !okk.local<1x3x4x5xf32, aligned> to !okk.sys<1x3x4x5xf32, continuous>
      okk.load %x to %t : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, aligned>
    }
  }
}
