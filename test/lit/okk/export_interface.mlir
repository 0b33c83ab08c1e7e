// RUN: not optc export %s 2>&1 | FileCheck %s

// The functions of OKKernel are the interface of BM1684 alone.
module attributes {okk.machine = #okk.machine<bm1684x>} {
  // CHECK: [[#@LINE+2]]:3: error: 'okk.kernel' op cannot be exported for machine bm1684x, whose kernels are not written with OKKernel [okk.no-interface]
  // CHECK: note: kernels for bm1684x are written with TPUKernel (tpu_*) and PPL (ppl::*)
  okk.kernel @k {
    %x = okk.sys_buffer "x" : !okk.sys<2x3x4x5xi8, continuous>
    %t = okk.alloc : !okk.local<2x3x4x5xi8, aligned>
    okk.load %x to %t : !okk.sys<2x3x4x5xi8, continuous> to !okk.local<2x3x4x5xi8, aligned>
    okk.store %t to %x : !okk.local<2x3x4x5xi8, aligned> to !okk.sys<2x3x4x5xi8, continuous>
  }
}
