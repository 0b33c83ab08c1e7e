// A transposed copy: a worker reads columns of the source and writes them as rows.
//
//   optc build --target ipu2 -o out examples/workers/copy_transpose.mlir
//   optc run out --print y

#rows = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [6, 1], element_tile = [1, 16],
  subgroup_strides = [0, 0], thread_strides = [1, 0]>

poplar.vertex @"demo::Transpose" multi {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.field @y : !poplar.out<vec<f32>>
  poplar.compute (%x : memref<?xf32>, %y : memref<?xf32>) worker(%w : index) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %xm = memref.reinterpret_cast %x to offset: [0], sizes: [16, 12], strides: [12, 1] : memref<?xf32> to memref<16x12xf32, strided<[12, 1]>>
    %ym = memref.reinterpret_cast %y to offset: [0], sizes: [12, 16], strides: [16, 1] : memref<?xf32> to memref<12x16xf32, strided<[16, 1]>>
    %v = vector.transfer_read %xm[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x12xf32, strided<[12, 1]>>, vector<16x12xf32>
    %t = vector.transpose %v, [1, 0] : vector<16x12xf32> to vector<12x16xf32>
    %a = iree_vector_ext.to_layout %t to layout(#rows) : vector<12x16xf32>
    vector.transfer_write %a, %ym[%c0, %c0] {in_bounds = [true, true]} : vector<12x16xf32>, memref<12x16xf32, strided<[16, 1]>>
    poplar.compute_return
  }
}

poplar.graph @main {
  %x = poplar.variable "x" = dense<0.5> : !poplar.tensor<192xf32>
  %y = poplar.variable "y" : !poplar.tensor<192xf32>
  poplar.set_tile_mapping %x on 0
  poplar.set_tile_mapping %y on 0
  poplar.compute_set @kernel {
    %instance = poplar.add_vertex @"demo::Transpose" on 0
    poplar.connect %instance @x to %x
    poplar.connect %instance @y to %y
  }
  poplar.program {
    poplar.execute @kernel
  }
}
