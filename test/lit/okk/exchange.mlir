// RUN: optc --pass-pipeline='builtin.module(okk)' --verify-exec --split-input-file %s >/dev/null
// RUN: optc export --target bm1684x %s 2>/dev/null | FileCheck %s

// On BM1684X the copy engine exchanges channels and columns, where the buffer of a copy has its neighbours along C.
!x = !okk.sys<2x9x3x7xf32, continuous>
!t = !okk.sys<2x7x3x9xf32, strides[189, 1, 7, 21]>
!l = !okk.local<2x7x3x9xf32, aligned>
module attributes {okk.machine = #okk.machine<bm1684x>} {
  // CHECK-LABEL: void exchange(
  // CHECK: const dim4 l_shape = {.n = 2, .c = 7, .h = 3, .w = 9};
  // CHECK: tpu_gdma_cpy_cw_trans_S2L(l_addr, a->x, &l_shape, &l_stride, NULL, DT_INT32);
  // CHECK: tpu_gdma_cpy_cw_trans_L2S(a->y,
  // CHECK: tpu_gdma_cpy_cw_trans_S2S(a->z, a->x,
  okk.kernel @exchange {
    %x = okk.sys_buffer "x" : !x
    %y = okk.sys_buffer "y" : !x
    %z = okk.sys_buffer "z" : !okk.sys<2x7x3x9xf32, continuous>
    %p = okk.permute %x [0, 3, 2, 1] : !x to !t
    %q = okk.permute %y [0, 3, 2, 1] : !x to !t
    %l = okk.alloc : !l
    okk.load %p to %l : !t to !l
    okk.store %l to %q : !l to !t
    okk.sys_copy %p to %z : !t to !okk.sys<2x7x3x9xf32, continuous>
  }
}
