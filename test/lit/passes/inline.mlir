// RUN: optc %s --allow-unregistered-dialect --inline | FileCheck %s

// CHECK-LABEL: func.func @leaf(%arg0: i32) -> i32 {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.addi %arg0, %c1_i32 : i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @leaf(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %a, %c1 : i32
  return %0 : i32
}

// Calls are inlined from the leaves up; a private function without uses goes away.
// CHECK-NOT: @chain(
func.func private @chain(%a: i32) -> i32 {
  %0 = call @leaf(%a) : (i32) -> i32
  %1 = call @leaf(%0) : (i32) -> i32
  return %1 : i32
}

// CHECK-LABEL: func.func @top(%arg0: i32) -> i32 {
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %0 = arith.addi %arg0, %c2_i32 : i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @top(%a: i32) -> i32 {
  %0 = call @chain(%a) : (i32) -> i32
  return %0 : i32
}

// A body of several blocks: the exits become branches.
// CHECK-LABEL: func.func private @blocks(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT:   return %arg1 : i32
// CHECK-NEXT: ^bb2:
// CHECK-NEXT:   %0 = arith.muli %arg1, %arg1 : i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func private @blocks(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^t, ^e
^t:
  return %a : i32
^e:
  %0 = arith.muli %a, %a : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @inlinesBlocks(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb2(%arg1 : i32), ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT:   %0 = arith.muli %arg1, %arg1 : i32
// CHECK-NEXT:   cf.br ^bb2(%0 : i32)
// CHECK-NEXT: ^bb2(%1: i32):
// CHECK-NEXT:   %2 = arith.addi %1, %arg1 : i32
// CHECK-NEXT:   return %2 : i32
// CHECK-NEXT: }
func.func @inlinesBlocks(%c: i1, %a: i32) -> i32 {
  %0 = call @blocks(%c, %a) : (i1, i32) -> i32
  %1 = arith.addi %0, %a : i32
  return %1 : i32
}

// An operation with one block takes only bodies of one block.
// CHECK-LABEL: func.func @structured(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:     %1 = func.call @blocks(%true, %arg1) : (i1, i32) -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %1 = arith.addi %arg1, %c1_i32 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @structured(%c: i1, %a: i32) -> i32 {
  %r = scf.if %c -> i32 {
    %0 = func.call @blocks(%c, %a) : (i1, i32) -> i32
    scf.yield %0 : i32
  } else {
    %0 = func.call @leaf(%a) : (i32) -> i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// Recursion is not inlined, neither direct nor mutual.
// CHECK-LABEL: func.func @recursive(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0 = call @recursive(%arg0) : (i32) -> i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @recursive(%a: i32) -> i32 {
  %0 = call @recursive(%a) : (i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @even(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0 = call @odd(%arg0) : (i32) -> i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @even(%a: i32) -> i32 {
  %0 = call @odd(%a) : (i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @odd(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0 = call @even(%arg0) : (i32) -> i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @odd(%a: i32) -> i32 {
  %0 = call @even(%a) : (i32) -> i32
  return %0 : i32
}

// The attribute no_inline, at the callee or the call.
// CHECK-LABEL: func.func private @marked(%arg0: i32) -> i32 attributes {no_inline} {
// CHECK-NEXT:   return %arg0 : i32
// CHECK-NEXT: }
func.func private @marked(%a: i32) -> i32 attributes {no_inline} {
  return %a : i32
}

// CHECK-LABEL: func.func @callsMarked(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0 = call @marked(%arg0) : (i32) -> i32
// CHECK-NEXT:   %1 = call @leaf(%0) {no_inline} : (i32) -> i32
// CHECK-NEXT:   return %1 : i32
// CHECK-NEXT: }
func.func @callsMarked(%a: i32) -> i32 {
  %0 = call @marked(%a) : (i32) -> i32
  %1 = call @leaf(%0) {no_inline} : (i32) -> i32
  return %1 : i32
}

// A body with an operation of an unknown dialect stays where it is.
// CHECK-LABEL: func.func private @unknown(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0 = "foo.bar"(%arg0) : (i32) -> i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func private @unknown(%a: i32) -> i32 {
  %0 = "foo.bar"(%a) : (i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @callsUnknown(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0 = call @unknown(%arg0) : (i32) -> i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @callsUnknown(%a: i32) -> i32 {
  %0 = call @unknown(%a) : (i32) -> i32
  return %0 : i32
}

// An indirect call of a known function is a call.
// CHECK-LABEL: func.func @indirect(%arg0: i32) -> i32 {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = arith.addi %arg0, %c1_i32 : i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @indirect(%a: i32) -> i32 {
  %f = constant @leaf : (i32) -> i32
  %0 = call_indirect %f(%a) : (i32) -> i32
  return %0 : i32
}

// CHECK-NOT: @dead(
func.func private @dead() { return }

// Attributes of arguments do not matter.
// CHECK-NOT: @attrs(
func.func private @attrs(%a: i32 {test.arg}) -> (i32 {test.res}) { return %a : i32 }

// CHECK-LABEL: func.func @callsAttrs(%arg0: i32) -> i32 {
// CHECK-NEXT:   return %arg0 : i32
// CHECK-NEXT: }
func.func @callsAttrs(%a: i32) -> i32 {
  %0 = call @attrs(%a) : (i32) -> i32
  return %0 : i32
}

// An affine loop takes only affine accesses and what has no effect.
// CHECK-LABEL: func.func @inAffine(%arg0: memref<8xi32>) {
// CHECK-NEXT:   affine.for %arg1 = 0 to 8 {
// CHECK-NEXT:     func.call @alloca(%arg0) : (memref<8xi32>) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @inAffine(%m: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    func.call @alloca(%m) : (memref<8xi32>) -> ()
  }
  return
}

// CHECK-LABEL: func.func private @alloca(%arg0: memref<8xi32>) {
// CHECK-NEXT:   %alloca = memref.alloca() : memref<8xi32>
// CHECK-NEXT:   memref.copy %arg0, %alloca : memref<8xi32> to memref<8xi32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func private @alloca(%m: memref<8xi32>) {
  %b = memref.alloca() : memref<8xi32>
  memref.copy %m, %b : memref<8xi32> to memref<8xi32>
  return
}

// A declaration refers to another function.
// CHECK-LABEL: module @declared {
// CHECK:         func.func private @imported(i32) -> i32 attributes {fallback = @instead}
// CHECK:         func.func private @instead
module @declared {
  func.func private @imported(i32) -> i32 attributes {fallback = @instead}
  func.func private @instead(%a: i32) -> i32 {
    return %a : i32
  }
  func.func @f(%a: i32) -> i32 {
    %0 = call @imported(%a) : (i32) -> i32
    return %0 : i32
  }
}

// Control does not come back from one of the blocks, which folds as a branch that
// is not taken.
// CHECK-LABEL: func.func @calls_may_stop(%arg0: i32, %arg1: i1) -> i32 {
// CHECK-NEXT:    %0 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT:    return %0 : i32
// CHECK-NEXT:  }
func.func @calls_may_stop(%a: i32, %c: i1) -> i32 {
  %0 = call @may_stop(%a, %c) : (i32, i1) -> i32
  return %0 : i32
}

func.func private @may_stop(%a: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^go, ^stop
^go:
  %0 = arith.addi %a, %a : i32
  return %0 : i32
^stop:
  ub.unreachable
}

// A call that never comes back is inlined if nothing needs its result.
// CHECK-LABEL: func.func @calls_stop(%arg0: memref<i32>, %arg1: i32) -> i32 {
// CHECK-NEXT:    memref.store %arg1, %arg0[] : memref<i32>
// CHECK-NEXT:    %0 = call @stop(%arg0, %arg1)
// CHECK-NEXT:    return %0 : i32
func.func @calls_stop(%m: memref<i32>, %a: i32) -> i32 {
  %0 = call @stop(%m, %a) : (memref<i32>, i32) -> i32
  %1 = call @stop(%m, %a) : (memref<i32>, i32) -> i32
  return %1 : i32
}

func.func private @stop(%m: memref<i32>, %a: i32) -> i32 {
  memref.store %a, %m[] : memref<i32>
  ub.unreachable
}
