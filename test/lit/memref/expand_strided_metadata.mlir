// RUN: optc %s --expand-strided-metadata --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func.func @subview(
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %0 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%strides#0]
// CHECK-NEXT: %1 = affine.apply affine_map<()[s0, s1] -> (s0 * s1)>()[%arg2, %strides#1]
// CHECK-NEXT: %2 = affine.apply affine_map<()[s0, s1, s2, s3] -> (s0 + s1 * s2 + s3 * 3)>()[%offset, %arg1, %strides#0, %strides#1]
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%2], sizes: [%arg2, 4], strides: [%0, %1] : memref<f32> to memref<?x4xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: return %reinterpret_cast : memref<?x4xf32, strided<[?, ?], offset: ?>>
func.func @subview(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>, %i: index, %n: index) -> memref<?x4xf32, strided<[?, ?], offset: ?>> {
  %0 = memref.subview %m[%i, 3] [%n, 4] [2, %n] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x4xf32, strided<[?, ?], offset: ?>>
  return %0 : memref<?x4xf32, strided<[?, ?], offset: ?>>
}

// CHECK-LABEL: func.func @subview_without_dimension(
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<4x8xf32, strided<[8, 1], offset: 3>> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %0 = affine.apply affine_map<()[s0] -> (s0 * 9 + 3)>()[%arg1]
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%0], sizes: [%arg2], strides: [2] : memref<f32> to memref<?xf32, strided<[2], offset: ?>>
// CHECK-NEXT: return %reinterpret_cast : memref<?xf32, strided<[2], offset: ?>>
func.func @subview_without_dimension(%m: memref<4x8xf32, strided<[8, 1], offset: 3>>, %i: index, %n: index) -> memref<?xf32, strided<[2], offset: ?>> {
  %0 = memref.subview %m[%i, %i] [1, %n] [1, 2] : memref<4x8xf32, strided<[8, 1], offset: 3>> to memref<?xf32, strided<[2], offset: ?>>
  return %0 : memref<?xf32, strided<[2], offset: ?>>
}

// CHECK-LABEL: func.func @expand(
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %0 = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%sizes#0]
// CHECK-NEXT: %1 = affine.apply affine_map<()[s0, s1] -> ((s0 floordiv 2) * s1)>()[%sizes#0, %strides#0]
// CHECK-NEXT: %2 = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%strides#0]
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%offset], sizes: [2, %0, 4, %sizes#1], strides: [%1, %2, %strides#0, %strides#1] : memref<f32> to memref<2x?x4x?xf32, strided<[?, ?, ?, ?], offset: ?>>
// CHECK-NEXT: return %reinterpret_cast : memref<2x?x4x?xf32, strided<[?, ?, ?, ?], offset: ?>>
func.func @expand(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>, %n: index, %k: index) -> memref<2x?x4x?xf32, strided<[?, ?, ?, ?], offset: ?>> {
  %0 = memref.expand_shape %m [[0, 1, 2], [3]] output_shape [2, %n, 4, %k] : memref<?x?xf32, strided<[?, ?], offset: ?>> into memref<2x?x4x?xf32, strided<[?, ?, ?, ?], offset: ?>>
  return %0 : memref<2x?x4x?xf32, strided<[?, ?, ?, ?], offset: ?>>
}

// With two unknown extents the given ones are used.
// CHECK-LABEL: func.func @expand_to_unknown(
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<?x8xf32> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %0 = affine.apply affine_map<()[s0] -> (s0 * 16)>()[%arg2]
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [0], sizes: [%arg1, %arg2, 2, 8], strides: [%0, 16, 8, 1] : memref<f32> to memref<?x?x2x8xf32>
// CHECK-NEXT: return %reinterpret_cast : memref<?x?x2x8xf32>
func.func @expand_to_unknown(%m: memref<?x8xf32>, %n: index, %k: index) -> memref<?x?x2x8xf32> {
  %0 = memref.expand_shape %m [[0, 1, 2], [3]] output_shape [%n, %k, 2, 8] : memref<?x8xf32> into memref<?x?x2x8xf32>
  return %0 : memref<?x?x2x8xf32>
}

// CHECK-LABEL: func.func @expand_scalar(
// CHECK-NEXT: %base_buffer, %offset = memref.extract_strided_metadata %arg0 : memref<f32, strided<[], offset: ?>> -> memref<f32>, index
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%offset], sizes: [1, 1], strides: [1, 1] : memref<f32> to memref<1x1xf32, strided<[1, 1], offset: ?>>
// CHECK-NEXT: return %reinterpret_cast : memref<1x1xf32, strided<[1, 1], offset: ?>>
func.func @expand_scalar(%m: memref<f32, strided<[], offset: ?>>) -> memref<1x1xf32, strided<[1, 1], offset: ?>> {
  %0 = memref.expand_shape %m [] output_shape [1, 1] : memref<f32, strided<[], offset: ?>> into memref<1x1xf32, strided<[1, 1], offset: ?>>
  return %0 : memref<1x1xf32, strided<[1, 1], offset: ?>>
}

