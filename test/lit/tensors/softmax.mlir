// Softmax and arithmetic on tensors, and f16 on tiles, whose workers must not store to one word.
//
// RUN: optc run %s --call net_work --arg random --arg random --arg random --arg random --output x=%t.x.npy --output h=%t.h.npy --output m=%t.m.npy --output n=%t.n.npy --output result0=%t.r0.npy --output result1=%t.r1.npy --output result2=%t.r2.npy --output result3=%t.r3.npy
// RUN: optc run %s --target ipu2 --input x=%t.x.npy --input h=%t.h.npy --input m=%t.m.npy --input n=%t.n.npy --expect result0=%t.r0.npy --expect result1=%t.r1.npy --expect result2=%t.r2.npy --expect result3=%t.r3.npy
// RUN: optc %s --normalize-tensors --verify-exec | FileCheck %s

// CHECK-LABEL: func.func @net_work
// CHECK: %[[M:[0-9]+]] = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<5x12xf32>)
// CHECK: arith.maxnumf
// CHECK: linalg.generic {{.*}} ins(%arg0, %[[M]] :
// CHECK: arith.subf
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: arith.divf
// CHECK-NOT: linalg.softmax
// CHECK: linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
// CHECK: math.tanh %{{.*}} : f32
func.func @net_work(%x: tensor<5x12xf32>, %h: tensor<3x7xf16>, %m: tensor<4x9xf16>, %n: tensor<9x5xf16>) -> (tensor<5x12xf32>, tensor<3x7xf16>, tensor<4x5xf16>, tensor<5x12xf32>) {
  %e = tensor.empty() : tensor<5x12xf32>
  %s = linalg.softmax dimension(1) ins(%x : tensor<5x12xf32>) outs(%e : tensor<5x12xf32>) -> tensor<5x12xf32>
  %eh = tensor.empty() : tensor<3x7xf16>
  %sh = linalg.softmax dimension(0) ins(%h : tensor<3x7xf16>) outs(%eh : tensor<3x7xf16>) -> tensor<3x7xf16>
  %z = arith.constant 0.0 : f16
  %em = tensor.empty() : tensor<4x5xf16>
  %fm = linalg.fill ins(%z : f16) outs(%em : tensor<4x5xf16>) -> tensor<4x5xf16>
  %mm = linalg.matmul {poplar.parts = array<i64: 4, 2, 1>} ins(%m, %n : tensor<4x9xf16>, tensor<9x5xf16>) outs(%fm : tensor<4x5xf16>) -> tensor<4x5xf16>
  %t = arith.addf %s, %x : tensor<5x12xf32>
  %u = math.tanh %t : tensor<5x12xf32>
  return %s, %sh, %mm, %u : tensor<5x12xf32>, tensor<3x7xf16>, tensor<4x5xf16>, tensor<5x12xf32>
}
