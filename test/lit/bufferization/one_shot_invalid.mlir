// RUN: optc %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries --verify-diagnostics
// RUN: not optc %s --one-shot-bufferize="test-analysis-only print-conflicts" 2>&1 | FileCheck %s --check-prefix=CONFLICTS
// RUN: not optc %s --one-shot-bufferize=analysis-heuristic=fuzzer 2>&1 | FileCheck %s --check-prefix=FUZZER
// RUN: not optc %s --one-shot-bufferize=no-analysis-func-filter=f 2>&1 | FileCheck %s --check-prefix=FILTER

// CONFLICTS: the option 'print-conflicts' is not supported
// FUZZER: the option 'analysis-heuristic=fuzzer' is not supported
// FILTER: Invalid option: 'no-analysis-func-filter' requires 'bufferize-function-boundaries'

func.func @swapped(%a: tensor<4xf32>, %b: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    // expected-error @below {{Yield operand #0 is not equivalent to the corresponding iter bbArg}}
    scf.yield %y, %x : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @unknown(%t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{op was not bufferized}}
  %0 = math.exp %t : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @tensor_of_buffer(%m: memref<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{to_tensor ops without `restrict` are not supported by One-Shot Analysis}}
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}
