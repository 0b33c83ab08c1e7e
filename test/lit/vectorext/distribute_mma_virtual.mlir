// RUN: optc %s --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=128,1,1}))' | FileCheck %s

// A virtual instruction of 32 along K is two of 16, each of half of what a lane holds.
#va = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 8], subgroup_strides = [1, 0], thread_strides = [1, 16]>
#vb = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [8, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>
#vc = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [1, 0], thread_strides = [16, 1]>
// CHECK-LABEL: func.func @virtual(%arg0: memref<32x32xf16>, %arg1: memref<32x16xf16>, %arg2: memref<32x16xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<1x1x1x1x4x1xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<1x1x1x1x8x1xf16>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x8xf16>
// CHECK-NEXT:   %cst_2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %cst_3 = arith.constant 0.000000e+00 : f16
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 128
// CHECK-NEXT:   %0:4 = affine.delinearize_index %thread_id_x into (2, 1, 64) : index, index, index, index
// CHECK-NEXT:   %1:3 = affine.delinearize_index %thread_id_x into (4, 16) : index, index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%0#1, %c0, %c0, %1#2, %c0] by (2, 1, 1, 16, 1) : index
// CHECK-NEXT:   %3 = affine.linearize_index disjoint [%0#2, %c0, %c0, %1#1, %c0] by (1, 1, 1, 4, 8) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%2, %3], %cst_3 {in_bounds = [true, true]} : memref<32x32xf16>, vector<1x8xf16>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %cst_1 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x8xf16> into vector<1x1x1x1x1x8xf16>
// CHECK-NEXT:   %6:4 = affine.delinearize_index %thread_id_x into (1, 1, 64) : index, index, index, index
// CHECK-NEXT:   %7:3 = affine.delinearize_index %thread_id_x into (4, 16) : index, index, index
// CHECK-NEXT:   %8 = affine.linearize_index disjoint [%6#2, %c0, %c0, %7#1, %c0] by (1, 1, 1, 4, 8) : index
// CHECK-NEXT:   %9 = affine.linearize_index disjoint [%6#1, %c0, %c0, %7#2, %c0] by (1, 1, 1, 16, 1) : index
// CHECK-NEXT:   %10 = vector.transfer_read %arg1[%8, %9], %cst_3 {in_bounds = [true, true]} : memref<32x16xf16>, vector<8x1xf16>
// CHECK-NEXT:   %11 = vector.insert_strided_slice %10, %cst_0 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<8x1xf16> into vector<1x1x1x1x8x1xf16>
// CHECK-NEXT:   %12:4 = affine.delinearize_index %thread_id_x into (2, 1, 64) : index, index, index, index
// CHECK-NEXT:   %13:3 = affine.delinearize_index %thread_id_x into (4, 16) : index, index, index
// CHECK-NEXT:   %14 = affine.linearize_index disjoint [%12#1, %c0, %c0, %13#1, %c0] by (2, 1, 1, 4, 4) : index
// CHECK-NEXT:   %15 = affine.linearize_index disjoint [%12#2, %c0, %c0, %13#2, %c0] by (1, 1, 1, 16, 1) : index
// CHECK-NEXT:   %16 = vector.transfer_read %arg2[%14, %15], %cst_2 {in_bounds = [true, true]} : memref<32x16xf32>, vector<4x1xf32>
// CHECK-NEXT:   %17 = vector.insert_strided_slice %16, %cst {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<4x1xf32> into vector<1x1x1x1x4x1xf32>
// CHECK-NEXT:   %18 = vector.extract %17[0, 0] : vector<1x1x4x1xf32> from vector<1x1x1x1x4x1xf32>
// CHECK-NEXT:   %19 = vector.extract %5[0, 0] : vector<1x1x1x8xf16> from vector<1x1x1x1x1x8xf16>
// CHECK-NEXT:   %20 = vector.extract %11[0, 0] : vector<1x1x8x1xf16> from vector<1x1x1x1x8x1xf16>
// CHECK-NEXT:   %21 = vector.shape_cast %19 : vector<1x1x1x8xf16> to vector<8xf16>
// CHECK-NEXT:   %22 = vector.shape_cast %20 : vector<1x1x8x1xf16> to vector<8xf16>
// CHECK-NEXT:   %23 = vector.shape_cast %18 : vector<1x1x4x1xf32> to vector<4xf32>
// CHECK-NEXT:   %24 = vector.extract_strided_slice %21 {offsets = [0], sizes = [4], strides = [1]} : vector<8xf16> to vector<4xf16>
// CHECK-NEXT:   %25 = vector.extract_strided_slice %22 {offsets = [0], sizes = [4], strides = [1]} : vector<8xf16> to vector<4xf16>
// CHECK-NEXT:   %26 = amdgpu.mfma 16x16x16 %24 * %25 + %23 blgp =  none : vector<4xf16>, vector<4xf16>, vector<4xf32>
// CHECK-NEXT:   %27 = vector.extract_strided_slice %21 {offsets = [4], sizes = [4], strides = [1]} : vector<8xf16> to vector<4xf16>
// CHECK-NEXT:   %28 = vector.extract_strided_slice %22 {offsets = [4], sizes = [4], strides = [1]} : vector<8xf16> to vector<4xf16>
// CHECK-NEXT:   %29 = amdgpu.mfma 16x16x16 %27 * %28 + %26 blgp =  none : vector<4xf16>, vector<4xf16>, vector<4xf32>
// CHECK-NEXT:   %30 = vector.shape_cast %29 : vector<4xf32> to vector<1x1x4x1xf32>
// CHECK-NEXT:   %31:5 = affine.delinearize_index %thread_id_x into (1, 2, 4, 16, 1) : index, index, index, index, index
// CHECK-NEXT:   %32 = arith.cmpi eq, %31#0, %c0 : index
// CHECK-NEXT:   %33:4 = affine.delinearize_index %thread_id_x into (2, 1, 64) : index, index, index, index
// CHECK-NEXT:   %34:3 = affine.delinearize_index %thread_id_x into (4, 16) : index, index, index
// CHECK-NEXT:   scf.if %32 {
// CHECK-NEXT:     %35 = affine.linearize_index disjoint [%33#1, %c0, %c0, %34#1, %c0] by (2, 1, 1, 4, 4) : index
// CHECK-NEXT:     %36 = affine.linearize_index disjoint [%33#2, %c0, %c0, %34#2, %c0] by (1, 1, 1, 16, 1) : index
// CHECK-NEXT:     %37 = vector.extract %30[0, 0] : vector<4x1xf32> from vector<1x1x4x1xf32>
// CHECK-NEXT:     vector.transfer_write %37, %arg2[%35, %36] {in_bounds = [true, true]} : vector<4x1xf32>, memref<32x16xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @virtual(%x: memref<32x32xf16>, %y: memref<32x16xf16>, %z: memref<32x16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %q = arith.constant 0.0 : f32
  %a = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<32x32xf16>, vector<32x32xf16>
  %b = vector.transfer_read %y[%c0, %c0], %p {in_bounds = [true, true]} : memref<32x16xf16>, vector<32x16xf16>
  %c = vector.transfer_read %z[%c0, %c0], %q {in_bounds = [true, true]} : memref<32x16xf32>, vector<32x16xf32>
  %al = iree_vector_ext.to_layout %a to layout(#va) : vector<32x32xf16>
  %bl = iree_vector_ext.to_layout %b to layout(#vb) : vector<32x16xf16>
  %cl = iree_vector_ext.to_layout %c to layout(#vc) : vector<32x16xf32>
  %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.virtual_mma_layout<VMFMA_F32_16x16x32_F16>} %al, %bl, %cl : vector<32x32xf16>, vector<32x16xf16> into vector<32x16xf32>
  vector.transfer_write %d, %z[%c0, %c0] {in_bounds = [true, true]} : vector<32x16xf32>, memref<32x16xf32>
  return
}
