// Attention with a causal mask: 4096 rows of 128 numbers. A workgroup of four subgroups computes 64 rows, each subgroup 16, and passes
// over tiles of 64 keys and values up to its own rows. The next tiles are copied while it computes with a tile. The maximum and the sum of
// each row are carried along, and earlier results are scaled when a larger maximum is found. The layout of the weights is
// already that of a factor, so that they stay in registers between the two products.
//
//   optc export --target sm_80 -o attention examples/gpu/large/attention.mlir

#copy = #iree_vector_ext.nested_layout<
  subgroup_tile = [4, 1], batch_tile = [8, 1], outer_tile = [1, 1], thread_tile = [2, 16], element_tile = [1, 8],
  subgroup_strides = [1, 0], thread_strides = [16, 1]>
#q = #iree_vector_ext.nested_layout<
  subgroup_tile = [4, 1], batch_tile = [1, 8], outer_tile = [2, 2], thread_tile = [8, 4], element_tile = [1, 2],
  subgroup_strides = [1, 0], thread_strides = [4, 1]>
#k = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [8, 8], outer_tile = [1, 2], thread_tile = [8, 4], element_tile = [1, 2],
  subgroup_strides = [0, 0], thread_strides = [4, 1]>
#scores = #iree_vector_ext.nested_layout<
  subgroup_tile = [4, 1], batch_tile = [1, 8], outer_tile = [2, 1], thread_tile = [8, 4], element_tile = [1, 2],
  subgroup_strides = [1, 0], thread_strides = [4, 1]>
#weights = #iree_vector_ext.nested_layout<
  subgroup_tile = [4, 1], batch_tile = [1, 4], outer_tile = [2, 2], thread_tile = [8, 4], element_tile = [1, 2],
  subgroup_strides = [1, 0], thread_strides = [4, 1]>
#v = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [4, 16], outer_tile = [2, 1], thread_tile = [4, 8], element_tile = [2, 1],
  subgroup_strides = [0, 0], thread_strides = [1, 4]>
#o = #iree_vector_ext.nested_layout<
  subgroup_tile = [4, 1], batch_tile = [1, 16], outer_tile = [2, 1], thread_tile = [8, 4], element_tile = [1, 2],
  subgroup_strides = [1, 0], thread_strides = [4, 1]>

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

func.func @attention(%q: memref<4096x128xf16> {llvm.noalias}, %k: memref<4096x128xf16> {llvm.noalias}, %v: memref<4096x128xf16> {llvm.noalias},
  %o: memref<4096x128xf16> {llvm.noalias})
