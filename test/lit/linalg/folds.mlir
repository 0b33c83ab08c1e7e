// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// mlir-opt-22 differs (linalg to affine loops): the order of the constants of fill_rng_2d

// Functions that are executed before and after their folds and patterns.

// A structured operation uses the buffer in front of a cast.

// CHECK-LABEL: func.func @quantized_matmul(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @quantized_matmul(%arg0: memref<2x3xi8>, %arg1: memref<3x2xi8>, %arg2: i32, %arg3: i32, %arg4: memref<2x2xi32>) {
  %c = memref.cast %arg0 : memref<2x3xi8> to memref<?x?xi8>
  linalg.quantized_matmul ins(%c, %arg1, %arg2, %arg3 : memref<?x?xi8>, memref<3x2xi8>, i32, i32) outs(%arg4 : memref<2x2xi32>)
  return
}

// CHECK-LABEL: func.func @mmt4d(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @mmt4d(%arg0: memref<3x2x2x3xi16>, %arg1: memref<3x2x3x3xi8>, %arg2: memref<3x3x2x3xf32>) {
  %c = memref.cast %arg0 : memref<3x2x2x3xi16> to memref<?x?x?x?xi16>
  linalg.mmt4d ins(%c, %arg1 : memref<?x?x?x?xi16>, memref<3x2x3x3xi8>) outs(%arg2 : memref<3x3x2x3xf32>)
  return
}

// CHECK-LABEL: func.func @batch_mmt4d(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @batch_mmt4d(%arg0: memref<3x2x2x2x2xi8>, %arg1: memref<3x2x2x3x2xi8>, %arg2: memref<3x2x2x2x3xi32>) {
  %c = memref.cast %arg0 : memref<3x2x2x2x2xi8> to memref<?x?x?x?x?xi8>
  linalg.batch_mmt4d ins(%c, %arg1 : memref<?x?x?x?x?xi8>, memref<3x2x2x3x2xi8>) outs(%arg2 : memref<3x2x2x2x3xi32>)
  return
}

// CHECK-LABEL: func.func @quantized_batch_matmul(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @quantized_batch_matmul(%arg0: memref<3x3x3xi8>, %arg1: memref<3x3x2xi8>, %arg2: i32, %arg3: i32, %arg4: memref<3x3x2xi32>) {
  %c = memref.cast %arg0 : memref<3x3x3xi8> to memref<?x?x?xi8>
  linalg.quantized_batch_matmul ins(%c, %arg1, %arg2, %arg3 : memref<?x?x?xi8>, memref<3x3x2xi8>, i32, i32) outs(%arg4 : memref<3x3x2xi32>)
  return
}

// CHECK-LABEL: func.func @matvec(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @matvec(%arg0: memref<3x2xi8>, %arg1: memref<2xi8>, %arg2: memref<3xi32>) {
  %c = memref.cast %arg0 : memref<3x2xi8> to memref<?x?xi8>
  linalg.matvec ins(%c, %arg1 : memref<?x?xi8>, memref<2xi8>) outs(%arg2 : memref<3xi32>)
  return
}

// CHECK-LABEL: func.func @vecmat(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @vecmat(%arg0: memref<3xf64>, %arg1: memref<3x3xf32>, %arg2: memref<3xf16>) {
  %c = memref.cast %arg0 : memref<3xf64> to memref<?xf64>
  linalg.vecmat ins(%c, %arg1 : memref<?xf64>, memref<3x3xf32>) outs(%arg2 : memref<3xf16>)
  return
}

// CHECK-LABEL: func.func @batch_matvec(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @batch_matvec(%arg0: memref<2x3x2xi8>, %arg1: memref<2x2xi8>, %arg2: memref<2x3xi32>) {
  %c = memref.cast %arg0 : memref<2x3x2xi8> to memref<?x?x?xi8>
  linalg.batch_matvec ins(%c, %arg1 : memref<?x?x?xi8>, memref<2x2xi8>) outs(%arg2 : memref<2x3xi32>)
  return
}

// CHECK-LABEL: func.func @batch_vecmat(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @batch_vecmat(%arg0: memref<3x2xi16>, %arg1: memref<3x2x2xi8>, %arg2: memref<3x2xf32>) {
  %c = memref.cast %arg0 : memref<3x2xi16> to memref<?x?xi16>
  linalg.batch_vecmat ins(%c, %arg1 : memref<?x?xi16>, memref<3x2x2xi8>) outs(%arg2 : memref<3x2xf32>)
  return
}

// CHECK-LABEL: func.func @dot(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @dot(%arg0: memref<2xi16>, %arg1: memref<2xi8>, %arg2: memref<f32>) {
  %c = memref.cast %arg0 : memref<2xi16> to memref<?xi16>
  linalg.dot ins(%c, %arg1 : memref<?xi16>, memref<2xi8>) outs(%arg2 : memref<f32>)
  return
}

// CHECK-LABEL: func.func @conv_1d(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @conv_1d(%arg0: memref<3xf64>, %arg1: memref<2xf32>, %arg2: memref<2xf16>) {
  %c = memref.cast %arg0 : memref<3xf64> to memref<?xf64>
  linalg.conv_1d ins(%c, %arg1 : memref<?xf64>, memref<2xf32>) outs(%arg2 : memref<2xf16>)
  return
}

