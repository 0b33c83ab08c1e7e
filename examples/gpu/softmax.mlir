// Softmax of the rows of a matrix: the maximum, the sum and the dividends have the layout
// of the rows.
//
//   optc --vectorext-distribute-nested-layout=workgroup-size=64,1,1 --canonicalize --cse --verify-exec examples/gpu/softmax.mlir

#rows = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 4],
  subgroup_strides = [0, 0], thread_strides = [8, 1]>

func.func @softmax(%m: memref<8x64xf32> {llvm.noalias}, %o: memref<8x64xf32> {llvm.noalias}) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %lowest = arith.constant dense<0xFF800000> : vector<8xf32>
  %x = vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x64xf32>, vector<8x64xf32>
  %a = iree_vector_ext.to_layout %x to layout(#rows) : vector<8x64xf32>
  %max = vector.multi_reduction <maximumf>, %a, %lowest [1] : vector<8x64xf32> to vector<8xf32>
  %maxs = vector.broadcast %max : vector<8xf32> to vector<64x8xf32>
  %maxt = vector.transpose %maxs, [1, 0] : vector<64x8xf32> to vector<8x64xf32>
  %d = arith.subf %a, %maxt : vector<8x64xf32>
  %e = math.exp %d : vector<8x64xf32>
  %sum = vector.multi_reduction <add>, %e, %zero [1] : vector<8x64xf32> to vector<8xf32>
  %sums = vector.broadcast %sum : vector<8xf32> to vector<64x8xf32>
  %sumt = vector.transpose %sums, [1, 0] : vector<64x8xf32> to vector<8x64xf32>
  %r = arith.divf %e, %sumt : vector<8x64xf32>
  vector.transfer_write %r, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x64xf32>, memref<8x64xf32>
  return
}
