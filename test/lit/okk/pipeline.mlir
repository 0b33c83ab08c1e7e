// RUN: optc %s --pass-pipeline='builtin.module(okk)' --verify-exec | FileCheck %s
// RUN: optc %s --pass-pipeline='builtin.module(okk)' | optc --okk-verify | FileCheck %s

module attributes {okk.machine = #okk.machine<odd7>} {
  // CHECK: okk.kernel @k
  okk.kernel @k {
    %x = okk.sys_buffer "x" : !okk.sys<2x9x2x3xf32, continuous>
    // CHECK: okk.alloc at 8960 : !okk.local<2x9x2x3xf32, aligned[64, 32, 3, 1], start = 5>
    %t = okk.alloc : !okk.local<2x9x2x3xf32, auto, start = 5>
    // CHECK-NOT: okk.assert_at
    okk.assert_at %t [1, 8, 1, 2] npu 6 offset 404 : !okk.local<2x9x2x3xf32, auto, start = 5>
    okk.load %x to %t : !okk.sys<2x9x2x3xf32, continuous> to !okk.local<2x9x2x3xf32, auto, start = 5>
    okk.eltwise neg %t, %t : !okk.local<2x9x2x3xf32, auto, start = 5>, !okk.local<2x9x2x3xf32, auto, start = 5>
    okk.store %t to %x : !okk.local<2x9x2x3xf32, auto, start = 5> to !okk.sys<2x9x2x3xf32, continuous>
  }
}
