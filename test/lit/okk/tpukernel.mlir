// RUN: optc run %s --print all --full | FileCheck %s
// RUN: optc export %s | FileCheck %s --check-prefix=C

// Types, conversions and functions of BM1684X, and the C for TPUKernel.
!f = !okk.local<1x1x1x4xf32, aligned>
!h = !okk.local<1x1x1x4xf16, aligned>
!b = !okk.local<1x1x1x4xbf16, aligned>
!i = !okk.local<1x1x1x4xi8, aligned>
module attributes {okk.machine = #okk.machine<bm1684x>} {
  // C: #include "tpu_kernel.h"
  // C: TPUKERNEL_ASSERT(tpu_npu_num() == 64);
  // C: TPUKERNEL_ASSERT(tpu_local_mem_size_per_npu() == 262144);
  // C: tpu_initialize();
  okk.kernel @casts {
    %x = okk.sys_buffer "x" = dense<[[[[1.5, -2.5, 70000.0, 0.1]]]]> : tensor<1x1x1x4xf32> : !okk.sys<1x1x1x4xf32, continuous>
    %yi = okk.sys_buffer "even" : !okk.sys<1x1x1x4xi8, continuous>
    %yz = okk.sys_buffer "zero" : !okk.sys<1x1x1x4xi8, continuous>
    %yh = okk.sys_buffer "half" : !okk.sys<1x1x1x4xf16, continuous>
    %yb = okk.sys_buffer "sum" : !okk.sys<1x1x1x4xbf16, continuous>
    %f = okk.alloc : !f
    %i = okk.alloc : !i
    %h = okk.alloc : !h
    %b = okk.alloc : !b
    // C: tpu_gdma_cpy_S2L(f_addr, a->x, &f_shape, &f_stride, NULL, DT_INT32);
    okk.load %x to %f : !okk.sys<1x1x1x4xf32, continuous> to !f
    // C: tpu_bdc_cast(i_addr, f_addr, &f_shape, {{.*}}, DT_INT8, DT_FP32, RM_HALF_TO_EVEN);
    // CHECK-DAG: even = {{.*}}[2, -2, 127, 0]
    okk.cast %i, %f : !i, !f
    okk.store %i to %yi : !i to !okk.sys<1x1x1x4xi8, continuous>
    // C: RM_TOWARDS_ZERO);
    // CHECK-DAG: zero = {{.*}}[1, -2, 127, 0]
    okk.cast %i, %f rounding zero : !i, !f
    okk.store %i to %yz : !i to !okk.sys<1x1x1x4xi8, continuous>
    // CHECK-DAG: half = {{.*}}[1.500000e+00, -2.500000e+00, 0x7C00, 9.997550e-02]
    okk.cast %h, %f : !h, !f
    okk.store %h to %yh : !h to !okk.sys<1x1x1x4xf16, continuous>
    // C: tpu_bdc_fp_add_C(b_addr, b_addr, (scalar_t){.u32 = 0x3f80u}, {{.*}}, DT_BFP16);
    // CHECK-DAG: sum = {{.*}}[2.500000e+00, -1.500000e+00, 7.014400e+04, 1.101560e+00]
    okk.cast %b, %f : !b, !f
    okk.eltwise add %b, %b scalar 1.0 : bf16 : !b, !b
    // C: tpu_gdma_cpy_L2S(a->sum, b_addr, {{.*}}, DT_INT16);
    okk.store %b to %yb : !b to !okk.sys<1x1x1x4xbf16, continuous>
  }
  // C: tpu_poll();
  // C: TPUKERNEL_FUNC_REGISTER(casts);
}
