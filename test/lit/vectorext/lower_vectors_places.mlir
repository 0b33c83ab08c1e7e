// RUN: optc %s --vectorext-lower-vectors --mlir-print-local-scope | FileCheck %s

// Rows of three dimensions, turned and repeated ones, and masks of each row.
// CHECK-LABEL: func.func @rows(%arg0: memref<4x4x4xf32>, %arg1: f32, %arg2: vector<2x1x4xi1>) -> (vector<2x1x4xf32>, vector<2x1x4xf32>, vector<2x2x4xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2x4xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<2x2x4xf32>
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<2x1x4xf32>
// CHECK-NEXT:   %cst_2 = arith.constant dense<0.000000e+00> : vector<1x4xf32>
// CHECK-NEXT:   %0 = vector.load %arg0[%c1, %c0, %c0] : memref<4x4x4xf32>, vector<4xf32>
// CHECK-NEXT:   %1 = vector.insert_strided_slice %0, %cst_2 {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<1x4xf32>
// CHECK-NEXT:   %2 = vector.insert_strided_slice %1, %cst_1 {offsets = [0, 0, 0], strides = [1, 1]} : vector<1x4xf32> into vector<2x1x4xf32>
// CHECK-NEXT:   %3 = vector.load %arg0[%c2, %c0, %c0] : memref<4x4x4xf32>, vector<4xf32>
// CHECK-NEXT:   %4 = vector.insert_strided_slice %3, %cst_2 {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<1x4xf32>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %2 {offsets = [1, 0, 0], strides = [1, 1]} : vector<1x4xf32> into vector<2x1x4xf32>
// CHECK-NEXT:   %6 = vector.extract %arg2[0, 0] : vector<4xi1> from vector<2x1x4xi1>
// CHECK-NEXT:   %7 = vector.broadcast %arg1 : f32 to vector<4xf32>
// CHECK-NEXT:   %8 = vector.maskedload %arg0[%c0, %c1, %c0], %6, %7 : memref<4x4x4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:   %9 = vector.insert_strided_slice %8, %cst_2 {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<1x4xf32>
// CHECK-NEXT:   %10 = vector.insert_strided_slice %9, %cst_1 {offsets = [0, 0, 0], strides = [1, 1]} : vector<1x4xf32> into vector<2x1x4xf32>
// CHECK-NEXT:   %11 = vector.extract %arg2[1, 0] : vector<4xi1> from vector<2x1x4xi1>
// CHECK-NEXT:   %12 = vector.broadcast %arg1 : f32 to vector<4xf32>
// CHECK-NEXT:   %13 = vector.maskedload %arg0[%c1, %c1, %c0], %11, %12 : memref<4x4x4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:   %14 = vector.insert_strided_slice %13, %cst_2 {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<1x4xf32>
// CHECK-NEXT:   %15 = vector.insert_strided_slice %14, %10 {offsets = [1, 0, 0], strides = [1, 1]} : vector<1x4xf32> into vector<2x1x4xf32>
// CHECK-NEXT:   %16 = vector.load %arg0[%c0, %c1, %c0] : memref<4x4x4xf32>, vector<4xf32>
// CHECK-NEXT:   %17 = vector.insert_strided_slice %16, %cst {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT:   %18 = vector.load %arg0[%c0, %c1, %c0] : memref<4x4x4xf32>, vector<4xf32>
// CHECK-NEXT:   %19 = vector.insert_strided_slice %18, %17 {offsets = [1, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT:   %20 = vector.insert_strided_slice %19, %cst_0 {offsets = [0, 0, 0], strides = [1, 1]} : vector<2x4xf32> into vector<2x2x4xf32>
// CHECK-NEXT:   %21 = vector.load %arg0[%c0, %c2, %c0] : memref<4x4x4xf32>, vector<4xf32>
// CHECK-NEXT:   %22 = vector.insert_strided_slice %21, %cst {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT:   %23 = vector.load %arg0[%c0, %c2, %c0] : memref<4x4x4xf32>, vector<4xf32>
// CHECK-NEXT:   %24 = vector.insert_strided_slice %23, %22 {offsets = [1, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT:   %25 = vector.insert_strided_slice %24, %20 {offsets = [1, 0, 0], strides = [1, 1]} : vector<2x4xf32> into vector<2x2x4xf32>
// CHECK-NEXT:   %26 = vector.extract %arg2[0, 0] : vector<4xi1> from vector<2x1x4xi1>
// CHECK-NEXT:   vector.maskedstore %arg0[%c1, %c0, %c0], %26, %8 : memref<4x4x4xf32>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT:   %27 = vector.extract %arg2[1, 0] : vector<4xi1> from vector<2x1x4xi1>
// CHECK-NEXT:   vector.maskedstore %arg0[%c2, %c0, %c0], %27, %13 : memref<4x4x4xf32>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT:   return %5, %15, %25 : vector<2x1x4xf32>, vector<2x1x4xf32>, vector<2x2x4xf32>
// CHECK-NEXT: }
func.func @rows(%m: memref<4x4x4xf32>, %p: f32, %k: vector<2x1x4xi1>) -> (vector<2x1x4xf32>, vector<2x1x4xf32>, vector<2x2x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = vector.transfer_read %m[%c1, %c0, %c0], %p {in_bounds = [true, true, true]} : memref<4x4x4xf32>, vector<2x1x4xf32>
  %1 = vector.transfer_read %m[%c0, %c1, %c0], %p, %k {in_bounds = [true, true, true]} : memref<4x4x4xf32>, vector<2x1x4xf32>
  %2 = vector.transfer_read %m[%c0, %c1, %c0], %p {in_bounds = [true, true, true], permutation_map = affine_map<(d0, d1, d2) -> (d1, 0, d2)>} : memref<4x4x4xf32>, vector<2x2x4xf32>
  vector.transfer_write %1, %m[%c1, %c0, %c0], %k {in_bounds = [true, true, true]} : vector<2x1x4xf32>, memref<4x4x4xf32>
  return %0, %1, %2 : vector<2x1x4xf32>, vector<2x1x4xf32>, vector<2x2x4xf32>
}