// CHECK-LABEL: func.func @conv_2d(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @conv_2d(%arg0: memref<4x3xf64>, %arg1: memref<2x2xf32>, %arg2: memref<3x2xf16>) {
  %c = memref.cast %arg0 : memref<4x3xf64> to memref<?x?xf64>
  linalg.conv_2d ins(%c, %arg1 : memref<?x?xf64>, memref<2x2xf32>) outs(%arg2 : memref<3x2xf16>)
  return
}

// CHECK-LABEL: func.func @conv_3d(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @conv_3d(%arg0: memref<5x5x4xf64>, %arg1: memref<3x3x3xf32>, %arg2: memref<3x3x2xf16>) {
  %c = memref.cast %arg0 : memref<5x5x4xf64> to memref<?x?x?xf64>
  linalg.conv_3d ins(%c, %arg1 : memref<?x?x?xf64>, memref<3x3x3xf32>) outs(%arg2 : memref<3x3x2xf16>)
  return
}

// CHECK-LABEL: func.func @conv_1d_nwc_wcf(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @conv_1d_nwc_wcf(%arg0: memref<3x7x3xf32>, %arg1: memref<3x3x3xf32>, %arg2: memref<3x3x3xf32>) {
  %c = memref.cast %arg0 : memref<3x7x3xf32> to memref<?x?x?xf32>
  linalg.conv_1d_nwc_wcf {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%c, %arg1 : memref<?x?x?xf32>, memref<3x3x3xf32>) outs(%arg2 : memref<3x3x3xf32>)
  return
}

// CHECK-LABEL: func.func @conv_1d_ncw_fcw(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @conv_1d_ncw_fcw(%arg0: memref<2x3x9xf64>, %arg1: memref<3x3x3xf32>, %arg2: memref<2x3x3xf16>) {
  %c = memref.cast %arg0 : memref<2x3x9xf64> to memref<?x?x?xf64>
  linalg.conv_1d_ncw_fcw {dilations = dense<1> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%c, %arg1 : memref<?x?x?xf64>, memref<3x3x3xf32>) outs(%arg2 : memref<2x3x3xf16>)
  return
}

// CHECK-LABEL: func.func @conv_2d_nhwc_hwcf(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @conv_2d_nhwc_hwcf(%arg0: memref<3x11x5x3xi8>, %arg1: memref<3x2x3x2xi8>, %arg2: memref<3x3x3x2xi32>) {
  %c = memref.cast %arg0 : memref<3x11x5x3xi8> to memref<?x?x?x?xi8>
  linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 1]> : tensor<2xi64>} ins(%c, %arg1 : memref<?x?x?x?xi8>, memref<3x2x3x2xi8>) outs(%arg2 : memref<3x3x3x2xi32>)
  return
}

// CHECK-LABEL: func.func @conv_2d_nhwc_fhwc(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @conv_2d_nhwc_fhwc(%arg0: memref<2x4x8x2xf32>, %arg1: memref<3x2x3x2xf32>, %arg2: memref<2x3x2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x4x8x2xf32> to memref<?x?x?x?xf32>
  linalg.conv_2d_nhwc_fhwc {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[1, 3]> : tensor<2xi64>} ins(%c, %arg1 : memref<?x?x?x?xf32>, memref<3x2x3x2xf32>) outs(%arg2 : memref<2x3x2x3xf32>)
  return
}

// CHECK-LABEL: func.func @conv_2d_nhwc_hwcf_q(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @conv_2d_nhwc_hwcf_q(%arg0: memref<3x5x3x3xi8>, %arg1: memref<2x2x3x2xi8>, %arg2: i32, %arg3: i32, %arg4: memref<3x3x2x2xi32>) {
  %c = memref.cast %arg0 : memref<3x5x3x3xi8> to memref<?x?x?x?xi8>
  linalg.conv_2d_nhwc_hwcf_q {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%c, %arg1, %arg2, %arg3 : memref<?x?x?x?xi8>, memref<2x2x3x2xi8>, i32, i32) outs(%arg4 : memref<3x3x2x2xi32>)
  return
}

// CHECK-LABEL: func.func @conv_2d_nhwc_fhwc_q(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @conv_2d_nhwc_fhwc_q(%arg0: memref<3x11x5x3xi8>, %arg1: memref<3x3x3x3xi8>, %arg2: i32, %arg3: i32, %arg4: memref<3x3x3x3xi32>) {
  %c = memref.cast %arg0 : memref<3x11x5x3xi8> to memref<?x?x?x?xi8>
  linalg.conv_2d_nhwc_fhwc_q {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[3, 1]> : tensor<2xi64>} ins(%c, %arg1, %arg2, %arg3 : memref<?x?x?x?xi8>, memref<3x3x3x3xi8>, i32, i32) outs(%arg4 : memref<3x3x3x3xi32>)
  return
}

// CHECK-LABEL: func.func @conv_2d_nchw_fchw_q(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @conv_2d_nchw_fchw_q(%arg0: memref<3x3x4x5xi8>, %arg1: memref<2x3x3x2xi8>, %arg2: i32, %arg3: i32, %arg4: memref<3x2x2x3xi32>) {
  %c = memref.cast %arg0 : memref<3x3x4x5xi8> to memref<?x?x?x?xi8>
  linalg.conv_2d_nchw_fchw_q {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%c, %arg1, %arg2, %arg3 : memref<?x?x?x?xi8>, memref<2x3x3x2xi8>, i32, i32) outs(%arg4 : memref<3x2x2x3xi32>)
  return
}

