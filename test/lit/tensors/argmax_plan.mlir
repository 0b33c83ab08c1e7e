// The search for the largest number of 131072 is divided, because the row does not fit into a tile.
//
// RUN: optc %s --poplar-set-target=arch=ipu2 --poplar-plan-tensors | FileCheck %s

// CHECK-LABEL: func.func @largest
// CHECK: poplar.parts = array<i64: {{[1-9][0-9]+}}>
func.func @largest(%x: tensor<131072xf32>) -> tensor<i32> {
  %low = arith.constant dense<0xFF800000> : tensor<f32>
  %none = arith.constant dense<0> : tensor<i32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> ()>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<131072xf32>) outs(%low, %none : tensor<f32>, tensor<i32>) {
  ^bb0(%in: f32, %old: f32, %old_index: i32):
    %k = linalg.index 0 : index
    %index = arith.index_cast %k : index to i32
    %new = arith.maximumf %in, %old : f32
    %better = arith.cmpf ogt, %in, %old : f32
    %new_index = arith.select %better, %index, %old_index : i32
    linalg.yield %new, %new_index : f32, i32
  } -> (tensor<f32>, tensor<i32>)
  return %r#1 : tensor<i32>
}
