// RUN: optc %s --flatten-vector-transfers --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --flatten-vector-transfers=target-vector-bitwidth=24 --mlir-print-local-scope | FileCheck %s --check-prefix=WIDE

// Transfers of contiguous rows become one-dimensional, and unit dimensions go.

// All of a memref with an offset.
//
// CHECK-LABEL: func.func @whole(
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:   %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1, 2]] : memref<5x4x3xi8, strided<[12, 3, 1], offset: ?>> into memref<60xi8, strided<[1], offset: ?>>
// CHECK-NEXT:   %0 = vector.transfer_read %collapse_shape[%c0], %c0_i8 {in_bounds = [true]} : memref<60xi8, strided<[1], offset: ?>>, vector<60xi8>
// CHECK-NEXT:   %1 = vector.shape_cast %0 : vector<60xi8> to vector<5x4x3xi8>
// CHECK-NEXT:   return %1 : vector<5x4x3xi8>
// CHECK-NEXT: }
func.func @whole(%m: memref<5x4x3xi8, strided<[12, 3, 1], offset: ?>>) -> vector<5x4x3xi8> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i8
  %0 = vector.transfer_read %m[%c0, %c0, %c0], %p {in_bounds = [true, true, true]} : memref<5x4x3xi8, strided<[12, 3, 1], offset: ?>>, vector<5x4x3xi8>
  return %0 : vector<5x4x3xi8>
}

// Some rows of a slice. Only as many dimensions are collapsed as the vector has, without its leading ones.
//
// CHECK-LABEL: func.func @rows(
// CHECK-NEXT:   %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : memref<?x4x3xi8> into memref<?x12xi8>
// CHECK-NEXT:   %0 = affine.apply affine_map<()[s0] -> (s0 * 3)>()[%arg3]
// CHECK-NEXT:   %1 = vector.shape_cast %arg1 : vector<1x2x3xi8> to vector<6xi8>
// CHECK-NEXT:   vector.transfer_write %1, %collapse_shape[%arg2, %0] {in_bounds = [true]} : vector<6xi8>, memref<?x12xi8>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @rows(%m: memref<?x4x3xi8>, %v: vector<1x2x3xi8>, %i: index, %j: index) {
  %c0 = arith.constant 0 : index
  vector.transfer_write %v, %m[%i, %j, %c0] {in_bounds = [true, true, true]} : vector<1x2x3xi8>, memref<?x4x3xi8>
  return
}

// Gaps between the slices do not matter when the vector is inside of one.
//
// CHECK-LABEL: func.func @gaps(
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:   %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : memref<5x4x3xi8, strided<[100, 3, 1]>> into memref<5x12xi8, strided<[100, 1]>>
// CHECK-NEXT:   %0 = vector.transfer_read %collapse_shape[%arg1, %c0], %c0_i8 {in_bounds = [true]} : memref<5x12xi8, strided<[100, 1]>>, vector<12xi8>
// CHECK-NEXT:   %1 = vector.shape_cast %0 : vector<12xi8> to vector<4x3xi8>
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%c1, %c0, %c0], %c0_i8 {in_bounds = [true, true, true]} : memref<5x4x3xi8, strided<[100, 3, 1]>>, vector<2x4x3xi8>
// CHECK-NEXT:   return %1, %2 : vector<4x3xi8>, vector<2x4x3xi8>
// CHECK-NEXT: }
func.func @gaps(%m: memref<5x4x3xi8, strided<[100, 3, 1]>>, %i: index) -> (vector<4x3xi8>, vector<2x4x3xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = arith.constant 0 : i8
  %0 = vector.transfer_read %m[%i, %c0, %c0], %p {in_bounds = [true, true]} : memref<5x4x3xi8, strided<[100, 3, 1]>>, vector<4x3xi8>
  %1 = vector.transfer_read %m[%c1, %c0, %c0], %p {in_bounds = [true, true, true]} : memref<5x4x3xi8, strided<[100, 3, 1]>>, vector<2x4x3xi8>
  return %0, %1 : vector<4x3xi8>, vector<2x4x3xi8>
}

