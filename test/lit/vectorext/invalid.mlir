// RUN: optc %s --split-input-file --verify-diagnostics

// expected-error @below {{all fields must have the same rank as the layout}}
#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2, 1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// -----

// expected-error @below {{expected batch_tile[0] to be at least 1, but got 0}}
#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [0], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// -----

// expected-error @below {{expected thread_strides[0] to be at least 0, but got -1}}
#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [-1]>

// -----

// 2^32 batches of 2^32 elements are no extent.
// expected-error @below {{expected the tile counts of dim 1 to multiply to less than 2^63, but got [1, 4294967296, 1, 1, 4294967296]}}
#l = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 4294967296], outer_tile = [1, 1], thread_tile = [1, 1], element_tile = [1, 4294967296], subgroup_strides = [0, 0], thread_strides = [0, 0]>

// -----

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
func.func @rank(%x: vector<4x4xf32>) {
  // expected-error @below {{Rank of vector (2) does not match rank of layout (1).}}
  %r = iree_vector_ext.to_layout %x to layout(#l) : vector<4x4xf32>
  return
}

// -----

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
func.func @extent(%x: vector<17xf32>) {
  // expected-error @below {{Vector shape: [17] does not match the layout (nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>) at dim 0. Dimension expected by layout: 16 actual: 17}}
  // expected-note @below {{dim 0: subgroup_tile 1 * batch_tile 2 * outer_tile 1 * thread_tile 4 * element_tile 2 = 16; the product must be 17}}
  %r = iree_vector_ext.to_layout %x to layout(#l) : vector<17xf32>
  return
}

// -----

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
func.func @tensor_rank(%x: tensor<4x4xf32>) {
  // expected-error @below {{Rank of vector (2) does not match rank of layout (1).}}
  %r = iree_vector_ext.to_layout %x to layout(#l) : tensor<4x4xf32>
  return
}

// -----

func.func @no_layout(%x: vector<4xf32>) {
  // expected-error @below {{'iree_vector_ext.to_layout' op attribute 'layout' failed to satisfy constraint: VectorLayoutInterface instance}}
  %r = "iree_vector_ext.to_layout"(%x) <{layout = 4 : i64}> : (vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @simt_elements(%x: vector<4xf32>) {
  // expected-error @below {{'iree_vector_ext.to_simt' op requires the same element type for all operands and results}}
  %r = iree_vector_ext.to_simt %x : vector<4xf32> -> vector<4xf16>
  return
}

// -----

func.func @simd_elements(%x: vector<4xf32>) {
  // expected-error @below {{'iree_vector_ext.to_simd' op requires the same element type for all operands and results}}
  %r = iree_vector_ext.to_simd %x : vector<4xf32> -> vector<4xi32>
  return
}

// -----

// transfer_gather over the vector dimensions.

func.func @maps(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{'iree_vector_ext.transfer_gather' op expected 1 indexing maps, got: 2}}
  %r = iree_vector_ext.transfer_gather %m[%i], %p {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @maps_mask(%m: memref<8xf32>, %i: index, %v: vector<4xindex>, %p: f32, %k: vector<4xi1>) {
  // expected-error @below {{expected 3 indexing maps, got: 2}}
  %r = iree_vector_ext.transfer_gather %m[%i] [%v : vector<4xindex>], %p, %k {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<8xf32>, vector<4xf32>, vector<4xi1>
  return
}

// -----

func.func @dims(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{expected all indexing maps to have number of dims equal to vector rank. expected: 1, got: 2 dims}}
  %r = iree_vector_ext.transfer_gather %m[%i], %p {indexing_maps = [affine_map<(d0, d1) -> (d0)>]} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @symbols(%m: memref<8xf32>, %i: index, %v: vector<4xindex>, %p: f32) {
  // expected-error @below {{expected all indexing maps to have number of symbols equal to number of index vecs. expected: 1, got: 0 syms}}
  %r = iree_vector_ext.transfer_gather %m[%i] [%v : vector<4xindex>], %p {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0) -> (d0)>]} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @constant(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{expected constant 0 in indexing map, got: 1}}
  %r = iree_vector_ext.transfer_gather %m[%i], %p {indexing_maps = [affine_map<(d0) -> (1)>]} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @expression(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{expected indexing map results to only be a dim, symbol, or 0}}
  %r = iree_vector_ext.transfer_gather %m[%i], %p {indexing_maps = [affine_map<(d0) -> (d0 * 2)>]} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @base_results(%m: memref<8x8xf32>, %i: index, %p: f32) {
  // expected-error @below {{expected base indexing map to have 2 results, got: 1}}
  %r = iree_vector_ext.transfer_gather %m[%i, %i], %p {indexing_maps = [affine_map<(d0) -> (d0)>]} : memref<8x8xf32>, vector<4xf32>
  return
}

// -----

func.func @offsets(%m: memref<8x8xf32>, %i: index, %p: f32) {
  // expected-error @below {{requires 2 indices}}
  %r = iree_vector_ext.transfer_gather %m[%i], %p {indexing_maps = [affine_map<(d0) -> (0, d0)>]} : memref<8x8xf32>, vector<4xf32>
  return
}

// -----

func.func @index_dims(%m: memref<8xf32>, %i: index, %v: vector<4xindex>, %p: f32) {
  // expected-error @below {{expected index vec indexing maps to only have dim exprs}}
  %r = iree_vector_ext.transfer_gather %m[%i] [%v : vector<4xindex>], %p {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (s0)>]} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @index_scalar(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{expected empty indexing map for scalar index vec at position 0}}
  %r = iree_vector_ext.transfer_gather %m[%i] [%i : index], %p {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @index_shape(%m: memref<8x8xf32>, %i: index, %a: vector<4xindex>, %b: vector<4x2xindex>, %p: f32) {
  // expected-error @below {{mismatched vector shape for index vec at position 1. Expected: [2, 4], got: [4, 2]}}
  %r = iree_vector_ext.transfer_gather %m[%i, %i] [%a, %b : vector<4xindex>, vector<4x2xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0, s1] -> (s0, s1)>, affine_map<(d0, d1)[s0, s1] -> (d1)>, affine_map<(d0, d1)[s0, s1] -> (d0, d1)>]} : memref<8x8xf32>, vector<2x4xf32>
  return
}

// -----

func.func @mask_dims(%m: memref<8xf32>, %i: index, %p: f32, %k: vector<4xi1>) {
  // expected-error @below {{expected mask indexing map to only have dim exprs}}
  %r = iree_vector_ext.transfer_gather %m[%i], %p, %k {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (0)>]} : memref<8xf32>, vector<4xf32>, vector<4xi1>
  return
}

// -----

func.func @mask_shape(%m: memref<8xf32>, %i: index, %p: f32, %k: vector<3xi1>) {
  // expected-error @below {{mismatched mask shape. Expected: [4], got: [3]}}
  %r = iree_vector_ext.transfer_gather %m[%i], %p, %k {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]} : memref<8xf32>, vector<4xf32>, vector<3xi1>
  return
}

// -----

func.func @padding(%m: memref<8xf32>, %i: index, %p: f16) {
  // expected-error @below {{failed to verify that padding type must match source element type}}
  %r = "iree_vector_ext.transfer_gather"(%m, %i, %p) <{indexing_maps = [affine_map<(d0) -> (d0)>], operandSegmentSizes = array<i32: 1, 1, 0, 1, 0>}> : (memref<8xf32>, index, f16) -> vector<4xf32>
  return
}

// -----

func.func @both_forms(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{expected either indexing_maps or in_bounds, but got both}}
  %r = "iree_vector_ext.transfer_gather"(%m, %i, %p) <{in_bounds = [true], indexing_maps = [affine_map<(d0) -> (d0)>], operandSegmentSizes = array<i32: 1, 1, 0, 1, 0>}> : (memref<8xf32>, index, f32) -> vector<4xf32>
  return
}

// -----

func.func @index_operand_type(%m: memref<8xf32>, %i: index, %v: vector<4xi32>, %p: f32) {
  // expected-error @below {{operand #2 must be variadic of}}
  %r = iree_vector_ext.transfer_gather %m[%i] [%v : vector<4xi32>], %p {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @base_vector(%m: vector<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{requires source to be a memref or ranked tensor type}}
  %r = "iree_vector_ext.transfer_gather"(%m, %i, %p) <{indexing_maps = [affine_map<(d0) -> (d0)>], operandSegmentSizes = array<i32: 1, 1, 0, 1, 0>}> : (vector<8xf32>, index, f32) -> vector<4xf32>
  return
}

// -----

// The text of a gather.

func.func @parse_entry(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{Expected `none` or `operand : type`}}
  %r = iree_vector_ext.transfer_gather %m[%i][4], %p {indexed_maps = []} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @parse_types(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{expected 2 types}}
  %r = iree_vector_ext.transfer_gather %m[%i][None], %p {indexed_maps = []} : memref<8xf32>
  return
}

// -----

func.func @parse_mask_type(%m: memref<8xf32>, %i: index, %p: f32, %k: vector<4xi1>) {
  // expected-error @below {{expected 3 types}}
  %r = iree_vector_ext.transfer_gather %m[%i], %p, %k {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @parse_padding(%m: memref<8xf32>, %i: index) {
  // expected-error @below {{expected a padding value and at most one mask, but got 0 operands}}
  %r = iree_vector_ext.transfer_gather %m[%i][None] {indexed_maps = []} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @parse_base(%m: tensor<*xf32>, %i: index, %p: f32) {
  // expected-error @below {{requires memref or ranked tensor type}}
  %r = iree_vector_ext.transfer_gather %m[%i][None], %p {indexed_maps = []} : tensor<*xf32>, vector<4xf32>
  return
}

// -----

func.func @parse_vector(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{requires vector type}}
  %r = iree_vector_ext.transfer_gather %m[%i][None], %p {indexed_maps = []} : memref<8xf32>, f32
  return
}

// -----

func.func @parse_mask_element(%m: memref<8xvector<4xf32>>, %i: index, %p: vector<4xf32>, %k: vector<1xi1>) {
  // expected-error @below {{does not support masks with vector element type}}
  %r = iree_vector_ext.transfer_gather %m[%i][None], %p, %k {indexed_maps = []} : memref<8xvector<4xf32>>, vector<1x4xf32>
  return
}

// -----

func.func @parse_rank(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{expected the same rank for the vector and the results of the permutation map}}
  %r = iree_vector_ext.transfer_gather %m[%i][None], %p {indexed_maps = []} : memref<8xf32>, vector<2x4xf32>
  return
}

// -----

func.func @parse_mask_rank(%m: memref<8x8xf32>, %i: index, %p: f32, %k: vector<4xi1>) {
  // expected-error @below {{expected the same rank for the vector and the results of the permutation map}}
  %r = iree_vector_ext.transfer_gather %m[%i, %i][None, None], %p, %k {indexed_maps = [], permutation_map = affine_map<(d0, d1) -> (d0, d1)>} : memref<8x8xf32>, vector<4xf32>
  return
}

// -----

// transfer_gather over the memory dimensions.

func.func @indices(%m: memref<8x8xf32>, %i: index, %p: f32) {
  // expected-error @below {{'iree_vector_ext.transfer_gather' op requires 2 indices}}
  %r = iree_vector_ext.transfer_gather %m[%i][None, None], %p {indexed_maps = []} : memref<8x8xf32>, vector<4xf32>
  return
}

// -----

func.func @source_minor(%m: memref<8xvector<3xf32>>, %i: index, %p: vector<3xf32>) {
  // expected-error @below {{requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the minor 1-D vector of the source}}
  %r = iree_vector_ext.transfer_gather %m[%i][None], %p {indexed_maps = []} : memref<8xvector<3xf32>>, vector<1x4xf32>
  return
}

// -----

func.func @source_ranks(%m: memref<8xvector<1x4xf32>>, %i: index, %p: vector<1x4xf32>) {
  // expected-error @below {{requires source vector element and vector result ranks to match.}}
  %r = iree_vector_ext.transfer_gather %m[%i][None], %p {indexed_maps = [], permutation_map = affine_map<(d0) -> (d0)>} : memref<8xvector<1x4xf32>>, vector<4xf32>
  return
}

// -----

func.func @source_map(%m: memref<8xvector<4xf32>>, %i: index, %p: vector<4xf32>) {
  // expected-error @below {{requires a permutation_map with result dims of the same rank as the vector type}}
  %r = iree_vector_ext.transfer_gather %m[%i][None], %p {indexed_maps = [], permutation_map = affine_map<(d0) -> (d0, 0)>} : memref<8xvector<4xf32>>, vector<1x4xf32>
  return
}

// -----

func.func @source_mask(%m: memref<8xvector<4xf32>>, %i: index, %p: vector<4xf32>, %k: vector<1xi1>) {
  // expected-error @below {{does not support masks with vector element type}}
  %r = "iree_vector_ext.transfer_gather"(%m, %i, %p, %k) <{in_bounds = [false], indexed = [false], indexed_maps = [], permutation_map = affine_map<(d0) -> (d0)>, operandSegmentSizes = array<i32: 1, 1, 0, 1, 1>}> : (memref<8xvector<4xf32>>, index, vector<4xf32>, vector<1xi1>) -> vector<1x4xf32>
  return
}

// -----

func.func @element_width(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the source element type}}
  %r = iree_vector_ext.transfer_gather %m[%i][None], %p {indexed_maps = []} : memref<8xf32>, vector<3xf16>
  return
}

// -----

func.func @map_results(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{requires a permutation_map with result dims of the same rank as the vector type}}
  %r = iree_vector_ext.transfer_gather %m[%i][None], %p {indexed_maps = [], permutation_map = affine_map<(d0) -> (d0, 0)>} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @map_symbols(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{requires permutation_map without symbols}}
  %r = iree_vector_ext.transfer_gather %m[%i][None], %p {indexed_maps = [], permutation_map = affine_map<(d0)[s0] -> (d0)>} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @map_dims(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{requires a permutation_map with input dims of the same rank as the source type}}
  %r = iree_vector_ext.transfer_gather %m[%i][None], %p {indexed_maps = [], permutation_map = affine_map<(d0, d1) -> (d1)>} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @mask_type(%m: memref<8xf32>, %i: index, %p: f32, %k: vector<3xi1>) {
  // expected-error @below {{inferred mask type ('vector<4xi1>') and mask operand type ('vector<3xi1>') don't match}}
  %r = "iree_vector_ext.transfer_gather"(%m, %i, %p, %k) <{in_bounds = [false], indexed = [false], indexed_maps = [], permutation_map = affine_map<(d0) -> (d0)>, operandSegmentSizes = array<i32: 1, 1, 0, 1, 1>}> : (memref<8xf32>, index, f32, vector<3xi1>) -> vector<4xf32>
  return
}

// -----

func.func @in_bounds(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{expects the in_bounds attr of same rank as permutation_map results: affine_map<(d0) -> (d0)> vs inBounds of size: 2}}
  %r = iree_vector_ext.transfer_gather %m[%i][None], %p {in_bounds = [true, true], indexed_maps = []} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @padding_vector(%m: memref<8xvector<4xf32>>, %i: index, %p: f32) {
  // expected-error @below {{requires source element type and padding type to match.}}
  %r = "iree_vector_ext.transfer_gather"(%m, %i, %p) <{in_bounds = [false], indexed = [false], indexed_maps = [], permutation_map = affine_map<(d0) -> (d0)>, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0>}> : (memref<8xvector<4xf32>>, index, f32) -> vector<1x4xf32>
  return
}

// -----

func.func @padding_element(%m: memref<8xf32>, %i: index, %p: memref<1xf32>) {
  // expected-error @below {{requires valid padding vector elemental type}}
  %r = "iree_vector_ext.transfer_gather"(%m, %i, %p) <{in_bounds = [false], indexed = [false], indexed_maps = [], permutation_map = affine_map<(d0) -> (d0)>, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0>}> : (memref<8xf32>, index, memref<1xf32>) -> vector<4xf32>
  return
}

// -----

func.func @padding_type(%m: memref<8xf32>, %i: index, %p: f16) {
  // expected-error @below {{requires formal padding and source of the same elemental type}}
  %r = "iree_vector_ext.transfer_gather"(%m, %i, %p) <{in_bounds = [false], indexed = [false], indexed_maps = [], permutation_map = affine_map<(d0) -> (d0)>, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0>}> : (memref<8xf32>, index, f16) -> vector<4xf32>
  return
}

// -----

func.func @map_projected(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{requires a projected permutation_map (at most one dim or the zero constant can appear in each result)}}
  %r = iree_vector_ext.transfer_gather %m[%i][None], %p {indexed_maps = [], permutation_map = affine_map<(d0) -> (d0 + 1)>} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @map_twice(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{requires a permutation_map that is a permutation (found one dim used more than once)}}
  %r = iree_vector_ext.transfer_gather %m[%i][None], %p {indexed_maps = [], permutation_map = affine_map<(d0) -> (d0, d0)>} : memref<8xf32>, vector<4x4xf32>
  return
}

