// RUN: optc %s --split-input-file --verify-exec --vectorext-distribute-nested-layout="workgroup-size=32 subgroup-size=8" --canonicalize --cse | FileCheck %s

// Lines that subgroups and lanes divide among themselves, too, have places of their own in
// workgroup memory.
#l = #iree_vector_ext.nested_layout<subgroup_tile = [2, 2, 1], batch_tile = [1, 1, 3], outer_tile = [1, 1, 1], thread_tile = [2, 2, 2], element_tile = [1, 2, 1], subgroup_strides = [1, 2, 0], thread_strides = [4, 1, 2]>
// CHECK-LABEL: func.func @places(%arg0: memref<4x8x6xi32>, %arg1: memref<4x8x6xi32>, %arg2: memref<4x6xi32>) {
// CHECK-NEXT:   %cst = arith.constant dense<7> : vector<1x1x3x1x1x1x1x2x1xi32>
// CHECK-NEXT:   %0 = ub.poison : i32
// CHECK-NEXT:   %cst_0 = arith.constant dense<0> : vector<1x1x3x1x1x1x1x1xi32>
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst_1 = arith.constant dense<0> : vector<1x1x3x1x1x1x1x2x1xi32>
// CHECK-NEXT:   %cst_2 = arith.constant dense<7> : vector<1x3x1x1x1x1xi32>
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 32
// CHECK-NEXT:   %1:4 = affine.delinearize_index %thread_id_x into (2, 2, 8) : index, index, index, index
// CHECK-NEXT:   %2:4 = affine.delinearize_index %thread_id_x into (2, 2, 2) : index, index, index, index
// CHECK-NEXT:   %3 = affine.linearize_index disjoint [%1#2, %2#1] by (2, 2) : index
// CHECK-NEXT:   %4 = affine.linearize_index disjoint [%1#1, %2#3, %c0] by (2, 2, 2) : index
// CHECK-NEXT:   %5 = vector.transfer_read %arg0[%3, %4, %2#2], %c0_i32 {in_bounds = [true, true, true]} : memref<4x8x6xi32>, vector<1x2x1xi32>
// CHECK-NEXT:   %6 = vector.insert_strided_slice %5, %cst_1 {offsets = [0, 0, 0, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1]} : vector<1x2x1xi32> into vector<1x1x3x1x1x1x1x2x1xi32>
// CHECK-NEXT:   %7 = affine.linearize_index disjoint [%c1, %2#2] by (3, 2) : index
// CHECK-NEXT:   %8 = vector.transfer_read %arg0[%3, %4, %7], %c0_i32 {in_bounds = [true, true, true]} : memref<4x8x6xi32>, vector<1x2x1xi32>
// CHECK-NEXT:   %9 = vector.insert_strided_slice %8, %6 {offsets = [0, 0, 1, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1]} : vector<1x2x1xi32> into vector<1x1x3x1x1x1x1x2x1xi32>
// CHECK-NEXT:   %10 = affine.linearize_index disjoint [%c2, %2#2] by (3, 2) : index
// CHECK-NEXT:   %11 = vector.transfer_read %arg0[%3, %4, %10], %c0_i32 {in_bounds = [true, true, true]} : memref<4x8x6xi32>, vector<1x2x1xi32>
// CHECK-NEXT:   %12 = vector.insert_strided_slice %11, %9 {offsets = [0, 0, 2, 0, 0, 0, 0, 0, 0], strides = [1, 1, 1]} : vector<1x2x1xi32> into vector<1x1x3x1x1x1x1x2x1xi32>
// CHECK-NEXT:   %dest, %accumulated_value = vector.scan <add>, %12, %cst_0 {inclusive = false, reduction_dim = 7 : i64} : vector<1x1x3x1x1x1x1x2x1xi32>, vector<1x1x3x1x1x1x1x1xi32>
// CHECK-NEXT:   %13 = vector.extract_strided_slice %12 {offsets = [0, 0, 0, 0, 0, 0, 0, 1, 0], sizes = [1, 1, 3, 1, 1, 1, 1, 1, 1], strides = [1, 1, 1, 1, 1, 1, 1, 1, 1]} : vector<1x1x3x1x1x1x1x2x1xi32> to vector<1x1x3x1x1x1x1x1x1xi32>
// CHECK-NEXT:   %14 = vector.shape_cast %13 : vector<1x1x3x1x1x1x1x1x1xi32> to vector<1x1x3x1x1x1x1x1xi32>
// CHECK-NEXT:   %15 = arith.addi %accumulated_value, %14 : vector<1x1x3x1x1x1x1x1xi32>
// CHECK-NEXT:   %16 = vector.extract %15[0, 0, 0, 0, 0, 0, 0, 0] : i32 from vector<1x1x3x1x1x1x1x1xi32>
// CHECK-NEXT:   %result, %total = iree_gpu.subgroup_scan(%16, identity = %c0_i32 : i32) cluster(size = 2) {
// CHECK-NEXT:   ^bb0(%arg3: i32, %arg4: i32):
// CHECK-NEXT:     %50 = arith.addi %arg3, %arg4 : i32
// CHECK-NEXT:     iree_gpu.yield %50 : i32
// CHECK-NEXT:   } : i32
// CHECK-NEXT:   %17 = vector.extract %15[0, 0, 1, 0, 0, 0, 0, 0] : i32 from vector<1x1x3x1x1x1x1x1xi32>
// CHECK-NEXT:   %result_3, %total_4 = iree_gpu.subgroup_scan(%17, identity = %c0_i32 : i32) cluster(size = 2) {
// CHECK-NEXT:   ^bb0(%arg3: i32, %arg4: i32):
// CHECK-NEXT:     %50 = arith.addi %arg3, %arg4 : i32
// CHECK-NEXT:     iree_gpu.yield %50 : i32
// CHECK-NEXT:   } : i32
// CHECK-NEXT:   %18 = vector.extract %15[0, 0, 2, 0, 0, 0, 0, 0] : i32 from vector<1x1x3x1x1x1x1x1xi32>
// CHECK-NEXT:   %result_5, %total_6 = iree_gpu.subgroup_scan(%18, identity = %c0_i32 : i32) cluster(size = 2) {
// CHECK-NEXT:   ^bb0(%arg3: i32, %arg4: i32):
// CHECK-NEXT:     %50 = arith.addi %arg3, %arg4 : i32
// CHECK-NEXT:     iree_gpu.yield %50 : i32
// CHECK-NEXT:   } : i32
// CHECK-NEXT:   %19 = vector.from_elements %result, %result_3, %result_5 : vector<3xi32>
// CHECK-NEXT:   %20 = vector.from_elements %total, %total_4, %total_6 : vector<3xi32>
// CHECK-NEXT:   %21 = vector.shape_cast %19 : vector<3xi32> to vector<1x1x3x1x1x1x1x1x1xi32>
// CHECK-NEXT:   %22 = vector.broadcast %21 : vector<1x1x3x1x1x1x1x1x1xi32> to vector<1x1x3x1x1x1x1x2x1xi32>
// CHECK-NEXT:   %23 = arith.addi %22, %dest : vector<1x1x3x1x1x1x1x2x1xi32>
// CHECK-NEXT:   %24 = vector.extract_strided_slice %23 {offsets = [0, 0, 0, 0, 0, 0, 0, 1, 0], sizes = [1, 1, 3, 1, 1, 1, 1, 1, 1], strides = [1, 1, 1, 1, 1, 1, 1, 1, 1]} : vector<1x1x3x1x1x1x1x2x1xi32> to vector<1x1x3x1x1x1x1x1x1xi32>
// CHECK-NEXT:   %25:3 = affine.delinearize_index %thread_id_x into (4, 2) : index, index, index
// CHECK-NEXT:   %26 = affine.linearize_index disjoint [%1#2, %25#1] by (2, 4) : index
// CHECK-NEXT:   %alloc = memref.alloc() : memref<2x8x3xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %alloc_7 = memref.alloc() : memref<8x3xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %27 = arith.cmpi eq, %25#2, %c1 : index
// CHECK-NEXT:   scf.if %27 {
// CHECK-NEXT:     vector.transfer_write %20, %alloc[%1#1, %26, %c0] {in_bounds = [true]} : vector<3xi32>, memref<2x8x3xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %28 = arith.cmpi eq, %1#1, %c1 : index
// CHECK-NEXT:   %29 = arith.andi %27, %28 : i1
// CHECK-NEXT:   scf.if %29 {
// CHECK-NEXT:     %50 = vector.shape_cast %24 : vector<1x1x3x1x1x1x1x1x1xi32> to vector<3xi32>
// CHECK-NEXT:     vector.transfer_write %50, %alloc_7[%26, %c0] {in_bounds = [true]} : vector<3xi32>, memref<8x3xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %30 = vector.transfer_read %alloc[%c0, %26, %c0], %0 {in_bounds = [true]} : memref<2x8x3xi32, #gpu.address_space<workgroup>>, vector<3xi32>
// CHECK-NEXT:   %31 = vector.shape_cast %30 : vector<3xi32> to vector<1x1x3x1x1x1x1x1xi32>
// CHECK-NEXT:   %32 = arith.select %28, %31, %cst_0 : vector<1x1x3x1x1x1x1x1xi32>
// CHECK-NEXT:   %33 = vector.shape_cast %32 : vector<1x1x3x1x1x1x1x1xi32> to vector<1x1x3x1x1x1x1x1x1xi32>
// CHECK-NEXT:   %34 = vector.broadcast %33 : vector<1x1x3x1x1x1x1x1x1xi32> to vector<1x1x3x1x1x1x1x2x1xi32>
// CHECK-NEXT:   %35 = arith.addi %34, %23 : vector<1x1x3x1x1x1x1x2x1xi32>
// CHECK-NEXT:   %36 = vector.transfer_read %alloc_7[%26, %c0], %0 {in_bounds = [true]} : memref<8x3xi32, #gpu.address_space<workgroup>>, vector<3xi32>
// CHECK-NEXT:   %37 = vector.shape_cast %36 : vector<3xi32> to vector<1x3x1x1x1x1xi32>
// CHECK-NEXT:   %38 = vector.shape_cast %30 : vector<3xi32> to vector<1x3x1x1x1x1xi32>
// CHECK-NEXT:   %39 = arith.addi %38, %37 : vector<1x3x1x1x1x1xi32>
// CHECK-NEXT:   %40 = arith.addi %39, %cst_2 : vector<1x3x1x1x1x1xi32>
// CHECK-NEXT:   %41 = arith.addi %35, %cst : vector<1x1x3x1x1x1x1x2x1xi32>
// CHECK-NEXT:   %42 = vector.extract %41[0, 0, 0, 0, 0, 0] : vector<1x2x1xi32> from vector<1x1x3x1x1x1x1x2x1xi32>
// CHECK-NEXT:   vector.transfer_write %42, %arg1[%3, %4, %2#2] {in_bounds = [true, true, true]} : vector<1x2x1xi32>, memref<4x8x6xi32>
// CHECK-NEXT:   %43 = vector.extract %41[0, 0, 1, 0, 0, 0] : vector<1x2x1xi32> from vector<1x1x3x1x1x1x1x2x1xi32>
// CHECK-NEXT:   vector.transfer_write %43, %arg1[%3, %4, %7] {in_bounds = [true, true, true]} : vector<1x2x1xi32>, memref<4x8x6xi32>
// CHECK-NEXT:   %44 = vector.extract %41[0, 0, 2, 0, 0, 0] : vector<1x2x1xi32> from vector<1x1x3x1x1x1x1x2x1xi32>
// CHECK-NEXT:   vector.transfer_write %44, %arg1[%3, %4, %10] {in_bounds = [true, true, true]} : vector<1x2x1xi32>, memref<4x8x6xi32>
// CHECK-NEXT:   %45:5 = affine.delinearize_index %thread_id_x into (2, 2, 2, 2, 2) : index, index, index, index, index
// CHECK-NEXT:   %46 = arith.cmpi eq, %45#0, %c0 : index
// CHECK-NEXT:   %47 = arith.cmpi eq, %45#4, %c0 : index
// CHECK-NEXT:   %48 = arith.andi %46, %47 : i1
// CHECK-NEXT:   %49:3 = affine.delinearize_index %thread_id_x into (2, 8) : index, index, index
// CHECK-NEXT:   scf.if %48 {
// CHECK-NEXT:     %50 = affine.linearize_index disjoint [%49#1, %2#1] by (2, 2) : index
// CHECK-NEXT:     %51 = vector.extract %40[0, 0, 0, 0] : vector<1x1xi32> from vector<1x3x1x1x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %51, %arg2[%50, %2#2] {in_bounds = [true, true]} : vector<1x1xi32>, memref<4x6xi32>
// CHECK-NEXT:     %52 = vector.extract %40[0, 1, 0, 0] : vector<1x1xi32> from vector<1x3x1x1x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %52, %arg2[%50, %7] {in_bounds = [true, true]} : vector<1x1xi32>, memref<4x6xi32>
// CHECK-NEXT:     %53 = vector.extract %40[0, 2, 0, 0] : vector<1x1xi32> from vector<1x3x1x1x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %53, %arg2[%50, %10] {in_bounds = [true, true]} : vector<1x1xi32>, memref<4x6xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @places(%m: memref<4x8x6xi32>, %o: memref<4x8x6xi32>, %t: memref<4x6xi32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %init = arith.constant dense<7> : vector<4x6xi32>
  %v = vector.transfer_read %m[%c0, %c0, %c0], %z {in_bounds = [true, true, true]} : memref<4x8x6xi32>, vector<4x8x6xi32>
  %x = iree_vector_ext.to_layout %v to layout(#l) : vector<4x8x6xi32>
  %r, %s = vector.scan <add>, %x, %init {reduction_dim = 1, inclusive = false} : vector<4x8x6xi32>, vector<4x6xi32>
  vector.transfer_write %r, %o[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<4x8x6xi32>, memref<4x8x6xi32>
  vector.transfer_write %s, %t[%c0, %c0] {in_bounds = [true, true]} : vector<4x6xi32>, memref<4x6xi32>
  return
}

// -----

// A line that one thread holds.
#k = #iree_vector_ext.nested_layout<subgroup_tile = [4, 1], batch_tile = [1, 1], outer_tile = [1, 2], thread_tile = [8, 1], element_tile = [1, 2], subgroup_strides = [1, 0], thread_strides = [1, 0]>
// CHECK-LABEL: func.func @alone(%arg0: memref<32x4xi32>, %arg1: memref<32x4xi32>, %arg2: memref<32xi32>) {
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant dense<7> : vector<1x1x1x2x1x2xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<1> : vector<1x1x1x1x1xi32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<1> : vector<1x1x1x2x1x2xi32>
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 32
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (4, 8) : index, index, index
// CHECK-NEXT:   %1:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%0#1, %1#1] by (4, 8) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%2, %c0], %c0_i32 {in_bounds = [true, true]} : memref<32x4xi32>, vector<1x2xi32>
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%2, %c2], %c0_i32 {in_bounds = [true, true]} : memref<32x4xi32>, vector<1x2xi32>
// CHECK-NEXT:   %5 = vector.extract %3[0] : vector<2xi32> from vector<1x2xi32>
// CHECK-NEXT:   %6 = vector.shape_cast %5 : vector<2xi32> to vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %dest, %accumulated_value = vector.scan <mul>, %6, %cst_0 {inclusive = false, reduction_dim = 5 : i64} : vector<1x1x1x1x1x2xi32>, vector<1x1x1x1x1xi32>
// CHECK-NEXT:   %7 = vector.extract_strided_slice %6 {offsets = [0, 0, 0, 0, 0, 1], sizes = [1, 1, 1, 1, 1, 1], strides = [1, 1, 1, 1, 1, 1]} : vector<1x1x1x1x1x2xi32> to vector<1x1x1x1x1x1xi32>
// CHECK-NEXT:   %8 = vector.shape_cast %7 : vector<1x1x1x1x1x1xi32> to vector<1x1x1x1x1xi32>
// CHECK-NEXT:   %9 = arith.muli %accumulated_value, %8 : vector<1x1x1x1x1xi32>
// CHECK-NEXT:   %10 = vector.insert_strided_slice %dest, %cst_1 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1, 1, 1, 1, 1]} : vector<1x1x1x1x1x2xi32> into vector<1x1x1x2x1x2xi32>
// CHECK-NEXT:   %11 = vector.extract %4[0] : vector<2xi32> from vector<1x2xi32>
// CHECK-NEXT:   %12 = vector.shape_cast %11 : vector<2xi32> to vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %dest_2, %accumulated_value_3 = vector.scan <mul>, %12, %cst_0 {inclusive = false, reduction_dim = 5 : i64} : vector<1x1x1x1x1x2xi32>, vector<1x1x1x1x1xi32>
// CHECK-NEXT:   %13 = vector.broadcast %9 : vector<1x1x1x1x1xi32> to vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %14 = arith.muli %13, %dest_2 : vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %15 = vector.insert_strided_slice %14, %10 {offsets = [0, 0, 0, 1, 0, 0], strides = [1, 1, 1, 1, 1, 1]} : vector<1x1x1x1x1x2xi32> into vector<1x1x1x2x1x2xi32>
// CHECK-NEXT:   %16 = arith.muli %15, %cst : vector<1x1x1x2x1x2xi32>
// CHECK-NEXT:   %17 = vector.extract_strided_slice %16 {offsets = [0, 0, 0, 1, 0, 1], sizes = [1, 1, 1, 1, 1, 1], strides = [1, 1, 1, 1, 1, 1]} : vector<1x1x1x2x1x2xi32> to vector<1x1x1x1x1x1xi32>
// CHECK-NEXT:   %18 = vector.extract %16[0, 0, 0, 0] : vector<1x2xi32> from vector<1x1x1x2x1x2xi32>
// CHECK-NEXT:   vector.transfer_write %18, %arg1[%2, %c0] {in_bounds = [true, true]} : vector<1x2xi32>, memref<32x4xi32>
// CHECK-NEXT:   %19 = vector.extract %16[0, 0, 0, 1] : vector<1x2xi32> from vector<1x1x1x2x1x2xi32>
// CHECK-NEXT:   vector.transfer_write %19, %arg1[%2, %c2] {in_bounds = [true, true]} : vector<1x2xi32>, memref<32x4xi32>
// CHECK-NEXT:   %20 = vector.extract %17[0, 0, 0, 0, 0] : vector<1xi32> from vector<1x1x1x1x1x1xi32>
// CHECK-NEXT:   vector.transfer_write %20, %arg2[%2] {in_bounds = [true]} : vector<1xi32>, memref<32xi32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @alone(%m: memref<32x4xi32>, %o: memref<32x4xi32>, %t: memref<32xi32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %init = arith.constant dense<7> : vector<32xi32>
  %v = vector.transfer_read %m[%c0, %c0], %z {in_bounds = [true, true]} : memref<32x4xi32>, vector<32x4xi32>
  %x = iree_vector_ext.to_layout %v to layout(#k) : vector<32x4xi32>
  %r, %s = vector.scan <mul>, %x, %init {reduction_dim = 1, inclusive = false} : vector<32x4xi32>, vector<32xi32>
  vector.transfer_write %r, %o[%c0, %c0] {in_bounds = [true, true]} : vector<32x4xi32>, memref<32x4xi32>
  vector.transfer_write %s, %t[%c0] {in_bounds = [true]} : vector<32xi32>, memref<32xi32>
  return
}

