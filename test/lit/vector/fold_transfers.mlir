// RUN: optc %s --canonicalize --verify-exec | FileCheck %s
// mlir-opt-22 differs (bufferized, bufferized within functions): it takes a masked write for one of the whole tensor

// What was written is read again from the same place; writes elsewhere are passed by, others are not.
// CHECK-LABEL: func.func @written(%arg0: tensor<4x8xf32>, %arg1: vector<2x4xf32>, %arg2: vector<2x4xf32>, %arg3: f32, %arg4: index) -> (vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<4x2xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %0 = vector.transfer_write %arg1, %arg0[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x8xf32>
// CHECK-NEXT: %1 = vector.transfer_write %arg2, %0[%c2, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x8xf32>
// CHECK-NEXT: %2 = vector.transfer_write %arg2, %0[%c1, %c3] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x8xf32>
// CHECK-NEXT: %3 = vector.transfer_read %2[%c0, %c0], %arg3 {in_bounds = [true, true]} : tensor<4x8xf32>, vector<2x4xf32>
// CHECK-NEXT: %4 = vector.transfer_write %arg2, %0[%arg4, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x8xf32>
// CHECK-NEXT: %5 = vector.transfer_read %4[%c0, %c0], %arg3 {in_bounds = [true, true]} : tensor<4x8xf32>, vector<2x4xf32>
// CHECK-NEXT: %6 = vector.transfer_read %1[%c0, %c0], %arg3 {in_bounds = [true, true]} : tensor<4x8xf32>, vector<4x2xf32>
// CHECK-NEXT: return %arg2, %arg1, %arg1, %3, %5, %6 : vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<4x2xf32>
func.func @written(%t: tensor<4x8xf32>, %a: vector<2x4xf32>, %b: vector<2x4xf32>, %p: f32, %i: index) -> (vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<4x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %w = vector.transfer_write %a, %t[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x8xf32>
  %x = vector.transfer_write %b, %w[%c2, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x8xf32>
  %0 = vector.transfer_read %x[%c2, %c0], %p {in_bounds = [true, true]} : tensor<4x8xf32>, vector<2x4xf32>
  %1 = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : tensor<4x8xf32>, vector<2x4xf32>
  %y = vector.transfer_write %b, %w[%c1, %c4] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x8xf32>
  %2 = vector.transfer_read %y[%c0, %c0], %p {in_bounds = [true, true]} : tensor<4x8xf32>, vector<2x4xf32>
  %z = vector.transfer_write %b, %w[%c1, %c3] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x8xf32>
  %3 = vector.transfer_read %z[%c0, %c0], %p {in_bounds = [true, true]} : tensor<4x8xf32>, vector<2x4xf32>
  %u = vector.transfer_write %b, %w[%i, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x8xf32>
  %4 = vector.transfer_read %u[%c0, %c0], %p {in_bounds = [true, true]} : tensor<4x8xf32>, vector<2x4xf32>
  %5 = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : tensor<4x8xf32>, vector<4x2xf32>
  return %0, %1, %2, %3, %4, %5 : vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<4x2xf32>
}

// Not through a mask, the edge, or another map.
// CHECK-LABEL: func.func @written_in_part(%arg0: tensor<4x4xf32>, %arg1: vector<4x4xf32>, %arg2: vector<2x4xf32>, %arg3: vector<4x4xi1>, %arg4: f32, %arg5: index) -> (vector<4x4xf32>, vector<4x4xf32>, vector<4x4xf32>, vector<2x4xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.transfer_write %arg1, %arg0[%c0, %c0], %arg3 {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x4xf32>
// CHECK-NEXT: %1 = vector.transfer_read %0[%c0, %c0], %arg4 {in_bounds = [true, true]} : tensor<4x4xf32>, vector<4x4xf32>
// CHECK-NEXT: %2 = vector.transfer_write %arg1, %arg0[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x4xf32>
// CHECK-NEXT: %3 = vector.transfer_read %2[%c0, %c0], %arg4, %arg3 {in_bounds = [true, true]} : tensor<4x4xf32>, vector<4x4xf32>
// CHECK-NEXT: %4 = vector.transpose %arg1, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
// CHECK-NEXT: %5 = vector.transfer_write %arg2, %arg0[%arg5, %c0] {in_bounds = [false, true]} : vector<2x4xf32>, tensor<4x4xf32>
// CHECK-NEXT: %6 = vector.transfer_read %5[%arg5, %c0], %arg4 {in_bounds = [false, true]} : tensor<4x4xf32>, vector<2x4xf32>
// CHECK-NEXT: return %1, %3, %4, %6 : vector<4x4xf32>, vector<4x4xf32>, vector<4x4xf32>, vector<2x4xf32>
func.func @written_in_part(%t: tensor<4x4xf32>, %a: vector<4x4xf32>, %b: vector<2x4xf32>, %k: vector<4x4xi1>, %p: f32, %i: index) -> (vector<4x4xf32>, vector<4x4xf32>, vector<4x4xf32>, vector<2x4xf32>) {
  %c0 = arith.constant 0 : index
  %w = vector.transfer_write %a, %t[%c0, %c0], %k {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x4xf32>
  %0 = vector.transfer_read %w[%c0, %c0], %p {in_bounds = [true, true]} : tensor<4x4xf32>, vector<4x4xf32>
  %x = vector.transfer_write %a, %t[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x4xf32>
  %1 = vector.transfer_read %x[%c0, %c0], %p, %k {in_bounds = [true, true]} : tensor<4x4xf32>, vector<4x4xf32>
  %2 = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : tensor<4x4xf32>, vector<4x4xf32>
  %y = vector.transfer_write %b, %t[%i, %c0] : vector<2x4xf32>, tensor<4x4xf32>
  %3 = vector.transfer_read %y[%i, %c0], %p : tensor<4x4xf32>, vector<2x4xf32>
  return %0, %1, %2, %3 : vector<4x4xf32>, vector<4x4xf32>, vector<4x4xf32>, vector<2x4xf32>
}

// What was read is written back: nothing changes, or the whole tensor is the other one.
// CHECK-LABEL: func.func @unchanged(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<4x8xf32>, %arg3: f32, %arg4: index) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x8xf32>, tensor<4x4xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%c0, %arg4], %arg3 {in_bounds = [true, false]} : tensor<4x4xf32>, vector<2x2xf32>
// CHECK-NEXT: %1 = vector.transfer_write %0, %arg0[%c1, %arg4] {in_bounds = [true, false]} : vector<2x2xf32>, tensor<4x4xf32>
// CHECK-NEXT: %2 = vector.transfer_write %0, %arg1[%c0, %arg4] {in_bounds = [true, false]} : vector<2x2xf32>, tensor<4x4xf32>
// CHECK-NEXT: %3 = vector.transfer_read %arg0[%c0, %c0], %arg3 {in_bounds = [true, true]} : tensor<4x4xf32>, vector<4x4xf32>
// CHECK-NEXT: %4 = vector.transfer_write %3, %arg2[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x8xf32>
// CHECK-NEXT: %5 = vector.transfer_read %arg2[%c0, %c0], %arg3 {in_bounds = [true, true]} : tensor<4x8xf32>, vector<4x4xf32>
// CHECK-NEXT: %6 = vector.transfer_write %5, %arg1[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x4xf32>
// CHECK-NEXT: return %arg0, %1, %2, %arg0, %4, %6 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x8xf32>, tensor<4x4xf32>
func.func @unchanged(%t: tensor<4x4xf32>, %u: tensor<4x4xf32>, %v: tensor<4x8xf32>, %p: f32, %i: index) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x8xf32>, tensor<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = vector.transfer_read %t[%c0, %i], %p : tensor<4x4xf32>, vector<2x2xf32>
  %0 = vector.transfer_write %r, %t[%c0, %i] : vector<2x2xf32>, tensor<4x4xf32>
  %1 = vector.transfer_write %r, %t[%c1, %i] : vector<2x2xf32>, tensor<4x4xf32>
  %2 = vector.transfer_write %r, %u[%c0, %i] : vector<2x2xf32>, tensor<4x4xf32>
  %s = vector.transfer_read %t[%c0, %c0], %p {in_bounds = [true, true]} : tensor<4x4xf32>, vector<4x4xf32>
  %3 = vector.transfer_write %s, %u[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x4xf32>
  %6 = vector.transfer_write %s, %v[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x8xf32>
  %x = vector.transfer_read %v[%c0, %c0], %p {in_bounds = [true, true]} : tensor<4x8xf32>, vector<4x4xf32>
  %7 = vector.transfer_write %x, %u[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x4xf32>
  return %0, %1, %2, %3, %6, %7 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x8xf32>, tensor<4x4xf32>
}

// Parts of a tensor, or all of it in another order, are not the whole.
// CHECK-LABEL: func.func @parts(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>, %arg2: f32, %arg3: index) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%c0, %c0], %arg2 {in_bounds = [true, true]} : tensor<4x4xf32>, vector<2x4xf32>
// CHECK-NEXT: %1 = vector.transfer_write %0, %arg1[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x4xf32>
// CHECK-NEXT: %2 = vector.transfer_write %0, %arg0[%c2, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x4xf32>
// CHECK-NEXT: %3 = vector.transfer_read %arg0[%c0, %c0], %arg2 {in_bounds = [true, true], permutation_map = #map} : tensor<4x4xf32>, vector<4x4xf32>
// CHECK-NEXT: %4 = vector.transfer_write %3, %arg1[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x4xf32>
// CHECK-NEXT: %5 = vector.transfer_read %arg0[%arg3, %c0], %arg2 {in_bounds = [false, true]} : tensor<4x4xf32>, vector<4x4xf32>
// CHECK-NEXT: %6 = vector.transfer_write %5, %arg1[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x4xf32>
// CHECK-NEXT: return %1, %2, %4, %6 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
func.func @parts(%t: tensor<4x4xf32>, %u: tensor<4x4xf32>, %p: f32, %i: index) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %a = vector.transfer_read %t[%c0, %c0], %p {in_bounds = [true, true]} : tensor<4x4xf32>, vector<2x4xf32>
  %0 = vector.transfer_write %a, %u[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x4xf32>
  %1 = vector.transfer_write %a, %t[%c2, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x4xf32>
  %b = vector.transfer_read %t[%c0, %c0], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : tensor<4x4xf32>, vector<4x4xf32>
  %2 = vector.transfer_write %b, %u[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x4xf32>
  %c = vector.transfer_read %t[%i, %c0], %p : tensor<4x4xf32>, vector<4x4xf32>
  %3 = vector.transfer_write %c, %u[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x4xf32>
  return %0, %1, %2, %3 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// The last place at which a vector fits, and one further; broadcast dimensions follow the others.
// CHECK-LABEL: func.func @in_bounds(%arg0: memref<4x8xf32>, %arg1: memref<?x8xf32>, %arg2: f32, %arg3: index) -> (vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<3x4xf32>, vector<3x4xf32>, vector<2x4xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c5 = arith.constant 5 : index
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%c2, %c4], %arg2 {in_bounds = [true, true]} : memref<4x8xf32>, vector<2x4xf32>
// CHECK-NEXT: %1 = vector.transfer_read %arg0[%c3, %c4], %arg2 {in_bounds = [false, true]} : memref<4x8xf32>, vector<2x4xf32>
// CHECK-NEXT: %2 = vector.transfer_read %arg0[%c2, %c5], %arg2 {in_bounds = [true, false]} : memref<4x8xf32>, vector<2x4xf32>
// CHECK-NEXT: %3 = vector.transfer_read %arg0[%arg3, %c0], %arg2 {in_bounds = [false, true]} : memref<4x8xf32>, vector<2x4xf32>
// CHECK-NEXT: %4 = vector.transfer_read %arg0[%c0, %c4], %arg2 {in_bounds = [true, true], permutation_map = #map1} : memref<4x8xf32>, vector<3x4xf32>
// CHECK-NEXT: %5 = vector.transfer_read %arg0[%c0, %c5], %arg2 {permutation_map = #map1} : memref<4x8xf32>, vector<3x4xf32>
// CHECK-NEXT: %6 = vector.transfer_read %arg1[%c0, %c0], %arg2 {in_bounds = [false, true]} : memref<?x8xf32>, vector<2x4xf32>
// CHECK-NEXT: return %0, %1, %2, %3, %4, %5, %6 : vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<3x4xf32>, vector<3x4xf32>, vector<2x4xf32>
func.func @in_bounds(%m: memref<4x8xf32>, %n: memref<?x8xf32>, %p: f32, %i: index) -> (vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<3x4xf32>, vector<3x4xf32>, vector<2x4xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %0 = vector.transfer_read %m[%c2, %c4], %p : memref<4x8xf32>, vector<2x4xf32>
  %1 = vector.transfer_read %m[%c3, %c4], %p : memref<4x8xf32>, vector<2x4xf32>
  %2 = vector.transfer_read %m[%c2, %c5], %p : memref<4x8xf32>, vector<2x4xf32>
  %3 = vector.transfer_read %m[%i, %c0], %p : memref<4x8xf32>, vector<2x4xf32>
  %4 = vector.transfer_read %m[%c0, %c4], %p {permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<4x8xf32>, vector<3x4xf32>
  %5 = vector.transfer_read %m[%c0, %c5], %p {permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<4x8xf32>, vector<3x4xf32>
  %6 = vector.transfer_read %n[%c0, %c0], %p : memref<?x8xf32>, vector<2x4xf32>
  return %0, %1, %2, %3, %4, %5, %6 : vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>, vector<3x4xf32>, vector<3x4xf32>, vector<2x4xf32>
}

// Casts that only forget extents are looked through; masks that are on everywhere go.
// CHECK-LABEL: func.func @casts(%arg0: memref<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<?x8xf32>, %arg3: f32, %arg4: vector<8xf32>, %arg5: index) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %cast = tensor.cast %arg2 : tensor<?x8xf32> to tensor<4x8xf32>
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg5, %c0], %arg3 {in_bounds = [true]} : memref<4x8xf32>, vector<8xf32>
// CHECK-NEXT: %1 = vector.transfer_read %arg1[%arg5, %c0], %arg3 {in_bounds = [true]} : tensor<4x8xf32>, vector<8xf32>
// CHECK-NEXT: %2 = vector.transfer_read %cast[%arg5, %c0], %arg3 {in_bounds = [true]} : tensor<4x8xf32>, vector<8xf32>
// CHECK-NEXT: vector.transfer_write %arg4, %arg0[%arg5, %c0] {in_bounds = [true]} : vector<8xf32>, memref<4x8xf32>
// CHECK-NEXT: %3 = vector.transfer_read %arg0[%arg5, %c0], %arg3 {in_bounds = [true]} : memref<4x8xf32>, vector<8xf32>
// CHECK-NEXT: return %0, %1, %2, %3 : vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>
func.func @casts(%m: memref<4x8xf32>, %t: tensor<4x8xf32>, %d: tensor<?x8xf32>, %p: f32, %v: vector<8xf32>, %i: index) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>) {
  %c0 = arith.constant 0 : index
  %on = vector.constant_mask [8] : vector<8xi1>
  %x = memref.cast %m : memref<4x8xf32> to memref<?x8xf32>
  %y = tensor.cast %t : tensor<4x8xf32> to tensor<?x8xf32>
  %z = tensor.cast %d : tensor<?x8xf32> to tensor<4x8xf32>
  %0 = vector.transfer_read %x[%i, %c0], %p, %on : memref<?x8xf32>, vector<8xf32>
  %1 = vector.transfer_read %y[%i, %c0], %p : tensor<?x8xf32>, vector<8xf32>
  %2 = vector.transfer_read %z[%i, %c0], %p : tensor<4x8xf32>, vector<8xf32>
  vector.transfer_write %v, %x[%i, %c0], %on : vector<8xf32>, memref<?x8xf32>
  %3 = vector.transfer_read %m[%i, %c0], %p {in_bounds = [true]} : memref<4x8xf32>, vector<8xf32>
  return %0, %1, %2, %3 : vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>
}

// -----

// mlir-opt-22 differs (canonicalize cse, inline licm, fma, vector to loops, vector to loops of rank 2, vector unrolled, vector unrolled to rank 0): a masked write changes a part, a place below 0 is out of bounds
// CHECK-LABEL: func.func @in_part(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>, %arg2: memref<4x8xf32>, %arg3: vector<4x4xi1>, %arg4: f32) -> (tensor<4x4xf32>, tensor<4x4xf32>, vector<4xf32>) {
// CHECK-NEXT: %c-1 = arith.constant -1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%c0, %c0], %arg4 {in_bounds = [true, true]} : tensor<4x4xf32>, vector<4x4xf32>
// CHECK-NEXT: %1 = vector.transfer_write %0, %arg1[%c0, %c0], %arg3 {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x4xf32>
// CHECK-NEXT: %2 = vector.transfer_write %0, %arg0[%c0, %c0], %arg3 {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x4xf32>
// CHECK-NEXT: %3 = vector.transfer_read %arg2[%c0, %c-1], %arg4 : memref<4x8xf32>, vector<4xf32>
// CHECK-NEXT: return %1, %2, %3 : tensor<4x4xf32>, tensor<4x4xf32>, vector<4xf32>
func.func @in_part(%t: tensor<4x4xf32>, %u: tensor<4x4xf32>, %m: memref<4x8xf32>, %k: vector<4x4xi1>, %p: f32) -> (tensor<4x4xf32>, tensor<4x4xf32>, vector<4xf32>) {
  %c-1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %s = vector.transfer_read %t[%c0, %c0], %p {in_bounds = [true, true]} : tensor<4x4xf32>, vector<4x4xf32>
  %0 = vector.transfer_write %s, %u[%c0, %c0], %k {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x4xf32>
  %1 = vector.transfer_write %s, %t[%c0, %c0], %k {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x4xf32>
  %2 = vector.transfer_read %m[%c0, %c-1], %p : memref<4x8xf32>, vector<4xf32>
  return %0, %1, %2 : tensor<4x4xf32>, tensor<4x4xf32>, vector<4xf32>
}
