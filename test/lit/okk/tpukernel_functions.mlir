// RUN: optc run %s --print all --full | FileCheck %s
// RUN: optc export %s | FileCheck %s --check-prefix=C

// Roundings of numbers, a slope for negative numbers, and powers and logarithms of a base.
!f = !okk.local<1x1x1x4xf32, aligned>
!h = !okk.local<1x1x1x4xf16, aligned>
!x = !okk.sys<1x1x1x4xf32, continuous>
!c = !okk.local<1x64x1x32xf32, aligned>
!e = !okk.local<1x64x1x192xf32, aligned>
module attributes {okk.machine = #okk.machine<bm1684x>} {
  okk.kernel @functions {
    %x = okk.sys_buffer "x" = dense<[[[[2.5, -2.5, 8.0, 0.5]]]]> : tensor<1x1x1x4xf32> : !x
    %p = okk.sys_buffer "positive" = dense<[[[[1.0, 2.0, 8.0, 0.5]]]]> : tensor<1x1x1x4xf32> : !x
    %away = okk.sys_buffer "away" : !x
    %even = okk.sys_buffer "even" : !x
    %zero = okk.sys_buffer "zero" : !x
    %slope = okk.sys_buffer "slope" : !okk.sys<1x1x1x4xf16, continuous>
    %power = okk.sys_buffer "power" : !x
    %log = okk.sys_buffer "log" : !x
    %a = okk.alloc : !f
    %b = okk.alloc : !f
    %w = okk.alloc : !f
    %v = okk.alloc : !f
    %h = okk.alloc : !h
    %c = okk.alloc : !c
    %l = okk.alloc : !c
    %e = okk.alloc : !e
    okk.table exp_coeff %c : !c
    okk.table log_coeff %l : !c
    okk.table exp_table %e : !e
    okk.load %x to %a : !x to !f
    // C: tpu_bdc_fp_round(b_addr, a_addr, &{{.*}}, DT_FP32, RM_HALF_AWAY_FROM_ZERO);
    // CHECK-DAG: away = {{.*}}[3.000000e+00, -3.000000e+00, 8.000000e+00, 1.000000e+00]
    okk.eltwise round %b, %a : !f, !f
    okk.store %b to %away : !f to !x
    // C: DT_FP32, RM_HALF_TO_EVEN);
    // CHECK-DAG: even = {{.*}}[2.000000e+00, -2.000000e+00, 8.000000e+00, 0.000000e+00]
    okk.eltwise round_even %b, %a : !f, !f
    okk.store %b to %even : !f to !x
    // C: DT_FP32, RM_TOWARDS_ZERO);
    // CHECK-DAG: zero = {{.*}}[2.000000e+00, -2.000000e+00, 8.000000e+00, 0.000000e+00]
    okk.eltwise trunc %b, %a : !f, !f
    okk.store %b to %zero : !f to !x
    // C: tpu_bdc_prelu(h_addr, h_addr, (scalar_t){.u32 = 0x3400u}, &{{[a-z_]*}}, DT_FP16);
    // CHECK-DAG: slope = {{.*}}[2.500000e+00, -6.250000e-01, 8.000000e+00, 5.000000e-01]
    okk.cast %h, %a : !h, !f
    okk.eltwise prelu %h, %h scalar 0.25 : f16 : !h, !h
    okk.store %h to %slope : !h to !okk.sys<1x1x1x4xf16, continuous>
    okk.load %p to %a : !x to !f
    // C: tpu_bdc_fp32_C_pow(b_addr, a_addr, w_addr, v_addr, c_addr, e_addr, 2.0f, &{{[a-z_]*}});
    // CHECK-DAG: power = {{.*}}[2.000000e+00, 4.000000e+00, 2.560000e+02, {{.*}}]
    okk.math exp_base %b, %a scalar 2.0 : f32 tables %c, %e work %w, %v : !f, !f tables !c, !e work !f, !f
    okk.store %b to %power : !f to !x
    // C: tpu_bdc_fp32_logx(b_addr, a_addr, w_addr, l_addr, &{{[a-z_]*}}, 2.0f);
    // CHECK-DAG: log = {{.*}}[0.000000e+00, 1.000000e+00, 3.000000e+00, -1.000000e+00]
    okk.math log_base %b, %a scalar 2.0 : f32 tables %l work %w : !f, !f tables !c work !f
    okk.store %b to %log : !f to !x
  }
}
