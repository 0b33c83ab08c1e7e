// RUN: optc %s --verify-exec --vectorext-distribute-nested-layout=workgroup-size=64 --canonicalize --cse | FileCheck %s

#lhs = #iree_map.pack_layout<(16, (4, 4)) : (1, (16, 0))>
#rhs = #iree_map.pack_layout<((4, 4), 16) : ((16, 0), 1)>

// Layouts of iree_map that hold the operands as a matrix instruction does.
// CHECK-LABEL: func.func @product(%arg0: memref<16x16xf16>, %arg1: memref<16x16xf16>, %arg2: memref<16x16xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT:   %cst_0 = arith.constant 0.000000e+00 : f16
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 64
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (4, 16) : index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index [%0#1, %c0] by (4, 4) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%0#2, %1], %cst_0 {in_bounds = [true, true]} : memref<16x16xf16>, vector<1x4xf16>
// CHECK-NEXT:   %3 = vector.transfer_read %arg1[%1, %0#2], %cst_0 {in_bounds = [true, true]} : memref<16x16xf16>, vector<4x1xf16>
// CHECK-NEXT:   %4 = vector.shape_cast %2 : vector<1x4xf16> to vector<4xf16>
// CHECK-NEXT:   %5 = vector.shape_cast %3 : vector<4x1xf16> to vector<4xf16>
// CHECK-NEXT:   %6 = amdgpu.mfma 16x16x16 %4 * %5 + %cst blgp =  none : vector<4xf16>, vector<4xf16>, vector<4xf32>
// CHECK-NEXT:   %7 = vector.shape_cast %6 : vector<4xf32> to vector<4x1xf32>
// CHECK-NEXT:   vector.transfer_write %7, %arg2[%1, %0#2] {in_bounds = [true, true]} : vector<4x1xf32>, memref<16x16xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @product(%m: memref<16x16xf16>, %n: memref<16x16xf16>, %o: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f16
  %zeros = arith.constant dense<0.0> : vector<16x16xf32>
  %x = vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %y = vector.transfer_read %n[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %a = iree_vector_ext.to_layout %x to layout(#lhs) : vector<16x16xf16>
  %b = iree_vector_ext.to_layout %y to layout(#rhs) : vector<16x16xf16>
  %c = iree_vector_ext.to_layout %zeros to layout(#rhs) : vector<16x16xf32>
  %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>} %a, %b, %c : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
  vector.transfer_write %d, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  return
}
