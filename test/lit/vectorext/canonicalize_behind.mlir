// RUN: optc %s --canonicalize=test-convergence --mlir-print-local-scope | FileCheck %s

// Of several index operands each is looked at, also behind one that stays and behind a dimension without any.

// A step and an element behind an operand that stays.
// CHECK-LABEL: func.func @behind(%arg0: memref<64x64x64xf32>, %arg1: vector<4xindex>, %arg2: vector<1xindex>, %arg3: index, %arg4: f32) -> (vector<4x2x8xf32>, vector<4x1x8xf32>, vector<4x2x8xf32>) {
// CHECK-NEXT: %0 = iree_vector_ext.transfer_gather %arg0[%arg3, %arg3, %arg3][%arg1: vector<4xindex>, None, None], %arg4 {indexed_maps = [affine_map<(d0, d1, d2) -> (d0)>]} : memref<64x64x64xf32>, vector<4x2x8xf32>
// CHECK-NEXT: %1 = vector.extract %arg2[0] : index from vector<1xindex>
// CHECK-NEXT: %2 = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%arg3, %1]
// CHECK-NEXT: %3 = iree_vector_ext.transfer_gather %arg0[%arg3, %2, %arg3][%arg1: vector<4xindex>, None, None], %arg4 {indexed_maps = [affine_map<(d0, d1, d2) -> (d0)>]} : memref<64x64x64xf32>, vector<4x1x8xf32>
// CHECK-NEXT: %4 = iree_vector_ext.transfer_gather %arg0[%arg3, %arg3, %arg3][%arg1: vector<4xindex>, %arg1: vector<4xindex>, None], %arg4 {indexed_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0)>]} : memref<64x64x64xf32>, vector<4x2x8xf32>
// CHECK-NEXT: return %0, %3, %4 : vector<4x2x8xf32>, vector<4x1x8xf32>, vector<4x2x8xf32>
func.func @behind(%m: memref<64x64x64xf32>, %v: vector<4xindex>, %e: vector<1xindex>, %o: index, %p: f32) -> (vector<4x2x8xf32>, vector<4x1x8xf32>, vector<4x2x8xf32>) {
  %s = vector.step : vector<8xindex>
  %0 = iree_vector_ext.transfer_gather %m[%o, %o, %o][%v: vector<4xindex>, None, %s: vector<8xindex>], %p {indexed_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d2)>]} : memref<64x64x64xf32>, vector<4x2x8xf32>
  %1 = iree_vector_ext.transfer_gather %m[%o, %o, %o][%v: vector<4xindex>, %e: vector<1xindex>, None], %p {indexed_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d1)>]} : memref<64x64x64xf32>, vector<4x1x8xf32>
  %b = vector.broadcast %v : vector<4xindex> to vector<2x4xindex>
  %2 = iree_vector_ext.transfer_gather %m[%o, %o, %o][%v: vector<4xindex>, %b: vector<2x4xindex>, None], %p {indexed_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d1, d0)>]} : memref<64x64x64xf32>, vector<4x2x8xf32>
  return %0, %1, %2 : vector<4x2x8xf32>, vector<4x1x8xf32>, vector<4x2x8xf32>
}

// The same in the unified form, with an element that no dimension of the memory has before it.
// CHECK-LABEL: func.func @behind_unified(%arg0: memref<64x64xf32>, %arg1: vector<4xindex>, %arg2: index, %arg3: index, %arg4: f32) -> (vector<4x8xf32>, vector<4x8xf32>, vector<4x8xf32>) {
// CHECK-NEXT: %0 = iree_vector_ext.transfer_gather %arg0[%arg3, %arg3] [%arg1 : vector<4xindex>], %arg4 {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<64x64xf32>, vector<4x8xf32>
// CHECK-NEXT: %1 = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%arg3, %arg2]
// CHECK-NEXT: %2 = iree_vector_ext.transfer_gather %arg0[%arg3, %1] [%arg1 : vector<4xindex>], %arg4 {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, 0)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<64x64xf32>, vector<4x8xf32>
// CHECK-NEXT: %3 = iree_vector_ext.transfer_gather %arg0[%arg3, %arg3] [%arg2, %arg1 : index, vector<4xindex>], %arg4 {indexing_maps = [affine_map<(d0, d1)[s0, s1] -> (s1, d1)>, affine_map<(d0, d1)[s0, s1] -> ()>, affine_map<(d0, d1)[s0, s1] -> (d0)>]} : memref<64x64xf32>, vector<4x8xf32>
// CHECK-NEXT: return %0, %2, %3 : vector<4x8xf32>, vector<4x8xf32>, vector<4x8xf32>
func.func @behind_unified(%m: memref<64x64xf32>, %v: vector<4xindex>, %i: index, %o: index, %p: f32) -> (vector<4x8xf32>, vector<4x8xf32>, vector<4x8xf32>) {
  %s = vector.step : vector<8xindex>
  %0 = iree_vector_ext.transfer_gather %m[%o, %o] [%v, %s : vector<4xindex>, vector<8xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0, s1] -> (s0, s1)>, affine_map<(d0, d1)[s0, s1] -> (d0)>, affine_map<(d0, d1)[s0, s1] -> (d1)>]} : memref<64x64xf32>, vector<4x8xf32>
  %1 = iree_vector_ext.transfer_gather %m[%o, %o] [%v, %i : vector<4xindex>, index], %p {indexing_maps = [affine_map<(d0, d1)[s0, s1] -> (s0, s1)>, affine_map<(d0, d1)[s0, s1] -> (d0)>, affine_map<(d0, d1)[s0, s1] -> ()>]} : memref<64x64xf32>, vector<4x8xf32>
  %2 = iree_vector_ext.transfer_gather %m[%o, %o] [%i, %v : index, vector<4xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0, s1] -> (s1, d1)>, affine_map<(d0, d1)[s0, s1] -> ()>, affine_map<(d0, d1)[s0, s1] -> (d0)>]} : memref<64x64xf32>, vector<4x8xf32>
  return %0, %1, %2 : vector<4x8xf32>, vector<4x8xf32>, vector<4x8xf32>
}

