#workers = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [2],
  subgroup_strides = [0], thread_strides = [1]>

// 68 elements on each of 1472 tiles.
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
    %a = poplar.variable "a" = dense<3> : !poplar.tensor<100096xui32>
    %b = poplar.variable "b" = dense<1000> : !poplar.tensor<100096xui32>
    %sum = poplar.variable "sum" : !poplar.tensor<100096xui32>
    poplar.map_linear %a min 16 grain 4
    poplar.map_linear %b min 16 grain 4
    poplar.map_linear %sum min 16 grain 4
    poplar.compute_set @add {
      poplar.each_tile (%x, %y, %z, %tile) of (%a, %b, %sum) {
        %v = poplar.add_vertex @"demo::AddTwoVectors" on %tile
        poplar.connect %v @a to %x
        poplar.connect %v @b to %y
        poplar.connect %v @c to %z
      }
    }
    poplar.program {
      poplar.execute @add
    }
  }
}
