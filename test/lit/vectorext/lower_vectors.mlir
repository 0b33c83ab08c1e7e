// RUN: optc %s --vectorext-lower-vectors --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --vectorext-lower-vectors --verify-exec

// The outer dimension is unrolled: index vectors along it are cut, offsets move.
// CHECK-LABEL: @unrolled
// CHECK-COUNT-2: vector.gather %{{.*}} : memref<64x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NOT: transfer_gather
func.func @unrolled(%m: memref<64x16xf32>, %p: f32) -> vector<2x4xf32> {
  %o = arith.constant 1 : index
  %v = arith.constant dense<[[0, 3, 7, 2], [1, 1, 14, 8]]> : vector<2x4xindex>
  %0 = iree_vector_ext.transfer_gather %m[%o, %o] [%v : vector<2x4xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : memref<64x16xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// Rows that an index vector picks are loads: 64 rows are 64 loads and 64 slices.
// CHECK-LABEL: @rows
// CHECK-COUNT-64: vector.load %{{.*}} : memref<64x64xf32>, vector<64xf32>
// CHECK-NOT: vector.from_elements
func.func @rows(%m: memref<64x64xf32>, %v: vector<64xindex>, %p: f32) -> vector<64x64xf32> {
  %o = arith.constant 0 : index
  %0 = iree_vector_ext.transfer_gather %m[%o, %o] [%v : vector<64xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<64x64xf32>, vector<64x64xf32>
  return %0 : vector<64x64xf32>
}

// A mask of a dimension that unrolling would leave with a scalar stays.
// CHECK-LABEL: @refused
// CHECK: transfer_gather %{{.*}}, vector<2xi1>
func.func @refused(%m: memref<64x16xf32>, %p: f32, %k: vector<2xi1>) -> vector<2x4xf32> {
  %o = arith.constant 2 : index
  %w = arith.constant dense<[3, 0, 5, 9]> : vector<4xindex>
  %1 = iree_vector_ext.transfer_gather %m[%o, %o] [%w : vector<4xindex>], %p, %k {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<64x16xf32>, vector<2x4xf32>, vector<2xi1>
  return %1 : vector<2x4xf32>
}

// Reads and writes of several rows.
// CHECK-LABEL: @transfers
// CHECK: %[[A:.*]] = vector.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<8x16xf32>, vector<4xf32>
// CHECK: vector.load
// CHECK: vector.maskedload %{{.*}} : memref<8x16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK: vector.maskedload
// CHECK: vector.store
// CHECK: vector.store
// CHECK: vector.maskedstore
// CHECK: vector.maskedstore
func.func @transfers(%m: memref<8x16xf32>, %n: memref<8x16xf32>, %k: vector<2x4xi1>, %p: f32) {
  %i = arith.constant 3 : index
  %j = arith.constant 5 : index
  %0 = vector.transfer_read %m[%i, %j], %p {in_bounds = [true, true]} : memref<8x16xf32>, vector<2x4xf32>
  %1 = vector.transfer_read %m[%j, %i], %p, %k {in_bounds = [true, true]} : memref<8x16xf32>, vector<2x4xf32>
  vector.transfer_write %0, %n[%j, %i] {in_bounds = [true, true]} : vector<2x4xf32>, memref<8x16xf32>
  vector.transfer_write %1, %n[%i, %j], %k {in_bounds = [true, true]} : vector<2x4xf32>, memref<8x16xf32>
  return
}

// A row along another dimension than the innermost one is no load, and one that may
// leave the bounds is none either.
// CHECK-LABEL: @stay
// CHECK: vector.transfer_read
// CHECK: vector.transfer_read
func.func @stay(%m: memref<8x16xf32>, %i: index, %p: f32) -> (vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<8x16xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%c0, %i], %p : memref<8x16xf32>, vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}

// An index vector and a mask in which the outer dimension comes last are cut along it; the
// outer extents 1 and 2 are joined alike.
// CHECK-LABEL: @cut_behind
// CHECK: vector.extract_strided_slice %{{.*}} {offsets = [0, 1], sizes = [4, 1], strides = [1, 1]}
// CHECK-NOT: transfer_gather
// CHECK: return
func.func @cut_behind(%m: memref<64x16xf32>, %p: f32, %v: vector<4x2xi8>, %k: vector<4x2xi1>, %one: vector<4xi8>) -> (vector<2x4xf32>, vector<1x4xf32>) {
  %o = arith.constant 0 : index
  %mask = arith.constant dense<15> : vector<4x2xi8>
  %small = arith.andi %v, %mask : vector<4x2xi8>
  %w = arith.index_castui %small : vector<4x2xi8> to vector<4x2xindex>
  %0 = iree_vector_ext.transfer_gather %m[%o, %o] [%w : vector<4x2xindex>], %p, %k {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d1, d0)>, affine_map<(d0, d1)[s0] -> (d1, d0)>]} : memref<64x16xf32>, vector<2x4xf32>, vector<4x2xi1>
  %mask1 = arith.constant dense<15> : vector<4xi8>
  %small1 = arith.andi %one, %mask1 : vector<4xi8>
  %w1 = arith.index_castui %small1 : vector<4xi8> to vector<4xindex>
  %1 = iree_vector_ext.transfer_gather %m[%o, %o] [%w1 : vector<4xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d1)>]} : memref<64x16xf32>, vector<1x4xf32>
  return %0, %1 : vector<2x4xf32>, vector<1x4xf32>
}
