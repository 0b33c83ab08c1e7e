// Softmax over 6 channels.
//
// The trap: channels are in different lanes, and no operation reduces over lanes. The buffer
// is loaded with its channels along H instead, as (1, N, C, H·W). A lane then has all channels
// of a batch, and maximum and sum run over slices along H. The result is a single row; a
// stride of 0 along H repeats it for every channel.
okk.kernel @softmax {
  %x = okk.sys_buffer "x" : !okk.sys<1x5x6x8xf32, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<1x5x6x8xf32, continuous>
  %t = okk.alloc : !okk.local<1x5x6x8xf32, auto>
  %work = okk.alloc : !okk.local<1x5x6x8xf32, auto>
  %e = okk.alloc : !okk.local<1x5x6x8xf32, auto>
  %m = okk.alloc : !okk.local<1x5x1x8xf32, auto>
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  okk.load %x to %t : !okk.sys<1x5x6x8xf32, continuous> to !okk.local<1x5x6x8xf32, auto>
  %t0 = okk.slice %t[0, 0, 0, 0] : !okk.local<1x5x6x8xf32, auto> to !okk.local<1x5x1x8xf32, auto>
  okk.eltwise copy %m, %t0 : !okk.local<1x5x1x8xf32, auto>, !okk.local<1x5x1x8xf32, auto>
  scf.for %c = %c1 to %c6 step %c1 {
    %s = okk.slice %t[0, 0, %c, 0] : !okk.local<1x5x6x8xf32, auto> to !okk.local<1x5x1x8xf32, auto>
    okk.eltwise max %m, %m, %s : !okk.local<1x5x1x8xf32, auto>, !okk.local<1x5x1x8xf32, auto>, !okk.local<1x5x1x8xf32, auto>
  }
  %most = okk.broadcast %m : !okk.local<1x5x1x8xf32, auto> to !okk.local<1x5x6x8xf32, auto>
  okk.eltwise sub %t, %t, %most : !okk.local<1x5x6x8xf32, auto>, !okk.local<1x5x6x8xf32, auto>, !okk.local<1x5x6x8xf32, auto>
  okk.function exp %e, %t work %work : !okk.local<1x5x6x8xf32, auto>, !okk.local<1x5x6x8xf32, auto>, !okk.local<1x5x6x8xf32, auto>
  okk.set %m, 0.0 : f32 : !okk.local<1x5x1x8xf32, auto>
  %c0 = arith.constant 0 : index
  scf.for %c = %c0 to %c6 step %c1 {
    %s = okk.slice %e[0, 0, %c, 0] : !okk.local<1x5x6x8xf32, auto> to !okk.local<1x5x1x8xf32, auto>
    okk.eltwise add %m, %m, %s : !okk.local<1x5x1x8xf32, auto>, !okk.local<1x5x1x8xf32, auto>, !okk.local<1x5x1x8xf32, auto>
  }
  %sum = okk.broadcast %m : !okk.local<1x5x1x8xf32, auto> to !okk.local<1x5x6x8xf32, auto>
  okk.eltwise div %e, %e, %sum : !okk.local<1x5x6x8xf32, auto>, !okk.local<1x5x6x8xf32, auto>, !okk.local<1x5x6x8xf32, auto>
  okk.store %e to %y : !okk.local<1x5x6x8xf32, auto> to !okk.sys<1x5x6x8xf32, continuous>
}
