// RUN: optc export %s | FileCheck %s
// RUN: not optc export --target bm1684x %s 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK-LABEL: // scaled_sum.c
// CHECK: #include "okk.h"
// CHECK: #include "scaled_sum.h"
// CHECK: void twice(local_addr_t dst0, const dim4 *dst0_shape, const dim4 *dst0_stride);
// CHECK: void scaled_sum(const void *args) {
// CHECK: OKKERNEL_ASSERT(okk_npu_num() == 4);
// CHECK: OKKERNEL_ASSERT(okk_local_mem_size_per_npu() == 4096);
// CHECK: okk_initialize();
// CHECK-NEXT: /* line {{[0-9]+}}: load x to t */
// CHECK-NEXT: const dim4 t_shape = {.n = 6, .c = 5, .h = 1, .w = 3};
// CHECK-NEXT: const dim4 t_stride = {.n = 256, .c = 128, .h = 3, .w = 1};
// CHECK-NEXT: okk_gdma_8bit_cpy_S2L(t_addr, a->x_1, &t_shape, &t_stride, NULL);
// CHECK-COUNT-4: okk_gdma_8bit_cpy_L2L(
// CHECK: okk_gdma_8bit_set_C_local(
// CHECK: okk_parallel_start();
// CHECK: okk_bdc_fixed_point_packed_add_C(p_addr, p_addr, 3, &t_shape, &[[P:p_stride.*]], &[[P]], S8_OP_U8_TO_S8, 2);
// CHECK: okk_gdma_8bit_cpy_S2L(u_addr, a->x_1 + 15, &u_shape,
// CHECK: okk_parallel_end();
// CHECK: twice(f_addr, &f_shape, &f_stride);
// CHECK-COUNT-4: okk_gdma_8bit_cpy_L2L(
// CHECK-NEXT: /* line {{[0-9]+}}: store t to x */
// CHECK: OKKERNEL_FUNC_REGISTER(scaled_sum);
// CHECK-LABEL: // scaled_sum.h
// CHECK: struct scaled_sum_args {
// CHECK-NEXT: unsigned long long x_1; /* !okk.sys<6x5x1x3xi8, continuous>, 90 bytes */
// CHECK: #define SCALED_SUM_ARGS {
// NONE: error: {{.*}}mode n4
module attributes {okk.machine = #okk.machine<toy4k>} {
okk.kernel @scaled_sum {
  %x = okk.sys_buffer "x.1" : !okk.sys<6x5x1x3xi8, continuous>
  %t = okk.alloc : !okk.local<6x5x1x3xi8, auto>
  okk.load %x to %t : !okk.sys<6x5x1x3xi8, continuous> to !okk.local<6x5x1x3xi8, auto>
  %p = okk.alloc : !okk.local<6x5x1x3xi8, mode = n4, auto>
  okk.pack %t to %p : !okk.local<6x5x1x3xi8, auto> to !okk.local<6x5x1x3xi8, mode = n4, auto>
  %one = okk.slice %x[1, 0, 0, 0] : !okk.sys<6x5x1x3xi8, continuous> to !okk.sys<1x5x1x3xi8, continuous>
  %u = okk.alloc : !okk.local<1x5x1x3xi8, auto>
  okk.parallel {
    okk.fixed_point add %p, %p scalar 3 : i32 rshift 2 : !okk.local<6x5x1x3xi8, mode = n4, auto>, !okk.local<6x5x1x3xi8, mode = n4, auto>
    okk.load %one to %u : !okk.sys<1x5x1x3xi8, continuous> to !okk.local<1x5x1x3xi8, auto>
  }
  %f = okk.alloc : !okk.local<1x3x1x2xf32, auto>
  okk.compute "twice"() to (%f) : () -> !okk.local<1x3x1x2xf32, auto>
  okk.unpack %p to %t : !okk.local<6x5x1x3xi8, mode = n4, auto> to !okk.local<6x5x1x3xi8, auto>
  okk.store %t to %x : !okk.local<6x5x1x3xi8, auto> to !okk.sys<6x5x1x3xi8, continuous>
  okk.store %u to %one : !okk.local<1x5x1x3xi8, auto> to !okk.sys<1x5x1x3xi8, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<1x3x1x2xf32, continuous>
  okk.store %f to %y : !okk.local<1x3x1x2xf32, auto> to !okk.sys<1x3x1x2xf32, continuous>
}
}
