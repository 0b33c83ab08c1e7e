// Convolution of 3 channels with 5 kernels of 3 by 3, padding 1, stride 2.
//
// The trap: the weight is in mode ic2, which places the numbers of two input channels side by
// side. With 3 input channels every second unit is half empty; the empty half is never read,
// but it is copied and takes memory. Strides of the weight count units of 8 bytes.
okk.kernel @conv2d {
  %x = okk.sys_buffer "x" : !okk.sys<2x3x8x8xf32, continuous>
  %w = okk.sys_buffer "weight" : !okk.sys<3x5x3x3xf32, continuous>
  %b = okk.sys_buffer "bias" : !okk.sys<1x5x1x1xf32, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<2x5x4x4xf32, continuous>
  %in = okk.alloc : !okk.local<2x3x8x8xf32, auto>
  %plain = okk.alloc : !okk.local<3x5x3x3xf32, compact>
  %weight = okk.alloc : !okk.local<3x5x3x3xf32, mode = ic2, auto>
  %bias = okk.alloc : !okk.local<1x5x1x1xf32, auto>
  %out = okk.alloc : !okk.local<2x5x4x4xf32, auto>
  okk.load %x to %in : !okk.sys<2x3x8x8xf32, continuous> to !okk.local<2x3x8x8xf32, auto>
  okk.load %w to %plain : !okk.sys<3x5x3x3xf32, continuous> to !okk.local<3x5x3x3xf32, compact>
  okk.pack %plain to %weight : !okk.local<3x5x3x3xf32, compact> to !okk.local<3x5x3x3xf32, mode = ic2, auto>
  okk.load %b to %bias : !okk.sys<1x5x1x1xf32, continuous> to !okk.local<1x5x1x1xf32, auto>
  okk.conv2d %out, %in, %weight bias %bias padding [1, 1, 1, 1] stride [2, 2] : !okk.local<2x5x4x4xf32, auto>, !okk.local<2x3x8x8xf32, auto>, !okk.local<3x5x3x3xf32, mode = ic2, auto>, !okk.local<1x5x1x1xf32, auto>
  okk.store %out to %y : !okk.local<2x5x4x4xf32, auto> to !okk.sys<2x5x4x4xf32, continuous>
}
