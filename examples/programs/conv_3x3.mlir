// A convolution of an image of 48 x 60 floats with a 3 x 3 kernel, on 6 tiles.
//
// The image gets a border of zeros by views alone: they move nothing. A tile has whole rows
// of the result; poplar.tile_range gives their numbers, and the rows of the bordered image
// that the tile reads begin at the same number and are two more: one of each neighbour.
//
//   optc run --target ipu2 --print out examples/programs/conv_3x3.mlir

poplar.include "../library/matmul.cpp"

poplar.graph @main {
  %image = poplar.variable "image" = dense<1.0> : !poplar.tensor<48x60xf32>
  %kernel = poplar.variable "kernel" = dense<[[1.0, 2.0, 1.0], [2.0, 4.0, 2.0], [1.0, 2.0, 1.0]]> : !poplar.tensor<3x3xf32>
  %out = poplar.variable "out" : !poplar.tensor<48x60xf32>
  poplar.map_linear %image min 60 grain 60
  poplar.for %t = 0 to 6 {
    %rows = poplar.slice %out from %t * 8 to %t * 8 + 8 dim 0
    poplar.set_tile_mapping %rows on %t
  }
  poplar.set_tile_mapping %kernel on 0

  %zero = poplar.constant dense<0.0> : !poplar.tensor<1x1xf32>
  poplar.set_tile_mapping %zero on 0
  %row = poplar.broadcast %zero 62 dim 1
  %column = poplar.broadcast %zero 48 dim 0
  %wide = poplar.concat %column, %image, %column dim 1
  %bordered = poplar.concat %row, %wide, %row dim 0

  poplar.compute_set @convolve {
    poplar.each_tile (%mine, %tile) of (%out) {
      %lo, %hi = poplar.tile_range %out dim 0 on %tile
      %rows = poplar.slice %bordered from %lo to %hi + 2 dim 0
      %v = poplar.add_vertex @"lib::Conv3x3<float>" on %tile
      poplar.connect %v @in to %rows
      poplar.connect %v @kernel to %kernel
      poplar.connect %v @out to %mine
      poplar.set %v @rows = %hi - %lo
      poplar.set %v @width = 60
    }
  }

  poplar.program {
    poplar.execute @convolve
  }
}
