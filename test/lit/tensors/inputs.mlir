// The names of a program are the names of its arguments and results on all machines.
//
// RUN: not optc run %s --target ipu2 --input mask=random 2>&1 | FileCheck %s
// RUN: not optc run %s --target sm_90 --input mask=random 2>&1 | FileCheck %s
// RUN: not optc run %s --target bm1684 --input mask=random 2>&1 | FileCheck %s

// CHECK: error: there is no variable 'mask' [unknown-variable]; there are x, w, result0
func.func @f(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.exp ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
