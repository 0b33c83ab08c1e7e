// A residual block: two convolutions of 3x3 with a border of zeros, with bias and relu, the picture itself added before the last relu, and the
// mean of each channel over the picture.
func.func @resnet_block(%x: tensor<2x14x14x16xf32>, %conv1: tensor<3x3x16x16xf32>, %bias1: tensor<16xf32>, %conv2: tensor<3x3x16x16xf32>, %bias2: tensor<16xf32>) -> tensor<2x16xf32> {
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<2x14x14x16xf32>
  %p1 = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<2x14x14x16xf32> to tensor<2x16x16x16xf32>
  %b1 = linalg.broadcast ins(%bias1 : tensor<16xf32>) outs(%zeros : tensor<2x14x14x16xf32>) dimensions = [0, 1, 2]
  %c1 = linalg.conv_2d_nhwc_hwcf ins(%p1, %conv1 : tensor<2x16x16x16xf32>, tensor<3x3x16x16xf32>) outs(%b1 : tensor<2x14x14x16xf32>) -> tensor<2x14x14x16xf32>
  %h1 = arith.maximumf %c1, %zeros : tensor<2x14x14x16xf32>
  %p2 = tensor.pad %h1 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<2x14x14x16xf32> to tensor<2x16x16x16xf32>
  %b2 = linalg.broadcast ins(%bias2 : tensor<16xf32>) outs(%zeros : tensor<2x14x14x16xf32>) dimensions = [0, 1, 2]
  %c2 = linalg.conv_2d_nhwc_hwcf ins(%p2, %conv2 : tensor<2x16x16x16xf32>, tensor<3x3x16x16xf32>) outs(%b2 : tensor<2x14x14x16xf32>) -> tensor<2x14x14x16xf32>
  %s = arith.addf %c2, %x : tensor<2x14x14x16xf32>
  %h2 = arith.maximumf %s, %zeros : tensor<2x14x14x16xf32>
  %start = arith.constant dense<0.0> : tensor<2x16xf32>
  %sum = linalg.reduce { arith.addf } ins(%h2 : tensor<2x14x14x16xf32>) outs(%start : tensor<2x16xf32>) dimensions = [1, 2]
  %part = arith.constant dense<0.00510204082> : tensor<2x16xf32>
  %mean = arith.mulf %sum, %part : tensor<2x16xf32>
  return %mean : tensor<2x16xf32>
}
