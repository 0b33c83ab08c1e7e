// RUN: optc %s --linalg-generalize-named-ops | FileCheck %s
// RUN: optc %s --linalg-generalize-named-ops --linalg-specialize-generic-ops | FileCheck %s --check-prefix NAMED
// RUN: optc run %s --call numbers | FileCheck %s --check-prefix RESULT

// Sums, differences, products and quotients of named operations are those of complex numbers.

// CHECK-LABEL: func.func @product_over(
// CHECK: complex.mul %in, %in_0 : complex<f32>
// CHECK-NEXT: complex.add %out, %{{.*}} : complex<f32>
// CHECK: complex.div %in, %in_0 : complex<f32>
// NAMED-LABEL: func.func @product_over(
// NAMED: linalg.matmul ins
// NAMED: linalg.generic
func.func @product_over(%a: tensor<2x2xcomplex<f32>>, %c: tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>> {
  %0 = linalg.matmul ins(%a, %a : tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>) outs(%c : tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  %1 = linalg.div ins(%0, %a : tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>) outs(%c : tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  return %1 : tensor<2x2xcomplex<f32>>
}

// The square of [[1+2i, 3-i], [1/2, i]] plus i is [[-3/2+9/2i, 6+9i], [1/2+5/2i, 1/2+i/2]] before it is divided.
// RESULT{LITERAL}: [[(1.500000e+00, 1.500000e+00), (9.000000e-01, 3.300000e+00)], [(1.000000e+00, 5.000000e+00), (5.000000e-01, -5.000000e-01)]]
func.func @numbers() -> tensor<2x2xcomplex<f32>> {
  %a = arith.constant dense<[[(1.0, 2.0), (3.0, -1.0)], [(0.5, 0.0), (0.0, 1.0)]]> : tensor<2x2xcomplex<f32>>
  %c = arith.constant dense<(0.0, 1.0)> : tensor<2x2xcomplex<f32>>
  %0 = call @product_over(%a, %c) : (tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  return %0 : tensor<2x2xcomplex<f32>>
}
