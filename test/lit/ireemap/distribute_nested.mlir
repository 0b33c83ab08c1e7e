// RUN: optc %s --verify-exec --vectorext-distribute-nested-layout="workgroup-size=32 subgroup-size=8 explain" --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t --implicit-check-not=error:

// What has rules for nested layouts only is distributed in the nested layout next to that of
// iree_map. Where a dimension is values, threads and values, threads hold the same elements in both.

#row = #iree_map.pack_layout<((2, 4)) : ((0, 1))>
#rows = #iree_map.pack_layout<((2, 4, 3), 2) : ((0, 2, 0), 1)>
#woven = #iree_map.pack_layout<((2, 4, 2, 2)) : ((4, 0, 2, 0))>
#wide = #iree_map.pack_layout<((2, 3, 4, 2)) : ((8, 0, 1, 0))>

// REMARK: 'iree_vector_ext.to_simt' op reorders what every thread holds; no element changes its thread
// CHECK: #map = affine_map<(d0, d1)[s0] -> (s0, d1)>
// CHECK: #map1 = affine_map<(d0, d1)[s0] -> (d0)>
// CHECK: #map2 = affine_map<(d0) -> (0)>
// CHECK: func.func @scan(%arg0: memref<8xf32>, %arg1: memref<8xf32>, %arg2: memref<f32>) {
// CHECK-NEXT:   %cst = arith.constant dense<5.000000e-01> : vector<2x1x1xf32>
// CHECK-NEXT:   %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:   %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<1x1xf32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<2x1x1xf32>
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst_2 = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK-NEXT:   %cst_3 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 32
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (4) : index, index
// CHECK-NEXT:   %1 = vector.transfer_read %arg0[%0#1], %cst_3 {in_bounds = [true]} : memref<8xf32>, vector<1xf32>
// CHECK-NEXT:   %2 = vector.insert_strided_slice %1, %cst_2 {offsets = [0], strides = [1]} : vector<1xf32> into vector<2xf32>
// CHECK-NEXT:   %3 = affine.linearize_index [%c1, %0#1] by (2, 4) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%3], %cst_3 {in_bounds = [true]} : memref<8xf32>, vector<1xf32>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %2 {offsets = [1], strides = [1]} : vector<1xf32> into vector<2xf32>
// CHECK-NEXT:   %6 = vector.shape_cast %5 : vector<2xf32> to vector<2x1x1xf32>
// CHECK-NEXT:   %7 = vector.extract %6[0, 0] : vector<1xf32> from vector<2x1x1xf32>
// CHECK-NEXT:   %8 = vector.shape_cast %7 : vector<1xf32> to vector<1x1x1xf32>
// CHECK-NEXT:   %dest, %accumulated_value = vector.scan <add>, %8, %cst_0 {inclusive = false, reduction_dim = 2 : i64} : vector<1x1x1xf32>, vector<1x1xf32>
// CHECK-NEXT:   %9 = vector.shape_cast %7 : vector<1xf32> to vector<1x1xf32>
// CHECK-NEXT:   %10 = arith.addf %accumulated_value, %9 : vector<1x1xf32>
// CHECK-NEXT:   %11 = vector.extract %10[0, 0] : f32 from vector<1x1xf32>
// CHECK-NEXT:   %result, %total = iree_gpu.subgroup_scan(%11, identity = %cst_3 : f32) cluster(size = 4) {
// CHECK-NEXT:   ^bb0(%arg3: f32, %arg4: f32):
// CHECK-NEXT:     %38 = arith.addf %arg3, %arg4 : f32
// CHECK-NEXT:     iree_gpu.yield %38 : f32
// CHECK-NEXT:   } : f32
// CHECK-NEXT:   %12 = vector.broadcast %total : f32 to vector<1x1xf32>
// CHECK-NEXT:   %13 = vector.broadcast %result : f32 to vector<1x1x1xf32>
// CHECK-NEXT:   %14 = arith.addf %13, %dest : vector<1x1x1xf32>
// CHECK-NEXT:   %15 = vector.insert_strided_slice %14, %cst_1 {offsets = [0, 0, 0], strides = [1, 1, 1]} : vector<1x1x1xf32> into vector<2x1x1xf32>
// CHECK-NEXT:   %16 = vector.extract %6[1, 0] : vector<1xf32> from vector<2x1x1xf32>
// CHECK-NEXT:   %17 = vector.shape_cast %16 : vector<1xf32> to vector<1x1x1xf32>
// CHECK-NEXT:   %dest_4, %accumulated_value_5 = vector.scan <add>, %17, %cst_0 {inclusive = false, reduction_dim = 2 : i64} : vector<1x1x1xf32>, vector<1x1xf32>
// CHECK-NEXT:   %18 = vector.shape_cast %16 : vector<1xf32> to vector<1x1xf32>
// CHECK-NEXT:   %19 = arith.addf %accumulated_value_5, %18 : vector<1x1xf32>
// CHECK-NEXT:   %20 = vector.extract %19[0, 0] : f32 from vector<1x1xf32>
// CHECK-NEXT:   %result_6, %total_7 = iree_gpu.subgroup_scan(%20, identity = %cst_3 : f32) cluster(size = 4) {
// CHECK-NEXT:   ^bb0(%arg3: f32, %arg4: f32):
// CHECK-NEXT:     %38 = arith.addf %arg3, %arg4 : f32
// CHECK-NEXT:     iree_gpu.yield %38 : f32
// CHECK-NEXT:   } : f32
// CHECK-NEXT:   %21 = vector.broadcast %result_6 : f32 to vector<1x1xf32>
// CHECK-NEXT:   %22 = arith.addf %12, %21 : vector<1x1xf32>
// CHECK-NEXT:   %23 = vector.shape_cast %22 : vector<1x1xf32> to vector<1x1x1xf32>
// CHECK-NEXT:   %24 = arith.addf %23, %dest_4 : vector<1x1x1xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %26 = arith.addf %25, %cst : vector<2x1x1xf32>
// CHECK-NEXT:   %27 = vector.extract %26[1, 0, 0] : f32 from vector<2x1x1xf32>
// CHECK-NEXT:     %28:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:     %29 = arith.index_cast %28#1 : index to i32
// CHECK-NEXT:     %30 = arith.remui %29, %c4_i32 : i32
// CHECK-NEXT:     %31 = arith.subi %29, %30 : i32
// CHECK-NEXT:     %32 = arith.addi %31, %c3_i32 : i32
// CHECK-NEXT:     %shuffleResult, %valid = gpu.shuffle  idx %27, %32, %c8_i32 : f32
// CHECK-NEXT:     %33 = vector.broadcast %shuffleResult : f32 to vector<f32>
// CHECK-NEXT:     %34 = vector.shape_cast %26 : vector<2x1x1xf32> to vector<2xf32>
// CHECK-NEXT:     %35:2 = affine.delinearize_index %thread_id_x into (8, 4) : index, index
// CHECK-NEXT:     %36 = arith.cmpi eq, %35#0, %c0 : index
// CHECK-NEXT:     scf.if %36 {
// CHECK-NEXT:   }
// CHECK-NEXT:   vector.transfer_write %38, %arg1[%0#1] {in_bounds = [true]} : vector<1xf32>, memref<8xf32>
// CHECK-NEXT:   %39 = vector.extract_strided_slice %34 {offsets = [1], sizes = [1], strides = [1]} : vector<2xf32> to vector<1xf32>
// CHECK-NEXT:   vector.transfer_write %39, %arg1[%3] {in_bounds = [true]} : vector<1xf32>, memref<8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %37 = arith.cmpi eq, %thread_id_x, %c0 : index
// CHECK-NEXT:   scf.if %37 {
// CHECK-NEXT:   vector.transfer_write %33, %arg2[] : vector<f32>, memref<f32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @scan(%m: memref<8xf32>, %o: memref<8xf32>, %p: memref<f32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %init = arith.constant dense<0.5> : vector<f32>
  %x = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %l = iree_vector_ext.to_layout %x to layout(#row) : vector<8xf32>
  %s:2 = vector.scan <add>, %l, %init {inclusive = false, reduction_dim = 0 : i64} : vector<8xf32>, vector<f32>
  vector.transfer_write %s#0, %o[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  vector.transfer_write %s#1, %p[] : vector<f32>, memref<f32>
  return
}

