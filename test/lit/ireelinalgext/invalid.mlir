// RUN: optc %s --split-input-file --verify-diagnostics

func.func @indices(%x: tensor<8x4xf32>, %i: tensor<3xf32>, %y: tensor<3x4xf32>) {
  // expected-error @below {{'iree_linalg_ext.gather' op expected indices to be of rank 1 or greater and of integer or index element type}}
  %0 = iree_linalg_ext.gather dimension_map = [0] ins(%x, %i : tensor<8x4xf32>, tensor<3xf32>) outs(%y : tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @map(%x: tensor<8x4xf32>, %i: tensor<3xi32>, %y: tensor<3x4xf32>) {
  // expected-error @below {{'iree_linalg_ext.gather' op dimension map is invalid.}}
  %0 = iree_linalg_ext.gather dimension_map = [1] ins(%x, %i : tensor<8x4xf32>, tensor<3xi32>) outs(%y : tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @batch(%x: tensor<8x4xf32>, %i: tensor<5xi32>, %y: tensor<3x4xf32>) {
  // expected-error @below {{'iree_linalg_ext.gather' op mismatch in shape of indices and output value at dim#0}}
  %0 = iree_linalg_ext.gather dimension_map = [0] ins(%x, %i : tensor<8x4xf32>, tensor<5xi32>) outs(%y : tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @slice(%x: tensor<8x4xf32>, %i: tensor<3xi32>, %y: tensor<3x5xf32>) {
  // expected-error @below {{'iree_linalg_ext.gather' op shape of output value dim#1 must match source value at dim#1}}
  %0 = iree_linalg_ext.gather dimension_map = [0] ins(%x, %i : tensor<8x4xf32>, tensor<3xi32>) outs(%y : tensor<3x5xf32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @depth(%x: tensor<8x4xf32>, %i: tensor<3x3xi32>, %y: tensor<3xf32>) {
  // expected-error @below {{'iree_linalg_ext.gather' op size of dimension map must match the last dimension of indices}}
  %0 = iree_linalg_ext.gather dimension_map = [0, 1] ins(%x, %i : tensor<8x4xf32>, tensor<3x3xi32>) outs(%y : tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @mask(%x: tensor<8xf32>, %i: tensor<3xi32>, %m: tensor<4xi1>, %y: tensor<3xf32>) {
  // expected-error @below {{'iree_linalg_ext.gather' op mask shape must match batch dimensions at dim#0}}
  %0 = iree_linalg_ext.gather dimension_map = [0] ins(%x, %i, %m : tensor<8xf32>, tensor<3xi32>, tensor<4xi1>) outs(%y : tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @results(%x: tensor<8xf32>, %i: tensor<3xi32>, %y: tensor<3xf32>) {
  // expected-error @below {{'iree_linalg_ext.gather' op expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  iree_linalg_ext.gather dimension_map = [0] ins(%x, %i : tensor<8xf32>, tensor<3xi32>) outs(%y : tensor<3xf32>)
  return
}

// -----

func.func @dimension(%x: memref<2x10xf32>, %v: memref<2xf32>, %k: memref<2xi32>) {
  // expected-error @below {{'iree_linalg_ext.arg_compare' op reduction dimension exceeds or equals input rank. got dimension: 2, but input rank is: 2}}
  iree_linalg_ext.arg_compare dimension(2) ins(%x : memref<2x10xf32>) outs(%v, %k : memref<2xf32>, memref<2xi32>) {
  ^bb0(%p: f32, %q: f32):
    %c = arith.cmpf ogt, %p, %q : f32
    iree_linalg_ext.yield %c : i1
  }
  return
}

// -----

func.func @shape(%x: memref<2x10xf32>, %v: memref<2xf32>, %k: memref<2xi32>) {
  // expected-error @below {{'iree_linalg_ext.arg_compare' op output shape must match input shape with reduction dimension removed. Expected: [10], but got: [2]}}
  iree_linalg_ext.arg_compare dimension(0) ins(%x : memref<2x10xf32>) outs(%v, %k : memref<2xf32>, memref<2xi32>) {
  ^bb0(%p: f32, %q: f32):
    %c = arith.cmpf ogt, %p, %q : f32
    iree_linalg_ext.yield %c : i1
  }
  return
}

// -----

func.func @comparator(%x: memref<2x10xf32>, %v: memref<2xf32>, %k: memref<2xi32>) {
  // expected-error @below {{'iree_linalg_ext.arg_compare' op region block must end with a linalg_ext.yield i1, but got: f32}}
  iree_linalg_ext.arg_compare dimension(1) ins(%x : memref<2x10xf32>) outs(%v, %k : memref<2xf32>, memref<2xi32>) {
  ^bb0(%p: f32, %q: f32):
    iree_linalg_ext.yield %p : f32
  }
  return
}

// -----

func.func @part(%n: index) {
  // expected-error @below {{expected umin, umax or udiv to be}}
  %0 = util.assume.int %n<min = 1> : index
  return
}

// -----

func.func @negative(%n: index) {
  // expected-error @below {{expected umax to be at least 0 and less than 2^63, but got -1}}
  %0 = util.assume.int %n<umax = -1> : index
  return
}

// -----

func.func @rows(%n: index) {
  // expected-error @below {{'util.assume.int' op expected operand #1 to have 2 assumptions but it has 3}}
  %0:2 = util.assume.int %n[<umax = 1>, <umax = 2>], %n[<umax = 1>, <umax = 2>, <umax = 3>] : index, index
  return
}
