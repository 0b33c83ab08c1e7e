// RUN: optc %s --lower-vector-contract --mlir-print-local-scope | FileCheck %s

// An extent that is not known stands where only one operand is reduced, or outside of what is taken apart.
// CHECK-LABEL: func.func @one_sided(%arg0: vector<2x1x[4]xf32>, %arg1: vector<[4]xf32>, %arg2: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT: %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<2x1x[4]xf32>, vector<[4]xf32> into vector<2xf32>
// CHECK-NEXT: return %0 : vector<2xf32>
// CHECK-NEXT: }
func.func @one_sided(%a: vector<2x1x[4]xf32>, %b: vector<[4]xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x1x[4]xf32>, vector<[4]xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

// CHECK-LABEL: func.func @one_sided_fixed(%arg0: vector<2x1x4xf32>, %arg1: vector<4xf32>, %arg2: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK-NEXT: %0 = vector.extract %arg2[0] : f32 from vector<2xf32>
// CHECK-NEXT: %1 = vector.extract %arg0[0, 0] : vector<4xf32> from vector<2x1x4xf32>
// CHECK-NEXT: %2 = arith.mulf %1, %arg1 : vector<4xf32>
// CHECK-NEXT: %3 = vector.reduction <add>, %2, %0 : vector<4xf32> into f32
// CHECK-NEXT: %4 = vector.insert %3, %cst [0] : f32 into vector<2xf32>
// CHECK-NEXT: %5 = vector.extract %arg2[1] : f32 from vector<2xf32>
// CHECK-NEXT: %6 = vector.extract %arg0[1, 0] : vector<4xf32> from vector<2x1x4xf32>
// CHECK-NEXT: %7 = arith.mulf %6, %arg1 : vector<4xf32>
// CHECK-NEXT: %8 = vector.reduction <add>, %7, %5 : vector<4xf32> into f32
// CHECK-NEXT: %9 = vector.insert %8, %4 [1] : f32 into vector<2xf32>
// CHECK-NEXT: return %9 : vector<2xf32>
// CHECK-NEXT: }
func.func @one_sided_fixed(%a: vector<2x1x4xf32>, %b: vector<4xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x1x4xf32>, vector<4xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

// CHECK-LABEL: func.func @two_reduced(%arg0: vector<[2]x3xf32>, %arg1: vector<[2]x3xf32>, %arg2: f32) -> f32 {
// CHECK-NEXT: %0 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<[2]x3xf32>, vector<[2]x3xf32> into f32
// CHECK-NEXT: return %0 : f32
// CHECK-NEXT: }
func.func @two_reduced(%a: vector<[2]x3xf32>, %b: vector<[2]x3xf32>, %c: f32) -> f32 {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<[2]x3xf32>, vector<[2]x3xf32> into f32
  return %0 : f32
}

// CHECK-LABEL: func.func @two_reduced_inner(%arg0: vector<2x[3]xf32>, %arg1: vector<2x[3]xf32>, %arg2: f32) -> f32 {
// CHECK-NEXT: %0 = vector.extract %arg0[0] : vector<[3]xf32> from vector<2x[3]xf32>
// CHECK-NEXT: %1 = vector.extract %arg1[0] : vector<[3]xf32> from vector<2x[3]xf32>
// CHECK-NEXT: %2 = arith.mulf %0, %1 : vector<[3]xf32>
// CHECK-NEXT: %3 = vector.reduction <add>, %2, %arg2 : vector<[3]xf32> into f32
// CHECK-NEXT: %4 = vector.extract %arg0[1] : vector<[3]xf32> from vector<2x[3]xf32>
// CHECK-NEXT: %5 = vector.extract %arg1[1] : vector<[3]xf32> from vector<2x[3]xf32>
// CHECK-NEXT: %6 = arith.mulf %4, %5 : vector<[3]xf32>
// CHECK-NEXT: %7 = vector.reduction <add>, %6, %3 : vector<[3]xf32> into f32
// CHECK-NEXT: return %7 : f32
// CHECK-NEXT: }
func.func @two_reduced_inner(%a: vector<2x[3]xf32>, %b: vector<2x[3]xf32>, %c: f32) -> f32 {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x[3]xf32>, vector<2x[3]xf32> into f32
  return %0 : f32
}
