// RUN: optc %s --sccp --split-input-file | FileCheck %s

// The last successor of a branch is the only one that is taken; from another branch both
// are.
// CHECK: module {
// CHECK-NEXT:   func.func @last_successor(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:     %c9_i32 = arith.constant 9 : i32
// CHECK-NEXT:     %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:     %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %false = arith.constant false
// CHECK-NEXT:     cf.cond_br %false, ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     cf.br ^bb3(%arg1 : i32)
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     cf.br ^bb3(%c3_i32 : i32)
// CHECK-NEXT:   ^bb3(%0: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:     cf.cond_br %arg0, ^bb4(%c3_i32 : i32), ^bb4(%c1_i32 : i32)
// CHECK-NEXT:   ^bb4(%1: i32):  // 2 preds: ^bb3, ^bb3
// CHECK-NEXT:     %2 = arith.addi %1, %c9_i32 : i32
// CHECK-NEXT:     return %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @last_successor(%p: i1, %x: i32) -> i32 {
  %no = arith.constant false
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  cf.cond_br %no, ^a, ^b
^a:
  cf.br ^c(%x : i32)
^b:
  %s = arith.addi %c1, %c2 : i32
  cf.br ^c(%s : i32)
^c(%v: i32):
  cf.cond_br %p, ^d(%v : i32), ^d(%c1 : i32)
^d(%w: i32):
  %m = arith.muli %v, %v : i32
  %r = arith.addi %w, %m : i32
  return %r : i32
}

// -----

// CHECK: module {
// CHECK-NEXT:   func.func @switch(%arg0: i32) -> i32 {
// CHECK-NEXT:     %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:     cf.switch %c7_i32 : i32, [
// CHECK-NEXT:       default: ^bb1(%arg0 : i32),
// CHECK-NEXT:       1: ^bb1(%arg0 : i32),
// CHECK-NEXT:       7: ^bb1(%c7_i32 : i32)
// CHECK-NEXT:     ]
// CHECK-NEXT:   ^bb1(%0: i32):  // 3 preds: ^bb0, ^bb0, ^bb0
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @switch(%x: i32) -> i32 {
  %c7 = arith.constant 7 : i32
  cf.switch %c7 : i32, [
    default: ^a(%x : i32),
    1: ^a(%x : i32),
    7: ^a(%c7 : i32)
  ]
^a(%v: i32):
  return %v : i32
}

// -----

// What a loop counts through is no constant, nor is what comes from a call of code that
// nobody knows.
// CHECK: module {
// CHECK-NEXT:   func.func private @external() -> i32
// CHECK-NEXT:   func.func @carried(%arg0: index, %arg1: () -> i32) -> (index, i32, i32) {
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %0:3 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %c0, %arg4 = %c0_i32, %arg5 = %c0_i32) -> (index, i32, i32) {
// CHECK-NEXT:       %1 = func.call @external() : () -> i32
// CHECK-NEXT:       %2 = func.call_indirect %arg1() : () -> i32
// CHECK-NEXT:       scf.yield %arg2, %1, %2 : index, i32, i32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0#0, %0#1, %0#2 : index, i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func private @external() -> i32
func.func @carried(%n: index, %f: () -> i32) -> (index, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %z, %c = %z) -> (index, i32, i32) {
    %0 = func.call @external() : () -> i32
    %1 = func.call_indirect %f() : () -> i32
    scf.yield %i, %0, %1 : index, i32, i32
  }
  return %r#0, %r#1, %r#2 : index, i32, i32
}

// -----

// An operation that nobody uses stays, unless it is a constant.
// CHECK: module {
// CHECK-NEXT:   func.func @unused(%arg0: i32) {
// CHECK-NEXT:     %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %0 = arith.addi %arg0, %c1_i32 : i32
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @unused(%x: i32) {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %x, %c1 : i32
  %1 = arith.addi %c1, %c1 : i32
  return
}

// -----

// An argument becomes a constant; nothing is erased.
// CHECK: module {
// CHECK-NEXT:   func.func @argument() -> i32 {
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     cf.br ^bb1(%c1_i32 : i32)
// CHECK-NEXT:   ^bb1(%0: i32):  // pred: ^bb0
// CHECK-NEXT:     return %c1_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @argument() -> i32 {
  %c1 = arith.constant 1 : i32
  cf.br ^a(%c1 : i32)
^a(%v: i32):
  return %v : i32
}

// -----

// The same constant from two sides, another one, and one that is unknown for ever.
// CHECK: module {
// CHECK-NEXT:   func.func @joined(%arg0: i1) -> (i32, i32, i32) {
// CHECK-NEXT:     %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1(%c1_i32, %c1_i32, %c1_i32 : i32, i32, i32), ^bb1(%c1_i32, %c2_i32, %c1_i32 : i32, i32, i32)
// CHECK-NEXT:   ^bb1(%0: i32, %1: i32, %2: i32):  // 3 preds: ^bb0, ^bb0, ^bb2
// CHECK-NEXT:     return %c1_i32, %1, %c1_i32 : i32, i32, i32
// CHECK-NEXT:   ^bb2(%3: i32):  // no predecessors
// CHECK-NEXT:     cf.br ^bb1(%3, %3, %3 : i32, i32, i32)
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @joined(%p: i1) -> (i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %d1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  cf.cond_br %p, ^a(%c1, %c1, %c1 : i32, i32, i32), ^a(%d1, %c2, %d1 : i32, i32, i32)
^a(%u: i32, %v: i32, %w: i32):
  return %u, %v, %w : i32, i32, i32
^unreachable(%x: i32):
  cf.br ^a(%x, %x, %x : i32, i32, i32)
}
