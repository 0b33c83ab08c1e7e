// RUN: optc %s --convert-linalg-to-loops --verify-exec | FileCheck %s
// RUN: optc %s --convert-linalg-to-parallel-loops | FileCheck %s
// RUN: optc %s --convert-linalg-to-affine-loops | FileCheck %s
// RUN: optc %s --linalg-generalize-named-ops | FileCheck %s

// mlir-opt-22 differs (linalg to affine loops): the order of the constants of fill_rng_2d

// The named operations on buffers, executed before and after they become loops.

// CHECK-LABEL: func.func @quantized_matmul(
// CHECK-NOT: linalg.quantized_matmul
func.func @quantized_matmul(%arg0: memref<3x4xi8>, %arg1: memref<4x3xi8>, %arg2: i32, %arg3: i32, %arg4: memref<3x3xi32>) {
  linalg.quantized_matmul ins(%arg0, %arg1, %arg2, %arg3 : memref<3x4xi8>, memref<4x3xi8>, i32, i32) outs(%arg4 : memref<3x3xi32>)
  return
}

// CHECK-LABEL: func.func @mmt4d(
// CHECK-NOT: linalg.mmt4d
func.func @mmt4d(%arg0: memref<5x3x3x5xi16>, %arg1: memref<4x3x5x5xi8>, %arg2: memref<5x4x3x5xf32>) {
  linalg.mmt4d ins(%arg0, %arg1 : memref<5x3x3x5xi16>, memref<4x3x5x5xi8>) outs(%arg2 : memref<5x4x3x5xf32>)
  return
}

// CHECK-LABEL: func.func @batch_mmt4d(
// CHECK-NOT: linalg.batch_mmt4d
func.func @batch_mmt4d(%arg0: memref<5x2x3x2x2xi8>, %arg1: memref<5x2x3x4x2xi8>, %arg2: memref<5x2x2x2x4xi32>) {
  linalg.batch_mmt4d ins(%arg0, %arg1 : memref<5x2x3x2x2xi8>, memref<5x2x3x4x2xi8>) outs(%arg2 : memref<5x2x2x2x4xi32>)
  return
}

// CHECK-LABEL: func.func @quantized_batch_matmul(
// CHECK-NOT: linalg.quantized_batch_matmul
func.func @quantized_batch_matmul(%arg0: memref<?x3x2xi8>, %arg1: memref<5x2x4xi8>, %arg2: i32, %arg3: i32, %arg4: memref<5x3x4xi32>) {
  linalg.quantized_batch_matmul ins(%arg0, %arg1, %arg2, %arg3 : memref<?x3x2xi8>, memref<5x2x4xi8>, i32, i32) outs(%arg4 : memref<5x3x4xi32>)
  return
}

// CHECK-LABEL: func.func @matvec(
// CHECK-NOT: linalg.matvec
func.func @matvec(%arg0: memref<2x4xf64>, %arg1: memref<4xf32>, %arg2: memref<2xf16>) {
  linalg.matvec ins(%arg0, %arg1 : memref<2x4xf64>, memref<4xf32>) outs(%arg2 : memref<2xf16>)
  return
}

// CHECK-LABEL: func.func @vecmat(
// CHECK-NOT: linalg.vecmat
func.func @vecmat(%arg0: memref<4xi8>, %arg1: memref<?x3xi8>, %arg2: memref<3xi32>) {
  linalg.vecmat ins(%arg0, %arg1 : memref<4xi8>, memref<?x3xi8>) outs(%arg2 : memref<3xi32>)
  return
}

// CHECK-LABEL: func.func @batch_matvec(
// CHECK-NOT: linalg.batch_matvec
func.func @batch_matvec(%arg0: memref<2x4x5xi16>, %arg1: memref<2x5xi8>, %arg2: memref<2x4xf32>) {
  linalg.batch_matvec ins(%arg0, %arg1 : memref<2x4x5xi16>, memref<2x5xi8>) outs(%arg2 : memref<2x4xf32>)
  return
}

