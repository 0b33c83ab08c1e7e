// RUN: not optc run %s --all 2>&1 | FileCheck %s

// The functions without arguments run, and their expectations decide.

// CHECK-DAG: passed @holds
// CHECK-DAG: failed @differs
// CHECK-DAG: failed @false
// CHECK-DAG: error: 'check.expect_eq_const' op element [1] is 2, but 3 is expected
// CHECK-DAG: note: 1 of 2 elements differ
// CHECK-DAG: error: 'check.expect_true' op the number is 0, but true is expected
// CHECK-DAG: 1 passed, 2 failed
func.func @holds() {
  %x = util.unfoldable_constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = util.optimization_barrier %x : tensor<2xf32>
  %i = arith.constant dense<[1, 2]> : tensor<2xi32>
  check.expect_eq(%x, %y) : tensor<2xf32>
  check.expect_almost_eq_const(%x, dense<[1.00005, 2.0]> : tensor<2xf32>) : tensor<2xf32>
  check.expect_all_true(%i) : tensor<2xi32>
  return
}

func.func @differs() {
  %x = util.unfoldable_constant dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const(%x, dense<[1, 3]> : tensor<2xi32>) : tensor<2xi32>
  return
}

func.func @false() {
  %x = arith.constant 0 : i32
  check.expect_false(%x) : i32
  check.expect_true(%x) : i32
  return
}

func.func @with_an_argument(%x: i32) {
  check.expect_true(%x) : i32
  return
}
