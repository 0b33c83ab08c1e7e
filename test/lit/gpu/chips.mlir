// RUN: optc build %s --target sm_120 -o %t.sm_120 | FileCheck %s -DCHIP=sm_120
// RUN: optc build %s --target gfx950 -o %t.gfx950 | FileCheck %s -DCHIP=gfx950
// RUN: optc build %s --target gfx1201 -o %t.gfx1201 | FileCheck %s -DCHIP=gfx1201
// RUN: optc run %s --call product --arg random --arg random --output a=%t.a.npy --output b=%t.b.npy --output result0=%t.r.npy
// RUN: optc run %s --target sm_86 --input a=%t.a.npy --input b=%t.b.npy --expect result0=%t.r.npy --rtol 1e-3 --atol 1e-3
// RUN: optc run %s --target sm_89 --input a=%t.a.npy --input b=%t.b.npy --expect result0=%t.r.npy --rtol 1e-3 --atol 1e-3
// RUN: optc run %s --target sm_100 --input a=%t.a.npy --input b=%t.b.npy --expect result0=%t.r.npy --rtol 1e-3 --atol 1e-3
// RUN: optc run %s --target gfx950 --input a=%t.a.npy --input b=%t.b.npy --expect result0=%t.r.npy --rtol 1e-3 --atol 1e-3
// RUN: optc run %s --target gfx1200 --input a=%t.a.npy --input b=%t.b.npy --expect result0=%t.r.npy --rtol 1e-3 --atol 1e-3
// RUN: not optc build %s --target sm_87 -o %t.none 2>&1 | FileCheck %s --check-prefix=NONE

// A product by matrix instructions on chips of every family; gfx12 has other layouts of the instruction than gfx11.
// CHECK: [[CHIP]], 1 kernel
// NONE: unknown architecture 'sm_87'; did you mean 'sm_80'? [target-unknown]
func.func @product(%a: tensor<32x32xf16>, %b: tensor<32x32xf16>) -> tensor<32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x32xf32>) -> tensor<32x32xf32>
  %c = linalg.matmul ins(%a, %b : tensor<32x32xf16>, tensor<32x32xf16>) outs(%init : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %c : tensor<32x32xf32>
}
