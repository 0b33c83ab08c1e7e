// RUN: optc %s --okk --okk-lower-to-images -o %t 2>&1 | FileCheck %s

// Channel 2 of a tensor that starts at NPU 2 of 4 lies in NPU 0, in the second block row;
// the dummies of a packed tensor get the byte of okk.pack.
// CHECK:      NPU 0
// CHECK-NEXT:   0x00000080: 07 08 09 -- -- -- -- -- -- -- -- -- -- -- -- --
// CHECK-NEXT:   0x00000100: -- -- -- -- -- -- -- -- -- -- -- -- 07 ff ff ff
// CHECK-NEXT:   0x00000110: 08 ff ff ff 09 ff ff ff -- -- -- -- -- -- -- --
// CHECK-NEXT: NPU 0 crc32 2c70ed04 written 15
// CHECK-NEXT: NPU 2
// CHECK:      NPU 3 crc32 197ff564 written 15
// CHECK-NEXT: global 0
// CHECK-NEXT:   0x00000000: 01 02 03 04 05 06 07 08 09 -- -- -- -- -- -- --
// CHECK-NEXT:   0x00000080: 01 ff ff ff 02 ff ff ff 03 ff ff ff 04 ff ff ff

module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" = dense<[[[[1, 2, 3]], [[4, 5, 6]], [[7, 8, 9]]]]> : tensor<1x3x1x3xi8> : !okk.sys<1x3x1x3xi8, continuous>
    %t = okk.alloc : !okk.local<1x3x1x3xi8, aligned, start = 2>
    %p = okk.alloc : !okk.local<1x3x1x3xi8, mode = n4, compact, start = 2>
    %y = okk.sys_buffer "y" : !okk.sys<1x3x1x3xi8, mode = n4, continuous>
    okk.load %x to %t : !okk.sys<1x3x1x3xi8, continuous> to !okk.local<1x3x1x3xi8, aligned, start = 2>
    okk.pack %t to %p fill 255 : !okk.local<1x3x1x3xi8, aligned, start = 2> to !okk.local<1x3x1x3xi8, mode = n4, compact, start = 2>
    okk.store %p to %y : !okk.local<1x3x1x3xi8, mode = n4, compact, start = 2> to !okk.sys<1x3x1x3xi8, mode = n4, continuous>
  }
}
