// RUN: optc %s --canonicalize --split-input-file --mlir-print-local-scope | FileCheck %s

// The numbers are those of the folds in the specification: T for a gather over the
// vector dimensions, G for one over the memory dimensions.

// A pair of casts between equal types disappears, and only then.
// CHECK-LABEL: func.func @casts(%arg0: vector<2x1x2xf32>, %arg1: vector<16xf32>) -> (vector<2x1x2xf32>, vector<16xf32>) {
// CHECK-NEXT: return %arg0, %arg1 : vector<2x1x2xf32>, vector<16xf32>
func.func @casts(%a: vector<2x1x2xf32>, %b: vector<16xf32>) -> (vector<2x1x2xf32>, vector<16xf32>) {
  %0 = iree_vector_ext.to_simd %a : vector<2x1x2xf32> -> vector<16xf32>
  %1 = iree_vector_ext.to_simt %0 : vector<16xf32> -> vector<2x1x2xf32>
  %2 = iree_vector_ext.to_simt %b : vector<16xf32> -> vector<2x1x2xf32>
  %3 = iree_vector_ext.to_simd %2 : vector<2x1x2xf32> -> vector<16xf32>
  return %1, %3 : vector<2x1x2xf32>, vector<16xf32>
}

// CHECK-LABEL: func.func @casts_of_other_types(%arg0: vector<2x1x2xf32>, %arg1: vector<f16>) -> (vector<1x1x4xf32>, vector<f16>) {
// CHECK-NEXT: %0 = iree_vector_ext.to_simd %arg0 : vector<2x1x2xf32> -> vector<16xf32>
// CHECK-NEXT: %1 = iree_vector_ext.to_simt %0 : vector<16xf32> -> vector<1x1x4xf32>
// CHECK-NEXT: %2 = iree_vector_ext.to_simt %arg1 : vector<f16> -> vector<f16>
// CHECK-NEXT: return %1, %2 : vector<1x1x4xf32>, vector<f16>
func.func @casts_of_other_types(%a: vector<2x1x2xf32>, %s: vector<f16>) -> (vector<1x1x4xf32>, vector<f16>) {
  %0 = iree_vector_ext.to_simd %a : vector<2x1x2xf32> -> vector<16xf32>
  %1 = iree_vector_ext.to_simt %0 : vector<16xf32> -> vector<1x1x4xf32>
  %2 = iree_vector_ext.to_simt %s : vector<f16> -> vector<f16>
  return %1, %2 : vector<1x1x4xf32>, vector<f16>
}

// -----

