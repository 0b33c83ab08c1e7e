// Sums of rows of a table for 16 sentences of 8 tokens, with a layer norm: each sum is moved and scaled so that its mean is 0 and its variance is 1, and
// then scaled and moved by weights.
func.func @embedding(%tokens: tensor<16x8xi32>, %table: tensor<500x64xf32>, %scale: tensor<64xf32>, %bias: tensor<64xf32>) -> tensor<16x64xf32> {
  %zeros = arith.constant dense<0.0> : tensor<16x64xf32>
  %zero = arith.constant dense<0.0> : tensor<16xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
  ins(%tokens : tensor<16x8xi32>) outs(%zeros : tensor<16x64xf32>) {
  ^bb0(%token: i32, %old: f32):
    %row = arith.index_cast %token : i32 to index
    %column = linalg.index 1 : index
    %element = tensor.extract %table[%row, %column] : tensor<500x64xf32>
    %new = arith.addf %old, %element : f32
    linalg.yield %new : f32
  } -> tensor<16x64xf32>
  %part = arith.constant dense<0.015625> : tensor<16xf32>
  %total = linalg.reduce { arith.addf } ins(%sum : tensor<16x64xf32>) outs(%zero : tensor<16xf32>) dimensions = [1]
  %mean = arith.mulf %total, %part : tensor<16xf32>
  %means = linalg.broadcast ins(%mean : tensor<16xf32>) outs(%zeros : tensor<16x64xf32>) dimensions = [1]
  %moved = arith.subf %sum, %means : tensor<16x64xf32>
  %squares = arith.mulf %moved, %moved : tensor<16x64xf32>
  %spread = linalg.reduce { arith.addf } ins(%squares : tensor<16x64xf32>) outs(%zero : tensor<16xf32>) dimensions = [1]
  %least = arith.constant dense<1.0e-5> : tensor<16xf32>
  %variance = arith.mulf %spread, %part : tensor<16xf32>
  %positive = arith.addf %variance, %least : tensor<16xf32>
  %factor = math.rsqrt %positive : tensor<16xf32>
  %factors = linalg.broadcast ins(%factor : tensor<16xf32>) outs(%zeros : tensor<16x64xf32>) dimensions = [1]
  %normal = arith.mulf %moved, %factors : tensor<16x64xf32>
  %scales = linalg.broadcast ins(%scale : tensor<64xf32>) outs(%zeros : tensor<16x64xf32>) dimensions = [0]
  %biases = linalg.broadcast ins(%bias : tensor<64xf32>) outs(%zeros : tensor<16x64xf32>) dimensions = [0]
  %scaled = arith.mulf %normal, %scales : tensor<16x64xf32>
  %result = arith.addf %scaled, %biases : tensor<16x64xf32>
  return %result : tensor<16x64xf32>
}
