// RUN: optc %s --split-input-file --verify-diagnostics

func.func @extract_a_vector_without_dimensions(%a: vector<4xf32>) {
  // expected-error @+1 {{expected a scalar instead of a 0-d vector as the result type}}
  %0 = "vector.extract"(%a) <{static_position = array<i64: 0>}> : (vector<4xf32>) -> vector<f32>
  return
}

// -----

func.func @extract_another_type(%a: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.extract' op inferred type(s) 'vector<8xf32>' are incompatible with return type(s) of operation 'vector<4xf32>'}}
  %0 = "vector.extract"(%a) <{static_position = array<i64: 0>}> : (vector<4x8xf32>) -> vector<4xf32>
  return
}

// -----

func.func @extract_a_vector_of_another_type(%a: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract' op failed to verify that operand and result have same element type}}
  %0 = "vector.extract"(%a) <{static_position = array<i64: 0>}> : (vector<4xf32>) -> vector<1xi32>
  return
}

// -----

func.func @extract_two_of_one(%a: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract' op inferred type(s) 'f32' are incompatible with return type(s) of operation 'vector<2xf32>'}}
  %0 = "vector.extract"(%a) <{static_position = array<i64: 0>}> : (vector<4xf32>) -> vector<2xf32>
  return
}

// -----

func.func @extract_at_an_index_that_is_missing(%a: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract' op mismatch between dynamic and static positions (kDynamic marker but no corresponding dynamic position) -- this can only happen due to an incorrect fold/rewrite}}
  %0 = "vector.extract"(%a) <{static_position = array<i64: -9223372036854775808>}> : (vector<4xf32>) -> f32
  return
}

// -----

func.func @extract_at_an_index_too_many(%a: vector<4xf32>, %i: index) {
  // expected-error @+1 {{'vector.extract' op mismatch between dynamic and static positions (kDynamic marker but no corresponding dynamic position) -- this can only happen due to an incorrect fold/rewrite}}
  %0 = "vector.extract"(%a, %i) <{static_position = array<i64: 0>}> : (vector<4xf32>, index) -> f32
  return
}

// -----

func.func @extract_deeper_than_the_rank(%a: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract' op expected position attribute of rank no greater than vector rank}}
  %0 = vector.extract %a[0, 0] : f32 from vector<4xf32>
  return
}

// -----

func.func @extract_below_poison(%a: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract' op expected position attribute #1 to be a non-negative integer smaller than the corresponding vector dimension or poison (-1)}}
  %0 = vector.extract %a[-2] : f32 from vector<4xf32>
  return
}

// -----

func.func @insert_a_vector_without_dimensions(%a: vector<f32>, %b: vector<4xf32>) {
  // expected-error @+1 {{expected a scalar instead of a 0-d vector as the source operand}}
  %0 = vector.insert %a, %b [0] : vector<f32> into vector<4xf32>
  return
}

// -----

func.func @insert_deeper_than_the_rank(%a: f32, %b: vector<4xf32>) {
  // expected-error @+1 {{'vector.insert' op expected position attribute of rank no greater than dest vector rank}}
  %0 = vector.insert %a, %b [0, 0] : f32 into vector<4xf32>
  return
}

// -----

func.func @insert_rank(%a: vector<4xf32>, %b: vector<4x4xf32>) {
  // expected-error @+1 {{'vector.insert' op expected position attribute rank + source rank to match dest vector rank}}
  %0 = vector.insert %a, %b [0, 0] : vector<4xf32> into vector<4x4xf32>
  return
}

// -----

func.func @insert_beyond_the_end(%a: f32, %b: vector<4xf32>) {
  // expected-error @+1 {{'vector.insert' op expected position attribute #1 to be a non-negative integer smaller than the corresponding dest vector dimension}}
  %0 = vector.insert %a, %b [4] : f32 into vector<4xf32>
  return
}

// -----

func.func @insert_below_poison(%a: f32, %b: vector<4xf32>) {
  // expected-error @+1 {{'vector.insert' op expected position attribute #1 to be a non-negative integer smaller than the corresponding dest vector dimension}}
  %0 = vector.insert %a, %b [-2] : f32 into vector<4xf32>
  return
}

// -----

func.func @from_elements_scalable(%a: f32) {
  // expected-error @+1 {{custom op 'vector.from_elements' 'dest' must be fixed-length vector of any type values, but got 'vector<[2]xf32>'}}
  %0 = vector.from_elements %a, %a : vector<[2]xf32>
  return
}

// -----

func.func @shuffle_rank(%a: vector<4xf32>, %b: vector<2x2xf32>) {
  // expected-error @+1 {{'vector.shuffle' op rank mismatch}}
  %0 = "vector.shuffle"(%a, %b) <{mask = array<i64: 0>}> : (vector<4xf32>, vector<2x2xf32>) -> vector<1xf32>
  return
}

