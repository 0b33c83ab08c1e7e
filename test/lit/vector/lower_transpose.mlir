// RUN: optc %s --lower-vector-transpose | FileCheck %s

// Transpositions move the parts of a vector that stay together.

// CHECK-LABEL: func.func @matrix(%arg0: vector<2x2xf32>) -> vector<2x2xf32> {
// CHECK-NEXT: %0 = ub.poison : vector<2x2xf32>
// CHECK-NEXT: %1 = vector.extract %arg0[0, 0] : f32 from vector<2x2xf32>
// CHECK-NEXT: %2 = vector.insert %1, %0 [0, 0] : f32 into vector<2x2xf32>
// CHECK-NEXT: %3 = vector.extract %arg0[0, 1] : f32 from vector<2x2xf32>
// CHECK-NEXT: %4 = vector.insert %3, %2 [1, 0] : f32 into vector<2x2xf32>
// CHECK-NEXT: %5 = vector.extract %arg0[1, 0] : f32 from vector<2x2xf32>
// CHECK-NEXT: %6 = vector.insert %5, %4 [0, 1] : f32 into vector<2x2xf32>
// CHECK-NEXT: %7 = vector.extract %arg0[1, 1] : f32 from vector<2x2xf32>
// CHECK-NEXT: %8 = vector.insert %7, %6 [1, 1] : f32 into vector<2x2xf32>
// CHECK-NEXT: return %8 : vector<2x2xf32>
func.func @matrix(%a: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.transpose %a, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

// What stays together moves as one.
//
// CHECK-LABEL: func.func @rows(%arg0: vector<2x2x4xf32>) -> vector<2x2x4xf32> {
// CHECK-NEXT: %0 = ub.poison : vector<2x2x4xf32>
// CHECK-NEXT: %1 = vector.extract %arg0[0, 0] : vector<4xf32> from vector<2x2x4xf32>
// CHECK-NEXT: %2 = vector.insert %1, %0 [0, 0] : vector<4xf32> into vector<2x2x4xf32>
// CHECK-NEXT: %3 = vector.extract %arg0[0, 1] : vector<4xf32> from vector<2x2x4xf32>
// CHECK-NEXT: %4 = vector.insert %3, %2 [1, 0] : vector<4xf32> into vector<2x2x4xf32>
// CHECK-NEXT: %5 = vector.extract %arg0[1, 0] : vector<4xf32> from vector<2x2x4xf32>
// CHECK-NEXT: %6 = vector.insert %5, %4 [0, 1] : vector<4xf32> into vector<2x2x4xf32>
// CHECK-NEXT: %7 = vector.extract %arg0[1, 1] : vector<4xf32> from vector<2x2x4xf32>
// CHECK-NEXT: %8 = vector.insert %7, %6 [1, 1] : vector<4xf32> into vector<2x2x4xf32>
// CHECK-NEXT: return %8 : vector<2x2x4xf32>
func.func @rows(%a: vector<2x2x4xf32>) -> vector<2x2x4xf32> {
  %0 = vector.transpose %a, [1, 0, 2] : vector<2x2x4xf32> to vector<2x2x4xf32>
  return %0 : vector<2x2x4xf32>
}

// CHECK-LABEL: func.func @row(%arg0: vector<1x3xf32>) -> vector<3x1xf32> {
// CHECK-NEXT: %0 = vector.shape_cast %arg0 : vector<1x3xf32> to vector<3x1xf32>
// CHECK-NEXT: return %0 : vector<3x1xf32>
func.func @row(%a: vector<1x3xf32>) -> vector<3x1xf32> {
  %0 = vector.transpose %a, [1, 0] : vector<1x3xf32> to vector<3x1xf32>
  return %0 : vector<3x1xf32>
}

// CHECK-LABEL: func.func @scalable(%arg0: vector<2x[4]xf32>) -> vector<[4]x2xf32> {
// CHECK-NEXT: %0 = vector.transpose %arg0, [1, 0] : vector<2x[4]xf32> to vector<[4]x2xf32>
// CHECK-NEXT: return %0 : vector<[4]x2xf32>
func.func @scalable(%a: vector<2x[4]xf32>) -> vector<[4]x2xf32> {
  %0 = vector.transpose %a, [1, 0] : vector<2x[4]xf32> to vector<[4]x2xf32>
  return %0 : vector<[4]x2xf32>
}

// Too many parts for code.
// CHECK-LABEL: func.func @many(%arg0: vector<512x256x2xf32>) -> vector<256x512x2xf32> {
// CHECK-NEXT: %0 = vector.transpose %arg0, [1, 0, 2] : vector<512x256x2xf32> to vector<256x512x2xf32>
// CHECK-NEXT: return %0 : vector<256x512x2xf32>
// CHECK-NEXT: }
func.func @many(%v: vector<512x256x2xf32>) -> vector<256x512x2xf32> {
  %0 = vector.transpose %v, [1, 0, 2] : vector<512x256x2xf32> to vector<256x512x2xf32>
  return %0 : vector<256x512x2xf32>
}
