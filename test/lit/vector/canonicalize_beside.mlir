// RUN: optc %s --canonicalize=test-convergence | FileCheck %s

// Steps are compared whatever else uses them, and in whatever order.
// CHECK-LABEL: func.func @step_uses(%arg0: vector<4xindex>) -> (vector<4xi1>, vector<4xi1>, vector<4xindex>, vector<4xi1>, vector<4xi1>) {
// CHECK-NEXT: %cst = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT: %cst_0 = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT: %0 = vector.step : vector<4xindex>
// CHECK-NEXT: %1 = arith.cmpi ult, %0, %arg0 : vector<4xindex>
// CHECK-NEXT: %2 = arith.addi %0, %arg0 : vector<4xindex>
// CHECK-NEXT: %3 = arith.cmpi eq, %arg0, %0 : vector<4xindex>
// CHECK-NEXT: return %1, %cst, %2, %cst_0, %3 : vector<4xi1>, vector<4xi1>, vector<4xindex>, vector<4xi1>, vector<4xi1>
func.func @step_uses(%v: vector<4xindex>) -> (vector<4xi1>, vector<4xi1>, vector<4xindex>, vector<4xi1>, vector<4xi1>) {
  %c4 = arith.constant dense<4> : vector<4xindex>
  %s = vector.step : vector<4xindex>
  %0 = arith.cmpi ult, %s, %v : vector<4xindex>
  %1 = arith.cmpi ult, %s, %c4 : vector<4xindex>
  %2 = arith.addi %s, %v : vector<4xindex>
  %3 = arith.cmpi uge, %s, %c4 : vector<4xindex>
  %4 = arith.cmpi eq, %v, %s : vector<4xindex>
  return %0, %1, %2, %3, %4 : vector<4xi1>, vector<4xi1>, vector<4xindex>, vector<4xi1>, vector<4xi1>
}

// A read behind or in front of what is written takes what was there before; what overlaps stays.
// CHECK-LABEL: func.func @beside(%arg0: tensor<16xf32>, %arg1: vector<4xf32>, %arg2: f32) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c7 = arith.constant 7 : index
// CHECK-NEXT: %0 = vector.transfer_write %arg1, %arg0[%c4] {in_bounds = [true]} : vector<4xf32>, tensor<16xf32>
// CHECK-NEXT: %1 = vector.transfer_write %arg1, %0[%c7] {in_bounds = [true]} : vector<4xf32>, tensor<16xf32>
// CHECK-NEXT: %2 = vector.transfer_read %1[%c4], %arg2 {in_bounds = [true]} : tensor<16xf32>, vector<4xf32>
// CHECK-NEXT: %3 = vector.transfer_write %arg1, %0[%c1] {in_bounds = [true]} : vector<4xf32>, tensor<16xf32>
// CHECK-NEXT: %4 = vector.transfer_read %3[%c4], %arg2 {in_bounds = [true]} : tensor<16xf32>, vector<4xf32>
// CHECK-NEXT: return %arg1, %arg1, %2, %4 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
func.func @beside(%t: tensor<16xf32>, %v: vector<4xf32>, %p: f32) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %a = vector.transfer_write %v, %t[%c4] {in_bounds = [true]} : vector<4xf32>, tensor<16xf32>
  %b = vector.transfer_write %v, %a[%c8] {in_bounds = [true]} : vector<4xf32>, tensor<16xf32>
  %0 = vector.transfer_read %b[%c4], %p {in_bounds = [true]} : tensor<16xf32>, vector<4xf32>
  %c = vector.transfer_write %v, %a[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<16xf32>
  %1 = vector.transfer_read %c[%c4], %p {in_bounds = [true]} : tensor<16xf32>, vector<4xf32>
  %d = vector.transfer_write %v, %a[%c7] {in_bounds = [true]} : vector<4xf32>, tensor<16xf32>
  %2 = vector.transfer_read %d[%c4], %p {in_bounds = [true]} : tensor<16xf32>, vector<4xf32>
  %e = vector.transfer_write %v, %a[%c1] {in_bounds = [true]} : vector<4xf32>, tensor<16xf32>
  %3 = vector.transfer_read %e[%c4], %p {in_bounds = [true]} : tensor<16xf32>, vector<4xf32>
  return %0, %1, %2, %3 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// A chain of inserts is one vector at its end, also where a part of it is written again.
// CHECK-LABEL: func.func @chain(%arg0: vector<2xf32>, %arg1: f32, %arg2: f32, %arg3: f32) -> (vector<2xf32>, vector<2xf32>, vector<[2]xf32>) {
// CHECK-NEXT: %0 = vector.from_elements %arg3, %arg2 : vector<2xf32>
// CHECK-NEXT: %1 = vector.from_elements %arg1, %arg2 : vector<2xf32>
// CHECK-NEXT: %2 = vector.broadcast %arg3 : f32 to vector<[2]xf32>
// CHECK-NEXT: %3 = vector.insert %arg1, %2 [0] : f32 into vector<[2]xf32>
// CHECK-NEXT: %4 = vector.insert %arg2, %3 [1] : f32 into vector<[2]xf32>
// CHECK-NEXT: return %0, %1, %4 : vector<2xf32>, vector<2xf32>, vector<[2]xf32>
func.func @chain(%v: vector<2xf32>, %a: f32, %b: f32, %c: f32) -> (vector<2xf32>, vector<2xf32>, vector<[2]xf32>) {
  %0 = vector.insert %a, %v[0] : f32 into vector<2xf32>
  %1 = vector.insert %b, %0[1] : f32 into vector<2xf32>
  %2 = vector.insert %c, %1[0] : f32 into vector<2xf32>
  %3 = vector.insert %a, %v[0] : f32 into vector<2xf32>
  %4 = vector.insert %b, %3[1] : f32 into vector<2xf32>
  %5 = vector.broadcast %c : f32 to vector<[2]xf32>
  %6 = vector.insert %a, %5[0] : f32 into vector<[2]xf32>
  %7 = vector.insert %b, %6[1] : f32 into vector<[2]xf32>
  return %2, %4, %7 : vector<2xf32>, vector<2xf32>, vector<[2]xf32>
}

// The number that is the scale times an extent is all of a scalable dimension.
// CHECK-LABEL: func.func @scaled_masks() -> (vector<4x[4]xi1>, vector<4x[4]xi1>, vector<4x[4]xi1>, vector<4x[1]xi1>) {
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %vscale = vector.vscale
// CHECK-NEXT: %c3_vscale = arith.muli %vscale, %c3 : index
// CHECK-NEXT: %0 = vector.constant_mask [2, 4] : vector<4x[4]xi1>
// CHECK-NEXT: %1 = vector.constant_mask [3, 4] : vector<4x[4]xi1>
// CHECK-NEXT: %2 = vector.create_mask %c2, %c3_vscale : vector<4x[4]xi1>
// CHECK-NEXT: %3 = vector.constant_mask [2, 1] : vector<4x[1]xi1>
// CHECK-NEXT: return %0, %1, %2, %3 : vector<4x[4]xi1>, vector<4x[4]xi1>, vector<4x[4]xi1>, vector<4x[1]xi1>
func.func @scaled_masks() -> (vector<4x[4]xi1>, vector<4x[4]xi1>, vector<4x[4]xi1>, vector<4x[1]xi1>) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %s = vector.vscale
  %a = arith.muli %c4, %s : index
  %b = arith.muli %s, %c4 : index
  %c = arith.muli %s, %c3 : index
  %0 = vector.create_mask %c2, %a : vector<4x[4]xi1>
  %1 = vector.create_mask %c3, %b : vector<4x[4]xi1>
  %2 = vector.create_mask %c2, %c : vector<4x[4]xi1>
  %3 = vector.create_mask %c2, %s : vector<4x[1]xi1>
  return %0, %1, %2, %3 : vector<4x[4]xi1>, vector<4x[4]xi1>, vector<4x[4]xi1>, vector<4x[1]xi1>
}

