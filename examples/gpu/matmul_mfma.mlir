// Product of two matrices by matrix instructions: each of two subgroups multiplies tiles of
// 16x16x16, and the layout of the instruction assigns elements to lanes.
//
//   optc --vectorext-distribute-nested-layout=workgroup-size=128,1,1 --canonicalize --cse --verify-exec examples/gpu/matmul_mfma.mlir

#a = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [2, 2], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4], subgroup_strides = [1, 0], thread_strides = [1, 16]>
#b = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [16, 1]>
#c = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [4, 1], subgroup_strides = [1, 0], thread_strides = [16, 1]>
func.func @matmul_mfma(%x: memref<64x32xf16> {llvm.noalias}, %y: memref<32x16xf16> {llvm.noalias}, %z: memref<64x16xf32> {llvm.noalias}) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [128, 1, 1]>} {
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
