// RUN: optc %s | FileCheck %s

// Types behind the second one are ignored.

// CHECK: vector.contract {{.*}} %arg0, %arg1, %arg2 : vector<4xf32>, vector<4xf32> into f32
func.func @f(%a: vector<4xf32>, %b: vector<4xf32>, %c: f32) -> f32 {
  %0 = vector.contract {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
    iterator_types = ["reduction"]
  } %a, %b, %c : vector<4xf32>, vector<4xf32>, f32 into f32
  return %0 : f32
}
