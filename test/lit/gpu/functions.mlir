// RUN: optc %s --expand-math-functions --split-input-file | filecheck %s

// A root is an instruction, so that the reciprocal of one needs a division only.

// CHECK-LABEL: func.func @rsqrt
// CHECK-DAG:   %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG:   %[[ROOT:.*]] = math.sqrt %{{.*}} : f32
// CHECK:       arith.divf %[[ONE]], %[[ROOT]] : f32
func.func @rsqrt(%x: f32) -> f32 {
  %0 = math.rsqrt %x : f32
  return %0 : f32
}

// -----

// Small types are computed in f32.

// CHECK-LABEL: func.func @small
// CHECK:       arith.extf %{{.*}} : vector<4xf16> to vector<4xf32>
// CHECK-NOT:   math.exp
// CHECK:       arith.truncf %{{.*}} : vector<4xf32> to vector<4xf16>
// CHECK:       arith.extf %{{.*}} : bf16 to f32
// CHECK:       math.floor %{{.*}} : f32
// CHECK:       arith.truncf %{{.*}} : f32 to bf16
func.func @small(%x: vector<4xf16>, %y: bf16) -> (vector<4xf16>, bf16) {
  %0 = math.exp %x : vector<4xf16>
  %1 = math.floor %y : bf16
  return %0, %1 : vector<4xf16>, bf16
}

// -----

// Quarter turns of large numbers are counted only where a lane has one.

// CHECK-LABEL: func.func @turns
// CHECK:       vector.reduction <or>
// CHECK:       scf.if
// CHECK:       arith.muli %{{.*}} : vector<4xi64>
// CHECK:       } else {
func.func @turns(%x: vector<4xf32>) -> vector<4xf32> {
  %0 = math.sin %x : vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

// Functions of f64 stay, and so do instructions.

// CHECK-LABEL: func.func @kept
// CHECK-NEXT:  math.exp %{{.*}} : f64
// CHECK-NEXT:  math.sqrt %{{.*}} : f32
func.func @kept(%x: f64, %y: f32) -> (f64, f32) {
  %0 = math.exp %x : f64
  %1 = math.sqrt %y : f32
  return %0, %1 : f64, f32
}

// -----

// Exponents are integers of any width; tensors and scalable vectors stay.

// CHECK-LABEL: func.func @shapes
// CHECK-NOT:   math.fpowi
// CHECK:       math.exp %{{.*}} : tensor<2xf32>
// CHECK:       math.exp %{{.*}} : vector<[4]xf32>
func.func @shapes(%f: f32, %i: i64, %t: tensor<2xf32>, %v: vector<[4]xf32>) -> (f32, tensor<2xf32>, vector<[4]xf32>) {
  %0 = math.fpowi %f, %i : f32, i64
  %1 = math.exp %t : tensor<2xf32>
  %2 = math.exp %v : vector<[4]xf32>
  return %0, %1, %2 : f32, tensor<2xf32>, vector<[4]xf32>
}
