// a where the condition of the row is not 0, and elsewhere the number of b for the column.
!x = !okk.sys<1x?x1x?xf32, max = [4000, 800], continuous>
!cond = !okk.sys<1x?x1x1xf32, max = [4000], continuous>
!b = !okk.sys<1x1x1x?xf32, max = [800], continuous>
!part = !okk.sys<1x?x1x?xf32, max = [64, 800], continuous>
!t = !okk.local<1x?x1x?xf32, max = [64, 800], auto>
!row = !okk.local<1x1x1x?xf32, max = [800], auto>
!column = !okk.local<1x?x1x1xf32, max = [64], auto>
okk.kernel @where {
  %rows = okk.param "rows" range [1, 4000]
  %cols = okk.param "cols" range [1, 800]
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %cond = okk.sys_buffer "cond" sizes(%rows) : !cond
  %a = okk.sys_buffer "a" sizes(%rows, %cols) : !x
  %b = okk.sys_buffer "b" sizes(%cols) : !b
  %y = okk.sys_buffer "y" sizes(%rows, %cols) : !x
  %row = okk.alloc sizes(%cols) : !row
  okk.load %b to %row : !b to !row
  scf.for %i = %c0 to %rows step %c64 {
    %left = arith.subi %rows, %i : index
    %m = arith.minui %left, %c64 : index
    %conditions = okk.slice %cond[0, %i, 0, 0] sizes(%m) : !cond to !okk.sys<1x?x1x1xf32, max = [64], continuous>
    %from = okk.slice %a[0, %i, 0, 0] sizes(%m, %cols) : !x to !part
    %to = okk.slice %y[0, %i, 0, 0] sizes(%m, %cols) : !x to !part
    %t = okk.alloc sizes(%m, %cols) : !t
    %other = okk.alloc sizes(%m, %cols) : !t
    %asked = okk.alloc sizes(%m, %cols) : !t
    %column = okk.alloc sizes(%m) : !column
    okk.load %from to %t : !part to !t
    okk.load %conditions to %column : !okk.sys<1x?x1x1xf32, max = [64], continuous> to !column
    %repeated = okk.broadcast %column sizes(%m, %cols) : !column to !t
    okk.eltwise copy %asked, %repeated : !t, !t
    okk.spread %other, %row : !t, !row
    okk.select equal %t, %asked, 0.0 : f32, %other, %t : !t, !t, !t, !t
    okk.store %t to %to : !t to !part
  }
}
