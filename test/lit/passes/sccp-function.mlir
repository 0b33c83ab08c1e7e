// RUN: optc %s --pass-pipeline='builtin.module(func.func(sccp))' --verify-exec | FileCheck %s

// A function that is called, but is not what the pass runs on, returns anything.
// CHECK-LABEL: func.func @calls(
// CHECK:       ^bb3(%[[V:.*]]: i32):
// CHECK-NEXT:    return %[[V]]
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

func.func @same(%x: i32) -> i32 { return %x : i32 }

// What it returns from itself is found.
// CHECK-LABEL: func.func @calls_itself(
// CHECK:         %[[C:.*]] = arith.constant 7 : i32
// CHECK:         return %[[C]]
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
