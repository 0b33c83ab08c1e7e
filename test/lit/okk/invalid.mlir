// RUN: optc %s --split-input-file --verify-diagnostics

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-error @below {{'okk.alloc' op address 64 is not a multiple of 128, which a tensor in aligned layout needs [okk.addr-align]}}
    %t = okk.alloc at 64 : !okk.local<1x3x4x5xf32, aligned>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-error @below {{'okk.alloc' op address 4096 is outside local memory [0, 4096) [okk.addr-range]}}
    %t = okk.alloc at 4096 : !okk.local<1x3x4x5xf32, aligned>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %t = okk.alloc at 0 : !okk.local<1x3x4x5xf32, aligned>
    // expected-error @below {{'okk.slice' op expected address 20, where the first element of the source's part lies, but got 24 [okk.address-mismatch]}}
    %u = okk.slice %t[0, 0, 1, 0] at 24 : !okk.local<1x3x4x5xf32, aligned> to !okk.local<1x3x2x5xf32, strides[0, 0, 5, 1]>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-error @below {{expected an element type of f32, i32, ui32, f16, bf16, i16, ui16, i8 or ui8, but got 'f64' [okk.bad-dtype]}}
    %t = okk.alloc : !okk.local<1x3x4x5xf64, aligned>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-error @below {{'okk.alloc' op mode n4 does not exist for elements of type i16 [okk.bad-mode]}}
    %t = okk.alloc : !okk.local<4x3x4x5xi16, mode = n4, aligned>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
    // expected-error @below {{'okk.eltwise' op expected 2 sources of 'add', but got 1 [okk.bad-op]}}
    okk.eltwise add %t, %t : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-error @below {{'okk.alloc' op expected dimensions in [1, 2^31), but dimension 0 of (0,3,4,5) is 0 [okk.bad-shape]}}
    %t = okk.alloc : !okk.local<0x3x4x5xf32, aligned>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-error @below {{'okk.alloc' op H stride -5 is negative [okk.bad-stride]}}
    %t = okk.alloc : !okk.local<1x3x4x5xf32, strides[0, 0, -5, 1]>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-error @below {{'okk.alloc' op matrix width 41 is outside [1, 40] [okk.bad-w]}}
    %t = okk.alloc : !okk.matrix<2x40xf32, w = 41>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
    %u = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
    // expected-error @below {{'okk.pool2d' op expected 2 numbers of at least 1 for 'kernel', but got [1, 0] [okk.bad-window]}}
    okk.pool2d max %u, %t kernel [1, 0] : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
    %u = okk.broadcast %t : !okk.local<1x3x4x5xf32, aligned> to !okk.local<2x3x4x5xf32, strides[0, 32, 5, 1], broadcast>
    // expected-error @below {{'okk.fill' op destination repeats elements (stride 0) and cannot be written [okk.broadcast-write]}}
    okk.fill %u, 0.0 : f32 : !okk.local<2x3x4x5xf32, strides[0, 32, 5, 1], broadcast>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %t = okk.alloc at 0 : !okk.local<1x3x4x5xf32, compact>
    %u = okk.alloc at 4 : !okk.local<1x3x4x5xf32, compact>
    // expected-error @below {{'okk.copy' op source '%t' and destination '%u' share bytes (NPU 0, offsets [4, 80)) [okk.copy-overlap]}}
    okk.copy %t to %u : !okk.local<1x3x4x5xf32, compact> to !okk.local<1x3x4x5xf32, compact>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %t = okk.alloc : !okk.local<1x4096x1x1xi32, strides[0, 0, 1, 1], broadcast>
    // expected-note @below {{operand #0 is defined here, as !okk.local<1x4096x1x1xi32, strides[0, 0, 1, 1], broadcast>}}
    %u = okk.alloc : !okk.local<1x4096x1x1xi32, strides[0, 0, 1, 1], broadcast>
    // expected-error @below {{'okk.eltwise' op C = 4096 exceeds the limit 4095 [okk.dim-limit]}}
    okk.eltwise copy %u, %t : !okk.local<1x4096x1x1xi32, strides[0, 0, 1, 1], broadcast>, !okk.local<1x4096x1x1xi32, strides[0, 0, 1, 1], broadcast>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, strides[120, 40, 10, 2]>
    %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
    // expected-error @below {{'okk.load' op a copy needs W stride 1, but the source has 2 [okk.dma-w-stride]}}
    okk.load %x to %t : !okk.sys<1x3x4x5xf32, strides[120, 40, 10, 2]> to !okk.local<1x3x4x5xf32, aligned>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-error @below {{'okk.alloc' op needs 1152 bytes from offset 0, but an NPU has 1024 bytes [okk.does-not-fit]}}
    %t = okk.alloc : !okk.local<9x3x4x5xf32, aligned>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous>
    %t = okk.alloc : !okk.local<1x3x4x5xi32, aligned>
    // expected-error @below {{'okk.load' op expected a source of i32, like the destination, but got f32; a copy converts no elements [okk.dtype-mismatch]}}
    okk.load %x to %t : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xi32, aligned>
  }
}

