// RUN: rm -rf %t && optc export --target bm1684 -o %t %s && cat %t/*.c | filecheck %s

// Without strides a function takes a tensor to begin at a multiple of 128 bytes. A compact tensor may begin elsewhere,
// so that its strides are given although one channel in each lane needs none.

// CHECK: okk_bdc_conv2d(out_addr, in_addr, wt_addr, 0, &in_shape, 2, 2, 2, &in_stride,
okk.kernel @c {
  %x = okk.sys_buffer "x" : !okk.sys<1x3x3x3xf32, continuous>
  %w = okk.sys_buffer "w" : !okk.sys<3x2x2x2xf32, mode = ic2, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<1x2x2x2xf32, continuous>
  %in = okk.alloc at 16 : !okk.local<1x3x3x3xf32, compact>
  %wt = okk.alloc at 1024 : !okk.local<3x2x2x2xf32, mode = ic2, compact>
  %out = okk.alloc at 2048 : !okk.local<1x2x2x2xf32, aligned>
  okk.load %x to %in : !okk.sys<1x3x3x3xf32, continuous> to !okk.local<1x3x3x3xf32, compact>
  okk.load %w to %wt : !okk.sys<3x2x2x2xf32, mode = ic2, continuous> to !okk.local<3x2x2x2xf32, mode = ic2, compact>
  okk.conv2d %out, %in, %wt : !okk.local<1x2x2x2xf32, aligned>, !okk.local<1x3x3x3xf32, compact>, !okk.local<3x2x2x2xf32, mode = ic2, compact>
  okk.store %out to %y : !okk.local<1x2x2x2xf32, aligned> to !okk.sys<1x2x2x2xf32, continuous>
}
