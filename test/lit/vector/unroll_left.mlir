// RUN: optc %s --unroll-vectors=native-shape=2,2 --mlir-print-local-scope | FileCheck %s

// What has a mask, or vectors as elements, stays whole; a broadcast is read once for every tile.
// CHECK-LABEL: func.func @left(%arg0: memref<8x8xf32>, %arg1: memref<4xvector<4xf32>>, %arg2: index, %arg3: f32, %arg4: vector<4x4xi1>, %arg5: memref<4xf32>) -> (vector<4x4xf32>, vector<4x4xf32>, vector<4x4xf32>) {
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<4x4xf32>
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg2, %arg2], %arg3, %arg4 {in_bounds = [true, true]} : memref<8x8xf32>, vector<4x4xf32>
// CHECK-NEXT: %1 = vector.load %arg1[%arg2] : memref<4xvector<4xf32>>, vector<4xf32>
// CHECK-NEXT: %2 = vector.extract_strided_slice %1 {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// CHECK-NEXT: %3 = vector.broadcast %2 : vector<2xf32> to vector<2x2xf32>
// CHECK-NEXT: %4 = vector.insert_strided_slice %3, %cst {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT: %5 = vector.extract_strided_slice %1 {offsets = [2], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// CHECK-NEXT: %6 = vector.broadcast %5 : vector<2xf32> to vector<2x2xf32>
// CHECK-NEXT: %7 = vector.insert_strided_slice %6, %4 {offsets = [0, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT: %8 = vector.extract_strided_slice %1 {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// CHECK-NEXT: %9 = vector.broadcast %8 : vector<2xf32> to vector<2x2xf32>
// CHECK-NEXT: %10 = vector.insert_strided_slice %9, %7 {offsets = [2, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT: %11 = vector.extract_strided_slice %1 {offsets = [2], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// CHECK-NEXT: %12 = vector.broadcast %11 : vector<2xf32> to vector<2x2xf32>
// CHECK-NEXT: %13 = vector.insert_strided_slice %12, %10 {offsets = [2, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT: %14 = vector.transfer_read %arg5[%arg2], %arg3 {in_bounds = [true, true], permutation_map = affine_map<(d0) -> (0, d0)>} : memref<4xf32>, vector<2x2xf32>
// CHECK-NEXT: %15 = vector.insert_strided_slice %14, %cst {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT: %16 = affine.apply affine_map<(d0) -> (d0 + 2)>(%arg2)
// CHECK-NEXT: %17 = vector.transfer_read %arg5[%16], %arg3 {in_bounds = [true, true], permutation_map = affine_map<(d0) -> (0, d0)>} : memref<4xf32>, vector<2x2xf32>
// CHECK-NEXT: %18 = vector.insert_strided_slice %17, %15 {offsets = [0, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT: %19 = vector.transfer_read %arg5[%arg2], %arg3 {in_bounds = [true, true], permutation_map = affine_map<(d0) -> (0, d0)>} : memref<4xf32>, vector<2x2xf32>
// CHECK-NEXT: %20 = vector.insert_strided_slice %19, %18 {offsets = [2, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT: %21 = affine.apply affine_map<(d0) -> (d0 + 2)>(%arg2)
// CHECK-NEXT: %22 = vector.transfer_read %arg5[%21], %arg3 {in_bounds = [true, true], permutation_map = affine_map<(d0) -> (0, d0)>} : memref<4xf32>, vector<2x2xf32>
// CHECK-NEXT: %23 = vector.insert_strided_slice %22, %20 {offsets = [2, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT: return %0, %13, %23 : vector<4x4xf32>, vector<4x4xf32>, vector<4x4xf32>
// CHECK-NEXT: }
func.func @left(%m: memref<8x8xf32>, %w: memref<4xvector<4xf32>>, %i: index, %p: f32, %k: vector<4x4xi1>, %u: memref<4xf32>) -> (vector<4x4xf32>, vector<4x4xf32>, vector<4x4xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %p, %k {in_bounds = [true, true]} : memref<8x8xf32>, vector<4x4xf32>
  %1 = vector.load %w[%i] : memref<4xvector<4xf32>>, vector<4xf32>
  %2 = vector.broadcast %1 : vector<4xf32> to vector<4x4xf32>
  %3 = vector.transfer_read %u[%i], %p {in_bounds = [true, true], permutation_map = affine_map<(d0) -> (0, d0)>} : memref<4xf32>, vector<4x4xf32>
  return %0, %2, %3 : vector<4x4xf32>, vector<4x4xf32>, vector<4x4xf32>
}
