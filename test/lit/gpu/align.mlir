// RUN: optc %s --split-input-file --pass-pipeline='builtin.module(gpu-set-target{chip=sm_80},func.func(gpu-align-accesses{explain}))' 2>&1 | FileCheck %s
// RUN: optc %s --split-input-file --pass-pipeline='builtin.module(gpu-set-target{chip=sm_80},func.func(gpu-align-accesses{explain}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: not optc run %s --call unaligned --arg random 2>&1 | FileCheck %s --check-prefix=CALL

// The alignment of accesses follows from the arguments, memref.assume_alignment, views and indices.

// A remark names an access that stays narrow, and the fact that limits it.

// WHY: remark: 'vector.load' op accesses 16 bytes in parts of 8: its address is known to be a multiple of 8 bytes only
// WHY: note: the buffer is known to be at a multiple of 8 bytes; --align, llvm.align of the argument or memref.assume_alignment can give more
// WHY: remark: 'vector.store' op accesses 16 bytes in parts of 4
// WHY: note: the view begins at a multiple of 4 bytes of its buffer
// WHY: remark: 'vector.store' op accesses 16 bytes in parts of 4
// WHY: note: index 0 moves the address by a multiple of 4 bytes: it is known to be a multiple of 1

// CHECK-DAG:   #[[$MAP:.+]] = affine_map<(d0) -> (d0 * 4 + 8)>
// CHECK-LABEL: func.func @views(
// CHECK-SAME:    %[[ARG0:.+]]: memref<64xf32> {llvm.align = 16 : i64}, %[[ARG1:.+]]: memref<64xf32> {llvm.align = 4 : i64}, %[[ARG2:.+]]: index) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [1, 1, 1]>} {
// CHECK-NEXT:    %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT:    %[[VAL_0:.+]] = affine.apply #[[$MAP]](%[[ARG2]])
// CHECK-NEXT:    %[[VAL_1:.+]] = vector.load %[[ARG0]][%[[VAL_0]]] {alignment = 16 : i64} : memref<64xf32>, vector<4xf32>
// CHECK-NEXT:    %[[ASSUME_ALIGN:.+]] = memref.assume_alignment %[[ARG1]], 8 : memref<64xf32>
// CHECK-NEXT:    %[[VAL_2:.+]] = vector.load %[[ASSUME_ALIGN]][%[[VAL_0]]] {alignment = 8 : i64} : memref<64xf32>, vector<4xf32>
// CHECK-NEXT:    %[[SUBVIEW:.+]] = memref.subview %[[ARG0]][%[[VAL_0]]] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
// CHECK-NEXT:    vector.store %[[VAL_1]], %[[SUBVIEW]][%[[C0]]] {alignment = 16 : i64} : memref<8xf32, strided<[1], offset: ?>>, vector<4xf32>
// CHECK-NEXT:    %[[REINTERPRET_CAST:.+]] = memref.reinterpret_cast %[[ARG0]] to offset: [%[[ARG2]]], sizes: [8], strides: [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
// CHECK-NEXT:    vector.store %[[VAL_2]], %[[REINTERPRET_CAST]][%[[C0]]] : memref<8xf32, strided<[1], offset: ?>>, vector<4xf32>
// CHECK-NEXT:    %[[VAL_3:.+]] = arith.remui %[[VAL_0]], %[[VAL_0]] : index
// CHECK-NEXT:    %[[VAL_4:.+]] = arith.shli %[[ARG2]], %[[C0]] : index
// CHECK-NEXT:    vector.store %[[VAL_2]], %[[ARG0]][%[[VAL_4]]] : memref<64xf32>, vector<4xf32>
// CHECK-NEXT:    vector.store %[[VAL_2]], %[[ARG0]][%[[VAL_3]]] {alignment = 16 : i64} : memref<64xf32>, vector<4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @views(%m: memref<64xf32>, %n: memref<64xf32> {llvm.align = 4 : i64}, %i: index) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [1, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %four = affine.apply affine_map<(d0) -> (d0 * 4 + 8)>(%i)
  %a = vector.load %m[%four] : memref<64xf32>, vector<4xf32>
  %k = memref.assume_alignment %n, 8 : memref<64xf32>
  %b = vector.load %k[%four] : memref<64xf32>, vector<4xf32>
  %s = memref.subview %m[%four] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
  vector.store %a, %s[%c0] : memref<8xf32, strided<[1], offset: ?>>, vector<4xf32>
  %r = memref.reinterpret_cast %m to offset: [%i], sizes: [8], strides: [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
  vector.store %b, %r[%c0] : memref<8xf32, strided<[1], offset: ?>>, vector<4xf32>
  %q = arith.remui %four, %four : index
  %two = arith.shli %i, %c0 : index
  vector.store %b, %m[%two] : memref<64xf32>, vector<4xf32>
  vector.store %b, %m[%q] : memref<64xf32>, vector<4xf32>
  return
}

// -----

// The simulator finds an address that is not where an access promises it.

// CALL: error: 'vector.load' op the address 0x4 is not a multiple of 16 bytes
// CHECK-LABEL: func.func @unaligned(
// CHECK-SAME:    %[[ARG0:.+]]: memref<64xf32>) {
// CHECK-NEXT:    %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT:    %[[VAL_0:.+]] = vector.load %[[ARG0]][%[[C1]]] {alignment = 16 : i64} : memref<64xf32>, vector<4xf32>
// CHECK-NEXT:    vector.store %[[VAL_0]], %[[ARG0]][%[[C1]]] : memref<64xf32>, vector<4xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @unaligned(%m: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %v = vector.load %m[%c1] {alignment = 16 : i64} : memref<64xf32>, vector<4xf32>
  vector.store %v, %m[%c1] : memref<64xf32>, vector<4xf32>
  return
}

// -----

// Products and masks of the dialect index are multiples, too.

// CHECK-LABEL: func.func @index_dialect(
// CHECK: vector.load %{{.+}}[%{{.+}}] {alignment = 16 : i64}
// CHECK: vector.load %{{.+}}[%{{.+}}] {alignment = 8 : i64}
func.func @index_dialect(%m: memref<64xf32>, %i: index) -> (vector<4xf32>, vector<4xf32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [1, 1, 1]>} {
  %four = index.constant 4
  %even = index.constant 30
  %product = index.mul %i, %four
  %masked = index.and %i, %even
  %a = vector.load %m[%product] : memref<64xf32>, vector<4xf32>
  %b = vector.load %m[%masked] : memref<64xf32>, vector<4xf32>
  return %a, %b : vector<4xf32>, vector<4xf32>
}
