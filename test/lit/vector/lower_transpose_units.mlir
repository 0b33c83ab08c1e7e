// RUN: optc %s --lower-vector-transpose --verify-exec | FileCheck %s

// A column and a row have their elements in one order.
// CHECK-LABEL: @units
// CHECK-SAME: (%[[A:[^:]*]]: vector<1x4xf32>, %[[B:[^:]*]]: vector<4x1xf32>, %[[C:[^:]*]]: vector<2x3xf32>, %[[D:[^:]*]]: vector<1x4xf32>)
// CHECK: vector.shape_cast %[[A]] : vector<1x4xf32> to vector<4x1xf32>
// CHECK: vector.shape_cast %[[B]] : vector<4x1xf32> to vector<1x4xf32>
// CHECK-NOT: vector.shape_cast
// CHECK-COUNT-6: vector.insert
// CHECK: return
func.func @units(%a: vector<1x4xf32>, %b: vector<4x1xf32>, %c: vector<2x3xf32>, %d: vector<1x4xf32>) -> (vector<4x1xf32>, vector<1x4xf32>, vector<3x2xf32>, vector<1x4xf32>) {
  %0 = vector.transpose %a, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
  %1 = vector.transpose %b, [1, 0] : vector<4x1xf32> to vector<1x4xf32>
  %2 = vector.transpose %c, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %3 = vector.transpose %d, [0, 1] : vector<1x4xf32> to vector<1x4xf32>
  return %0, %1, %2, %3 : vector<4x1xf32>, vector<1x4xf32>, vector<3x2xf32>, vector<1x4xf32>
}
