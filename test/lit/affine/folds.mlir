// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Functions that are executed before and after their folds and patterns; package internal/testing/folds tells which have none.

// Extents that are promised are kept: %i is at most 8.
// CHECK-DAG: #map = affine_map<()[s0] -> (s0, s0 + 1)>
// CHECK-DAG: #map1 = affine_map<()[s0] -> (s0 * 3)>
// CHECK-DAG: #map2 = affine_map<()[s0, s1] -> (s1 + 4, s0 * 2)>
// CHECK-DAG: #map3 = affine_map<()[s0, s1] -> (s1 - 1, s1 + 4, s0 * 2)>
// CHECK-DAG: #set = affine_set<(d0) : (d0 >= 0)>
// CHECK-DAG: #set1 = affine_set<() : (0 >= 0)>
// CHECK-DAG: #set2 = affine_set<()[s0] : (s0 - 3 >= 0)>
// CHECK-LABEL: func.func @there_and_back(%arg0: index, %arg1: index) -> (index, index, index, index, index) {
// CHECK-NEXT: %c5 = arith.constant 5 : index
// CHECK-NEXT: %0 = arith.remui %arg1, %c5 : index
// CHECK-NEXT: return %arg0, %0, %arg0, %arg0, %0 : index, index, index, index, index
func.func @there_and_back(%i: index, %j: index) -> (index, index, index, index, index) {
  %c5 = arith.constant 5 : index
  %j5 = arith.remui %j, %c5 : index
  %l = affine.linearize_index disjoint [%i, %j5] by (10, 5) : index
  %0:2 = affine.delinearize_index %l into (10, 5) : index, index
  %1:2 = affine.delinearize_index %i into (3, 4) : index, index
  %2 = affine.linearize_index disjoint [%1#0, %1#1] by (3, 4) : index
  %m = affine.linearize_index disjoint [%i, %j5] by (20, 5) : index
  %3:2 = affine.delinearize_index %m into (100, 5) : index, index
  return %0#0, %0#1, %2, %3#0, %3#1 : index, index, index, index, index
}

// What is left of a linearized index behind its last component is divided alone.
// CHECK-LABEL: func.func @last_component(%arg0: index, %arg1: index) -> (index, index, index) {
// CHECK-NEXT: %c12 = arith.constant 12 : index
// CHECK-NEXT: %0 = arith.remui %arg1, %c12 : index
// CHECK-NEXT: %1:2 = affine.delinearize_index %0 into (3, 4) : index, index
// CHECK-NEXT: return %arg0, %1#0, %1#1 : index, index, index
func.func @last_component(%i: index, %j: index) -> (index, index, index) {
  %c12 = arith.constant 12 : index
  %k = arith.remui %j, %c12 : index
  %l = affine.linearize_index disjoint [%i, %k] by (9, 12) : index
  %0:3 = affine.delinearize_index %l into (9, 3, 4) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}

// CHECK-LABEL: func.func @extremes(%arg0: index, %arg1: index) -> (index, index, index, index, index, index, index, index) {
// CHECK-NEXT: %0 = affine.max #map()[%arg0]
// CHECK-NEXT: %1 = affine.min #map()[%arg0]
// CHECK-NEXT: %2 = affine.apply #map1()[%arg0]
// CHECK-NEXT: %3 = affine.apply #map1()[%arg0]
// CHECK-NEXT: %4 = affine.max #map2()[%arg0, %arg1]
// CHECK-NEXT: %5 = affine.max #map3()[%arg0, %arg1]
// CHECK-NEXT: %6 = affine.min #map2()[%arg0, %arg1]
// CHECK-NEXT: %7 = affine.min #map3()[%arg0, %arg1]
// CHECK-NEXT: return %0, %1, %2, %3, %4, %5, %6, %7 : index, index, index, index, index, index, index, index
func.func @extremes(%i: index, %j: index) -> (index, index, index, index, index, index, index, index) {
  %0 = affine.max affine_map<(d0) -> (d0, d0 + 1, d0)>(%i)
  %1 = affine.min affine_map<(d0) -> (d0, d0 + 1, d0)>(%i)
  %2 = affine.max affine_map<(d0) -> (d0 * 3)>(%i)
  %3 = affine.min affine_map<(d0) -> (d0 * 3)>(%i)
  %4 = affine.max affine_map<(d0, d1) -> (d0 * 2, d1 + 4)>(%i, %j)
  %5 = affine.max affine_map<(d0, d1) -> (d0, d1 - 1)>(%4, %j)
  %6 = affine.min affine_map<(d0, d1) -> (d0 * 2, d1 + 4)>(%i, %j)
  %7 = affine.min affine_map<(d0, d1) -> (d0, d1 - 1)>(%6, %j)
  return %0, %1, %2, %3, %4, %5, %6, %7 : index, index, index, index, index, index, index, index
}

// CHECK-LABEL: func.func @constant_extremes() -> (index, index) {
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c6 = arith.constant 6 : index
// CHECK-NEXT: return %c4, %c6 : index, index
func.func @constant_extremes() -> (index, index) {
  %c3 = arith.constant 3 : index
  %0 = affine.min affine_map<(d0) -> (d0 * 2, d0 + 1)>(%c3)
  %1 = affine.max affine_map<(d0) -> (d0 * 2, d0 + 1)>(%c3)
  return %0, %1 : index, index
}

// -----

// CHECK-LABEL: func.func @memory(%arg0: memref<8xf32>) -> f32 {
// CHECK-NEXT: affine.prefetch %arg0[3], read, locality<3>, data : memref<8xf32>
// CHECK-NEXT: %0 = affine.load %arg0[3] : memref<8xf32>
// CHECK-NEXT: affine.store %0, %arg0[4] : memref<8xf32>
// CHECK-NEXT: %1 = affine.load %arg0[4] : memref<8xf32>
// CHECK-NEXT: return %1 : f32
func.func @memory(%m: memref<8xf32>) -> f32 {
  %c = memref.cast %m : memref<8xf32> to memref<?xf32>
  %c2 = arith.constant 2 : index
  affine.prefetch %c[%c2 + 1], read, locality<3>, data : memref<?xf32>
  %0 = affine.load %c[%c2 + 1] : memref<?xf32>
  affine.store %0, %c[%c2 * 2] : memref<?xf32>
  %1 = affine.load %c[4] : memref<?xf32>
  return %1 : f32
}

// CHECK-LABEL: memref.global "private" constant @table : memref<4xi32> = dense<[2, 3, 5, 7]>
memref.global "private" constant @table : memref<4xi32> = dense<[2, 3, 5, 7]>

// CHECK-LABEL: func.func @element() -> i32 {
// CHECK-NEXT: %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT: return %c5_i32 : i32
func.func @element() -> i32 {
  %m = memref.get_global @table : memref<4xi32>
  %0 = affine.load %m[2] : memref<4xi32>
  return %0 : i32
}

// CHECK-LABEL: func.func @decided(%arg0: memref<4xi32>, %arg1: i32) -> i32 {
// CHECK-NEXT: affine.for %arg2 = 0 to 4 {
// CHECK-NEXT: affine.if #set(%arg2) {
// CHECK-NEXT: affine.store %arg1, %arg0[%arg2] : memref<4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: affine.if #set1() {
// CHECK-NEXT: affine.store %arg1, %arg0[2] : memref<4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return %arg1 : i32
func.func @decided(%m: memref<4xi32>, %x: i32) -> i32 {
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (d0 >= 0)>(%i) {
      affine.store %x, %m[%i] : memref<4xi32>
    }
  }
  %c1 = arith.constant 1 : index
  %0 = affine.if affine_set<()[s0] : (s0 - 1 == 0)>()[%c1] -> i32 {
    affine.yield %x : i32
  } else {
    %y = affine.load %m[0] : memref<4xi32>
    affine.yield %y : i32
  }
  affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%c1] {
    affine.store %0, %m[2] : memref<4xi32>
  } else {
  }
  return %0 : i32
}

