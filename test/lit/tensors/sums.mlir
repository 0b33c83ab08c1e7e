// Reductions that are divided among tiles: their parts are combined in further steps, in another order than the host's.
//
// RUN: optc run %s --call sums --arg random --arg random --arg random --arg random --output x=%t.x.npy --output w=%t.w.npy --output v=%t.v.npy --output i=%t.i.npy --output result0=%t.r0.npy --output result1=%t.r1.npy --output result2=%t.r2.npy
// RUN: optc run %s --target ipu2 --input x=%t.x.npy --input w=%t.w.npy --input v=%t.v.npy --input i=%t.i.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --rtol 1e-5 --atol 1e-4
// RUN: optc %s --poplar-set-target=arch=ipu2 --poplar-plan-tensors | FileCheck %s
// RUN: optc %s --poplar-set-target=arch=ipu2 --poplar-plan-tensors --poplar-convert-tensors | FileCheck %s --check-prefix=GRAPH

// CHECK-LABEL: func.func @sums
// CHECK: linalg.matmul {poplar.parts = array<i64: 1, 22, 28>}
// CHECK: linalg.reduce {{.*}} {poplar.parts = array<i64: 100>}
// CHECK: linalg.reduce {{.*}} {poplar.parts = array<i64: 25>}
// GRAPH: poplar.vertex @"sums::generic" multi {
// GRAPH: poplar.graph @sums attributes {hidden_variables} {
// GRAPH: poplar.program {
// GRAPH-NEXT: poplar.copy_from_host "x" to %x
// GRAPH: poplar.execute @generic
// GRAPH: poplar.copy_to_host %{{.*}} to "result0"
func.func @sums(%x: tensor<1x784xf32>, %w: tensor<784x128xf32>, %v: tensor<10000xf32>, %i: tensor<1000xi32>) -> (tensor<1x128xf32>, tensor<f32>, tensor<i32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x128xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x128xf32>) -> tensor<1x128xf32>
  %p = linalg.matmul ins(%x, %w : tensor<1x784xf32>, tensor<784x128xf32>) outs(%f : tensor<1x128xf32>) -> tensor<1x128xf32>
  %es = tensor.empty() : tensor<f32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<f32>) -> tensor<f32>
  %r = linalg.reduce { arith.addf } ins(%v : tensor<10000xf32>) outs(%fs : tensor<f32>) dimensions = [0]
  %m = arith.constant dense<-5> : tensor<i32>
  %q = linalg.reduce { arith.maxsi } ins(%i : tensor<1000xi32>) outs(%m : tensor<i32>) dimensions = [0]
  return %p, %r, %q : tensor<1x128xf32>, tensor<f32>, tensor<i32>
}
