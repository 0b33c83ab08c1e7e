// RUN: optc %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{subgroup-size=8 workgroup-size=16}))' | FileCheck %s

#line = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [1], thread_strides = [1]>

// Two subgroups of eight threads with two elements each.
// CHECK-LABEL: @copy
// CHECK: %[[ID:.*]] = gpu.thread_id x
// CHECK: vector.transfer_read {{.*}} : memref<32xf32>, vector<2xf32>
// CHECK: vector.transfer_write {{.*}} : vector<2xf32>, memref<32xf32>
// CHECK-NOT: vector<32xf32>
func.func @copy(%a: memref<32xf32>, %b: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %p {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
  %y = iree_vector_ext.to_layout %x to layout(#line) : vector<32xf32>
  vector.transfer_write %y, %b[%c0] {in_bounds = [true]} : vector<32xf32>, memref<32xf32>
  return
}

// -----

#wide = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [32], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
func.func @threads(%x: vector<32xf32>) -> vector<32xf32> {
  // expected-error @below {{layout needs 32 threads, but the workgroup has 16}}
  // expected-note @below {{0 subgroups of 8 threads, and 32 threads from the last one on}}
  %y = iree_vector_ext.to_layout %x to layout(#wide) : vector<32xf32>
  return %y : vector<32xf32>
}

// -----

#many = #iree_vector_ext.nested_layout<subgroup_tile = [4], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [1], thread_strides = [1]>
func.func @workgroup(%x: vector<32xf32>) -> vector<32xf32> {
  // expected-error @below {{layout needs 28 threads, but the workgroup has 16}}
  // expected-note @below {{3 subgroups of 8 threads, and 4 threads from the last one on}}
  %y = iree_vector_ext.to_layout %x to layout(#many) : vector<32xf32>
  return %y : vector<32xf32>
}

// -----

#far = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4294967296], element_tile = [1], subgroup_strides = [0], thread_strides = [4294967296]>
func.func @far(%x: vector<4294967296xf32>) -> vector<4294967296xf32> {
  // expected-error @below {{layout needs 2^63 or more threads, but the workgroup has 16}}
  // expected-note @below {{threads from the last one on}}
  %y = iree_vector_ext.to_layout %x to layout(#far) : vector<4294967296xf32>
  return %y : vector<4294967296xf32>
}

// -----

#huge = #iree_vector_ext.nested_layout<subgroup_tile = [4294967296, 4294967296], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 1], element_tile = [1, 1], subgroup_strides = [1, 4294967296], thread_strides = [0, 0]>
func.func @huge(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @below {{layout needs 2^63 or more threads, but the workgroup has 16}}
  // expected-note @below {{subgroups of 8 threads, and 1 threads from the last one on}}
  %y = iree_vector_ext.to_layout %x to layout(#huge) : tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// -----

#unrolled = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [4294967296, 1], outer_tile = [1, 4294967296], thread_tile = [1, 1], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [0, 0]>
func.func @unrolled(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @below {{layout unrolls code for every batch and outer position of a thread, at most 65536}}
  // expected-note @below {{batch_tile = [4294967296 1], outer_tile = [1 4294967296]}}
  %y = iree_vector_ext.to_layout %x to layout(#unrolled) : tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// -----

// A mask that ends in the middle of the second of two batches. Thread 0 owns
// elements 0, 1, 8, 9, thread 3 owns 6, 7, 14, 15; of the first 9, threads beyond
// the boundary keep what the first batch gives them.
#batches = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
// CHECK-LABEL: @mask
// CHECK: vector.create_mask
// CHECK-NOT: vector<16xi1>
func.func @mask(%a: memref<16xf32>, %b: memref<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %k = vector.create_mask %n : vector<16xi1>
  %x = vector.transfer_read %a[%c0], %p, %k {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %y = iree_vector_ext.to_layout %x to layout(#batches) : vector<16xf32>
  vector.transfer_write %y, %b[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}
