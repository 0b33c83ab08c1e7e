// RUN: optc %s --okk-convert-tensors --split-input-file --verify-diagnostics

module attributes {okk.machine = #okk.machine<bm1684>} {
  func.func @f(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note @below {{kernels have sums, differences, products, quotients, maxima and minima of f32, absf, exp, tanh, sqrt, rsqrt, and choices by ogt, olt, oeq, une, ule and uge}}
    // expected-error @below {{'linalg.log' op computes 'math.log', which has no form on tensors of a kernel [tensors.form]}}
    %0 = linalg.log ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

module attributes {okk.machine = #okk.machine<bm1684>} {
  func.func @f(%x: tensor<8xf32>, %y: tensor<f32>) -> tensor<f32> {
    // expected-error @below {{'linalg.reduce' op reduces by 'arith.mulf', for which kernels have no function [tensors.form]}}
    // expected-note @below {{kernels have sums, maxima and minima}}
    %0 = linalg.reduce { arith.mulf } ins(%x : tensor<8xf32>) outs(%y : tensor<f32>) dimensions = [0]
    return %0 : tensor<f32>
  }
}

// -----

module attributes {okk.machine = #okk.machine<bm1684>} {
  func.func @f(%x: tensor<2x3x4x5x6x7xf32>, %y: tensor<3x2x5x4x7x6xf32>) -> tensor<3x2x5x4x7x6xf32> {
    // expected-error @below {{'linalg.generic' op has more loops than the four dimensions of a tensor of a kernel [tensors.form]}}
    // expected-note @below {{reshape the operands so that loops which follow each other are one}}
    %0 = linalg.generic {indexing_maps = [affine_map<(a, b, c, d, e, f) -> (a, b, c, d, e, f)>, affine_map<(a, b, c, d, e, f) -> (b, a, d, c, f, e)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<2x3x4x5x6x7xf32>) outs(%y : tensor<3x2x5x4x7x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %s = arith.addf %in, %in : f32
      linalg.yield %s : f32
    } -> tensor<3x2x5x4x7x6xf32>
    return %0 : tensor<3x2x5x4x7x6xf32>
  }
}

// -----

module attributes {okk.machine = #okk.machine<bm1684>} {
  // expected-note @below {{the function is here}}
  func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
    // expected-error @below {{'func.call' op calls '@f', which is running: a recursive function is no list of steps [tensors.calls]}}
    %0 = call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
