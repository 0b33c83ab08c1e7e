// RUN: optc %s --linalg-vectorize --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --linalg-vectorize --verify-exec -o /dev/null

// CHECK-LABEL: func.func @conv_1d(%arg0: tensor<1x7x2xf32>, %arg1: tensor<2x2x3xf32>, %arg2: tensor<1x3x3xf32>) -> tensor<1x3x3xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = ub.poison : f32
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[0, 0, 0] [1, 3, 2] [1, 2, 1] : tensor<1x7x2xf32> to tensor<1x3x2xf32>
// CHECK-NEXT: %extracted_slice_0 = tensor.extract_slice %arg1[0, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<2x2x3xf32> to tensor<2x3xf32>
// CHECK-NEXT: %1 = vector.transfer_read %extracted_slice[%c0, %c0, %c0], %0 {in_bounds = [true, true, true]} : tensor<1x3x2xf32>, vector<1x3x2xf32>
// CHECK-NEXT: %2 = vector.transfer_read %extracted_slice_0[%c0, %c0], %0 {in_bounds = [true, true]} : tensor<2x3xf32>, vector<2x3xf32>
// CHECK-NEXT: %3 = vector.transfer_read %arg2[%c0, %c0, %c0], %0 {in_bounds = [true, true, true]} : tensor<1x3x3xf32>, vector<1x3x3xf32>
// CHECK-NEXT: %4 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"], kind = #vector.kind<add>} %1, %2, %3 : vector<1x3x2xf32>, vector<2x3xf32> into vector<1x3x3xf32>
// CHECK-NEXT: %extracted_slice_1 = tensor.extract_slice %arg0[0, 2, 0] [1, 3, 2] [1, 2, 1] : tensor<1x7x2xf32> to tensor<1x3x2xf32>
// CHECK-NEXT: %extracted_slice_2 = tensor.extract_slice %arg1[1, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<2x2x3xf32> to tensor<2x3xf32>
// CHECK-NEXT: %5 = vector.transfer_read %extracted_slice_1[%c0, %c0, %c0], %0 {in_bounds = [true, true, true]} : tensor<1x3x2xf32>, vector<1x3x2xf32>
// CHECK-NEXT: %6 = vector.transfer_read %extracted_slice_2[%c0, %c0], %0 {in_bounds = [true, true]} : tensor<2x3xf32>, vector<2x3xf32>
// CHECK-NEXT: %7 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"], kind = #vector.kind<add>} %5, %6, %4 : vector<1x3x2xf32>, vector<2x3xf32> into vector<1x3x3xf32>
// CHECK-NEXT: %8 = vector.transfer_write %7, %arg2[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<1x3x3xf32>, tensor<1x3x3xf32>
// CHECK-NEXT: return %8 : tensor<1x3x3xf32>
func.func @conv_1d(%x: tensor<1x7x2xf32>, %k: tensor<2x2x3xf32>, %y: tensor<1x3x3xf32>) -> tensor<1x3x3xf32> {
  %0 = linalg.conv_1d_nwc_wcf {strides = dense<2> : tensor<1xi64>, dilations = dense<2> : tensor<1xi64>} ins(%x, %k : tensor<1x7x2xf32>, tensor<2x2x3xf32>) outs(%y : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  return %0 : tensor<1x3x3xf32>
}

// The channels come before the window, so that other floats would be added first.
// CHECK-LABEL: func.func @channels(%arg0: tensor<1x2x5x5xf32>, %arg1: tensor<3x2x3x3xf32>, %arg2: tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32> {
// CHECK-NEXT: %0 = linalg.conv_2d_nchw_fchw ins(%arg0, %arg1 : tensor<1x2x5x5xf32>, tensor<3x2x3x3xf32>) outs(%arg2 : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
// CHECK-NEXT: return %0 : tensor<1x3x3x3xf32>
func.func @channels(%x: tensor<1x2x5x5xf32>, %k: tensor<3x2x3x3xf32>, %y: tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32> {
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %k : tensor<1x2x5x5xf32>, tensor<3x2x3x3xf32>) outs(%y : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  return %0 : tensor<1x3x3x3xf32>
}

// CHECK-LABEL: func.func @pool(%arg0: tensor<1x4x4xf32>, %arg1: tensor<2xf32>, %arg2: tensor<1x2x4xf32>) -> tensor<1x2x4xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = ub.poison : f32
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[0, 0, 0] [1, 2, 4] [1, 2, 1] : tensor<1x4x4xf32> to tensor<1x2x4xf32>
// CHECK-NEXT: %1 = vector.transfer_read %extracted_slice[%c0, %c0, %c0], %0 {in_bounds = [true, true, true]} : tensor<1x2x4xf32>, vector<1x2x4xf32>
// CHECK-NEXT: %2 = vector.transfer_read %arg2[%c0, %c0, %c0], %0 {in_bounds = [true, true, true]} : tensor<1x2x4xf32>, vector<1x2x4xf32>
// CHECK-NEXT: %3 = arith.maximumf %2, %1 : vector<1x2x4xf32>
// CHECK-NEXT: %extracted_slice_0 = tensor.extract_slice %arg0[0, 1, 0] [1, 2, 4] [1, 2, 1] : tensor<1x4x4xf32> to tensor<1x2x4xf32>
// CHECK-NEXT: %4 = vector.transfer_read %extracted_slice_0[%c0, %c0, %c0], %0 {in_bounds = [true, true, true]} : tensor<1x2x4xf32>, vector<1x2x4xf32>
// CHECK-NEXT: %5 = arith.maximumf %3, %4 : vector<1x2x4xf32>
// CHECK-NEXT: %6 = vector.transfer_write %5, %arg2[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<1x2x4xf32>, tensor<1x2x4xf32>
// CHECK-NEXT: return %6 : tensor<1x2x4xf32>
func.func @pool(%x: tensor<1x4x4xf32>, %k: tensor<2xf32>, %y: tensor<1x2x4xf32>) -> tensor<1x2x4xf32> {
  %0 = linalg.pooling_nwc_max {strides = dense<2> : tensor<1xi64>} ins(%x, %k : tensor<1x4x4xf32>, tensor<2xf32>) outs(%y : tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  return %0 : tensor<1x2x4xf32>
}

// The region decides, which vectors cannot.
// CHECK-LABEL: func.func @decides(%arg0: tensor<5xf32>, %arg1: tensor<2xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%arg0, %arg1 : tensor<5xf32>, tensor<2xf32>) outs(%arg2 : tensor<4xf32>) {
// CHECK-NEXT: ^bb0(%in: f32, %in_0: f32, %out: f32):
// CHECK-NEXT: %1 = arith.cmpf olt, %in, %out : f32
// CHECK-NEXT: %2 = scf.if %1 -> (f32) {
// CHECK-NEXT: scf.yield %in : f32
// CHECK-NEXT: } else {
// CHECK-NEXT: %3 = arith.addf %in_0, %out : f32
// CHECK-NEXT: scf.yield %3 : f32
// CHECK: linalg.yield %2 : f32
// CHECK-NEXT: } -> tensor<4xf32>
// CHECK-NEXT: return %0 : tensor<4xf32>
func.func @decides(%x: tensor<5xf32>, %k: tensor<2xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, w) -> (i + w)>, affine_map<(i, w) -> (w)>, affine_map<(i, w) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x, %k : tensor<5xf32>, tensor<2xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %l = arith.cmpf olt, %a, %c : f32
    %r = scf.if %l -> (f32) {
      scf.yield %a : f32
    } else {
      %s = arith.addf %b, %c : f32
      scf.yield %s : f32
    }
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
