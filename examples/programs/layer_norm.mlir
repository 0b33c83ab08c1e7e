// Layer norm of 100 rows of 64 floats, with scale and shift, on as many tiles as there are
// pairs of rows.
//
//   optc run --target ipu2 --print x examples/programs/layer_norm.mlir

poplar.include "../library/normalize.cpp"

poplar.graph @main {
  %x = poplar.variable "x" = dense<1.0> : !poplar.tensor<100x64xf32>
  %gamma = poplar.variable "gamma" = dense<1.0> : !poplar.tensor<64xf32>
  %beta = poplar.variable "beta" = dense<0.5> : !poplar.tensor<64xf32>
  poplar.map_linear %x min 128 grain 64
  poplar.set_tile_mapping %gamma on 0
  poplar.set_tile_mapping %beta on 0

  poplar.compute_set @normalize {
    poplar.each_tile (%rows, %tile) of (%x) {
      %v = poplar.add_vertex @"lib::LayerNorm<float>" on %tile
      poplar.connect %v @data to %rows
      poplar.connect %v @gamma to %gamma
      poplar.connect %v @beta to %beta
      poplar.set %v @width = 64
      poplar.set %v @epsilon = 1.0e-05
    }
  }

  poplar.program {
    poplar.execute @normalize
  }
}
