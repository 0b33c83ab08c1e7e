// RUN: optc %s --flatten-vector-transfers=target-vector-bitwidth=32 --mlir-print-local-scope | FileCheck %s

// A transfer whose rows have fewer bits than the target is flattened, one with as many is not.
// CHECK-LABEL: func.func @as_wide(%arg0: memref<8x2x4xi8>) -> vector<8x2x4xi8> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%c0, %c0, %c0], %c0_i8 {in_bounds = [true, true, true]} : memref<8x2x4xi8>, vector<8x2x4xi8>
// CHECK-NEXT: return %0 : vector<8x2x4xi8>
func.func @as_wide(%m: memref<8x2x4xi8>) -> vector<8x2x4xi8> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i8
  %0 = vector.transfer_read %m[%c0, %c0, %c0], %p {in_bounds = [true, true, true]} : memref<8x2x4xi8>, vector<8x2x4xi8>
  return %0 : vector<8x2x4xi8>
}
// CHECK-LABEL: func.func @narrower(%arg0: memref<8x2x3xi8>) -> vector<8x2x3xi8> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1, 2]] : memref<8x2x3xi8> into memref<48xi8>
// CHECK-NEXT: %0 = vector.transfer_read %collapse_shape[%c0], %c0_i8 {in_bounds = [true]} : memref<48xi8>, vector<48xi8>
// CHECK-NEXT: %1 = vector.shape_cast %0 : vector<48xi8> to vector<8x2x3xi8>
// CHECK-NEXT: return %1 : vector<8x2x3xi8>
func.func @narrower(%m: memref<8x2x3xi8>) -> vector<8x2x3xi8> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i8
  %0 = vector.transfer_read %m[%c0, %c0, %c0], %p {in_bounds = [true, true, true]} : memref<8x2x3xi8>, vector<8x2x3xi8>
  return %0 : vector<8x2x3xi8>
}

// One element has no neighbours.
// CHECK-LABEL: func.func @single(%arg0: memref<4x2x1xi8>, %arg1: i8, %arg2: index) -> vector<1x1xi8> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg2, %c0, %c0], %arg1 {in_bounds = [true, true]} : memref<4x2x1xi8>, vector<1x1xi8>
// CHECK-NEXT: return %0 : vector<1x1xi8>
// CHECK-NEXT: }
func.func @single(%m: memref<4x2x1xi8>, %p: i8, %i: index) -> vector<1x1xi8> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%i, %c0, %c0], %p {in_bounds = [true, true]} : memref<4x2x1xi8>, vector<1x1xi8>
  return %0 : vector<1x1xi8>
}

// Indices that are all zero, and ones whose sum is known.
// CHECK-LABEL: func.func @places(%arg0: memref<4x2x2xi8>, %arg1: i8, %arg2: index) -> (vector<2x2xi8>, vector<2x2xi8>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : memref<4x2x2xi8> into memref<4x4xi8>
// CHECK-NEXT: %0 = vector.transfer_read %collapse_shape[%c1, %c0], %arg1 {in_bounds = [true]} : memref<4x4xi8>, vector<4xi8>
// CHECK-NEXT: %1 = vector.shape_cast %0 : vector<4xi8> to vector<2x2xi8>
// CHECK-NEXT: %collapse_shape_0 = memref.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : memref<4x2x2xi8> into memref<4x4xi8>
// CHECK-NEXT: %2 = vector.transfer_read %collapse_shape_0[%arg2, %c0], %arg1 {in_bounds = [true]} : memref<4x4xi8>, vector<4xi8>
// CHECK-NEXT: %3 = vector.shape_cast %2 : vector<4xi8> to vector<2x2xi8>
// CHECK-NEXT: return %1, %3 : vector<2x2xi8>, vector<2x2xi8>
// CHECK-NEXT: }
func.func @places(%m: memref<4x2x2xi8>, %p: i8, %i: index) -> (vector<2x2xi8>, vector<2x2xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = vector.transfer_read %m[%c1, %c0, %c0], %p {in_bounds = [true, true]} : memref<4x2x2xi8>, vector<2x2xi8>
  %1 = vector.transfer_read %m[%i, %c0, %c0], %p {in_bounds = [true, true]} : memref<4x2x2xi8>, vector<2x2xi8>
  return %0, %1 : vector<2x2xi8>, vector<2x2xi8>
}
