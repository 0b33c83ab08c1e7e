// RUN: optc %s --pass-pipeline='builtin.module(func.func(cse))' --threads=1 | FileCheck %s
// RUN: optc %s --pass-pipeline='builtin.module(func.func(cse))' --threads=4 | FileCheck %s

// The reductions in the paddings are simplified before the paddings are compared, with any
// number of threads.
// CHECK-LABEL: func.func @f
// CHECK:         %padded = tensor.pad
// CHECK-NOT:     tensor.pad
// CHECK:         return %padded, %padded : tensor<6xf32>, tensor<6xf32>
func.func @f(%t: tensor<4xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %c = arith.constant 0.0 : f32
  %p = tensor.pad %t low[1] high[1] {
  ^bb0(%i: index):
    %r = gpu.all_reduce %c uniform {
    ^bb0(%a: f32, %b: f32):
      %x = arith.addf %a, %b : f32
      %y = arith.addf %a, %b : f32
      %v = arith.mulf %x, %y : f32
      gpu.yield %v : f32
    } : (f32) -> (f32)
    tensor.yield %r : f32
  } : tensor<4xf32> to tensor<6xf32>
  %q = tensor.pad %t low[1] high[1] {
  ^bb0(%i: index):
    %r = gpu.all_reduce %c uniform {
    ^bb0(%a: f32, %b: f32):
      %x = arith.addf %a, %b : f32
      %y = arith.addf %a, %b : f32
      %v = arith.mulf %x, %x : f32
      gpu.yield %v : f32
    } : (f32) -> (f32)
    tensor.yield %r : f32
  } : tensor<4xf32> to tensor<6xf32>
  return %p, %q : tensor<6xf32>, tensor<6xf32>
}
