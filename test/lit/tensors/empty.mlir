// RUN: optc %s --empty-tensor-to-alloc-tensor --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --empty-tensor-to-alloc-tensor --verify-exec -o /dev/null

// CHECK-LABEL: func.func @f(%arg0: index) -> (tensor<4x?xf32>, tensor<4xf32>) {
// CHECK-NEXT: %0 = bufferization.alloc_tensor(%arg0) : tensor<4x?xf32>
// CHECK-NEXT: %1 = bufferization.alloc_tensor() : tensor<4xf32>
// CHECK-NEXT: return %0, %1 : tensor<4x?xf32>, tensor<4xf32>
func.func @f(%n: index) -> (tensor<4x?xf32>, tensor<4xf32>) {
  %0 = tensor.empty(%n) : tensor<4x?xf32>
  %1 = tensor.empty() : tensor<4xf32>
  return %0, %1 : tensor<4x?xf32>, tensor<4xf32>
}
