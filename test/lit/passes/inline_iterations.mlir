// RUN: optc %s '--inline=default-pipeline= max-iterations=1' | FileCheck %s --check-prefix=ONE
// RUN: optc %s '--inline=default-pipeline= max-iterations=2' | FileCheck %s --check-prefix=TWO
// RUN: optc %s '--inline=default-pipeline= inlining-threshold=0' | FileCheck %s --check-prefix=NONE

// The functions of a cycle are inlined into one another as often as max-iterations says.
// mlir-opt-22 differs (inline licm): the last of a component comes first
// NONE-LABEL: func.func @a(%arg0: i32) -> i32 {
// NONE-NEXT:   %0 = call @b(%arg0) : (i32) -> i32
// NONE-NEXT:   %1 = arith.addi %0, %arg0 : i32
// NONE-NEXT:   return %1 : i32
// NONE-NEXT: }
// TWO-LABEL: func.func @a(%arg0: i32) -> i32 {
// TWO-NEXT:   %0 = call @c(%arg0) : (i32) -> i32
// TWO-NEXT:   %1 = arith.subi %0, %arg0 : i32
// TWO-NEXT:   %2 = arith.addi %1, %arg0 : i32
// TWO-NEXT:   return %2 : i32
// TWO-NEXT: }
// ONE-LABEL: func.func @a(%arg0: i32) -> i32 {
// ONE-NEXT:   %0 = call @c(%arg0) : (i32) -> i32
// ONE-NEXT:   %1 = arith.subi %0, %arg0 : i32
// ONE-NEXT:   %2 = arith.addi %1, %arg0 : i32
// ONE-NEXT:   return %2 : i32
// ONE-NEXT: }
func.func @a(%x: i32) -> i32 {
  %0 = call @b(%x) : (i32) -> i32
  %1 = arith.addi %0, %x : i32
  return %1 : i32
}
// NONE-LABEL: func.func @b(%arg0: i32) -> i32 {
// NONE-NEXT:   %0 = call @c(%arg0) : (i32) -> i32
// NONE-NEXT:   %1 = arith.subi %0, %arg0 : i32
// NONE-NEXT:   return %1 : i32
// NONE-NEXT: }
// TWO-LABEL: func.func @b(%arg0: i32) -> i32 {
// TWO-NEXT:   %0 = call @c(%arg0) : (i32) -> i32
// TWO-NEXT:   %1 = arith.subi %0, %arg0 : i32
// TWO-NEXT:   %2 = arith.addi %1, %arg0 : i32
// TWO-NEXT:   %3 = arith.muli %2, %arg0 : i32
// TWO-NEXT:   %4 = arith.subi %3, %arg0 : i32
// TWO-NEXT:   %5 = arith.addi %4, %arg0 : i32
// TWO-NEXT:   %6 = arith.muli %5, %arg0 : i32
// TWO-NEXT:   %7 = arith.subi %6, %arg0 : i32
// TWO-NEXT:   return %7 : i32
// TWO-NEXT: }
// ONE-LABEL: func.func @b(%arg0: i32) -> i32 {
// ONE-NEXT:   %0 = call @c(%arg0) : (i32) -> i32
// ONE-NEXT:   %1 = arith.subi %0, %arg0 : i32
// ONE-NEXT:   %2 = arith.addi %1, %arg0 : i32
// ONE-NEXT:   %3 = arith.muli %2, %arg0 : i32
// ONE-NEXT:   %4 = arith.subi %3, %arg0 : i32
// ONE-NEXT:   return %4 : i32
// ONE-NEXT: }
func.func @b(%x: i32) -> i32 {
  %0 = call @c(%x) : (i32) -> i32
  %1 = arith.subi %0, %x : i32
  return %1 : i32
}
// NONE-LABEL: func.func @c(%arg0: i32) -> i32 {
// NONE-NEXT:   %0 = call @a(%arg0) : (i32) -> i32
// NONE-NEXT:   %1 = arith.muli %0, %arg0 : i32
// NONE-NEXT:   return %1 : i32
// NONE-NEXT: }
// TWO-LABEL: func.func @c(%arg0: i32) -> i32 {
// TWO-NEXT:   %0 = call @a(%arg0) : (i32) -> i32
// TWO-NEXT:   %1 = arith.muli %0, %arg0 : i32
// TWO-NEXT:   return %1 : i32
// TWO-NEXT: }
// ONE-LABEL: func.func @c(%arg0: i32) -> i32 {
// ONE-NEXT:   %0 = call @a(%arg0) : (i32) -> i32
// ONE-NEXT:   %1 = arith.muli %0, %arg0 : i32
// ONE-NEXT:   return %1 : i32
// ONE-NEXT: }
func.func @c(%x: i32) -> i32 {
  %0 = call @a(%x) : (i32) -> i32
  %1 = arith.muli %0, %x : i32
  return %1 : i32
}
