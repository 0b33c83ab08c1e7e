// RUN: optc %s --linalg-inline-scalar-operands --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --linalg-inline-scalar-operands --verify-exec -o /dev/null

#id = affine_map<(d0) -> (d0)>
#s = affine_map<(d0) -> ()>
#c = affine_map<(d0) -> (0, 2)>
// CHECK-LABEL: func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<1x3xf32>, %arg3: f32) -> tensor<4xf32> {
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = tensor.empty() : tensor<4xf32>
// CHECK-NEXT: %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
// CHECK-NEXT: ^bb0(%in: f32, %out: f32):
// CHECK-NEXT: %extracted = tensor.extract %arg2[%c0, %c2] : tensor<1x3xf32>
// CHECK-NEXT: %extracted_0 = tensor.extract %arg1[] : tensor<f32>
// CHECK-NEXT: %2 = arith.addf %in, %extracted_0 : f32
// CHECK-NEXT: %3 = arith.addf %2, %extracted : f32
// CHECK-NEXT: %4 = arith.addf %3, %arg3 : f32
// CHECK-NEXT: linalg.yield %4 : f32
// CHECK-NEXT: } -> tensor<4xf32>
// CHECK-NEXT: return %1 : tensor<4xf32>
func.func @f(%a: tensor<4xf32>, %b: tensor<f32>, %c: tensor<1x3xf32>, %sc: f32) -> tensor<4xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #s, #c, #s, #id], iterator_types = ["parallel"]} ins(%a, %b, %c, %sc : tensor<4xf32>, tensor<f32>, tensor<1x3xf32>, f32) outs(%0 : tensor<4xf32>) attrs = {foo} {
  ^bb0(%x: f32, %y: f32, %z: f32, %w: f32, %o: f32):
    %2 = arith.addf %x, %y : f32
    %3 = arith.addf %2, %z : f32
    %4 = arith.addf %3, %w : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
// CHECK-LABEL: func.func @m(%arg0: memref<4xf32>, %arg1: memref<f32>) {
// CHECK-NEXT: linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%arg1 : memref<f32>) outs(%arg0 : memref<4xf32>) {
// CHECK-NEXT: ^bb0(%in: f32, %out: f32):
// CHECK-NEXT: linalg.yield %in : f32
// CHECK: return
func.func @m(%a: memref<4xf32>, %b: memref<f32>) {
  linalg.generic {indexing_maps = [#s, #id], iterator_types = ["parallel"]} ins(%b : memref<f32>) outs(%a : memref<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  }
  return
}
