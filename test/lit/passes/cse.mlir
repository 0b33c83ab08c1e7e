// RUN: optc %s --allow-unregistered-dialect --cse | FileCheck %s

// Pure operations with equal operands, in any order where they commute; a load only up to
// the next store; whole conditionals; dead operations.
// CHECK-LABEL: func.func @f(%arg0: i32, %arg1: i32, %arg2: memref<4xi32>, %arg3: index, %arg4: i1) -> (i32, i32, i32, i32) {
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT:   %1 = arith.subi %arg0, %arg1 : i32
// CHECK-NEXT:   %2 = arith.subi %arg1, %arg0 : i32
// CHECK-NEXT:   %3 = memref.load %arg2[%arg3] : memref<4xi32>
// CHECK-NEXT:   %4 = arith.addi %3, %3 : i32
// CHECK-NEXT:   memref.store %4, %arg2[%arg3] : memref<4xi32>
// CHECK-NEXT:   %5 = memref.load %arg2[%arg3] : memref<4xi32>
// CHECK-NEXT:   %6 = scf.if %arg4 -> (i32) {
// CHECK-NEXT:     %11 = arith.muli %arg0, %arg1 : i32
// CHECK-NEXT:     %12 = arith.addi %11, %0 : i32
// CHECK-NEXT:     scf.yield %12 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %11 = arith.muli %arg0, %arg1 : i32
// CHECK-NEXT:     scf.yield %11 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %7 = arith.addi %6, %6 : i32
// CHECK-NEXT:   %8 = arith.addi %0, %0 : i32
// CHECK-NEXT:   %9 = arith.addi %1, %2 : i32
// CHECK-NEXT:   %10 = arith.addi %5, %8 : i32
// CHECK-NEXT:   return %7, %8, %9, %10 : i32, i32, i32, i32
// CHECK-NEXT: }
func.func @f(%a: i32, %b: i32, %m: memref<4xi32>, %i: index, %c: i1) -> (i32, i32, i32, i32) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %b, %a : i32
  %2 = arith.subi %a, %b : i32
  %3 = arith.subi %b, %a : i32
  %x = memref.load %m[%i] : memref<4xi32>
  %y = memref.load %m[%i] : memref<4xi32>
  %4 = arith.addi %x, %y : i32
  memref.store %4, %m[%i] : memref<4xi32>
  %z = memref.load %m[%i] : memref<4xi32>
  %r = scf.if %c -> i32 {
    %5 = arith.addi %a, %b : i32
    %6 = arith.muli %a, %b : i32
    %7 = arith.addi %6, %5 : i32
    scf.yield %7 : i32
  } else {
    %6 = arith.muli %a, %b : i32
    scf.yield %6 : i32
  }
  %r2 = scf.if %c -> i32 {
    %5 = arith.addi %a, %b : i32
    %6 = arith.muli %a, %b : i32
    %7 = arith.addi %6, %5 : i32
    scf.yield %7 : i32
  } else {
    %6 = arith.muli %a, %b : i32
    scf.yield %6 : i32
  }
  %dead = arith.addi %a, %a : i32
  %s = arith.addi %r, %r2 : i32
  %t = arith.addi %0, %1 : i32
  %u = arith.addi %2, %3 : i32
  %v = arith.addi %z, %t : i32
  return %s, %t, %u, %v : i32, i32, i32, i32
}

// What dominates counts.
// CHECK-LABEL: func.func @blocks(%arg0: i32, %arg1: i1) -> i32 {
// CHECK-NEXT:   %0 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT:   cf.cond_br %arg1, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT:   %1 = arith.muli %arg0, %arg0 : i32
// CHECK-NEXT:   cf.br ^bb3(%0, %1 : i32, i32)
// CHECK-NEXT: ^bb2:
// CHECK-NEXT:   %2 = arith.muli %arg0, %arg0 : i32
// CHECK-NEXT:   cf.br ^bb3(%0, %2 : i32, i32)
// CHECK-NEXT: ^bb3(%3: i32, %4: i32):
// CHECK-NEXT:   %5 = arith.muli %arg0, %arg0 : i32
// CHECK-NEXT:   %6 = arith.addi %3, %4 : i32
// CHECK-NEXT:   %7 = arith.addi %5, %6 : i32
// CHECK-NEXT:   return %7 : i32
// CHECK-NEXT: }
func.func @blocks(%a: i32, %c: i1) -> i32 {
  %0 = arith.addi %a, %a : i32
  cf.cond_br %c, ^t, ^e
^t:
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %a, %a : i32
  cf.br ^j(%1, %2 : i32, i32)
^e:
  %3 = arith.muli %a, %a : i32
  cf.br ^j(%0, %3 : i32, i32)
^j(%x: i32, %y: i32):
  %4 = arith.muli %a, %a : i32
  %5 = arith.addi %x, %y : i32
  %6 = arith.addi %4, %5 : i32
  return %6 : i32
}

// Values do not cross into isolated regions.
// CHECK-LABEL: func.func @isolated(%arg0: i32) -> i32 {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   builtin.module {
// CHECK-NEXT:     func.func @g() -> i32 {
// CHECK-NEXT:       %c1_i32_0 = arith.constant 1 : i32
// CHECK-NEXT:       %0 = arith.addi %c1_i32_0, %c1_i32_0 : i32
// CHECK-NEXT:       return %0 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return %c1_i32 : i32
// CHECK-NEXT: }
func.func @isolated(%a: i32) -> i32 {
  %0 = arith.constant 1 : i32
  builtin.module {
    func.func @g() -> i32 { %1 = arith.constant 1 : i32
      %2 = arith.constant 1 : i32
      %3 = arith.addi %1, %2 : i32
      return %3 : i32 }
  }
  return %0 : i32
}