// A vector of another length, in front or behind, is not passed by.
// CHECK-LABEL: func.func @lengths(%arg0: tensor<16xf32>, %arg1: vector<4xf32>, %arg2: vector<8xf32>, %arg3: f32) -> (vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %0 = vector.transfer_write %arg1, %arg0[%c4] {in_bounds = [true]} : vector<4xf32>, tensor<16xf32>
// CHECK-NEXT: %1 = vector.transfer_write %arg2, %0[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<16xf32>
// CHECK-NEXT: %2 = vector.transfer_read %1[%c4], %arg3 {in_bounds = [true]} : tensor<16xf32>, vector<4xf32>
// CHECK-NEXT: %3 = vector.transfer_write %arg2, %0[%c8] {in_bounds = [true]} : vector<8xf32>, tensor<16xf32>
// CHECK-NEXT: %4 = vector.transfer_read %3[%c4], %arg3 {in_bounds = [true]} : tensor<16xf32>, vector<4xf32>
// CHECK-NEXT: return %2, %4 : vector<4xf32>, vector<4xf32>
func.func @lengths(%t: tensor<16xf32>, %v: vector<4xf32>, %w: vector<8xf32>, %p: f32) -> (vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %a = vector.transfer_write %v, %t[%c4] {in_bounds = [true]} : vector<4xf32>, tensor<16xf32>
  %b = vector.transfer_write %w, %a[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<16xf32>
  %0 = vector.transfer_read %b[%c4], %p {in_bounds = [true]} : tensor<16xf32>, vector<4xf32>
  %c = vector.transfer_write %w, %a[%c8] {in_bounds = [true]} : vector<8xf32>, tensor<16xf32>
  %1 = vector.transfer_read %c[%c4], %p {in_bounds = [true]} : tensor<16xf32>, vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}

// Vectors are interleaved if both are in turn.
// CHECK-LABEL: func.func @in_turn(%arg0: vector<2xf32>, %arg1: vector<2xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT: %0 = vector.shuffle %arg0, %arg1 [0, 2, 1, 2] : vector<2xf32>, vector<2xf32>
// CHECK-NEXT: %1 = vector.shuffle %arg0, %arg1 [0, 2, 0, 3] : vector<2xf32>, vector<2xf32>
// CHECK-NEXT: %2 = vector.interleave %arg0, %arg1 : vector<2xf32> -> vector<4xf32>
// CHECK-NEXT: return %0, %1, %2 : vector<4xf32>, vector<4xf32>, vector<4xf32>
func.func @in_turn(%a: vector<2xf32>, %b: vector<2xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %0 = vector.shuffle %a, %b [0, 2, 1, 2] : vector<2xf32>, vector<2xf32>
  %1 = vector.shuffle %a, %b [0, 2, 0, 3] : vector<2xf32>, vector<2xf32>
  %2 = vector.shuffle %a, %b [0, 2, 1, 3] : vector<2xf32>, vector<2xf32>
  return %0, %1, %2 : vector<4xf32>, vector<4xf32>, vector<4xf32>
}
