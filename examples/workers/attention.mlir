// Attention of twelve queries to sixteen keys and values; each of the six workers has two
// queries.
//
//   optc build --target ipu2 -o out examples/workers/attention.mlir
//   optc run out --print o

#queries = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [6, 1], element_tile = [1, 8],
  subgroup_strides = [0, 0], thread_strides = [1, 0]>
#keys = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 1], element_tile = [16, 8],
  subgroup_strides = [0, 0], thread_strides = [0, 0]>

poplar.vertex @"demo::Attention" multi {
  poplar.field @q : !poplar.in<vec<f32>>
  poplar.field @k : !poplar.in<vec<f32>>
  poplar.field @v : !poplar.in<vec<f32>>
  poplar.field @o : !poplar.out<vec<f32>>
  poplar.compute (%q : memref<?xf32>, %k : memref<?xf32>, %v : memref<?xf32>, %o : memref<?xf32>) worker(%w : index) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %qm = memref.reinterpret_cast %q to offset: [0], sizes: [12, 8], strides: [8, 1] : memref<?xf32> to memref<12x8xf32, strided<[8, 1]>>
    %km = memref.reinterpret_cast %k to offset: [0], sizes: [16, 8], strides: [8, 1] : memref<?xf32> to memref<16x8xf32, strided<[8, 1]>>
    %vm = memref.reinterpret_cast %v to offset: [0], sizes: [16, 8], strides: [8, 1] : memref<?xf32> to memref<16x8xf32, strided<[8, 1]>>
    %om = memref.reinterpret_cast %o to offset: [0], sizes: [12, 8], strides: [8, 1] : memref<?xf32> to memref<12x8xf32, strided<[8, 1]>>
    %qs = vector.transfer_read %qm[%c0, %c0], %zero {in_bounds = [true, true]} : memref<12x8xf32, strided<[8, 1]>>, vector<12x8xf32>
    %ks = vector.transfer_read %km[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x8xf32, strided<[8, 1]>>, vector<16x8xf32>
    %vs = vector.transfer_read %vm[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x8xf32, strided<[8, 1]>>, vector<16x8xf32>
    %ql = iree_vector_ext.to_layout %qs to layout(#queries) : vector<12x8xf32>
    %kl = iree_vector_ext.to_layout %ks to layout(#keys) : vector<16x8xf32>
    %vl = iree_vector_ext.to_layout %vs to layout(#keys) : vector<16x8xf32>
    %nothing = arith.constant dense<0.0> : vector<12x16xf32>
    %none = arith.constant dense<0.0> : vector<12xf32>
    %lowest = arith.constant dense<0xFF800000> : vector<12xf32>
    %start = arith.constant dense<0.0> : vector<12x8xf32>
    %scores = vector.contract {indexing_maps = [affine_map<(m, n, d) -> (m, d)>, affine_map<(m, n, d) -> (n, d)>, affine_map<(m, n, d) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %ql, %kl, %nothing
      : vector<12x8xf32>, vector<16x8xf32> into vector<12x16xf32>
    %max = vector.multi_reduction <maximumf>, %scores, %lowest [1] : vector<12x16xf32> to vector<12xf32>
    %maxs = vector.broadcast %max : vector<12xf32> to vector<16x12xf32>
    %maxt = vector.transpose %maxs, [1, 0] : vector<16x12xf32> to vector<12x16xf32>
    %d = arith.subf %scores, %maxt : vector<12x16xf32>
    %p = math.exp %d : vector<12x16xf32>
    %sum = vector.multi_reduction <add>, %p, %none [1] : vector<12x16xf32> to vector<12xf32>
    %mixed = vector.contract {indexing_maps = [affine_map<(m, d, n) -> (m, n)>, affine_map<(m, d, n) -> (n, d)>, affine_map<(m, d, n) -> (m, d)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %p, %vl, %start
      : vector<12x16xf32>, vector<16x8xf32> into vector<12x8xf32>
    %sums = vector.broadcast %sum : vector<12xf32> to vector<8x12xf32>
    %sumt = vector.transpose %sums, [1, 0] : vector<8x12xf32> to vector<12x8xf32>
    %r = arith.divf %mixed, %sumt : vector<12x8xf32>
    vector.transfer_write %r, %om[%c0, %c0] {in_bounds = [true, true]} : vector<12x8xf32>, memref<12x8xf32, strided<[8, 1]>>
    poplar.compute_return
  }
}

poplar.graph @main {
  %q = poplar.variable "q" = dense<0.5> : !poplar.tensor<96xf32>
  %k = poplar.variable "k" = dense<0.5> : !poplar.tensor<128xf32>
  %v = poplar.variable "v" = dense<0.5> : !poplar.tensor<128xf32>
  %o = poplar.variable "o" : !poplar.tensor<96xf32>
  poplar.set_tile_mapping %q on 0
  poplar.set_tile_mapping %k on 0
  poplar.set_tile_mapping %v on 0
  poplar.set_tile_mapping %o on 0
  poplar.compute_set @kernel {
    %instance = poplar.add_vertex @"demo::Attention" on 0
    poplar.connect %instance @q to %q
    poplar.connect %instance @k to %k
    poplar.connect %instance @v to %v
    poplar.connect %instance @o to %o
  }
  poplar.program {
    poplar.execute @kernel
  }
}
