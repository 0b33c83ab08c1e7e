// RUN: optc %s --split-tensors=parts=4 --verify-exec | FileCheck %s
// RUN: not optc %s --split-tensors=parts=0 2>&1 | FileCheck %s --check-prefix=PARTS

// PARTS: error: {{.*}}expected parts of at least 1, but got 0

// CHECK-LABEL: func.func @product
// CHECK: %[[A:.*]] = tensor.expand_shape %arg0 {{\[\[}}0], [1, 2]] output_shape [4, 4, 16] : tensor<4x64xf32> into tensor<4x4x16xf32>
// CHECK: %[[B:.*]] = tensor.expand_shape %arg1 {{\[\[}}0, 1], [2]] output_shape [4, 16, 8] : tensor<64x8xf32> into tensor<4x16x8xf32>
// CHECK: %[[P:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%[[A]], %[[B]] :
// CHECK: %[[R:.*]] = linalg.generic {{.*}} iterator_types = ["reduction", "parallel", "parallel"]} ins(%[[P]] : tensor<4x4x8xf32>) outs(%arg2 : tensor<4x8xf32>)
// CHECK: return %[[R]]
func.func @product(%a: tensor<4x64xf32>, %b: tensor<64x8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x64xf32>, tensor<64x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// The first reduction is divided.
// CHECK-LABEL: func.func @two
// CHECK: tensor<8x6xi32> into tensor<4x2x6xi32>
func.func @two(%x: tensor<8x6xi32>, %y: tensor<i32>) -> tensor<i32> {
  %0 = linalg.reduce { arith.maxsi } ins(%x : tensor<8x6xi32>) outs(%y : tensor<i32>) dimensions = [0, 1]
  return %0 : tensor<i32>
}

// 6 has no 4 equal parts, arith.maxnumf no neutral number, and a shape is unknown.
// CHECK-LABEL: func.func @kept
// CHECK-NOT: tensor.expand_shape
// CHECK: return
func.func @kept(%x: tensor<6xf32>, %z: tensor<8xf32>, %d: tensor<?xf32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<6xf32>) outs(%y : tensor<f32>) dimensions = [0]
  %1 = linalg.reduce { arith.maxnumf } ins(%z : tensor<8xf32>) outs(%y : tensor<f32>) dimensions = [0]
  %2 = linalg.reduce { arith.addf } ins(%d : tensor<?xf32>) outs(%y : tensor<f32>) dimensions = [0]
  return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<f32>
}
