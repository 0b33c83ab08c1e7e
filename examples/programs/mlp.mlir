// A layer of a multilayer perceptron on 64 tiles: out = relu(x weights + bias), for a batch of
// 8 rows of 64 halves and 256 outputs.
//
// Each tile has 4 columns of the weights, of the bias and of the result. The batch is spread
// over the tiles, and every tile gets all of it by exchange.
//
//   optc run --target ipu2 --print out examples/programs/mlp.mlir

poplar.include "../library/elementwise.cpp"
poplar.include "../library/matmul.cpp"

poplar.graph @main {
  %x = poplar.variable "x" = dense<1.0> : !poplar.tensor<8x64xf16>
  %weights = poplar.variable "weights" = dense<0.5> : !poplar.tensor<64x256xf16>
  %bias = poplar.variable "bias" = dense<-1.0> : !poplar.tensor<256xf16>
  %out = poplar.variable "out" : !poplar.tensor<8x256xf16>
  poplar.map_linear %x min 8 grain 8
  poplar.for %t = 0 to 64 {
    %w = poplar.slice %weights from %t * 4 to %t * 4 + 4 dim 1
    %b = poplar.slice %bias from %t * 4 to %t * 4 + 4 dim 0
    %y = poplar.slice %out from %t * 4 to %t * 4 + 4 dim 1
    poplar.set_tile_mapping %w on %t
    poplar.set_tile_mapping %b on %t
    poplar.set_tile_mapping %y on %t
  }

  poplar.compute_set @multiply {
    poplar.each_tile (%w, %b, %y, %tile) of (%weights, %bias, %out) {
      %lo, %hi = poplar.tile_range %bias dim 0 on %tile
      %v = poplar.add_vertex @"lib::MatMul<half>" on %tile
      poplar.connect %v @a to %x
      poplar.connect %v @b to %w
      poplar.connect %v @bias to %b
      poplar.connect %v @c to %y
      poplar.set %v @rows = 8
      poplar.set %v @inner = 64
      poplar.set %v @columns = %hi - %lo
    }
  }
  poplar.compute_set @activate {
    poplar.each_tile (%y, %tile) of (%out) {
      %v = poplar.add_vertex @"lib::Unary<lib::Relu, half>" on %tile
      poplar.connect %v @data to %y
    }
  }

  poplar.program {
    poplar.execute @multiply
    poplar.execute @activate
  }
}
