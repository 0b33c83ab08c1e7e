// RUN: optc %s --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --allow-unregistered-dialect --mlir-print-op-generic | optc --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func.func @allocations(
// CHECK-NEXT: %alloc = memref.alloc() : memref<2x3xf32>
// CHECK-NEXT: %alloc_0 = memref.alloc(%arg0) {alignment = 64 : i64} : memref<?x3xi8, 1>
// CHECK-NEXT: %alloc_1 = memref.alloc(%arg0)[%arg0] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
// CHECK-NEXT: %alloca = memref.alloca(%arg0, %arg0) {test.tag} : memref<?x?xvector<4xf32>, "local">
// CHECK-NEXT: %alloc_2 = memref.alloc(%arg0) : memref<?xi8, 1>
// CHECK-NEXT: %0 = memref.realloc %alloc_2(%arg0) {alignment = 8 : i64} : memref<?xi8, 1> to memref<?xi8, 1>
// CHECK-NEXT: memref.dealloc %0 : memref<?xi8, 1>
// CHECK-NEXT: return
func.func @allocations(%n: index) {
  %0 = memref.alloc() : memref<2x3xf32>
  %1 = memref.alloc(%n) {alignment = 64 : i64} : memref<?x3xi8, 1>
  %2 = memref.alloc(%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %3 = memref.alloca(%n, %n) {test.tag} : memref<?x?xvector<4xf32>, "local">
  %5 = memref.alloc(%n) : memref<?xi8, 1>
  %4 = memref.realloc %5(%n) {alignment = 8 : i64} : memref<?xi8, 1> to memref<?xi8, 1>
  memref.dealloc %4 : memref<?xi8, 1>
  return
}

// CHECK-LABEL: func.func @scopes(
// CHECK-NEXT: memref.alloca_scope  {
// CHECK-NEXT: %alloca = memref.alloca() : memref<f32>
// CHECK-NEXT: } {test.tag}
// CHECK-NEXT: %0:2 = memref.alloca_scope  -> (f32, index) {
// CHECK-NEXT: %alloca = memref.alloca() : memref<f32>
// CHECK-NEXT: %1 = memref.load %alloca[] : memref<f32>
// CHECK-NEXT: memref.alloca_scope.return %1, %arg0 : f32, index
// CHECK-NEXT: }
// CHECK-NEXT: return %0#0, %0#1 : f32, index
func.func @scopes(%n: index) -> (f32, index) {
  memref.alloca_scope {
    %a = memref.alloca() : memref<f32>
    memref.alloca_scope.return
  } {test.tag}
  %0:2 = memref.alloca_scope -> (f32, index) {
    %b = memref.alloca() : memref<f32>
    %f = memref.load %b[] : memref<f32>
    memref.alloca_scope.return %f, %n : f32, index
  }
  return %0#0, %0#1 : f32, index
}

// CHECK-LABEL: func.func @accesses(
// CHECK-NEXT: %0 = memref.load %arg0[%arg2, %arg2] : memref<4x?xf32>
// CHECK-NEXT: %1 = memref.load %arg0[%arg2, %arg2] {alignment = 16 : i64, nontemporal = true} : memref<4x?xf32>
// CHECK-NEXT: memref.store %arg1, %arg0[%arg2, %arg2] : memref<4x?xf32>
// CHECK-NEXT: memref.store %arg1, %arg0[%arg2, %arg2] {nontemporal = true, test.tag} : memref<4x?xf32>
// CHECK-NEXT: memref.prefetch %arg0[%arg2, %arg2], read, locality<3>, data : memref<4x?xf32>
// CHECK-NEXT: memref.prefetch %arg0[%arg2, %arg2], write, locality<0>, instr : memref<4x?xf32>
// CHECK-NEXT: memref.copy %arg0, %arg0 : memref<4x?xf32> to memref<4x?xf32>
// CHECK-NEXT: %2 = memref.atomic_rmw addf %arg1, %arg0[%arg2, %arg2] : (f32, memref<4x?xf32>) -> f32
// CHECK-NEXT: %3 = memref.atomic_rmw maxu %arg4, %arg3[%arg2] {test.tag} : (i64, memref<?xi64>) -> i64
// CHECK-NEXT: %4 = memref.generic_atomic_rmw %arg3[%arg2] : memref<?xi64> {
// CHECK-NEXT: ^bb0(%arg5: i64):
// CHECK-NEXT: %5 = arith.xori %arg5, %arg4 : i64
// CHECK-NEXT: memref.atomic_yield %5 : i64
// CHECK-NEXT: } {test.tag}
// CHECK-NEXT: return
func.func @accesses(%m: memref<4x?xf32>, %v: f32, %i: index, %a: memref<?xi64>, %k: i64) {
  %0 = memref.load %m[%i, %i] : memref<4x?xf32>
  %1 = memref.load %m[%i, %i] {nontemporal = true, alignment = 16 : i64} : memref<4x?xf32>
  memref.store %v, %m[%i, %i] : memref<4x?xf32>
  memref.store %v, %m[%i, %i] {nontemporal = true, test.tag} : memref<4x?xf32>
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<4x?xf32>
  memref.prefetch %m[%i, %i], write, locality<0>, instr : memref<4x?xf32>
  memref.copy %m, %m : memref<4x?xf32> to memref<4x?xf32>
  %2 = memref.atomic_rmw addf %v, %m[%i, %i] : (f32, memref<4x?xf32>) -> f32
  %3 = memref.atomic_rmw maxu %k, %a[%i] {test.tag} : (i64, memref<?xi64>) -> i64
  %4 = memref.generic_atomic_rmw %a[%i] : memref<?xi64> {
  ^bb0(%x: i64):
    %y = arith.xori %x, %k : i64
    memref.atomic_yield %y : i64
  } {test.tag}
  return
}

// CHECK-LABEL: func.func @transfers(
// CHECK-NEXT: memref.dma_start %arg0[%arg3, %arg3], %arg1[%arg3], %arg4, %arg2[%arg3] : memref<32x4xf32>, memref<?xf32, 1>, memref<2xi32>
// CHECK-NEXT: memref.dma_start %arg1[%arg3], %arg0[%arg3, %arg4], %arg4, %arg2[%arg3], %arg4, %arg3 : memref<?xf32, 1>, memref<32x4xf32>, memref<2xi32>
// CHECK-NEXT: memref.dma_wait %arg2[%arg3], %arg4 : memref<2xi32>
// CHECK-NEXT: return
func.func @transfers(%a: memref<32x4xf32>, %b: memref<?xf32, 1>, %t: memref<2xi32>, %i: index, %n: index) {
  memref.dma_start %a[%i, %i], %b[%i], %n, %t[%i] : memref<32x4xf32>, memref<?xf32, 1>, memref<2xi32>
  memref.dma_start %b[%i], %a[%i, %n], %n, %t[%i], %n, %i : memref<?xf32, 1>, memref<32x4xf32>, memref<2xi32>
  memref.dma_wait %t[%i], %n : memref<2xi32>
  return
}

// CHECK-LABEL: func.func @queries(
// CHECK-NEXT: %dim = memref.dim %arg0, %arg2 : memref<4x?xf32, strided<[?, 2], offset: 3>, 5>
// CHECK-NEXT: %dim_0 = memref.dim {test.tag} %arg1, %arg2 : memref<*xf32>
// CHECK-NEXT: %0 = memref.rank %arg1 : memref<*xf32>
// CHECK-NEXT: %intptr = memref.extract_aligned_pointer_as_index %arg1 : memref<*xf32> -> index
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<4x?xf32, strided<[?, 2], offset: 3>, 5> -> memref<f32, 5>, index, index, index, index, index
// CHECK-NEXT: %base_buffer_1, %offset_2 = memref.extract_strided_metadata %base_buffer : memref<f32, 5> -> memref<f32, 5>, index
// CHECK-NEXT: return
func.func @queries(%m: memref<4x?xf32, strided<[?, 2], offset: 3>, 5>, %u: memref<*xf32>, %i: index) {
  %0 = memref.dim %m, %i : memref<4x?xf32, strided<[?, 2], offset: 3>, 5>
  %1 = memref.dim {test.tag} %u, %i : memref<*xf32>
  %2 = memref.rank %u : memref<*xf32>
  %3 = memref.extract_aligned_pointer_as_index %u : memref<*xf32> -> index
  %4, %5, %6:2, %7:2 = memref.extract_strided_metadata %m : memref<4x?xf32, strided<[?, 2], offset: 3>, 5> -> memref<f32, 5>, index, index, index, index, index
  %8, %9 = memref.extract_strided_metadata %4 : memref<f32, 5> -> memref<f32, 5>, index
  return
}

// CHECK-LABEL: func.func @casts(
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<4x?xf32> to memref<?x8xf32, strided<[8, 1], offset: ?>>
// CHECK-NEXT: %cast_0 = memref.cast %arg0 : memref<4x?xf32> to memref<*xf32>
// CHECK-NEXT: %cast_1 = memref.cast %arg1 : memref<*xf32> to memref<f32>
// CHECK-NEXT: %memspacecast = memref.memory_space_cast %arg2 : memref<4xf32, 1> to memref<4xf32>
// CHECK-NEXT: %memspacecast_2 = memref.memory_space_cast %arg1 : memref<*xf32> to memref<*xf32, 3>
// CHECK-NEXT: %assume_align = memref.assume_alignment %arg0, 16 : memref<4x?xf32>
// CHECK-NEXT: %0:2 = memref.distinct_objects %arg0, %arg2 : memref<4x?xf32>, memref<4xf32, 1>
// CHECK-NEXT: return
func.func @casts(%m: memref<4x?xf32>, %u: memref<*xf32>, %s: memref<4xf32, 1>) {
  %0 = memref.cast %m : memref<4x?xf32> to memref<?x8xf32, strided<[8, 1], offset: ?>>
  %1 = memref.cast %m : memref<4x?xf32> to memref<*xf32>
  %2 = memref.cast %u : memref<*xf32> to memref<f32>
  %3 = memref.memory_space_cast %s : memref<4xf32, 1> to memref<4xf32>
  %4 = memref.memory_space_cast %u : memref<*xf32> to memref<*xf32, 3>
  %5 = memref.assume_alignment %m, 16 : memref<4x?xf32>
  %6:2 = memref.distinct_objects %m, %s : memref<4x?xf32>, memref<4xf32, 1>
  return
}

// CHECK-LABEL: func.func @views(
// CHECK-NEXT: %subview = memref.subview %arg0[0, %arg3, 2] [%arg3, 1, 2] [1, 1, %arg3] : memref<8x16x4xf32, strided<[64, 4, 1]>> to memref<?x1x2xf32, strided<[64, 4, ?], offset: ?>>
// CHECK-NEXT: %subview_0 = memref.subview %arg0[0, %arg3, 2] [%arg3, 1, 2] [1, 1, 1] {test.tag} : memref<8x16x4xf32, strided<[64, 4, 1]>> to memref<?x2xf32, strided<[64, 1], offset: ?>>
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %arg1 to offset: [%arg3], sizes: [4, %arg3], strides: [%arg3, 1] : memref<*xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT: %reinterpret_cast_1 = memref.reinterpret_cast %arg0 to offset: [0], sizes: [], strides: [] : memref<8x16x4xf32, strided<[64, 4, 1]>> to memref<f32>
// CHECK-NEXT: %view = memref.view %arg2[%arg3][%arg3] : memref<?xi8> to memref<?x4xf32>
// CHECK-NEXT: %view_2 = memref.view %arg2[%arg3][] {test.tag} : memref<?xi8> to memref<4xf32>
// CHECK-NEXT: %transpose = memref.transpose %arg0 (d0, d1, d2) -> (d2, d0, d1) {test.tag} : memref<8x16x4xf32, strided<[64, 4, 1]>> to memref<4x8x16xf32, strided<[1, 64, 4]>>
// CHECK-NEXT: return
func.func @views(%m: memref<8x16x4xf32, strided<[64, 4, 1]>>, %u: memref<*xf32>, %b: memref<?xi8>, %i: index) {
  %0 = memref.subview %m[0, %i, 2] [%i, 1, 2] [1, 1, %i] : memref<8x16x4xf32, strided<[64, 4, 1]>> to memref<?x1x2xf32, strided<[64, 4, ?], offset: ?>>
  %1 = memref.subview %m[0, %i, 2] [%i, 1, 2] [1, 1, 1] {test.tag} : memref<8x16x4xf32, strided<[64, 4, 1]>> to memref<?x2xf32, strided<[64, 1], offset: ?>>
  %2 = memref.reinterpret_cast %u to offset: [%i], sizes: [4, %i], strides: [%i, 1] : memref<*xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  %3 = memref.reinterpret_cast %m to offset: [0], sizes: [], strides: [] : memref<8x16x4xf32, strided<[64, 4, 1]>> to memref<f32>
  %4 = memref.view %b[%i][%i] : memref<?xi8> to memref<?x4xf32>
  %5 = memref.view %b[%i][] {test.tag} : memref<?xi8> to memref<4xf32>
  %6 = memref.transpose %m (d0, d1, d2) -> (d2, d0, d1) {test.tag} : memref<8x16x4xf32, strided<[64, 4, 1]>> to memref<4x8x16xf32, strided<[1, 64, 4]>>
  return
}

// CHECK-LABEL: func.func @reshapes(
// CHECK-NEXT: %expand_shape = memref.expand_shape %arg0 {{\[\[}}0, 1], [2]] output_shape [%arg5, 2, 8] : memref<?x8xf32> into memref<?x2x8xf32>
// CHECK-NEXT: %expand_shape_0 = memref.expand_shape %arg1 [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %expand_shape {{\[\[}}0], [1, 2]] {test.tag} : memref<?x2x8xf32> into memref<?x16xf32>
// CHECK-NEXT: %collapse_shape_1 = memref.collapse_shape %expand_shape_0 [] : memref<1x1xf32> into memref<f32>
// CHECK-NEXT: %reshape = memref.reshape %arg2(%arg3) : (memref<*xf32>, memref<2xi32>) -> memref<?x?xf32>
// CHECK-NEXT: %reshape_2 = memref.reshape %arg0(%arg4) : (memref<?x8xf32>, memref<?xindex>) -> memref<*xf32>
// CHECK-NEXT: return
func.func @reshapes(%m: memref<?x8xf32>, %z: memref<f32>, %u: memref<*xf32>, %s: memref<2xi32>, %t: memref<?xindex>, %n: index) {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [%n, 2, 8] : memref<?x8xf32> into memref<?x2x8xf32>
  %1 = memref.expand_shape %z [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  %2 = memref.collapse_shape %0 [[0], [1, 2]] {test.tag} : memref<?x2x8xf32> into memref<?x16xf32>
  %3 = memref.collapse_shape %1 [] : memref<1x1xf32> into memref<f32>
  %4 = memref.reshape %u(%s) : (memref<*xf32>, memref<2xi32>) -> memref<?x?xf32>
  %5 = memref.reshape %m(%t) : (memref<?x8xf32>, memref<?xindex>) -> memref<*xf32>
  return
}

// CHECK: memref.global @uninitialized : memref<2xi8> = uninitialized
memref.global @uninitialized : memref<2xi8> = uninitialized
// CHECK-NEXT: memref.global "private" @declared : memref<2xf32>
memref.global "private" @declared : memref<2xf32>
// CHECK-NEXT: memref.global "private" constant @table : memref<2x2xf32> = dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> {alignment = 64 : i64}
memref.global "private" constant @table : memref<2x2xf32> = dense<[[1.0, 2.0], [3.0, 4.0]]> {alignment = 64 : i64}

// CHECK-LABEL: func.func @globals(
// CHECK-NEXT: %0 = memref.get_global @table : memref<2x2xf32>
// CHECK-NEXT: %1 = memref.get_global @uninitialized : memref<2xi8>
// CHECK-NEXT: return
func.func @globals() {
  %0 = memref.get_global @table : memref<2x2xf32>
  %1 = memref.get_global @uninitialized : memref<2xi8>
  return
}

// Which sizes of 1 are dropped is open where their strides are the same.
// CHECK-LABEL: func.func @subview_dropped_between(
// CHECK-NEXT: %subview = memref.subview %arg0[0, 0, 0] [1, %arg1, 1] [1, 1, 1] : memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>> to memref<1x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %subview_0 = memref.subview %arg0[0, 0, 0] [1, %arg1, 1] [1, 1, 1] : memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>> to memref<?x1xf32, strided<[?, ?], offset: ?>>
func.func @subview_dropped_between(%m: memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>, %n: index) {
  %0 = memref.subview %m[0, 0, 0] [1, %n, 1] [1, 1, 1] : memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>> to memref<1x?xf32, strided<[?, ?], offset: ?>>
  %1 = memref.subview %m[0, 0, 0] [1, %n, 1] [1, 1, 1] : memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>> to memref<?x1xf32, strided<[?, ?], offset: ?>>
  return
}
