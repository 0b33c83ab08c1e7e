// RUN: not optc %s --arith-expand="include-bf16 include-f4e2m1 include-f8e8m0" --split-input-file -o /dev/null 2>&1 | FileCheck %s

// mlir-opt-22 differs (arith expanded, arith and casts expanded): it writes a constant that cannot be read

// CHECK: :[[@LINE+3]]:{{.*}}: error: 'arith.ceildivui' op expected a static shape to expand, but got 'tensor<?xi32>'
// CHECK: note: the expansion has constants of this shape; --convert-elementwise-to-linalg before it makes the elements scalars
func.func @dynamic(%a: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.ceildivui %a, %a : tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// CHECK: error: failed to legalize operation 'arith.truncf' that was explicitly marked illegal
func.func @rounds(%a: f32) -> bf16 {
  %0 = arith.truncf %a upward : f32 to bf16
  return %0 : bf16
}

// -----

// The truncation of the quotient cannot be expanded.
// CHECK: error: failed to legalize operation 'arith.scaling_truncf' that was explicitly marked illegal
func.func @quotient(%a: f32, %s: f8E8M0FNU) -> f8E8M0FNU {
  %0 = arith.scaling_truncf %a, %s upward : f32, f8E8M0FNU to f8E8M0FNU
  return %0 : f8E8M0FNU
}

// -----

// CHECK: error: 'arith.truncf' op expected at most 32 bits to expand, but got 'f64'
// CHECK: note: a number that is rounded to 'f32' and then to 'f4E2M1FN' may differ from one that is rounded once
func.func @wide(%a: f64) -> f4E2M1FN {
  %0 = arith.truncf %a : f64 to f4E2M1FN
  return %0 : f4E2M1FN
}

// -----

// CHECK: error: failed to legalize operation 'arith.scaling_extf' that was explicitly marked illegal
func.func @scale(%a: f4E2M1FN, %s: f8E5M2) -> f32 {
  %0 = arith.scaling_extf %a, %s : f4E2M1FN, f8E5M2 to f32
  return %0 : f32
}
