// Channels 3 to 7 of a tensor of 9 channels, scaled by 2 in place.
//
// The trap: a slice keeps the strides and the lanes of its tensor. It starts at lane 3: with 4
// lanes, its first channel is in the first block row and the second channel in the second. An
// operand that starts at another lane does not fit; the factor 2 is therefore a constant.
okk.kernel @channel_slice {
  %x = okk.sys_buffer "x" : !okk.sys<2x9x4x5xf32, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<2x9x4x5xf32, continuous>
  %t = okk.alloc : !okk.local<2x9x4x5xf32, auto>
  %s = okk.slice %t[0, 3, 0, 0] : !okk.local<2x9x4x5xf32, auto> to !okk.local<2x5x4x5xf32, auto>
  okk.load %x to %t : !okk.sys<2x9x4x5xf32, continuous> to !okk.local<2x9x4x5xf32, auto>
  okk.eltwise mul %s, %s scalar 2.0 : f32 : !okk.local<2x5x4x5xf32, auto>, !okk.local<2x5x4x5xf32, auto>
  okk.store %t to %y : !okk.local<2x9x4x5xf32, auto> to !okk.sys<2x9x4x5xf32, continuous>
}
