// RUN: optc %s --okk-allocate | FileCheck %s --check-prefixes=CHECK,REUSE
// RUN: optc %s --okk-allocate=policy=linear | FileCheck %s --check-prefixes=CHECK,LINEAR
// RUN: optc %s --okk-allocate=policy=bank | FileCheck %s --check-prefixes=CHECK,BANK

module attributes {okk.machine = #okk.machine<toy4k>} {
  // CHECK-LABEL: okk.kernel @places
  okk.kernel @places {
    // Buffers lie one behind the other, around the one that has an address.
    // CHECK: okk.sys_buffer "x" at 0
    %x = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous>
    // CHECK: okk.sys_buffer "y" at 256
    %y = okk.sys_buffer "y" at 256 : !okk.sys<1x3x4x5xf32, continuous>
    // CHECK: okk.sys_buffer "z" at 512
    %z = okk.sys_buffer "z" : !okk.sys<1x3x4x5xf32, continuous>
    // REUSE: okk.alloc at 1024 : !okk.local<1x3x4x5xf32, aligned>
    // LINEAR: okk.alloc at 1024 : !okk.local<1x3x4x5xf32, aligned>
    %fixed = okk.alloc at 1024 : !okk.local<1x3x4x5xf32, aligned>
    // REUSE-NEXT: okk.alloc at 0 : !okk.local<1x3x4x5xf32, aligned>
    // REUSE-NEXT: okk.alloc at 128 : !okk.local<1x3x4x5xf32, aligned>
    // REUSE-NEXT: okk.alloc at 0 : !okk.local<1x3x4x5xf32, aligned>
    // LINEAR-NEXT: okk.alloc at 0 : !okk.local<1x3x4x5xf32, aligned>
    // LINEAR-NEXT: okk.alloc at 128 : !okk.local<1x3x4x5xf32, aligned>
    // LINEAR-NEXT: okk.alloc at 256 : !okk.local<1x3x4x5xf32, aligned>
    // BANK: okk.alloc at 1024 : !okk.local<1x3x4x5xf32, aligned>
    // BANK-NEXT: okk.alloc at 0 : !okk.local<1x3x4x5xf32, aligned>
    // BANK-NEXT: okk.alloc at 512 : !okk.local<1x3x4x5xf32, aligned>
    // BANK-NEXT: okk.alloc at 0 : !okk.local<1x3x4x5xf32, aligned>
    %a = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
    %b = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
    %c = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
    okk.load %x to %fixed : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, aligned>
    okk.load %x to %a : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, aligned>
    okk.eltwise relu %b, %a : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>
    okk.eltwise neg %c, %b : !okk.local<1x3x4x5xf32, aligned>, !okk.local<1x3x4x5xf32, aligned>
    // REUSE: okk.slice {{.*}}[0, 1, 0, 0] at 4096
    // LINEAR: okk.slice {{.*}}[0, 1, 0, 0] at 4352
    %s = okk.slice %c[0, 1, 0, 0] : !okk.local<1x3x4x5xf32, aligned> to !okk.local<1x2x4x5xf32, strides[32, 32, 5, 1], start = 1>
    // CHECK: okk.slice {{.*}}[0, 1, 0, 0] at 592
    %w = okk.slice %z[0, 1, 0, 0] : !okk.sys<1x3x4x5xf32, continuous> to !okk.sys<1x2x4x5xf32, continuous>
    okk.store %s to %w : !okk.local<1x2x4x5xf32, strides[32, 32, 5, 1], start = 1> to !okk.sys<1x2x4x5xf32, continuous>
    okk.store %fixed to %y : !okk.local<1x3x4x5xf32, aligned> to !okk.sys<1x3x4x5xf32, continuous>
  }
}
