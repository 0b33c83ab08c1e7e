// Product of two matrices in a loop over blocks of the depth. The depth is divided among
// four lanes, whose partial sums are added in every step.
//
//   optc --vectorext-distribute-nested-layout=workgroup-size=64,1,1 --canonicalize --cse --verify-exec examples/gpu/matmul.mlir

#lhs = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4],
  subgroup_strides = [0, 0], thread_strides = [4, 1]>
#rhs = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 1], element_tile = [4, 8],
  subgroup_strides = [0, 0], thread_strides = [1, 0]>
#out = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 1], element_tile = [1, 8],
  subgroup_strides = [0, 0], thread_strides = [4, 0]>

func.func @matmul(%x: memref<16x64xf32> {llvm.noalias}, %y: memref<64x8xf32> {llvm.noalias}, %z: memref<16x8xf32> {llvm.noalias}) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %pad = arith.constant 0.0 : f32
  %zero = arith.constant dense<0.0> : vector<16x8xf32>
  %init = iree_vector_ext.to_layout %zero to layout(#out) : vector<16x8xf32>
  %sum = scf.for %k = %c0 to %c64 step %c16 iter_args(%acc = %init) -> (vector<16x8xf32>) {
    %a = vector.transfer_read %x[%c0, %k], %pad {in_bounds = [true, true]} : memref<16x64xf32>, vector<16x16xf32>
    %b = vector.transfer_read %y[%k, %c0], %pad {in_bounds = [true, true]} : memref<64x8xf32>, vector<16x8xf32>
    %al = iree_vector_ext.to_layout %a to layout(#lhs) : vector<16x16xf32>
    %bl = iree_vector_ext.to_layout %b to layout(#rhs) : vector<16x8xf32>
    %c = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %al, %bl, %acc
      : vector<16x16xf32>, vector<16x8xf32> into vector<16x8xf32>
    scf.yield %c : vector<16x8xf32>
  }
  vector.transfer_write %sum, %z[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xf32>, memref<16x8xf32>
  return
}
