// RUN: optc %s --allow-unregistered-dialect | FileCheck %s

// CHECK: "test.x"() {a = sparse<{{\[\[}}0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>, b = sparse<2, 7> : tensor<4xi8>, c = sparse<> : tensor<3xi8>, d = sparse<1, 7.000000e+00> : vector<4xf32>} : () -> ()
"test.x"() {a = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>, b = sparse<2, 7> : tensor<4xi8>, c = sparse<> : tensor<3xi8>, d = sparse<[[1]], 7.0> : vector<4xf32>} : () -> ()

// CHECK: "test.x"() {a = sparse<[0, 3], [1, 5]> : tensor<4xi32>} : () -> ()
"test.x"() {a = sparse<[0, 3], [1, 5]> : tensor<4xi32>} : () -> ()

// CHECK: "test.x"() {a = memref<2xmemref<2xi8>>, b = memref<2xvector<2xi8>>, c = memref<2xcomplex<f32>>, d = memref<2xmemref<*xi8>>} : () -> ()
"test.x"() {a = memref<2xmemref<2xi8>>, b = memref<2xvector<2xi8>>, c = memref<2xcomplex<f32>>, d = memref<2xmemref<*xi8>>} : () -> ()

// CHECK: "test.x"() {a = memref<2x3xi8>, b = memref<2x3xi8, #map>, c = memref<?x?xi8, #map1>, d = memref<*xi8>} : () -> ()
"test.x"() {a = memref<2x3xi8, affine_map<(d0, d1) -> (d0, d1)>>, b = memref<2x3xi8, affine_map<(d0, d1) -> (d0 * 3 + d1)>>, c = memref<?x?xi8, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>>, d = memref<*xi8, 0>} : () -> ()

// CHECK: "test.x"() {a = array<i1: true, false>, b = array<i8: 1, -1>, c = array<i16: -300>, d = array<i32>, e = array<i64: 9223372036854775807>, f = array<f32: 1.500000e+00, 0x7FC00000>, g = array<f64: -2.000000e+00>, h = array<f16: 1.000000e+00>, i = array<bf16: 1.000000e+00>} : () -> ()
"test.x"() {a = array<i1: true, false>, b = array<i8: 1, -1>, c = array<i16: -300>, d = array<i32>, e = array<i64: 9223372036854775807>, f = array<f32: 1.5, 0x7FC00000>, g = array<f64: -2.0>, h = array<f16: 1.0>, i = array<bf16: 1.0>} : () -> ()

// CHECK: "test.x"() {a = dense<"a"> : tensor<2x!nowhere.s>, b = dense<["a", "b"]> : tensor<2x!nowhere.s>, c = dense<"a"> : tensor<2x!nowhere.s>, d = dense<> : tensor<0x!nowhere.s>} : () -> ()
"test.x"() {a = dense<["a", "a"]> : tensor<2x!nowhere.s>, b = dense<["a", "b"]> : tensor<2x!nowhere.s>, c = dense<"a"> : tensor<2x!nowhere.s>, d = dense<> : tensor<0x!nowhere.s>} : () -> ()

// CHECK: "test.x"() {a = @a, b = @a::@b::@c, c = @"a b"::@c.d} : () -> ()
"test.x"() {a = @a, b = @a::@b::@c, c = @"a b"::@"c.d"} : () -> ()

// CHECK: "test.x"() {a = dense<(1.000000e+00,2.000000e+00)> : tensor<2xcomplex<f32>>, b = dense<[(1,2), (3,4)]> : tensor<2xcomplex<i8>>, c = sparse<1, (1,2)> : tensor<3xcomplex<i8>>} : () -> ()
"test.x"() {a = dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>, b = dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i8>>, c = sparse<[[1]], (1, 2)> : tensor<3xcomplex<i8>>} : () -> ()

// CHECK: "test.x"() {a = tensor<2xcomplex<f32>>, b = tensor<2xvector<2xi8>>, c = tensor<2x!nowhere.t>} : () -> ()
"test.x"() {a = tensor<2xcomplex<f32>>, b = tensor<2xvector<2xi8>>, c = tensor<2x!nowhere.t>} : () -> ()

// CHECK: "test.x"() {a = memref<2xi8>, b = memref<2xi8, 1>, c = memref<2xi8, "s">, d = memref<2xi8, {a = 1 : i64}>, e = memref<2xi8>} : () -> ()
"test.x"() {a = memref<2xi8, 0>, b = memref<2xi8, 1>, c = memref<2xi8, "s">, d = memref<2xi8, {a = 1}>, e = memref<2xi8, 0 : i8>} : () -> ()
