// RUN: optc %s --vectorext-distribute-nested-layout="workgroup-size=32 subgroup-size=32" --int-range-optimizations --canonicalize --cse --verify-exec | FileCheck %s

// Slices, rows and elements are taken and put in registers where threads hold their elements of all blocks.

#two = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [32], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 32], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [0, 1]>
#tile = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [4, 8], subgroup_strides = [0, 0], thread_strides = [4, 1]>

// The second block of 32 elements is the second register.
// CHECK-LABEL: func.func @slice(
// CHECK-NOT:     gpu.shuffle
// CHECK-NOT:     memref.alloc
// CHECK:         %[[N:.*]] = affine.linearize_index disjoint [%c1, %thread_id_x] by (2, 32)
// CHECK-NEXT:    vector.transfer_read %arg0[%[[N]]]
// CHECK:         %[[V:.*]] = vector.extract_strided_slice %{{.*}} {offsets = [1], sizes = [1], strides = [1]} : vector<2xf32> to vector<1xf32>
// CHECK-NEXT:    vector.transfer_write %[[V]], %arg1[%thread_id_x]
func.func @slice(%x: memref<64xf32>, %o: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  %a = iree_vector_ext.to_layout %v to layout(#two) : vector<64xf32>
  %s = vector.extract_strided_slice %a {offsets = [32], sizes = [32], strides = [1]} : vector<64xf32> to vector<32xf32>
  vector.transfer_write %s, %o[%c0] {in_bounds = [true]} : vector<32xf32>, memref<32xf32>
  return
}

// A slice across blocks is taken where every thread holds the vector.
// CHECK-LABEL: func.func @across(
// CHECK-COUNT-64: gpu.shuffle
// CHECK:         vector.extract_strided_slice %{{.*}} {offsets = [5], sizes = [32], strides = [1]} : vector<64xf32> to vector<32xf32>
func.func @across(%x: memref<64xf32>, %o: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  %a = iree_vector_ext.to_layout %v to layout(#two) : vector<64xf32>
  %s = vector.extract_strided_slice %a {offsets = [5], sizes = [32], strides = [1]} : vector<64xf32> to vector<32xf32>
  vector.transfer_write %s, %o[%c0] {in_bounds = [true]} : vector<32xf32>, memref<32xf32>
  return
}

// CHECK-LABEL: func.func @rows(
// CHECK-NOT:     gpu.shuffle
// CHECK-NOT:     memref.alloc
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [3, 2, 1, 0] : vector<4x1xf32>, vector<4x1xf32>
// CHECK:         return
func.func @rows(%x: memref<4x32xf32>, %y: memref<32xf32>, %o: memref<4x32xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : memref<4x32xf32>, vector<4x32xf32>
  %a = iree_vector_ext.to_layout %v to layout(#rows) : vector<4x32xf32>
  %r = vector.extract %a[2] : vector<32xf32> from vector<4x32xf32>
  %w = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
  %s = arith.addf %r, %w : vector<32xf32>
  %i = vector.insert %s, %a [1] : vector<32xf32> into vector<4x32xf32>
  %t = vector.shuffle %i, %i [3, 2, 1, 0] : vector<4x32xf32>, vector<4x32xf32>
  vector.transfer_write %t, %o[%c0, %c0] {in_bounds = [true, true]} : vector<4x32xf32>, memref<4x32xf32>
  return
}

// The thread that holds the element selects it.
// CHECK-LABEL: func.func @element(
// CHECK:         %[[HERE:.*]] = arith.cmpi eq, {{.*}} : vector<2x1x1xindex>
// CHECK:         arith.select %[[HERE]], {{.*}} : vector<2x1x1xi1>, vector<2x1x1xf32>
func.func @element(%x: memref<64xf32>, %f: f32, %n: index, %o: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %c64 = arith.constant 64 : index
  %at = arith.remui %n, %c64 : index
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  %a = iree_vector_ext.to_layout %v to layout(#two) : vector<64xf32>
  %s = vector.insert %f, %a [%at] : f32 into vector<64xf32>
  vector.transfer_write %s, %o[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32>
  return
}

// CHECK-LABEL: func.func @product(
// CHECK-NOT:     memref.alloc
// CHECK:         vector.outerproduct %{{.*}}, %{{.*}} : vector<4xf32>, vector<8xf32>
func.func @product(%x: memref<32xf32>, %y: memref<32xf32>, %o: memref<32x32xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
  %w = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
  %p = vector.outerproduct %v, %w : vector<32xf32>, vector<32xf32>
  %a = iree_vector_ext.to_layout %p to layout(#tile) : vector<32x32xf32>
  vector.transfer_write %a, %o[%c0, %c0] {in_bounds = [true, true]} : vector<32x32xf32>, memref<32x32xf32>
  return
}

// Masked loads and stores become transfers.
// CHECK-LABEL: func.func @masked(
// CHECK-COUNT-2: vector.transfer_read {{.*}}, %{{.*}} {in_bounds = [true]} : memref<64xf32>, vector<1xf32>
// CHECK:         arith.select
// CHECK-COUNT-2: vector.transfer_write {{.*}}, %{{.*}} {in_bounds = [true]} : vector<1xf32>, memref<64xf32>
func.func @masked(%n: index, %x: memref<64xf32>, %o: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %m = vector.create_mask %n : vector<64xi1>
  %p = arith.constant dense<2.0> : vector<64xf32>
  %v = vector.maskedload %x[%c0], %m, %p : memref<64xf32>, vector<64xi1>, vector<64xf32> into vector<64xf32>
  %a = iree_vector_ext.to_layout %v to layout(#two) : vector<64xf32>
  vector.maskedstore %o[%c0], %m, %a : memref<64xf32>, vector<64xi1>, vector<64xf32>
  return
}

// Only the result of a contraction has an anchor: threads hold the reduced dimension whole.
// CHECK-LABEL: func.func @contraction(
// CHECK-NOT:     memref.alloc
// CHECK:         vector.contract {{.*}} : vector<1x1x1x1x4x32xf32>, vector<1x1x1x1x32x8xf32> into vector<1x1x1x1x4x8xf32>
func.func @contraction(%x: memref<32x32xf32>, %y: memref<32x32xf32>, %o: memref<32x32xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %acc = arith.constant dense<0.0> : vector<32x32xf32>
  %a = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : memref<32x32xf32>, vector<32x32xf32>
  %b = vector.transfer_read %y[%c0, %c0], %zero {in_bounds = [true, true]} : memref<32x32xf32>, vector<32x32xf32>
  %m = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %acc : vector<32x32xf32>, vector<32x32xf32> into vector<32x32xf32>
  %r = iree_vector_ext.to_layout %m to layout(#tile) : vector<32x32xf32>
  vector.transfer_write %r, %o[%c0, %c0] {in_bounds = [true, true]} : vector<32x32xf32>, memref<32x32xf32>
  return
}

// Rows of one shape are no digits of the other: the vector is converted.
// CHECK-LABEL: func.func @cast(
// CHECK-COUNT-12: gpu.shuffle
func.func @cast(%x: memref<3x4xf32>, %y: memref<4x3xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<3x4xf32>, vector<3x4xf32>
  %a = iree_vector_ext.to_layout %0 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [3, 1], outer_tile = [1, 1], thread_tile = [1, 4], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [0, 1]>) : vector<3x4xf32>
  %v = vector.shape_cast %a : vector<3x4xf32> to vector<4x3xf32>
  %b = iree_vector_ext.to_layout %v to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 3], outer_tile = [1, 1], thread_tile = [4, 1], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [1, 0]>) : vector<4x3xf32>
  vector.transfer_write %b, %y[%c0, %c0] {in_bounds = [true, true]} : vector<4x3xf32>, memref<4x3xf32>
  return
}
