// The gradient of pictures that were doubled in both directions by repeating each number: the sum of 2 by 2 numbers.
!grad = !okk.sys<?x?x?x?xf32, max = [32, 256, 64, 64], continuous>
!out = !okk.sys<?x?x?x?xf32, max = [32, 256, 32, 32], continuous>
!part_in = !okk.sys<1x?x?x?xf32, max = [256, 64, 64], continuous>
!part_out = !okk.sys<1x?x?x?xf32, max = [256, 32, 32], continuous>
!in = !okk.local<1x?x?x?xf32, max = [256, 64, 64], aligned>
!sum = !okk.local<1x?x?x?xf32, max = [256, 32, 32], aligned>
okk.kernel @upsample_backward {
  %n = okk.param "n" range [1, 32]
  %c = okk.param "c" range [1, 256]
  %h = okk.param "h" range [1, 32]
  %w = okk.param "w" range [1, 32]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %h2 = arith.muli %h, %c2 : index
  %w2 = arith.muli %w, %c2 : index
  %grad = okk.sys_buffer "grad" sizes(%n, %c, %h2, %w2) : !grad
  %y = okk.sys_buffer "y" sizes(%n, %c, %h, %w) : !out
  scf.for %i = %c0 to %n step %c1 {
    %from = okk.slice %grad[%i, 0, 0, 0] sizes(%c, %h2, %w2) : !grad to !part_in
    %to = okk.slice %y[%i, 0, 0, 0] sizes(%c, %h, %w) : !out to !part_out
    %in = okk.alloc sizes(%c, %h2, %w2) : !in
    %sum = okk.alloc sizes(%c, %h, %w) : !sum
    okk.load %from to %in : !part_in to !in
    okk.pool2d avg %sum, %in kernel [2, 2] stride [2, 2] : !sum, !in
    okk.eltwise mul %sum, %sum scalar 4.0 : f32 : !sum, !sum
    okk.store %sum to %to : !sum to !part_out
  }
}
