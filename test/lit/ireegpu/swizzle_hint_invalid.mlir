// RUN: optc %s --split-input-file --verify-diagnostics

func.func @rank(%m: memref<8x8xf32>) {
  // expected-error @below {{'iree_codegen.swizzle_hint' op operand #0 must be 1D memref of any type values, but got 'memref<8x8xf32>'}}
  %h = iree_codegen.swizzle_hint %m[#iree_codegen.xor_shuffle<16, 4>] : memref<8x8xf32>
  return
}

// -----

func.func @attribute(%m: memref<64xf32>) {
  // expected-error @below {{'iree_codegen.swizzle_hint' op attribute 'swizzle' failed to satisfy constraint: swizzling descriptor attributes}}
  %h = iree_codegen.swizzle_hint %m[affine_map<(d0) -> (d0)>] : memref<64xf32>
  return
}

// -----

func.func @types(%m: memref<64xf32>) {
  // expected-error @below {{'iree_codegen.swizzle_hint' op requires the same type for all operands and results}}
  %h = "iree_codegen.swizzle_hint"(%m) <{swizzle = #iree_codegen.rotate_rows<16, 4>}> : (memref<64xf32>) -> memref<32xf32>
  return
}

// -----

func.func @access() {
  // expected-error @below {{expected access width to divide row width}}
  return {swizzle = #iree_codegen.xor_shuffle<16, 5>}
}

// -----

func.func @empty() {
  // expected-error @below {{expected access width to divide row width}}
  return {swizzle = #iree_codegen.rotate_rows<16, 0>}
}

// -----

func.func @stride() {
  // expected-error @below {{expected row width to divide row stride}}
  return {swizzle = #iree_codegen.xor_shuffle<16, 4, 24>}
}

// -----

func.func @phase() {
  // expected-error @below {{per_phase must be smaller than max_phase}}
  return {swizzle = #iree_codegen.xor_shuffle<16, 4, 16, 8>}
}

// -----

func.func @negative() {
  // expected-error @below {{expected numbers of at least 0, but got -16}}
  return {swizzle = #iree_codegen.xor_shuffle<16, 4, -16>}
}

// -----

func.func @count() {
  // expected-error @below {{expected 2 numbers, but got 3}}
  return {swizzle = #iree_codegen.rotate_rows<16, 4, 1>}
}
