// RUN: optc %s --okk-allocate --split-input-file --verify-diagnostics

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @full {
    // expected-note @below {{'%a' takes [0, 768)}}
    // expected-error @below {{'okk.alloc' op '%b' needs 512 bytes aligned to 128, but an NPU has 1024 bytes [okk.does-not-fit]}}
    %b = okk.alloc : !okk.local<4x3x4x5xf32, aligned>
    %a = okk.alloc : !okk.local<6x3x4x5xf32, aligned>
    okk.fill %a, 0.0 : f32 : !okk.local<6x3x4x5xf32, aligned>
    okk.fill %b, 0.0 : f32 : !okk.local<4x3x4x5xf32, aligned>
    okk.fill %a, 0.0 : f32 : !okk.local<6x3x4x5xf32, aligned>
  }
}

// -----

// expected-note @+2 {{write 'module attributes {okk.machine = #okk.machine<bm1684>}', or give build, run or export the flag --target bm1684}}
// expected-error @below {{'okk.kernel' op needs a module attribute okk.machine [okk.machine-missing]}}
okk.kernel @k {
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @loop {
    %c0 = arith.constant 0 : index
    scf.for %i = %c0 to %c0 step %c0 {
    }
    // expected-error @below {{'okk.alloc' op the layout of '!okk.local<1x3x4x5xf32, auto>' must be resolved before okk-allocate [okk.unresolved]}}
    %t = okk.alloc : !okk.local<1x3x4x5xf32, auto>
  }
}