// -----

func.func @shuffle_rank_of_the_result(%a: vector<4xf32>) {
  // expected-error @+1 {{'vector.shuffle' op rank mismatch}}
  %0 = "vector.shuffle"(%a, %a) <{mask = array<i64: 0>}> : (vector<4xf32>, vector<4xf32>) -> vector<1x1xf32>
  return
}

// -----

func.func @shuffle_scalars_to_a_matrix(%a: vector<f32>) {
  // expected-error @+1 {{'vector.shuffle' op rank mismatch}}
  %0 = "vector.shuffle"(%a, %a) <{mask = array<i64: 0>}> : (vector<f32>, vector<f32>) -> vector<1x1xf32>
  return
}

// -----

func.func @shuffle_extents(%a: vector<4x2xf32>, %b: vector<4x3xf32>) {
  // expected-error @+1 {{'vector.shuffle' op dimension mismatch}}
  %0 = "vector.shuffle"(%a, %b) <{mask = array<i64: 0>}> : (vector<4x2xf32>, vector<4x3xf32>) -> vector<1x2xf32>
  return
}

// -----

func.func @shuffle_extents_of_the_result(%a: vector<4x2xf32>) {
  // expected-error @+1 {{'vector.shuffle' op dimension mismatch}}
  %0 = "vector.shuffle"(%a, %a) <{mask = array<i64: 0>}> : (vector<4x2xf32>, vector<4x2xf32>) -> vector<1x3xf32>
  return
}

// -----

func.func @shuffle_of_nothing(%a: vector<4xf32>) {
  // expected-error @+1 {{'vector.shuffle' op invalid mask length}}
  %0 = vector.shuffle %a, %a [] : vector<4xf32>, vector<4xf32>
  return
}

// -----

func.func @shuffle_length(%a: vector<4xf32>) {
  // expected-error @+1 {{'vector.shuffle' op mask length mismatch}}
  %0 = "vector.shuffle"(%a, %a) <{mask = array<i64: 0, 1>}> : (vector<4xf32>, vector<4xf32>) -> vector<1xf32>
  return
}

// -----

func.func @shuffle_below_poison(%a: vector<4xf32>) {
  // expected-error @+1 {{'vector.shuffle' op mask index #1 out of range}}
  %0 = vector.shuffle %a, %a [-2] : vector<4xf32>, vector<4xf32>
  return
}

// -----

func.func @reduction_rank(%a: vector<2x2xf32>) {
  // expected-error @+1 {{'vector.reduction' op unsupported reduction rank: 2}}
  %0 = vector.reduction <add>, %a : vector<2x2xf32> into f32
  return
}

// -----

