// A small convolutional network for handwritten digits, on 360 pictures of 8 x 8 numbers from 0 to 16. The labels have a 1 for the
// digit of each picture. Results: the scores, and the number of pictures whose digit has the largest score.
//
// digits/train.py trained the weights; digits/README.md has the source of the pictures.
func.func @digits(%x: tensor<360x8x8x1xf32>, %labels: tensor<360x10xf32>, %conv1: tensor<3x3x1x16xf32>, %bias1: tensor<16xf32>, %conv2: tensor<3x3x16x16xf32>, %bias2: tensor<16xf32>, %dense: tensor<256x10xf32>, %bias3: tensor<10xf32>) -> (tensor<360x10xf32>, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %sixteenth = arith.constant dense<0.0625> : tensor<360x8x8x1xf32>
  %zeros = arith.constant dense<0.0> : tensor<360x8x8x16xf32>
  %scaled = arith.mulf %x, %sixteenth : tensor<360x8x8x1xf32>
  // A convolution of a picture with a border of zeros, with bias and relu.
  %p1 = tensor.pad %scaled low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<360x8x8x1xf32> to tensor<360x10x10x1xf32>
  %b1 = linalg.broadcast ins(%bias1 : tensor<16xf32>) outs(%zeros : tensor<360x8x8x16xf32>) dimensions = [0, 1, 2]
  %c1 = linalg.conv_2d_nhwc_hwcf ins(%p1, %conv1 : tensor<360x10x10x1xf32>, tensor<3x3x1x16xf32>) outs(%b1 : tensor<360x8x8x16xf32>) -> tensor<360x8x8x16xf32>
  %h1 = arith.maximumf %c1, %zeros : tensor<360x8x8x16xf32>
  %p2 = tensor.pad %h1 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<360x8x8x16xf32> to tensor<360x10x10x16xf32>
  %b2 = linalg.broadcast ins(%bias2 : tensor<16xf32>) outs(%zeros : tensor<360x8x8x16xf32>) dimensions = [0, 1, 2]
  %c2 = linalg.conv_2d_nhwc_hwcf ins(%p2, %conv2 : tensor<360x10x10x16xf32>, tensor<3x3x16x16xf32>) outs(%b2 : tensor<360x8x8x16xf32>) -> tensor<360x8x8x16xf32>
  %h2 = arith.maximumf %c2, %zeros : tensor<360x8x8x16xf32>
  // The maxima of windows of 2 x 2, and a layer for the scores.
  %e3 = tensor.empty() : tensor<360x4x4x16xf32>
  %lows = linalg.fill ins(%low : f32) outs(%e3 : tensor<360x4x4x16xf32>) -> tensor<360x4x4x16xf32>
  %window = tensor.empty() : tensor<2x2xf32>
  %h3 = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%h2, %window : tensor<360x8x8x16xf32>, tensor<2x2xf32>) outs(%lows : tensor<360x4x4x16xf32>) -> tensor<360x4x4x16xf32>
  %flat = tensor.collapse_shape %h3 [[0], [1, 2, 3]] : tensor<360x4x4x16xf32> into tensor<360x256xf32>
  %e4 = tensor.empty() : tensor<360x10xf32>
  %b3 = linalg.broadcast ins(%bias3 : tensor<10xf32>) outs(%e4 : tensor<360x10xf32>) dimensions = [0]
  %scores = linalg.matmul ins(%flat, %dense : tensor<360x256xf32>, tensor<256x10xf32>) outs(%b3 : tensor<360x10xf32>) -> tensor<360x10xf32>
  // The score of the right digit, the largest score, and how often they are equal.
  %e5 = tensor.empty() : tensor<360xf32>
  %z5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<360xf32>) -> tensor<360xf32>
  %l5 = linalg.fill ins(%low : f32) outs(%e5 : tensor<360xf32>) -> tensor<360xf32>
  %marked = arith.mulf %scores, %labels : tensor<360x10xf32>
  %right = linalg.reduce { arith.addf } ins(%marked : tensor<360x10xf32>) outs(%z5 : tensor<360xf32>) dimensions = [1]
  %largest = linalg.reduce { arith.maximumf } ins(%scores : tensor<360x10xf32>) outs(%l5 : tensor<360xf32>) dimensions = [1]
  %hits = linalg.map ins(%right, %largest : tensor<360xf32>, tensor<360xf32>) outs(%e5 : tensor<360xf32>) (%a: f32, %b: f32, %init: f32) {
    %equal = arith.cmpf oeq, %a, %b : f32
    %hit = arith.select %equal, %one, %zero : f32
    linalg.yield %hit : f32
  }
  %e6 = tensor.empty() : tensor<f32>
  %z6 = linalg.fill ins(%zero : f32) outs(%e6 : tensor<f32>) -> tensor<f32>
  %count = linalg.reduce { arith.addf } ins(%hits : tensor<360xf32>) outs(%z6 : tensor<f32>) dimensions = [0]
  return %scores, %count : tensor<360x10xf32>, tensor<f32>
}
