// RUN: optc %s --canonicalize --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s

// Maps compose; constants, unused and repeated operands go; dimensions that may be symbols become symbols.
// CHECK-LABEL: func.func @compose(%arg0: index, %arg1: index, %arg2: memref<?xf32>) -> (index, index, index) {
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %0 = affine.apply affine_map<()[s0] -> (s0 * 3 + 4)>()[%arg0]
// CHECK-NEXT: affine.for %arg3 = 0 to 8 {
// CHECK-NEXT: %1 = affine.load %arg2[%arg3 + ((%arg3 + symbol(%arg0) * 2 + 1) floordiv 16) * -16 + symbol(%arg0) * 2 + 1] : memref<?xf32>
// CHECK-NEXT: affine.store %1, %arg2[%arg3] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %c8, %0 : index, index, index
func.func @compose(%a: index, %b: index, %m: memref<?xf32>) -> (index, index, index) {
  %c4 = arith.constant 4 : index
  %0 = affine.apply affine_map<(d0) -> (d0 * 2)>(%a)
  %1 = affine.apply affine_map<(d0, d1, d2)[s0] -> (d0 + s0 + d2)>(%0, %b, %a)[%c4]
  %2 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%c4, %c4)
  affine.for %i = 0 to 8 {
    %3 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %4 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 2)>(%3, %a)
    %5 = affine.load %m[%4 mod 16] : memref<?xf32>
    affine.store %5, %m[%3 - 1] : memref<?xf32>
  }
  %6 = affine.apply affine_map<(d0) -> (d0)>(%1)
  return %1, %2, %6 : index, index, index
}

// What loops say about their variables simplifies quotients and remainders.
// CHECK-LABEL: func.func @ranges(%arg0: memref<?xindex>) {
// CHECK-NEXT: affine.for %arg1 = 0 to 8 {
// CHECK-NEXT: %0 = affine.apply affine_map<(d0) -> (d0 ceildiv 16)>(%arg1)
// CHECK-NEXT: affine.store %arg1, %arg0[0] : memref<?xindex>
// CHECK-NEXT: affine.store %0, %arg0[(%arg1 * 9) floordiv 8] : memref<?xindex>
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @ranges(%m: memref<?xindex>) {
  affine.for %i = 0 to 8 {
    %0 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
    %1 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i)
    %2 = affine.apply affine_map<(d0) -> (d0 ceildiv 16)>(%i)
    affine.store %0, %m[%1] : memref<?xindex>
    affine.store %2, %m[(%i * 8 + %i) floordiv 8] : memref<?xindex>
  }
  return
}

// CHECK-LABEL: func.func @min_max(%arg0: index, %arg1: index) -> (index, index, index, index) {
// CHECK-NEXT: %c5 = arith.constant 5 : index
// CHECK-NEXT: %0 = affine.min affine_map<()[s0, s1] -> (7, s0 + s1)>()[%arg1, %arg0]
// CHECK-NEXT: %1 = affine.min affine_map<()[s0, s1] -> (7, 9, s0 + s1)>()[%arg1, %arg0]
// CHECK-NEXT: %2 = affine.apply affine_map<()[s0] -> (s0 + 3)>()[%arg0]
// CHECK-NEXT: return %0, %1, %2, %c5 : index, index, index, index
func.func @min_max(%a: index, %b: index) -> (index, index, index, index) {
  %c5 = arith.constant 5 : index
  %0 = affine.min affine_map<(d0)[s0] -> (d0 + s0, 7, d0 + s0)>(%a)[%b]
  %1 = affine.min affine_map<(d0) -> (d0, 9)>(%0)
  %2 = affine.max affine_map<(d0) -> (d0 + 3)>(%a)
  %3 = affine.max affine_map<(d0) -> (d0, 3)>(%c5)
  return %0, %1, %2, %3 : index, index, index, index
}