// -----

func.func @indexed(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{requires indexed to have a value for each dimension of the shaped type}}
  %r = iree_vector_ext.transfer_gather %m[%i][None, None], %p {indexed_maps = []} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @index_vectors(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{requires 1 index vectors}}
  %r = "iree_vector_ext.transfer_gather"(%m, %i, %p) <{in_bounds = [false], indexed = [true], indexed_maps = [affine_map<(d0) -> (d0)>], permutation_map = affine_map<(d0) -> (d0)>, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0>}> : (memref<8xf32>, index, f32) -> vector<4xf32>
  return
}

// -----

func.func @index_maps(%m: memref<8xf32>, %i: index, %v: vector<4xindex>, %p: f32) {
  // expected-error @below {{requires 1 indexing map}}
  %r = iree_vector_ext.transfer_gather %m[%i][%v: vector<4xindex>], %p {indexed_maps = []} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @index_rank(%m: memref<8xf32>, %i: index, %v: vector<4xindex>, %p: f32) {
  // expected-error @below {{requires number of results for corressponding indexing map to match the rank of index vector at dim: 0}}
  %r = iree_vector_ext.transfer_gather %m[%i][%v: vector<4xindex>], %p {indexed_maps = [affine_map<(d0) -> (d0, d0)>]} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @index_map(%m: memref<8xf32>, %i: index, %v: vector<4xindex>, %p: f32) {
  // expected-error @below {{requires the indexing map at dim: 0 to select memory dimensions, but got: (d0) -> (d0 + 1)}}
  %r = iree_vector_ext.transfer_gather %m[%i][%v: vector<4xindex>], %p {indexed_maps = [affine_map<(d0) -> (d0 + 1)>]} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @index_vector_shape(%m: memref<8x8xf32>, %v: vector<3xindex>, %w: vector<4x2xindex>, %i: index, %p: f32) {
  // expected-error @below {{Invalid index vector shape at dim: 1, expected: 2, 4, got: 4, 2}}
  %r = iree_vector_ext.transfer_gather %m[%i, %i][%w: vector<4x2xindex>, %w: vector<4x2xindex>], %p {indexed_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>]} : memref<8x8xf32>, vector<2x4xf32>
  return
}

// -----

// transfer_scatter.

func.func @scatter_no_result(%x: vector<4xf32>, %t: tensor<8xf32>, %i: index) {
  // expected-error @below {{'iree_vector_ext.transfer_scatter' op expected result for tensor operand}}
  iree_vector_ext.transfer_scatter %x into %t[%i] {indexing_maps = [affine_map<(d0) -> (d0)>]} : vector<4xf32>, tensor<8xf32>
  return
}

// -----

func.func @scatter_result_type(%x: vector<4xf32>, %t: tensor<8xf32>, %i: index) {
  // expected-error @below {{result type must match base type}}
  %r = iree_vector_ext.transfer_scatter %x into %t[%i] {indexing_maps = [affine_map<(d0) -> (d0)>]} : vector<4xf32>, tensor<8xf32> -> tensor<9xf32>
  return
}

// -----

func.func @scatter_result(%x: vector<4xf32>, %m: memref<8xf32>, %i: index) {
  // expected-error @below {{unexpected result for memref operand}}
  %r = iree_vector_ext.transfer_scatter %x into %m[%i] {indexing_maps = [affine_map<(d0) -> (d0)>]} : vector<4xf32>, memref<8xf32> -> tensor<8xf32>
  return
}

// -----

func.func @scatter_elements(%x: vector<4xf16>, %m: memref<8xf32>, %i: index) {
  // expected-error @below {{failed to verify that all of {base, vector} have same element type}}
  iree_vector_ext.transfer_scatter %x into %m[%i] {indexing_maps = [affine_map<(d0) -> (d0)>]} : vector<4xf16>, memref<8xf32>
  return
}

// -----

func.func @scatter_maps(%x: vector<4xf32>, %m: memref<8xf32>, %i: index, %k: vector<4xi1>) {
  // expected-error @below {{expected 2 indexing maps, got: 1}}
  iree_vector_ext.transfer_scatter %x into %m[%i], %k {indexing_maps = [affine_map<(d0) -> (d0)>]} : vector<4xf32>, memref<8xf32>, vector<4xi1>
  return
}

// -----

func.func @scatter_no_maps(%x: vector<4xf32>, %m: memref<8xf32>, %i: index) {
  // expected-error @below {{requires attribute 'indexing_maps'}}
  iree_vector_ext.transfer_scatter %x into %m[%i] : vector<4xf32>, memref<8xf32>
  return
}

// -----

func.func @scatter_masks(%x: vector<4xf32>, %m: memref<8xf32>, %i: index, %k: vector<4xi1>) {
  // expected-error @below {{expected at most one mask, but got 2 operands}}
  iree_vector_ext.transfer_scatter %x into %m[%i], %k, %k {indexing_maps = [affine_map<(d0) -> (d0)>]} : vector<4xf32>, memref<8xf32>, vector<4xi1>
  return
}

// -----

// arg_compare.

func.func @inputs(%a: vector<4xf32>, %v: vector<f32>, %i: vector<i32>) {
  // expected-error @below {{expected 1 or 2 inputs, 2 inits and at most 1 index base, but got 1, 1 and 0}}
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a : vector<4xf32>) inits(%v : vector<f32>) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  return
}

// -----

func.func @value_element(%a: vector<4xf32>, %v: vector<f16>, %i: vector<i32>) {
  // expected-error @below {{'iree_vector_ext.arg_compare' op failed to verify that all of {input_value, init_value} have same element type}}
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a : vector<4xf32>) inits(%v, %i : vector<f16>, vector<i32>) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f16>, vector<i32>
  return
}

