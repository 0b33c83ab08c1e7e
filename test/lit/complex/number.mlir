// RUN: optc %s --allow-unregistered-dialect | FileCheck %s
// RUN: optc %s --allow-unregistered-dialect --mlir-print-op-generic | optc --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @numbers() {
func.func @numbers() {
  // CHECK-NEXT: %cst = complex.constant [1 : i8, -2 : i8] {test.tag} : complex<i8>
  %0 = complex.constant [1 : i8, -2 : i8] {test.tag} : complex<i8>
  // CHECK-NEXT: "test.number"() {x = #complex.number<:f32 1.000000e+00, 1.000000e-01> : complex<f32>, y = #complex.number<:f64 0.000000e+00, -2.000000e+00> : complex<f64>}
  "test.number"() {x = #complex.number<:f32 1.0, 0.1>, y = #complex.number<:f64 0.0, -2.0>} : () -> ()
  return
}
