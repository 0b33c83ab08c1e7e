// RUN: optc %s --canonicalize=top-down=false | FileCheck %s

// The last operation of a chain is looked at before the others have been folded.

// An element that is poison is none of a chain.
// CHECK-LABEL: func.func @poison_position(%arg0: vector<2xf32>, %arg1: f32, %arg2: f32) -> vector<2xf32> {
// CHECK-NEXT:   %0 = ub.poison : vector<2xf32>
// CHECK-NEXT:   %1 = vector.insert %arg2, %0 [0] : f32 into vector<2xf32>
// CHECK-NEXT:   return %1 : vector<2xf32>
// CHECK-NEXT: }
func.func @poison_position(%v: vector<2xf32>, %a: f32, %b: f32) -> vector<2xf32> {
  %0 = vector.insert %a, %v [-1] : f32 into vector<2xf32>
  %1 = vector.insert %b, %0 [0] : f32 into vector<2xf32>
  return %1 : vector<2xf32>
}

// All elements are written behind it.
// CHECK-LABEL: func.func @poison_below(%arg0: vector<2xf32>, %arg1: f32, %arg2: f32) -> vector<2xf32> {
// CHECK-NEXT:   %0 = vector.from_elements %arg2, %arg1 : vector<2xf32>
// CHECK-NEXT:   return %0 : vector<2xf32>
// CHECK-NEXT: }
func.func @poison_below(%v: vector<2xf32>, %a: f32, %b: f32) -> vector<2xf32> {
  %0 = vector.insert %a, %v [-1] : f32 into vector<2xf32>
  %1 = vector.insert %b, %0 [0] : f32 into vector<2xf32>
  %2 = vector.insert %a, %1 [1] : f32 into vector<2xf32>
  return %2 : vector<2xf32>
}

// CHECK-LABEL: func.func @masks() -> (vector<1x2xi1>, vector<2x2xi1>, vector<2x4xi1>, vector<i1>, vector<i1>) {
// CHECK-NEXT:   %cst = arith.constant dense<true> : vector<i1>
// CHECK-NEXT:   %cst_0 = arith.constant dense<false> : vector<i1>
// CHECK-NEXT:   %cst_1 = arith.constant dense<false> : vector<1x2xi1>
// CHECK-NEXT:   %0 = vector.constant_mask [2, 1] : vector<2x2xi1>
// CHECK-NEXT:   %1 = vector.constant_mask [2, 3] : vector<2x4xi1>
// CHECK-NEXT:   return %cst_1, %0, %1, %cst_0, %cst : vector<1x2xi1>, vector<2x2xi1>, vector<2x4xi1>, vector<i1>, vector<i1>
// CHECK-NEXT: }
func.func @masks() -> (vector<1x2xi1>, vector<2x2xi1>, vector<2x4xi1>, vector<i1>, vector<i1>) {
  %0 = vector.constant_mask [0, 0, 0] : vector<1x2x1xi1>
  %1 = vector.shape_cast %0 : vector<1x2x1xi1> to vector<1x2xi1>
  %2 = vector.constant_mask [2, 1, 1] : vector<2x2x1xi1>
  %3 = vector.shape_cast %2 : vector<2x2x1xi1> to vector<2x2xi1>
  %4 = vector.constant_mask [3, 2] : vector<4x2xi1>
  %5 = vector.transpose %4, [1, 0] : vector<4x2xi1> to vector<2x4xi1>
  %6 = vector.constant_mask [0] : vector<i1>
  %7 = vector.transpose %6, [] : vector<i1> to vector<i1>
  %8 = vector.constant_mask [1] : vector<i1>
  %9 = vector.transpose %8, [] : vector<i1> to vector<i1>
  return %1, %3, %5, %7, %9 : vector<1x2xi1>, vector<2x2xi1>, vector<2x4xi1>, vector<i1>, vector<i1>
}

// CHECK-LABEL: func.func @one_element(%arg0: vector<1x1xf32>, %arg1: vector<2x1xf32>) -> (vector<1xf32>, vector<1xf32>) {
// CHECK-NEXT:   %0 = vector.extract %arg0[0, 0] : f32 from vector<1x1xf32>
// CHECK-NEXT:   %1 = vector.broadcast %0 : f32 to vector<1xf32>
// CHECK-NEXT:   %2 = vector.extract %arg1[1, 0] : f32 from vector<2x1xf32>
// CHECK-NEXT:   %3 = vector.broadcast %2 : f32 to vector<1xf32>
// CHECK-NEXT:   return %1, %3 : vector<1xf32>, vector<1xf32>
// CHECK-NEXT: }
func.func @one_element(%v: vector<1x1xf32>, %w: vector<2x1xf32>) -> (vector<1xf32>, vector<1xf32>) {
  %0 = vector.extract %v[0, 0] : f32 from vector<1x1xf32>
  %1 = vector.from_elements %0 : vector<1xf32>
  %2 = vector.extract %w[1, 0] : f32 from vector<2x1xf32>
  %3 = vector.from_elements %2 : vector<1xf32>
  return %1, %3 : vector<1xf32>, vector<1xf32>
}
