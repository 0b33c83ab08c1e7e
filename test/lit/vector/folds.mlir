// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Functions that are executed before and after their folds and patterns; package internal/testing/folds tells which have none.

// CHECK-DAG: #map = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @broadcasts(%arg0: i32, %arg1: vector<4xi32>, %arg2: vector<1x1xi32>) -> (vector<2x3x4xi32>, vector<2x3xi32>, vector<4xi32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg1 : vector<4xi32> to vector<2x3x4xi32>
// CHECK-NEXT: %1 = vector.broadcast %arg2 : vector<1x1xi32> to vector<2x3xi32>
// CHECK-NEXT: %2 = vector.broadcast %arg0 : i32 to vector<4xi32>
// CHECK-NEXT: return %0, %1, %2 : vector<2x3x4xi32>, vector<2x3xi32>, vector<4xi32>
func.func @broadcasts(%x: i32, %v: vector<4xi32>, %u: vector<1x1xi32>) -> (vector<2x3x4xi32>, vector<2x3xi32>, vector<4xi32>) {
  %a = vector.broadcast %v : vector<4xi32> to vector<3x4xi32>
  %0 = vector.broadcast %a : vector<3x4xi32> to vector<2x3x4xi32>
  %1 = vector.broadcast %u : vector<1x1xi32> to vector<2x3xi32>
  %b = vector.broadcast %x : i32 to vector<1xi32>
  %2 = vector.broadcast %b : vector<1xi32> to vector<4xi32>
  return %0, %1, %2 : vector<2x3x4xi32>, vector<2x3xi32>, vector<4xi32>
}

// CHECK-LABEL: func.func @parts(%arg0: i32, %arg1: i32, %arg2: vector<4xi32>, %arg3: vector<2x2x4xi32>) -> (i32, vector<2xi32>, i32, vector<4xi32>, vector<2xi32>) {
// CHECK-NEXT: %0 = vector.from_elements %arg0, %arg1 : vector<2xi32>
// CHECK-NEXT: %1 = vector.extract %arg3[1, 1] : vector<4xi32> from vector<2x2x4xi32>
// CHECK-NEXT: %2 = vector.shape_cast %arg2 : vector<4xi32> to vector<2x2xi32>
// CHECK-NEXT: %3 = vector.extract %2[1] : vector<2xi32> from vector<2x2xi32>
// CHECK-NEXT: return %arg0, %0, %arg0, %1, %3 : i32, vector<2xi32>, i32, vector<4xi32>, vector<2xi32>
func.func @parts(%x: i32, %y: i32, %v: vector<4xi32>, %w: vector<2x2x4xi32>) -> (i32, vector<2xi32>, i32, vector<4xi32>, vector<2xi32>) {
  %a = vector.from_elements %x, %y, %x, %y : vector<2x2xi32>
  %0 = vector.extract %a[1, 0] : i32 from vector<2x2xi32>
  %1 = vector.extract %a[1] : vector<2xi32> from vector<2x2xi32>
  %b = vector.broadcast %x : i32 to vector<1x1xi32>
  %2 = vector.extract %b[0, 0] : i32 from vector<1x1xi32>
  %c = vector.shape_cast %w : vector<2x2x4xi32> to vector<4x4xi32>
  %3 = vector.extract %c[3] : vector<4xi32> from vector<4x4xi32>
  %d = vector.shape_cast %v : vector<4xi32> to vector<2x2xi32>
  %4 = vector.extract %d[1] : vector<2xi32> from vector<2x2xi32>
  return %0, %1, %2, %3, %4 : i32, vector<2xi32>, i32, vector<4xi32>, vector<2xi32>
}

