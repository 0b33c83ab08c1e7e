// The root of the sum of the squares of a matrix of any size.
//
// Parts fill a tensor of 64 x 1024 zeros, so that the last ones add nothing. A pool adds the columns, an exchange of channels and
// columns brings the sums of all lanes into one, and a second pool adds them; a pool is an average, here of 65536 numbers.
!buffer = !okk.sys<1x?x1x?xf32, max = [4000, 5000], continuous>
!part = !okk.sys<1x?x1x?xf32, max = [64, 1024], continuous>
!t = !okk.local<1x64x1x1024xf32, aligned>
!now = !okk.local<1x?x1x?xf32, max = [64, 1024], strided>
!column = !okk.local<1x64x1x1xf32, aligned>
!row = !okk.local<1x1x1x64xf32, aligned>
!one = !okk.local<1x1x1x1xf32, aligned>
okk.kernel @norm2 {
  %rows = okk.param "rows" range [1, 4000]
  %cols = okk.param "cols" range [1, 5000]
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c1024 = arith.constant 1024 : index
  %x = okk.sys_buffer "x" sizes(%rows, %cols) : !buffer
  %y = okk.sys_buffer "y" : !okk.sys<1x1x1x1xf32, continuous>
  %sums = okk.alloc : !t
  okk.fill %sums, 0.0 : f32 : !t
  scf.for %i = %c0 to %rows step %c64 {
    scf.for %k = %c0 to %cols step %c1024 {
      %below = arith.subi %rows, %i : index
      %m = arith.minui %below, %c64 : index
      %right = arith.subi %cols, %k : index
      %n = arith.minui %right, %c1024 : index
      %from = okk.slice %x[0, %i, 0, %k] sizes(%m, %n) : !buffer to !okk.sys<1x?x1x?xf32, max = [64, 1024], strided>
      %t = okk.alloc : !t
      %now = okk.slice %t[0, 0, 0, 0] sizes(%m, %n) : !t to !now
      okk.fill %t, 0.0 : f32 : !t
      okk.load %from to %now : !okk.sys<1x?x1x?xf32, max = [64, 1024], strided> to !now
      okk.eltwise mul %t, %t, %t : !t, !t, !t
      okk.eltwise add %sums, %sums, %t : !t, !t, !t
    }
  }
  %column = okk.alloc : !column
  %row = okk.alloc : !row
  %mean = okk.alloc : !one
  %norm = okk.alloc : !one
  okk.pool2d avg %column, %sums kernel [1, 1024] : !column, !t
  okk.transpose %row, %column : !row, !column
  okk.pool2d avg %mean, %row kernel [1, 64] : !one, !row
  okk.eltwise mul %mean, %mean scalar 65536.0 : f32 : !one, !one
  okk.function sqrt %norm, %mean : !one, !one
  okk.store %norm to %y : !one to !okk.sys<1x1x1x1xf32, continuous>
}
