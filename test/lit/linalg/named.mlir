// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s


// CHECK-LABEL: func.func @quantized_matmul(
// CHECK-NEXT: linalg.quantized_matmul ins(%arg0, %arg1, %arg2, %arg3 : tensor<3x4xi8>, tensor<4x3xi8>, i32, i32) outs(%arg4 : tensor<3x3xi32>) -> tensor<3x3xi32>
func.func @quantized_matmul(%arg0: tensor<3x4xi8>, %arg1: tensor<4x3xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<3x3xi32>) -> tensor<3x3xi32> {
  %0 = linalg.quantized_matmul ins(%arg0, %arg1, %arg2, %arg3 : tensor<3x4xi8>, tensor<4x3xi8>, i32, i32) outs(%arg4 : tensor<3x3xi32>) -> tensor<3x3xi32>
  return %0 : tensor<3x3xi32>
}

// CHECK-LABEL: func.func @mmt4d(
// CHECK-NEXT: linalg.mmt4d ins(%arg0, %arg1 : tensor<5x3x3x5xi16>, tensor<4x3x5x5xi8>) outs(%arg2 : tensor<5x4x3x5xf32>) -> tensor<5x4x3x5xf32>
func.func @mmt4d(%arg0: tensor<5x3x3x5xi16>, %arg1: tensor<4x3x5x5xi8>, %arg2: tensor<5x4x3x5xf32>) -> tensor<5x4x3x5xf32> {
  %0 = linalg.mmt4d ins(%arg0, %arg1 : tensor<5x3x3x5xi16>, tensor<4x3x5x5xi8>) outs(%arg2 : tensor<5x4x3x5xf32>) -> tensor<5x4x3x5xf32>
  return %0 : tensor<5x4x3x5xf32>
}

// CHECK-LABEL: func.func @batch_mmt4d(
// CHECK-NEXT: linalg.batch_mmt4d ins(%arg0, %arg1 : tensor<5x2x3x2x2xi8>, tensor<5x2x3x4x2xi8>) outs(%arg2 : tensor<5x2x2x2x4xi32>) -> tensor<5x2x2x2x4xi32>
func.func @batch_mmt4d(%arg0: tensor<5x2x3x2x2xi8>, %arg1: tensor<5x2x3x4x2xi8>, %arg2: tensor<5x2x2x2x4xi32>) -> tensor<5x2x2x2x4xi32> {
  %0 = linalg.batch_mmt4d ins(%arg0, %arg1 : tensor<5x2x3x2x2xi8>, tensor<5x2x3x4x2xi8>) outs(%arg2 : tensor<5x2x2x2x4xi32>) -> tensor<5x2x2x2x4xi32>
  return %0 : tensor<5x2x2x2x4xi32>
}

// CHECK-LABEL: func.func @quantized_batch_matmul(
// CHECK-NEXT: linalg.quantized_batch_matmul ins(%arg0, %arg1, %arg2, %arg3 : tensor<?x3x2xi8>, tensor<5x2x4xi8>, i32, i32) outs(%arg4 : tensor<5x3x4xi32>) -> tensor<5x3x4xi32>
func.func @quantized_batch_matmul(%arg0: tensor<?x3x2xi8>, %arg1: tensor<5x2x4xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<5x3x4xi32>) -> tensor<5x3x4xi32> {
  %0 = linalg.quantized_batch_matmul ins(%arg0, %arg1, %arg2, %arg3 : tensor<?x3x2xi8>, tensor<5x2x4xi8>, i32, i32) outs(%arg4 : tensor<5x3x4xi32>) -> tensor<5x3x4xi32>
  return %0 : tensor<5x3x4xi32>
}

// CHECK-LABEL: func.func @matvec(
// CHECK-NEXT: linalg.matvec ins(%arg0, %arg1 : tensor<2x4xf64>, tensor<4xf32>) outs(%arg2 : tensor<2xf16>) -> tensor<2xf16>
func.func @matvec(%arg0: tensor<2x4xf64>, %arg1: tensor<4xf32>, %arg2: tensor<2xf16>) -> tensor<2xf16> {
  %0 = linalg.matvec ins(%arg0, %arg1 : tensor<2x4xf64>, tensor<4xf32>) outs(%arg2 : tensor<2xf16>) -> tensor<2xf16>
  return %0 : tensor<2xf16>
}