// CHECK-LABEL: func.func @conv_2d_nchw_fchw(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @conv_2d_nchw_fchw(%arg0: memref<2x2x5x4xf32>, %arg1: memref<2x2x3x2xf32>, %arg2: memref<2x2x3x2xf32>) {
  %c = memref.cast %arg0 : memref<2x2x5x4xf32> to memref<?x?x?x?xf32>
  linalg.conv_2d_nchw_fchw {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%c, %arg1 : memref<?x?x?x?xf32>, memref<2x2x3x2xf32>) outs(%arg2 : memref<2x2x3x2xf32>)
  return
}

// CHECK-LABEL: func.func @conv_2d_ngchw_fgchw(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @conv_2d_ngchw_fgchw(%arg0: memref<3x2x2x5x6xf16>, %arg1: memref<2x2x2x2x3xf16>, %arg2: memref<3x2x2x2x2xf32>) {
  %c = memref.cast %arg0 : memref<3x2x2x5x6xf16> to memref<?x?x?x?x?xf16>
  linalg.conv_2d_ngchw_fgchw {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%c, %arg1 : memref<?x?x?x?x?xf16>, memref<2x2x2x2x3xf16>) outs(%arg2 : memref<3x2x2x2x2xf32>)
  return
}

// CHECK-LABEL: func.func @conv_2d_ngchw_gfchw(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @conv_2d_ngchw_gfchw(%arg0: memref<2x3x2x5x4xf32>, %arg1: memref<3x3x2x2x2xf32>, %arg2: memref<2x3x3x2x2xf32>) {
  %c = memref.cast %arg0 : memref<2x3x2x5x4xf32> to memref<?x?x?x?x?xf32>
  linalg.conv_2d_ngchw_gfchw {dilations = dense<2> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%c, %arg1 : memref<?x?x?x?x?xf32>, memref<3x3x2x2x2xf32>) outs(%arg2 : memref<2x3x3x2x2xf32>)
  return
}

// CHECK-LABEL: func.func @conv_2d_nhwgc_gfhwc(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @conv_2d_nhwgc_gfhwc(%arg0: memref<2x7x8x3x3xi8>, %arg1: memref<3x3x3x3x3xi8>, %arg2: memref<2x3x2x3x3xi32>) {
  %c = memref.cast %arg0 : memref<2x7x8x3x3xi8> to memref<?x?x?x?x?xi8>
  linalg.conv_2d_nhwgc_gfhwc {dilations = dense<2> : tensor<2xi64>, strides = dense<[1, 3]> : tensor<2xi64>} ins(%c, %arg1 : memref<?x?x?x?x?xi8>, memref<3x3x3x3x3xi8>) outs(%arg2 : memref<2x3x2x3x3xi32>)
  return
}

// CHECK-LABEL: func.func @conv_2d_nhwgc_gfhwc_q(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @conv_2d_nhwgc_gfhwc_q(%arg0: memref<2x6x5x3x2xi8>, %arg1: memref<3x3x2x3x2xi8>, %arg2: i32, %arg3: i32, %arg4: memref<2x2x3x3x3xi32>) {
  %c = memref.cast %arg0 : memref<2x6x5x3x2xi8> to memref<?x?x?x?x?xi8>
  linalg.conv_2d_nhwgc_gfhwc_q {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[3, 1]> : tensor<2xi64>} ins(%c, %arg1, %arg2, %arg3 : memref<?x?x?x?x?xi8>, memref<3x3x2x3x2xi8>, i32, i32) outs(%arg4 : memref<2x2x3x3x3xi32>)
  return
}

// CHECK-LABEL: func.func @conv_2d_ngchw_gfchw_q(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @conv_2d_ngchw_gfchw_q(%arg0: memref<2x2x2x8x6xi8>, %arg1: memref<2x3x2x3x2xi8>, %arg2: i32, %arg3: i32, %arg4: memref<2x2x3x2x3xi32>) {
  %c = memref.cast %arg0 : memref<2x2x2x8x6xi8> to memref<?x?x?x?x?xi8>
  linalg.conv_2d_ngchw_gfchw_q {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%c, %arg1, %arg2, %arg3 : memref<?x?x?x?x?xi8>, memref<2x3x2x3x2xi8>, i32, i32) outs(%arg4 : memref<2x2x3x2x3xi32>)
  return
}

// CHECK-LABEL: func.func @conv_3d_ndhwc_dhwcf(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @conv_3d_ndhwc_dhwcf(%arg0: memref<2x9x4x6x2xf64>, %arg1: memref<2x2x3x2x3xf32>, %arg2: memref<2x3x2x2x3xf16>) {
  %c = memref.cast %arg0 : memref<2x9x4x6x2xf64> to memref<?x?x?x?x?xf64>
  linalg.conv_3d_ndhwc_dhwcf {dilations = dense<[2, 1, 2]> : tensor<3xi64>, strides = dense<[3, 2, 1]> : tensor<3xi64>} ins(%c, %arg1 : memref<?x?x?x?x?xf64>, memref<2x2x3x2x3xf32>) outs(%arg2 : memref<2x3x2x2x3xf16>)
  return
}