// These stay: part of each row, out of bounds, permuted, masked, scalable, of vectors.
//
// CHECK-LABEL: func.func @stay(
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<4xi8>
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0], %c0_i8 {in_bounds = [true, true]} : memref<4x4xi8>, vector<2x3xi8>
// CHECK-NEXT:   %1 = vector.transfer_read %arg0[%arg3, %c0], %c0_i8 {in_bounds = [false, true]} : memref<4x4xi8>, vector<2x4xi8>
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%c0, %c0], %c0_i8 {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<4x4xi8>, vector<2x4xi8>
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%c0, %c0], %c0_i8, %arg1 {in_bounds = [true, true]} : memref<4x4xi8>, vector<2x4xi8>
// CHECK-NEXT:   %4 = vector.mask %arg1 { vector.transfer_read %arg0[%c0, %c0], %c0_i8 {in_bounds = [true, true]} : memref<4x4xi8>, vector<2x4xi8> } : vector<2x4xi1> -> vector<2x4xi8>
// CHECK-NEXT:   %5 = vector.transfer_read %arg0[%c0, %c0], %c0_i8 {in_bounds = [true, true]} : memref<4x4xi8>, vector<2x[4]xi8>
// CHECK-NEXT:   %6 = vector.transfer_read %arg2[%c0, %c0], %cst {in_bounds = [true]} : memref<4x4xvector<4xi8>>, vector<1x4xi8>
// CHECK-NEXT:   return %0, %1, %2, %3, %4, %5, %6 : vector<2x3xi8>, vector<2x4xi8>, vector<2x4xi8>, vector<2x4xi8>, vector<2x4xi8>, vector<2x[4]xi8>, vector<1x4xi8>
// CHECK-NEXT: }
func.func @stay(%m: memref<4x4xi8>, %k: vector<2x4xi1>, %w: memref<4x4xvector<4xi8>>, %i: index) -> (vector<2x3xi8>, vector<2x4xi8>, vector<2x4xi8>, vector<2x4xi8>, vector<2x4xi8>, vector<2x[4]xi8>, vector<1x4xi8>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i8
  %z = arith.constant dense<0> : vector<4xi8>
  %0 = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<4x4xi8>, vector<2x3xi8>
  %1 = vector.transfer_read %m[%i, %c0], %p {in_bounds = [false, true]} : memref<4x4xi8>, vector<2x4xi8>
  %2 = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<4x4xi8>, vector<2x4xi8>
  %3 = vector.transfer_read %m[%c0, %c0], %p, %k {in_bounds = [true, true]} : memref<4x4xi8>, vector<2x4xi8>
  %4 = vector.mask %k { vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<4x4xi8>, vector<2x4xi8> } : vector<2x4xi1> -> vector<2x4xi8>
  %5 = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<4x4xi8>, vector<2x[4]xi8>
  %6 = vector.transfer_read %w[%c0, %c0], %z {in_bounds = [true]} : memref<4x4xvector<4xi8>>, vector<1x4xi8>
  return %0, %1, %2, %3, %4, %5, %6 : vector<2x3xi8>, vector<2x4xi8>, vector<2x4xi8>, vector<2x4xi8>, vector<2x4xi8>, vector<2x[4]xi8>, vector<1x4xi8>
}

// The innermost dimension has 24 bits, which the option tells apart.
//
// CHECK-LABEL: func.func @bits(
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:   %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1]] : memref<4x3xi8> into memref<12xi8>
// CHECK-NEXT:   %0 = vector.transfer_read %collapse_shape[%c0], %c0_i8 {in_bounds = [true]} : memref<12xi8>, vector<12xi8>
// CHECK-NEXT:   %1 = vector.shape_cast %0 : vector<12xi8> to vector<4x3xi8>
// CHECK-NEXT:   return %1 : vector<4x3xi8>
// CHECK-NEXT: }
// WIDE-LABEL: func.func @bits(
// WIDE-NEXT:   %c0 = arith.constant 0 : index
// WIDE-NEXT:   %c0_i8 = arith.constant 0 : i8
// WIDE-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0], %c0_i8 {in_bounds = [true, true]} : memref<4x3xi8>, vector<4x3xi8>
// WIDE-NEXT:   return %0 : vector<4x3xi8>
// WIDE-NEXT: }
func.func @bits(%m: memref<4x3xi8>) -> vector<4x3xi8> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i8
  %0 = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<4x3xi8>, vector<4x3xi8>
  return %0 : vector<4x3xi8>
}

