// Integers shifted to the left by as many bits as the element of a second buffer says.
!x = !okk.sys<1x?x1x?xui32, max = [4000, 1000], continuous>
!s = !okk.sys<1x?x1x?xi32, max = [4000, 1000], continuous>
!part = !okk.sys<1x?x1x?xui32, max = [256, 1000], continuous>
!shifts = !okk.sys<1x?x1x?xi32, max = [256, 1000], continuous>
!t = !okk.local<1x?x1x?xui32, max = [256, 1000], aligned>
!u = !okk.local<1x?x1x?xi32, max = [256, 1000], aligned>
okk.kernel @shift_left {
  %rows = okk.param "rows" range [1, 4000]
  %cols = okk.param "cols" range [1, 1000]
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %x = okk.sys_buffer "x" sizes(%rows, %cols) : !x
  %s = okk.sys_buffer "s" sizes(%rows, %cols) : !s
  %y = okk.sys_buffer "y" sizes(%rows, %cols) : !x
  scf.for %i = %c0 to %rows step %c256 {
    %left = arith.subi %rows, %i : index
    %m = arith.minui %left, %c256 : index
    %from = okk.slice %x[0, %i, 0, 0] sizes(%m, %cols) : !x to !part
    %by = okk.slice %s[0, %i, 0, 0] sizes(%m, %cols) : !s to !shifts
    %to = okk.slice %y[0, %i, 0, 0] sizes(%m, %cols) : !x to !part
    %t = okk.alloc sizes(%m, %cols) : !t
    %u = okk.alloc sizes(%m, %cols) : !u
    okk.load %from to %t : !part to !t
    okk.load %by to %u : !shifts to !u
    okk.eltwise logical_shift %t, %t, %u : !t, !t, !u
    okk.store %t to %to : !t to !part
  }
}
