// RUN: optc %s --canonicalize=test-convergence | FileCheck %s

// What is extracted from poison is poison.
// CHECK-LABEL: func.func @extract_poison() -> (f32, vector<4xf32>) {
// CHECK-NEXT: %0 = ub.poison : f32
// CHECK-NEXT: %1 = ub.poison : vector<4xf32>
// CHECK-NEXT: return %0, %1 : f32, vector<4xf32>
func.func @extract_poison() -> (f32, vector<4xf32>) {
  %0 = ub.poison : vector<2x4xf32>
  %1 = vector.extract %0[1, 2] : f32 from vector<2x4xf32>
  %2 = vector.extract %0[1] : vector<4xf32> from vector<2x4xf32>
  return %1, %2 : f32, vector<4xf32>
}

// What is extracted from a shuffle of vectors of rank 1 is extracted from its operand; not from one of rows, or at a
// position that is not known.
// CHECK-LABEL: func.func @extract_shuffle(%arg0: vector<8xf32>, %arg1: vector<4xf32>) -> (f32, f32, f32, f32) {
// CHECK-NEXT: %0 = vector.extract %arg0[0] : f32 from vector<8xf32>
// CHECK-NEXT: %1 = vector.extract %arg1[0] : f32 from vector<4xf32>
// CHECK-NEXT: %2 = vector.extract %arg0[7] : f32 from vector<8xf32>
// CHECK-NEXT: %3 = vector.extract %arg1[3] : f32 from vector<4xf32>
// CHECK-NEXT: return %0, %1, %2, %3 : f32, f32, f32, f32
func.func @extract_shuffle(%a: vector<8xf32>, %b: vector<4xf32>) -> (f32, f32, f32, f32) {
  %0 = vector.shuffle %a, %b [0, 8, 7, 11] : vector<8xf32>, vector<4xf32>
  %1 = vector.extract %0[0] : f32 from vector<4xf32>
  %2 = vector.extract %0[1] : f32 from vector<4xf32>
  %3 = vector.extract %0[2] : f32 from vector<4xf32>
  %4 = vector.extract %0[3] : f32 from vector<4xf32>
  return %1, %2, %3, %4 : f32, f32, f32, f32
}
// CHECK-LABEL: func.func @extract_shuffle_poison(%arg0: vector<8xf32>, %arg1: vector<4xf32>) -> f32 {
// CHECK-NEXT: %0 = ub.poison : f32
// CHECK-NEXT: return %0 : f32
func.func @extract_shuffle_poison(%a: vector<8xf32>, %b: vector<4xf32>) -> f32 {
  %0 = vector.shuffle %a, %b [0, -1] : vector<8xf32>, vector<4xf32>
  %1 = vector.extract %0[1] : f32 from vector<2xf32>
  return %1 : f32
}
// CHECK-LABEL: func.func @extract_shuffle_rows(%arg0: vector<2x3xf32>, %arg1: vector<2x3xf32>) -> (f32, vector<3xf32>) {
// CHECK-NEXT: %0 = vector.shuffle %arg0, %arg1 [0, 3] : vector<2x3xf32>, vector<2x3xf32>
// CHECK-NEXT: %1 = vector.extract %0[1, 2] : f32 from vector<2x3xf32>
// CHECK-NEXT: %2 = vector.extract %0[1] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT: return %1, %2 : f32, vector<3xf32>
func.func @extract_shuffle_rows(%a: vector<2x3xf32>, %b: vector<2x3xf32>) -> (f32, vector<3xf32>) {
  %0 = vector.shuffle %a, %b [0, 3] : vector<2x3xf32>, vector<2x3xf32>
  %1 = vector.extract %0[1, 2] : f32 from vector<2x3xf32>
  %2 = vector.extract %0[1] : vector<3xf32> from vector<2x3xf32>
  return %1, %2 : f32, vector<3xf32>
}
// CHECK-LABEL: func.func @extract_shuffle_dynamic(%arg0: vector<8xf32>, %arg1: index) -> f32 {
// CHECK-NEXT: %0 = vector.shuffle %arg0, %arg0 [0, 9] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %1 = vector.extract %0[%arg1] : f32 from vector<2xf32>
// CHECK-NEXT: return %1 : f32
func.func @extract_shuffle_dynamic(%a: vector<8xf32>, %i: index) -> f32 {
  %0 = vector.shuffle %a, %a [0, 9] : vector<8xf32>, vector<8xf32>
  %1 = vector.extract %0[%i] : f32 from vector<2xf32>
  return %1 : f32
}

