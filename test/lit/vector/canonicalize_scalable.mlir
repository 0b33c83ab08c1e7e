// RUN: optc %s --canonicalize | FileCheck %s
// RUN: optc %s --compat=today --canonicalize | FileCheck %s

// What is true of the extents at the smallest scale only is not used: [1] is not 1, and [4] not 4.
// mlir-opt-22 differs (canonicalize cse, inline licm): it makes invalid operations, or other vectors

// The row of a cast is the whole vector only if the scale is 1.
// CHECK-LABEL: func.func @row_of_cast(%arg0: vector<[4]xf32>, %arg1: vector<4x[1]xf32>) -> (vector<4xf32>, vector<4x1xf32>) {
// CHECK-NEXT: %0 = vector.shape_cast %arg0 : vector<[4]xf32> to vector<[1]x4xf32>
// CHECK-NEXT: %1 = vector.extract %0[0] : vector<4xf32> from vector<[1]x4xf32>
// CHECK-NEXT: %2 = vector.shape_cast %arg1 : vector<4x[1]xf32> to vector<[1]x4x1xf32>
// CHECK-NEXT: %3 = vector.extract %2[0] : vector<4x1xf32> from vector<[1]x4x1xf32>
// CHECK-NEXT: return %1, %3 : vector<4xf32>, vector<4x1xf32>
func.func @row_of_cast(%a: vector<[4]xf32>, %b: vector<4x[1]xf32>) -> (vector<4xf32>, vector<4x1xf32>) {
  %0 = vector.shape_cast %a : vector<[4]xf32> to vector<[1]x4xf32>
  %1 = vector.extract %0[0] : vector<4xf32> from vector<[1]x4xf32>
  %2 = vector.shape_cast %b : vector<4x[1]xf32> to vector<[1]x4x1xf32>
  %3 = vector.extract %2[0] : vector<4x1xf32> from vector<[1]x4x1xf32>
  return %1, %3 : vector<4xf32>, vector<4x1xf32>
}

// It stands for one that only adds an extent of 1.
// CHECK-LABEL: func.func @row_of_longer(%arg0: vector<[4]xf32>) -> vector<[4]xf32> {
// CHECK-NEXT: return %arg0 : vector<[4]xf32>
func.func @row_of_longer(%a: vector<[4]xf32>) -> vector<[4]xf32> {
  %0 = vector.shape_cast %a : vector<[4]xf32> to vector<1x[4]xf32>
  %1 = vector.extract %0[0] : vector<[4]xf32> from vector<1x[4]xf32>
  return %1 : vector<[4]xf32>
}

// Other rows follow the first one.
// CHECK-LABEL: func.func @first_row(%arg0: vector<4xf32>, %arg1: vector<[1]x4xf32>, %arg2: vector<[4]xf32>, %arg3: vector<1x[4]xf32>) -> (vector<[1]x4xf32>, vector<1x[4]xf32>) {
// CHECK-NEXT: %0 = vector.insert %arg0, %arg1 [0] : vector<4xf32> into vector<[1]x4xf32>
// CHECK-NEXT: %1 = vector.broadcast %arg2 : vector<[4]xf32> to vector<1x[4]xf32>
// CHECK-NEXT: return %0, %1 : vector<[1]x4xf32>, vector<1x[4]xf32>
func.func @first_row(%a: vector<4xf32>, %b: vector<[1]x4xf32>, %c: vector<[4]xf32>, %d: vector<1x[4]xf32>) -> (vector<[1]x4xf32>, vector<1x[4]xf32>) {
  %0 = vector.insert %a, %b[0] : vector<4xf32> into vector<[1]x4xf32>
  %1 = vector.insert %c, %d[0] : vector<[4]xf32> into vector<1x[4]xf32>
  return %0, %1 : vector<[1]x4xf32>, vector<1x[4]xf32>
}

