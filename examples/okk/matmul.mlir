// Product of matrices, two rows of the left one at a time, with two buffers in turn: while
// the compute engine multiplies, the copy engine loads the next rows.
//
// The trap: the width of a matrix is the number of its columns in one lane. For 40 columns on
// 4 lanes the cheapest width is 10. With 8, a row would need a second block row and twice the
// memory. An okk.parallel must not multiply the rows that it loads; the two buffers are
// therefore exchanged after every iteration.
okk.kernel @matmul {
  %l = okk.sys_buffer "left" : !okk.sysmatrix<8x12xf32, row_stride = 12>
  %r = okk.sys_buffer "right" : !okk.sysmatrix<12x40xf32, row_stride = 40>
  %y = okk.sys_buffer "y" : !okk.sysmatrix<8x40xf32, row_stride = 40>
  %right = okk.alloc : !okk.matrix<12x40xf32, w = ?>
  %a = okk.alloc : !okk.matrix<2x12xf32, w = ?>
  %b = okk.alloc : !okk.matrix<2x12xf32, w = ?>
  %out = okk.alloc : !okk.matrix<2x40xf32, w = ?>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  okk.load %r to %right : !okk.sysmatrix<12x40xf32, row_stride = 40> to !okk.matrix<12x40xf32, w = ?>
  %first = okk.slice %l[0, 0] : !okk.sysmatrix<8x12xf32, row_stride = 12> to !okk.sysmatrix<2x12xf32, row_stride = 12>
  okk.load %first to %a : !okk.sysmatrix<2x12xf32, row_stride = 12> to !okk.matrix<2x12xf32, w = ?>
  %last:2 = scf.for %i = %c0 to %c6 step %c2 iter_args(%now = %a, %next = %b) -> (!okk.matrix<2x12xf32, w = ?>, !okk.matrix<2x12xf32, w = ?>) {
    %i2 = arith.addi %i, %c2 : index
    %ahead = okk.slice %l[%i2, 0] : !okk.sysmatrix<8x12xf32, row_stride = 12> to !okk.sysmatrix<2x12xf32, row_stride = 12>
    okk.parallel {
      okk.matmul %out, %now, %right : !okk.matrix<2x40xf32, w = ?>, !okk.matrix<2x12xf32, w = ?>, !okk.matrix<12x40xf32, w = ?>
      okk.load %ahead to %next : !okk.sysmatrix<2x12xf32, row_stride = 12> to !okk.matrix<2x12xf32, w = ?>
    }
    %rows = okk.slice %y[%i, 0] : !okk.sysmatrix<8x40xf32, row_stride = 40> to !okk.sysmatrix<2x40xf32, row_stride = 40>
    okk.store %out to %rows : !okk.matrix<2x40xf32, w = ?> to !okk.sysmatrix<2x40xf32, row_stride = 40>
    scf.yield %next, %now : !okk.matrix<2x12xf32, w = ?>, !okk.matrix<2x12xf32, w = ?>
  }
  okk.matmul %out, %last#0, %right : !okk.matrix<2x40xf32, w = ?>, !okk.matrix<2x12xf32, w = ?>, !okk.matrix<12x40xf32, w = ?>
  %rest = okk.slice %y[%c6, 0] : !okk.sysmatrix<8x40xf32, row_stride = 40> to !okk.sysmatrix<2x40xf32, row_stride = 40>
  okk.store %out to %rest : !okk.matrix<2x40xf32, w = ?> to !okk.sysmatrix<2x40xf32, row_stride = 40>
}
