// RUN: optc %s --vectorext-distribute-nested-layout=partial -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:

// The subgroups of the result must be those of the operands.
#maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
#a = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [1, 0], thread_strides = [1, 16]>
#b = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 2], thread_strides = [16, 1]>
#rows = #iree_vector_ext.nested_layout<subgroup_tile = [2, 2], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [4, 2], thread_strides = [16, 1]>
#columns = #iree_vector_ext.nested_layout<subgroup_tile = [2, 2], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [1, 4], thread_strides = [16, 1]>
#batches = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [1, 0], thread_strides = [16, 1]>

// As many subgroups as of an operand, but others.
func.func @rows(%v: vector<32x16xf16>, %w: vector<16x32xf16>, %u: vector<32x32xf32>) -> vector<32x32xf32> {
  %x = iree_vector_ext.to_layout %v to layout(#a) : vector<32x16xf16>
  %y = iree_vector_ext.to_layout %w to layout(#b) : vector<16x32xf16>
  %z = iree_vector_ext.to_layout %u to layout(#rows) : vector<32x32xf32>
  // CHECK: :[[# @LINE + 1]]:8: remark: 'vector.contract' op is not distributed: dimension 0 of the result is in other subgroups than what it is computed from
  %r = vector.contract {indexing_maps = #maps, iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>} %x, %y, %z : vector<32x16xf16>, vector<16x32xf16> into vector<32x32xf32>
  // CHECK: :[[# @LINE + 1]]:3: remark: 'func.return' op is not distributed: it gives away a whole vector
  return %r : vector<32x32xf32>
}

func.func @columns(%v: vector<32x16xf16>, %w: vector<16x32xf16>, %u: vector<32x32xf32>) -> vector<32x32xf32> {
  %x = iree_vector_ext.to_layout %v to layout(#a) : vector<32x16xf16>
  %y = iree_vector_ext.to_layout %w to layout(#b) : vector<16x32xf16>
  %z = iree_vector_ext.to_layout %u to layout(#columns) : vector<32x32xf32>
  // CHECK: :[[# @LINE + 1]]:8: remark: 'vector.contract' op is not distributed: dimension 1 of the result is in other subgroups than what it is computed from
  %r = vector.contract {indexing_maps = #maps, iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>} %x, %y, %z : vector<32x16xf16>, vector<16x32xf16> into vector<32x32xf32>
  // CHECK: :[[# @LINE + 1]]:3: remark: 'func.return' op is not distributed: it gives away a whole vector
  return %r : vector<32x32xf32>
}

// Batches in place of subgroups.
func.func @batches(%v: vector<32x16xf16>, %w: vector<16x32xf16>, %u: vector<32x32xf32>) -> vector<32x32xf32> {
  %x = iree_vector_ext.to_layout %v to layout(#a) : vector<32x16xf16>
  %y = iree_vector_ext.to_layout %w to layout(#b) : vector<16x32xf16>
  %z = iree_vector_ext.to_layout %u to layout(#batches) : vector<32x32xf32>
  // CHECK: :[[# @LINE + 1]]:8: remark: 'vector.contract' op is not distributed: dimension 1 of the result is in other subgroups than what it is computed from
  %r = vector.contract {indexing_maps = #maps, iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>} %x, %y, %z : vector<32x16xf16>, vector<16x32xf16> into vector<32x32xf32>
  // CHECK: :[[# @LINE + 1]]:3: remark: 'func.return' op is not distributed: it gives away a whole vector
  return %r : vector<32x32xf32>
}
