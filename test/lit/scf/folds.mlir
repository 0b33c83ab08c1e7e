// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Functions that are executed before and after their folds and patterns; package internal/testing/folds tells which have none.

// Results that nobody needs, that are the same value, and that are a value from outside.
// CHECK-LABEL: func.func @results_of_if(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: memref<4xi32>) -> (i32, i32, i32, i32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: %1 = scf.if %arg0 -> (i32) {
// CHECK-NEXT: memref.store %arg1, %arg3[%c0] : memref<4xi32>
// CHECK-NEXT: %2 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT: scf.yield %2 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: memref.store %arg2, %arg3[%c0] : memref<4xi32>
// CHECK-NEXT: %2 = arith.subi %arg1, %arg2 : i32
// CHECK-NEXT: scf.yield %2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %1, %1, %arg2, %0 : i32, i32, i32, i32
func.func @results_of_if(%c: i1, %x: i32, %y: i32, %m: memref<4xi32>) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %0:5 = scf.if %c -> (i32, i32, i32, i32, i32) {
    memref.store %x, %m[%c0] : memref<4xi32>
    %a = arith.addi %x, %y : i32
    scf.yield %a, %a, %y, %x, %a : i32, i32, i32, i32, i32
  } else {
    memref.store %y, %m[%c0] : memref<4xi32>
    %b = arith.subi %x, %y : i32
    scf.yield %b, %b, %y, %y, %b : i32, i32, i32, i32, i32
  }
  return %0#0, %0#1, %0#2, %0#3 : i32, i32, i32, i32
}

// CHECK-LABEL: func.func @condition_itself(%arg0: i1, %arg1: i32, %arg2: memref<4xi32>) -> (i1, i1) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: memref.store %arg1, %arg2[%c0] : memref<4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return %arg0, %0 : i1, i1
func.func @condition_itself(%c: i1, %x: i32, %m: memref<4xi32>) -> (i1, i1) {
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  %false = arith.constant false
  %0:2 = scf.if %c -> (i1, i1) {
    memref.store %x, %m[%c0] : memref<4xi32>
    scf.yield %true, %false : i1, i1
  } else {
    scf.yield %false, %true : i1, i1
  }
  return %0#0, %0#1 : i1, i1
}

// CHECK-LABEL: func.func @forwarded(%arg0: i1, %arg1: i32, %arg2: memref<4xi32>) -> (i32, i1) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = scf.if %arg0 -> (i32) {
// CHECK-NEXT: memref.store %arg1, %arg2[%c0] : memref<4xi32>
// CHECK-NEXT: %1 = memref.load %arg2[%c0] : memref<4xi32>
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %1 = memref.load %arg2[%c0] : memref<4xi32>
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %0, %arg2[%c0] : memref<4xi32>
// CHECK-NEXT: return %arg1, %arg0 : i32, i1
func.func @forwarded(%c: i1, %x: i32, %m: memref<4xi32>) -> (i32, i1) {
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  %false = arith.constant false
  %0:3 = scf.if %c -> (i32, i1, i32) {
    memref.store %x, %m[%c0] : memref<4xi32>
    %v = memref.load %m[%c0] : memref<4xi32>
    scf.yield %x, %true, %v : i32, i1, i32
  } else {
    %u = memref.load %m[%c0] : memref<4xi32>
    scf.yield %x, %false, %u : i32, i1, i32
  }
  memref.store %0#2, %m[%c0] : memref<4xi32>
  return %0#0, %0#1 : i32, i1
}

