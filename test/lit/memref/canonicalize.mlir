// RUN: optc %s --canonicalize --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s

// Constant extents become static, negative ones stay; attributes besides the alignment are lost.
// CHECK-LABEL: func.func @alloc_constant_extents(
// CHECK-NEXT: %c-4 = arith.constant -4 : index
// CHECK-NEXT: %alloc = memref.alloc(%arg0, %c-4)[%arg0] {alignment = 16 : i64} : memref<4x?x?xf32, affine_map<(d0, d1, d2)[s0] -> (d0, d1 + s0, d2)>>
// CHECK-NEXT: %cast = memref.cast %alloc : memref<4x?x?xf32, affine_map<(d0, d1, d2)[s0] -> (d0, d1 + s0, d2)>> to memref<?x?x?xf32, affine_map<(d0, d1, d2)[s0] -> (d0, d1 + s0, d2)>>
// CHECK-NEXT: return %cast : memref<?x?x?xf32, affine_map<(d0, d1, d2)[s0] -> (d0, d1 + s0, d2)>>
func.func @alloc_constant_extents(%n: index) -> memref<?x?x?xf32, affine_map<(d0, d1, d2)[s0] -> (d0, d1 + s0, d2)>> {
  %c4 = arith.constant 4 : index
  %c-4 = arith.constant -4 : index
  %a = memref.alloc(%c4, %n, %c-4)[%n] {alignment = 16, test.tag} : memref<?x?x?xf32, affine_map<(d0, d1, d2)[s0] -> (d0, d1 + s0, d2)>>
  return %a : memref<?x?x?xf32, affine_map<(d0, d1, d2)[s0] -> (d0, d1 + s0, d2)>>
}

// CHECK-LABEL: func.func @alloca_constant_extents(
// CHECK-NEXT: %alloca = memref.alloca(%arg0) : memref<4x?xf32>
// CHECK-NEXT: %0 = memref.load %alloca[%arg0, %arg0] : memref<4x?xf32>
// CHECK-NEXT: return %0 : f32
func.func @alloca_constant_extents(%n: index) -> f32 {
  %c4 = arith.constant 4 : index
  %a = memref.alloca(%c4, %n) : memref<?x?xf32>
  %f = memref.load %a[%n, %n] : memref<?x?xf32>
  return %f : f32
}

// What is only written and freed is erased.
// CHECK-LABEL: func.func @dead_allocations(
// CHECK-NEXT: return
func.func @dead_allocations(%n: index, %f: f32, %c: i1) {
  %a = memref.alloc(%n) : memref<?xf32>
  memref.store %f, %a[%n] : memref<?xf32>
  %b = memref.alloca() : memref<4xf32>
  scf.if %c {
    memref.store %f, %b[%n] : memref<4xf32>
  }
  %r = memref.realloc %a : memref<?xf32> to memref<4xf32>
  memref.store %f, %r[%n] : memref<4xf32>
  memref.dealloc %r : memref<4xf32>
  return
}

