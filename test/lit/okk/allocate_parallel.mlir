// RUN: optc %s --okk-allocate=policy=bank | FileCheck %s
// RUN: optc %s --okk-allocate=policy=linear --okk-check-banks 2>&1 | FileCheck %s --check-prefix=LINEAR

// What is copied while something is computed lies in other banks, and so do the operands
// of one operation; two copies may share one.
// CHECK-LABEL: okk.kernel @parallel
// CHECK: okk.alloc at 640
// CHECK-NEXT: okk.alloc at 1024
// CHECK-NEXT: okk.alloc at 0
// CHECK-NEXT: okk.alloc at 512
// LINEAR-COUNT-5: share banks 0 [okk.bank-conflict]
// LINEAR-NOT: share banks
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @parallel {
    %x = okk.sys_buffer "x" : !okk.sys<1x4x1x32xf32, continuous>
    %y = okk.sys_buffer "y" : !okk.sys<1x4x1x32xf32, continuous>
    %a = okk.alloc : !okk.local<1x4x1x32xf32, compact>
    %b = okk.alloc : !okk.local<1x4x1x32xf32, compact>
    %c = okk.alloc : !okk.local<1x4x1x32xf32, compact>
    %d = okk.alloc : !okk.local<1x4x1x32xf32, compact>
    okk.fill %c, 1.0 : f32 : !okk.local<1x4x1x32xf32, compact>
    okk.fill %d, 1.0 : f32 : !okk.local<1x4x1x32xf32, compact>
    okk.parallel {
      okk.load %x to %a : !okk.sys<1x4x1x32xf32, continuous> to !okk.local<1x4x1x32xf32, compact>
      okk.eltwise relu %b, %c : !okk.local<1x4x1x32xf32, compact>, !okk.local<1x4x1x32xf32, compact>
      okk.store %d to %y : !okk.local<1x4x1x32xf32, compact> to !okk.sys<1x4x1x32xf32, continuous>
    }
    okk.store %a to %x : !okk.local<1x4x1x32xf32, compact> to !okk.sys<1x4x1x32xf32, continuous>
    okk.store %b to %x : !okk.local<1x4x1x32xf32, compact> to !okk.sys<1x4x1x32xf32, continuous>
  }
}
