// RUN: optc %s --okk-check-banks --verify-diagnostics

module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @slow {
    // expected-note @below {{the second one has offsets [0, 128)}}
    %t = okk.alloc at 0 : !okk.local<1x3x4x5xf32, aligned>
    // expected-note @below {{the first one has offsets [128, 256)}}
    %u = okk.alloc at 128 : !okk.local<1x3x4x5xf32, aligned>
    // expected-note @below {{the tensor is defined here}}
    %v = okk.alloc at 516 : !okk.local<1x3x4x5xf32, compact>
    // expected-warning @below {{'okk.alloc' op 3 channels from NPU 2 open 2 block rows; starting at NPU 0 would need 1 [okk.many-rows]}}
    %w = okk.alloc at 9216 : !okk.local<1x3x4x5xf32, aligned, start = 2>
    // expected-remark @below {{'okk.eltwise' op '!okk.local<1x3x4x5xf32, aligned>' and '!okk.local<1x3x4x5xf32, aligned>' share banks 0 [okk.bank-conflict]}}
    okk.eltwise relu %u, %t : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>
    // expected-warning @below {{'okk.eltwise' op address 516 is a multiple of 4 but not of 128; the operation will be slow [okk.unaligned-operand]}}
    okk.eltwise relu %v, %v : !okk.local<1x3x4x5xf32, compact>, !okk.local<1x3x4x5xf32, compact>
  }
}
