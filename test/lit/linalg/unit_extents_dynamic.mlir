// RUN: optc %s --linalg-fold-unit-extent-dims --verify-exec | FileCheck %s

// mlir-opt-22 differs (unit extents folded): it takes the index 0 of an output for its extent

// The loop over the first dimension runs once, but the extent is not known to be 1.
// CHECK-LABEL: func.func @dynamic(
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] output_shape [%arg1, 1, 4] : tensor<?x4xf32> into tensor<?x1x4xf32>
func.func @dynamic(%x: tensor<1x4x1xf32>, %n: index) -> tensor<?x1x4xf32> {
  %e = tensor.empty(%n) : tensor<?x1x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, k, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x : tensor<1x4x1xf32>) outs(%e : tensor<?x1x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<?x1x4xf32>
  return %0 : tensor<?x1x4xf32>
}
