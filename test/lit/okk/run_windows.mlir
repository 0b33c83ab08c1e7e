// RUN: optc build %s -o %t
// RUN: optc run %t --print all | FileCheck %s --match-full-lines --strict-whitespace

// Windows, numbers per channel and products of matrices, with numbers whose results tell where each one was taken from.
module attributes {okk.machine = #okk.machine<toy4k, npu_bytes = 16384>} {
  okk.kernel @windows {
    %in_x = okk.sys_buffer "in_x" = dense<[[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]], [[13.0, 14.0, 15.0, 16.0], [17.0, 18.0, 19.0, 20.0], [21.0, 22.0, 23.0, 24.0]]], [[[25.0, 26.0, 27.0, 28.0], [29.0, 30.0, 31.0, 32.0], [33.0, 34.0, 35.0, 36.0]], [[37.0, 38.0, 39.0, 40.0], [41.0, 42.0, 43.0, 44.0], [45.0, 46.0, 47.0, 48.0]]]]> : tensor<2x2x3x4xf32> : !okk.sys<2x2x3x4xf32, continuous>
    %x = okk.alloc : !okk.local<2x2x3x4xf32, aligned>
    okk.load %in_x to %x : !okk.sys<2x2x3x4xf32, continuous> to !okk.local<2x2x3x4xf32, aligned>
    %in_v = okk.sys_buffer "in_v" = dense<[[[[10.0]], [[-1.0]]]]> : tensor<1x2x1x1xf32> : !okk.sys<1x2x1x1xf32, continuous>
    %v = okk.alloc : !okk.local<1x2x1x1xf32, compact>
    okk.load %in_v to %v : !okk.sys<1x2x1x1xf32, continuous> to !okk.local<1x2x1x1xf32, compact>
    %in_o = okk.sys_buffer "in_o" = dense<[[[[0.5]], [[100.0]]]]> : tensor<1x2x1x1xf32> : !okk.sys<1x2x1x1xf32, continuous>
    %o = okk.alloc : !okk.local<1x2x1x1xf32, compact>
    okk.load %in_o to %o : !okk.sys<1x2x1x1xf32, continuous> to !okk.local<1x2x1x1xf32, compact>
    %bias = okk.alloc : !okk.local<2x2x3x4xf32, aligned>
    okk.bias %bias, %x, %v : !okk.local<2x2x3x4xf32, aligned>, !okk.local<2x2x3x4xf32, aligned>, !okk.local<1x2x1x1xf32, compact>
    %out_bias = okk.sys_buffer "bias" : !okk.sys<2x2x3x4xf32, continuous>
    okk.store %bias to %out_bias : !okk.local<2x2x3x4xf32, aligned> to !okk.sys<2x2x3x4xf32, continuous>
    %scale = okk.alloc : !okk.local<2x2x3x4xf32, aligned>
    okk.scale %scale, %x, %v : !okk.local<2x2x3x4xf32, aligned>, !okk.local<2x2x3x4xf32, aligned>, !okk.local<1x2x1x1xf32, compact>
    %out_scale = okk.sys_buffer "scale" : !okk.sys<2x2x3x4xf32, continuous>
    okk.store %scale to %out_scale : !okk.local<2x2x3x4xf32, aligned> to !okk.sys<2x2x3x4xf32, continuous>
    %both = okk.alloc : !okk.local<2x2x3x4xf32, aligned>
    okk.scale_bias %both, %x, %v, %o : !okk.local<2x2x3x4xf32, aligned>, !okk.local<2x2x3x4xf32, aligned>, !okk.local<1x2x1x1xf32, compact>, !okk.local<1x2x1x1xf32, compact>
    %out_both = okk.sys_buffer "both" : !okk.sys<2x2x3x4xf32, continuous>
    okk.store %both to %out_both : !okk.local<2x2x3x4xf32, aligned> to !okk.sys<2x2x3x4xf32, continuous>
    %in_pk = okk.sys_buffer "in_pk" = dense<[[[[-2.0, -1.0], [0.0, 1.0]], [[2.0, 3.0], [-3.0, -2.0]], [[-1.0, 0.0], [1.0, 2.0]]], [[[3.0, -3.0], [-2.0, -1.0]], [[0.0, 1.0], [2.0, 3.0]], [[-3.0, -2.0], [-1.0, 0.0]]]]> : tensor<2x3x2x2xf32> : !okk.sys<2x3x2x2xf32, continuous>
    %pk = okk.alloc : !okk.local<2x3x2x2xf32, compact>
    okk.load %in_pk to %pk : !okk.sys<2x3x2x2xf32, continuous> to !okk.local<2x3x2x2xf32, compact>
    %k = okk.alloc : !okk.local<2x3x2x2xf32, mode = ic2, compact>
    okk.pack %pk to %k : !okk.local<2x3x2x2xf32, compact> to !okk.local<2x3x2x2xf32, mode = ic2, compact>
    %in_cb = okk.sys_buffer "in_cb" = dense<[[[[1000.0]], [[2000.0]], [[3000.0]]]]> : tensor<1x3x1x1xf32> : !okk.sys<1x3x1x1xf32, continuous>
    %cb = okk.alloc : !okk.local<1x3x1x1xf32, compact>
    okk.load %in_cb to %cb : !okk.sys<1x3x1x1xf32, continuous> to !okk.local<1x3x1x1xf32, compact>
    %conv = okk.alloc : !okk.local<2x3x2x3xf32, aligned>
    okk.conv2d %conv, %x, %k  : !okk.local<2x3x2x3xf32, aligned>, !okk.local<2x2x3x4xf32, aligned>, !okk.local<2x3x2x2xf32, mode = ic2, compact>
    %out_conv = okk.sys_buffer "conv" : !okk.sys<2x3x2x3xf32, continuous>
    okk.store %conv to %out_conv : !okk.local<2x3x2x3xf32, aligned> to !okk.sys<2x3x2x3xf32, continuous>
    %conv_bias = okk.alloc : !okk.local<2x3x2x2xf32, aligned>
    okk.conv2d %conv_bias, %x, %k bias %cb padding [1, 0, 0, 1] stride [2, 2] : !okk.local<2x3x2x2xf32, aligned>, !okk.local<2x2x3x4xf32, aligned>, !okk.local<2x3x2x2xf32, mode = ic2, compact>, !okk.local<1x3x1x1xf32, compact>
    %out_conv_bias = okk.sys_buffer "conv_bias" : !okk.sys<2x3x2x2xf32, continuous>
    okk.store %conv_bias to %out_conv_bias : !okk.local<2x3x2x2xf32, aligned> to !okk.sys<2x3x2x2xf32, continuous>
    %conv_add = okk.alloc : !okk.local<2x3x2x2xf32, aligned>
    okk.fill %conv_add, 500.0 : f32 : !okk.local<2x3x2x2xf32, aligned>
    okk.conv2d %conv_add, %x, %k dilation [1, 2] result_add : !okk.local<2x3x2x2xf32, aligned>, !okk.local<2x2x3x4xf32, aligned>, !okk.local<2x3x2x2xf32, mode = ic2, compact>
    %out_conv_add = okk.sys_buffer "conv_add" : !okk.sys<2x3x2x2xf32, continuous>
    okk.store %conv_add to %out_conv_add : !okk.local<2x3x2x2xf32, aligned> to !okk.sys<2x3x2x2xf32, continuous>
    %in_d = okk.sys_buffer "in_d" = dense<[[[[-3.0, -1.0], [1.0, 3.0]], [[5.0, 7.0], [9.0, 11.0]]]]> : tensor<1x2x2x2xf32> : !okk.sys<1x2x2x2xf32, continuous>
    %d = okk.alloc : !okk.local<1x2x2x2xf32, compact>
    okk.load %in_d to %d : !okk.sys<1x2x2x2xf32, continuous> to !okk.local<1x2x2x2xf32, compact>
    %depth = okk.alloc : !okk.local<2x2x2x3xf32, aligned>
    okk.depthwise2d %depth, %x, %d  : !okk.local<2x2x2x3xf32, aligned>, !okk.local<2x2x3x4xf32, aligned>, !okk.local<1x2x2x2xf32, compact>
    %out_depth = okk.sys_buffer "depth" : !okk.sys<2x2x2x3xf32, continuous>
    okk.store %depth to %out_depth : !okk.local<2x2x2x3xf32, aligned> to !okk.sys<2x2x2x3xf32, continuous>
    %depth_bias = okk.alloc : !okk.local<2x2x3x2xf32, aligned>
    okk.depthwise2d %depth_bias, %x, %d bias %o padding [0, 1, 1, 0] stride [1, 2] : !okk.local<2x2x3x2xf32, aligned>, !okk.local<2x2x3x4xf32, aligned>, !okk.local<1x2x2x2xf32, compact>, !okk.local<1x2x1x1xf32, compact>
    %out_depth_bias = okk.sys_buffer "depth_bias" : !okk.sys<2x2x3x2xf32, continuous>
    okk.store %depth_bias to %out_depth_bias : !okk.local<2x2x3x2xf32, aligned> to !okk.sys<2x2x3x2xf32, continuous>
    %depth_far = okk.alloc : !okk.local<2x2x1x2xf32, aligned>
    okk.depthwise2d %depth_far, %x, %d dilation [2, 2] : !okk.local<2x2x1x2xf32, aligned>, !okk.local<2x2x3x4xf32, aligned>, !okk.local<1x2x2x2xf32, compact>
    %out_depth_far = okk.sys_buffer "depth_far" : !okk.sys<2x2x1x2xf32, continuous>
    okk.store %depth_far to %out_depth_far : !okk.local<2x2x1x2xf32, aligned> to !okk.sys<2x2x1x2xf32, continuous>
    okk.eltwise neg %x, %x : !okk.local<2x2x3x4xf32, aligned>, !okk.local<2x2x3x4xf32, aligned>
    %avg = okk.alloc : !okk.local<2x2x2x2xf32, aligned>
    okk.pool2d avg %avg, %x kernel [2, 2] padding [0, 1, 0, 0] stride [2, 2] : !okk.local<2x2x2x2xf32, aligned>, !okk.local<2x2x3x4xf32, aligned>
    %out_avg = okk.sys_buffer "avg" : !okk.sys<2x2x2x2xf32, continuous>
    okk.store %avg to %out_avg : !okk.local<2x2x2x2xf32, aligned> to !okk.sys<2x2x2x2xf32, continuous>
    %most = okk.alloc : !okk.local<2x2x3x3xf32, aligned>
    okk.pool2d max %most, %x kernel [2, 2] padding [1, 0, 0, 0] : !okk.local<2x2x3x3xf32, aligned>, !okk.local<2x2x3x4xf32, aligned>
    %out_most = okk.sys_buffer "most" : !okk.sys<2x2x3x3xf32, continuous>
    okk.store %most to %out_most : !okk.local<2x2x3x3xf32, aligned> to !okk.sys<2x2x3x3xf32, continuous>
    %in_l = okk.sys_buffer "in_l" = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32> : !okk.sysmatrix<2x3xf32, row_stride = 3>
    %l = okk.alloc : !okk.matrix<2x3xf32, w = 2>
    okk.load %in_l to %l : !okk.sysmatrix<2x3xf32, row_stride = 3> to !okk.matrix<2x3xf32, w = 2>
    %in_r = okk.sys_buffer "in_r" = dense<[[-2.0, -1.0, 0.0, 1.0], [2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0]]> : tensor<3x4xf32> : !okk.sysmatrix<3x4xf32, row_stride = 4>
    %r = okk.alloc : !okk.matrix<3x4xf32, w = 3>
    okk.load %in_r to %r : !okk.sysmatrix<3x4xf32, row_stride = 4> to !okk.matrix<3x4xf32, w = 3>
    %in_mb = okk.sys_buffer "in_mb" = dense<[[100.0, 200.0, 300.0, 400.0]]> : tensor<1x4xf32> : !okk.sysmatrix<1x4xf32, row_stride = 4>
    %mb = okk.alloc : !okk.matrix<1x4xf32, w = 3>
    okk.load %in_mb to %mb : !okk.sysmatrix<1x4xf32, row_stride = 4> to !okk.matrix<1x4xf32, w = 3>
    %m = okk.alloc : !okk.matrix<2x4xf32, w = 3>
    okk.matmul %m, %l, %r : !okk.matrix<2x4xf32, w = 3>, !okk.matrix<2x3xf32, w = 2>, !okk.matrix<3x4xf32, w = 3>
    %out_m = okk.sys_buffer "product" : !okk.sysmatrix<2x4xf32, row_stride = 4>
    okk.store %m to %out_m : !okk.matrix<2x4xf32, w = 3> to !okk.sysmatrix<2x4xf32, row_stride = 4>
    okk.matmul %m, %l, %r bias %mb result_add : !okk.matrix<2x4xf32, w = 3>, !okk.matrix<2x3xf32, w = 2>, !okk.matrix<3x4xf32, w = 3>, !okk.matrix<1x4xf32, w = 3>
    %out_n = okk.sys_buffer "sum" : !okk.sysmatrix<2x4xf32, row_stride = 4>
    okk.store %m to %out_n : !okk.matrix<2x4xf32, w = 3> to !okk.sysmatrix<2x4xf32, row_stride = 4>
  }
}

