// RUN: optc %s --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=128,1,1}))' | FileCheck %s

// A virtual instruction of 32 along K is two of 16, each of half of what a lane holds.
#va = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 8], subgroup_strides = [1, 0], thread_strides = [1, 16]>
#vb = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [8, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>
#vc = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [1, 0], thread_strides = [16, 1]>
// CHECK-LABEL: @virtual
// CHECK-DAG:     %[[A0:.*]] = vector.extract_strided_slice %[[A:.*]] {offsets = [0], sizes = [4], strides = [1]}
// CHECK-DAG:     %[[B0:.*]] = vector.extract_strided_slice %[[B:.*]] {offsets = [0], sizes = [4], strides = [1]}
// CHECK:         %[[HALF:.*]] = amdgpu.mfma 16x16x16 %[[A0]] * %[[B0]]
// CHECK-DAG:     %[[A1:.*]] = vector.extract_strided_slice %[[A]] {offsets = [4], sizes = [4], strides = [1]}
// CHECK-DAG:     %[[B1:.*]] = vector.extract_strided_slice %[[B]] {offsets = [4], sizes = [4], strides = [1]}
// CHECK:         amdgpu.mfma 16x16x16 %[[A1]] * %[[B1]] + %[[HALF]]
// CHECK-NOT:     amdgpu.mfma
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
