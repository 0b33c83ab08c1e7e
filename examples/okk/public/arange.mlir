// The numbers 3, 5, 7, ... as f32, as many as a buffer holds.
//
// Each pass makes a part in integers, one after the other in the lanes, and then moves the integers on by the length of a part.
!buffer = !okk.sys<1x?x1x1xf32, max = [100000], continuous>
!part = !okk.sys<1x?x1x1xf32, max = [2048], continuous>
!integers = !okk.local<1x2048x1x1xi32, compact>
!numbers = !okk.local<1x2048x1x1xf32, compact>
!now = !okk.local<1x?x1x1xf32, max = [2048], strided>
okk.kernel @arange {
  %n = okk.param "n" range [1, 100000]
  %c0 = arith.constant 0 : index
  %c2048 = arith.constant 2048 : index
  %y = okk.sys_buffer "y" sizes(%n) : !buffer
  %i = okk.alloc : !integers
  %t = okk.alloc : !numbers
  okk.arange c %i start 3 step 2 : !integers
  scf.for %at = %c0 to %n step %c2048 {
    %left = arith.subi %n, %at : index
    %m = arith.minui %left, %c2048 : index
    %to = okk.slice %y[0, %at, 0, 0] sizes(%m) : !buffer to !part
    %now = okk.slice %t[0, 0, 0, 0] sizes(%m) : !numbers to !now
    okk.cast %t, %i : !numbers, !integers
    okk.store %now to %to : !now to !part
    okk.integer add %i, %i scalar 4096 : i32 : !integers, !integers
  }
}
