// RUN: not optc export %s 2>&1 | FileCheck %s
// RUN: not optc run %s 2>&1 | FileCheck %s

// A kernel for a chip whose operations are not known is neither written nor executed.
module attributes {okk.machine = #okk.machine<bm1688>} {
  // CHECK: [[#@LINE+2]]:3: error: 'okk.kernel' op cannot be written or executed for machine bm1688, whose operations are not known [okk.no-interface]
  // CHECK: note: kernels for bm1688 are written with TPUKernel (tpu_*) and PPL (ppl::*)
  okk.kernel @k {
    %x = okk.sys_buffer "x" = dense<1> : tensor<2x3x4x5xi8> : !okk.sys<2x3x4x5xi8, continuous>
    %t = okk.alloc : !okk.local<2x3x4x5xi8, aligned>
    okk.load %x to %t : !okk.sys<2x3x4x5xi8, continuous> to !okk.local<2x3x4x5xi8, aligned>
    okk.store %t to %x : !okk.local<2x3x4x5xi8, aligned> to !okk.sys<2x3x4x5xi8, continuous>
  }
}
