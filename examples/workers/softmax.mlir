// Softmax of the rows of a matrix; each of the six workers has two rows.
//
//   optc build --target ipu2 -o out examples/workers/softmax.mlir
//   optc run out --print y

#rows = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [6, 1], element_tile = [1, 16],
  subgroup_strides = [0, 0], thread_strides = [1, 0]>

poplar.vertex @"demo::Softmax" multi {
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
    %lowest = arith.constant dense<0xFF800000> : vector<12xf32>
    %max = vector.multi_reduction <maximumf>, %a, %lowest [1] : vector<12x16xf32> to vector<12xf32>
    %maxs = vector.broadcast %max : vector<12xf32> to vector<16x12xf32>
    %maxt = vector.transpose %maxs, [1, 0] : vector<16x12xf32> to vector<12x16xf32>
    %d = arith.subf %a, %maxt : vector<12x16xf32>
    %e = math.exp %d : vector<12x16xf32>
    %sum = vector.multi_reduction <add>, %e, %none [1] : vector<12x16xf32> to vector<12xf32>
    %sums = vector.broadcast %sum : vector<12xf32> to vector<16x12xf32>
    %sumt = vector.transpose %sums, [1, 0] : vector<16x12xf32> to vector<12x16xf32>
    %r = arith.divf %e, %sumt : vector<12x16xf32>
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
    %instance = poplar.add_vertex @"demo::Softmax" on 0
    poplar.connect %instance @x to %x
    poplar.connect %instance @y to %y
  }
  poplar.program {
    poplar.execute @kernel
  }
}
