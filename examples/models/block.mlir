// A layer of a language model on 64 tokens: attention of four heads in two groups that share keys and values, with rotary positions and a mask, and a
// gated layer. Each part begins with a norm, and is added to its input. Angles of the rotation come as cosines and sines, and the mask is added to the scores.
func.func @block(%x: tensor<64x256xf32>, %norm1: tensor<256xf32>, %wq: tensor<256x256xf32>, %wk: tensor<256x128xf32>, %wv: tensor<256x128xf32>, %wo: tensor<256x256xf32>, %norm2: tensor<256xf32>, %gate: tensor<256x512xf32>, %up: tensor<256x512xf32>, %down: tensor<512x256xf32>, %cos: tensor<64x32xf32>, %sin: tensor<64x32xf32>, %mask: tensor<64x64xf32>) -> tensor<64x256xf32> {
  %n1 = call @norm(%x, %norm1) : (tensor<64x256xf32>, tensor<256xf32>) -> tensor<64x256xf32>
  %z256 = arith.constant dense<0.0> : tensor<64x256xf32>
  %z128 = arith.constant dense<0.0> : tensor<64x128xf32>
  %z512 = arith.constant dense<0.0> : tensor<64x512xf32>
  %q = linalg.matmul ins(%n1, %wq : tensor<64x256xf32>, tensor<256x256xf32>) outs(%z256 : tensor<64x256xf32>) -> tensor<64x256xf32>
  %k = linalg.matmul ins(%n1, %wk : tensor<64x256xf32>, tensor<256x128xf32>) outs(%z128 : tensor<64x128xf32>) -> tensor<64x128xf32>
  %v = linalg.matmul ins(%n1, %wv : tensor<64x256xf32>, tensor<256x128xf32>) outs(%z128 : tensor<64x128xf32>) -> tensor<64x128xf32>
  %q4 = tensor.expand_shape %q [[0], [1, 2]] output_shape [64, 4, 64] : tensor<64x256xf32> into tensor<64x4x64xf32>
  %k2 = tensor.expand_shape %k [[0], [1, 2]] output_shape [64, 2, 64] : tensor<64x128xf32> into tensor<64x2x64xf32>
  %v2 = tensor.expand_shape %v [[0], [1, 2]] output_shape [64, 2, 64] : tensor<64x128xf32> into tensor<64x2x64xf32>
  // The halves of each head are the coordinates that are rotated.
  %qra = tensor.extract_slice %q4[0, 0, 0] [64, 4, 32] [1, 1, 1] : tensor<64x4x64xf32> to tensor<64x4x32xf32>
  %qrb = tensor.extract_slice %q4[0, 0, 32] [64, 4, 32] [1, 1, 1] : tensor<64x4x64xf32> to tensor<64x4x32xf32>
  %qre = tensor.empty() : tensor<64x4x32xf32>
  %qrcos = linalg.broadcast ins(%cos : tensor<64x32xf32>) outs(%qre : tensor<64x4x32xf32>) dimensions = [1]
  %qrsin = linalg.broadcast ins(%sin : tensor<64x32xf32>) outs(%qre : tensor<64x4x32xf32>) dimensions = [1]
  %qrac = arith.mulf %qra, %qrcos : tensor<64x4x32xf32>
  %qrbs = arith.mulf %qrb, %qrsin : tensor<64x4x32xf32>
  %qras = arith.mulf %qra, %qrsin : tensor<64x4x32xf32>
  %qrbc = arith.mulf %qrb, %qrcos : tensor<64x4x32xf32>
  %qrx = arith.subf %qrac, %qrbs : tensor<64x4x32xf32>
  %qry = arith.addf %qras, %qrbc : tensor<64x4x32xf32>
  %qr = tensor.concat dim(2) %qrx, %qry : (tensor<64x4x32xf32>, tensor<64x4x32xf32>) -> tensor<64x4x64xf32>
  // The halves of each head are the coordinates that are rotated.
  %kra = tensor.extract_slice %k2[0, 0, 0] [64, 2, 32] [1, 1, 1] : tensor<64x2x64xf32> to tensor<64x2x32xf32>
  %krb = tensor.extract_slice %k2[0, 0, 32] [64, 2, 32] [1, 1, 1] : tensor<64x2x64xf32> to tensor<64x2x32xf32>
  %kre = tensor.empty() : tensor<64x2x32xf32>
  %krcos = linalg.broadcast ins(%cos : tensor<64x32xf32>) outs(%kre : tensor<64x2x32xf32>) dimensions = [1]
  %krsin = linalg.broadcast ins(%sin : tensor<64x32xf32>) outs(%kre : tensor<64x2x32xf32>) dimensions = [1]
  %krac = arith.mulf %kra, %krcos : tensor<64x2x32xf32>
  %krbs = arith.mulf %krb, %krsin : tensor<64x2x32xf32>
  %kras = arith.mulf %kra, %krsin : tensor<64x2x32xf32>
  %krbc = arith.mulf %krb, %krcos : tensor<64x2x32xf32>
  %krx = arith.subf %krac, %krbs : tensor<64x2x32xf32>
  %kry = arith.addf %kras, %krbc : tensor<64x2x32xf32>
  %kr = tensor.concat dim(2) %krx, %kry : (tensor<64x2x32xf32>, tensor<64x2x32xf32>) -> tensor<64x2x64xf32>
  %qg = tensor.expand_shape %qr [[0], [1, 2], [3]] output_shape [64, 2, 2, 64] : tensor<64x4x64xf32> into tensor<64x2x2x64xf32>
  %zs = arith.constant dense<0.0> : tensor<2x2x64x64xf32>
  %s = linalg.contract indexing_maps = [affine_map<(g, h, i, j, d) -> (i, g, h, d)>, affine_map<(g, h, i, j, d) -> (j, g, d)>, affine_map<(g, h, i, j, d) -> (g, h, i, j)>]
  ins(%qg, %kr : tensor<64x2x2x64xf32>, tensor<64x2x64xf32>) outs(%zs : tensor<2x2x64x64xf32>) -> tensor<2x2x64x64xf32>
  %eighth = arith.constant dense<0.125> : tensor<2x2x64x64xf32>
  %sc = arith.mulf %s, %eighth : tensor<2x2x64x64xf32>
  %es = tensor.empty() : tensor<2x2x64x64xf32>
  %m4 = linalg.broadcast ins(%mask : tensor<64x64xf32>) outs(%es : tensor<2x2x64x64xf32>) dimensions = [0, 1]
  %sm = arith.addf %sc, %m4 : tensor<2x2x64x64xf32>
  %p = linalg.softmax dimension(3) ins(%sm : tensor<2x2x64x64xf32>) outs(%es : tensor<2x2x64x64xf32>) -> tensor<2x2x64x64xf32>
  %zo = arith.constant dense<0.0> : tensor<64x2x2x64xf32>
  %o = linalg.contract indexing_maps = [affine_map<(i, g, h, d, j) -> (g, h, i, j)>, affine_map<(i, g, h, d, j) -> (j, g, d)>, affine_map<(i, g, h, d, j) -> (i, g, h, d)>]
  ins(%p, %v2 : tensor<2x2x64x64xf32>, tensor<64x2x64xf32>) outs(%zo : tensor<64x2x2x64xf32>) -> tensor<64x2x2x64xf32>
  %oc = tensor.collapse_shape %o [[0], [1, 2, 3]] : tensor<64x2x2x64xf32> into tensor<64x256xf32>
  %a = linalg.matmul ins(%oc, %wo : tensor<64x256xf32>, tensor<256x256xf32>) outs(%x : tensor<64x256xf32>) -> tensor<64x256xf32>
  %n2 = call @norm(%a, %norm2) : (tensor<64x256xf32>, tensor<256xf32>) -> tensor<64x256xf32>
  %g = linalg.matmul ins(%n2, %gate : tensor<64x256xf32>, tensor<256x512xf32>) outs(%z512 : tensor<64x512xf32>) -> tensor<64x512xf32>
  %u = linalg.matmul ins(%n2, %up : tensor<64x256xf32>, tensor<256x512xf32>) outs(%z512 : tensor<64x512xf32>) -> tensor<64x512xf32>
  %one = arith.constant dense<1.0> : tensor<64x512xf32>
  %neg = arith.negf %g : tensor<64x512xf32>
  %exp = math.exp %neg : tensor<64x512xf32>
  %den = arith.addf %exp, %one : tensor<64x512xf32>
  %silu = arith.divf %g, %den : tensor<64x512xf32>
  %gu = arith.mulf %silu, %u : tensor<64x512xf32>
  %r = linalg.matmul ins(%gu, %down : tensor<64x512xf32>, tensor<512x256xf32>) outs(%a : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %r : tensor<64x256xf32>
}

// Rows divided by the root of the mean of their squares, times a weight for each column.
func.func private @norm(%x: tensor<64x256xf32>, %w: tensor<256xf32>) -> tensor<64x256xf32> {
  %z = arith.constant dense<0.0> : tensor<64xf32>
  %sq = arith.mulf %x, %x : tensor<64x256xf32>
  %sum = linalg.reduce { arith.addf } ins(%sq : tensor<64x256xf32>) outs(%z : tensor<64xf32>) dimensions = [1]
  %part = arith.constant dense<0.00390625> : tensor<64xf32>
  %eps = arith.constant dense<1.0e-5> : tensor<64xf32>
  %mean = arith.mulf %sum, %part : tensor<64xf32>
  %me = arith.addf %mean, %eps : tensor<64xf32>
  %root = math.rsqrt %me : tensor<64xf32>
  %e = tensor.empty() : tensor<64x256xf32>
  %rb = linalg.broadcast ins(%root : tensor<64xf32>) outs(%e : tensor<64x256xf32>) dimensions = [1]
  %wb = linalg.broadcast ins(%w : tensor<256xf32>) outs(%e : tensor<64x256xf32>) dimensions = [0]
  %n = arith.mulf %x, %rb : tensor<64x256xf32>
  %r = arith.mulf %n, %wb : tensor<64x256xf32>
  return %r : tensor<64x256xf32>
}
