// RUN: optc %s --split-input-file --pass-pipeline='builtin.module(func.func(gpu-align-accesses))' | FileCheck %s

// memref.assume_alignment is about the first element, which may be anywhere in its buffer.
// CHECK-LABEL: func.func @assumed(
// CHECK: vector.load %assume_align[%c0] {alignment = 16 : i64}
// CHECK: vector.store %0, %subview_0[%c0] : memref<8xf32
// CHECK: vector.store %0, %assume_align_1[%c0] {alignment = 8 : i64}
func.func @assumed(%m: memref<64xf32> {llvm.align = 4 : i64}, %n: memref<?xf32, strided<[1], offset: ?>>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [1, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %a = memref.subview %m[1] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 1>>
  %k = memref.assume_alignment %a, 16 : memref<32xf32, strided<[1], offset: 1>>
  %x = vector.load %k[%c0] : memref<32xf32, strided<[1], offset: 1>>, vector<4xf32>
  %s = memref.subview %k[3] [8] [1] : memref<32xf32, strided<[1], offset: 1>> to memref<8xf32, strided<[1], offset: 4>>
  vector.store %x, %s[%c0] : memref<8xf32, strided<[1], offset: 4>>, vector<4xf32>
  %l = memref.assume_alignment %n, 8 : memref<?xf32, strided<[1], offset: ?>>
  vector.store %x, %l[%c0] : memref<?xf32, strided<[1], offset: ?>>, vector<4xf32>
  return
}

// -----

// A view of bytes is aligned as its source is.
// CHECK-LABEL: func.func @bytes(
// CHECK: vector.load %view[%c0] : memref<64xf32>
// CHECK: vector.store %0, %view_0[%c0] {alignment = 16 : i64}
func.func @bytes(%m: memref<256xi8> {llvm.align = 4 : i64}, %n: memref<256xi8>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [1, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %v = memref.view %m[%c0][] : memref<256xi8> to memref<64xf32>
  %x = vector.load %v[%c0] : memref<64xf32>, vector<4xf32>
  %w = memref.view %n[%c16][] : memref<256xi8> to memref<60xf32>
  vector.store %x, %w[%c0] : memref<60xf32>, vector<4xf32>
  return
}

// -----

// Strides and offsets that are not constant are multiples of numbers, too.
// CHECK-LABEL: func.func @strides(
// CHECK: vector.load %reinterpret_cast[%arg1, %c0] {alignment = 16 : i64}
// CHECK: vector.store %1, %subview[%c0] {alignment = 16 : i64}
// CHECK: vector.store %1, %subview_0[%arg1, %c0] {alignment = 16 : i64}
// CHECK: vector.store %1, %reinterpret_cast_1[%arg1, %c0] : memref<?x8xf16
func.func @strides(%m: memref<1024xf16>, %i: index, %n: index) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [1, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %s = arith.muli %n, %c8 : index
  %r = memref.reinterpret_cast %m to offset: [%s], sizes: [%n, 8], strides: [%s, 1] : memref<1024xf16> to memref<?x8xf16, strided<[?, 1], offset: ?>>
  %x = vector.load %r[%i, %c0] : memref<?x8xf16, strided<[?, 1], offset: ?>>, vector<8xf16>
  %v = memref.subview %r[%i, 0] [1, 8] [1, 1] : memref<?x8xf16, strided<[?, 1], offset: ?>> to memref<8xf16, strided<[1], offset: ?>>
  vector.store %x, %v[%c0] : memref<8xf16, strided<[1], offset: ?>>, vector<8xf16>
  %w = memref.subview %r[%i, 0] [%i, 8] [2, 1] : memref<?x8xf16, strided<[?, 1], offset: ?>> to memref<?x8xf16, strided<[?, 1], offset: ?>>
  vector.store %x, %w[%i, %c0] : memref<?x8xf16, strided<[?, 1], offset: ?>>, vector<8xf16>
  %o = memref.reinterpret_cast %m to offset: [0], sizes: [%n, 8], strides: [%n, 1] : memref<1024xf16> to memref<?x8xf16, strided<[?, 1]>>
  vector.store %x, %o[%i, %c0] : memref<?x8xf16, strided<[?, 1]>>, vector<8xf16>
  return
}

// -----

// The least and the largest of multiples, and numbers whose lowest bits are masked.
// CHECK-LABEL: func.func @indices(
// CHECK: vector.load %arg0[%0] {alignment = 16 : i64}
// CHECK: vector.store %1, %arg0[%2] {alignment = 8 : i64}
// CHECK: vector.store %1, %arg0[%3] {alignment = 8 : i64}
// CHECK: vector.store %1, %arg0[%4] : memref<1024xf16>
func.func @indices(%m: memref<1024xf16>, %i: index, %n: index) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [1, 1, 1]>} {
  %minus1 = arith.constant -1 : index
  %minus4 = arith.constant -4 : index
  %a = affine.min affine_map<(d0)[s0] -> (d0 * 16, s0 * 8)>(%i)[%n]
  %x = vector.load %m[%a] : memref<1024xf16>, vector<8xf16>
  %b = arith.andi %i, %minus4 : index
  vector.store %x, %m[%b] : memref<1024xf16>, vector<8xf16>
  %c = arith.maxsi %a, %b : index
  vector.store %x, %m[%c] : memref<1024xf16>, vector<8xf16>
  %d = arith.shli %i, %minus1 : index
  vector.store %x, %m[%d] : memref<1024xf16>, vector<8xf16>
  return
}
