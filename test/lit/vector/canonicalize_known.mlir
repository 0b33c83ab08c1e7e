// RUN: optc %s --canonicalize --split-input-file | FileCheck %s

// A mask of which all elements are on or off by its sizes is not needed; one in between is.
// CHECK-LABEL: func.func @sizes(%arg0: memref<4xf32>, %arg1: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.constant_mask [2] : vector<4xi1>
// CHECK-NEXT: %1 = vector.load %arg0[%c0] : memref<4xf32>, vector<4xf32>
// CHECK-NEXT: %2 = vector.maskedload %arg0[%c0], %0, %arg1 : memref<4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT: return %1, %2, %arg1 : vector<4xf32>, vector<4xf32>, vector<4xf32>
func.func @sizes(%m: memref<4xf32>, %p: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %all = vector.constant_mask [4] : vector<4xi1>
  %two = vector.constant_mask [2] : vector<4xi1>
  %none = vector.constant_mask [0] : vector<4xi1>
  %a = vector.maskedload %m[%c0], %all, %p : memref<4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %b = vector.maskedload %m[%c0], %two, %p : memref<4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %c = vector.maskedload %m[%c0], %none, %p : memref<4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %a, %b, %c : vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// -----

// One bound of 0 or less turns a mask off.
// CHECK-LABEL: func.func @bounds(%arg0: memref<4xf32>, %arg1: vector<2x4xindex>, %arg2: vector<2x4xf32>, %arg3: index) -> (vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = vector.create_mask %arg3, %c1 : vector<2x4xi1>
// CHECK-NEXT: %1 = vector.gather %arg0[%c0] [%arg1], %0, %arg2 : memref<4xf32>, vector<2x4xindex>, vector<2x4xi1>, vector<2x4xf32> into vector<2x4xf32>
// CHECK-NEXT: return %arg2, %arg2, %1 : vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>
func.func @bounds(%m: memref<4xf32>, %v: vector<2x4xindex>, %p: vector<2x4xf32>, %n: index) -> (vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %less = arith.constant -3 : index
  %none = vector.create_mask %n, %c0 : vector<2x4xi1>
  %fewer = vector.create_mask %n, %less : vector<2x4xi1>
  %one = vector.create_mask %n, %c1 : vector<2x4xi1>
  %a = vector.gather %m[%c0] [%v], %none, %p : memref<4xf32>, vector<2x4xindex>, vector<2x4xi1>, vector<2x4xf32> into vector<2x4xf32>
  %b = vector.gather %m[%c0] [%v], %fewer, %p : memref<4xf32>, vector<2x4xindex>, vector<2x4xi1>, vector<2x4xf32> into vector<2x4xf32>
  %c = vector.gather %m[%c0] [%v], %one, %p : memref<4xf32>, vector<2x4xindex>, vector<2x4xi1>, vector<2x4xf32> into vector<2x4xf32>
  return %a, %b, %c : vector<2x4xf32>, vector<2x4xf32>, vector<2x4xf32>
}

// -----

// A bound of as many vscale as the vector has turns all on, fewer do not.
// CHECK-LABEL: func.func @scaled() -> (vector<[1]xi1>, vector<[4]xi1>, vector<[4]xi1>) {
// CHECK-NEXT: %cst = arith.constant dense<true> : vector<[4]xi1>
// CHECK-NEXT: %cst_0 = arith.constant dense<true> : vector<[1]xi1>
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %vscale = vector.vscale
// CHECK-NEXT: %c3_vscale = arith.muli %vscale, %c3 : index
// CHECK-NEXT: %0 = vector.create_mask %c3_vscale : vector<[4]xi1>
// CHECK-NEXT: return %cst_0, %cst, %0 : vector<[1]xi1>, vector<[4]xi1>, vector<[4]xi1>
func.func @scaled() -> (vector<[1]xi1>, vector<[4]xi1>, vector<[4]xi1>) {
  %c4 = arith.constant 4 : index
  %c3 = arith.constant 3 : index
  %s = vector.vscale
  %s4 = arith.muli %s, %c4 : index
  %s3 = arith.muli %s, %c3 : index
  %a = vector.create_mask %s : vector<[1]xi1>
  %b = vector.create_mask %s4 : vector<[4]xi1>
  %c = vector.create_mask %s3 : vector<[4]xi1>
  return %a, %b, %c : vector<[1]xi1>, vector<[4]xi1>, vector<[4]xi1>
}

// -----

// Elements that are written twice count once: two are still those of %p.
// CHECK-LABEL: func.func @twice(%arg0: vector<2x2xf32>, %arg1: vector<2xf32>, %arg2: f32, %arg3: f32) -> vector<2x2xf32> {
// CHECK-NEXT: %0 = vector.insert %arg1, %arg0 [0] : vector<2xf32> into vector<2x2xf32>
// CHECK-NEXT: %1 = vector.insert %arg2, %0 [0, 0] : f32 into vector<2x2xf32>
// CHECK-NEXT: %2 = vector.insert %arg3, %1 [0, 1] : f32 into vector<2x2xf32>
// CHECK-NEXT: return %2 : vector<2x2xf32>
func.func @twice(%p: vector<2x2xf32>, %r: vector<2xf32>, %a: f32, %b: f32) -> vector<2x2xf32> {
  %0 = vector.insert %r, %p [0] : vector<2xf32> into vector<2x2xf32>
  %1 = vector.insert %a, %0 [0, 0] : f32 into vector<2x2xf32>
  %2 = vector.insert %b, %1 [0, 1] : f32 into vector<2x2xf32>
  return %2 : vector<2x2xf32>
}

// -----

// A slice of a broadcast that names fewer dimensions than the operand has.
// CHECK-LABEL: func.func @fewer_dimensions(%arg0: vector<4x1xf32>) -> vector<1x2x8xf32> {
// CHECK-NEXT: %0 = vector.extract_strided_slice %arg0 {offsets = [1], sizes = [2], strides = [1]} : vector<4x1xf32> to vector<2x1xf32>
// CHECK-NEXT: %1 = vector.broadcast %0 : vector<2x1xf32> to vector<1x2x8xf32>
// CHECK-NEXT: return %1 : vector<1x2x8xf32>
func.func @fewer_dimensions(%v: vector<4x1xf32>) -> vector<1x2x8xf32> {
  %b = vector.broadcast %v : vector<4x1xf32> to vector<2x4x8xf32>
  %s = vector.extract_strided_slice %b {offsets = [0, 1], sizes = [1, 2], strides = [1, 1]} : vector<2x4x8xf32> to vector<1x2x8xf32>
  return %s : vector<1x2x8xf32>
}
