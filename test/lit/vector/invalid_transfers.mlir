// RUN: optc %s --split-input-file --verify-diagnostics

func.func @read_of_a_scalar(%s: f32, %i: index, %z: f32) {
  // expected-error @+1 {{custom op 'vector.transfer_read' requires memref or ranked tensor type}}
  %0 = vector.transfer_read %s[%i], %z : f32, vector<4xf32>
  return
}

// -----

func.func @read_to_a_scalar(%m: memref<8xf32>, %i: index, %z: f32) {
  // expected-error @+1 {{custom op 'vector.transfer_read' requires vector type}}
  %0 = vector.transfer_read %m[%i], %z : memref<8xf32>, f32
  return
}

// -----

func.func @write_of_a_scalar(%m: memref<8xf32>, %i: index, %z: f32) {
  // expected-error @+1 {{custom op 'vector.transfer_write' requires vector type}}
  vector.transfer_write %z, %m[%i] : f32, memref<8xf32>
  return
}

// -----

func.func @read_of_one_type(%m: memref<8xf32>, %i: index, %z: f32) {
  // expected-error @+1 {{custom op 'vector.transfer_read' requires two types}}
  %0 = vector.transfer_read %m[%i], %z : memref<8xf32>
  return
}

// -----

func.func @read_of_a_higher_rank(%m: memref<8xf32>, %i: index, %z: f32) {
  // expected-error @+1 {{custom op 'vector.transfer_read' expected a custom permutation_map when rank(source) != rank(destination)}}
  %0 = vector.transfer_read %m[%i], %z : memref<8xf32>, vector<4x4xf32>
  return
}

// -----

func.func @read_without_indices(%m: memref<8xf32>, %z: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires 1 indices}}
  %0 = vector.transfer_read %m[], %z : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @mask_of_vector_elements(%m: memref<8xvector<4xf32>>, %i: index, %z: vector<4xf32>, %k: vector<4xi1>) {
  // expected-error @+1 {{custom op 'vector.transfer_read' does not support masks with vector element type}}
  %0 = vector.transfer_read %m[%i], %z, %k : memref<8xvector<4xf32>>, vector<1x4xf32>
  return
}

// -----

func.func @mask_of_another_rank(%m: memref<8x8xf32>, %i: index, %z: f32, %k: vector<4xi1>) {
  // expected-error @+1 {{custom op 'vector.transfer_read' expected the same rank for the vector and the results of the permutation map}}
  %0 = vector.transfer_read %m[%i, %i], %z, %k {permutation_map = affine_map<(i, j) -> (i, j)>} : memref<8x8xf32>, vector<4xf32>
  return
}

// -----

func.func @mask_of_a_map_that_is_no_projection(%m: memref<8x8xf32>, %i: index, %z: f32, %k: vector<4xi1>) {
  // expected-error @+1 {{custom op 'vector.transfer_read' expected a projected permutation_map to infer the mask type}}
  %0 = vector.transfer_read %m[%i, %i], %z, %k {permutation_map = affine_map<(i, j) -> (i + j)>} : memref<8x8xf32>, vector<4xf32>
  return
}

// -----

func.func @masked_attribute(%m: memref<8xf32>, %i: index, %z: f32) {
  // expected-error @+1 {{'vector.transfer_read' op masked attribute has been removed. Use in_bounds instead.}}
  %0 = vector.transfer_read %m[%i], %z {masked = [true]} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @tensor_without_a_rank(%m: tensor<*xf32>, %i: index, %z: f32) {
  // expected-error @+1 {{custom op 'vector.transfer_read' requires memref or ranked tensor type}}
  %0 = vector.transfer_read %m[%i], %z {permutation_map = affine_map<(i) -> (i)>} : tensor<*xf32>, vector<4xf32>
  return
}

// -----

func.func @width_of_the_elements(%m: memref<8xf32>, %i: index, %z: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the source element type}}
  %0 = vector.transfer_read %m[%i], %z : memref<8xf32>, vector<3xi16>
  return
}

