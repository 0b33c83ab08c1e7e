// RUN: optc %s --math-uplift-to-fma | FileCheck %s

// CHECK-LABEL: func.func @joined(
// CHECK-NEXT: %0 = math.fma %arg0, %arg1, %arg2 fastmath<contract> : f32
// CHECK-NEXT: %1 = math.fma %arg0, %arg1, %arg2 fastmath<contract> : f32
// CHECK-NEXT: return %0, %1
func.func @joined(%a: f32, %b: f32, %c: f32) -> (f32, f32) {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.addf %0, %c fastmath<nnan,contract> : f32
  %2 = arith.addf %c, %0 fastmath<fast> : f32
  return %1, %2 : f32, f32
}

// Each operation must allow it.
// CHECK-LABEL: func.func @kept(
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: arith.addf
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: arith.addf
func.func @kept(%a: vector<4xf32>, %b: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %0 = arith.mulf %a, %b fastmath<contract> : vector<4xf32>
  %1 = arith.addf %0, %b : vector<4xf32>
  %2 = arith.mulf %a, %b : vector<4xf32>
  %3 = arith.addf %2, %b fastmath<contract> : vector<4xf32>
  return %1, %3 : vector<4xf32>, vector<4xf32>
}
