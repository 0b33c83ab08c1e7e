// x * erfc(-x / sqrt(2)) / 2 of f16, computed in f32.
!buffer = !okk.sys<1x?x1x?xf16, max = [4000, 1000], continuous>
!part = !okk.sys<1x?x1x?xf16, max = [256, 1000], continuous>
!half = !okk.local<1x?x1x?xf16, max = [256, 1000], aligned>
!t = !okk.local<1x?x1x?xf32, max = [256, 1000], aligned>
!coeff = !okk.local<1x64x1x32xf32, aligned>
!erf = !okk.local<1x64x1x10xf32, aligned>
!table = !okk.local<1x64x1x192xf32, aligned>
okk.kernel @gelu {
  %rows = okk.param "rows" range [1, 4000]
  %cols = okk.param "cols" range [1, 1000]
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %x = okk.sys_buffer "x" sizes(%rows, %cols) : !buffer
  %y = okk.sys_buffer "y" sizes(%rows, %cols) : !buffer
  %c = okk.alloc : !coeff
  %e = okk.alloc : !erf
  %p = okk.alloc : !table
  okk.table exp_coeff %c : !coeff
  okk.table erf_coeff %e : !erf
  okk.table exp_table %p : !table
  scf.for %i = %c0 to %rows step %c256 {
    %left = arith.subi %rows, %i : index
    %m = arith.minui %left, %c256 : index
    %from = okk.slice %x[0, %i, 0, 0] sizes(%m, %cols) : !buffer to !part
    %to = okk.slice %y[0, %i, 0, 0] sizes(%m, %cols) : !buffer to !part
    %h = okk.alloc sizes(%m, %cols) : !half
    %t = okk.alloc sizes(%m, %cols) : !t
    %g = okk.alloc sizes(%m, %cols) : !t
    %w0 = okk.alloc sizes(%m, %cols) : !t
    %w1 = okk.alloc sizes(%m, %cols) : !t
    %w2 = okk.alloc sizes(%m, %cols) : !t
    %w3 = okk.alloc sizes(%m, %cols) : !t
    okk.load %from to %h : !part to !half
    okk.cast %t, %h : !t, !half
    okk.math gelu %g, %t tables %c, %e, %p work %w0, %w1, %w2, %w3 : !t, !t tables !coeff, !erf, !table work !t, !t, !t, !t
    okk.cast %h, %g : !half, !t
    okk.store %h to %to : !half to !part
  }
}