// -----

// A line among two lanes.
#p = #iree_vector_ext.nested_layout<subgroup_tile = [4, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [1, 2], subgroup_strides = [1, 0], thread_strides = [2, 1]>
// CHECK-LABEL: func.func @pairs(%arg0: memref<16x4xi32>, %arg1: memref<16x4xi32>, %arg2: memref<16xi32>) {
// CHECK-NEXT:   %cst = arith.constant dense<7> : vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst_0 = arith.constant dense<0> : vector<1x1x1x1x1xi32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0> : vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 32
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (4, 8) : index, index, index
// CHECK-NEXT:   %1:3 = affine.delinearize_index %thread_id_x into (4, 2) : index, index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%0#1, %1#1] by (4, 4) : index
// CHECK-NEXT:   %3 = affine.linearize_index disjoint [%1#2, %c0] by (2, 2) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%2, %3], %c0_i32 {in_bounds = [true, true]} : memref<16x4xi32>, vector<1x2xi32>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %cst_1 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x2xi32> into vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %dest, %accumulated_value = vector.scan <add>, %5, %cst_0 {inclusive = false, reduction_dim = 5 : i64} : vector<1x1x1x1x1x2xi32>, vector<1x1x1x1x1xi32>
// CHECK-NEXT:   %6 = vector.extract_strided_slice %5 {offsets = [0, 0, 0, 0, 0, 1], sizes = [1, 1, 1, 1, 1, 1], strides = [1, 1, 1, 1, 1, 1]} : vector<1x1x1x1x1x2xi32> to vector<1x1x1x1x1x1xi32>
// CHECK-NEXT:   %7 = vector.shape_cast %6 : vector<1x1x1x1x1x1xi32> to vector<1x1x1x1x1xi32>
// CHECK-NEXT:   %8 = arith.addi %accumulated_value, %7 : vector<1x1x1x1x1xi32>
// CHECK-NEXT:   %9 = vector.extract %8[0, 0, 0, 0, 0] : i32 from vector<1x1x1x1x1xi32>
// CHECK-NEXT:   %result, %total = iree_gpu.subgroup_scan(%9, identity = %c0_i32 : i32) cluster(size = 2) {
// CHECK-NEXT:   ^bb0(%arg3: i32, %arg4: i32):
// CHECK-NEXT:     %23 = arith.addi %arg3, %arg4 : i32
// CHECK-NEXT:     iree_gpu.yield %23 : i32
// CHECK-NEXT:   } : i32
// CHECK-NEXT:   %10 = vector.broadcast %result : i32 to vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %11 = arith.addi %10, %dest : vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %12 = arith.addi %11, %cst : vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %13 = vector.extract %12[0, 0, 0, 0, 0, 1] : i32 from vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %14:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   %15 = arith.index_cast %14#1 : index to i32
// CHECK-NEXT:   %16 = arith.remui %15, %c2_i32 : i32
// CHECK-NEXT:   %17 = arith.subi %15, %16 : i32
// CHECK-NEXT:   %18 = arith.addi %17, %c1_i32 : i32
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  idx %13, %18, %c8_i32 : i32
// CHECK-NEXT:   %19 = vector.broadcast %shuffleResult : i32 to vector<1xi32>
// CHECK-NEXT:   %20 = vector.extract %12[0, 0, 0, 0] : vector<1x2xi32> from vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   vector.transfer_write %20, %arg1[%2, %3] {in_bounds = [true, true]} : vector<1x2xi32>, memref<16x4xi32>
// CHECK-NEXT:   %21:3 = affine.delinearize_index %thread_id_x into (4, 4, 2) : index, index, index
// CHECK-NEXT:   %22 = arith.cmpi eq, %21#2, %c0 : index
// CHECK-NEXT:   scf.if %22 {
// CHECK-NEXT:     vector.transfer_write %19, %arg2[%2] {in_bounds = [true]} : vector<1xi32>, memref<16xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @pairs(%m: memref<16x4xi32>, %o: memref<16x4xi32>, %t: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %init = arith.constant dense<7> : vector<16xi32>
  %v = vector.transfer_read %m[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x4xi32>, vector<16x4xi32>
  %x = iree_vector_ext.to_layout %v to layout(#p) : vector<16x4xi32>
  %r, %s = vector.scan <add>, %x, %init {reduction_dim = 1, inclusive = false} : vector<16x4xi32>, vector<16xi32>
  vector.transfer_write %r, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x4xi32>, memref<16x4xi32>
  vector.transfer_write %s, %t[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
  return
}