// CHECK-LABEL: func.func @batch_vecmat(
// CHECK-NOT: linalg.batch_vecmat
func.func @batch_vecmat(%arg0: memref<4x3xf32>, %arg1: memref<4x3x4xf32>, %arg2: memref<4x4xf32>) {
  linalg.batch_vecmat ins(%arg0, %arg1 : memref<4x3xf32>, memref<4x3x4xf32>) outs(%arg2 : memref<4x4xf32>)
  return
}

// CHECK-LABEL: func.func @dot(
// CHECK-NOT: linalg.dot
func.func @dot(%arg0: memref<?xi16>, %arg1: memref<3xi8>, %arg2: memref<f32>) {
  linalg.dot ins(%arg0, %arg1 : memref<?xi16>, memref<3xi8>) outs(%arg2 : memref<f32>)
  return
}

// CHECK-LABEL: func.func @conv_1d(
// CHECK-NOT: linalg.conv_1d
func.func @conv_1d(%arg0: memref<7xi16>, %arg1: memref<5xi8>, %arg2: memref<3xf32>) {
  linalg.conv_1d ins(%arg0, %arg1 : memref<7xi16>, memref<5xi8>) outs(%arg2 : memref<3xf32>)
  return
}

// CHECK-LABEL: func.func @conv_2d(
// CHECK-NOT: linalg.conv_2d
func.func @conv_2d(%arg0: memref<8x7xf32>, %arg1: memref<4x4xf32>, %arg2: memref<5x4xf32>) {
  linalg.conv_2d ins(%arg0, %arg1 : memref<8x7xf32>, memref<4x4xf32>) outs(%arg2 : memref<5x4xf32>)
  return
}

// CHECK-LABEL: func.func @conv_3d(
// CHECK-NOT: linalg.conv_3d
func.func @conv_3d(%arg0: memref<8x?x5xf64>, %arg1: memref<?x?x2xf32>, %arg2: memref<?x?x4xf16>) {
  linalg.conv_3d ins(%arg0, %arg1 : memref<8x?x5xf64>, memref<?x?x2xf32>) outs(%arg2 : memref<?x?x4xf16>)
  return
}

// CHECK-LABEL: func.func @conv_1d_nwc_wcf(
// CHECK-NOT: linalg.conv_1d_nwc_wcf
func.func @conv_1d_nwc_wcf(%arg0: memref<4x5x4xf16>, %arg1: memref<3x4x4xf16>, %arg2: memref<4x3x4xf32>) {
  linalg.conv_1d_nwc_wcf ins(%arg0, %arg1 : memref<4x5x4xf16>, memref<3x4x4xf16>) outs(%arg2 : memref<4x3x4xf32>)
  return
}

// CHECK-LABEL: func.func @conv_1d_ncw_fcw(
// CHECK-NOT: linalg.conv_1d_ncw_fcw
func.func @conv_1d_ncw_fcw(%arg0: memref<5x4x6xf64>, %arg1: memref<3x4x3xf32>, %arg2: memref<5x3x2xf16>) {
  linalg.conv_1d_ncw_fcw {dilations = dense<1> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%arg0, %arg1 : memref<5x4x6xf64>, memref<3x4x3xf32>) outs(%arg2 : memref<5x3x2xf16>)
  return
}

// CHECK-LABEL: func.func @conv_2d_nhwc_hwcf(
// CHECK-NOT: linalg.conv_2d_nhwc_hwcf
func.func @conv_2d_nhwc_hwcf(%arg0: memref<4x6x13x4xi16>, %arg1: memref<5x4x4x3xi8>, %arg2: memref<4x2x4x3xf32>) {
  linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<4x6x13x4xi16>, memref<5x4x4x3xi8>) outs(%arg2 : memref<4x2x4x3xf32>)
  return
}

// CHECK-LABEL: func.func @conv_2d_nhwc_fhwc(
// CHECK-NOT: linalg.conv_2d_nhwc_fhwc
func.func @conv_2d_nhwc_fhwc(%arg0: memref<2x6x13x4xf64>, %arg1: memref<3x2x5x4xf32>, %arg2: memref<2x5x5x3xf16>) {
  linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x6x13x4xf64>, memref<3x2x5x4xf32>) outs(%arg2 : memref<2x5x5x3xf16>)
  return
}

