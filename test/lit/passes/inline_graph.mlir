// RUN: optc %s --allow-unregistered-dialect --split-input-file '--inline=default-pipeline= max-iterations=1' --mlir-print-local-scope | FileCheck %s

// A cycle of three is one component: its functions are inlined into one another in the
// order of the text, and each body once on the way.
// mlir-opt-22 differs (inline licm): the last of a component comes first
// CHECK: module {
// CHECK-NEXT:   func.func @a(%arg0: i32) -> i32 {
// CHECK-NEXT:     %0 = call @c(%arg0) : (i32) -> i32
// CHECK-NEXT:     %1 = arith.subi %0, %arg0 : i32
// CHECK-NEXT:     %2 = arith.addi %1, %arg0 : i32
// CHECK-NEXT:     return %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @b(%arg0: i32) -> i32 {
// CHECK-NEXT:     %0 = call @c(%arg0) : (i32) -> i32
// CHECK-NEXT:     %1 = arith.subi %0, %arg0 : i32
// CHECK-NEXT:     %2 = arith.addi %1, %arg0 : i32
// CHECK-NEXT:     %3 = arith.muli %2, %arg0 : i32
// CHECK-NEXT:     %4 = arith.subi %3, %arg0 : i32
// CHECK-NEXT:     return %4 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @c(%arg0: i32) -> i32 {
// CHECK-NEXT:     %0 = call @a(%arg0) : (i32) -> i32
// CHECK-NEXT:     %1 = arith.muli %0, %arg0 : i32
// CHECK-NEXT:     return %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @user(%arg0: i32) -> i32 {
// CHECK-NEXT:     %0 = call @c(%arg0) : (i32) -> i32
// CHECK-NEXT:     %1 = arith.subi %0, %arg0 : i32
// CHECK-NEXT:     %2 = arith.addi %1, %arg0 : i32
// CHECK-NEXT:     %3 = arith.muli %2, %arg0 : i32
// CHECK-NEXT:     %4 = arith.subi %3, %arg0 : i32
// CHECK-NEXT:     %5 = arith.addi %4, %arg0 : i32
// CHECK-NEXT:     %6 = arith.muli %5, %arg0 : i32
// CHECK-NEXT:     %7 = arith.subi %6, %arg0 : i32
// CHECK-NEXT:     return %7 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @a(%x: i32) -> i32 {
  %0 = call @b(%x) : (i32) -> i32
  %1 = arith.addi %0, %x : i32
  return %1 : i32
}
func.func @b(%x: i32) -> i32 {
  %0 = call @c(%x) : (i32) -> i32
  %1 = arith.subi %0, %x : i32
  return %1 : i32
}
func.func @c(%x: i32) -> i32 {
  %0 = call @a(%x) : (i32) -> i32
  %1 = arith.muli %0, %x : i32
  return %1 : i32
}
func.func @user(%x: i32) -> i32 {
  %0 = call @b(%x) : (i32) -> i32
  return %0 : i32
}

// -----

// A function in a module in a function has calls of its own, whose names mean the
// functions beside it.
// CHECK: module {
// CHECK-NEXT:   func.func @outer(%arg0: i32) -> i32 {
// CHECK-NEXT:     %0 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT:     builtin.module {
// CHECK-NEXT:       func.func @inner(%arg1: i32) -> i32 {
// CHECK-NEXT:         %2 = arith.muli %arg1, %arg1 : i32
// CHECK-NEXT:         return %2 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     %1 = arith.addi %0, %0 : i32
// CHECK-NEXT:     return %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @outer(%x: i32) -> i32 {
  %0 = call @leaf(%x) : (i32) -> i32
  builtin.module {
    func.func private @leaf(%y: i32) -> i32 {
      %1 = arith.muli %y, %y : i32
      return %1 : i32
    }
    func.func @inner(%y: i32) -> i32 {
      %1 = func.call @leaf(%y) : (i32) -> i32
      return %1 : i32
    }
  }
  %2 = call @leaf(%0) : (i32) -> i32
  return %2 : i32
}
func.func private @leaf(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}

// -----

