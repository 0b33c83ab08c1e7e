// Elements at computed indices: of rows, with the loop in another dimension, with two indices of the region, of a transposed part of a tensor, of a
// tensor that is a number, and with a step after them.
//
// RUN: optc run %s --call f --arg %S/Inputs/rows.npy --arg random --output x=%t.x.npy --output result0=%t.r0.npy --output result1=%t.r1.npy --output result2=%t.r2.npy --output result3=%t.r3.npy
// RUN: optc run %s --target sm_90 --input rows=%S/Inputs/rows.npy --input x=%t.x.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --expect result3=%t.r3.npy --rtol 1e-5
// RUN: optc run %s --target gfx942 --input rows=%S/Inputs/rows.npy --input x=%t.x.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --expect result3=%t.r3.npy --rtol 1e-5
// RUN: optc run %s --target ipu2 --input rows=%S/Inputs/rows.npy --input x=%t.x.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --expect result3=%t.r3.npy --rtol 1e-5
// RUN: not optc build %s --target bm1684 -o %t.lanes 2>&1 | FileCheck %s --check-prefix=LANES
// RUN: optc build %s --target sm_90 -o %t.built && FileCheck %s < %t.built/program.mlir

// A thread reads four neighbours of a row with one access.
// CHECK: gpu.func @f_0_generic
// CHECK: vector.load {{.*}} memref<{{.*}}xf32{{.*}}>, vector<4xf32>
// LANES: extract.mlir:[[#@LINE+2]]:1: error: 'func.func' op has elements of type 'i32'

func.func @f(%rows: tensor<48xi32>, %x: tensor<20x128xf32>) -> (tensor<48x128xf32>, tensor<48xf32>, tensor<6x48xf32>, tensor<48xf32>) {
  %e0 = tensor.empty() : tensor<48x128xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%rows : tensor<48xi32>) outs(%e0 : tensor<48x128xf32>) {
  ^bb0(%r: i32, %o: f32):
    %i = arith.index_cast %r : i32 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%i, %j] : tensor<20x128xf32>
    linalg.yield %v : f32
  } -> tensor<48x128xf32>
  %1 = math.absf %0 : tensor<48x128xf32>
  // Both indices are computed, in a sum.
  %z = arith.constant dense<0.0> : tensor<48xf32>
  %two = arith.constant 2 : index
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%rows, %rows : tensor<48xi32>, tensor<48xi32>) outs(%z : tensor<48xf32>) {
  ^bb0(%r: i32, %s: i32, %o: f32):
    %i = arith.index_cast %r : i32 to index
    %j = arith.index_cast %s : i32 to index
    %k = arith.muli %j, %two : index
    %v = tensor.extract %x[%i, %k] : tensor<20x128xf32>
    %n = arith.addf %o, %v : f32
    linalg.yield %n : f32
  } -> tensor<48xf32>
  // A transposed part, whose first index is the loop.
  %p = tensor.extract_slice %x[0, 8] [20, 6] [1, 1] : tensor<20x128xf32> to tensor<20x6xf32>
  %ep = tensor.empty() : tensor<6x20xf32>
  %t = linalg.transpose ins(%p : tensor<20x6xf32>) outs(%ep : tensor<6x20xf32>) permutation = [1, 0]
  %e3 = tensor.empty() : tensor<6x48xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(j, i) -> (i)>, affine_map<(j, i) -> (j, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%rows : tensor<48xi32>) outs(%e3 : tensor<6x48xf32>) {
  ^bb0(%r: i32, %o: f32):
    %i = arith.index_cast %r : i32 to index
    %j = linalg.index 0 : index
    %v = tensor.extract %t[%j, %i] : tensor<6x20xf32>
    linalg.yield %v : f32
  } -> tensor<6x48xf32>
  %c = arith.constant dense<2.5> : tensor<20xf32>
  %e4 = tensor.empty() : tensor<48xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%rows : tensor<48xi32>) outs(%e4 : tensor<48xf32>) {
  ^bb0(%r: i32, %o: f32):
    %i = arith.index_cast %r : i32 to index
    %v = tensor.extract %c[%i] : tensor<20xf32>
    linalg.yield %v : f32
  } -> tensor<48xf32>
  return %1, %2, %3, %4 : tensor<48x128xf32>, tensor<48xf32>, tensor<6x48xf32>, tensor<48xf32>
}
