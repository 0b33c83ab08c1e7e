// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// Functions that are executed before and after their folds; package internal/testing/folds tells which have none.

// CHECK-LABEL: func.func @inverse() -> (f32, f32, f32, f32, f32, f32, f32) {
// CHECK-NEXT: %cst = arith.constant 1.04719758 : f32
// CHECK-NEXT: %cst_0 = arith.constant 1.76274717 : f32
// CHECK-NEXT: %cst_1 = arith.constant 0.52359879 : f32
// CHECK-NEXT: %cst_2 = arith.constant 0.124676749 : f32
// CHECK-NEXT: %cst_3 = arith.constant 0.463647604 : f32
// CHECK-NEXT: %cst_4 = arith.constant 0.549306154 : f32
// CHECK-NEXT: %cst_5 = arith.constant 3.000000e+00 : f32
// CHECK-NEXT: return %cst, %cst_0, %cst_1, %cst_2, %cst_3, %cst_4, %cst_5 : f32, f32, f32, f32, f32, f32, f32
func.func @inverse() -> (f32, f32, f32, f32, f32, f32, f32) {
  %x = arith.constant 0.5 : f32
  %y = arith.constant 3.0 : f32
  %z = arith.constant 0.125 : f32
  %0 = math.acos %x : f32
  %1 = math.acosh %y : f32
  %2 = math.asin %x : f32
  %3 = math.asinh %z : f32
  %4 = math.atan %x : f32
  %5 = math.atanh %x : f32
  %6 = math.copysign %y, %x : f32
  return %0, %1, %2, %3, %4, %5, %6 : f32, f32, f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @waves() -> (f32, f32, f32, f32, f32, f32, f32, f32) {
// CHECK-NEXT: %cst = arith.constant 1.12762594 : f32
// CHECK-NEXT: %cst_0 = arith.constant 0.520499885 : f32
// CHECK-NEXT: %cst_1 = arith.constant 0.479500115 : f32
// CHECK-NEXT: %cst_2 = arith.constant 0.47942555 : f32
// CHECK-NEXT: %cst_3 = arith.constant 0.521095276 : f32
// CHECK-NEXT: %cst_4 = arith.constant 0.546302497 : f32
// CHECK-NEXT: %cst_5 = arith.constant 0.462117165 : f32
// CHECK-NEXT: %cst_6 = arith.constant 0.87758255 : f32
// CHECK-NEXT: return %cst, %cst_0, %cst_1, %cst_2, %cst_3, %cst_4, %cst_5, %cst_6 : f32, f32, f32, f32, f32, f32, f32, f32
func.func @waves() -> (f32, f32, f32, f32, f32, f32, f32, f32) {
  %x = arith.constant 0.5 : f32
  %0 = math.cosh %x : f32
  %1 = math.erf %x : f32
  %2 = math.erfc %x : f32
  %3 = math.sin %x : f32
  %4 = math.sinh %x : f32
  %5 = math.tan %x : f32
  %6 = math.tanh %x : f32
  %7 = math.cos %x : f32
  return %0, %1, %2, %3, %4, %5, %6, %7 : f32, f32, f32, f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @powers() -> (f32, f32, f32, f32, f32, f32, f32) {
// CHECK-NEXT: %cst = arith.constant 1.64872122 : f32
// CHECK-NEXT: %cst_0 = arith.constant 1.41421354 : f32
// CHECK-NEXT: %cst_1 = arith.constant 0.648721277 : f32
// CHECK-NEXT: %cst_2 = arith.constant -0.693147182 : f32
// CHECK-NEXT: %cst_3 = arith.constant -3.010300e-01 : f32
// CHECK-NEXT: %cst_4 = arith.constant 0.405465096 : f32
// CHECK-NEXT: %cst_5 = arith.constant -1.000000e+00 : f32
// CHECK-NEXT: return %cst, %cst_0, %cst_1, %cst_2, %cst_3, %cst_4, %cst_5 : f32, f32, f32, f32, f32, f32, f32
func.func @powers() -> (f32, f32, f32, f32, f32, f32, f32) {
  %x = arith.constant 0.5 : f32
  %0 = math.exp %x : f32
  %1 = math.exp2 %x : f32
  %2 = math.expm1 %x : f32
  %3 = math.log %x : f32
  %4 = math.log10 %x : f32
  %5 = math.log1p %x : f32
  %6 = math.log2 %x : f32
  return %0, %1, %2, %3, %4, %5, %6 : f32, f32, f32, f32, f32, f32, f32
}
