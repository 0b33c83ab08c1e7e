// One is added to every element of a tensor of any shape.
!sys = !okk.sys<?x?x?x?xf32, max = [4, 256, 32, 32], continuous>
!local = !okk.local<?x?x?x?xf32, max = [4, 256, 32, 32], auto>
okk.kernel @plus_one {
  %n = okk.param "n" range [1, 4]
  %c = okk.param "c" range [1, 256]
  %h = okk.param "h" range [1, 32]
  %w = okk.param "w" range [1, 32]
  %x = okk.sys_buffer "x" sizes(%n, %c, %h, %w) : !sys
  %y = okk.sys_buffer "y" sizes(%n, %c, %h, %w) : !sys
  %in = okk.alloc sizes(%n, %c, %h, %w) : !local
  %out = okk.alloc sizes(%n, %c, %h, %w) : !local
  okk.load %x to %in : !sys to !local
  okk.eltwise add %out, %in scalar 1.0 : f32 : !local, !local
  okk.store %out to %y : !local to !sys
}
