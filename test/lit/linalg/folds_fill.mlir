// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// A fill moves behind operations that only move elements.

// CHECK-LABEL: func.func @concat_of_fills(
// CHECK-NEXT: %[[C:.*]] = tensor.concat dim(0) %arg0, %arg1 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
// CHECK-NEXT: linalg.fill ins(%arg2 : f32) outs(%[[C]] : tensor<5xf32>)
func.func @concat_of_fills(%x: tensor<2xf32>, %y: tensor<3xf32>, %f: f32) -> tensor<5xf32> {
  %0 = linalg.fill ins(%f : f32) outs(%x : tensor<2xf32>) -> tensor<2xf32>
  %1 = linalg.fill ins(%f : f32) outs(%y : tensor<3xf32>) -> tensor<3xf32>
  %2 = tensor.concat dim(0) %0, %1 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  return %2 : tensor<5xf32>
}

// CHECK-LABEL: func.func @copies(
// CHECK-NEXT: %[[F:.*]] = linalg.fill ins(%arg2 : f32) outs(%arg1 : tensor<4xf32>)
// CHECK-NEXT: %[[C:.*]] = linalg.copy ins(%arg0 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>)
// CHECK-NEXT: return %[[F]], %[[C]]
func.func @copies(%x: tensor<4xf32>, %y: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.fill ins(%f : f32) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.copy ins(%0 : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.fill ins(%f : f32) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  %3 = linalg.copy ins(%x : tensor<4xf32>) outs(%2 : tensor<4xf32>) -> tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @extract(
// CHECK-NEXT: return %arg1 : f32
func.func @extract(%x: tensor<4xf32>, %f: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = linalg.fill ins(%f : f32) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.extract %0[%c1] : tensor<4xf32>
  return %1 : f32
}

// CHECK-LABEL: func.func @pack(
// CHECK-NEXT: linalg.fill ins(%arg2 : f32) outs(%arg1 : tensor<2x3xf32>)
func.func @pack(%x: tensor<5xf32>, %y: tensor<2x3xf32>, %f: f32) -> tensor<2x3xf32> {
  %0 = linalg.fill ins(%f : f32) outs(%x : tensor<5xf32>) -> tensor<5xf32>
  %1 = linalg.pack %0 padding_value(%f : f32) inner_dims_pos = [0] inner_tiles = [3] into %y : tensor<5xf32> -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @pad(
// CHECK-NEXT: %[[E:.*]] = tensor.empty() : tensor<7xf32>
// CHECK-NEXT: linalg.fill ins(%arg1 : f32) outs(%[[E]] : tensor<7xf32>)
func.func @pad(%x: tensor<4xf32>, %f: f32) -> tensor<7xf32> {
  %0 = linalg.fill ins(%f : f32) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.pad %0 low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<4xf32> to tensor<7xf32>
  return %1 : tensor<7xf32>
}

// CHECK-LABEL: func.func @reshapes(
// CHECK-NEXT: %[[C:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1]]
// CHECK-NEXT: linalg.fill ins(%arg2 : f32) outs(%[[C]] : tensor<6xf32>)
// CHECK-NEXT: %[[X:.*]] = tensor.expand_shape %arg1 {{\[\[}}0, 1]] output_shape [2, 3]
// CHECK-NEXT: linalg.fill ins(%arg2 : f32) outs(%[[X]] : tensor<2x3xf32>)
func.func @reshapes(%x: tensor<2x3xf32>, %y: tensor<6xf32>, %f: f32) -> (tensor<6xf32>, tensor<2x3xf32>) {
  %0 = linalg.fill ins(%f : f32) outs(%x : tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %2 = linalg.fill ins(%f : f32) outs(%y : tensor<6xf32>) -> tensor<6xf32>
  %3 = tensor.expand_shape %2 [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  return %1, %3 : tensor<6xf32>, tensor<2x3xf32>
}

// What surrounds the slice has the padding already.
// CHECK-LABEL: func.func @insert_of_pad(
// CHECK-NEXT: %[[F:.*]] = linalg.fill
// CHECK-NEXT: tensor.insert_slice %arg0 into %[[F]][3] [2] [1]
func.func @insert_of_pad(%x: tensor<2xf32>, %y: tensor<8xf32>, %f: f32) -> tensor<8xf32> {
  %0 = linalg.fill ins(%f : f32) outs(%y : tensor<8xf32>) -> tensor<8xf32>
  %1 = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<2xf32> to tensor<4xf32>
  %2 = tensor.insert_slice %1 into %0[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %2 : tensor<8xf32>
}

// CHECK-LABEL: func.func @transpose(
// CHECK-NEXT: linalg.fill ins(%arg2 : f32) outs(%arg1 : tensor<3x2xf32>)
func.func @transpose(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>, %f: f32) -> tensor<3x2xf32> {
  %0 = linalg.fill ins(%f : f32) outs(%x : tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = linalg.transpose ins(%0 : tensor<2x3xf32>) outs(%y : tensor<3x2xf32>) permutation = [1, 0]
  return %1 : tensor<3x2xf32>
}
