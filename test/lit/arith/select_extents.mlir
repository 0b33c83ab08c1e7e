// RUN: not optc run %s --call f --arg 'dense<true> : tensor<2xi1>' --arg 'dense<3> : tensor<4xi32>' --arg 'dense<1> : tensor<2xi32>' 2>&1 | FileCheck %s
// RUN: not optc run %s --call f --arg 'dense<true> : tensor<2xi1>' --arg 'dense<3> : tensor<2xi32>' --arg 'dense<1> : tensor<4xi32>' 2>&1 | FileCheck %s

// Tensors whose extents contradict the condition's are not cut to its length.
// CHECK: error: 'arith.select' op the operands have the extents [2] and [4]
func.func @f(%c: tensor<?xi1>, %a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %r = arith.select %c, %a, %b : tensor<?xi1>, tensor<?xi32>
  return %r : tensor<?xi32>
}
