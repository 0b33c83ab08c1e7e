// RUN: optc %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error @+1 {{sparse index #1 is not contained within the value shape, with index=[1, 4], and type='tensor<3x4xi32>'}}
"test.x"() {a = sparse<[[0, 0], [1, 4]], [1, 5]> : tensor<3x4xi32>} : () -> ()

// -----

// expected-error @+1 {{sparse index #0 is not contained within the value shape, with index=[0, -1], and type='tensor<3x4xi32>'}}
"test.x"() {a = sparse<[[0, -1], [1, 3]], [1, 5]> : tensor<3x4xi32>} : () -> ()

// -----

// expected-error @+1 {{expected shape ([3, 4]); inferred shape of indices literal ([2, 2]); inferred shape of values literal ([3])}}
"test.x"() {a = sparse<[[0, 0], [1, 2]], [1, 5, 6]> : tensor<3x4xi32>} : () -> ()

// -----

// expected-error @+1 {{expected shape ([3, 4]); inferred shape of indices literal ([2, 1]); inferred shape of values literal ([2])}}
"test.x"() {a = sparse<[[0], [1]], [1, 5]> : tensor<3x4xi32>} : () -> ()

// -----

// expected-error @+1 {{expected shape ([3, 4]); inferred shape of indices literal ([2]); inferred shape of values literal ([2])}}
"test.x"() {a = sparse<[0, 1], [1, 5]> : tensor<3x4xi32>} : () -> ()

// -----

// expected-error @+1 {{expected 1-d tensor for sparse element values}}
"test.x"() {a = sparse<[[0, 0], [1, 2]], [[1], [5]]> : tensor<3x4xi32>} : () -> ()

// -----

// expected-error @+1 {{invalid tensor element type}}
"test.x"() {a = tensor<2xtensor<2xi32>>} : () -> ()

// -----

// expected-error @+1 {{invalid tensor element type}}
"test.x"() {a = tensor<2xnone>} : () -> ()

// -----

// expected-error @+1 {{invalid tensor element type}}
"test.x"() {a = tensor<2xtuple<i32>>} : () -> ()

// -----

// expected-error @+1 {{invalid tensor element type}}
"test.x"() {a = tensor<2xmemref<i32>>} : () -> ()

// -----

// expected-error @+1 {{invalid tensor element type}}
"test.x"() {a = tensor<2x(i32) -> i32>} : () -> ()

// -----

// expected-error @+1 {{failed to verify 'elementType': VectorElementTypeInterface instance}}
"test.x"() {a = vector<2xtensor<2xi8>>} : () -> ()

// -----

// expected-error @+1 {{failed to verify 'elementType': VectorElementTypeInterface instance}}
"test.x"() {a = vector<2xcomplex<f32>>} : () -> ()

// -----

// expected-error @+1 {{invalid memref element type}}
"test.x"() {a = memref<2xtensor<2xi8>>} : () -> ()

// -----

// expected-error @+1 {{unsupported memory space Attribute}}
"test.x"() {a = memref<2xi8, #nowhere.layout>} : () -> ()

// -----

// expected-error @+1 {{memref layout mismatch between rank and affine map: 1 != 2}}
"test.x"() {a = memref<2xi8, affine_map<(d0, d1) -> (d0)>>} : () -> ()

// -----

// expected-error @+1 {{expected the number of strides to match the rank}}
"test.x"() {a = memref<2xi8, strided<[1, 1]>>} : () -> ()

// -----

// expected-error @+1 {{unsupported memory space Attribute}}
"test.x"() {a = memref<2xi8, 1.0>} : () -> ()

// -----

// expected-error @+1 {{element type bitwidth must be a multiple of 8}}
"test.x"() {a = array<i7: 1>} : () -> ()

// -----

// expected-error @+1 {{expected integer or float type, got: 'index'}}
"test.x"() {a = array<index: 1>} : () -> ()

// -----

// expected-error @+1 {{invalid memref element type}}
"test.x"() {a = memref<2x!nowhere.t>} : () -> ()

// -----

// expected-error @+1 {{failed to verify 'elementType': VectorElementTypeInterface instance}}
"test.x"() {a = vector<2x!nowhere.t>} : () -> ()

// -----

// expected-error @+1 {{unsupported memory space Attribute}}
"test.x"() {a = memref<2xi8, #nowhere.space>} : () -> ()
