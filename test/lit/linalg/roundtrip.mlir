// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s

// CHECK: %0 = linalg.matmul ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8x16xf32>) outs(%arg2 : tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK: %1 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>, foo = 1 : i32} ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8x16xf32>) outs(%0 : tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK: %transposed = linalg.transpose ins(%arg1 : tensor<8x16xf32>) outs(%2 : tensor<16x8xf32>) permutation = [1, 0]
// CHECK: %3 = linalg.matmul indexing_maps = [{{#map[0-9]*}}, {{#map[0-9]*}}, {{#map[0-9]*}}] ins(%arg0, %transposed : tensor<4x8xf32>, tensor<16x8xf32>) outs(%0 : tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK: %4 = linalg.generic {doc = "x", indexing_maps = [{{#map[0-9]*}}, {{#map[0-9]*}}, {{#map[0-9]*}}], iterator_types = ["parallel", "parallel"]} ins(%3, %arg3 : tensor<4x16xf32>, tensor<4xf32>) outs(%arg2 : tensor<4x16xf32>) attrs =  {bar} {
// CHECK: %14 = linalg.index 0 : index
// CHECK: linalg.yield %15 : f32
// CHECK: %mapped = linalg.map { arith.addf } ins(%3, %4 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%arg2 : tensor<4x16xf32>)
// CHECK: %mapped_0 = linalg.map ins(%3, %4 : tensor<4x16xf32>, tensor<4x16xf32>) outs(%arg2 : tensor<4x16xf32>)
// CHECK: (%in: f32, %in_2: f32, %init: f32) {
// CHECK: linalg.yield %14 : f32
// CHECK: %reduced = linalg.reduce { arith.addf } ins(%mapped_0 : tensor<4x16xf32>) outs(%arg3 : tensor<4xf32>) dimensions = [1]
// CHECK: %reduced_1 = linalg.reduce ins(%mapped_0 : tensor<4x16xf32>) outs(%reduced : tensor<4xf32>) dimensions = [1]  {q}
// CHECK: (%in: f32, %init: f32) {
// CHECK: linalg.yield %14 : f32
// CHECK: %broadcasted = linalg.broadcast ins(%reduced_1 : tensor<4xf32>) outs(%arg2 : tensor<4x16xf32>) dimensions = [1]
// CHECK: %5 = linalg.fill ins(%arg4 : f32) outs(%broadcasted : tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK: %6 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%5 : tensor<4x16xf32>) outs(%arg2 : tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK: %7 = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [{{#map[0-9]*}}, {{#map[0-9]*}}, {{#map[0-9]*}}] ins(%5, %reduced_1 : tensor<4x16xf32>, tensor<4xf32>) outs(%arg2 : tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK: %8 = linalg.contract indexing_maps = [{{#map[0-9]*}}, {{#map[0-9]*}}, {{#map[0-9]*}}] ins(%arg0, %transposed : tensor<4x8xf32>, tensor<16x8xf32>) outs(%7 : tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK: %9 = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>} ins(%arg5, %arg6 : tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) outs(%arg7 : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
// CHECK: %10 = linalg.softmax dimension(1) ins(%8 : tensor<4x16xf32>) outs(%arg2 : tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK: %11 = linalg.exp ins(%10 : tensor<4x16xf32>) outs(%arg2 : tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK: %pack = linalg.pack %11 inner_dims_pos = [0, 1] inner_tiles = [4, 8] into %12 : tensor<4x16xf32> -> tensor<1x2x4x8xf32>
// CHECK: %unpack = linalg.unpack %pack inner_dims_pos = [0, 1] inner_tiles = [4, 8] into %arg2 : tensor<1x2x4x8xf32> -> tensor<4x16xf32>
// CHECK: %13 = linalg.copy ins(%unpack : tensor<4x16xf32>) outs(%arg2 : tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK: linalg.softmax {a} dimension(1) ins(%arg0 : memref<4x16xf32>) outs(%arg0 : memref<4x16xf32>)
// CHECK: linalg.map { math.absf {fastmath = #arith.fastmath<fast>} } ins(%arg0 : memref<4x16xf32>) outs(%arg0 : memref<4x16xf32>)
// CHECK: linalg.map { math.absf } ins(%arg0 : memref<4x16xf32>) outs(%arg0 : memref<4x16xf32>) {x, y}
// CHECK: linalg.map outs(%arg0 : memref<4x16xf32>)
// CHECK: (%init: f32) {
// CHECK: linalg.yield %cst : f32
// CHECK: linalg.fill ins(%arg2 : f32) outs(%arg0 : memref<4x16xf32>)
// CHECK: linalg.reduce { arith.addf } ins(%arg0 : memref<4x16xf32>) outs(%arg1 : memref<4xf32>) dimensions = [1]
// CHECK: linalg.transpose ins(%arg0 : memref<4x16xf32>) outs(%arg0 : memref<4x16xf32>) permutation = [0, 1]  {z}
// CHECK: linalg.generic {indexing_maps = [{{#map[0-9]*}}, {{#map[0-9]*}}], iterator_types = ["parallel"], library_call = "f"} ins(%arg2 : f32) outs(%arg1 : memref<4xf32>) {
// CHECK: linalg.yield %in : f32
// CHECK: %pack = linalg.pack %arg0 padding_value(%arg3 : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [4, %arg2] into %arg1 {a} : tensor<?x?xf32> -> tensor<?x?x4x?xf32>
// CHECK: %unpack = linalg.unpack %pack outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [4, %arg2] into %arg0 {a} : tensor<?x?x4x?xf32> -> tensor<?x?xf32>
// CHECK: %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%arg0 : tensor<2x3x3x5xf32>) outs(%arg1 : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
// CHECK: %1 = linalg.winograd_input_transform fmr(F_4_3) ins(%arg2 : tensor<2x10x10x5xf32>) outs(%arg3 : tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32>
// CHECK: %2 = linalg.winograd_output_transform fmr(F_4_3) ins(%arg4 : tensor<6x6x2x2x2x2xf32>) outs(%arg5 : tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32>
// CHECK: %0 = linalg.batch_matmul ins(%arg0, %arg1 : tensor<4x5x6xf32>, tensor<4x6x5xf32>) outs(%arg2 : tensor<4x5x5xf32>) -> tensor<4x5x5xf32>
// CHECK: %1 = linalg.batch_matmul indexing_maps = [{{#map[0-9]*}}, {{#map[0-9]*}}, {{#map[0-9]*}}] ins(%arg4, %arg1 : tensor<6xf32>, tensor<4x6x5xf32>) outs(%0 : tensor<4x5x5xf32>) -> tensor<4x5x5xf32>
// CHECK: %2 = linalg.batch_reduce_matmul ins(%arg0, %arg1 : tensor<4x5x6xf32>, tensor<4x6x5xf32>) outs(%arg3 : tensor<5x5xf32>) -> tensor<5x5xf32>
// CHECK: %0 = linalg.exp ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %1 = linalg.log ins(%0 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %2 = linalg.abs ins(%1 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %3 = linalg.ceil ins(%2 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %4 = linalg.floor ins(%3 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %5 = linalg.negf ins(%4 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %6 = linalg.reciprocal ins(%5 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %7 = linalg.round ins(%6 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %8 = linalg.sqrt ins(%7 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %9 = linalg.rsqrt ins(%8 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %10 = linalg.square ins(%9 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %11 = linalg.tanh ins(%10 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %12 = linalg.erf ins(%11 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %13 = linalg.add ins(%12, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %14 = linalg.sub ins(%13, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %15 = linalg.mul ins(%14, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %16 = linalg.div ins(%15, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %17 = linalg.max ins(%16, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %18 = linalg.min ins(%17, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %19 = linalg.powf ins(%18, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %20 = linalg.select ins(%arg3, %19, %arg1 : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %21 = linalg.add ins(%arg4, %20 : f32, tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %22 = linalg.copy ins(%21 : tensor<4x8xf32>) outs(%arg1 : tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: %23 = linalg.div_unsigned ins(%arg2, %arg2 : tensor<4x8xi32>, tensor<4x8xi32>) outs(%arg2 : tensor<4x8xi32>) -> tensor<4x8xi32>

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

