// Rows of different lengths, one of them empty, are scaled in place. The rows are
// a VectorList: COMPACT_DELTAN becomes DELTAN (6 bytes) on ipu1 and DELTANELEMENTS
// (8 bytes) on ipu2.
//
//   optc build --target ipu1 -o out examples/jagged_rows.mlir
//   optc run out --print rows

// Eight batches would need too many registers. A row is processed in steps of 24
// halves, four per worker, so that no two workers write into the same word.
#workers = #iree_vector_ext.nested_layout<
  subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [4],
  subgroup_strides = [0], thread_strides = [1]>

module {
  poplar.vertex @"demo::ScaleRows<half>" multi {
    poplar.field @rows : !poplar.inout<vec_list<f16, COMPACT_DELTAN, align 8>>
    poplar.field @scale : f16 = 1.5
    poplar.split @rows contiguous grain 4
    poplar.compute (%rows : !poplar.rows<f16>, %scale : f16) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c24 = arith.constant 24 : index
      %zero = arith.constant 0.0 : f16
      %factor = vector.broadcast %scale : f16 to vector<24xf16>
      %n = poplar.list_size %rows : !poplar.rows<f16>
      scf.for %k = %c0 to %n step %c1 {
        %row = poplar.list_row %rows[%k] : !poplar.rows<f16> to memref<?xf16>
        %length = memref.dim %row, %c0 : memref<?xf16>
        scf.for %i = %c0 to %length step %c24 {
          %x = vector.transfer_read %row[%i], %zero : memref<?xf16>, vector<24xf16>
          %y = arith.mulf %x, %factor : vector<24xf16>
          %z = iree_vector_ext.to_layout %y to layout(#workers) : vector<24xf16>
          vector.transfer_write %z, %row[%i] : vector<24xf16>, memref<?xf16>
        }
      }
      poplar.compute_return
    }
  }

  poplar.graph @main {
    %rows = poplar.variable "rows" = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, -1.0, -2.0, 0.5, 0.25, 0.125, 100.0, 200.0, 300.0, 400.0,
      1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0, 8.5, 9.0, 9.5, 10.0, 10.5, 11.0, 11.5, 12.0, 12.5]> : !poplar.tensor<40xf16>
    poplar.set_tile_mapping %rows on 3
    %r0 = poplar.slice %rows from 0 to 8 dim 0 : !poplar.tensor<40xf16> to !poplar.tensor<8xf16>
    %r1 = poplar.slice %rows from 8 to 8 dim 0 : !poplar.tensor<40xf16> to !poplar.tensor<0xf16>
    %r2 = poplar.slice %rows from 8 to 13 dim 0 : !poplar.tensor<40xf16> to !poplar.tensor<5xf16>
    %r3 = poplar.slice %rows from 16 to 40 dim 0 : !poplar.tensor<40xf16> to !poplar.tensor<24xf16>
    poplar.compute_set @scale {
      %v = poplar.add_vertex @"demo::ScaleRows<half>" on 3
      poplar.connect %v @rows to [%r0, %r1, %r2, %r3]
    }
    poplar.program {
      poplar.execute @scale
    }
  }
}
