// RUN: optc %s --drop-vector-unit-dims --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --drop-vector-unit-dims --verify-exec -o /dev/null

// A masked read, with a mask around it and with its own.
// CHECK-LABEL: func.func @reads(%arg0: memref<1x4xf32>, %arg1: f32, %arg2: vector<1x4xi1>, %arg3: index) -> (vector<1x4xf32>, vector<1x4xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %subview = memref.subview %arg0[0, 0] [1, 4] [1, 1] : memref<1x4xf32> to memref<4xf32, strided<[1]>>
// CHECK-NEXT:   %0 = vector.shape_cast %arg2 : vector<1x4xi1> to vector<4xi1>
// CHECK-NEXT:   %1 = vector.mask %0 { vector.transfer_read %subview[%c0], %arg1 {in_bounds = [true]} : memref<4xf32, strided<[1]>>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
// CHECK-NEXT:   %2 = vector.shape_cast %1 : vector<4xf32> to vector<1x4xf32>
// CHECK-NEXT:   %3 = vector.create_mask %arg3 : vector<4xi1>
// CHECK-NEXT:   %subview_0 = memref.subview %arg0[0, 0] [1, 4] [1, 1] : memref<1x4xf32> to memref<4xf32, strided<[1]>>
// CHECK-NEXT:   %4 = vector.transfer_read %subview_0[%c0], %arg1, %3 {in_bounds = [true]} : memref<4xf32, strided<[1]>>, vector<4xf32>
// CHECK-NEXT:   %5 = vector.shape_cast %4 : vector<4xf32> to vector<1x4xf32>
// CHECK-NEXT:   return %2, %5 : vector<1x4xf32>, vector<1x4xf32>
// CHECK-NEXT: }
func.func @reads(%m: memref<1x4xf32>, %p: f32, %k: vector<1x4xi1>, %n: index) -> (vector<1x4xf32>, vector<1x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = vector.mask %k { vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<1x4xf32>, vector<1x4xf32> } : vector<1x4xi1> -> vector<1x4xf32>
  %1 = vector.create_mask %c1, %n : vector<1x4xi1>
  %2 = vector.transfer_read %m[%c0, %c0], %p, %1 {in_bounds = [true, true]} : memref<1x4xf32>, vector<1x4xf32>
  return %0, %2 : vector<1x4xf32>, vector<1x4xf32>
}

// Own masks: one that is not made of bounds, one without the dimension, and those that are
// off, or on for more than there is, along it.
// CHECK-LABEL: func.func @own_masks(%arg0: memref<1x4xf32>, %arg1: f32, %arg2: vector<1x4xi1>, %arg3: index) -> (vector<1x4xf32>, vector<4xf32>, vector<1x4xf32>, vector<1x4xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0], %arg1, %arg2 {in_bounds = [true, true]} : memref<1x4xf32>, vector<1x4xf32>
// CHECK-NEXT:   %1 = vector.create_mask %arg3 : vector<4xi1>
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%c0, %c0], %arg1, %1 {in_bounds = [true]} : memref<1x4xf32>, vector<4xf32>
// CHECK-NEXT:   %3 = vector.create_mask %c0, %arg3 : vector<1x4xi1>
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%c0, %c0], %arg1, %3 {in_bounds = [true, true]} : memref<1x4xf32>, vector<1x4xf32>
// CHECK-NEXT:   %5 = vector.create_mask %arg3, %c2 : vector<1x4xi1>
// CHECK-NEXT:   %6 = vector.transfer_read %arg0[%c0, %c0], %arg1, %5 {in_bounds = [true, true]} : memref<1x4xf32>, vector<1x4xf32>
// CHECK-NEXT:   return %0, %2, %4, %6 : vector<1x4xf32>, vector<4xf32>, vector<1x4xf32>, vector<1x4xf32>
// CHECK-NEXT: }
func.func @own_masks(%m: memref<1x4xf32>, %p: f32, %k: vector<1x4xi1>, %n: index) -> (vector<1x4xf32>, vector<4xf32>, vector<1x4xf32>, vector<1x4xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0 = vector.transfer_read %m[%c0, %c0], %p, %k {in_bounds = [true, true]} : memref<1x4xf32>, vector<1x4xf32>
  %1 = vector.create_mask %n : vector<4xi1>
  %2 = vector.transfer_read %m[%c0, %c0], %p, %1 {in_bounds = [true]} : memref<1x4xf32>, vector<4xf32>
  %3 = vector.create_mask %c0, %n : vector<1x4xi1>
  %4 = vector.transfer_read %m[%c0, %c0], %p, %3 {in_bounds = [true, true]} : memref<1x4xf32>, vector<1x4xf32>
  %5 = vector.create_mask %n, %c2 : vector<1x4xi1>
  %6 = vector.transfer_read %m[%c0, %c0], %p, %5 {in_bounds = [true, true]} : memref<1x4xf32>, vector<1x4xf32>
  return %0, %2, %4, %6 : vector<1x4xf32>, vector<4xf32>, vector<1x4xf32>, vector<1x4xf32>
}

