// RUN: optc %s --canonicalize | FileCheck %s

// One iteration, if the upper bound is the lower one plus the step and the sum does not wrap
// around in the comparison of the loop.
// CHECK-LABEL: @distance
// CHECK-SAME: (%[[L:[^:]*]]: index, %[[M:[^:]*]]: index, %[[P:[^:]*]]: memref<?xi32>, %[[V:[^:]*]]: i32)
// CHECK: %[[A:.*]] = arith.addi %[[L]], %{{.*}} overflow<nsw>
// CHECK-NEXT: memref.store %[[V]], %[[P]][%[[L]]]
// CHECK-NEXT: %[[B:.*]] = arith.addi %[[L]], %c4 :
// CHECK-NEXT: scf.for %{{.*}} = %[[L]] to %[[B]]
// CHECK: %[[C:.*]] = arith.addi %[[L]], %{{.*}} overflow<nuw>
// CHECK-NEXT: scf.for %{{.*}} = %[[L]] to %[[C]]
// CHECK: }
// CHECK-NEXT: memref.store %[[V]], %[[P]][%[[L]]]
// CHECK-NEXT: scf.for unsigned %{{.*}} = %[[L]] to %[[A]]
// CHECK: %[[D:.*]] = arith.addi %[[M]], %{{.*}} overflow<nsw>
// CHECK-NEXT: scf.for %{{.*}} = %[[L]] to %[[D]]
// CHECK: %[[E:.*]] = arith.subi %[[L]], %{{.*}} overflow<nsw>
// CHECK-NEXT: scf.for %{{.*}} = %[[L]] to %[[E]]
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
// CHECK-LABEL: @attributes
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (8, %{{.*}}) {
// CHECK: } {keep = "this", mapping = [#gpu.thread<x>, #gpu.thread<y>]}
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
