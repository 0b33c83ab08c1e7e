// RUN: optc %s --canonicalize | FileCheck %s
// mlir-opt-22 differs (canonicalize cse, inline licm): sums, products and functions that may be rounded are kept unless flags allow the fold

// CHECK-LABEL: func.func @rounded(
// CHECK: complex.sub
// CHECK: complex.add
// CHECK: complex.add
// CHECK: complex.mul
// CHECK: complex.div
// CHECK: complex.exp
// CHECK: complex.log
func.func @rounded(%a: complex<f32>, %b: complex<f32>) -> (complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>) {
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %one = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %0 = complex.sub %a, %b : complex<f32>
  %1 = complex.add %0, %b : complex<f32>
  %2 = complex.add %a, %zero : complex<f32>
  %3 = complex.mul %a, %one : complex<f32>
  %4 = complex.div %a, %one : complex<f32>
  %5 = complex.exp %a : complex<f32>
  %6 = complex.log %5 : complex<f32>
  return %1, %2, %3, %4, %6 : complex<f32>, complex<f32>, complex<f32>, complex<f32>, complex<f32>
}
