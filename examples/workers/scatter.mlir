// Rows of a matrix are written to the positions that an index assigns to them, here in reverse. Each
// of the six workers has two rows.
//
//   optc build --target ipu2 -o out examples/workers/scatter.mlir
//   optc run out --print y

#rows = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [6, 1], element_tile = [1, 16],
  subgroup_strides = [0, 0], thread_strides = [1, 0]>
#row = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [6], element_tile = [1],
  subgroup_strides = [0], thread_strides = [1]>

poplar.vertex @"demo::Scatter" multi {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.field @y : !poplar.out<vec<f32>>
  poplar.compute (%x : memref<?xf32>, %y : memref<?xf32>) worker(%w : index) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %xm = memref.reinterpret_cast %x to offset: [0], sizes: [12, 16], strides: [16, 1] : memref<?xf32> to memref<12x16xf32, strided<[16, 1]>>
    %ym = memref.reinterpret_cast %y to offset: [0], sizes: [12, 16], strides: [16, 1] : memref<?xf32> to memref<12x16xf32, strided<[16, 1]>>
    %last = arith.constant dense<11> : vector<12xindex>
    %steps = vector.step : vector<12xindex>
    %reversed = arith.subi %last, %steps : vector<12xindex>
    %i = iree_vector_ext.to_layout %reversed to layout(#row) : vector<12xindex>
    %v = vector.transfer_read %xm[%c0, %c0], %zero {in_bounds = [true, true]} : memref<12x16xf32, strided<[16, 1]>>, vector<12x16xf32>
    %a = iree_vector_ext.to_layout %v to layout(#rows) : vector<12x16xf32>
    iree_vector_ext.transfer_scatter %a into %ym[%c0, %c0] [%i : vector<12xindex>] {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]}
      : vector<12x16xf32>, memref<12x16xf32, strided<[16, 1]>>
    poplar.compute_return
  }
}

poplar.graph @main {
  %x = poplar.variable "x" = dense<0.5> : !poplar.tensor<192xf32>
  %y = poplar.variable "y" : !poplar.tensor<192xf32>
  poplar.set_tile_mapping %x on 0
  poplar.set_tile_mapping %y on 0
  poplar.compute_set @kernel {
    %instance = poplar.add_vertex @"demo::Scatter" on 0
    poplar.connect %instance @x to %x
    poplar.connect %instance @y to %y
  }
  poplar.program {
    poplar.execute @kernel
  }
}
