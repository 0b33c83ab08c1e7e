// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Slices of what was put together, and elements that are put together again.

// CHECK-LABEL: func.func @of_inserted(%arg0: vector<4x6xi32>, %arg1: vector<2x3xi32>) -> (vector<2x3xi32>, vector<1x2xi32>, vector<1x2xi32>, vector<2x3xi32>, vector<1x6xi32>, vector<2x2xi32>) {
// CHECK-NEXT: %0 = vector.insert_strided_slice %arg1, %arg0 {offsets = [1, 2], strides = [1, 1]} : vector<2x3xi32> into vector<4x6xi32>
// CHECK-NEXT: %1 = vector.extract_strided_slice %arg1 {offsets = [1, 1], sizes = [1, 2], strides = [1, 1]} : vector<2x3xi32> to vector<1x2xi32>
// CHECK-NEXT: %2 = vector.extract_strided_slice %0 {offsets = [3, 2], sizes = [1, 2], strides = [1, 1]} : vector<4x6xi32> to vector<1x2xi32>
// CHECK-NEXT: %3 = vector.extract_strided_slice %0 {offsets = [1, 3], sizes = [2, 3], strides = [1, 1]} : vector<4x6xi32> to vector<2x3xi32>
// CHECK-NEXT: %4 = vector.extract %0[0] : vector<6xi32> from vector<4x6xi32>
// CHECK-NEXT: %5 = vector.shape_cast %4 : vector<6xi32> to vector<1x6xi32>
// CHECK-NEXT: %6 = vector.extract_strided_slice %0 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x6xi32> to vector<2x2xi32>
// CHECK-NEXT: return %arg1, %1, %2, %3, %5, %6 : vector<2x3xi32>, vector<1x2xi32>, vector<1x2xi32>, vector<2x3xi32>, vector<1x6xi32>, vector<2x2xi32>
func.func @of_inserted(%v: vector<4x6xi32>, %s: vector<2x3xi32>) -> (vector<2x3xi32>, vector<1x2xi32>, vector<1x2xi32>, vector<2x3xi32>, vector<1x6xi32>, vector<2x2xi32>) {
  %a = vector.insert_strided_slice %s, %v {offsets = [1, 2], strides = [1, 1]} : vector<2x3xi32> into vector<4x6xi32>
  %0 = vector.extract_strided_slice %a {offsets = [1, 2], sizes = [2, 3], strides = [1, 1]} : vector<4x6xi32> to vector<2x3xi32>
  %1 = vector.extract_strided_slice %a {offsets = [2, 3], sizes = [1, 2], strides = [1, 1]} : vector<4x6xi32> to vector<1x2xi32>
  %2 = vector.extract_strided_slice %a {offsets = [3, 2], sizes = [1, 2], strides = [1, 1]} : vector<4x6xi32> to vector<1x2xi32>
  %3 = vector.extract_strided_slice %a {offsets = [1, 3], sizes = [2, 3], strides = [1, 1]} : vector<4x6xi32> to vector<2x3xi32>
  %4 = vector.extract_strided_slice %a {offsets = [0], sizes = [1], strides = [1]} : vector<4x6xi32> to vector<1x6xi32>
  %5 = vector.extract_strided_slice %a {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x6xi32> to vector<2x2xi32>
  return %0, %1, %2, %3, %4, %5 : vector<2x3xi32>, vector<1x2xi32>, vector<1x2xi32>, vector<2x3xi32>, vector<1x6xi32>, vector<2x2xi32>
}

// CHECK-LABEL: func.func @of_masks(%arg0: index, %arg1: index) -> (vector<2x4xi1>, vector<3x8xi1>, vector<2x3xi1>, vector<2x2xi1>, vector<2x3xi1>, vector<2x8xi1>) {
// CHECK-NEXT: %cst = arith.constant dense<true> : vector<2x3xi1>
// CHECK-NEXT: %cst_0 = arith.constant dense<false> : vector<2x2xi1>
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.subi %arg0, %c1 : index
// CHECK-NEXT: %1 = arith.subi %arg1, %c2 : index
// CHECK-NEXT: %2 = vector.create_mask %0, %1 : vector<2x4xi1>
// CHECK-NEXT: %3 = arith.subi %arg0, %c1 : index
// CHECK-NEXT: %4 = vector.create_mask %3, %arg1 : vector<3x8xi1>
// CHECK-NEXT: %5 = vector.constant_mask [1, 2] : vector<2x3xi1>
// CHECK-NEXT: %6 = vector.constant_mask [1, 5] : vector<2x8xi1>
// CHECK-NEXT: return %2, %4, %5, %cst_0, %cst, %6 : vector<2x4xi1>, vector<3x8xi1>, vector<2x3xi1>, vector<2x2xi1>, vector<2x3xi1>, vector<2x8xi1>
func.func @of_masks(%n: index, %m: index) -> (vector<2x4xi1>, vector<3x8xi1>, vector<2x3xi1>, vector<2x2xi1>, vector<2x3xi1>, vector<2x8xi1>) {
  %a = vector.create_mask %n, %m : vector<4x8xi1>
  %0 = vector.extract_strided_slice %a {offsets = [1, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xi1> to vector<2x4xi1>
  %1 = vector.extract_strided_slice %a {offsets = [1], sizes = [3], strides = [1]} : vector<4x8xi1> to vector<3x8xi1>
  %b = vector.constant_mask [3, 5] : vector<4x8xi1>
  %2 = vector.extract_strided_slice %b {offsets = [2, 3], sizes = [2, 3], strides = [1, 1]} : vector<4x8xi1> to vector<2x3xi1>
  %3 = vector.extract_strided_slice %b {offsets = [0, 5], sizes = [2, 2], strides = [1, 1]} : vector<4x8xi1> to vector<2x2xi1>
  %4 = vector.extract_strided_slice %b {offsets = [1, 2], sizes = [2, 3], strides = [1, 1]} : vector<4x8xi1> to vector<2x3xi1>
  %5 = vector.extract_strided_slice %b {offsets = [2], sizes = [2], strides = [1]} : vector<4x8xi1> to vector<2x8xi1>
  return %0, %1, %2, %3, %4, %5 : vector<2x4xi1>, vector<3x8xi1>, vector<2x3xi1>, vector<2x2xi1>, vector<2x3xi1>, vector<2x8xi1>
}

// CHECK-LABEL: func.func @of_broadcasts(%arg0: i32, %arg1: vector<4xi32>, %arg2: vector<4x1xi32>) -> (vector<2x2xi32>, vector<2x4xi32>, vector<2x3xi32>, vector<2x2x5xi32>, vector<1x3x5xi32>, vector<2x3xi32>) {
// CHECK-NEXT: %0 = vector.extract_strided_slice %arg1 {offsets = [1], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
// CHECK-NEXT: %1 = vector.broadcast %0 : vector<2xi32> to vector<2x2xi32>
// CHECK-NEXT: %2 = vector.broadcast %arg1 : vector<4xi32> to vector<2x4xi32>
// CHECK-NEXT: %3 = vector.extract_strided_slice %arg1 {offsets = [1], sizes = [3], strides = [1]} : vector<4xi32> to vector<3xi32>
// CHECK-NEXT: %4 = vector.broadcast %3 : vector<3xi32> to vector<2x3xi32>
// CHECK-NEXT: %5 = vector.extract_strided_slice %arg2 {offsets = [2], sizes = [2], strides = [1]} : vector<4x1xi32> to vector<2x1xi32>
// CHECK-NEXT: %6 = vector.broadcast %5 : vector<2x1xi32> to vector<2x2x5xi32>
// CHECK-NEXT: %7 = vector.extract_strided_slice %arg2 {offsets = [0, 0], sizes = [3, 1], strides = [1, 1]} : vector<4x1xi32> to vector<3x1xi32>
// CHECK-NEXT: %8 = vector.broadcast %7 : vector<3x1xi32> to vector<1x3x5xi32>
// CHECK-NEXT: %9 = vector.broadcast %arg0 : i32 to vector<2x3xi32>
// CHECK-NEXT: return %1, %2, %4, %6, %8, %9 : vector<2x2xi32>, vector<2x4xi32>, vector<2x3xi32>, vector<2x2x5xi32>, vector<1x3x5xi32>, vector<2x3xi32>
func.func @of_broadcasts(%x: i32, %v: vector<4xi32>, %w: vector<4x1xi32>) -> (vector<2x2xi32>, vector<2x4xi32>, vector<2x3xi32>, vector<2x2x5xi32>, vector<1x3x5xi32>, vector<2x3xi32>) {
  %a = vector.broadcast %v : vector<4xi32> to vector<3x4xi32>
  %0 = vector.extract_strided_slice %a {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<3x4xi32> to vector<2x2xi32>
  %1 = vector.extract_strided_slice %a {offsets = [1], sizes = [2], strides = [1]} : vector<3x4xi32> to vector<2x4xi32>
  %2 = vector.extract_strided_slice %a {offsets = [1, 1], sizes = [2, 3], strides = [1, 1]} : vector<3x4xi32> to vector<2x3xi32>
  %b = vector.broadcast %w : vector<4x1xi32> to vector<3x4x5xi32>
  %3 = vector.extract_strided_slice %b {offsets = [1, 2], sizes = [2, 2], strides = [1, 1]} : vector<3x4x5xi32> to vector<2x2x5xi32>
  %4 = vector.extract_strided_slice %b {offsets = [1, 0, 0], sizes = [1, 3, 5], strides = [1, 1, 1]} : vector<3x4x5xi32> to vector<1x3x5xi32>
  %c = vector.broadcast %x : i32 to vector<3x4xi32>
  %5 = vector.extract_strided_slice %c {offsets = [1, 1], sizes = [2, 3], strides = [1, 1]} : vector<3x4xi32> to vector<2x3xi32>
  return %0, %1, %2, %3, %4, %5 : vector<2x2xi32>, vector<2x4xi32>, vector<2x3xi32>, vector<2x2x5xi32>, vector<1x3x5xi32>, vector<2x3xi32>
}

// CHECK-LABEL: func.func @of_constants() -> (vector<2x2xi32>, vector<1x3xi32>, vector<1x2xi32>) {
// CHECK-NEXT: %cst = arith.constant dense<{{\[\[}}4, 5], [7, 8]]> : vector<2x2xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<{{\[\[}}7, 8, 9]]> : vector<1x3xi32>
// CHECK-NEXT: %cst_1 = arith.constant dense<4> : vector<1x2xi32>
// CHECK-NEXT: return %cst, %cst_0, %cst_1 : vector<2x2xi32>, vector<1x3xi32>, vector<1x2xi32>
func.func @of_constants() -> (vector<2x2xi32>, vector<1x3xi32>, vector<1x2xi32>) {
  %a = arith.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : vector<3x3xi32>
  %0 = vector.extract_strided_slice %a {offsets = [1, 0], sizes = [2, 2], strides = [1, 1]} : vector<3x3xi32> to vector<2x2xi32>
  %1 = vector.extract_strided_slice %a {offsets = [2], sizes = [1], strides = [1]} : vector<3x3xi32> to vector<1x3xi32>
  %b = arith.constant dense<4> : vector<3x3xi32>
  %2 = vector.extract_strided_slice %b {offsets = [2, 1], sizes = [1, 2], strides = [1, 1]} : vector<3x3xi32> to vector<1x2xi32>
  return %0, %1, %2 : vector<2x2xi32>, vector<1x3xi32>, vector<1x2xi32>
}

// Consecutive elements are extracted at once; parts of rows, and several rows, are cut.
// CHECK-LABEL: func.func @contiguous(%arg0: vector<4x3x5xi32>) -> (vector<1x1x5xi32>, vector<1x3x5xi32>, vector<1x2x5xi32>, vector<2x3x5xi32>, vector<1x1x1xi32>, vector<1x1x4xi32>, vector<4x3x5xi32>) {
// CHECK-NEXT: %0 = vector.extract %arg0[3, 2] : vector<5xi32> from vector<4x3x5xi32>
// CHECK-NEXT: %1 = vector.shape_cast %0 : vector<5xi32> to vector<1x1x5xi32>
// CHECK-NEXT: %2 = vector.extract %arg0[2] : vector<3x5xi32> from vector<4x3x5xi32>
// CHECK-NEXT: %3 = vector.shape_cast %2 : vector<3x5xi32> to vector<1x3x5xi32>
// CHECK-NEXT: %4 = vector.extract_strided_slice %arg0 {offsets = [2, 1, 0], sizes = [1, 2, 5], strides = [1, 1, 1]} : vector<4x3x5xi32> to vector<1x2x5xi32>
// CHECK-NEXT: %5 = vector.extract_strided_slice %arg0 {offsets = [1, 0, 0], sizes = [2, 3, 5], strides = [1, 1, 1]} : vector<4x3x5xi32> to vector<2x3x5xi32>
// CHECK-NEXT: %6 = vector.extract_strided_slice %arg0 {offsets = [1, 2, 4], sizes = [1, 1, 1], strides = [1, 1, 1]} : vector<4x3x5xi32> to vector<1x1x1xi32>
// CHECK-NEXT: %7 = vector.extract_strided_slice %arg0 {offsets = [1, 2, 1], sizes = [1, 1, 4], strides = [1, 1, 1]} : vector<4x3x5xi32> to vector<1x1x4xi32>
// CHECK-NEXT: return %1, %3, %4, %5, %6, %7, %arg0 : vector<1x1x5xi32>, vector<1x3x5xi32>, vector<1x2x5xi32>, vector<2x3x5xi32>, vector<1x1x1xi32>, vector<1x1x4xi32>, vector<4x3x5xi32>
func.func @contiguous(%v: vector<4x3x5xi32>) -> (vector<1x1x5xi32>, vector<1x3x5xi32>, vector<1x2x5xi32>, vector<2x3x5xi32>, vector<1x1x1xi32>, vector<1x1x4xi32>, vector<4x3x5xi32>) {
  %0 = vector.extract_strided_slice %v {offsets = [3, 2], sizes = [1, 1], strides = [1, 1]} : vector<4x3x5xi32> to vector<1x1x5xi32>
  %1 = vector.extract_strided_slice %v {offsets = [2, 0, 0], sizes = [1, 3, 5], strides = [1, 1, 1]} : vector<4x3x5xi32> to vector<1x3x5xi32>
  %2 = vector.extract_strided_slice %v {offsets = [2, 1, 0], sizes = [1, 2, 5], strides = [1, 1, 1]} : vector<4x3x5xi32> to vector<1x2x5xi32>
  %3 = vector.extract_strided_slice %v {offsets = [1, 0, 0], sizes = [2, 3, 5], strides = [1, 1, 1]} : vector<4x3x5xi32> to vector<2x3x5xi32>
  %4 = vector.extract_strided_slice %v {offsets = [1, 2, 4], sizes = [1, 1, 1], strides = [1, 1, 1]} : vector<4x3x5xi32> to vector<1x1x1xi32>
  %5 = vector.extract_strided_slice %v {offsets = [1, 2, 1], sizes = [1, 1, 4], strides = [1, 1, 1]} : vector<4x3x5xi32> to vector<1x1x4xi32>
  %6 = vector.extract_strided_slice %v {offsets = [0, 0, 0], sizes = [4, 3, 5], strides = [1, 1, 1]} : vector<4x3x5xi32> to vector<4x3x5xi32>
  return %0, %1, %2, %3, %4, %5, %6 : vector<1x1x5xi32>, vector<1x3x5xi32>, vector<1x2x5xi32>, vector<2x3x5xi32>, vector<1x1x1xi32>, vector<1x1x4xi32>, vector<4x3x5xi32>
}

// CHECK-LABEL: func.func @inserted(%arg0: i32, %arg1: vector<4x6xi32>, %arg2: vector<2x3xi32>) -> (vector<4x6xi32>, vector<2x3xi32>, vector<4x6xi32>, vector<3xi32>, vector<2x3xi32>, vector<4x6xi32>) {
// CHECK-NEXT: %cst = arith.constant dense<{{\[\[}}1, 2, 3], [8, 9, 6]]> : vector<2x3xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<[1, 8, 9]> : vector<3xi32>
// CHECK-NEXT: %0 = vector.extract_strided_slice %arg1 {offsets = [1, 2], sizes = [2, 3], strides = [1, 1]} : vector<4x6xi32> to vector<2x3xi32>
// CHECK-NEXT: %1 = vector.insert_strided_slice %0, %arg1 {offsets = [1, 3], strides = [1, 1]} : vector<2x3xi32> into vector<4x6xi32>
// CHECK-NEXT: %2 = vector.broadcast %arg0 : i32 to vector<4x6xi32>
// CHECK-NEXT: return %arg1, %arg2, %1, %cst_0, %cst, %2 : vector<4x6xi32>, vector<2x3xi32>, vector<4x6xi32>, vector<3xi32>, vector<2x3xi32>, vector<4x6xi32>
func.func @inserted(%x: i32, %v: vector<4x6xi32>, %s: vector<2x3xi32>) -> (vector<4x6xi32>, vector<2x3xi32>, vector<4x6xi32>, vector<3xi32>, vector<2x3xi32>, vector<4x6xi32>) {
  %a = vector.extract_strided_slice %v {offsets = [1, 2], sizes = [2, 3], strides = [1, 1]} : vector<4x6xi32> to vector<2x3xi32>
  %0 = vector.insert_strided_slice %a, %v {offsets = [1, 2], strides = [1, 1]} : vector<2x3xi32> into vector<4x6xi32>
  %1 = vector.insert_strided_slice %s, %a {offsets = [0, 0], strides = [1, 1]} : vector<2x3xi32> into vector<2x3xi32>
  %2 = vector.insert_strided_slice %a, %v {offsets = [1, 3], strides = [1, 1]} : vector<2x3xi32> into vector<4x6xi32>
  %b = arith.constant dense<[1, 2, 3]> : vector<3xi32>
  %c = arith.constant dense<[8, 9]> : vector<2xi32>
  %3 = vector.insert_strided_slice %c, %b {offsets = [1], strides = [1]} : vector<2xi32> into vector<3xi32>
  %d = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi32>
  %4 = vector.insert_strided_slice %c, %d {offsets = [1, 0], strides = [1]} : vector<2xi32> into vector<2x3xi32>
  %e = vector.broadcast %x : i32 to vector<2x3xi32>
  %f = vector.broadcast %x : i32 to vector<4x6xi32>
  %5 = vector.insert_strided_slice %e, %f {offsets = [1, 3], strides = [1, 1]} : vector<2x3xi32> into vector<4x6xi32>
  return %0, %1, %2, %3, %4, %5 : vector<4x6xi32>, vector<2x3xi32>, vector<4x6xi32>, vector<3xi32>, vector<2x3xi32>, vector<4x6xi32>
}

// CHECK-LABEL: func.func @inserts(%arg0: i32, %arg1: i32, %arg2: vector<3xi32>, %arg3: vector<2x3xi32>, %arg4: vector<1x3xi32>, %arg5: index) -> (vector<2x3xi32>, vector<3xi32>, vector<1x3xi32>, vector<2x3xi32>, vector<2x3xi32>, vector<3xi32>, vector<2x2xi32>) {
// CHECK-NEXT: %cst = arith.constant dense<{{\[\[}}1, 2], [8, 9]]> : vector<2x2xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<[1, 2, 9]> : vector<3xi32>
// CHECK-NEXT: %0 = vector.insert %arg1, %arg3 [1, %arg5] : i32 into vector<2x3xi32>
// CHECK-NEXT: %1 = vector.broadcast %arg2 : vector<3xi32> to vector<1x3xi32>
// CHECK-NEXT: %2 = vector.broadcast %arg0 : i32 to vector<2x3xi32>
// CHECK-NEXT: %3 = vector.insert %arg0, %2 [1, 1] : i32 into vector<2x3xi32>
// CHECK-NEXT: %4:3 = vector.to_elements %arg2 : vector<3xi32>
// CHECK-NEXT: %5 = vector.from_elements %4#0, %4#1, %4#2, %arg0, %arg1, %arg0 : vector<2x3xi32>
// CHECK-NEXT: return %0, %arg2, %1, %3, %5, %cst_0, %cst : vector<2x3xi32>, vector<3xi32>, vector<1x3xi32>, vector<2x3xi32>, vector<2x3xi32>, vector<3xi32>, vector<2x2xi32>
func.func @inserts(%x: i32, %y: i32, %v: vector<3xi32>, %w: vector<2x3xi32>, %u: vector<1x3xi32>, %i: index) -> (vector<2x3xi32>, vector<3xi32>, vector<1x3xi32>, vector<2x3xi32>, vector<2x3xi32>, vector<3xi32>, vector<2x2xi32>) {
  %a = vector.insert %x, %w [1, %i] : i32 into vector<2x3xi32>
  %0 = vector.insert %y, %a [1, %i] : i32 into vector<2x3xi32>
  %1 = vector.insert %v, %v [] : vector<3xi32> into vector<3xi32>
  %2 = vector.insert %v, %u [0] : vector<3xi32> into vector<1x3xi32>
  %b = vector.broadcast %x : i32 to vector<2x3xi32>
  %3 = vector.insert %x, %b [1, 1] : i32 into vector<2x3xi32>
  %c = vector.insert %v, %w [0] : vector<3xi32> into vector<2x3xi32>
  %d = vector.insert %x, %c [1, 0] : i32 into vector<2x3xi32>
  %e = vector.insert %y, %d [1, 1] : i32 into vector<2x3xi32>
  %4 = vector.insert %x, %e [1, 2] : i32 into vector<2x3xi32>
  %f = arith.constant dense<[1, 2, 3]> : vector<3xi32>
  %g = arith.constant 9 : i32
  %5 = vector.insert %g, %f [2] : i32 into vector<3xi32>
  %h = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %k = arith.constant dense<[8, 9]> : vector<2xi32>
  %6 = vector.insert %k, %h [1] : vector<2xi32> into vector<2x2xi32>
  return %0, %1, %2, %3, %4, %5, %6 : vector<2x3xi32>, vector<3xi32>, vector<1x3xi32>, vector<2x3xi32>, vector<2x3xi32>, vector<3xi32>, vector<2x2xi32>
}

// All elements in order are the vector, or a part of it; others are not.
// CHECK-LABEL: func.func @elements(%arg0: vector<2x3xi32>, %arg1: i32, %arg2: vector<1x2xi32>) -> (vector<2x3xi32>, vector<3x2xi32>, vector<3xi32>, vector<1x3xi32>, vector<2xi32>, vector<2xi32>, vector<3xi32>, vector<4xi32>, i32, i32) {
// CHECK-NEXT: %0:6 = vector.to_elements %arg0 : vector<2x3xi32>
// CHECK-NEXT: %1 = vector.from_elements %0#0, %0#1, %0#2, %0#3, %0#4, %0#5 : vector<3x2xi32>
// CHECK-NEXT: %2 = vector.extract %arg0[1, 0] : i32 from vector<2x3xi32>
// CHECK-NEXT: %3 = vector.extract %arg0[1, 1] : i32 from vector<2x3xi32>
// CHECK-NEXT: %4 = vector.extract %arg0[1, 2] : i32 from vector<2x3xi32>
// CHECK-NEXT: %5 = vector.extract %arg0[1] : vector<3xi32> from vector<2x3xi32>
// CHECK-NEXT: %6 = vector.extract %arg0[1] : vector<3xi32> from vector<2x3xi32>
// CHECK-NEXT: %7 = vector.shape_cast %6 : vector<3xi32> to vector<1x3xi32>
// CHECK-NEXT: %8 = vector.from_elements %2, %3 : vector<2xi32>
// CHECK-NEXT: %9 = vector.from_elements %3, %4 : vector<2xi32>
// CHECK-NEXT: %10 = vector.from_elements %2, %4, %3 : vector<3xi32>
// CHECK-NEXT: %11:2 = vector.to_elements %arg2 : vector<1x2xi32>
// CHECK-NEXT: %12 = vector.from_elements %11#1, %11#0, %11#1, %11#0 : vector<4xi32>
// CHECK-NEXT: return %arg0, %1, %5, %7, %8, %9, %10, %12, %arg1, %arg1 : vector<2x3xi32>, vector<3x2xi32>, vector<3xi32>, vector<1x3xi32>, vector<2xi32>, vector<2xi32>, vector<3xi32>, vector<4xi32>, i32, i32
func.func @elements(%v: vector<2x3xi32>, %x: i32, %u: vector<1x2xi32>) -> (vector<2x3xi32>, vector<3x2xi32>, vector<3xi32>, vector<1x3xi32>, vector<2xi32>, vector<2xi32>, vector<3xi32>, vector<4xi32>, i32, i32) {
  %e:6 = vector.to_elements %v : vector<2x3xi32>
  %0 = vector.from_elements %e#0, %e#1, %e#2, %e#3, %e#4, %e#5 : vector<2x3xi32>
  %1 = vector.from_elements %e#0, %e#1, %e#2, %e#3, %e#4, %e#5 : vector<3x2xi32>
  %a = vector.extract %v[1, 0] : i32 from vector<2x3xi32>
  %b = vector.extract %v[1, 1] : i32 from vector<2x3xi32>
  %c = vector.extract %v[1, 2] : i32 from vector<2x3xi32>
  %2 = vector.from_elements %a, %b, %c : vector<3xi32>
  %3 = vector.from_elements %a, %b, %c : vector<1x3xi32>
  %4 = vector.from_elements %a, %b : vector<2xi32>
  %5 = vector.from_elements %b, %c : vector<2xi32>
  %6 = vector.from_elements %a, %c, %b : vector<3xi32>
  %w = vector.broadcast %u : vector<1x2xi32> to vector<2x2xi32>
  %f:4 = vector.to_elements %w : vector<2x2xi32>
  %7 = vector.from_elements %f#3, %f#2, %f#1, %f#0 : vector<4xi32>
  %s = vector.broadcast %x : i32 to vector<2xi32>
  %g:2 = vector.to_elements %s : vector<2xi32>
  %t = vector.from_elements %x, %a : vector<2xi32>
  %h:2 = vector.to_elements %t : vector<2xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %g#1, %h#0 : vector<2x3xi32>, vector<3x2xi32>, vector<3xi32>, vector<1x3xi32>, vector<2xi32>, vector<2xi32>, vector<3xi32>, vector<4xi32>, i32, i32
}

// CHECK-LABEL: func.func @shuffles(%arg0: vector<2xi32>, %arg1: vector<3xi32>, %arg2: vector<2xi32>, %arg3: i32) -> (vector<2xi32>, vector<3xi32>, vector<3xi32>, vector<4xi32>, vector<4xi32>, vector<3xi32>, vector<4xi32>, vector<2xi32>) {
// CHECK-NEXT: %cst = arith.constant dense<[5, 2, 3, 1]> : vector<4xi32>
// CHECK-NEXT: %0 = vector.shuffle %arg0, %arg1 [2, 3, 0] : vector<2xi32>, vector<3xi32>
// CHECK-NEXT: %1 = vector.interleave %arg0, %arg2 : vector<2xi32> -> vector<4xi32>
// CHECK-NEXT: %2 = vector.shuffle %arg0, %arg2 [0, 2, 3, 1] : vector<2xi32>, vector<2xi32>
// CHECK-NEXT: %3 = vector.broadcast %arg3 : i32 to vector<3xi32>
// CHECK-NEXT: %4 = vector.shuffle %arg0, %arg1 [1, 2] : vector<2xi32>, vector<3xi32>
// CHECK-NEXT: return %arg0, %arg1, %0, %1, %2, %3, %cst, %4 : vector<2xi32>, vector<3xi32>, vector<3xi32>, vector<4xi32>, vector<4xi32>, vector<3xi32>, vector<4xi32>, vector<2xi32>
func.func @shuffles(%a: vector<2xi32>, %b: vector<3xi32>, %c: vector<2xi32>, %x: i32) -> (vector<2xi32>, vector<3xi32>, vector<3xi32>, vector<4xi32>, vector<4xi32>, vector<3xi32>, vector<4xi32>, vector<2xi32>) {
  %0 = vector.shuffle %a, %b [0, 1] : vector<2xi32>, vector<3xi32>
  %1 = vector.shuffle %a, %b [2, 3, 4] : vector<2xi32>, vector<3xi32>
  %2 = vector.shuffle %a, %b [2, 3, 0] : vector<2xi32>, vector<3xi32>
  %3 = vector.shuffle %a, %c [0, 2, 1, 3] : vector<2xi32>, vector<2xi32>
  %4 = vector.shuffle %a, %c [0, 2, 3, 1] : vector<2xi32>, vector<2xi32>
  %s = vector.broadcast %x : i32 to vector<2xi32>
  %t = vector.broadcast %x : i32 to vector<3xi32>
  %5 = vector.shuffle %s, %t [4, 0, 2] : vector<2xi32>, vector<3xi32>
  %k = arith.constant dense<[1, 2]> : vector<2xi32>
  %l = arith.constant dense<[3, 4, 5]> : vector<3xi32>
  %6 = vector.shuffle %k, %l [4, 1, 2, 0] : vector<2xi32>, vector<3xi32>
  %7 = vector.shuffle %a, %b [1, 2] : vector<2xi32>, vector<3xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : vector<2xi32>, vector<3xi32>, vector<3xi32>, vector<4xi32>, vector<4xi32>, vector<3xi32>, vector<4xi32>, vector<2xi32>
}

// Constants of up to 256 elements are computed although they have other uses.
// CHECK-LABEL: func.func @large() -> (vector<256xi1>, vector<256xi1>, vector<257xi1>, vector<257xi1>, vector<256xi1>, vector<257xi1>, vector<2x2xf32>) {
// CHECK-NEXT: %cst = arith.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00], [2.000000e+00, 1.000000e+00]]> : vector<2x2xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<true> : vector<3xi1>
// CHECK-NEXT: %cst_1 = arith.constant dense<false> : vector<256xi1>
// CHECK-NEXT: %cst_2 = arith.constant dense<false> : vector<257xi1>
// CHECK-NEXT: %cst_3 = arith.constant dense<"0x0000000000000000000000000000000000000000000000000000000000000080"> : vector<256xi1>
// CHECK-NEXT: %cst_4 = arith.constant dense<"0x000000000000000000000000000000000000000000000000000000000000000001"> : vector<257xi1>
// CHECK-NEXT: %cst_5 = arith.constant dense<"0x7000000000000000000000000000000000000000000000000000000000000000"> : vector<256xi1>
// CHECK-NEXT: %0 = vector.insert_strided_slice %cst_0, %cst_2 {offsets = [4], strides = [1]} : vector<3xi1> into vector<257xi1>
// CHECK-NEXT: return %cst_3, %cst_1, %cst_4, %cst_2, %cst_5, %0, %cst : vector<256xi1>, vector<256xi1>, vector<257xi1>, vector<257xi1>, vector<256xi1>, vector<257xi1>, vector<2x2xf32>
func.func @large() -> (vector<256xi1>, vector<256xi1>, vector<257xi1>, vector<257xi1>, vector<256xi1>, vector<257xi1>, vector<2x2xf32>) {
  %true = arith.constant true
  %t = arith.constant dense<true> : vector<3xi1>
  %a = arith.constant dense<false> : vector<256xi1>
  %b = arith.constant dense<false> : vector<257xi1>
  %0 = vector.insert %true, %a [255] : i1 into vector<256xi1>
  %1 = vector.insert %true, %b [256] : i1 into vector<257xi1>
  %2 = vector.insert_strided_slice %t, %a {offsets = [4], strides = [1]} : vector<3xi1> into vector<256xi1>
  %3 = vector.insert_strided_slice %t, %b {offsets = [4], strides = [1]} : vector<3xi1> into vector<257xi1>
  %x = arith.constant 1.0 : f32
  %y = arith.constant 2.0 : f32
  %4 = vector.from_elements %x, %y, %y, %x : vector<2x2xf32>
  return %0, %a, %1, %b, %2, %3, %4 : vector<256xi1>, vector<256xi1>, vector<257xi1>, vector<257xi1>, vector<256xi1>, vector<257xi1>, vector<2x2xf32>
}

// -----

// Rows that are inserted in part are not the inserted ones.
// CHECK-LABEL: func.func @partial_rows(%arg0: vector<4x6xi32>, %arg1: vector<2x5xi32>, %arg2: vector<2x6xi32>, %arg3: vector<i32>, %arg4: i32) -> (vector<2x6xi32>, vector<2x6xi32>, vector<6xi32>, vector<6xi32>, vector<i32>) {
// CHECK-NEXT: %0 = vector.insert_strided_slice %arg1, %arg0 {offsets = [1, 1], strides = [1, 1]} : vector<2x5xi32> into vector<4x6xi32>
// CHECK-NEXT: %1 = vector.extract_strided_slice %0 {offsets = [1], sizes = [2], strides = [1]} : vector<4x6xi32> to vector<2x6xi32>
// CHECK-NEXT: %2 = vector.extract %0[2] : vector<6xi32> from vector<4x6xi32>
// CHECK-NEXT: %3 = vector.extract %arg2[1] : vector<6xi32> from vector<2x6xi32>
// CHECK-NEXT: %4 = vector.broadcast %arg4 : i32 to vector<i32>
// CHECK-NEXT: return %1, %arg2, %2, %3, %4 : vector<2x6xi32>, vector<2x6xi32>, vector<6xi32>, vector<6xi32>, vector<i32>
func.func @partial_rows(%v: vector<4x6xi32>, %s: vector<2x5xi32>, %r: vector<2x6xi32>, %z: vector<i32>, %x: i32) -> (vector<2x6xi32>, vector<2x6xi32>, vector<6xi32>, vector<6xi32>, vector<i32>) {
  %a = vector.insert_strided_slice %s, %v {offsets = [1, 1], strides = [1, 1]} : vector<2x5xi32> into vector<4x6xi32>
  %0 = vector.extract_strided_slice %a {offsets = [1], sizes = [2], strides = [1]} : vector<4x6xi32> to vector<2x6xi32>
  %b = vector.insert_strided_slice %r, %v {offsets = [1, 0], strides = [1, 1]} : vector<2x6xi32> into vector<4x6xi32>
  %1 = vector.extract_strided_slice %b {offsets = [1], sizes = [2], strides = [1]} : vector<4x6xi32> to vector<2x6xi32>
  %2 = vector.extract %a[2] : vector<6xi32> from vector<4x6xi32>
  %3 = vector.extract %b[2] : vector<6xi32> from vector<4x6xi32>
  %4 = vector.insert %x, %z [] : i32 into vector<i32>
  return %0, %1, %2, %3, %4 : vector<2x6xi32>, vector<2x6xi32>, vector<6xi32>, vector<6xi32>, vector<i32>
}
