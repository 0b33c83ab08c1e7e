// The largest element of every row of a matrix, and its position, the first if there are several. Each
// of the six workers has two rows.
//
//   optc build --target ipu2 -o out examples/workers/arg_max.mlir
//   optc run out --print place

#rows = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [6, 1], element_tile = [1, 16],
  subgroup_strides = [0, 0], thread_strides = [1, 0]>
#row = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [6], element_tile = [1],
  subgroup_strides = [0], thread_strides = [1]>

poplar.vertex @"demo::ArgMax" multi {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.field @value : !poplar.out<vec<f32>>
  poplar.field @place : !poplar.out<vec<ui32>>
  poplar.compute (%x : memref<?xf32>, %value : memref<?xf32>, %place : memref<?xi32>) worker(%w : index) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %xm = memref.reinterpret_cast %x to offset: [0], sizes: [12, 16], strides: [16, 1] : memref<?xf32> to memref<12x16xf32, strided<[16, 1]>>
    %v = vector.transfer_read %xm[%c0, %c0], %zero {in_bounds = [true, true]} : memref<12x16xf32, strided<[16, 1]>>, vector<12x16xf32>
    %a = iree_vector_ext.to_layout %v to layout(#rows) : vector<12x16xf32>
    %low = arith.constant dense<0xFF800000> : vector<12xf32>
    %nowhere = arith.constant dense<-1> : vector<12xi32>
    %lowest = iree_vector_ext.to_layout %low to layout(#row) : vector<12xf32>
    %none = iree_vector_ext.to_layout %nowhere to layout(#row) : vector<12xi32>
    %most, %at = iree_vector_ext.arg_compare dimension(1) ins(%a : vector<12x16xf32>) inits(%lowest, %none : vector<12xf32>, vector<12xi32>) {
    ^bb0(%p: f32, %q: f32):
      %c = arith.cmpf ogt, %p, %q : f32
      iree_vector_ext.yield %c : i1
    } -> vector<12xf32>, vector<12xi32>
    %ml = iree_vector_ext.to_layout %most to layout(#row) : vector<12xf32>
    %pl = iree_vector_ext.to_layout %at to layout(#row) : vector<12xi32>
    vector.transfer_write %ml, %value[%c0] {in_bounds = [true]} : vector<12xf32>, memref<?xf32>
    vector.transfer_write %pl, %place[%c0] {in_bounds = [true]} : vector<12xi32>, memref<?xi32>
    poplar.compute_return
  }
}

poplar.graph @main {
  %x = poplar.variable "x" = dense<0.5> : !poplar.tensor<192xf32>
  %value = poplar.variable "value" : !poplar.tensor<12xf32>
  %place = poplar.variable "place" : !poplar.tensor<12xui32>
  poplar.set_tile_mapping %x on 0
  poplar.set_tile_mapping %value on 0
  poplar.set_tile_mapping %place on 0
  poplar.compute_set @kernel {
    %instance = poplar.add_vertex @"demo::ArgMax" on 0
    poplar.connect %instance @x to %x
    poplar.connect %instance @value to %value
    poplar.connect %instance @place to %place
  }
  poplar.program {
    poplar.execute @kernel
  }
}
