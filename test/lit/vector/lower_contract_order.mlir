// RUN: optc %s --lower-vector-contract --mlir-print-local-scope | FileCheck %s

// With the reduced iterator outside there are no dot products: the rows come one after the other.
// CHECK-LABEL: func.func @reduced_first(%arg0: vector<2x3xi32>, %arg1: vector<3xi32>, %arg2: vector<2xi32>) -> vector<2xi32> {
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<2xi32>
// CHECK-NEXT:   %0 = vector.extract %arg0[0] : vector<3xi32> from vector<2x3xi32>
// CHECK-NEXT:   %1 = vector.extract %arg2[0] : i32 from vector<2xi32>
// CHECK-NEXT:   %2 = arith.muli %0, %arg1 : vector<3xi32>
// CHECK-NEXT:   %3 = vector.reduction <add>, %2, %1 : vector<3xi32> into i32
// CHECK-NEXT:   %4 = vector.insert %3, %cst [0] : i32 into vector<2xi32>
// CHECK-NEXT:   %5 = vector.extract %arg0[1] : vector<3xi32> from vector<2x3xi32>
// CHECK-NEXT:   %6 = vector.extract %arg2[1] : i32 from vector<2xi32>
// CHECK-NEXT:   %7 = arith.muli %5, %arg1 : vector<3xi32>
// CHECK-NEXT:   %8 = vector.reduction <add>, %7, %6 : vector<3xi32> into i32
// CHECK-NEXT:   %9 = vector.insert %8, %4 [1] : i32 into vector<2xi32>
// CHECK-NEXT:   return %9 : vector<2xi32>
// CHECK-NEXT: }
func.func @reduced_first(%a: vector<2x3xi32>, %b: vector<3xi32>, %c: vector<2xi32>) -> vector<2xi32> {
  %0 = vector.contract {indexing_maps = [affine_map<(k, m) -> (m, k)>, affine_map<(k, m) -> (k)>, affine_map<(k, m) -> (m)>], iterator_types = ["reduction", "parallel"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xi32>, vector<3xi32> into vector<2xi32>
  return %0 : vector<2xi32>
}

// Both operands turned.
// CHECK-LABEL: func.func @columns(%arg0: vector<3x2xi32>, %arg1: vector<1x3xi32>, %arg2: vector<1x2xi32>) -> vector<1x2xi32> {
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<1x2xi32>
// CHECK-NEXT:   %0 = vector.transpose %arg0, [1, 0] : vector<3x2xi32> to vector<2x3xi32>
// CHECK-NEXT:   %1 = vector.extract %arg1[0] : vector<3xi32> from vector<1x3xi32>
// CHECK-NEXT:   %2 = vector.extract %0[0] : vector<3xi32> from vector<2x3xi32>
// CHECK-NEXT:   %3 = arith.muli %1, %2 : vector<3xi32>
// CHECK-NEXT:   %4 = vector.reduction <add>, %3 : vector<3xi32> into i32
// CHECK-NEXT:   %5 = vector.insert %4, %cst [0, 0] : i32 into vector<1x2xi32>
// CHECK-NEXT:   %6 = vector.extract %0[1] : vector<3xi32> from vector<2x3xi32>
// CHECK-NEXT:   %7 = arith.muli %1, %6 : vector<3xi32>
// CHECK-NEXT:   %8 = vector.reduction <add>, %7 : vector<3xi32> into i32
// CHECK-NEXT:   %9 = vector.insert %8, %5 [0, 1] : i32 into vector<1x2xi32>
// CHECK-NEXT:   %10 = arith.addi %9, %arg2 : vector<1x2xi32>
// CHECK-NEXT:   return %10 : vector<1x2xi32>
// CHECK-NEXT: }
func.func @columns(%a: vector<3x2xi32>, %b: vector<1x3xi32>, %c: vector<1x2xi32>) -> vector<1x2xi32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (n, m)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<3x2xi32>, vector<1x3xi32> into vector<1x2xi32>
  return %0 : vector<1x2xi32>
}
