// The loss of each sample: the logarithm of the sum of exp of its row, less the number of the row that the target names.
//
// The column numbers in each lane are compared with the target of its row. The numbers elsewhere become 0, so that a pool adds
// the one that is left. Columns that the row does not have are -3e38, which exp takes as -85.
!buffer = !okk.sys<1x?x1x?xf32, max = [4000, 1024], continuous>
!part = !okk.sys<1x?x1x?xf32, max = [64, 1024], continuous>
!targets = !okk.sys<1x?x1x1xi32, max = [4000], continuous>
!losses = !okk.sys<1x?x1x1xf32, max = [4000], continuous>
!t = !okk.local<1x64x1x1024xf32, auto>
!now = !okk.local<1x?x1x?xf32, max = [64, 1024], strided>
!places = !okk.local<1x64x1x1024xi32, auto>
!column = !okk.local<1x64x1x1xf32, auto>
!target = !okk.local<1x64x1x1xi32, auto>
!coeff = !okk.local<1x64x1x32xf32, auto>
!table = !okk.local<1x64x1x192xf32, auto>
okk.kernel @cross_entropy {
  %rows = okk.param "rows" range [1, 4000]
  %cols = okk.param "cols" range [1, 1024]
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %x = okk.sys_buffer "x" sizes(%rows, %cols) : !buffer
  %targets = okk.sys_buffer "target" sizes(%rows) : !targets
  %y = okk.sys_buffer "y" sizes(%rows) : !losses
  %exp = okk.alloc : !coeff
  %log = okk.alloc : !coeff
  %table = okk.alloc : !table
  okk.table exp_coeff %exp : !coeff
  okk.table log_coeff %log : !coeff
  okk.table exp_table %table : !table
  %places = okk.alloc : !places
  okk.arange w %places : !places
  scf.for %i = %c0 to %rows step %c64 {
    %left = arith.subi %rows, %i : index
    %m = arith.minui %left, %c64 : index
    %from = okk.slice %x[0, %i, 0, 0] sizes(%m, %cols) : !buffer to !part
    %named = okk.slice %targets[0, %i, 0, 0] sizes(%m) : !targets to !okk.sys<1x?x1x1xi32, max = [64], continuous>
    %to = okk.slice %y[0, %i, 0, 0] sizes(%m) : !losses to !okk.sys<1x?x1x1xf32, max = [64], continuous>
    %t = okk.alloc : !t
    %e = okk.alloc : !t
    %w0 = okk.alloc : !t
    %w1 = okk.alloc : !t
    %target = okk.alloc : !target
    %most = okk.alloc : !column
    %chosen = okk.alloc : !column
    %sum = okk.alloc : !column
    %loss = okk.alloc : !column
    %in = okk.slice %t[0, 0, 0, 0] sizes(%m, %cols) : !t to !now
    %wanted = okk.slice %target[0, 0, 0, 0] sizes(%m) : !target to !okk.local<1x?x1x1xi32, max = [64], strided>
    %out = okk.slice %loss[0, 0, 0, 0] sizes(%m) : !column to !okk.local<1x?x1x1xf32, max = [64], strided>
    okk.fill %t, -3.0e+38 : f32 : !t
    okk.fill %target, 0 : i32 : !target
    okk.load %from to %in : !part to !now
    okk.load %named to %wanted : !okk.sys<1x?x1x1xi32, max = [64], continuous> to !okk.local<1x?x1x1xi32, max = [64], strided>
    okk.pool2d max %most, %t kernel [1, 1024] : !column, !t
    %mosts = okk.broadcast %most : !column to !t
    okk.eltwise sub %t, %t, %mosts : !t, !t, !t
    %repeated = okk.broadcast %target : !target to !places
    okk.select equal %e, %places, %repeated, 1.0 : f32 : !t, !places, !places
    okk.eltwise mul %e, %e, %t : !t, !t, !t
    okk.pool2d avg %chosen, %e kernel [1, 1024] : !column, !t
    okk.eltwise max %t, %t scalar -85.0 : f32 : !t, !t
    okk.math exp %e, %t tables %exp, %table work %w0, %w1 : !t, !t tables !coeff, !table work !t, !t
    okk.pool2d avg %sum, %e kernel [1, 1024] : !column, !t
    okk.eltwise mul %sum, %sum scalar 1024.0 : f32 : !column, !column
    okk.math log %loss, %sum tables %log work %most : !column, !column tables !coeff work !column
    okk.eltwise mul %chosen, %chosen scalar 1024.0 : f32 : !column, !column
    okk.eltwise sub %loss, %loss, %chosen : !column, !column, !column
    okk.store %out to %to : !okk.local<1x?x1x1xf32, max = [64], strided> to !okk.sys<1x?x1x1xf32, max = [64], continuous>
  }
}
