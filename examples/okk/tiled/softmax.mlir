// Softmax of 512 rows of 8192 numbers, written for all rows.
//
// The trap: a lane computes with what is in its own memory. A lane has a row as 64x128 numbers along H and W, over which
// pools find the maximum and the mean; the sum is the mean times 8192. The rows do not fit; okk-tile divides the batches.
!x = !okk.sys<8x64x64x128xf32, continuous>
!t = !okk.local<8x64x64x128xf32, auto>
!half = !okk.local<8x64x1x128xf32, auto>
!c = !okk.local<8x64x1x1xf32, auto>
okk.kernel @softmax tiled {
  %x = okk.sys_buffer "x" range [-40.0, 40.0] : !x
  %y = okk.sys_buffer "y" : !x
  %t = okk.alloc : !t
  %e = okk.alloc : !t
  %work = okk.alloc : !t
  %p = okk.alloc : !half
  %m = okk.alloc : !c
  okk.load %x to %t : !x to !t
  okk.pool2d max %p, %t kernel [64, 1] : !half, !t
  okk.pool2d max %m, %p kernel [1, 128] : !c, !half
  %most = okk.broadcast %m : !c to !t
  okk.eltwise sub %t, %t, %most : !t, !t, !t
  okk.function exp %e, %t work %work : !t, !t, !t
  okk.pool2d avg %p, %e kernel [64, 1] : !half, !t
  okk.pool2d avg %m, %p kernel [1, 128] : !c, !half
  okk.eltwise mul %m, %m scalar 8192.0 : f32 : !c, !c
  %sum = okk.broadcast %m : !c to !t
  okk.eltwise div %e, %e, %sum : !t, !t, !t
  okk.store %e to %y : !t to !x
}