// CHECK-LABEL: func.func @two_ifs(%arg0: i1, %arg1: i32, %arg2: memref<4xi32>) -> i32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = scf.if %arg0 -> (i32) {
// CHECK-NEXT: memref.store %arg1, %arg2[%c1] : memref<4xi32>
// CHECK-NEXT: %1 = memref.load %arg2[%c1] : memref<4xi32>
// CHECK-NEXT: memref.store %1, %arg2[%c1] : memref<4xi32>
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: memref.store %arg1, %arg2[%c0] : memref<4xi32>
// CHECK-NEXT: %1 = memref.load %arg2[%c0] : memref<4xi32>
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : i32
func.func @two_ifs(%c: i1, %x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %n = arith.xori %c, %true : i1
  scf.if %n {
    memref.store %x, %m[%c0] : memref<4xi32>
  } else {
    memref.store %x, %m[%c1] : memref<4xi32>
  }
  %0 = scf.if %c -> (i32) {
    %a = memref.load %m[%c1] : memref<4xi32>
    scf.yield %a : i32
  } else {
    %b = memref.load %m[%c0] : memref<4xi32>
    scf.yield %b : i32
  }
  scf.if %c {
    memref.store %0, %m[%c1] : memref<4xi32>
  }
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @results_of_switch(%arg0: index, %arg1: i32, %arg2: i32, %arg3: memref<4xi32>) -> (i32, i32, i32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = scf.index_switch %arg0 -> i32
// CHECK-NEXT: case 2 {
// CHECK-NEXT: memref.store %arg1, %arg3[%c0] : memref<4xi32>
// CHECK-NEXT: %1 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: default {
// CHECK-NEXT: %1 = memref.load %arg3[%c0] : memref<4xi32>
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %0, %arg2 : i32, i32, i32
func.func @results_of_switch(%i: index, %x: i32, %y: i32, %m: memref<4xi32>) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %0:4 = scf.index_switch %i -> i32, i32, i32, i32
  case 2 {
    memref.store %x, %m[%c0] : memref<4xi32>
    %a = arith.addi %x, %y : i32
    scf.yield %a, %a, %y, %a : i32, i32, i32, i32
  }
  default {
    %b = memref.load %m[%c0] : memref<4xi32>
    scf.yield %b, %b, %y, %x : i32, i32, i32, i32
  }
  return %0#0, %0#1, %0#2 : i32, i32, i32
}

// CHECK-LABEL: func.func @results_of_region(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: memref<4xi32>) -> (i32, i32, i32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = scf.execute_region -> i32 no_inline {
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: memref.store %arg1, %arg3[%c0] : memref<4xi32>
// CHECK-NEXT: %1 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: %2 = memref.load %arg3[%c0] : memref<4xi32>
// CHECK-NEXT: scf.yield %2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %0, %arg2 : i32, i32, i32
func.func @results_of_region(%c: i1, %x: i32, %y: i32, %m: memref<4xi32>) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %0:4 = scf.execute_region -> (i32, i32, i32, i32) no_inline {
    cf.cond_br %c, ^left, ^right
  ^left:
    memref.store %x, %m[%c0] : memref<4xi32>
    %a = arith.addi %x, %y : i32
    scf.yield %a, %a, %y, %a : i32, i32, i32, i32
  ^right:
    %b = memref.load %m[%c0] : memref<4xi32>
    scf.yield %b, %b, %y, %x : i32, i32, i32, i32
  }
  return %0#0, %0#1, %0#2 : i32, i32, i32
}