// What stays: repeated under a mask, on a tensor, out of bounds, of another width, and rank 0.
// CHECK-LABEL: func.func @stay(%arg0: memref<4x4xf32>, %arg1: tensor<4x4xf32>, %arg2: memref<4xvector<4xf32>>, %arg3: memref<8xi8>, %arg4: memref<f32>, %arg5: f32, %arg6: i8, %arg7: vector<4xi1>, %arg8: index) -> (vector<4x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<1xi32>, vector<f32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0], %arg5, %arg7 {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<4x4xf32>, vector<4x4xf32>
// CHECK-NEXT:   %1 = vector.transfer_read %arg1[%c0, %c0], %arg5 {in_bounds = [true, true]} : tensor<4x4xf32>, vector<2x4xf32>
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%arg8, %c0], %arg5 {in_bounds = [false, true]} : memref<4x4xf32>, vector<2x4xf32>
// CHECK-NEXT:   %3 = vector.transfer_read %arg3[%c0], %arg6 {in_bounds = [true]} : memref<8xi8>, vector<1xi32>
// CHECK-NEXT:   %4 = vector.transfer_read %arg4[], %arg5 : memref<f32>, vector<f32>
// CHECK-NEXT:   return %0, %1, %2, %3, %4 : vector<4x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<1xi32>, vector<f32>
// CHECK-NEXT: }
func.func @stay(%m: memref<4x4xf32>, %t: tensor<4x4xf32>, %w: memref<4xvector<4xf32>>, %b: memref<8xi8>, %z: memref<f32>, %p: f32, %q: i8, %k: vector<4xi1>, %i: index) -> (vector<4x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<1xi32>, vector<f32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0, %c0], %p, %k {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<4x4xf32>, vector<4x4xf32>
  %1 = vector.transfer_read %t[%c0, %c0], %p {in_bounds = [true, true]} : tensor<4x4xf32>, vector<2x4xf32>
  %2 = vector.transfer_read %m[%i, %c0], %p {in_bounds = [false, true]} : memref<4x4xf32>, vector<2x4xf32>
  %3 = vector.transfer_read %b[%c0], %q {in_bounds = [true]} : memref<8xi8>, vector<1xi32>
  %4 = vector.transfer_read %z[], %p : memref<f32>, vector<f32>
  return %0, %1, %2, %3, %4 : vector<4x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<1xi32>, vector<f32>
}

// Rows of the transposed vector are neighbours in memory, also under a mask, whose dimensions are those of the memory.
// The transpositions cancel.
// CHECK-LABEL: func.func @turned(
// CHECK:         %[[K:.*]] = vector.extract %arg3[0] : vector<4xi1> from vector<3x4xi1>
// CHECK:         vector.maskedload %arg0[%c0, %c0], %[[K]], %{{.*}} : memref<4x4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK:         vector.maskedload %arg0[%c1, %c0]
// CHECK:         vector.maskedload %arg0[%c2, %c0]
// CHECK-COUNT-3: vector.store %{{.*}} : memref<4x4xf32>, vector<4xf32>
func.func @turned(%m: memref<4x4xf32>, %o: memref<4x4xf32>, %p: f32, %k: vector<3x4xi1>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0, %c0], %p, %k {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<4x4xf32>, vector<4x3xf32>
  vector.transfer_write %0, %o[%c0, %c0] {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<4x3xf32>, memref<4x4xf32>
  return
}
