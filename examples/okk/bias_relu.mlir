// Bias and relu of a tensor that starts at lane 2.
//
// The trap: on a machine of 4 lanes its 3 channels need two block rows, because channel 2
// is in lane 0 of the second row. Every batch therefore takes twice the memory. The bias has
// to start at lane 2 as well, and its third number is in the second row, too.
okk.kernel @bias_relu {
  %x = okk.sys_buffer "x" : !okk.sys<2x3x4x5xf32, continuous>
  %b = okk.sys_buffer "b" : !okk.sys<1x3x1x1xf32, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<2x3x4x5xf32, continuous>
  %t = okk.alloc : !okk.local<2x3x4x5xf32, auto, start = 2>
  %v = okk.alloc : !okk.local<1x3x1x1xf32, auto, start = 2>
  okk.load %x to %t : !okk.sys<2x3x4x5xf32, continuous> to !okk.local<2x3x4x5xf32, auto, start = 2>
  okk.load %b to %v : !okk.sys<1x3x1x1xf32, continuous> to !okk.local<1x3x1x1xf32, auto, start = 2>
  okk.bias %t, %t, %v : !okk.local<2x3x4x5xf32, auto, start = 2>, !okk.local<2x3x4x5xf32, auto, start = 2>, !okk.local<1x3x1x1xf32, auto, start = 2>
  okk.eltwise relu %t, %t : !okk.local<2x3x4x5xf32, auto, start = 2>, !okk.local<2x3x4x5xf32, auto, start = 2>
  okk.store %t to %y : !okk.local<2x3x4x5xf32, auto, start = 2> to !okk.sys<2x3x4x5xf32, continuous>
}
