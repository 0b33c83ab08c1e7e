// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Functions that are executed before and after their folds and patterns; package internal/testing/folds tells which have none.

// CHECK-LABEL: func.func @asserted(%arg0: i32) -> i32 {
// CHECK-NEXT: return %arg0 : i32
func.func @asserted(%x: i32) -> i32 {
  %true = arith.constant true
  cf.assert %true, "holds"
  return %x : i32
}

// A branch to a block that is not reached is none.
// CHECK-LABEL: func.func @unreachable(%arg0: i32, %arg1: memref<4xi32>) -> i32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: memref.store %arg0, %arg1[%c0] : memref<4xi32>
// CHECK-NEXT: %0 = memref.load %arg1[%c0] : memref<4xi32>
// CHECK-NEXT: return %0 : i32
func.func @unreachable(%x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %p = arith.cmpi ule, %x, %x : i32
  %q = arith.ori %p, %p : i1
  memref.store %x, %m[%c0] : memref<4xi32>
  %y = memref.load %m[%c0] : memref<4xi32>
  %r = arith.cmpi eq, %x, %y : i32
  cf.cond_br %r, ^yes, ^no
^yes:
  return %y : i32
^no:
  ub.unreachable
}

// CHECK-LABEL: func.func @only_default(%arg0: i32, %arg1: memref<4xi32>) -> i32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: memref.store %arg0, %arg1[%c0] : memref<4xi32>
// CHECK-NEXT: return %arg0 : i32
func.func @only_default(%x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  cf.switch %x : i32, [default: ^a(%x : i32)]
^a(%y: i32):
  memref.store %y, %m[%c0] : memref<4xi32>
  return %y : i32
}

// Blocks that only branch on are passed by.
// CHECK-LABEL: func.func @passed(%arg0: i32, %arg1: memref<4xi32>) -> i32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.load %arg1[%c0] : memref<4xi32>
// CHECK-NEXT: cf.switch %arg0 : i32, [
// CHECK-NEXT: default: ^bb2(%arg0 : i32),
// CHECK-NEXT: 1: ^bb2(%0 : i32),
// CHECK-NEXT: 2: ^bb1
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: memref.store %arg0, %arg1[%c0] : memref<4xi32>
// CHECK-NEXT: cf.br ^bb2(%arg0 : i32)
// CHECK-NEXT: ^bb2(%1: i32):  // 3 preds: ^bb0, ^bb0, ^bb1
// CHECK-NEXT: return %1 : i32
func.func @passed(%x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %y = memref.load %m[%c0] : memref<4xi32>
  cf.switch %x : i32, [default: ^a(%x : i32), 1: ^b(%y : i32), 2: ^c]
^a(%a: i32):
  cf.br ^d(%a : i32)
^b(%b: i32):
  cf.br ^d(%b : i32)
^c:
  memref.store %x, %m[%c0] : memref<4xi32>
  cf.br ^d(%x : i32)
^d(%d: i32):
  return %d : i32
}

// What the first switch says of the number holds in its blocks.
// CHECK-LABEL: func.func @switch_again(%arg0: i32, %arg1: memref<4xi32>) -> i32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.load %arg1[%c0] : memref<4xi32>
// CHECK-NEXT: %1 = arith.addi %arg0, %0 : i32
// CHECK-NEXT: %2 = arith.subi %arg0, %0 : i32
// CHECK-NEXT: cf.switch %arg0 : i32, [
// CHECK-NEXT: default: ^bb1,
// CHECK-NEXT: 1: ^bb3(%2 : i32),
// CHECK-NEXT: 2: ^bb2
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: cf.switch %arg0 : i32, [
// CHECK-NEXT: default: ^bb2,
// CHECK-NEXT: 3: ^bb3(%1 : i32)
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb2:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: memref.store %arg0, %arg1[%c0] : memref<4xi32>
// CHECK-NEXT: cf.br ^bb3(%arg0 : i32)
// CHECK-NEXT: ^bb3(%3: i32):  // 3 preds: ^bb0, ^bb1, ^bb2
// CHECK-NEXT: return %3 : i32
func.func @switch_again(%x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %y = memref.load %m[%c0] : memref<4xi32>
  %u = arith.addi %x, %y : i32
  %v = arith.subi %x, %y : i32
  cf.switch %x : i32, [default: ^a, 1: ^b, 2: ^c]
^a:
  cf.switch %x : i32, [default: ^c, 1: ^d(%y : i32), 3: ^d(%u : i32)]
^b:
  cf.switch %x : i32, [default: ^c, 1: ^d(%v : i32), 3: ^d(%u : i32)]
^c:
  memref.store %x, %m[%c0] : memref<4xi32>
  cf.br ^d(%x : i32)
^d(%d: i32):
  return %d : i32
}

// CHECK-LABEL: func.func @same_condition(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: memref<4xi32>) -> i32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: memref.store %arg1, %arg3[%c0] : memref<4xi32>
// CHECK-NEXT: %0 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT: return %0 : i32
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: return %arg1 : i32
func.func @same_condition(%c: i1, %x: i32, %y: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  cf.cond_br %c, ^a, ^b
^a:
  memref.store %x, %m[%c0] : memref<4xi32>
  cf.cond_br %c, ^d(%x : i32), ^e(%y : i32)
^b:
  cf.cond_br %c, ^d(%y : i32), ^e(%x : i32)
^d(%d: i32):
  %s = arith.addi %d, %x : i32
  return %s : i32
^e(%e: i32):
  return %e : i32
}
