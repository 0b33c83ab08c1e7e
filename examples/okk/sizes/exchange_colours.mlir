// The first and the last plane of a picture change their places. The copy engine moves each plane
// within system memory.
!picture = !okk.sys<1x3x?x?xf32, max = [1080, 1920], continuous>
!plane = !okk.sys<1x1x?x?xf32, max = [1080, 1920], continuous>
okk.kernel @exchange_colours {
  %h = okk.param "h" range [1, 1080]
  %w = okk.param "w" range [1, 1920]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %x = okk.sys_buffer "x" sizes(%h, %w) : !picture
  %y = okk.sys_buffer "y" sizes(%h, %w) : !picture
  scf.for %c = %c0 to %c3 step %c1 {
    %other = arith.subi %c2, %c : index
    %from = okk.slice %x[0, %c, 0, 0] sizes(%h, %w) : !picture to !plane
    %to = okk.slice %y[0, %other, 0, 0] sizes(%h, %w) : !picture to !plane
    okk.sys_copy %from to %to : !plane to !plane
  }
}
