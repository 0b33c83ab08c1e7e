// Softmax of each row of a matrix.
//
// Rows fill a tensor whose columns are -3e38 where a row has none. Pools of all columns find the largest number and the sum.
// exp is computed from -85 on, and e^-85 changes no sum.
!buffer = !okk.sys<1x?x1x?xf32, max = [4000, 1024], continuous>
!part = !okk.sys<1x?x1x?xf32, max = [64, 1024], continuous>
!t = !okk.local<1x64x1x1024xf32, auto>
!now = !okk.local<1x?x1x?xf32, max = [64, 1024], strided>
!column = !okk.local<1x64x1x1xf32, auto>
!coeff = !okk.local<1x64x1x32xf32, auto>
!table = !okk.local<1x64x1x192xf32, auto>
okk.kernel @softmax_rows {
  %rows = okk.param "rows" range [1, 4000]
  %cols = okk.param "cols" range [1, 1024]
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %x = okk.sys_buffer "x" sizes(%rows, %cols) : !buffer
  %y = okk.sys_buffer "y" sizes(%rows, %cols) : !buffer
  %coeff = okk.alloc : !coeff
  %table = okk.alloc : !table
  okk.table exp_coeff %coeff : !coeff
  okk.table exp_table %table : !table
  scf.for %i = %c0 to %rows step %c64 {
    %left = arith.subi %rows, %i : index
    %m = arith.minui %left, %c64 : index
    %from = okk.slice %x[0, %i, 0, 0] sizes(%m, %cols) : !buffer to !part
    %to = okk.slice %y[0, %i, 0, 0] sizes(%m, %cols) : !buffer to !part
    %t = okk.alloc : !t
    %e = okk.alloc : !t
    %w0 = okk.alloc : !t
    %w1 = okk.alloc : !t
    %column = okk.alloc : !column
    %in = okk.slice %t[0, 0, 0, 0] sizes(%m, %cols) : !t to !now
    %out = okk.slice %e[0, 0, 0, 0] sizes(%m, %cols) : !t to !now
    okk.fill %t, -3.0e+38 : f32 : !t
    okk.load %from to %in : !part to !now
    okk.pool2d max %column, %t kernel [1, 1024] : !column, !t
    %most = okk.broadcast %column : !column to !t
    okk.eltwise sub %t, %t, %most : !t, !t, !t
    okk.eltwise max %t, %t scalar -85.0 : f32 : !t, !t
    okk.math exp %e, %t tables %coeff, %table work %w0, %w1 : !t, !t tables !coeff, !table work !t, !t
    okk.pool2d avg %column, %e kernel [1, 1024] : !column, !t
    okk.eltwise div %column, %column scalar 0.0009765625 : f32 reversed : !column, !column
    %factor = okk.broadcast %column : !column to !t
    okk.eltwise mul %e, %e, %factor : !t, !t, !t
    okk.store %out to %to : !now to !part
  }
}