// CHECK-LABEL: func.func @inlined_region(%arg0: i1, %arg1: i32, %arg2: memref<4xi32>) -> i32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2(%arg1 : i32)
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: %0 = memref.load %arg2[%c0] : memref<4xi32>
// CHECK-NEXT: cf.br ^bb2(%0 : i32)
// CHECK-NEXT: ^bb2(%1: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: memref.store %1, %arg2[%c0] : memref<4xi32>
// CHECK-NEXT: return %1 : i32
func.func @inlined_region(%c: i1, %x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %0 = scf.execute_region -> i32 {
    cf.cond_br %c, ^left, ^right(%x : i32)
  ^left:
    %a = memref.load %m[%c0] : memref<4xi32>
    cf.br ^right(%a : i32)
  ^right(%b: i32):
    scf.yield %b : i32
  }
  memref.store %0, %m[%c0] : memref<4xi32>
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @results_of_while(%arg0: i32, %arg1: i32, %arg2: memref<4xi32>) -> (i32, i32, i32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %0 = arith.andi %arg0, %c3_i32 : i32
// CHECK-NEXT: %1:2 = scf.while (%arg3 = %0, %arg4 = %arg1) : (i32, i32) -> (i32, i32) {
// CHECK-NEXT: %2 = arith.cmpi sgt, %arg3, %c0_i32 : i32
// CHECK-NEXT: memref.store %arg3, %arg2[%c0] : memref<4xi32>
// CHECK-NEXT: scf.condition(%2) %arg3, %arg4 : i32, i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg3: i32, %arg4: i32):
// CHECK-NEXT: %2 = arith.subi %arg3, %c1_i32 : i32
// CHECK-NEXT: %3 = arith.addi %arg4, %arg4 : i32
// CHECK-NEXT: scf.yield %2, %3 : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: return %1#1, %1#1, %arg1 : i32, i32, i32
func.func @results_of_while(%n: i32, %x: i32, %m: memref<4xi32>) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  %k = arith.andi %n, %three : i32
  %0:5 = scf.while (%i = %k, %u = %x) : (i32, i32) -> (i32, i32, i32, i32, i32) {
    %p = arith.cmpi sgt, %i, %zero : i32
    memref.store %i, %m[%c0] : memref<4xi32>
    scf.condition(%p) %i, %u, %u, %x, %i : i32, i32, i32, i32, i32
  } do {
  ^bb0(%i: i32, %u: i32, %v: i32, %w: i32, %dead: i32):
    %j = arith.subi %i, %one : i32
    %s = arith.addi %u, %v : i32
    scf.yield %j, %s : i32, i32
  }
  return %0#1, %0#2, %0#3 : i32, i32, i32
}

// In the body the condition holds.
// CHECK-LABEL: func.func @condition_in_body(%arg0: i32, %arg1: memref<4xi32>) -> i32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %0 = arith.andi %arg0, %c3_i32 : i32
// CHECK-NEXT: %1 = scf.while (%arg2 = %0) : (i32) -> i32 {
// CHECK-NEXT: %2 = arith.cmpi sgt, %arg2, %c0_i32 : i32
// CHECK-NEXT: scf.condition(%2) %arg2 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: i32):
// CHECK-NEXT: memref.store %c1_i32, %arg1[%c0] : memref<4xi32>
// CHECK-NEXT: %2 = arith.subi %arg2, %c1_i32 : i32
// CHECK-NEXT: scf.yield %2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %1 : i32
func.func @condition_in_body(%n: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %three = arith.constant 3 : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %k = arith.andi %n, %three : i32
  %0:2 = scf.while (%i = %k) : (i32) -> (i1, i32) {
    %p = arith.cmpi sgt, %i, %zero : i32
    scf.condition(%p) %p, %i : i1, i32
  } do {
  ^bb0(%q: i1, %i: i32):
    %e = arith.extui %q : i1 to i32
    memref.store %e, %m[%c0] : memref<4xi32>
    %j = arith.subi %i, %one : i32
    scf.yield %j : i32
  }
  return %0#1 : i32
}

// The comparison of the condition, repeated in the body.
// CHECK-LABEL: func.func @comparison_in_body(%arg0: i32, %arg1: memref<4xi32>) -> i32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %0 = arith.andi %arg0, %c3_i32 : i32
// CHECK-NEXT: %1 = scf.while (%arg2 = %0) : (i32) -> i32 {
// CHECK-NEXT: %2 = arith.cmpi ne, %arg2, %c0_i32 : i32
// CHECK-NEXT: scf.condition(%2) %arg2 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: i32):
// CHECK-NEXT: memref.store %c0_i32, %arg1[%c0] : memref<4xi32>
// CHECK-NEXT: %2 = arith.subi %arg2, %c1_i32 : i32
// CHECK-NEXT: scf.yield %2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %1 : i32
func.func @comparison_in_body(%n: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %three = arith.constant 3 : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %k = arith.andi %n, %three : i32
  %0 = scf.while (%i = %k) : (i32) -> i32 {
    %p = arith.cmpi ne, %i, %zero : i32
    scf.condition(%p) %i : i32
  } do {
  ^bb0(%i: i32):
    %q = arith.cmpi eq, %i, %zero : i32
    %e = arith.extui %q : i1 to i32
    memref.store %e, %m[%c0] : memref<4xi32>
    %j = arith.subi %i, %one : i32
    scf.yield %j : i32
  }
  return %0 : i32
}

// Arguments in another order.
// CHECK-LABEL: func.func @aligned_arguments(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %0 = arith.andi %arg0, %c3_i32 : i32
// CHECK-NEXT: %1:2 = scf.while (%arg2 = %0, %arg3 = %arg1) : (i32, i32) -> (i32, i32) {
// CHECK-NEXT: %2 = arith.cmpi sgt, %arg2, %c0_i32 : i32
// CHECK-NEXT: scf.condition(%2) %arg2, %arg3 : i32, i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: i32, %arg3: i32):
// CHECK-NEXT: %2 = arith.subi %arg2, %c1_i32 : i32
// CHECK-NEXT: %3 = arith.addi %arg3, %arg3 : i32
// CHECK-NEXT: scf.yield %2, %3 : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: return %1#1, %1#0 : i32, i32
func.func @aligned_arguments(%n: i32, %x: i32) -> (i32, i32) {
  %three = arith.constant 3 : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %k = arith.andi %n, %three : i32
  %0:2 = scf.while (%i = %k, %u = %x) : (i32, i32) -> (i32, i32) {
    %p = arith.cmpi sgt, %i, %zero : i32
    scf.condition(%p) %u, %i : i32, i32
  } do {
  ^bb0(%u: i32, %i: i32):
    %j = arith.subi %i, %one : i32
    %s = arith.addi %u, %u : i32
    scf.yield %j, %s : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}

// An if on the condition goes into the body.
// CHECK-LABEL: func.func @if_on_condition(%arg0: i32) -> i32 {
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %0 = arith.andi %arg0, %c3_i32 : i32
// CHECK-NEXT: %1 = scf.while (%arg1 = %0) : (i32) -> i32 {
// CHECK-NEXT: %2 = arith.cmpi sgt, %arg1, %c0_i32 : i32
// CHECK-NEXT: scf.condition(%2) %arg1 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg1: i32):
// CHECK-NEXT: %2 = arith.subi %arg1, %c1_i32 : i32
// CHECK-NEXT: scf.yield %2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %1 : i32
func.func @if_on_condition(%n: i32) -> i32 {
  %three = arith.constant 3 : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %k = arith.andi %n, %three : i32
  %0:2 = scf.while (%i = %k) : (i32) -> (i32, i32) {
    %p = arith.cmpi sgt, %i, %zero : i32
    %v = scf.if %p -> i32 {
      %j = arith.subi %i, %one : i32
      scf.yield %j : i32
    } else {
      scf.yield %i : i32
    }
    scf.condition(%p) %v, %i : i32, i32
  } do {
  ^bb0(%v: i32, %i: i32):
    scf.yield %v : i32
  }
  return %0#0 : i32
}

// -----

// CHECK-LABEL: func.func @cast_around_loop(%arg0: tensor<8xi32>, %arg1: i32) -> tensor<8xi32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = scf.for %arg2 = %c0 to %c4 step %c1 iter_args(%arg3 = %arg0) -> (tensor<8xi32>) {
// CHECK-NEXT: %inserted = tensor.insert %arg1 into %arg3[%arg2] : tensor<8xi32>
// CHECK-NEXT: scf.yield %inserted : tensor<8xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : tensor<8xi32>
func.func @cast_around_loop(%t: tensor<8xi32>, %x: i32) -> tensor<8xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c = tensor.cast %t : tensor<8xi32> to tensor<?xi32>
  %0 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %c) -> tensor<?xi32> {
    %b = tensor.insert %x into %a[%i] : tensor<?xi32>
    scf.yield %b : tensor<?xi32>
  }
  %1 = tensor.cast %0 : tensor<?xi32> to tensor<8xi32>
  return %1 : tensor<8xi32>
}

