// All workers of one tile add two vectors. This is the MultiVertex of the vertex
// programming guide, section 3.3, with a loop over whole vectors of twelve elements;
// each of the six workers computes two of them.
//
//   optc build --target ipu2 -o out examples/add_two_vectors.mlir
//   optc run out --print sum

#workers = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [2],
  subgroup_strides = [0], thread_strides = [1]>

module {
  poplar.vertex @"demo::AddTwoVectors" multi {
    poplar.field @a : !poplar.in<vec<ui32>>
    poplar.field @b : !poplar.in<vec<ui32>>
    poplar.field @c : !poplar.out<vec<ui32>>
    poplar.compute (%a : memref<?xi32>, %b : memref<?xi32>, %c : memref<?xi32>) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %c12 = arith.constant 12 : index
      %zero = arith.constant 0 : i32
      %n = memref.dim %a, %c0 : memref<?xi32>
      scf.for %i = %c0 to %n step %c12 {
        // Beyond the end, reads give zero and writes do nothing.
        %x = vector.transfer_read %a[%i], %zero : memref<?xi32>, vector<12xi32>
        %y = vector.transfer_read %b[%i], %zero : memref<?xi32>, vector<12xi32>
        %s = arith.addi %x, %y : vector<12xi32>
        %z = iree_vector_ext.to_layout %s to layout(#workers) : vector<12xi32>
        vector.transfer_write %z, %c[%i] : vector<12xi32>, memref<?xi32>
      }
      poplar.compute_return
    }
  }

  poplar.graph @main {
    %a = poplar.variable "a" = dense<[3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3, 2, 7, 9]> : !poplar.tensor<31xui32>
    %b = poplar.variable "b" = dense<1000> : !poplar.tensor<31xui32>
    %sum = poplar.variable "sum" : !poplar.tensor<31xui32>
    poplar.set_tile_mapping %a on 0
    poplar.set_tile_mapping %b on 0
    poplar.set_tile_mapping %sum on 0
    poplar.compute_set @add {
      %v = poplar.add_vertex @"demo::AddTwoVectors" on 0
      poplar.connect %v @a to %a
      poplar.connect %v @b to %b
      poplar.connect %v @c to %sum
    }
    poplar.program {
      poplar.execute @add
    }
  }
}
