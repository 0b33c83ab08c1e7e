// Layer norm of 4096 rows of 1024 numbers, written for all rows: (x - mean) / sqrt(variance + 1e-5) · gamma + beta.
//
// The trap: a lane computes with what is in its own memory. 64 rows are in a batch, one in each lane, as 32x32 numbers
// along H and W, over which pools find the means. Each lane needs all of gamma and beta, which a view with a
// stride of 0 along C loads into every lane. The rows do not fit; okk-tile divides the batches.
!x = !okk.sys<64x64x32x32xf32, continuous>
!g = !okk.sys<1x1x32x32xf32, continuous>
!lanes = !okk.sys<1x64x32x32xf32, strides[0, 0, 32, 1]>
!t = !okk.local<64x64x32x32xf32, auto>
!one = !okk.local<1x64x32x32xf32, auto>
!half = !okk.local<64x64x1x32xf32, auto>
!c = !okk.local<64x64x1x1xf32, auto>
okk.kernel @layer_norm tiled {
  %x = okk.sys_buffer "x" : !x
  %gamma = okk.sys_buffer "gamma" : !g
  %beta = okk.sys_buffer "beta" : !g
  %y = okk.sys_buffer "y" : !x
  %gammas = okk.restride %gamma : !g to !lanes
  %betas = okk.restride %beta : !g to !lanes
  %t = okk.alloc : !t
  %d = okk.alloc : !t
  %g1 = okk.alloc : !one
  %b1 = okk.alloc : !one
  %p = okk.alloc : !half
  %m = okk.alloc : !c
  %v = okk.alloc : !c
  okk.load %gammas to %g1 : !lanes to !one
  okk.load %betas to %b1 : !lanes to !one
  okk.load %x to %t : !x to !t
  okk.pool2d avg %p, %t kernel [32, 1] : !half, !t
  okk.pool2d avg %m, %p kernel [1, 32] : !c, !half
  %mean = okk.broadcast %m : !c to !t
  okk.eltwise sub %t, %t, %mean : !t, !t, !t
  okk.eltwise mul %d, %t, %t : !t, !t, !t
  okk.pool2d avg %p, %d kernel [32, 1] : !half, !t
  okk.pool2d avg %m, %p kernel [1, 32] : !c, !half
  okk.eltwise add %m, %m scalar 1.0e-5 : f32 : !c, !c
  okk.function rsqrt %v, %m : !c, !c
  %scale = okk.broadcast %v : !c to !t
  okk.eltwise mul %t, %t, %scale : !t, !t, !t
  %gall = okk.broadcast %g1 : !one to !t
  okk.eltwise mul %t, %t, %gall : !t, !t, !t
  %ball = okk.broadcast %b1 : !one to !t
  okk.eltwise add %t, %t, %ball : !t, !t, !t
  okk.store %t to %y : !t to !x
}
