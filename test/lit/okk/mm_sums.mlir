// RUN: optc --pass-pipeline='builtin.module(okk.kernel(okk-tile{overlap=true}))' %s 2>/dev/null | FileCheck %s
// RUN: optc --pass-pipeline='builtin.module(okk.kernel(okk-tile{overlap=true}))' %s 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: optc --pass-pipeline='builtin.module(okk{overlap=true})' --verify-exec %s >/dev/null
// RUN: optc export %s 2>/dev/null | FileCheck %s --check-prefix=C

!a = !okk.sys<1x16x1x512xf16, continuous>
!b = !okk.sys<1x512x1x150xf16, continuous>
!y = !okk.sys<1x16x1x150xf32, continuous>
!left = !okk.local<1x16x1x512xf16, auto>
!right = !okk.local<1x512x1x150xf16, auto>
!sum = !okk.local<1x16x1x150xf32, auto>
module attributes {okk.machine = #okk.machine<bm1684x, npus = 8, npu_bytes = 8192>} {
  // Each part along K has a multiple of 32 rows of the right factor, as many as the chip adds at once, so that the sum has the bits of
  // the sum that is not divided. The first part makes the sum, and the other parts are added to it.
  // WHY: remark: 'okk.kernel' op tensors need 23808 bytes of every NPU, which has 8192: divided along K in parts of 64 of 512, with loads and stores beside computations, in 6912 bytes; about 11074 cycles
  // CHECK-LABEL: okk.kernel @sums {
  // CHECK: okk.slice %a[0, 0, 0, %{{.*}}] : !okk.sys<1x16x1x512xf16, continuous> to !okk.sys<1x16x1x64xf16
  // CHECK: scf.if
  // CHECK-NEXT: okk.mm %[[SUM:[0-9]+]], %{{.*}} : !okk.local<1x16x1x150xf32, auto>, !okk.local<1x16x1x64xf16, auto>, !okk.local<1x64x1x150xf16, auto>
  // CHECK: scf.if
  // CHECK-NEXT: okk.mm %[[SUM]], %{{.*}} result_add :
  // CHECK: okk.store %[[SUM]] to %y
  // C: tpu_bdc_fp_mm({{.*}}, 16, 64, 150, DT_FP32, DT_FP16, false);
  // C: tpu_bdc_fp_mm({{.*}}, 16, 64, 150, DT_FP32, DT_FP16, true);
  okk.kernel @sums tiled {
    %a = okk.sys_buffer "a" : !a
    %b = okk.sys_buffer "b" : !b
    %y = okk.sys_buffer "y" : !y
    %l = okk.alloc : !left
    %r = okk.alloc : !right
    %o = okk.alloc : !sum
    okk.load %a to %l : !a to !left
    okk.load %b to %r : !b to !right
    okk.mm %o, %l, %r : !sum, !left, !right
    okk.store %o to %y : !sum to !y
  }
}
