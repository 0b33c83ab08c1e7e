// Product of two matrices of 4096 x 4096 numbers in bf16, with sums in f32, by a person's recipe: a workgroup of four subgroups computes a
// tile of 128 x 128. Three buffers of workgroup memory hold tiles of 128 x 32 and 32 x 128: copies (cp.async) fill the next
// two while the subgroups multiply the third, which they read as matrices (ldmatrix). The results pass through workgroup
// memory once more, so that each store has 16 bytes.
//
//   optc export --target sm_80 -o matmul examples/gpu/large/matmul_bf16.mlir

#copy_a = #iree_vector_ext.nested_layout<
  subgroup_tile = [4, 1], batch_tile = [4, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 8],
  subgroup_strides = [1, 0], thread_strides = [4, 1]>
#copy_b = #iree_vector_ext.nested_layout<
  subgroup_tile = [4, 1], batch_tile = [4, 1], outer_tile = [1, 1], thread_tile = [2, 16], element_tile = [1, 8],
  subgroup_strides = [1, 0], thread_strides = [16, 1]>
#a = #iree_vector_ext.nested_layout<
  subgroup_tile = [2, 1], batch_tile = [4, 2], outer_tile = [2, 2], thread_tile = [8, 4], element_tile = [1, 2],
  subgroup_strides = [2, 0], thread_strides = [4, 1]>
#b = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 2], batch_tile = [2, 8], outer_tile = [2, 1], thread_tile = [4, 8], element_tile = [2, 1],
  subgroup_strides = [0, 1], thread_strides = [1, 4]>
#c = #iree_vector_ext.nested_layout<
  subgroup_tile = [2, 2], batch_tile = [4, 8], outer_tile = [2, 1], thread_tile = [8, 4], element_tile = [1, 2],
  subgroup_strides = [2, 1], thread_strides = [4, 1]>
#store = #iree_vector_ext.nested_layout<
  subgroup_tile = [4, 1], batch_tile = [16, 1], outer_tile = [1, 1], thread_tile = [2, 16], element_tile = [1, 8],
  subgroup_strides = [1, 0], thread_strides = [16, 1]>

func.func @matmul(%x: memref<4096x4096xbf16> {llvm.noalias}, %y: memref<4096x4096xbf16> {llvm.noalias}, %z: memref<4096x4096xbf16> {llvm.noalias})
attributes {gpu.stages = 3 : i64, gpu.known_grid_size = array<i32: 32, 32, 1>,
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [128, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %c4096 = arith.constant 4096 : index
  %pad = arith.constant 0.0 : bf16
  %zero = arith.constant dense<0.0> : vector<128x128xf32>
  %block_x = gpu.block_id x
  %block_y = gpu.block_id y
  %row = arith.muli %block_y, %c128 : index
  %column = arith.muli %block_x, %c128 : index
  %init = iree_vector_ext.to_layout %zero to layout(#c) : vector<128x128xf32>
  %sum = scf.for %k = %c0 to %c4096 step %c32 iter_args(%acc = %init) -> (vector<128x128xf32>) {
    %a_read = vector.transfer_read %x[%row, %k], %pad {in_bounds = [true, true]} : memref<4096x4096xbf16>, vector<128x32xbf16>
    %b_read = vector.transfer_read %y[%k, %column], %pad {in_bounds = [true, true]} : memref<4096x4096xbf16>, vector<32x128xbf16>
    %a_copied = iree_vector_ext.to_layout %a_read to layout(#copy_a) : vector<128x32xbf16>
    %b_copied = iree_vector_ext.to_layout %b_read to layout(#copy_b) : vector<32x128xbf16>
    %a = iree_vector_ext.to_layout %a_copied to layout(#a) : vector<128x32xbf16>
    %b = iree_vector_ext.to_layout %b_copied to layout(#b) : vector<32x128xbf16>
    %next = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<NV_MMA_SYNC_F32_16x8x16_BF16>}
    %a, %b, %acc : vector<128x32xbf16>, vector<32x128xbf16> into vector<128x128xf32>
    scf.yield %next : vector<128x128xf32>
  }
  %rounded = arith.truncf %sum : vector<128x128xf32> to vector<128x128xbf16>
  %held = iree_vector_ext.to_layout %rounded to layout(#c) : vector<128x128xbf16>
  %rows = iree_vector_ext.to_layout %held to layout(#store) : vector<128x128xbf16>
  vector.transfer_write %rows, %z[%row, %column] {in_bounds = [true, true]} : vector<128x128xbf16>, memref<4096x4096xbf16>
  return
}