attributes {gpu.stages = 2 : i64, gpu.known_grid_size = array<i32: 64, 1, 1>,
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [128, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %pad = arith.constant 0.0 : f16
  %lowest = arith.constant dense<0xFF800000> : vector<64xf32>
  %none = arith.constant dense<0.0> : vector<64xf32>
  %zero = arith.constant dense<0.0> : vector<64x128xf32>
  %no_score = arith.constant dense<0.0> : vector<64x64xf32>
  %minus = arith.constant dense<0xFF800000> : vector<64x64xf32>
  // log2(e) / sqrt(128)
  %scale = arith.constant dense<0.127517432> : vector<64x64xf32>
  %block = gpu.block_id x
  %first = arith.muli %block, %c64 : index
  %end = arith.addi %first, %c64 : index

  %q_read = vector.transfer_read %q[%first, %c0], %pad {in_bounds = [true, true]} : memref<4096x128xf16>, vector<64x128xf16>
  %q_copied = iree_vector_ext.to_layout %q_read to layout(#copy) : vector<64x128xf16>
  %queries = iree_vector_ext.to_layout %q_copied to layout(#q) : vector<64x128xf16>
  %init = iree_vector_ext.to_layout %zero to layout(#o) : vector<64x128xf32>
  %scores_init = iree_vector_ext.to_layout %no_score to layout(#scores) : vector<64x64xf32>

  %step = vector.step : vector<64xindex>
  %first_row = vector.broadcast %first : index to vector<64xindex>
  %row = arith.addi %step, %first_row : vector<64xindex>
  %row_columns = vector.broadcast %row : vector<64xindex> to vector<64x64xindex>
  %rows = vector.transpose %row_columns, [1, 0] : vector<64x64xindex> to vector<64x64xindex>

  %max, %sum, %result = scf.for %at = %c0 to %end step %c64 iter_args(%m = %lowest, %l = %none, %acc = %init)
    -> (vector<64xf32>, vector<64xf32>, vector<64x128xf32>) {
    %k_read = vector.transfer_read %k[%at, %c0], %pad {in_bounds = [true, true]} : memref<4096x128xf16>, vector<64x128xf16>
    %v_read = vector.transfer_read %v[%at, %c0], %pad {in_bounds = [true, true]} : memref<4096x128xf16>, vector<64x128xf16>
    %k_copied = iree_vector_ext.to_layout %k_read to layout(#copy) : vector<64x128xf16>
    %v_copied = iree_vector_ext.to_layout %v_read to layout(#copy) : vector<64x128xf16>
    %keys = iree_vector_ext.to_layout %k_copied to layout(#k) : vector<64x128xf16>
    %values = iree_vector_ext.to_layout %v_copied to layout(#v) : vector<64x128xf16>
    %products = vector.contract {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>,
      iree.gpu.mma = #iree_gpu.mma_layout<NV_MMA_SYNC_F32_16x8x16_F16>} %queries, %keys, %scores_init
      : vector<64x128xf16>, vector<64x128xf16> into vector<64x64xf32>

    %first_key = vector.broadcast %at : index to vector<64xindex>
    %key = arith.addi %step, %first_key : vector<64xindex>
    %key_columns = vector.broadcast %key : vector<64xindex> to vector<64x64xindex>
    %visible = arith.cmpi sle, %key_columns, %rows : vector<64x64xindex>
    %scaled = arith.mulf %products, %scale : vector<64x64xf32>
    %masked = arith.select %visible, %scaled, %minus : vector<64x64xi1>, vector<64x64xf32>

    %m_next = vector.multi_reduction <maximumf>, %masked, %m [1] : vector<64x64xf32> to vector<64xf32>
    %m_columns = vector.broadcast %m_next : vector<64xf32> to vector<64x64xf32>
    %m_rows = vector.transpose %m_columns, [1, 0] : vector<64x64xf32> to vector<64x64xf32>
    %below = arith.subf %masked, %m_rows : vector<64x64xf32>
    %weights = math.exp2 %below fastmath<afn> : vector<64x64xf32>
    %change = arith.subf %m, %m_next : vector<64xf32>
    %factor = math.exp2 %change fastmath<afn> : vector<64xf32>
    %l_scaled = arith.mulf %l, %factor : vector<64xf32>
    %l_next = vector.multi_reduction <add>, %weights, %l_scaled [1] : vector<64x64xf32> to vector<64xf32>
    %factor_columns = vector.broadcast %factor : vector<64xf32> to vector<128x64xf32>
    %factor_rows = vector.transpose %factor_columns, [1, 0] : vector<128x64xf32> to vector<64x128xf32>
    %acc_scaled = arith.mulf %acc, %factor_rows : vector<64x128xf32>

    %rounded = arith.truncf %weights : vector<64x64xf32> to vector<64x64xf16>
    %factors = iree_vector_ext.to_layout %rounded to layout(#weights) : vector<64x64xf16>
    %acc_next = vector.contract {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>,
      iree.gpu.mma = #iree_gpu.mma_layout<NV_MMA_SYNC_F32_16x8x16_F16>} %factors, %values, %acc_scaled
      : vector<64x64xf16>, vector<64x128xf16> into vector<64x128xf32>
    scf.yield %m_next, %l_next, %acc_next : vector<64xf32>, vector<64xf32>, vector<64x128xf32>
  }
  %sum_columns = vector.broadcast %sum : vector<64xf32> to vector<128x64xf32>
  %sum_rows = vector.transpose %sum_columns, [1, 0] : vector<128x64xf32> to vector<64x128xf32>
  %quotient = arith.divf %result, %sum_rows fastmath<arcp> : vector<64x128xf32>
  %half = arith.truncf %quotient : vector<64x128xf32> to vector<64x128xf16>
  %held = iree_vector_ext.to_layout %half to layout(#o) : vector<64x128xf16>
  %out = iree_vector_ext.to_layout %held to layout(#copy) : vector<64x128xf16>
  vector.transfer_write %out, %o[%first, %c0] {in_bounds = [true, true]} : vector<64x128xf16>, memref<4096x128xf16>
  return
}
