// RUN: optc %s --vectorext-lower-vectors --verify-exec | FileCheck %s

// Rows of transfers: along a dimension that is broadcast, of three dimensions, under masks, from memory with strides.
// CHECK-LABEL: func.func @broadcast(%arg0: memref<4x8xf32>, %arg1: index, %arg2: index, %arg3: f32) -> vector<2x4xf32> {
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x4xf32>
// CHECK-NEXT: %0 = vector.load %arg0[%arg1, %arg2] : memref<4x8xf32>, vector<4xf32>
// CHECK-NEXT: %1 = vector.insert_strided_slice %0, %cst {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT: %2 = vector.load %arg0[%arg1, %arg2] : memref<4x8xf32>, vector<4xf32>
// CHECK-NEXT: %3 = vector.insert_strided_slice %2, %1 {offsets = [1, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT: return %3 : vector<2x4xf32>
func.func @broadcast(%m: memref<4x8xf32>, %i: index, %j: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %j], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<4x8xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// CHECK-LABEL: func.func @outer(%arg0: memref<2x3x8xf32>, %arg1: index, %arg2: f32) -> vector<2x2x4xf32> {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x2x4xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<0.000000e+00> : vector<2x4xf32>
// CHECK-NEXT: %0 = vector.load %arg0[%arg1, %arg1, %arg1] : memref<2x3x8xf32>, vector<4xf32>
// CHECK-NEXT: %1 = vector.insert_strided_slice %0, %cst_0 {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT: %2 = arith.addi %arg1, %c1 : index
// CHECK-NEXT: %3 = vector.load %arg0[%arg1, %2, %arg1] : memref<2x3x8xf32>, vector<4xf32>
// CHECK-NEXT: %4 = vector.insert_strided_slice %3, %1 {offsets = [1, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT: %5 = vector.insert_strided_slice %4, %cst {offsets = [0, 0, 0], strides = [1, 1]} : vector<2x4xf32> into vector<2x2x4xf32>
// CHECK-NEXT: %6 = arith.addi %arg1, %c1 : index
// CHECK-NEXT: %7 = vector.load %arg0[%6, %arg1, %arg1] : memref<2x3x8xf32>, vector<4xf32>
// CHECK-NEXT: %8 = vector.insert_strided_slice %7, %cst_0 {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT: %9 = arith.addi %arg1, %c1 : index
// CHECK-NEXT: %10 = vector.load %arg0[%6, %9, %arg1] : memref<2x3x8xf32>, vector<4xf32>
// CHECK-NEXT: %11 = vector.insert_strided_slice %10, %8 {offsets = [1, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT: %12 = vector.insert_strided_slice %11, %5 {offsets = [1, 0, 0], strides = [1, 1]} : vector<2x4xf32> into vector<2x2x4xf32>
// CHECK-NEXT: return %12 : vector<2x2x4xf32>
func.func @outer(%m: memref<2x3x8xf32>, %i: index, %p: f32) -> vector<2x2x4xf32> {
  %0 = vector.transfer_read %m[%i, %i, %i], %p {in_bounds = [true, true, true]} : memref<2x3x8xf32>, vector<2x2x4xf32>
  return %0 : vector<2x2x4xf32>
}

// CHECK-LABEL: func.func @masked(%arg0: memref<4x8xf32>, %arg1: index, %arg2: vector<2x4xi1>, %arg3: f32, %arg4: vector<2x4xf32>) -> vector<2x4xf32> {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<2x4xf32>
// CHECK-NEXT: %0 = vector.extract %arg2[0] : vector<4xi1> from vector<2x4xi1>
// CHECK-NEXT: %1 = vector.broadcast %arg3 : f32 to vector<4xf32>
// CHECK-NEXT: %2 = vector.maskedload %arg0[%arg1, %arg1], %0, %1 : memref<4x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT: %3 = vector.insert_strided_slice %2, %cst {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT: %4 = vector.extract %arg2[1] : vector<4xi1> from vector<2x4xi1>
// CHECK-NEXT: %5 = arith.addi %arg1, %c1 : index
// CHECK-NEXT: %6 = vector.broadcast %arg3 : f32 to vector<4xf32>
// CHECK-NEXT: %7 = vector.maskedload %arg0[%5, %arg1], %4, %6 : memref<4x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT: %8 = vector.insert_strided_slice %7, %3 {offsets = [1, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT: %9 = vector.extract %arg2[0] : vector<4xi1> from vector<2x4xi1>
// CHECK-NEXT: %10 = vector.extract %arg4[0] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT: vector.maskedstore %arg0[%arg1, %arg1], %9, %10 : memref<4x8xf32>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT: %11 = vector.extract %arg2[1] : vector<4xi1> from vector<2x4xi1>
// CHECK-NEXT: %12 = arith.addi %arg1, %c1 : index
// CHECK-NEXT: %13 = vector.extract %arg4[1] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT: vector.maskedstore %arg0[%12, %arg1], %11, %13 : memref<4x8xf32>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT: return %8 : vector<2x4xf32>
func.func @masked(%m: memref<4x8xf32>, %i: index, %k: vector<2x4xi1>, %p: f32, %v: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p, %k {in_bounds = [true, true]} : memref<4x8xf32>, vector<2x4xf32>
  vector.transfer_write %v, %m[%i, %i], %k {in_bounds = [true, true]} : vector<2x4xf32>, memref<4x8xf32>
  return %0 : vector<2x4xf32>
}

