// Layer norm of the rows of a matrix, in a workgroup of 16 x 4 threads.
//
//   optc --vectorext-distribute-nested-layout=workgroup-size=16,4,1 --canonicalize --cse --verify-exec examples/gpu/layer_norm.mlir

#rows = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 16], element_tile = [1, 4],
  subgroup_strides = [0, 0], thread_strides = [16, 1]>

func.func @layer_norm(%m: memref<8x64xf32> {llvm.noalias}, %o: memref<8x64xf32> {llvm.noalias}) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [16, 4, 1]>} {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %count = arith.constant dense<64.0> : vector<8xf32>
  %epsilon = arith.constant dense<1.0e-5> : vector<8xf32>
  %x = vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x64xf32>, vector<8x64xf32>
  %a = iree_vector_ext.to_layout %x to layout(#rows) : vector<8x64xf32>
  %sum = vector.multi_reduction <add>, %a, %zero [1] : vector<8x64xf32> to vector<8xf32>
  %mean = arith.divf %sum, %count : vector<8xf32>
  %means = vector.broadcast %mean : vector<8xf32> to vector<64x8xf32>
  %meant = vector.transpose %means, [1, 0] : vector<64x8xf32> to vector<8x64xf32>
  %d = arith.subf %a, %meant : vector<8x64xf32>
  %d2 = arith.mulf %d, %d : vector<8x64xf32>
  %squares = vector.multi_reduction <add>, %d2, %zero [1] : vector<8x64xf32> to vector<8xf32>
  %variance = arith.divf %squares, %count : vector<8xf32>
  %v = arith.addf %variance, %epsilon : vector<8xf32>
  %deviation = math.sqrt %v : vector<8xf32>
  %devs = vector.broadcast %deviation : vector<8xf32> to vector<64x8xf32>
  %devt = vector.transpose %devs, [1, 0] : vector<64x8xf32> to vector<8x64xf32>
  %r = arith.divf %d, %devt : vector<8x64xf32>
  vector.transfer_write %r, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x64xf32>, memref<8x64xf32>
  return
}