// Dimensions of extent 1 go, but not [1], and not the last one.
//
// CHECK-LABEL: func.func @units(
// CHECK-NEXT:   %0 = vector.shape_cast %arg0 : vector<1x[1]x4xf32> to vector<[1]x4xf32>
// CHECK-NEXT:   %1 = vector.shape_cast %arg0 : vector<1x[1]x4xf32> to vector<[1]x4xf32>
// CHECK-NEXT:   %2 = arith.mulf %0, %1 : vector<[1]x4xf32>
// CHECK-NEXT:   %3 = vector.shape_cast %2 : vector<[1]x4xf32> to vector<1x[1]x4xf32>
// CHECK-NEXT:   %4 = vector.shape_cast %arg0 : vector<1x[1]x4xf32> to vector<[1]x4xf32>
// CHECK-NEXT:   %5 = vector.transpose %4, [1, 0] : vector<[1]x4xf32> to vector<4x[1]xf32>
// CHECK-NEXT:   %6 = vector.shape_cast %5 : vector<4x[1]xf32> to vector<4x1x[1]xf32>
// CHECK-NEXT:   %7 = vector.shape_cast %arg1 : vector<1x1xf32> to vector<1xf32>
// CHECK-NEXT:   %8 = vector.shape_cast %arg1 : vector<1x1xf32> to vector<1xf32>
// CHECK-NEXT:   %9 = arith.addf %7, %8 : vector<1xf32>
// CHECK-NEXT:   %10 = vector.shape_cast %9 : vector<1xf32> to vector<1x1xf32>
// CHECK-NEXT:   return %3, %6, %10 : vector<1x[1]x4xf32>, vector<4x1x[1]xf32>, vector<1x1xf32>
// CHECK-NEXT: }
func.func @units(%a: vector<1x[1]x4xf32>, %b: vector<1x1xf32>) -> (vector<1x[1]x4xf32>, vector<4x1x[1]xf32>, vector<1x1xf32>) {
  %0 = arith.mulf %a, %a : vector<1x[1]x4xf32>
  %1 = vector.transpose %a, [2, 0, 1] : vector<1x[1]x4xf32> to vector<4x1x[1]xf32>
  %2 = arith.addf %b, %b : vector<1x1xf32>
  return %0, %1, %2 : vector<1x[1]x4xf32>, vector<4x1x[1]xf32>, vector<1x1xf32>
}

// CHECK-LABEL: func.func @loop(
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = vector.shape_cast %arg0 : vector<1x4xf32> to vector<4xf32>
// CHECK-NEXT:   %1 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %0) -> (vector<4xf32>) {
// CHECK-NEXT:     %3 = vector.shape_cast %arg0 : vector<1x4xf32> to vector<4xf32>
// CHECK-NEXT:     %4 = arith.addf %arg3, %3 : vector<4xf32>
// CHECK-NEXT:     scf.yield %4 : vector<4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %2 = vector.shape_cast %1 : vector<4xf32> to vector<1x4xf32>
// CHECK-NEXT:   return %2 : vector<1x4xf32>
// CHECK-NEXT: }
func.func @loop(%v: vector<1x4xf32>, %n: index) -> vector<1x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> (vector<1x4xf32>) {
    %1 = arith.addf %a, %v : vector<1x4xf32>
    scf.yield %1 : vector<1x4xf32>
  }
  return %0 : vector<1x4xf32>
}
