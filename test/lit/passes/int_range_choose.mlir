// RUN: optc %s --int-range-optimizations --verify-exec | FileCheck %s

// The smaller and the larger of two numbers of which one is never above the other.
// CHECK-LABEL: func.func @chosen(%arg0: index) -> (index, index, index, index, index) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %0 = arith.maxsi %arg0, %c0 : index
// CHECK-NEXT:   %1 = arith.minsi %0, %c4 : index
// CHECK-NEXT:   %2 = arith.maxsi %arg0, %c4 : index
// CHECK-NEXT:   %3 = arith.minsi %2, %c8 : index
// CHECK-NEXT:   %4 = arith.maxsi %0, %3 : index
// CHECK-NEXT:   return %1, %1, %3, %3, %4 : index, index, index, index, index
// CHECK-NEXT: }
func.func @chosen(%n: index) -> (index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %n0 = arith.maxsi %n, %c0 : index
  %low = arith.minsi %n0, %c4 : index
  %n4 = arith.maxsi %n, %c4 : index
  %high = arith.minsi %n4, %c8 : index
  %a = arith.minsi %low, %high : index
  %b = arith.minsi %high, %low : index
  %c = arith.maxsi %low, %high : index
  %d = arith.maxsi %high, %low : index
  %e = arith.maxsi %n0, %high : index
  return %a, %b, %c, %d, %e : index, index, index, index, index
}

// Of constant masks only one without any element makes a transfer superfluous.
// CHECK-LABEL: func.func @masks(%arg0: memref<16xf32>, %arg1: f32) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant dense<false> : vector<16xi1>
// CHECK-NEXT:   %cst_0 = arith.constant dense<true> : vector<16xi1>
// CHECK-NEXT:   %cst_1 = arith.constant dense<[false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true]> : vector<16xi1>
// CHECK-NEXT:   %0 = vector.broadcast %arg1 : f32 to vector<16xf32>
// CHECK-NEXT:   %1 = vector.transfer_read %arg0[%c0], %arg1, %cst_0 {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%c0], %arg1, %cst_1 {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
// CHECK-NEXT:   return %0, %1, %2 : vector<16xf32>, vector<16xf32>, vector<16xf32>
// CHECK-NEXT: }
func.func @masks(%m: memref<16xf32>, %p: f32) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>) {
  %c0 = arith.constant 0 : index
  %off = arith.constant dense<false> : vector<16xi1>
  %on = arith.constant dense<true> : vector<16xi1>
  %late = arith.constant dense<[false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true]> : vector<16xi1>
  %a = vector.transfer_read %m[%c0], %p, %off {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %b = vector.transfer_read %m[%c0], %p, %on {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %c = vector.transfer_read %m[%c0], %p, %late {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  return %a, %b, %c : vector<16xf32>, vector<16xf32>, vector<16xf32>
}

// Digits stay where a basis is not known, or counts further than an index.
// CHECK-LABEL: func.func @digits(%arg0: index, %arg1: index) -> (index, index, index, index, index, index) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %0 = arith.maxsi %arg0, %c0 : index
// CHECK-NEXT:   %1 = arith.minsi %0, %c3 : index
// CHECK-NEXT:   %2:2 = affine.delinearize_index %1 into (8, %arg1) : index, index
// CHECK-NEXT:   %3:4 = affine.delinearize_index %0 into (2, 4611686018427387904, 4, 2) : index, index, index, index
// CHECK-NEXT:   return %2#0, %2#1, %3#0, %3#1, %3#2, %3#3 : index, index, index, index, index, index
// CHECK-NEXT: }
func.func @digits(%n: index, %k: index) -> (index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %x = arith.maxsi %n, %c0 : index
  %y = arith.minsi %x, %c3 : index
  %a:2 = affine.delinearize_index %y into (8, %k) : index, index
  %b:4 = affine.delinearize_index %x into (2, 4611686018427387904, 4, 2) : index, index, index, index
  return %a#0, %a#1, %b#0, %b#1, %b#2, %b#3 : index, index, index, index, index, index
}
