// Adds a row to every row of a matrix of any extents. The extents are arguments of the kernel. Each workgroup takes every third tile of
// eight rows, and masks the elements that are behind the last row or the last column.
//
//   optc build --target sm_80 -o add_bias examples/gpu/dynamic/add_bias.mlir
//   optc run add_bias --input x=x.npy --input bias=bias.npy --shape y=37x101 --print y

#tile = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 4],
  subgroup_strides = [0, 0], thread_strides = [8, 1]>

func.func @add_bias(%x: memref<?x?xf32> {llvm.noalias}, %bias: memref<?xf32> {llvm.noalias}, %y: memref<?x?xf32> {llvm.noalias}) attributes {
  gpu.known_grid_size = array<i32: 3, 1, 1>,
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %pad = arith.constant 0.0 : f32
  %rows = memref.dim %x, %c0 : memref<?x?xf32>
  %columns = memref.dim %x, %c1 : memref<?x?xf32>
  %b = gpu.block_id x
  %g = gpu.grid_dim x
  %first = arith.muli %b, %c8 : index
  %step = arith.muli %g, %c8 : index
  scf.for %i = %first to %rows step %step {
    scf.for %j = %c0 to %columns step %c32 {
      %xs = vector.transfer_read %x[%i, %j], %pad : memref<?x?xf32>, vector<8x32xf32>
      %xl = iree_vector_ext.to_layout %xs to layout(#tile) : vector<8x32xf32>
      %bs = vector.transfer_read %bias[%j], %pad {permutation_map = affine_map<(d0) -> (0, d0)>, in_bounds = [true, false]} : memref<?xf32>, vector<8x32xf32>
      %bl = iree_vector_ext.to_layout %bs to layout(#tile) : vector<8x32xf32>
      %s = arith.addf %xl, %bl : vector<8x32xf32>
      vector.transfer_write %s, %y[%i, %j] : vector<8x32xf32>, memref<?x?xf32>
    }
  }
  return
}
