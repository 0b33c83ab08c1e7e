// Running sums along the rows of a matrix, and the total of each row; each of the six workers has two
// rows.
//
//   optc build --target ipu2 -o out examples/workers/scan.mlir
//   optc run out --print total

#rows = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [6, 1], element_tile = [1, 16],
  subgroup_strides = [0, 0], thread_strides = [1, 0]>
#row = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [6], element_tile = [1],
  subgroup_strides = [0], thread_strides = [1]>

poplar.vertex @"demo::Scan" multi {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.field @y : !poplar.out<vec<f32>>
  poplar.field @total : !poplar.out<vec<f32>>
  poplar.compute (%x : memref<?xf32>, %y : memref<?xf32>, %total : memref<?xf32>) worker(%w : index) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %xm = memref.reinterpret_cast %x to offset: [0], sizes: [12, 16], strides: [16, 1] : memref<?xf32> to memref<12x16xf32, strided<[16, 1]>>
    %ym = memref.reinterpret_cast %y to offset: [0], sizes: [12, 16], strides: [16, 1] : memref<?xf32> to memref<12x16xf32, strided<[16, 1]>>
    %v = vector.transfer_read %xm[%c0, %c0], %zero {in_bounds = [true, true]} : memref<12x16xf32, strided<[16, 1]>>, vector<12x16xf32>
    %a = iree_vector_ext.to_layout %v to layout(#rows) : vector<12x16xf32>
    %none = arith.constant dense<0.0> : vector<12xf32>
    %start = iree_vector_ext.to_layout %none to layout(#row) : vector<12xf32>
    %r:2 = vector.scan <add>, %a, %start {inclusive = true, reduction_dim = 1 : i64} : vector<12x16xf32>, vector<12xf32>
    %s = iree_vector_ext.to_layout %r#0 to layout(#rows) : vector<12x16xf32>
    %t = iree_vector_ext.to_layout %r#1 to layout(#row) : vector<12xf32>
    vector.transfer_write %s, %ym[%c0, %c0] {in_bounds = [true, true]} : vector<12x16xf32>, memref<12x16xf32, strided<[16, 1]>>
    vector.transfer_write %t, %total[%c0] {in_bounds = [true]} : vector<12xf32>, memref<?xf32>
    poplar.compute_return
  }
}

poplar.graph @main {
  %x = poplar.variable "x" = dense<0.5> : !poplar.tensor<192xf32>
  %y = poplar.variable "y" : !poplar.tensor<192xf32>
  %total = poplar.variable "total" : !poplar.tensor<12xf32>
  poplar.set_tile_mapping %x on 0
  poplar.set_tile_mapping %y on 0
  poplar.set_tile_mapping %total on 0
  poplar.compute_set @kernel {
    %instance = poplar.add_vertex @"demo::Scan" on 0
    poplar.connect %instance @x to %x
    poplar.connect %instance @y to %y
    poplar.connect %instance @total to %total
  }
  poplar.program {
    poplar.execute @kernel
  }
}
