// RUN: optc %s --expand-strided-metadata --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// All that a view becomes is where the view was.
// CHECK-LABEL: func.func @subview(
// CHECK-NEXT:   %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index loc("view")
// CHECK-NEXT:   %0 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%strides#0] loc("view")
// CHECK-NEXT:   %1 = affine.apply affine_map<()[s0, s1] -> (s0 * s1)>()[%arg2, %strides#1] loc("view")
// CHECK-NEXT:   %2 = affine.apply affine_map<()[s0, s1, s2, s3] -> (s0 + s1 * s2 + s3 * 3)>()[%offset, %arg1, %strides#0, %strides#1] loc("view")
// CHECK-NEXT:   %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%2], sizes: [%arg2, 4], strides: [%0, %1] : memref<f32> to memref<?x4xf32, strided<[?, ?], offset: ?>> loc("view")
// CHECK-NEXT:   return %reinterpret_cast : memref<?x4xf32, strided<[?, ?], offset: ?>> loc("return")
// CHECK-NEXT: } loc("function")
func.func @subview(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>, %i: index, %n: index) -> memref<?x4xf32, strided<[?, ?], offset: ?>> {
  %0 = memref.subview %m[%i, 3] [%n, 4] [2, %n] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x4xf32, strided<[?, ?], offset: ?>> loc("view")
  return %0 : memref<?x4xf32, strided<[?, ?], offset: ?>> loc("return")
} loc("function")

// CHECK-LABEL: func.func @metadata(
// CHECK-NEXT:   %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<?x?xf32> -> memref<f32>, index, index, index, index, index loc("view")
// CHECK-NEXT:   %0 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%strides#0] loc("view")
// CHECK-NEXT:   %1 = affine.apply affine_map<()[s0, s1] -> (s0 * s1 + 3)>()[%arg1, %strides#0] loc("view")
// CHECK-NEXT:   return %base_buffer, %1, %arg2, %0 : memref<f32>, index, index, index loc("return")
// CHECK-NEXT: } loc("function")
func.func @metadata(%m: memref<?x?xf32>, %i: index, %n: index) -> (memref<f32>, index, index, index) {
  %0 = memref.subview %m[%i, 3] [%n, 1] [2, %n] : memref<?x?xf32> to memref<?xf32, strided<[?], offset: ?>> loc("view")
  %b, %o, %s, %t = memref.extract_strided_metadata %0 : memref<?xf32, strided<[?], offset: ?>> -> memref<f32>, index, index, index loc("metadata")
  return %b, %o, %s, %t : memref<f32>, index, index, index loc("return")
} loc("function")
