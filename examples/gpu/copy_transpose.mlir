// A transposed copy: threads read along the rows of the source and write along the rows of
// the target. In between, the elements move to other threads, by shuffles or through workgroup memory.
//
//   optc --vectorext-distribute-nested-layout=workgroup-size=64,1,1 --canonicalize --cse --verify-exec examples/gpu/copy_transpose.mlir

#from = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 4],
  subgroup_strides = [0, 0], thread_strides = [8, 1]>
#to = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4],
  subgroup_strides = [0, 0], thread_strides = [4, 1]>

func.func @copy_transpose(%m: memref<16x32xf32> {llvm.noalias}, %o: memref<32x16xf32> {llvm.noalias}) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %x = vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x32xf32>, vector<16x32xf32>
  %a = iree_vector_ext.to_layout %x to layout(#from) : vector<16x32xf32>
  %t = vector.transpose %a, [1, 0] : vector<16x32xf32> to vector<32x16xf32>
  %b = iree_vector_ext.to_layout %t to layout(#to) : vector<32x16xf32>
  vector.transfer_write %b, %o[%c0, %c0] {in_bounds = [true, true]} : vector<32x16xf32>, memref<32x16xf32>
  return
}