// Constants are inserted into constants at known positions.
// CHECK-LABEL: func.func @insert_const(%arg0: i32, %arg1: index, %arg2: vector<4xi32>) -> (vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<2x2xi32>, vector<4xi32>) {
// CHECK-NEXT: %cst = arith.constant dense<{{\[\[}}1, 2], [8, 9]]> : vector<2x2xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
// CHECK-NEXT: %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT: %cst_1 = arith.constant dense<[1, 2, 7, 4]> : vector<4xi32>
// CHECK-NEXT: %0 = vector.insert %arg0, %cst_0 [2] : i32 into vector<4xi32>
// CHECK-NEXT: %1 = vector.insert %c7_i32, %cst_0 [%arg1] : i32 into vector<4xi32>
// CHECK-NEXT: %2 = vector.insert %c7_i32, %arg2 [2] : i32 into vector<4xi32>
// CHECK-NEXT: return %cst_1, %0, %1, %cst, %2 : vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<2x2xi32>, vector<4xi32>
func.func @insert_const(%x: i32, %i: index, %v: vector<4xi32>) -> (vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<2x2xi32>, vector<4xi32>) {
  %c = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %e = arith.constant 7 : i32
  %0 = vector.insert %e, %c[2] : i32 into vector<4xi32>
  %1 = vector.insert %x, %c[2] : i32 into vector<4xi32>
  %2 = vector.insert %e, %c[%i] : i32 into vector<4xi32>
  %d = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %r = arith.constant dense<[8, 9]> : vector<2xi32>
  %3 = vector.insert %r, %d[1] : vector<2xi32> into vector<2x2xi32>
  %4 = vector.insert %e, %v[2] : i32 into vector<4xi32>
  return %0, %1, %2, %3, %4 : vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<2x2xi32>, vector<4xi32>
}

// A shuffle of poison is poison; one of poison and a constant takes the first element of the constant for it.
// CHECK-LABEL: func.func @shuffle_poison(%arg0: vector<2xi32>) -> (vector<3xi32>, vector<4xi32>, vector<3xi32>, vector<3xi32>, vector<2x2xi32>, vector<2xi32>) {
// CHECK-NEXT: %cst = arith.constant dense<[8, 5]> : vector<2xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<{{\[\[}}1, 2], [3, 4]]> : vector<2x2xi32>
// CHECK-NEXT: %0 = ub.poison : vector<2xi32>
// CHECK-NEXT: %1 = ub.poison : vector<3xi32>
// CHECK-NEXT: %cst_1 = arith.constant dense<[5, 5, 6, 5]> : vector<4xi32>
// CHECK-NEXT: %cst_2 = arith.constant dense<[6, 5, 5]> : vector<3xi32>
// CHECK-NEXT: %2 = vector.shuffle %arg0, %0 [0, 2, 1] : vector<2xi32>, vector<2xi32>
// CHECK-NEXT: %3 = vector.shuffle %cst_0, %cst_0 [3, 0] : vector<2x2xi32>, vector<2x2xi32>
// CHECK-NEXT: return %1, %cst_1, %cst_2, %2, %3, %cst : vector<3xi32>, vector<4xi32>, vector<3xi32>, vector<3xi32>, vector<2x2xi32>, vector<2xi32>
func.func @shuffle_poison(%a: vector<2xi32>) -> (vector<3xi32>, vector<4xi32>, vector<3xi32>, vector<3xi32>, vector<2x2xi32>, vector<2xi32>) {
  %p = ub.poison : vector<2xi32>
  %c = arith.constant dense<[5, 6]> : vector<2xi32>
  %d = arith.constant dense<[7, 8]> : vector<2xi32>
  %0 = vector.shuffle %p, %p [0, 1, 3] : vector<2xi32>, vector<2xi32>
  %1 = vector.shuffle %p, %c [0, 2, 3, 2] : vector<2xi32>, vector<2xi32>
  %2 = vector.shuffle %c, %p [1, 2, 0] : vector<2xi32>, vector<2xi32>
  %3 = vector.shuffle %a, %p [0, 2, 1] : vector<2xi32>, vector<2xi32>
  %m = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %4 = vector.shuffle %m, %m [3, 0] : vector<2x2xi32>, vector<2x2xi32>
  %5 = vector.shuffle %c, %d [3, -1] : vector<2xi32>, vector<2xi32>
  return %0, %1, %2, %3, %4, %5 : vector<3xi32>, vector<4xi32>, vector<3xi32>, vector<3xi32>, vector<2x2xi32>, vector<2xi32>
}

