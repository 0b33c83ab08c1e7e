// RUN: optc %s | FileCheck %s

// Types behind the second one are ignored.

// CHECK-LABEL: func.func @f(%arg0: vector<4xf32>, %arg1: vector<4xf32>, %arg2: f32) -> f32 {
// CHECK-NEXT: %0 = vector.contract {indexing_maps = [#map, #map, #map1], iterator_types = ["reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<4xf32>, vector<4xf32> into f32
// CHECK-NEXT: return %0 : f32
func.func @f(%a: vector<4xf32>, %b: vector<4xf32>, %c: f32) -> f32 {
  %0 = vector.contract {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
    iterator_types = ["reduction"]
  } %a, %b, %c : vector<4xf32>, vector<4xf32>, f32 into f32
  return %0 : f32
}
