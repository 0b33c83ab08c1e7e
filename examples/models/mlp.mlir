// A perceptron with a hidden layer, for a batch of 16 pictures of 28 x 28: GELU (as x / (1 + exp(-1.702 x))), and softmax.
//
//   optc run --target ipu2 --input x=random --input w1=random … examples/models/mlp.mlir
func.func @mlp(%x: tensor<16x784xf32>, %w1: tensor<784x128xf32>, %b1: tensor<128xf32>, %w2: tensor<128x10xf32>, %b2: tensor<10xf32>) -> tensor<16x10xf32> {
  %scale = arith.constant dense<-1.702> : tensor<16x128xf32>
  %one = arith.constant dense<1.0> : tensor<16x128xf32>
  %e = tensor.empty() : tensor<16x10xf32>
  %bias1 = linalg.broadcast ins(%b1 : tensor<128xf32>) outs(%one : tensor<16x128xf32>) dimensions = [0]
  %h = linalg.matmul ins(%x, %w1 : tensor<16x784xf32>, tensor<784x128xf32>) outs(%bias1 : tensor<16x128xf32>) -> tensor<16x128xf32>
  %s = arith.mulf %h, %scale : tensor<16x128xf32>
  %p = math.exp %s : tensor<16x128xf32>
  %d = arith.addf %p, %one : tensor<16x128xf32>
  %g = arith.divf %h, %d : tensor<16x128xf32>
  %bias2 = linalg.broadcast ins(%b2 : tensor<10xf32>) outs(%e : tensor<16x10xf32>) dimensions = [0]
  %y = linalg.matmul ins(%g, %w2 : tensor<16x128xf32>, tensor<128x10xf32>) outs(%bias2 : tensor<16x10xf32>) -> tensor<16x10xf32>
  %r = linalg.softmax dimension(1) ins(%y : tensor<16x10xf32>) outs(%e : tensor<16x10xf32>) -> tensor<16x10xf32>
  return %r : tensor<16x10xf32>
}
