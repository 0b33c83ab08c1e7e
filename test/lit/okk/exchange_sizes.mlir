// RUN: optc export --target bm1684x %s | FileCheck %s
// RUN: optc run --target bm1684x --sizes n:2 --input x=random %s >/dev/null

// The exchange of channels and columns, for any number of batches.
// CHECK: const dim4 l_shape = {.n = n, .c = 7, .h = 3, .w = 9};
// CHECK-NOT: exchanged_shape
// CHECK: tpu_gdma_cpy_cw_trans_S2L(l_addr, a->x, &l_shape, &l_stride, NULL, DT_INT32);
!x = !okk.sys<?x9x3x7xf32, max = [8], continuous>
!t = !okk.sys<?x7x3x9xf32, max = [8], strides[189, 1, 7, 21]>
!l = !okk.local<?x7x3x9xf32, max = [8], auto>
module attributes {okk.machine = #okk.machine<bm1684x>} {
  okk.kernel @exchange {
    %n = okk.param "n" range [1, 8]
    %x = okk.sys_buffer "x" sizes(%n) : !x
    %y = okk.sys_buffer "y" sizes(%n) : !okk.sys<?x7x3x9xf32, max = [8], continuous>
    %p = okk.permute %x [0, 3, 2, 1] : !x to !t
    %l = okk.alloc sizes(%n) : !l
    okk.load %p to %l : !t to !l
    okk.store %l to %y : !l to !okk.sys<?x7x3x9xf32, max = [8], continuous>
  }
}
