// Product of two matrices of 1024x1024, written for whole matrices, in lanes of 64 KiB.
//
// The trap: neither the factors nor the product fit. okk-tile adds up parts of the sums in a tensor of some rows. A
// complete sum is copied, and the copy is stored in pieces while the next sum is computed.
!s = !okk.sysmatrix<1024x1024xf32, row_stride = 1024>
!m = !okk.matrix<1024x1024xf32, w = ?>
module attributes {okk.machine = #okk.machine<bm1684, npu_bytes = 65536>} {
  okk.kernel @matmul tiled {
    %a = okk.sys_buffer "a" : !s
    %b = okk.sys_buffer "b" : !s
    %y = okk.sys_buffer "y" : !s
    %left = okk.alloc : !m
    %right = okk.alloc : !m
    %out = okk.alloc : !m
    okk.load %a to %left : !s to !m
    okk.load %b to %right : !s to !m
    okk.matmul %out, %left, %right : !m, !m, !m
    okk.store %out to %y : !m to !s
  }
}
