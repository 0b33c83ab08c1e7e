// RUN: optc %s --poplar-plan-tensors --poplar-convert-tensors --split-input-file --verify-diagnostics

module attributes {poplar.target = #poplar.target<ipu2>} {
  // expected-error @below {{'func.func' op expected a tensor of known shape, but got 'tensor<?xf32>' [tensors.shape]}}
  // expected-note @below {{a machine divides numbers of elements: write the extents into the types}}
  // expected-note @below {{argument 0 is 'x'}}
  func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
    return %x : tensor<?xf32>
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  // expected-note @below {{the function is here}}
  func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
    // expected-error @below {{'func.call' op calls '@f', which is running: a recursive function is no list of steps [tensors.calls]}}
    %0 = call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  func.func @f(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
    // expected-error @below {{'linalg.exp' op divides loop d0 of 8 iterations in 9 parts of at least 1 [poplar.tensor-plan]}}
    // expected-note @below {{remove 'poplar.parts', and a plan is chosen}}
    %0 = linalg.exp {poplar.parts = array<i64: 9>} ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  func.func @f(%x: tensor<8xf32>, %y: tensor<8x2xf32>) -> tensor<8x2xf32> {
    // expected-error @below {{'linalg.generic' op has an index in dimension 1 of output #0 that is no parallel loop of its own [tensors.form]}}
    %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, 0)>], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%y : tensor<8x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x2xf32>
    return %0 : tensor<8x2xf32>
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
    %j = arith.constant dense<0> : tensor<8x1xi32>
    // expected-error @below {{'tensor.gather' op has no form on tensors of a machine [tensors.form]}}
    // expected-note @below {{a program of tensors consists of operations of linalg, slices and other moves of 'tensor', constants and calls}}
    %0 = tensor.gather %x[%j] gather_dims([0]) : (tensor<8xf32>, tensor<8x1xi32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