// CHECK-LABEL: func.func @masks(%arg0: index) -> (vector<4xi1>, vector<4xi1>, vector<3x2xi1>, vector<4xi1>, vector<4xi1>) {
// CHECK-NEXT: %cst = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %0 = vector.create_mask %arg0 : vector<4xi1>
// CHECK-NEXT: %1 = vector.create_mask %c3, %arg0 : vector<3x2xi1>
// CHECK-NEXT: %2 = vector.create_mask %arg0 : vector<4xi1>
// CHECK-NEXT: %3 = vector.constant_mask [2] : vector<4xi1>
// CHECK-NEXT: return %0, %cst, %1, %2, %3 : vector<4xi1>, vector<4xi1>, vector<3x2xi1>, vector<4xi1>, vector<4xi1>
func.func @masks(%i: index) -> (vector<4xi1>, vector<4xi1>, vector<3x2xi1>, vector<4xi1>, vector<4xi1>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = vector.create_mask %c1, %i : vector<2x4xi1>
  %0 = vector.extract %a[0] : vector<4xi1> from vector<2x4xi1>
  %1 = vector.extract %a[1] : vector<4xi1> from vector<2x4xi1>
  %b = vector.create_mask %i, %c3 : vector<2x3xi1>
  %2 = vector.transpose %b, [1, 0] : vector<2x3xi1> to vector<3x2xi1>
  %c = vector.create_mask %i, %c1 : vector<4x1xi1>
  %3 = vector.shape_cast %c : vector<4x1xi1> to vector<4xi1>
  %d = vector.create_mask %c3 : vector<8xi1>
  %4 = vector.extract_strided_slice %d {offsets = [1], sizes = [4], strides = [1]} : vector<8xi1> to vector<4xi1>
  return %0, %1, %2, %3, %4 : vector<4xi1>, vector<4xi1>, vector<3x2xi1>, vector<4xi1>, vector<4xi1>
}

// -----

// CHECK-LABEL: func.func @unit_parts(%arg0: vector<1xi32>, %arg1: vector<1x4xi32>, %arg2: vector<4xi32>) -> (i32, vector<4xi32>, i32) {
// CHECK-NEXT: %0 = vector.extract %arg0[0] : i32 from vector<1xi32>
// CHECK-NEXT: %1 = vector.extract %arg0[0] : i32 from vector<1xi32>
// CHECK-NEXT: return %0, %arg2, %1 : i32, vector<4xi32>, i32
func.func @unit_parts(%v: vector<1xi32>, %w: vector<1x4xi32>, %x: vector<4xi32>) -> (i32, vector<4xi32>, i32) {
  %a = vector.shape_cast %x : vector<4xi32> to vector<1x4xi32>
  %0 = vector.extract %a[0] : vector<4xi32> from vector<1x4xi32>
  %b = vector.broadcast %v : vector<1xi32> to vector<3x1xi32>
  %1 = vector.extract %b[2, 0] : i32 from vector<3x1xi32>
  %c = vector.broadcast %v : vector<1xi32> to vector<1x1xi32>
  %2 = vector.extract %c[0, 0] : i32 from vector<1x1xi32>
  return %1, %0, %2 : i32, vector<4xi32>, i32
}

