// The index of the largest element of a line, and the first such index if there are several.
//
//   optc --vectorext-distribute-nested-layout="workgroup-size=64,1,1 subgroup-size=32" --canonicalize --cse --verify-exec examples/gpu/arg_max.mlir

#line = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [2], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [1], thread_strides = [4]>
#point = #iree_vector_ext.nested_layout<subgroup_tile = [], batch_tile = [], outer_tile = [], thread_tile = [], element_tile = [], subgroup_strides = [], thread_strides = []>

func.func @arg_max(%m: memref<64xi32> {llvm.noalias}, %o: memref<index> {llvm.noalias}) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %lowest = arith.constant dense<-2147483648> : vector<i32>
  %none = arith.constant dense<-1> : vector<index>
  %x = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<64xi32>, vector<64xi32>
  %y = iree_vector_ext.to_layout %x to layout(#line) : vector<64xi32>
  %i = iree_vector_ext.to_layout %lowest to layout(#point) : vector<i32>
  %j = iree_vector_ext.to_layout %none to layout(#point) : vector<index>
  %v, %k = iree_vector_ext.arg_compare dimension(0) ins(%y : vector<64xi32>) inits(%i, %j : vector<i32>, vector<index>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi sgt, %a, %b : i32
    iree_vector_ext.yield %c : i1
  } -> vector<i32>, vector<index>
  %w = iree_vector_ext.to_layout %v to layout(#point) : vector<i32>
  %l = iree_vector_ext.to_layout %k to layout(#point) : vector<index>
  vector.transfer_write %l, %o[] : vector<index>, memref<index>
  return
}