// CHECK-LABEL: func.func @vecmat(
// CHECK-NEXT: linalg.vecmat ins(%arg0, %arg1 : tensor<4xi8>, tensor<?x3xi8>) outs(%arg2 : tensor<3xi32>) -> tensor<3xi32>
func.func @vecmat(%arg0: tensor<4xi8>, %arg1: tensor<?x3xi8>, %arg2: tensor<3xi32>) -> tensor<3xi32> {
  %0 = linalg.vecmat ins(%arg0, %arg1 : tensor<4xi8>, tensor<?x3xi8>) outs(%arg2 : tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// CHECK-LABEL: func.func @batch_matvec(
// CHECK-NEXT: linalg.batch_matvec ins(%arg0, %arg1 : tensor<2x4x5xi16>, tensor<2x5xi8>) outs(%arg2 : tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @batch_matvec(%arg0: tensor<2x4x5xi16>, %arg1: tensor<2x5xi8>, %arg2: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = linalg.batch_matvec ins(%arg0, %arg1 : tensor<2x4x5xi16>, tensor<2x5xi8>) outs(%arg2 : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @batch_vecmat(
// CHECK-NEXT: linalg.batch_vecmat ins(%arg0, %arg1 : tensor<4x3xf32>, tensor<4x3x4xf32>) outs(%arg2 : tensor<4x4xf32>) -> tensor<4x4xf32>
func.func @batch_vecmat(%arg0: tensor<4x3xf32>, %arg1: tensor<4x3x4xf32>, %arg2: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.batch_vecmat ins(%arg0, %arg1 : tensor<4x3xf32>, tensor<4x3x4xf32>) outs(%arg2 : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @dot(
// CHECK-NEXT: linalg.dot ins(%arg0, %arg1 : tensor<?xi16>, tensor<3xi8>) outs(%arg2 : tensor<f32>) -> tensor<f32>
func.func @dot(%arg0: tensor<?xi16>, %arg1: tensor<3xi8>, %arg2: tensor<f32>) -> tensor<f32> {
  %0 = linalg.dot ins(%arg0, %arg1 : tensor<?xi16>, tensor<3xi8>) outs(%arg2 : tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @conv_1d(
// CHECK-NEXT: linalg.conv_1d ins(%arg0, %arg1 : tensor<7xi16>, tensor<5xi8>) outs(%arg2 : tensor<3xf32>) -> tensor<3xf32>
func.func @conv_1d(%arg0: tensor<7xi16>, %arg1: tensor<5xi8>, %arg2: tensor<3xf32>) -> tensor<3xf32> {
  %0 = linalg.conv_1d ins(%arg0, %arg1 : tensor<7xi16>, tensor<5xi8>) outs(%arg2 : tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @conv_2d(
// CHECK-NEXT: linalg.conv_2d ins(%arg0, %arg1 : tensor<8x7xf32>, tensor<4x4xf32>) outs(%arg2 : tensor<5x4xf32>) -> tensor<5x4xf32>
func.func @conv_2d(%arg0: tensor<8x7xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %0 = linalg.conv_2d ins(%arg0, %arg1 : tensor<8x7xf32>, tensor<4x4xf32>) outs(%arg2 : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// CHECK-LABEL: func.func @conv_3d(
// CHECK-NEXT: linalg.conv_3d ins(%arg0, %arg1 : tensor<8x?x5xf64>, tensor<?x?x2xf32>) outs(%arg2 : tensor<?x?x4xf16>) -> tensor<?x?x4xf16>
func.func @conv_3d(%arg0: tensor<8x?x5xf64>, %arg1: tensor<?x?x2xf32>, %arg2: tensor<?x?x4xf16>) -> tensor<?x?x4xf16> {
  %0 = linalg.conv_3d ins(%arg0, %arg1 : tensor<8x?x5xf64>, tensor<?x?x2xf32>) outs(%arg2 : tensor<?x?x4xf16>) -> tensor<?x?x4xf16>
  return %0 : tensor<?x?x4xf16>
}

// CHECK-LABEL: func.func @conv_1d_nwc_wcf(
// CHECK-NEXT: linalg.conv_1d_nwc_wcf ins(%arg0, %arg1 : tensor<4x5x4xf16>, tensor<3x4x4xf16>) outs(%arg2 : tensor<4x3x4xf32>) -> tensor<4x3x4xf32>
func.func @conv_1d_nwc_wcf(%arg0: tensor<4x5x4xf16>, %arg1: tensor<3x4x4xf16>, %arg2: tensor<4x3x4xf32>) -> tensor<4x3x4xf32> {
  %0 = linalg.conv_1d_nwc_wcf ins(%arg0, %arg1 : tensor<4x5x4xf16>, tensor<3x4x4xf16>) outs(%arg2 : tensor<4x3x4xf32>) -> tensor<4x3x4xf32>
  return %0 : tensor<4x3x4xf32>
}

// CHECK-LABEL: func.func @conv_1d_ncw_fcw(
// CHECK-NEXT: linalg.conv_1d_ncw_fcw {dilations = dense<1> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<5x4x6xf64>, tensor<3x4x3xf32>) outs(%arg2 : tensor<5x3x2xf16>) -> tensor<5x3x2xf16>
func.func @conv_1d_ncw_fcw(%arg0: tensor<5x4x6xf64>, %arg1: tensor<3x4x3xf32>, %arg2: tensor<5x3x2xf16>) -> tensor<5x3x2xf16> {
  %0 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<5x4x6xf64>, tensor<3x4x3xf32>) outs(%arg2 : tensor<5x3x2xf16>) -> tensor<5x3x2xf16>
  return %0 : tensor<5x3x2xf16>
}

// CHECK-LABEL: func.func @conv_2d_nhwc_hwcf(
// CHECK-NEXT: linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<4x6x13x4xi16>, tensor<5x4x4x3xi8>) outs(%arg2 : tensor<4x2x4x3xf32>) -> tensor<4x2x4x3xf32>
func.func @conv_2d_nhwc_hwcf(%arg0: tensor<4x6x13x4xi16>, %arg1: tensor<5x4x4x3xi8>, %arg2: tensor<4x2x4x3xf32>) -> tensor<4x2x4x3xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<4x6x13x4xi16>, tensor<5x4x4x3xi8>) outs(%arg2 : tensor<4x2x4x3xf32>) -> tensor<4x2x4x3xf32>
  return %0 : tensor<4x2x4x3xf32>
}

// CHECK-LABEL: func.func @conv_2d_nhwc_fhwc(
// CHECK-NEXT: linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x6x13x4xf64>, tensor<3x2x5x4xf32>) outs(%arg2 : tensor<2x5x5x3xf16>) -> tensor<2x5x5x3xf16>
func.func @conv_2d_nhwc_fhwc(%arg0: tensor<2x6x13x4xf64>, %arg1: tensor<3x2x5x4xf32>, %arg2: tensor<2x5x5x3xf16>) -> tensor<2x5x5x3xf16> {
  %0 = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x6x13x4xf64>, tensor<3x2x5x4xf32>) outs(%arg2 : tensor<2x5x5x3xf16>) -> tensor<2x5x5x3xf16>
  return %0 : tensor<2x5x5x3xf16>
}

// CHECK-LABEL: func.func @conv_2d_nhwc_hwcf_q(
// CHECK-NEXT: linalg.conv_2d_nhwc_hwcf_q {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<5x3x4x4xi8>, tensor<?x3x4x5xi8>, i32, i32) outs(%arg4 : tensor<?x?x2x5xi32>) -> tensor<?x?x2x5xi32>
func.func @conv_2d_nhwc_hwcf_q(%arg0: tensor<5x3x4x4xi8>, %arg1: tensor<?x3x4x5xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<?x?x2x5xi32>) -> tensor<?x?x2x5xi32> {
  %0 = linalg.conv_2d_nhwc_hwcf_q {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<5x3x4x4xi8>, tensor<?x3x4x5xi8>, i32, i32) outs(%arg4 : tensor<?x?x2x5xi32>) -> tensor<?x?x2x5xi32>
  return %0 : tensor<?x?x2x5xi32>
}

// CHECK-LABEL: func.func @conv_2d_nhwc_fhwc_q(
// CHECK-NEXT: linalg.conv_2d_nhwc_fhwc_q {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<5x6x12x2xi8>, tensor<3x4x5x2xi8>, i32, i32) outs(%arg4 : tensor<5x2x4x3xi32>) -> tensor<5x2x4x3xi32>
func.func @conv_2d_nhwc_fhwc_q(%arg0: tensor<5x6x12x2xi8>, %arg1: tensor<3x4x5x2xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<5x2x4x3xi32>) -> tensor<5x2x4x3xi32> {
  %0 = linalg.conv_2d_nhwc_fhwc_q {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<5x6x12x2xi8>, tensor<3x4x5x2xi8>, i32, i32) outs(%arg4 : tensor<5x2x4x3xi32>) -> tensor<5x2x4x3xi32>
  return %0 : tensor<5x2x4x3xi32>
}

// CHECK-LABEL: func.func @conv_2d_nchw_fchw_q(
// CHECK-NEXT: linalg.conv_2d_nchw_fchw_q {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<2x4x6x6xi8>, tensor<5x4x2x4xi8>, i32, i32) outs(%arg4 : tensor<2x5x4x3xi32>) -> tensor<2x5x4x3xi32>
func.func @conv_2d_nchw_fchw_q(%arg0: tensor<2x4x6x6xi8>, %arg1: tensor<5x4x2x4xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<2x5x4x3xi32>) -> tensor<2x5x4x3xi32> {
  %0 = linalg.conv_2d_nchw_fchw_q {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<2x4x6x6xi8>, tensor<5x4x2x4xi8>, i32, i32) outs(%arg4 : tensor<2x5x4x3xi32>) -> tensor<2x5x4x3xi32>
  return %0 : tensor<2x5x4x3xi32>
}

// CHECK-LABEL: func.func @conv_2d_nchw_fchw(
// CHECK-NEXT: linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x2x6x9xf64>, tensor<5x2x4x5xf32>) outs(%arg2 : tensor<2x5x2x3xf16>) -> tensor<2x5x2x3xf16>
func.func @conv_2d_nchw_fchw(%arg0: tensor<2x2x6x9xf64>, %arg1: tensor<5x2x4x5xf32>, %arg2: tensor<2x5x2x3xf16>) -> tensor<2x5x2x3xf16> {
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x2x6x9xf64>, tensor<5x2x4x5xf32>) outs(%arg2 : tensor<2x5x2x3xf16>) -> tensor<2x5x2x3xf16>
  return %0 : tensor<2x5x2x3xf16>
}

// CHECK-LABEL: func.func @conv_2d_ngchw_fgchw(
// CHECK-NEXT: linalg.conv_2d_ngchw_fgchw {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<5x5x4x9x13xf16>, tensor<2x5x4x2x5xf16>) outs(%arg2 : tensor<5x5x2x3x3xf32>) -> tensor<5x5x2x3x3xf32>
func.func @conv_2d_ngchw_fgchw(%arg0: tensor<5x5x4x9x13xf16>, %arg1: tensor<2x5x4x2x5xf16>, %arg2: tensor<5x5x2x3x3xf32>) -> tensor<5x5x2x3x3xf32> {
  %0 = linalg.conv_2d_ngchw_fgchw {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<5x5x4x9x13xf16>, tensor<2x5x4x2x5xf16>) outs(%arg2 : tensor<5x5x2x3x3xf32>) -> tensor<5x5x2x3x3xf32>
  return %0 : tensor<5x5x2x3x3xf32>
}

// CHECK-LABEL: func.func @conv_2d_ngchw_gfchw(
// CHECK-NEXT: linalg.conv_2d_ngchw_gfchw {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x5x2x14x7xf16>, tensor<5x2x2x5x3xf16>) outs(%arg2 : tensor<2x5x2x4x2xf32>) -> tensor<2x5x2x4x2xf32>
func.func @conv_2d_ngchw_gfchw(%arg0: tensor<2x5x2x14x7xf16>, %arg1: tensor<5x2x2x5x3xf16>, %arg2: tensor<2x5x2x4x2xf32>) -> tensor<2x5x2x4x2xf32> {
  %0 = linalg.conv_2d_ngchw_gfchw {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x5x2x14x7xf16>, tensor<5x2x2x5x3xf16>) outs(%arg2 : tensor<2x5x2x4x2xf32>) -> tensor<2x5x2x4x2xf32>
  return %0 : tensor<2x5x2x4x2xf32>
}

// CHECK-LABEL: func.func @conv_2d_nhwgc_gfhwc(
// CHECK-NEXT: linalg.conv_2d_nhwgc_gfhwc {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x6x4x5x2xf64>, tensor<5x4x4x2x2xf32>) outs(%arg2 : tensor<2x2x2x5x4xf16>) -> tensor<2x2x2x5x4xf16>
func.func @conv_2d_nhwgc_gfhwc(%arg0: tensor<2x6x4x5x2xf64>, %arg1: tensor<5x4x4x2x2xf32>, %arg2: tensor<2x2x2x5x4xf16>) -> tensor<2x2x2x5x4xf16> {
  %0 = linalg.conv_2d_nhwgc_gfhwc {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x6x4x5x2xf64>, tensor<5x4x4x2x2xf32>) outs(%arg2 : tensor<2x2x2x5x4xf16>) -> tensor<2x2x2x5x4xf16>
  return %0 : tensor<2x2x2x5x4xf16>
}

// CHECK-LABEL: func.func @conv_2d_nhwgc_gfhwc_q(
// CHECK-NEXT: linalg.conv_2d_nhwgc_gfhwc_q {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[1, 3]> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<2x11x10x3x4xi8>, tensor<3x5x5x4x4xi8>, i32, i32) outs(%arg4 : tensor<2x3x3x3x5xi32>) -> tensor<2x3x3x3x5xi32>
func.func @conv_2d_nhwgc_gfhwc_q(%arg0: tensor<2x11x10x3x4xi8>, %arg1: tensor<3x5x5x4x4xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<2x3x3x3x5xi32>) -> tensor<2x3x3x3x5xi32> {
  %0 = linalg.conv_2d_nhwgc_gfhwc_q {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[1, 3]> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<2x11x10x3x4xi8>, tensor<3x5x5x4x4xi8>, i32, i32) outs(%arg4 : tensor<2x3x3x3x5xi32>) -> tensor<2x3x3x3x5xi32>
  return %0 : tensor<2x3x3x3x5xi32>
}

// CHECK-LABEL: func.func @conv_2d_ngchw_gfchw_q(
// CHECK-NEXT: linalg.conv_2d_ngchw_gfchw_q {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<5x3x2x7x13xi8>, tensor<3x5x2x5x5xi8>, i32, i32) outs(%arg4 : tensor<5x3x5x3x3xi32>) -> tensor<5x3x5x3x3xi32>
func.func @conv_2d_ngchw_gfchw_q(%arg0: tensor<5x3x2x7x13xi8>, %arg1: tensor<3x5x2x5x5xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<5x3x5x3x3xi32>) -> tensor<5x3x5x3x3xi32> {
  %0 = linalg.conv_2d_ngchw_gfchw_q {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<5x3x2x7x13xi8>, tensor<3x5x2x5x5xi8>, i32, i32) outs(%arg4 : tensor<5x3x5x3x3xi32>) -> tensor<5x3x5x3x3xi32>
  return %0 : tensor<5x3x5x3x3xi32>
}

// CHECK-LABEL: func.func @conv_3d_ndhwc_dhwcf(
// CHECK-NEXT: linalg.conv_3d_ndhwc_dhwcf {dilations = dense<[2, 1, 2]> : tensor<3xi64>, strides = dense<[1, 1, 3]> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<5x10x7x18x3xf16>, tensor<4x5x5x3x2xf16>) outs(%arg2 : tensor<5x4x3x4x2xf32>) -> tensor<5x4x3x4x2xf32>
func.func @conv_3d_ndhwc_dhwcf(%arg0: tensor<5x10x7x18x3xf16>, %arg1: tensor<4x5x5x3x2xf16>, %arg2: tensor<5x4x3x4x2xf32>) -> tensor<5x4x3x4x2xf32> {
  %0 = linalg.conv_3d_ndhwc_dhwcf {dilations = dense<[2, 1, 2]> : tensor<3xi64>, strides = dense<[1, 1, 3]> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<5x10x7x18x3xf16>, tensor<4x5x5x3x2xf16>) outs(%arg2 : tensor<5x4x3x4x2xf32>) -> tensor<5x4x3x4x2xf32>
  return %0 : tensor<5x4x3x4x2xf32>
}

// CHECK-LABEL: func.func @conv_3d_ndhwc_dhwcf_q(
// CHECK-NEXT: linalg.conv_3d_ndhwc_dhwcf_q {dilations = dense<[2, 1, 2]> : tensor<3xi64>, strides = dense<[1, 2, 3]> : tensor<3xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<2x13x5x17x2xi8>, tensor<5x3x3x2x2xi8>, i32, i32) outs(%arg4 : tensor<2x5x2x5x2xi32>) -> tensor<2x5x2x5x2xi32>
func.func @conv_3d_ndhwc_dhwcf_q(%arg0: tensor<2x13x5x17x2xi8>, %arg1: tensor<5x3x3x2x2xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<2x5x2x5x2xi32>) -> tensor<2x5x2x5x2xi32> {
  %0 = linalg.conv_3d_ndhwc_dhwcf_q {dilations = dense<[2, 1, 2]> : tensor<3xi64>, strides = dense<[1, 2, 3]> : tensor<3xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<2x13x5x17x2xi8>, tensor<5x3x3x2x2xi8>, i32, i32) outs(%arg4 : tensor<2x5x2x5x2xi32>) -> tensor<2x5x2x5x2xi32>
  return %0 : tensor<2x5x2x5x2xi32>
}

// CHECK-LABEL: func.func @conv_3d_ncdhw_fcdhw(
// CHECK-NEXT: linalg.conv_3d_ncdhw_fcdhw {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[1, 1, 3]> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<2x2x?x?x7xi8>, tensor<?x2x2x2x?xi8>) outs(%arg2 : tensor<?x?x3x?x2xi32>) -> tensor<?x?x3x?x2xi32>
func.func @conv_3d_ncdhw_fcdhw(%arg0: tensor<2x2x?x?x7xi8>, %arg1: tensor<?x2x2x2x?xi8>, %arg2: tensor<?x?x3x?x2xi32>) -> tensor<?x?x3x?x2xi32> {
  %0 = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<[1, 2, 1]> : tensor<3xi64>, strides = dense<[1, 1, 3]> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<2x2x?x?x7xi8>, tensor<?x2x2x2x?xi8>) outs(%arg2 : tensor<?x?x3x?x2xi32>) -> tensor<?x?x3x?x2xi32>
  return %0 : tensor<?x?x3x?x2xi32>
}

// CHECK-LABEL: func.func @depthwise_conv_1d_nwc_wc(
// CHECK-NEXT: linalg.depthwise_conv_1d_nwc_wc {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<4x11x4xf32>, tensor<4x4xf32>) outs(%arg2 : tensor<4x5x4xf32>) -> tensor<4x5x4xf32>
func.func @depthwise_conv_1d_nwc_wc(%arg0: tensor<4x11x4xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<4x5x4xf32>) -> tensor<4x5x4xf32> {
  %0 = linalg.depthwise_conv_1d_nwc_wc {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<4x11x4xf32>, tensor<4x4xf32>) outs(%arg2 : tensor<4x5x4xf32>) -> tensor<4x5x4xf32>
  return %0 : tensor<4x5x4xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_1d_ncw_cw(
// CHECK-NEXT: linalg.depthwise_conv_1d_ncw_cw {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<3x3x9xi16>, tensor<3x4xi8>) outs(%arg2 : tensor<3x3x3xf32>) -> tensor<3x3x3xf32>
func.func @depthwise_conv_1d_ncw_cw(%arg0: tensor<3x3x9xi16>, %arg1: tensor<3x4xi8>, %arg2: tensor<3x3x3xf32>) -> tensor<3x3x3xf32> {
  %0 = linalg.depthwise_conv_1d_ncw_cw {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<3x3x9xi16>, tensor<3x4xi8>) outs(%arg2 : tensor<3x3x3xf32>) -> tensor<3x3x3xf32>
  return %0 : tensor<3x3x3xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_1d_nwc_wcm(
// CHECK-NEXT: linalg.depthwise_conv_1d_nwc_wcm {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<4x10x4xf32>, tensor<5x4x4xf32>) outs(%arg2 : tensor<4x2x4x4xf32>) -> tensor<4x2x4x4xf32>
func.func @depthwise_conv_1d_nwc_wcm(%arg0: tensor<4x10x4xf32>, %arg1: tensor<5x4x4xf32>, %arg2: tensor<4x2x4x4xf32>) -> tensor<4x2x4x4xf32> {
  %0 = linalg.depthwise_conv_1d_nwc_wcm {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<4x10x4xf32>, tensor<5x4x4xf32>) outs(%arg2 : tensor<4x2x4x4xf32>) -> tensor<4x2x4x4xf32>
  return %0 : tensor<4x2x4x4xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwc(
// CHECK-NEXT: linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<5x6x11x5xi8>, tensor<2x3x5xi8>) outs(%arg2 : tensor<5x2x4x5xi32>) -> tensor<5x2x4x5xi32>
func.func @depthwise_conv_2d_nhwc_hwc(%arg0: tensor<5x6x11x5xi8>, %arg1: tensor<2x3x5xi8>, %arg2: tensor<5x2x4x5xi32>) -> tensor<5x2x4x5xi32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<2> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<5x6x11x5xi8>, tensor<2x3x5xi8>) outs(%arg2 : tensor<5x2x4x5xi32>) -> tensor<5x2x4x5xi32>
  return %0 : tensor<5x2x4x5xi32>
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nchw_chw(
// CHECK-NEXT: linalg.depthwise_conv_2d_nchw_chw {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<3x3x17x7xi8>, tensor<3x3x3xi8>) outs(%arg2 : tensor<3x3x5x3xi32>) -> tensor<3x3x5x3xi32>
func.func @depthwise_conv_2d_nchw_chw(%arg0: tensor<3x3x17x7xi8>, %arg1: tensor<3x3x3xi8>, %arg2: tensor<3x3x5x3xi32>) -> tensor<3x3x5x3xi32> {
  %0 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<3x3x17x7xi8>, tensor<3x3x3xi8>) outs(%arg2 : tensor<3x3x5x3xi32>) -> tensor<3x3x5x3xi32>
  return %0 : tensor<3x3x5x3xi32>
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwc_q(
// CHECK-NEXT: linalg.depthwise_conv_2d_nhwc_hwc_q {dilations = dense<2> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<4x11x5x3xi8>, tensor<2x2x3xi8>, i32, i32) outs(%arg4 : tensor<4x5x2x3xi32>) -> tensor<4x5x2x3xi32>
func.func @depthwise_conv_2d_nhwc_hwc_q(%arg0: tensor<4x11x5x3xi8>, %arg1: tensor<2x2x3xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<4x5x2x3xi32>) -> tensor<4x5x2x3xi32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc_q {dilations = dense<2> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<4x11x5x3xi8>, tensor<2x2x3xi8>, i32, i32) outs(%arg4 : tensor<4x5x2x3xi32>) -> tensor<4x5x2x3xi32>
  return %0 : tensor<4x5x2x3xi32>
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwcm(
// CHECK-NEXT: linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<1> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x11x6x4xf32>, tensor<3x5x4x3xf32>) outs(%arg2 : tensor<2x5x2x4x3xf32>) -> tensor<2x5x2x4x3xf32>
func.func @depthwise_conv_2d_nhwc_hwcm(%arg0: tensor<2x11x6x4xf32>, %arg1: tensor<3x5x4x3xf32>, %arg2: tensor<2x5x2x4x3xf32>) -> tensor<2x5x2x4x3xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<1> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x11x6x4xf32>, tensor<3x5x4x3xf32>) outs(%arg2 : tensor<2x5x2x4x3xf32>) -> tensor<2x5x2x4x3xf32>
  return %0 : tensor<2x5x2x4x3xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwcm_q(
// CHECK-NEXT: linalg.depthwise_conv_2d_nhwc_hwcm_q {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[3, 1]> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<4x12x5x4xi8>, tensor<2x2x4x3xi8>, i32, i32) outs(%arg4 : tensor<4x4x4x4x3xi32>) -> tensor<4x4x4x4x3xi32>
func.func @depthwise_conv_2d_nhwc_hwcm_q(%arg0: tensor<4x12x5x4xi8>, %arg1: tensor<2x2x4x3xi8>, %arg2: i32, %arg3: i32, %arg4: tensor<4x4x4x4x3xi32>) -> tensor<4x4x4x4x3xi32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm_q {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[3, 1]> : tensor<2xi64>} ins(%arg0, %arg1, %arg2, %arg3 : tensor<4x12x5x4xi8>, tensor<2x2x4x3xi8>, i32, i32) outs(%arg4 : tensor<4x4x4x4x3xi32>) -> tensor<4x4x4x4x3xi32>
  return %0 : tensor<4x4x4x4x3xi32>
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ndhwc_dhwc(
// CHECK-NEXT: linalg.depthwise_conv_3d_ndhwc_dhwc {dilations = dense<[2, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 1]> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<2x13x12x7x5xf32>, tensor<3x5x5x5xf32>) outs(%arg2 : tensor<2x5x2x3x5xf32>) -> tensor<2x5x2x3x5xf32>
func.func @depthwise_conv_3d_ndhwc_dhwc(%arg0: tensor<2x13x12x7x5xf32>, %arg1: tensor<3x5x5x5xf32>, %arg2: tensor<2x5x2x3x5xf32>) -> tensor<2x5x2x3x5xf32> {
  %0 = linalg.depthwise_conv_3d_ndhwc_dhwc {dilations = dense<[2, 2, 1]> : tensor<3xi64>, strides = dense<[2, 3, 1]> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<2x13x12x7x5xf32>, tensor<3x5x5x5xf32>) outs(%arg2 : tensor<2x5x2x3x5xf32>) -> tensor<2x5x2x3x5xf32>
  return %0 : tensor<2x5x2x3x5xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ncdhw_cdhw(
// CHECK-NEXT: linalg.depthwise_conv_3d_ncdhw_cdhw {dilations = dense<[2, 2, 1]> : tensor<3xi64>, strides = dense<[2, 2, 3]> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<5x5x9x15x13xf16>, tensor<5x4x5x4xf16>) outs(%arg2 : tensor<5x5x2x4x4xf32>) -> tensor<5x5x2x4x4xf32>
func.func @depthwise_conv_3d_ncdhw_cdhw(%arg0: tensor<5x5x9x15x13xf16>, %arg1: tensor<5x4x5x4xf16>, %arg2: tensor<5x5x2x4x4xf32>) -> tensor<5x5x2x4x4xf32> {
  %0 = linalg.depthwise_conv_3d_ncdhw_cdhw {dilations = dense<[2, 2, 1]> : tensor<3xi64>, strides = dense<[2, 2, 3]> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<5x5x9x15x13xf16>, tensor<5x4x5x4xf16>) outs(%arg2 : tensor<5x5x2x4x4xf32>) -> tensor<5x5x2x4x4xf32>
  return %0 : tensor<5x5x2x4x4xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ndhwc_dhwcm(
// CHECK-NEXT: linalg.depthwise_conv_3d_ndhwc_dhwcm {dilations = dense<1> : tensor<3xi64>, strides = dense<[2, 3, 1]> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<3x?x?x6x?xf16>, tensor<?x?x5x?x?xf16>) outs(%arg2 : tensor<?x?x?x2x5x3xf32>) -> tensor<?x?x?x2x5x3xf32>
func.func @depthwise_conv_3d_ndhwc_dhwcm(%arg0: tensor<3x?x?x6x?xf16>, %arg1: tensor<?x?x5x?x?xf16>, %arg2: tensor<?x?x?x2x5x3xf32>) -> tensor<?x?x?x2x5x3xf32> {
  %0 = linalg.depthwise_conv_3d_ndhwc_dhwcm {dilations = dense<1> : tensor<3xi64>, strides = dense<[2, 3, 1]> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<3x?x?x6x?xf16>, tensor<?x?x5x?x?xf16>) outs(%arg2 : tensor<?x?x?x2x5x3xf32>) -> tensor<?x?x?x2x5x3xf32>
  return %0 : tensor<?x?x?x2x5x3xf32>
}

// CHECK-LABEL: func.func @pooling_nhwc_sum(
// CHECK-NEXT: linalg.pooling_nhwc_sum {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<4x9x8x4xf32>, tensor<4x2xf32>) outs(%arg2 : tensor<4x2x4x4xf32>) -> tensor<4x2x4x4xf32>
func.func @pooling_nhwc_sum(%arg0: tensor<4x9x8x4xf32>, %arg1: tensor<4x2xf32>, %arg2: tensor<4x2x4x4xf32>) -> tensor<4x2x4x4xf32> {
  %0 = linalg.pooling_nhwc_sum {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<4x9x8x4xf32>, tensor<4x2xf32>) outs(%arg2 : tensor<4x2x4x4xf32>) -> tensor<4x2x4x4xf32>
  return %0 : tensor<4x2x4x4xf32>
}

// CHECK-LABEL: func.func @pooling_nchw_sum(
// CHECK-NEXT: linalg.pooling_nchw_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<5x2x5x8xi8>, tensor<3x5xi8>) outs(%arg2 : tensor<5x2x3x4xi32>) -> tensor<5x2x3x4xi32>
func.func @pooling_nchw_sum(%arg0: tensor<5x2x5x8xi8>, %arg1: tensor<3x5xi8>, %arg2: tensor<5x2x3x4xi32>) -> tensor<5x2x3x4xi32> {
  %0 = linalg.pooling_nchw_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<5x2x5x8xi8>, tensor<3x5xi8>) outs(%arg2 : tensor<5x2x3x4xi32>) -> tensor<5x2x3x4xi32>
  return %0 : tensor<5x2x3x4xi32>
}

// CHECK-LABEL: func.func @pooling_nhwc_max(
// CHECK-NEXT: linalg.pooling_nhwc_max {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<4x15x16x2xf64>, tensor<5x4xf32>) outs(%arg2 : tensor<4x3x5x2xf16>) -> tensor<4x3x5x2xf16>
func.func @pooling_nhwc_max(%arg0: tensor<4x15x16x2xf64>, %arg1: tensor<5x4xf32>, %arg2: tensor<4x3x5x2xf16>) -> tensor<4x3x5x2xf16> {
  %0 = linalg.pooling_nhwc_max {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<4x15x16x2xf64>, tensor<5x4xf32>) outs(%arg2 : tensor<4x3x5x2xf16>) -> tensor<4x3x5x2xf16>
  return %0 : tensor<4x3x5x2xf16>
}

// CHECK-LABEL: func.func @pooling_nhwc_max_unsigned(
// CHECK-NEXT: linalg.pooling_nhwc_max_unsigned {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<5x17x11x5xi8>, tensor<?x?xi8>) outs(%arg2 : tensor<5x?x3x5xi16>) -> tensor<5x?x3x5xi16>
func.func @pooling_nhwc_max_unsigned(%arg0: tensor<5x17x11x5xi8>, %arg1: tensor<?x?xi8>, %arg2: tensor<5x?x3x5xi16>) -> tensor<5x?x3x5xi16> {
  %0 = linalg.pooling_nhwc_max_unsigned {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<5x17x11x5xi8>, tensor<?x?xi8>) outs(%arg2 : tensor<5x?x3x5xi16>) -> tensor<5x?x3x5xi16>
  return %0 : tensor<5x?x3x5xi16>
}

// CHECK-LABEL: func.func @pooling_nchw_max(
// CHECK-NEXT: linalg.pooling_nchw_max {dilations = dense<1> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<5x5x11x11xf16>, tensor<2x2xf16>) outs(%arg2 : tensor<5x5x4x4xf32>) -> tensor<5x5x4x4xf32>
func.func @pooling_nchw_max(%arg0: tensor<5x5x11x11xf16>, %arg1: tensor<2x2xf16>, %arg2: tensor<5x5x4x4xf32>) -> tensor<5x5x4x4xf32> {
  %0 = linalg.pooling_nchw_max {dilations = dense<1> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<5x5x11x11xf16>, tensor<2x2xf16>) outs(%arg2 : tensor<5x5x4x4xf32>) -> tensor<5x5x4x4xf32>
  return %0 : tensor<5x5x4x4xf32>
}

// CHECK-LABEL: func.func @pooling_nhwc_min(
// CHECK-NEXT: linalg.pooling_nhwc_min {dilations = dense<1> : tensor<2xi64>, strides = dense<[1, 3]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x4x9x2xi8>, tensor<2x3xi8>) outs(%arg2 : tensor<2x3x3x2xi32>) -> tensor<2x3x3x2xi32>
func.func @pooling_nhwc_min(%arg0: tensor<2x4x9x2xi8>, %arg1: tensor<2x3xi8>, %arg2: tensor<2x3x3x2xi32>) -> tensor<2x3x3x2xi32> {
  %0 = linalg.pooling_nhwc_min {dilations = dense<1> : tensor<2xi64>, strides = dense<[1, 3]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x4x9x2xi8>, tensor<2x3xi8>) outs(%arg2 : tensor<2x3x3x2xi32>) -> tensor<2x3x3x2xi32>
  return %0 : tensor<2x3x3x2xi32>
}

// CHECK-LABEL: func.func @pooling_nhwc_min_unsigned(
// CHECK-NEXT: linalg.pooling_nhwc_min_unsigned {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[3, 1]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x6x4x2xi8>, tensor<2x3xi8>) outs(%arg2 : tensor<2x2x2x2xi16>) -> tensor<2x2x2x2xi16>
func.func @pooling_nhwc_min_unsigned(%arg0: tensor<2x6x4x2xi8>, %arg1: tensor<2x3xi8>, %arg2: tensor<2x2x2x2xi16>) -> tensor<2x2x2x2xi16> {
  %0 = linalg.pooling_nhwc_min_unsigned {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[3, 1]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x6x4x2xi8>, tensor<2x3xi8>) outs(%arg2 : tensor<2x2x2x2xi16>) -> tensor<2x2x2x2xi16>
  return %0 : tensor<2x2x2x2xi16>
}

// CHECK-LABEL: func.func @pooling_nwc_sum(
// CHECK-NEXT: linalg.pooling_nwc_sum ins(%arg0, %arg1 : tensor<5x?x5xf32>, tensor<?xf32>) outs(%arg2 : tensor<?x?x5xf32>) -> tensor<?x?x5xf32>
func.func @pooling_nwc_sum(%arg0: tensor<5x?x5xf32>, %arg1: tensor<?xf32>, %arg2: tensor<?x?x5xf32>) -> tensor<?x?x5xf32> {
  %0 = linalg.pooling_nwc_sum ins(%arg0, %arg1 : tensor<5x?x5xf32>, tensor<?xf32>) outs(%arg2 : tensor<?x?x5xf32>) -> tensor<?x?x5xf32>
  return %0 : tensor<?x?x5xf32>
}

// CHECK-LABEL: func.func @pooling_ncw_sum(
// CHECK-NEXT: linalg.pooling_ncw_sum {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<5x2x11xi8>, tensor<3xi8>) outs(%arg2 : tensor<5x2x3xi32>) -> tensor<5x2x3xi32>
func.func @pooling_ncw_sum(%arg0: tensor<5x2x11xi8>, %arg1: tensor<3xi8>, %arg2: tensor<5x2x3xi32>) -> tensor<5x2x3xi32> {
  %0 = linalg.pooling_ncw_sum {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<5x2x11xi8>, tensor<3xi8>) outs(%arg2 : tensor<5x2x3xi32>) -> tensor<5x2x3xi32>
  return %0 : tensor<5x2x3xi32>
}

// CHECK-LABEL: func.func @pooling_nwc_max(
// CHECK-NEXT: linalg.pooling_nwc_max {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<3x8x3xf16>, tensor<3xf16>) outs(%arg2 : tensor<3x4x3xf32>) -> tensor<3x4x3xf32>
func.func @pooling_nwc_max(%arg0: tensor<3x8x3xf16>, %arg1: tensor<3xf16>, %arg2: tensor<3x4x3xf32>) -> tensor<3x4x3xf32> {
  %0 = linalg.pooling_nwc_max {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<3x8x3xf16>, tensor<3xf16>) outs(%arg2 : tensor<3x4x3xf32>) -> tensor<3x4x3xf32>
  return %0 : tensor<3x4x3xf32>
}

// CHECK-LABEL: func.func @pooling_nwc_max_unsigned(
// CHECK-NEXT: linalg.pooling_nwc_max_unsigned {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<?x?x5xi8>, tensor<2xi8>) outs(%arg2 : tensor<5x?x5xi16>) -> tensor<5x?x5xi16>
func.func @pooling_nwc_max_unsigned(%arg0: tensor<?x?x5xi8>, %arg1: tensor<2xi8>, %arg2: tensor<5x?x5xi16>) -> tensor<5x?x5xi16> {
  %0 = linalg.pooling_nwc_max_unsigned {dilations = dense<2> : tensor<1xi64>, strides = dense<3> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<?x?x5xi8>, tensor<2xi8>) outs(%arg2 : tensor<5x?x5xi16>) -> tensor<5x?x5xi16>
  return %0 : tensor<5x?x5xi16>
}

// CHECK-LABEL: func.func @pooling_ncw_max(
// CHECK-NEXT: linalg.pooling_ncw_max {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<4x5x?xf16>, tensor<4xf16>) outs(%arg2 : tensor<4x5x3xf32>) -> tensor<4x5x3xf32>
func.func @pooling_ncw_max(%arg0: tensor<4x5x?xf16>, %arg1: tensor<4xf16>, %arg2: tensor<4x5x3xf32>) -> tensor<4x5x3xf32> {
  %0 = linalg.pooling_ncw_max {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<4x5x?xf16>, tensor<4xf16>) outs(%arg2 : tensor<4x5x3xf32>) -> tensor<4x5x3xf32>
  return %0 : tensor<4x5x3xf32>
}

// CHECK-LABEL: func.func @pooling_nwc_min(
// CHECK-NEXT: linalg.pooling_nwc_min {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<4x9x5xi8>, tensor<3xi8>) outs(%arg2 : tensor<4x5x5xi32>) -> tensor<4x5x5xi32>
func.func @pooling_nwc_min(%arg0: tensor<4x9x5xi8>, %arg1: tensor<3xi8>, %arg2: tensor<4x5x5xi32>) -> tensor<4x5x5xi32> {
  %0 = linalg.pooling_nwc_min {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<4x9x5xi8>, tensor<3xi8>) outs(%arg2 : tensor<4x5x5xi32>) -> tensor<4x5x5xi32>
  return %0 : tensor<4x5x5xi32>
}

// CHECK-LABEL: func.func @pooling_nwc_min_unsigned(
// CHECK-NEXT: linalg.pooling_nwc_min_unsigned {dilations = dense<2> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<3x7x2xi8>, tensor<3xi8>) outs(%arg2 : tensor<3x2x2xi16>) -> tensor<3x2x2xi16>
func.func @pooling_nwc_min_unsigned(%arg0: tensor<3x7x2xi8>, %arg1: tensor<3xi8>, %arg2: tensor<3x2x2xi16>) -> tensor<3x2x2xi16> {
  %0 = linalg.pooling_nwc_min_unsigned {dilations = dense<2> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%arg0, %arg1 : tensor<3x7x2xi8>, tensor<3xi8>) outs(%arg2 : tensor<3x2x2xi16>) -> tensor<3x2x2xi16>
  return %0 : tensor<3x2x2xi16>
}

// CHECK-LABEL: func.func @pooling_ndhwc_sum(
// CHECK-NEXT: linalg.pooling_ndhwc_sum {dilations = dense<[2, 2, 1]> : tensor<3xi64>, strides = dense<[1, 1, 2]> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<5x11x9x4x4xf64>, tensor<5x4x2xf32>) outs(%arg2 : tensor<5x3x3x2x4xf16>) -> tensor<5x3x3x2x4xf16>
func.func @pooling_ndhwc_sum(%arg0: tensor<5x11x9x4x4xf64>, %arg1: tensor<5x4x2xf32>, %arg2: tensor<5x3x3x2x4xf16>) -> tensor<5x3x3x2x4xf16> {
  %0 = linalg.pooling_ndhwc_sum {dilations = dense<[2, 2, 1]> : tensor<3xi64>, strides = dense<[1, 1, 2]> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<5x11x9x4x4xf64>, tensor<5x4x2xf32>) outs(%arg2 : tensor<5x3x3x2x4xf16>) -> tensor<5x3x3x2x4xf16>
  return %0 : tensor<5x3x3x2x4xf16>
}

// CHECK-LABEL: func.func @pooling_ndhwc_max(
// CHECK-NEXT: linalg.pooling_ndhwc_max {dilations = dense<[2, 2, 1]> : tensor<3xi64>, strides = dense<[3, 2, 2]> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<?x?x11x8x3xf64>, tensor<3x5x4xf32>) outs(%arg2 : tensor<?x5x?x?x?xf16>) -> tensor<?x5x?x?x?xf16>
func.func @pooling_ndhwc_max(%arg0: tensor<?x?x11x8x3xf64>, %arg1: tensor<3x5x4xf32>, %arg2: tensor<?x5x?x?x?xf16>) -> tensor<?x5x?x?x?xf16> {
  %0 = linalg.pooling_ndhwc_max {dilations = dense<[2, 2, 1]> : tensor<3xi64>, strides = dense<[3, 2, 2]> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<?x?x11x8x3xf64>, tensor<3x5x4xf32>) outs(%arg2 : tensor<?x5x?x?x?xf16>) -> tensor<?x5x?x?x?xf16>
  return %0 : tensor<?x5x?x?x?xf16>
}

// CHECK-LABEL: func.func @pooling_ndhwc_min(
// CHECK-NEXT: linalg.pooling_ndhwc_min {dilations = dense<2> : tensor<3xi64>, strides = dense<[1, 2, 2]> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<4x9x9x13x4xi16>, tensor<3x2x5xi8>) outs(%arg2 : tensor<4x5x4x3x4xf32>) -> tensor<4x5x4x3x4xf32>
func.func @pooling_ndhwc_min(%arg0: tensor<4x9x9x13x4xi16>, %arg1: tensor<3x2x5xi8>, %arg2: tensor<4x5x4x3x4xf32>) -> tensor<4x5x4x3x4xf32> {
  %0 = linalg.pooling_ndhwc_min {dilations = dense<2> : tensor<3xi64>, strides = dense<[1, 2, 2]> : tensor<3xi64>} ins(%arg0, %arg1 : tensor<4x9x9x13x4xi16>, tensor<3x2x5xi8>) outs(%arg2 : tensor<4x5x4x3x4xf32>) -> tensor<4x5x4x3x4xf32>
  return %0 : tensor<4x5x4x3x4xf32>
}

// CHECK-LABEL: func.func @fill_rng_2d(
// CHECK-NEXT: linalg.fill_rng_2d ins(%arg0, %arg1, %arg2 : f64, f64, i32) outs(%arg3 : tensor<?x5xf32>) -> tensor<?x5xf32>
func.func @fill_rng_2d(%arg0: f64, %arg1: f64, %arg2: i32, %arg3: tensor<?x5xf32>) -> tensor<?x5xf32> {
  %0 = linalg.fill_rng_2d ins(%arg0, %arg1, %arg2 : f64, f64, i32) outs(%arg3 : tensor<?x5xf32>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}
