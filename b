#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @f(%arg0: tensor<2x2xcomplex<f32>>, %arg1: tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>> {
    %0 = linalg.matmul ins(%arg0, %arg0 : tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>) outs(%arg1 : tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%0, %arg0 : tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>) outs(%arg1 : tensor<2x2xcomplex<f32>>) {
    ^bb0(%in: complex<f32>, %in_0: complex<f32>, %out: complex<f32>):
      %2 = complex.div %in, %in_0 : complex<f32>
      linalg.yield %2 : complex<f32>
    } -> tensor<2x2xcomplex<f32>>
    return %1 : tensor<2x2xcomplex<f32>>
  }
  func.func @main() -> tensor<2x2xcomplex<f32>> {
    %cst = arith.constant dense<[[(1.000000e+00,2.000000e+00), (3.000000e+00,-1.000000e+00)], [(5.000000e-01,0.000000e+00), (0.000000e+00,1.000000e+00)]]> : tensor<2x2xcomplex<f32>>
    %cst_0 = arith.constant dense<(0.000000e+00,1.000000e+00)> : tensor<2x2xcomplex<f32>>
    %0 = call @f(%cst, %cst_0) : (tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
    return %0 : tensor<2x2xcomplex<f32>>
  }
}

