// One is added to every element, in parts of 8 batches of which the last may be smaller. With
// --overlap the parts take turns in two or three buffers: in a step one part is loaded, the part
// before it is computed, and the part before that is stored, all at the same time.
!sys = !okk.sys<?x?x?x?xf32, max = [64, 128, 16, 16], continuous>
!part = !okk.sys<?x?x?x?xf32, max = [8, 128, 16, 16], continuous>
!local = !okk.local<?x?x?x?xf32, max = [8, 128, 16, 16], auto>
okk.kernel @plus_one_parts {
  %n = okk.param "n" range [1, 64]
  %c = okk.param "c" range [1, 128]
  %h = okk.param "h" range [1, 16]
  %w = okk.param "w" range [1, 16]
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %x = okk.sys_buffer "x" sizes(%n, %c, %h, %w) : !sys
  %y = okk.sys_buffer "y" sizes(%n, %c, %h, %w) : !sys
  scf.for %i = %c0 to %n step %c8 {
    %left = arith.subi %n, %i : index
    %m = arith.minui %left, %c8 : index
    %t = okk.alloc sizes(%m, %c, %h, %w) : !local
    %from = okk.slice %x[%i, 0, 0, 0] sizes(%m, %c, %h, %w) : !sys to !part
    %to = okk.slice %y[%i, 0, 0, 0] sizes(%m, %c, %h, %w) : !sys to !part
    okk.load %from to %t : !part to !local
    okk.eltwise add %t, %t scalar 1.0 : f32 : !local, !local
    okk.store %t to %to : !local to !part
  }
}
