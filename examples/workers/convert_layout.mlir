// Sums over all rectangles of a matrix that begin at its first element: columns are summed from
// above, then rows from the left. Each of the six workers first has two columns and then two rows.
// Workers cannot exchange elements while they run, so the layout changes between two compute sets, in
// the memory of the tile. Within a vertex, a change of layout keeps every element in its worker: here
// the two rows of a worker are two batches first, then two outer tiles.
//
//   optc build --target ipu2 -o out examples/workers/convert_layout.mlir
//   optc run out --print z

#columns = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 6], element_tile = [12, 2],
  subgroup_strides = [0, 0], thread_strides = [0, 1]>
#rows = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [6, 1], element_tile = [1, 12],
  subgroup_strides = [0, 0], thread_strides = [1, 0]>
#outer_rows = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [2, 1], thread_tile = [6, 1], element_tile = [1, 12],
  subgroup_strides = [0, 0], thread_strides = [1, 0]>

poplar.vertex @"demo::SumColumns" multi {
  poplar.field @x : !poplar.in<vec<ui32>>
  poplar.field @y : !poplar.out<vec<ui32>>
  poplar.compute (%x : memref<?xi32>, %y : memref<?xi32>) worker(%w : index) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %xm = memref.reinterpret_cast %x to offset: [0], sizes: [12, 12], strides: [12, 1] : memref<?xi32> to memref<12x12xi32, strided<[12, 1]>>
    %ym = memref.reinterpret_cast %y to offset: [0], sizes: [12, 12], strides: [12, 1] : memref<?xi32> to memref<12x12xi32, strided<[12, 1]>>
    %v = vector.transfer_read %xm[%c0, %c0], %zero {in_bounds = [true, true]} : memref<12x12xi32, strided<[12, 1]>>, vector<12x12xi32>
    %a = iree_vector_ext.to_layout %v to layout(#columns) : vector<12x12xi32>
    %none = arith.constant dense<0> : vector<12xi32>
    %s, %total = vector.scan <add>, %a, %none {inclusive = true, reduction_dim = 0 : i64} : vector<12x12xi32>, vector<12xi32>
    vector.transfer_write %s, %ym[%c0, %c0] {in_bounds = [true, true]} : vector<12x12xi32>, memref<12x12xi32, strided<[12, 1]>>
    poplar.compute_return
  }
}

poplar.vertex @"demo::SumRows" multi {
  poplar.field @y : !poplar.in<vec<ui32>>
  poplar.field @z : !poplar.out<vec<ui32>>
  poplar.compute (%y : memref<?xi32>, %z : memref<?xi32>) worker(%w : index) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %ym = memref.reinterpret_cast %y to offset: [0], sizes: [12, 12], strides: [12, 1] : memref<?xi32> to memref<12x12xi32, strided<[12, 1]>>
    %zm = memref.reinterpret_cast %z to offset: [0], sizes: [12, 12], strides: [12, 1] : memref<?xi32> to memref<12x12xi32, strided<[12, 1]>>
    %v = vector.transfer_read %ym[%c0, %c0], %zero {in_bounds = [true, true]} : memref<12x12xi32, strided<[12, 1]>>, vector<12x12xi32>
    %a = iree_vector_ext.to_layout %v to layout(#rows) : vector<12x12xi32>
    %b = iree_vector_ext.to_layout %a to layout(#outer_rows) : vector<12x12xi32>
    %none = arith.constant dense<0> : vector<12xi32>
    %s, %total = vector.scan <add>, %b, %none {inclusive = true, reduction_dim = 1 : i64} : vector<12x12xi32>, vector<12xi32>
    vector.transfer_write %s, %zm[%c0, %c0] {in_bounds = [true, true]} : vector<12x12xi32>, memref<12x12xi32, strided<[12, 1]>>
    poplar.compute_return
  }
}

poplar.graph @main {
  %x = poplar.variable "x" = dense<1> : !poplar.tensor<144xui32>
  %y = poplar.variable "y" : !poplar.tensor<144xui32>
  %z = poplar.variable "z" : !poplar.tensor<144xui32>
  poplar.set_tile_mapping %x on 0
  poplar.set_tile_mapping %y on 0
  poplar.set_tile_mapping %z on 0
  poplar.compute_set @columns {
    %instance = poplar.add_vertex @"demo::SumColumns" on 0
    poplar.connect %instance @x to %x
    poplar.connect %instance @y to %y
  }
  poplar.compute_set @rows {
    %instance = poplar.add_vertex @"demo::SumRows" on 0
    poplar.connect %instance @y to %y
    poplar.connect %instance @z to %z
  }
  poplar.program {
    poplar.execute @columns
    poplar.execute @rows
  }
}
