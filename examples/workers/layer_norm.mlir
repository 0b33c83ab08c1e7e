// Layer norm of the rows of a matrix; each of the six workers has two rows.
//
//   optc build --target ipu2 -o out examples/workers/layer_norm.mlir
//   optc run out --print y

#rows = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [6, 1], element_tile = [1, 16],
  subgroup_strides = [0, 0], thread_strides = [1, 0]>

poplar.vertex @"demo::LayerNorm" multi {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.field @y : !poplar.out<vec<f32>>
  poplar.compute (%x : memref<?xf32>, %y : memref<?xf32>) worker(%w : index) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %xm = memref.reinterpret_cast %x to offset: [0], sizes: [12, 16], strides: [16, 1] : memref<?xf32> to memref<12x16xf32, strided<[16, 1]>>
    %ym = memref.reinterpret_cast %y to offset: [0], sizes: [12, 16], strides: [16, 1] : memref<?xf32> to memref<12x16xf32, strided<[16, 1]>>
    %v = vector.transfer_read %xm[%c0, %c0], %zero {in_bounds = [true, true]} : memref<12x16xf32, strided<[16, 1]>>, vector<12x16xf32>
    %a = iree_vector_ext.to_layout %v to layout(#rows) : vector<12x16xf32>
    %none = arith.constant dense<0.0> : vector<12xf32>
    %count = arith.constant dense<16.0> : vector<12xf32>
    %epsilon = arith.constant dense<1.0e-5> : vector<12xf32>
    %sum = vector.multi_reduction <add>, %a, %none [1] : vector<12x16xf32> to vector<12xf32>
    %mean = arith.divf %sum, %count : vector<12xf32>
    %means = vector.broadcast %mean : vector<12xf32> to vector<16x12xf32>
    %meant = vector.transpose %means, [1, 0] : vector<16x12xf32> to vector<12x16xf32>
    %d = arith.subf %a, %meant : vector<12x16xf32>
    %d2 = arith.mulf %d, %d : vector<12x16xf32>
    %squares = vector.multi_reduction <add>, %d2, %none [1] : vector<12x16xf32> to vector<12xf32>
    %variance = arith.divf %squares, %count : vector<12xf32>
    %shifted = arith.addf %variance, %epsilon : vector<12xf32>
    %deviation = math.sqrt %shifted : vector<12xf32>
    %devs = vector.broadcast %deviation : vector<12xf32> to vector<16x12xf32>
    %devt = vector.transpose %devs, [1, 0] : vector<16x12xf32> to vector<12x16xf32>
    %r = arith.divf %d, %devt : vector<12x16xf32>
    vector.transfer_write %r, %ym[%c0, %c0] {in_bounds = [true, true]} : vector<12x16xf32>, memref<12x16xf32, strided<[16, 1]>>
    poplar.compute_return
  }
}

poplar.graph @main {
  %x = poplar.variable "x" = dense<0.5> : !poplar.tensor<192xf32>
  %y = poplar.variable "y" : !poplar.tensor<192xf32>
  poplar.set_tile_mapping %x on 0
  poplar.set_tile_mapping %y on 0
  poplar.compute_set @kernel {
    %instance = poplar.add_vertex @"demo::LayerNorm" on 0
    poplar.connect %instance @x to %x
    poplar.connect %instance @y to %y
  }
  poplar.program {
    poplar.execute @kernel
  }
}
