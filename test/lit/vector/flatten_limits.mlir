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
