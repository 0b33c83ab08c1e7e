// RUN: optc %s --vectorext-distribute-nested-layout=partial --canonicalize --cse 2>/dev/null | FileCheck %s
// RUN: optc %s --vectorext-distribute-nested-layout="partial workgroup-size=128" --verify-exec -o /dev/null 2>&1 | FileCheck %s --check-prefix=REFUSED

#lhs = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1, 1, 1], batch_tile = [1, 3, 1, 1], outer_tile = [1, 1, 1, 1], thread_tile = [1, 1, 16, 4], element_tile = [1, 1, 1, 4], subgroup_strides = [1, 0, 0, 0], thread_strides = [0, 0, 1, 16]>
#rhs = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1, 1], batch_tile = [3, 2, 1, 1], outer_tile = [1, 1, 1, 1], thread_tile = [1, 1, 4, 16], element_tile = [1, 1, 4, 1], subgroup_strides = [0, 0, 0, 0], thread_strides = [0, 0, 16, 1]>
#acc = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1, 1, 1], batch_tile = [1, 2, 1, 1], outer_tile = [1, 1, 1, 1], thread_tile = [1, 1, 4, 16], element_tile = [1, 1, 4, 1], subgroup_strides = [1, 0, 0, 0], thread_strides = [0, 0, 16, 1]>
#flipped = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1, 1, 1], batch_tile = [1, 3, 1, 1], outer_tile = [1, 1, 1, 1], thread_tile = [1, 1, 16, 4], element_tile = [1, 1, 1, 4], subgroup_strides = [1, 0, 0, 0], thread_strides = [0, 0, 4, 1]>
#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1], batch_tile = [2, 1, 1], outer_tile = [1, 1, 1], thread_tile = [1, 16, 4], element_tile = [1, 1, 4], subgroup_strides = [0, 0, 0], thread_strides = [0, 1, 16]>
#columns = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 16]>
#result = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1], batch_tile = [2, 1, 1], outer_tile = [1, 1, 1], thread_tile = [1, 4, 16], element_tile = [1, 4, 1], subgroup_strides = [0, 0, 0], thread_strides = [0, 16, 1]>
#maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]

// REFUSED: remark: 'iree_codegen.inner_tiled' op is not distributed: MFMA_F32_16x16x16_F16 has outer 1, thread 16 of stride 1 and element 1 in dimension 2 of operand #0
// CHECK-LABEL: @tiles
// CHECK: iree_codegen.inner_tiled ins(%{{.+}}, %{{.+}}) outs(%{{.+}})
// CHECK-SAME: semantics = #iree_gpu.mma_semantics<distributed = true, opaque = true>
// CHECK-SAME: : vector<1x3x1x4xf16>, vector<3x2x4x1xf16> into vector<1x2x4x1xf32>
func.func @tiles(%a: memref<2x3x16x16xf16>, %b: memref<3x2x16x16xf16>, %c: memref<2x2x16x16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %q = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%c0, %c0, %c0, %c0], %p {in_bounds = [true, true, true, true]} : memref<2x3x16x16xf16>, vector<2x3x16x16xf16>
  %1 = vector.transfer_read %b[%c0, %c0, %c0, %c0], %p {in_bounds = [true, true, true, true]} : memref<3x2x16x16xf16>, vector<3x2x16x16xf16>
  %2 = vector.transfer_read %c[%c0, %c0, %c0, %c0], %q {in_bounds = [true, true, true, true]} : memref<2x2x16x16xf32>, vector<2x2x16x16xf32>
  %x = iree_vector_ext.to_layout %0 to layout(#lhs) : vector<2x3x16x16xf16>
  %y = iree_vector_ext.to_layout %1 to layout(#rhs) : vector<3x2x16x16xf16>
  %z = iree_vector_ext.to_layout %2 to layout(#acc) : vector<2x2x16x16xf32>
  %r = iree_codegen.inner_tiled ins(%x, %y) outs(%z) {
    indexing_maps = #maps, iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = true>
  } : vector<2x3x16x16xf16>, vector<3x2x16x16xf16> into vector<2x2x16x16xf32>
  %l = iree_vector_ext.to_layout %r to layout(#acc) : vector<2x2x16x16xf32>
  vector.transfer_write %l, %c[%c0, %c0, %c0, %c0] {in_bounds = [true, true, true, true]} : vector<2x2x16x16xf32>, memref<2x2x16x16xf32>
  return
}

// Tiles of columns x rows are turned into what the intrinsic takes.
// CHECK-LABEL: @transposed
// CHECK: iree_codegen.inner_tiled
// CHECK-NOT: permutations
// CHECK-SAME: : vector<2x1x4xf16>, vector<4x1xf16> into vector<2x4x1xf32>
func.func @transposed(%a: memref<2x16x16xf16>, %b: memref<16x16xf16>, %c: memref<2x16x16xf32>, %d: memref<2x16x16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %q = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%c0, %c0, %c0], %p {in_bounds = [true, true, true]} : memref<2x16x16xf16>, vector<2x16x16xf16>
  %1 = vector.transfer_read %b[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %2 = vector.transfer_read %c[%c0, %c0, %c0], %q {in_bounds = [true, true, true]} : memref<2x16x16xf32>, vector<2x16x16xf32>
  %x = iree_vector_ext.to_layout %0 to layout(#rows) : vector<2x16x16xf16>
  %y = iree_vector_ext.to_layout %1 to layout(#columns) : vector<16x16xf16>
  %z = iree_vector_ext.to_layout %2 to layout(#result) : vector<2x16x16xf32>
  %r = iree_codegen.inner_tiled ins(%x, %y) outs(%z) {
    indexing_maps = [affine_map<(m) -> (m)>, affine_map<(m) -> ()>, affine_map<(m) -> (m)>], iterator_types = [#linalg.iterator_type<parallel>],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = false>,
    permutations = [array<i64: 0, 1>, array<i64: 1, 0>, array<i64: 0, 1>]
  } : vector<2x16x16xf16>, vector<16x16xf16> into vector<2x16x16xf32>
  %l = iree_vector_ext.to_layout %r to layout(#result) : vector<2x16x16xf32>
  vector.transfer_write %l, %d[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<2x16x16xf32>, memref<2x16x16xf32>
  return
}

// CHECK-LABEL: @flipped
// CHECK: iree_codegen.inner_tiled
// CHECK-SAME: distributed = false
func.func @flipped(%v: vector<2x3x16x16xf16>, %w: vector<3x2x16x16xf16>, %u: vector<2x2x16x16xf32>) -> vector<2x2x16x16xf32> {
  %x = iree_vector_ext.to_layout %v to layout(#flipped) : vector<2x3x16x16xf16>
  %y = iree_vector_ext.to_layout %w to layout(#rhs) : vector<3x2x16x16xf16>
  %z = iree_vector_ext.to_layout %u to layout(#acc) : vector<2x2x16x16xf32>
  %r = iree_codegen.inner_tiled ins(%x, %y) outs(%z) {
    indexing_maps = #maps, iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = true>
  } : vector<2x3x16x16xf16>, vector<3x2x16x16xf16> into vector<2x2x16x16xf32>
  %l = iree_vector_ext.to_layout %r to layout(#acc) : vector<2x2x16x16xf32>
  return %l : vector<2x2x16x16xf32>
}