// A private function without uses goes away, and is no use of what it calls: the call in
// @last is the last one.
// mlir-opt-22 differs (inline licm): a function that goes away keeps its uses
// CHECK: module {
// CHECK-NEXT:   func.func private @marked(%arg0: i32) -> i32 attributes {no_inline} {
// CHECK-NEXT:     return %arg0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @last(%arg0: i32) -> i32 {
// CHECK-NEXT:     %0 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func private @first(%x: i32) -> i32 {
  %0 = call @second(%x) : (i32) -> i32
  %1 = call @marked(%x) : (i32) -> i32
  return %0 : i32
}
func.func private @second(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
func.func private @marked(%x: i32) -> i32 attributes {no_inline} {
  return %x : i32
}
func.func @last(%x: i32) -> i32 {
  %0 = call @second(%x) : (i32) -> i32
  return %0 : i32
}

// -----

// A function that calls itself is not inlined into others either.
// CHECK: module {
// CHECK-NEXT:   func.func @itself(%arg0: i32) -> i32 {
// CHECK-NEXT:     %0 = call @itself(%arg0) : (i32) -> i32
// CHECK-NEXT:     %1 = arith.addi %0, %arg0 : i32
// CHECK-NEXT:     return %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @caller(%arg0: i32) -> i32 {
// CHECK-NEXT:     %0 = call @itself(%arg0) : (i32) -> i32
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @itself(%x: i32) -> i32 {
  %0 = call @itself(%x) : (i32) -> i32
  %1 = arith.addi %0, %x : i32
  return %1 : i32
}
func.func @caller(%x: i32) -> i32 {
  %0 = call @itself(%x) : (i32) -> i32
  return %0 : i32
}

// -----

// Nothing is inlined into a module; the next call is.
// CHECK: module {
// CHECK-NEXT:   func.func @beside(%arg0: i32) -> i32 {
// CHECK-NEXT:     builtin.module {
// CHECK-NEXT:       func.func private @leaf() {
// CHECK-NEXT:         return
// CHECK-NEXT:       }
// CHECK-NEXT:       func.call @leaf() : () -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     %0 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @beside(%x: i32) -> i32 {
  builtin.module {
    func.func private @leaf() {
      return
    }
    func.call @leaf() : () -> ()
  }
  %0 = call @leaf(%x) : (i32) -> i32
  return %0 : i32
}
func.func private @leaf(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}

// -----

// A name in an operation without a definition may mean anything: every function stays.
// CHECK: module {
// CHECK-NEXT:   "some.op"() {to = @kept} : () -> ()
// CHECK-NEXT:   func.func private @kept() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @f() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
"some.op"() {to = @kept} : () -> ()
func.func private @kept() { return }
func.func @f() {
  call @kept() : () -> ()
  return
}

// -----

// A result that no exit gives keeps a call, an exit that nobody knows too; the calls
// behind them are inlined.
// CHECK: module {
// CHECK-NEXT:   func.func private @stops(%arg0: i32) -> i32 {
// CHECK-NEXT:     ub.unreachable
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @leaves(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     return %arg1 : i32
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     "some.exit"() : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @users(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:     %0 = call @stops(%arg1) : (i32) -> i32
// CHECK-NEXT:     %1 = call @leaves(%arg0, %0) : (i1, i32) -> i32
// CHECK-NEXT:     return %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func private @one(%x: i32) -> i32 { return %x : i32 }
func.func private @stops(%x: i32) -> i32 {
  ub.unreachable
}
func.func private @leaves(%p: i1, %x: i32) -> i32 {
  cf.cond_br %p, ^a, ^b
^a:
  return %x : i32
^b:
  "some.exit"() : () -> ()
}
func.func @users(%p: i1, %x: i32) -> i32 {
  %0 = call @stops(%x) : (i32) -> i32
  %1 = call @leaves(%p, %0) : (i1, i32) -> i32
  %2 = call @one(%1) : (i32) -> i32
  return %2 : i32
}

// -----

// Exits and what follows a call keep their places, names and order.
// CHECK: module {
// CHECK-NEXT:   func.func @picks(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:     cf.br ^bb1
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     cf.cond_br %arg0, ^bb2, ^bb3
// CHECK-NEXT:   ^bb2:  // pred: ^bb1
// CHECK-NEXT:     %0 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT:     cf.br ^bb4(%0, %arg1 : i32, i32)
// CHECK-NEXT:   ^bb3:  // pred: ^bb1
// CHECK-NEXT:     %1 = arith.subi %arg1, %arg1 : i32
// CHECK-NEXT:     cf.br ^bb4(%arg1, %1 : i32, i32)
// CHECK-NEXT:   ^bb4(%2: i32, %3: i32):  // 2 preds: ^bb2, ^bb3
// CHECK-NEXT:     cf.cond_br %arg0, ^bb5, ^bb6
// CHECK-NEXT:   ^bb5:  // pred: ^bb4
// CHECK-NEXT:     %4 = arith.addi %2, %3 : i32
// CHECK-NEXT:     cf.br ^bb7(%4, %2 : i32, i32)
// CHECK-NEXT:   ^bb6:  // pred: ^bb4
// CHECK-NEXT:     %5 = arith.subi %2, %3 : i32
// CHECK-NEXT:     cf.br ^bb7(%3, %5 : i32, i32)
// CHECK-NEXT:   ^bb7(%6: i32, %7: i32):  // 2 preds: ^bb5, ^bb6
// CHECK-NEXT:     %8 = arith.muli %6, %7 : i32
// CHECK-NEXT:     return %8 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func private @pick(%p: i1, %x: i32, %y: i32) -> (i32, i32) {
  cf.cond_br %p, ^a, ^b
^a:
  %s = arith.addi %x, %y : i32
  return %s, %x : i32, i32
^b:
  %t = arith.subi %x, %y : i32
  return %y, %t : i32, i32
}
func.func @picks(%p: i1, %x: i32) -> i32 {
  cf.br ^next
^next:
  %0:2 = call @pick(%p, %x, %x) : (i1, i32, i32) -> (i32, i32)
  %1:2 = call @pick(%p, %0#0, %0#1) : (i1, i32, i32) -> (i32, i32)
  %2 = arith.muli %1#0, %1#1 : i32
  return %2 : i32
}

// -----

// Nothing is inlined, but a function goes away.
// CHECK: module {
// CHECK-NEXT: }
func.func private @dead() { return }
