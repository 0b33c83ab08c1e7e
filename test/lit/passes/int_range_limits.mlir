// RUN: optc %s --int-range-optimizations --verify-exec | FileCheck %s

// Bounds that are just kept, and just missed.

// CHECK-LABEL: func.func @transfers(
// CHECK-SAME: %[[M:[a-z0-9]+]]: memref<8xf32>{{.*}}%[[D:[a-z0-9]+]]: memref<?xf32>{{.*}}%[[Z:[a-z0-9]+]]: f32
// CHECK-NEXT: %[[C:.+]]-1 = arith.constant -1 : index
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[C5:.+]] = arith.constant 5 : index
// CHECK-NEXT: %[[C6:.+]] = arith.constant 6 : index
// CHECK-NEXT: %[[V0:.+]] = vector.broadcast %[[Z]] : f32 to vector<4xf32>
// CHECK-NEXT: %[[V1:.+]] = scf.for %[[ARG3:.+]] = %[[C0]] to %[[C5]] step %[[C1]] iter_args(%[[ARG4:.+]] = %[[V0]]) -> (vector<4xf32>) {
// CHECK-NEXT: %[[V4:.+]] = vector.transfer_read %[[M]][%[[ARG3]]], %[[Z]] {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
// CHECK-NEXT: %[[V5:.+]] = vector.transfer_read %[[D]][%[[ARG3]]], %[[Z]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT: %[[V6:.+]] = arith.addf %[[V4]], %[[ARG4]] : vector<4xf32>
// CHECK-NEXT: %[[V7:.+]] = arith.addf %[[V5]], %[[V6]] : vector<4xf32>
// CHECK-NEXT: scf.yield %[[V7]] : vector<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V2:.+]] = scf.for %[[ARG3]] = %[[C0]] to %[[C6]] step %[[C1]] iter_args(%[[ARG4]] = %[[V1]]) -> (vector<4xf32>) {
// CHECK-NEXT: %[[V4]] = vector.transfer_read %[[M]][%[[ARG3]]], %[[Z]] : memref<8xf32>, vector<4xf32>
// CHECK-NEXT: %[[V5]] = arith.addf %[[V4]], %[[ARG4]] : vector<4xf32>
// CHECK-NEXT: scf.yield %[[V5]] : vector<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V3:.+]] = scf.for %[[ARG3]] = %[[C]]-1 to %[[C5]] step %[[C1]] iter_args(%[[ARG4]] = %[[V2]]) -> (vector<4xf32>) {
// CHECK-NEXT: %[[V4]] = vector.transfer_read %[[M]][%[[ARG3]]], %[[Z]] : memref<8xf32>, vector<4xf32>
// CHECK-NEXT: %[[V5]] = arith.addf %[[V4]], %[[ARG4]] : vector<4xf32>
// CHECK-NEXT: scf.yield %[[V5]] : vector<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V3]] : vector<4xf32>
// CHECK-NEXT: }
func.func @transfers(%m: memref<8xf32>, %d: memref<?xf32>, %z: f32) -> vector<4xf32> {
  %n1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %v = vector.broadcast %z : f32 to vector<4xf32>
  %a = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %v) -> (vector<4xf32>) {
    %0 = vector.transfer_read %m[%i], %z : memref<8xf32>, vector<4xf32>
    %1 = vector.transfer_read %d[%i], %z : memref<?xf32>, vector<4xf32>
    %2 = arith.addf %0, %s : vector<4xf32>
    %3 = arith.addf %1, %2 : vector<4xf32>
    scf.yield %3 : vector<4xf32>
  }
  %b = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %a) -> (vector<4xf32>) {
    %0 = vector.transfer_read %m[%i], %z : memref<8xf32>, vector<4xf32>
    %1 = arith.addf %0, %s : vector<4xf32>
    scf.yield %1 : vector<4xf32>
  }
  %c = scf.for %i = %n1 to %c5 step %c1 iter_args(%s = %b) -> (vector<4xf32>) {
    %0 = vector.transfer_read %m[%i], %z : memref<8xf32>, vector<4xf32>
    %1 = arith.addf %0, %s : vector<4xf32>
    scf.yield %1 : vector<4xf32>
  }
  return %c : vector<4xf32>
}

// CHECK-LABEL: func.func @threads(
// CHECK-NEXT: %[[C15:.+]] = arith.constant 15 : index
// CHECK-NEXT: %[[C16:.+]] = arith.constant 16 : index
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[THREAD_ID_X:.+]] = gpu.thread_id  x upper_bound 16
// CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: %[[V0:.+]] = arith.cmpi ult, %[[THREAD_ID_X]], %[[C15]] : index
// CHECK-NEXT: %[[TRUE_0:.+]] = arith.constant true
// CHECK-NEXT: return %[[TRUE]], %[[V0]], %[[TRUE_0]] : i1, i1, i1
// CHECK-NEXT: }
func.func @threads() -> (i1, i1, i1) {
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x upper_bound 16
  %0 = arith.cmpi ult, %t, %c16 : index
  %1 = arith.cmpi ult, %t, %c15 : index
  %2 = arith.cmpi sge, %t, %c0 : index
  return %0, %1, %2 : i1, i1, i1
}

// CHECK-LABEL: func.func @loop(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[C10:.+]] = arith.constant 10 : index
// CHECK-NEXT: %[[C9:.+]] = arith.constant 9 : index
// CHECK-NEXT: %[[V0:.+]] = scf.for %[[ARG1:.+]] = %[[C1]] to %[[C10]] step %[[C1]] iter_args(%[[ARG2:.+]] = %[[C0]]) -> (index) {
// CHECK-NEXT: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: %[[V1:.+]] = arith.cmpi slt, %[[ARG1]], %[[C9]] : index
// CHECK-NEXT: %[[TRUE_0:.+]] = arith.constant true
// CHECK-NEXT: %[[V2:.+]] = arith.cmpi sgt, %[[ARG1]], %[[C1]] : index
// CHECK-NEXT: %[[V3:.+]] = arith.select %[[TRUE]], %[[ARG2]], %[[N]] : index
// CHECK-NEXT: %[[V4:.+]] = arith.select %[[V1]], %[[V3]], %[[N]] : index
// CHECK-NEXT: %[[V5:.+]] = arith.select %[[TRUE_0]], %[[V4]], %[[N]] : index
// CHECK-NEXT: %[[V6:.+]] = arith.select %[[V2]], %[[V5]], %[[N]] : index
// CHECK-NEXT: scf.yield %[[V6]] : index
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V0]] : index
// CHECK-NEXT: }
func.func @loop(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c9 = arith.constant 9 : index
  %r = scf.for %i = %c1 to %c10 step %c1 iter_args(%a = %c0) -> (index) {
    %0 = arith.cmpi sle, %i, %c9 : index
    %1 = arith.cmpi slt, %i, %c9 : index
    %2 = arith.cmpi sge, %i, %c1 : index
    %3 = arith.cmpi sgt, %i, %c1 : index
    %4 = arith.select %0, %a, %n : index
    %5 = arith.select %1, %4, %n : index
    %6 = arith.select %2, %5, %n : index
    %7 = arith.select %3, %6, %n : index
    scf.yield %7 : index
  }
  return %r : index
}
