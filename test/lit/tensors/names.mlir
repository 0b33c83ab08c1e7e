// RUN: optc run %s --target sm_90 --input arg0=random --input arg1=random --print result0 | FileCheck %s
// RUN: optc run %s --target ipu2 --input arg0=random --input arg1=random --print result0 | FileCheck %s
// RUN: optc run %s --target bm1684 --input arg0=random --input arg1=random --print result0 | FileCheck %s

// Results and constants of a program have names of their own, so that an argument with such a name has its number.
// CHECK: result0 = [{{.*}}, {{.*}}, {{.*}}, {{.*}}, 5.000000e+00, 6.000000e+00, 7.000000e+00, 8.000000e+00]
func.func @names(%constant1: tensor<4xf32>, %result0: tensor<4xf32>) -> tensor<8xf32> {
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %s = arith.addf %constant1, %result0 : tensor<4xf32>
  %e = tensor.insert_slice %s into %c[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %e : tensor<8xf32>
}
