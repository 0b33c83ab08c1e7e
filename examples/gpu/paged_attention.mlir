// Attention of sixteen queries to keys and values in the pages of a cache, one page of
// sixteen rows in each step, as in flash attention: the loop carries the maximum and the sum
// of the softmax so far, and scales the partial results down when the maximum grows. The
// table holds the number of the next page; the rows of a page are gathered.
//
//   optc --vectorext-distribute-nested-layout=workgroup-size=64,1,1 --canonicalize --cse --verify-exec examples/gpu/paged_attention.mlir

#q = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 1], element_tile = [1, 8],
  subgroup_strides = [0, 0], thread_strides = [4, 0]>
#k = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 1], element_tile = [4, 8],
  subgroup_strides = [0, 0], thread_strides = [1, 0]>
#s = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 4], element_tile = [1, 4],
  subgroup_strides = [0, 0], thread_strides = [4, 1]>
#row = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [16], element_tile = [1],
  subgroup_strides = [0], thread_strides = [4]>

func.func @paged_attention(%q: memref<16x8xf32> {llvm.noalias}, %keys: memref<5x16x8xf32> {llvm.noalias}, %values: memref<5x16x8xf32> {llvm.noalias}, %table: memref<4xi8> {llvm.noalias}, %o: memref<16x8xf32> {llvm.noalias}) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %pad = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<16x16xf32>
  %nothing = arith.constant dense<0.0> : vector<16xf32>
  %low = arith.constant dense<-1.0e30> : vector<16xf32>
  %none = arith.constant dense<0.0> : vector<16x8xf32>
  %lowest = iree_vector_ext.to_layout %low to layout(#row) : vector<16xf32>
  %empty = iree_vector_ext.to_layout %nothing to layout(#row) : vector<16xf32>
  %start = iree_vector_ext.to_layout %none to layout(#q) : vector<16x8xf32>
  %qs = vector.transfer_read %q[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x8xf32>, vector<16x8xf32>
  %ql = iree_vector_ext.to_layout %qs to layout(#q) : vector<16x8xf32>
  %r:3 = scf.for %i = %c0 to %c4 step %c1 iter_args(%max = %lowest, %sum = %empty, %acc = %start) -> (vector<16xf32>, vector<16xf32>, vector<16x8xf32>) {
    %entry = memref.load %table[%i] : memref<4xi8>
    %number = arith.index_castui %entry : i8 to index
    %page = arith.remui %number, %c5 : index
    %pages = vector.broadcast %page : index to vector<16xindex>
    %k = iree_vector_ext.transfer_gather %keys[%c0, %c0, %c0] [%pages : vector<16xindex>], %pad {indexing_maps = [
      affine_map<(d0, d1)[s0] -> (s0, d0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<5x16x8xf32>, vector<16x8xf32>
    %v = iree_vector_ext.transfer_gather %values[%c0, %c0, %c0] [%pages : vector<16xindex>], %pad {indexing_maps = [
      affine_map<(d0, d1)[s0] -> (s0, d0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<5x16x8xf32>, vector<16x8xf32>
    %kl = iree_vector_ext.to_layout %k to layout(#k) : vector<16x8xf32>
    %vl = iree_vector_ext.to_layout %v to layout(#k) : vector<16x8xf32>
    %scores = vector.contract {indexing_maps = [affine_map<(m, n, d) -> (m, d)>, affine_map<(m, n, d) -> (n, d)>, affine_map<(m, n, d) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %ql, %kl, %zeros
      : vector<16x8xf32>, vector<16x8xf32> into vector<16x16xf32>
    %sl = iree_vector_ext.to_layout %scores to layout(#s) : vector<16x16xf32>
    %higher = vector.multi_reduction <maximumf>, %sl, %max [1] : vector<16x16xf32> to vector<16xf32>
    %higherb = vector.broadcast %higher : vector<16xf32> to vector<16x16xf32>
    %highert = vector.transpose %higherb, [1, 0] : vector<16x16xf32> to vector<16x16xf32>
    %d = arith.subf %sl, %highert : vector<16x16xf32>
    %p = math.exp %d : vector<16x16xf32>
    %grown = arith.subf %max, %higher : vector<16xf32>
    %scale = math.exp %grown : vector<16xf32>
    %scaled = arith.mulf %sum, %scale : vector<16xf32>
    %total = vector.multi_reduction <add>, %p, %scaled [1] : vector<16x16xf32> to vector<16xf32>
    %scaleb = vector.broadcast %scale : vector<16xf32> to vector<8x16xf32>
    %scalet = vector.transpose %scaleb, [1, 0] : vector<8x16xf32> to vector<16x8xf32>
    %before = arith.mulf %acc, %scalet : vector<16x8xf32>
    %after = vector.contract {indexing_maps = [affine_map<(m, d, n) -> (m, n)>, affine_map<(m, d, n) -> (n, d)>, affine_map<(m, d, n) -> (m, d)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %p, %vl, %before
      : vector<16x16xf32>, vector<16x8xf32> into vector<16x8xf32>
    scf.yield %higher, %total, %after : vector<16xf32>, vector<16xf32>, vector<16x8xf32>
  }
  %sumb = vector.broadcast %r#1 : vector<16xf32> to vector<8x16xf32>
  %sumt = vector.transpose %sumb, [1, 0] : vector<8x16xf32> to vector<16x8xf32>
  %out = arith.divf %r#2, %sumt : vector<16x8xf32>
  vector.transfer_write %out, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xf32>, memref<16x8xf32>
  return
}
