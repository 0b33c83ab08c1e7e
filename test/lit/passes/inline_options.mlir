// RUN: optc %s --allow-unregistered-dialect '--inline=op-pipelines=func.func(cse)' | FileCheck %s --check-prefix=CSE
// RUN: optc %s --allow-unregistered-dialect '--inline=default-pipeline= inlining-threshold=199' | FileCheck %s --check-prefix=SMALL
// RUN: optc %s --allow-unregistered-dialect '--inline=default-pipeline= inlining-threshold=200' | FileCheck %s --check-prefix=LARGE

// The callee is simplified by the pipeline for its operation: cse finds the equal sums, but
// nothing folds them.
// CSE-NOT: @twice(
// SMALL-LABEL: func.func private @twice(%arg0: i32) -> i32 {
// SMALL-NEXT:   %c1_i32 = arith.constant 1 : i32
// SMALL-NEXT:   %0 = arith.addi %c1_i32, %c1_i32 : i32
// SMALL-NEXT:   %1 = arith.addi %c1_i32, %c1_i32 : i32
// SMALL-NEXT:   %2 = arith.muli %0, %1 : i32
// SMALL-NEXT:   %3 = arith.addi %2, %arg0 : i32
// SMALL-NEXT:   return %3 : i32
// SMALL-NEXT: }
// LARGE-NOT: @twice(
func.func private @twice(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %c1, %c1 : i32
  %1 = arith.addi %c1, %c1 : i32
  %2 = arith.muli %0, %1 : i32
  %3 = arith.addi %2, %a : i32
  return %3 : i32
}

// The body has six operations, the caller three: 200 per cent.
// CSE-LABEL: func.func @small(%arg0: i32) -> i32 {
// CSE-NEXT:   %c1_i32 = arith.constant 1 : i32
// CSE-NEXT:   %0 = arith.addi %c1_i32, %c1_i32 : i32
// CSE-NEXT:   %1 = arith.muli %0, %0 : i32
// CSE-NEXT:   %2 = arith.addi %1, %arg0 : i32
// CSE-NEXT:   %3 = arith.subi %2, %arg0 : i32
// CSE-NEXT:   return %3 : i32
// CSE-NEXT: }
// SMALL-LABEL: func.func @small(%arg0: i32) -> i32 {
// SMALL-NEXT:   %0 = call @twice(%arg0) : (i32) -> i32
// SMALL-NEXT:   %1 = arith.subi %0, %arg0 : i32
// SMALL-NEXT:   return %1 : i32
// SMALL-NEXT: }
// LARGE-LABEL: func.func @small(%arg0: i32) -> i32 {
// LARGE-NEXT:   %c1_i32 = arith.constant 1 : i32
// LARGE-NEXT:   %0 = arith.addi %c1_i32, %c1_i32 : i32
// LARGE-NEXT:   %1 = arith.addi %c1_i32, %c1_i32 : i32
// LARGE-NEXT:   %2 = arith.muli %0, %1 : i32
// LARGE-NEXT:   %3 = arith.addi %2, %arg0 : i32
// LARGE-NEXT:   %4 = arith.subi %3, %arg0 : i32
// LARGE-NEXT:   return %4 : i32
// LARGE-NEXT: }
func.func @small(%a: i32) -> i32 {
  %0 = call @twice(%a) : (i32) -> i32
  %1 = arith.subi %0, %a : i32
  return %1 : i32
}