// CHECK-LABEL: func.func @slices(%arg0: i32, %arg1: vector<4xi32>, %arg2: vector<2x4xi32>) -> (vector<2xi32>, vector<2x2xi32>, vector<4xi32>, vector<8xi32>, vector<1x4xi32>, vector<4xi32>) {
// CHECK-NEXT: %cst = arith.constant dense<3> : vector<8xi32>
// CHECK-NEXT: %0 = vector.broadcast %arg0 : i32 to vector<2xi32>
// CHECK-NEXT: %1 = vector.extract_strided_slice %arg1 {offsets = [1], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
// CHECK-NEXT: %2 = vector.broadcast %1 : vector<2xi32> to vector<2x2xi32>
// CHECK-NEXT: %3 = vector.extract %arg2[1] : vector<4xi32> from vector<2x4xi32>
// CHECK-NEXT: %4 = vector.shape_cast %3 : vector<4xi32> to vector<1x4xi32>
// CHECK-NEXT: return %0, %2, %arg1, %cst, %4, %arg1 : vector<2xi32>, vector<2x2xi32>, vector<4xi32>, vector<8xi32>, vector<1x4xi32>, vector<4xi32>
func.func @slices(%x: i32, %v: vector<4xi32>, %w: vector<2x4xi32>) -> (vector<2xi32>, vector<2x2xi32>, vector<4xi32>, vector<8xi32>, vector<1x4xi32>, vector<4xi32>) {
  %a = vector.broadcast %x : i32 to vector<4xi32>
  %0 = vector.extract_strided_slice %a {offsets = [1], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
  %b = vector.broadcast %v : vector<4xi32> to vector<2x4xi32>
  %1 = vector.extract_strided_slice %b {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x4xi32> to vector<2x2xi32>
  %c = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
  %2 = vector.insert_strided_slice %c, %v {offsets = [1], strides = [1]} : vector<2xi32> into vector<4xi32>
  %k = arith.constant dense<3> : vector<8xi32>
  %l = arith.constant dense<3> : vector<4xi32>
  %3 = vector.insert_strided_slice %l, %k {offsets = [2], strides = [1]} : vector<4xi32> into vector<8xi32>
  %4 = vector.extract_strided_slice %w {offsets = [1], sizes = [1], strides = [1]} : vector<2x4xi32> to vector<1x4xi32>
  %5 = vector.insert_strided_slice %v, %l {offsets = [0], strides = [1]} : vector<4xi32> into vector<4xi32>
  return %0, %1, %2, %3, %4, %5 : vector<2xi32>, vector<2x2xi32>, vector<4xi32>, vector<8xi32>, vector<1x4xi32>, vector<4xi32>
}

// CHECK-LABEL: func.func @constant_slices() -> (vector<4xi32>, vector<2xi32>, vector<4xi32>, vector<4xi1>) {
// CHECK-NEXT: %cst = arith.constant dense<[1, 7, 8, 4]> : vector<4xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<5> : vector<2xi32>
// CHECK-NEXT: %cst_1 = arith.constant dense<5> : vector<4xi32>
// CHECK-NEXT: %0 = vector.constant_mask [2] : vector<4xi1>
// CHECK-NEXT: return %cst, %cst_0, %cst_1, %0 : vector<4xi32>, vector<2xi32>, vector<4xi32>, vector<4xi1>
func.func @constant_slices() -> (vector<4xi32>, vector<2xi32>, vector<4xi32>, vector<4xi1>) {
  %k = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %l = arith.constant dense<[7, 8]> : vector<2xi32>
  %s = arith.constant dense<5> : vector<4xi32>
  %0 = vector.insert_strided_slice %l, %k {offsets = [1], strides = [1]} : vector<2xi32> into vector<4xi32>
  %1 = vector.extract_strided_slice %s {offsets = [1], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
  %a = vector.broadcast %1 : vector<2xi32> to vector<2x2xi32>
  %2 = vector.shape_cast %a : vector<2x2xi32> to vector<4xi32>
  %m = vector.constant_mask [3] : vector<8xi1>
  %3 = vector.extract_strided_slice %m {offsets = [1], sizes = [4], strides = [1]} : vector<8xi1> to vector<4xi1>
  return %0, %1, %2, %3 : vector<4xi32>, vector<2xi32>, vector<4xi32>, vector<4xi1>
}

// CHECK-LABEL: func.func @inserted(%arg0: i32, %arg1: vector<4xi32>, %arg2: vector<1x4xi32>) -> (vector<4xi32>, vector<1x4xi32>, vector<1xi32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : i32 to vector<4xi32>
// CHECK-NEXT: %1 = vector.insert %arg0, %0 [2] : i32 into vector<4xi32>
// CHECK-NEXT: %2 = vector.broadcast %arg1 : vector<4xi32> to vector<1x4xi32>
// CHECK-NEXT: %3 = vector.broadcast %arg0 : i32 to vector<1xi32>
// CHECK-NEXT: return %1, %2, %3 : vector<4xi32>, vector<1x4xi32>, vector<1xi32>
func.func @inserted(%x: i32, %v: vector<4xi32>, %w: vector<1x4xi32>) -> (vector<4xi32>, vector<1x4xi32>, vector<1xi32>) {
  %a = vector.broadcast %x : i32 to vector<4xi32>
  %0 = vector.insert %x, %a [2] : i32 into vector<4xi32>
  %1 = vector.insert %v, %w [0] : vector<4xi32> into vector<1x4xi32>
  %u = arith.constant dense<0> : vector<1xi32>
  %2 = vector.insert %x, %u [0] : i32 into vector<1xi32>
  return %0, %1, %2 : vector<4xi32>, vector<1x4xi32>, vector<1xi32>
}

// -----

// CHECK-LABEL: func.func @shapes(%arg0: vector<4xi32>, %arg1: i32, %arg2: i32, %arg3: vector<1x4xi32>) -> (vector<2x2xi32>, vector<4xi32>, vector<4x2xi32>, vector<3x2xi32>, vector<2x2xi32>, vector<4x1xi32>) {
// CHECK-NEXT: %cst = arith.constant dense<7> : vector<2x2xi32>
// CHECK-NEXT: %0 = vector.from_elements %arg1, %arg2, %arg2, %arg1 : vector<4xi32>
// CHECK-NEXT: %1 = vector.shape_cast %0 : vector<4xi32> to vector<2x2xi32>
// CHECK-NEXT: %2 = vector.broadcast %arg1 : i32 to vector<4xi32>
// CHECK-NEXT: %3 = vector.broadcast %arg1 : i32 to vector<4x2xi32>
// CHECK-NEXT: %4 = vector.from_elements %arg1, %arg1, %arg2, %arg2, %arg2, %arg1 : vector<3x2xi32>
// CHECK-NEXT: %5 = vector.transpose %arg3, [1, 0] : vector<1x4xi32> to vector<4x1xi32>
// CHECK-NEXT: return %1, %2, %3, %4, %cst, %5 : vector<2x2xi32>, vector<4xi32>, vector<4x2xi32>, vector<3x2xi32>, vector<2x2xi32>, vector<4x1xi32>
func.func @shapes(%v: vector<4xi32>, %x: i32, %y: i32, %w: vector<1x4xi32>) -> (vector<2x2xi32>, vector<4xi32>, vector<4x2xi32>, vector<3x2xi32>, vector<2x2xi32>, vector<4x1xi32>) {
  %a = vector.from_elements %x, %y, %y, %x : vector<4xi32>
  %0 = vector.shape_cast %a : vector<4xi32> to vector<2x2xi32>
  %b = vector.broadcast %x : i32 to vector<2x2xi32>
  %1 = vector.shape_cast %b : vector<2x2xi32> to vector<4xi32>
  %c = vector.broadcast %x : i32 to vector<2x4xi32>
  %2 = vector.transpose %c, [1, 0] : vector<2x4xi32> to vector<4x2xi32>
  %d = vector.from_elements %x, %y, %y, %x, %y, %x : vector<2x3xi32>
  %3 = vector.transpose %d, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
  %k = arith.constant dense<7> : vector<2x2xi32>
  %4 = vector.transpose %k, [1, 0] : vector<2x2xi32> to vector<2x2xi32>
  %5 = vector.transpose %w, [1, 0] : vector<1x4xi32> to vector<4x1xi32>
  return %0, %1, %2, %3, %4, %5 : vector<2x2xi32>, vector<4xi32>, vector<4x2xi32>, vector<3x2xi32>, vector<2x2xi32>, vector<4x1xi32>
}

// What is inserted is there already.
// CHECK-LABEL: func.func @splats(%arg0: i32) -> (vector<2x4xi32>, vector<8xi32>, vector<2xi32>, vector<4xi32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg0 : i32 to vector<2x4xi32>
// CHECK-NEXT: %1 = vector.broadcast %arg0 : i32 to vector<8xi32>
// CHECK-NEXT: %2 = vector.broadcast %arg0 : i32 to vector<2xi32>
// CHECK-NEXT: %3 = vector.broadcast %arg0 : i32 to vector<4xi32>
// CHECK-NEXT: return %0, %1, %2, %3 : vector<2x4xi32>, vector<8xi32>, vector<2xi32>, vector<4xi32>
func.func @splats(%x: i32) -> (vector<2x4xi32>, vector<8xi32>, vector<2xi32>, vector<4xi32>) {
  %a = vector.broadcast %x : i32 to vector<4xi32>
  %b = vector.broadcast %x : i32 to vector<2x4xi32>
  %0 = vector.insert %a, %b [1] : vector<4xi32> into vector<2x4xi32>
  %c = vector.broadcast %x : i32 to vector<8xi32>
  %1 = vector.insert_strided_slice %a, %c {offsets = [2], strides = [1]} : vector<4xi32> into vector<8xi32>
  %2 = vector.extract_strided_slice %a {offsets = [1], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
  %3 = vector.extract %b[1] : vector<4xi32> from vector<2x4xi32>
  return %0, %1, %2, %3 : vector<2x4xi32>, vector<8xi32>, vector<2xi32>, vector<4xi32>
}

// CHECK-LABEL: func.func @rows_of_casts(%arg0: vector<2x6xi32>, %arg1: vector<2x2xi32>) -> (vector<6xi32>, vector<3x2xi32>, vector<4xi32>) {
// CHECK-NEXT: %0 = vector.shape_cast %arg1 : vector<2x2xi32> to vector<4xi32>
// CHECK-NEXT: %1 = vector.shape_cast %arg0 : vector<2x6xi32> to vector<2x3x2xi32>
// CHECK-NEXT: %2 = vector.extract %1[1] : vector<3x2xi32> from vector<2x3x2xi32>
// CHECK-NEXT: %3 = vector.shape_cast %2 : vector<3x2xi32> to vector<6xi32>
// CHECK-NEXT: return %3, %2, %0 : vector<6xi32>, vector<3x2xi32>, vector<4xi32>
func.func @rows_of_casts(%w: vector<2x6xi32>, %v: vector<2x2xi32>) -> (vector<6xi32>, vector<3x2xi32>, vector<4xi32>) {
  %b = vector.shape_cast %v : vector<2x2xi32> to vector<1x4xi32>
  %2 = vector.extract %b[0] : vector<4xi32> from vector<1x4xi32>
  %a = vector.shape_cast %w : vector<2x6xi32> to vector<2x3x2xi32>
  %0 = vector.extract %a[1] : vector<3x2xi32> from vector<2x3x2xi32>
  %1 = vector.shape_cast %0 : vector<3x2xi32> to vector<6xi32>
  return %1, %0, %2 : vector<6xi32>, vector<3x2xi32>, vector<4xi32>
}

// CHECK-LABEL: func.func @scalar_vectors(%arg0: vector<i32>, %arg1: vector<i32>) -> (vector<1xi32>, vector<2xi32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg1 : vector<i32> to vector<1xi32>
// CHECK-NEXT: %1 = vector.shuffle %arg0, %arg1 [1, 0] : vector<i32>, vector<i32>
// CHECK-NEXT: return %0, %1 : vector<1xi32>, vector<2xi32>
func.func @scalar_vectors(%v: vector<i32>, %w: vector<i32>) -> (vector<1xi32>, vector<2xi32>) {
  %0 = vector.shuffle %v, %w [1] : vector<i32>, vector<i32>
  %1 = vector.shuffle %v, %w [1, 0] : vector<i32>, vector<i32>
  return %0, %1 : vector<1xi32>, vector<2xi32>
}

// CHECK-LABEL: func.func @shuffles(%arg0: vector<4xi32>, %arg1: vector<4xi32>, %arg2: i32) -> (vector<3xi32>, vector<8xi32>, vector<4xi32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg2 : i32 to vector<3xi32>
// CHECK-NEXT: %1 = vector.interleave %arg0, %arg1 : vector<4xi32> -> vector<8xi32>
// CHECK-NEXT: return %0, %1, %arg1 : vector<3xi32>, vector<8xi32>, vector<4xi32>
func.func @shuffles(%v: vector<4xi32>, %w: vector<4xi32>, %x: i32) -> (vector<3xi32>, vector<8xi32>, vector<4xi32>) {
  %a = vector.broadcast %x : i32 to vector<4xi32>
  %0 = vector.shuffle %a, %a [0, 5, 2] : vector<4xi32>, vector<4xi32>
  %1 = vector.shuffle %v, %w [0, 4, 1, 5, 2, 6, 3, 7] : vector<4xi32>, vector<4xi32>
  %2 = vector.shuffle %v, %w [4, 5, 6, 7] : vector<4xi32>, vector<4xi32>
  return %0, %1, %2 : vector<3xi32>, vector<8xi32>, vector<4xi32>
}

// CHECK-LABEL: func.func @shuffled_scalars(%arg0: i32) -> vector<2xi32> {
// CHECK-NEXT: %cst = arith.constant dense<7> : vector<i32>
// CHECK-NEXT: %0 = vector.broadcast %arg0 : i32 to vector<i32>
// CHECK-NEXT: %1 = vector.shuffle %0, %cst [1, 0] : vector<i32>, vector<i32>
// CHECK-NEXT: return %1 : vector<2xi32>
func.func @shuffled_scalars(%x: i32) -> vector<2xi32> {
  %a = vector.broadcast %x : i32 to vector<i32>
  %k = arith.constant dense<7> : vector<i32>
  %0 = vector.shuffle %a, %k [1, 0] : vector<i32>, vector<i32>
  return %0 : vector<2xi32>
}

// CHECK-LABEL: func.func @elements(%arg0: i32, %arg1: i32, %arg2: vector<2xi32>) -> (i32, i32, i32, i32, i32, vector<2xi32>, i32) {
// CHECK-NEXT: %0:2 = vector.to_elements %arg2 : vector<2xi32>
// CHECK-NEXT: return %arg0, %arg1, %arg0, %arg0, %0#1, %arg2, %0#0 : i32, i32, i32, i32, i32, vector<2xi32>, i32
func.func @elements(%x: i32, %y: i32, %v: vector<2xi32>) -> (i32, i32, i32, i32, i32, vector<2xi32>, i32) {
  %a = vector.from_elements %x, %y : vector<2xi32>
  %0:2 = vector.to_elements %a : vector<2xi32>
  %b = vector.broadcast %x : i32 to vector<2xi32>
  %1:2 = vector.to_elements %b : vector<2xi32>
  %c = vector.broadcast %v : vector<2xi32> to vector<2x2xi32>
  %2:4 = vector.to_elements %c : vector<2x2xi32>
  %3:2 = vector.to_elements %v : vector<2xi32>
  %4 = vector.from_elements %3#0, %3#1 : vector<2xi32>
  return %0#0, %0#1, %1#0, %1#1, %2#1, %4, %2#2 : i32, i32, i32, i32, i32, vector<2xi32>, i32
}

// CHECK-LABEL: func.func @step() -> (vector<4xi1>, vector<4xi1>) {
// CHECK-NEXT: %cst = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT: %cst_0 = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT: return %cst, %cst_0 : vector<4xi1>, vector<4xi1>
func.func @step() -> (vector<4xi1>, vector<4xi1>) {
  %s = vector.step : vector<4xindex>
  %c7 = arith.constant dense<7> : vector<4xindex>
  %0 = arith.cmpi ult, %s, %c7 : vector<4xindex>
  %1 = arith.cmpi ugt, %s, %c7 : vector<4xindex>
  return %0, %1 : vector<4xi1>, vector<4xi1>
}

// -----

// Memory is read and written through casts that lose extents.
// CHECK-LABEL: func.func @memory(%arg0: memref<8xi32>, %arg1: vector<4xi32>, %arg2: vector<4xi1>) -> (vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>) {
// CHECK-NEXT: %cst = arith.constant dense<[0, 3, 1, 2]> : vector<4xindex>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<8xi32> to memref<?xi32>
// CHECK-NEXT: %0 = vector.load %arg0[%c1] : memref<8xi32>, vector<4xi32>
// CHECK-NEXT: vector.store %arg1, %arg0[%c1] : memref<8xi32>, vector<4xi32>
// CHECK-NEXT: %1 = vector.maskedload %arg0[%c1], %arg2, %arg1 : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
// CHECK-NEXT: vector.maskedstore %arg0[%c0], %arg2, %arg1 : memref<8xi32>, vector<4xi1>, vector<4xi32>
// CHECK-NEXT: %2 = vector.gather %cast[%c0] [%cst], %arg2, %arg1 : memref<?xi32>, vector<4xindex>, vector<4xi1>, vector<4xi32> into vector<4xi32>
// CHECK-NEXT: vector.scatter %cast[%c1] [%cst], %arg2, %arg1 : memref<?xi32>, vector<4xindex>, vector<4xi1>, vector<4xi32>
// CHECK-NEXT: %3 = vector.maskedload %arg0[%c1], %arg2, %arg1 : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
// CHECK-NEXT: vector.maskedstore %arg0[%c0], %arg2, %arg1 : memref<8xi32>, vector<4xi1>, vector<4xi32>
// CHECK-NEXT: return %0, %1, %2, %3 : vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>
func.func @memory(%m: memref<8xi32>, %v: vector<4xi32>, %k: vector<4xi1>) -> (vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = memref.cast %m : memref<8xi32> to memref<?xi32>
  %0 = vector.load %c[%c1] : memref<?xi32>, vector<4xi32>
  vector.store %v, %c[%c1] : memref<?xi32>, vector<4xi32>
  %1 = vector.maskedload %c[%c1], %k, %v : memref<?xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.maskedstore %c[%c0], %k, %v : memref<?xi32>, vector<4xi1>, vector<4xi32>
  %i = arith.constant dense<[0, 3, 1, 2]> : vector<4xindex>
  %2 = vector.gather %c[%c0] [%i], %k, %v : memref<?xi32>, vector<4xindex>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.scatter %c[%c1] [%i], %k, %v : memref<?xi32>, vector<4xindex>, vector<4xi1>, vector<4xi32>
  %s = vector.step : vector<4xindex>
  %3 = vector.gather %m[%c1] [%s], %k, %v : memref<8xi32>, vector<4xindex>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.scatter %m[%c0] [%s], %k, %v : memref<8xi32>, vector<4xindex>, vector<4xi1>, vector<4xi32>
  return %0, %1, %2, %3 : vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>
}

// CHECK-LABEL: func.func @known_masks(%arg0: memref<8xi32>, %arg1: vector<4xi32>) -> (vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>) {
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.load %arg0[%c0] : memref<8xi32>, vector<4xi32>
// CHECK-NEXT: vector.store %arg1, %arg0[%c0] : memref<8xi32>, vector<4xi32>
// CHECK-NEXT: %1 = vector.load %arg0[%c0] : memref<8xi32>, vector<4xi32>
// CHECK-NEXT: vector.store %arg1, %arg0[%c0] : memref<8xi32>, vector<4xi32>
// CHECK-NEXT: %2 = vector.transfer_read %arg0[%c0], %c3_i32 {in_bounds = [true]} : memref<8xi32>, vector<4xi32>
// CHECK-NEXT: return %0, %arg1, %arg1, %1, %arg1, %2 : vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>
func.func @known_masks(%m: memref<8xi32>, %v: vector<4xi32>) -> (vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>) {
  %c0 = arith.constant 0 : index
  %on = vector.constant_mask [4] : vector<4xi1>
  %off = vector.constant_mask [0] : vector<4xi1>
  %i = arith.constant dense<[0, 3, 1, 2]> : vector<4xindex>
  %0 = vector.maskedload %m[%c0], %on, %v : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  %1 = vector.maskedload %m[%c0], %off, %v : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.maskedstore %m[%c0], %on, %v : memref<8xi32>, vector<4xi1>, vector<4xi32>
  vector.maskedstore %m[%c0], %off, %v : memref<8xi32>, vector<4xi1>, vector<4xi32>
  %2 = vector.gather %m[%c0] [%i], %off, %v : memref<8xi32>, vector<4xindex>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.scatter %m[%c0] [%i], %off, %v : memref<8xi32>, vector<4xindex>, vector<4xi1>, vector<4xi32>
  %3 = vector.expandload %m[%c0], %on, %v : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  %4 = vector.expandload %m[%c0], %off, %v : memref<8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.compressstore %m[%c0], %on, %v : memref<8xi32>, vector<4xi1>, vector<4xi32>
  vector.compressstore %m[%c0], %off, %v : memref<8xi32>, vector<4xi1>, vector<4xi32>
  %p = arith.constant 3 : i32
  %5 = vector.mask %on { vector.transfer_read %m[%c0], %p : memref<8xi32>, vector<4xi32> } : vector<4xi1> -> vector<4xi32>
  return %0, %1, %2, %3, %4, %5 : vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>
}

// -----

// mlir-opt-22 differs (bufferized, bufferized within functions): it takes a written row for the whole tensor
// CHECK-LABEL: func.func @transfers(%arg0: tensor<2x4xi32>, %arg1: vector<4xi32>, %arg2: vector<2x4xi32>, %arg3: i32) -> (vector<2x4xi32>, tensor<1x4xi32>, tensor<2x4xi32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.transfer_write %arg1, %arg0[%c0, %c0] {in_bounds = [true]} : vector<4xi32>, tensor<2x4xi32>
// CHECK-NEXT: %1 = vector.broadcast %arg1 : vector<4xi32> to vector<2x4xi32>
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %0[0, 0] [1, 4] [1, 1] : tensor<2x4xi32> to tensor<1x4xi32>
// CHECK-NEXT: %2 = vector.transfer_write %arg2, %arg0[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xi32>, tensor<2x4xi32>
// CHECK-NEXT: return %1, %extracted_slice, %2 : vector<2x4xi32>, tensor<1x4xi32>, tensor<2x4xi32>
func.func @transfers(%t: tensor<2x4xi32>, %v: vector<4xi32>, %w: vector<2x4xi32>, %p: i32) -> (vector<2x4xi32>, tensor<1x4xi32>, tensor<2x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = vector.transfer_write %v, %t[%c0, %c0] {in_bounds = [true]} : vector<4xi32>, tensor<2x4xi32>
  %0 = vector.transfer_read %a[%c0, %c0], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : tensor<2x4xi32>, vector<2x4xi32>
  %1 = tensor.extract_slice %a[0, 0] [1, 4] [1, 1] : tensor<2x4xi32> to tensor<1x4xi32>
  %2 = vector.transfer_write %w, %t[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xi32>, tensor<2x4xi32>
  return %0, %1, %2 : vector<2x4xi32>, tensor<1x4xi32>, tensor<2x4xi32>
}

// A slice of what was written is written alone.
// CHECK-LABEL: func.func @slice_of_written(%arg0: tensor<8x8xi32>, %arg1: vector<2x4xi32>) -> tensor<8x8xi32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %cst = arith.constant dense<5> : tensor<8x8xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<5> : tensor<1x3xi32>
// CHECK-NEXT: %0 = vector.transfer_write %arg1, %cst_0[%c0, %c0] : vector<2x4xi32>, tensor<1x3xi32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %0 into %cst[0, 0] [1, 3] [1, 1] : tensor<1x3xi32> into tensor<8x8xi32>
// CHECK-NEXT: return %inserted_slice : tensor<8x8xi32>
func.func @slice_of_written(%t: tensor<8x8xi32>, %w: vector<2x4xi32>) -> tensor<8x8xi32> {
  %c0 = arith.constant 0 : index
  %e = arith.constant dense<5> : tensor<8x8xi32>
  %f = tensor.extract_slice %t[0, 0] [2, 4] [1, 1] : tensor<8x8xi32> to tensor<2x4xi32>
  %a = vector.transfer_write %w, %f[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xi32>, tensor<2x4xi32>
  %b = tensor.extract_slice %a[0, 0] [1, 3] [1, 1] : tensor<2x4xi32> to tensor<1x3xi32>
  %c = tensor.insert_slice %b into %e[0, 0] [1, 3] [1, 1] : tensor<1x3xi32> into tensor<8x8xi32>
  return %c : tensor<8x8xi32>
}

// CHECK-LABEL: func.func @reductions(%arg0: vector<1xi32>, %arg1: vector<1x4xi32>, %arg2: vector<4xi32>, %arg3: i32, %arg4: vector<2x3xi32>, %arg5: vector<3x2xi32>, %arg6: vector<2x2xi32>) -> (i32, vector<4xi32>, vector<2x2xi32>, i32) {
// CHECK-NEXT: %0 = vector.extract %arg0[0] : i32 from vector<1xi32>
// CHECK-NEXT: %1 = vector.shape_cast %arg1 : vector<1x4xi32> to vector<4xi32>
// CHECK-NEXT: %2 = arith.addi %arg2, %1 : vector<4xi32>
// CHECK-NEXT: %3 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg4, %arg5, %arg6 : vector<2x3xi32>, vector<3x2xi32> into vector<2x2xi32>
// CHECK-NEXT: %4 = vector.extract %arg0[0] : i32 from vector<1xi32>
// CHECK-NEXT: %5 = arith.muli %4, %arg3 : i32
// CHECK-NEXT: return %0, %2, %3, %5 : i32, vector<4xi32>, vector<2x2xi32>, i32
func.func @reductions(%v: vector<1xi32>, %w: vector<1x4xi32>, %acc: vector<4xi32>, %x: i32, %m: vector<2x3xi32>, %n: vector<3x2xi32>, %o: vector<2x2xi32>) -> (i32, vector<4xi32>, vector<2x2xi32>, i32) {
  %0 = vector.reduction <add>, %v : vector<1xi32> into i32
  %1 = vector.multi_reduction <add>, %w, %acc [0] : vector<1x4xi32> to vector<4xi32>
  %z = arith.constant dense<0> : vector<2x2xi32>
  %a = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %m, %n, %z : vector<2x3xi32>, vector<3x2xi32> into vector<2x2xi32>
  %2 = arith.addi %a, %o : vector<2x2xi32>
  %3 = vector.reduction <mul>, %v, %x : vector<1xi32> into i32
  return %0, %1, %2, %3 : i32, vector<4xi32>, vector<2x2xi32>, i32
}

// -----

// mlir-opt-22 differs (canonicalize cse, inline licm, fma, vector to loops, vector to loops of rank 2, vector unrolled, vector unrolled to rank 0): it takes a transfer in front of the memory for one inside

// CHECK-LABEL: func.func @in_front(%arg0: memref<8xi32>, %arg1: i32) -> vector<4xi32> {
// CHECK-NEXT: %c-1 = arith.constant -1 : index
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%c-1], %arg1 : memref<8xi32>, vector<4xi32>
// CHECK-NEXT: return %0 : vector<4xi32>
func.func @in_front(%m: memref<8xi32>, %p: i32) -> vector<4xi32> {
  %before = arith.constant -1 : index
  %0 = vector.transfer_read %m[%before], %p : memref<8xi32>, vector<4xi32>
  return %0 : vector<4xi32>
}
