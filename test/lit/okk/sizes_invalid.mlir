// RUN: optc --okk-assign-layout --okk-allocate --okk-check-sizes %s --split-input-file --verify-diagnostics

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @steps {
    %n = okk.param "n" range [1, 20]
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %x = okk.sys_buffer "x" sizes(%n) : !okk.sys<?x3x2x5xf32, max = [20], continuous>
    scf.for %i = %c0 to %n step %c8 {
      // expected-error @below {{'okk.slice' op needs its part to be within dimension 0 of '%x', which is not proven for all sizes [okk.slice-range]}}
      %part = okk.slice %x[%i, 0, 0, 0] : !okk.sys<?x3x2x5xf32, max = [20], continuous> to !okk.sys<8x3x2x5xf32, continuous>
      %left = arith.subi %n, %i : index
      // expected-error @below {{'okk.slice' op needs extent 0 of '%rest' to be at most 8, which is not proven for all sizes [okk.size-range]}}
      %rest = okk.slice %x[%i, 0, 0, 0] sizes(%left) : !okk.sys<?x3x2x5xf32, max = [20], continuous> to !okk.sys<?x3x2x5xf32, max = [8], continuous>
    }
    %before = arith.subi %n, %c8 : index
    // expected-error @below {{'arith.minui' op needs '%before' to be at least 0, which is not proven for all sizes [okk.size-negative]}}
    %m = arith.minui %before, %c8 : index
    // expected-error @below {{'okk.slice' op expected a strided view, because the strides of '%row' are others for some sizes [okk.stride-mismatch]}}
    %row = okk.slice %x[0, 0, 0, 0] sizes(%n) : !okk.sys<?x3x2x5xf32, max = [20], continuous> to !okk.sys<?x3x1x5xf32, max = [20], continuous>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @shapes {
    %n = okk.param "n" range [1, 6]
    %c2 = arith.constant 2 : index
    %half = arith.ceildivui %n, %c2 : index
    %t = okk.alloc sizes(%n) : !okk.local<1x?x2x5xf32, max = [6], auto>
    %u = okk.alloc sizes(%half) : !okk.local<1x?x2x5xf32, max = [3], auto>
    %big = okk.alloc sizes(%n) : !okk.local<1x2x?x5xf32, max = [6], auto>
    %out = okk.alloc sizes(%n) : !okk.local<1x2x?x2xf32, max = [6], auto>
    // expected-error @below {{'okk.eltwise' op '%t' has the sizes (1, %n, 2, 5), but '%u' has the sizes (1, (%n + 1) / 2, 2, 5) [okk.shape-mismatch]}}
    okk.eltwise relu %t, %u : !okk.local<1x?x2x5xf32, max = [6], auto>, !okk.local<1x?x2x5xf32, max = [3], auto>
    // expected-error @+2 {{'okk.pool2d' op expected extent 2 of the output to be (extent + -2) / 2 + 1, but got %n [okk.shape-mismatch]}}
    // expected-error @below {{'okk.pool2d' op needs extent 2 of the input to be at least 2, which is not proven for all sizes [okk.shape-mismatch]}}
    okk.pool2d max %out, %big kernel [2, 2] stride [2, 2] : !okk.local<1x2x?x2xf32, max = [6], auto>, !okk.local<1x2x?x5xf32, max = [6], auto>
    %c0 = arith.constant 0 : index
    // expected-error @below {{'okk.slice' op expected the type of the part to have start = ?, because its first NPU depends on an offset [okk.start-attr]}}
    %s = okk.slice %t[0, %c0, 0, 0] : !okk.local<1x?x2x5xf32, max = [6], auto> to !okk.local<1x1x2x5xf32, strided, start = 1>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  // expected-error @below {{'okk.kernel' op is wrong for the sizes n:1 [okk.bad-sizes]}}
  okk.kernel @rules {
    %n = okk.param "n" range [1, 6]
    %t = okk.alloc sizes(%n) : !okk.local<1x?x2x5xf32, max = [6], auto>
    // expected-note @below {{operand #1 is defined here, as !okk.local<1x1x2x5xf32, aligned, start = 1>}}
    %u = okk.alloc sizes(%n) : !okk.local<1x?x2x5xf32, max = [6], auto, start = 1>
    // expected-error @below {{'okk.eltwise' op expected operands that start at the same NPU, but they start at NPU 0 and NPU 1 [okk.start-mismatch]}}
    // expected-note @below {{without 'start = 1' in its type operand #1 starts at NPU 0 like operand #0}}
    okk.eltwise relu %t, %u : !okk.local<1x?x2x5xf32, max = [6], auto>, !okk.local<1x?x2x5xf32, max = [6], auto, start = 1>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @large {
    %n = okk.param "n" range [1, 100]
    // expected-error @below {{'okk.alloc' op '%t' needs at least 3200 bytes of every NPU, but an NPU has 1024 bytes [okk.does-not-fit]}}
    %t = okk.alloc sizes(%n) : !okk.local<?x3x2x4xf32, max = [100], auto>
  }
}
