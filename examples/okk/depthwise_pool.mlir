// Depthwise convolution of 6 channels with a bias, then the average of 2 by 2.
//
// The trap: every lane convolves its own channels, so input, weight, bias and output must
// start at the same lane. Weight and bias are compact, while input and output are
// aligned. With 6 channels on 4 lanes, the weights of channels 4 and 5 are in the second row.
okk.kernel @depthwise_pool {
  %x = okk.sys_buffer "x" : !okk.sys<1x6x8x8xf32, continuous>
  %w = okk.sys_buffer "weight" : !okk.sys<1x6x3x3xf32, continuous>
  %b = okk.sys_buffer "bias" : !okk.sys<1x6x1x1xf32, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<1x6x4x4xf32, continuous>
  %in = okk.alloc : !okk.local<1x6x8x8xf32, auto, start = 1>
  %weight = okk.alloc : !okk.local<1x6x3x3xf32, auto, start = 1>
  %bias = okk.alloc : !okk.local<1x6x1x1xf32, auto, start = 1>
  %mid = okk.alloc : !okk.local<1x6x8x8xf32, auto, start = 1>
  %out = okk.alloc : !okk.local<1x6x4x4xf32, auto, start = 1>
  okk.load %x to %in : !okk.sys<1x6x8x8xf32, continuous> to !okk.local<1x6x8x8xf32, auto, start = 1>
  okk.load %w to %weight : !okk.sys<1x6x3x3xf32, continuous> to !okk.local<1x6x3x3xf32, auto, start = 1>
  okk.load %b to %bias : !okk.sys<1x6x1x1xf32, continuous> to !okk.local<1x6x1x1xf32, auto, start = 1>
  okk.depthwise2d %mid, %in, %weight bias %bias padding [1, 1, 1, 1] : !okk.local<1x6x8x8xf32, auto, start = 1>, !okk.local<1x6x8x8xf32, auto, start = 1>, !okk.local<1x6x3x3xf32, auto, start = 1>, !okk.local<1x6x1x1xf32, auto, start = 1>
  okk.pool2d avg %out, %mid kernel [2, 2] stride [2, 2] : !okk.local<1x6x4x4xf32, auto, start = 1>, !okk.local<1x6x8x8xf32, auto, start = 1>
  okk.store %out to %y : !okk.local<1x6x4x4xf32, auto, start = 1> to !okk.sys<1x6x4x4xf32, continuous>
}