// CHECK-LABEL: func.func @conv_2d_nhwc_hwcf_q(
// CHECK-NOT: linalg.conv_2d_nhwc_hwcf_q
func.func @conv_2d_nhwc_hwcf_q(%arg0: memref<5x3x4x4xi8>, %arg1: memref<?x3x4x5xi8>, %arg2: i32, %arg3: i32, %arg4: memref<?x?x2x5xi32>) {
  linalg.conv_2d_nhwc_hwcf_q {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<5x3x4x4xi8>, memref<?x3x4x5xi8>, i32, i32) outs(%arg4 : memref<?x?x2x5xi32>)
  return
}

// CHECK-LABEL: func.func @conv_2d_nhwc_fhwc_q(
// CHECK-NOT: linalg.conv_2d_nhwc_fhwc_q
func.func @conv_2d_nhwc_fhwc_q(%arg0: memref<5x6x12x2xi8>, %arg1: memref<3x4x5x2xi8>, %arg2: i32, %arg3: i32, %arg4: memref<5x2x4x3xi32>) {
  linalg.conv_2d_nhwc_fhwc_q {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<5x6x12x2xi8>, memref<3x4x5x2xi8>, i32, i32) outs(%arg4 : memref<5x2x4x3xi32>)
  return
}

// CHECK-LABEL: func.func @conv_2d_nchw_fchw_q(
// CHECK-NOT: linalg.conv_2d_nchw_fchw_q
func.func @conv_2d_nchw_fchw_q(%arg0: memref<2x4x6x6xi8>, %arg1: memref<5x4x2x4xi8>, %arg2: i32, %arg3: i32, %arg4: memref<2x5x4x3xi32>) {
  linalg.conv_2d_nchw_fchw_q {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<2x4x6x6xi8>, memref<5x4x2x4xi8>, i32, i32) outs(%arg4 : memref<2x5x4x3xi32>)
  return
}

// CHECK-LABEL: func.func @conv_2d_nchw_fchw(
// CHECK-NOT: linalg.conv_2d_nchw_fchw
func.func @conv_2d_nchw_fchw(%arg0: memref<2x2x6x9xf64>, %arg1: memref<5x2x4x5xf32>, %arg2: memref<2x5x2x3xf16>) {
  linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x2x6x9xf64>, memref<5x2x4x5xf32>) outs(%arg2 : memref<2x5x2x3xf16>)
  return
}

// CHECK-LABEL: func.func @conv_2d_ngchw_fgchw(
// CHECK-NOT: linalg.conv_2d_ngchw_fgchw
func.func @conv_2d_ngchw_fgchw(%arg0: memref<5x5x4x9x13xf16>, %arg1: memref<2x5x4x2x5xf16>, %arg2: memref<5x5x2x3x3xf32>) {
  linalg.conv_2d_ngchw_fgchw {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<5x5x4x9x13xf16>, memref<2x5x4x2x5xf16>) outs(%arg2 : memref<5x5x2x3x3xf32>)
  return
}

// CHECK-LABEL: func.func @conv_2d_ngchw_gfchw(
// CHECK-NOT: linalg.conv_2d_ngchw_gfchw
func.func @conv_2d_ngchw_gfchw(%arg0: memref<2x5x2x14x7xf16>, %arg1: memref<5x2x2x5x3xf16>, %arg2: memref<2x5x2x4x2xf32>) {
  linalg.conv_2d_ngchw_gfchw {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x5x2x14x7xf16>, memref<5x2x2x5x3xf16>) outs(%arg2 : memref<2x5x2x4x2xf32>)
  return
}