// Without dimensions there is no mask.
// CHECK-LABEL: func.func @single(%arg0: memref<1x1xf32>, %arg1: vector<1x1xf32>, %arg2: f32, %arg3: vector<1x1xi1>) -> vector<1x1xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   vector.mask %arg3 { vector.transfer_write %arg1, %arg0[%c0, %c0] {in_bounds = [true, true]} : vector<1x1xf32>, memref<1x1xf32> } : vector<1x1xi1>
// CHECK-NEXT:   %0 = vector.create_mask %c1, %c1 : vector<1x1xi1>
// CHECK-NEXT:   vector.transfer_write %arg1, %arg0[%c0, %c0], %0 {in_bounds = [true, true]} : vector<1x1xf32>, memref<1x1xf32>
// CHECK-NEXT:   %subview = memref.subview %arg0[0, 0] [1, 1] [1, 1] : memref<1x1xf32> to memref<f32>
// CHECK-NEXT:   %1 = vector.shape_cast %arg1 : vector<1x1xf32> to vector<f32>
// CHECK-NEXT:   vector.transfer_write %1, %subview[] : vector<f32>, memref<f32>
// CHECK-NEXT:   %subview_0 = memref.subview %arg0[0, 0] [1, 1] [1, 1] : memref<1x1xf32> to memref<f32>
// CHECK-NEXT:   %2 = vector.transfer_read %subview_0[], %arg2 : memref<f32>, vector<f32>
// CHECK-NEXT:   %3 = vector.shape_cast %2 : vector<f32> to vector<1x1xf32>
// CHECK-NEXT:   return %3 : vector<1x1xf32>
// CHECK-NEXT: }
func.func @single(%m: memref<1x1xf32>, %v: vector<1x1xf32>, %p: f32, %k: vector<1x1xi1>) -> vector<1x1xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  vector.mask %k { vector.transfer_write %v, %m[%c0, %c0] {in_bounds = [true, true]} : vector<1x1xf32>, memref<1x1xf32> } : vector<1x1xi1>
  %0 = vector.create_mask %c1, %c1 : vector<1x1xi1>
  vector.transfer_write %v, %m[%c0, %c0], %0 {in_bounds = [true, true]} : vector<1x1xf32>, memref<1x1xf32>
  vector.transfer_write %v, %m[%c0, %c0] {in_bounds = [true, true]} : vector<1x1xf32>, memref<1x1xf32>
  %1 = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<1x1xf32>, vector<1x1xf32>
  return %1 : vector<1x1xf32>
}

// A tensor, what may leave the bounds, what is turned, what is not all along one dimension of
// the memref, and memrefs without one of extent 1.
// CHECK-LABEL: func.func @stay(%arg0: tensor<4x1xf32>, %arg1: memref<4x1xf32>, %arg2: memref<1x1x4xf32>, %arg3: memref<4x4xf32>, %arg4: f32, %arg5: index) -> (vector<4x1xf32>, vector<4x1xf32>, vector<1x4xf32>, vector<1x4xf32>, vector<1x4xf32>, vector<4xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0], %arg4 {in_bounds = [true, true]} : tensor<4x1xf32>, vector<4x1xf32>
// CHECK-NEXT:   %1 = vector.transfer_read %arg1[%arg5, %c0], %arg4 {in_bounds = [false, true]} : memref<4x1xf32>, vector<4x1xf32>
// CHECK-NEXT:   %2 = vector.transfer_read %arg1[%c0, %c0], %arg4 {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<4x1xf32>, vector<1x4xf32>
// CHECK-NEXT:   %3 = vector.transfer_read %arg3[%c0, %c0], %arg4 {in_bounds = [true, true]} : memref<4x4xf32>, vector<1x4xf32>
// CHECK-NEXT:   %4 = vector.transfer_read %arg3[%c1, %c0], %arg4 {in_bounds = [true, true]} : memref<4x4xf32>, vector<1x4xf32>
// CHECK-NEXT:   %5 = vector.transfer_read %arg3[%arg5, %c0], %arg4 {in_bounds = [true]} : memref<4x4xf32>, vector<4xf32>
// CHECK-NEXT:   return %0, %1, %2, %3, %4, %5 : vector<4x1xf32>, vector<4x1xf32>, vector<1x4xf32>, vector<1x4xf32>, vector<1x4xf32>, vector<4xf32>
// CHECK-NEXT: }
func.func @stay(%t: tensor<4x1xf32>, %m: memref<4x1xf32>, %n: memref<1x1x4xf32>, %w: memref<4x4xf32>, %p: f32, %i: index) -> (vector<4x1xf32>, vector<4x1xf32>, vector<1x4xf32>, vector<1x4xf32>, vector<1x4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = vector.transfer_read %t[%c0, %c0], %p {in_bounds = [true, true]} : tensor<4x1xf32>, vector<4x1xf32>
  %1 = vector.transfer_read %m[%i, %c0], %p {in_bounds = [false, true]} : memref<4x1xf32>, vector<4x1xf32>
  %2 = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<4x1xf32>, vector<1x4xf32>
  %3 = vector.transfer_read %w[%c0, %c0], %p {in_bounds = [true, true]} : memref<4x4xf32>, vector<1x4xf32>
  %4 = vector.transfer_read %w[%c1, %c0], %p {in_bounds = [true, true]} : memref<4x4xf32>, vector<1x4xf32>
  %5 = vector.transfer_read %w[%i, %c0], %p {in_bounds = [true]} : memref<4x4xf32>, vector<4xf32>
  return %0, %1, %2, %3, %4, %5 : vector<4x1xf32>, vector<4x1xf32>, vector<1x4xf32>, vector<1x4xf32>, vector<1x4xf32>, vector<4xf32>
}
