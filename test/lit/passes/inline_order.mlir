// RUN: optc %s --split-input-file --inline=max-iterations=1 --threads=1 | FileCheck %s
// RUN: optc %s --split-input-file --inline=max-iterations=1 --threads=3 | FileCheck %s

// Functions are simplified several at once only where that gives what one after the other
// gives. Here @outer is simplified when @inner has its body.
// CHECK: module {
// CHECK-NEXT:   func.func @outer(%arg0: i32) -> i32 {
// CHECK-NEXT:     builtin.module {
// CHECK-NEXT:       func.func @inner() -> i32 {
// CHECK-NEXT:         %c9_i32 = arith.constant 9 : i32
// CHECK-NEXT:         return %c9_i32 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return %arg0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @outer(%x: i32) -> i32 {
  builtin.module {
    func.func private @leaf(%y: i32) -> i32 {
      %1 = arith.muli %y, %y : i32
      return %1 : i32
    }
    func.func @inner() -> i32 {
      %c = arith.constant 3 : i32
      %1 = func.call @leaf(%c) : (i32) -> i32
      return %1 : i32
    }
  }
  return %x : i32
}

// -----

// That @f calls @g is not known before @f is simplified; @g is not yet.
// CHECK: module {
// CHECK-NEXT:   func.func @f() -> i32 {
// CHECK-NEXT:     %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %0 = arith.muli %c3_i32, %c1_i32 : i32
// CHECK-NEXT:     %1 = arith.addi %0, %c1_i32 : i32
// CHECK-NEXT:     return %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @f() -> i32 {
  %f = constant @g : (i32) -> i32
  %c = arith.constant 3 : i32
  %0 = call_indirect %f(%c) : (i32) -> i32
  return %0 : i32
}
func.func private @g(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.muli %x, %c1 : i32
  %1 = arith.addi %0, %c1 : i32
  return %1 : i32
}

// -----

// Nor here, where @f calls another function too.
// CHECK: module {
// CHECK-NEXT:   func.func @f() -> i32 {
// CHECK-NEXT:     %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %0 = arith.muli %c3_i32, %c1_i32 : i32
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @f() -> i32 {
  %f = constant @g : (i32) -> i32
  %c = arith.constant 3 : i32
  %0 = call_indirect %f(%c) : (i32) -> i32
  %1 = call @h(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @g(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.muli %x, %c1 : i32
  return %0 : i32
}
func.func private @h(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.muli %x, %c1 : i32
  return %0 : i32
}

// -----

// A call that simplifying takes away is no use: the other one is the last, and @g goes
// away with it.
// CHECK: module {
// CHECK-NEXT:   func.func @f(%arg0: i32) -> i32 {
// CHECK-NEXT:     %0 = arith.muli %arg0, %arg0 : i32
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func private @g(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}
func.func @f(%x: i32) -> i32 {
  %no = arith.constant false
  scf.if %no {
    %0 = func.call @g(%x) : (i32) -> i32
  }
  %1 = call @g(%x) : (i32) -> i32
  return %1 : i32
}

// -----

// Nothing is inlined, but a function is simplified.
// CHECK: module {
// CHECK-NEXT:   func.func @folds(%arg0: i32) -> i32 {
// CHECK-NEXT:     return %arg0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @folds(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %x, %c0 : i32
  return %0 : i32
}
