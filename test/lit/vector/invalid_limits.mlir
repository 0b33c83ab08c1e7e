// RUN: optc %s --split-input-file --verify-diagnostics

func.func @f(%a: vector<2x3xf32>, %b: vector<3x2xf32>, %c: vector<2x2xf32>) {
  // expected-error @+1 {{custom op 'vector.contract' expected "iterator_types" array attribute}}
  %0 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32>
  return
}

// -----

func.func @f(%a: f32, %v: vector<4x4xf32>) {
  // expected-error @+1 {{'vector.insert' op expected position attribute #2 to be a non-negative integer smaller than the corresponding dest vector dimension}}
  %0 = vector.insert %a, %v[1, 4] : f32 into vector<4x4xf32>
  return
}

// -----

func.func @f(%a: f32, %v: vector<4x4xf32>) {
  // expected-error @+1 {{'vector.insert' op expected position attribute #1 to be a non-negative integer smaller than the corresponding dest vector dimension}}
  %0 = vector.insert %a, %v[4, 1] : f32 into vector<4x4xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{mask dim size must be either 0 or 1 for 0-D vectors}}
  %0 = vector.constant_mask [2] : vector<i1>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{array attr must have length 1 for 0-D vectors}}
  %0 = vector.constant_mask [1, 1] : vector<i1>
  return
}

// -----

func.func @f(%m: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{custom op 'vector.mask' expects a result if passthru operand is provided}}
  vector.mask %m, %v { } : vector<4xi1>
  return
}

// -----

func.func @f(%v: vector<2x3xf32>, %i: vector<2x3xf32>) {
  // expected-error @+1 {{'vector.scan' op initial value rank 2 has to be equal to 1}}
  %0:2 = vector.scan <add>, %v, %i {inclusive = true, reduction_dim = 0 : i64} : vector<2x3xf32>, vector<2x3xf32>
  return
}

// -----

func.func @f(%v: vector<2x3xf32>, %i: vector<3xf32>) {
  // expected-error @+1 {{'vector.scan' op reduction dimension 2 has to be less than 2}}
  %0:2 = vector.scan <add>, %v, %i {inclusive = true, reduction_dim = 2 : i64} : vector<2x3xf32>, vector<3xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+2 {{expected ','}}
  // expected-note @+1 {{elements out of bounds get the padding: vector.transfer_read %base[%i], %padding : memref<…>, vector<…>}}
  %0 = vector.transfer_read %m[%i] : memref<4xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%a: vector<f32>) {
  // expected-error @+1 {{'vector.interleave' op failed to verify that type of 'result' is double the width of the inputs}}
  %0 = vector.interleave %a, %a : vector<f32> -> vector<3xf32>
  return
}

// -----

func.func @f(%a: vector<1xf32>) {
  // expected-error @+1 {{'vector.deinterleave' op failed to verify that the trailing dimension of the source vector has an even number of elements}}
  %0, %1 = vector.deinterleave %a : vector<1xf32> -> vector<1xf32>
  return
}

// -----

func.func @f(%a: vector<2xf32>) {
  // expected-error @+1 {{'vector.deinterleave' op failed to verify that the trailing dimension of the results is half the width of source trailing dimension}}
  %0, %1 = vector.deinterleave %a : vector<2xf32> -> vector<2xf32>
  return
}

// -----

func.func @f(%m: memref<4xvector<3xf32>>, %i: index, %p: vector<3xf32>) {
  // expected-error @+1 {{'vector.transfer_read' op requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the minor 1-D vector of the source}}
  %0 = vector.transfer_read %m[%i], %p : memref<4xvector<3xf32>>, vector<4xf32>
  return
}

// -----

func.func @f(%a: vector<2xf32>, %b: vector<f32>) {
  // expected-error @+1 {{'vector.outerproduct' op expected 1-d vector for operand #2}}
  %0 = vector.outerproduct %a, %b : vector<2xf32>, vector<f32>
  return
}

// -----

func.func @f(%a: vector<2x3xf32>, %b: vector<3x2xf32>, %c: vector<2x2xf32>, %d: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.contract' op invalid accumulator/result vector shape, expected: 'vector<2x2xf32>'}}
  %0 = "vector.contract"(%a, %b, %d) {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], kind = #vector.kind<add>, iterator_types=[#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>]} : (vector<2x3xf32>, vector<3x2xf32>, vector<2x4xf32>) -> vector<2x2xf32>
  return
}

// -----

