// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Functions that are executed before and after their folds and patterns; package internal/testing/folds tells which have none.

// CHECK-LABEL: func.func @dead(%arg0: i32) {
// CHECK-NEXT: return
func.func @dead(%x: i32) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xi32>
  memref.store %x, %a[%c0] : memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  %b = memref.alloca() : memref<4xi32>
  memref.store %x, %b[%c0] : memref<4xi32>
  %c = memref.alloc() : memref<4xi32>
  %d = memref.realloc %c : memref<4xi32> to memref<8xi32>
  return
}

// CHECK-LABEL: func.func @constant_sizes(%arg0: i32) -> (i32, i32, index) {
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %alloc = memref.alloc() : memref<4xi32>
// CHECK-NEXT: memref.store %arg0, %alloc[%c3] : memref<4xi32>
// CHECK-NEXT: %0 = memref.load %alloc[%c3] : memref<4xi32>
// CHECK-NEXT: %alloca = memref.alloca() : memref<4xi32>
// CHECK-NEXT: memref.store %arg0, %alloca[%c3] : memref<4xi32>
// CHECK-NEXT: %1 = memref.load %alloca[%c3] : memref<4xi32>
// CHECK-NEXT: return %0, %1, %c4 : i32, i32, index
func.func @constant_sizes(%x: i32) -> (i32, i32, index) {
  %c4 = arith.constant 4 : index
  %c3 = arith.constant 3 : index
  %a = memref.alloc(%c4) : memref<?xi32>
  memref.store %x, %a[%c3] : memref<?xi32>
  %0 = memref.load %a[%c3] : memref<?xi32>
  %b = memref.alloca(%c4) : memref<?xi32>
  memref.store %x, %b[%c3] : memref<?xi32>
  %1 = memref.load %b[%c3] : memref<?xi32>
  %c0 = arith.constant 0 : index
  %2 = memref.dim %b, %c0 : memref<?xi32>
  return %0, %1, %2 : i32, i32, index
}

// -----

// Accesses look through casts that lose extents.
// CHECK-LABEL: func.func @through_casts(%arg0: memref<8xi32>, %arg1: i32) -> (i32, i32, index) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: memref.prefetch %arg0[%c1], read, locality<3>, data : memref<8xi32>
// CHECK-NEXT: memref.store %arg1, %arg0[%c1] : memref<8xi32>
// CHECK-NEXT: %0 = memref.load %arg0[%c1] : memref<8xi32>
// CHECK-NEXT: %1 = memref.atomic_rmw addi %arg1, %arg0[%c1] : (i32, memref<8xi32>) -> i32
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<8xi32> to memref<*xi32>
// CHECK-NEXT: %2 = memref.rank %cast : memref<*xi32>
// CHECK-NEXT: return %0, %1, %2 : i32, i32, index
func.func @through_casts(%m: memref<8xi32>, %x: i32) -> (i32, i32, index) {
  %c1 = arith.constant 1 : index
  %c = memref.cast %m : memref<8xi32> to memref<?xi32>
  memref.prefetch %c[%c1], read, locality<3>, data : memref<?xi32>
  memref.store %x, %c[%c1] : memref<?xi32>
  %0 = memref.load %c[%c1] : memref<?xi32>
  %1 = memref.atomic_rmw addi %x, %c[%c1] : (i32, memref<?xi32>) -> i32
  %d = memref.cast %c : memref<?xi32> to memref<8xi32>
  %u = memref.cast %d : memref<8xi32> to memref<*xi32>
  %2 = memref.rank %u : memref<*xi32>
  return %0, %1, %2 : i32, i32, index
}

// CHECK-LABEL: func.func @freed(%arg0: i32) -> i32 {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %alloc = memref.alloc() : memref<8xi32>
// CHECK-NEXT: memref.store %arg0, %alloc[%c1] : memref<8xi32>
// CHECK-NEXT: %0 = memref.load %alloc[%c1] : memref<8xi32>
// CHECK-NEXT: memref.dealloc %alloc : memref<8xi32>
// CHECK-NEXT: return %0 : i32
func.func @freed(%x: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<8xi32>
  %c = memref.cast %m : memref<8xi32> to memref<?xi32>
  memref.store %x, %m[%c1] : memref<8xi32>
  %1 = memref.load %c[%c1] : memref<?xi32>
  memref.dealloc %c : memref<?xi32>
  return %1 : i32
}