// CHECK-LABEL: func.func @columns(%arg0: memref<24x2xf32>, %arg1: memref<2xf32>, %arg2: memref<24x2xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1xf32>
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 32
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (4, 2) : index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index [%0#1, %c0] by (4, 3) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%1, %0#2], %cst_0 {in_bounds = [true, true]} : memref<24x2xf32>, vector<3x1xf32>
// CHECK-NEXT:   %3 = affine.linearize_index [%c1, %0#1, %c0] by (2, 4, 3) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%3, %0#2], %cst_0 {in_bounds = [true, true]} : memref<24x2xf32>, vector<3x1xf32>
// CHECK-NEXT:   %5 = vector.shape_cast %2 : vector<3x1xf32> to vector<1x1x1x1x3x1xf32>
// CHECK-NEXT:   %dest, %accumulated_value = vector.scan <add>, %5, %cst {inclusive = true, reduction_dim = 4 : i64} : vector<1x1x1x1x3x1xf32>, vector<1x1x1x1x1xf32>
// CHECK-NEXT:   %6 = vector.extract %accumulated_value[0, 0, 0, 0, 0] : f32 from vector<1x1x1x1x1xf32>
// CHECK-NEXT:   %result, %total = iree_gpu.subgroup_scan(%6, identity = %cst_0 : f32) cluster(size = 4, stride = 2) {
// CHECK-NEXT:   ^bb0(%arg3: f32, %arg4: f32):
// CHECK-NEXT:     %18 = arith.addf %arg3, %arg4 : f32
// CHECK-NEXT:     iree_gpu.yield %18 : f32
// CHECK-NEXT:   } : f32
// CHECK-NEXT:   %7 = vector.broadcast %total : f32 to vector<1x1x1x1x1xf32>
// CHECK-NEXT:   %8 = vector.broadcast %result : f32 to vector<1x1x1x1x3x1xf32>
// CHECK-NEXT:   %9 = arith.addf %8, %dest : vector<1x1x1x1x3x1xf32>
// CHECK-NEXT:   %10 = vector.shape_cast %4 : vector<3x1xf32> to vector<1x1x1x1x3x1xf32>
// CHECK-NEXT:   %dest_1, %accumulated_value_2 = vector.scan <add>, %10, %cst {inclusive = true, reduction_dim = 4 : i64} : vector<1x1x1x1x3x1xf32>, vector<1x1x1x1x1xf32>
// CHECK-NEXT:   %11 = vector.extract %accumulated_value_2[0, 0, 0, 0, 0] : f32 from vector<1x1x1x1x1xf32>
// CHECK-NEXT:   %result_3, %total_4 = iree_gpu.subgroup_scan(%11, identity = %cst_0 : f32) cluster(size = 4, stride = 2) {
// CHECK-NEXT:   ^bb0(%arg3: f32, %arg4: f32):
// CHECK-NEXT:     %18 = arith.addf %arg3, %arg4 : f32
// CHECK-NEXT:     iree_gpu.yield %18 : f32
// CHECK-NEXT:   } : f32
// CHECK-NEXT:   %12 = vector.broadcast %result_3 : f32 to vector<1x1x1x1x1xf32>
// CHECK-NEXT:   %13 = arith.addf %7, %12 : vector<1x1x1x1x1xf32>
// CHECK-NEXT:   %14 = vector.broadcast %13 : vector<1x1x1x1x1xf32> to vector<1x1x1x1x3x1xf32>
// CHECK-NEXT:   %15 = arith.addf %14, %dest_1 : vector<1x1x1x1x3x1xf32>
// CHECK-NEXT:   %16:3 = affine.delinearize_index %thread_id_x into (4, 4, 2) : index, index, index
// CHECK-NEXT:   %17 = arith.cmpi eq, %16#0, %c0 : index
// CHECK-NEXT:   scf.if %17 {
// CHECK-NEXT:     %18 = vector.extract %9[0, 0, 0, 0] : vector<3x1xf32> from vector<1x1x1x1x3x1xf32>
// CHECK-NEXT:     vector.transfer_write %18, %arg2[%1, %0#2] {in_bounds = [true, true]} : vector<3x1xf32>, memref<24x2xf32>
// CHECK-NEXT:     %19 = vector.extract %15[0, 0, 0, 0] : vector<3x1xf32> from vector<1x1x1x1x3x1xf32>
// CHECK-NEXT:     vector.transfer_write %19, %arg2[%3, %0#2] {in_bounds = [true, true]} : vector<3x1xf32>, memref<24x2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @columns(%m: memref<24x2xf32>, %n: memref<2xf32>, %o: memref<24x2xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %x = vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true]} : memref<24x2xf32>, vector<24x2xf32>
  %init = vector.transfer_read %n[%c0], %pad {in_bounds = [true]} : memref<2xf32>, vector<2xf32>
  %l = iree_vector_ext.to_layout %x to layout(#rows) : vector<24x2xf32>
  %s:2 = vector.scan <add>, %l, %init {inclusive = true, reduction_dim = 0 : i64} : vector<24x2xf32>, vector<2xf32>
  vector.transfer_write %s#0, %o[%c0, %c0] {in_bounds = [true, true]} : vector<24x2xf32>, memref<24x2xf32>
  return
}

// Threads with values between them get whole lines, through memory.
// REMARK: goes through 128 bytes of workgroup memory; a thread writes 2 × 16 bytes in 2 cycles and reads 8 × 16 bytes in 8 cycles, with 1 barrier: 32 shuffles, where 24 with more selects would do, would take 32 cycles
// REMARK: selects among what every thread holds, in about 6 cycles; workgroup memory would take 26 cycles
// CHECK-LABEL: func.func @woven(%arg0: memref<32xf32>, %arg1: memref<32xf32>) {
// CHECK-NEXT:   %c28 = arith.constant 28 : index
// CHECK-NEXT:   %c24 = arith.constant 24 : index
// CHECK-NEXT:   %c12 = arith.constant 12 : index
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c20 = arith.constant 20 : index
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<1x1xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<32xf32>
// CHECK-NEXT:   %c16 = arith.constant 16 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<4x2xf32>
// CHECK-NEXT:   %cst_2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 32
// CHECK-NEXT:   %0:4 = affine.delinearize_index %thread_id_x into (2, 2, 2) : index, index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index [%0#1, %c0, %0#2, %c0] by (2, 4, 2, 2) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%1], %cst_2 {in_bounds = [true]} : memref<32xf32>, vector<2xf32>
// CHECK-NEXT:   %3 = vector.shape_cast %2 : vector<2xf32> to vector<1x2xf32>
// CHECK-NEXT:   %4 = vector.insert_strided_slice %3, %cst_1 {offsets = [0, 0], strides = [1, 1]} : vector<1x2xf32> into vector<4x2xf32>
// CHECK-NEXT:   %5 = affine.linearize_index [%0#1, %c1, %0#2, %c0] by (2, 4, 2, 2) : index
// CHECK-NEXT:   %6 = vector.transfer_read %arg0[%5], %cst_2 {in_bounds = [true]} : memref<32xf32>, vector<2xf32>
// CHECK-NEXT:   %7 = vector.shape_cast %6 : vector<2xf32> to vector<1x2xf32>
// CHECK-NEXT:   %8 = vector.insert_strided_slice %7, %4 {offsets = [1, 0], strides = [1, 1]} : vector<1x2xf32> into vector<4x2xf32>
// CHECK-NEXT:   %9 = affine.linearize_index [%0#1, %c2, %0#2, %c0] by (2, 4, 2, 2) : index
// CHECK-NEXT:   %10 = vector.transfer_read %arg0[%9], %cst_2 {in_bounds = [true]} : memref<32xf32>, vector<2xf32>
// CHECK-NEXT:   %11 = vector.shape_cast %10 : vector<2xf32> to vector<1x2xf32>
// CHECK-NEXT:   %12 = vector.insert_strided_slice %11, %8 {offsets = [2, 0], strides = [1, 1]} : vector<1x2xf32> into vector<4x2xf32>
// CHECK-NEXT:   %13 = affine.linearize_index [%0#1, %c3, %0#2, %c0] by (2, 4, 2, 2) : index
// CHECK-NEXT:   %14 = vector.transfer_read %arg0[%13], %cst_2 {in_bounds = [true]} : memref<32xf32>, vector<2xf32>
// CHECK-NEXT:   %15 = vector.shape_cast %14 : vector<2xf32> to vector<1x2xf32>
// CHECK-NEXT:   %16 = vector.insert_strided_slice %15, %12 {offsets = [3, 0], strides = [1, 1]} : vector<1x2xf32> into vector<4x2xf32>
// CHECK-NEXT:   %alloc = memref.alloc() : memref<32xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %17 = vector.shape_cast %16 : vector<4x2xf32> to vector<8xf32>
// CHECK-NEXT:   %18:3 = affine.delinearize_index %thread_id_x into (4, 2) : index, index, index
// CHECK-NEXT:   %19 = arith.muli %18#1, %c4 : index
// CHECK-NEXT:   %20:4 = affine.delinearize_index %thread_id_x into (4, 2, 2, 2) : index, index, index, index
// CHECK-NEXT:   %21 = arith.cmpi eq, %20#0, %c0 : index
// CHECK-NEXT:   %22 = arith.cmpi eq, %20#3, %c0 : index
// CHECK-NEXT:   %23 = arith.andi %21, %22 : i1
// CHECK-NEXT:   scf.if %23 {
// CHECK-NEXT:     %102 = vector.extract_strided_slice %17 {offsets = [0], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
// CHECK-NEXT:     vector.store %102, %alloc[%19] : memref<32xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK-NEXT:     %103 = arith.addi %19, %c16 : index
// CHECK-NEXT:     %104 = vector.extract_strided_slice %17 {offsets = [4], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
// CHECK-NEXT:     vector.store %104, %alloc[%103] : memref<32xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %24 = vector.load %alloc[%c0] : memref<32xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK-NEXT:   %25 = vector.insert_strided_slice %24, %cst_0 {offsets = [0], strides = [1]} : vector<4xf32> into vector<32xf32>
// CHECK-NEXT:   %26 = vector.load %alloc[%c4] : memref<32xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK-NEXT:   %27 = vector.insert_strided_slice %26, %25 {offsets = [4], strides = [1]} : vector<4xf32> into vector<32xf32>
// CHECK-NEXT:   %28 = vector.load %alloc[%c16] : memref<32xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK-NEXT:   %29 = vector.insert_strided_slice %28, %27 {offsets = [8], strides = [1]} : vector<4xf32> into vector<32xf32>
// CHECK-NEXT:   %30 = vector.load %alloc[%c20] : memref<32xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK-NEXT:   %31 = vector.insert_strided_slice %30, %29 {offsets = [12], strides = [1]} : vector<4xf32> into vector<32xf32>
// CHECK-NEXT:   %32 = vector.load %alloc[%c8] : memref<32xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK-NEXT:   %33 = vector.insert_strided_slice %32, %31 {offsets = [16], strides = [1]} : vector<4xf32> into vector<32xf32>
// CHECK-NEXT:   %34 = vector.load %alloc[%c12] : memref<32xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK-NEXT:   %35 = vector.insert_strided_slice %34, %33 {offsets = [20], strides = [1]} : vector<4xf32> into vector<32xf32>
// CHECK-NEXT:   %36 = vector.load %alloc[%c24] : memref<32xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK-NEXT:   %37 = vector.insert_strided_slice %36, %35 {offsets = [24], strides = [1]} : vector<4xf32> into vector<32xf32>
// CHECK-NEXT:   %38 = vector.load %alloc[%c28] : memref<32xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK-NEXT:   %39 = vector.insert_strided_slice %38, %37 {offsets = [28], strides = [1]} : vector<4xf32> into vector<32xf32>
// CHECK-NEXT:   %40 = vector.shuffle %39, %39 [0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15, 16, 17, 20, 21, 18, 19, 22, 23, 24, 25, 28, 29, 26, 27, 30, 31] : vector<32xf32>, vector<32xf32>
// CHECK-NEXT:   %41 = vector.shape_cast %40 : vector<32xf32> to vector<1x1x32xf32>
// CHECK-NEXT:   %dest, %accumulated_value = vector.scan <add>, %41, %cst {inclusive = true, reduction_dim = 2 : i64} : vector<1x1x32xf32>, vector<1x1xf32>
// CHECK-NEXT:   %42:3 = affine.delinearize_index %thread_id_x into (2, 2) : index, index, index
// CHECK-NEXT:   %43 = arith.cmpi ne, %42#1, %c0 : index
// CHECK-NEXT:   %44:3 = affine.delinearize_index %thread_id_x into (2, 4) : index, index, index
// CHECK-NEXT:   %45 = arith.cmpi ne, %44#1, %c0 : index
// CHECK-NEXT:   %46 = vector.extract %dest[0, 0, 0] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %47 = vector.extract %dest[0, 0, 2] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %48 = vector.extract %dest[0, 0, 16] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %49 = vector.extract %dest[0, 0, 18] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %50 = arith.select %43, %47, %46 : f32
// CHECK-NEXT:   %51 = arith.select %43, %49, %48 : f32
// CHECK-NEXT:   %52 = arith.select %45, %51, %50 : f32
// CHECK-NEXT:   %53 = vector.extract %dest[0, 0, 1] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %54 = vector.extract %dest[0, 0, 3] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %55 = vector.extract %dest[0, 0, 17] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %56 = vector.extract %dest[0, 0, 19] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %57 = arith.select %43, %54, %53 : f32
// CHECK-NEXT:   %58 = arith.select %43, %56, %55 : f32
// CHECK-NEXT:   %59 = arith.select %45, %58, %57 : f32
// CHECK-NEXT:   %60 = vector.extract %dest[0, 0, 4] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %61 = vector.extract %dest[0, 0, 6] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %62 = vector.extract %dest[0, 0, 20] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %63 = vector.extract %dest[0, 0, 22] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %64 = arith.select %43, %61, %60 : f32
// CHECK-NEXT:   %65 = arith.select %43, %63, %62 : f32
// CHECK-NEXT:   %66 = arith.select %45, %65, %64 : f32
// CHECK-NEXT:   %67 = vector.extract %dest[0, 0, 5] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %68 = vector.extract %dest[0, 0, 7] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %69 = vector.extract %dest[0, 0, 21] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %70 = vector.extract %dest[0, 0, 23] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %71 = arith.select %43, %68, %67 : f32
// CHECK-NEXT:   %72 = arith.select %43, %70, %69 : f32
// CHECK-NEXT:   %73 = arith.select %45, %72, %71 : f32
// CHECK-NEXT:   %74 = vector.extract %dest[0, 0, 8] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %75 = vector.extract %dest[0, 0, 10] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %76 = vector.extract %dest[0, 0, 24] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %77 = vector.extract %dest[0, 0, 26] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %78 = arith.select %43, %75, %74 : f32
// CHECK-NEXT:   %79 = arith.select %43, %77, %76 : f32
// CHECK-NEXT:   %80 = arith.select %45, %79, %78 : f32
// CHECK-NEXT:   %81 = vector.extract %dest[0, 0, 9] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %82 = vector.extract %dest[0, 0, 11] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %83 = vector.extract %dest[0, 0, 25] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %84 = vector.extract %dest[0, 0, 27] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %85 = arith.select %43, %82, %81 : f32
// CHECK-NEXT:   %86 = arith.select %43, %84, %83 : f32
// CHECK-NEXT:   %87 = arith.select %45, %86, %85 : f32
// CHECK-NEXT:   %88 = vector.extract %dest[0, 0, 12] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %89 = vector.extract %dest[0, 0, 14] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %90 = vector.extract %dest[0, 0, 28] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %91 = vector.extract %dest[0, 0, 30] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %92 = arith.select %43, %89, %88 : f32
// CHECK-NEXT:   %93 = arith.select %43, %91, %90 : f32
// CHECK-NEXT:   %94 = arith.select %45, %93, %92 : f32
// CHECK-NEXT:   %95 = vector.extract %dest[0, 0, 13] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %96 = vector.extract %dest[0, 0, 15] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %97 = vector.extract %dest[0, 0, 29] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %98 = vector.extract %dest[0, 0, 31] : f32 from vector<1x1x32xf32>
// CHECK-NEXT:   %99 = arith.select %43, %96, %95 : f32
// CHECK-NEXT:   %100 = arith.select %43, %98, %97 : f32
// CHECK-NEXT:   %101 = arith.select %45, %100, %99 : f32
// CHECK-NEXT:   scf.if %23 {
// CHECK-NEXT:     %102 = vector.from_elements %52, %59 : vector<2xf32>
// CHECK-NEXT:     vector.transfer_write %102, %arg1[%1] {in_bounds = [true]} : vector<2xf32>, memref<32xf32>
// CHECK-NEXT:     %103 = vector.from_elements %66, %73 : vector<2xf32>
// CHECK-NEXT:     vector.transfer_write %103, %arg1[%5] {in_bounds = [true]} : vector<2xf32>, memref<32xf32>
// CHECK-NEXT:     %104 = vector.from_elements %80, %87 : vector<2xf32>
// CHECK-NEXT:     vector.transfer_write %104, %arg1[%9] {in_bounds = [true]} : vector<2xf32>, memref<32xf32>
// CHECK-NEXT:     %105 = vector.from_elements %94, %101 : vector<2xf32>
// CHECK-NEXT:     vector.transfer_write %105, %arg1[%13] {in_bounds = [true]} : vector<2xf32>, memref<32xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @woven(%m: memref<32xf32>, %o: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %init = arith.constant dense<0.0> : vector<f32>
  %x = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
  %l = iree_vector_ext.to_layout %x to layout(#woven) : vector<32xf32>
  %s:2 = vector.scan <add>, %l, %init {inclusive = true, reduction_dim = 0 : i64} : vector<32xf32>, vector<f32>
  vector.transfer_write %s#0, %o[%c0] {in_bounds = [true]} : vector<32xf32>, memref<32xf32>
  return
}

// Threads of a stride of whole subgroups are subgroups.
// CHECK-LABEL: func.func @winner(%arg0: memref<48xf32>, %arg1: memref<f32>, %arg2: memref<i32>) {
// CHECK-NEXT:   %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:   %c2147483647_i32 = arith.constant 2147483647 : i32
// CHECK-NEXT:   %c-1 = arith.constant -1 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 32
// CHECK-NEXT:   %0:4 = affine.delinearize_index %thread_id_x into (2, 2, 4) : index, index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index [%0#1, %c0, %0#3, %c0] by (2, 3, 4, 2) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%1], %cst {in_bounds = [true]} : memref<48xf32>, vector<2xf32>
// CHECK-NEXT:   %3 = affine.linearize_index [%0#1, %c1, %0#3, %c0] by (2, 3, 4, 2) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%3], %cst {in_bounds = [true]} : memref<48xf32>, vector<2xf32>
// CHECK-NEXT:   %5 = affine.linearize_index [%0#1, %c2, %0#3, %c0] by (2, 3, 4, 2) : index
// CHECK-NEXT:   %6 = vector.transfer_read %arg0[%5], %cst {in_bounds = [true]} : memref<48xf32>, vector<2xf32>
// CHECK-NEXT:   %7:3 = affine.delinearize_index %thread_id_x into (2, 8) : index, index, index
// CHECK-NEXT:   %8:2 = affine.delinearize_index %thread_id_x into (4) : index, index
// CHECK-NEXT:   %9 = affine.linearize_index disjoint [%7#1, %c0, %8#1, %c0] by (2, 3, 4, 2) : index
// CHECK-NEXT:   %10 = affine.linearize_index disjoint [%7#1, %c0, %8#1, %c1] by (2, 3, 4, 2) : index
// CHECK-NEXT:   %11 = affine.linearize_index disjoint [%7#1, %c1, %8#1, %c0] by (2, 3, 4, 2) : index
// CHECK-NEXT:   %12 = affine.linearize_index disjoint [%7#1, %c1, %8#1, %c1] by (2, 3, 4, 2) : index
// CHECK-NEXT:   %13 = affine.linearize_index disjoint [%7#1, %c2, %8#1, %c0] by (2, 3, 4, 2) : index
// CHECK-NEXT:   %14 = affine.linearize_index disjoint [%7#1, %c2, %8#1, %c1] by (2, 3, 4, 2) : index
// CHECK-NEXT:   %15 = vector.extract %2[0] : f32 from vector<2xf32>
// CHECK-NEXT:   %16 = arith.index_cast %9 : index to i32
// CHECK-NEXT:   %17 = arith.cmpf ogt, %15, %cst : f32
// CHECK-NEXT:   %18 = arith.select %17, %15, %cst : f32
// CHECK-NEXT:   %19 = arith.select %17, %16, %c-1_i32 : i32
// CHECK-NEXT:   %20 = arith.select %17, %9, %c-1 : index
// CHECK-NEXT:   %21 = vector.extract %2[1] : f32 from vector<2xf32>
// CHECK-NEXT:   %22 = arith.index_cast %10 : index to i32
// CHECK-NEXT:   %23 = arith.cmpf ogt, %21, %18 : f32
// CHECK-NEXT:   %24 = arith.select %23, %21, %18 : f32
// CHECK-NEXT:   %25 = arith.select %23, %22, %19 : i32
// CHECK-NEXT:   %26 = arith.select %23, %10, %20 : index
// CHECK-NEXT:   %27 = vector.extract %4[0] : f32 from vector<2xf32>
// CHECK-NEXT:   %28 = arith.index_cast %11 : index to i32
// CHECK-NEXT:   %29 = arith.cmpf ogt, %27, %24 : f32
// CHECK-NEXT:   %30 = arith.select %29, %27, %24 : f32
// CHECK-NEXT:   %31 = arith.select %29, %28, %25 : i32
// CHECK-NEXT:   %32 = arith.select %29, %11, %26 : index
// CHECK-NEXT:   %33 = vector.extract %4[1] : f32 from vector<2xf32>
// CHECK-NEXT:   %34 = arith.index_cast %12 : index to i32
// CHECK-NEXT:   %35 = arith.cmpf ogt, %33, %30 : f32
// CHECK-NEXT:   %36 = arith.select %35, %33, %30 : f32
// CHECK-NEXT:   %37 = arith.select %35, %34, %31 : i32
// CHECK-NEXT:   %38 = arith.select %35, %12, %32 : index
// CHECK-NEXT:   %39 = vector.extract %6[0] : f32 from vector<2xf32>
// CHECK-NEXT:   %40 = arith.index_cast %13 : index to i32
// CHECK-NEXT:   %41 = arith.cmpf ogt, %39, %36 : f32
// CHECK-NEXT:   %42 = arith.select %41, %39, %36 : f32
// CHECK-NEXT:   %43 = arith.select %41, %40, %37 : i32
// CHECK-NEXT:   %44 = arith.select %41, %13, %38 : index
// CHECK-NEXT:   %45 = vector.extract %6[1] : f32 from vector<2xf32>
// CHECK-NEXT:   %46 = arith.index_cast %14 : index to i32
// CHECK-NEXT:   %47 = arith.cmpf ogt, %45, %42 : f32
// CHECK-NEXT:   %48 = arith.select %47, %45, %42 : f32
// CHECK-NEXT:   %49 = arith.select %47, %46, %43 : i32
// CHECK-NEXT:   %50 = arith.select %47, %14, %44 : index
// CHECK-NEXT:   %51 = gpu.subgroup_reduce  maxnumf %48 cluster(size = 4) : (f32) -> f32
// CHECK-NEXT:   %52 = arith.cmpf oeq, %48, %51 : f32
// CHECK-NEXT:   %53 = arith.index_cast %50 : index to i32
// CHECK-NEXT:   %54 = arith.select %52, %53, %c2147483647_i32 : i32
// CHECK-NEXT:   %55 = gpu.subgroup_reduce  minsi %54 cluster(size = 4) : (i32) -> i32
// CHECK-NEXT:   %56 = arith.cmpi eq, %54, %55 : i32
// CHECK-NEXT:   %57 = gpu.ballot %56 : i32
// CHECK-NEXT:   %58 = math.cttz %57 : i32
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  idx %49, %58, %c8_i32 : i32
// CHECK-NEXT:   %59 = arith.cmpi ne, %57, %c0_i32 : i32
// CHECK-NEXT:   %60 = arith.select %59, %shuffleResult, %49 : i32
// CHECK-NEXT:   %shuffleResult_0, %valid_1 = gpu.shuffle  idx %48, %58, %c8_i32 : f32
// CHECK-NEXT:   %61 = arith.select %59, %shuffleResult_0, %48 : f32
// CHECK-NEXT:   %alloc = memref.alloc() : memref<2xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %62:3 = affine.delinearize_index %thread_id_x into (2, 2, 8) : index, index, index
// CHECK-NEXT:   %63 = arith.cmpi eq, %62#0, %c0 : index
// CHECK-NEXT:   %64 = arith.cmpi eq, %62#2, %c0 : index
// CHECK-NEXT:   %65 = arith.andi %63, %64 : i1
// CHECK-NEXT:   scf.if %65 {
// CHECK-NEXT:     memref.store %61, %alloc[%7#1] : memref<2xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %alloc_2 = memref.alloc() : memref<2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   scf.if %65 {
// CHECK-NEXT:     memref.store %60, %alloc_2[%7#1] : memref<2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %66:2 = affine.delinearize_index %thread_id_x into (2) : index, index
// CHECK-NEXT:   %67 = memref.load %alloc[%66#1] : memref<2xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %68 = memref.load %alloc_2[%66#1] : memref<2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %69 = arith.cmpf ogt, %67, %cst : f32
// CHECK-NEXT:   %70 = arith.select %69, %67, %cst : f32
// CHECK-NEXT:   %71 = arith.select %69, %68, %c-1_i32 : i32
// CHECK-NEXT:   %72 = gpu.subgroup_reduce  maxnumf %70 cluster(size = 2) : (f32) -> f32
// CHECK-NEXT:   %73 = arith.cmpf oeq, %70, %72 : f32
// CHECK-NEXT:   %74 = gpu.ballot %73 : i32
// CHECK-NEXT:   %75 = math.cttz %74 : i32
// CHECK-NEXT:   %shuffleResult_3, %valid_4 = gpu.shuffle  idx %71, %75, %c8_i32 : i32
// CHECK-NEXT:   %76 = arith.cmpi ne, %74, %c0_i32 : i32
// CHECK-NEXT:   %77 = arith.select %76, %shuffleResult_3, %71 : i32
// CHECK-NEXT:   %shuffleResult_5, %valid_6 = gpu.shuffle  idx %70, %75, %c8_i32 : f32
// CHECK-NEXT:   %78 = arith.select %76, %shuffleResult_5, %70 : f32
// CHECK-NEXT:   %79 = vector.broadcast %78 : f32 to vector<f32>
// CHECK-NEXT:   %80 = vector.broadcast %77 : i32 to vector<i32>
// CHECK-NEXT:   %81 = arith.cmpi eq, %thread_id_x, %c0 : index
// CHECK-NEXT:   scf.if %81 {
// CHECK-NEXT:     vector.transfer_write %79, %arg1[] : vector<f32>, memref<f32>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.if %81 {
// CHECK-NEXT:     vector.transfer_write %80, %arg2[] : vector<i32>, memref<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @winner(%m: memref<48xf32>, %o: memref<f32>, %p: memref<i32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %low = arith.constant dense<0.0> : vector<f32>
  %none = arith.constant dense<-1> : vector<i32>
  %x = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<48xf32>, vector<48xf32>
  %l = iree_vector_ext.to_layout %x to layout(#wide) : vector<48xf32>
  %v, %i = iree_vector_ext.arg_compare dimension(0) ins(%l : vector<48xf32>) inits(%low, %none : vector<f32>, vector<i32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  vector.transfer_write %v, %o[] : vector<f32>, memref<f32>
  vector.transfer_write %i, %p[] : vector<i32>, memref<i32>
  return
}

// CHECK-LABEL: func.func @gather(%arg0: memref<16x16xf32>, %arg1: memref<24xindex>, %arg2: memref<24x2xf32>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<2x3xindex>
// CHECK-NEXT:   %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %cst_1 = arith.constant dense<16> : vector<2x3xindex>
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 32
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (4, 2) : index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index [%0#1, %c0] by (4, 3) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg1[%1], %c0 {in_bounds = [true]} : memref<24xindex>, vector<3xindex>
// CHECK-NEXT:   %3 = vector.shape_cast %2 : vector<3xindex> to vector<1x3xindex>
// CHECK-NEXT:   %4 = vector.insert_strided_slice %3, %cst {offsets = [0, 0], strides = [1, 1]} : vector<1x3xindex> into vector<2x3xindex>
// CHECK-NEXT:   %5 = affine.linearize_index [%c1, %0#1, %c0] by (2, 4, 3) : index
// CHECK-NEXT:   %6 = vector.transfer_read %arg1[%5], %c0 {in_bounds = [true]} : memref<24xindex>, vector<3xindex>
// CHECK-NEXT:   %7 = vector.shape_cast %6 : vector<3xindex> to vector<1x3xindex>
// CHECK-NEXT:   %8 = vector.insert_strided_slice %7, %4 {offsets = [1, 0], strides = [1, 1]} : vector<1x3xindex> into vector<2x3xindex>
// CHECK-NEXT:   %9 = arith.remui %8, %cst_1 : vector<2x3xindex>
// CHECK-NEXT:   %10 = vector.shape_cast %9 : vector<2x3xindex> to vector<6xindex>
// CHECK-NEXT:   %11 = vector.extract_strided_slice %10 {offsets = [0], sizes = [3], strides = [1]} : vector<6xindex> to vector<3xindex>
// CHECK-NEXT:   %12 = iree_vector_ext.transfer_gather %arg0[%c0, %0#2] [%11 : vector<3xindex>], %cst_0 {indexing_maps = [#map, #map1]} : memref<16x16xf32>, vector<3x1xf32>
// CHECK-NEXT:   %13 = vector.extract_strided_slice %10 {offsets = [3], sizes = [3], strides = [1]} : vector<6xindex> to vector<3xindex>
// CHECK-NEXT:   %14 = iree_vector_ext.transfer_gather %arg0[%c0, %0#2] [%13 : vector<3xindex>], %cst_0 {indexing_maps = [#map, #map1]} : memref<16x16xf32>, vector<3x1xf32>
// CHECK-NEXT:   %15:3 = affine.delinearize_index %thread_id_x into (4, 4, 2) : index, index, index
// CHECK-NEXT:   %16 = arith.cmpi eq, %15#0, %c0 : index
// CHECK-NEXT:   scf.if %16 {
// CHECK-NEXT:     vector.transfer_write %12, %arg2[%1, %0#2] {in_bounds = [true, true]} : vector<3x1xf32>, memref<24x2xf32>
// CHECK-NEXT:     vector.transfer_write %14, %arg2[%5, %0#2] {in_bounds = [true, true]} : vector<3x1xf32>, memref<24x2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @gather(%m: memref<16x16xf32>, %k: memref<24xindex>, %o: memref<24x2xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant dense<16> : vector<24xindex>
  %pad = arith.constant 0.0 : f32
  %j = vector.transfer_read %k[%c0], %c0 {in_bounds = [true]} : memref<24xindex>, vector<24xindex>
  %i = arith.remui %j, %c16 : vector<24xindex>
  %x = iree_vector_ext.transfer_gather %m[%c0, %c0] [%i : vector<24xindex>], %pad {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<16x16xf32>, vector<24x2xf32>
  %l = iree_vector_ext.to_layout %x to layout(#rows) : vector<24x2xf32>
  vector.transfer_write %l, %o[%c0, %c0] {in_bounds = [true, true]} : vector<24x2xf32>, memref<24x2xf32>
  return
}

// CHECK-LABEL: func.func @scatters(%arg0: memref<8xf32>, %arg1: memref<16xf32>, %arg2: memref<16xf32>, %arg3: memref<16xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<true> : vector<2x1x1xi1>
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<{{\[\[}}3, 5], [14, 9], [0, 2], [7, 6]]> : vector<4x2xindex>
// CHECK-NEXT:   %cst_2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c15 = arith.constant 15 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 32
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (4) : index, index
// CHECK-NEXT:   %1 = vector.extract %cst_1[%0#1] : vector<2xindex> from vector<4x2xindex>
// CHECK-NEXT:   %2 = vector.shape_cast %1 : vector<2xindex> to vector<2x1x1xindex>
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%0#1], %cst_2 {in_bounds = [true]} : memref<8xf32>, vector<1xf32>
// CHECK-NEXT:   %4 = vector.insert_strided_slice %3, %cst_0 {offsets = [0], strides = [1]} : vector<1xf32> into vector<2xf32>
// CHECK-NEXT:   %5 = affine.linearize_index [%c1, %0#1] by (2, 4) : index
// CHECK-NEXT:   %6 = vector.transfer_read %arg0[%5], %cst_2 {in_bounds = [true]} : memref<8xf32>, vector<1xf32>
// CHECK-NEXT:   %7 = vector.insert_strided_slice %6, %4 {offsets = [1], strides = [1]} : vector<1xf32> into vector<2xf32>
// CHECK-NEXT:   %8 = vector.shape_cast %7 : vector<2xf32> to vector<2x1x1xf32>
// CHECK-NEXT:   %9:2 = affine.delinearize_index %thread_id_x into (8, 4) : index, index
// CHECK-NEXT:   %10 = arith.cmpi eq, %9#0, %c0 : index
// CHECK-NEXT:   scf.if %10 {
// CHECK-NEXT:     %11 = vector.extract %8[0, 0] : vector<1xf32> from vector<2x1x1xf32>
// CHECK-NEXT:     %12 = vector.extract %1[0] : index from vector<2xindex>
// CHECK-NEXT:     iree_vector_ext.transfer_scatter %11 into %arg1[%12] {indexing_maps = [#map2]} : vector<1xf32>, memref<16xf32>
// CHECK-NEXT:     %13 = vector.extract %8[1, 0] : vector<1xf32> from vector<2x1x1xf32>
// CHECK-NEXT:     %14 = vector.extract %1[1] : index from vector<2xindex>
// CHECK-NEXT:     iree_vector_ext.transfer_scatter %13 into %arg1[%14] {indexing_maps = [#map2]} : vector<1xf32>, memref<16xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.if %10 {
// CHECK-NEXT:     vector.scatter %arg2[%c0] [%2], %cst, %8 : memref<16xf32>, vector<2x1x1xindex>, vector<2x1x1xi1>, vector<2x1x1xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.if %10 {
// CHECK-NEXT:     %11 = vector.extract %8[0, 0] : vector<1xf32> from vector<2x1x1xf32>
// CHECK-NEXT:     iree_linalg_ext.map_store %11 into %arg3 {
// CHECK-NEXT:     ^bb0(%arg4: index):
// CHECK-NEXT:       %14 = arith.addi %arg4, %0#1 : index
// CHECK-NEXT:       %15 = arith.subi %c15, %14 : index
// CHECK-NEXT:       %16 = arith.cmpi ne, %14, %c0 : index
// CHECK-NEXT:       iree_linalg_ext.yield %15, %16 : index, i1
// CHECK-NEXT:     } : vector<1xf32> into memref<16xf32>
// CHECK-NEXT:     %12 = affine.linearize_index disjoint [%c1, %0#1] by (2, 4) : index
// CHECK-NEXT:     %13 = vector.extract %8[1, 0] : vector<1xf32> from vector<2x1x1xf32>
// CHECK-NEXT:     iree_linalg_ext.map_store %13 into %arg3 {
// CHECK-NEXT:     ^bb0(%arg4: index):
// CHECK-NEXT:       %14 = arith.addi %arg4, %12 : index
// CHECK-NEXT:       %15 = arith.subi %c15, %14 : index
// CHECK-NEXT:       %16 = arith.cmpi ne, %14, %c0 : index
// CHECK-NEXT:       iree_linalg_ext.yield %15, %16 : index, i1
// CHECK-NEXT:     } : vector<1xf32> into memref<16xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @scatters(%m: memref<8xf32>, %o: memref<16xf32>, %p: memref<16xf32>, %q: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c15 = arith.constant 15 : index
  %pad = arith.constant 0.0 : f32
  %on = arith.constant dense<true> : vector<8xi1>
  %i = arith.constant dense<[3, 14, 0, 7, 5, 9, 2, 6]> : vector<8xindex>
  %x = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %l = iree_vector_ext.to_layout %x to layout(#row) : vector<8xf32>
  iree_vector_ext.transfer_scatter %l into %o[%c0] [%i : vector<8xindex>] {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : vector<8xf32>, memref<16xf32>
  vector.scatter %p[%c0] [%i], %on, %l : memref<16xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32>
  iree_linalg_ext.map_store %l into %q {
  ^bb0(%at: index):
    %to = arith.subi %c15, %at : index
    %keep = arith.cmpi ne, %at, %c0 : index
    iree_linalg_ext.yield %to, %keep : index, i1
  } : vector<8xf32> into memref<16xf32>
  return
}
