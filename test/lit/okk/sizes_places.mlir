// RUN: optc --okk-assign-layout --okk-allocate --okk-check-sizes --split-input-file %s --verify-diagnostics

module attributes {okk.machine = #okk.machine<toy4>} {
  // expected-note @below {{this is so for the sizes n:1}}
  okk.kernel @lanes {
    %n = okk.param "n" range [0, 9]
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %at = arith.remui %n, %c3 : index
    %t = okk.alloc : !okk.local<1x8x2x5xf32, auto>
    %u = okk.alloc : !okk.local<1x3x2x5xf32, auto>
    // expected-note @below {{operand #1 is defined here, as !okk.local<1x3x2x5xf32, strides[10, 10, 5, 1], start = 1>}}
    %s = okk.slice %t[0, %at, 0, 0] : !okk.local<1x8x2x5xf32, auto> to !okk.local<1x3x2x5xf32, auto>
    okk.set %t, 1.0 : f32 : !okk.local<1x8x2x5xf32, auto>
    // expected-error @below {{'okk.eltwise' op expected operands that start at the same NPU, but they start at NPU 0 and NPU 1 [okk.start-mismatch]}}
    // expected-note @below {{without 'start = 1' in its type operand #1 starts at NPU 0 like operand #0}}
    okk.eltwise relu %u, %s : !okk.local<1x3x2x5xf32, auto>, !okk.local<1x3x2x5xf32, auto>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4, batch_max = 4>} {
  // expected-note @below {{this is so for the sizes n:2}}
  okk.kernel @limits {
    %n = okk.param "n" range [0, 9]
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %rest = arith.remui %n, %c3 : index
    %most = arith.muli %rest, %c3 : index
    %m = arith.addi %most, %c1 : index
    // expected-note @below {{operand #0 is defined here, as !okk.local<7x3x1x5xf32, aligned>}}
    %t = okk.alloc sizes(%m) : !okk.local<?x3x1x5xf32, max = [7], auto>
    // expected-error @below {{'okk.set' op N = 7 exceeds the limit 4 [okk.dim-limit]}}
    okk.set %t, 1.0 : f32 : !okk.local<?x3x1x5xf32, max = [7], auto>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  // expected-note @below {{this is so for the sizes n:1}}
  okk.kernel @layouts {
    %n = okk.param "n" range [0, 9]
    %c3 = arith.constant 3 : index
    %c32 = arith.constant 32 : index
    %rest = arith.remui %n, %c3 : index
    %w = arith.subi %c32, %rest : index
    // expected-note @below {{operand #1 is defined here, as !okk.local<2x3x1x31xf32, compact>}}
    %t = okk.alloc sizes(%w) : !okk.local<2x3x1x?xf32, max = [32], compact>
    %u = okk.alloc sizes(%w) : !okk.local<2x3x1x?xf32, max = [32], aligned>
    okk.set %t, 1.0 : f32 : !okk.local<2x3x1x?xf32, max = [32], compact>
    // expected-error @below {{'okk.pool2d' op operand #1 must be in aligned layout [okk.layout-required]}}
    okk.pool2d max %u, %t kernel [1, 1] : !okk.local<2x3x1x?xf32, max = [32], aligned>, !okk.local<2x3x1x?xf32, max = [32], compact>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  // expected-note @below {{this is so for the sizes n:1}}
  okk.kernel @race {
    %n = okk.param "n" range [0, 9]
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %rest = arith.remui %n, %c3 : index
    %x = okk.sys_buffer "x" : !okk.sys<2x3x1x5xf32, continuous>
    %t = okk.alloc : !okk.local<4x3x1x5xf32, aligned>
    okk.set %t, 1.0 : f32 : !okk.local<4x3x1x5xf32, aligned>
    %a = okk.slice %t[%rest, 0, 0, 0] : !okk.local<4x3x1x5xf32, aligned> to !okk.local<2x3x1x5xf32, aligned>
    %b = okk.slice %t[2, 0, 0, 0] : !okk.local<4x3x1x5xf32, aligned> to !okk.local<2x3x1x5xf32, aligned>
    okk.parallel {
      // expected-note @below {{the other operation is here}}
      okk.store %a to %x : !okk.local<2x3x1x5xf32, aligned> to !okk.sys<2x3x1x5xf32, continuous>
      // expected-error @below {{'okk.eltwise' op 'okk.store' and 'okk.eltwise' may run at the same time and share NPU 0, bytes [256, 276) of '%t' [okk.parallel-race]}}
      okk.eltwise relu %b, %b : !okk.local<2x3x1x5xf32, aligned>, !okk.local<2x3x1x5xf32, aligned>
    }
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  // expected-note @below {{this is so for the sizes n:1}}
  okk.kernel @overlap {
    %n = okk.param "n" range [0, 9]
    %c3 = arith.constant 3 : index
    %rest = arith.remui %n, %c3 : index
    %t = okk.alloc : !okk.local<4x3x1x5xf32, aligned>
    okk.set %t, 1.0 : f32 : !okk.local<4x3x1x5xf32, aligned>
    // expected-note @below {{operand #1 is defined here, as !okk.local<2x3x1x5xf32, aligned[32, 32, 5, 1]>}}
    %a = okk.slice %t[%rest, 0, 0, 0] : !okk.local<4x3x1x5xf32, aligned> to !okk.local<2x3x1x5xf32, aligned>
    %b = okk.slice %t[2, 0, 0, 0] : !okk.local<4x3x1x5xf32, aligned> to !okk.local<2x3x1x5xf32, aligned>
    // expected-error @+2 {{'okk.eltwise' op destination '%0' and operand #1 '%1' share bytes (NPU 0, offsets [256, 276)) [okk.operand-overlap]}}
    // expected-note @below {{the destination may be an operand, with the same address and strides, or lie apart from it}}
    okk.eltwise relu %b, %a : !okk.local<2x3x1x5xf32, aligned>, !okk.local<2x3x1x5xf32, aligned>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  // expected-note @below {{this is so for the sizes n:5}}
  okk.kernel @written {
    %n = okk.param "n" range [0, 9]
    %c5 = arith.constant 5 : index
    %x = okk.sys_buffer "x" : !okk.sys<2x3x1x5xf32, continuous>
    // expected-note @below {{'%t' is here}}
    %t = okk.alloc : !okk.local<2x3x1x5xf32, aligned>
    %other = arith.cmpi ne, %n, %c5 : index
    scf.if %other {
      okk.set %t, 1.0 : f32 : !okk.local<2x3x1x5xf32, aligned>
    }
    // expected-error @below {{'okk.store' op stores '%t', which was never written [okk.never-written]}}
    okk.store %t to %x : !okk.local<2x3x1x5xf32, aligned> to !okk.sys<2x3x1x5xf32, continuous>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  // expected-note @below {{this is so for the sizes n:8, %i = 5}}
  okk.kernel @iteration {
    %n = okk.param "n" range [8, 10]
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %t = okk.alloc : !okk.local<1x8x2x5xf32, auto>
    %u = okk.alloc : !okk.local<1x3x2x5xf32, auto>
    okk.set %t, 1.0 : f32 : !okk.local<1x8x2x5xf32, auto>
    scf.for %i = %c0 to %n step %c1 {
      %fifth = arith.cmpi eq, %i, %c5 : index
      %at = arith.select %fifth, %c1, %c0 : index
      // expected-note @below {{operand #1 is defined here, as !okk.local<1x3x2x5xf32, strides[10, 10, 5, 1], start = 1>}}
      %s = okk.slice %t[0, %at, 0, 0] : !okk.local<1x8x2x5xf32, auto> to !okk.local<1x3x2x5xf32, auto>
      // expected-error @below {{'okk.eltwise' op expected operands that start at the same NPU, but they start at NPU 0 and NPU 1 [okk.start-mismatch]}}
      // expected-note @below {{without 'start = 1' in its type operand #1 starts at NPU 0 like operand #0}}
      okk.eltwise relu %u, %s : !okk.local<1x3x2x5xf32, auto>, !okk.local<1x3x2x5xf32, auto>
    }
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @rare {
    %n = okk.param "n" range [0, 10]
    %c5 = arith.constant 5 : index
    // expected-note @below {{operand #1 is defined here, as !okk.local<1x3x2x5xf32, aligned[32, 32, 5, 1]>}}
    %t = okk.alloc : !okk.local<1x3x2x5xf32, auto>
    %u = okk.alloc : !okk.local<1x3x2x5xf32, auto, start = 1>
    okk.set %t, 1.0 : f32 : !okk.local<1x3x2x5xf32, auto>
    %fifth = arith.cmpi eq, %n, %c5 : index
    scf.if %fifth {
      // expected-error @below {{'okk.eltwise' op expected operands that start at the same NPU, but they start at NPU 1 and NPU 0 [okk.start-mismatch]}}
      // expected-note @below {{write 'start = 1' in the type of operand #1, so that it starts at NPU 1 like operand #0}}
      okk.eltwise relu %u, %t : !okk.local<1x3x2x5xf32, auto, start = 1>, !okk.local<1x3x2x5xf32, auto>
    }
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  // expected-note @below {{this is so for the sizes n:1}}
  okk.kernel @words {
    %n = okk.param "n" range [0, 9]
    %c3 = arith.constant 3 : index
    %rest = arith.remui %n, %c3 : index
    %x = okk.sys_buffer "x" : !okk.sys<1x3x1x5xi8, continuous>
    %t = okk.alloc : !okk.local<1x3x1x8xi8, aligned>
    okk.fill %t, 1 : i8 : !okk.local<1x3x1x8xi8, aligned>
    // expected-error @below {{'okk.slice' op address 1 is not a multiple of 4, which a tensor in strides layout needs [okk.addr-align]}}
    %a = okk.slice %t[0, 0, 0, %rest] : !okk.local<1x3x1x8xi8, aligned> to !okk.local<1x3x1x5xi8, auto>
    okk.store %a to %x : !okk.local<1x3x1x5xi8, auto> to !okk.sys<1x3x1x5xi8, continuous>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @many {
    %n = okk.param "n" range [0, 29997]
    %c3 = arith.constant 3 : index
    %at = arith.remui %n, %c3 : index
    %t = okk.alloc : !okk.local<1x8x2x5xf32, auto>
    %u = okk.alloc : !okk.local<1x3x2x5xf32, auto>
    %s = okk.slice %t[0, %at, 0, 0] : !okk.local<1x8x2x5xf32, auto> to !okk.local<1x3x2x5xf32, auto>
    okk.set %t, 1.0 : f32 : !okk.local<1x8x2x5xf32, auto>
    // expected-warning @below {{'okk.eltwise' op is checked only for the sizes of a run, because the first NPUs of its operands may depend on the sizes, of which there are too many to try [okk.not-proven]}}
    okk.eltwise relu %u, %s : !okk.local<1x3x2x5xf32, auto>, !okk.local<1x3x2x5xf32, auto>
  }
}

// -----

// The operands must start at NPU 0, and for most sizes they do.
module attributes {okk.machine = #okk.machine<toy4>} {
  // expected-note @below {{this is so for the sizes n:1}}
  okk.kernel @first_npu {
    %n = okk.param "n" range [0, 9]
    %c3 = arith.constant 3 : index
    %at = arith.remui %n, %c3 : index
    %t = okk.alloc : !okk.local<4x8x2x4xi8, mode = n4, auto>
    okk.fill %t, 1 : i8 : !okk.local<4x8x2x4xi8, mode = n4, auto>
    // expected-note @below {{operand #0 is defined here, as !okk.local<4x3x2x4xi8, mode = n4, strides[8, 8, 4, 1], start = 1>}}
    %s = okk.slice %t[0, %at, 0, 0] : !okk.local<4x8x2x4xi8, mode = n4, auto> to !okk.local<4x3x2x4xi8, mode = n4, auto>
    // expected-error @below {{'okk.fixed_point' op operands of 'fixed_point' must start at NPU 0, not 1 [okk.start-not-first]}}
    okk.fixed_point add %s, %s, %s : !okk.local<4x3x2x4xi8, mode = n4, auto>, !okk.local<4x3x2x4xi8, mode = n4, auto>, !okk.local<4x3x2x4xi8, mode = n4, auto>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  // expected-note @below {{this is so for the sizes n:1}}
  okk.kernel @first_npu_of_code {
    %n = okk.param "n" range [0, 9]
    %c3 = arith.constant 3 : index
    %at = arith.remui %n, %c3 : index
    %t = okk.alloc : !okk.local<1x8x2x5xf32, auto>
    okk.set %t, 1.0 : f32 : !okk.local<1x8x2x5xf32, auto>
    // expected-note @below {{operand #0 is defined here, as !okk.local<1x3x2x5xf32, strides[10, 10, 5, 1], start = 1>}}
    %s = okk.slice %t[0, %at, 0, 0] : !okk.local<1x8x2x5xf32, auto> to !okk.local<1x3x2x5xf32, auto>
    // expected-error @below {{'okk.compute' op operands of 'use' must start at NPU 0, not 1 [okk.start-not-first]}}
    okk.compute "use"(%s) to (%s) {first_npu} : (!okk.local<1x3x2x5xf32, auto>) -> !okk.local<1x3x2x5xf32, auto>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  // expected-note @below {{this is so for the sizes n:1}}
  okk.kernel @units_in_system_memory {
    %n = okk.param "n" range [0, 9]
    %c3 = arith.constant 3 : index
    %at = arith.remui %n, %c3 : index
    %x = okk.sys_buffer "x" : !okk.sys<8x3x2x4xi8, mode = n4, continuous>
    %t = okk.alloc : !okk.local<4x3x2x4xi8, mode = n4, auto>
    // expected-error @below {{'okk.slice' op slice does not cut whole units of 4 [okk.slice-pack]}}
    %s = okk.slice %x[%at, 0, 0, 0] : !okk.sys<8x3x2x4xi8, mode = n4, continuous> to !okk.sys<4x3x2x4xi8, mode = n4, continuous>
    okk.load %s to %t : !okk.sys<4x3x2x4xi8, mode = n4, continuous> to !okk.local<4x3x2x4xi8, mode = n4, auto>
  }
}

// -----

// Parts of a buffer whose strides give several elements the same bytes.
module attributes {okk.machine = #okk.machine<toy4>} {
  // expected-note @below {{this is so for the sizes n:2}}
  okk.kernel @sharing_strides {
    %n = okk.param "n" range [0, 9]
    %c3 = arith.constant 3 : index
    %c7 = arith.constant 7 : index
    %rest = arith.remui %n, %c3 : index
    %most = arith.muli %rest, %c3 : index
    %at = arith.subi %c7, %most : index
    %x = okk.sys_buffer "x" : !okk.sys<8x1x1x5xf32, strides[2, 40, 5, 1]>
    %a = okk.slice %x[0, 0, 0, 0] : !okk.sys<8x1x1x5xf32, strides[2, 40, 5, 1]> to !okk.sys<1x1x1x5xf32, strides[2, 40, 5, 1]>
    %b = okk.slice %x[%at, 0, 0, 0] : !okk.sys<8x1x1x5xf32, strides[2, 40, 5, 1]> to !okk.sys<1x1x1x5xf32, strides[2, 40, 5, 1]>
    // expected-error @below {{'okk.sys_copy' op source '%0' and destination '%1' share bytes (system addresses [8, 20)) [okk.copy-overlap]}}
    okk.sys_copy %a to %b : !okk.sys<1x1x1x5xf32, strides[2, 40, 5, 1]> to !okk.sys<1x1x1x5xf32, strides[2, 40, 5, 1]>
  }
}

// -----

// The offset is a number, and the stride depends on the size.
module attributes {okk.machine = #okk.machine<toy4>} {
  // expected-note @below {{this is so for the sizes n:1}}
  okk.kernel @words_by_strides {
    %n = okk.param "n" range [0, 9]
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %rest = arith.remui %n, %c3 : index
    %w = arith.subi %c4, %rest : index
    %x = okk.sys_buffer "x" sizes(%w) : !okk.sys<1x3x1x?xi8, max = [4], continuous>
    %t = okk.alloc sizes(%w) : !okk.local<2x3x1x?xi8, max = [4], compact>
    okk.fill %t, 1 : i8 : !okk.local<2x3x1x?xi8, max = [4], compact>
    // expected-error @below {{'okk.slice' op address 3 is not a multiple of 4, which a tensor in strides layout needs [okk.addr-align]}}
    %s = okk.slice %t[1, 0, 0, 0] sizes(%w) : !okk.local<2x3x1x?xi8, max = [4], compact> to !okk.local<1x3x1x?xi8, max = [4], auto>
    okk.store %s to %x : !okk.local<1x3x1x?xi8, max = [4], auto> to !okk.sys<1x3x1x?xi8, max = [4], continuous>
  }
}