// -----

func.func @value_result(%a: vector<4xf32>, %v: vector<f32>, %i: vector<i32>) {
  // expected-error @below {{failed to verify that all of {init_value, result_value} have same type}}
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a : vector<4xf32>) inits(%v, %i : vector<f32>, vector<i32>) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<1xf32>, vector<i32>
  return
}

// -----

func.func @index_result(%a: vector<4xf32>, %v: vector<f32>, %i: vector<i32>) {
  // expected-error @below {{failed to verify that all of {init_index, result_index} have same type}}
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a : vector<4xf32>) inits(%v, %i : vector<f32>, vector<i32>) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i64>
  return
}

// -----

func.func @dimension(%a: vector<4xf32>, %v: vector<f32>, %i: vector<i32>) {
  // expected-error @below {{dimension 1 is out of range [0, 1)}}
  %r:2 = iree_vector_ext.arg_compare dimension(1) ins(%a : vector<4xf32>) inits(%v, %i : vector<f32>, vector<i32>) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  return
}

// -----

func.func @dimension_negative(%a: vector<4xf32>, %v: vector<f32>, %i: vector<i32>) {
  // expected-error @below {{dimension -1 is out of range [0, 1)}}
  %r:2 = iree_vector_ext.arg_compare dimension(-1) ins(%a : vector<4xf32>) inits(%v, %i : vector<f32>, vector<i32>) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  return
}

