// RUN: optc --okk %s | FileCheck %s
// RUN: optc build %s -o %t
// RUN: optc run %t --print w | FileCheck %s --check-prefix=VALUE

// The memory of a tensor is used again after its life: each tensor needs more than half
// of an NPU.
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @k {
    %w = okk.sys_buffer "w" : !okk.sys<1x4x1x600xf32, continuous>
    %v = okk.sys_buffer "v" : !okk.sys<1x4x1x600xf32, continuous>
    // CHECK: okk.alloc at 0
    %a = okk.alloc : !okk.local<1x4x1x600xf32, aligned>
    okk.fill %a, 1.0 : f32 : !okk.local<1x4x1x600xf32, aligned>
    okk.store %a to %v : !okk.local<1x4x1x600xf32, aligned> to !okk.sys<1x4x1x600xf32, continuous>
    // CHECK: okk.dealloc
    okk.dealloc %a : !okk.local<1x4x1x600xf32, aligned>
    // CHECK: okk.alloc at 0
    %b = okk.alloc : !okk.local<1x4x1x600xf32, aligned>
    okk.fill %b, 2.0 : f32 : !okk.local<1x4x1x600xf32, aligned>
    okk.store %b to %w : !okk.local<1x4x1x600xf32, aligned> to !okk.sys<1x4x1x600xf32, continuous>
  }
}
// VALUE: w = {{.*}}2.000000e+00