// Masks lose trailing extents of 1 that are on; a cast that keeps all extents, or drops leading ones, stays.
// CHECK-LABEL: func.func @casts_of_masks(%arg0: index) -> (vector<4xi1>, vector<4xi1>, vector<4x2xi1>, vector<4xi1>, vector<4xi1>) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = vector.create_mask %arg0 : vector<4xi1>
// CHECK-NEXT: %1 = vector.create_mask %arg0, %c1, %arg0 : vector<4x1x1xi1>
// CHECK-NEXT: %2 = vector.shape_cast %1 : vector<4x1x1xi1> to vector<4xi1>
// CHECK-NEXT: %3 = vector.create_mask %arg0, %arg0 : vector<2x4xi1>
// CHECK-NEXT: %4 = vector.shape_cast %3 : vector<2x4xi1> to vector<4x2xi1>
// CHECK-NEXT: %5 = vector.create_mask %c1, %arg0 : vector<1x4xi1>
// CHECK-NEXT: %6 = vector.shape_cast %5 : vector<1x4xi1> to vector<4xi1>
// CHECK-NEXT: %7 = vector.constant_mask [3] : vector<4xi1>
// CHECK-NEXT: return %0, %2, %4, %6, %7 : vector<4xi1>, vector<4xi1>, vector<4x2xi1>, vector<4xi1>, vector<4xi1>
func.func @casts_of_masks(%i: index) -> (vector<4xi1>, vector<4xi1>, vector<4x2xi1>, vector<4xi1>, vector<4xi1>) {
  %c1 = arith.constant 1 : index
  %a = vector.create_mask %i, %c1, %c1 : vector<4x1x1xi1>
  %0 = vector.shape_cast %a : vector<4x1x1xi1> to vector<4xi1>
  %b = vector.create_mask %i, %c1, %i : vector<4x1x1xi1>
  %1 = vector.shape_cast %b : vector<4x1x1xi1> to vector<4xi1>
  %c = vector.create_mask %i, %i : vector<2x4xi1>
  %2 = vector.shape_cast %c : vector<2x4xi1> to vector<4x2xi1>
  %d = vector.create_mask %c1, %i : vector<1x4xi1>
  %3 = vector.shape_cast %d : vector<1x4xi1> to vector<4xi1>
  %e = vector.constant_mask [3, 1] : vector<4x1xi1>
  %4 = vector.shape_cast %e : vector<4x1xi1> to vector<4xi1>
  return %0, %1, %2, %3, %4 : vector<4xi1>, vector<4xi1>, vector<4x2xi1>, vector<4xi1>, vector<4xi1>
}