// -----

func.func @value_rank(%a: vector<4x8xf32>, %v: vector<f32>, %i: vector<4xi32>) {
  // expected-error @below {{init value rank (0) must be input rank - 1 (1)}}
  %r:2 = iree_vector_ext.arg_compare dimension(1) ins(%a : vector<4x8xf32>) inits(%v, %i : vector<f32>, vector<4xi32>) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<4xi32>
  return
}

// -----

func.func @index_init_rank(%a: vector<4x8xf32>, %v: vector<4xf32>, %i: vector<4x8xi32>) {
  // expected-error @below {{init index rank (2) must be input rank - 1 (1)}}
  %r:2 = iree_vector_ext.arg_compare dimension(1) ins(%a : vector<4x8xf32>) inits(%v, %i : vector<4xf32>, vector<4x8xi32>) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<4xf32>, vector<4x8xi32>
  return
}

// -----

func.func @value_shape(%a: vector<4x8xf32>, %v: vector<8xf32>, %i: vector<4xi32>) {
  // expected-error @below {{init value shape must match input shape with reduction dimension removed. Expected: [4], but got: [8]}}
  %r:2 = iree_vector_ext.arg_compare dimension(1) ins(%a : vector<4x8xf32>) inits(%v, %i : vector<8xf32>, vector<4xi32>) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<8xf32>, vector<4xi32>
  return
}

