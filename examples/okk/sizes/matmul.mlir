// Product of matrices. A row is spread over the lanes, as evenly for the largest sizes as it goes.
!left = !okk.matrix<?x?xf32, max = [64, 200], w = ?>
!right = !okk.matrix<?x?xf32, max = [200, 300], w = ?>
!out = !okk.matrix<?x?xf32, max = [64, 300], w = ?>
!sys_left = !okk.sysmatrix<?x?xf32, max = [64, 200], row_stride = ?>
!sys_right = !okk.sysmatrix<?x?xf32, max = [200, 300], row_stride = ?>
!sys_out = !okk.sysmatrix<?x?xf32, max = [64, 300], row_stride = ?>
okk.kernel @matmul {
  %rows = okk.param "rows" range [1, 64]
  %inner = okk.param "inner" range [1, 200]
  %cols = okk.param "cols" range [1, 300]
  %l = okk.sys_buffer "left" sizes(%rows, %inner) : !sys_left
  %r = okk.sys_buffer "right" sizes(%inner, %cols) : !sys_right
  %y = okk.sys_buffer "y" sizes(%rows, %cols) : !sys_out
  %left = okk.alloc sizes(%rows, %inner) : !left
  %right = okk.alloc sizes(%inner, %cols) : !right
  %out = okk.alloc sizes(%rows, %cols) : !out
  okk.load %l to %left : !sys_left to !left
  okk.load %r to %right : !sys_right to !right
  okk.matmul %out, %left, %right : !out, !left, !right
  okk.store %out to %y : !out to !sys_out
}
