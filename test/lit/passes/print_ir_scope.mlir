// RUN: optc %s --pass-pipeline='builtin.module(func.func(cse))' --mlir-print-ir-after=cse -o %t 2>&1 | FileCheck %s
// RUN: optc %s --pass-pipeline='builtin.module(func.func(cse))' --mlir-print-ir-after=cse --mlir-print-ir-module-scope -o %t 2>&1 | FileCheck %s --check-prefix=MODULE

// A function alone has names of its own, those in a module differ from the module's.
// CHECK: IR Dump After CSE (cse)
// CHECK-NEXT: func.func @f() -> i32 {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   return %c1_i32 : i32
// CHECK-NEXT: }
// MODULE: IR Dump After CSE (cse)
// MODULE-NEXT: module {
// MODULE-NEXT:   %c1_i32 = arith.constant 1 : i32
// MODULE-NEXT:   func.func @f() -> i32 {
// MODULE-NEXT:     %c1_i32_0 = arith.constant 1 : i32
// MODULE-NEXT:     return %c1_i32_0 : i32
// MODULE-NEXT:   }
// MODULE-NEXT: }
%0 = arith.constant 1 : i32
func.func @f() -> i32 {
  %1 = arith.constant 1 : i32
  return %1 : i32
}
