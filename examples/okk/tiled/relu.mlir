// Relu of 2000 batches of 64x64x64, in place, written for whole tensors.
//
// The trap: a tensor that is loaded, changed and stored needs three buffers for parts that overlap. The copies take longer than
// the computations, so that two larger buffers are as fast: a part is stored before the next one is computed.
!x = !okk.sys<2000x64x64x64xf32, continuous>
!t = !okk.local<2000x64x64x64xf32, auto>
okk.kernel @relu tiled {
  %x = okk.sys_buffer "x" : !x
  %y = okk.sys_buffer "y" : !x
  %t = okk.alloc : !t
  okk.load %x to %t : !x to !t
  okk.eltwise relu %t, %t : !t, !t
  okk.store %t to %y : !t to !x
}
