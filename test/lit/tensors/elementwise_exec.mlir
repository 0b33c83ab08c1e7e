// RUN: optc %s --convert-elementwise-to-linalg --verify-exec | FileCheck %s

// CHECK-COUNT-5: linalg.generic
func.func @elem(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>, %c: tensor<4x3xi1>, %s: i1) -> (tensor<4x3xf32>, tensor<4x3xi1>, tensor<4x3xf32>, tensor<4x3xf64>) {
  %0 = arith.addf %x, %y : tensor<4x3xf32>
  %1 = arith.cmpf olt, %0, %y : tensor<4x3xf32>
  %2 = arith.select %c, %x, %y : tensor<4x3xi1>, tensor<4x3xf32>
  %3 = arith.extf %x {a} : tensor<4x3xf32> to tensor<4x3xf64>
  %4 = arith.select %s, %x, %y : tensor<4x3xf32>
  return %4, %1, %2, %3 : tensor<4x3xf32>, tensor<4x3xi1>, tensor<4x3xf32>, tensor<4x3xf64>
}
