// RUN: optc %s --okk-check-hazards --split-input-file --verify-diagnostics

// Tensors are compared in the order of their offsets, whatever the order of the text: %b
// begins before %a, meets %c, which is not alive with it, and then %d.
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @order {
    %x = okk.sys_buffer "x" at 0 : !okk.sys<1x4x1x4xf32, continuous>
    // expected-note @below {{'%d' is here, at offsets [8, 24)}}
    %d = okk.alloc at 8 : !okk.local<1x4x1x4xf32, compact>
    // expected-error @below {{are alive together and share NPU 0, bytes [12, 24) [okk.live-overlap]}}
    %a = okk.alloc at 12 : !okk.local<1x4x1x4xf32, compact>
    %c = okk.alloc at 4 : !okk.local<1x4x1x4xf32, compact>
    okk.fill %c, 1.0 : f32 : !okk.local<1x4x1x4xf32, compact>
    okk.store %c to %x : !okk.local<1x4x1x4xf32, compact> to !okk.sys<1x4x1x4xf32, continuous>
    %b = okk.alloc at 0 : !okk.local<1x4x1x4xf32, compact>
    okk.fill %b, 1.0 : f32 : !okk.local<1x4x1x4xf32, compact>
    okk.store %b to %x : !okk.local<1x4x1x4xf32, compact> to !okk.sys<1x4x1x4xf32, continuous>
    okk.fill %d, 1.0 : f32 : !okk.local<1x4x1x4xf32, compact>
    okk.fill %a, 1.0 : f32 : !okk.local<1x4x1x4xf32, compact>
    okk.store %d to %x : !okk.local<1x4x1x4xf32, compact> to !okk.sys<1x4x1x4xf32, continuous>
    okk.store %a to %x : !okk.local<1x4x1x4xf32, compact> to !okk.sys<1x4x1x4xf32, continuous>
  }
}

// -----

// Side by side there is no meeting.
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @beside {
    %x = okk.sys_buffer "x" at 0 : !okk.sys<1x4x1x4xf32, continuous>
    %a = okk.alloc at 16 : !okk.local<1x4x1x4xf32, compact>
    %b = okk.alloc at 0 : !okk.local<1x4x1x4xf32, compact>
    okk.fill %a, 1.0 : f32 : !okk.local<1x4x1x4xf32, compact>
    okk.fill %b, 1.0 : f32 : !okk.local<1x4x1x4xf32, compact>
    okk.store %a to %x : !okk.local<1x4x1x4xf32, compact> to !okk.sys<1x4x1x4xf32, continuous>
    okk.store %b to %x : !okk.local<1x4x1x4xf32, compact> to !okk.sys<1x4x1x4xf32, continuous>
  }
}

// -----

// An operation that meets several is reported once; reading meets writing on either side,
// not reading.
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @once {
    %x = okk.sys_buffer "x" at 0 : !okk.sys<1x4x1x4xf32, continuous>
    %y = okk.sys_buffer "y" at 128 : !okk.sys<1x4x1x4xf32, continuous>
    %a = okk.alloc at 0 : !okk.local<1x4x1x4xf32, compact>
    %b = okk.alloc at 64 : !okk.local<1x4x1x4xf32, compact>
    okk.fill %a, 1.0 : f32 : !okk.local<1x4x1x4xf32, compact>
    okk.fill %b, 1.0 : f32 : !okk.local<1x4x1x4xf32, compact>
    okk.parallel {
      okk.store %a to %x : !okk.local<1x4x1x4xf32, compact> to !okk.sys<1x4x1x4xf32, continuous>
      okk.store %a to %y : !okk.local<1x4x1x4xf32, compact> to !okk.sys<1x4x1x4xf32, continuous>
    }
    okk.parallel {
      // expected-note @below {{the other operation is here}}
      okk.store %a to %x : !okk.local<1x4x1x4xf32, compact> to !okk.sys<1x4x1x4xf32, continuous>
      okk.store %a to %y : !okk.local<1x4x1x4xf32, compact> to !okk.sys<1x4x1x4xf32, continuous>
      // expected-error @below {{'okk.store' and 'okk.fill' may run at the same time and share}}
      okk.fill %a, 2.0 : f32 : !okk.local<1x4x1x4xf32, compact>
    }
    okk.parallel {
      // expected-note @below {{the other operation is here}}
      okk.fill %b, 2.0 : f32 : !okk.local<1x4x1x4xf32, compact>
      // expected-error @below {{'okk.fill' and 'okk.store' may run at the same time and share}}
      okk.store %b to %x : !okk.local<1x4x1x4xf32, compact> to !okk.sys<1x4x1x4xf32, continuous>
    }
    okk.parallel {
      // expected-note @below {{the other operation is here}}
      okk.store %a to %x : !okk.local<1x4x1x4xf32, compact> to !okk.sys<1x4x1x4xf32, continuous>
      // expected-error @below {{'okk.store' and 'okk.load' may run at the same time and share}}
      okk.load %x to %b : !okk.sys<1x4x1x4xf32, continuous> to !okk.local<1x4x1x4xf32, compact>
    }
    okk.store %b to %y : !okk.local<1x4x1x4xf32, compact> to !okk.sys<1x4x1x4xf32, continuous>
  }
}
