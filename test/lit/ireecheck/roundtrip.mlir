// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s

// CHECK: %0 = util.unfoldable_constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK: %1 = util.unfoldable_constant {a} 5 : i32
// CHECK: %2:2 = util.optimization_barrier %0, %1 : tensor<2xf32>, i32
// CHECK: check.expect_eq(%0, %2#0) : tensor<2xf32>
// CHECK: check.expect_eq_const(%0, dense<1.000000e+00> : tensor<2xf32>) : tensor<2xf32>
// CHECK: check.expect_almost_eq(%0, %2#0) : tensor<2xf32>
// CHECK: check.expect_almost_eq(%0, %2#0, atol 2.500000e-01, rtol 1.250000e-01) {b} : tensor<2xf32>
// CHECK: check.expect_almost_eq_const(%0, dense<1.000000e+00> : tensor<2xf32>, atol 2.500000e-01) : tensor<2xf32>
// CHECK: check.expect_true(%1) : i32
// CHECK: check.expect_false(%1) : i32
// CHECK: check.expect_all_true(%arg0) : tensor<2xi32>
func.func @f(%t: tensor<2xi32>) {
  %0 = util.unfoldable_constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = util.unfoldable_constant {a} 5 : i32
  %2:2 = util.optimization_barrier %0, %1 : tensor<2xf32>, i32
  check.expect_eq(%0, %2#0) : tensor<2xf32>
  check.expect_eq_const(%0, dense<1.0> : tensor<2xf32>) : tensor<2xf32>
  check.expect_almost_eq(%0, %2#0) : tensor<2xf32>
  check.expect_almost_eq(%0, %2#0, atol 0.25, rtol 0.125) {b} : tensor<2xf32>
  check.expect_almost_eq_const(%0, dense<1.0> : tensor<2xf32>, atol 0.25) : tensor<2xf32>
  check.expect_true(%1) : i32
  check.expect_false(%1) : i32
  check.expect_all_true(%t) : tensor<2xi32>
  return
}