// CHECK-LABEL: func.func @copies(%arg0: memref<8xi32>, %arg1: memref<8xi32>, %arg2: memref<0xi32>) {
// CHECK-NEXT: memref.copy %arg0, %arg1 : memref<8xi32> to memref<8xi32>
// CHECK-NEXT: return
func.func @copies(%m: memref<8xi32>, %n: memref<8xi32>, %e: memref<0xi32>) {
  %c = memref.cast %m : memref<8xi32> to memref<?xi32>
  %d = memref.cast %n : memref<8xi32> to memref<?xi32>
  memref.copy %c, %d : memref<?xi32> to memref<?xi32>
  memref.copy %m, %m : memref<8xi32> to memref<8xi32>
  memref.copy %e, %e : memref<0xi32> to memref<0xi32>
  return
}

// CHECK-LABEL: func.func @empty_copy(%arg0: memref<0xi32>, %arg1: memref<0xi32>) {
// CHECK-NEXT: return
func.func @empty_copy(%e: memref<0xi32>, %f: memref<0xi32>) {
  memref.copy %e, %f : memref<0xi32> to memref<0xi32>
  return
}

// CHECK-LABEL: func.func @aligned(%arg0: memref<8xi32>, %arg1: memref<8xi32>) -> i32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %assume_align = memref.assume_alignment %arg0, 1 : memref<8xi32>
// CHECK-NEXT: %0 = memref.load %assume_align[%c0] : memref<8xi32>
// CHECK-NEXT: return %0 : i32
func.func @aligned(%m: memref<8xi32>, %n: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %a = memref.assume_alignment %m, 1 : memref<8xi32>
  %b = memref.assume_alignment %a, 1 : memref<8xi32>
  %0 = memref.load %b[%c0] : memref<8xi32>
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @reshapes(%arg0: memref<24xi32>) -> (i32, i32, i32) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %expand_shape = memref.expand_shape %arg0 {{\[\[}}0, 1, 2]] output_shape [4, 2, 3] : memref<24xi32> into memref<4x2x3xi32>
// CHECK-NEXT: %0 = memref.load %expand_shape[%c2, %c1, %c2] : memref<4x2x3xi32>
// CHECK-NEXT: %1 = memref.load %arg0[%c2] : memref<24xi32>
// CHECK-NEXT: %2 = memref.load %arg0[%c1] : memref<24xi32>
// CHECK-NEXT: return %0, %1, %2 : i32, i32, i32
func.func @reshapes(%m: memref<24xi32>) -> (i32, i32, i32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.expand_shape %m [[0, 1]] output_shape [4, 6] : memref<24xi32> into memref<4x6xi32>
  %b = memref.expand_shape %a [[0], [1, 2]] output_shape [4, 2, 3] : memref<4x6xi32> into memref<4x2x3xi32>
  %0 = memref.load %b[%c2, %c1, %c2] : memref<4x2x3xi32>
  %c = memref.collapse_shape %b [[0, 1], [2]] : memref<4x2x3xi32> into memref<8x3xi32>
  %d = memref.collapse_shape %c [[0, 1]] : memref<8x3xi32> into memref<24xi32>
  %1 = memref.load %d[%c2] : memref<24xi32>
  %e = memref.collapse_shape %a [[0, 1]] : memref<4x6xi32> into memref<24xi32>
  %2 = memref.load %e[%c1] : memref<24xi32>
  return %0, %1, %2 : i32, i32, i32
}

// CHECK-LABEL: func.func @reshapes_back(%arg0: memref<4x6xi32>, %arg1: memref<2x3x4xi32>) -> (i32, i32, i32) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1]] : memref<4x6xi32> into memref<24xi32>
// CHECK-NEXT: %expand_shape = memref.expand_shape %collapse_shape {{\[\[}}0, 1]] output_shape [8, 3] : memref<24xi32> into memref<8x3xi32>
// CHECK-NEXT: %0 = memref.load %expand_shape[%c2, %c1] : memref<8x3xi32>
// CHECK-NEXT: %collapse_shape_0 = memref.collapse_shape %arg1 {{\[\[}}0, 1, 2]] : memref<2x3x4xi32> into memref<24xi32>
// CHECK-NEXT: %1 = memref.load %collapse_shape_0[%c2] : memref<24xi32>
// CHECK-NEXT: %collapse_shape_1 = memref.collapse_shape %arg0 {{\[\[}}0, 1]] : memref<4x6xi32> into memref<24xi32>
// CHECK-NEXT: %2 = memref.load %collapse_shape_1[%c2] : memref<24xi32>
// CHECK-NEXT: return %0, %1, %2 : i32, i32, i32
func.func @reshapes_back(%m: memref<4x6xi32>, %n: memref<2x3x4xi32>) -> (i32, i32, i32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.collapse_shape %m [[0, 1]] : memref<4x6xi32> into memref<24xi32>
  %b = memref.expand_shape %a [[0, 1]] output_shape [8, 3] : memref<24xi32> into memref<8x3xi32>
  %0 = memref.load %b[%c2, %c1] : memref<8x3xi32>
  %c = memref.collapse_shape %n [[0, 1], [2]] : memref<2x3x4xi32> into memref<6x4xi32>
  %d = memref.collapse_shape %c [[0, 1]] : memref<6x4xi32> into memref<24xi32>
  %1 = memref.load %d[%c2] : memref<24xi32>
  %e = memref.cast %m : memref<4x6xi32> to memref<?x6xi32>
  %f = memref.collapse_shape %e [[0, 1]] : memref<?x6xi32> into memref<?xi32>
  %2 = memref.load %f[%c2] : memref<?xi32>
  return %0, %1, %2 : i32, i32, i32
}

// CHECK-LABEL: func.func @expanded_again(%arg0: memref<24xi32>) -> (i32, i32) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %expand_shape = memref.expand_shape %arg0 {{\[\[}}0, 1]] output_shape [4, 6] : memref<24xi32> into memref<4x6xi32>
// CHECK-NEXT: %0 = memref.load %expand_shape[%c2, %c1] : memref<4x6xi32>
// CHECK-NEXT: %expand_shape_0 = memref.expand_shape %arg0 {{\[\[}}0, 1, 2]] output_shape [2, 3, 4] : memref<24xi32> into memref<2x3x4xi32>
// CHECK-NEXT: %1 = memref.load %expand_shape_0[%c1, %c2, %c1] : memref<2x3x4xi32>
// CHECK-NEXT: return %0, %1 : i32, i32
func.func @expanded_again(%m: memref<24xi32>) -> (i32, i32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c = memref.cast %m : memref<24xi32> to memref<?xi32>
  %c4 = arith.constant 4 : index
  %a = memref.expand_shape %c [[0, 1]] output_shape [%c4, 6] : memref<?xi32> into memref<?x6xi32>
  %0 = memref.load %a[%c2, %c1] : memref<?x6xi32>
  %b = memref.expand_shape %m [[0, 1]] output_shape [4, 6] : memref<24xi32> into memref<4x6xi32>
  %d = memref.collapse_shape %b [[0, 1]] : memref<4x6xi32> into memref<24xi32>
  %e = memref.expand_shape %d [[0, 1, 2]] output_shape [2, 3, 4] : memref<24xi32> into memref<2x3x4xi32>
  %1 = memref.load %e[%c1, %c2, %c1] : memref<2x3x4xi32>
  return %0, %1 : i32, i32
}

// -----

// CHECK-LABEL: func.func @views(%arg0: memref<8xi32>) -> (i32, i32, i32, index) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = memref.load %arg0[%c2] : memref<8xi32>
// CHECK-NEXT: %subview = memref.subview %arg0[1] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 1>>
// CHECK-NEXT: %1 = memref.load %subview[%c2] : memref<4xi32, strided<[1], offset: 1>>
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [1], sizes: [2, 2], strides: [2, 1] : memref<8xi32> to memref<2x2xi32, strided<[2, 1], offset: 1>>
// CHECK-NEXT: %2 = memref.load %reinterpret_cast[%c1, %c1] : memref<2x2xi32, strided<[2, 1], offset: 1>>
// CHECK-NEXT: return %0, %1, %2, %c2 : i32, i32, i32, index
func.func @views(%m: memref<8xi32>) -> (i32, i32, i32, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.subview %m[0] [8] [1] : memref<8xi32> to memref<8xi32>
  %0 = memref.load %a[%c2] : memref<8xi32>
  %b = memref.cast %m : memref<8xi32> to memref<?xi32>
  %c = memref.subview %b[%c1] [4] [%c1] : memref<?xi32> to memref<4xi32, strided<[?], offset: ?>>
  %1 = memref.load %c[%c2] : memref<4xi32, strided<[?], offset: ?>>
  %d = memref.subview %m[2] [%c2] [1] : memref<8xi32> to memref<?xi32, strided<[1], offset: 2>>
  %e = memref.dim %d, %c0 : memref<?xi32, strided<[1], offset: 2>>
  %f = memref.reinterpret_cast %b to offset: [1], sizes: [2, 2], strides: [2, 1] : memref<?xi32> to memref<2x2xi32, strided<[2, 1], offset: 1>>
  %2 = memref.load %f[%c1, %c1] : memref<2x2xi32, strided<[2, 1], offset: 1>>
  return %0, %1, %2, %e : i32, i32, i32, index
}

// CHECK-LABEL: func.func @whole_view(%arg0: memref<8xi32, strided<[2], offset: 1>>) -> i32 {
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = memref.load %arg0[%c2] : memref<8xi32, strided<[2], offset: 1>>
// CHECK-NEXT: return %0 : i32
func.func @whole_view(%m: memref<8xi32, strided<[2], offset: 1>>) -> i32 {
  %c2 = arith.constant 2 : index
  %a = memref.subview %m[0] [8] [1] : memref<8xi32, strided<[2], offset: 1>> to memref<8xi32, strided<[2], offset: 1>>
  %0 = memref.load %a[%c2] : memref<8xi32, strided<[2], offset: 1>>
  return %0 : i32
}

// A reinterpretation of a reinterpretation, and of the memory itself.
// CHECK-LABEL: func.func @reinterpreted(%arg0: memref<8xi32>) -> (i32, i32) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [1], sizes: [3], strides: [2] : memref<8xi32> to memref<3xi32, strided<[2], offset: 1>>
// CHECK-NEXT: %0 = memref.load %reinterpret_cast[%c1] : memref<3xi32, strided<[2], offset: 1>>
// CHECK-NEXT: %1 = memref.load %arg0[%c1] : memref<8xi32>
// CHECK-NEXT: return %0, %1 : i32, i32
func.func @reinterpreted(%m: memref<8xi32>) -> (i32, i32) {
  %c1 = arith.constant 1 : index
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [2] : memref<8xi32> to memref<4xi32, strided<[2]>>
  %b = memref.reinterpret_cast %a to offset: [1], sizes: [3], strides: [2] : memref<4xi32, strided<[2]>> to memref<3xi32, strided<[2], offset: 1>>
  %0 = memref.load %b[%c1] : memref<3xi32, strided<[2], offset: 1>>
  %c = memref.reinterpret_cast %m to offset: [0], sizes: [8], strides: [1] : memref<8xi32> to memref<8xi32>
  %1 = memref.load %c[%c1] : memref<8xi32>
  return %0, %1 : i32, i32
}

// CHECK-LABEL: func.func @turned(%arg0: memref<2x3xi32>) -> (i32, i32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.load %arg0[%c1, %c0] : memref<2x3xi32>
// CHECK-NEXT: %transpose = memref.transpose %arg0 (d0, d1) -> (d0, d1) : memref<2x3xi32> to memref<2x3xi32, strided<[3, 1]>>
// CHECK-NEXT: %1 = memref.load %transpose[%c1, %c0] : memref<2x3xi32, strided<[3, 1]>>
// CHECK-NEXT: return %0, %1 : i32, i32
func.func @turned(%m: memref<2x3xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.transpose %m (i, j) -> (i, j) : memref<2x3xi32> to memref<2x3xi32>
  %0 = memref.load %a[%c1, %c0] : memref<2x3xi32>
  %b = memref.transpose %m (i, j) -> (j, i) : memref<2x3xi32> to memref<3x2xi32, strided<[1, 3]>>
  %c = memref.transpose %b (i, j) -> (j, i) : memref<3x2xi32, strided<[1, 3]>> to memref<2x3xi32, strided<[3, 1]>>
  %1 = memref.load %c[%c1, %c0] : memref<2x3xi32, strided<[3, 1]>>
  return %0, %1 : i32, i32
}

// CHECK-LABEL: func.func @bytes(%arg0: i32) -> (i32, index) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %alloc = memref.alloc() : memref<32xi8>
// CHECK-NEXT: %view = memref.view %alloc[%c4][] : memref<32xi8> to memref<4xi32>
// CHECK-NEXT: memref.store %arg0, %view[%c1] : memref<4xi32>
// CHECK-NEXT: %0 = memref.load %view[%c1] : memref<4xi32>
// CHECK-NEXT: memref.dealloc %alloc : memref<32xi8>
// CHECK-NEXT: return %0, %c4 : i32, index
func.func @bytes(%x: i32) -> (i32, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloc() : memref<32xi8>
  %b = memref.cast %a : memref<32xi8> to memref<?xi8>
  %c = memref.view %b[%c4][%c4] : memref<?xi8> to memref<?xi32>
  memref.store %x, %c[%c1] : memref<?xi32>
  %0 = memref.load %c[%c1] : memref<?xi32>
  %1 = memref.dim %c, %c0 : memref<?xi32>
  %d = memref.view %a[%c0][] : memref<32xi8> to memref<32xi8>
  memref.dealloc %a : memref<32xi8>
  return %0, %1 : i32, index
}

// CHECK-LABEL: func.func @own_bytes(%arg0: i8) -> i8 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %alloc = memref.alloc() : memref<32xi8>
// CHECK-NEXT: memref.store %arg0, %alloc[%c0] : memref<32xi8>
// CHECK-NEXT: %0 = memref.load %alloc[%c0] : memref<32xi8>
// CHECK-NEXT: return %0 : i8
func.func @own_bytes(%x: i8) -> i8 {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<32xi8>
  %b = memref.view %a[%c0][] : memref<32xi8> to memref<32xi8>
  memref.store %x, %b[%c0] : memref<32xi8>
  %0 = memref.load %a[%c0] : memref<32xi8>
  return %0 : i8
}

// CHECK-LABEL: func.func @extent_of_reshape(%arg0: memref<8xi32>) -> (index, index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %alloc = memref.alloc() : memref<2xindex>
// CHECK-NEXT: memref.store %c2, %alloc[%c0] : memref<2xindex>
// CHECK-NEXT: memref.store %c4, %alloc[%c1] : memref<2xindex>
// CHECK-NEXT: %reshape = memref.reshape %arg0(%alloc) : (memref<8xi32>, memref<2xindex>) -> memref<?x?xi32>
// CHECK-NEXT: %0 = memref.load %alloc[%c1] : memref<2xindex>
// CHECK-NEXT: %cast = memref.cast %reshape : memref<?x?xi32> to memref<*xi32>
// CHECK-NEXT: %1 = memref.rank %cast : memref<*xi32>
// CHECK-NEXT: return %0, %1 : index, index
func.func @extent_of_reshape(%m: memref<8xi32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %s = memref.alloc() : memref<2xindex>
  memref.store %c2, %s[%c0] : memref<2xindex>
  memref.store %c4, %s[%c1] : memref<2xindex>
  %a = memref.reshape %m(%s) : (memref<8xi32>, memref<2xindex>) -> memref<?x?xi32>
  %0 = memref.dim %a, %c1 : memref<?x?xi32>
  %b = memref.cast %a : memref<?x?xi32> to memref<*xi32>
  %1 = memref.rank %b : memref<*xi32>
  return %0, %1 : index, index
}

// CHECK-LABEL: func.func @rank(%arg0: memref<2x3xi32>) -> index {
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: return %c2 : index
func.func @rank(%m: memref<2x3xi32>) -> index {
  %0 = memref.rank %m : memref<2x3xi32>
  return %0 : index
}

// An expansion that changes nothing, one of a collapsed memref, a whole view.
// CHECK-LABEL: func.func @nothing_to_do(%arg0: memref<4x6xi32>, %arg1: memref<8xi32, strided<[?], offset: ?>>) -> (i32, i32, i32) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.load %arg0[%c1, %c1] : memref<4x6xi32>
// CHECK-NEXT: %1 = memref.load %arg0[%c1, %c1] : memref<4x6xi32>
// CHECK-NEXT: %2 = memref.load %arg1[%c1] : memref<8xi32, strided<[?], offset: ?>>
// CHECK-NEXT: return %0, %1, %2 : i32, i32, i32
func.func @nothing_to_do(%m: memref<4x6xi32>, %n: memref<8xi32, strided<[?], offset: ?>>) -> (i32, i32, i32) {
  %c1 = arith.constant 1 : index
  %a = memref.expand_shape %m [[0], [1]] output_shape [4, 6] : memref<4x6xi32> into memref<4x6xi32>
  %0 = memref.load %a[%c1, %c1] : memref<4x6xi32>
  %b = memref.collapse_shape %m [[0, 1]] : memref<4x6xi32> into memref<24xi32>
  %c = memref.expand_shape %b [[0, 1]] output_shape [4, 6] : memref<24xi32> into memref<4x6xi32>
  %1 = memref.load %c[%c1, %c1] : memref<4x6xi32>
  %d = memref.subview %n[0] [8] [1] : memref<8xi32, strided<[?], offset: ?>> to memref<8xi32, strided<[?], offset: ?>>
  %2 = memref.load %d[%c1] : memref<8xi32, strided<[?], offset: ?>>
  return %0, %1, %2 : i32, i32, i32
}

// CHECK-LABEL: func.func @reshapes_again(%arg0: memref<4x6xi32>) -> i32 {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %expand_shape = memref.expand_shape %arg0 {{\[\[}}0], [1, 2]] output_shape [4, 2, 3] : memref<4x6xi32> into memref<4x2x3xi32>
// CHECK-NEXT: %0 = memref.load %expand_shape[%c1, %c1, %c1] : memref<4x2x3xi32>
// CHECK-NEXT: return %0 : i32
func.func @reshapes_again(%m: memref<4x6xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %b = memref.collapse_shape %m [[0, 1]] : memref<4x6xi32> into memref<24xi32>
  %c = memref.expand_shape %b [[0, 1, 2]] output_shape [4, 2, 3] : memref<24xi32> into memref<4x2x3xi32>
  %0 = memref.load %c[%c1, %c1, %c1] : memref<4x2x3xi32>
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @scope_in_if(%arg0: i1, %arg1: i32, %arg2: memref<4xi32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %alloca = memref.alloca() : memref<4xi32>
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: memref.store %arg1, %alloca[%c0] : memref<4xi32>
// CHECK-NEXT: %0 = memref.load %alloca[%c0] : memref<4xi32>
// CHECK-NEXT: memref.store %0, %arg2[%c0] : memref<4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @scope_in_if(%c: i1, %x: i32, %m: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  scf.if %c {
    memref.alloca_scope {
      %a = memref.alloca() : memref<4xi32>
      memref.store %x, %a[%c0] : memref<4xi32>
      memref.copy %a, %a : memref<4xi32> to memref<4xi32>
      %y = memref.load %a[%c0] : memref<4xi32>
      memref.store %y, %m[%c0] : memref<4xi32>
    }
  }
  return
}

// CHECK-LABEL: func.func @scope(%arg0: i32) -> i32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %alloca = memref.alloca() : memref<4xi32>
// CHECK-NEXT: memref.store %arg0, %alloca[%c0] : memref<4xi32>
// CHECK-NEXT: %0 = memref.load %alloca[%c0] : memref<4xi32>
// CHECK-NEXT: return %0 : i32
func.func @scope(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %0 = memref.alloca_scope -> (i32) {
    %a = memref.alloca() : memref<4xi32>
    memref.store %x, %a[%c0] : memref<4xi32>
    %y = memref.load %a[%c0] : memref<4xi32>
    memref.alloca_scope.return %y : i32
  }
  return %0 : i32
}
