// Attention of one head: softmax(q · transposed k / sqrt(32)) · v, for 64 queries and keys of 32 numbers.
//
// The scores pass through system memory, where they are a matrix for the products and a tensor for the softmax, with
// a row in each lane. The keys are loaded through a view that exchanges rows and columns; a matrix of width 1 has a
// column in each lane, and so has the tensor that shows it. Numbers per row are numbers per channel.
!sys = !okk.sysmatrix<64x32xf32, row_stride = 32>
!m = !okk.matrix<64x32xf32, w = 1>
!s = !okk.matrix<64x64xf32, w = 1>
!t = !okk.local<1x64x1x64xf32, auto>
okk.kernel @attention {
  %q = okk.sys_buffer "q" : !sys
  %k = okk.sys_buffer "k" : !sys
  %v = okk.sys_buffer "v" : !sys
  %y = okk.sys_buffer "y" : !sys
  %scores = okk.sys_buffer : !okk.sysmatrix<64x64xf32, row_stride = 64>
  %rows = okk.view %scores : !okk.sysmatrix<64x64xf32, row_stride = 64> to !okk.sys<1x64x1x64xf32, continuous>
  %turned = okk.restride %k : !sys to !okk.sys<32x64x1x1xf32, strides[1, 32, 1, 1]>
  %left = okk.alloc : !m
  %out = okk.alloc : !m
  %keys = okk.alloc : !okk.matrix<32x64xf32, w = 1>
  %columns = okk.view %keys : !okk.matrix<32x64xf32, w = 1> to !okk.local<32x64x1x1xf32, aligned>
  %s = okk.alloc : !s
  %t = okk.alloc : !t
  %e = okk.alloc : !t
  %work = okk.alloc : !t
  %c = okk.alloc : !okk.local<1x64x1x1xf32, auto>
  okk.load %q to %left : !sys to !m
  okk.load %turned to %columns : !okk.sys<32x64x1x1xf32, strides[1, 32, 1, 1]> to !okk.local<32x64x1x1xf32, aligned>
  okk.matmul %s, %left, %keys : !s, !m, !okk.matrix<32x64xf32, w = 1>
  okk.store %s to %scores : !s to !okk.sysmatrix<64x64xf32, row_stride = 64>
  okk.load %rows to %t : !okk.sys<1x64x1x64xf32, continuous> to !t
  okk.pool2d max %c, %t kernel [1, 64] : !okk.local<1x64x1x1xf32, auto>, !t
  %most = okk.broadcast %c : !okk.local<1x64x1x1xf32, auto> to !t
  okk.eltwise sub %t, %t, %most : !t, !t, !t
  okk.eltwise mul %t, %t scalar 0.17677669 : f32 : !t, !t
  okk.function exp %e, %t work %work : !t, !t, !t
  okk.pool2d avg %c, %e kernel [1, 64] : !okk.local<1x64x1x1xf32, auto>, !t
  okk.eltwise div %c, %c scalar 0.015625 : f32 reversed : !okk.local<1x64x1x1xf32, auto>, !okk.local<1x64x1x1xf32, auto>
  okk.scale %e, %e, %c : !t, !t, !okk.local<1x64x1x1xf32, auto>
  okk.store %e to %rows : !t to !okk.sys<1x64x1x64xf32, continuous>
  okk.load %scores to %s : !okk.sysmatrix<64x64xf32, row_stride = 64> to !s
  okk.load %v to %left : !sys to !m
  okk.matmul %out, %s, %left : !m, !s, !m
  okk.store %out to %y : !m to !sys
}
