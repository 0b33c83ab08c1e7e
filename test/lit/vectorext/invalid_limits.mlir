// RUN: optc %s --split-input-file --verify-diagnostics

// One too many, one too few, and the other of two that must agree.
func.func @inputs(%a: vector<4xf32>, %v: vector<f32>, %i: vector<i32>) {
  // expected-error @+1 {{custom op 'iree_vector_ext.arg_compare' expected 1 or 2 inputs, 2 inits and at most 1 index base, but got 3, 2 and 0}}
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a, %a, %a : vector<4xf32>, vector<4xf32>, vector<4xf32>) inits(%v, %i : vector<f32>, vector<i32>) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  return
}

// -----

func.func @inits(%a: vector<4xf32>, %v: vector<f32>, %i: vector<i32>) {
  // expected-error @+1 {{custom op 'iree_vector_ext.arg_compare' expected 1 or 2 inputs, 2 inits and at most 1 index base, but got 1, 3 and 0}}
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a : vector<4xf32>) inits(%v, %i, %i : vector<f32>, vector<i32>, vector<i32>) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  return
}

// -----

func.func @bases(%a: vector<4xf32>, %v: vector<f32>, %i: vector<i32>, %n: index) {
  // expected-error @+1 {{custom op 'iree_vector_ext.arg_compare' expected 1 or 2 inputs, 2 inits and at most 1 index base, but got 1, 2 and 2}}
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a : vector<4xf32>) inits(%v, %i : vector<f32>, vector<i32>) index_base(%n, %n : index, index) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  return
}

// -----

func.func @first_argument(%a: vector<4xf32>, %v: vector<f32>, %i: vector<i32>, %c: i1) {
  // expected-error @+1 {{'iree_vector_ext.arg_compare' op comparator arguments must match input value element type. Expected: 'f32', but got: 'f16' and 'f32'}}
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a : vector<4xf32>) inits(%v, %i : vector<f32>, vector<i32>) {
  ^bb0(%x: f16, %y: f32):
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  return
}

// -----

func.func @three_arguments(%a: vector<4xf32>, %v: vector<f32>, %i: vector<i32>, %c: i1) {
  // expected-error @+1 {{'iree_vector_ext.arg_compare' op comparator region must have exactly 2 arguments}}
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a : vector<4xf32>) inits(%v, %i : vector<f32>, vector<i32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  return
}

// -----

func.func @dimension(%a: vector<4x2xf32>, %v: vector<4xf32>, %i: vector<4xi32>, %c: i1) {
  // expected-error @+1 {{'iree_vector_ext.arg_compare' op dimension 2 is out of range [0, 2)}}
  %r:2 = iree_vector_ext.arg_compare dimension(2) ins(%a : vector<4x2xf32>) inits(%v, %i : vector<4xf32>, vector<4xi32>) {
  ^bb0(%x: f32, %y: f32):
    iree_vector_ext.yield %c : i1
  } -> vector<4xf32>, vector<4xi32>
  return
}

// -----

func.func @other_dimension(%a: vector<4x2xf32>, %v: vector<4xf32>, %i: vector<4xi32>, %c: i1) {
  // expected-error @+1 {{'iree_vector_ext.arg_compare' op init value shape must match input shape with reduction dimension removed. Expected: [2], but got: [4]}}
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a : vector<4x2xf32>) inits(%v, %i : vector<4xf32>, vector<4xi32>) {
  ^bb0(%x: f32, %y: f32):
    iree_vector_ext.yield %c : i1
  } -> vector<4xf32>, vector<4xi32>
  return
}

// -----

func.func @yields(%a: vector<4xf32>, %v: vector<f32>, %i: vector<i32>, %c: i1) {
  %r:2 = iree_vector_ext.arg_compare dimension(0) ins(%a : vector<4xf32>) inits(%v, %i : vector<f32>, vector<i32>) {
  ^bb0(%x: f32, %y: f32):
    // expected-error @+1 {{'iree_vector_ext.yield' op expected 1 yield operand, but got 2}}
    iree_vector_ext.yield %c, %c : i1, i1
  } -> vector<f32>, vector<i32>
  return
}

// -----

func.func @map_rank(%m: memref<8x8xf32>, %i: index, %p: f32) {
  // expected-error @+1 {{'iree_vector_ext.transfer_gather' op requires a permutation_map with input dims of the same rank as the source type}}
  %r = iree_vector_ext.transfer_gather %m[%i, %i][None, None], %p {indexed_maps = [], permutation_map = affine_map<(d0) -> (d0)>} : memref<8x8xf32>, vector<4xf32>
  return
}

// -----

func.func @element_ranks(%m: memref<8xvector<4x4xf32>>, %i: index, %p: vector<4x4xf32>) {
  // expected-error @+1 {{custom op 'iree_vector_ext.transfer_gather' expected the same rank for the vector and the results of the permutation map}}
  %r = iree_vector_ext.transfer_gather %m[%i][None], %p {indexed_maps = []} : memref<8xvector<4x4xf32>>, vector<4xf32>
  return
}

