// RUN: optc %s --pass-pipeline='builtin.module(func.func(sccp))' --verify-exec | FileCheck %s

// A function that is called, but is not what the pass runs on, returns anything.
// CHECK-LABEL: func.func @calls(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:   %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   %0 = call @same(%arg1) : (i32) -> i32
// CHECK-NEXT:   cf.br ^bb3(%0 : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   cf.br ^bb3(%c5_i32 : i32)
// CHECK-NEXT: ^bb3(%1: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   return %1 : i32
// CHECK-NEXT: }
func.func @calls(%c: i1, %x: i32) -> i32 {
  %k = arith.constant 5 : i32
  cf.cond_br %c, ^a, ^b
^a:
  %r = func.call @same(%x) : (i32) -> i32
  cf.br ^m(%r : i32)
^b:
  cf.br ^m(%k : i32)
^m(%v: i32):
  return %v : i32
}

// CHECK-LABEL: func.func @same(%arg0: i32) -> i32 {
// CHECK-NEXT:   return %arg0 : i32
// CHECK-NEXT: }
func.func @same(%x: i32) -> i32 { return %x : i32 }

// What it returns from itself is found.
// CHECK-LABEL: func.func @calls_itself(%arg0: i1) -> i32 {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   %0 = call @calls_itself(%false) : (i1) -> i32
// CHECK-NEXT:   cf.br ^bb3(%c7_i32 : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   cf.br ^bb3(%c7_i32 : i32)
// CHECK-NEXT: ^bb3(%1: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   return %c7_i32 : i32
// CHECK-NEXT: }
func.func @calls_itself(%c: i1) -> i32 {
  %k = arith.constant 7 : i32
  cf.cond_br %c, ^a, ^b
^a:
  %false = arith.constant false
  %r = func.call @calls_itself(%false) : (i1) -> i32
  cf.br ^m(%r : i32)
^b:
  cf.br ^m(%k : i32)
^m(%v: i32):
  return %v : i32
}
