// RUN: optc run %s --print all --full | FileCheck %s
// RUN: optc export %s | FileCheck %s --check-prefix=C

// Operations that only TPUKernel has: integers, functions by tables, comparisons, lists of indices, and moves between lanes.
!f = !okk.local<1x2x1x4xf32, aligned>
!i = !okk.local<1x2x1x4xi32, aligned>
!s = !okk.local<1x2x1x4xi16, aligned>
!u = !okk.local<1x2x1x4xui8, aligned>
!one = !okk.local<1x1x1x4xf32, aligned>
!turned = !okk.local<1x4x1x2xf32, aligned>
!list = !okk.local<1x4x1x1xui16, compact>
!c = !okk.local<1x64x1x32xf32, aligned>
!t = !okk.local<1x64x1x192xf32, aligned>
module attributes {okk.machine = #okk.machine<bm1684x>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" = dense<[[[[1.0, -2.0, 3.0, 0.5]], [[4.0, 5.0, 6.0, 7.0]]]]> : tensor<1x2x1x4xf32> : !okk.sys<1x2x1x4xf32, continuous>
    %n = okk.sys_buffer "n" = dense<[[[[100, -7, 1000, 30000]], [[1, 2, 3, -30000]]]]> : tensor<1x2x1x4xi16> : !okk.sys<1x2x1x4xi16, continuous>
    %l = okk.sys_buffer "l" = dense<[[[[3]], [[0]], [[1]], [[1]]]]> : tensor<1x4x1x1xui16> : !okk.sys<1x4x1x1xui16, continuous>
    %y = okk.sys_buffer "y" : !okk.sys<1x2x1x4xf32, continuous>
    %z = okk.sys_buffer "z" : !okk.sys<1x4x1x2xf32, continuous>
    %p = okk.sys_buffer "products" : !okk.sys<1x2x1x4xi16, continuous>
    %g = okk.sys_buffer "positive" : !okk.sys<1x2x1x4xui8, continuous>
    %k = okk.sys_buffer "picked" : !okk.sys<1x2x1x4xf32, continuous>
    %q = okk.sys_buffer "counted" : !okk.sys<1x2x1x4xi32, continuous>
    %a = okk.alloc : !f
    %b = okk.alloc : !f
    %w0 = okk.alloc : !f
    %w1 = okk.alloc : !f
    %m = okk.alloc : !u
    %s = okk.alloc : !s
    %r = okk.alloc : !s
    %i = okk.alloc : !i
    %e = okk.alloc : !list
    %coeff = okk.alloc : !c
    %table = okk.alloc : !t
    %turned = okk.alloc : !turned
    okk.load %x to %a : !okk.sys<1x2x1x4xf32, continuous> to !f
    okk.load %n to %s : !okk.sys<1x2x1x4xi16, continuous> to !s
    okk.load %l to %e : !okk.sys<1x4x1x1xui16, continuous> to !list
    // C: tpu_bdc_load_fp32_exp_coeff(coeff_addr);
    okk.table exp_coeff %coeff : !c
    okk.table exp_table %table : !t
    // C: tpu_bdc_fp32_exp(b_addr, a_addr, w0_addr, w1_addr, coeff_addr, table_addr, &{{.*}}shape);
    // CHECK-DAG: y = {{.*}}[2.7182817e+00, 1.3533528e-01, 2.0085537e+01, 1.6487212e+00]
    okk.math exp %b, %a tables %coeff, %table work %w0, %w1 : !f, !f tables !c, !t work !f, !f
    okk.store %b to %y : !f to !okk.sys<1x2x1x4xf32, continuous>
    // C: tpu_bdc_int_mul_C(r_addr, s_addr, (scalar_t){.u32 = 0x3u}, {{.*}}, DT_INT16, DT_INT16,
    // C-NEXT: DT_INT16, -2, RM_HALF_AWAY_FROM_ZERO, true);
    // CHECK-DAG: products = {{.*}}[75, -5, 750, 22500]], {{\[}}[1, 2, 2, -22500]
    okk.integer mul %r, %s scalar 3 : i16 shift -2 rounding away : !s, !s
    okk.store %r to %p : !s to !okk.sys<1x2x1x4xi16, continuous>
    // C: tpu_bdc_greater_C(m_addr, a_addr, (scalar_t){.u32 = 0x0u}, (scalar_t){.u32 = 0x1u}, {{.*}}
    // C-NEXT: DT_UINT8, DT_FP32);
    // CHECK-DAG: positive = {{.*}}[1, 0, 1, 1]
    okk.select greater %m, %a, 0.0 : f32, 1 : ui8 : !u, !f
    okk.store %m to %g : !u to !okk.sys<1x2x1x4xui8, continuous>
    // C: tpu_bdc_w_gather(b_addr, a_addr, e_addr, {{.*}}, 4, DT_FP32, DT_UINT16);
    // CHECK-DAG: picked = {{.*}}[5.000000e-01, 1.000000e+00, -2.000000e+00, -2.000000e+00]], {{\[}}[7.000000e+00, 4.000000e+00, 5.000000e+00, 5.000000e+00]
    okk.gather %b, %a, %e : !f, !f, !list
    okk.store %b to %k : !f to !okk.sys<1x2x1x4xf32, continuous>
    // C: tpu_bdc_arithmetic_sequence_bcast(i_addr, 2, 10, -3, 4);
    // CHECK-DAG: counted = {{.*}}[10, 7, 4, 1]], {{\[}}[10, 7, 4, 1]
    okk.arange w %i start 10 step -3 : !i
    okk.store %i to %q : !i to !okk.sys<1x2x1x4xi32, continuous>
    // C: tpu_bdc_cw_trans(turned_addr, a_addr, {{.*}}, DT_FP32);
    // CHECK-DAG: z = {{.*}}[1.000000e+00, 4.000000e+00]], {{\[}}[-2.000000e+00, 5.000000e+00]
    okk.transpose %turned, %a : !turned, !f
    okk.store %turned to %z : !turned to !okk.sys<1x4x1x2xf32, continuous>
  }
}
