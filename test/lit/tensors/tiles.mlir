// The same text on the host and on tiles. A sum that is divided among tiles has another order.
//
// RUN: optc run %s --call all --arg random --arg random --arg random --arg random --output x=%t.x.npy --output img=%t.img.npy --output k=%t.k.npy --output v=%t.v.npy --output result0=%t.r0.npy --output result1=%t.r1.npy --output result2=%t.r2.npy --output result3=%t.r3.npy --output result4=%t.r4.npy --output result5=%t.r5.npy --output result6=%t.r6.npy
// RUN: optc run %s --target ipu2 --input x=%t.x.npy --input img=%t.img.npy --input k=%t.k.npy --input v=%t.v.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --expect result3=%t.r3.npy --expect result4=%t.r4.npy --expect result5=%t.r5.npy --expect result6=%t.r6.npy --rtol 1e-5 --atol 1e-5
// RUN: optc run %s --target sm_90 --input x=%t.x.npy --input img=%t.img.npy --input k=%t.k.npy --input v=%t.v.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --expect result3=%t.r3.npy --expect result4=%t.r4.npy --expect result5=%t.r5.npy --expect result6=%t.r6.npy --rtol 1e-5 --atol 1e-5
// RUN: optc run %s --target gfx942 --input x=%t.x.npy --input img=%t.img.npy --input k=%t.k.npy --input v=%t.v.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --expect result3=%t.r3.npy --expect result4=%t.r4.npy --expect result5=%t.r5.npy --expect result6=%t.r6.npy --rtol 1e-5 --atol 1e-5
// RUN: optc %s --poplar-set-target=arch=ipu1 --tile --verify-exec -o %t.mlir

func.func private @half(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %h = arith.constant dense<0.5> : tensor<4x6xf32>
  %e = tensor.empty() : tensor<4x6xf32>
  %0 = linalg.mul ins(%x, %h : tensor<4x6xf32>, tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
func.func @all(%x: tensor<4x6xf32>, %img: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x5xf32>, %v: tensor<7xf16>) -> (tensor<6x4xf32>, tensor<1x6x6x5xf32>, tensor<1x3x3x5xf32>, tensor<4xf32>, tensor<8x12xf32>, tensor<7xf16>, tensor<4x6xi32>) {
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %0 = call @half(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %et = tensor.empty() : tensor<6x4xf32>
  %t = linalg.transpose ins(%0 : tensor<4x6xf32>) outs(%et : tensor<6x4xf32>) permutation = [1, 0]
  %ec = tensor.empty() : tensor<1x6x6x5xf32>
  %fc = linalg.fill ins(%zero : f32) outs(%ec : tensor<1x6x6x5xf32>) -> tensor<1x6x6x5xf32>
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%img, %k : tensor<1x8x8x3xf32>, tensor<3x3x3x5xf32>) outs(%fc : tensor<1x6x6x5xf32>) -> tensor<1x6x6x5xf32>
  %ep = tensor.empty() : tensor<1x3x3x5xf32>
  %fp = linalg.fill ins(%inf : f32) outs(%ep : tensor<1x3x3x5xf32>) -> tensor<1x3x3x5xf32>
  %w = tensor.empty() : tensor<2x2xf32>
  %p = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%c, %w : tensor<1x6x6x5xf32>, tensor<2x2xf32>) outs(%fp : tensor<1x3x3x5xf32>) -> tensor<1x3x3x5xf32>
  %er = tensor.empty() : tensor<4xf32>
  %fr = linalg.fill ins(%zero : f32) outs(%er : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.reduce { arith.addf } ins(%0 : tensor<4x6xf32>) outs(%fr : tensor<4xf32>) dimensions = [1]
  %pad = tensor.pad %x low[1, 2] high[3, 4] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x6xf32> to tensor<8x12xf32>
  %s = tensor.extract_slice %x[1, 2] [2, 3] [1, 1] : tensor<4x6xf32> to tensor<2x3xf32>
  %in = tensor.insert_slice %s into %pad[0, 5] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<8x12xf32>
  %ev = tensor.empty() : tensor<7xf16>
  %g = linalg.exp ins(%v : tensor<7xf16>) outs(%ev : tensor<7xf16>) -> tensor<7xf16>
  %ei = tensor.empty() : tensor<4x6xi32>
  %idx = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%ei : tensor<4x6xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c10 = arith.constant 10 : index
    %m = arith.muli %i, %c10 : index
    %a = arith.addi %m, %j : index
    %b = arith.index_cast %a : index to i32
    linalg.yield %b : i32
  } -> tensor<4x6xi32>
  return %t, %c, %p, %r, %in, %g, %idx : tensor<6x4xf32>, tensor<1x6x6x5xf32>, tensor<1x3x3x5xf32>, tensor<4xf32>, tensor<8x12xf32>, tensor<7xf16>, tensor<4x6xi32>
}
