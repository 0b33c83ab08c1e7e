// RUN: optc %s --okk --okk-print-unit-maps -o %t 2>&1 | FileCheck %s

// CHECK:      %t: 4 NPUs, elements of 4 bytes, base NPU 0 offset 0
// CHECK-NEXT:   d0: 2 (2, 0, 256)
// CHECK-NEXT:   d1: 3 shift 2 (4, 1, 0) (2, 0, 128)
// CHECK-NEXT:   d2: 4 (4, 0, 20)
// CHECK-NEXT:   d3: 5 (5, 0, 4)
// CHECK-NEXT: %u: 4 NPUs, elements of 4 bytes, base NPU 0 offset 148
// CHECK-NEXT:   d0: 2 (2, 0, 256)
// CHECK-NEXT:   d1: 1 (4, 1, 0)
// CHECK-NEXT:   d2: 2 (2, 0, 20)
module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" : !okk.sys<2x3x4x5xf32, continuous>
    %t = okk.alloc : !okk.local<2x3x4x5xf32, aligned, start = 2>
    okk.load %x to %t : !okk.sys<2x3x4x5xf32, continuous> to !okk.local<2x3x4x5xf32, aligned, start = 2>
    %u = okk.slice %t[0, 2, 1, 0] : !okk.local<2x3x4x5xf32, aligned, start = 2> to !okk.local<2x1x2x5xf32, auto>
    okk.eltwise relu %u, %u : !okk.local<2x1x2x5xf32, auto>, !okk.local<2x1x2x5xf32, auto>
    okk.store %t to %x : !okk.local<2x3x4x5xf32, aligned, start = 2> to !okk.sys<2x3x4x5xf32, continuous>
  }
}
