// Attention of twelve queries to keys and values in the pages of a cache, one page of sixteen rows
// in each step. The loop carries the maximum and the sum of the softmax so far, and scales the partial
// results down when the maximum grows. The table holds the number of the next page. Each of the six
// workers has two queries and reads the whole page.
//
//   optc build --target ipu2 -o out examples/workers/paged_attention.mlir
//   optc run out --print o

#queries = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [6, 1], element_tile = [1, 8],
  subgroup_strides = [0, 0], thread_strides = [1, 0]>
#page = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 1], element_tile = [16, 8],
  subgroup_strides = [0, 0], thread_strides = [0, 0]>
#query = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [6], element_tile = [1],
  subgroup_strides = [0], thread_strides = [1]>

poplar.vertex @"demo::PagedAttention" multi {
  poplar.field @q : !poplar.in<vec<f32>>
  poplar.field @keys : !poplar.in<vec<f32>>
  poplar.field @values : !poplar.in<vec<f32>>
  poplar.field @table : !poplar.in<vec<ui32>>
  poplar.field @o : !poplar.out<vec<f32>>
  poplar.compute (%q : memref<?xf32>, %keys : memref<?xf32>, %values : memref<?xf32>, %table : memref<?xi32>, %o : memref<?xf32>) worker(%w : index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %pad = arith.constant 0.0 : f32
    %steps = memref.dim %table, %c0 : memref<?xi32>
    %qm = memref.reinterpret_cast %q to offset: [0], sizes: [12, 8], strides: [8, 1] : memref<?xf32> to memref<12x8xf32, strided<[8, 1]>>
    %km = memref.reinterpret_cast %keys to offset: [0], sizes: [5, 16, 8], strides: [128, 8, 1] : memref<?xf32> to memref<5x16x8xf32, strided<[128, 8, 1]>>
    %vm = memref.reinterpret_cast %values to offset: [0], sizes: [5, 16, 8], strides: [128, 8, 1] : memref<?xf32> to memref<5x16x8xf32, strided<[128, 8, 1]>>
    %om = memref.reinterpret_cast %o to offset: [0], sizes: [12, 8], strides: [8, 1] : memref<?xf32> to memref<12x8xf32, strided<[8, 1]>>
    %zeros = arith.constant dense<0.0> : vector<12x16xf32>
    %nothing = arith.constant dense<0.0> : vector<12xf32>
    %low = arith.constant dense<-1.0e30> : vector<12xf32>
    %none = arith.constant dense<0.0> : vector<12x8xf32>
    %lowest = iree_vector_ext.to_layout %low to layout(#query) : vector<12xf32>
    %empty = iree_vector_ext.to_layout %nothing to layout(#query) : vector<12xf32>
    %start = iree_vector_ext.to_layout %none to layout(#queries) : vector<12x8xf32>
    %qs = vector.transfer_read %qm[%c0, %c0], %pad {in_bounds = [true, true]} : memref<12x8xf32, strided<[8, 1]>>, vector<12x8xf32>
    %ql = iree_vector_ext.to_layout %qs to layout(#queries) : vector<12x8xf32>
    %r:3 = scf.for %i = %c0 to %steps step %c1 iter_args(%max = %lowest, %sum = %empty, %acc = %start) -> (vector<12xf32>, vector<12xf32>, vector<12x8xf32>) {
      %entry = memref.load %table[%i] : memref<?xi32>
      %number = arith.index_castui %entry : i32 to index
      %page = arith.remui %number, %c5 : index
      %pages = vector.broadcast %page : index to vector<16xindex>
      %k = iree_vector_ext.transfer_gather %km[%c0, %c0, %c0] [%pages : vector<16xindex>], %pad {indexing_maps = [
        affine_map<(d0, d1)[s0] -> (s0, d0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<5x16x8xf32, strided<[128, 8, 1]>>, vector<16x8xf32>
      %v = iree_vector_ext.transfer_gather %vm[%c0, %c0, %c0] [%pages : vector<16xindex>], %pad {indexing_maps = [
        affine_map<(d0, d1)[s0] -> (s0, d0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<5x16x8xf32, strided<[128, 8, 1]>>, vector<16x8xf32>
      %kl = iree_vector_ext.to_layout %k to layout(#page) : vector<16x8xf32>
      %vl = iree_vector_ext.to_layout %v to layout(#page) : vector<16x8xf32>
      %scores = vector.contract {indexing_maps = [affine_map<(m, n, d) -> (m, d)>, affine_map<(m, n, d) -> (n, d)>, affine_map<(m, n, d) -> (m, n)>],
        iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %ql, %kl, %zeros
        : vector<12x8xf32>, vector<16x8xf32> into vector<12x16xf32>
      %higher = vector.multi_reduction <maximumf>, %scores, %max [1] : vector<12x16xf32> to vector<12xf32>
      %higherb = vector.broadcast %higher : vector<12xf32> to vector<16x12xf32>
      %highert = vector.transpose %higherb, [1, 0] : vector<16x12xf32> to vector<12x16xf32>
      %d = arith.subf %scores, %highert : vector<12x16xf32>
      %p = math.exp %d : vector<12x16xf32>
      %grown = arith.subf %max, %higher : vector<12xf32>
      %scale = math.exp %grown : vector<12xf32>
      %scaled = arith.mulf %sum, %scale : vector<12xf32>
      %added = vector.multi_reduction <add>, %p, %nothing [1] : vector<12x16xf32> to vector<12xf32>
      %total = arith.addf %scaled, %added : vector<12xf32>
      %scaleb = vector.broadcast %scale : vector<12xf32> to vector<8x12xf32>
      %scalet = vector.transpose %scaleb, [1, 0] : vector<8x12xf32> to vector<12x8xf32>
      %before = arith.mulf %acc, %scalet : vector<12x8xf32>
      %after = vector.contract {indexing_maps = [affine_map<(m, d, n) -> (m, n)>, affine_map<(m, d, n) -> (n, d)>, affine_map<(m, d, n) -> (m, d)>],
        iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %p, %vl, %before
        : vector<12x16xf32>, vector<16x8xf32> into vector<12x8xf32>
      scf.yield %higher, %total, %after : vector<12xf32>, vector<12xf32>, vector<12x8xf32>
    }
    %sumb = vector.broadcast %r#1 : vector<12xf32> to vector<8x12xf32>
    %sumt = vector.transpose %sumb, [1, 0] : vector<8x12xf32> to vector<12x8xf32>
    %out = arith.divf %r#2, %sumt : vector<12x8xf32>
    vector.transfer_write %out, %om[%c0, %c0] {in_bounds = [true, true]} : vector<12x8xf32>, memref<12x8xf32, strided<[8, 1]>>
    poplar.compute_return
  }
}

poplar.graph @main {
  %q = poplar.variable "q" = dense<0.5> : !poplar.tensor<96xf32>
  %keys = poplar.variable "keys" = dense<0.25> : !poplar.tensor<640xf32>
  %values = poplar.variable "values" = dense<0.5> : !poplar.tensor<640xf32>
  %table = poplar.variable "table" = dense<[3, 0, 4, 1]> : !poplar.tensor<4xui32>
  %o = poplar.variable "o" : !poplar.tensor<96xf32>
  poplar.set_tile_mapping %q on 0
  poplar.set_tile_mapping %keys on 0
  poplar.set_tile_mapping %values on 0
  poplar.set_tile_mapping %table on 0
  poplar.set_tile_mapping %o on 0
  poplar.compute_set @kernel {
    %instance = poplar.add_vertex @"demo::PagedAttention" on 0
    poplar.connect %instance @q to %q
    poplar.connect %instance @keys to %keys
    poplar.connect %instance @values to %values
    poplar.connect %instance @table to %table
    poplar.connect %instance @o to %o
  }
  poplar.program {
    poplar.execute @kernel
  }
}
