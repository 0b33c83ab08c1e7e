// A slice of rows whose first row is known only when the program runs; after the last row of the
// table, the slice continues with the first row. The workers divide the elements of a row.
//
//   optc run --target ipu2 --print sub examples/codelets/dynamic_slice.mlir
//   sub = [[3.000000e+00, 3.500000e+00, 3.250000e+00], [0.000000e+00, 5.000000e-01, 2.500000e-01]]

module {
  poplar.vertex @"demo::DynamicSlice1D<float>" multi {
    poplar.field @offset : !poplar.in<ui32>
    poplar.field @base : !poplar.in<vec<f32, ONE_PTR, align 8>>
    poplar.field @sub : !poplar.out<vec<f32, ONE_PTR, align 8>>
    poplar.field @base_rows : ui32
    poplar.field @sub_rows : ui32
    poplar.field @width : ui32
    poplar.compute (%offset : i32, %base : memref<?xf32>, %sub : memref<?xf32>, %base_rows : i32, %sub_rows : i32, %width : i32) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %first = arith.index_castui %offset : i32 to index
      %nbase = arith.index_castui %base_rows : i32 to index
      %nsub = arith.index_castui %sub_rows : i32 to index
      %n = arith.index_castui %width : i32 to index
      %workers = poplar.num_workers : index
      scf.for %row = %c0 to %nsub step %c1 {
        %sum = arith.addi %first, %row : index
        %from = arith.remui %sum, %nbase : index
        %src = arith.muli %from, %n : index
        %dst = arith.muli %row, %n : index
        scf.for %i = %w to %n step %workers {
          %a = arith.addi %src, %i : index
          %b = arith.addi %dst, %i : index
          %x = memref.load %base[%a] : memref<?xf32>
          memref.store %x, %sub[%b] : memref<?xf32>
        }
      }
      poplar.compute_return
    }
  }

  poplar.graph @main {
    %offset = poplar.variable "offset" = dense<3> : !poplar.tensor<ui32>
    poplar.set_tile_mapping %offset on 0
    %base = poplar.variable "base" = dense<[[0.0, 0.5, 0.25], [1.0, 1.5, 1.25], [2.0, 2.5, 2.25], [3.0, 3.5, 3.25]]> : !poplar.tensor<4x3xf32>
    poplar.set_tile_mapping %base on 0
    %sub = poplar.variable "sub" : !poplar.tensor<2x3xf32>
    poplar.set_tile_mapping %sub on 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::DynamicSlice1D<float>" on 0
      poplar.connect %v @offset to %offset
      poplar.connect %v @base to %base
      poplar.connect %v @sub to %sub
      poplar.set %v @base_rows = 4 : ui32
      poplar.set %v @sub_rows = 2 : ui32
      poplar.set %v @width = 3 : ui32
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
