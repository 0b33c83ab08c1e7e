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
  // expected-note @+1 {{what is out of bounds is the padding: vector.transfer_read %base[%i], %padding : memref<…>, vector<…>}}
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