// -----

func.func @index_init_shape(%a: vector<4x8xf32>, %v: vector<4xf32>, %i: vector<8xi32>) {
  // expected-error @below {{init index shape must match input shape with reduction dimension removed. Expected: [4], but got: [8]}}
  %r:2 = iree_vector_ext.arg_compare dimension(1) ins(%a : vector<4x8xf32>) inits(%v, %i : vector<4xf32>, vector<8xi32>) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<4xf32>, vector<8xi32>
  return
}

// -----

func.func @index_element(%a: vector<4xf32>, %v: vector<f32>, %i: vector<f64>) {
  // expected-error @below {{init index must have integer or index element type, but got 'f64'}}
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a : vector<4xf32>) inits(%v, %i : vector<f32>, vector<f64>) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<f64>
  return
}

// -----

func.func @explicit_shape(%a: vector<4xf32>, %k: vector<3xi32>, %v: vector<f32>, %i: vector<i32>) {
  // expected-error @below {{explicit-index mode: value and index inputs must have the same shape. Value shape: [4], index shape: [3]}}
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a, %k : vector<4xf32>, vector<3xi32>) inits(%v, %i : vector<f32>, vector<i32>) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  return
}

// -----

func.func @explicit_element(%a: vector<4xf32>, %k: vector<4xf32>, %v: vector<f32>, %i: vector<i32>) {
  // expected-error @below {{explicit-index mode: index input must have integer or index element type, but got 'f32'}}
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a, %k : vector<4xf32>, vector<4xf32>) inits(%v, %i : vector<f32>, vector<i32>) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  return
}

