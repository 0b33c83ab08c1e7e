// RUN: optc %s --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=128,1,1}),canonicalize,cse)' | FileCheck %s

// Two subgroups of 64 lanes multiply 16x16x16 tiles; the simulator knows which lane holds
// which elements of the instruction.
#a = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [2, 2], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [1, 0], thread_strides = [1, 16]>
#b = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>
#c = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [1, 0], thread_strides = [16, 1]>
// CHECK-LABEL: func.func @mfma(%arg0: memref<64x32xf16>, %arg1: memref<32x16xf16>, %arg2: memref<64x16xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2x1x1x1x4x1xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<2x1x1x1x4x1xf16>
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<2x2x1x1x1x4xf16>
// CHECK-NEXT:   %cst_2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %cst_3 = arith.constant 0.000000e+00 : f16
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 128
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (2, 64) : index, index, index
// CHECK-NEXT:   %1:3 = affine.delinearize_index %thread_id_x into (4, 16) : index, index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%0#1, %c0, %1#2] by (2, 2, 16) : index
// CHECK-NEXT:   %3 = affine.linearize_index disjoint [%1#1, %c0] by (4, 4) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%2, %3], %cst_3 {in_bounds = [true, true]} : memref<64x32xf16>, vector<1x4xf16>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %cst_1 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x4xf16> into vector<2x2x1x1x1x4xf16>
// CHECK-NEXT:   %6 = affine.linearize_index disjoint [%c1, %1#1, %c0] by (2, 4, 4) : index
// CHECK-NEXT:   %7 = vector.transfer_read %arg0[%2, %6], %cst_3 {in_bounds = [true, true]} : memref<64x32xf16>, vector<1x4xf16>
// CHECK-NEXT:   %8 = vector.insert_strided_slice %7, %5 {offsets = [0, 1, 0, 0, 0, 0], strides = [1, 1]} : vector<1x4xf16> into vector<2x2x1x1x1x4xf16>
// CHECK-NEXT:   %9 = affine.linearize_index disjoint [%0#1, %c1, %1#2] by (2, 2, 16) : index
// CHECK-NEXT:   %10 = vector.transfer_read %arg0[%9, %3], %cst_3 {in_bounds = [true, true]} : memref<64x32xf16>, vector<1x4xf16>
// CHECK-NEXT:   %11 = vector.insert_strided_slice %10, %8 {offsets = [1, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x4xf16> into vector<2x2x1x1x1x4xf16>
// CHECK-NEXT:   %12 = vector.transfer_read %arg0[%9, %6], %cst_3 {in_bounds = [true, true]} : memref<64x32xf16>, vector<1x4xf16>
// CHECK-NEXT:   %13 = vector.insert_strided_slice %12, %11 {offsets = [1, 1, 0, 0, 0, 0], strides = [1, 1]} : vector<1x4xf16> into vector<2x2x1x1x1x4xf16>
// CHECK-NEXT:   %14 = vector.transfer_read %arg1[%3, %1#2], %cst_3 {in_bounds = [true, true]} : memref<32x16xf16>, vector<4x1xf16>
// CHECK-NEXT:   %15 = vector.insert_strided_slice %14, %cst_0 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<4x1xf16> into vector<2x1x1x1x4x1xf16>
// CHECK-NEXT:   %16 = vector.transfer_read %arg1[%6, %1#2], %cst_3 {in_bounds = [true, true]} : memref<32x16xf16>, vector<4x1xf16>
// CHECK-NEXT:   %17 = vector.insert_strided_slice %16, %15 {offsets = [1, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<4x1xf16> into vector<2x1x1x1x4x1xf16>
// CHECK-NEXT:   %18 = affine.linearize_index disjoint [%0#1, %c0, %1#1, %c0] by (2, 2, 4, 4) : index
// CHECK-NEXT:   %19 = vector.transfer_read %arg2[%18, %1#2], %cst_2 {in_bounds = [true, true]} : memref<64x16xf32>, vector<4x1xf32>
// CHECK-NEXT:   %20 = vector.insert_strided_slice %19, %cst {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<4x1xf32> into vector<2x1x1x1x4x1xf32>
// CHECK-NEXT:   %21 = affine.linearize_index disjoint [%0#1, %c1, %1#1, %c0] by (2, 2, 4, 4) : index
// CHECK-NEXT:   %22 = vector.transfer_read %arg2[%21, %1#2], %cst_2 {in_bounds = [true, true]} : memref<64x16xf32>, vector<4x1xf32>
// CHECK-NEXT:   %23 = vector.insert_strided_slice %22, %20 {offsets = [1, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<4x1xf32> into vector<2x1x1x1x4x1xf32>
// CHECK-NEXT:   %24 = vector.extract %23[0, 0] : vector<1x1x4x1xf32> from vector<2x1x1x1x4x1xf32>
// CHECK-NEXT:   %25 = vector.extract %13[0, 0] : vector<1x1x1x4xf16> from vector<2x2x1x1x1x4xf16>
// CHECK-NEXT:   %26 = vector.extract %17[0, 0] : vector<1x1x4x1xf16> from vector<2x1x1x1x4x1xf16>
// CHECK-NEXT:   %27 = vector.shape_cast %25 : vector<1x1x1x4xf16> to vector<4xf16>
// CHECK-NEXT:   %28 = vector.shape_cast %26 : vector<1x1x4x1xf16> to vector<4xf16>
// CHECK-NEXT:   %29 = vector.shape_cast %24 : vector<1x1x4x1xf32> to vector<4xf32>
// CHECK-NEXT:   %30 = amdgpu.mfma 16x16x16 %27 * %28 + %29 blgp =  none : vector<4xf16>, vector<4xf16>, vector<4xf32>
// CHECK-NEXT:   %31 = vector.extract %13[0, 1] : vector<1x1x1x4xf16> from vector<2x2x1x1x1x4xf16>
// CHECK-NEXT:   %32 = vector.extract %17[1, 0] : vector<1x1x4x1xf16> from vector<2x1x1x1x4x1xf16>
// CHECK-NEXT:   %33 = vector.shape_cast %31 : vector<1x1x1x4xf16> to vector<4xf16>
// CHECK-NEXT:   %34 = vector.shape_cast %32 : vector<1x1x4x1xf16> to vector<4xf16>
// CHECK-NEXT:   %35 = amdgpu.mfma 16x16x16 %33 * %34 + %30 blgp =  none : vector<4xf16>, vector<4xf16>, vector<4xf32>
// CHECK-NEXT:   %36 = vector.extract %23[1, 0] : vector<1x1x4x1xf32> from vector<2x1x1x1x4x1xf32>
// CHECK-NEXT:   %37 = vector.extract %13[1, 0] : vector<1x1x1x4xf16> from vector<2x2x1x1x1x4xf16>
// CHECK-NEXT:   %38 = vector.shape_cast %37 : vector<1x1x1x4xf16> to vector<4xf16>
// CHECK-NEXT:   %39 = vector.shape_cast %36 : vector<1x1x4x1xf32> to vector<4xf32>
// CHECK-NEXT:   %40 = amdgpu.mfma 16x16x16 %38 * %28 + %39 blgp =  none : vector<4xf16>, vector<4xf16>, vector<4xf32>
// CHECK-NEXT:   %41 = vector.extract %13[1, 1] : vector<1x1x1x4xf16> from vector<2x2x1x1x1x4xf16>
// CHECK-NEXT:   %42 = vector.shape_cast %41 : vector<1x1x1x4xf16> to vector<4xf16>
// CHECK-NEXT:   %43 = amdgpu.mfma 16x16x16 %42 * %34 + %40 blgp =  none : vector<4xf16>, vector<4xf16>, vector<4xf32>
// CHECK-NEXT:   %44 = vector.shape_cast %35 : vector<4xf32> to vector<4x1xf32>
// CHECK-NEXT:   vector.transfer_write %44, %arg2[%18, %1#2] {in_bounds = [true, true]} : vector<4x1xf32>, memref<64x16xf32>
// CHECK-NEXT:   %45 = vector.shape_cast %43 : vector<4xf32> to vector<4x1xf32>
// CHECK-NEXT:   vector.transfer_write %45, %arg2[%21, %1#2] {in_bounds = [true, true]} : vector<4x1xf32>, memref<64x16xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @mfma(%x: memref<64x32xf16>, %y: memref<32x16xf16>, %z: memref<64x16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %q = arith.constant 0.0 : f32
  %a = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<64x32xf16>, vector<64x32xf16>
  %b = vector.transfer_read %y[%c0, %c0], %p {in_bounds = [true, true]} : memref<32x16xf16>, vector<32x16xf16>
  %c = vector.transfer_read %z[%c0, %c0], %q {in_bounds = [true, true]} : memref<64x16xf32>, vector<64x16xf32>
  %al = iree_vector_ext.to_layout %a to layout(#a) : vector<64x32xf16>
  %bl = iree_vector_ext.to_layout %b to layout(#b) : vector<32x16xf16>
  %cl = iree_vector_ext.to_layout %c to layout(#c) : vector<64x16xf32>
  %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>} %al, %bl, %cl : vector<64x32xf16>, vector<32x16xf16> into vector<64x16xf32>
  vector.transfer_write %d, %z[%c0, %c0] {in_bounds = [true, true]} : vector<64x16xf32>, memref<64x16xf32>
  return
}

#x = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 16]>
#y = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>
#z = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 16]>
// The columns of the result are held as rows, and the operands change places.
// CHECK-LABEL: func.func @columns(%arg0: memref<16x16xf16>, %arg1: memref<16x16xf16>, %arg2: memref<16x16xf32>, %arg3: memref<16x16xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x4xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<1x1x1x1x4x1xf16>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x4xf16>
// CHECK-NEXT:   %cst_2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %cst_3 = arith.constant 0.000000e+00 : f16
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 128
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (4, 16) : index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#1, %c0] by (4, 4) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%0#2, %1], %cst_3 {in_bounds = [true, true]} : memref<16x16xf16>, vector<1x4xf16>
// CHECK-NEXT:   %3 = vector.insert_strided_slice %2, %cst_1 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x4xf16> into vector<1x1x1x1x1x4xf16>
// CHECK-NEXT:   %4 = vector.transfer_read %arg1[%1, %0#2], %cst_3 {in_bounds = [true, true]} : memref<16x16xf16>, vector<4x1xf16>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %cst_0 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<4x1xf16> into vector<1x1x1x1x4x1xf16>
// CHECK-NEXT:   %6 = vector.transfer_read %arg2[%0#2, %1], %cst_2 {in_bounds = [true, true]} : memref<16x16xf32>, vector<1x4xf32>
// CHECK-NEXT:   %7 = vector.insert_strided_slice %6, %cst {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x4xf32> into vector<1x1x1x1x1x4xf32>
// CHECK-NEXT:   %8 = vector.extract %7[0, 0] : vector<1x1x1x4xf32> from vector<1x1x1x1x1x4xf32>
// CHECK-NEXT:   %9 = vector.extract %3[0, 0] : vector<1x1x1x4xf16> from vector<1x1x1x1x1x4xf16>
// CHECK-NEXT:   %10 = vector.extract %5[0, 0] : vector<1x1x4x1xf16> from vector<1x1x1x1x4x1xf16>
// CHECK-NEXT:   %11 = vector.shape_cast %9 : vector<1x1x1x4xf16> to vector<4xf16>
// CHECK-NEXT:   %12 = vector.shape_cast %10 : vector<1x1x4x1xf16> to vector<4xf16>
// CHECK-NEXT:   %13 = vector.shape_cast %8 : vector<1x1x1x4xf32> to vector<4xf32>
// CHECK-NEXT:   %14 = amdgpu.mfma 16x16x16 %12 * %11 + %13 blgp =  none : vector<4xf16>, vector<4xf16>, vector<4xf32>
// CHECK-NEXT:   %15:3 = affine.delinearize_index %thread_id_x into (2, 4, 16) : index, index, index
// CHECK-NEXT:   %16 = arith.cmpi eq, %15#0, %c0 : index
// CHECK-NEXT:   scf.if %16 {
// CHECK-NEXT:     %17 = vector.broadcast %14 : vector<4xf32> to vector<1x4xf32>
// CHECK-NEXT:     vector.transfer_write %17, %arg3[%0#2, %1] {in_bounds = [true, true]} : vector<1x4xf32>, memref<16x16xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @columns(%a: memref<16x16xf16>, %b: memref<16x16xf16>, %c: memref<16x16xf32>, %d: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %q = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %1 = vector.transfer_read %b[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %2 = vector.transfer_read %c[%c0, %c0], %q {in_bounds = [true, true]} : memref<16x16xf32>, vector<16x16xf32>
  %x = iree_vector_ext.to_layout %0 to layout(#x) : vector<16x16xf16>
  %y = iree_vector_ext.to_layout %1 to layout(#y) : vector<16x16xf16>
  %z = iree_vector_ext.to_layout %2 to layout(#z) : vector<16x16xf32>
  %r = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16, col_major = true>} %x, %y, %z : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
  vector.transfer_write %r, %d[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  return
}

#single_a = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [1, 16]>
#single_b = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>
#single_c = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>
// One number of each operand is no vector.
// CHECK-LABEL: func.func @single(%arg0: memref<16x4xf32>, %arg1: memref<4x16xf32>, %arg2: memref<16x16xf32>, %arg3: memref<16x16xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<1x1x1x1x4x1xf32>
// CHECK-NEXT:   %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 128
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (4, 16) : index, index, index
// CHECK-NEXT:   %1 = vector.transfer_read %arg0[%0#2, %0#1], %cst_0 {in_bounds = [true, true]} : memref<16x4xf32>, vector<1x1xf32>
// CHECK-NEXT:   %2 = vector.transfer_read %arg1[%0#1, %0#2], %cst_0 {in_bounds = [true, true]} : memref<4x16xf32>, vector<1x1xf32>
// CHECK-NEXT:   %3 = affine.linearize_index disjoint [%0#1, %c0] by (4, 4) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg2[%3, %0#2], %cst_0 {in_bounds = [true, true]} : memref<16x16xf32>, vector<4x1xf32>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %cst {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<4x1xf32> into vector<1x1x1x1x4x1xf32>
// CHECK-NEXT:   %6 = vector.extract %5[0, 0] : vector<1x1x4x1xf32> from vector<1x1x1x1x4x1xf32>
// CHECK-NEXT:   %7 = vector.extract %1[0, 0] : f32 from vector<1x1xf32>
// CHECK-NEXT:   %8 = vector.extract %2[0, 0] : f32 from vector<1x1xf32>
// CHECK-NEXT:   %9 = vector.shape_cast %6 : vector<1x1x4x1xf32> to vector<4xf32>
// CHECK-NEXT:   %10 = amdgpu.mfma 16x16x4 %7 * %8 + %9 blgp =  none : f32, f32, vector<4xf32>
// CHECK-NEXT:   %11:3 = affine.delinearize_index %thread_id_x into (2, 4, 16) : index, index, index
// CHECK-NEXT:   %12 = arith.cmpi eq, %11#0, %c0 : index
// CHECK-NEXT:   scf.if %12 {
// CHECK-NEXT:     %13 = vector.shape_cast %10 : vector<4xf32> to vector<4x1xf32>
// CHECK-NEXT:     vector.transfer_write %13, %arg3[%3, %0#2] {in_bounds = [true, true]} : vector<4x1xf32>, memref<16x16xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @single(%a: memref<16x4xf32>, %b: memref<4x16xf32>, %c: memref<16x16xf32>, %d: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x4xf32>, vector<16x4xf32>
  %y = vector.transfer_read %b[%c0, %c0], %z {in_bounds = [true, true]} : memref<4x16xf32>, vector<4x16xf32>
  %w = vector.transfer_read %c[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x16xf32>, vector<16x16xf32>
  %xl = iree_vector_ext.to_layout %x to layout(#single_a) : vector<16x4xf32>
  %yl = iree_vector_ext.to_layout %y to layout(#single_b) : vector<4x16xf32>
  %wl = iree_vector_ext.to_layout %w to layout(#single_c) : vector<16x16xf32>
  %r = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_16x16x4_F32>} %xl, %yl, %wl : vector<16x4xf32>, vector<4x16xf32> into vector<16x16xf32>
  %rl = iree_vector_ext.to_layout %r to layout(#single_c) : vector<16x16xf32>
  vector.transfer_write %rl, %d[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  return
}
