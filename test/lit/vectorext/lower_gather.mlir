// RUN: optc %s --vectorext-lower-gather-scatter --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func.func @gather(%arg0: memref<64x16xf32>, %arg1: vector<8xindex>, %arg2: vector<8xi1>, %arg3: index, %arg4: f32) -> vector<8xf32> {
// CHECK-NEXT: %0 = vector.broadcast %arg4 : f32 to vector<8xf32>
// CHECK-NEXT: %1 = vector.gather %arg0[%arg3, %arg3] [%arg1], %arg2, %0 : memref<64x16xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// CHECK-NEXT: return %1 : vector<8xf32>
func.func @gather(%m: memref<64x16xf32>, %v: vector<8xindex>, %k: vector<8xi1>, %o: index, %p: f32) -> vector<8xf32> {
  %0 = iree_vector_ext.transfer_gather %m[%o, %o] [%v : vector<8xindex>], %p, %k {indexing_maps = [affine_map<(d0)[s0] -> (0, s0)>, affine_map<(d0)[s0] -> (d0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64x16xf32>, vector<8xf32>, vector<8xi1>
  return %0 : vector<8xf32>
}

// CHECK-LABEL: func.func @scatter(%arg0: memref<64xf32>, %arg1: vector<8xf32>, %arg2: vector<8xindex>, %arg3: index) {
// CHECK-NEXT: %cst = arith.constant dense<true> : vector<8xi1>
// CHECK-NEXT: vector.scatter %arg0[%arg3] [%arg2], %cst, %arg1 : memref<64xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32>
// CHECK-NEXT: return
func.func @scatter(%m: memref<64xf32>, %x: vector<8xf32>, %v: vector<8xindex>, %o: index) {
  iree_vector_ext.transfer_scatter %x into %m[%o] [%v : vector<8xindex>] {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : vector<8xf32>, memref<64xf32>
  return
}

// What vector.gather cannot say stays: an outer base dimension that is picked, a
// vector of higher rank, an index vector in another order.
// CHECK-LABEL: func.func @refused(%arg0: memref<64x16xf32>, %arg1: vector<8xindex>, %arg2: vector<2x4xindex>, %arg3: index, %arg4: f32) -> (vector<8xf32>, vector<2x4xf32>) {
// CHECK-NEXT: %0 = iree_vector_ext.transfer_gather %arg0[%arg3, %arg3] [%arg1 : vector<8xindex>], %arg4 {indexing_maps = [affine_map<(d0)[s0] -> (s0, 0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64x16xf32>, vector<8xf32>
// CHECK-NEXT: %1 = iree_vector_ext.transfer_gather %arg0[%arg3, %arg3] [%arg2 : vector<2x4xindex>], %arg4 {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : memref<64x16xf32>, vector<2x4xf32>
// CHECK-NEXT: return %0, %1 : vector<8xf32>, vector<2x4xf32>
func.func @refused(%m: memref<64x16xf32>, %v: vector<8xindex>, %w: vector<2x4xindex>, %o: index, %p: f32) -> (vector<8xf32>, vector<2x4xf32>) {
  %0 = iree_vector_ext.transfer_gather %m[%o, %o] [%v : vector<8xindex>], %p {indexing_maps = [affine_map<(d0)[s0] -> (s0, 0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64x16xf32>, vector<8xf32>
  %1 = iree_vector_ext.transfer_gather %m[%o, %o] [%w : vector<2x4xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : memref<64x16xf32>, vector<2x4xf32>
  return %0, %1 : vector<8xf32>, vector<2x4xf32>
}

// Nor has it a form for vectors of rank 0.
// CHECK-LABEL: func.func @points(%arg0: memref<64xf32>, %arg1: vector<index>, %arg2: vector<f32>, %arg3: index, %arg4: f32) -> vector<f32> {
// CHECK-NEXT: %0 = iree_vector_ext.transfer_gather %arg0[%arg3] [%arg1 : vector<index>], %arg4 {indexing_maps = [affine_map<()[s0] -> (s0)>, affine_map<()[s0] -> ()>]} : memref<64xf32>, vector<f32>
// CHECK-NEXT: iree_vector_ext.transfer_scatter %arg2 into %arg0[%arg3] [%arg1 : vector<index>] {indexing_maps = [affine_map<()[s0] -> (s0)>, affine_map<()[s0] -> ()>]} : vector<f32>, memref<64xf32>
// CHECK-NEXT: return %0 : vector<f32>
func.func @points(%m: memref<64xf32>, %v: vector<index>, %x: vector<f32>, %o: index, %p: f32) -> vector<f32> {
  %0 = iree_vector_ext.transfer_gather %m[%o] [%v : vector<index>], %p {indexing_maps = [affine_map<()[s0] -> (s0)>, affine_map<()[s0] -> ()>]} : memref<64xf32>, vector<f32>
  iree_vector_ext.transfer_scatter %x into %m[%o] [%v : vector<index>] {indexing_maps = [affine_map<()[s0] -> (s0)>, affine_map<()[s0] -> ()>]} : vector<f32>, memref<64xf32>
  return %0 : vector<f32>
}

// Index vector and mask have to be in the order of the vector, and offsets alone have to
// pick the outer base dimensions.
// CHECK-LABEL: func.func @other_orders(%arg0: memref<64x16xf32>, %arg1: vector<8xindex>, %arg2: vector<4x4xindex>, %arg3: vector<4x4xi1>, %arg4: index, %arg5: f32) -> (vector<8xf32>, vector<4x4xf32>, vector<4x4xf32>, vector<8xf32>) {
// CHECK-NEXT: %0 = iree_vector_ext.transfer_gather %arg0[%arg4, %arg4] [%arg1, %arg1 : vector<8xindex>, vector<8xindex>], %arg5 {indexing_maps = [affine_map<(d0)[s0, s1] -> (s0, s1)>, affine_map<(d0)[s0, s1] -> (d0)>, affine_map<(d0)[s0, s1] -> (d0)>]} : memref<64x16xf32>, vector<8xf32>
// CHECK-NEXT: %1 = iree_vector_ext.transfer_gather %arg0[%arg4, %arg4] [%arg2 : vector<4x4xindex>], %arg5 {indexing_maps = [affine_map<(d0, d1)[s0] -> (0, s0)>, affine_map<(d0, d1)[s0] -> (d1, d0)>]} : memref<64x16xf32>, vector<4x4xf32>
// CHECK-NEXT: %2 = iree_vector_ext.transfer_gather %arg0[%arg4, %arg4] [%arg2 : vector<4x4xindex>], %arg5, %arg3 {indexing_maps = [affine_map<(d0, d1)[s0] -> (0, s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>, affine_map<(d0, d1)[s0] -> (d1, d0)>]} : memref<64x16xf32>, vector<4x4xf32>, vector<4x4xi1>
// CHECK-NEXT: %3 = iree_vector_ext.transfer_gather %arg0[%arg4, %arg4] [%arg1 : vector<8xindex>], %arg5 {indexing_maps = [affine_map<(d0)[s0] -> (s0, d0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64x16xf32>, vector<8xf32>
// CHECK-NEXT: return %0, %1, %2, %3 : vector<8xf32>, vector<4x4xf32>, vector<4x4xf32>, vector<8xf32>
func.func @other_orders(%m: memref<64x16xf32>, %v: vector<8xindex>, %w: vector<4x4xindex>, %k: vector<4x4xi1>, %o: index, %p: f32) -> (vector<8xf32>, vector<4x4xf32>, vector<4x4xf32>, vector<8xf32>) {
  %0 = iree_vector_ext.transfer_gather %m[%o, %o] [%v, %v : vector<8xindex>, vector<8xindex>], %p {indexing_maps = [affine_map<(d0)[s0, s1] -> (s0, s1)>, affine_map<(d0)[s0, s1] -> (d0)>, affine_map<(d0)[s0, s1] -> (d0)>]} : memref<64x16xf32>, vector<8xf32>
  %1 = iree_vector_ext.transfer_gather %m[%o, %o] [%w : vector<4x4xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0] -> (0, s0)>, affine_map<(d0, d1)[s0] -> (d1, d0)>]} : memref<64x16xf32>, vector<4x4xf32>
  %2 = iree_vector_ext.transfer_gather %m[%o, %o] [%w : vector<4x4xindex>], %p, %k {indexing_maps = [affine_map<(d0, d1)[s0] -> (0, s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>, affine_map<(d0, d1)[s0] -> (d1, d0)>]} : memref<64x16xf32>, vector<4x4xf32>, vector<4x4xi1>
  %3 = iree_vector_ext.transfer_gather %m[%o, %o] [%v : vector<8xindex>], %p {indexing_maps = [affine_map<(d0)[s0] -> (s0, d0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64x16xf32>, vector<8xf32>
  return %0, %1, %2, %3 : vector<8xf32>, vector<4x4xf32>, vector<4x4xf32>, vector<8xf32>
}

// A matrix that a matrix of indices picks out of the rows at the offset.
// CHECK-LABEL: func.func @matrix(%arg0: memref<64x16xf32>, %arg1: vector<4x4xindex>, %arg2: vector<4x4xi1>, %arg3: index, %arg4: f32) -> vector<4x4xf32> {
// CHECK-NEXT: %0 = vector.broadcast %arg4 : f32 to vector<4x4xf32>
// CHECK-NEXT: %1 = vector.gather %arg0[%arg3, %arg3] [%arg1], %arg2, %0 : memref<64x16xf32>, vector<4x4xindex>, vector<4x4xi1>, vector<4x4xf32> into vector<4x4xf32>
// CHECK-NEXT: return %1 : vector<4x4xf32>
func.func @matrix(%m: memref<64x16xf32>, %v: vector<4x4xindex>, %k: vector<4x4xi1>, %o: index, %p: f32) -> vector<4x4xf32> {
  %0 = iree_vector_ext.transfer_gather %m[%o, %o] [%v : vector<4x4xindex>], %p, %k {indexing_maps = [affine_map<(d0, d1)[s0] -> (0, s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : memref<64x16xf32>, vector<4x4xf32>, vector<4x4xi1>
  return %0 : vector<4x4xf32>
}
