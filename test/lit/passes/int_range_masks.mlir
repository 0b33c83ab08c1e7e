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

// -----

// Dimensions that stay inside of memory, beside those of which nothing is known: an unknown
// extent, one that is in bounds already, and one that the vector does not run along.
// CHECK: #map = affine_map<(d0, d1) -> (0, d1)>
// CHECK: func.func @other_dimensions(%arg0: memref<?x8xf32>, %arg1: memref<8x8xf32>, %arg2: f32, %arg3: index) -> (vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>) {
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 5
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%thread_id_x, %thread_id_x], %arg2 {in_bounds = [false, true]} : memref<?x8xf32>, vector<2x4xf32>
// CHECK-NEXT:   %1 = vector.transfer_read %arg1[%arg3, %thread_id_x], %arg2 {in_bounds = [true, true]} : memref<8x8xf32>, vector<2x4xf32>
// CHECK-NEXT:   %2 = vector.transfer_read %arg1[%arg3, %thread_id_x], %arg2 {in_bounds = [true, true], permutation_map = #map} : memref<8x8xf32>, vector<2x4xf32>
// CHECK-NEXT:   %3 = vector.transfer_read %arg1[%arg3, %thread_id_x], %arg2 {in_bounds = [false, true]} : memref<8x8xf32>, vector<2x4xf32>
// CHECK-NEXT:   return %0, %1, %2, %3 : vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>
// CHECK-NEXT: }
func.func @other_dimensions(%m: memref<?x8xf32>, %n: memref<8x8xf32>, %p: f32, %i: index) -> (vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>) {
  %x = gpu.thread_id x upper_bound 5
  %0 = vector.transfer_read %m[%x, %x], %p : memref<?x8xf32>, vector<2x4xf32>
  %1 = vector.transfer_read %n[%i, %x], %p {in_bounds = [true, false]} : memref<8x8xf32>, vector<2x4xf32>
  %2 = vector.transfer_read %n[%i, %x], %p {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<8x8xf32>, vector<2x4xf32>
  %3 = vector.transfer_read %n[%i, %x], %p : memref<8x8xf32>, vector<2x4xf32>
  return %0, %1, %2, %3 : vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>
}

// -----

// An integer without bits.
// CHECK-LABEL: func.func @no_bits(%arg0: i0) -> i1 {
// CHECK-NEXT:   %0 = arith.cmpi slt, %arg0, %arg0 : i0
// CHECK-NEXT:   %1 = arith.addi %arg0, %arg0 : i0
// CHECK-NEXT:   %2 = arith.cmpi ult, %1, %arg0 : i0
// CHECK-NEXT:   return %2 : i1
// CHECK-NEXT: }
func.func @no_bits(%a: i0) -> i1 {
  %0 = arith.cmpi slt, %a, %a : i0
  %1 = arith.addi %a, %a : i0
  %2 = arith.cmpi ult, %1, %a : i0
  return %2 : i1
}