// CHECK-LABEL: func.func @loops(%arg0: index, %arg1: memref<?xf32>, %arg2: f32) -> (f32, f32, f32) {
// CHECK-NEXT: affine.for %arg3 = 0 to 8 {
// CHECK-NEXT: affine.store %arg2, %arg1[%arg3] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = max affine_map<()[s0] -> (0, s0)>()[%arg0] to affine_map<()[s0] -> (s0 + 1)>()[%arg0] {
// CHECK-NEXT: affine.store %arg2, %arg1[%arg3] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %0 = affine.for %arg3 = 0 to %arg0 iter_args(%arg4 = %arg2) -> (f32) {
// CHECK-NEXT: %1 = arith.addf %arg4, %arg4 : f32
// CHECK-NEXT: affine.yield %1 : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %arg2, %arg2, %0 : f32, f32, f32
func.func @loops(%n: index, %m: memref<?xf32>, %x: f32) -> (f32, f32, f32) {
  %c8 = arith.constant 8 : index
  %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%n)
  affine.for %i = 0 to %c8 {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = max affine_map<(d0) -> (0, d0, 0)>(%n) to min affine_map<(d0) -> (d0, d0)>(%0) {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  %1 = affine.for %i = 4 to 4 iter_args(%a = %x) -> (f32) {
    %t = arith.addf %a, %a : f32
    affine.yield %t : f32
  }
  %2 = affine.for %i = 0 to 4 iter_args(%a = %x) -> (f32) {
    affine.yield %a : f32
  }
  %3 = affine.for %i = 0 to %n iter_args(%a = %x) -> (f32) {
    %t = arith.addf %a, %a : f32
    affine.yield %t : f32
  }
  return %1, %2, %3 : f32, f32, f32
}

// CHECK-LABEL: func.func @conditions(%arg0: index, %arg1: f32, %arg2: f32) -> f32 {
// CHECK-NEXT: affine.if affine_set<()[s0] : (s0 - 10 >= 0)>()[%arg0] {
// CHECK-NEXT: "test.kept"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: affine.if affine_set<()[s0] : (s0 - 3 >= 0)>()[%arg0] {
// CHECK-NEXT: "test.kept"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return %arg1 : f32
func.func @conditions(%n: index, %x: f32, %y: f32) -> f32 {
  %c3 = arith.constant 3 : index
  affine.if affine_set<(d0) : (d0 - 10 >= 0)>(%n) {
    "test.kept"() : () -> ()
  } else {
  }
  affine.if affine_set<() : (1 == 0)>() {
    "test.gone"() : () -> ()
  }
  %0 = affine.if affine_set<(d0) : (0 == 0)>(%n) -> f32 {
    affine.yield %x : f32
  } else {
    affine.yield %y : f32
  }
  affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%n, %c3) {
    "test.kept"() : () -> ()
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @parallel(%arg0: index, %arg1: memref<?x?xf32>, %arg2: f32) {
// CHECK-NEXT: affine.parallel (%arg3, %arg4) = (0, symbol(%arg0) * 2) to (symbol(%arg0) * 2, min(symbol(%arg0) * 2 + 1, 100)) {
// CHECK-NEXT: affine.store %arg2, %arg1[%arg3, %arg4] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @parallel(%n: index, %m: memref<?x?xf32>, %x: f32) {
  %0 = affine.apply affine_map<(d0) -> (d0 * 2)>(%n)
  affine.parallel (%i, %j) = (0, %0) to (%0, min(%0 + 1, 100)) {
    affine.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  return
}

// CHECK-LABEL: func.func @accesses(%arg0: memref<8xf32>, %arg1: index) -> vector<4xf32> {
// CHECK-NEXT: affine.prefetch %arg0[symbol(%arg1) + 1], read, locality<3>, data : memref<8xf32>
// CHECK-NEXT: %0 = affine.vector_load %arg0[symbol(%arg1) * 2 + 2] : memref<8xf32>, vector<4xf32>
// CHECK-NEXT: affine.vector_store %0, %arg0[symbol(%arg1) + 1] : memref<8xf32>, vector<4xf32>
// CHECK-NEXT: return %0 : vector<4xf32>
func.func @accesses(%m: memref<8xf32>, %i: index) -> vector<4xf32> {
  %c = memref.cast %m : memref<8xf32> to memref<?xf32>
  %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
  affine.prefetch %c[%0], read, locality<3>, data : memref<?xf32>
  %1 = affine.vector_load %m[%0 * 2] : memref<8xf32>, vector<4xf32>
  affine.vector_store %1, %m[%0] : memref<8xf32>, vector<4xf32>
  return %1 : vector<4xf32>
}

// Transfers skip casts.
// CHECK-LABEL: func.func @transfers(%arg0: memref<8xf32>, %arg1: memref<8xf32, 1>, %arg2: memref<1xi32>, %arg3: index) {
// CHECK-NEXT: affine.dma_start %arg0[%arg3], %arg1[0], %arg2[0], %arg3 : memref<8xf32>, memref<8xf32, 1>, memref<1xi32>
// CHECK-NEXT: affine.dma_wait %arg2[0], %arg3 : memref<1xi32>
// CHECK-NEXT: return
func.func @transfers(%a: memref<8xf32>, %b: memref<8xf32, 1>, %t: memref<1xi32>, %n: index) {
  %c = memref.cast %a : memref<8xf32> to memref<?xf32>
  %d = memref.cast %t : memref<1xi32> to memref<?xi32>
  affine.dma_start %c[%n], %b[0], %d[0], %n : memref<?xf32>, memref<8xf32, 1>, memref<?xi32>
  affine.dma_wait %d[0], %n : memref<?xi32>
  return
}

// CHECK-LABEL: func.func @delinearize(%arg0: index, %arg1: index) -> (index, index, index, index, index, index) {
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0:2 = affine.delinearize_index %arg0 into (%arg1, 4) : index, index
// CHECK-NEXT: return %c2, %c3, %0#0, %c0, %0#1, %arg0 : index, index, index, index, index, index
func.func @delinearize(%x: index, %n: index) -> (index, index, index, index, index, index) {
  %c23 = arith.constant 23 : index
  %c4 = arith.constant 4 : index
  %0:2 = affine.delinearize_index %c23 into (3, 10) : index, index
  %1:3 = affine.delinearize_index %x into (%n, 1, %c4) : index, index, index
  %2 = affine.delinearize_index %x into (7) : index
  return %0#0, %0#1, %1#0, %1#1, %1#2, %2 : index, index, index, index, index, index
}

// CHECK-LABEL: func.func @linearize(%arg0: index, %arg1: index, %arg2: index) -> (index, index, index, index) {
// CHECK-NEXT: %c12 = arith.constant 12 : index
// CHECK-NEXT: %0 = affine.linearize_index disjoint [%arg0, %arg1] by (%arg2, 5) : index
// CHECK-NEXT: %1 = affine.linearize_index [%arg0, %arg1] by (4, 5) : index
// CHECK-NEXT: return %c12, %arg0, %0, %1 : index, index, index, index
func.func @linearize(%x: index, %y: index, %n: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0 = affine.linearize_index [%c2, %c2] by (4, 5) : index
  %1 = affine.linearize_index [%x] by (5) : index
  %2 = affine.linearize_index disjoint [%x, %c0, %y] by (%n, 1, 5) : index
  %3 = affine.linearize_index [%c0, %x, %y] by (3, 4, 5) : index
  return %0, %1, %2, %3 : index, index, index, index
}

// One undoes the other, all of it or a part; so does the sum of all results.
// CHECK-LABEL: func.func @inverse(%arg0: index, %arg1: index, %arg2: memref<?xindex>) -> (index, index, index, index, index) {
// CHECK-NEXT: %0 = affine.linearize_index disjoint [%arg1, %arg0] by (5, 24) : index
// CHECK-NEXT: %1 = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%arg0]
// CHECK-NEXT: return %arg0, %0, %arg1, %arg0, %1 : index, index, index, index, index
func.func @inverse(%x: index, %n: index, %m: memref<?xindex>) -> (index, index, index, index, index) {
  %0:3 = affine.delinearize_index %x into (2, 3, 4) : index, index, index
  %1 = affine.linearize_index disjoint [%0#0, %0#1, %0#2] by (2, 3, 4) : index
  %2 = affine.linearize_index disjoint [%n, %0#0, %0#1, %0#2] by (5, 2, 3, 4) : index
  %3 = affine.linearize_index disjoint [%n, %x, %n] by (2, 3, 4) : index
  %4:3 = affine.delinearize_index %3 into (2, 3, 4) : index, index, index
  %5 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 12 + d1 * 4 + d2 + 1)>(%0#0, %0#1, %0#2)
  return %1, %2, %4#0, %4#1, %5 : index, index, index, index, index
}

// Regrouping a sum ends.
// CHECK-LABEL: func.func @regroup(
// CHECK-NEXT: %0 = affine.apply affine_map<()[s0, s1] -> ((s0 * 3 + (s1 * 5) floordiv 6 - (s1 floordiv 60) * 50) floordiv 8)>()[%arg0, %arg1]
// CHECK-NEXT: %1 = affine.apply affine_map<()[s0, s1] -> (s1 * 3 + (s0 * 5) floordiv 6 - (s0 floordiv 60) * 50)>()[%arg0, %arg1]
// CHECK-NEXT: return %0, %1 : index, index
func.func @regroup(%a: index, %b: index) -> (index, index) {
  %r = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + ((d1 mod 60) * 5) floordiv 6) floordiv 8)>(%a, %b)
  %s = affine.apply affine_map<(d0, d1) -> (((d0 mod 60) * 5) floordiv 6 + d1 * 3)>(%a, %b)
  return %r, %s : index, index
}