// CHECK-LABEL: func.func @dead_else(%arg0: memref<4xi32>, %arg1: i32, %arg2: index) {
// CHECK-NEXT: affine.if #set2()[%arg2] {
// CHECK-NEXT: affine.store %arg1, %arg0[1] : memref<4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @dead_else(%m: memref<4xi32>, %x: i32, %n: index) {
  affine.if affine_set<()[s0] : (s0 - 3 >= 0)>()[%n] {
    affine.store %x, %m[1] : memref<4xi32>
  } else {
  }
  return
}

// CHECK-LABEL: func.func @copied(%arg0: memref<8xf32>) -> f32 {
// CHECK-NEXT: %alloc = memref.alloc() : memref<8xf32>
// CHECK-NEXT: memref.copy %arg0, %alloc : memref<8xf32> to memref<8xf32>
// CHECK-NEXT: %0 = affine.load %alloc[5] : memref<8xf32>
// CHECK-NEXT: return %0 : f32
func.func @copied(%m: memref<8xf32>) -> f32 {
  %0 = memref.alloc() : memref<8xf32>
  memref.copy %m, %0 : memref<8xf32> to memref<8xf32>
  %1 = affine.load %0[5] : memref<8xf32>
  return %1 : f32
}

// Digits of an index that has no place in the basis are undefined, but only where they are asked for.
// CHECK-LABEL: func.func @empty_basis(%arg0: index) -> index {
// CHECK-NEXT: return %arg0 : index
func.func @empty_basis(%i: index) -> index {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %r = scf.for %k = %c0 to %c0 step %c2 iter_args(%a = %i) -> (index) {
    %0:2 = affine.delinearize_index %c5 into (%c2, %c0) : index, index
    %s = arith.addi %0#0, %0#1 : index
    scf.yield %s : index
  }
  return %r : index
}
