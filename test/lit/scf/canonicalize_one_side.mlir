// RUN: optc %s --pass-pipeline='builtin.module(canonicalize{disable-patterns=convert-trivial-if-to-select})' | FileCheck %s

// A constant in one branch says nothing about the value of the other one.
// CHECK-LABEL: func.func @one_side(%arg0: i1, %arg1: i1) -> (i1, i1) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0:2 = scf.if %arg0 -> (i1, i1) {
// CHECK-NEXT:     scf.yield %true, %arg1 : i1, i1
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg1, %true : i1, i1
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#0, %0#1 : i1, i1
// CHECK-NEXT: }
func.func @one_side(%c: i1, %v: i1) -> (i1, i1) {
  %r:2 = scf.if %c -> (i1, i1) {
    %t = arith.constant true
    scf.yield %t, %v : i1, i1
  } else {
    %t = arith.constant true
    scf.yield %v, %t : i1, i1
  }
  return %r#0, %r#1 : i1, i1
}
