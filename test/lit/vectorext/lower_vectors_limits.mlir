// RUN: optc %s --vectorext-lower-vectors --verify-exec 2>/dev/null | FileCheck %s

// A dimension that repeats a row moves no offset.
// CHECK-LABEL: func.func @repeated(%arg0: memref<8x16xf32>, %arg1: f32) -> vector<2x4xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x4xf32>
// CHECK-NEXT: %0 = vector.load %arg0[%c0, %c0] : memref<8x16xf32>, vector<4xf32>
// CHECK-NEXT: %1 = vector.insert_strided_slice %0, %cst {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT: %2 = vector.load %arg0[%c0, %c0] : memref<8x16xf32>, vector<4xf32>
// CHECK-NEXT: %3 = vector.insert_strided_slice %2, %1 {offsets = [1, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT: return %3 : vector<2x4xf32>
func.func @repeated(%m: memref<8x16xf32>, %p: f32) -> vector<2x4xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<8x16xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// Elements that are no neighbours in memory are no row.
// CHECK-LABEL: func.func @no_strides(%arg0: memref<8xf32, #map>, %arg1: f32) -> vector<4xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%c0], %arg1 {in_bounds = [true]} : memref<8xf32, #map>, vector<4xf32>
// CHECK-NEXT: return %0 : vector<4xf32>
func.func @no_strides(%m: memref<8xf32, affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>>, %p: f32) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<8xf32, affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>>, vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: func.func @every_second(%arg0: memref<8xf32, strided<[2]>>, %arg1: f32) -> vector<4xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%c0], %arg1 {in_bounds = [true]} : memref<8xf32, strided<[2]>>, vector<4xf32>
// CHECK-NEXT: return %0 : vector<4xf32>
func.func @every_second(%m: memref<8xf32, strided<[2]>>, %p: f32) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<8xf32, strided<[2]>>, vector<4xf32>
  return %0 : vector<4xf32>
}