// Masks that are off: a size of 0 or below; -1 is no less off than 0.
// CHECK-LABEL: func.func @masks_off(%arg0: memref<8xf32>, %arg1: vector<4xf32>, %arg2: index, %arg3: vector<4xi32>, %arg4: index) {
// CHECK-NEXT: %0 = vector.constant_mask [1] : vector<4xi1>
// CHECK-NEXT: %1 = vector.create_mask %arg4 : vector<4xi1>
// CHECK-NEXT: vector.maskedstore %arg0[%arg2], %0, %arg1 : memref<8xf32>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT: vector.scatter %arg0[%arg2] [%arg3], %1, %arg1 : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT: return
func.func @masks_off(%m: memref<8xf32>, %v: vector<4xf32>, %j: index, %i: vector<4xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %below = arith.constant -1 : index
  %off = vector.create_mask %c0 : vector<4xi1>
  %less = vector.create_mask %below : vector<4xi1>
  %one = vector.create_mask %c1 : vector<4xi1>
  %some = vector.create_mask %n : vector<4xi1>
  vector.maskedstore %m[%j], %off, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %m[%j], %less, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %m[%j], %one, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  vector.scatter %m[%j] [%i], %off, %v : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  vector.scatter %m[%j] [%i], %some, %v : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return
}
// CHECK-LABEL: func.func @masks_off_in_tensors(%arg0: tensor<8xf32>, %arg1: vector<4xf32>, %arg2: index, %arg3: vector<4xi32>) -> tensor<8xf32> {
// CHECK-NEXT: return %arg0 : tensor<8xf32>
func.func @masks_off_in_tensors(%t: tensor<8xf32>, %v: vector<4xf32>, %j: index, %i: vector<4xi32>) -> tensor<8xf32> {
  %off = vector.constant_mask [0] : vector<4xi1>
  %0 = vector.scatter %t[%j] [%i], %off, %v : tensor<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// The last inserts that write all elements make the vector; an element that is written twice counts once.
// CHECK-LABEL: func.func @inserts(%arg0: vector<2xf32>, %arg1: f32, %arg2: f32, %arg3: f32) -> (vector<2xf32>, vector<3xf32>) {
// CHECK-NEXT: %0 = ub.poison : vector<3xf32>
// CHECK-NEXT: %1 = vector.from_elements %arg1, %arg2 : vector<2xf32>
// CHECK-NEXT: %2 = vector.insert %arg1, %0 [0] : f32 into vector<3xf32>
// CHECK-NEXT: %3 = vector.insert %arg3, %2 [1] : f32 into vector<3xf32>
// CHECK-NEXT: return %1, %3 : vector<2xf32>, vector<3xf32>
func.func @inserts(%v: vector<2xf32>, %x: f32, %y: f32, %z: f32) -> (vector<2xf32>, vector<3xf32>) {
  %0 = vector.insert %x, %v[0] : f32 into vector<2xf32>
  %1 = vector.insert %y, %0[1] : f32 into vector<2xf32>
  %2 = ub.poison : vector<3xf32>
  %3 = vector.insert %x, %2[0] : f32 into vector<3xf32>
  %4 = vector.insert %y, %3[1] : f32 into vector<3xf32>
  %5 = vector.insert %z, %4[1] : f32 into vector<3xf32>
  return %1, %5 : vector<2xf32>, vector<3xf32>
}

// All elements of a vector, from its first one on, are a cast of it; a part that is whole is extracted first.
// CHECK-LABEL: func.func @elements(%arg0: vector<2x2xi8>, %arg1: vector<1x2xi8>) -> (vector<2xi8>, vector<4xi8>, vector<2xi8>, vector<2xi8>) {
// CHECK-NEXT: %0 = vector.extract %arg0[0, 1] : i8 from vector<2x2xi8>
// CHECK-NEXT: %1 = vector.extract %arg0[1, 0] : i8 from vector<2x2xi8>
// CHECK-NEXT: %2 = vector.extract %arg0[0] : vector<2xi8> from vector<2x2xi8>
// CHECK-NEXT: %3 = vector.shape_cast %arg0 : vector<2x2xi8> to vector<4xi8>
// CHECK-NEXT: %4 = vector.from_elements %0, %1 : vector<2xi8>
// CHECK-NEXT: %5 = vector.extract %arg1[0] : vector<2xi8> from vector<1x2xi8>
// CHECK-NEXT: return %2, %3, %4, %5 : vector<2xi8>, vector<4xi8>, vector<2xi8>, vector<2xi8>
func.func @elements(%v: vector<2x2xi8>, %u: vector<1x2xi8>) -> (vector<2xi8>, vector<4xi8>, vector<2xi8>, vector<2xi8>) {
  %0 = vector.extract %v[0, 0] : i8 from vector<2x2xi8>
  %1 = vector.extract %v[0, 1] : i8 from vector<2x2xi8>
  %2 = vector.extract %v[1, 0] : i8 from vector<2x2xi8>
  %3 = vector.extract %v[1, 1] : i8 from vector<2x2xi8>
  %4 = vector.from_elements %0, %1 : vector<2xi8>
  %5 = vector.from_elements %0, %1, %2, %3 : vector<4xi8>
  %6 = vector.from_elements %1, %2 : vector<2xi8>
  %7 = vector.extract %u[0, 0] : i8 from vector<1x2xi8>
  %8 = vector.extract %u[0, 1] : i8 from vector<1x2xi8>
  %9 = vector.from_elements %7, %8 : vector<2xi8>
  return %4, %5, %6, %9 : vector<2xi8>, vector<4xi8>, vector<2xi8>, vector<2xi8>
}

// CHECK-LABEL: func.func @masked_one(%arg0: vector<1xf32>, %arg1: vector<1xi1>, %arg2: f32) -> (f32, f32) {
// CHECK-NEXT: %0 = vector.extract %arg1[0] : i1 from vector<1xi1>
// CHECK-NEXT: %1 = vector.extract %arg0[0] : f32 from vector<1xf32>
// CHECK-NEXT: %2 = arith.addf %1, %arg2 : f32
// CHECK-NEXT: %3 = arith.select %0, %2, %arg2 : f32
// CHECK-NEXT: %4 = vector.extract %arg0[0] : f32 from vector<1xf32>
// CHECK-NEXT: return %3, %4 : f32, f32
func.func @masked_one(%v: vector<1xf32>, %m: vector<1xi1>, %x: f32) -> (f32, f32) {
  %0 = vector.mask %m { vector.reduction <add>, %v, %x : vector<1xf32> into f32 } : vector<1xi1> -> f32
  %1 = vector.reduction <maximumf>, %v : vector<1xf32> into f32
  return %0, %1 : f32, f32
}

// Leading extents of 1 of what was broadcast do not count when a cast follows.
// CHECK-LABEL: func.func @casts_of_broadcasts(%arg0: vector<1x3xf32>, %arg1: vector<1x1xf32>) -> (vector<8x3xf32>, vector<6xf32>, vector<3x2x1xf32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : vector<1x3xf32> to vector<8x3xf32>
// CHECK-NEXT: %1 = vector.broadcast %arg1 : vector<1x1xf32> to vector<2x3xf32>
// CHECK-NEXT: %2 = vector.shape_cast %1 : vector<2x3xf32> to vector<6xf32>
// CHECK-NEXT: %3 = vector.broadcast %arg1 : vector<1x1xf32> to vector<3x2x1xf32>
// CHECK-NEXT: return %0, %2, %3 : vector<8x3xf32>, vector<6xf32>, vector<3x2x1xf32>
func.func @casts_of_broadcasts(%a: vector<1x3xf32>, %c: vector<1x1xf32>) -> (vector<8x3xf32>, vector<6xf32>, vector<3x2x1xf32>) {
  %0 = vector.broadcast %a : vector<1x3xf32> to vector<2x4x3xf32>
  %1 = vector.shape_cast %0 : vector<2x4x3xf32> to vector<8x3xf32>
  %4 = vector.broadcast %c : vector<1x1xf32> to vector<2x3xf32>
  %5 = vector.shape_cast %4 : vector<2x3xf32> to vector<6xf32>
  %6 = vector.shape_cast %4 : vector<2x3xf32> to vector<3x2x1xf32>
  return %1, %5, %6 : vector<8x3xf32>, vector<6xf32>, vector<3x2x1xf32>
}
