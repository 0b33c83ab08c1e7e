// RUN: optc %s --pad-tensors=multiples=4,0,8 --verify-exec | FileCheck %s
// RUN: optc %s --pad-tensors=multiples=4,4,4,4 --split-tensors=parts=2 --verify-exec -o /dev/null
// RUN: optc %s --pad-tensors=multiples=4,4,4,4 --canonicalize --cse --verify-exec -o /dev/null

// CHECK-LABEL: func.func @product
// CHECK: %[[A:.*]] = tensor.pad %arg0 low[0, 0] high[3, 1]
// CHECK: tensor.yield %[[NEGATIVE:.*]] : f32
// CHECK: %[[B:.*]] = tensor.pad %arg1 low[0, 0] high[1, 0]
// CHECK: %[[C:.*]] = tensor.pad %arg2 low[0, 0] high[3, 0]
// CHECK: %[[M:.*]] = linalg.matmul ins(%[[A]], %[[B]] : tensor<8x8xf32>, tensor<8x8xf32>) outs(%[[C]] : tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK: %[[R:.*]] = tensor.extract_slice %[[M]][0, 0] [5, 8] [1, 1] : tensor<8x8xf32> to tensor<5x8xf32>
// CHECK: return %[[R]]
func.func @product(%a: tensor<5x7xf32>, %b: tensor<7x8xf32>, %c: tensor<5x8xf32>) -> tensor<5x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x8xf32>) outs(%c : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}

// Integers that are extended before their product.
// CHECK-LABEL: func.func @extended
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<4x8xi8>, tensor<8x2xi8>)
func.func @extended(%a: tensor<3x5xi8>, %b: tensor<5x2xi8>, %c: tensor<3x2xi32>) -> tensor<3x2xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<3x5xi8>, tensor<5x2xi8>) outs(%c : tensor<3x2xi32>) -> tensor<3x2xi32>
  return %0 : tensor<3x2xi32>
}

// The input of a convolution gets as many elements as the windows need.
// CHECK-LABEL: func.func @windows
// CHECK: tensor.pad %arg0 low[0, 0, 0, 0] high[3, 0, 1, 0] {
// CHECK: tensor<1x9x9x3xf32> to tensor<4x9x10x3xf32>
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK: to tensor<1x7x7x5xf32>
func.func @windows(%x: tensor<1x9x9x3xf32>, %w: tensor<3x3x3x5xf32>, %y: tensor<1x7x7x5xf32>) -> tensor<1x7x7x5xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x9x9x3xf32>, tensor<3x3x3x5xf32>) outs(%y : tensor<1x7x7x5xf32>) -> tensor<1x7x7x5xf32>
  return %0 : tensor<1x7x7x5xf32>
}

// A maximum that knows no NaN combines NaN, a maximum combines -infinity.
// CHECK-LABEL: func.func @maxima
// CHECK-DAG: arith.constant 0x7FC00000 : f32
// CHECK-DAG: arith.constant 0xFF800000 : f32
// CHECK: return
func.func @maxima(%x: tensor<3x5xf32>, %e: tensor<3x1xf32>) -> (tensor<3x1xf32>, tensor<3x1xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, k, j) -> (i, j)>, affine_map<(i, k, j) -> (i, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<3x5xf32>) outs(%e : tensor<3x1xf32>) {
  ^bb0(%a: f32, %b: f32):
    %m = arith.maxnumf %b, %a : f32
    linalg.yield %m : f32
  } -> tensor<3x1xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, k, j) -> (i, j)>, affine_map<(i, k, j) -> (i, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<3x5xf32>) outs(%e : tensor<3x1xf32>) {
  ^bb0(%a: f32, %b: f32):
    %m = arith.maximumf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<3x1xf32>
  return %0, %1 : tensor<3x1xf32>, tensor<3x1xf32>
}

// A division of integers by new elements would be undefined, and a difference has no neutral number.
// CHECK-LABEL: func.func @kept
// CHECK-NOT: tensor.pad
// CHECK: return
func.func @kept(%x: tensor<5xi32>, %y: tensor<5xi32>, %z: tensor<4x5xf32>, %w: tensor<4xf32>) -> (tensor<5xi32>, tensor<4xf32>) {
  %0 = linalg.div ins(%x, %y : tensor<5xi32>, tensor<5xi32>) outs(%x : tensor<5xi32>) -> tensor<5xi32>
  %1 = linalg.generic {indexing_maps = [affine_map<(k, j) -> (k, j)>, affine_map<(k, j) -> (k)>], iterator_types = ["parallel", "reduction"]} ins(%z : tensor<4x5xf32>) outs(%w : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %m = arith.subf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<4xf32>
  return %0, %1 : tensor<5xi32>, tensor<4xf32>
}
