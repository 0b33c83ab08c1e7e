// RUN: optc %s --canonicalize | FileCheck %s

// One iteration, if the upper bound is the lower one plus the step and the sum does not wrap
// around in the comparison of the loop.
// CHECK-LABEL: func.func @distance(%arg0: index, %arg1: index, %arg2: memref<?xi32>, %arg3: i32) {
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = arith.addi %arg0, %c4 overflow<nsw> : index
// CHECK-NEXT: memref.store %arg3, %arg2[%arg0] : memref<?xi32>
// CHECK-NEXT: %1 = arith.addi %arg0, %c4 : index
// CHECK-NEXT: scf.for %arg4 = %arg0 to %1 step %c4 {
// CHECK-NEXT: memref.store %arg3, %arg2[%arg4] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: %2 = arith.addi %arg0, %c4 overflow<nuw> : index
// CHECK-NEXT: scf.for %arg4 = %arg0 to %2 step %c4 {
// CHECK-NEXT: memref.store %arg3, %arg2[%arg4] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %arg3, %arg2[%arg0] : memref<?xi32>
// CHECK-NEXT: scf.for unsigned %arg4 = %arg0 to %0 step %c4 {
// CHECK-NEXT: memref.store %arg3, %arg2[%arg4] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: %3 = arith.addi %arg1, %c4 overflow<nsw> : index
// CHECK-NEXT: scf.for %arg4 = %arg0 to %3 step %c4 {
// CHECK-NEXT: memref.store %arg3, %arg2[%arg4] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: %4 = arith.subi %arg0, %c4 overflow<nsw> : index
// CHECK-NEXT: scf.for %arg4 = %arg0 to %4 step %c4 {
// CHECK-NEXT: memref.store %arg3, %arg2[%arg4] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @distance(%l: index, %m: index, %p: memref<?xi32>, %v: i32) {
  %c4 = arith.constant 4 : index
  %a = arith.addi %l, %c4 overflow<nsw> : index
  scf.for %i = %l to %a step %c4 {
    memref.store %v, %p[%i] : memref<?xi32>
  }
  %b = arith.addi %l, %c4 : index
  scf.for %i = %l to %b step %c4 {
    memref.store %v, %p[%i] : memref<?xi32>
  }
  %c = arith.addi %l, %c4 overflow<nuw> : index
  scf.for %i = %l to %c step %c4 {
    memref.store %v, %p[%i] : memref<?xi32>
  }
  scf.for unsigned %i = %l to %c step %c4 {
    memref.store %v, %p[%i] : memref<?xi32>
  }
  scf.for unsigned %i = %l to %a step %c4 {
    memref.store %v, %p[%i] : memref<?xi32>
  }
  %d = arith.addi %m, %c4 overflow<nsw> : index
  scf.for %i = %l to %d step %c4 {
    memref.store %v, %p[%i] : memref<?xi32>
  }
  %e = arith.subi %l, %c4 overflow<nsw> : index
  scf.for %i = %l to %e step %c4 {
    memref.store %v, %p[%i] : memref<?xi32>
  }
  return
}

// Bounds that become constant leave the attributes as they are.
// CHECK-LABEL: func.func @attributes(%arg0: memref<?xi32>, %arg1: i32, %arg2: index) {
// CHECK-NEXT: scf.forall (%arg3, %arg4) in (8, %arg2) {
// CHECK-NEXT: %0 = arith.addi %arg3, %arg4 : index
// CHECK-NEXT: memref.store %arg1, %arg0[%0] : memref<?xi32>
// CHECK-NEXT: } {keep = "this", mapping = [#gpu.thread<x>, #gpu.thread<y>]}
// CHECK-NEXT: return
func.func @attributes(%p: memref<?xi32>, %v: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c1 = arith.constant 1 : index
  scf.forall (%i, %j) = (%c0, %c0) to (%c8, %n) step (%c1, %c1) {
    %k = arith.addi %i, %j : index
    memref.store %v, %p[%k] : memref<?xi32>
  } {keep = "this", mapping = [#gpu.thread<x>, #gpu.thread<y>]}
  return
}

// Dimensions that run once leave a forall, here from a bound that is not constant.
// CHECK-LABEL: func.func @forall_one(%arg0: index, %arg1: memref<?xi32>, %arg2: i32) {
// CHECK-NEXT: scf.forall (%arg3) in (4) {
// CHECK-NEXT: memref.store %arg2, %arg1[%arg0] : memref<?xi32>
// CHECK-NEXT: memref.store %arg2, %arg1[%arg3] : memref<?xi32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %arg2, %arg1[%arg0] : memref<?xi32>
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @forall_one(%l: index, %m: memref<?xi32>, %v: i32) {
  %c1 = arith.constant 1 : index
  %u = arith.addi %l, %c1 overflow<nsw> : index
  scf.forall (%i, %j) = (%l, 0) to (%u, 4) step (1, 1) {
    memref.store %v, %m[%i] : memref<?xi32>
    memref.store %v, %m[%j] : memref<?xi32>
  }
  scf.forall (%i) = (%l) to (%u) step (1) {
    memref.store %v, %m[%i] : memref<?xi32>
  }
  return
}

// Nested loops are merged unless the bounds of the inner one depend on the outer one.
// CHECK-LABEL: func.func @triangle(%arg0: index, %arg1: memref<?x?xi32>, %arg2: i32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) {
// CHECK-NEXT: scf.parallel (%arg4) = (%c0) to (%arg3) step (%c1) {
// CHECK-NEXT: memref.store %arg2, %arg1[%arg3, %arg4] : memref<?x?xi32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: scf.parallel (%arg3, %arg4) = (%c0, %c0) to (%arg0, %arg0) step (%c1, %c1) {
// CHECK-NEXT: memref.store %arg2, %arg1[%arg3, %arg4] : memref<?x?xi32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @triangle(%n: index, %p: memref<?x?xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%i) step (%c1) {
      memref.store %v, %p[%i, %j] : memref<?x?xi32>
    }
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %v, %p[%i, %j] : memref<?x?xi32>
    }
  }
  return
}
