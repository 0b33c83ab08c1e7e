// The same text on the host, on the lanes of a TPU, on tiles and on GPUs.
//
// RUN: optc run %s --call lanes --arg random --arg random --arg random --arg random --arg random --arg random --output x=%t.x.npy --output y=%t.y.npy --output m=%t.m.npy --output n=%t.n.npy --output v=%t.v.npy --output w=%t.w.npy --output result0=%t.r0.npy --output result1=%t.r1.npy --output result2=%t.r2.npy --output result3=%t.r3.npy --output result4=%t.r4.npy --output result5=%t.r5.npy --output result6=%t.r6.npy --output result7=%t.r7.npy --output result8=%t.r8.npy
// RUN: optc run %s --target bm1684 --input x=%t.x.npy --input y=%t.y.npy --input m=%t.m.npy --input n=%t.n.npy --input v=%t.v.npy --input w=%t.w.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --expect result3=%t.r3.npy --expect result4=%t.r4.npy --expect result5=%t.r5.npy --expect result6=%t.r6.npy --expect result7=%t.r7.npy --expect result8=%t.r8.npy --rtol 1e-5 --atol 1e-5
// RUN: optc run %s --target ipu2 --input x=%t.x.npy --input y=%t.y.npy --input m=%t.m.npy --input n=%t.n.npy --input v=%t.v.npy --input w=%t.w.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --expect result3=%t.r3.npy --expect result4=%t.r4.npy --expect result5=%t.r5.npy --expect result6=%t.r6.npy --expect result7=%t.r7.npy --expect result8=%t.r8.npy --rtol 1e-5 --atol 1e-5
// RUN: optc run %s --target sm_90 --input x=%t.x.npy --input y=%t.y.npy --input m=%t.m.npy --input n=%t.n.npy --input v=%t.v.npy --input w=%t.w.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --expect result3=%t.r3.npy --expect result4=%t.r4.npy --expect result5=%t.r5.npy --expect result6=%t.r6.npy --expect result7=%t.r7.npy --expect result8=%t.r8.npy --rtol 1e-5 --atol 1e-5
// RUN: optc run %s --target gfx942 --input x=%t.x.npy --input y=%t.y.npy --input m=%t.m.npy --input n=%t.n.npy --input v=%t.v.npy --input w=%t.w.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --expect result3=%t.r3.npy --expect result4=%t.r4.npy --expect result5=%t.r5.npy --expect result6=%t.r6.npy --expect result7=%t.r7.npy --expect result8=%t.r8.npy --rtol 1e-5 --atol 1e-5
// RUN: optc export %s --target bm1684 2>&1 | FileCheck %s

// CHECK: okk_bdc_max_pool2d
// CHECK: okk_bdc_exp
// CHECK: okk_bdc_matmul

func.func @lanes(%x: tensor<5x12xf32>, %y: tensor<7xf32>, %m: tensor<2x4x9xf32>, %n: tensor<2x9x5xf32>, %v: tensor<1000xf32>, %w: tensor<9x4xf32>) -> (tensor<5x12xf32>, tensor<12x5xf32>, tensor<2x4x5xf32>, tensor<f32>, tensor<8x12xf32>, tensor<4x4xf32>, tensor<9xf32>, tensor<5x3xf32>, tensor<12xf32>) {
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<5x12xf32>
  %s = linalg.softmax dimension(1) ins(%x : tensor<5x12xf32>) outs(%e : tensor<5x12xf32>) -> tensor<5x12xf32>
  %et = tensor.empty() : tensor<12x5xf32>
  %t = linalg.transpose ins(%s : tensor<5x12xf32>) outs(%et : tensor<12x5xf32>) permutation = [1, 0]
  %th = linalg.tanh ins(%t : tensor<12x5xf32>) outs(%et : tensor<12x5xf32>) -> tensor<12x5xf32>
  %eb = tensor.empty() : tensor<2x4x5xf32>
  %fb = linalg.fill ins(%zero : f32) outs(%eb : tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  %b = linalg.batch_matmul ins(%m, %n : tensor<2x4x9xf32>, tensor<2x9x5xf32>) outs(%fb : tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  %es = tensor.empty() : tensor<f32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<f32>) -> tensor<f32>
  %r = linalg.reduce { arith.addf } ins(%v : tensor<1000xf32>) outs(%fs : tensor<f32>) dimensions = [0]
  %pad = tensor.pad %x low[1, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %inf : f32
  } : tensor<5x12xf32> to tensor<8x12xf32>
  %em = tensor.empty() : tensor<4x4xf32>
  %fm = linalg.fill ins(%zero : f32) outs(%em : tensor<4x4xf32>) -> tensor<4x4xf32>
  %m0 = tensor.extract_slice %m[1, 0, 0] [1, 4, 9] [1, 1, 1] : tensor<2x4x9xf32> to tensor<4x9xf32>
  %mw = linalg.matmul ins(%m0, %w : tensor<4x9xf32>, tensor<9x4xf32>) outs(%fm : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e9 = tensor.empty() : tensor<9xf32>
  %f9 = linalg.fill ins(%inf : f32) outs(%e9 : tensor<9xf32>) -> tensor<9xf32>
  %mx = linalg.reduce { arith.maximumf } ins(%w : tensor<9x4xf32>) outs(%f9 : tensor<9xf32>) dimensions = [1]
  %sl = tensor.extract_slice %x[0, 1] [5, 3] [1, 4] : tensor<5x12xf32> to tensor<5x3xf32>
  %e53 = tensor.empty() : tensor<5x3xf32>
  %sq = linalg.square ins(%sl : tensor<5x3xf32>) outs(%e53 : tensor<5x3xf32>) -> tensor<5x3xf32>
  %e12 = tensor.empty() : tensor<12xf32>
  %f12 = linalg.fill ins(%zero : f32) outs(%e12 : tensor<12xf32>) -> tensor<12xf32>
  %col = linalg.reduce { arith.addf } ins(%x : tensor<5x12xf32>) outs(%f12 : tensor<12xf32>) dimensions = [0]
  return %s, %th, %b, %r, %pad, %mw, %mx, %sq, %col : tensor<5x12xf32>, tensor<12x5xf32>, tensor<2x4x5xf32>, tensor<f32>, tensor<8x12xf32>, tensor<4x4xf32>, tensor<9xf32>, tensor<5x3xf32>, tensor<12xf32>
}