// CHECK-LABEL: func.func @conv_2d_nhwgc_gfhwc(
// CHECK-NOT: linalg.conv_2d_nhwgc_gfhwc
func.func @conv_2d_nhwgc_gfhwc(%arg0: memref<2x6x4x5x2xf64>, %arg1: memref<5x4x4x2x2xf32>, %arg2: memref<2x2x2x5x4xf16>) {
  linalg.conv_2d_nhwgc_gfhwc {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x6x4x5x2xf64>, memref<5x4x4x2x2xf32>) outs(%arg2 : memref<2x2x2x5x4xf16>)
  return
}

// CHECK-LABEL: func.func @conv_2d_nhwgc_gfhwc_q(
// CHECK-NOT: linalg.conv_2d_nhwgc_gfhwc_q
func.func @conv_2d_nhwgc_gfhwc_q(%arg0: memref<2x11x10x3x4xi8>, %arg1: memref<3x5x5x4x4xi8>, %arg2: i32, %arg3: i32, %arg4: memref<2x3x3x3x5xi32>) {
  linalg.conv_2d_nhwgc_gfhwc_q {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[1, 3]> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<2x11x10x3x4xi8>, memref<3x5x5x4x4xi8>, i32, i32) outs(%arg4 : memref<2x3x3x3x5xi32>)
  return
}

// CHECK-LABEL: func.func @conv_2d_ngchw_gfchw_q(
// CHECK-NOT: linalg.conv_2d_ngchw_gfchw_q
func.func @conv_2d_ngchw_gfchw_q(%arg0: memref<5x3x2x7x13xi8>, %arg1: memref<3x5x2x5x5xi8>, %arg2: i32, %arg3: i32, %arg4: memref<5x3x5x3x3xi32>) {
  linalg.conv_2d_ngchw_gfchw_q {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<5x3x2x7x13xi8>, memref<3x5x2x5x5xi8>, i32, i32) outs(%arg4 : memref<5x3x5x3x3xi32>)
  return
}

// CHECK-LABEL: func.func @conv_3d_ndhwc_dhwcf(
// CHECK-NOT: linalg.conv_3d_ndhwc_dhwcf
func.func @conv_3d_ndhwc_dhwcf(%arg0: memref<5x10x7x18x3xf16>, %arg1: memref<4x5x5x3x2xf16>, %arg2: memref<5x4x3x4x2xf32>) {
  linalg.conv_3d_ndhwc_dhwcf {dilations = dense<[2, 1, 2]> : tensor<3xi64>, strides = dense<[1, 1, 3]> : tensor<3xi64>} ins(%arg0, %arg1 : memref<5x10x7x18x3xf16>, memref<4x5x5x3x2xf16>) outs(%arg2 : memref<5x4x3x4x2xf32>)
  return
}

// CHECK-LABEL: func.func @conv_3d_ndhwc_dhwcf_q(
// CHECK-NOT: linalg.conv_3d_ndhwc_dhwcf_q
func.func @conv_3d_ndhwc_dhwcf_q(%arg0: memref<2x13x5x17x2xi8>, %arg1: memref<5x3x3x2x2xi8>, %arg2: i32, %arg3: i32, %arg4: memref<2x5x2x5x2xi32>) {
  linalg.conv_3d_ndhwc_dhwcf_q {dilations = dense<[2, 1, 2]> : tensor<3xi64>, strides = dense<[1, 2, 3]> : tensor<3xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<2x13x5x17x2xi8>, memref<5x3x3x2x2xi8>, i32, i32) outs(%arg4 : memref<2x5x2x5x2xi32>)
  return
}

