// RUN: optc %s --okk --split-input-file --verify-diagnostics

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %t = okk.alloc at 0 : !okk.local<1x3x4x5xf32, aligned>
    // expected-error @below {{'okk.assert_at' op expected NPU 0, offset 128, found NPU 1, offset 0 [okk.assert-failed]}}
    okk.assert_at %t [0, 1, 0, 0] npu 0 offset 128 : !okk.local<1x3x4x5xf32, aligned>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-note @below {{'%t' is here, at offsets [0, 128)}}
    %t = okk.alloc at 0 : !okk.local<1x3x4x5xf32, aligned>
    // expected-error @below {{'okk.alloc' op '%u' and '%t' are alive together and share NPU 0, bytes [0, 80) [okk.live-overlap]}}
    %u = okk.alloc at 0 : !okk.local<1x3x4x5xf32, aligned>
    %v = okk.alloc at 512 : !okk.local<1x3x4x5xf32, aligned>
    %x = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous>
    okk.load %x to %t : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, aligned>
    okk.load %x to %u : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, aligned>
    okk.eltwise relu %v, %t : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>
    okk.store %v to %x : !okk.local<1x3x4x5xf32, aligned> to !okk.sys<1x3x4x5xf32, continuous>
    okk.store %u to %x : !okk.local<1x3x4x5xf32, aligned> to !okk.sys<1x3x4x5xf32, continuous>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %s = arith.constant 0 : index
    // expected-error @below {{'scf.for' op expected constant bounds and a positive step [okk.loop-bounds]}}
    scf.for %i = %s to %s step %s {
      okk.parallel {
      }
    }
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %a = arith.constant 0 : index
    %n = arith.constant 10000000 : index
    %s = arith.constant 1 : index
    // expected-error @+2 {{'scf.for' op has 10000000 iterations of 2 operations, which is more than a kernel may grow by [okk.loop-size]}}
    // expected-note @below {{the option max-ops of okk-unroll bounds this}}
    scf.for %i = %a to %n step %s {
      okk.parallel {
      }
    }
  }
}

// -----

// expected-note @+2 {{write 'module attributes {okk.machine = #okk.machine<bm1684>}', or give build, run or export the flag --target bm1684}}
// expected-error @below {{'okk.kernel' op needs a module attribute okk.machine [okk.machine-missing]}}
okk.kernel @k {
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous>
    %y = okk.sys_buffer "y" : !okk.sys<1x3x4x5xf32, continuous>
    %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
    okk.parallel {
      // expected-note @below {{the other operation is here}}
      okk.load %x to %t : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, aligned>
      // expected-error @below {{'okk.store' op 'okk.load' and 'okk.store' may run at the same time and share NPU 0, bytes [0, 80) of '%t' [okk.parallel-race]}}
      okk.store %t to %y : !okk.local<1x3x4x5xf32, aligned> to !okk.sys<1x3x4x5xf32, continuous>
    }
  }
}
