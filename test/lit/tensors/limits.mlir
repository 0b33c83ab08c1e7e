// RUN: not optc run %s --target sm_90 --input x=random 2>&1 | FileCheck %s
// RUN: not optc run %s --call large --arg random 2>&1 | FileCheck %s --check-prefix=CALL

// Arrays that do not fit are refused before they are made.
// CHECK: error: 'gpu.module' op needs [100000, 100000] x 4 bytes for 'x', more than the 2147483648 that are left of 2147483648 [sim.memory]
// CHECK: note: --max-memory allows more
// CALL: error: argument 0: cannot execute with values of type tensor<100000x100000xf32>
func.func @large(%x: tensor<100000x100000xf32>) -> tensor<100000x100000xf32> {
  %0 = arith.addf %x, %x : tensor<100000x100000xf32>
  return %0 : tensor<100000x100000xf32>
}
