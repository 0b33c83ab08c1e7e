// RUN: optc %s --canonicalize=test-convergence --mlir-print-local-scope | FileCheck %s

// A transfer has no mask that takes one dimension twice; other masks come with it.
// CHECK-LABEL: func.func @gather(%arg0: memref<8x8xf32>, %arg1: index, %arg2: f32, %arg3: vector<4x4xi1>, %arg4: vector<2x4xi1>) -> (vector<4x4xf32>, vector<4x2xf32>) {
// CHECK-NEXT:   %0 = iree_vector_ext.transfer_gather %arg0[%arg1, %arg1], %arg2, %arg3 {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d0)>]} : memref<8x8xf32>, vector<4x4xf32>, vector<4x4xi1>
// CHECK-NEXT:   %1 = vector.transpose %arg4, [1, 0] : vector<2x4xi1> to vector<4x2xi1>
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%arg1, %arg1], %arg2, %1 {in_bounds = [true, true]} : memref<8x8xf32>, vector<4x2xf32>
// CHECK-NEXT:   return %0, %2 : vector<4x4xf32>, vector<4x2xf32>
// CHECK-NEXT: }
func.func @gather(%m: memref<8x8xf32>, %i: index, %p: f32, %k: vector<4x4xi1>, %l: vector<2x4xi1>) -> (vector<4x4xf32>, vector<4x2xf32>) {
  %0 = iree_vector_ext.transfer_gather %m[%i, %i], %p, %k {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d0)>]} : memref<8x8xf32>, vector<4x4xf32>, vector<4x4xi1>
  %1 = iree_vector_ext.transfer_gather %m[%i, %i], %p, %l {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>]} : memref<8x8xf32>, vector<4x2xf32>, vector<2x4xi1>
  return %0, %1 : vector<4x4xf32>, vector<4x2xf32>
}

// CHECK-LABEL: func.func @scatter(%arg0: memref<8x8xf32>, %arg1: index, %arg2: vector<4x4xf32>, %arg3: vector<4x2xf32>, %arg4: vector<4x4xi1>, %arg5: vector<2x4xi1>, %arg6: vector<2xi1>) {
// CHECK-NEXT:   iree_vector_ext.transfer_scatter %arg2 into %arg0[%arg1, %arg1], %arg4 {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d0)>]} : vector<4x4xf32>, memref<8x8xf32>, vector<4x4xi1>
// CHECK-NEXT:   %0 = vector.transpose %arg5, [1, 0] : vector<2x4xi1> to vector<4x2xi1>
// CHECK-NEXT:   vector.transfer_write %arg3, %arg0[%arg1, %arg1], %0 {in_bounds = [true, true]} : vector<4x2xf32>, memref<8x8xf32>
// CHECK-NEXT:   %1 = vector.broadcast %arg6 : vector<2xi1> to vector<4x2xi1>
// CHECK-NEXT:   %2 = vector.transpose %1, [1, 0] : vector<4x2xi1> to vector<2x4xi1>
// CHECK-NEXT:   vector.transfer_write %arg3, %arg0[%arg1, %arg1], %2 {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<4x2xf32>, memref<8x8xf32>
// CHECK-NEXT:   vector.transfer_write %arg3, %arg0[%arg1, %arg1] {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<4x2xf32>, memref<8x8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @scatter(%m: memref<8x8xf32>, %i: index, %v: vector<4x4xf32>, %w: vector<4x2xf32>, %k: vector<4x4xi1>, %l: vector<2x4xi1>, %r: vector<2xi1>) {
  iree_vector_ext.transfer_scatter %v into %m[%i, %i], %k {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d0)>]} : vector<4x4xf32>, memref<8x8xf32>, vector<4x4xi1>
  iree_vector_ext.transfer_scatter %w into %m[%i, %i], %l {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>]} : vector<4x2xf32>, memref<8x8xf32>, vector<2x4xi1>
  iree_vector_ext.transfer_scatter %w into %m[%i, %i], %r {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1)>]} : vector<4x2xf32>, memref<8x8xf32>, vector<2xi1>
  iree_vector_ext.transfer_scatter %w into %m[%i, %i] {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>]} : vector<4x2xf32>, memref<8x8xf32>
  return
}