// -----

func.func @indexed(%m: memref<8x8xf32>, %v: vector<4xindex>, %i: index, %p: f32) {
  // expected-error @+1 {{'iree_vector_ext.transfer_gather' op requires indexed to have a value for each dimension of the shaped type}}
  %r = iree_vector_ext.transfer_gather %m[%i, %i][%v: vector<4xindex>], %p {indexed_maps = [affine_map<(d0, d1) -> (d1)>]} : memref<8x8xf32>, vector<4x4xf32>
  return
}

// -----

func.func @indexing_dims(%m: memref<8x8xf32>, %v: vector<4xindex>, %i: index, %p: f32) {
  // expected-error @+1 {{'iree_vector_ext.transfer_gather' op requires the indexing map at dim: 0 to select memory dimensions, but got: (d0) -> (d0)}}
  %r = iree_vector_ext.transfer_gather %m[%i, %i][%v: vector<4xindex>, None], %p {indexed_maps = [affine_map<(d0) -> (d0)>]} : memref<8x8xf32>, vector<4x4xf32>
  return
}

// -----

func.func @f(%m: memref<8x8xf32>, %i: index, %p: f32, %k: vector<4xi1>) {
  // expected-error @+1 {{custom op 'iree_vector_ext.transfer_gather' cannot infer the mask type from permutation map (d0, d1) -> (d0 + d1)}}
  %r = iree_vector_ext.transfer_gather %m[%i, %i][None, None], %p, %k {indexed_maps = [], permutation_map = affine_map<(d0, d1) -> (d0 + d1)>} : memref<8x8xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<8x8xf32>, %i: index, %p: f32, %k: vector<4xi1>) {
  // expected-error @+1 {{'iree_vector_ext.transfer_gather' op inferred mask type ('none') and mask operand type ('vector<4xi1>') don't match}}
  %r = "iree_vector_ext.transfer_gather"(%m, %i, %i, %p, %k) <{in_bounds = [true], indexed = [false, false], indexed_maps = [], permutation_map = affine_map<(d0, d1) -> (d0 + d1)>, operandSegmentSizes = array<i32: 1, 2, 0, 1, 1>}> : (memref<8x8xf32>, index, index, f32, vector<4xi1>) -> vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %v: vector<4xf32>, %i: index, %k: vector<4xi1>) {
  // expected-error @+1 {{custom op 'iree_vector_ext.transfer_scatter' expected at most one mask, but got 2 operands}}
  iree_vector_ext.transfer_scatter %v into %m[%i], %k, %k {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]} : vector<4xf32>, memref<8xf32>, vector<4xi1>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %v: vector<4xf32>, %i: index, %k: vector<4xi1>) {
  // expected-error @+1 {{custom op 'iree_vector_ext.transfer_scatter' expected 3 types}}
  iree_vector_ext.transfer_scatter %v into %m[%i], %k {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]} : vector<4xf32>, memref<8xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>, %v: vector<4xf32>, %i: index, %k: vector<4xi1>) {
  // expected-error @+1 {{custom op 'iree_vector_ext.transfer_scatter' expected 3 types}}
  iree_vector_ext.transfer_scatter %v into %m[%i], %k {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]} : vector<4xf32> memref<8xf32>
  return
}

// -----

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
func.func @f(%m: vector<8xf32>) {
  // expected-error @+1 {{'iree_vector_ext.to_simt' op expected a whole vector of shape [4] with nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>, but got vector<8xf32>}}
  %r = iree_vector_ext.to_simt %m {layout = #l} : vector<8xf32> -> vector<1x1x1xf32>
  return
}

// -----

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
func.func @f(%m: vector<4xf32>) {
  // expected-error @+1 {{'iree_vector_ext.to_simt' op expected a part of shape [1, 1, 1] with nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>, but got vector<1x2x1xf32>}}
  %r = iree_vector_ext.to_simt %m {layout = #l} : vector<4xf32> -> vector<1x2x1xf32>
  return
}

// -----

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [2], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
func.func @f(%m: vector<2xf32>) {
  // expected-error @+1 {{'iree_vector_ext.to_simd' op expected a part of shape [1, 1, 2] with nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [2], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>, but got vector<2xf32>}}
  %r = iree_vector_ext.to_simd %m {layout = #l} : vector<2xf32> -> vector<4xf32>
  return
}

// -----

func.func @gather_of_too_many(%m: memref<64xf32>, %o: index, %p: f32, %k: vector<8xi1>) {
  // expected-error @+1 {{custom op 'iree_vector_ext.transfer_gather' expected a padding value and at most one mask, but got 3 operands}}
  %r = iree_vector_ext.transfer_gather %m[%o], %p, %k, %k {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]} : memref<64xf32>, vector<8xf32>, vector<8xi1>
  return
}
