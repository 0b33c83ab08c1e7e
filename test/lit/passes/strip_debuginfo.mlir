// RUN: optc %s --strip-debuginfo --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// Locations of operations, arguments and in nested regions become unknown.
// CHECK-LABEL: func.func @f(%arg0: i32 loc(unknown)) -> i32 {
// CHECK-NEXT:   cf.br ^bb1(%arg0 : i32) loc(unknown)
// CHECK-NEXT: ^bb1(%0: i32 loc(unknown)):
// CHECK-NEXT:   %1 = arith.addi %0, %0 : i32 loc(unknown)
// CHECK-NEXT:   return %1 : i32 loc(unknown)
// CHECK-NEXT: } loc(unknown)
func.func @f(%a: i32 loc("a")) -> i32 {
  cf.br ^next(%a : i32) loc(fused["x", "y.mlir":1:2])
^next(%b: i32 loc(callsite("g" at "h"))):
  %0 = arith.addi %b, %b : i32 loc("sum")
  return %0 : i32
} loc("f")
