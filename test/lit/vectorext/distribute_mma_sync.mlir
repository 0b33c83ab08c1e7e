// RUN: optc %s --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=32,1,1 subgroup-size=32}),canonicalize,cse)' | FileCheck %s

#a = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [2, 2], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [4, 1]>
#b = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [2, 1], thread_tile = [4, 8], element_tile = [2, 1], subgroup_strides = [0, 0], thread_strides = [1, 4]>
#c = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [2, 1], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [4, 1]>
// CHECK-LABEL: func.func @sync(%arg0: memref<16x32xf16>, %arg1: memref<32x8xf16>, %arg2: memref<16x8xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<1x1x2x1x1x2xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<2x1x2x1x2x1xf16>
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<1x2x2x2x1x2xf16>
// CHECK-NEXT:   %cst_2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %cst_3 = arith.constant 0.000000e+00 : f16
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 32
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (8, 4) : index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#2, %c0] by (4, 2) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%0#1, %1], %cst_3 {in_bounds = [true, true]} : memref<16x32xf16>, vector<1x2xf16>
// CHECK-NEXT:   %3 = vector.insert_strided_slice %2, %cst_1 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x2xf16> into vector<1x2x2x2x1x2xf16>
// CHECK-NEXT:   %4 = affine.linearize_index disjoint [%c1, %0#2, %c0] by (2, 4, 2) : index
// CHECK-NEXT:   %5 = vector.transfer_read %arg0[%0#1, %4], %cst_3 {in_bounds = [true, true]} : memref<16x32xf16>, vector<1x2xf16>
// CHECK-NEXT:   %6 = vector.insert_strided_slice %5, %3 {offsets = [0, 0, 0, 1, 0, 0], strides = [1, 1]} : vector<1x2xf16> into vector<1x2x2x2x1x2xf16>
// CHECK-NEXT:   %7 = affine.linearize_index disjoint [%c1, %0#1] by (2, 8) : index
// CHECK-NEXT:   %8 = vector.transfer_read %arg0[%7, %1], %cst_3 {in_bounds = [true, true]} : memref<16x32xf16>, vector<1x2xf16>
// CHECK-NEXT:   %9 = vector.insert_strided_slice %8, %6 {offsets = [0, 0, 1, 0, 0, 0], strides = [1, 1]} : vector<1x2xf16> into vector<1x2x2x2x1x2xf16>
// CHECK-NEXT:   %10 = vector.transfer_read %arg0[%7, %4], %cst_3 {in_bounds = [true, true]} : memref<16x32xf16>, vector<1x2xf16>
// CHECK-NEXT:   %11 = vector.insert_strided_slice %10, %9 {offsets = [0, 0, 1, 1, 0, 0], strides = [1, 1]} : vector<1x2xf16> into vector<1x2x2x2x1x2xf16>
// CHECK-NEXT:   %12 = affine.linearize_index disjoint [%c1, %c0, %0#2, %c0] by (2, 2, 4, 2) : index
// CHECK-NEXT:   %13 = vector.transfer_read %arg0[%0#1, %12], %cst_3 {in_bounds = [true, true]} : memref<16x32xf16>, vector<1x2xf16>
// CHECK-NEXT:   %14 = vector.insert_strided_slice %13, %11 {offsets = [0, 1, 0, 0, 0, 0], strides = [1, 1]} : vector<1x2xf16> into vector<1x2x2x2x1x2xf16>
// CHECK-NEXT:   %15 = affine.linearize_index disjoint [%c1, %c1, %0#2, %c0] by (2, 2, 4, 2) : index
// CHECK-NEXT:   %16 = vector.transfer_read %arg0[%0#1, %15], %cst_3 {in_bounds = [true, true]} : memref<16x32xf16>, vector<1x2xf16>
// CHECK-NEXT:   %17 = vector.insert_strided_slice %16, %14 {offsets = [0, 1, 0, 1, 0, 0], strides = [1, 1]} : vector<1x2xf16> into vector<1x2x2x2x1x2xf16>
// CHECK-NEXT:   %18 = vector.transfer_read %arg0[%7, %12], %cst_3 {in_bounds = [true, true]} : memref<16x32xf16>, vector<1x2xf16>
// CHECK-NEXT:   %19 = vector.insert_strided_slice %18, %17 {offsets = [0, 1, 1, 0, 0, 0], strides = [1, 1]} : vector<1x2xf16> into vector<1x2x2x2x1x2xf16>
// CHECK-NEXT:   %20 = vector.transfer_read %arg0[%7, %15], %cst_3 {in_bounds = [true, true]} : memref<16x32xf16>, vector<1x2xf16>
// CHECK-NEXT:   %21 = vector.insert_strided_slice %20, %19 {offsets = [0, 1, 1, 1, 0, 0], strides = [1, 1]} : vector<1x2xf16> into vector<1x2x2x2x1x2xf16>
// CHECK-NEXT:   %22 = vector.transfer_read %arg1[%1, %0#1], %cst_3 {in_bounds = [true, true]} : memref<32x8xf16>, vector<2x1xf16>
// CHECK-NEXT:   %23 = vector.insert_strided_slice %22, %cst_0 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<2x1xf16> into vector<2x1x2x1x2x1xf16>
// CHECK-NEXT:   %24 = vector.transfer_read %arg1[%4, %0#1], %cst_3 {in_bounds = [true, true]} : memref<32x8xf16>, vector<2x1xf16>
// CHECK-NEXT:   %25 = vector.insert_strided_slice %24, %23 {offsets = [0, 0, 1, 0, 0, 0], strides = [1, 1]} : vector<2x1xf16> into vector<2x1x2x1x2x1xf16>
// CHECK-NEXT:   %26 = vector.transfer_read %arg1[%12, %0#1], %cst_3 {in_bounds = [true, true]} : memref<32x8xf16>, vector<2x1xf16>
// CHECK-NEXT:   %27 = vector.insert_strided_slice %26, %25 {offsets = [1, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<2x1xf16> into vector<2x1x2x1x2x1xf16>
// CHECK-NEXT:   %28 = vector.transfer_read %arg1[%15, %0#1], %cst_3 {in_bounds = [true, true]} : memref<32x8xf16>, vector<2x1xf16>
// CHECK-NEXT:   %29 = vector.insert_strided_slice %28, %27 {offsets = [1, 0, 1, 0, 0, 0], strides = [1, 1]} : vector<2x1xf16> into vector<2x1x2x1x2x1xf16>
// CHECK-NEXT:   %30 = vector.transfer_read %arg2[%0#1, %1], %cst_2 {in_bounds = [true, true]} : memref<16x8xf32>, vector<1x2xf32>
// CHECK-NEXT:   %31 = vector.insert_strided_slice %30, %cst {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x2xf32> into vector<1x1x2x1x1x2xf32>
// CHECK-NEXT:   %32 = vector.transfer_read %arg2[%7, %1], %cst_2 {in_bounds = [true, true]} : memref<16x8xf32>, vector<1x2xf32>
// CHECK-NEXT:   %33 = vector.insert_strided_slice %32, %31 {offsets = [0, 0, 1, 0, 0, 0], strides = [1, 1]} : vector<1x2xf32> into vector<1x1x2x1x1x2xf32>
// CHECK-NEXT:   %34 = vector.extract %33[0, 0] : vector<2x1x1x2xf32> from vector<1x1x2x1x1x2xf32>
// CHECK-NEXT:   %35 = vector.extract %21[0, 0] : vector<2x2x1x2xf16> from vector<1x2x2x2x1x2xf16>
// CHECK-NEXT:   %36 = vector.extract %29[0, 0] : vector<2x1x2x1xf16> from vector<2x1x2x1x2x1xf16>
// CHECK-NEXT:   %37 = vector.shape_cast %35 : vector<2x2x1x2xf16> to vector<2x2x2xf16>
// CHECK-NEXT:   %38 = vector.transpose %37, [1, 0, 2] : vector<2x2x2xf16> to vector<2x2x2xf16>
// CHECK-NEXT:   %39 = vector.shape_cast %38 : vector<2x2x2xf16> to vector<4x2xf16>
// CHECK-NEXT:   %40 = vector.shape_cast %36 : vector<2x1x2x1xf16> to vector<2x2xf16>
// CHECK-NEXT:   %41 = vector.shape_cast %34 : vector<2x1x1x2xf32> to vector<2x2xf32>
// CHECK-NEXT:   %42 = nvgpu.mma.sync(%39, %40, %41) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
// CHECK-NEXT:   %43 = vector.extract %21[0, 1] : vector<2x2x1x2xf16> from vector<1x2x2x2x1x2xf16>
// CHECK-NEXT:   %44 = vector.extract %29[1, 0] : vector<2x1x2x1xf16> from vector<2x1x2x1x2x1xf16>
// CHECK-NEXT:   %45 = vector.shape_cast %43 : vector<2x2x1x2xf16> to vector<2x2x2xf16>
// CHECK-NEXT:   %46 = vector.transpose %45, [1, 0, 2] : vector<2x2x2xf16> to vector<2x2x2xf16>
// CHECK-NEXT:   %47 = vector.shape_cast %46 : vector<2x2x2xf16> to vector<4x2xf16>
// CHECK-NEXT:   %48 = vector.shape_cast %44 : vector<2x1x2x1xf16> to vector<2x2xf16>
// CHECK-NEXT:   %49 = nvgpu.mma.sync(%47, %48, %42) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
// CHECK-NEXT:   %50 = vector.shape_cast %49 : vector<2x2xf32> to vector<2x1x1x2xf32>
// CHECK-NEXT:   %51 = vector.extract %50[0, 0] : vector<1x2xf32> from vector<2x1x1x2xf32>
// CHECK-NEXT:   vector.transfer_write %51, %arg2[%0#1, %1] {in_bounds = [true, true]} : vector<1x2xf32>, memref<16x8xf32>
// CHECK-NEXT:   %52 = vector.extract %50[1, 0] : vector<1x2xf32> from vector<2x1x1x2xf32>
// CHECK-NEXT:   vector.transfer_write %52, %arg2[%7, %1] {in_bounds = [true, true]} : vector<1x2xf32>, memref<16x8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @sync(%x: memref<16x32xf16>, %y: memref<32x8xf16>, %z: memref<16x8xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %q = arith.constant 0.0 : f32
  %a = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x32xf16>, vector<16x32xf16>
  %b = vector.transfer_read %y[%c0, %c0], %p {in_bounds = [true, true]} : memref<32x8xf16>, vector<32x8xf16>
  %c = vector.transfer_read %z[%c0, %c0], %q {in_bounds = [true, true]} : memref<16x8xf32>, vector<16x8xf32>
  %al = iree_vector_ext.to_layout %a to layout(#a) : vector<16x32xf16>
  %bl = iree_vector_ext.to_layout %b to layout(#b) : vector<32x8xf16>
  %cl = iree_vector_ext.to_layout %c to layout(#c) : vector<16x8xf32>
  %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<NV_MMA_SYNC_F32_16x8x16_F16>} %al, %bl, %cl : vector<16x32xf16>, vector<32x8xf16> into vector<16x8xf32>
  vector.transfer_write %d, %z[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xf32>, memref<16x8xf32>
  return
}
