// RUN: optc %s --lower-vector-transpose --verify-exec | FileCheck %s

// A column and a row have their elements in one order.
// CHECK-LABEL: func.func @units(%arg0: vector<1x4xf32>, %arg1: vector<4x1xf32>, %arg2: vector<2x3xf32>, %arg3: vector<1x4xf32>) -> (vector<4x1xf32>, vector<1x4xf32>, vector<3x2xf32>, vector<1x4xf32>) {
// CHECK-NEXT: %0 = ub.poison : vector<3x2xf32>
// CHECK-NEXT: %1 = vector.shape_cast %arg0 : vector<1x4xf32> to vector<4x1xf32>
// CHECK-NEXT: %2 = vector.shape_cast %arg1 : vector<4x1xf32> to vector<1x4xf32>
// CHECK-NEXT: %3 = vector.extract %arg2[0, 0] : f32 from vector<2x3xf32>
// CHECK-NEXT: %4 = vector.insert %3, %0 [0, 0] : f32 into vector<3x2xf32>
// CHECK-NEXT: %5 = vector.extract %arg2[0, 1] : f32 from vector<2x3xf32>
// CHECK-NEXT: %6 = vector.insert %5, %4 [1, 0] : f32 into vector<3x2xf32>
// CHECK-NEXT: %7 = vector.extract %arg2[0, 2] : f32 from vector<2x3xf32>
// CHECK-NEXT: %8 = vector.insert %7, %6 [2, 0] : f32 into vector<3x2xf32>
// CHECK-NEXT: %9 = vector.extract %arg2[1, 0] : f32 from vector<2x3xf32>
// CHECK-NEXT: %10 = vector.insert %9, %8 [0, 1] : f32 into vector<3x2xf32>
// CHECK-NEXT: %11 = vector.extract %arg2[1, 1] : f32 from vector<2x3xf32>
// CHECK-NEXT: %12 = vector.insert %11, %10 [1, 1] : f32 into vector<3x2xf32>
// CHECK-NEXT: %13 = vector.extract %arg2[1, 2] : f32 from vector<2x3xf32>
// CHECK-NEXT: %14 = vector.insert %13, %12 [2, 1] : f32 into vector<3x2xf32>
// CHECK-NEXT: return %1, %2, %14, %arg3 : vector<4x1xf32>, vector<1x4xf32>, vector<3x2xf32>, vector<1x4xf32>
func.func @units(%a: vector<1x4xf32>, %b: vector<4x1xf32>, %c: vector<2x3xf32>, %d: vector<1x4xf32>) -> (vector<4x1xf32>, vector<1x4xf32>, vector<3x2xf32>, vector<1x4xf32>) {
  %0 = vector.transpose %a, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
  %1 = vector.transpose %b, [1, 0] : vector<4x1xf32> to vector<1x4xf32>
  %2 = vector.transpose %c, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %3 = vector.transpose %d, [0, 1] : vector<1x4xf32> to vector<1x4xf32>
  return %0, %1, %2, %3 : vector<4x1xf32>, vector<1x4xf32>, vector<3x2xf32>, vector<1x4xf32>
}
