// RUN: optc %s --canonicalize | FileCheck %s

// What is simplified otherwise than by upstream, because its result is wrong or does
// not parse again. docs/conformance.md has the reasons.
// mlir-opt-22 differs (canonicalize cse, sccp symbol-dce, inline licm, elementwise to linalg, empty tensors allocated, fma, arith expanded, arith and casts expanded, memref aliases folded, vector to loops, vector to loops of rank 2, vector unrolled, vector unrolled to rank 0): that is the subject

// A constant needs a static shape: dense<0> : tensor<?xi32> cannot be read.
// CHECK-LABEL: func.func @constants_of_unknown_shape(
// CHECK:         %[[E:.*]] = arith.cmpi eq, %arg0, %arg0 : tensor<?xi32>
// CHECK:         %[[X:.*]] = arith.xori %arg0, %arg0 : tensor<?xi32>
// CHECK:         %[[S:.*]] = arith.subi %arg0, %arg0 : tensor<?xi32>
// CHECK:         %[[R:.*]] = tensor.expand_shape
// CHECK:         return %[[E]], %[[X]], %[[S]], %[[R]]
func.func @constants_of_unknown_shape(%t: tensor<?xi32>, %n: index) -> (tensor<?xi1>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %one = arith.constant dense<1> : tensor<i32>
  %0 = arith.cmpi eq, %t, %t : tensor<?xi32>
  %1 = arith.xori %t, %t : tensor<?xi32>
  %2 = arith.subi %t, %t : tensor<?xi32>
  %3 = tensor.expand_shape %one [] output_shape [%n] : tensor<i32> into tensor<?xi32>
  return %0, %1, %2, %3 : tensor<?xi1>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}

// Poison is no number, and the elements of a constant are none if they are vectors.
// CHECK-LABEL: func.func @elements(
// CHECK:         %[[P:.*]] = ub.poison : index
// CHECK:         %[[A:.*]] = tensor.from_elements %[[P]] : tensor<1xindex>
// CHECK:         %[[B:.*]] = tensor.from_elements %{{.*}} : tensor<1xvector<1xi1>>
// CHECK:         return %[[A]], %[[B]]
func.func @elements() -> (tensor<1xindex>, tensor<1xvector<1xi1>>) {
  %p = ub.poison : index
  %v = arith.constant dense<true> : vector<1xi1>
  %0 = tensor.from_elements %p : tensor<1xindex>
  %1 = tensor.from_elements %v : tensor<1xvector<1xi1>>
  return %0, %1 : tensor<1xindex>, tensor<1xvector<1xi1>>
}

// The format has no infinity.
// CHECK-LABEL: func.func @infinity(
// CHECK:         arith.truncf %{{.*}} : f32 to f4E2M1FN
func.func @infinity() -> f4E2M1FN {
  %c = arith.constant 0x7F800000 : f32
  %0 = arith.truncf %c : f32 to f4E2M1FN
  return %0 : f4E2M1FN
}

// [[1], [2]] becomes [[1, 2], [1, 2]]; a broadcast to 2x2 would be [[1, 1], [2, 2]].
// CHECK-LABEL: func.func @duplicate(
// CHECK:         vector.broadcast %{{.*}} : vector<2x1xf32> to vector<2x2x1xf32>
// CHECK:         vector.shape_cast
func.func @duplicate(%v: vector<2x1xf32>) -> vector<2x2xf32> {
  %0 = vector.broadcast %v : vector<2x1xf32> to vector<2x2x1xf32>
  %1 = vector.shape_cast %0 : vector<2x2x1xf32> to vector<2x2xf32>
  return %1 : vector<2x2xf32>
}

// Extents are not negative.
// CHECK-LABEL: func.func @negative(
// CHECK:         memref.view %{{.*}}[%{{.*}}][%c-1] : memref<?xi8> to memref<?x4xi32>
func.func @negative(%m: memref<?xi8>, %i: index) -> memref<?x4xi32> {
  %c-1 = arith.constant -1 : index
  %0 = memref.view %m[%i][%c-1] : memref<?xi8> to memref<?x4xi32>
  return %0 : memref<?x4xi32>
}

// Where the mask is off the accumulator stays.
// CHECK-LABEL: func.func @masked(
// CHECK:         %[[SUM:.*]] = arith.addf %{{.*}}, %{{.*}} : vector<2xf32>
// CHECK:         arith.select %arg2, %[[SUM]], %arg1
func.func @masked(%v: vector<2x1xf32>, %acc: vector<2xf32>, %m: vector<2xi1>) -> vector<2xf32> {
  %k = vector.shape_cast %m : vector<2xi1> to vector<2x1xi1>
  %0 = vector.mask %k { vector.multi_reduction <add>, %v, %acc [1] : vector<2x1xf32> to vector<2xf32> } : vector<2x1xi1> -> vector<2xf32>
  return %0 : vector<2xf32>
}

// A type whose extents are not known has no constant.
// CHECK-LABEL: func.func @no_zero(%arg0: tensor<?xi32>, %arg1: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
// CHECK-NEXT: %0 = arith.subi %arg0, %arg1 : tensor<?xi32>
// CHECK-NEXT: %1 = arith.subi %0, %arg0 : tensor<?xi32>
// CHECK-NEXT: %2 = arith.xori %arg0, %arg0 : tensor<?xi32>
// CHECK-NEXT: return %1, %2 : tensor<?xi32>, tensor<?xi32>
// CHECK-NEXT: }
func.func @no_zero(%a: tensor<?xi32>, %b: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %d = arith.subi %a, %b : tensor<?xi32>
  %r = arith.subi %d, %a : tensor<?xi32>
  %x = arith.xori %a, %a : tensor<?xi32>
  return %r, %x : tensor<?xi32>, tensor<?xi32>
}

// A distance that is negative if the comparison is signed is a long way in an unsigned loop.
// CHECK-LABEL: func.func @far(%arg0: index, %arg1: memref<?xi32>, %arg2: i32) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c-4 = arith.constant -4 : index
// CHECK-NEXT: %0 = arith.addi %arg0, %c-4 overflow<nuw> : index
// CHECK-NEXT: scf.for unsigned %arg3 = %arg0 to %0 step %c1 {
// CHECK-NEXT: memref.store %arg2, %arg1[%arg3] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @far(%l: index, %m: memref<?xi32>, %v: i32) {
  %c1 = arith.constant 1 : index
  %c-4 = arith.constant -4 : index
  %u = arith.addi %l, %c-4 overflow<nsw> : index
  scf.for %i = %l to %u step %c1 {
    memref.store %v, %m[%i] : memref<?xi32>
  }
  %w = arith.addi %l, %c-4 overflow<nuw> : index
  scf.for unsigned %i = %l to %w step %c1 {
    memref.store %v, %m[%i] : memref<?xi32>
  }
  return
}
