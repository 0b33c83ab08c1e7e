// x + 0.5 * a * b, where a has a row for all channels, and b a number for each channel.
//
// A row is loaded into one lane, spread to the channels of all lanes, and repeated for each batch; a number per channel is
// repeated along its row.
!x = !okk.sys<?x?x1x?xf32, max = [16, 1000, 800], continuous>
!a = !okk.sys<1x1x1x?xf32, max = [800], continuous>
!b = !okk.sys<1x?x1x1xf32, max = [1000], continuous>
!part = !okk.sys<?x?x1x?xf32, max = [16, 64, 800], strided>
!t = !okk.local<?x?x1x?xf32, max = [16, 64, 800], auto>
!row = !okk.local<1x1x1x?xf32, max = [800], auto>
!rows = !okk.local<1x?x1x?xf32, max = [64, 800], auto>
!column = !okk.local<1x?x1x1xf32, max = [64], auto>
okk.kernel @addcmul {
  %n = okk.param "n" range [1, 16]
  %c = okk.param "c" range [1, 1000]
  %w = okk.param "w" range [1, 800]
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %x = okk.sys_buffer "x" sizes(%n, %c, %w) : !x
  %a = okk.sys_buffer "a" sizes(%w) : !a
  %b = okk.sys_buffer "b" sizes(%c) : !b
  %y = okk.sys_buffer "y" sizes(%n, %c, %w) : !x
  %row = okk.alloc sizes(%w) : !row
  okk.load %a to %row : !a to !row
  scf.for %i = %c0 to %c step %c64 {
    %left = arith.subi %c, %i : index
    %m = arith.minui %left, %c64 : index
    %from = okk.slice %x[0, %i, 0, 0] sizes(%n, %m, %w) : !x to !part
    %to = okk.slice %y[0, %i, 0, 0] sizes(%n, %m, %w) : !x to !part
    %numbers = okk.slice %b[0, %i, 0, 0] sizes(%m) : !b to !okk.sys<1x?x1x1xf32, max = [64], continuous>
    %t = okk.alloc sizes(%n, %m, %w) : !t
    %rows = okk.alloc sizes(%m, %w) : !rows
    %column = okk.alloc sizes(%m) : !column
    okk.load %from to %t : !part to !t
    okk.load %numbers to %column : !okk.sys<1x?x1x1xf32, max = [64], continuous> to !column
    okk.spread %rows, %row : !rows, !row
    okk.scale %rows, %rows, %column : !rows, !rows, !column
    okk.eltwise mul %rows, %rows scalar 0.5 : f32 : !rows, !rows
    %products = okk.broadcast %rows sizes(%n, %m, %w) : !rows to !t
    okk.eltwise add %t, %t, %products : !t, !t, !t
    okk.store %t to %to : !t to !part
  }
}