// CHECK-LABEL: func.func @conv_3d_ncdhw_fcdhw(
// CHECK-NOT: linalg.conv_3d_ncdhw_fcdhw
func.func @conv_3d_ncdhw_fcdhw(%arg0: memref<2x2x?x?x7xi8>, %arg1: memref<?x2x2x2x?xi8>, %arg2: memref<?x?x3x?x2xi32>) {
  linalg.conv_3d_ncdhw_fcdhw {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[1, 1, 3]> : tensor<3xi64>} ins(%arg0, %arg1 : memref<2x2x?x?x7xi8>, memref<?x2x2x2x?xi8>) outs(%arg2 : memref<?x?x3x?x2xi32>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_1d_nwc_wc(
// CHECK-NOT: linalg.depthwise_conv_1d_nwc_wc
func.func @depthwise_conv_1d_nwc_wc(%arg0: memref<4x11x4xf32>, %arg1: memref<4x4xf32>, %arg2: memref<4x5x4xf32>) {
  linalg.depthwise_conv_1d_nwc_wc {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%arg0, %arg1 : memref<4x11x4xf32>, memref<4x4xf32>) outs(%arg2 : memref<4x5x4xf32>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_1d_ncw_cw(
// CHECK-NOT: linalg.depthwise_conv_1d_ncw_cw
func.func @depthwise_conv_1d_ncw_cw(%arg0: memref<3x3x9xi16>, %arg1: memref<3x4xi8>, %arg2: memref<3x3x3xf32>) {
  linalg.depthwise_conv_1d_ncw_cw {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%arg0, %arg1 : memref<3x3x9xi16>, memref<3x4xi8>) outs(%arg2 : memref<3x3x3xf32>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_1d_nwc_wcm(
// CHECK-NOT: linalg.depthwise_conv_1d_nwc_wcm
func.func @depthwise_conv_1d_nwc_wcm(%arg0: memref<4x10x4xf32>, %arg1: memref<5x4x4xf32>, %arg2: memref<4x2x4x4xf32>) {
  linalg.depthwise_conv_1d_nwc_wcm {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%arg0, %arg1 : memref<4x10x4xf32>, memref<5x4x4xf32>) outs(%arg2 : memref<4x2x4x4xf32>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwc(
// CHECK-NOT: linalg.depthwise_conv_2d_nhwc_hwc
func.func @depthwise_conv_2d_nhwc_hwc(%arg0: memref<5x6x11x5xi8>, %arg1: memref<2x3x5xi8>, %arg2: memref<5x2x4x5xi32>) {
  linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<5x6x11x5xi8>, memref<2x3x5xi8>) outs(%arg2 : memref<5x2x4x5xi32>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nchw_chw(
// CHECK-NOT: linalg.depthwise_conv_2d_nchw_chw
func.func @depthwise_conv_2d_nchw_chw(%arg0: memref<3x3x17x7xi8>, %arg1: memref<3x3x3xi8>, %arg2: memref<3x3x5x3xi32>) {
  linalg.depthwise_conv_2d_nchw_chw {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<3x3x17x7xi8>, memref<3x3x3xi8>) outs(%arg2 : memref<3x3x5x3xi32>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwc_q(
// CHECK-NOT: linalg.depthwise_conv_2d_nhwc_hwc_q
func.func @depthwise_conv_2d_nhwc_hwc_q(%arg0: memref<4x11x5x3xi8>, %arg1: memref<2x2x3xi8>, %arg2: i32, %arg3: i32, %arg4: memref<4x5x2x3xi32>) {
  linalg.depthwise_conv_2d_nhwc_hwc_q {dilations = dense<2> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<4x11x5x3xi8>, memref<2x2x3xi8>, i32, i32) outs(%arg4 : memref<4x5x2x3xi32>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwcm(
// CHECK-NOT: linalg.depthwise_conv_2d_nhwc_hwcm
func.func @depthwise_conv_2d_nhwc_hwcm(%arg0: memref<2x11x6x4xf32>, %arg1: memref<3x5x4x3xf32>, %arg2: memref<2x5x2x4x3xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<1> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x11x6x4xf32>, memref<3x5x4x3xf32>) outs(%arg2 : memref<2x5x2x4x3xf32>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwcm_q(
// CHECK-NOT: linalg.depthwise_conv_2d_nhwc_hwcm_q
func.func @depthwise_conv_2d_nhwc_hwcm_q(%arg0: memref<4x12x5x4xi8>, %arg1: memref<2x2x4x3xi8>, %arg2: i32, %arg3: i32, %arg4: memref<4x4x4x4x3xi32>) {
  linalg.depthwise_conv_2d_nhwc_hwcm_q {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[3, 1]> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : memref<4x12x5x4xi8>, memref<2x2x4x3xi8>, i32, i32) outs(%arg4 : memref<4x4x4x4x3xi32>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ndhwc_dhwc(
// CHECK-NOT: linalg.depthwise_conv_3d_ndhwc_dhwc
func.func @depthwise_conv_3d_ndhwc_dhwc(%arg0: memref<2x13x12x7x5xf32>, %arg1: memref<3x5x5x5xf32>, %arg2: memref<2x5x2x3x5xf32>) {
  linalg.depthwise_conv_3d_ndhwc_dhwc {dilations = dense<[2, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 1]> : tensor<3xi64>} ins(%arg0, %arg1 : memref<2x13x12x7x5xf32>, memref<3x5x5x5xf32>) outs(%arg2 : memref<2x5x2x3x5xf32>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ncdhw_cdhw(
// CHECK-NOT: linalg.depthwise_conv_3d_ncdhw_cdhw
func.func @depthwise_conv_3d_ncdhw_cdhw(%arg0: memref<5x5x9x15x13xf16>, %arg1: memref<5x4x5x4xf16>, %arg2: memref<5x5x2x4x4xf32>) {
  linalg.depthwise_conv_3d_ncdhw_cdhw {dilations = dense<[2, 2, 1]> : tensor<3xi64>, strides = dense<[2, 2, 3]> : tensor<3xi64>} ins(%arg0, %arg1 : memref<5x5x9x15x13xf16>, memref<5x4x5x4xf16>) outs(%arg2 : memref<5x5x2x4x4xf32>)
  return
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ndhwc_dhwcm(
// CHECK-NOT: linalg.depthwise_conv_3d_ndhwc_dhwcm
func.func @depthwise_conv_3d_ndhwc_dhwcm(%arg0: memref<3x?x?x6x?xf16>, %arg1: memref<?x?x5x?x?xf16>, %arg2: memref<?x?x?x2x5x3xf32>) {
  linalg.depthwise_conv_3d_ndhwc_dhwcm {dilations = dense<1> : tensor<3xi64>, strides = dense<[2, 3, 1]> : tensor<3xi64>} ins(%arg0, %arg1 : memref<3x?x?x6x?xf16>, memref<?x?x5x?x?xf16>) outs(%arg2 : memref<?x?x?x2x5x3xf32>)
  return
}

// CHECK-LABEL: func.func @pooling_nhwc_sum(
// CHECK-NOT: linalg.pooling_nhwc_sum
func.func @pooling_nhwc_sum(%arg0: memref<4x9x8x4xf32>, %arg1: memref<4x2xf32>, %arg2: memref<4x2x4x4xf32>) {
  linalg.pooling_nhwc_sum {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : memref<4x9x8x4xf32>, memref<4x2xf32>) outs(%arg2 : memref<4x2x4x4xf32>)
  return
}

// CHECK-LABEL: func.func @pooling_nchw_sum(
// CHECK-NOT: linalg.pooling_nchw_sum
func.func @pooling_nchw_sum(%arg0: memref<5x2x5x8xi8>, %arg1: memref<3x5xi8>, %arg2: memref<5x2x3x4xi32>) {
  linalg.pooling_nchw_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%arg0, %arg1 : memref<5x2x5x8xi8>, memref<3x5xi8>) outs(%arg2 : memref<5x2x3x4xi32>)
  return
}

// CHECK-LABEL: func.func @pooling_nhwc_max(
// CHECK-NOT: linalg.pooling_nhwc_max
func.func @pooling_nhwc_max(%arg0: memref<4x15x16x2xf64>, %arg1: memref<5x4xf32>, %arg2: memref<4x3x5x2xf16>) {
  linalg.pooling_nhwc_max {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%arg0, %arg1 : memref<4x15x16x2xf64>, memref<5x4xf32>) outs(%arg2 : memref<4x3x5x2xf16>)
  return
}

// CHECK-LABEL: func.func @pooling_nhwc_max_unsigned(
// CHECK-NOT: linalg.pooling_nhwc_max_unsigned
func.func @pooling_nhwc_max_unsigned(%arg0: memref<5x17x11x5xi8>, %arg1: memref<?x?xi8>, %arg2: memref<5x?x3x5xi16>) {
  linalg.pooling_nhwc_max_unsigned {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<5x17x11x5xi8>, memref<?x?xi8>) outs(%arg2 : memref<5x?x3x5xi16>)
  return
}

// CHECK-LABEL: func.func @pooling_nchw_max(
// CHECK-NOT: linalg.pooling_nchw_max
func.func @pooling_nchw_max(%arg0: memref<5x5x11x11xf16>, %arg1: memref<2x2xf16>, %arg2: memref<5x5x4x4xf32>) {
  linalg.pooling_nchw_max {dilations = dense<1> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%arg0, %arg1 : memref<5x5x11x11xf16>, memref<2x2xf16>) outs(%arg2 : memref<5x5x4x4xf32>)
  return
}

// CHECK-LABEL: func.func @pooling_nhwc_min(
// CHECK-NOT: linalg.pooling_nhwc_min
func.func @pooling_nhwc_min(%arg0: memref<2x4x9x2xi8>, %arg1: memref<2x3xi8>, %arg2: memref<2x3x3x2xi32>) {
  linalg.pooling_nhwc_min {dilations = dense<1> : tensor<2xi64>, strides = dense<[1, 3]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x4x9x2xi8>, memref<2x3xi8>) outs(%arg2 : memref<2x3x3x2xi32>)
  return
}

// CHECK-LABEL: func.func @pooling_nhwc_min_unsigned(
// CHECK-NOT: linalg.pooling_nhwc_min_unsigned
func.func @pooling_nhwc_min_unsigned(%arg0: memref<2x6x4x2xi8>, %arg1: memref<2x3xi8>, %arg2: memref<2x2x2x2xi16>) {
  linalg.pooling_nhwc_min_unsigned {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[3, 1]> : tensor<2xi64>} ins(%arg0, %arg1 : memref<2x6x4x2xi8>, memref<2x3xi8>) outs(%arg2 : memref<2x2x2x2xi16>)
  return
}

// CHECK-LABEL: func.func @pooling_nwc_sum(
// CHECK-NOT: linalg.pooling_nwc_sum
func.func @pooling_nwc_sum(%arg0: memref<5x?x5xf32>, %arg1: memref<?xf32>, %arg2: memref<?x?x5xf32>) {
  linalg.pooling_nwc_sum ins(%arg0, %arg1 : memref<5x?x5xf32>, memref<?xf32>) outs(%arg2 : memref<?x?x5xf32>)
  return
}

// CHECK-LABEL: func.func @pooling_ncw_sum(
// CHECK-NOT: linalg.pooling_ncw_sum
func.func @pooling_ncw_sum(%arg0: memref<5x2x11xi8>, %arg1: memref<3xi8>, %arg2: memref<5x2x3xi32>) {
  linalg.pooling_ncw_sum {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%arg0, %arg1 : memref<5x2x11xi8>, memref<3xi8>) outs(%arg2 : memref<5x2x3xi32>)
  return
}

// CHECK-LABEL: func.func @pooling_nwc_max(
// CHECK-NOT: linalg.pooling_nwc_max
func.func @pooling_nwc_max(%arg0: memref<3x8x3xf16>, %arg1: memref<3xf16>, %arg2: memref<3x4x3xf32>) {
  linalg.pooling_nwc_max {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%arg0, %arg1 : memref<3x8x3xf16>, memref<3xf16>) outs(%arg2 : memref<3x4x3xf32>)
  return
}

// CHECK-LABEL: func.func @pooling_nwc_max_unsigned(
// CHECK-NOT: linalg.pooling_nwc_max_unsigned
func.func @pooling_nwc_max_unsigned(%arg0: memref<?x?x5xi8>, %arg1: memref<2xi8>, %arg2: memref<5x?x5xi16>) {
  linalg.pooling_nwc_max_unsigned {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%arg0, %arg1 : memref<?x?x5xi8>, memref<2xi8>) outs(%arg2 : memref<5x?x5xi16>)
  return
}

// CHECK-LABEL: func.func @pooling_ncw_max(
// CHECK-NOT: linalg.pooling_ncw_max
func.func @pooling_ncw_max(%arg0: memref<4x5x?xf16>, %arg1: memref<4xf16>, %arg2: memref<4x5x3xf32>) {
  linalg.pooling_ncw_max {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<4x5x?xf16>, memref<4xf16>) outs(%arg2 : memref<4x5x3xf32>)
  return
}

// CHECK-LABEL: func.func @pooling_nwc_min(
// CHECK-NOT: linalg.pooling_nwc_min
func.func @pooling_nwc_min(%arg0: memref<4x9x5xi8>, %arg1: memref<3xi8>, %arg2: memref<4x5x5xi32>) {
  linalg.pooling_nwc_min {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%arg0, %arg1 : memref<4x9x5xi8>, memref<3xi8>) outs(%arg2 : memref<4x5x5xi32>)
  return
}

// CHECK-LABEL: func.func @pooling_nwc_min_unsigned(
// CHECK-NOT: linalg.pooling_nwc_min_unsigned
func.func @pooling_nwc_min_unsigned(%arg0: memref<3x7x2xi8>, %arg1: memref<3xi8>, %arg2: memref<3x2x2xi16>) {
  linalg.pooling_nwc_min_unsigned {dilations = dense<2> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : memref<3x7x2xi8>, memref<3xi8>) outs(%arg2 : memref<3x2x2xi16>)
  return
}

// CHECK-LABEL: func.func @pooling_ndhwc_sum(
// CHECK-NOT: linalg.pooling_ndhwc_sum
func.func @pooling_ndhwc_sum(%arg0: memref<5x11x9x4x4xf64>, %arg1: memref<5x4x2xf32>, %arg2: memref<5x3x3x2x4xf16>) {
  linalg.pooling_ndhwc_sum {dilations = dense<[2, 2, 1]> : tensor<3xi64>, strides = dense<[1, 1, 2]> : tensor<3xi64>} ins(%arg0, %arg1 : memref<5x11x9x4x4xf64>, memref<5x4x2xf32>) outs(%arg2 : memref<5x3x3x2x4xf16>)
  return
}

// CHECK-LABEL: func.func @pooling_ndhwc_max(
// CHECK-NOT: linalg.pooling_ndhwc_max
func.func @pooling_ndhwc_max(%arg0: memref<?x?x11x8x3xf64>, %arg1: memref<3x5x4xf32>, %arg2: memref<?x5x?x?x?xf16>) {
  linalg.pooling_ndhwc_max {dilations = dense<[2, 2, 1]> : tensor<3xi64>, strides = dense<[3, 2, 2]> : tensor<3xi64>} ins(%arg0, %arg1 : memref<?x?x11x8x3xf64>, memref<3x5x4xf32>) outs(%arg2 : memref<?x5x?x?x?xf16>)
  return
}

// CHECK-LABEL: func.func @pooling_ndhwc_min(
// CHECK-NOT: linalg.pooling_ndhwc_min
func.func @pooling_ndhwc_min(%arg0: memref<4x9x9x13x4xi16>, %arg1: memref<3x2x5xi8>, %arg2: memref<4x5x4x3x4xf32>) {
  linalg.pooling_ndhwc_min {dilations = dense<2> : tensor<3xi64>, strides = dense<[1, 2, 2]> : tensor<3xi64>} ins(%arg0, %arg1 : memref<4x9x9x13x4xi16>, memref<3x2x5xi8>) outs(%arg2 : memref<4x5x4x3x4xf32>)
  return
}

// CHECK-LABEL: func.func @fill_rng_2d(
// CHECK-NOT: linalg.fill_rng_2d
func.func @fill_rng_2d(%arg0: f64, %arg1: f64, %arg2: i32, %arg3: memref<?x5xf32>) {
  linalg.fill_rng_2d ins(%arg0, %arg1, %arg2 : f64, f64, i32) outs(%arg3 : memref<?x5xf32>)
  return
}
