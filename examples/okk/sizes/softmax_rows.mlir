// Softmax over the rows of a matrix, 128 rows at a time: a lane has whole rows, and maximum and sum
// run over slices along W.
!sys = !okk.sys<1x?x1x?xf32, max = [2000, 100], continuous>
!part = !okk.sys<1x?x1x?xf32, max = [128, 100], continuous>
!local = !okk.local<1x?x1x?xf32, max = [128, 100], auto>
!column = !okk.local<1x?x1x1xf32, max = [128], auto>
okk.kernel @softmax_rows {
  %rows = okk.param "rows" range [1, 2000]
  %w = okk.param "cols" range [1, 100]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %x = okk.sys_buffer "x" sizes(%rows, %w) : !sys
  %y = okk.sys_buffer "y" sizes(%rows, %w) : !sys
  scf.for %i = %c0 to %rows step %c128 {
    %left = arith.subi %rows, %i : index
    %c = arith.minui %left, %c128 : index
    %t = okk.alloc sizes(%c, %w) : !local
    %e = okk.alloc sizes(%c, %w) : !local
    %work = okk.alloc sizes(%c, %w) : !local
    %m = okk.alloc sizes(%c) : !column
    %from = okk.slice %x[0, %i, 0, 0] sizes(%c, %w) : !sys to !part
    %to = okk.slice %y[0, %i, 0, 0] sizes(%c, %w) : !sys to !part
    okk.load %from to %t : !part to !local
    okk.fill %m, -3.0e+38 : f32 : !column
    scf.for %k = %c0 to %w step %c1 {
      %s = okk.slice %t[0, 0, 0, %k] sizes(%c) : !local to !column
      okk.eltwise max %m, %m, %s : !column, !column, !column
    }
    %most = okk.broadcast %m sizes(%c, %w) : !column to !local
    okk.eltwise sub %t, %t, %most : !local, !local, !local
    okk.function exp %e, %t work %work : !local, !local, !local
    okk.fill %m, 0.0 : f32 : !column
    scf.for %k = %c0 to %w step %c1 {
      %s = okk.slice %e[0, 0, 0, %k] sizes(%c) : !local to !column
      okk.eltwise add %m, %m, %s : !column, !column, !column
    }
    %sum = okk.broadcast %m sizes(%c, %w) : !column to !local
    okk.eltwise div %e, %e, %sum : !local, !local, !local
    okk.store %e to %to : !local to !part
  }
}
