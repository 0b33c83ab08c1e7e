// Product of two matrices: each of the six workers has two rows of the result and reads all of
// the right matrix. Matrix instructions, as in examples/gpu/matmul_mfma.mlir, have no version for
// workers, because their layouts divide operands among 32 or 64 lanes.
//
//   optc build --target ipu2 -o out examples/workers/matmul.mlir
//   optc run out --print z

#rows = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [6, 1], element_tile = [1, 16],
  subgroup_strides = [0, 0], thread_strides = [1, 0]>
#all = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 1], element_tile = [16, 8],
  subgroup_strides = [0, 0], thread_strides = [0, 0]>
#out = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [6, 1], element_tile = [1, 8],
  subgroup_strides = [0, 0], thread_strides = [1, 0]>

poplar.vertex @"demo::MatMul" multi {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.field @y : !poplar.in<vec<f32>>
  poplar.field @z : !poplar.out<vec<f32>>
  poplar.compute (%x : memref<?xf32>, %y : memref<?xf32>, %z : memref<?xf32>) worker(%w : index) {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %xm = memref.reinterpret_cast %x to offset: [0], sizes: [12, 16], strides: [16, 1] : memref<?xf32> to memref<12x16xf32, strided<[16, 1]>>
    %ym = memref.reinterpret_cast %y to offset: [0], sizes: [16, 8], strides: [8, 1] : memref<?xf32> to memref<16x8xf32, strided<[8, 1]>>
    %zm = memref.reinterpret_cast %z to offset: [0], sizes: [12, 8], strides: [8, 1] : memref<?xf32> to memref<12x8xf32, strided<[8, 1]>>
    %a = vector.transfer_read %xm[%c0, %c0], %zero {in_bounds = [true, true]} : memref<12x16xf32, strided<[16, 1]>>, vector<12x16xf32>
    %b = vector.transfer_read %ym[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x8xf32, strided<[8, 1]>>, vector<16x8xf32>
    %al = iree_vector_ext.to_layout %a to layout(#rows) : vector<12x16xf32>
    %bl = iree_vector_ext.to_layout %b to layout(#all) : vector<16x8xf32>
    %acc = arith.constant dense<0.0> : vector<12x8xf32>
    %c = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %al, %bl, %acc
      : vector<12x16xf32>, vector<16x8xf32> into vector<12x8xf32>
    %r = iree_vector_ext.to_layout %c to layout(#out) : vector<12x8xf32>
    vector.transfer_write %r, %zm[%c0, %c0] {in_bounds = [true, true]} : vector<12x8xf32>, memref<12x8xf32, strided<[8, 1]>>
    poplar.compute_return
  }
}

poplar.graph @main {
  %x = poplar.variable "x" = dense<0.5> : !poplar.tensor<192xf32>
  %y = poplar.variable "y" = dense<0.5> : !poplar.tensor<128xf32>
  %z = poplar.variable "z" : !poplar.tensor<96xf32>
  poplar.set_tile_mapping %x on 0
  poplar.set_tile_mapping %y on 0
  poplar.set_tile_mapping %z on 0
  poplar.compute_set @kernel {
    %instance = poplar.add_vertex @"demo::MatMul" on 0
    poplar.connect %instance @x to %x
    poplar.connect %instance @y to %y
    poplar.connect %instance @z to %z
  }
  poplar.program {
    poplar.execute @kernel
  }
}
