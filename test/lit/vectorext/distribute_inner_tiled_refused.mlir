// RUN: optc %s --vectorext-distribute-nested-layout="partial workgroup-size=384" -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:

// Tiles that threads hold in another way than the intrinsic.

#maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
#lhs = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1, 1, 1], batch_tile = [1, 3, 1, 1], outer_tile = [1, 1, 1, 1], thread_tile = [1, 1, 16, 4], element_tile = [1, 1, 1, 4], subgroup_strides = [1, 0, 0, 0], thread_strides = [0, 0, 1, 16]>
#rhs = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1, 1], batch_tile = [3, 2, 1, 1], outer_tile = [1, 1, 1, 1], thread_tile = [1, 1, 4, 16], element_tile = [1, 1, 4, 1], subgroup_strides = [0, 0, 0, 0], thread_strides = [0, 0, 16, 1]>
#acc = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1, 1, 1], batch_tile = [1, 2, 1, 1], outer_tile = [1, 1, 1, 1], thread_tile = [1, 1, 4, 16], element_tile = [1, 1, 4, 1], subgroup_strides = [1, 0, 0, 0], thread_strides = [0, 0, 16, 1]>
#lhs_k = #iree_vector_ext.nested_layout<subgroup_tile = [2, 3, 1, 1], batch_tile = [1, 1, 1, 1], outer_tile = [1, 1, 1, 1], thread_tile = [1, 1, 16, 4], element_tile = [1, 1, 1, 4], subgroup_strides = [1, 2, 0, 0], thread_strides = [0, 0, 1, 16]>
#rhs_k = #iree_vector_ext.nested_layout<subgroup_tile = [3, 1, 1, 1], batch_tile = [1, 2, 1, 1], outer_tile = [1, 1, 1, 1], thread_tile = [1, 1, 4, 16], element_tile = [1, 1, 4, 1], subgroup_strides = [2, 0, 0, 0], thread_strides = [0, 0, 16, 1]>
#lhs_batch = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1, 1, 1], batch_tile = [1, 3, 2, 1], outer_tile = [1, 1, 1, 1], thread_tile = [1, 1, 8, 4], element_tile = [1, 1, 1, 4], subgroup_strides = [1, 0, 0, 0], thread_strides = [0, 0, 1, 16]>
#flat = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1], batch_tile = [2, 3, 1], outer_tile = [1, 1, 1], thread_tile = [1, 1, 64], element_tile = [1, 1, 4], subgroup_strides = [0, 0, 0], thread_strides = [0, 0, 1]>
#part = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1, 1], batch_tile = [1, 1, 1], outer_tile = [1, 1, 1], thread_tile = [1, 1, 1], element_tile = [1, 1, 4], subgroup_strides = [0, 0, 0], thread_strides = [0, 0, 0]>

