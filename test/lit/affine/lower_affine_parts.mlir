// RUN: optc %s --lower-affine --split-input-file --verify-diagnostics | FileCheck %s

// A single digit is the index; digits that do not overlap make a number without a sign.
// CHECK-LABEL: func.func @digits(%arg0: index, %arg1: index, %arg2: index) -> (index, index, index) {
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c8_0 = arith.constant 8 : index
// CHECK-NEXT:   %0 = arith.muli %arg2, %c8_0 overflow<nsw> : index
// CHECK-NEXT:   %1 = arith.muli %arg0, %0 overflow<nsw> : index
// CHECK-NEXT:   %2 = arith.muli %arg1, %c8 overflow<nsw> : index
// CHECK-NEXT:   %3 = arith.addi %1, %2 overflow<nsw> : index
// CHECK-NEXT:   %4 = arith.addi %3, %arg1 overflow<nsw> : index
// CHECK-NEXT:   %c8_1 = arith.constant 8 : index
// CHECK-NEXT:   %c8_2 = arith.constant 8 : index
// CHECK-NEXT:   %5 = arith.muli %arg2, %c8_2 overflow<nsw, nuw> : index
// CHECK-NEXT:   %6 = arith.muli %arg0, %5 overflow<nsw> : index
// CHECK-NEXT:   %7 = arith.muli %arg1, %c8_1 overflow<nsw> : index
// CHECK-NEXT:   %8 = arith.addi %6, %7 overflow<nsw> : index
// CHECK-NEXT:   %9 = arith.addi %8, %arg1 overflow<nsw> : index
// CHECK-NEXT:   return %arg0, %4, %9 : index, index, index
// CHECK-NEXT: }
func.func @digits(%x: index, %y: index, %n: index) -> (index, index, index) {
  %0 = affine.delinearize_index %x into (4) : index
  %1 = affine.linearize_index [%x, %y, %y] by (4, %n, 8) : index
  %2 = affine.linearize_index disjoint [%x, %y, %y] by (4, %n, 8) : index
  return %0, %1, %2 : index, index, index
}

// -----

func.func @no_arithmetic(%x: index) -> index {
  // expected-error @below {{division}}
  %0 = affine.apply affine_map<(d0) -> (d0 floordiv 0)>(%x)
  return %0 : index
}

// -----

// Memory of one element has no index; reductions whose result has no constant are refused.
// CHECK-LABEL: func.func @no_index(%arg0: memref<f32>, %arg1: f32) -> f32 {
// CHECK-NEXT:   %0 = memref.load %arg0[] : memref<f32>
// CHECK-NEXT:   memref.store %arg1, %arg0[] : memref<f32>
// CHECK-NEXT:   return %0 : f32
// CHECK-NEXT: }
func.func @no_index(%m: memref<f32>, %v: f32) -> f32 {
  %0 = affine.load %m[] : memref<f32>
  affine.store %v, %m[] : memref<f32>
  return %0 : f32
}

// -----

func.func @signed(%m: memref<8xsi32>) -> si32 {
  // expected-error @below {{Reduction operation type not supported}}
  %0 = affine.parallel (%i) = (0) to (8) reduce ("maxs") -> (si32) {
    %x = affine.load %m[%i] : memref<8xsi32>
    affine.yield %x : si32
  }
  return %0 : si32
}

// -----

// What has no arithmetic is refused in every operation that holds a map.
func.func @everywhere(%m: memref<8xf32>, %o: memref<8xf32>, %t: memref<1xi32>, %x: index, %n: index, %f: f32) {
  // expected-error @below {{modulo by non-positive value is not supported}}
  %0 = affine.apply affine_map<()[s0] -> (s0 mod -1)>()[%x]
  // expected-error @below {{division by non-positive value is not supported}}
  %1 = affine.min affine_map<()[s0] -> (s0 floordiv -2, 3)>()[%x]
  // expected-error @below {{division by non-positive value is not supported}}
  %2 = affine.max affine_map<()[s0] -> (s0 ceildiv -2, 3)>()[%x]
  // expected-error @below {{modulo by non-positive value is not supported}}
  %3 = affine.load %m[symbol(%x) mod -1] : memref<8xf32>
  // expected-error @below {{modulo by non-positive value is not supported}}
  affine.store %f, %m[symbol(%x) mod -1] : memref<8xf32>
  // expected-error @below {{modulo by non-positive value is not supported}}
  affine.dma_start %m[symbol(%x) mod -1], %o[0], %t[0], %n : memref<8xf32>, memref<8xf32>, memref<1xi32>
  // expected-error @below {{modulo by non-positive value is not supported}}
  affine.dma_wait %t[symbol(%x) mod -1], %n : memref<1xi32>
  // expected-error @below {{modulo by non-positive value is not supported}}
  affine.for %i = affine_map<()[s0] -> (s0 mod -1)>()[%x] to 8 {
  }
  // expected-error @below {{modulo by non-positive value is not supported}}
  affine.for %i = 0 to affine_map<()[s0] -> (s0 mod -1)>()[%x] {
  }
  // expected-error @below {{modulo by non-positive value is not supported}}
  affine.if affine_set<()[s0] : (s0 mod -1 >= 0)>()[%x] {
  }
  // expected-error @below {{modulo by non-positive value is not supported}}
  affine.parallel (%i) = (symbol(%x) mod -1) to (4) {
  }
  // expected-error @below {{modulo by non-positive value is not supported}}
  affine.parallel (%i) = (0) to (symbol(%x) mod -1) {
  }
  return
}

// -----

// Indices without inner extents, and digits that are all of a number.
// CHECK-LABEL: func.func @linear_alone(%arg0: index) -> index {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c6 = arith.constant 6 : index
// CHECK-NEXT:   %c30 = arith.constant 30 : index
// CHECK-NEXT:   %c120 = arith.constant 120 : index
// CHECK-NEXT:   %c360 = arith.constant 360 : index
// CHECK-NEXT:   %0 = arith.muli %c0, %c360 overflow<nsw> : index
// CHECK-NEXT:   %1 = arith.muli %arg0, %c120 overflow<nsw> : index
// CHECK-NEXT:   %2 = arith.muli %arg0, %c30 overflow<nsw> : index
// CHECK-NEXT:   %3 = arith.muli %arg0, %c6 overflow<nsw> : index
// CHECK-NEXT:   %4 = arith.addi %0, %1 overflow<nsw> : index
// CHECK-NEXT:   %5 = arith.addi %4, %2 overflow<nsw> : index
// CHECK-NEXT:   %6 = arith.addi %5, %3 overflow<nsw> : index
// CHECK-NEXT:   %7 = arith.addi %6, %arg0 overflow<nsw> : index
// CHECK-NEXT:   return %7 : index
// CHECK-NEXT: }
func.func @linear_alone(%x: index) -> index {
  %0 = affine.linearize_index [] by () : index
  %1 = affine.linearize_index [%x] by () : index
  %2 = affine.linearize_index [%x] by (4) : index
  %3 = affine.delinearize_index %x into () : index
  %4 = affine.delinearize_index %x into (4) : index
  %5 = affine.linearize_index [%0, %1, %2, %3, %4] by (2, 3, 4, 5, 6) : index
  return %5 : index
}