// -----

module attributes {okk.machine = #okk.machine<bm1684>} {
  okk.kernel @k {
    // expected-note @below {{operand #0 is defined here, as !okk.local<1x3x4x5xf16, aligned>}}
    %t = okk.alloc : !okk.local<1x3x4x5xf16, aligned>
    // expected-error @below {{'okk.compute' op machine bm1684 cannot compute on f16 [okk.dtype-unsupported]}}
    okk.compute "halve"(%t) to (%t) : (!okk.local<1x3x4x5xf16, aligned>) -> !okk.local<1x3x4x5xf16, aligned>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-note @below {{operand #1 is defined here, as !okk.local<2x3x4x5xf32, compact>}}
    %t = okk.alloc : !okk.local<2x3x4x5xf32, compact>
    %u = okk.alloc : !okk.local<2x3x4x5xf32, aligned>
    // expected-error @below {{'okk.function' op operand #1 must be in aligned layout [okk.layout-required]}}
    okk.function sqrt %u, %t : !okk.local<2x3x4x5xf32, aligned>, !okk.local<2x3x4x5xf32, compact>
  }
}

// -----

// expected-error @below {{machine field npu_bytes = 1024 must be a multiple of banks [okk.machine-bad]}}
module attributes {okk.machine = #okk.machine<toy4, banks = 3>} {
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-note @below {{operand #1 is defined here, as !okk.local<1x3x4x5xf32, compact>}}
    %t = okk.alloc at 0 : !okk.local<1x3x4x5xf32, compact>
    %u = okk.alloc at 4 : !okk.local<1x3x4x5xf32, compact>
    // expected-error @+2 {{'okk.eltwise' op destination '%u' and operand #1 '%t' share bytes (NPU 0, offsets [4, 80)) [okk.operand-overlap]}}
    // expected-note @below {{the destination may be an operand, with the same address and strides, or lie apart from it}}
    okk.eltwise relu %u, %t : !okk.local<1x3x4x5xf32, compact>, !okk.local<1x3x4x5xf32, compact>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
    %u = okk.alloc : !okk.local<1x3x5x4xf32, aligned>
    // expected-error @below {{'okk.copy' op expected a source of shape (1,3,5,4), like the destination, but got (1,3,4,5) [okk.shape-mismatch]}}
    okk.copy %t to %u : !okk.local<1x3x4x5xf32, aligned> to !okk.local<1x3x5x4xf32, aligned>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %t = okk.alloc : !okk.local<8x3x4x5xi8, mode = n4, aligned>
    // expected-error @+2 {{'okk.slice' op slice does not cut whole units of 4 [okk.slice-pack]}}
    // expected-note @below {{[2, 6) of 8 in mode n4}}
    %u = okk.slice %t[2, 0, 0, 0] : !okk.local<8x3x4x5xi8, mode = n4, aligned> to !okk.local<4x3x4x5xi8, mode = n4, auto>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
    // expected-error @below {{'okk.slice' op slice [1, 4) is out of bounds of dimension 1 of extent 3 [okk.slice-range]}}
    %u = okk.slice %t[0, 1, 0, 0] : !okk.local<1x3x4x5xf32, aligned> to !okk.local<1x3x4x5xf32, auto>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
    // expected-error @below {{'okk.slice' op expected 4 offsets and extents, but got 2 and 4 [okk.slice-rank]}}
    %u = okk.slice %t[0, 1] : !okk.local<1x3x4x5xf32, aligned> to !okk.local<1x2x4x5xf32, auto>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-error @below {{'okk.alloc' op type says start NPU 0, but address 1024 lies in NPU 1 [okk.start-attr]}}
    %t = okk.alloc at 1024 : !okk.local<1x3x4x5xf32, aligned>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-note @below {{operand #1 is defined here, as !okk.local<1x3x4x5xf32, aligned>}}
    %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
    %u = okk.alloc : !okk.local<1x3x4x5xf32, aligned, start = 1>
    // expected-error @below {{'okk.eltwise' op expected operands that start at the same NPU, but they start at NPU 1 and NPU 0 [okk.start-mismatch]}}
    // expected-note @below {{write 'start = 1' in the type of operand #1, so that it starts at NPU 1 like operand #0}}
    okk.eltwise relu %u, %t : !okk.local<1x3x4x5xf32, aligned, start = 1>, !okk.local<1x3x4x5xf32, aligned>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-note @below {{operand #0 is defined here, as !okk.local<4x3x4x5xi8, mode = n4, aligned, start = 1>}}
    %t = okk.alloc : !okk.local<4x3x4x5xi8, mode = n4, aligned, start = 1>
    // expected-error @below {{'okk.fixed_point' op operands of 'fixed_point' must start at NPU 0, not 1 [okk.start-not-first]}}
    okk.fixed_point add %t, %t, %t : !okk.local<4x3x4x5xi8, mode = n4, aligned, start = 1>, !okk.local<4x3x4x5xi8, mode = n4, aligned, start = 1>, !okk.local<4x3x4x5xi8, mode = n4, aligned, start = 1>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-error @below {{'okk.alloc' op strides (20,20,5,1) are not those of the aligned layout; expected (32,32,5,1) [okk.stride-mismatch]}}
    %t = okk.alloc : !okk.local<2x3x4x5xf32, aligned[20, 20, 5, 1]>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-error @+2 {{'okk.alloc' op strides put (0,0,0,4) and (0,0,1,0) on the same bytes [okk.stride-overlap]}}
    // expected-note @below {{NPU 0, offset 16}}
    %t = okk.alloc : !okk.local<1x3x4x5xf32, strides[0, 0, 4, 1]>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-error @below {{'okk.sys_buffer' op system address 2 is not a multiple of 4 [okk.sys-align]}}
    %x = okk.sys_buffer "x" at 2 : !okk.sys<1x3x4x5xf32, continuous>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-error @below {{'okk.sys_buffer' op element (0,2,3,4) ends at byte 240 of a system buffer of 100 bytes [okk.sys-range]}}
    %x = okk.sys_buffer "x" bytes 100 : !okk.sys<1x3x4x5xf32, continuous>
  }
}

// -----

module attributes {okk.machine = #okk.machine<cv180x>} {
  okk.kernel @k {
    %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
    // expected-error @+2 {{'okk.eltwise' op the operand rules of machine cv180x are not known [okk.unknown-rules]}}
    // expected-note @below {{tensors can be laid out, allocated and copied on it, but not computed with}}
    okk.eltwise relu %t, %t : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-error @below {{'okk.sys_buffer' op machine toy4 has no memory 'globe'; did you mean 'global'? [okk.unknown-space]}}
    %x = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous, space = globe>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %t = okk.alloc : !okk.local<4x3x1x1xi8, aligned>
    %u = okk.alloc : !okk.local<4x3x1x1xi8, mode = n4, aligned>
    // expected-error @below {{'okk.pack' op expected a byte in [0, 255] to fill dummies with, but got 256 [okk.value-range]}}
    okk.pack %t to %u fill 256 : !okk.local<4x3x1x1xi8, aligned> to !okk.local<4x3x1x1xi8, mode = n4, aligned>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
    // expected-error @below {{'okk.view' op view has 48 elements, the tensor has 60 [okk.view-count]}}
    %u = okk.view %t : !okk.local<1x3x4x5xf32, aligned> to !okk.local<1x3x4x4xf32, auto>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
    // expected-error @below {{'okk.view' op no strides show the tensor as (3,1,4,5): element (1,0,0,0) lies at NPU 1, offset 0 [okk.view-illegal]}}
    %u = okk.view %t : !okk.local<1x3x4x5xf32, aligned> to !okk.local<3x1x4x5xf32, auto>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %a = okk.alloc : !okk.local<2x3x4x5xi8, strides[20, 20, 5, 1]>
    // expected-note @below {{operand #0 is defined here}}
    %b = okk.alloc : !okk.local<2x3x4x5xf32, strides[20, 20, 5, 1]>
    %w = okk.alloc : !okk.local<2x3x4x5xf32, strides[20, 20, 5, 1]>
    // expected-error @below {{'okk.int8_to_fp32' op operand #0 must be in aligned layout [okk.layout-required]}}
    okk.int8_to_fp32 %b, %a, %w : !okk.local<2x3x4x5xf32, strides[20, 20, 5, 1]>, !okk.local<2x3x4x5xi8, strides[20, 20, 5, 1]>, !okk.local<2x3x4x5xf32, strides[20, 20, 5, 1]>
  }
}
