// RUN: not optc %s --canonicalize='test-convergence max-iterations=1'
// RUN: not optc %s --canonicalize='test-convergence max-num-rewrites=1 max-iterations=1'
// RUN: optc %s --canonicalize='test-convergence max-iterations=2' | FileCheck %s
// RUN: optc %s --canonicalize=max-iterations=1 | FileCheck %s

// The first iteration changes something, the second one nothing.
// CHECK: func.func @f(%arg0: i32) -> i32 {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.addi %arg0, %c1_i32 : i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @f(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %c0, %c1 : i32
  %1 = arith.addi %x, %0 : i32
  return %1 : i32
}
