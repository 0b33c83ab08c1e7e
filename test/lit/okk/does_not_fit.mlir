// RUN: optc %s --okk-assign-layout --okk-allocate --okk-check-hazards --verify-each=0 --verify-diagnostics
// RUN: optc %s --okk --verify-diagnostics

// A layout that is chosen may be too large for the memory, also of what is viewed, and
// where nothing verifies between the passes.

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-error @+1 {{'okk.alloc' op '%t' needs at least 262144 bytes of every NPU, but an NPU has 1024 bytes [okk.does-not-fit]}}
    %t = okk.alloc : !okk.local<1x64x64x64xf32, auto>
    okk.fill %t, 1.0 : f32 : !okk.local<1x64x64x64xf32, auto>
  }
}
