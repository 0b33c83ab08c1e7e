// RUN: optc %s --lower-vector-contract --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --lower-vector-contract --verify-exec -o /dev/null

// A reduced iterator of extent 1 of one operand only is left out, with its dimension of a mask.
// CHECK-LABEL: func.func @left(%arg0: vector<2x1x3xf32>, %arg1: vector<3xf32>, %arg2: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK-NEXT:   %0 = vector.extract %arg2[0] : f32 from vector<2xf32>
// CHECK-NEXT:   %1 = vector.extract %arg0[0, 0] : vector<3xf32> from vector<2x1x3xf32>
// CHECK-NEXT:   %2 = arith.mulf %1, %arg1 : vector<3xf32>
// CHECK-NEXT:   %3 = vector.reduction <add>, %2, %0 : vector<3xf32> into f32
// CHECK-NEXT:   %4 = vector.insert %3, %cst [0] : f32 into vector<2xf32>
// CHECK-NEXT:   %5 = vector.extract %arg2[1] : f32 from vector<2xf32>
// CHECK-NEXT:   %6 = vector.extract %arg0[1, 0] : vector<3xf32> from vector<2x1x3xf32>
// CHECK-NEXT:   %7 = arith.mulf %6, %arg1 : vector<3xf32>
// CHECK-NEXT:   %8 = vector.reduction <add>, %7, %5 : vector<3xf32> into f32
// CHECK-NEXT:   %9 = vector.insert %8, %4 [1] : f32 into vector<2xf32>
// CHECK-NEXT:   return %9 : vector<2xf32>
// CHECK-NEXT: }
func.func @left(%a: vector<2x1x3xf32>, %b: vector<3xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x1x3xf32>, vector<3xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

// CHECK-LABEL: func.func @right(%arg0: vector<3xf32>, %arg1: vector<1x2x3xf32>, %arg2: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK-NEXT:   %0 = vector.extract %arg1[0, 0] : vector<3xf32> from vector<1x2x3xf32>
// CHECK-NEXT:   %1 = arith.mulf %0, %arg0 : vector<3xf32>
// CHECK-NEXT:   %2 = vector.reduction <add>, %1 : vector<3xf32> into f32
// CHECK-NEXT:   %3 = vector.insert %2, %cst [0] : f32 into vector<2xf32>
// CHECK-NEXT:   %4 = vector.extract %arg1[0, 1] : vector<3xf32> from vector<1x2x3xf32>
// CHECK-NEXT:   %5 = arith.mulf %4, %arg0 : vector<3xf32>
// CHECK-NEXT:   %6 = vector.reduction <add>, %5 : vector<3xf32> into f32
// CHECK-NEXT:   %7 = vector.insert %6, %3 [1] : f32 into vector<2xf32>
// CHECK-NEXT:   %8 = arith.addf %7, %arg2 : vector<2xf32>
// CHECK-NEXT:   return %8 : vector<2xf32>
// CHECK-NEXT: }
func.func @right(%a: vector<3xf32>, %b: vector<1x2x3xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d1, d0, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<3xf32>, vector<1x2x3xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

// CHECK-LABEL: func.func @masked(%arg0: vector<1x2x3xf32>, %arg1: vector<3xf32>, %arg2: vector<2xf32>, %arg3: vector<2x1x3xi1>) -> vector<2xf32> {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK-NEXT:   %0 = vector.extract %arg3[0, 0] : vector<3xi1> from vector<2x1x3xi1>
// CHECK-NEXT:   %1 = vector.extract %arg3[1, 0] : vector<3xi1> from vector<2x1x3xi1>
// CHECK-NEXT:   %2 = vector.extract %arg0[0, 0] : vector<3xf32> from vector<1x2x3xf32>
// CHECK-NEXT:   %3 = vector.extract %arg2[0] : f32 from vector<2xf32>
// CHECK-NEXT:   %4 = arith.mulf %2, %arg1 : vector<3xf32>
// CHECK-NEXT:   %5 = vector.mask %0 { vector.reduction <add>, %4, %3 : vector<3xf32> into f32 } : vector<3xi1> -> f32
// CHECK-NEXT:   %6 = vector.insert %5, %cst [0] : f32 into vector<2xf32>
// CHECK-NEXT:   %7 = vector.extract %arg0[0, 1] : vector<3xf32> from vector<1x2x3xf32>
// CHECK-NEXT:   %8 = vector.extract %arg2[1] : f32 from vector<2xf32>
// CHECK-NEXT:   %9 = arith.mulf %7, %arg1 : vector<3xf32>
// CHECK-NEXT:   %10 = vector.mask %1 { vector.reduction <add>, %9, %8 : vector<3xf32> into f32 } : vector<3xi1> -> f32
// CHECK-NEXT:   %11 = vector.insert %10, %6 [1] : f32 into vector<2xf32>
// CHECK-NEXT:   return %11 : vector<2xf32>
// CHECK-NEXT: }
func.func @masked(%a: vector<1x2x3xf32>, %b: vector<3xf32>, %c: vector<2xf32>, %m: vector<2x1x3xi1>) -> vector<2xf32> {
  %0 = vector.mask %m { vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d0, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<1x2x3xf32>, vector<3xf32> into vector<2xf32> } : vector<2x1x3xi1> -> vector<2xf32>
  return %0 : vector<2xf32>
}

// An extent of 2 in one operand only stays: no contraction to a number has such an iterator.
// CHECK-LABEL: @wide
// CHECK-NEXT: %[[R:.*]] = vector.contract
// CHECK-NEXT: return %[[R]]
func.func @wide(%a: vector<2x2x3xf32>, %b: vector<3xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x2x3xf32>, vector<3xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}
