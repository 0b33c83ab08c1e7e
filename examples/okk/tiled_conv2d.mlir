// Convolution of 16 pictures, written for whole tensors.
//
// The trap: they do not fit into the memory of a small machine. The kernel is marked as tiled, so
// okk-tile divides the pictures into parts and loads the weight once. A part is loaded, computed
// and stored one after the other; with --overlap, the next part is loaded and the last one stored
// while a part is computed.
okk.kernel @tiled_conv2d tiled {
  %x = okk.sys_buffer "x" : !okk.sys<16x8x8x8xf32, continuous>
  %w = okk.sys_buffer "weight" : !okk.sys<8x8x3x3xf32, mode = ic2, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<16x8x8x8xf32, continuous>
  %in = okk.alloc : !okk.local<16x8x8x8xf32, auto>
  %weight = okk.alloc : !okk.local<8x8x3x3xf32, mode = ic2, auto>
  %out = okk.alloc : !okk.local<16x8x8x8xf32, auto>
  okk.load %w to %weight : !okk.sys<8x8x3x3xf32, mode = ic2, continuous> to !okk.local<8x8x3x3xf32, mode = ic2, auto>
  okk.load %x to %in : !okk.sys<16x8x8x8xf32, continuous> to !okk.local<16x8x8x8xf32, auto>
  okk.conv2d %out, %in, %weight padding [1, 1, 1, 1] : !okk.local<16x8x8x8xf32, auto>, !okk.local<16x8x8x8xf32, auto>, !okk.local<8x8x3x3xf32, mode = ic2, auto>
  okk.store %out to %y : !okk.local<16x8x8x8xf32, auto> to !okk.sys<16x8x8x8xf32, continuous>
}
