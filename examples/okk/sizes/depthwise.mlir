// Depthwise convolution by 3 by 3 in steps of 2, of one batch after the other. The channels of
// input, weight and output are in the same lanes.
!sys_in = !okk.sys<?x?x?x?xf32, max = [16, 256, 40, 40], continuous>
!sys_out = !okk.sys<?x?x?x?xf32, max = [16, 256, 20, 20], continuous>
!one_in = !okk.sys<1x?x?x?xf32, max = [256, 40, 40], continuous>
!one_out = !okk.sys<1x?x?x?xf32, max = [256, 20, 20], continuous>
!in = !okk.local<1x?x?x?xf32, max = [256, 40, 40], auto>
!out = !okk.local<1x?x?x?xf32, max = [256, 20, 20], auto>
okk.kernel @depthwise {
  %n = okk.param "n" range [1, 16]
  %c = okk.param "c" range [1, 256]
  %h = okk.param "h" range [1, 40]
  %w = okk.param "w" range [1, 40]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %oh = arith.ceildivui %h, %c2 : index
  %ow = arith.ceildivui %w, %c2 : index
  %x = okk.sys_buffer "x" sizes(%n, %c, %h, %w) : !sys_in
  %k = okk.sys_buffer "weight" sizes(%c) : !okk.sys<1x?x3x3xf32, max = [256], continuous>
  %y = okk.sys_buffer "y" sizes(%n, %c, %oh, %ow) : !sys_out
  %in = okk.alloc sizes(%c, %h, %w) : !in
  %weight = okk.alloc sizes(%c) : !okk.local<1x?x3x3xf32, max = [256], auto>
  %out = okk.alloc sizes(%c, %oh, %ow) : !out
  okk.load %k to %weight : !okk.sys<1x?x3x3xf32, max = [256], continuous> to !okk.local<1x?x3x3xf32, max = [256], auto>
  scf.for %i = %c0 to %n step %c1 {
    %from = okk.slice %x[%i, 0, 0, 0] sizes(%c, %h, %w) : !sys_in to !one_in
    %to = okk.slice %y[%i, 0, 0, 0] sizes(%c, %oh, %ow) : !sys_out to !one_out
    okk.load %from to %in : !one_in to !in
    okk.depthwise2d %out, %in, %weight padding [1, 1, 1, 1] stride [2, 2] : !out, !in, !okk.local<1x?x3x3xf32, max = [256], auto>
    okk.store %out to %to : !out to !one_out
  }
}