func.func @reduction_type(%a: vector<2xf32>) {
  // expected-error @+1 {{'vector.reduction' op failed to verify that source operand and result have same element type}}
  %0 = "vector.reduction"(%a) <{kind = #vector.kind<add>}> : (vector<2xf32>) -> f64
  return
}

// -----

func.func @scan_rank_of_the_start(%a: vector<2x3xf32>, %b: vector<2x3xf32>) {
  // expected-error @+1 {{'vector.scan' op initial value rank 2 has to be equal to 1}}
  %0:2 = vector.scan <add>, %a, %b {inclusive = true, reduction_dim = 0 : i64} : vector<2x3xf32>, vector<2x3xf32>
  return
}

// -----

func.func @scan_shape_of_the_start(%a: vector<2x3xf32>, %b: vector<2xf32>) {
  // expected-error @+1 {{'vector.scan' op incompatible input/initial value shapes}}
  %0:2 = vector.scan <add>, %a, %b {inclusive = true, reduction_dim = 0 : i64} : vector<2x3xf32>, vector<2xf32>
  return
}

// -----

func.func @scan_kind(%a: vector<2x3xf32>, %b: vector<3xf32>) {
  // expected-error @+1 {{'vector.scan' op unsupported reduction type 'f32' for kind 'xor'}}
  %0:2 = vector.scan <xor>, %a, %b {inclusive = true, reduction_dim = 0 : i64} : vector<2x3xf32>, vector<3xf32>
  return
}

// -----

func.func @constant_mask_of_a_scalar() {
  // expected-error @+1 {{array attr must have length 1 for 0-D vectors}}
  %0 = vector.constant_mask [1, 1] : vector<i1>
  return
}

// -----

func.func @constant_mask_of_two() {
  // expected-error @+1 {{mask dim size must be either 0 or 1 for 0-D vectors}}
  %0 = vector.constant_mask [2] : vector<i1>
  return
}

// -----

func.func @constant_mask_rank() {
  // expected-error @+1 {{'vector.constant_mask' op must specify array attr of size equal vector result rank}}
  %0 = vector.constant_mask [1] : vector<2x2xi1>
  return
}

// -----

func.func @constant_mask_negative() {
  // expected-error @+1 {{'vector.constant_mask' op array attr of size out of bounds of vector result dimension size}}
  %0 = vector.constant_mask [-1] : vector<2xi1>
  return
}

// -----

func.func @constant_mask_beyond_the_end() {
  // expected-error @+1 {{'vector.constant_mask' op array attr of size out of bounds of vector result dimension size}}
  %0 = vector.constant_mask [3] : vector<2xi1>
  return
}

// -----

func.func @constant_mask_scalable() {
  // expected-error @+1 {{'vector.constant_mask' op only supports 'none set' or 'all set' scalable dimensions}}
  %0 = vector.constant_mask [1] : vector<[2]xi1>
  return
}

// -----

func.func @create_mask_of_a_scalar() {
  // expected-error @+1 {{'vector.create_mask' op must specify exactly one operand for 0-D create_mask}}
  %0 = "vector.create_mask"() : () -> vector<i1>
  return
}

// -----

func.func @create_mask_rank(%n: index) {
  // expected-error @+1 {{'vector.create_mask' op must specify an operand for each result vector dimension}}
  %0 = vector.create_mask %n : vector<2x2xi1>
  return
}

// -----

func.func @mask_of_two_operations(%k: vector<4xi1>, %a: vector<4xf32>) {
  // expected-error @+1 {{'vector.mask' op expects only one operation to mask}}
  "vector.mask"(%k) ({
  %0 = vector.reduction <add>, %a : vector<4xf32> into f32
  %1 = vector.reduction <add>, %a : vector<4xf32> into f32
  vector.yield
  }) : (vector<4xi1>) -> ()
  return
}

// -----

func.func @mask_number_of_results(%k: vector<4xi1>, %a: vector<4xf32>) {
  // expected-error @+1 {{'vector.mask' op expects number of results to match mask region yielded values}}
  "vector.mask"(%k) ({
  %0 = vector.reduction <add>, %a : vector<4xf32> into f32
  vector.yield %0 : f32
  }) : (vector<4xi1>) -> ()
  return
}

// -----

func.func @mask_results_of_the_operation(%k: vector<4xi1>, %a: vector<4xf32>) {
  // expected-error @+1 {{'vector.mask' op expects number of results to match maskable operation number of results}}
  "vector.mask"(%k) ({
  %0 = vector.reduction <add>, %a : vector<4xf32> into f32
  vector.yield
  }) : (vector<4xi1>) -> ()
  return
}

// -----

func.func @mask_yields_another_value(%k: vector<4xi1>, %a: vector<4xf32>, %b: f32) {
  // expected-error @+1 {{'vector.mask' op expects all the results from the MaskableOpInterface to match all the values returned by the terminator}}
  %0 = "vector.mask"(%k) ({
  %1 = vector.reduction <add>, %a : vector<4xf32> into f32
  vector.yield %b : f32
  }) : (vector<4xi1>) -> f32
  return
}

// -----

func.func @mask_result_type(%k: vector<4xi1>, %a: vector<4xf32>) {
  // expected-error @+1 {{'vector.mask' op expects result type to match maskable operation result type}}
  %0 = vector.mask %k { vector.reduction <add>, %a : vector<4xf32> into f32 } : vector<4xi1> -> f64
  return
}

// -----

func.func @mask_passthru_without_results(%k: vector<4xi1>, %p: vector<4xf32>, %m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{custom op 'vector.mask' expects a result if passthru operand is provided}}
  vector.mask %k, %p { vector.transfer_write %p, %m[%i] : vector<4xf32>, memref<4xf32> } : vector<4xi1>
  return
}

// -----

func.func @mask_passthru_of_a_reduction(%k: vector<4xi1>, %a: vector<4xf32>, %p: f32) {
  // expected-error @+1 {{'vector.mask' op doesn't expect a passthru argument for this maskable operation}}
  %0 = vector.mask %k, %p { vector.reduction <add>, %a : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return
}

// -----

func.func @mask_passthru_type(%k: vector<4xi1>, %p: vector<4xi32>, %m: memref<4xf32>, %i: index, %z: f32) {
  // expected-error @+1 {{'vector.mask' op expects passthru type to match result type}}
  %0 = "vector.mask"(%k, %p) ({
  %1 = vector.transfer_read %m[%i], %z : memref<4xf32>, vector<4xf32>
  vector.yield %1 : vector<4xf32>
  }) : (vector<4xi1>, vector<4xi32>) -> vector<4xf32>
  return
}
