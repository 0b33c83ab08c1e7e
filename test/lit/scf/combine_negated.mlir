// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// What an if without else does on the negated condition goes to the else of the one before,
// with the value that this one yields there.

// CHECK-LABEL: func.func @negated(
// CHECK-SAME: %[[C:.*]]: i1, %[[M:.*]]: memref<3xi32>)
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: scf.if %[[C]] {
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[X:.*]] = memref.load %[[M]][%[[C1]]] : memref<3xi32>
// CHECK-NEXT:   memref.store %[[X]], %[[M]][%[[C2]]] : memref<3xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @negated(%c: i1, %m: memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %true = arith.constant true
  %not = arith.xori %c, %true : i1
  %r = scf.if %c -> (i32) {
    %x = memref.load %m[%c0] : memref<3xi32>
    scf.yield %x : i32
  } else {
    %x = memref.load %m[%c1] : memref<3xi32>
    scf.yield %x : i32
  }
  scf.if %not {
    memref.store %r, %m[%c2] : memref<3xi32>
  }
  return
}
