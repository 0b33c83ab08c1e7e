// RUN: optc %s --okk-check-asserts | FileCheck %s

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @start2 {
    %t = okk.alloc at 2048 : !okk.local<2x3x4x5xf32, aligned[64, 32, 5, 1], start = 2>
    // CHECK-NOT: okk.assert
    okk.assert_layout %t strides [64, 32, 5, 1] rows 2 reserved 512 : !okk.local<2x3x4x5xf32, aligned[64, 32, 5, 1], start = 2>
    okk.assert_at %t [1, 2, 3, 4] npu 0 offset 460 : !okk.local<2x3x4x5xf32, aligned[64, 32, 5, 1], start = 2>
    okk.assert_byte %t npu 2 offset 128 is "free" : !okk.local<2x3x4x5xf32, aligned[64, 32, 5, 1], start = 2>
    okk.assert_byte %t npu 2 offset 80 is "padding" : !okk.local<2x3x4x5xf32, aligned[64, 32, 5, 1], start = 2>
    okk.assert_byte %t npu 0 offset 207 is "element" [0, 2, 3, 4] byte 3 : !okk.local<2x3x4x5xf32, aligned[64, 32, 5, 1], start = 2>
    okk.assert_byte %t npu 0 offset 207 is "element" : !okk.local<2x3x4x5xf32, aligned[64, 32, 5, 1], start = 2>
    okk.assert_byte %t npu 2 offset 512 is "outside" : !okk.local<2x3x4x5xf32, aligned[64, 32, 5, 1], start = 2>
  }
}
