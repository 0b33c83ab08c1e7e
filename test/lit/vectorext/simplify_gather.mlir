// RUN: optc %s --vectorext-simplify-transfer-gather --mlir-print-local-scope | FileCheck %s

// Rows of a table through an index vector, columns one after another: the step of the
// columns, broadcast over the rows, becomes contiguous, the row stays an index vector.
// CHECK-LABEL: func.func @paged(%arg0: memref<64x16xf32>, %arg1: vector<4xindex>, %arg2: index, %arg3: f32) -> vector<4x16xf32> {
// CHECK-NEXT: %0 = iree_vector_ext.transfer_gather %arg0[%arg2, %arg2] [%arg1 : vector<4xindex>], %arg3 {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<64x16xf32>, vector<4x16xf32>
// CHECK-NEXT: return %0 : vector<4x16xf32>
func.func @paged(%m: memref<64x16xf32>, %rows: vector<4xindex>, %o: index, %p: f32) -> vector<4x16xf32> {
  %s = vector.step : vector<16xindex>
  %c = vector.broadcast %s : vector<16xindex> to vector<4x16xindex>
  %b = vector.broadcast %rows : vector<4xindex> to vector<16x4xindex>
  %r = vector.transpose %b, [1, 0] : vector<16x4xindex> to vector<4x16xindex>
  %0 = iree_vector_ext.transfer_gather %m[%o, %o] [%r, %c : vector<4x16xindex>, vector<4x16xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0, s1] -> (s0, s1)>, affine_map<(d0, d1)[s0, s1] -> (d0, d1)>, affine_map<(d0, d1)[s0, s1] -> (d0, d1)>]} : memref<64x16xf32>, vector<4x16xf32>
  return %0 : vector<4x16xf32>
}

// Multiples of a step are read through a view with a stride.
// CHECK-LABEL: func.func @strided(%arg0: memref<64xf32>, %arg1: index, %arg2: f32) -> vector<8xf32> {
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[SUBVIEW:.+]] = memref.subview %[[ARG0:.+]][%[[ARG1:.+]]] [8] [2] : memref<64xf32> to memref<8xf32, strided<[2], offset: ?>>
// CHECK-NEXT: %[[VAL_0:.+]] = vector.transfer_read %[[SUBVIEW]][%[[C0]]], %[[ARG2:.+]] {in_bounds = [true]} : memref<8xf32, strided<[2], offset: ?>>, vector<8xf32>
// CHECK-NEXT: return %[[VAL_0]] : vector<8xf32>
// CHECK-NEXT: }
func.func @strided(%m: memref<64xf32>, %o: index, %p: f32) -> vector<8xf32> {
  %c2 = arith.constant dense<2> : vector<8xindex>
  %s = vector.step : vector<8xindex>
  %v = arith.muli %s, %c2 : vector<8xindex>
  %0 = iree_vector_ext.transfer_gather %m[%o] [%v : vector<8xindex>], %p {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64xf32>, vector<8xf32>
  return %0 : vector<8xf32>
}

// An index operand whose symbol the base map does not take stays, as does a mask that takes a dimension twice.
// CHECK-LABEL: func.func @unused_index(%arg0: tensor<64xf32>, %arg1: index, %arg2: f32, %arg3: index, %arg4: vector<8xindex>) -> (vector<8xf32>, vector<8xf32>) {
// CHECK-NEXT: %0 = iree_vector_ext.transfer_gather %arg0[%arg1] [%arg3, %arg4 : index, vector<8xindex>], %arg2 {indexing_maps = [affine_map<(d0)[s0, s1] -> (s1)>, affine_map<(d0)[s0, s1] -> ()>, affine_map<(d0)[s0, s1] -> (d0)>]} : tensor<64xf32>, vector<8xf32>
// CHECK-NEXT: %1 = vector.broadcast %arg1 : index to vector<8xindex>
// CHECK-NEXT: %2 = arith.addi %arg4, %1 : vector<8xindex>
// CHECK-NEXT: %3 = iree_vector_ext.transfer_gather %arg0[%arg1] [%2, %arg4 : vector<8xindex>, vector<8xindex>], %arg2 {indexing_maps = [affine_map<(d0)[s0, s1] -> (s1)>, affine_map<(d0)[s0, s1] -> (d0)>, affine_map<(d0)[s0, s1] -> (d0)>]} : tensor<64xf32>, vector<8xf32>
// CHECK-NEXT: return %0, %3 : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: }
func.func @unused_index(%m: tensor<64xf32>, %i: index, %p: f32, %v: index, %w: vector<8xindex>) -> (vector<8xf32>, vector<8xf32>) {
  %r = iree_vector_ext.transfer_gather %m[%i] [%v, %w : index, vector<8xindex>], %p {indexing_maps = [affine_map<(d0)[s0, s1] -> (s1)>, affine_map<(d0)[s0, s1] -> ()>, affine_map<(d0)[s0, s1] -> (d0)>]} : tensor<64xf32>, vector<8xf32>
  %b = vector.broadcast %i : index to vector<8xindex>
  %c = arith.addi %w, %b : vector<8xindex>
  %s = iree_vector_ext.transfer_gather %m[%i] [%c, %w : vector<8xindex>, vector<8xindex>], %p {indexing_maps = [affine_map<(d0)[s0, s1] -> (s1)>, affine_map<(d0)[s0, s1] -> (d0)>, affine_map<(d0)[s0, s1] -> (d0)>]} : tensor<64xf32>, vector<8xf32>
  return %r, %s : vector<8xf32>, vector<8xf32>
}
// CHECK-LABEL: func.func @scalar_mask(%arg0: tensor<64xf32>, %arg1: index, %arg2: f32, %arg3: vector<8x8xi1>) -> vector<8xf32> {
// CHECK-NEXT: %0 = iree_vector_ext.transfer_gather %arg0[%arg1], %arg2, %arg3 {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0, d0)>]} : tensor<64xf32>, vector<8xf32>, vector<8x8xi1>
// CHECK-NEXT: return %0 : vector<8xf32>
// CHECK-NEXT: }
func.func @scalar_mask(%m: tensor<64xf32>, %i: index, %p: f32, %k: vector<8x8xi1>) -> vector<8xf32> {
  %r = iree_vector_ext.transfer_gather %m[%i], %p, %k {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0, d0)>]} : tensor<64xf32>, vector<8xf32>, vector<8x8xi1>
  return %r : vector<8xf32>
}

// Indices of the dialect index are understood as those of arith: four neighbours are a contiguous read.
// CHECK-LABEL: func.func @neighbours_of_index(
// CHECK-NOT: transfer_gather
// CHECK: vector.transfer_read
func.func @neighbours_of_index(%m: memref<4096xf32>, %w: index, %p: f32) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %one = index.constant 1
  %two = index.constant 2
  %three = index.constant 3
  %a = index.add %w, %one
  %b = index.add %two, %w
  %c = index.add %w, %three
  %v = vector.from_elements %w, %a, %b, %c : vector<4xindex>
  %0 = iree_vector_ext.transfer_gather %m[%c0] [%v : vector<4xindex>], %p {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<4096xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
