// RUN: optc --pass-pipeline='builtin.module(okk)' --verify-exec %s >/dev/null
// RUN: optc export --target bm1684x %s | FileCheck %s
// RUN: optc run --target bm1684x %s --print y | FileCheck %s --check-prefix=OUT

// An embedding: rows of a table by indices, to local memory; and rows that go to places of another table.
!x = !okk.sys<1x1x4x2xf32, continuous>
!i = !okk.sys<1x1x3x1xui32, continuous>
!t = !okk.local<1x1x3x2xf32, aligned>
module attributes {okk.machine = #okk.machine<bm1684x>} {
  // CHECK: const dim4 t_shape = {.n = 1, .c = 1, .h = 3, .w = 2};
  // CHECK: tpu_gdma_h_gather_S2L(t_addr, a->x, a->i, false, (scalar_t){.u32 = 0x0u}, &t_shape, 4, &t_stride, NULL,
  // CHECK: tpu_gdma_h_scatter_L2S(a->y, t_addr, a->i, false, &y_shape, 3, NULL, &t_stride, &i_stride,
  // OUT{LITERAL}: y = [[[[5.000000e+00, 6.000000e+00], [1.000000e+00, 2.000000e+00], [0.000000e+00, 0.000000e+00], [7.000000e+00, 8.000000e+00]]]]
  okk.kernel @embedding {
    %x = okk.sys_buffer "x" = dense<[[[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]]]> : tensor<1x1x4x2xf32> : !x
    %i = okk.sys_buffer "i" = dense<[[[[3], [0], [1]]]]> : tensor<1x1x3x1xui32> : !i
    %j = okk.sys_buffer "j" = dense<[[[[3], [2], [0]]]]> : tensor<1x1x3x1xui32> : !i
    %y = okk.sys_buffer "y" : !x
    %t = okk.alloc : !t
    okk.fill %y, 0.0 : f32 : !x
    okk.gather_rows %t, %x, %i : !t, !x, !i
    okk.scatter_rows %y, %t, %i : !x, !t, !i
    okk.gather_rows %t, %x, %j : !t, !x, !i
    okk.scatter_rows %y, %t, %i : !x, !t, !i
  }
}