// -----

func.func @rank_of_the_map(%m: memref<8x8xf32>, %i: index, %z: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires a permutation_map with result dims of the same rank as the vector type}}
  %0 = vector.transfer_read %m[%i, %i], %z {permutation_map = affine_map<(i, j) -> (i, j)>} : memref<8x8xf32>, vector<4xf32>
  return
}

// -----

func.func @width_of_the_vector_elements(%m: memref<8xvector<4xf32>>, %i: index, %z: vector<4xf32>) {
  // expected-error @+1 {{'vector.transfer_read' op requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the minor 1-D vector of the source}}
  %0 = vector.transfer_read %m[%i], %z : memref<8xvector<4xf32>>, vector<1x3xf32>
  return
}

// -----

func.func @rank_of_the_vector_elements(%m: memref<8xvector<1x4xf32>>, %i: index, %z: vector<1x4xf32>) {
  // expected-error @+1 {{'vector.transfer_read' op requires source vector element and vector result ranks to match.}}
  %0 = vector.transfer_read %m[%i], %z {permutation_map = affine_map<(i) -> (i)>} : memref<8xvector<1x4xf32>>, vector<4xf32>
  return
}

// -----

func.func @rank_of_the_map_of_vector_elements(%m: memref<8xvector<4xf32>>, %i: index, %z: vector<4xf32>) {
  // expected-error @+1 {{'vector.transfer_read' op requires a permutation_map with result dims of the same rank as the vector type}}
  %0 = vector.transfer_read %m[%i], %z {permutation_map = affine_map<(i) -> (i, i)>} : memref<8xvector<4xf32>>, vector<1x4xf32>
  return
}

// -----

func.func @symbol_in_the_map(%m: memref<8xf32>, %i: index, %z: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires permutation_map without symbols}}
  %0 = vector.transfer_read %m[%i], %z {permutation_map = affine_map<(i)[s] -> (i)>} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @inputs_of_the_map(%m: memref<8xf32>, %i: index, %z: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires a permutation_map with input dims of the same rank as the source type}}
  %0 = vector.transfer_read %m[%i], %z {permutation_map = affine_map<(i, j) -> (i)>} : memref<8xf32>, vector<4xf32>
  return
}

// -----

func.func @type_of_the_mask(%m: memref<8xf32>, %i: index, %z: f32, %k: vector<5xi1>) {
  // expected-error @+1 {{'vector.transfer_read' op inferred mask type ('vector<4xi1>') and mask operand type ('vector<5xi1>') don't match}}
  %0 = "vector.transfer_read"(%m, %i, %z, %k) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 1>, permutation_map = affine_map<(i) -> (i)>}> : (memref<8xf32>, index, f32, vector<5xi1>) -> vector<4xf32>
  return
}

// -----

func.func @mask_of_a_sum(%m: memref<8x8xf32>, %i: index, %z: f32, %k: vector<4xi1>) {
  // expected-error @+1 {{'vector.transfer_read' op requires a projected permutation_map (at most one dim or the zero constant can appear in each result)}}
  %0 = "vector.transfer_read"(%m, %i, %i, %z, %k) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = affine_map<(i, j) -> (i + j)>}> : (memref<8x8xf32>, index, index, f32, vector<4xi1>) -> vector<4xf32>
  return
}

// -----

func.func @mask_of_vector_elements_in_generic_form(%m: memref<8xvector<4xf32>>, %i: index, %z: vector<4xf32>, %k: vector<1xi1>) {
  // expected-error @+1 {{'vector.transfer_read' op does not support masks with vector element type}}
  %0 = "vector.transfer_read"(%m, %i, %z, %k) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 1>, permutation_map = affine_map<(i) -> (i)>}> : (memref<8xvector<4xf32>>, index, vector<4xf32>, vector<1xi1>) -> vector<1x4xf32>
  return
}

