// RUN: optc %s --lower-vector-gather --verify-exec --verify-diagnostics | FileCheck %s

// Indices of a column are multiplied where the numbers of all elements fit their type, and as
// indices where they may not: 128 elements, 254, and an unknown number.
// CHECK-LABEL: func.func @fits(%arg0: memref<4x32xf32>, %arg1: i1, %arg2: vector<2xi1>, %arg3: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %cst = arith.constant dense<32> : vector<2xi8>
// CHECK-NEXT: %cst_0 = arith.constant dense<[3, 2]> : vector<2xi8>
// CHECK-NEXT: %cst_1 = arith.constant dense<[0, 1]> : vector<2xi8>
// CHECK-NEXT: %0 = arith.select %arg1, %cst_0, %cst_1 : vector<2xi8>
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1]] : memref<4x32xf32> into memref<128xf32>
// CHECK-NEXT: %1 = arith.muli %0, %cst : vector<2xi8>
// CHECK-NEXT: %2 = arith.index_cast %1 : vector<2xi8> to vector<2xindex>
// CHECK-NEXT: %3 = vector.extract %arg2[0] : i1 from vector<2xi1>
// CHECK-NEXT: %4 = vector.extract %2[0] : index from vector<2xindex>
// CHECK-NEXT: %5 = arith.addi %4, %c1 : index
// CHECK-NEXT: %6 = scf.if %3 -> (vector<2xf32>) {
// CHECK-NEXT: %11 = vector.load %collapse_shape[%5] : memref<128xf32>, vector<1xf32>
// CHECK-NEXT: %12 = vector.extract %11[0] : f32 from vector<1xf32>
// CHECK-NEXT: %13 = vector.insert %12, %arg3 [0] : f32 into vector<2xf32>
// CHECK-NEXT: scf.yield %13 : vector<2xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg3 : vector<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %7 = vector.extract %arg2[1] : i1 from vector<2xi1>
// CHECK-NEXT: %8 = vector.extract %2[1] : index from vector<2xindex>
// CHECK-NEXT: %9 = arith.addi %8, %c1 : index
// CHECK-NEXT: %10 = scf.if %7 -> (vector<2xf32>) {
// CHECK-NEXT: %11 = vector.load %collapse_shape[%9] : memref<128xf32>, vector<1xf32>
// CHECK-NEXT: %12 = vector.extract %11[0] : f32 from vector<1xf32>
// CHECK-NEXT: %13 = vector.insert %12, %6 [1] : f32 into vector<2xf32>
// CHECK-NEXT: scf.yield %13 : vector<2xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %6 : vector<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %10 : vector<2xf32>
func.func @fits(%m: memref<4x32xf32>, %s: i1, %k: vector<2xi1>, %p: vector<2xf32>) -> vector<2xf32> {
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<[3, 2]> : vector<2xi8>
  %w = arith.constant dense<[0, 1]> : vector<2xi8>
  %i = arith.select %s, %v, %w : vector<2xi8>
  %a = memref.subview %m[0, 1] [4, 1] [1, 1] : memref<4x32xf32> to memref<4xf32, strided<[32], offset: 1>>
  %0 = vector.gather %a[%c0] [%i], %k, %p : memref<4xf32, strided<[32], offset: 1>>, vector<2xi8>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

// CHECK-LABEL: func.func @too_far(%arg0: memref<2x127xf32>, %arg1: i1, %arg2: vector<2xi1>, %arg3: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT: %c128 = arith.constant 128 : index
// CHECK-NEXT: %cst = arith.constant dense<127> : vector<2xindex>
// CHECK-NEXT: %cst_0 = arith.constant dense<[0, -1]> : vector<2xi8>
// CHECK-NEXT: %cst_1 = arith.constant dense<[-1, 0]> : vector<2xi8>
// CHECK-NEXT: %0 = arith.select %arg1, %cst_0, %cst_1 : vector<2xi8>
// CHECK-NEXT: %1 = arith.index_cast %0 : vector<2xi8> to vector<2xindex>
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1]] : memref<2x127xf32> into memref<254xf32>
// CHECK-NEXT: %2 = arith.muli %1, %cst : vector<2xindex>
// CHECK-NEXT: %3 = vector.extract %arg2[0] : i1 from vector<2xi1>
// CHECK-NEXT: %4 = vector.extract %2[0] : index from vector<2xindex>
// CHECK-NEXT: %5 = arith.addi %4, %c128 : index
// CHECK-NEXT: %6 = scf.if %3 -> (vector<2xf32>) {
// CHECK-NEXT: %11 = vector.load %collapse_shape[%5] : memref<254xf32>, vector<1xf32>
// CHECK-NEXT: %12 = vector.extract %11[0] : f32 from vector<1xf32>
// CHECK-NEXT: %13 = vector.insert %12, %arg3 [0] : f32 into vector<2xf32>
// CHECK-NEXT: scf.yield %13 : vector<2xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg3 : vector<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %7 = vector.extract %arg2[1] : i1 from vector<2xi1>
// CHECK-NEXT: %8 = vector.extract %2[1] : index from vector<2xindex>
// CHECK-NEXT: %9 = arith.addi %8, %c128 : index
// CHECK-NEXT: %10 = scf.if %7 -> (vector<2xf32>) {
// CHECK-NEXT: %11 = vector.load %collapse_shape[%9] : memref<254xf32>, vector<1xf32>
// CHECK-NEXT: %12 = vector.extract %11[0] : f32 from vector<1xf32>
// CHECK-NEXT: %13 = vector.insert %12, %6 [1] : f32 into vector<2xf32>
// CHECK-NEXT: scf.yield %13 : vector<2xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %6 : vector<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %10 : vector<2xf32>
func.func @too_far(%m: memref<2x127xf32>, %s: i1, %k: vector<2xi1>, %p: vector<2xf32>) -> vector<2xf32> {
  %c1 = arith.constant 1 : index
  %v = arith.constant dense<[0, -1]> : vector<2xi8>
  %w = arith.constant dense<[-1, 0]> : vector<2xi8>
  %i = arith.select %s, %v, %w : vector<2xi8>
  %a = memref.subview %m[0, 1] [2, 1] [1, 1] : memref<2x127xf32> to memref<2xf32, strided<[127], offset: 1>>
  %0 = vector.gather %a[%c1] [%i], %k, %p : memref<2xf32, strided<[127], offset: 1>>, vector<2xi8>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

// CHECK-LABEL: func.func @unknown_rows(%arg0: memref<?x3xf32>, %arg1: index, %arg2: vector<2xi8>, %arg3: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %cst = arith.constant dense<3> : vector<2xindex>
// CHECK-NEXT: %0 = arith.index_cast %arg2 : vector<2xi8> to vector<2xindex>
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1]] : memref<?x3xf32> into memref<?xf32>
// CHECK-NEXT: %1 = arith.muli %0, %cst : vector<2xindex>
// CHECK-NEXT: %2 = vector.extract %1[0] : index from vector<2xindex>
// CHECK-NEXT: %3 = arith.addi %2, %c1 : index
// CHECK-NEXT: %4 = scf.if %false -> (vector<2xf32>) {
// CHECK-NEXT: %8 = vector.load %collapse_shape[%3] : memref<?xf32>, vector<1xf32>
// CHECK-NEXT: %9 = vector.extract %8[0] : f32 from vector<1xf32>
// CHECK-NEXT: %10 = vector.insert %9, %arg3 [0] : f32 into vector<2xf32>
// CHECK-NEXT: scf.yield %10 : vector<2xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg3 : vector<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %5 = vector.extract %1[1] : index from vector<2xindex>
// CHECK-NEXT: %6 = arith.addi %5, %c1 : index
// CHECK-NEXT: %7 = scf.if %false -> (vector<2xf32>) {
// CHECK-NEXT: %8 = vector.load %collapse_shape[%6] : memref<?xf32>, vector<1xf32>
// CHECK-NEXT: %9 = vector.extract %8[0] : f32 from vector<1xf32>
// CHECK-NEXT: %10 = vector.insert %9, %4 [1] : f32 into vector<2xf32>
// CHECK-NEXT: scf.yield %10 : vector<2xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %4 : vector<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %7 : vector<2xf32>
func.func @unknown_rows(%m: memref<?x3xf32>, %n: index, %i: vector<2xi8>, %p: vector<2xf32>) -> vector<2xf32> {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<false> : vector<2xi1>
  %a = memref.subview %m[0, 1] [%n, 1] [1, 1] : memref<?x3xf32> to memref<?xf32, strided<[3], offset: 1>>
  %0 = vector.gather %a[%c0] [%i], %k, %p : memref<?xf32, strided<[3], offset: 1>>, vector<2xi8>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}