// CHECK-LABEL: func.func @collapse(
// CHECK-NEXT: %base_buffer, %offset, %sizes:4, %strides:4 = memref.extract_strided_metadata %arg0 : memref<?x4x?x1xf32, strided<[?, ?, ?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index, index, index, index, index
// CHECK-NEXT: %0 = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%sizes#0]
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%offset], sizes: [%0, %sizes#2], strides: [%strides#1, %strides#2] : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: return %reinterpret_cast : memref<?x?xf32, strided<[?, ?], offset: ?>>
func.func @collapse(%m: memref<?x4x?x1xf32, strided<[?, ?, ?, ?], offset: ?>>) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
  %0 = memref.collapse_shape %m [[0, 1], [2, 3]] : memref<?x4x?x1xf32, strided<[?, ?, ?, ?], offset: ?>> into memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
}

// The stride of ones means nothing.
// CHECK-LABEL: func.func @collapse_ones(
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<1x1xf32, strided<[?, ?], offset: 2>> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [2], sizes: [1], strides: [%strides#0] : memref<f32> to memref<1xf32, strided<[?], offset: 2>>
// CHECK-NEXT: %base_buffer_0, %offset_1, %sizes_2:2, %strides_3:2 = memref.extract_strided_metadata %arg1 : memref<1x1xf32, strided<[2, 3]>> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %reinterpret_cast_4 = memref.reinterpret_cast %base_buffer_0 to offset: [0], sizes: [1], strides: [2] : memref<f32> to memref<1xf32, strided<[2]>>
// CHECK-NEXT: %base_buffer_5, %offset_6, %sizes_7:2, %strides_8:2 = memref.extract_strided_metadata %arg1 : memref<1x1xf32, strided<[2, 3]>> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %reinterpret_cast_9 = memref.reinterpret_cast %base_buffer_5 to offset: [0], sizes: [], strides: [] : memref<f32> to memref<f32, strided<[]>>
// CHECK-NEXT: return %reinterpret_cast, %reinterpret_cast_4, %reinterpret_cast_9 : memref<1xf32, strided<[?], offset: 2>>, memref<1xf32, strided<[2]>>, memref<f32, strided<[]>>
func.func @collapse_ones(%m: memref<1x1xf32, strided<[?, ?], offset: 2>>, %n: memref<1x1xf32, strided<[2, 3]>>) -> (memref<1xf32, strided<[?], offset: 2>>, memref<1xf32, strided<[2]>>, memref<f32, strided<[]>>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<1x1xf32, strided<[?, ?], offset: 2>> into memref<1xf32, strided<[?], offset: 2>>
  %1 = memref.collapse_shape %n [[0, 1]] : memref<1x1xf32, strided<[2, 3]>> into memref<1xf32, strided<[2]>>
  %2 = memref.collapse_shape %n [] : memref<1x1xf32, strided<[2, 3]>> into memref<f32, strided<[]>>
  return %0, %1, %2 : memref<1xf32, strided<[?], offset: 2>>, memref<1xf32, strided<[2]>>, memref<f32, strided<[]>>
}

// CHECK-LABEL: func.func @metadata_of_allocation(
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %alloc = memref.alloc(%arg0, %arg0) : memref<?x?xf32>
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %alloc to offset: [0], sizes: [], strides: [] : memref<?x?xf32> to memref<f32>
// CHECK-NEXT: return %reinterpret_cast, %c0, %arg0, %arg0, %arg0, %c1 : memref<f32>, index, index, index, index, index
func.func @metadata_of_allocation(%n: index) -> (memref<f32>, index, index, index, index, index) {
  %m = memref.alloc(%n, %n) : memref<?x?xf32>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1 : memref<f32>, index, index, index, index, index
}

memref.global @g : memref<2x3xf32>

// CHECK-LABEL: func.func @metadata_of_global(
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = memref.get_global @g : memref<2x3xf32>
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %0 to offset: [0], sizes: [], strides: [] : memref<2x3xf32> to memref<f32>
// CHECK-NEXT: return %reinterpret_cast, %c0, %c2, %c3, %c3, %c1 : memref<f32>, index, index, index, index, index
func.func @metadata_of_global() -> (memref<f32>, index, index, index, index, index) {
  %m = memref.get_global @g : memref<2x3xf32>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<2x3xf32> -> memref<f32>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1 : memref<f32>, index, index, index, index, index
}

// CHECK-LABEL: func.func @metadata_of_views(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %0 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%strides#0]
// CHECK-NEXT: %1 = affine.apply affine_map<()[s0, s1, s2, s3] -> (s0 + s1 * s2 + s3 * 3)>()[%offset, %arg1, %strides#0, %strides#1]
// CHECK-NEXT: return %base_buffer, %1, %arg2, %0, %base_buffer, %c0 : memref<f32>, index, index, index, memref<f32>, index
func.func @metadata_of_views(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>, %i: index, %n: index) -> (memref<f32>, index, index, index, memref<f32>, index) {
  %0 = memref.subview %m[%i, 3] [%n, 1] [2, %n] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  %1 = memref.assume_alignment %0, 16 : memref<?xf32, strided<[?], offset: ?>>
  %b, %o, %s, %t = memref.extract_strided_metadata %1 : memref<?xf32, strided<[?], offset: ?>> -> memref<f32>, index, index, index
  %b1, %o1 = memref.extract_strided_metadata %b : memref<f32> -> memref<f32>, index
  return %b, %o, %s, %t, %b1, %o1 : memref<f32>, index, index, index, memref<f32>, index
}

// CHECK-LABEL: func.func @metadata_of_casts(
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<?xf32> -> memref<f32>, index, index, index
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %arg1 to offset: [%arg3], sizes: [%arg4], strides: [3] : memref<*xf32> to memref<?xf32, strided<[3], offset: ?>>
// CHECK-NEXT: %base_buffer_0, %offset_1, %sizes_2, %strides_3 = memref.extract_strided_metadata %reinterpret_cast : memref<?xf32, strided<[3], offset: ?>> -> memref<f32>, index, index, index
// CHECK-NEXT: %base_buffer_4, %offset_5, %sizes_6, %strides_7 = memref.extract_strided_metadata %arg2 : memref<?xf32, 1> -> memref<f32, 1>, index, index, index
// CHECK-NEXT: %memspacecast = memref.memory_space_cast %base_buffer_4 : memref<f32, 1> to memref<f32, 2>
// CHECK-NEXT: return %base_buffer, %arg3, %arg4, %c3, %base_buffer_0, %memspacecast, %sizes_6 : memref<f32>, index, index, index, memref<f32>, memref<f32, 2>, index
func.func @metadata_of_casts(%m: memref<?xf32>, %u: memref<*xf32>, %p: memref<?xf32, 1>, %i: index, %n: index) -> (memref<f32>, index, index, index, memref<f32>, memref<f32, 2>, index) {
  %0 = memref.reinterpret_cast %m to offset: [%i], sizes: [%n], strides: [3] : memref<?xf32> to memref<?xf32, strided<[3], offset: ?>>
  %b, %o, %s, %t = memref.extract_strided_metadata %0 : memref<?xf32, strided<[3], offset: ?>> -> memref<f32>, index, index, index
  %1 = memref.reinterpret_cast %u to offset: [%i], sizes: [%n], strides: [3] : memref<*xf32> to memref<?xf32, strided<[3], offset: ?>>
  %b1, %o1, %s1, %t1 = memref.extract_strided_metadata %1 : memref<?xf32, strided<[3], offset: ?>> -> memref<f32>, index, index, index
  %2 = memref.memory_space_cast %p : memref<?xf32, 1> to memref<?xf32, 2>
  %b2, %o2, %s2, %t2 = memref.extract_strided_metadata %2 : memref<?xf32, 2> -> memref<f32, 2>, index, index, index
  return %b, %o, %s, %t, %b1, %b2, %s2 : memref<f32>, index, index, index, memref<f32>, memref<f32, 2>, index
}

// CHECK-LABEL: func.func @pointers(
// CHECK-NEXT: %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<?x4xf32> -> index
// CHECK-NEXT: %view = memref.view %arg1[%arg2][] : memref<64xi8> to memref<4xf32>
// CHECK-NEXT: %intptr_0 = memref.extract_aligned_pointer_as_index %view : memref<4xf32> -> index
// CHECK-NEXT: return %intptr, %intptr_0 : index, index
func.func @pointers(%m: memref<?x4xf32>, %b: memref<64xi8>, %i: index) -> (index, index) {
  %0 = memref.subview %m[%i, 1] [1, 1] [1, 1] : memref<?x4xf32> to memref<f32, strided<[], offset: ?>>
  %1 = memref.extract_aligned_pointer_as_index %0 : memref<f32, strided<[], offset: ?>> -> index
  %2 = memref.view %b[%i][] : memref<64xi8> to memref<4xf32>
  %3 = memref.extract_aligned_pointer_as_index %2 : memref<4xf32> -> index
  return %1, %3 : index, index
}

// CHECK-LABEL: func.func @metadata_of_row(%arg0: index) -> (memref<f32>, index, index, index, memref<f32>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %alloc = memref.alloc(%arg0) : memref<?xf32>
// CHECK-NEXT:   %reinterpret_cast = memref.reinterpret_cast %alloc to offset: [0], sizes: [], strides: [] : memref<?xf32> to memref<f32>
// CHECK-NEXT:   %alloca = memref.alloca() : memref<f32>
// CHECK-NEXT:   return %reinterpret_cast, %c0, %arg0, %c1, %alloca : memref<f32>, index, index, index, memref<f32>
// CHECK-NEXT: }
func.func @metadata_of_row(%n: index) -> (memref<f32>, index, index, index, memref<f32>) {
  %m = memref.alloc(%n) : memref<?xf32>
  %b, %o, %s, %t = memref.extract_strided_metadata %m : memref<?xf32> -> memref<f32>, index, index, index
  %c = memref.alloca() : memref<f32>
  %b1, %o1 = memref.extract_strided_metadata %c : memref<f32> -> memref<f32>, index
  return %b, %o, %s, %t, %b1 : memref<f32>, index, index, index, memref<f32>
}
