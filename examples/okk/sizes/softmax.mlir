// Softmax over the channels. A view of the buffer exchanges C and H, so that a lane has all
// channels of its rows, and maximum and sum run over slices along H.
!sys = !okk.sys<?x?x?x?xf32, max = [2, 60, 128, 40], continuous>
!turned = !okk.sys<?x?x?x?xf32, max = [2, 128, 60, 40], strided>
!local = !okk.local<?x?x?x?xf32, max = [2, 128, 60, 40], auto>
!row = !okk.local<?x?x1x?xf32, max = [2, 128, 40], auto>
okk.kernel @softmax {
  %n = okk.param "n" range [1, 2]
  %c = okk.param "c" range [1, 60]
  %h = okk.param "h" range [1, 128]
  %w = okk.param "w" range [1, 40]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = okk.sys_buffer "x" sizes(%n, %c, %h, %w) : !sys
  %y = okk.sys_buffer "y" sizes(%n, %c, %h, %w) : !sys
  %from = okk.permute %x [0, 2, 1, 3] : !sys to !turned
  %to = okk.permute %y [0, 2, 1, 3] : !sys to !turned
  %t = okk.alloc sizes(%n, %h, %c, %w) : !local
  %e = okk.alloc sizes(%n, %h, %c, %w) : !local
  %work = okk.alloc sizes(%n, %h, %c, %w) : !local
  %m = okk.alloc sizes(%n, %h, %w) : !row
  okk.load %from to %t : !turned to !local
  okk.fill %m, -3.0e+38 : f32 : !row
  scf.for %k = %c0 to %c step %c1 {
    %s = okk.slice %t[0, 0, %k, 0] sizes(%n, %h, %w) : !local to !row
    okk.eltwise max %m, %m, %s : !row, !row, !row
  }
  %most = okk.broadcast %m sizes(%n, %h, %c, %w) : !row to !local
  okk.eltwise sub %t, %t, %most : !local, !local, !local
  okk.function exp %e, %t work %work : !local, !local, !local
  okk.fill %m, 0.0 : f32 : !row
  scf.for %k = %c0 to %c step %c1 {
    %s = okk.slice %e[0, 0, %k, 0] sizes(%n, %h, %w) : !local to !row
    okk.eltwise add %m, %m, %s : !row, !row, !row
  }
  %sum = okk.broadcast %m sizes(%n, %h, %c, %w) : !row to !local
  okk.eltwise div %e, %e, %sum : !local, !local, !local
  okk.store %e to %to : !local to !turned
}
