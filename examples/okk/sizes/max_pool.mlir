// The largest of 3 by 3 in steps of 2, in parts of 4 batches of which the last may be smaller.
!sys_in = !okk.sys<?x?x?x?xf32, max = [32, 128, 48, 48], continuous>
!sys_out = !okk.sys<?x?x?x?xf32, max = [32, 128, 24, 24], continuous>
!part_in = !okk.sys<?x?x?x?xf32, max = [4, 128, 48, 48], continuous>
!part_out = !okk.sys<?x?x?x?xf32, max = [4, 128, 24, 24], continuous>
!in = !okk.local<?x?x?x?xf32, max = [4, 128, 48, 48], auto>
!out = !okk.local<?x?x?x?xf32, max = [4, 128, 24, 24], auto>
okk.kernel @max_pool {
  %n = okk.param "n" range [1, 32]
  %c = okk.param "c" range [1, 128]
  %h = okk.param "h" range [1, 48]
  %w = okk.param "w" range [1, 48]
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %oh = arith.ceildivui %h, %c2 : index
  %ow = arith.ceildivui %w, %c2 : index
  %x = okk.sys_buffer "x" sizes(%n, %c, %h, %w) : !sys_in
  %y = okk.sys_buffer "y" sizes(%n, %c, %oh, %ow) : !sys_out
  scf.for %i = %c0 to %n step %c4 {
    %left = arith.subi %n, %i : index
    %m = arith.minui %left, %c4 : index
    %in = okk.alloc sizes(%m, %c, %h, %w) : !in
    %out = okk.alloc sizes(%m, %c, %oh, %ow) : !out
    %from = okk.slice %x[%i, 0, 0, 0] sizes(%m, %c, %h, %w) : !sys_in to !part_in
    %to = okk.slice %y[%i, 0, 0, 0] sizes(%m, %c, %oh, %ow) : !sys_out to !part_out
    okk.load %from to %in : !part_in to !in
    okk.pool2d max %out, %in kernel [3, 3] padding [1, 1, 1, 1] stride [2, 2] : !out, !in
    okk.store %out to %to : !out to !part_out
  }
}
