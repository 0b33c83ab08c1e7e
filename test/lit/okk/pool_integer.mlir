// RUN: optc --pass-pipeline='builtin.module(okk)' --verify-exec %s >/dev/null
// RUN: optc export --target bm1684x %s | FileCheck %s
// RUN: optc run --target bm1684x %s --print y --print z | FileCheck %s --check-prefix=OUT

// Pools of 8-bit integers: sums of windows times 3 over 4, with halves rounded up and saturation, and maxima.
!x = !okk.sys<1x1x2x4xi8, continuous>
!y = !okk.sys<1x1x1x2xi8, continuous>
module attributes {okk.machine = #okk.machine<bm1684x>} {
  // CHECK: tpu_bdc_int8_avg_pool2d({{.*}}, &(dim2){2, 2}, &(padding_t){0, 0, 0, 0}, &(dim2){1, 2},
  // CHECK-NEXT: &(dim2){1, 1}, DT_INT8, DT_INT8, 3, 2);
  // CHECK: tpu_bdc_int8_max_pool2d(
  // CHECK-NEXT: (scalar_t){.u32 = 0x80u});
  // OUT: y = {{.*}}-4, 127
  // OUT: z = {{.*}}4, 127
  okk.kernel @pools {
    %x = okk.sys_buffer "x" = dense<[[[[1, -2, 127, 100], [4, -9, 3, 2]]]]> : tensor<1x1x2x4xi8> : !x
    %y = okk.sys_buffer "y" : !y
    %z = okk.sys_buffer "z" : !y
    %t = okk.alloc : !okk.local<1x1x2x4xi8, aligned>
    %p = okk.alloc : !okk.local<1x1x1x2xi8, aligned>
    okk.load %x to %t : !x to !okk.local<1x1x2x4xi8, aligned>
    okk.pool_integer avg %p, %t kernel [2, 2] stride [1, 2] scale 3 shift 2 : !okk.local<1x1x1x2xi8, aligned>, !okk.local<1x1x2x4xi8, aligned>
    okk.store %p to %y : !okk.local<1x1x1x2xi8, aligned> to !y
    okk.pool_integer max %p, %t kernel [2, 2] stride [1, 2] : !okk.local<1x1x1x2xi8, aligned>, !okk.local<1x1x2x4xi8, aligned>
    okk.store %p to %z : !okk.local<1x1x1x2xi8, aligned> to !y
  }
}
