// RUN: optc %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%x: complex<f32>) {
  // expected-error @+1 {{'complex.constant' op requires 'value' to be a complex constant, represented as array of two values}}
  %0 = complex.constant [1.0 : f32] : complex<f32>
  return
}

// -----

func.func @f(%x: complex<f32>) {
  // expected-error @+1 {{'complex.constant' op requires attribute's elements to be float or integer attributes}}
  %0 = complex.constant [1.0 : f32, "a"] : complex<f32>
  return
}

// -----

func.func @f(%x: complex<f32>) {
  // expected-error @+1 {{'complex.constant' op requires attribute's element types ('f32', 'f64') to match the element type of the op's return type ('f64')}}
  %0 = complex.constant [1.0 : f32, -1.0 : f64] : complex<f64>
  return
}

// -----

func.func @f(%x: i64) {
  // expected-error @+1 {{'complex.bitcast' op requires that either input or output has a complex type}}
  %0 = complex.bitcast %x : i64 to f64
  return
}

// -----

func.func @f(%x: index) {
  // expected-error @+1 {{'complex.bitcast' op operand must be int/float/complex}}
  %0 = complex.bitcast %x : index to complex<f32>
  return
}

// -----

func.func @f(%x: complex<f32>) {
  // expected-error @+1 {{'complex.bitcast' op result must be int/float/complex}}
  %0 = complex.bitcast %x : complex<f32> to index
  return
}

// -----

func.func @f(%x: i64) {
  // expected-error @+2 {{'complex.bitcast' op casting bitwidths do not match}}
  // expected-note @+1 {{i64 has 64 bits, complex<f64> has 128}}
  %0 = complex.bitcast %x : i64 to complex<f64>
  return
}

// -----

func.func @f(%x: complex<i32>) {
  // expected-error @+1 {{custom op 'complex.abs' 'complex' must be complex type with floating-point elements, but got 'complex<i32>'}}
  %0 = complex.abs %x : complex<i32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'complex.create' op failed to verify that complex element type matches real operand type}}
  %0 = "complex.create"(%x, %x) : (f32, f32) -> complex<f64>
  return
}

// -----

func.func @f(%x: complex<f32>) {
  // expected-error @+1 {{'complex.abs' op failed to verify that complex element type matches result type}}
  %0 = "complex.abs"(%x) : (complex<f32>) -> f64
  return
}

// -----

func.func @f(%x: complex<f32>) {
  // expected-error @+1 {{expected ':'}}
  "test.x"() {a = #complex.number<f32 1.0, 0.1>} : () -> ()
  return
}

// -----

func.func @f(%x: complex<f32>) {
  // expected-error @+2 {{unexpected decimal integer literal for a floating point value}}
  // expected-note @+1 {{add a trailing dot to make the literal a float}}
  "test.x"() {a = #complex.number<:f32 1, 0.1>} : () -> ()
  return
}
