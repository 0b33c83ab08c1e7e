// RUN: optc %s --lower-vector-contract=lowering-strategy=outerproduct --verify-exec --split-input-file | FileCheck %s

// With an operand of three dimensions a contraction of three iterators is no product of
// matrices: one dimension is common to both operands and the result.
// CHECK-LABEL: @common_left
// CHECK-NOT: vector.contract
// CHECK: return
func.func @common_left(%a: vector<2x3x4xi32>, %b: vector<3x4xi32>, %c: vector<2x3xi32>) -> vector<2x3xi32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3x4xi32>, vector<3x4xi32> into vector<2x3xi32>
  return %0 : vector<2x3xi32>
}

// CHECK-LABEL: @common_right
// CHECK-NOT: vector.contract
// CHECK: return
func.func @common_right(%a: vector<2x4xi32>, %b: vector<2x3x4xi32>, %c: vector<2x3xi32>) -> vector<2x3xi32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x4xi32>, vector<2x3x4xi32> into vector<2x3xi32>
  return %0 : vector<2x3xi32>
}

// -----

// Rows of unknown number meet columns of unknown number, not of a known one.
// CHECK-LABEL: @scalable
// CHECK-COUNT-3: vector.outerproduct
// CHECK-NOT: vector.outerproduct
// CHECK: vector.contract
// CHECK: return
func.func @scalable(%a: vector<[2]x3xf32>, %b: vector<3x[4]xf32>, %c: vector<[2]x[4]xf32>, %d: vector<3x4xf32>, %e: vector<[2]x4xf32>) -> (vector<[2]x[4]xf32>, vector<[2]x4xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<[2]x3xf32>, vector<3x[4]xf32> into vector<[2]x[4]xf32>
  %1 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %d, %e : vector<[2]x3xf32>, vector<3x4xf32> into vector<[2]x4xf32>
  return %0, %1 : vector<[2]x[4]xf32>, vector<[2]x4xf32>
}
