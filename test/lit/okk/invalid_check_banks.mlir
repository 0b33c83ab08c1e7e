// RUN: optc %s --okk-check-banks --split-input-file --verify-diagnostics

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-note @below {{the second one has offsets [0, 80)}}
    %t = okk.alloc at 0 : !okk.local<1x3x4x5xf32, compact>
    // expected-note @+2 {{the first one has offsets [80, 160)}}
    // expected-note @below {{the tensor is defined here}}
    %u = okk.alloc at 80 : !okk.local<1x3x4x5xf32, compact>
    // expected-remark @+2 {{'okk.eltwise' op '!okk.local<1x3x4x5xf32, compact>' and '!okk.local<1x3x4x5xf32, compact>' share banks 0 [okk.bank-conflict]}}
    // expected-warning @below {{'okk.eltwise' op address 80 is a multiple of 4 but not of 128; the operation will be slow [okk.unaligned-operand]}}
    okk.eltwise relu %u, %t : !okk.local<1x3x4x5xf32, compact>, !okk.local<1x3x4x5xf32, compact>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-warning @below {{'okk.alloc' op 2 channels from NPU 3 open 2 block rows; starting at NPU 0 would need 1 [okk.many-rows]}}
    %t = okk.alloc at 3072 : !okk.local<1x2x4x5xf32, aligned, start = 3>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    // expected-note @below {{the tensor is defined here}}
    %t = okk.alloc at 4 : !okk.local<1x3x4x5xf32, compact>
    // expected-warning @below {{'okk.eltwise' op address 4 is a multiple of 4 but not of 128; the operation will be slow [okk.unaligned-operand]}}
    okk.eltwise relu %t, %t : !okk.local<1x3x4x5xf32, compact>, !okk.local<1x3x4x5xf32, compact>
  }
}

// -----

// As many rows as from NPU 0 are no reason to complain, one more is.
module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %t = okk.alloc at 2048 : !okk.local<1x6x1x5xf32, aligned, start = 2>
    // expected-warning @below {{'okk.alloc' op 4 channels from NPU 1 open 2 block rows; starting at NPU 0 would need 1 [okk.many-rows]}}
    %u = okk.alloc at 1536 : !okk.local<1x4x1x5xf32, aligned, start = 1>
  }
}