// CHECK-LABEL: func.func @conv_3d_ndhwc_dhwcf_q(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @conv_3d_ndhwc_dhwcf_q(%arg0: memref<3x4x4x4x3xi8>, %arg1: memref<2x2x2x3x2xi8>, %arg2: i32, %arg3: i32, %arg4: memref<3x3x2x2x2xi32>) {
  %c = memref.cast %arg0 : memref<3x4x4x4x3xi8> to memref<?x?x?x?x?xi8>
  linalg.conv_3d_ndhwc_dhwcf_q {dilations = dense<[1, 1, 2]> : tensor<3xi64>, strides = dense<[1, 2, 1]> : tensor<3xi64>} ins(%c, %arg1, %arg2, %arg3 : memref<?x?x?x?x?xi8>, memref<2x2x2x3x2xi8>, i32, i32) outs(%arg4 : memref<3x3x2x2x2xi32>)
  return
}

// CHECK-LABEL: func.func @conv_3d_ncdhw_fcdhw(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @conv_3d_ncdhw_fcdhw(%arg0: memref<3x2x11x4x9xf64>, %arg1: memref<3x2x3x2x3xf32>, %arg2: memref<3x3x3x2x3xf16>) {
  %c = memref.cast %arg0 : memref<3x2x11x4x9xf64> to memref<?x?x?x?x?xf64>
  linalg.conv_3d_ncdhw_fcdhw {dilations = dense<2> : tensor<3xi64>, strides = dense<[3, 1, 2]> : tensor<3xi64>} ins(%c, %arg1 : memref<?x?x?x?x?xf64>, memref<3x2x3x2x3xf32>) outs(%arg2 : memref<3x3x3x2x3xf16>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_1d_nwc_wc(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @depthwise_conv_1d_nwc_wc(%arg0: memref<2x5x3xf64>, %arg1: memref<3x3xf32>, %arg2: memref<2x3x3xf16>) {
  %c = memref.cast %arg0 : memref<2x5x3xf64> to memref<?x?x?xf64>
  linalg.depthwise_conv_1d_nwc_wc {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%c, %arg1 : memref<?x?x?xf64>, memref<3x3xf32>) outs(%arg2 : memref<2x3x3xf16>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_1d_ncw_cw(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @depthwise_conv_1d_ncw_cw(%arg0: memref<2x3x7xf16>, %arg1: memref<3x3xf16>, %arg2: memref<2x3x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3x7xf16> to memref<?x?x?xf16>
  linalg.depthwise_conv_1d_ncw_cw {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%c, %arg1 : memref<?x?x?xf16>, memref<3x3xf16>) outs(%arg2 : memref<2x3x3xf32>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_1d_nwc_wcm(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @depthwise_conv_1d_nwc_wcm(%arg0: memref<2x7x2xf16>, %arg1: memref<3x2x3xf16>, %arg2: memref<2x3x2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x7x2xf16> to memref<?x?x?xf16>
  linalg.depthwise_conv_1d_nwc_wcm {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%c, %arg1 : memref<?x?x?xf16>, memref<3x2x3xf16>) outs(%arg2 : memref<2x3x2x3xf32>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwc(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @depthwise_conv_2d_nhwc_hwc(%arg0: memref<2x8x6x3xf32>, %arg1: memref<2x2x3xf32>, %arg2: memref<2x3x2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x8x6x3xf32> to memref<?x?x?x?xf32>
  linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%c, %arg1 : memref<?x?x?x?xf32>, memref<2x2x3xf32>) outs(%arg2 : memref<2x3x2x3xf32>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nchw_chw(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @depthwise_conv_2d_nchw_chw(%arg0: memref<3x3x4x4xf32>, %arg1: memref<3x2x3xf32>, %arg2: memref<3x3x2x2xf32>) {
  %c = memref.cast %arg0 : memref<3x3x4x4xf32> to memref<?x?x?x?xf32>
  linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%c, %arg1 : memref<?x?x?x?xf32>, memref<3x2x3xf32>) outs(%arg2 : memref<3x3x2x2xf32>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwc_q(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @depthwise_conv_2d_nhwc_hwc_q(%arg0: memref<3x7x6x3xi8>, %arg1: memref<3x3x3xi8>, %arg2: i32, %arg3: i32, %arg4: memref<3x2x2x3xi32>) {
  %c = memref.cast %arg0 : memref<3x7x6x3xi8> to memref<?x?x?x?xi8>
  linalg.depthwise_conv_2d_nhwc_hwc_q {dilations = dense<2> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%c, %arg1, %arg2, %arg3 : memref<?x?x?x?xi8>, memref<3x3x3xi8>, i32, i32) outs(%arg4 : memref<3x2x2x3xi32>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwcm(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @depthwise_conv_2d_nhwc_hwcm(%arg0: memref<2x11x6x3xi16>, %arg1: memref<3x2x3x2xi8>, %arg2: memref<2x3x2x3x2xf32>) {
  %c = memref.cast %arg0 : memref<2x11x6x3xi16> to memref<?x?x?x?xi16>
  linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<2> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%c, %arg1 : memref<?x?x?x?xi16>, memref<3x2x3x2xi8>) outs(%arg2 : memref<2x3x2x3x2xf32>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwcm_q(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @depthwise_conv_2d_nhwc_hwcm_q(%arg0: memref<2x7x7x3xi8>, %arg1: memref<2x3x3x3xi8>, %arg2: i32, %arg3: i32, %arg4: memref<2x3x2x3x3xi32>) {
  %c = memref.cast %arg0 : memref<2x7x7x3xi8> to memref<?x?x?x?xi8>
  linalg.depthwise_conv_2d_nhwc_hwcm_q {dilations = dense<2> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%c, %arg1, %arg2, %arg3 : memref<?x?x?x?xi8>, memref<2x3x3x3xi8>, i32, i32) outs(%arg4 : memref<2x3x2x3x3xi32>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ndhwc_dhwc(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @depthwise_conv_3d_ndhwc_dhwc(%arg0: memref<3x9x5x5x2xf32>, %arg1: memref<3x3x2x2xf32>, %arg2: memref<3x3x2x3x2xf32>) {
  %c = memref.cast %arg0 : memref<3x9x5x5x2xf32> to memref<?x?x?x?x?xf32>
  linalg.depthwise_conv_3d_ndhwc_dhwc {dilations = dense<[1, 1, 2]> : tensor<3xi64>, strides = dense<[3, 2, 1]> : tensor<3xi64>} ins(%c, %arg1 : memref<?x?x?x?x?xf32>, memref<3x3x2x2xf32>) outs(%arg2 : memref<3x3x2x3x2xf32>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ncdhw_cdhw(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @depthwise_conv_3d_ncdhw_cdhw(%arg0: memref<3x3x5x7x5xi16>, %arg1: memref<3x3x3x2xi8>, %arg2: memref<3x3x2x3x3xf32>) {
  %c = memref.cast %arg0 : memref<3x3x5x7x5xi16> to memref<?x?x?x?x?xi16>
  linalg.depthwise_conv_3d_ncdhw_cdhw {dilations = dense<[1, 1, 2]> : tensor<3xi64>, strides = dense<[2, 2, 1]> : tensor<3xi64>} ins(%c, %arg1 : memref<?x?x?x?x?xi16>, memref<3x3x3x2xi8>) outs(%arg2 : memref<3x3x2x3x3xf32>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ndhwc_dhwcm(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @depthwise_conv_3d_ndhwc_dhwcm(%arg0: memref<3x8x3x5x2xi8>, %arg1: memref<2x2x2x2x3xi8>, %arg2: memref<3x3x2x2x2x3xi32>) {
  %c = memref.cast %arg0 : memref<3x8x3x5x2xi8> to memref<?x?x?x?x?xi8>
  linalg.depthwise_conv_3d_ndhwc_dhwcm {dilations = dense<1> : tensor<3xi64>, strides = dense<[3, 1, 3]> : tensor<3xi64>} ins(%c, %arg1 : memref<?x?x?x?x?xi8>, memref<2x2x2x2x3xi8>) outs(%arg2 : memref<3x3x2x2x2x3xi32>)
  return
}

// CHECK-LABEL: func.func @pooling_nhwc_sum(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @pooling_nhwc_sum(%arg0: memref<3x7x7x3xf32>, %arg1: memref<2x2xf32>, %arg2: memref<3x3x3x3xf32>) {
  %c = memref.cast %arg0 : memref<3x7x7x3xf32> to memref<?x?x?x?xf32>
  linalg.pooling_nhwc_sum {dilations = dense<2> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%c, %arg1 : memref<?x?x?x?xf32>, memref<2x2xf32>) outs(%arg2 : memref<3x3x3x3xf32>)
  return
}

// CHECK-LABEL: func.func @pooling_nchw_sum(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @pooling_nchw_sum(%arg0: memref<2x2x9x4xf16>, %arg1: memref<3x2xf16>, %arg2: memref<2x2x3x2xf32>) {
  %c = memref.cast %arg0 : memref<2x2x9x4xf16> to memref<?x?x?x?xf16>
  linalg.pooling_nchw_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%c, %arg1 : memref<?x?x?x?xf16>, memref<3x2xf16>) outs(%arg2 : memref<2x2x3x2xf32>)
  return
}

// CHECK-LABEL: func.func @pooling_nhwc_max(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @pooling_nhwc_max(%arg0: memref<2x9x5x3xf32>, %arg1: memref<3x2xf32>, %arg2: memref<2x3x3x3xf32>) {
  %c = memref.cast %arg0 : memref<2x9x5x3xf32> to memref<?x?x?x?xf32>
  linalg.pooling_nhwc_max {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[3, 1]> : tensor<2xi64>} ins(%c, %arg1 : memref<?x?x?x?xf32>, memref<3x2xf32>) outs(%arg2 : memref<2x3x3x3xf32>)
  return
}

// CHECK-LABEL: func.func @pooling_nhwc_max_unsigned(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @pooling_nhwc_max_unsigned(%arg0: memref<2x4x7x2xi8>, %arg1: memref<2x3xi8>, %arg2: memref<2x3x3x2xi16>) {
  %c = memref.cast %arg0 : memref<2x4x7x2xi8> to memref<?x?x?x?xi8>
  linalg.pooling_nhwc_max_unsigned {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%c, %arg1 : memref<?x?x?x?xi8>, memref<2x3xi8>) outs(%arg2 : memref<2x3x3x2xi16>)
  return
}

// CHECK-LABEL: func.func @pooling_nchw_max(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @pooling_nchw_max(%arg0: memref<2x3x7x8xi16>, %arg1: memref<3x3xi8>, %arg2: memref<2x3x3x2xf32>) {
  %c = memref.cast %arg0 : memref<2x3x7x8xi16> to memref<?x?x?x?xi16>
  linalg.pooling_nchw_max {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>} ins(%c, %arg1 : memref<?x?x?x?xi16>, memref<3x3xi8>) outs(%arg2 : memref<2x3x3x2xf32>)
  return
}

// CHECK-LABEL: func.func @pooling_nhwc_min(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @pooling_nhwc_min(%arg0: memref<3x9x7x2xi8>, %arg1: memref<2x2xi8>, %arg2: memref<3x3x3x2xi32>) {
  %c = memref.cast %arg0 : memref<3x9x7x2xi8> to memref<?x?x?x?xi8>
  linalg.pooling_nhwc_min {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%c, %arg1 : memref<?x?x?x?xi8>, memref<2x2xi8>) outs(%arg2 : memref<3x3x3x2xi32>)
  return
}

// CHECK-LABEL: func.func @pooling_nhwc_min_unsigned(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @pooling_nhwc_min_unsigned(%arg0: memref<3x3x3x2xi8>, %arg1: memref<2x2xi8>, %arg2: memref<3x2x2x2xi16>) {
  %c = memref.cast %arg0 : memref<3x3x3x2xi8> to memref<?x?x?x?xi8>
  linalg.pooling_nhwc_min_unsigned {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%c, %arg1 : memref<?x?x?x?xi8>, memref<2x2xi8>) outs(%arg2 : memref<3x2x2x2xi16>)
  return
}

// CHECK-LABEL: func.func @pooling_nwc_sum(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @pooling_nwc_sum(%arg0: memref<3x5x3xf32>, %arg1: memref<2xf32>, %arg2: memref<3x3x3xf32>) {
  %c = memref.cast %arg0 : memref<3x5x3xf32> to memref<?x?x?xf32>
  linalg.pooling_nwc_sum {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%c, %arg1 : memref<?x?x?xf32>, memref<2xf32>) outs(%arg2 : memref<3x3x3xf32>)
  return
}

// CHECK-LABEL: func.func @pooling_ncw_sum(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @pooling_ncw_sum(%arg0: memref<2x2x5xf16>, %arg1: memref<3xf16>, %arg2: memref<2x2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x2x5xf16> to memref<?x?x?xf16>
  linalg.pooling_ncw_sum {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%c, %arg1 : memref<?x?x?xf16>, memref<3xf16>) outs(%arg2 : memref<2x2x3xf32>)
  return
}

// CHECK-LABEL: func.func @pooling_nwc_max(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @pooling_nwc_max(%arg0: memref<3x5x3xi16>, %arg1: memref<3xi8>, %arg2: memref<3x3x3xf32>) {
  %c = memref.cast %arg0 : memref<3x5x3xi16> to memref<?x?x?xi16>
  linalg.pooling_nwc_max ins(%c, %arg1 : memref<?x?x?xi16>, memref<3xi8>) outs(%arg2 : memref<3x3x3xf32>)
  return
}

// CHECK-LABEL: func.func @pooling_nwc_max_unsigned(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @pooling_nwc_max_unsigned(%arg0: memref<3x8x2xi8>, %arg1: memref<3xi8>, %arg2: memref<3x2x2xi16>) {
  %c = memref.cast %arg0 : memref<3x8x2xi8> to memref<?x?x?xi8>
  linalg.pooling_nwc_max_unsigned {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%c, %arg1 : memref<?x?x?xi8>, memref<3xi8>) outs(%arg2 : memref<3x2x2xi16>)
  return
}

// CHECK-LABEL: func.func @pooling_ncw_max(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @pooling_ncw_max(%arg0: memref<2x2x4xf16>, %arg1: memref<2xf16>, %arg2: memref<2x2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x2x4xf16> to memref<?x?x?xf16>
  linalg.pooling_ncw_max {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%c, %arg1 : memref<?x?x?xf16>, memref<2xf16>) outs(%arg2 : memref<2x2x3xf32>)
  return
}

// CHECK-LABEL: func.func @pooling_nwc_min(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @pooling_nwc_min(%arg0: memref<2x9x3xf32>, %arg1: memref<3xf32>, %arg2: memref<2x3x3xf32>) {
  %c = memref.cast %arg0 : memref<2x9x3xf32> to memref<?x?x?xf32>
  linalg.pooling_nwc_min {dilations = dense<2> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%c, %arg1 : memref<?x?x?xf32>, memref<3xf32>) outs(%arg2 : memref<2x3x3xf32>)
  return
}

// CHECK-LABEL: func.func @pooling_nwc_min_unsigned(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @pooling_nwc_min_unsigned(%arg0: memref<3x7x3xi8>, %arg1: memref<3xi8>, %arg2: memref<3x2x3xi16>) {
  %c = memref.cast %arg0 : memref<3x7x3xi8> to memref<?x?x?xi8>
  linalg.pooling_nwc_min_unsigned {dilations = dense<2> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%c, %arg1 : memref<?x?x?xi8>, memref<3xi8>) outs(%arg2 : memref<3x2x3xi16>)
  return
}

// CHECK-LABEL: func.func @pooling_ndhwc_sum(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @pooling_ndhwc_sum(%arg0: memref<3x7x8x4x2xf32>, %arg1: memref<2x3x2xf32>, %arg2: memref<3x3x2x2x2xf32>) {
  %c = memref.cast %arg0 : memref<3x7x8x4x2xf32> to memref<?x?x?x?x?xf32>
  linalg.pooling_ndhwc_sum {dilations = dense<[2, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 2]> : tensor<3xi64>} ins(%c, %arg1 : memref<?x?x?x?x?xf32>, memref<2x3x2xf32>) outs(%arg2 : memref<3x3x2x2x2xf32>)
  return
}

// CHECK-LABEL: func.func @pooling_ndhwc_max(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @pooling_ndhwc_max(%arg0: memref<2x6x7x5x3xf32>, %arg1: memref<3x2x3xf32>, %arg2: memref<2x2x3x2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x6x7x5x3xf32> to memref<?x?x?x?x?xf32>
  linalg.pooling_ndhwc_max {dilations = dense<[2, 2, 1]> : tensor<3xi64>, strides = dense<[1, 2, 2]> : tensor<3xi64>} ins(%c, %arg1 : memref<?x?x?x?x?xf32>, memref<3x2x3xf32>) outs(%arg2 : memref<2x2x3x2x3xf32>)
  return
}

// CHECK-LABEL: func.func @pooling_ndhwc_min(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @pooling_ndhwc_min(%arg0: memref<3x5x4x8x3xf64>, %arg1: memref<2x3x2xf32>, %arg2: memref<3x2x2x3x3xf16>) {
  %c = memref.cast %arg0 : memref<3x5x4x8x3xf64> to memref<?x?x?x?x?xf64>
  linalg.pooling_ndhwc_min {dilations = dense<1> : tensor<3xi64>, strides = dense<[3, 1, 3]> : tensor<3xi64>} ins(%c, %arg1 : memref<?x?x?x?x?xf64>, memref<2x3x2xf32>) outs(%arg2 : memref<3x2x2x3x3xf16>)
  return
}

// CHECK-LABEL: func.func @fill_rng_2d(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @fill_rng_2d(%arg0: f64, %arg1: f64, %arg2: i32, %arg3: memref<2x2xf32>) {
  %c = memref.cast %arg3 : memref<2x2xf32> to memref<?x?xf32>
  linalg.fill_rng_2d ins(%arg0, %arg1, %arg2 : f64, f64, i32) outs(%c : memref<?x?xf32>)
  return
}

// CHECK-LABEL: func.func @exp(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @exp(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.exp ins(%c : memref<?x?xf32>) outs(%arg1 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @log(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @log(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.log ins(%c : memref<?x?xf32>) outs(%arg1 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @abs(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @abs(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.abs ins(%c : memref<?x?xf32>) outs(%arg1 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @ceil(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @ceil(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.ceil ins(%c : memref<?x?xf32>) outs(%arg1 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @floor(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @floor(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.floor ins(%c : memref<?x?xf32>) outs(%arg1 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @negf(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @negf(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.negf ins(%c : memref<?x?xf32>) outs(%arg1 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @reciprocal(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @reciprocal(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.reciprocal ins(%c : memref<?x?xf32>) outs(%arg1 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @round(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @round(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.round ins(%c : memref<?x?xf32>) outs(%arg1 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @sqrt(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @sqrt(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.sqrt ins(%c : memref<?x?xf32>) outs(%arg1 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @rsqrt(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @rsqrt(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.rsqrt ins(%c : memref<?x?xf32>) outs(%arg1 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @square(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @square(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.square ins(%c : memref<?x?xf32>) outs(%arg1 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @tanh(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @tanh(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.tanh ins(%c : memref<?x?xf32>) outs(%arg1 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @erf(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @erf(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.erf ins(%c : memref<?x?xf32>) outs(%arg1 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @copy(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @copy(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.copy ins(%c : memref<?x?xf32>) outs(%arg1 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @add(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @add(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>, %arg2: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.add ins(%c, %arg1 : memref<?x?xf32>, memref<2x3xf32>) outs(%arg2 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @sub(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @sub(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>, %arg2: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.sub ins(%c, %arg1 : memref<?x?xf32>, memref<2x3xf32>) outs(%arg2 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @mul(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @mul(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>, %arg2: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.mul ins(%c, %arg1 : memref<?x?xf32>, memref<2x3xf32>) outs(%arg2 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @div(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @div(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>, %arg2: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.div ins(%c, %arg1 : memref<?x?xf32>, memref<2x3xf32>) outs(%arg2 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @max(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @max(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>, %arg2: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.max ins(%c, %arg1 : memref<?x?xf32>, memref<2x3xf32>) outs(%arg2 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @min(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @min(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>, %arg2: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.min ins(%c, %arg1 : memref<?x?xf32>, memref<2x3xf32>) outs(%arg2 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @powf(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @powf(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>, %arg2: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.powf ins(%c, %arg1 : memref<?x?xf32>, memref<2x3xf32>) outs(%arg2 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @select(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @select(%arg0: memref<2x3xi1>, %arg1: memref<2x3xf32>, %arg2: memref<2x3xf32>, %arg3: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xi1> to memref<?x?xi1>
  linalg.select ins(%c, %arg1, %arg2 : memref<?x?xi1>, memref<2x3xf32>, memref<2x3xf32>) outs(%arg3 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @fill(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @fill(%arg0: f32, %arg1: memref<2x3xf32>) {
  %c = memref.cast %arg1 : memref<2x3xf32> to memref<?x?xf32>
  linalg.fill ins(%arg0 : f32) outs(%c : memref<?x?xf32>)
  return
}

// CHECK-LABEL: func.func @elementwise(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @elementwise(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>, %arg2: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%c, %arg1 : memref<?x?xf32>, memref<2x3xf32>) outs(%arg2 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @matmul(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @matmul(%arg0: memref<2x3xf32>, %arg1: memref<3x4xf32>, %arg2: memref<2x4xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.matmul ins(%c, %arg1 : memref<?x?xf32>, memref<3x4xf32>) outs(%arg2 : memref<2x4xf32>)
  return
}

// CHECK-LABEL: func.func @contract(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @contract(%arg0: memref<2x3xf32>, %arg1: memref<4x3xf32>, %arg2: memref<2x4xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%c, %arg1 : memref<?x?xf32>, memref<4x3xf32>) outs(%arg2 : memref<2x4xf32>)
  return
}

// CHECK-LABEL: func.func @batch_matmul(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @batch_matmul(%arg0: memref<2x2x3xf32>, %arg1: memref<2x3x4xf32>, %arg2: memref<2x2x4xf32>) {
  %c = memref.cast %arg0 : memref<2x2x3xf32> to memref<?x?x?xf32>
  linalg.batch_matmul ins(%c, %arg1 : memref<?x?x?xf32>, memref<2x3x4xf32>) outs(%arg2 : memref<2x2x4xf32>)
  return
}

// CHECK-LABEL: func.func @batch_reduce_matmul(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @batch_reduce_matmul(%arg0: memref<2x2x3xf32>, %arg1: memref<2x3x4xf32>, %arg2: memref<2x4xf32>) {
  %c = memref.cast %arg0 : memref<2x2x3xf32> to memref<?x?x?xf32>
  linalg.batch_reduce_matmul ins(%c, %arg1 : memref<?x?x?xf32>, memref<2x3x4xf32>) outs(%arg2 : memref<2x4xf32>)
  return
}

// CHECK-LABEL: func.func @softmax(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @softmax(%arg0: memref<2x3xf32>, %arg1: memref<2x3xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.softmax dimension(1) ins(%c : memref<?x?xf32>) outs(%arg1 : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @generic(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @generic(%arg0: memref<2x3xf32>, %arg1: memref<2xf32>) {
  %c = memref.cast %arg0 : memref<2x3xf32> to memref<?x?xf32>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%c : memref<?x?xf32>) outs(%arg1 : memref<2xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %y, %x : f32
    linalg.yield %s : f32
  }
  return
}

// CHECK-LABEL: func.func @div_unsigned(
// CHECK-NOT: memref.cast
// CHECK: return
func.func @div_unsigned(%arg0: memref<2x3xi32>, %arg1: memref<2x3xi32>) {
  %three = arith.constant 3 : i32
  linalg.fill ins(%three : i32) outs(%arg1 : memref<2x3xi32>)
  %c = memref.cast %arg0 : memref<2x3xi32> to memref<?x?xi32>
  linalg.div_unsigned ins(%c, %arg1 : memref<?x?xi32>, memref<2x3xi32>) outs(%arg1 : memref<2x3xi32>)
  return
}

// CHECK-LABEL: func.func @identities_of_another_type(
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<4xf32> to tensor<?xf32>
// CHECK-NEXT: return %cast : tensor<?xf32>
func.func @identities_of_another_type(%x: tensor<4xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%z : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: func.func @no_transposition(
// CHECK-NEXT: return %arg0 : tensor<2x3xf32>
func.func @no_transposition(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = linalg.transpose ins(%x : tensor<2x3xf32>) outs(%y : tensor<2x3xf32>) permutation = [0, 1]
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @no_elements(
// CHECK-NEXT: return
func.func @no_elements(%x: memref<0x4xf32>, %y: memref<0x4xf32>) {
  linalg.exp ins(%x : memref<0x4xf32>) outs(%y : memref<0x4xf32>)
  return
}

// CHECK-LABEL: func.func @identities(
// CHECK-NEXT: %0 = linalg.copy
// CHECK-NEXT: return %0, %arg0, %0 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
func.func @identities(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.copy ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  %2 = linalg.broadcast ins(%0 : tensor<4xf32>) outs(%y : tensor<4xf32>) dimensions = []
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @copy_to_itself(
// CHECK-NEXT: return
func.func @copy_to_itself(%x: memref<4xf32>) {
  linalg.copy ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// CHECK-LABEL: func.func @packs(
// CHECK-NEXT: return %arg0, %arg1 : tensor<6x8xf32>, tensor<2x4x3x2xf32>
func.func @packs(%x: tensor<6x8xf32>, %y: tensor<2x4x3x2xf32>) -> (tensor<6x8xf32>, tensor<2x4x3x2xf32>) {
  %0 = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [3, 2] into %y : tensor<6x8xf32> -> tensor<2x4x3x2xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [0, 1] inner_tiles = [3, 2] into %x : tensor<2x4x3x2xf32> -> tensor<6x8xf32>
  %2 = linalg.unpack %y outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [3, 2] into %x : tensor<2x4x3x2xf32> -> tensor<6x8xf32>
  %3 = linalg.pack %2 inner_dims_pos = [0, 1] inner_tiles = [3, 2] into %y : tensor<6x8xf32> -> tensor<2x4x3x2xf32>
  return %1, %3 : tensor<6x8xf32>, tensor<2x4x3x2xf32>
}

// CHECK-LABEL: func.func @no_padding(
// CHECK-NEXT: linalg.pack %arg0 inner_dims_pos = [0] inner_tiles = [3] into %arg1 : tensor<6xf32> -> tensor<2x3xf32>
func.func @no_padding(%x: tensor<6xf32>, %y: tensor<2x3xf32>, %p: f32) -> tensor<2x3xf32> {
  %0 = linalg.pack %x padding_value(%p : f32) inner_dims_pos = [0] inner_tiles = [3] into %y : tensor<6xf32> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
