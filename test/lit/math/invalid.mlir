// RUN: optc %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%i: i32) {
  // expected-error @+1 {{'math.absf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.absf %i : i32
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{'math.ctpop' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = math.ctpop %f : f32
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{'math.isnan' op result #0 must be bool-like, but got 'i8'}}
  %0 = "math.isnan"(%f) : (f32) -> i8
  return
}

// -----

func.func @f(%f: vector<4xf32>) {
  // expected-error @+1 {{'math.isnan' op failed to verify that result type has i1 element type and same shape as operands}}
  %0 = "math.isnan"(%f) : (vector<4xf32>) -> i1
  return
}

// -----

func.func @f(%f: f32, %g: f64) {
  // expected-error @+1 {{'math.powf' op requires the same type for all operands and results}}
  %0 = "math.powf"(%f, %g) : (f32, f64) -> f32
  return
}

// -----

func.func @f(%f: vector<4xf32>, %i: i32) {
  // expected-error @+1 {{'math.fpowi' op requires the same shape for all operands and results}}
  %0 = math.fpowi %f, %i : vector<4xf32>, i32
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error @+1 {{'math.sincos' op expected 2 results}}
  %0 = "math.sincos"(%f) : (f32) -> f32
  return
}