// -----

func.func @explicit_match(%a: vector<4xf32>, %k: vector<4xi64>, %v: vector<f32>, %i: vector<i32>) {
  // expected-error @below {{explicit-index mode: input and init index element types must match. Input index type: 'i64', init index type: 'i32'}}
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a, %k : vector<4xf32>, vector<4xi64>) inits(%v, %i : vector<f32>, vector<i32>) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  return
}

// -----

func.func @explicit_base(%a: vector<4xf32>, %k: vector<4xi32>, %v: vector<f32>, %i: vector<i32>, %b: index) {
  // expected-error @below {{index_base must not be used with explicit indices}}
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a, %k : vector<4xf32>, vector<4xi32>) inits(%v, %i : vector<f32>, vector<i32>) index_base(%b : index) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  return
}

// -----

func.func @arguments(%a: vector<4xf32>, %v: vector<f32>, %i: vector<i32>, %c: i1) {
  // expected-error @below {{comparator region must have exactly 2 arguments}}
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a : vector<4xf32>) inits(%v, %i : vector<f32>, vector<i32>) {
  ^bb0(%x: f32):
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  return
}

// -----

func.func @argument_types(%a: vector<4xf32>, %v: vector<f32>, %i: vector<i32>, %c: i1) {
  // expected-error @below {{comparator arguments must match input value element type. Expected: 'f32', but got: 'f32' and 'f16'}}
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a : vector<4xf32>) inits(%v, %i : vector<f32>, vector<i32>) {
  ^bb0(%x: f32, %y: f16):
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  return
}

