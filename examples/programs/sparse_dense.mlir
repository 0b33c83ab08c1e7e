// A sparse matrix of 24 rows times a vector of 64 floats, on 6 tiles. A table has the number of
// the first value of each row; rows have different lengths, and some are empty.
//
//   optc run --target ipu2 --print out examples/programs/sparse_dense.mlir

poplar.include "../library/rows.cpp"

poplar.graph @main {
  %starts = arith.constant dense<[0, 3, 3, 8, 9, 11, 16, 20, 20, 21, 27, 30, 34, 35, 40, 42, 42, 47, 50, 57, 58, 60, 64, 64, 70]> : tensor<25xindex>
  %values = poplar.variable "values" = dense<1.0> : !poplar.tensor<70xf32>
  %columns = poplar.variable "columns" = dense<7> : !poplar.tensor<70xui32>
  %dense = poplar.variable "dense" = dense<0.5> : !poplar.tensor<64xf32>
  %out = poplar.variable "out" : !poplar.tensor<24xf32>
  poplar.set_tile_mapping %dense on 0
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index

  poplar.for %t = 0 to 6 {
    %first = arith.muli %t, %c4 : index
    %end = arith.addi %first, %c4 : index
    %lo = tensor.extract %starts[%first] : tensor<25xindex>
    %hi = tensor.extract %starts[%end] : tensor<25xindex>
    %v = poplar.slice %values from %lo to %hi dim 0
    %c = poplar.slice %columns from %lo to %hi dim 0
    %mine = poplar.slice %out from %first to %end dim 0
    poplar.set_tile_mapping %v on %t
    poplar.set_tile_mapping %c on %t
    poplar.set_tile_mapping %mine on %t
  }

  poplar.compute_set @multiply {
    poplar.for %t = 0 to 6 {
      %mine = poplar.slice %out from %t * 4 to %t * 4 + 4 dim 0
      %v = poplar.add_vertex @"lib::SparseRows<float>" on %t
      poplar.connect %v @dense to %dense
      poplar.connect %v @out to %mine
      poplar.for %r = 0 to 4 {
        %first = arith.muli %t, %c4 : index
        %row = arith.addi %first, %r : index
        %next = arith.addi %row, %c1 : index
        %lo = tensor.extract %starts[%row] : tensor<25xindex>
        %hi = tensor.extract %starts[%next] : tensor<25xindex>
        %x = poplar.slice %values from %lo to %hi dim 0
        %c = poplar.slice %columns from %lo to %hi dim 0
        poplar.connect %v @values[%r] to %x
        poplar.connect %v @columns[%r] to %c
      }
    }
  }

  poplar.program {
    poplar.execute @multiply
  }
}
