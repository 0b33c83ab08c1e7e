// RUN: optc %s --fold-memref-alias-ops | FileCheck %s

// Accesses whose vector would have other elements keep their view.
// mlir-opt-22 differs (memref aliases folded): its vectors have the elements of other places, or the result is not valid

// The rows of the view are not neighbours in its source.
// CHECK-LABEL: func.func @rows(
// CHECK:         vector.load %subview[
func.func @rows(%m: memref<8x16xf32>, %i: index, %j: index) -> vector<2x4xf32> {
  %s = memref.subview %m[%i, 0] [4, 16] [2, 1] : memref<8x16xf32> to memref<4x16xf32, strided<[32, 1], offset: ?>>
  %0 = vector.load %s[%j, %i] : memref<4x16xf32, strided<[32, 1], offset: ?>>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// The source's last dimension is another one.
// CHECK-LABEL: func.func @column(
// CHECK:         vector.store %arg2, %subview[
func.func @column(%m: memref<4x8xf32, strided<[1, 4]>>, %j: index, %v: vector<4xf32>) {
  %s = memref.subview %m[0, %j] [4, 1] [1, 1] : memref<4x8xf32, strided<[1, 4]>> to memref<4xf32, strided<[1], offset: ?>>
  %c0 = arith.constant 0 : index
  vector.store %v, %s[%c0] : memref<4xf32, strided<[1], offset: ?>>, vector<4xf32>
  return
}

// The vector has two dimensions of the view, and one of them in the source.
// CHECK-LABEL: func.func @dimensions(
// CHECK:         vector.transfer_read %expand_shape[
func.func @dimensions(%m: memref<5x12xf32>, %i: index, %j: index, %p: f32) -> vector<3x4xf32> {
  %s = memref.expand_shape %m [[0], [1, 2]] output_shape [5, 3, 4] : memref<5x12xf32> into memref<5x3x4xf32>
  %0 = vector.transfer_read %s[%i, %j, %j], %p {in_bounds = [true, true]} : memref<5x3x4xf32>, vector<3x4xf32>
  return %0 : vector<3x4xf32>
}

// Padding follows the end of a row of the view, which is no end of a row of the source.
// CHECK-LABEL: func.func @padding(
// CHECK:         vector.transfer_read %expand_shape[
func.func @padding(%m: memref<12xf32>, %i: index, %j: index, %p: f32) -> vector<4xf32> {
  %s = memref.expand_shape %m [[0, 1]] output_shape [3, 4] : memref<12xf32> into memref<3x4xf32>
  %0 = vector.transfer_read %s[%i, %j], %p : memref<3x4xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// The view's type has the offset that the values of both views give.
// CHECK-LABEL: func.func @offset(
// CHECK-NEXT:    %[[V:.*]] = memref.subview %arg0[4] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1], offset: 4>>
// CHECK-NEXT:    %[[C:.*]] = memref.cast %[[V]] : memref<4xf32, strided<[1], offset: 4>> to memref<4xf32, strided<[1], offset: ?>>
// CHECK-NEXT:    return %[[C]]
func.func @offset(%m: memref<16xf32>) -> memref<4xf32, strided<[1], offset: ?>> {
  %c3 = arith.constant 3 : index
  %s = memref.subview %m[%c3] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: ?>>
  %t = memref.subview %s[1] [4] [1] : memref<8xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>>
  return %t : memref<4xf32, strided<[1], offset: ?>>
}

// The vector may begin in the middle of a row of the source.
// CHECK-LABEL: func.func @merged(
// CHECK:         vector.load %collapse_shape[
// CHECK:         vector.load %arg0[%{{.*}}, %arg1]
func.func @merged(%m: memref<4x8xf32>, %i: index) -> (vector<8xf32>, vector<8xf32>) {
  %s = memref.collapse_shape %m [[0, 1]] : memref<4x8xf32> into memref<32xf32>
  %0 = vector.load %s[%i] : memref<32xf32>, vector<8xf32>
  %e = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 2, 8] : memref<4x8xf32> into memref<2x2x8xf32>
  %t = memref.collapse_shape %e [[0, 1], [2]] : memref<2x2x8xf32> into memref<4x8xf32>
  %1 = vector.load %t[%i, %i] : memref<4x8xf32>, vector<8xf32>
  return %0, %1 : vector<8xf32>, vector<8xf32>
}
