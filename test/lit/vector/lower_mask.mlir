// RUN: optc %s --lower-vector-mask | FileCheck %s

// A mask around an operation that has a mask becomes that.


// CHECK-LABEL: func.func @r(%arg0: memref<8x8xf32>, %arg1: vector<4x8xi1>, %arg2: index, %arg3: f32) -> vector<8x4xf32> {
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg2, %arg2], %arg3, %arg1 {in_bounds = [true, false], permutation_map = #map} : memref<8x8xf32>, vector<8x4xf32>
// CHECK-NEXT: return %0 : vector<8x4xf32>
func.func @r(%m: memref<8x8xf32>, %k: vector<4x8xi1>, %i: index, %p: f32) -> vector<8x4xf32> {
  %0 = vector.mask %k { vector.transfer_read %m[%i, %i], %p {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (d1, d0)>, foo = 1} : memref<8x8xf32>, vector<8x4xf32> } : vector<4x8xi1> -> vector<8x4xf32>
  return %0 : vector<8x4xf32>
}

// A passthru has no form in a read.
// CHECK-LABEL: func.func @r2(%arg0: memref<8xf32>, %arg1: vector<8xi1>, %arg2: index, %arg3: f32, %arg4: vector<8xf32>) -> vector<8xf32> {
// CHECK-NEXT: %0 = vector.mask %arg1, %arg4 { vector.transfer_read %arg0[%arg2], %arg3 : memref<8xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
// CHECK-NEXT: return %0 : vector<8xf32>
func.func @r2(%m: memref<8xf32>, %k: vector<8xi1>, %i: index, %p: f32, %q: vector<8xf32>) -> vector<8xf32> {
  %0 = vector.mask %k, %q { vector.transfer_read %m[%i], %p : memref<8xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return %0 : vector<8xf32>
}

// CHECK-LABEL: func.func @w(%arg0: memref<8xf32>, %arg1: vector<8xi1>, %arg2: index, %arg3: vector<8xf32>, %arg4: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: vector.transfer_write %arg3, %arg0[%arg2], %arg1 : vector<8xf32>, memref<8xf32>
// CHECK-NEXT: %0 = vector.transfer_write %arg3, %arg4[%arg2], %arg1 {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
// CHECK-NEXT: return %0 : tensor<8xf32>
func.func @w(%m: memref<8xf32>, %k: vector<8xi1>, %i: index, %p: vector<8xf32>, %t: tensor<8xf32>) -> tensor<8xf32> {
  vector.mask %k { vector.transfer_write %p, %m[%i] : vector<8xf32>, memref<8xf32> } : vector<8xi1>
  %0 = vector.mask %k { vector.transfer_write %p, %t[%i] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32> } : vector<8xi1> -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// The lanes that are off are 0.
// CHECK-LABEL: func.func @g(%arg0: memref<8xf32>, %arg1: vector<8xi1>, %arg2: index, %arg3: vector<8xindex>, %arg4: vector<8xf32>) -> vector<8xf32> {
// CHECK-NEXT: %cst = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT: %0 = vector.gather %arg0[%arg2] [%arg3], %arg1, %cst : memref<8xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// CHECK-NEXT: return %0 : vector<8xf32>
func.func @g(%m: memref<8xf32>, %k: vector<8xi1>, %i: index, %v: vector<8xindex>, %p: vector<8xf32>) -> vector<8xf32> {
  %t = arith.constant dense<true> : vector<8xi1>
  %0 = vector.mask %k { vector.gather %m[%i] [%v], %t, %p {alignment = 8 : i64} : memref<8xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return %0 : vector<8xf32>
}

// A mask that is all true disappears.
// CHECK-LABEL: func.func @true_mask(%arg0: vector<8xf32>, %arg1: f32) -> f32 {
// CHECK-NEXT: %0 = vector.multi_reduction <add>, %arg0, %arg1 [0] : vector<8xf32> to f32
// CHECK-NEXT: return %0 : f32
func.func @true_mask(%p: vector<8xf32>, %z: f32) -> f32 {
  %c = arith.constant dense<true> : vector<8xi1>
  %0 = vector.mask %c { vector.multi_reduction <add>, %p, %z [0] : vector<8xf32> to f32 } : vector<8xi1> -> f32
  return %0 : f32
}

// A lane must be on in both masks. (Upstream forgets the gather's own mask.)
// CHECK-LABEL: func.func @two_masks(%arg0: memref<8xf32>, %arg1: vector<8xi1>, %arg2: vector<8xi1>, %arg3: index, %arg4: vector<8xindex>, %arg5: vector<8xf32>) -> vector<8xf32> {
// CHECK-NEXT: %0 = arith.andi %arg1, %arg2 : vector<8xi1>
// CHECK-NEXT: %1 = vector.gather %arg0[%arg3] [%arg4], %0, %arg5 : memref<8xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// CHECK-NEXT: return %1 : vector<8xf32>
func.func @two_masks(%m: memref<8xf32>, %k: vector<8xi1>, %j: vector<8xi1>, %i: index, %v: vector<8xindex>, %p: vector<8xf32>) -> vector<8xf32> {
  %0 = vector.mask %k { vector.gather %m[%i] [%v], %j, %p : memref<8xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return %0 : vector<8xf32>
}
