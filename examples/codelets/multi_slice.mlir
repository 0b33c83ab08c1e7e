// Rows of a table, selected by a list of offsets that the workers take in turn; an offset
// outside the table leaves zeros.
//
//   optc run --target ipu2 --print sub examples/codelets/multi_slice.mlir
//   sub = [[5.000000e+00, 6.000000e+00], [1.000000e+00, 2.000000e+00], [0.000000e+00, 0.000000e+00], [3.000000e+00, 4.000000e+00]]

module {
  poplar.vertex @"demo::MultiSlice<float>" multi {
    poplar.field @offsets : !poplar.in<vec<ui32>>
    poplar.field @base : !poplar.in<vec<f32, ONE_PTR>>
    poplar.field @sub : !poplar.out<vec<f32, ONE_PTR>>
    poplar.field @base_rows : ui32
    poplar.field @width : ui16
    poplar.compute (%offsets : memref<?xi32>, %base : memref<?xf32>, %sub : memref<?xf32>, %base_rows : i32, %width : i16) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f32
      %count = memref.dim %offsets, %c0 : memref<?xi32>
      %n = arith.index_castui %width : i16 to index
      %rows = arith.index_castui %base_rows : i32 to index
      %workers = poplar.num_workers : index
      scf.for %k = %w to %count step %workers {
        %offset = memref.load %offsets[%k] : memref<?xi32>
        %row = arith.index_castui %offset : i32 to index
        %inside = arith.cmpi ult, %row, %rows : index
        %src = arith.muli %row, %n : index
        %dst = arith.muli %k, %n : index
        scf.for %i = %c0 to %n step %c1 {
          %x = scf.if %inside -> (f32) {
            %a = arith.addi %src, %i : index
            %v = memref.load %base[%a] : memref<?xf32>
            scf.yield %v : f32
          } else {
            scf.yield %zero : f32
          }
          %b = arith.addi %dst, %i : index
          memref.store %x, %sub[%b] : memref<?xf32>
        }
      }
      poplar.compute_return
    }
  }

  poplar.graph @main {
    %offsets = poplar.variable "offsets" = dense<[2, 0, 9, 1]> : !poplar.tensor<4xui32>
    poplar.set_tile_mapping %offsets on 0
    %base = poplar.variable "base" = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : !poplar.tensor<3x2xf32>
    poplar.set_tile_mapping %base on 0
    %sub = poplar.variable "sub" : !poplar.tensor<4x2xf32>
    poplar.set_tile_mapping %sub on 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::MultiSlice<float>" on 0
      poplar.connect %v @offsets to %offsets
      poplar.connect %v @base to %base
      poplar.connect %v @sub to %sub
      poplar.set %v @base_rows = 3 : ui32
      poplar.set %v @width = 2 : ui16
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
