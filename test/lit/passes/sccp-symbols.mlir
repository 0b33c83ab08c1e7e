// RUN: optc %s --allow-unregistered-dialect --sccp | FileCheck %s --match-full-lines
// RUN: optc %s --allow-unregistered-dialect --pass-pipeline='builtin.module(builtin.module(sccp))' | FileCheck %s --match-full-lines --check-prefix=NESTED

// Arguments are known where all calls are: those of private functions, and of nested ones in what is seen as a whole.

// CHECK: module {
// CHECK-NEXT: func.func private @private(%arg0: i32) -> i32 {
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: return %c1_i32 : i32
// CHECK-NEXT: }
// CHECK-NEXT: func.func @public(%arg0: i32) -> i32 {
// CHECK-NEXT: return %arg0 : i32
// CHECK-NEXT: }
// CHECK-NEXT: func.func nested @nested(%arg0: i32) -> i32 {
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: return %c1_i32 : i32
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @taken(%arg0: i32) -> i32 {
// CHECK-NEXT: return %arg0 : i32
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @twice(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %0 = arith.addi %arg0, %c1_i32 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @declared(i32) -> i32
// CHECK-NEXT: func.func @calls() -> (i32, i32, i32, i32, i32, i32, i32) {
// CHECK-NEXT: %f = constant @taken : (i32) -> i32
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %0 = call @private(%c1_i32) : (i32) -> i32
// CHECK-NEXT: %1 = call @public(%c1_i32) : (i32) -> i32
// CHECK-NEXT: %2 = call @nested(%c1_i32) : (i32) -> i32
// CHECK-NEXT: %3 = call @taken(%c1_i32) : (i32) -> i32
// CHECK-NEXT: "test.use"(%f) : ((i32) -> i32) -> ()
// CHECK-NEXT: %4 = call @twice(%c1_i32, %c1_i32) : (i32, i32) -> i32
// CHECK-NEXT: %5 = call @twice(%c2_i32, %c1_i32) : (i32, i32) -> i32
// CHECK-NEXT: %6 = call @declared(%c1_i32) : (i32) -> i32
// CHECK-NEXT: return %c1_i32, %1, %c1_i32, %3, %4, %5, %6 : i32, i32, i32, i32, i32, i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: module @open {
// CHECK-NEXT: func.func nested @inner(%arg0: i32) -> i32 {
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: return %c1_i32 : i32
// CHECK-NEXT: }
// CHECK-NEXT: func.func @calls_inner() -> i32 {
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %0 = call @inner(%c1_i32) : (i32) -> i32
// CHECK-NEXT: return %c1_i32 : i32
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: module @closed attributes {sym_visibility = "private"} {
// CHECK-NEXT: func.func nested @inner(%arg0: i32) -> i32 {
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: return %c1_i32 : i32
// CHECK-NEXT: }
// CHECK-NEXT: func.func @public(%arg0: i32) -> i32 {
// CHECK-NEXT: return %arg0 : i32
// CHECK-NEXT: }
// CHECK-NEXT: func.func @calls_inner() -> i32 {
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %0 = call @inner(%c1_i32) : (i32) -> i32
// CHECK-NEXT: %1 = call @public(%c1_i32) : (i32) -> i32
// CHECK-NEXT: %2 = arith.addi %c1_i32, %1 : i32
// CHECK-NEXT: return %2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }

// NESTED: module {
// NESTED-NEXT: func.func private @private(%arg0: i32) -> i32 {
// NESTED-NEXT: return %arg0 : i32
// NESTED-NEXT: }
// NESTED-NEXT: func.func @public(%arg0: i32) -> i32 {
// NESTED-NEXT: return %arg0 : i32
// NESTED-NEXT: }
// NESTED-NEXT: func.func nested @nested(%arg0: i32) -> i32 {
// NESTED-NEXT: return %arg0 : i32
// NESTED-NEXT: }
// NESTED-NEXT: func.func private @taken(%arg0: i32) -> i32 {
// NESTED-NEXT: return %arg0 : i32
// NESTED-NEXT: }
// NESTED-NEXT: func.func private @twice(%arg0: i32, %arg1: i32) -> i32 {
// NESTED-NEXT: %0 = arith.addi %arg0, %arg1 : i32
// NESTED-NEXT: return %0 : i32
// NESTED-NEXT: }
// NESTED-NEXT: func.func private @declared(i32) -> i32
// NESTED-NEXT: func.func @calls() -> (i32, i32, i32, i32, i32, i32, i32) {
// NESTED-NEXT: %c1_i32 = arith.constant 1 : i32
// NESTED-NEXT: %c2_i32 = arith.constant 2 : i32
// NESTED-NEXT: %0 = call @private(%c1_i32) : (i32) -> i32
// NESTED-NEXT: %1 = call @public(%c1_i32) : (i32) -> i32
// NESTED-NEXT: %2 = call @nested(%c1_i32) : (i32) -> i32
// NESTED-NEXT: %3 = call @taken(%c1_i32) : (i32) -> i32
// NESTED-NEXT: %f = constant @taken : (i32) -> i32
// NESTED-NEXT: "test.use"(%f) : ((i32) -> i32) -> ()
// NESTED-NEXT: %4 = call @twice(%c1_i32, %c1_i32) : (i32, i32) -> i32
// NESTED-NEXT: %5 = call @twice(%c2_i32, %c1_i32) : (i32, i32) -> i32
// NESTED-NEXT: %6 = call @declared(%c1_i32) : (i32) -> i32
// NESTED-NEXT: return %0, %1, %2, %3, %4, %5, %6 : i32, i32, i32, i32, i32, i32, i32
// NESTED-NEXT: }
// NESTED-NEXT: module @open {
// NESTED-NEXT: func.func nested @inner(%arg0: i32) -> i32 {
// NESTED-NEXT: return %arg0 : i32
// NESTED-NEXT: }
// NESTED-NEXT: func.func @calls_inner() -> i32 {
// NESTED-NEXT: %c1_i32 = arith.constant 1 : i32
// NESTED-NEXT: %0 = call @inner(%c1_i32) : (i32) -> i32
// NESTED-NEXT: return %0 : i32
// NESTED-NEXT: }
// NESTED-NEXT: }
// NESTED-NEXT: module @closed attributes {sym_visibility = "private"} {
// NESTED-NEXT: func.func nested @inner(%arg0: i32) -> i32 {
// NESTED-NEXT: %c1_i32 = arith.constant 1 : i32
// NESTED-NEXT: return %c1_i32 : i32
// NESTED-NEXT: }
// NESTED-NEXT: func.func @public(%arg0: i32) -> i32 {
// NESTED-NEXT: return %arg0 : i32
// NESTED-NEXT: }
// NESTED-NEXT: func.func @calls_inner() -> i32 {
// NESTED-NEXT: %c1_i32 = arith.constant 1 : i32
// NESTED-NEXT: %0 = call @inner(%c1_i32) : (i32) -> i32
// NESTED-NEXT: %1 = call @public(%c1_i32) : (i32) -> i32
// NESTED-NEXT: %2 = arith.addi %c1_i32, %1 : i32
// NESTED-NEXT: return %2 : i32
// NESTED-NEXT: }
// NESTED-NEXT: }
// NESTED-NEXT: }

func.func private @private(%x: i32) -> i32 {
  return %x : i32
}

func.func @public(%x: i32) -> i32 {
  return %x : i32
}

func.func nested @nested(%x: i32) -> i32 {
  return %x : i32
}

func.func private @taken(%x: i32) -> i32 {
  return %x : i32
}

func.func private @twice(%x: i32, %y: i32) -> i32 {
  %0 = arith.addi %x, %y : i32
  return %0 : i32
}

func.func private @declared(i32) -> i32

func.func @calls() -> (i32, i32, i32, i32, i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = call @private(%c1) : (i32) -> i32
  %1 = call @public(%c1) : (i32) -> i32
  %2 = call @nested(%c1) : (i32) -> i32
  %3 = call @taken(%c1) : (i32) -> i32
  %f = constant @taken : (i32) -> i32
  "test.use"(%f) : ((i32) -> i32) -> ()
  %4 = call @twice(%c1, %c1) : (i32, i32) -> i32
  %5 = call @twice(%c2, %c1) : (i32, i32) -> i32
  %6 = call @declared(%c1) : (i32) -> i32
  return %0, %1, %2, %3, %4, %5, %6 : i32, i32, i32, i32, i32, i32, i32
}

module @open {
  func.func nested @inner(%x: i32) -> i32 {
    return %x : i32
  }
  func.func @calls_inner() -> i32 {
    %c1 = arith.constant 1 : i32
    %0 = func.call @inner(%c1) : (i32) -> i32
    return %0 : i32
  }
}

module @closed attributes {sym_visibility = "private"} {
  func.func nested @inner(%x: i32) -> i32 {
    return %x : i32
  }
  func.func @public(%x: i32) -> i32 {
    return %x : i32
  }
  func.func @calls_inner() -> i32 {
    %c1 = arith.constant 1 : i32
    %0 = func.call @inner(%c1) : (i32) -> i32
    %1 = func.call @public(%c1) : (i32) -> i32
    %2 = arith.addi %0, %1 : i32
    return %2 : i32
  }
}