// CHECK-LABEL: func.func @written(%arg0: memref<4x8xf32>, %arg1: index, %arg2: vector<2x4xf32>, %arg3: vector<8xf32>) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = vector.extract %arg2[0] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT: vector.store %0, %arg0[%arg1, %arg1] : memref<4x8xf32>, vector<4xf32>
// CHECK-NEXT: %1 = arith.addi %arg1, %c1 : index
// CHECK-NEXT: %2 = vector.extract %arg2[1] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT: vector.store %2, %arg0[%1, %arg1] : memref<4x8xf32>, vector<4xf32>
// CHECK-NEXT: vector.store %arg3, %arg0[%arg1, %arg1] : memref<4x8xf32>, vector<8xf32>
// CHECK-NEXT: return
func.func @written(%m: memref<4x8xf32>, %i: index, %v: vector<2x4xf32>, %w: vector<8xf32>) {
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true, true]} : vector<2x4xf32>, memref<4x8xf32>
  vector.transfer_write %w, %m[%i, %i] {in_bounds = [true]} : vector<8xf32>, memref<4x8xf32>
  return
}

// CHECK-LABEL: func.func @strided(%arg0: memref<4x8xf32, strided<[8, 2]>>, %arg1: memref<4x8xf32, strided<[16, 1], offset: ?>>, %arg2: index, %arg3: f32) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg2, %arg2], %arg3 {in_bounds = [true]} : memref<4x8xf32, strided<[8, 2]>>, vector<4xf32>
// CHECK-NEXT: %1 = vector.load %arg1[%arg2, %arg2] : memref<4x8xf32, strided<[16, 1], offset: ?>>, vector<4xf32>
// CHECK-NEXT: %2 = vector.transfer_read %arg1[%arg2, %arg2], %arg3 {in_bounds = [true], permutation_map = #map} : memref<4x8xf32, strided<[16, 1], offset: ?>>, vector<4xf32>
// CHECK-NEXT: return %0, %1, %2 : vector<4xf32>, vector<4xf32>, vector<4xf32>
func.func @strided(%m: memref<4x8xf32, strided<[8, 2]>>, %n: memref<4x8xf32, strided<[16, 1], offset: ?>>, %i: index, %p: f32) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true]} : memref<4x8xf32, strided<[8, 2]>>, vector<4xf32>
  %1 = vector.transfer_read %n[%i, %i], %p {in_bounds = [true]} : memref<4x8xf32, strided<[16, 1], offset: ?>>, vector<4xf32>
  %2 = vector.transfer_read %n[%i, %i], %p {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<4x8xf32, strided<[16, 1], offset: ?>>, vector<4xf32>
  return %0, %1, %2 : vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// What may leave its bounds, and what is read of a tensor, stays.
// CHECK-LABEL: func.func @stays(%arg0: memref<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: index, %arg3: f32) -> (vector<2x4xf32>, vector<4xf32>, vector<2x4xf32>) {
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg2, %arg2], %arg3 {in_bounds = [false, true]} : memref<4x8xf32>, vector<2x4xf32>
// CHECK-NEXT: %1 = vector.transfer_read %arg0[%arg2, %arg2], %arg3 : memref<4x8xf32>, vector<4xf32>
// CHECK-NEXT: %2 = vector.transfer_read %arg1[%arg2, %arg2], %arg3 {in_bounds = [true, true]} : tensor<4x8xf32>, vector<2x4xf32>
// CHECK-NEXT: return %0, %1, %2 : vector<2x4xf32>, vector<4xf32>, vector<2x4xf32>
func.func @stays(%m: memref<4x8xf32>, %t: tensor<4x8xf32>, %i: index, %p: f32) -> (vector<2x4xf32>, vector<4xf32>, vector<2x4xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [false, true]} : memref<4x8xf32>, vector<2x4xf32>
  %1 = vector.transfer_read %m[%i, %i], %p : memref<4x8xf32>, vector<4xf32>
  %2 = vector.transfer_read %t[%i, %i], %p {in_bounds = [true, true]} : tensor<4x8xf32>, vector<2x4xf32>
  return %0, %1, %2 : vector<2x4xf32>, vector<4xf32>, vector<2x4xf32>
}
