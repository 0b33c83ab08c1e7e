// RUN: optc %s --int-range-optimizations --split-input-file --verify-exec | FileCheck %s

// A mask whose bound turns on everything or nothing has a constant bound; this is all that changes.
// CHECK-LABEL: func.func @clamped(%arg0: index) -> vector<4xi1> {
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %0 = arith.maxsi %arg0, %c4 : index
// CHECK-NEXT:   %c4_0 = arith.constant 4 : index
// CHECK-NEXT:   %1 = vector.create_mask %c4_0 : vector<4xi1>
// CHECK-NEXT:   return %1 : vector<4xi1>
// CHECK-NEXT: }
func.func @clamped(%n: index) -> vector<4xi1> {
  %c4 = arith.constant 4 : index
  %u = arith.maxsi %n, %c4 : index
  %m = vector.create_mask %u : vector<4xi1>
  return %m : vector<4xi1>
}

// -----

// CHECK-LABEL: func.func @kept(%arg0: index) -> (vector<4xi1>, vector<4xi1>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %0 = arith.maxsi %arg0, %c3 : index
// CHECK-NEXT:   %1 = vector.create_mask %0 : vector<4xi1>
// CHECK-NEXT:   %2 = arith.minsi %arg0, %c1 : index
// CHECK-NEXT:   %3 = vector.create_mask %2 : vector<4xi1>
// CHECK-NEXT:   return %1, %3 : vector<4xi1>, vector<4xi1>
// CHECK-NEXT: }
func.func @kept(%n: index) -> (vector<4xi1>, vector<4xi1>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %u = arith.maxsi %n, %c3 : index
  %m = vector.create_mask %u : vector<4xi1>
  %v = arith.minsi %n, %c1 : index
  %w = vector.create_mask %v : vector<4xi1>
  return %m, %w : vector<4xi1>, vector<4xi1>
}

// -----

// Nothing is read where a mask is off everywhere; one that is on somewhere stays.
// CHECK-LABEL: func.func @read(%arg0: memref<4xf32>, %arg1: f32) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT:   %cst_0 = arith.constant dense<[false, false, false, true]> : vector<4xi1>
// CHECK-NEXT:   %cst_1 = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT:   %0 = vector.broadcast %arg1 : f32 to vector<4xf32>
// CHECK-NEXT:   %1 = vector.transfer_read %arg0[%c0], %arg1, %cst_0 {in_bounds = [true]} : memref<4xf32>, vector<4xf32>
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%c0], %arg1, %cst_1 {in_bounds = [true]} : memref<4xf32>, vector<4xf32>
// CHECK-NEXT:   return %0, %1, %2 : vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT: }
func.func @read(%m: memref<4xf32>, %p: f32) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %off = arith.constant dense<false> : vector<4xi1>
  %last = arith.constant dense<[false, false, false, true]> : vector<4xi1>
  %on = arith.constant dense<true> : vector<4xi1>
  %0 = vector.transfer_read %m[%c0], %p, %off : memref<4xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%c0], %p, %last : memref<4xf32>, vector<4xf32>
  %2 = vector.transfer_read %m[%c0], %p, %on : memref<4xf32>, vector<4xf32>
  return %0, %1, %2 : vector<4xf32>, vector<4xf32>, vector<4xf32>
}