// CHECK{LITERAL}:in_x = [[[[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00], [5.000000e+00, 6.000000e+00, 7.000000e+00, 8.000000e+00], [9.000000e+00, 1.000000e+01, 1.100000e+01, 1.200000e+01]], [[1.300000e+01, 1.400000e+01, 1.500000e+01, 1.600000e+01], [1.700000e+01, 1.800000e+01, 1.900000e+01, 2.000000e+01], [2.100000e+01, 2.200000e+01, 2.300000e+01, 2.400000e+01]]], [[[2.500000e+01, 2.600000e+01, 2.700000e+01, 2.800000e+01], [2.900000e+01, 3.000000e+01, 3.100000e+01, 3.200000e+01], [3.300000e+01, 3.400000e+01, 3.500000e+01, 3.600000e+01]], [[3.700000e+01, 3.800000e+01, 3.900000e+01, 4.000000e+01], [4.100000e+01, 4.200000e+01, 4.300000e+01, 4.400000e+01], [4.500000e+01, 4.600000e+01, 4.700000e+01, 4.800000e+01]]]]
// CHECK-NEXT{LITERAL}:in_v = [[[[1.000000e+01]], [[-1.000000e+00]]]]
// CHECK-NEXT{LITERAL}:in_o = [[[[5.000000e-01]], [[1.000000e+02]]]]
// CHECK-NEXT{LITERAL}:bias = [[[[1.100000e+01, 1.200000e+01, 1.300000e+01, 1.400000e+01], [1.500000e+01, 1.600000e+01, 1.700000e+01, 1.800000e+01], [1.900000e+01, 2.000000e+01, 2.100000e+01, 2.200000e+01]], [[1.200000e+01, 1.300000e+01, 1.400000e+01, 1.500000e+01], [1.600000e+01, 1.700000e+01, 1.800000e+01, 1.900000e+01], [2.000000e+01, 2.100000e+01, 2.200000e+01, 2.300000e+01]]], [[[3.500000e+01, 3.600000e+01, 3.700000e+01, 3.800000e+01], [3.900000e+01, 4.000000e+01, 4.100000e+01, 4.200000e+01], [4.300000e+01, 4.400000e+01, 4.500000e+01, 4.600000e+01]], [[3.600000e+01, 3.700000e+01, 3.800000e+01, 3.900000e+01], [4.000000e+01, 4.100000e+01, 4.200000e+01, 4.300000e+01], [4.400000e+01, 4.500000e+01, 4.600000e+01, 4.700000e+01]]]]
// CHECK-NEXT{LITERAL}:scale = [[[[1.000000e+01, 2.000000e+01, 3.000000e+01, 4.000000e+01], [5.000000e+01, 6.000000e+01, 7.000000e+01, 8.000000e+01], [9.000000e+01, 1.000000e+02, 1.100000e+02, 1.200000e+02]], [[-1.300000e+01, -1.400000e+01, -1.500000e+01, -1.600000e+01], [-1.700000e+01, -1.800000e+01, -1.900000e+01, -2.000000e+01], [-2.100000e+01, -2.200000e+01, -2.300000e+01, -2.400000e+01]]], [[[2.500000e+02, 2.600000e+02, 2.700000e+02, 2.800000e+02], [2.900000e+02, 3.000000e+02, 3.100000e+02, 3.200000e+02], [3.300000e+02, 3.400000e+02, 3.500000e+02, 3.600000e+02]], [[-3.700000e+01, -3.800000e+01, -3.900000e+01, -4.000000e+01], [-4.100000e+01, -4.200000e+01, -4.300000e+01, -4.400000e+01], [-4.500000e+01, -4.600000e+01, -4.700000e+01, -4.800000e+01]]]]
// CHECK-NEXT{LITERAL}:both = [[[[1.050000e+01, 2.050000e+01, 3.050000e+01, 4.050000e+01], [5.050000e+01, 6.050000e+01, 7.050000e+01, 8.050000e+01], [9.050000e+01, 1.005000e+02, 1.105000e+02, 1.205000e+02]], [[8.700000e+01, 8.600000e+01, 8.500000e+01, 8.400000e+01], [8.300000e+01, 8.200000e+01, 8.100000e+01, 8.000000e+01], [7.900000e+01, 7.800000e+01, 7.700000e+01, 7.600000e+01]]], [[[2.505000e+02, 2.605000e+02, 2.705000e+02, 2.805000e+02], [2.905000e+02, 3.005000e+02, 3.105000e+02, 3.205000e+02], [3.305000e+02, 3.405000e+02, 3.505000e+02, 3.605000e+02]], [[6.300000e+01, 6.200000e+01, 6.100000e+01, 6.000000e+01], [5.900000e+01, 5.800000e+01, 5.700000e+01, 5.600000e+01], [5.500000e+01, 5.400000e+01, 5.300000e+01, 5.200000e+01]]]]
// CHECK-NEXT{LITERAL}:in_pk = [[[[-2.000000e+00, -1.000000e+00], [0.000000e+00, 1.000000e+00]], [[2.000000e+00, 3.000000e+00], [-3.000000e+00, -2.000000e+00]], [[-1.000000e+00, 0.000000e+00], [1.000000e+00, 2.000000e+00]]], [[[3.000000e+00, -3.000000e+00], [-2.000000e+00, -1.000000e+00]], [[0.000000e+00, 1.000000e+00], [2.000000e+00, 3.000000e+00]], [[-3.000000e+00, -2.000000e+00], [-1.000000e+00, 0.000000e+00]]]]
// CHECK-NEXT{LITERAL}:in_cb = [[[[1.000000e+03]], [[2.000000e+03]], [[3.000000e+03]]]]
// CHECK-NEXT{LITERAL}:conv = [[[[-5.300000e+01, -5.800000e+01, -6.300000e+01], [-7.300000e+01, -7.800000e+01, -8.300000e+01]], [[8.300000e+01, 8.900000e+01, 9.500000e+01], [1.070000e+02, 1.130000e+02, 1.190000e+02]], [[-6.800000e+01, -7.200000e+01, -7.600000e+01], [-8.400000e+01, -8.800000e+01, -9.200000e+01]]], [[[-1.730000e+02, -1.780000e+02, -1.830000e+02], [-1.930000e+02, -1.980000e+02, -2.030000e+02]], [[2.270000e+02, 2.330000e+02, 2.390000e+02], [2.510000e+02, 2.570000e+02, 2.630000e+02]], [[-1.640000e+02, -1.680000e+02, -1.720000e+02], [-1.800000e+02, -1.840000e+02, -1.880000e+02]]]]
// CHECK-NEXT{LITERAL}:conv_bias = [[[[9.620000e+02, 9.580000e+02], [9.270000e+02, 9.170000e+02]], [[2.061000e+03, 2.061000e+03], [2.107000e+03, 2.119000e+03]], [[2.992000e+03, 2.996000e+03], [2.916000e+03, 2.908000e+03]]], [[[9.140000e+02, 9.100000e+02], [8.070000e+02, 7.970000e+02]], [[2.061000e+03, 2.061000e+03], [2.251000e+03, 2.263000e+03]], [[3.040000e+03, 3.044000e+03], [2.820000e+03, 2.812000e+03]]]]
// CHECK-NEXT{LITERAL}:conv_add = [[[[4.430000e+02, 4.380000e+02], [4.230000e+02, 4.180000e+02]], [[5.880000e+02, 5.940000e+02], [6.120000e+02, 6.180000e+02]], [[4.320000e+02, 4.280000e+02], [4.160000e+02, 4.120000e+02]]], [[[3.230000e+02, 3.180000e+02], [3.030000e+02, 2.980000e+02]], [[7.320000e+02, 7.380000e+02], [7.560000e+02, 7.620000e+02]], [[3.360000e+02, 3.320000e+02], [3.200000e+02, 3.160000e+02]]]]
// CHECK-NEXT{LITERAL}:in_d = [[[[-3.000000e+00, -1.000000e+00], [1.000000e+00, 3.000000e+00]], [[5.000000e+00, 7.000000e+00], [9.000000e+00, 1.100000e+01]]]]
// CHECK-NEXT{LITERAL}:depth = [[[[1.800000e+01, 1.800000e+01, 1.800000e+01], [1.800000e+01, 1.800000e+01, 1.800000e+01]], [[5.140000e+02, 5.460000e+02, 5.780000e+02], [6.420000e+02, 6.740000e+02, 7.060000e+02]]], [[[1.800000e+01, 1.800000e+01, 1.800000e+01], [1.800000e+01, 1.800000e+01, 1.800000e+01]], [[1.282000e+03, 1.314000e+03, 1.346000e+03], [1.410000e+03, 1.442000e+03, 1.474000e+03]]]]
// CHECK-NEXT{LITERAL}:depth_bias = [[[[1.450000e+01, 1.850000e+01], [2.250000e+01, 1.850000e+01], [-8.500000e+00, -4.050000e+01]], [[3.780000e+02, 6.460000e+02], [4.500000e+02, 7.740000e+02], [2.470000e+02, 3.710000e+02]]], [[[6.250000e+01, 1.850000e+01], [7.050000e+01, 1.850000e+01], [-3.250000e+01, -1.365000e+02]], [[8.100000e+02, 1.414000e+03], [8.820000e+02, 1.542000e+03], [4.150000e+02, 6.590000e+02]]]]
// CHECK-NEXT{LITERAL}:depth_far = [[[[3.600000e+01, 3.600000e+01]], [[6.120000e+02, 6.440000e+02]]], [[[3.600000e+01, 3.600000e+01]], [[1.380000e+03, 1.412000e+03]]]]
// CHECK-NEXT{LITERAL}:avg = [[[[-3.500000e+00, -5.500000e+00], [-4.750000e+00, -5.750000e+00]], [[-1.550000e+01, -1.750000e+01], [-1.075000e+01, -1.175000e+01]]], [[[-2.750000e+01, -2.950000e+01], [-1.675000e+01, -1.775000e+01]], [[-3.950000e+01, -4.150000e+01], [-2.275000e+01, -2.375000e+01]]]]
// CHECK-NEXT{LITERAL}:most = [[[[-1.000000e+00, -2.000000e+00, -3.000000e+00], [-1.000000e+00, -2.000000e+00, -3.000000e+00], [-5.000000e+00, -6.000000e+00, -7.000000e+00]], [[-1.300000e+01, -1.400000e+01, -1.500000e+01], [-1.300000e+01, -1.400000e+01, -1.500000e+01], [-1.700000e+01, -1.800000e+01, -1.900000e+01]]], [[[-2.500000e+01, -2.600000e+01, -2.700000e+01], [-2.500000e+01, -2.600000e+01, -2.700000e+01], [-2.900000e+01, -3.000000e+01, -3.100000e+01]], [[-3.700000e+01, -3.800000e+01, -3.900000e+01], [-3.700000e+01, -3.800000e+01, -3.900000e+01], [-4.100000e+01, -4.200000e+01, -4.300000e+01]]]]
// CHECK-NEXT{LITERAL}:in_l = [[1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00]]
// CHECK-NEXT{LITERAL}:in_r = [[-2.000000e+00, -1.000000e+00, 0.000000e+00, 1.000000e+00], [2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00], [6.000000e+00, 7.000000e+00, 8.000000e+00, 9.000000e+00]]
// CHECK-NEXT{LITERAL}:in_mb = [[1.000000e+02, 2.000000e+02, 3.000000e+02, 4.000000e+02]]
// CHECK-NEXT{LITERAL}:product = [[2.000000e+01, 2.600000e+01, 3.200000e+01, 3.800000e+01], [3.800000e+01, 5.300000e+01, 6.800000e+01, 8.300000e+01]]
// CHECK-NEXT{LITERAL}:sum = [[1.400000e+02, 2.520000e+02, 3.640000e+02, 4.760000e+02], [1.760000e+02, 3.060000e+02, 4.360000e+02, 5.660000e+02]]
