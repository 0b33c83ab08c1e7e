// RUN: optc %s --lower-vector-gather --verify-exec --verify-diagnostics | FileCheck %s

// Indices of a column are multiplied where the numbers of all elements fit their type, and as
// indices where they may not: 128 elements, 254, and an unknown number.
// CHECK-LABEL: @fits
// CHECK: %[[F:.*]] = arith.constant dense<32> : vector<2xi8>
// CHECK: arith.muli %{{.*}}, %[[F]] : vector<2xi8>
func.func @fits(%m: memref<4x32xf32>, %s: i1, %k: vector<2xi1>, %p: vector<2xf32>) -> vector<2xf32> {
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<[3, 2]> : vector<2xi8>
  %w = arith.constant dense<[0, 1]> : vector<2xi8>
  %i = arith.select %s, %v, %w : vector<2xi8>
  %a = memref.subview %m[0, 1] [4, 1] [1, 1] : memref<4x32xf32> to memref<4xf32, strided<[32], offset: 1>>
  %0 = vector.gather %a[%c0] [%i], %k, %p : memref<4xf32, strided<[32], offset: 1>>, vector<2xi8>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

// CHECK-LABEL: @too_far
// CHECK: %[[F:.*]] = arith.constant dense<127> : vector<2xindex>
// CHECK: %[[I:.*]] = arith.index_cast %{{.*}} : vector<2xi8> to vector<2xindex>
// CHECK: arith.muli %[[I]], %[[F]] : vector<2xindex>
func.func @too_far(%m: memref<2x127xf32>, %s: i1, %k: vector<2xi1>, %p: vector<2xf32>) -> vector<2xf32> {
  %c1 = arith.constant 1 : index
  %v = arith.constant dense<[0, -1]> : vector<2xi8>
  %w = arith.constant dense<[-1, 0]> : vector<2xi8>
  %i = arith.select %s, %v, %w : vector<2xi8>
  %a = memref.subview %m[0, 1] [2, 1] [1, 1] : memref<2x127xf32> to memref<2xf32, strided<[127], offset: 1>>
  %0 = vector.gather %a[%c1] [%i], %k, %p : memref<2xf32, strided<[127], offset: 1>>, vector<2xi8>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

// CHECK-LABEL: @unknown_rows
// CHECK: %[[F:.*]] = arith.constant dense<3> : vector<2xindex>
// CHECK: arith.muli %{{.*}}, %[[F]] : vector<2xindex>
func.func @unknown_rows(%m: memref<?x3xf32>, %n: index, %i: vector<2xi8>, %p: vector<2xf32>) -> vector<2xf32> {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<false> : vector<2xi1>
  %a = memref.subview %m[0, 1] [%n, 1] [1, 1] : memref<?x3xf32> to memref<?xf32, strided<[3], offset: 1>>
  %0 = vector.gather %a[%c0] [%i], %k, %p : memref<?xf32, strided<[3], offset: 1>>, vector<2xi8>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}