// -----

func.func @padding_of_vector_elements(%m: memref<8xvector<4xf32>>, %i: index, %z: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires source element type and padding type to match.}}
  %0 = "vector.transfer_read"(%m, %i, %z) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(i) -> (i)>}> : (memref<8xvector<4xf32>>, index, f32) -> vector<1x4xf32>
  return
}

// -----

func.func @padding_that_is_no_element(%m: memref<8xf32>, %i: index, %z: vector<1xf32>) {
  // expected-error @+1 {{'vector.transfer_read' op requires valid padding vector elemental type}}
  %0 = "vector.transfer_read"(%m, %i, %z) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(i) -> (i)>}> : (memref<8xf32>, index, vector<1xf32>) -> vector<4xf32>
  return
}

// -----

func.func @padding_of_another_type(%m: memref<8xf32>, %i: index, %z: i32) {
  // expected-error @+1 {{'vector.transfer_read' op requires formal padding and source of the same elemental type}}
  %0 = "vector.transfer_read"(%m, %i, %z) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(i) -> (i)>}> : (memref<8xf32>, index, i32) -> vector<4xf32>
  return
}

// -----

func.func @load_of_a_higher_rank(%m: memref<8xf32>, %i: index) {
  // expected-error @+1 {{'vector.load' op destination memref has lower rank than the result vector}}
  %0 = vector.load %m[%i] : memref<8xf32>, vector<2x2xf32>
  return
}

// -----

func.func @store_of_a_higher_rank(%m: memref<8xf32>, %i: index, %a: vector<2x2xf32>) {
  // expected-error @+1 {{'vector.store' op source memref has lower rank than the vector to store}}
  vector.store %a, %m[%i] : memref<8xf32>, vector<2x2xf32>
  return
}

// -----

func.func @load_of_vector_elements(%m: memref<8xvector<4xf32>>, %i: index) {
  // expected-error @+1 {{'vector.load' op base memref and result vector types should match}}
  %0 = vector.load %m[%i] : memref<8xvector<4xf32>>, vector<2xf32>
  return
}

// -----

func.func @store_of_vector_elements(%m: memref<8xvector<4xf32>>, %i: index, %a: vector<2xf32>) {
  // expected-error @+1 {{'vector.store' op base memref and valueToStore vector types should match}}
  vector.store %a, %m[%i] : memref<8xvector<4xf32>>, vector<2xf32>
  return
}

// -----

func.func @load_of_other_elements(%m: memref<8xf32>, %i: index) {
  // expected-error @+1 {{'vector.load' op base and result element types should match}}
  %0 = vector.load %m[%i] : memref<8xf32>, vector<2xi32>
  return
}

// -----

func.func @store_of_other_elements(%m: memref<8xf32>, %i: index, %a: vector<2xi32>) {
  // expected-error @+1 {{'vector.store' op base and valueToStore element type should match}}
  vector.store %a, %m[%i] : memref<8xf32>, vector<2xi32>
  return
}

// -----

func.func @indices_of_a_load(%m: memref<8x8xf32>, %i: index) {
  // expected-error @+1 {{'vector.load' op requires 2 indices}}
  %0 = vector.load %m[%i] : memref<8x8xf32>, vector<2xf32>
  return
}

// -----

func.func @elements_of_a_masked_load(%m: memref<8xf32>, %i: index, %k: vector<4xi1>, %p: vector<4xi32>) {
  // expected-error @+1 {{'vector.maskedload' op base and result element type should match}}
  %0 = vector.maskedload %m[%i], %k, %p : memref<8xf32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  return
}

// -----

func.func @number(%m: memref<f32>, %p: f32) -> vector<1xf32> {
  // expected-error @below {{custom op 'vector.transfer_read' expected a custom permutation_map when rank(source) != rank(destination)}}
  %0 = vector.transfer_read %m[], %p : memref<f32>, vector<1xf32>
  return %0 : vector<1xf32>
}
