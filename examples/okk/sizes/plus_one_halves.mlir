// One is added to every element. The batches are halved: one half is copied while the other half
// is computed, in its place.
!sys = !okk.sys<?x?x?x?xf32, max = [8, 256, 32, 32], continuous>
!half = !okk.sys<?x?x?x?xf32, max = [4, 256, 32, 32], continuous>
!local = !okk.local<?x?x?x?xf32, max = [4, 256, 32, 32], auto>
okk.kernel @plus_one_halves {
  %m = okk.param "half" range [1, 4]
  %c = okk.param "c" range [1, 256]
  %h = okk.param "h" range [1, 32]
  %w = okk.param "w" range [1, 32]
  %n = arith.addi %m, %m : index
  %x = okk.sys_buffer "x" sizes(%n, %c, %h, %w) : !sys
  %y = okk.sys_buffer "y" sizes(%n, %c, %h, %w) : !sys
  %t0 = okk.alloc sizes(%m, %c, %h, %w) : !local
  %t1 = okk.alloc sizes(%m, %c, %h, %w) : !local
  %x0 = okk.slice %x[0, 0, 0, 0] sizes(%m, %c, %h, %w) : !sys to !half
  %x1 = okk.slice %x[%m, 0, 0, 0] sizes(%m, %c, %h, %w) : !sys to !half
  %y0 = okk.slice %y[0, 0, 0, 0] sizes(%m, %c, %h, %w) : !sys to !half
  %y1 = okk.slice %y[%m, 0, 0, 0] sizes(%m, %c, %h, %w) : !sys to !half
  okk.load %x0 to %t0 : !half to !local
  okk.parallel {
    okk.load %x1 to %t1 : !half to !local
    okk.eltwise add %t0, %t0 scalar 1.0 : f32 : !local, !local
  }
  okk.parallel {
    okk.eltwise add %t1, %t1 scalar 1.0 : f32 : !local, !local
    okk.store %t0 to %y0 : !local to !half
  }
  okk.store %t1 to %y1 : !local to !half
}
