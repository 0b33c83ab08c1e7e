// A lookup of 400 rows in a table of 1000 rows of 64 halves, which 25 tiles share.
//
// Each tile has 40 rows of the table. In the first step it writes the rows of the list that
// it has, and zeros for the others; in the second it adds the 25 parts of 16 rows. The parts
// of other tiles reach it by exchange.
//
//   optc run --target ipu2 --print out examples/programs/embedding.mlir

poplar.include "../library/rows.cpp"
poplar.include "../library/reduce.cpp"

poplar.graph @main {
  %table = poplar.variable "table" = dense<1.0> : !poplar.tensor<1000x64xf16>
  %indices = poplar.variable "indices" = dense<999> : !poplar.tensor<400xui32>
  %parts = poplar.variable "parts" : !poplar.tensor<25x400x64xf16>
  %out = poplar.variable "out" : !poplar.tensor<400x64xf16>
  poplar.set_tile_mapping %indices on 0
  poplar.for %t = 0 to 25 {
    %rows = poplar.slice %table from %t * 40 to %t * 40 + 40 dim 0
    %part = poplar.index %parts %t dim 0
    %mine = poplar.slice %out from %t * 16 to %t * 16 + 16 dim 0
    poplar.set_tile_mapping %rows on %t
    poplar.set_tile_mapping %part on %t
    poplar.set_tile_mapping %mine on %t
  }

  poplar.compute_set @gather {
    poplar.for %t = 0 to 25 {
      %rows = poplar.slice %table from %t * 40 to %t * 40 + 40 dim 0
      %part = poplar.index %parts %t dim 0
      %v = poplar.add_vertex @"lib::GatherRows<half>" on %t
      poplar.connect %v @indices to %indices
      poplar.connect %v @table to %rows
      poplar.connect %v @out to %part
      poplar.set %v @base = %t * 40
      poplar.set %v @count = 40
      poplar.set %v @width = 64
    }
  }
  poplar.compute_set @add {
    poplar.for %t = 0 to 25 {
      %pieces = poplar.slice %parts from %t * 16 to %t * 16 + 16 dim 1
      %mine = poplar.slice %out from %t * 16 to %t * 16 + 16 dim 0
      %v = poplar.add_vertex @"lib::ReduceParts<lib::SumOp, half, half>" on %t
      poplar.connect %v @parts to %pieces
      poplar.connect %v @out to %mine
      poplar.set %v @count = 25
    }
  }

  poplar.program {
    poplar.execute @gather
    poplar.execute @add
  }
}
