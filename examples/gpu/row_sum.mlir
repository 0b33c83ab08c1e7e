// Sums of the rows of a matrix: each row is spread over eight lanes of two subgroups.
//
//   optc --vectorext-distribute-nested-layout=workgroup-size=128,1,1 --canonicalize --cse --verify-exec examples/gpu/row_sum.mlir

#rows = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 2], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 4],
  subgroup_strides = [0, 1], thread_strides = [8, 1]>

func.func @row_sum(%m: memref<8x128xf32> {llvm.noalias}, %sum: memref<8xf32> {llvm.noalias}) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [128, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %x = vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x128xf32>, vector<8x128xf32>
  %a = iree_vector_ext.to_layout %x to layout(#rows) : vector<8x128xf32>
  %s = vector.multi_reduction <add>, %a, %zero [1] : vector<8x128xf32> to vector<8xf32>
  vector.transfer_write %s, %sum[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}