// -----

func.func @impure(%a: vector<4xf32>, %v: vector<f32>, %i: vector<i32>, %m: memref<i1>) {
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a : vector<4xf32>) inits(%v, %i : vector<f32>, vector<i32>) {
  ^bb0(%x: f32, %y: f32):
    // expected-error @below {{'memref.load' op comparator region must contain only pure operations}}
    %c = memref.load %m[] : memref<i1>
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  return
}

// -----

func.func @yield_count(%a: vector<4xf32>, %v: vector<f32>, %i: vector<i32>) {
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a : vector<4xf32>) inits(%v, %i : vector<f32>, vector<i32>) {
  ^bb0(%x: f32, %y: f32):
    // expected-error @below {{expected 1 yield operand, but got 0}}
    iree_vector_ext.yield
  } -> vector<f32>, vector<i32>
  return
}

// -----

func.func @yield_type(%a: vector<4xf32>, %v: vector<f32>, %i: vector<i32>) {
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a : vector<4xf32>) inits(%v, %i : vector<f32>, vector<i32>) {
  ^bb0(%x: f32, %y: f32):
    // expected-error @below {{expected yield operand to have type i1, but got 'f32'}}
    iree_vector_ext.yield %x : f32
  } -> vector<f32>, vector<i32>
  return
}

