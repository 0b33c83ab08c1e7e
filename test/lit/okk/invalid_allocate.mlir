// RUN: optc %s --okk-allocate --split-input-file --verify-diagnostics

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-error @below {{'okk.alloc' op the layout of '!okk.local<1x3x4x5xf32, auto>' must be resolved before okk-allocate [okk.unresolved]}}
    %t = okk.alloc : !okk.local<1x3x4x5xf32, auto>
  }
}
