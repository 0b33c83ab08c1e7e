// RUN: optc %s --split-input-file --verify-diagnostics

// expected-error @below {{all fields must have the same rank as the layout}}
#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2, 1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// -----

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
func.func @rank(%x: vector<4x4xf32>) {
  // expected-error @below {{Rank of vector (2) does not match rank of layout (1).}}
  %r = iree_vector_ext.to_layout %x to layout(#l) : vector<4x4xf32>
  return
}

// -----

func.func @elements(%x: vector<4xf32>) {
  // expected-error @below {{requires the same element type for all operands and results}}
  %r = iree_vector_ext.to_simt %x : vector<4xf32> -> vector<4xf16>
  return
}

// -----

func.func @maps(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{expected 1 indexing maps, got: 2}}
  %r = iree_vector_ext.transfer_gather %m[%i], %p {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @constant(%m: memref<8xf32>, %i: index, %p: f32) {
  // expected-error @below {{expected constant 0 in indexing map, got: 1}}
  %r = iree_vector_ext.transfer_gather %m[%i], %p {indexing_maps = [affine_map<(d0) -> (1)>]} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @shape(%m: memref<8x8xf32>, %v: vector<3xindex>, %i: index, %p: f32) {
  // expected-error @below {{Invalid index vector shape at dim: 0, expected: 4, got: 3}}
  %r = iree_vector_ext.transfer_gather %m[%i, %i][None, %v: vector<3xindex>], %p {indexed_maps = [affine_map<(d0, d1) -> (d1)>]} : memref<8x8xf32>, vector<2x4xf32>
  return
}

// -----

func.func @result(%x: vector<4xf32>, %t: tensor<8xf32>, %i: index) {
  // expected-error @below {{expected result for tensor operand}}
  iree_vector_ext.transfer_scatter %x into %t[%i] {indexing_maps = [affine_map<(d0) -> (d0)>]} : vector<4xf32>, tensor<8xf32>
  return
}
