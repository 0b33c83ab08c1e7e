// RUN: optc %s --allow-unregistered-dialect --mlir-print-value-users | FileCheck %s --match-full-lines

// The comments of operations and arguments name their users, the last one first.

// CHECK: module {
// CHECK-NEXT: func.func @users(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT: // %arg0 is used by %2, %1
// CHECK-NEXT: // %arg1 is unused
// CHECK-NEXT: %1 = arith.addi %arg0, %arg0 : i32 // users: %3, %2
// CHECK-NEXT: %2 = arith.addi %1, %arg0 : i32 // users: %11, %4#0, %4#1, %3
// CHECK-NEXT: %3 = arith.muli %1, %2 : i32 // user: %6
// CHECK-NEXT: %4:2 = "test.two"(%2) : (i32) -> (i32, i32) // users: (%5#0, %5#1), (%5#0, %5#1)
// CHECK-NEXT: %5:2 = "test.two"(%4#0, %4#1) : (i32, i32) -> (i32, i32) // unused
// CHECK-NEXT: %6 = "test.one"(%3) : (i32) -> i32 // users: %8, %7
// CHECK-NEXT: "test.none"(%6) : (i32) -> () // id: %7
// CHECK-NEXT: "test.none"(%6, %6) : (i32, i32) -> () // id: %8
// CHECK-NEXT: "test.none"() : () -> ()
// CHECK-NEXT: %10 = "test.one"() : () -> i32 // user: %11
// CHECK-NEXT: cf.br ^bb1(%10, %2 : i32, i32) // id: %11
// CHECK-NEXT: ^bb1(%12: i32, %13: i32):  // pred: ^bb0
// CHECK-NEXT: // %12 is used by %14
// CHECK-NEXT: // %13 is unused
// CHECK-NEXT: return %12 : i32 // id: %14
// CHECK-NEXT: }
// CHECK-NEXT: }

func.func @users(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %0, %a : i32
  %2 = arith.muli %0, %1 : i32
  %3:2 = "test.two"(%1) : (i32) -> (i32, i32)
  %4:2 = "test.two"(%3#0, %3#1) : (i32, i32) -> (i32, i32)
  %5 = "test.one"(%2) : (i32) -> i32
  "test.none"(%5) : (i32) -> ()
  "test.none"(%5, %5) : (i32, i32) -> ()
  "test.none"() : () -> ()
  %6 = "test.one"() : () -> i32
  cf.br ^bb1(%6, %1 : i32, i32)
^bb1(%x: i32, %y: i32):
  return %x : i32
}
