// Running sums of a line, and the total, over two subgroups of 32 lanes.
//
//   optc --vectorext-distribute-nested-layout="workgroup-size=64,1,1 subgroup-size=32" --canonicalize --cse --verify-exec examples/gpu/scan.mlir

#line = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [2], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [1], thread_strides = [4]>
#point = #iree_vector_ext.nested_layout<subgroup_tile = [], batch_tile = [], outer_tile = [], thread_tile = [], element_tile = [], subgroup_strides = [], thread_strides = []>

func.func @scan(%m: memref<64xi32> {llvm.noalias}, %o: memref<64xi32> {llvm.noalias}, %s: memref<i32> {llvm.noalias}) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %z = arith.constant dense<7> : vector<i32>
  %x = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<64xi32>, vector<64xi32>
  %y = iree_vector_ext.to_layout %x to layout(#line) : vector<64xi32>
  %i = iree_vector_ext.to_layout %z to layout(#point) : vector<i32>
  %r:2 = vector.scan <add>, %y, %i {inclusive = false, reduction_dim = 0 : i64} : vector<64xi32>, vector<i32>
  %a = iree_vector_ext.to_layout %r#0 to layout(#line) : vector<64xi32>
  %b = iree_vector_ext.to_layout %r#1 to layout(#point) : vector<i32>
  vector.transfer_write %a, %o[%c0] {in_bounds = [true]} : vector<64xi32>, memref<64xi32>
  vector.transfer_write %b, %s[] : vector<i32>, memref<i32>
  return
}
