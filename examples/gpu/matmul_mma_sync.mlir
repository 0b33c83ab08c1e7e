// Product of two matrices by the matrix instruction of NVIDIA: two subgroups of 32 lanes multiply
// tiles of 16x8x16 in a loop over the depth, and the layout of the instruction assigns elements
// to lanes.
//
//   optc --vectorext-distribute-nested-layout="workgroup-size=64,1,1 subgroup-size=32" --canonicalize --cse --verify-exec examples/gpu/matmul_mma_sync.mlir

#a = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 2], outer_tile = [2, 2], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [1, 0], thread_strides = [4, 1]>
#b = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 2], outer_tile = [2, 1], thread_tile = [4, 8], element_tile = [2, 1], subgroup_strides = [0, 0], thread_strides = [1, 4]>
#c = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 2], outer_tile = [2, 1], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [1, 0], thread_strides = [4, 1]>
func.func @matmul_mma_sync(%x: memref<32x128xf16> {llvm.noalias}, %y: memref<128x16xf16> {llvm.noalias}, %z: memref<32x16xf32> {llvm.noalias}) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %p = arith.constant 0.0 : f16
  %zero = arith.constant dense<0.0> : vector<32x16xf32>
  %init = iree_vector_ext.to_layout %zero to layout(#c) : vector<32x16xf32>
  %r = scf.for %k = %c0 to %c128 step %c32 iter_args(%acc = %init) -> (vector<32x16xf32>) {
    %a = vector.transfer_read %x[%c0, %k], %p {in_bounds = [true, true]} : memref<32x128xf16>, vector<32x32xf16>
    %b = vector.transfer_read %y[%k, %c0], %p {in_bounds = [true, true]} : memref<128x16xf16>, vector<32x16xf16>
    %al = iree_vector_ext.to_layout %a to layout(#a) : vector<32x32xf16>
    %bl = iree_vector_ext.to_layout %b to layout(#b) : vector<32x16xf16>
    %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<NV_MMA_SYNC_F32_16x8x16_F16>} %al, %bl, %acc : vector<32x32xf16>, vector<32x16xf16> into vector<32x16xf32>
    scf.yield %d : vector<32x16xf32>
  }
  vector.transfer_write %r, %z[%c0, %c0] {in_bounds = [true, true]} : vector<32x16xf32>, memref<32x16xf32>
  return
}
