// RUN: optc %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @rounding() -> (f32, f32, f32, f32, f32, f8E5M2, bf16) {
// CHECK-NEXT: %cst = arith.constant -2.000000e+00 : f32
// CHECK-NEXT: %cst_0 = arith.constant -3.000000e+00 : f32
// CHECK-NEXT: %cst_1 = arith.constant 1.000000e+00 : f8E5M2
// CHECK-NEXT: %cst_2 = arith.constant 3.000000e+00 : bf16
// CHECK-NEXT: return %cst, %cst_0, %cst_0, %cst, %cst, %cst_1, %cst_2 : f32, f32, f32, f32, f32, f8E5M2, bf16
func.func @rounding() -> (f32, f32, f32, f32, f32, f8E5M2, bf16) {
  %c = arith.constant -2.5 : f32
  %0 = math.ceil %c : f32
  %1 = math.floor %c : f32
  %2 = math.round %c : f32
  %3 = math.roundeven %c : f32
  %4 = math.trunc %c : f32
  %small = arith.constant 1.75 : f8E5M2
  %5 = math.floor %small : f8E5M2
  %b = arith.constant -3.0 : bf16
  %6 = math.absf %b : bf16
  return %0, %1, %2, %3, %4, %5, %6 : f32, f32, f32, f32, f32, f8E5M2, bf16
}

// CHECK-LABEL: func.func @classes() -> (i1, i1, i1, i1, vector<4xi1>) {
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %cst = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT: return %false, %true, %false, %false, %cst : i1, i1, i1, i1, vector<4xi1>
func.func @classes() -> (i1, i1, i1, i1, vector<4xi1>) {
  %infinity = arith.constant 0x7C00 : f16
  %subnormal = arith.constant 0x0001 : f16
  %0 = math.isfinite %infinity : f16
  %1 = math.isinf %infinity : f16
  %2 = math.isnan %subnormal : f16
  %3 = math.isnormal %subnormal : f16
  %splat = arith.constant dense<1.0> : vector<4xf32>
  %4 = math.isnormal %splat : vector<4xf32>
  return %0, %1, %2, %3, %4 : i1, i1, i1, i1, vector<4xi1>
}

// CHECK-LABEL: func.func @integers() -> (i8, i8, i8, i8, i8, i8) {
// CHECK-NEXT: %c-128_i8 = arith.constant -128 : i8
// CHECK-NEXT: %c3_i8 = arith.constant 3 : i8
// CHECK-NEXT: %c2_i8 = arith.constant 2 : i8
// CHECK-NEXT: %c-111_i8 = arith.constant -111 : i8
// CHECK-NEXT: %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT: return %c-128_i8, %c3_i8, %c2_i8, %c2_i8, %c-111_i8, %c-1_i8 : i8, i8, i8, i8, i8, i8
func.func @integers() -> (i8, i8, i8, i8, i8, i8) {
  %c-128 = arith.constant -128 : i8
  %c20 = arith.constant 20 : i8
  %c3 = arith.constant 3 : i8
  %c-1 = arith.constant -1 : i8
  %0 = math.absi %c-128 : i8
  %1 = math.ctlz %c20 : i8
  %2 = math.cttz %c20 : i8
  %3 = math.ctpop %c20 : i8
  %4 = math.ipowi %c3, %c20 : i8
  %5 = math.ipowi %c-1, %c-1 : i8
  return %0, %1, %2, %3, %4, %5 : i8, i8, i8, i8, i8, i8
}

// Functions of f32 and f64 are folded, those of other types are not.
// CHECK-LABEL: func.func @functions() -> (f32, vector<2xf64>, f32, f16) {
// CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f16
// CHECK-NEXT: %cst_0 = arith.constant 2.500000e+00 : f32
// CHECK-NEXT: %cst_1 = arith.constant dense<[1.000000e+00, 0.54030230586813977]> : vector<2xf64>
// CHECK-NEXT: %cst_2 = arith.constant 3.906250e+01 : f32
// CHECK-NEXT: %0 = math.exp %cst : f16
// CHECK-NEXT: return %cst_0, %cst_1, %cst_2, %0 : f32, vector<2xf64>, f32, f16
func.func @functions() -> (f32, vector<2xf64>, f32, f16) {
  %c = arith.constant 6.25 : f32
  %v = arith.constant dense<[0.0, 1.0]> : vector<2xf64>
  %h = arith.constant 1.0 : f16
  %two = arith.constant 2.0 : f32
  %0 = math.sqrt %c : f32
  %1 = math.cos %v : vector<2xf64>
  %2 = math.powf %c, %two : f32
  %3 = math.exp %h : f16
  return %0, %1, %2, %3 : f32, vector<2xf64>, f32, f16
}

// Logarithms and roots of negative numbers are left alone.
// CHECK-LABEL: func.func @domain() -> (f32, f32) {
// CHECK-NEXT: %cst = arith.constant -1.000000e+00 : f32
// CHECK-NEXT: %0 = math.log %cst : f32
// CHECK-NEXT: %1 = math.sqrt %cst : f32
// CHECK-NEXT: return %0, %1 : f32, f32
func.func @domain() -> (f32, f32) {
  %c = arith.constant -1.0 : f32
  %0 = math.log %c : f32
  %1 = math.sqrt %c : f32
  return %0, %1 : f32, f32
}

// The zero vector has no angle, in any format; others are folded where the machine
// computes them.
// CHECK-LABEL: func.func @angle() -> (f16, vector<2xf32>, f16) {
// CHECK-NEXT: %cst = arith.constant -0.000000e+00 : f16
// CHECK-NEXT: %cst_0 = arith.constant 1.000000e+00 : f16
// CHECK-NEXT: %cst_1 = arith.constant 0x7E00 : f16
// CHECK-NEXT: %cst_2 = arith.constant dense<[0x7FC00000, 0.000000e+00]> : vector<2xf32>
// CHECK-NEXT: %0 = math.atan2 %cst, %cst_0 : f16
// CHECK-NEXT: return %cst_1, %cst_2, %0 : f16, vector<2xf32>, f16
func.func @angle() -> (f16, vector<2xf32>, f16) {
  %z = arith.constant -0.0 : f16
  %one = arith.constant 1.0 : f16
  %y = arith.constant dense<0.0> : vector<2xf32>
  %x = arith.constant dense<[0.0, 1.0]> : vector<2xf32>
  %0 = math.atan2 %z, %z : f16
  %1 = math.atan2 %y, %x : vector<2xf32>
  %2 = math.atan2 %z, %one : f16
  return %0, %1, %2 : f16, vector<2xf32>, f16
}