// The first elements are not all; those of a row are.
// CHECK-LABEL: func.func @elements(%arg0: vector<[2]xf32>, %arg1: vector<[2]x2xf32>) -> (vector<2xf32>, vector<2xf32>) {
// CHECK-NEXT: %0 = vector.extract %arg0[0] : f32 from vector<[2]xf32>
// CHECK-NEXT: %1 = vector.extract %arg0[1] : f32 from vector<[2]xf32>
// CHECK-NEXT: %2 = vector.from_elements %0, %1 : vector<2xf32>
// CHECK-NEXT: %3 = vector.extract %arg1[1] : vector<2xf32> from vector<[2]x2xf32>
// CHECK-NEXT: return %2, %3 : vector<2xf32>, vector<2xf32>
func.func @elements(%a: vector<[2]xf32>, %b: vector<[2]x2xf32>) -> (vector<2xf32>, vector<2xf32>) {
  %0 = vector.extract %a[0] : f32 from vector<[2]xf32>
  %1 = vector.extract %a[1] : f32 from vector<[2]xf32>
  %2 = vector.from_elements %0, %1 : vector<2xf32>
  %3 = vector.extract %b[1, 0] : f32 from vector<[2]x2xf32>
  %4 = vector.extract %b[1, 1] : f32 from vector<[2]x2xf32>
  %5 = vector.from_elements %3, %4 : vector<2xf32>
  return %2, %5 : vector<2xf32>, vector<2xf32>
}

// Repeated as often as the scale is.
// CHECK-LABEL: func.func @repeated(%arg0: vector<4xf32>, %arg1: vector<2x1xf32>) -> (vector<[4]xf32>, vector<[1]x2x1xf32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : vector<4xf32> to vector<[1]x4xf32>
// CHECK-NEXT: %1 = vector.shape_cast %0 : vector<[1]x4xf32> to vector<[4]xf32>
// CHECK-NEXT: %2 = vector.broadcast %arg1 : vector<2x1xf32> to vector<2x[1]xf32>
// CHECK-NEXT: %3 = vector.shape_cast %2 : vector<2x[1]xf32> to vector<[1]x2x1xf32>
// CHECK-NEXT: return %1, %3 : vector<[4]xf32>, vector<[1]x2x1xf32>
func.func @repeated(%a: vector<4xf32>, %b: vector<2x1xf32>) -> (vector<[4]xf32>, vector<[1]x2x1xf32>) {
  %0 = vector.broadcast %a : vector<4xf32> to vector<[1]x4xf32>
  %1 = vector.shape_cast %0 : vector<[1]x4xf32> to vector<[4]xf32>
  %2 = vector.broadcast %b : vector<2x1xf32> to vector<2x[1]xf32>
  %3 = vector.shape_cast %2 : vector<2x[1]xf32> to vector<[1]x2x1xf32>
  return %1, %3 : vector<[4]xf32>, vector<[1]x2x1xf32>
}

// A scalable dimension of the smallest extent is none that may be anywhere.
// CHECK-LABEL: func.func @moved(%arg0: vector<1x[1]xf32>) -> (vector<[1]x4xf32>, vector<[1]x[1]xf32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : vector<1x[1]xf32> to vector<4x[1]xf32>
// CHECK-NEXT: %1 = vector.transpose %0, [1, 0] : vector<4x[1]xf32> to vector<[1]x4xf32>
// CHECK-NEXT: %2 = vector.shape_cast %arg0 : vector<1x[1]xf32> to vector<[1]x1xf32>
// CHECK-NEXT: %3 = vector.broadcast %2 : vector<[1]x1xf32> to vector<[1]x[1]xf32>
// CHECK-NEXT: return %1, %3 : vector<[1]x4xf32>, vector<[1]x[1]xf32>
func.func @moved(%a: vector<1x[1]xf32>) -> (vector<[1]x4xf32>, vector<[1]x[1]xf32>) {
  %0 = vector.broadcast %a : vector<1x[1]xf32> to vector<4x[1]xf32>
  %1 = vector.transpose %0, [1, 0] : vector<4x[1]xf32> to vector<[1]x4xf32>
  %2 = vector.shape_cast %a : vector<1x[1]xf32> to vector<[1]x1xf32>
  %3 = vector.broadcast %2 : vector<[1]x1xf32> to vector<[1]x[1]xf32>
  return %1, %3 : vector<[1]x4xf32>, vector<[1]x[1]xf32>
}
