// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Functions that are executed before and after their folds. Sums and products fold where the constants show that nothing is rounded.

// CHECK-LABEL: func.func @parts(
// CHECK-NEXT: return %arg0, %arg1, %arg2 : complex<f32>, f32, f32
func.func @parts(%z: complex<f32>, %x: f32, %y: f32) -> (complex<f32>, f32, f32) {
  %re = complex.re %z : complex<f32>
  %im = complex.im %z : complex<f32>
  %0 = complex.create %re, %im : complex<f32>
  %c = complex.create %x, %y : complex<f32>
  %1 = complex.re %c : complex<f32>
  %2 = complex.im %c : complex<f32>
  return %0, %1, %2 : complex<f32>, f32, f32
}

// CHECK-LABEL: func.func @parts_of_constant()
// CHECK-NEXT: %cst = arith.constant 1.500000e+00 : f64
// CHECK-NEXT: %cst_0 = arith.constant -2.000000e+00 : f64
// CHECK-NEXT: return %cst, %cst_0 : f64, f64
func.func @parts_of_constant() -> (f64, f64) {
  %c = complex.constant [1.5, -2.0] : complex<f64>
  %0 = complex.re %c : complex<f64>
  %1 = complex.im %c : complex<f64>
  return %0, %1 : f64, f64
}

// CHECK-LABEL: func.func @parts_of_negative(
// CHECK-NEXT: %0 = arith.negf %arg0 : f32
// CHECK-NEXT: %1 = arith.negf %arg1 : f32
// CHECK-NEXT: return %0, %1 : f32, f32
func.func @parts_of_negative(%x: f32, %y: f32) -> (f32, f32) {
  %c = complex.create %x, %y : complex<f32>
  %n = complex.neg %c : complex<f32>
  %0 = complex.re %n : complex<f32>
  %1 = complex.im %n : complex<f32>
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func.func @twice(
// CHECK-NEXT: return %arg0, %arg0 : complex<f64>, complex<f64>
func.func @twice(%z: complex<f64>) -> (complex<f64>, complex<f64>) {
  %0 = complex.neg %z : complex<f64>
  %1 = complex.neg %0 : complex<f64>
  %2 = complex.conj %z : complex<f64>
  %3 = complex.conj %2 : complex<f64>
  return %1, %3 : complex<f64>, complex<f64>
}

// CHECK-LABEL: func.func @sums()
// CHECK-NEXT: %cst = complex.constant [1.000000e+00 : f32, 2.000000e+00 : f32] : complex<f32>
// CHECK-NEXT: return %cst, %cst, %cst, %cst : complex<f32>, complex<f32>, complex<f32>, complex<f32>
func.func @sums() -> (complex<f32>, complex<f32>, complex<f32>, complex<f32>) {
  %a = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %b = complex.constant [0.0 : f32, 2.0 : f32] : complex<f32>
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %d = complex.sub %a, %b : complex<f32>
  %0 = complex.add %d, %b : complex<f32>
  %1 = complex.add %b, %d : complex<f32>
  %s = complex.add %a, %b : complex<f32>
  %2 = complex.sub %s, %b : complex<f32>
  %3 = complex.add %a, %zero : complex<f32>
  return %0, %1, %2, %3 : complex<f32>, complex<f32>, complex<f32>, complex<f32>
}

// CHECK-LABEL: func.func @neutral(
// CHECK-NEXT: return %arg0, %arg0 : complex<f32>, complex<f32>
func.func @neutral(%z: complex<f32>) -> (complex<f32>, complex<f32>) {
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %minus = complex.constant [-0.0 : f32, -0.0 : f32] : complex<f32>
  %0 = complex.sub %z, %zero : complex<f32>
  %1 = complex.add %z, %minus : complex<f32>
  return %0, %1 : complex<f32>, complex<f32>
}

// CHECK-LABEL: func.func @times_one()
// CHECK-NEXT: %cst = complex.constant [2.000000e+00, 1.000000e+00] : complex<f64>
// CHECK-NEXT: return %cst, %cst : complex<f64>, complex<f64>
func.func @times_one() -> (complex<f64>, complex<f64>) {
  %two = complex.constant [2.0, 1.0] : complex<f64>
  %one = complex.constant [1.0, 0.0] : complex<f64>
  %0 = complex.mul %two, %one : complex<f64>
  %1 = complex.div %two, %one : complex<f64>
  return %0, %1 : complex<f64>, complex<f64>
}

// mlir-opt-22 folds without flags as well; here the functions would be rounded.
// CHECK-LABEL: func.func @there_and_back()
// CHECK-NEXT: %cst = complex.constant [0.000000e+00, 0.000000e+00] : complex<f64>
// CHECK-NEXT: %cst_0 = complex.constant [1.000000e+00, 0.000000e+00] : complex<f64>
// CHECK-NEXT: return %cst, %cst_0 : complex<f64>, complex<f64>
func.func @there_and_back() -> (complex<f64>, complex<f64>) {
  %zero = complex.constant [0.0, 0.0] : complex<f64>
  %one = complex.constant [1.0, 0.0] : complex<f64>
  %0 = complex.exp %zero : complex<f64>
  %1 = complex.log %0 fastmath<fast> : complex<f64>
  %2 = complex.log %one : complex<f64>
  %3 = complex.exp %2 fastmath<fast> : complex<f64>
  return %1, %3 : complex<f64>, complex<f64>
}

// CHECK-LABEL: func.func @bits(
// CHECK-NEXT: %0 = complex.bitcast %arg0 : complex<f32> to i64
// CHECK-NEXT: %1 = complex.bitcast %arg1 : i64 to complex<f32>
// CHECK-NEXT: %2 = arith.bitcast %arg1 : i64 to f64
// CHECK-NEXT: return %arg0, %0, %1, %arg1, %2 : complex<f32>, i64, complex<f32>, i64, f64
func.func @bits(%z: complex<f32>, %n: i64) -> (complex<f32>, i64, complex<f32>, i64, f64) {
  %0 = complex.bitcast %z : complex<f32> to i64
  %1 = complex.bitcast %0 : i64 to complex<f32>
  %2 = complex.bitcast %z : complex<f32> to f64
  %3 = arith.bitcast %2 : f64 to i64
  %4 = arith.bitcast %n : i64 to f64
  %5 = complex.bitcast %4 : f64 to complex<f32>
  %6 = complex.bitcast %n : i64 to i64
  %7 = complex.bitcast %n : i64 to complex<f32>
  %8 = complex.bitcast %7 : complex<f32> to f64
  return %1, %3, %5, %6, %8 : complex<f32>, i64, complex<f32>, i64, f64
}
