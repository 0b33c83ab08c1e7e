// Elements are written to the positions that an index assigns to them, as in a permutation of rows.
//
//   optc --vectorext-distribute-nested-layout=workgroup-size=64,1,1 --canonicalize --cse --verify-exec examples/gpu/scatter.mlir

#rows = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2],
  subgroup_strides = [0, 0], thread_strides = [8, 1]>
#row = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [1],
  subgroup_strides = [0], thread_strides = [8]>

func.func @scatter(%m: memref<8x16xf32> {llvm.noalias}, %o: memref<8x16xf32> {llvm.noalias}) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %places = arith.constant dense<7> : vector<8xindex>
  %steps = vector.step : vector<8xindex>
  %reversed = arith.subi %places, %steps : vector<8xindex>
  %i = iree_vector_ext.to_layout %reversed to layout(#row) : vector<8xindex>
  %x = vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x16xf32>, vector<8x16xf32>
  %a = iree_vector_ext.to_layout %x to layout(#rows) : vector<8x16xf32>
  iree_vector_ext.transfer_scatter %a into %o[%c0, %c0] [%i : vector<8xindex>] {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]}
    : vector<8x16xf32>, memref<8x16xf32>
  return
}