// CHECK-LABEL: func.func @live_allocations(
// CHECK-NEXT: %alloc = memref.alloc(%arg0) : memref<?xf32>
// CHECK-NEXT: memref.store %alloc, %arg1[] : memref<memref<?xf32>>
// CHECK-NEXT: %alloca = memref.alloca() : memref<4xf32>
// CHECK-NEXT: "test.use"(%alloca) : (memref<4xf32>) -> ()
// CHECK-NEXT: return
func.func @live_allocations(%n: index, %m: memref<memref<?xf32>>) {
  %a = memref.alloc(%n) : memref<?xf32>
  memref.store %a, %m[] : memref<memref<?xf32>>
  %b = memref.alloca() : memref<4xf32>
  "test.use"(%b) : (memref<4xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @scope_without_allocation(
// CHECK-NEXT: %0 = arith.addf %arg0, %arg0 : f32
// CHECK-NEXT: return %0 : f32
func.func @scope_without_allocation(%f: f32) -> f32 {
  %r = memref.alloca_scope -> (f32) {
    %x = arith.addf %f, %f : f32
    memref.alloca_scope.return %x : f32
  }
  return %r : f32
}

// CHECK-LABEL: func.func @last_scope_of_function(
// CHECK-NEXT: %alloca = memref.alloca() : memref<4xf32>
// CHECK-NEXT: "test.use"(%alloca) : (memref<4xf32>) -> ()
// CHECK-NEXT: return
func.func @last_scope_of_function() {
  memref.alloca_scope {
    %x = memref.alloca() : memref<4xf32>
    "test.use"(%x) : (memref<4xf32>) -> ()
  }
  return
}

// Allocations move out of the operations around that end with the function.
// CHECK-LABEL: func.func @hoisted_from_scope(
// CHECK-NEXT: %alloca = memref.alloca() : memref<4xf32>
// CHECK-NEXT: %alloca_0 = memref.alloca(%arg1) : memref<?xf32>
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: memref.alloca_scope  {
// CHECK-NEXT: func.call @use(%alloca, %alloca_0) : (memref<4xf32>, memref<?xf32>) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @hoisted_from_scope(%c: i1, %n: index) {
  scf.if %c {
    memref.alloca_scope {
      %x = memref.alloca() : memref<4xf32>
      %y = memref.alloca(%n) : memref<?xf32>
      func.call @use(%x, %y) : (memref<4xf32>, memref<?xf32>) -> ()
    }
  }
  return
}

// CHECK-LABEL: func.func @not_hoisted_from_loop(
// CHECK-NEXT: return
func.func @not_hoisted_from_loop(%n: index) {
  scf.for %i = %n to %n step %n {
    memref.alloca_scope {
      %x = memref.alloca() : memref<4xf32>
      %y = memref.alloca(%i) : memref<?xf32>
      func.call @use(%x, %y) : (memref<4xf32>, memref<?xf32>) -> ()
    }
    "test.after"() : () -> ()
  }
  return
}

func.func private @use(memref<4xf32>, memref<?xf32>)

// CHECK-LABEL: func.func @alignment_promised_twice(
// CHECK-NEXT: %assume_align = memref.assume_alignment %arg0, 8 : memref<4xf32>
// CHECK-NEXT: %assume_align_0 = memref.assume_alignment %assume_align, 16 : memref<4xf32>
// CHECK-NEXT: return %assume_align, %assume_align_0 : memref<4xf32>, memref<4xf32>
func.func @alignment_promised_twice(%m: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  %0 = memref.assume_alignment %m, 8 : memref<4xf32>
  %1 = memref.assume_alignment %0, 8 : memref<4xf32>
  %2 = memref.assume_alignment %1, 16 : memref<4xf32>
  return %1, %2 : memref<4xf32>, memref<4xf32>
}

// CHECK-LABEL: func.func @casts(
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<4x?xf32> to memref<?x?xf32>
// CHECK-NEXT: %cast_0 = memref.cast %arg0 : memref<4x?xf32> to memref<?x?xf32>
// CHECK-NEXT: %cast_1 = memref.cast %arg1 : memref<*xf32> to memref<?xf32>
// CHECK-NEXT: %cast_2 = memref.cast %cast_1 : memref<?xf32> to memref<*xf32>
// CHECK-NEXT: return %cast, %arg0, %cast_0, %cast_2, %arg0 : memref<?x?xf32>, memref<4x?xf32>, memref<?x?xf32>, memref<*xf32>, memref<4x?xf32>
func.func @casts(%m: memref<4x?xf32>, %u: memref<*xf32>) -> (memref<?x?xf32>, memref<4x?xf32>, memref<?x?xf32>, memref<*xf32>, memref<4x?xf32>) {
  %0 = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  %1 = memref.cast %0 : memref<?x?xf32> to memref<4x?xf32>
  %2 = memref.cast %0 : memref<?x?xf32> to memref<*xf32>
  %3 = memref.cast %2 : memref<*xf32> to memref<?x?xf32>
  %4 = memref.cast %u : memref<*xf32> to memref<?xf32>
  %5 = memref.cast %4 : memref<?xf32> to memref<*xf32>
  %6 = memref.cast %m : memref<4x?xf32> to memref<4x?xf32>
  return %0, %1, %3, %5, %6 : memref<?x?xf32>, memref<4x?xf32>, memref<?x?xf32>, memref<*xf32>, memref<4x?xf32>
}

// CHECK-LABEL: func.func @memory_space_casts(
// CHECK-NEXT: %memspacecast = memref.memory_space_cast %arg0 : memref<4xf32, 1> to memref<4xf32, 2>
// CHECK-NEXT: return %memspacecast, %arg0 : memref<4xf32, 2>, memref<4xf32, 1>
func.func @memory_space_casts(%m: memref<4xf32, 1>) -> (memref<4xf32, 2>, memref<4xf32, 1>) {
  %0 = memref.memory_space_cast %m : memref<4xf32, 1> to memref<4xf32>
  %1 = memref.memory_space_cast %0 : memref<4xf32> to memref<4xf32, 2>
  %2 = memref.memory_space_cast %0 : memref<4xf32> to memref<4xf32, 1>
  return %1, %2 : memref<4xf32, 2>, memref<4xf32, 1>
}

// CHECK-LABEL: func.func @copies(
// CHECK-NEXT: memref.copy %arg0, %arg3 : memref<4xf32> to memref<4xf32>
// CHECK-NEXT: %cast = memref.cast %arg2 : memref<?x?xf32> to memref<?x4xf32>
// CHECK-NEXT: %cast_0 = memref.cast %arg2 : memref<?x?xf32> to memref<4x?xf32>
// CHECK-NEXT: memref.copy %cast, %cast_0 : memref<?x4xf32> to memref<4x?xf32>
// CHECK-NEXT: return
func.func @copies(%m: memref<4xf32>, %n: memref<0x?xf32>, %o: memref<?x?xf32>, %t: memref<4xf32>) {
  memref.copy %m, %m : memref<4xf32> to memref<4xf32>
  memref.copy %n, %o : memref<0x?xf32> to memref<?x?xf32>
  memref.copy %o, %n : memref<?x?xf32> to memref<0x?xf32>
  %0 = memref.cast %m : memref<4xf32> to memref<?xf32>
  memref.copy %0, %m : memref<?xf32> to memref<4xf32>
  %1 = memref.cast %m : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  %2 = memref.cast %t : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  memref.copy %1, %2 : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
  %3 = memref.cast %o : memref<?x?xf32> to memref<?x4xf32>
  %4 = memref.cast %o : memref<?x?xf32> to memref<4x?xf32>
  memref.copy %3, %4 : memref<?x4xf32> to memref<4x?xf32>
  return
}

// CHECK-LABEL: func.func @users_take_casts_away(
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<4xf32> to memref<?xf32>
// CHECK-NEXT: %0 = memref.atomic_rmw addf %arg4, %arg0[%arg3] : (f32, memref<4xf32>) -> f32
// CHECK-NEXT: memref.prefetch %arg0[%arg3], read, locality<3>, data : memref<4xf32>
// CHECK-NEXT: %1 = memref.load %arg0[%arg3] : memref<4xf32>
// CHECK-NEXT: memref.store %1, %arg0[%arg3] : memref<4xf32>
// CHECK-NEXT: memref.store %cast, %arg2[] : memref<memref<?xf32>>
// CHECK-NEXT: memref.dma_start %arg0[%arg3], %arg0[%arg3], %arg3, %arg1[%arg3] : memref<4xf32>, memref<4xf32>, memref<1xi32>
// CHECK-NEXT: memref.dma_wait %arg1[%arg3], %arg3 : memref<1xi32>
// CHECK-NEXT: memref.dealloc %arg0 : memref<4xf32>
// CHECK-NEXT: return %0 : f32
func.func @users_take_casts_away(%m: memref<4xf32>, %tag: memref<1xi32>, %e: memref<memref<?xf32>>, %i: index, %v: f32) -> f32 {
  %a = memref.cast %m : memref<4xf32> to memref<?xf32>
  %t = memref.cast %tag : memref<1xi32> to memref<?xi32>
  %0 = memref.atomic_rmw addf %v, %a[%i] : (f32, memref<?xf32>) -> f32
  memref.prefetch %a[%i], read, locality<3>, data : memref<?xf32>
  %1 = memref.load %a[%i] : memref<?xf32>
  memref.store %1, %a[%i] : memref<?xf32>
  memref.store %a, %e[] : memref<memref<?xf32>>
  memref.dma_start %a[%i], %a[%i], %i, %t[%i] : memref<?xf32>, memref<?xf32>, memref<?xi32>
  memref.dma_wait %t[%i], %i : memref<?xi32>
  memref.dealloc %a : memref<?xf32>
  return %0 : f32
}

// CHECK-LABEL: func.func @ranks(
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = memref.rank %arg1 : memref<*xf32>
// CHECK-NEXT: return %c2, %0 : index, index
func.func @ranks(%m: memref<?x4xf32>, %u: memref<*xf32>) -> (index, index) {
  %0 = memref.rank %m : memref<?x4xf32>
  %1 = memref.rank %u : memref<*xf32>
  return %0, %1 : index, index
}

// CHECK-LABEL: func.func @extents(
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %dim = memref.dim %arg0, %c2 : memref<4x?xf32>
// CHECK-NEXT: return %c4, %arg2, %arg2, %arg1, %c4, %dim : index, index, index, index, index, index
func.func @extents(%m: memref<4x?xf32>, %n: index, %k: index, %b: memref<?xi8>) -> (index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = memref.dim %m, %c0 : memref<4x?xf32>
  %a = memref.alloc(%n, %k) : memref<?x4x?xf32>
  %1 = memref.dim %a, %c2 : memref<?x4x?xf32>
  %v = memref.view %b[%n][%n, %k] : memref<?xi8> to memref<?x?xf32>
  %2 = memref.dim %v, %c1 : memref<?x?xf32>
  %s = memref.subview %a[0, %n, %n] [1, 2, %n] [1, 1, %n] : memref<?x4x?xf32> to memref<2x?xf32, strided<[?, ?], offset: ?>>
  %3 = memref.dim %s, %c1 : memref<2x?xf32, strided<[?, ?], offset: ?>>
  %c = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  %4 = memref.dim %c, %c0 : memref<?x?xf32>
  %5 = memref.dim %m, %c2 : memref<4x?xf32>
  return %0, %1, %2, %3, %4, %5 : index, index, index, index, index, index
}

// Right behind the reshape its shape is as it was.
// CHECK-LABEL: func.func @extent_of_reshape(
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.load %arg1[%c1] : memref<2xi32>
// CHECK-NEXT: %1 = arith.index_cast %0 : i32 to index
// CHECK-NEXT: %reshape = memref.reshape %arg0(%arg2) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
// CHECK-NEXT: %2 = memref.load %arg2[%arg3] : memref<?xindex>
// CHECK-NEXT: %3 = "test.later"() : () -> index
// CHECK-NEXT: %dim = memref.dim %reshape, %3 : memref<*xf32>
// CHECK-NEXT: return %1, %2, %dim : index, index, index
func.func @extent_of_reshape(%m: memref<*xf32>, %s: memref<2xi32>, %t: memref<?xindex>, %i: index) -> (index, index, index) {
  %c1 = arith.constant 1 : index
  %0 = memref.reshape %m(%s) : (memref<*xf32>, memref<2xi32>) -> memref<?x?xf32>
  %1 = memref.reshape %m(%t) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
  %j = "test.later"() : () -> index
  %2 = memref.dim %0, %c1 : memref<?x?xf32>
  %3 = memref.dim %1, %i : memref<*xf32>
  %4 = memref.dim %1, %j : memref<*xf32>
  return %2, %3, %4 : index, index, index
}

// CHECK-LABEL: func.func @metadata_of_type(
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<4x8xf32, strided<[8, 1], offset: 3>> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: return %base_buffer, %c3, %c4, %c8, %c8, %c1 : memref<f32>, index, index, index, index, index
func.func @metadata_of_type(%m: memref<4x8xf32, strided<[8, 1], offset: 3>>) -> (memref<f32>, index, index, index, index, index) {
  %c = memref.cast %m : memref<4x8xf32, strided<[8, 1], offset: 3>> to memref<?x8xf32, strided<[?, 1], offset: ?>>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %c : memref<?x8xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0, %t#1 : memref<f32>, index, index, index, index, index
}

// CHECK-LABEL: func.func @reinterpret_constants(
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [%arg1], sizes: [4, %arg1], strides: [%arg1, -1] : memref<4x?xf32> to memref<4x?xf32, strided<[?, -1], offset: ?>>
// CHECK-NEXT: %cast = memref.cast %reinterpret_cast : memref<4x?xf32, strided<[?, -1], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: return %cast : memref<?x?xf32, strided<[?, ?], offset: ?>>
func.func @reinterpret_constants(%m: memref<4x?xf32>, %n: index) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
  %c4 = arith.constant 4 : index
  %c-1 = arith.constant -1 : index
  %0 = memref.reinterpret_cast %m to offset: [%n], sizes: [%c4, %n], strides: [%n, %c-1] : memref<4x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
}

// CHECK-LABEL: func.func @reinterpret_views(
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %arg1 to offset: [0], sizes: [%arg2], strides: [1] : memref<*xf32> to memref<?xf32>
// CHECK-NEXT: %reinterpret_cast_0 = memref.reinterpret_cast %arg0 to offset: [0], sizes: [4], strides: [1] : memref<4x8xf32> to memref<4xf32>
// CHECK-NEXT: %subview = memref.subview %arg0[1, 0] [1, 4] [1, 2] : memref<4x8xf32> to memref<4xf32, strided<[2], offset: 8>>
// CHECK-NEXT: %reinterpret_cast_1 = memref.reinterpret_cast %subview to offset: [0], sizes: [4], strides: [1] : memref<4xf32, strided<[2], offset: 8>> to memref<4xf32>
// CHECK-NEXT: return %arg0, %reinterpret_cast, %reinterpret_cast_0, %reinterpret_cast_1 : memref<4x8xf32>, memref<?xf32>, memref<4xf32>, memref<4xf32>
func.func @reinterpret_views(%m: memref<4x8xf32>, %u: memref<*xf32>, %n: index) -> (memref<4x8xf32>, memref<?xf32>, memref<4xf32>, memref<4xf32>) {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4, 8], strides: [8, 1] : memref<4x8xf32> to memref<4x8xf32>
  %c = memref.cast %u : memref<*xf32> to memref<?xf32>
  %1 = memref.reinterpret_cast %c to offset: [0], sizes: [%n], strides: [1] : memref<?xf32> to memref<?xf32>
  %a = memref.subview %m[0, 0] [1, 4] [1, 2] : memref<4x8xf32> to memref<4xf32, strided<[2]>>
  %2 = memref.reinterpret_cast %a to offset: [0], sizes: [4], strides: [1] : memref<4xf32, strided<[2]>> to memref<4xf32>
  %b = memref.subview %m[1, 0] [1, 4] [1, 2] : memref<4x8xf32> to memref<4xf32, strided<[2], offset: 8>>
  %3 = memref.reinterpret_cast %b to offset: [0], sizes: [4], strides: [1] : memref<4xf32, strided<[2], offset: 8>> to memref<4xf32>
  return %0, %1, %2, %3 : memref<4x8xf32>, memref<?xf32>, memref<4xf32>, memref<4xf32>
}

// CHECK-LABEL: func.func @reinterpret_metadata(
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<?x8xf32, strided<[8, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<?x8xf32, strided<[8, 1], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [%sizes#0, 8], strides: [8, 1] : memref<?x8xf32, strided<[8, 1], offset: ?>> to memref<?x8xf32>
// CHECK-NEXT: return %cast, %arg0, %reinterpret_cast : memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x8xf32, strided<[8, 1], offset: ?>>, memref<?x8xf32>
func.func @reinterpret_metadata(%m: memref<?x8xf32, strided<[8, 1], offset: ?>>) -> (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x8xf32, strided<[8, 1], offset: ?>>, memref<?x8xf32>) {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<?x8xf32, strided<[8, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  %0 = memref.reinterpret_cast %b to offset: [%o], sizes: [%s#0, %s#1], strides: [%t#0, %t#1] : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %1 = memref.reinterpret_cast %b to offset: [%o], sizes: [%s#0, 8], strides: [8, 1] : memref<f32> to memref<?x8xf32, strided<[8, 1], offset: ?>>
  %2 = memref.reinterpret_cast %b to offset: [0], sizes: [%s#0, 8], strides: [8, 1] : memref<f32> to memref<?x8xf32>
  return %0, %1, %2 : memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x8xf32, strided<[8, 1], offset: ?>>, memref<?x8xf32>
}

// Offsets, sizes and strides in turn; a stride of zero stays a value, and so does what leaves the source.
// CHECK-LABEL: func.func @subview_constants(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %subview = memref.subview %arg0[0, 1, %arg1] [8, %arg1, 1] [1, 1, 1] : memref<8x16x4xf32> to memref<8x?x1xf32, strided<[64, 4, 1], offset: ?>>
// CHECK-NEXT: %cast = memref.cast %subview : memref<8x?x1xf32, strided<[64, 4, 1], offset: ?>> to memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>
// CHECK-NEXT: %subview_0 = memref.subview %arg0[0, 1, %arg1] [8, 1, %arg1] [1, 1, 1] : memref<8x16x4xf32> to memref<8x?xf32, strided<[64, 1], offset: ?>>
// CHECK-NEXT: %cast_1 = memref.cast %subview_0 : memref<8x?xf32, strided<[64, 1], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: %subview_2 = memref.subview %arg0[%arg1, %arg1, %arg1] [%arg1, %arg1, %arg1] [%c0, %c1, %c1] : memref<8x16x4xf32> to memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>
// CHECK-NEXT: %subview_3 = memref.subview %arg0[%c8, %arg1, %arg1] [%arg1, %arg1, %arg1] [%arg1, %arg1, %arg1] : memref<8x16x4xf32> to memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>
// CHECK-NEXT: return %cast, %cast_1, %subview_2, %subview_3 : memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>, memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>
func.func @subview_constants(%m: memref<8x16x4xf32>, %n: index) -> (memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>, memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = memref.subview %m[%c0, %c1, %n] [%c8, %n, %c1] [%c1, %c1, %c1] : memref<8x16x4xf32> to memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>
  %1 = memref.subview %m[%c0, %c1, %n] [%c8, 1, %n] [%c1, %c1, %c1] : memref<8x16x4xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %2 = memref.subview %m[%n, %n, %n] [%n, %n, %n] [%c0, %c1, %c1] : memref<8x16x4xf32> to memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>
  %3 = memref.subview %m[%c8, %n, %n] [%n, %n, %n] [%n, %n, %n] : memref<8x16x4xf32> to memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>
  return %0, %1, %2, %3 : memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>, memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>
}

// CHECK-LABEL: func.func @subview_of_cast(
// CHECK-NEXT: %subview = memref.subview %arg0[0, 0] [3, 4] [1, 1] : memref<16x16xf32> to memref<3x4xf32, strided<[16, 1]>>
// CHECK-NEXT: %cast = memref.cast %subview : memref<3x4xf32, strided<[16, 1]>> to memref<3x4xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT: %subview_0 = memref.subview %arg0[2, 1] [1, %arg1] [1, 1] : memref<16x16xf32> to memref<?xf32, strided<[1], offset: 33>>
// CHECK-NEXT: %cast_1 = memref.cast %subview_0 : memref<?xf32, strided<[1], offset: 33>> to memref<?xf32, strided<[1], offset: ?>>
// CHECK-NEXT: return %cast, %cast_1 : memref<3x4xf32, strided<[?, 1], offset: ?>>, memref<?xf32, strided<[1], offset: ?>>
func.func @subview_of_cast(%m: memref<16x16xf32>, %n: index) -> (memref<3x4xf32, strided<[?, 1], offset: ?>>, memref<?xf32, strided<[1], offset: ?>>) {
  %0 = memref.cast %m : memref<16x16xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  %1 = memref.subview %0[0, 0] [3, 4] [1, 1] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<3x4xf32, strided<[?, 1], offset: ?>>
  %2 = memref.subview %0[2, 1] [1, %n] [1, 1] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  return %1, %2 : memref<3x4xf32, strided<[?, 1], offset: ?>>, memref<?xf32, strided<[1], offset: ?>>
}

// Where strides decide which dimension of size 1 is missing, they are those of the subview.
// CHECK-LABEL: func.func @subview_dropped_by_stride(
// CHECK-NEXT: %subview = memref.subview %arg0[0, 0, 0] [1, 1, %arg1] [1, 1, 1] : memref<?x?x?xf32> to memref<1x?xf32, strided<[?, 1]>>
// CHECK-NEXT: %cast = memref.cast %subview : memref<1x?xf32, strided<[?, 1]>> to memref<1x?xf32, strided<[?, ?]>>
// CHECK-NEXT: return %cast, %arg1 : memref<1x?xf32, strided<[?, ?]>>, index
func.func @subview_dropped_by_stride(%m: memref<?x?x?xf32>, %n: index) -> (memref<1x?xf32, strided<[?, ?]>>, index) {
  %c1 = arith.constant 1 : index
  %0 = memref.subview %m[0, 0, 0] [1, 1, %n] [1, 1, %c1] : memref<?x?x?xf32> to memref<1x?xf32, strided<[?, ?]>>
  %1 = memref.dim %0, %c1 : memref<1x?xf32, strided<[?, ?]>>
  return %0, %1 : memref<1x?xf32, strided<[?, ?]>>, index
}

// Which of several sizes of 1 is missing does not matter if the types are equal.
// CHECK-LABEL: func.func @subview_dropped_either(
// CHECK-NEXT: %subview = memref.subview %arg0[%arg2, %arg2, %arg2, 0] [1, 4, 1, 1] [1, 1, 1, 1] : memref<2x5x7x1xf32> to memref<1x4x1xf32, strided<[35, 7, 1], offset: ?>>
// CHECK-NEXT: %cast = memref.cast %subview : memref<1x4x1xf32, strided<[35, 7, 1], offset: ?>> to memref<?x4x?xf32, strided<[35, 7, 1], offset: ?>>
// CHECK-NEXT: %subview_0 = memref.subview %arg1[0, 0] [1, 1] [1, 1] : memref<?x?xf32> to memref<1xf32, strided<[?]>>
// CHECK-NEXT: %cast_1 = memref.cast %subview_0 : memref<1xf32, strided<[?]>> to memref<1xf32, strided<[?], offset: ?>>
// CHECK-NEXT: return %cast, %cast_1 : memref<?x4x?xf32, strided<[35, 7, 1], offset: ?>>, memref<1xf32, strided<[?], offset: ?>>
func.func @subview_dropped_either(%m: memref<2x5x7x1xf32>, %s: memref<?x?xf32>, %i: index) -> (memref<?x4x?xf32, strided<[35, 7, 1], offset: ?>>, memref<1xf32, strided<[?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.subview %m[%i, %i, %i, 0] [%c1, 4, %c1, 1] [1, 1, 1, 1] : memref<2x5x7x1xf32> to memref<?x4x?xf32, strided<[35, 7, 1], offset: ?>>
  %1 = memref.subview %s[%c0, %c0] [1, 1] [%c1, %c1] : memref<?x?xf32> to memref<1xf32, strided<[?], offset: ?>>
  return %0, %1 : memref<?x4x?xf32, strided<[35, 7, 1], offset: ?>>, memref<1xf32, strided<[?], offset: ?>>
}

// CHECK-LABEL: func.func @subview_of_everything(
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
// CHECK-NEXT: %subview = memref.subview %arg1[%arg2, 0] [4, %arg3] [1, 1] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<4x?xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT: %subview_0 = memref.subview %subview[0, 0] [4, %arg2] [1, 1] : memref<4x?xf32, strided<[?, 1], offset: ?>> to memref<4x?xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT: return %cast, %cast, %subview, %subview_0 : memref<4x8xf32, strided<[8, 1]>>, memref<4x8xf32, strided<[8, 1]>>, memref<4x?xf32, strided<[?, 1], offset: ?>>, memref<4x?xf32, strided<[?, 1], offset: ?>>
func.func @subview_of_everything(%m: memref<4x8xf32>, %d: memref<?x?xf32, strided<[?, 1], offset: ?>>, %i: index, %n: index) -> (memref<4x8xf32, strided<[8, 1]>>, memref<4x8xf32, strided<[8, 1]>>, memref<4x?xf32, strided<[?, 1], offset: ?>>, memref<4x?xf32, strided<[?, 1], offset: ?>>) {
  %0 = memref.subview %m[0, 0] [4, 8] [1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  %1 = memref.subview %0[0, 0] [4, 8] [1, 1] : memref<4x8xf32, strided<[8, 1]>> to memref<4x8xf32, strided<[8, 1]>>
  %2 = memref.subview %d[%i, 0] [4, %n] [1, 1] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  %3 = memref.subview %2[0, 0] [4, %n] [1, 1] : memref<4x?xf32, strided<[?, 1], offset: ?>> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  %4 = memref.subview %2[0, 0] [4, %i] [1, 1] : memref<4x?xf32, strided<[?, 1], offset: ?>> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  return %0, %1, %3, %4 : memref<4x8xf32, strided<[8, 1]>>, memref<4x8xf32, strided<[8, 1]>>, memref<4x?xf32, strided<[?, 1], offset: ?>>, memref<4x?xf32, strided<[?, 1], offset: ?>>
}

// CHECK-LABEL: func.func @byte_views(
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %view = memref.view %arg0[%c4][%arg1] : memref<64xi8> to memref<4x?xf32>
// CHECK-NEXT: %cast = memref.cast %view : memref<4x?xf32> to memref<?x?xf32>
// CHECK-NEXT: %view_0 = memref.view %arg0[%c4][] : memref<64xi8> to memref<64xi8>
// CHECK-NEXT: %view_1 = memref.view %arg0[%arg1][%arg1] : memref<64xi8> to memref<?xf32>
// CHECK-NEXT: return %cast, %arg0, %view_0, %view_1 : memref<?x?xf32>, memref<64xi8>, memref<64xi8>, memref<?xf32>
func.func @byte_views(%m: memref<64xi8>, %n: index) -> (memref<?x?xf32>, memref<64xi8>, memref<64xi8>, memref<?xf32>) {
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %0 = memref.view %m[%c4][%c4, %n] : memref<64xi8> to memref<?x?xf32>
  %1 = memref.view %m[%c0][] : memref<64xi8> to memref<64xi8>
  %2 = memref.view %m[%c4][] : memref<64xi8> to memref<64xi8>
  %c = memref.cast %m : memref<64xi8> to memref<?xi8>
  %3 = memref.view %c[%n][%n] : memref<?xi8> to memref<?xf32>
  return %0, %1, %2, %3 : memref<?x?xf32>, memref<64xi8>, memref<64xi8>, memref<?xf32>
}

// CHECK-LABEL: func.func @transpositions(
// CHECK-NEXT: %transpose = memref.transpose %arg0 (d0, d1) -> (d0, d1) : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
// CHECK-NEXT: %transpose_0 = memref.transpose %arg1 (d0, d1, d2) -> (d2, d0, d1) : memref<2x3x4xf32> to memref<4x2x3xf32, strided<[1, 12, 4]>>
// CHECK-NEXT: return %transpose, %arg0, %transpose_0 : memref<4x8xf32, strided<[8, 1]>>, memref<4x8xf32>, memref<4x2x3xf32, strided<[1, 12, 4]>>
func.func @transpositions(%m: memref<4x8xf32>, %n: memref<2x3x4xf32>) -> (memref<4x8xf32, strided<[8, 1]>>, memref<4x8xf32>, memref<4x2x3xf32, strided<[1, 12, 4]>>) {
  %0 = memref.transpose %m (d0, d1) -> (d0, d1) : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  %1 = memref.transpose %m (d0, d1) -> (d1, d0) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  %2 = memref.transpose %1 (d0, d1) -> (d1, d0) : memref<8x4xf32, strided<[1, 8]>> to memref<4x8xf32>
  %3 = memref.transpose %n (d0, d1, d2) -> (d1, d2, d0) : memref<2x3x4xf32> to memref<3x4x2xf32, strided<[4, 1, 12]>>
  %4 = memref.transpose %3 (d0, d1, d2) -> (d1, d2, d0) : memref<3x4x2xf32, strided<[4, 1, 12]>> to memref<4x2x3xf32, strided<[1, 12, 4]>>
  return %0, %2, %4 : memref<4x8xf32, strided<[8, 1]>>, memref<4x8xf32>, memref<4x2x3xf32, strided<[1, 12, 4]>>
}

// CHECK-LABEL: func.func @expansions_in_a_row(
// CHECK-NEXT: %expand_shape = memref.expand_shape %arg0 {{\[\[}}0, 1], [2, 3]] output_shape [%arg1, 2, 2, 4] : memref<?x8xf32> into memref<?x2x2x4xf32>
// CHECK-NEXT: return %expand_shape : memref<?x2x2x4xf32>
func.func @expansions_in_a_row(%m: memref<?x8xf32>, %n: index) -> memref<?x2x2x4xf32> {
  %0 = memref.expand_shape %m [[0], [1, 2]] output_shape [%n, 2, 4] : memref<?x8xf32> into memref<?x2x4xf32>
  %1 = memref.expand_shape %0 [[0, 1], [2], [3]] output_shape [%n, 2, 2, 4] : memref<?x2x4xf32> into memref<?x2x2x4xf32>
  return %1 : memref<?x2x2x4xf32>
}

// CHECK-LABEL: func.func @collapses_in_a_row(
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1, 2, 3]] : memref<?x3x?x5xf32> into memref<?xf32>
// CHECK-NEXT: %collapse_shape_0 = memref.collapse_shape %arg1 [] : memref<1x1xf32> into memref<f32>
// CHECK-NEXT: return %collapse_shape, %collapse_shape_0 : memref<?xf32>, memref<f32>
func.func @collapses_in_a_row(%m: memref<?x3x?x5xf32>, %n: memref<1x1xf32>) -> (memref<?xf32>, memref<f32>) {
  %0 = memref.collapse_shape %m [[0, 1], [2, 3]] : memref<?x3x?x5xf32> into memref<?x?xf32>
  %1 = memref.collapse_shape %0 [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  %2 = memref.collapse_shape %n [[0, 1]] : memref<1x1xf32> into memref<1xf32>
  %3 = memref.collapse_shape %2 [] : memref<1xf32> into memref<f32>
  return %1, %3 : memref<?xf32>, memref<f32>
}

// CHECK-LABEL: func.func @collapse_of_expand(
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = arith.muli %arg2, %c4 : index
// CHECK-NEXT: %expand_shape = memref.expand_shape %arg0 {{\[\[}}0], [1, 2], [3]] output_shape [%0, 2, 4, %arg3] : memref<?x8x?xf32> into memref<?x2x4x?xf32>
// CHECK-NEXT: %expand_shape_0 = memref.expand_shape %arg1 {{\[\[}}0], [1, 2]] output_shape [%arg2, 2, 4] : memref<?x8xf32> into memref<?x2x4xf32>
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %expand_shape_0 {{\[\[}}0, 1], [2]] : memref<?x2x4xf32> into memref<?x4xf32>
// CHECK-NEXT: %collapse_shape_1 = memref.collapse_shape %arg1 {{\[\[}}0, 1]] : memref<?x8xf32> into memref<?xf32>
// CHECK-NEXT: return %arg0, %expand_shape, %collapse_shape, %collapse_shape_1 : memref<?x8x?xf32>, memref<?x2x4x?xf32>, memref<?x4xf32>, memref<?xf32>
func.func @collapse_of_expand(%m: memref<?x8x?xf32>, %n: memref<?x8xf32>, %i: index, %j: index) -> (memref<?x8x?xf32>, memref<?x2x4x?xf32>, memref<?x4xf32>, memref<?xf32>) {
  %0 = memref.expand_shape %m [[0, 1], [2, 3], [4]] output_shape [%i, 4, 2, 4, %j] : memref<?x8x?xf32> into memref<?x4x2x4x?xf32>
  %1 = memref.collapse_shape %0 [[0, 1], [2, 3], [4]] : memref<?x4x2x4x?xf32> into memref<?x8x?xf32>
  %2 = memref.collapse_shape %0 [[0, 1], [2], [3], [4]] : memref<?x4x2x4x?xf32> into memref<?x2x4x?xf32>
  %3 = memref.expand_shape %n [[0], [1, 2]] output_shape [%i, 2, 4] : memref<?x8xf32> into memref<?x2x4xf32>
  %4 = memref.collapse_shape %3 [[0, 1], [2]] : memref<?x2x4xf32> into memref<?x4xf32>
  %5 = memref.collapse_shape %3 [[0, 1, 2]] : memref<?x2x4xf32> into memref<?xf32>
  return %1, %2, %4, %5 : memref<?x8x?xf32>, memref<?x2x4x?xf32>, memref<?x4xf32>, memref<?xf32>
}

// CHECK-LABEL: func.func @expand_of_collapse(
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : memref<2x3x4xf32> into memref<2x12xf32>
// CHECK-NEXT: %expand_shape = memref.expand_shape %arg0 {{\[\[}}0], [1], [2, 3]] output_shape [2, 3, 2, 2] : memref<2x3x4xf32> into memref<2x3x2x2xf32>
// CHECK-NEXT: %expand_shape_0 = memref.expand_shape %arg1 {{\[\[}}0], [1, 2], [3]] output_shape [%arg2, 2, 2, 8] : memref<?x4x8xf32> into memref<?x2x2x8xf32>
// CHECK-NEXT: return %collapse_shape, %expand_shape, %arg1, %expand_shape_0 : memref<2x12xf32>, memref<2x3x2x2xf32>, memref<?x4x8xf32>, memref<?x2x2x8xf32>
func.func @expand_of_collapse(%m: memref<2x3x4xf32>, %n: memref<?x4x8xf32>, %i: index) -> (memref<2x12xf32>, memref<2x3x2x2xf32>, memref<?x4x8xf32>, memref<?x2x2x8xf32>) {
  %0 = memref.collapse_shape %m [[0, 1, 2]] : memref<2x3x4xf32> into memref<24xf32>
  %1 = memref.expand_shape %0 [[0, 1]] output_shape [2, 12] : memref<24xf32> into memref<2x12xf32>
  %2 = memref.expand_shape %0 [[0, 1, 2, 3]] output_shape [2, 3, 2, 2] : memref<24xf32> into memref<2x3x2x2xf32>
  %3 = memref.collapse_shape %n [[0, 1], [2]] : memref<?x4x8xf32> into memref<?x8xf32>
  %4 = memref.expand_shape %3 [[0, 1], [2]] output_shape [%i, 4, 8] : memref<?x8xf32> into memref<?x4x8xf32>
  %5 = memref.expand_shape %3 [[0, 1, 2], [3]] output_shape [%i, 2, 2, 8] : memref<?x8xf32> into memref<?x2x2x8xf32>
  return %1, %2, %4, %5 : memref<2x12xf32>, memref<2x3x2x2xf32>, memref<?x4x8xf32>, memref<?x2x2x8xf32>
}

// CHECK-LABEL: func.func @reshapes_of_casts(
// CHECK-NEXT: %expand_shape = memref.expand_shape %arg0 {{\[\[}}0, 1], [2]] output_shape [4, 2, 4] : memref<8x4xf32> into memref<4x2x4xf32>
// CHECK-NEXT: %cast = memref.cast %expand_shape : memref<4x2x4xf32> to memref<?x2x4xf32>
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1]] : memref<8x4xf32> into memref<32xf32>
// CHECK-NEXT: %cast_0 = memref.cast %collapse_shape : memref<32xf32> to memref<?xf32>
// CHECK-NEXT: return %cast, %cast_0 : memref<?x2x4xf32>, memref<?xf32>
func.func @reshapes_of_casts(%m: memref<8x4xf32>) -> (memref<?x2x4xf32>, memref<?xf32>) {
  %c4 = arith.constant 4 : index
  %0 = memref.cast %m : memref<8x4xf32> to memref<?x4xf32>
  %1 = memref.expand_shape %0 [[0, 1], [2]] output_shape [%c4, 2, 4] : memref<?x4xf32> into memref<?x2x4xf32>
  %2 = memref.collapse_shape %0 [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  return %1, %2 : memref<?x2x4xf32>, memref<?xf32>
}

// Reads and allocations without uses disappear, promises and copies stay.
// CHECK-LABEL: func.func @dead_operations(
// CHECK-NEXT: %alloc = memref.alloc() : memref<4xf32>
// CHECK-NEXT: memref.copy %arg0, %alloc : memref<4xf32> to memref<4xf32>
// CHECK-NEXT: return
func.func @dead_operations(%m: memref<4xf32>, %n: index) {
  %0 = memref.load %m[%n] : memref<4xf32>
  %1 = memref.alloc(%n) : memref<?xf32>
  %2 = memref.dim %m, %n : memref<4xf32>
  %3 = memref.assume_alignment %m, 4 : memref<4xf32>
  %4 = memref.distinct_objects %m : memref<4xf32>
  %5 = memref.extract_aligned_pointer_as_index %m : memref<4xf32> -> index
  %6 = memref.alloc() : memref<4xf32>
  memref.copy %m, %6 : memref<4xf32> to memref<4xf32>
  return
}
