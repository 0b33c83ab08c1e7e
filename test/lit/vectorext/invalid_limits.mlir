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