// What is written by one index operand is no plain write.
// CHECK-LABEL: func.func @written(%arg0: memref<64x64xf32>, %arg1: vector<4xindex>, %arg2: vector<4x8xf32>, %arg3: index) {
// CHECK-NEXT: iree_vector_ext.transfer_scatter %arg2 into %arg0[%arg3, %arg3] [%arg1 : vector<4xindex>] {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : vector<4x8xf32>, memref<64x64xf32>
// CHECK-NEXT: vector.transfer_write %arg2, %arg0[%arg3, %arg3] {in_bounds = [true, true]} : vector<4x8xf32>, memref<64x64xf32>
// CHECK-NEXT: return
func.func @written(%m: memref<64x64xf32>, %v: vector<4xindex>, %x: vector<4x8xf32>, %o: index) {
  iree_vector_ext.transfer_scatter %x into %m[%o, %o] [%v : vector<4xindex>] {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : vector<4x8xf32>, memref<64x64xf32>
  iree_vector_ext.transfer_scatter %x into %m[%o, %o] {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>]} : vector<4x8xf32>, memref<64x64xf32>
  return
}

// A mask may say nothing of a dimension that is repeated, or be of a unit extent.
// CHECK-LABEL: func.func @masked(%arg0: memref<64x64xf32>, %arg1: index, %arg2: f32, %arg3: vector<8xi1>, %arg4: vector<4xi1>, %arg5: vector<1x8xi1>) -> (vector<4x8xf32>, vector<4x8xf32>, vector<1x8xf32>, vector<4x8xf32>) {
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg1, %arg1], %arg2, %arg3 {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<64x64xf32>, vector<4x8xf32>
// CHECK-NEXT: %1 = iree_vector_ext.transfer_gather %arg0[%arg1, %arg1], %arg2, %arg4 {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0)>]} : memref<64x64xf32>, vector<4x8xf32>, vector<4xi1>
// CHECK-NEXT: %2 = vector.shape_cast %arg5 : vector<1x8xi1> to vector<8xi1>
// CHECK-NEXT: %3 = vector.transfer_read %arg0[%arg1, %arg1], %arg2, %2 {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<64x64xf32>, vector<1x8xf32>
// CHECK-NEXT: %4 = vector.broadcast %arg4 : vector<4xi1> to vector<8x4xi1>
// CHECK-NEXT: %5 = vector.transpose %4, [1, 0] : vector<8x4xi1> to vector<4x8xi1>
// CHECK-NEXT: %6 = vector.transfer_read %arg0[%arg1, %arg1], %arg2, %5 {in_bounds = [true, true]} : memref<64x64xf32>, vector<4x8xf32>
// CHECK-NEXT: return %0, %1, %3, %6 : vector<4x8xf32>, vector<4x8xf32>, vector<1x8xf32>, vector<4x8xf32>
func.func @masked(%m: memref<64x64xf32>, %o: index, %p: f32, %k: vector<8xi1>, %l: vector<4xi1>, %n: vector<1x8xi1>) -> (vector<4x8xf32>, vector<4x8xf32>, vector<1x8xf32>, vector<4x8xf32>) {
  %0 = iree_vector_ext.transfer_gather %m[%o, %o], %p, %k {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d1)>]} : memref<64x64xf32>, vector<4x8xf32>, vector<8xi1>
  %1 = iree_vector_ext.transfer_gather %m[%o, %o], %p, %l {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0)>]} : memref<64x64xf32>, vector<4x8xf32>, vector<4xi1>
  %2 = iree_vector_ext.transfer_gather %m[%o, %o], %p, %n {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, d1)>]} : memref<64x64xf32>, vector<1x8xf32>, vector<1x8xi1>
  %3 = iree_vector_ext.transfer_gather %m[%o, %o], %p, %l {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>]} : memref<64x64xf32>, vector<4x8xf32>, vector<4xi1>
  return %0, %1, %2, %3 : vector<4x8xf32>, vector<4x8xf32>, vector<1x8xf32>, vector<4x8xf32>
}
