// A function on tensors, whose plan makes classes, a graph and a program.
func.func @network(%x: tensor<4x12xf32>, %w: tensor<12x6xf32>, %b: tensor<6xf32>) -> tensor<4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x6xf32>
  %filled = linalg.fill ins(%zero : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %p = linalg.matmul ins(%x, %w : tensor<4x12xf32>, tensor<12x6xf32>) outs(%filled : tensor<4x6xf32>) -> tensor<4x6xf32>
  %rows = linalg.broadcast ins(%b : tensor<6xf32>) outs(%e : tensor<4x6xf32>) dimensions = [0]
  %s = arith.addf %p, %rows : tensor<4x6xf32>
  %y = linalg.softmax dimension(1) ins(%s : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}
