// RUN: optc %s --poplar-expand-loops --split-input-file --verify-diagnostics

poplar.graph @unknown target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<4xf32>
  poplar.map_linear %x
  %n = poplar.choose_offset [4]
  %c1 = arith.constant 1 : index
  %odd = arith.cmpi eq, %n, %c1 : index
  // expected-error @+1 {{expected a condition that is known before tensors are mapped [poplar.not-constant]}}
  scf.if %odd {
    poplar.set_tile_mapping %x on 1
  }
}

// -----

poplar.graph @table target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<4xf32>
  %tiles = arith.constant dense<[0, 2]> : tensor<2xindex>
  %c2 = arith.constant 2 : index
  poplar.for %i = 0 to 1 {
    // expected-error @+1 {{index 2 is outside of a table of 2 numbers [poplar.index-value]}}
    %tile = tensor.extract %tiles[%c2] : tensor<2xindex>
    poplar.set_tile_mapping %x on %tile
  }
}
