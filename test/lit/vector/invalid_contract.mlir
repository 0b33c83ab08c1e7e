// RUN: optc %s --split-input-file --verify-diagnostics

#k = affine_map<(m, k) -> (k)>
#m = affine_map<(m, k) -> (m)>
#mk = affine_map<(m, k) -> (m, k)>
func.func @attributes_are_a_dictionary(%a: vector<2x4xf32>, %b: vector<4xf32>, %c: vector<2xf32>) {
  // expected-error @+1 {{custom op 'vector.contract' invalid kind of attribute specified}}
  %0 = vector.contract "add" %a, %b, %c : vector<2x4xf32>, vector<4xf32> into vector<2xf32>
  return
}

// -----

#k = affine_map<(m, k) -> (k)>
#m = affine_map<(m, k) -> (m)>
#mk = affine_map<(m, k) -> (m, k)>
func.func @one_type(%a: vector<2x4xf32>, %b: vector<4xf32>, %c: vector<2xf32>) {
  // expected-error @+1 {{custom op 'vector.contract' expected 2 types, but got 1}}
  %0 = vector.contract {indexing_maps = [#mk, #k, #m], iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<2x4xf32> into vector<2xf32>
  return
}

// -----

#k = affine_map<(m, k) -> (k)>
#m = affine_map<(m, k) -> (m)>
#mk = affine_map<(m, k) -> (m, k)>
func.func @without_iterators(%a: vector<2x4xf32>, %b: vector<4xf32>, %c: vector<2xf32>) {
  // expected-error @+1 {{custom op 'vector.contract' expected "iterator_types" array attribute}}
  %0 = vector.contract {indexing_maps = [#mk, #k, #m]} %a, %b, %c : vector<2x4xf32>, vector<4xf32> into vector<2xf32>
  return
}

// -----

#k = affine_map<(m, k) -> (k)>
#m = affine_map<(m, k) -> (m)>
#mk = affine_map<(m, k) -> (m, k)>
func.func @iterator_word(%a: vector<2x4xf32>, %b: vector<4xf32>, %c: vector<2xf32>) {
  // expected-error @+1 {{custom op 'vector.contract' unexpected iterator_type (reduce)}}
  %0 = vector.contract {indexing_maps = [#mk, #k, #m], iterator_types = ["parallel", "reduce"]} %a, %b, %c : vector<2x4xf32>, vector<4xf32> into vector<2xf32>
  return
}

// -----

#k = affine_map<(m, k) -> (k)>
#m = affine_map<(m, k) -> (m)>
#mk = affine_map<(m, k) -> (m, k)>
func.func @masks_of_scalars(%a: f32, %b: vector<4xf32>, %c: vector<2xf32>, %k: vector<4xi1>) {
  // expected-error @+1 {{custom op 'vector.contract' expected vector types of masked operands}}
  %0 = vector.contract {indexing_maps = [#mk, #k, #m], iterator_types = ["parallel", "reduction"]} %a, %b, %c, %k, %k : f32, vector<4xf32> into vector<2xf32>
  return
}

// -----

#k = affine_map<(m, k) -> (k)>
#m = affine_map<(m, k) -> (m)>
#mk = affine_map<(m, k) -> (m, k)>
func.func @signed(%a: vector<2x4xsi32>, %b: vector<4xsi32>, %c: vector<2xsi32>) {
  // expected-error @+1 {{'vector.contract' op only supports signless integer types}}
  %0 = vector.contract {indexing_maps = [#mk, #k, #m], iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<2x4xsi32>, vector<4xsi32> into vector<2xsi32>
  return
}

// -----

#k = affine_map<(m, k) -> (k)>
#mk = affine_map<(m, k) -> (m, k)>
func.func @two_maps(%a: vector<2x4xf32>, %b: vector<4xf32>, %c: vector<2xf32>) {
  // expected-error @+1 {{'vector.contract' op expected an indexing map for each vector operand}}
  %0 = vector.contract {indexing_maps = [#mk, #k], iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<2x4xf32>, vector<4xf32> into vector<2xf32>
  return
}

// -----

#k = affine_map<(m, k)[s] -> (k)>
#m = affine_map<(m, k) -> (m)>
#mk = affine_map<(m, k) -> (m, k)>
func.func @map_with_a_symbol(%a: vector<2x4xf32>, %b: vector<4xf32>, %c: vector<2xf32>) {
  // expected-error @+1 {{'vector.contract' op expected indexing map 1 to have no symbols}}
  %0 = vector.contract {indexing_maps = [#mk, #k, #m], iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<2x4xf32>, vector<4xf32> into vector<2xf32>
  return
}

// -----

#k = affine_map<(m, k, n) -> (k)>
#m = affine_map<(m, k) -> (m)>
#mk = affine_map<(m, k) -> (m, k)>
func.func @map_of_three_iterators(%a: vector<2x4xf32>, %b: vector<4xf32>, %c: vector<2xf32>) {
  // expected-error @+1 {{'vector.contract' op expected indexing map 1 to have 2 number of inputs}}
  %0 = vector.contract {indexing_maps = [#mk, #k, #m], iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<2x4xf32>, vector<4xf32> into vector<2xf32>
  return
}

// -----

#m = affine_map<(m, k) -> (m)>
#mk = affine_map<(m, k) -> (m, k)>
func.func @map_of_another_rank(%a: vector<2x4xf32>, %b: vector<4xf32>, %c: vector<2xf32>) {
  // expected-error @+1 {{'vector.contract' op expected indexing map 2 to have 1 number of outputs}}
  %0 = vector.contract {indexing_maps = [#mk, #m, #mk], iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<2x4xf32>, vector<4xf32> into vector<2xf32>
  return
}

// -----

#k = affine_map<(m, k) -> (k + 1)>
#m = affine_map<(m, k) -> (m)>
#mk = affine_map<(m, k) -> (m, k)>
func.func @map_with_a_sum(%a: vector<2x4xf32>, %b: vector<4xf32>, %c: vector<2xf32>) {
  // expected-error @+1 {{'vector.contract' op expected indexing map 1 to be a projected permutation of its inputs}}
  %0 = vector.contract {indexing_maps = [#mk, #k, #m], iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<2x4xf32>, vector<4xf32> into vector<2xf32>
  return
}

// -----

#k = affine_map<(m, k) -> (k)>
#m = affine_map<(m, k) -> (m)>
#mk = affine_map<(m, k) -> (m, k)>
func.func @reduced_extents(%a: vector<2x4xf32>, %b: vector<5xf32>, %c: vector<2xf32>) {
  // expected-error @+1 {{'vector.contract' op invalid contracting dimension map}}
  %0 = vector.contract {indexing_maps = [#mk, #k, #m], iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<2x4xf32>, vector<5xf32> into vector<2xf32>
  return
}

// -----

#m = affine_map<(m, k) -> (m)>
#mk = affine_map<(m, k) -> (m, k)>
func.func @batch_extents(%a: vector<2x4xf32>, %b: vector<3x4xf32>, %c: vector<2xf32>) {
  // expected-error @+1 {{'vector.contract' op invalid batch dimension map}}
  %0 = vector.contract {indexing_maps = [#mk, #mk, #m], iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<2x4xf32>, vector<3x4xf32> into vector<2xf32>
  return
}

// -----

#k = affine_map<(k) -> (k)>
func.func @all_is_reduced(%a: vector<4xf32>, %b: vector<4xf32>, %c: vector<4xf32>) {
  // expected-error @+1 {{'vector.contract' op invalid accumulator/result vector shape}}
  %0 = vector.contract {indexing_maps = [#k, #k, #k], iterator_types = ["reduction"]} %a, %b, %c : vector<4xf32>, vector<4xf32> into vector<4xf32>
  return
}

// -----

#k = affine_map<(m, k) -> (k)>
#mk = affine_map<(m, k) -> (m, k)>
#none = affine_map<(m, k) -> ()>
func.func @scalar_result(%a: vector<2x4xf32>, %b: vector<4xf32>, %c: f32) {
  // expected-error @+1 {{'vector.contract' op invalid accumulator/result vector shape}}
  %0 = vector.contract {indexing_maps = [#mk, #k, #none], iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<2x4xf32>, vector<4xf32> into f32
  return
}

// -----

#k = affine_map<(m, k, n) -> (k)>
#m = affine_map<(m, k, n) -> (m)>
#mk = affine_map<(m, k, n) -> (m, k)>
func.func @iterator_of_no_operand(%a: vector<2x4xf32>, %b: vector<4xf32>, %c: vector<2xf32>) {
  // expected-error @+1 {{'vector.contract' op expected all dimensions to be either a LHS or a RHS dimension}}
  %0 = vector.contract {indexing_maps = [#mk, #k, #m], iterator_types = ["parallel", "reduction", "parallel"]} %a, %b, %c : vector<2x4xf32>, vector<4xf32> into vector<2xf32>
  return
}

// -----

#k = affine_map<(m, k) -> (k)>
#m = affine_map<(m, k) -> (m)>
#mk = affine_map<(m, k) -> (m, k)>
func.func @result_extents(%a: vector<2x4xf32>, %b: vector<4xf32>, %c: vector<3xf32>) {
  // expected-error @+1 {{'vector.contract' op invalid accumulator/result vector shape, expected: 'vector<2xf32>'}}
  %0 = vector.contract {indexing_maps = [#mk, #k, #m], iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<2x4xf32>, vector<4xf32> into vector<3xf32>
  return
}

// -----

func.func @outer_product_of_one(%a: vector<2xf32>) {
  // expected-error @+1 {{custom op 'vector.outerproduct' expected at least 2 operands}}
  %0 = vector.outerproduct %a : vector<2xf32>, vector<2xf32>
  return
}

// -----

func.func @outer_product_of_a_scalar(%a: f32, %b: vector<2xf32>) {
  // expected-error @+1 {{custom op 'vector.outerproduct' expected vector type for operand #1}}
  %0 = vector.outerproduct %a, %b : f32, vector<2xf32>
  return
}

// -----

func.func @outer_product_of_no_dimensions(%a: vector<f32>, %b: vector<2xf32>) {
  // expected-error @+1 {{custom op 'vector.outerproduct' expected vector type for operand #1}}
  %0 = vector.outerproduct %a, %b : vector<f32>, vector<2xf32>
  return
}

// -----

func.func @accumulator_of_an_outer_product(%a: vector<2xf32>, %b: vector<3xf32>, %c: vector<3x2xf32>) {
  // expected-error @+1 {{'vector.outerproduct' op expected operand #3 of same type as result type}}
  %0 = "vector.outerproduct"(%a, %b, %c) : (vector<2xf32>, vector<3xf32>, vector<3x2xf32>) -> vector<2x3xf32>
  return
}

// -----

func.func @kind_of_an_outer_product(%a: vector<2xf32>, %b: vector<3xf32>, %c: vector<2x3xf32>) {
  // expected-error @+1 {{'vector.outerproduct' op unsupported outerproduct type}}
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<and>} : vector<2xf32>, vector<3xf32>
  return
}

// -----

func.func @contract_number_from_vector(%a: vector<2xf32>, %c: vector<2xf32>) {
  // expected-error @+1 {{'vector.contract' op invalid accumulator/result vector shape}}
  %0 = "vector.contract"(%a, %a, %c) <{indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> (k)>], iterator_types = [#vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<2xf32>, vector<2xf32>, vector<2xf32>) -> f32
  return
}

// -----

func.func @contract_vector_from_number(%a: vector<2xf32>, %c: f32) {
  // expected-error @+1 {{'vector.contract' op invalid accumulator/result vector shape}}
  %0 = "vector.contract"(%a, %a, %c) <{indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = [#vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<2xf32>, vector<2xf32>, f32) -> vector<2xf32>
  return
}

// -----

func.func @contract_rows_to_number(%a: vector<3x2xf32>, %b: vector<2xf32>, %c: vector<3xf32>) {
  // expected-error @+1 {{'vector.contract' op invalid accumulator/result vector shape}}
  %0 = "vector.contract"(%a, %b, %c) <{indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<3x2xf32>, vector<2xf32>, vector<3xf32>) -> f32
  return
}

// -----

func.func @contract_batch_to_number(%a: vector<3x2xf32>, %c: f32) {
  // expected-error @+1 {{'vector.contract' op invalid accumulator/result vector shape}}
  %0 = vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> ()>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %a, %c : vector<3x2xf32>, vector<3x2xf32> into f32
  return
}