func.func @f(%k: vector<4xi1>, %m: memref<4xf32>, %i: index, %p: f32) {
  // expected-error @+1 {{custom op 'vector.bogus' is unknown}}
  %0 = vector.mask %k { vector.bogus } : vector<4xi1> -> vector<4xf32>
  return
}

// -----

func.func @f(%k: vector<4xi1>) {
  // expected-error @+1 {{'vector.mask' op region #0 ('maskRegion') failed to verify constraint: region with 1 blocks}}
  "vector.mask"(%k) ({}) : (vector<4xi1>) -> ()
  return
}

// -----

func.func @f(%k: vector<4xi1>) {
  // expected-error @+1 {{'vector.mask' op expects a non-empty block}}
  "vector.mask"(%k) ({
  ^bb0:
  }) : (vector<4xi1>) -> ()
  return
}

// -----

func.func @f(%k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{operation defines 1 results but was provided 2 to bind}}
  %0:2 = vector.mask %k { vector.deinterleave %v : vector<4xf32> -> vector<2xf32> } : vector<4xi1> -> vector<2xf32>, vector<2xf32>
  return
}

// -----

func.func @f(%v: vector<1xf32>) {
  // expected-error @+1 {{'vector.deinterleave' op failed to verify that the trailing dimension of the source vector has an even number of elements}}
  %0:2 = vector.deinterleave %v : vector<1xf32> -> vector<1xf32>
  return
}

// -----

func.func @f(%v: vector<3xf32>) {
  // expected-error @+1 {{'vector.deinterleave' op failed to verify that the trailing dimension of the source vector has an even number of elements}}
  %0:2 = vector.deinterleave %v : vector<3xf32> -> vector<1xf32>
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{custom op 'vector.from_elements' invalid kind of type specified: expected builtin.vector, but found 'f32'}}
  %0 = vector.from_elements %a, %a : f32
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{'vector.broadcast' op failed to verify that source operand and result have same element type}}
  %0 = vector.broadcast %a : f32 to vector<4xi32>
  return
}

// -----

func.func @f(%a: vector<4xf32>, %i: index, %p: f32) {
  // expected-error @+1 {{custom op 'vector.transfer_read' requires memref or ranked tensor type}}
  %0 = vector.transfer_read %a[%i], %p : vector<4xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'vector.load' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
  %0 = "vector.load"(%a, %i) <{alignment = 4 : i32}> : (memref<4xf32>, index) -> vector<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %i: index) {
  // expected-error @+1 {{custom op 'vector.load' 'vector.load' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
  %0 = vector.load %a[%i] {alignment = 3} : memref<4xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %i: index) {
  // expected-error @+1 {{custom op 'vector.load' 'vector.load' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
  %0 = vector.load %a[%i] {alignment = 0} : memref<4xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%a: vector<2xf32>, %b: vector<2xf32>, %c: f32) {
  // expected-error @+1 {{'vector.contract' op expected indexing map 0 to have 0 number of inputs}}
  %0 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = [1], kind = #vector.kind<add>} %a, %b, %c : vector<2xf32>, vector<2xf32> into f32
  return
}

// -----

func.func @f(%a: vector<2xf32>, %b: vector<2xf32>, %c: vector<2xf32>) {
  // expected-error @+1 {{'vector.contract' op invalid accumulator/result vector shape}}
  %0 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2xf32>, vector<2xf32> into vector<2xf32>
  return
}

// -----

func.func @f(%a: vector<2xf32>, %b: vector<2xf32>, %c: f32) {
  // expected-error @+1 {{custom op 'vector.contract' expected 'into'}}
  %0 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2xf32> vector<2xf32> into f32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %k: vector<4xi1>, %p: f32) {
  // expected-error @+1 {{'vector.transfer_read' op masked attribute has been removed. Use in_bounds instead.}}
  %0 = vector.transfer_read %m[%i], %p {masked} : memref<4xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.shuffle' op mask index #2 out of range}}
  %0 = vector.shuffle %v, %v [0, 9] : vector<4xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>, %i: index, %p: f32, %k: vector<4x4xi1>) {
  // expected-error @+1 {{'vector.transfer_read' op requires a permutation_map with result dims of the same rank as the vector type}}
  %0 = "vector.transfer_read"(%m, %i, %i, %p, %k) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<4x4xf32>, index, index, f32, vector<4x4xi1>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a: vector<2xf32>, %b: vector<2xf32>, %c: f32) {
  // expected-error @+1 {{'vector.contract' op invalid indexing maps are non-invertible: ((d0, d1) -> (d0, d0))}}
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "parallel"], kind = #vector.kind<add>} %a, %b, %c : vector<2xf32>, vector<2xf32> into f32
  return
}