func.func @buffers(%m: memref<4x16xf32>, %n: memref<4xf32>, %s: f32) {
  linalg.softmax {a} dimension(1) ins(%m : memref<4x16xf32>) outs(%m : memref<4x16xf32>)
  linalg.map { math.absf {fastmath = #arith.fastmath<fast>} } ins(%m : memref<4x16xf32>) outs(%m : memref<4x16xf32>)
  linalg.map { math.absf } {x} ins(%m : memref<4x16xf32>) outs(%m : memref<4x16xf32>) {y}
  linalg.map outs(%m : memref<4x16xf32>) (%o: f32) {
    %c = arith.constant 1.0 : f32
    linalg.yield %c : f32
  }
  linalg.fill ins(%s : f32) outs(%m : memref<4x16xf32>)
  linalg.reduce { arith.addf } ins(%m : memref<4x16xf32>) outs(%n : memref<4xf32>) dimensions = [1]
  linalg.transpose ins(%m : memref<4x16xf32>) outs(%m : memref<4x16xf32>) permutation = [0, 1] {z}
  linalg.generic {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"], library_call = "f"} ins(%s : f32) outs(%n : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}
func.func @dynamic(%s: tensor<?x?xf32>, %d: tensor<?x?x4x?xf32>, %t: index, %p: f32) -> tensor<?x?xf32> {
  %0 = linalg.pack %s padding_value(%p : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [4, %t] into %d {a} : tensor<?x?xf32> -> tensor<?x?x4x?xf32>
  %1 = linalg.unpack %0 outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [4, %t] into %s {a} : tensor<?x?x4x?xf32> -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
func.func @winograd(%a: tensor<2x3x3x5xf32>, %b: tensor<6x6x5x2xf32>, %c: tensor<2x10x10x5xf32>, %d: tensor<6x6x2x2x2x5xf32>, %e: tensor<6x6x2x2x2x2xf32>, %f: tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32> {
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor<2x3x3x5xf32>) outs(%b : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  %1 = linalg.winograd_input_transform fmr(F_4_3) ins(%c : tensor<2x10x10x5xf32>) outs(%d : tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32>
  %2 = linalg.winograd_output_transform fmr(F_4_3) ins(%e : tensor<6x6x2x2x2x2xf32>) outs(%f : tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32>
  return %2 : tensor<2x8x8x2xf32>
}
func.func @products(%t: tensor<4x5x6xf32>, %u: tensor<4x6x5xf32>, %o: tensor<4x5x5xf32>, %p: tensor<5x5xf32>, %v: tensor<6xf32>) -> (tensor<4x5x5xf32>, tensor<5x5xf32>) {
  %0 = linalg.batch_matmul ins(%t, %u : tensor<4x5x6xf32>, tensor<4x6x5xf32>) outs(%o : tensor<4x5x5xf32>) -> tensor<4x5x5xf32>
  %1 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%v, %u : tensor<6xf32>, tensor<4x6x5xf32>) outs(%0 : tensor<4x5x5xf32>) -> tensor<4x5x5xf32>
  %2 = linalg.batch_reduce_matmul ins(%t, %u : tensor<4x5x6xf32>, tensor<4x6x5xf32>) outs(%p : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %1, %2 : tensor<4x5x5xf32>, tensor<5x5xf32>
}
func.func @elements(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %i: tensor<4x8xi32>, %c: tensor<4x8xi1>, %s: f32) -> (tensor<4x8xf32>, tensor<4x8xi32>) {
  %0 = linalg.exp ins(%x : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.log ins(%0 : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.abs ins(%1 : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = linalg.ceil ins(%2 : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = linalg.floor ins(%3 : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = linalg.negf ins(%4 : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %6 = linalg.reciprocal ins(%5 : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %7 = linalg.round ins(%6 : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %8 = linalg.sqrt ins(%7 : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %9 = linalg.rsqrt ins(%8 : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %10 = linalg.square ins(%9 : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %11 = linalg.tanh ins(%10 : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %12 = linalg.erf ins(%11 : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %13 = linalg.add ins(%12, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %14 = linalg.sub ins(%13, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %15 = linalg.mul ins(%14, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %16 = linalg.div ins(%15, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %17 = linalg.max ins(%16, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %18 = linalg.min ins(%17, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %19 = linalg.powf ins(%18, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %20 = linalg.select ins(%c, %19, %y : tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %21 = linalg.add ins(%s, %20 : f32, tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %22 = linalg.copy ins(%21 : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
  %23 = linalg.div_unsigned ins(%i, %i : tensor<4x8xi32>, tensor<4x8xi32>) outs(%i : tensor<4x8xi32>) -> tensor<4x8xi32>
  return %22, %23 : tensor<4x8xf32>, tensor<4x8xi32>
}
