// Convolution 3x3 of 8 pictures of 64x224x224, written for whole tensors.
//
// The trap: a row of the result needs the rows above and below it. okk-tile divides the pictures into rows and loads
// those that the windows of a part reach; the first and the last part of a picture have padding at their edge.
!x = !okk.sys<8x64x224x224xf32, continuous>
!t = !okk.local<8x64x224x224xf32, auto>
!ks = !okk.sys<64x64x3x3xf32, mode = ic2, continuous>
!k = !okk.local<64x64x3x3xf32, mode = ic2, auto>
okk.kernel @conv2d tiled {
  %x = okk.sys_buffer "x" : !x
  %w = okk.sys_buffer "weight" : !ks
  %y = okk.sys_buffer "y" : !x
  %in = okk.alloc : !t
  %weight = okk.alloc : !k
  %out = okk.alloc : !t
  okk.load %w to %weight : !ks to !k
  okk.load %x to %in : !x to !t
  okk.conv2d %out, %in, %weight padding [1, 1, 1, 1] : !t, !t, !k
  okk.store %out to %y : !t to !x
}