// T1: a mask that is true everywhere.
// CHECK-LABEL: func.func @true_mask(%arg0: memref<64xf32>, %arg1: vector<8xindex>, %arg2: index, %arg3: f32) -> vector<8xf32> {
// CHECK-NEXT: %0 = iree_vector_ext.transfer_gather %arg0[%arg2] [%arg1 : vector<8xindex>], %arg3 {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64xf32>, vector<8xf32>
// CHECK-NEXT: return %0 : vector<8xf32>
func.func @true_mask(%m: memref<64xf32>, %v: vector<8xindex>, %o: index, %p: f32) -> vector<8xf32> {
  %k = arith.constant dense<true> : vector<8xi1>
  %r = iree_vector_ext.transfer_gather %m[%o] [%v : vector<8xindex>], %p, %k {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64xf32>, vector<8xf32>, vector<8xi1>
  return %r : vector<8xf32>
}

// -----

// T2: broadcasts of an index vector and of a mask; a scalar becomes an offset by T5.
// CHECK-LABEL: func.func @broadcast(%arg0: memref<64x64xf32>, %arg1: vector<8xindex>, %arg2: vector<8xi1>, %arg3: index, %arg4: f32) -> vector<4x8xf32> {
// CHECK-NEXT: %0 = iree_vector_ext.transfer_gather %arg0[%arg3, %arg3] [%arg1 : vector<8xindex>], %arg4, %arg2 {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d1)>, affine_map<(d0, d1)[s0] -> (d1)>]} : memref<64x64xf32>, vector<4x8xf32>, vector<8xi1>
// CHECK-NEXT: return %0 : vector<4x8xf32>
func.func @broadcast(%m: memref<64x64xf32>, %v: vector<8xindex>, %k: vector<8xi1>, %o: index, %p: f32) -> vector<4x8xf32> {
  %bv = vector.broadcast %v : vector<8xindex> to vector<4x8xindex>
  %bk = vector.broadcast %k : vector<8xi1> to vector<4x8xi1>
  %r = iree_vector_ext.transfer_gather %m[%o, %o] [%bv : vector<4x8xindex>], %p, %bk {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : memref<64x64xf32>, vector<4x8xf32>, vector<4x8xi1>
  return %r : vector<4x8xf32>
}

// CHECK-LABEL: func.func @broadcast_scalar(%arg0: memref<64xf32>, %arg1: index, %arg2: index, %arg3: f32) -> vector<8xf32> {
// CHECK-NEXT: %0 = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%arg2, %arg1]
// CHECK-NEXT: %1 = vector.transfer_read %arg0[%0], %arg3 {in_bounds = [true], permutation_map = affine_map<(d0) -> (0)>} : memref<64xf32>, vector<8xf32>
// CHECK-NEXT: return %1 : vector<8xf32>
func.func @broadcast_scalar(%m: memref<64xf32>, %s: index, %o: index, %p: f32) -> vector<8xf32> {
  %v = vector.broadcast %s : index to vector<8xindex>
  %r = iree_vector_ext.transfer_gather %m[%o] [%v : vector<8xindex>], %p {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64xf32>, vector<8xf32>
  return %r : vector<8xf32>
}

// A stretched unit dimension and a mask that is one bit stay.
// CHECK-LABEL: func.func @broadcast_stays(%arg0: memref<64x64xf32>, %arg1: vector<1x8xindex>, %arg2: i1, %arg3: index, %arg4: f32) -> vector<4x8xf32> {
// CHECK-NEXT: %0 = vector.broadcast %arg1 : vector<1x8xindex> to vector<4x8xindex>
// CHECK-NEXT: %1 = vector.broadcast %arg2 : i1 to vector<4x8xi1>
// CHECK-NEXT: %2 = iree_vector_ext.transfer_gather %arg0[%arg3, %arg3] [%0 : vector<4x8xindex>], %arg4, %1 {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : memref<64x64xf32>, vector<4x8xf32>, vector<4x8xi1>
// CHECK-NEXT: return %2 : vector<4x8xf32>
func.func @broadcast_stays(%m: memref<64x64xf32>, %v: vector<1x8xindex>, %k: i1, %o: index, %p: f32) -> vector<4x8xf32> {
  %bv = vector.broadcast %v : vector<1x8xindex> to vector<4x8xindex>
  %bk = vector.broadcast %k : i1 to vector<4x8xi1>
  %r = iree_vector_ext.transfer_gather %m[%o, %o] [%bv : vector<4x8xindex>], %p, %bk {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : memref<64x64xf32>, vector<4x8xf32>, vector<4x8xi1>
  return %r : vector<4x8xf32>
}

// -----

// T3: transposes.
// CHECK-LABEL: func.func @transpose(%arg0: memref<64x64xf32>, %arg1: vector<8x4xindex>, %arg2: vector<8x4xi1>, %arg3: index, %arg4: f32) -> vector<4x8xf32> {
// CHECK-NEXT: %0 = iree_vector_ext.transfer_gather %arg0[%arg3, %arg3] [%arg1 : vector<8x4xindex>], %arg4, %arg2 {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d1, d0)>, affine_map<(d0, d1)[s0] -> (d1, d0)>]} : memref<64x64xf32>, vector<4x8xf32>, vector<8x4xi1>
// CHECK-NEXT: return %0 : vector<4x8xf32>
func.func @transpose(%m: memref<64x64xf32>, %v: vector<8x4xindex>, %k: vector<8x4xi1>, %o: index, %p: f32) -> vector<4x8xf32> {
  %tv = vector.transpose %v, [1, 0] : vector<8x4xindex> to vector<4x8xindex>
  %tk = vector.transpose %k, [1, 0] : vector<8x4xi1> to vector<4x8xi1>
  %r = iree_vector_ext.transfer_gather %m[%o, %o] [%tv : vector<4x8xindex>], %p, %tk {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : memref<64x64xf32>, vector<4x8xf32>, vector<4x8xi1>
  return %r : vector<4x8xf32>
}

// -----

// T4: a step is contiguous; the other symbols move up.
// CHECK-LABEL: func.func @step(%arg0: memref<64x64xf32>, %arg1: vector<4xindex>, %arg2: index, %arg3: f32) -> vector<4x8xf32> {
// CHECK-NEXT: %0 = iree_vector_ext.transfer_gather %arg0[%arg2, %arg2] [%arg1 : vector<4xindex>], %arg3 {indexing_maps = [affine_map<(d0, d1)[s0] -> (d1, s0)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<64x64xf32>, vector<4x8xf32>
// CHECK-NEXT: return %0 : vector<4x8xf32>
func.func @step(%m: memref<64x64xf32>, %v: vector<4xindex>, %o: index, %p: f32) -> vector<4x8xf32> {
  %s = vector.step : vector<8xindex>
  %r = iree_vector_ext.transfer_gather %m[%o, %o] [%s, %v : vector<8xindex>, vector<4xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0, s1] -> (s0, s1)>, affine_map<(d0, d1)[s0, s1] -> (d1)>, affine_map<(d0, d1)[s0, s1] -> (d0)>]} : memref<64x64xf32>, vector<4x8xf32>
  return %r : vector<4x8xf32>
}

// T4 takes the second of two index vectors, too.
// CHECK-LABEL: func.func @second_step(%arg0: memref<64x64xf32>, %arg1: vector<4xindex>, %arg2: index, %arg3: f32) -> vector<4x8xf32> {
// CHECK-NEXT: %0 = iree_vector_ext.transfer_gather %arg0[%arg2, %arg2] [%arg1 : vector<4xindex>], %arg3 {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<64x64xf32>, vector<4x8xf32>
// CHECK-NEXT: return %0 : vector<4x8xf32>
func.func @second_step(%m: memref<64x64xf32>, %v: vector<4xindex>, %o: index, %p: f32) -> vector<4x8xf32> {
  %s = vector.step : vector<8xindex>
  %r = iree_vector_ext.transfer_gather %m[%o, %o] [%v, %s : vector<4xindex>, vector<8xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0, s1] -> (s0, s1)>, affine_map<(d0, d1)[s0, s1] -> (d0)>, affine_map<(d0, d1)[s0, s1] -> (d1)>]} : memref<64x64xf32>, vector<4x8xf32>
  return %r : vector<4x8xf32>
}

// T8 refuses the diagonal that T4 leaves.
// CHECK-LABEL: func.func @diagonal(%arg0: memref<64x64xf32>, %arg1: index, %arg2: f32) -> vector<8xf32> {
// CHECK-NEXT: %0 = iree_vector_ext.transfer_gather %arg0[%arg1, %arg1], %arg2 {indexing_maps = [affine_map<(d0) -> (d0, d0)>]} : memref<64x64xf32>, vector<8xf32>
// CHECK-NEXT: return %0 : vector<8xf32>
func.func @diagonal(%m: memref<64x64xf32>, %o: index, %p: f32) -> vector<8xf32> {
  %s = vector.step : vector<8xindex>
  %r = iree_vector_ext.transfer_gather %m[%o, %o] [%s : vector<8xindex>], %p {indexing_maps = [affine_map<(d0)[s0] -> (d0, s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64x64xf32>, vector<8xf32>
  return %r : vector<8xf32>
}

// -----

// T5: one element goes to the offset of every dimension that takes it; added to 0
// it is the offset.
// CHECK-LABEL: func.func @single(%arg0: memref<64x64xf32>, %arg1: vector<1xindex>, %arg2: f32) -> vector<1xf32> {
// CHECK-NEXT: %0 = vector.extract %arg1[0] : index from vector<1xindex>
// CHECK-NEXT: %1 = vector.transfer_read %arg0[%0, %0], %arg2 {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (0)>} : memref<64x64xf32>, vector<1xf32>
// CHECK-NEXT: return %1 : vector<1xf32>
func.func @single(%m: memref<64x64xf32>, %v: vector<1xindex>, %p: f32) -> vector<1xf32> {
  %c0 = arith.constant 0 : index
  %r = iree_vector_ext.transfer_gather %m[%c0, %c0] [%v : vector<1xindex>], %p {indexing_maps = [affine_map<(d0)[s0] -> (s0, s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64x64xf32>, vector<1xf32>
  return %r : vector<1xf32>
}

// -----

// T6: the uniform part of the indices goes to the offset.
// CHECK-LABEL: func.func @add_broadcast(%arg0: memref<64xf32>, %arg1: vector<8xindex>, %arg2: index, %arg3: index, %arg4: f32) -> vector<8xf32> {
// CHECK-NEXT: %0 = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%arg3, %arg2]
// CHECK-NEXT: %1 = iree_vector_ext.transfer_gather %arg0[%0] [%arg1 : vector<8xindex>], %arg4 {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64xf32>, vector<8xf32>
// CHECK-NEXT: return %1 : vector<8xf32>
func.func @add_broadcast(%m: memref<64xf32>, %v: vector<8xindex>, %s: index, %o: index, %p: f32) -> vector<8xf32> {
  %b = vector.broadcast %s : index to vector<8xindex>
  %w = arith.addi %b, %v : vector<8xindex>
  %r = iree_vector_ext.transfer_gather %m[%o] [%w : vector<8xindex>], %p {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64xf32>, vector<8xf32>
  return %r : vector<8xf32>
}

// -----

// T7: a mask that is false everywhere.
// CHECK-LABEL: func.func @false_mask(%arg0: memref<64xf32>, %arg1: vector<8xindex>, %arg2: index, %arg3: f32, %arg4: vector<8xf32>, %arg5: tensor<64xf32>) -> (vector<8xf32>, tensor<64xf32>) {
// CHECK-NEXT: %0 = vector.broadcast %arg3 : f32 to vector<8xf32>
// CHECK-NEXT: return %0, %arg5 : vector<8xf32>, tensor<64xf32>
func.func @false_mask(%m: memref<64xf32>, %v: vector<8xindex>, %o: index, %p: f32, %x: vector<8xf32>, %t: tensor<64xf32>) -> (vector<8xf32>, tensor<64xf32>) {
  %k = arith.constant dense<false> : vector<8xi1>
  %r = iree_vector_ext.transfer_gather %m[%o] [%v : vector<8xindex>], %p, %k {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64xf32>, vector<8xf32>, vector<8xi1>
  %s = iree_vector_ext.transfer_scatter %x into %t[%o] [%v : vector<8xindex>], %k {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>, affine_map<(d0)[s0] -> (d0)>]} : vector<8xf32>, tensor<64xf32>, vector<8xi1> -> tensor<64xf32>
  iree_vector_ext.transfer_scatter %x into %m[%o] [%v : vector<8xindex>], %k {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>, affine_map<(d0)[s0] -> (d0)>]} : vector<8xf32>, memref<64xf32>, vector<8xi1>
  return %r, %s : vector<8xf32>, tensor<64xf32>
}

// -----

// T8: no index operands are left; the mask takes the order of the memory.
// CHECK-LABEL: func.func @contiguous(%arg0: memref<64x16xf32>, %arg1: index, %arg2: f32) -> vector<1x2xf32> {
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<64x16xf32>, vector<1x2xf32>
// CHECK-NEXT: return %0 : vector<1x2xf32>
func.func @contiguous(%m: memref<64x16xf32>, %o: index, %p: f32) -> vector<1x2xf32> {
  %r = iree_vector_ext.transfer_gather %m[%o, %o], %p {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>]} : memref<64x16xf32>, vector<1x2xf32>
  return %r : vector<1x2xf32>
}

// CHECK-LABEL: func.func @contiguous_mask(%arg0: memref<64x16xf32>, %arg1: vector<4x8xi1>, %arg2: index, %arg3: f32) -> vector<4x8xf32> {
// CHECK-NEXT: %0 = vector.transpose %arg1, [1, 0] : vector<4x8xi1> to vector<8x4xi1>
// CHECK-NEXT: %1 = vector.transfer_read %arg0[%arg2, %arg2], %arg3, %0 {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<64x16xf32>, vector<4x8xf32>
// CHECK-NEXT: return %1 : vector<4x8xf32>
func.func @contiguous_mask(%m: memref<64x16xf32>, %k: vector<4x8xi1>, %o: index, %p: f32) -> vector<4x8xf32> {
  %r = iree_vector_ext.transfer_gather %m[%o, %o], %p, %k {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>]} : memref<64x16xf32>, vector<4x8xf32>, vector<4x8xi1>
  return %r : vector<4x8xf32>
}

// A write does not broadcast: a scatter whose vector runs along a dimension that the
// memory does not have stays.
// CHECK-LABEL: func.func @scatter(%arg0: memref<64xf32>, %arg1: vector<8xf32>, %arg2: vector<2x8xf32>, %arg3: index) {
// CHECK-NEXT: vector.transfer_write %arg1, %arg0[%arg3] {in_bounds = [true]} : vector<8xf32>, memref<64xf32>
// CHECK-NEXT: iree_vector_ext.transfer_scatter %arg2 into %arg0[%arg3] {indexing_maps = [affine_map<(d0, d1) -> (d1)>]} : vector<2x8xf32>, memref<64xf32>
// CHECK-NEXT: return
func.func @scatter(%m: memref<64xf32>, %x: vector<8xf32>, %y: vector<2x8xf32>, %o: index) {
  %s = vector.step : vector<8xindex>
  iree_vector_ext.transfer_scatter %x into %m[%o] [%s : vector<8xindex>] {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : vector<8xf32>, memref<64xf32>
  iree_vector_ext.transfer_scatter %y into %m[%o] {indexing_maps = [affine_map<(d0, d1) -> (d1)>]} : vector<2x8xf32>, memref<64xf32>
  return
}

// -----

// G1 and G2 with the numbers of the specification.
// CHECK-LABEL: func.func @memory_broadcast(%arg0: memref<64x64xf32>, %arg1: vector<64xindex>, %arg2: index, %arg3: f32) -> vector<64x32xf32> {
// CHECK-NEXT: %0 = iree_vector_ext.transfer_gather %arg0[%arg2, %arg2][None, %arg1: vector<64xindex>], %arg3 {indexed_maps = [affine_map<(d0, d1) -> (d0)>]} : memref<64x64xf32>, vector<64x32xf32>
// CHECK-NEXT: return %0 : vector<64x32xf32>
func.func @memory_broadcast(%m: memref<64x64xf32>, %x: vector<64xindex>, %o: index, %p: f32) -> vector<64x32xf32> {
  %b = vector.broadcast %x : vector<64xindex> to vector<32x64xindex>
  %r = iree_vector_ext.transfer_gather %m[%o, %o][None, %b: vector<32x64xindex>], %p {indexed_maps = [affine_map<(d0, d1) -> (d1, d0)>]} : memref<64x64xf32>, vector<64x32xf32>
  return %r : vector<64x32xf32>
}

// CHECK-LABEL: func.func @memory_transpose(%arg0: memref<64x64xf32>, %arg1: vector<64x32xindex>, %arg2: index, %arg3: f32) -> vector<64x32xf32> {
// CHECK-NEXT: %0 = iree_vector_ext.transfer_gather %arg0[%arg2, %arg2][None, %arg1: vector<64x32xindex>], %arg3 {indexed_maps = [affine_map<(d0, d1) -> (d0, d1)>]} : memref<64x64xf32>, vector<64x32xf32>
// CHECK-NEXT: return %0 : vector<64x32xf32>
func.func @memory_transpose(%m: memref<64x64xf32>, %x: vector<64x32xindex>, %o: index, %p: f32) -> vector<64x32xf32> {
  %t = vector.transpose %x, [1, 0] : vector<64x32xindex> to vector<32x64xindex>
  %r = iree_vector_ext.transfer_gather %m[%o, %o][None, %t: vector<32x64xindex>], %p {indexed_maps = [affine_map<(d0, d1) -> (d1, d0)>]} : memref<64x64xf32>, vector<64x32xf32>
  return %r : vector<64x32xf32>
}

// A broadcast of a scalar is no index vector without it.
// CHECK-LABEL: func.func @memory_scalar(%arg0: memref<64xf32>, %arg1: index, %arg2: index, %arg3: f32) -> vector<8xf32> {
// CHECK-NEXT: %0 = vector.broadcast %arg1 : index to vector<8xindex>
// CHECK-NEXT: %1 = iree_vector_ext.transfer_gather %arg0[%arg2][%0: vector<8xindex>], %arg3 {indexed_maps = [affine_map<(d0) -> (d0)>]} : memref<64xf32>, vector<8xf32>
// CHECK-NEXT: return %1 : vector<8xf32>
func.func @memory_scalar(%m: memref<64xf32>, %s: index, %o: index, %p: f32) -> vector<8xf32> {
  %b = vector.broadcast %s : index to vector<8xindex>
  %r = iree_vector_ext.transfer_gather %m[%o][%b: vector<8xindex>], %p {indexed_maps = [affine_map<(d0) -> (d0)>]} : memref<64xf32>, vector<8xf32>
  return %r : vector<8xf32>
}

// -----

// G3 and G5: a step along its own dimension is contiguous; along another one it is not.
// CHECK-LABEL: func.func @memory_step(%arg0: memref<64x64xf32>, %arg1: index, %arg2: f32) -> (vector<4x8xf32>, vector<4x8xf32>) {
// CHECK-NEXT: %0 = vector.step : vector<8xindex>
// CHECK-NEXT: %1 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 : memref<64x64xf32>, vector<4x8xf32>
// CHECK-NEXT: %2 = iree_vector_ext.transfer_gather %arg0[%arg1, %arg1][%0: vector<8xindex>, None], %arg2 {indexed_maps = [affine_map<(d0, d1) -> (d1)>]} : memref<64x64xf32>, vector<4x8xf32>
// CHECK-NEXT: return %1, %2 : vector<4x8xf32>, vector<4x8xf32>
func.func @memory_step(%m: memref<64x64xf32>, %o: index, %p: f32) -> (vector<4x8xf32>, vector<4x8xf32>) {
  %s = vector.step : vector<8xindex>
  %r = iree_vector_ext.transfer_gather %m[%o, %o][None, %s: vector<8xindex>], %p {indexed_maps = [affine_map<(d0, d1) -> (d1)>]} : memref<64x64xf32>, vector<4x8xf32>
  %q = iree_vector_ext.transfer_gather %m[%o, %o][%s: vector<8xindex>, None], %p {indexed_maps = [affine_map<(d0, d1) -> (d1)>]} : memref<64x64xf32>, vector<4x8xf32>
  return %r, %q : vector<4x8xf32>, vector<4x8xf32>
}

// -----

// G4: one element goes to the offset where the slice has extent 1, and only there.
// CHECK-LABEL: func.func @memory_single(%arg0: memref<64x64xf32>, %arg1: vector<1xindex>, %arg2: f32) -> (vector<1x8xf32>, vector<1x8xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.extract %arg1[0] : index from vector<1xindex>
// CHECK-NEXT: %1 = vector.transfer_read %arg0[%0, %c0], %arg2 {in_bounds = [false, true]} : memref<64x64xf32>, vector<1x8xf32>
// CHECK-NEXT: %2 = iree_vector_ext.transfer_gather %arg0[%c0, %c0][None, %arg1: vector<1xindex>], %arg2 {indexed_maps = [affine_map<(d0, d1) -> (d0)>]} : memref<64x64xf32>, vector<1x8xf32>
// CHECK-NEXT: return %1, %2 : vector<1x8xf32>, vector<1x8xf32>
func.func @memory_single(%m: memref<64x64xf32>, %v: vector<1xindex>, %p: f32) -> (vector<1x8xf32>, vector<1x8xf32>) {
  %c0 = arith.constant 0 : index
  %r = iree_vector_ext.transfer_gather %m[%c0, %c0][%v: vector<1xindex>, None], %p {indexed_maps = [affine_map<(d0, d1) -> (d0)>]} : memref<64x64xf32>, vector<1x8xf32>
  %q = iree_vector_ext.transfer_gather %m[%c0, %c0][None, %v: vector<1xindex>], %p {indexed_maps = [affine_map<(d0, d1) -> (d0)>]} : memref<64x64xf32>, vector<1x8xf32>
  return %r, %q : vector<1x8xf32>, vector<1x8xf32>
}

// -----

// A mask of one dimension taken twice is a diagonal, which no transfer can say.
// CHECK-LABEL: func.func @diagonal_mask(%arg0: memref<8x8xf32>, %arg1: f32, %arg2: vector<4x4xi1>) -> vector<4x2xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = iree_vector_ext.transfer_gather %arg0[%c0, %c0], %arg1, %arg2 {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d0)>]} : memref<8x8xf32>, vector<4x2xf32>, vector<4x4xi1>
// CHECK-NEXT: return %0 : vector<4x2xf32>
func.func @diagonal_mask(%m: memref<8x8xf32>, %p: f32, %k: vector<4x4xi1>) -> vector<4x2xf32> {
  %c0 = arith.constant 0 : index
  %r = iree_vector_ext.transfer_gather %m[%c0, %c0], %p, %k {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d0)>]} : memref<8x8xf32>, vector<4x2xf32>, vector<4x4xi1>
  return %r : vector<4x2xf32>
}
