// RUN: optc %s --linalg-vectorize --verify-exec | FileCheck %s

// CHECK-NOT: linalg.
func.func @conv_2d(%x: tensor<2x6x7x3xf32>, %k: tensor<3x3x3x4xf32>, %y: tensor<2x4x5x4xf32>) -> tensor<2x4x5x4xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %k : tensor<2x6x7x3xf32>, tensor<3x3x3x4xf32>) outs(%y : tensor<2x4x5x4xf32>) -> tensor<2x4x5x4xf32>
  return %0 : tensor<2x4x5x4xf32>
}

func.func @integers(%x: tensor<1x2x5x5xi8>, %k: tensor<3x2x3x3xi8>, %y: tensor<1x3x3x3xi32>) -> tensor<1x3x3x3xi32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %k : tensor<1x2x5x5xi8>, tensor<3x2x3x3xi8>) outs(%y : tensor<1x3x3x3xi32>) -> tensor<1x3x3x3xi32>
  return %0 : tensor<1x3x3x3xi32>
}

func.func @depthwise(%x: tensor<1x6x6x3xf16>, %k: tensor<2x2x3xf16>, %y: tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<2> : tensor<2xi64>} ins(%x, %k : tensor<1x6x6x3xf16>, tensor<2x2x3xf16>) outs(%y : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  return %0 : tensor<1x3x3x3xf32>
}

func.func @sum(%x: tensor<1x6x6x3xf32>, %k: tensor<3x2xf32>, %y: tensor<1x4x5x3xf32>) -> tensor<1x4x5x3xf32> {
  %0 = linalg.pooling_nhwc_sum ins(%x, %k : tensor<1x6x6x3xf32>, tensor<3x2xf32>) outs(%y : tensor<1x4x5x3xf32>) -> tensor<1x4x5x3xf32>
  return %0 : tensor<1x4x5x3xf32>
}
