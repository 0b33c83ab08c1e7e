// RUN: optc %s --linalg-generalize-named-ops --verify-exec | FileCheck %s

// CHECK: func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<4x16xf32>, %arg3: tensor<4xf32>, %arg4: f32, %arg5: tensor<1x8x8x3xf32>, %arg6: tensor<3x3x3x4xf32>, %arg7: tensor<1x6x6x4xf32>) -> tensor<4x16xf32> {
// CHECK: %0 = linalg.generic {indexing_maps = [#map{{[0-9]*}}, #map{{[0-9]*}}, #map{{[0-9]*}}], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8x16xf32>) outs(%arg2 : tensor<4x16xf32>) {
// CHECK: ^bb0(%in: f32, %in_0: f32, %out: f32):
// CHECK: %16 = arith.mulf %in, %in_0 : f32
// CHECK: %17 = arith.addf %out, %16 : f32
// CHECK: linalg.yield %17 : f32
// CHECK: %1 = tensor.empty() : tensor<16x8xf32>
// CHECK: %2 = linalg.generic {indexing_maps = [#map{{[0-9]*}}, #map{{[0-9]*}}], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<8x16xf32>) outs(%1 : tensor<16x8xf32>) {
// CHECK: ^bb0(%in: f32, %out: f32):
// CHECK: linalg.yield %in : f32
// CHECK: %3 = linalg.generic {indexing_maps = [#map{{[0-9]*}}, #map{{[0-9]*}}, #map{{[0-9]*}}], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %2 : tensor<4x8xf32>, tensor<16x8xf32>) outs(%0 : tensor<4x16xf32>) {
// CHECK: ^bb0(%in: f32, %in_0: f32, %out: f32):
// CHECK: %16 = arith.mulf %in, %in_0 : f32
// CHECK: %17 = arith.addf %out, %16 : f32
// CHECK: linalg.yield %17 : f32
// CHECK: %4 = linalg.generic {doc = "x", indexing_maps = [#map{{[0-9]*}}, #map{{[0-9]*}}, #map{{[0-9]*}}], iterator_types = ["parallel", "parallel"]} ins(%3, %arg3 : tensor<4x16xf32>, tensor<4xf32>) outs(%arg2 : tensor<4x16xf32>) attrs =  {bar} {
// CHECK: ^bb0(%in: f32, %in_0: f32, %out: f32):
// CHECK: %16 = arith.addf %in, %in_0 : f32
// CHECK: linalg.yield %16 : f32
// CHECK: %5 = linalg.generic {indexing_maps = [#map{{[0-9]*}}, #map{{[0-9]*}}, #map{{[0-9]*}}], iterator_types = ["parallel", "parallel"]} ins(%3, %4 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%arg2 : tensor<4x16xf32>) {
// CHECK: ^bb0(%in: f32, %in_0: f32, %out: f32):
// CHECK: %16 = arith.mulf %in_0, %in : f32
// CHECK: linalg.yield %16 : f32
// CHECK: %6 = linalg.generic {indexing_maps = [#map{{[0-9]*}}, #map{{[0-9]*}}], iterator_types = ["parallel", "reduction"]} ins(%5 : tensor<4x16xf32>) outs(%arg3 : tensor<4xf32>) {
// CHECK: ^bb0(%in: f32, %out: f32):
// CHECK: %16 = arith.addf %out, %in : f32
// CHECK: linalg.yield %16 : f32
// CHECK: %7 = linalg.generic {indexing_maps = [#map{{[0-9]*}}, #map{{[0-9]*}}], iterator_types = ["parallel", "reduction"]} ins(%5 : tensor<4x16xf32>) outs(%6 : tensor<4xf32>) {
// CHECK: ^bb0(%in: f32, %out: f32):
// CHECK: %16 = arith.maximumf %in, %out : f32
// CHECK: linalg.yield %16 : f32
// CHECK: %8 = linalg.generic {indexing_maps = [#map{{[0-9]*}}, #map{{[0-9]*}}], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<4xf32>) outs(%arg2 : tensor<4x16xf32>) {
// CHECK: ^bb0(%in: f32, %out: f32):
// CHECK: linalg.yield %in : f32
// CHECK: %9 = linalg.generic {indexing_maps = [#map{{[0-9]*}}, #map{{[0-9]*}}], iterator_types = ["parallel", "parallel"]} ins(%arg4 : f32) outs(%8 : tensor<4x16xf32>) {
// CHECK: ^bb0(%in: f32, %out: f32):
// CHECK: linalg.yield %in : f32
// CHECK: %10 = linalg.generic {indexing_maps = [#map{{[0-9]*}}, #map{{[0-9]*}}, #map{{[0-9]*}}], iterator_types = ["parallel", "parallel"]} ins(%9, %7 : tensor<4x16xf32>, tensor<4xf32>) outs(%arg2 : tensor<4x16xf32>) {
// CHECK: ^bb0(%in: f32, %in_0: f32, %out: f32):
// CHECK: %16 = arith.addf %in, %in_0 : f32
// CHECK: linalg.yield %16 : f32
// CHECK: %11 = linalg.generic {indexing_maps = [#map{{[0-9]*}}, #map{{[0-9]*}}, #map{{[0-9]*}}], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %2 : tensor<4x8xf32>, tensor<16x8xf32>) outs(%10 : tensor<4x16xf32>) {
// CHECK: ^bb0(%in: f32, %in_0: f32, %out: f32):
// CHECK: %16 = arith.mulf %in, %in_0 : f32
// CHECK: %17 = arith.addf %out, %16 : f32
// CHECK: linalg.yield %17 : f32
// CHECK: %12 = linalg.softmax dimension(1) ins(%11 : tensor<4x16xf32>) outs(%arg2 : tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK: %13 = linalg.generic {indexing_maps = [#map{{[0-9]*}}, #map{{[0-9]*}}], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<4x16xf32>) outs(%arg2 : tensor<4x16xf32>) {
// CHECK: ^bb0(%in: f32, %out: f32):
// CHECK: %16 = math.exp %in : f32
// CHECK: linalg.yield %16 : f32
// CHECK: %14 = tensor.empty() : tensor<1x2x4x8xf32>
// CHECK: %pack = linalg.pack %13 inner_dims_pos = [0, 1] inner_tiles = [4, 8] into %14 : tensor<4x16xf32> -> tensor<1x2x4x8xf32>
// CHECK: %unpack = linalg.unpack %pack inner_dims_pos = [0, 1] inner_tiles = [4, 8] into %arg2 : tensor<1x2x4x8xf32> -> tensor<4x16xf32>
// CHECK: %15 = linalg.generic {indexing_maps = [#map{{[0-9]*}}, #map{{[0-9]*}}], iterator_types = ["parallel", "parallel"]} ins(%unpack : tensor<4x16xf32>) outs(%arg2 : tensor<4x16xf32>) {
// CHECK: ^bb0(%in: f32, %out: f32):
// CHECK: linalg.yield %in : f32
// CHECK: return %15 : tensor<4x16xf32>

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %s: f32, %i: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x4xf32>, %o: tensor<1x6x6x4xf32>) -> tensor<4x16xf32> {
  %0 = linalg.matmul ins(%a, %b: tensor<4x8xf32>, tensor<8x16xf32>) outs(%c: tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = linalg.matmul {foo = 1 : i32, cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b: tensor<4x8xf32>, tensor<8x16xf32>) outs(%0: tensor<4x16xf32>) -> tensor<4x16xf32>
  %b2 = tensor.empty() : tensor<16x8xf32>
  %bt = linalg.transpose ins(%b : tensor<8x16xf32>) outs(%b2: tensor<16x8xf32>) permutation = [1, 0]
  %2 = linalg.matmul indexing_maps = [affine_map<(m, n, k)->(m, k)>, affine_map<(m, n, k)->(n, k)>, affine_map<(m, n, k)->(m, n)>] ins(%a, %bt: tensor<4x8xf32>, tensor<16x8xf32>) outs(%0: tensor<4x16xf32>) -> tensor<4x16xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(m, n)->(m, n)>, affine_map<(m, n)->(m)>, affine_map<(m, n)->(m, n)>], iterator_types = ["parallel", "parallel"], doc = "x"} ins(%2, %v: tensor<4x16xf32>, tensor<4xf32>) outs(%c: tensor<4x16xf32>) attrs = {bar} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %i0 = linalg.index 0 : index
    %w = arith.addf %x, %y : f32
    linalg.yield %w : f32
  } -> tensor<4x16xf32>
  %4 = linalg.map { arith.addf } ins(%2, %3 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%c : tensor<4x16xf32>)
  %5 = linalg.map ins(%2, %3 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) (%x: f32, %y: f32, %z: f32) { 
     %w = arith.mulf %y, %x : f32
     linalg.yield %w : f32 }
  %6 = linalg.reduce { arith.addf } ins(%5: tensor<4x16xf32>) outs(%v: tensor<4xf32>) dimensions = [1]
  %7 = linalg.reduce ins(%5: tensor<4x16xf32>) outs(%6: tensor<4xf32>) dimensions = [1] {q} (%x: f32, %y: f32) { 
     %w = arith.maximumf %x, %y : f32
     linalg.yield %w : f32 }
  %8 = linalg.broadcast ins(%7: tensor<4xf32>) outs(%c: tensor<4x16xf32>) dimensions = [1]
  %9 = linalg.fill ins(%s: f32) outs(%8: tensor<4x16xf32>) -> tensor<4x16xf32>
  %10 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%9 : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %11 = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [affine_map<(m, n)->(m, n)>, affine_map<(m, n)->(m)>, affine_map<(m, n)->(m, n)>] ins(%9, %7 : tensor<4x16xf32>, tensor<4xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %12 = linalg.contract indexing_maps = [affine_map<(m, n, k)->(m, k)>, affine_map<(m, n, k)->(n, k)>, affine_map<(m, n, k)->(m, n)>] ins(%a, %bt: tensor<4x8xf32>, tensor<16x8xf32>) outs(%11: tensor<4x16xf32>) -> tensor<4x16xf32>
  %13 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>} ins(%i, %k: tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) outs(%o: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  %14 = linalg.softmax dimension(1) ins(%12 : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  %15 = linalg.exp ins(%14: tensor<4x16xf32>) outs(%c: tensor<4x16xf32>) -> tensor<4x16xf32>

  %p = tensor.empty() : tensor<1x2x4x8xf32>
  %pk = linalg.pack %15 inner_dims_pos = [0, 1] inner_tiles = [4, 8] into %p : tensor<4x16xf32> -> tensor<1x2x4x8xf32>
  %up = linalg.unpack %pk inner_dims_pos = [0, 1] inner_tiles = [4, 8] into %c : tensor<1x2x4x8xf32> -> tensor<4x16xf32>
  %cp = linalg.copy ins(%up: tensor<4x16xf32>) outs(%c: tensor<4x16xf32>) -> tensor<4x16xf32>
  return %cp : tensor<4x16xf32>
}