// What was read before a branch may have been written since, in the block that reads again, in one
// between, in a region, and by the last turn of a loop.
// CHECK-LABEL: func.func @reads_across_blocks(%arg0: memref<4xi32>, %arg1: i32, %arg2: i1) -> i32 {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.load %arg0[%c1] : memref<4xi32>
// CHECK-NEXT:   cf.cond_br %arg2, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   memref.store %arg1, %arg0[%c1] : memref<4xi32>
// CHECK-NEXT:   cf.br ^bb2
// CHECK-NEXT: ^bb2:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   %1 = memref.load %arg0[%c1] : memref<4xi32>
// CHECK-NEXT:   %2 = arith.addi %0, %1 : i32
// CHECK-NEXT:   return %2 : i32
// CHECK-NEXT: }
func.func @reads_across_blocks(%m: memref<4xi32>, %x: i32, %c: i1) -> i32 {
  %i = arith.constant 1 : index
  %0 = memref.load %m[%i] : memref<4xi32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.store %x, %m[%i] : memref<4xi32>
  cf.br ^bb2
^bb2:
  %1 = memref.load %m[%i] : memref<4xi32>
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}

// CHECK-LABEL: func.func @reads_in_regions(%arg0: memref<4xi32>, %arg1: i32, %arg2: i1) -> (i32, i32) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.load %arg0[%c1] : memref<4xi32>
// CHECK-NEXT:   %1 = scf.if %arg2 -> (i32) {
// CHECK-NEXT:     memref.store %arg1, %arg0[%c1] : memref<4xi32>
// CHECK-NEXT:     %4 = memref.load %arg0[%c1] : memref<4xi32>
// CHECK-NEXT:     scf.yield %4 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %2 = memref.load %arg0[%c1] : memref<4xi32>
// CHECK-NEXT:   %3 = arith.addi %0, %2 : i32
// CHECK-NEXT:   return %1, %3 : i32, i32
// CHECK-NEXT: }
func.func @reads_in_regions(%m: memref<4xi32>, %x: i32, %c: i1) -> (i32, i32) {
  %i = arith.constant 1 : index
  %0 = memref.load %m[%i] : memref<4xi32>
  %1 = scf.if %c -> i32 {
    memref.store %x, %m[%i] : memref<4xi32>
    %2 = memref.load %m[%i] : memref<4xi32>
    scf.yield %2 : i32
  } else {
    scf.yield %0 : i32
  }
  %3 = memref.load %m[%i] : memref<4xi32>
  %4 = arith.addi %0, %3 : i32
  return %1, %4 : i32, i32
}

// CHECK-LABEL: func.func @reads_in_loops(%arg0: memref<4xi32>) -> i32 {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %0 = memref.load %arg0[%c1] : memref<4xi32>
// CHECK-NEXT:   %1 = scf.for %arg1 = %c1 to %c3 step %c1 iter_args(%arg2 = %0) -> (i32) {
// CHECK-NEXT:     %2 = memref.load %arg0[%c1] : memref<4xi32>
// CHECK-NEXT:     %3 = arith.addi %arg2, %2 : i32
// CHECK-NEXT:     memref.store %3, %arg0[%c1] : memref<4xi32>
// CHECK-NEXT:     scf.yield %3 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %1 : i32
// CHECK-NEXT: }
func.func @reads_in_loops(%m: memref<4xi32>) -> i32 {
  %i = arith.constant 1 : index
  %n = arith.constant 3 : index
  %0 = memref.load %m[%i] : memref<4xi32>
  %1 = scf.for %k = %i to %n step %i iter_args(%s = %0) -> i32 {
    %2 = memref.load %m[%i] : memref<4xi32>
    %3 = arith.addi %s, %2 : i32
    memref.store %3, %m[%i] : memref<4xi32>
    scf.yield %3 : i32
  }
  return %1 : i32
}

// An operation in the same block that holds a store writes; so does one that nobody knows. One
// that holds a load does not.
// CHECK-LABEL: func.func @writes_between(%arg0: memref<4xi32>, %arg1: memref<4xi32>, %arg2: i32, %arg3: i1) -> (i32, i32, i32, i32, i32) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.load %arg0[%c1] : memref<4xi32>
// CHECK-NEXT:   scf.if %arg3 {
// CHECK-NEXT:     memref.store %arg2, %arg0[%c1] : memref<4xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = memref.load %arg0[%c1] : memref<4xi32>
// CHECK-NEXT:   "test.unknown"() : () -> ()
// CHECK-NEXT:   %2 = memref.load %arg0[%c1] : memref<4xi32>
// CHECK-NEXT:   %3 = scf.if %arg3 -> (i32) {
// CHECK-NEXT:     %4 = memref.load %arg1[%c1] : memref<4xi32>
// CHECK-NEXT:     scf.yield %4 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0, %1, %2, %3, %2 : i32, i32, i32, i32, i32
// CHECK-NEXT: }
func.func @writes_between(%m: memref<4xi32>, %n: memref<4xi32>, %x: i32, %c: i1) -> (i32, i32, i32, i32, i32) {
  %i = arith.constant 1 : index
  %0 = memref.load %m[%i] : memref<4xi32>
  scf.if %c {
    memref.store %x, %m[%i] : memref<4xi32>
  }
  %1 = memref.load %m[%i] : memref<4xi32>
  "test.unknown"() : () -> ()
  %2 = memref.load %m[%i] : memref<4xi32>
  %3 = scf.if %c -> i32 {
    %5 = memref.load %n[%i] : memref<4xi32>
    scf.yield %5 : i32
  } else {
    scf.yield %x : i32
  }
  %4 = memref.load %m[%i] : memref<4xi32>
  return %0, %1, %2, %3, %4 : i32, i32, i32, i32, i32
}
