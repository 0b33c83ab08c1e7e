// Sums of the rows of a matrix: each of the six workers has every sixth row.
//
//   optc build --target ipu2 -o out examples/workers/row_sum.mlir
//   optc run out --print sum

#rows = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [6, 1], element_tile = [1, 16],
  subgroup_strides = [0, 0], thread_strides = [1, 0]>

poplar.vertex @"demo::RowSum" multi {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.field @sum : !poplar.out<vec<f32>>
  poplar.compute (%x : memref<?xf32>, %sum : memref<?xf32>) worker(%w : index) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %xm = memref.reinterpret_cast %x to offset: [0], sizes: [12, 16], strides: [16, 1] : memref<?xf32> to memref<12x16xf32, strided<[16, 1]>>
    %v = vector.transfer_read %xm[%c0, %c0], %zero {in_bounds = [true, true]} : memref<12x16xf32, strided<[16, 1]>>, vector<12x16xf32>
    %a = iree_vector_ext.to_layout %v to layout(#rows) : vector<12x16xf32>
    %none = arith.constant dense<0.0> : vector<12xf32>
    %s = vector.multi_reduction <add>, %a, %none [1] : vector<12x16xf32> to vector<12xf32>
    vector.transfer_write %s, %sum[%c0] {in_bounds = [true]} : vector<12xf32>, memref<?xf32>
    poplar.compute_return
  }
}

poplar.graph @main {
  %x = poplar.variable "x" = dense<0.5> : !poplar.tensor<192xf32>
  %sum = poplar.variable "sum" : !poplar.tensor<12xf32>
  poplar.set_tile_mapping %x on 0
  poplar.set_tile_mapping %sum on 0
  poplar.compute_set @kernel {
    %instance = poplar.add_vertex @"demo::RowSum" on 0
    poplar.connect %instance @x to %x
    poplar.connect %instance @sum to %sum
  }
  poplar.program {
    poplar.execute @kernel
  }
}