// CHECK-LABEL: func.func @same_carried(%arg0: memref<4xi32>, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = scf.for %arg2 = %c0 to %c4 step %c1 iter_args(%arg3 = %arg1) -> (i32) {
// CHECK-NEXT: %1 = memref.load %arg0[%arg2] : memref<4xi32>
// CHECK-NEXT: %2 = arith.addi %arg3, %1 : i32
// CHECK-NEXT: scf.yield %2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %0 : i32, i32
func.func @same_carried(%m: memref<4xi32>, %x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x, %b = %x) -> (i32, i32) {
    %v = memref.load %m[%i] : memref<4xi32>
    %s = arith.addi %a, %v : i32
    scf.yield %s, %s : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}

// CHECK-LABEL: func.func @cast_around_forall(%arg0: tensor<8xi32>, %arg1: tensor<1xi32>) -> tensor<8xi32> {
// CHECK-NEXT: %0 = scf.forall (%arg2) in (8) shared_outs(%arg3 = %arg0) -> (tensor<8xi32>) {
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %arg1 into %arg3[%arg2] [1] [1] : tensor<1xi32> into tensor<8xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : tensor<8xi32>
func.func @cast_around_forall(%t: tensor<8xi32>, %p: tensor<1xi32>) -> tensor<8xi32> {
  %c = tensor.cast %t : tensor<8xi32> to tensor<?xi32>
  %0 = scf.forall (%i) in (8) shared_outs(%o = %c) -> (tensor<?xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %o[%i] [1] [1] : tensor<1xi32> into tensor<?xi32>
    }
  }
  %1 = tensor.cast %0 : tensor<?xi32> to tensor<8xi32>
  return %1 : tensor<8xi32>
}

