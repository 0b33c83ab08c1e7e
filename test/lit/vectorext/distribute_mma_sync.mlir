// RUN: optc %s --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=32,1,1 subgroup-size=32}),canonicalize,cse)' | FileCheck %s

// CHECK-LABEL: @sync
// CHECK-COUNT-2: nvgpu.mma.sync
// CHECK-NOT: nvgpu.mma.sync
#a = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [2, 2], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [4, 1]>
#b = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [2, 1], thread_tile = [4, 8], element_tile = [2, 1], subgroup_strides = [0, 0], thread_strides = [1, 4]>
#c = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [2, 1], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [4, 1]>
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
