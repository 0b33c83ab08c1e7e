// RUN: optc %s --verify-exec --int-range-optimizations --canonicalize | FileCheck %s

// A step that is at least 4 may lead to any index from 4 on.
// CHECK-LABEL: func.func @unknown_step(%arg0: memref<8xi1>, %arg1: index) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c9 = arith.constant 9 : index
// CHECK-NEXT:   %c10 = arith.constant 10 : index
// CHECK-NEXT:   %0 = arith.maxsi %arg1, %c4 : index
// CHECK-NEXT:   scf.for %arg2 = %c0 to %c10 step %0 {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg2, %c9 : index
// CHECK-NEXT:     memref.store %1, %arg0[%c0] : memref<8xi1>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @unknown_step(%m: memref<8xi1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %step = arith.maxsi %n, %c4 : index
  scf.for %i = %c0 to %c10 step %step {
    %a = arith.cmpi slt, %i, %c9 : index
    memref.store %a, %m[%c0] : memref<8xi1>
  }
  return
}

// Digits of a negative index are those of the number rounded down: 3 for -5 and a basis of 8.
// CHECK-LABEL: func.func @negative(%arg0: index) -> i1 {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c5 = arith.constant 5 : index
// CHECK-NEXT:   %c-5 = arith.constant -5 : index
// CHECK-NEXT:   %0 = arith.maxsi %arg0, %c-5 : index
// CHECK-NEXT:   %1 = arith.minsi %0, %c5 : index
// CHECK-NEXT:   %2:3 = affine.delinearize_index %1 into (2, 4, 8) : index, index, index
// CHECK-NEXT:   %3 = arith.cmpi eq, %2#1, %c0 : index
// CHECK-NEXT:   return %3 : i1
// CHECK-NEXT: }
func.func @negative(%n: index) -> i1 {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %cm5 = arith.constant -5 : index
  %low = arith.maxsi %n, %cm5 : index
  %x = arith.minsi %low, %c5 : index
  %d:3 = affine.delinearize_index %x into (2, 4, 8) : index, index, index
  %a = arith.cmpi eq, %d#1, %c0 : index
  return %a : i1
}

// Sums of digits that exceed an index may be anything.
// CHECK-LABEL: func.func @overflow(%arg0: index, %arg1: index) -> (i1, i1, i1) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = arith.maxsi %arg0, %c0 : index
// CHECK-NEXT:   %1 = arith.maxsi %arg1, %c0 : index
// CHECK-NEXT:   %2 = arith.minsi %arg0, %c0 : index
// CHECK-NEXT:   %3 = arith.minsi %arg1, %c0 : index
// CHECK-NEXT:   %4 = affine.linearize_index [%0, %1] by (1) : index
// CHECK-NEXT:   %5 = affine.linearize_index [%0, %c0] by (4) : index
// CHECK-NEXT:   %6 = affine.linearize_index [%2, %3] by (1) : index
// CHECK-NEXT:   %7 = arith.cmpi sge, %4, %c0 : index
// CHECK-NEXT:   %8 = arith.cmpi sge, %5, %c0 : index
// CHECK-NEXT:   %9 = arith.cmpi sle, %6, %c0 : index
// CHECK-NEXT:   return %7, %8, %9 : i1, i1, i1
// CHECK-NEXT: }
func.func @overflow(%n: index, %m: index) -> (i1, i1, i1) {
  %c0 = arith.constant 0 : index
  %p = arith.maxsi %n, %c0 : index
  %q = arith.maxsi %m, %c0 : index
  %r = arith.minsi %n, %c0 : index
  %s = arith.minsi %m, %c0 : index
  %i = affine.linearize_index [%p, %q] by (1) : index
  %j = affine.linearize_index [%p, %c0] by (4) : index
  %k = affine.linearize_index [%r, %s] by (1) : index
  %0 = arith.cmpi sge, %i, %c0 : index
  %1 = arith.cmpi sge, %j, %c0 : index
  %2 = arith.cmpi sle, %k, %c0 : index
  return %0, %1, %2 : i1, i1, i1
}