// CHECK-LABEL: func.func @cast_pieces(%arg0: tensor<8xi32>, %arg1: tensor<1xi32>) -> tensor<8xi32> {
// CHECK-NEXT: %0 = scf.forall (%arg2) in (8) shared_outs(%arg3 = %arg0) -> (tensor<8xi32>) {
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %arg1 into %arg3[%arg2] [1] [1] : tensor<1xi32> into tensor<8xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : tensor<8xi32>
func.func @cast_pieces(%t: tensor<8xi32>, %p: tensor<1xi32>) -> tensor<8xi32> {
  %c1 = arith.constant 1 : index
  %0 = scf.forall (%i) in (8) shared_outs(%o = %t) -> (tensor<8xi32>) {
    %q = tensor.cast %p : tensor<1xi32> to tensor<?xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %o[%i] [%c1] [1] : tensor<?xi32> into tensor<8xi32>
    }
  }
  return %0 : tensor<8xi32>
}

// Extents that only the execution knows: %q is 1.
// CHECK-LABEL: func.func @unknown_pieces(%arg0: tensor<8xi32>, %arg1: tensor<4xi32>, %arg2: tensor<1xi32>, %arg3: index) -> (tensor<8xi32>, tensor<8xi32>) {
// CHECK-NEXT: %0:2 = scf.forall (%arg4) in (8) shared_outs(%arg5 = %arg0, %arg6 = %arg0) -> (tensor<8xi32>, tensor<8xi32>) {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg1[2] [1] [1] : tensor<4xi32> to tensor<1xi32>
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %extracted_slice into %arg5[%arg4] [1] [1] : tensor<1xi32> into tensor<8xi32>
// CHECK-NEXT: tensor.parallel_insert_slice %arg2 into %arg6[%arg4] [1] [1] : tensor<1xi32> into tensor<8xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return %0#0, %0#1 : tensor<8xi32>, tensor<8xi32>
func.func @unknown_pieces(%t: tensor<8xi32>, %u: tensor<4xi32>, %p: tensor<1xi32>, %n: index) -> (tensor<8xi32>, tensor<8xi32>) {
  %c1 = arith.constant 1 : index
  %m = arith.minui %n, %c1 : index
  %q = arith.maxui %m, %c1 : index
  %s = tensor.extract_slice %u[2] [%q] [1] : tensor<4xi32> to tensor<?xi32>
  %c = tensor.cast %p : tensor<1xi32> to tensor<?xi32>
  %0:2 = scf.forall (%i) in (8) shared_outs(%o = %t, %r = %t) -> (tensor<8xi32>, tensor<8xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [%c1] [1] : tensor<?xi32> into tensor<8xi32>
      tensor.parallel_insert_slice %c into %r[%i] [%q] [1] : tensor<?xi32> into tensor<8xi32>
    }
  }
  return %0#0, %0#1 : tensor<8xi32>, tensor<8xi32>
}

// CHECK-LABEL: func.func @slices_of_threads(%arg0: tensor<8xi32>, %arg1: tensor<1xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
// CHECK-NEXT: %0 = scf.forall (%arg2) in (8) shared_outs(%arg3 = %arg0) -> (tensor<8xi32>) {
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %arg1 into %arg3[%arg2] [1] [1] : tensor<1xi32> into tensor<8xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %arg1 into %arg0[0] [1] [1] : tensor<1xi32> into tensor<8xi32>
// CHECK-NEXT: return %0, %inserted_slice : tensor<8xi32>, tensor<8xi32>
func.func @slices_of_threads(%t: tensor<8xi32>, %p: tensor<1xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %c1 = arith.constant 1 : index
  %q = tensor.cast %p : tensor<1xi32> to tensor<?xi32>
  %0 = scf.forall (%i) in (8) shared_outs(%o = %t) -> (tensor<8xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %o[%i] [%c1] [1] : tensor<?xi32> into tensor<8xi32>
    }
  }
  %1 = scf.forall (%i) in (1) shared_outs(%o = %t) -> (tensor<8xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %o[%i] [1] [1] : tensor<1xi32> into tensor<8xi32>
    }
  }
  return %0, %1 : tensor<8xi32>, tensor<8xi32>
}

// CHECK-LABEL: func.func @nested_parallel(%arg0: memref<2x4xi32>, %arg1: i32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: scf.parallel (%arg2, %arg3) = (%c0, %c0) to (%c2, %c4) step (%c1, %c1) {
// CHECK-NEXT: memref.store %arg1, %arg0[%arg2, %arg3] : memref<2x4xi32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @nested_parallel(%m: memref<2x4xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    scf.parallel (%j) = (%c0) to (%c4) step (%c1) {
      memref.store %x, %m[%i, %j] : memref<2x4xi32>
    }
  }
  return
}
