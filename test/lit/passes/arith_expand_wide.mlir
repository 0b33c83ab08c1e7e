// RUN: optc %s --arith-expand="include-bf16 include-f4e2m1 include-f8e8m0" | FileCheck %s

// mlir-opt-22 differs (arith expanded, arith and casts expanded): it takes 2^64-1 for -1

// The number -1 has all bits set in any width.
// CHECK-LABEL: func.func @floor(
// CHECK: arith.constant dense<-1> : vector<4xi128>
func.func @floor(%a: vector<4xi128>, %b: vector<4xi128>) -> vector<4xi128> {
  %0 = arith.floordivsi %a, %b : vector<4xi128>
  return %0 : vector<4xi128>
}

// A wide result is extended from f32, where upstream writes an invalid truncation.
// CHECK-LABEL: func.func @wide(
// CHECK: %[[F:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK-NEXT: arith.extf %[[F]] : f32 to f64
func.func @wide(%a: f4E2M1FN) -> f64 {
  %0 = arith.extf %a : f4E2M1FN to f64
  return %0 : f64
}