// -----

func.func @yield_parent(%c: i1) {
  // expected-error @below {{'iree_vector_ext.yield' op expects parent op 'iree_vector_ext.arg_compare'}}
  iree_vector_ext.yield %c : i1
}

// -----

func.func @no_terminator(%a: vector<4x32xf32>, %iv: vector<4xf32>, %ii: vector<4xi32>) {
  // expected-error @below {{'iree_vector_ext.yield' op expected 1 yield operand, but got 0}}
  %v, %i = iree_vector_ext.arg_compare dimension(1) ins(%a : vector<4x32xf32>) inits(%iv, %ii : vector<4xf32>, vector<4xi32>) {
  ^bb0(%x: f32, %y: f32):
  } -> vector<4xf32>, vector<4xi32>
  return
}

// -----

// The shape of a mask is that of the memory that is read, which a sum does not tell.
func.func @mask_of_sum(%m: memref<8x8xf32>, %i: index, %p: f32, %k: vector<4xi1>) {
  // expected-error @below {{cannot infer the mask type from permutation map (d0, d1) -> (d0 + d1)}}
  %r = iree_vector_ext.transfer_gather %m[%i, %i][None, None], %p, %k {indexed_maps = [], permutation_map = affine_map<(d0, d1) -> (d0 + d1)>} : memref<8x8xf32>, vector<4xf32>
  return
}
