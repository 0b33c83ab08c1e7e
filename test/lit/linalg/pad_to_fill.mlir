// RUN: optc %s --convert-tensor-to-linalg --verify-exec | FileCheck %s

// CHECK-LABEL: func.func @constant(
// CHECK: %[[E:.*]] = tensor.empty() : tensor<7xf32>
// CHECK-NEXT: %[[F:.*]] = linalg.fill ins(%cst : f32) outs(%[[E]] : tensor<7xf32>) -> tensor<7xf32>
// CHECK-NEXT: tensor.insert_slice %arg0 into %[[F]][1] [4] [1] : tensor<4xf32> into tensor<7xf32>
func.func @constant(%x: tensor<4xf32>) -> tensor<7xf32> {
  %c = arith.constant 0.5 : f32
  %0 = tensor.pad %x low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<4xf32> to tensor<7xf32>
  return %0 : tensor<7xf32>
}

// CHECK-LABEL: func.func @extents(
// CHECK: tensor.dim %arg0
// CHECK: arith.addi
// CHECK: linalg.fill ins(%arg2 : i32)
// CHECK: tensor.insert_slice %arg0 into %{{.*}}[%arg1] [%{{.*}}] [1] : tensor<?xi32> into tensor<?xi32>
func.func @extents(%x: tensor<?xi32>, %n: index, %v: i32) -> tensor<?xi32> {
  %0 = tensor.pad %x low[%n] high[1] {
  ^bb0(%i: index):
    tensor.yield %v : i32
  } : tensor<?xi32> to tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func.func @computed(
// CHECK: tensor.generate
// CHECK: tensor.insert_slice %arg0 into %generated[1] [4] [1]
func.func @computed(%x: tensor<4xindex>) -> tensor<6xindex> {
  %0 = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<4xindex> to tensor<6xindex>
  return %0 : tensor<6xindex>
}
