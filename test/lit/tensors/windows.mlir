// Convolutions and pools on the host, on tiles and on lanes.
//
// RUN: optc run %s --call windows --arg random --arg random --arg random --arg random --arg random --arg random --output img=%t.img.npy --output k=%t.k.npy --output c=%t.c.npy --output fk=%t.fk.npy --output dk=%t.dk.npy --output init=%t.init.npy --output result0=%t.r0.npy --output result1=%t.r1.npy --output result2=%t.r2.npy --output result3=%t.r3.npy --output result4=%t.r4.npy --output result5=%t.r5.npy
// RUN: optc run %s --target bm1684 --input img=%t.img.npy --input k=%t.k.npy --input c=%t.c.npy --input fk=%t.fk.npy --input dk=%t.dk.npy --input init=%t.init.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --expect result3=%t.r3.npy --expect result4=%t.r4.npy --expect result5=%t.r5.npy --rtol 1e-5 --atol 1e-5
// RUN: optc run %s --target ipu2 --input img=%t.img.npy --input k=%t.k.npy --input c=%t.c.npy --input fk=%t.fk.npy --input dk=%t.dk.npy --input init=%t.init.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --expect result3=%t.r3.npy --expect result4=%t.r4.npy --expect result5=%t.r5.npy --rtol 1e-5 --atol 1e-5
// RUN: optc export %s --target bm1684 2>&1 | FileCheck %s

// CHECK: okk_bdc_conv2d
// CHECK: okk_bdc_depthwise2d
// CHECK: okk_bdc_max_pool2d
// CHECK: okk_bdc_avg_pool2d

func.func @windows(%img: tensor<2x8x9x3xf32>, %k: tensor<3x2x3x5xf32>, %c: tensor<1x3x9x9xf32>, %fk: tensor<4x3x3x3xf32>, %dk: tensor<3x3x3xf32>, %init: tensor<2x6x8x5xf32>) -> (tensor<2x6x8x5xf32>, tensor<1x4x4x4xf32>, tensor<2x6x7x3xf32>, tensor<2x4x4x3xf32>, tensor<1x3x4x4xf32>, tensor<2x3x4x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%img, %k : tensor<2x8x9x3xf32>, tensor<3x2x3x5xf32>) outs(%init : tensor<2x6x8x5xf32>) -> tensor<2x6x8x5xf32>
  %e1 = tensor.empty() : tensor<1x4x4x4xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%c, %fk : tensor<1x3x9x9xf32>, tensor<4x3x3x3xf32>) outs(%f1 : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %e2 = tensor.empty() : tensor<2x6x7x3xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<2x6x7x3xf32>) -> tensor<2x6x7x3xf32>
  %2 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%img, %dk : tensor<2x8x9x3xf32>, tensor<3x3x3xf32>) outs(%f2 : tensor<2x6x7x3xf32>) -> tensor<2x6x7x3xf32>
  %e3 = tensor.empty() : tensor<2x4x4x3xf32>
  %f3 = linalg.fill ins(%inf : f32) outs(%e3 : tensor<2x4x4x3xf32>) -> tensor<2x4x4x3xf32>
  %w = tensor.empty() : tensor<2x2xf32>
  %3 = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%img, %w : tensor<2x8x9x3xf32>, tensor<2x2xf32>) outs(%f3 : tensor<2x4x4x3xf32>) -> tensor<2x4x4x3xf32>
  %e4 = tensor.empty() : tensor<1x3x4x4xf32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %w4 = tensor.empty() : tensor<3x3xf32>
  %4 = linalg.pooling_nchw_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%c, %w4 : tensor<1x3x9x9xf32>, tensor<3x3xf32>) outs(%f4 : tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%f3 : tensor<2x4x4x3xf32>) -> tensor<2x4x4x3xf32>
  %e5 = tensor.empty() : tensor<2x3x4x3xf32>
  %min = linalg.fill ins(%zero : f32) outs(%e5 : tensor<2x3x4x3xf32>) -> tensor<2x3x4x3xf32>
  %w5 = tensor.empty() : tensor<3x3xf32>
  %5 = linalg.pooling_nhwc_min {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%img, %w5 : tensor<2x8x9x3xf32>, tensor<3x3xf32>) outs(%min : tensor<2x3x4x3xf32>) -> tensor<2x3x4x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<2x6x8x5xf32>, tensor<1x4x4x4xf32>, tensor<2x6x7x3xf32>, tensor<2x4x4x3xf32>, tensor<1x3x4x4xf32>, tensor<2x3x4x3xf32>
}
