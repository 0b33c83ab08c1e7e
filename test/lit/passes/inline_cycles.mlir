// RUN: optc %s --inline=max-iterations=1 --split-input-file --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// Functions of a cycle stay as they are. A user gets one body after the other until one
// comes back.
// CHECK-LABEL: func.func private @step(
// CHECK-NEXT: call @turn
// CHECK-NEXT: arith.addi
// CHECK-LABEL: func.func private @turn(
// CHECK-NEXT: call @step
// CHECK-NEXT: arith.muli
// CHECK-LABEL: func.func @user(
// CHECK-NEXT: call @step
// CHECK-NEXT: arith.muli
// CHECK-NEXT: arith.addi
// CHECK-NEXT: return
func.func private @step(%x: i32) -> i32 {
  %0 = call @turn(%x) : (i32) -> i32
  %1 = arith.addi %0, %x : i32
  return %1 : i32
}
func.func private @turn(%x: i32) -> i32 {
  %0 = call @step(%x) : (i32) -> i32
  %1 = arith.muli %0, %x : i32
  return %1 : i32
}
func.func @user(%x: i32) -> i32 {
  %0 = call @step(%x) : (i32) -> i32
  return %0 : i32
}

// -----

// What is inlined remembers the call, if the call has a place.
// CHECK-LABEL: func.func @known(
// CHECK-NEXT: arith.addi %{{.*}} loc(callsite("sum" at "call"))
// CHECK-LABEL: func.func @unknown(
// CHECK-NEXT: arith.addi %{{.*}} loc("sum")
// CHECK-LABEL: func.func @region(
// CHECK: scf.if
// CHECK-NEXT: arith.addi %{{.*}} loc(callsite("inner" at "call"))
func.func private @sum(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32 loc("sum")
  return %0 : i32
}
func.func private @inside(%p: i1, %x: i32) -> i32 {
  %0 = scf.if %p -> i32 {
    %1 = arith.addi %x, %x : i32 loc("inner")
    %2 = arith.muli %1, %x : i32
    scf.yield %2 : i32
  } else {
    scf.yield %x : i32
  }
  return %0 : i32
}
func.func @known(%x: i32) -> i32 {
  %0 = call @sum(%x) : (i32) -> i32 loc("call")
  return %0 : i32
}
func.func @unknown(%x: i32) -> i32 {
  %0 = call @sum(%x) : (i32) -> i32 loc(unknown)
  return %0 : i32
}
func.func @region(%p: i1, %x: i32) -> i32 {
  %0 = call @inside(%p, %x) : (i1, i32) -> i32 loc("call")
  return %0 : i32
}

// -----

// The arguments of blocks are located where the call was, too.
// CHECK-LABEL: func.func @located(
// CHECK: ^bb1(%0: i32 loc(callsite("argument" at "call"))):
// CHECK-NEXT: arith.addi {{.*}} loc(callsite("sum" at "call"))
func.func private @with_block(%x: i32) -> i32 {
  cf.br ^bb1(%x : i32)
^bb1(%y: i32 loc("argument")):
  %0 = arith.addi %y, %x : i32 loc("sum")
  %c = arith.cmpi slt, %0, %x : i32
  cf.cond_br %c, ^bb1(%0 : i32), ^bb2
^bb2:
  return %0 : i32
}
func.func @located(%x: i32) -> i32 {
  %0 = call @with_block(%x) : (i32) -> i32 loc("call")
  return %0 : i32
}
