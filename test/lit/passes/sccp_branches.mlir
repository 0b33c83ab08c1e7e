// RUN: optc %s --sccp | FileCheck %s

// A return that is never reached says nothing of what a call gives.
// CHECK-LABEL: func.func private @dead_return(
// CHECK-NEXT:    %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:    return %c1_i32 : i32
// CHECK-NEXT:    ^bb1:  // no predecessors
// CHECK-NEXT:    return %arg0 : i32
func.func private @dead_return(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  return %c1 : i32
^dead:
  return %x : i32
}
// CHECK-LABEL: func.func @calls(
// CHECK-NEXT:    %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:    %0 = call @dead_return(%arg0) : (i32) -> i32
// CHECK-NEXT:    return %c1_i32 : i32
func.func @calls(%x: i32) -> i32 {
  %0 = call @dead_return(%x) : (i32) -> i32
  return %0 : i32
}

// A branch whose condition is not known goes both ways.
// CHECK-LABEL: func.func @both_ways(
// CHECK-NEXT:    %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:    %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:    cf.cond_br %arg0, ^bb1(%c1_i32 : i32), ^bb2(%c2_i32 : i32)
// CHECK-NEXT:    ^bb1(%0: i32):  // pred: ^bb0
// CHECK-NEXT:    return %c1_i32 : i32
// CHECK-NEXT:    ^bb2(%1: i32):  // pred: ^bb0
// CHECK-NEXT:    return %c2_i32 : i32
func.func @both_ways(%c: i1) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  cf.cond_br %c, ^one(%c1 : i32), ^two(%c2 : i32)
^one(%a: i32):
  return %a : i32
^two(%b: i32):
  return %b : i32
}

// One whose condition is known goes one way.
// CHECK-LABEL: func.func @one_way(
// CHECK-NEXT:    %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:    %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:    %false = arith.constant false
// CHECK-NEXT:    cf.cond_br %false, ^bb1(%c1_i32 : i32), ^bb1(%c2_i32 : i32)
// CHECK-NEXT:    ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT:    return %0 : i32
func.func @one_way() -> i32 {
  %c = arith.constant false
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  cf.cond_br %c, ^end(%c1 : i32), ^end(%c2 : i32)
^end(%a: i32):
  return %a : i32
}
