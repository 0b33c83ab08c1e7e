// RUN: optc %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{subgroup-size=8 workgroup-size=16}))' | FileCheck %s

#line = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [1], thread_strides = [1]>

// Two subgroups of eight threads with two elements each.
// CHECK-LABEL: func.func @copy(%arg0: memref<32xf32>, %arg1: memref<32xf32>) {
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 16
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (2, 8) : index, index, index
// CHECK-NEXT:   %1:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%0#1, %c0, %c0, %1#1, %c0] by (2, 1, 1, 8, 2) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%2], %cst {in_bounds = [true]} : memref<32xf32>, vector<2xf32>
// CHECK-NEXT:   %4:3 = affine.delinearize_index %thread_id_x into (1, 2, 8) : index, index, index
// CHECK-NEXT:   %5 = arith.cmpi eq, %4#0, %c0 : index
// CHECK-NEXT:   %6:3 = affine.delinearize_index %thread_id_x into (2, 8) : index, index, index
// CHECK-NEXT:   %7:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   scf.if %5 {
// CHECK-NEXT:     %8 = affine.linearize_index disjoint [%6#1, %c0, %c0, %7#1, %c0] by (2, 1, 1, 8, 2) : index
// CHECK-NEXT:     vector.transfer_write %3, %arg1[%8] {in_bounds = [true]} : vector<2xf32>, memref<32xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
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
// CHECK-NOT: @threads(
func.func @threads(%x: vector<32xf32>) -> vector<32xf32> {
  // expected-error @below {{layout needs 32 threads, but the workgroup has 16}}
  // expected-note @below {{write workgroup_size = [32, 1, 1], or a layout of fewer threads; subgroups of 8 threads: 1, the last with 32}}
  %y = iree_vector_ext.to_layout %x to layout(#wide) : vector<32xf32>
  return %y : vector<32xf32>
}

// -----

#many = #iree_vector_ext.nested_layout<subgroup_tile = [4], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [1], thread_strides = [1]>
// CHECK-NOT: @workgroup(
func.func @workgroup(%x: vector<32xf32>) -> vector<32xf32> {
  // expected-error @below {{layout needs 28 threads, but the workgroup has 16}}
  // expected-note @below {{write workgroup_size = [28, 1, 1], or a layout of fewer threads; subgroups of 8 threads: 4, the last with 4}}
  %y = iree_vector_ext.to_layout %x to layout(#many) : vector<32xf32>
  return %y : vector<32xf32>
}

// -----

#far = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4294967296], element_tile = [1], subgroup_strides = [0], thread_strides = [4294967296]>
// CHECK-NOT: @far(
func.func @far(%x: vector<4294967296xf32>) -> vector<4294967296xf32> {
  // expected-error @below {{layout needs 2^63 or more threads, but the workgroup has 16}}
  // expected-note @below {{the last with}}
  %y = iree_vector_ext.to_layout %x to layout(#far) : vector<4294967296xf32>
  return %y : vector<4294967296xf32>
}

// -----

#huge = #iree_vector_ext.nested_layout<subgroup_tile = [4294967296, 4294967296], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 1], element_tile = [1, 1], subgroup_strides = [1, 4294967296], thread_strides = [0, 0]>
// CHECK-NOT: @huge(
func.func @huge(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @below {{layout needs 2^63 or more threads, but the workgroup has 16}}
  // expected-note @below {{the last with 1}}
  %y = iree_vector_ext.to_layout %x to layout(#huge) : tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// -----

#unrolled = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [4294967296, 1], outer_tile = [1, 4294967296], thread_tile = [1, 1], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [0, 0]>
// CHECK-NOT: @unrolled(
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
// CHECK-LABEL: func.func @mask(%arg0: memref<16xf32>, %arg1: memref<16xf32>, %arg2: index) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c16 = arith.constant 16 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 16
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (1, 8) : index, index, index
// CHECK-NEXT:   %1:2 = affine.delinearize_index %thread_id_x into (4) : index, index
// CHECK-NEXT:   %2 = arith.maxsi %arg2, %c0 : index
// CHECK-NEXT:   %3 = arith.muli %0#1, %c16 : index
// CHECK-NEXT:   %4 = arith.subi %2, %3 : index
// CHECK-NEXT:   %5 = arith.maxsi %4, %c0 : index
// CHECK-NEXT:   %6 = arith.minsi %5, %c16 : index
// CHECK-NEXT:   %7:2 = affine.delinearize_index %6 into (8) : index, index
// CHECK-NEXT:   %8 = arith.muli %7#0, %c2 : index
// CHECK-NEXT:   %9 = arith.muli %1#1, %c2 : index
// CHECK-NEXT:   %10 = arith.subi %7#1, %9 : index
// CHECK-NEXT:   %11 = arith.maxsi %10, %c0 : index
// CHECK-NEXT:   %12 = arith.minsi %11, %c2 : index
// CHECK-NEXT:   %13 = arith.addi %8, %12 : index
// CHECK-NEXT:   %14 = vector.create_mask %13 : vector<4xi1>
// CHECK-NEXT:   %15:3 = affine.delinearize_index %thread_id_x into (1, 8) : index, index, index
// CHECK-NEXT:   %16:2 = affine.delinearize_index %thread_id_x into (4) : index, index
// CHECK-NEXT:   %17 = affine.linearize_index disjoint [%15#1, %c0, %c0, %16#1, %c0] by (1, 2, 1, 4, 2) : index
// CHECK-NEXT:   %18 = vector.extract_strided_slice %14 {offsets = [0], sizes = [2], strides = [1]} : vector<4xi1> to vector<2xi1>
// CHECK-NEXT:   %19 = vector.transfer_read %arg0[%17], %cst, %18 {in_bounds = [true]} : memref<16xf32>, vector<2xf32>
// CHECK-NEXT:   %20 = affine.linearize_index disjoint [%15#1, %c1, %c0, %16#1, %c0] by (1, 2, 1, 4, 2) : index
// CHECK-NEXT:   %21 = vector.extract_strided_slice %14 {offsets = [2], sizes = [2], strides = [1]} : vector<4xi1> to vector<2xi1>
// CHECK-NEXT:   %22 = vector.transfer_read %arg0[%20], %cst, %21 {in_bounds = [true]} : memref<16xf32>, vector<2xf32>
// CHECK-NEXT:   %23:3 = affine.delinearize_index %thread_id_x into (4, 4, 1) : index, index, index
// CHECK-NEXT:   %24 = arith.cmpi eq, %23#0, %c0 : index
// CHECK-NEXT:   %25:3 = affine.delinearize_index %thread_id_x into (1, 8) : index, index, index
// CHECK-NEXT:   %26:2 = affine.delinearize_index %thread_id_x into (4) : index, index
// CHECK-NEXT:   scf.if %24 {
// CHECK-NEXT:     %27 = affine.linearize_index disjoint [%25#1, %c0, %c0, %26#1, %c0] by (1, 2, 1, 4, 2) : index
// CHECK-NEXT:     vector.transfer_write %19, %arg1[%27] {in_bounds = [true]} : vector<2xf32>, memref<16xf32>
// CHECK-NEXT:     %28 = affine.linearize_index disjoint [%25#1, %c1, %c0, %26#1, %c0] by (1, 2, 1, 4, 2) : index
// CHECK-NEXT:     vector.transfer_write %22, %arg1[%28] {in_bounds = [true]} : vector<2xf32>, memref<16xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @mask(%a: memref<16xf32>, %b: memref<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %k = vector.create_mask %n : vector<16xi1>
  %x = vector.transfer_read %a[%c0], %p, %k {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %y = iree_vector_ext.to_layout %x to layout(#batches) : vector<16xf32>
  vector.transfer_write %y, %b[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}
