// RUN: optc %s --okk-check-asserts --verify-diagnostics

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @start2 {
    %t = okk.alloc at 2048 : !okk.local<2x3x4x5xf32, aligned, start = 2>
    // expected-error @below {{expected strides (64,64,5,1), found (64,32,5,1) [okk.assert-failed]}}
    okk.assert_layout %t strides [64, 64, 5, 1] : !okk.local<2x3x4x5xf32, aligned, start = 2>
    // expected-error @below {{expected 1 block rows, found 2 [okk.assert-failed]}}
    okk.assert_layout %t rows 1 : !okk.local<2x3x4x5xf32, aligned, start = 2>
    // expected-error @below {{expected 0 block rows, found 2 [okk.assert-failed]}}
    okk.assert_layout %t rows 0 : !okk.local<2x3x4x5xf32, aligned, start = 2>
    // expected-error @below {{expected 0 reserved bytes, found 512 [okk.assert-failed]}}
    okk.assert_layout %t reserved 0 : !okk.local<2x3x4x5xf32, aligned, start = 2>
    // expected-error @below {{expected NPU 1, offset 460, found NPU 0, offset 460 [okk.assert-failed]}}
    okk.assert_at %t [1, 2, 3, 4] npu 1 offset 460 : !okk.local<2x3x4x5xf32, aligned, start = 2>
    // expected-error @below {{expected NPU 0, offset 456, found NPU 0, offset 460 [okk.assert-failed]}}
    okk.assert_at %t [1, 2, 3, 4] npu 0 offset 456 : !okk.local<2x3x4x5xf32, aligned, start = 2>
    // expected-error @below {{expected byte 3 of element [0 2 3 3], found byte 3 of element [0 2 3 4] [okk.assert-failed]}}
    okk.assert_byte %t npu 0 offset 207 is "element" [0, 2, 3, 3] byte 3 : !okk.local<2x3x4x5xf32, aligned, start = 2>
    // expected-error @below {{expected 256 reserved bytes, found 512 [okk.assert-failed]}}
    okk.assert_layout %t reserved 256 : !okk.local<2x3x4x5xf32, aligned, start = 2>
    // expected-error @below {{expected an element of the tensor, found coordinates outside of its shape [okk.assert-failed]}}
    okk.assert_at %t [2, 2, 3, 4] npu 0 offset 460 : !okk.local<2x3x4x5xf32, aligned, start = 2>
    // expected-error @below {{expected a byte of class 'gap', found 'free' [okk.assert-failed]}}
    okk.assert_byte %t npu 2 offset 128 is "gap" : !okk.local<2x3x4x5xf32, aligned, start = 2>
    // expected-error @below {{expected byte 0 of element [0 2 3 4], found byte 3 of element [0 2 3 4] [okk.assert-failed]}}
    okk.assert_byte %t npu 0 offset 207 is "element" [0, 2, 3, 4] byte 0 : !okk.local<2x3x4x5xf32, aligned, start = 2>
    %u = okk.alloc : !okk.local<2x3x4x5xf32, aligned, start = 2>
    // expected-error @below {{the address must be resolved before okk-check-asserts [okk.unresolved]}}
    okk.assert_layout %u rows 2 : !okk.local<2x3x4x5xf32, aligned, start = 2>
  }
}
