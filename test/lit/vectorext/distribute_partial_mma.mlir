// RUN: optc %s --vectorext-distribute-nested-layout="workgroup-size=96 partial" -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:

// A matrix intrinsic of 64 lanes does not run in a last subgroup of 32.

#a = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 16]>
#b = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>
#maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]

func.func @product(%a: memref<16x16xf16>, %b: memref<16x16xf16>, %c: memref<16x16xf32>, %d: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %q = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %1 = vector.transfer_read %b[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %2 = vector.transfer_read %c[%c0, %c0], %q {in_bounds = [true, true]} : memref<16x16xf32>, vector<16x16xf32>
  %x = iree_vector_ext.to_layout %0 to layout(#a) : vector<16x16xf16>
  %y = iree_vector_ext.to_layout %1 to layout(#b) : vector<16x16xf16>
  %z = iree_vector_ext.to_layout %2 to layout(#b) : vector<16x16xf32>
  // CHECK: remark: 'vector.contract' op is not distributed: MFMA_F32_16x16x16_F16 needs 64 lanes, but the last subgroup of the workgroup has 32
  %r = vector.contract {indexing_maps = #maps, iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>} %x, %y, %z : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
  vector.transfer_write %r, %d[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  return
}
