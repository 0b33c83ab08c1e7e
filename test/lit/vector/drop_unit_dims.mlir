// RUN: optc %s --drop-vector-unit-dims --mlir-print-local-scope | FileCheck %s

// Dimensions of extent 1 go.

// CHECK-LABEL: func.func @read(%arg0: memref<1x3x1xf32>, %arg1: f32) -> vector<3x1xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %subview = memref.subview %arg0[0, 0, 0] [1, 3, 1] [1, 1, 1] : memref<1x3x1xf32> to memref<3xf32, strided<[1]>>
// CHECK-NEXT: %0 = vector.transfer_read %subview[%c0], %arg1 {in_bounds = [true]} : memref<3xf32, strided<[1]>>, vector<3xf32>
// CHECK-NEXT: %1 = vector.shape_cast %0 : vector<3xf32> to vector<3x1xf32>
// CHECK-NEXT: return %1 : vector<3x1xf32>
func.func @read(%m: memref<1x3x1xf32>, %p: f32) -> vector<3x1xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0, %c0, %c0], %p {in_bounds = [true, true]} : memref<1x3x1xf32>, vector<3x1xf32>
  return %0 : vector<3x1xf32>
}

// Strides that are not known are not taken for those of a contiguous memref.
//
// CHECK-LABEL: func.func @strides(%arg0: memref<1x2x?x2xf32, strided<[?, ?, 2, 1]>>, %arg1: f32) -> vector<2x4x2xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %dim = memref.dim %arg0, %c2 : memref<1x2x?x2xf32, strided<[?, ?, 2, 1]>>
// CHECK-NEXT: %subview = memref.subview %arg0[0, 0, 0, 0] [1, 2, %dim, 2] [1, 1, 1, 1] : memref<1x2x?x2xf32, strided<[?, ?, 2, 1]>> to memref<2x?x2xf32, affine_map<(d0, d1, d2)[s0] -> (d0 * s0 + d1 * 2 + d2)>>
// CHECK-NEXT: %0 = vector.transfer_read %subview[%c0, %c0, %c0], %arg1 {in_bounds = [true, true, true]} : memref<2x?x2xf32, affine_map<(d0, d1, d2)[s0] -> (d0 * s0 + d1 * 2 + d2)>>, vector<2x4x2xf32>
// CHECK-NEXT: return %0 : vector<2x4x2xf32>
func.func @strides(%m: memref<1x2x?x2xf32, strided<[?, ?, 2, 1]>>, %p: f32) -> vector<2x4x2xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0, %c0, %c0, %c0], %p {in_bounds = [true, true, true]} : memref<1x2x?x2xf32, strided<[?, ?, 2, 1]>>, vector<2x4x2xf32>
  return %0 : vector<2x4x2xf32>
}

// Masks lose the dimension too.
//
// CHECK-LABEL: func.func @masks(%arg0: memref<3x1xf32>, %arg1: vector<3x1xf32>, %arg2: vector<3x1xi1>, %arg3: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %subview = memref.subview %arg0[0, 0] [3, 1] [1, 1] : memref<3x1xf32> to memref<3xf32, strided<[1]>>
// CHECK-NEXT: %0 = vector.shape_cast %arg1 : vector<3x1xf32> to vector<3xf32>
// CHECK-NEXT: %1 = vector.shape_cast %arg2 : vector<3x1xi1> to vector<3xi1>
// CHECK-NEXT: vector.mask %1 { vector.transfer_write %0, %subview[%c0] {in_bounds = [true]} : vector<3xf32>, memref<3xf32, strided<[1]>> } : vector<3xi1>
// CHECK-NEXT: %2 = vector.create_mask %arg3 : vector<3xi1>
// CHECK-NEXT: %subview_0 = memref.subview %arg0[0, 0] [3, 1] [1, 1] : memref<3x1xf32> to memref<3xf32, strided<[1]>>
// CHECK-NEXT: %3 = vector.shape_cast %arg1 : vector<3x1xf32> to vector<3xf32>
// CHECK-NEXT: vector.transfer_write %3, %subview_0[%c0], %2 {in_bounds = [true]} : vector<3xf32>, memref<3xf32, strided<[1]>>
// CHECK-NEXT: return
func.func @masks(%m: memref<3x1xf32>, %v: vector<3x1xf32>, %k: vector<3x1xi1>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  vector.mask %k { vector.transfer_write %v, %m[%c0, %c0] {in_bounds = [true, true]} : vector<3x1xf32>, memref<3x1xf32> } : vector<3x1xi1>
  %0 = vector.create_mask %i, %c1 : vector<3x1xi1>
  vector.transfer_write %v, %m[%c0, %c0], %0 {in_bounds = [true, true]} : vector<3x1xf32>, memref<3x1xf32>
  return
}

// These stay: a unit dimension may be masked off, what passes through the mask would be lost,
// the place is not the first one.
//
// CHECK-LABEL: func.func @stay(%arg0: memref<3x1xf32>, %arg1: vector<3x1xf32>, %arg2: vector<3x1xi1>, %arg3: index, %arg4: f32) -> (vector<3x1xf32>, vector<3x1xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.create_mask %arg3, %arg3 : vector<3x1xi1>
// CHECK-NEXT: vector.transfer_write %arg1, %arg0[%c0, %c0], %0 {in_bounds = [true, true]} : vector<3x1xf32>, memref<3x1xf32>
// CHECK-NEXT: %1 = vector.mask %arg2, %arg1 { vector.transfer_read %arg0[%c0, %c0], %arg4 {in_bounds = [true, true]} : memref<3x1xf32>, vector<3x1xf32> } : vector<3x1xi1> -> vector<3x1xf32>
// CHECK-NEXT: %2 = vector.transfer_read %arg0[%c0, %arg3], %arg4 {in_bounds = [true, true]} : memref<3x1xf32>, vector<3x1xf32>
// CHECK-NEXT: return %1, %2 : vector<3x1xf32>, vector<3x1xf32>
func.func @stay(%m: memref<3x1xf32>, %v: vector<3x1xf32>, %k: vector<3x1xi1>, %i: index, %p: f32) -> (vector<3x1xf32>, vector<3x1xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.create_mask %i, %i : vector<3x1xi1>
  vector.transfer_write %v, %m[%c0, %c0], %0 {in_bounds = [true, true]} : vector<3x1xf32>, memref<3x1xf32>
  %1 = vector.mask %k, %v { vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<3x1xf32>, vector<3x1xf32> } : vector<3x1xi1> -> vector<3x1xf32>
  %2 = vector.transfer_read %m[%c0, %i], %p {in_bounds = [true, true]} : memref<3x1xf32>, vector<3x1xf32>
  return %1, %2 : vector<3x1xf32>, vector<3x1xf32>
}

// CHECK-LABEL: func.func @operations(%arg0: vector<1x4xf32>) -> vector<4x1xf32> {
// CHECK-NEXT: %0 = vector.shape_cast %arg0 : vector<1x4xf32> to vector<4xf32>
// CHECK-NEXT: %1 = arith.negf %0 : vector<4xf32>
// CHECK-NEXT: %2 = vector.shape_cast %1 : vector<4xf32> to vector<4x1xf32>
// CHECK-NEXT: return %2 : vector<4x1xf32>
func.func @operations(%a: vector<1x4xf32>) -> vector<4x1xf32> {
  %0 = arith.negf %a : vector<1x4xf32>
  %1 = vector.transpose %0, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
  return %1 : vector<4x1xf32>
}
