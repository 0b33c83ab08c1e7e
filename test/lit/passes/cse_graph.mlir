// RUN: optc %s --cse --allow-unregistered-dialect --split-input-file | FileCheck %s --match-full-lines

// Without dominance a value may be used in front of its definition. Users that were visited
// before keep what they use, since others are known to be equal to them.
// CHECK: module {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.addi %c1_i32, %c1_i32 : i32
// CHECK-NEXT:   "t.use"(%c1_i32, %c1_i32, %0, %0, %0) : (i32, i32, i32, i32, i32) -> ()
// CHECK-NEXT: }
module {
  %0 = arith.constant 1 : i32
  %a = arith.addi %0, %0 : i32
  %1 = arith.constant 1 : i32
  %b = arith.addi %1, %1 : i32
  %c = arith.addi %0, %0 : i32
  "t.use"(%0, %1, %a, %b, %c) : (i32, i32, i32, i32, i32) -> ()
}

// -----

// CHECK: module {
// CHECK-NEXT:   %0 = arith.addi %c1_i32, %c1_i32 : i32
// CHECK-NEXT:   %1 = arith.addi %c1_i32_0, %c1_i32_0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c1_i32_0 = arith.constant 1 : i32
// CHECK-NEXT:   "t.use"(%c1_i32, %c1_i32, %0, %1) : (i32, i32, i32, i32) -> ()
// CHECK-NEXT: }
module {
  %a = arith.addi %0, %0 : i32
  %b = arith.addi %1, %1 : i32
  %0 = arith.constant 1 : i32
  %1 = arith.constant 1 : i32
  "t.use"(%0, %1, %a, %b) : (i32, i32, i32, i32) -> ()
}

// -----

// CHECK: module {
// CHECK-NEXT:   "t.use"(%c1_i32, %c1_i32) : (i32, i32) -> ()
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: }
module {
  "t.use"(%0, %1) : (i32, i32) -> ()
  %0 = arith.constant 1 : i32
  %1 = arith.constant 1 : i32
}

// -----

// CHECK: module {
// CHECK-NEXT:   %0:2 = "t.x"() : () -> (i32, i32)
// CHECK-NEXT:   %1 = arith.addi %0#0, %3 : i32
// CHECK-NEXT:   %2 = arith.muli %0#1, %1 : i32
// CHECK-NEXT:   %3 = arith.muli %0#1, %1 : i32
// CHECK-NEXT:   "t.use"(%1, %2, %2, %1) : (i32, i32, i32, i32) -> ()
// CHECK-NEXT: }
module {
  %x:2 = "t.x"() : () -> (i32, i32)
  %0 = arith.addi %x#0, %2 : i32
  %1 = arith.muli %x#1, %0 : i32
  %2 = arith.muli %x#1, %0 : i32
  %3 = arith.addi %x#0, %2 : i32
  "t.use"(%0, %1, %2, %3) : (i32, i32, i32, i32) -> ()
}