// The depth is divided among subgroups in rhs only.
func.func @shared_dimension(%v: vector<2x3x16x16xf16>, %w: vector<3x2x16x16xf16>, %u: vector<2x2x16x16xf32>) -> vector<2x2x16x16xf32> {
  %x = iree_vector_ext.to_layout %v to layout(#lhs) : vector<2x3x16x16xf16>
  %y = iree_vector_ext.to_layout %w to layout(#rhs_k) : vector<3x2x16x16xf16>
  %z = iree_vector_ext.to_layout %u to layout(#acc) : vector<2x2x16x16xf32>
  // CHECK: :[[# @LINE + 1]]:8: remark: 'iree_codegen.inner_tiled' op is not distributed: operands have different layouts in an outer dimension that they share
  %r = iree_codegen.inner_tiled ins(%x, %y) outs(%z) {
    indexing_maps = #maps, iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = true>
  } : vector<2x3x16x16xf16>, vector<3x2x16x16xf16> into vector<2x2x16x16xf32>
  %l = iree_vector_ext.to_layout %r to layout(#acc) : vector<2x2x16x16xf32>
  // CHECK: :[[# @LINE + 1]]:3: remark: 'func.return' op is not distributed: it gives away a whole vector
  return %l : vector<2x2x16x16xf32>
}

// The depth is divided among subgroups.
func.func @summed(%v: vector<2x3x16x16xf16>, %w: vector<3x2x16x16xf16>, %u: vector<2x2x16x16xf32>) -> vector<2x2x16x16xf32> {
  %x = iree_vector_ext.to_layout %v to layout(#lhs_k) : vector<2x3x16x16xf16>
  %y = iree_vector_ext.to_layout %w to layout(#rhs_k) : vector<3x2x16x16xf16>
  %z = iree_vector_ext.to_layout %u to layout(#acc) : vector<2x2x16x16xf32>
  // CHECK: :[[# @LINE + 1]]:8: remark: 'iree_codegen.inner_tiled' op is not distributed: subgroups would have to add their results
  %r = iree_codegen.inner_tiled ins(%x, %y) outs(%z) {
    indexing_maps = #maps, iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = true>
  } : vector<2x3x16x16xf16>, vector<3x2x16x16xf16> into vector<2x2x16x16xf32>
  %l = iree_vector_ext.to_layout %r to layout(#acc) : vector<2x2x16x16xf32>
  // CHECK: :[[# @LINE + 1]]:3: remark: 'func.return' op is not distributed: it gives away a whole vector
  return %l : vector<2x2x16x16xf32>
}

// Rows are divided among batches in place of threads.
func.func @rows_in_batches(%v: vector<2x3x16x16xf16>, %w: vector<3x2x16x16xf16>, %u: vector<2x2x16x16xf32>) -> vector<2x2x16x16xf32> {
  %x = iree_vector_ext.to_layout %v to layout(#lhs_batch) : vector<2x3x16x16xf16>
  %y = iree_vector_ext.to_layout %w to layout(#rhs) : vector<3x2x16x16xf16>
  %z = iree_vector_ext.to_layout %u to layout(#acc) : vector<2x2x16x16xf32>
  // CHECK: :[[# @LINE + 1]]:8: remark: 'iree_codegen.inner_tiled' op is not distributed: MFMA_F32_16x16x16_F16 has outer 1, thread 16 of stride 1 and element 1 in dimension 2 of operand #0, but the layout is nested_layout<subgroup_tile = [2, 1, 1, 1], batch_tile = [1, 3, 2, 1], outer_tile = [1, 1, 1, 1], thread_tile = [1, 1, 8, 4], element_tile = [1, 1, 1, 4], subgroup_strides = [1, 0, 0, 0], thread_strides = [0, 0, 1, 16]>
  %r = iree_codegen.inner_tiled ins(%x, %y) outs(%z) {
    indexing_maps = #maps, iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = true>
  } : vector<2x3x16x16xf16>, vector<3x2x16x16xf16> into vector<2x2x16x16xf32>
  %l = iree_vector_ext.to_layout %r to layout(#acc) : vector<2x2x16x16xf32>
  // CHECK: :[[# @LINE + 1]]:3: remark: 'func.return' op is not distributed: it gives away a whole vector
  return %l : vector<2x2x16x16xf32>
}

// Rows and depth are one dimension.
func.func @flat(%v: vector<2x3x256xf16>, %w: vector<3x2x16x16xf16>, %u: vector<2x2x16x16xf32>) -> vector<2x2x16x16xf32> {
  %x = iree_vector_ext.to_layout %v to layout(#flat) : vector<2x3x256xf16>
  %y = iree_vector_ext.to_layout %w to layout(#rhs) : vector<3x2x16x16xf16>
  %z = iree_vector_ext.to_layout %u to layout(#acc) : vector<2x2x16x16xf32>
  // CHECK: :[[# @LINE + 1]]:8: remark: 'iree_codegen.inner_tiled' op is not distributed: expected tiles of 2 dimensions, but operand #0 has 1
  %r = iree_codegen.inner_tiled ins(%x, %y) outs(%z) {
    indexing_maps = #maps, iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = true>
  } : vector<2x3x256xf16>, vector<3x2x16x16xf16> into vector<2x2x16x16xf32>
  %l = iree_vector_ext.to_layout %r to layout(#acc) : vector<2x2x16x16xf32>
  // CHECK: :[[# @LINE + 1]]:3: remark: 'func.return' op is not distributed: it gives away a whole vector
  return %l : vector<2x2x16x16xf32>
}

// The operands are what threads hold.
func.func @parts(%v: vector<1x1x4xf16>, %w: vector<1x1x4xf16>, %u: vector<1x1x4xf32>) -> vector<1x1x4xf32> {
  %x = iree_vector_ext.to_layout %v to layout(#part) : vector<1x1x4xf16>
  %y = iree_vector_ext.to_layout %w to layout(#part) : vector<1x1x4xf16>
  %z = iree_vector_ext.to_layout %u to layout(#part) : vector<1x1x4xf32>
  // CHECK: :[[# @LINE + 1]]:8: remark: 'iree_codegen.inner_tiled' op is not distributed: its operands are the parts of threads already
  %r = iree_codegen.inner_tiled ins(%x, %y) outs(%z) {
    indexing_maps = #maps, iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = true, opaque = true>
  } : vector<1x1x4xf16>, vector<1x1x4xf16> into vector<1x1x4xf32>
  %l = iree_vector_ext.to_layout %r to layout(#part) : vector<1x1x4xf32>
  // CHECK: :[[# @LINE + 1]]:3: remark: 'func.return' op is not distributed: it gives away a whole vector
  return %l : vector<1x1x4xf32>
}
