// RUN: optc --pass-pipeline='builtin.module(okk{overlap=true})' --verify-exec %s >/dev/null
// RUN: optc --pass-pipeline='builtin.module(okk.kernel(okk-tile{overlap=true}))' %s 2>/dev/null | FileCheck %s
// RUN: optc export %s 2>/dev/null | FileCheck %s --check-prefix=C

// Products of tensors on BM1684X: rows of the left factor are in the lanes. The keys of attention are the right factor as they are, with
// a key in each row.
!q = !okk.sys<1x200x1x48xf16, continuous>
!k = !okk.sys<1x24x1x48xf16, continuous>
!v = !okk.sys<1x24x1x20xf16, continuous>
!y = !okk.sys<1x200x1x20xf32, continuous>
module attributes {okk.machine = #okk.machine<bm1684x, npus = 8, npu_bytes = 4096>} {
  // CHECK-LABEL: okk.kernel @attention
  // CHECK: scf.for
  // CHECK: okk.mm_transposed %{{.*}} : !okk.local<1x40x1x24xf16, auto>, !okk.local<1x40x1x48xf16, auto>, !okk.local<1x24x1x48xf16, auto>
  // CHECK: okk.mm %{{.*}} : !okk.local<1x40x1x20xf32, auto>, !okk.local<1x40x1x24xf16, auto>, !okk.local<1x24x1x20xf16, auto>
  // C: tpu_bdc_fp_mm_R_trans(s_addr, tq_addr, tk_addr, 40, 48, 24, DT_FP16, DT_FP16);
  // C: tpu_bdc_fp_mm(ty_addr, s_addr, tv_addr, 40, 24, 20, DT_FP32, DT_FP16, false);
  okk.kernel @attention tiled {
    %q = okk.sys_buffer "q" : !q
    %k = okk.sys_buffer "k" : !k
    %v = okk.sys_buffer "v" : !v
    %y = okk.sys_buffer "y" : !y
    %tq = okk.alloc : !okk.local<1x200x1x48xf16, auto>
    %tk = okk.alloc : !okk.local<1x24x1x48xf16, auto>
    %tv = okk.alloc : !okk.local<1x24x1x20xf16, auto>
    %s = okk.alloc : !okk.local<1x200x1x24xf16, auto>
    %ty = okk.alloc : !okk.local<1x200x1x20xf32, auto>
    okk.load %k to %tk : !k to !okk.local<1x24x1x48xf16, auto>
    okk.load %v to %tv : !v to !okk.local<1x24x1x20xf16, auto>
    okk.load %q to %tq : !q to !okk.local<1x200x1x48xf16, auto>
    okk.mm_transposed %s, %tq, %tk : !okk.local<1x200x1x24xf16, auto>, !okk.local<1x200x1x48xf16, auto>, !okk.local<1x24x1x48xf16, auto>
    okk.mm %ty, %s, %tv : !okk.local<1x200x1x20xf32, auto>, !okk.local<1x200x1x24xf16, auto>, !okk.local<1x24x1x20xf16, auto>
    okk.store %ty to %y : !okk.local<1x200x1x20xf32, auto> to !y
  }
}
