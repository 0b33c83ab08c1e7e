// RUN: optc %s --poplar-set-target=arch=ipu2 --poplar-lower-edges | FileCheck %s
// RUN: optc build --target ipu2 %s -o %t.out
// RUN: optc run %t.out --print y | FileCheck %s --check-prefix=VALUE

// A transposed copy moves strided pieces, a move for each row of the result; one that
// reverses goes backwards.
// CHECK:      poplar.exchange
// CHECK-NEXT:   poplar.move tile 0 in "x.t0" + 0 to tile 1 in "y.t1" + 0 bytes 2 times 3 steps 8 to 2
// CHECK-NEXT:   poplar.move tile 0 in "x.t0" + 2 to tile 1 in "y.t1" + 6 bytes 2 times 3 steps 8 to 2
// CHECK-NEXT:   poplar.move tile 0 in "x.t0" + 4 to tile 1 in "y.t1" + 12 bytes 2 times 3 steps 8 to 2
// CHECK-NEXT:   poplar.move tile 0 in "x.t0" + 6 to tile 1 in "y.t1" + 18 bytes 2 times 3 steps 8 to 2
// CHECK:      poplar.exchange
// CHECK-NEXT:   poplar.move tile 0 in "z.t0" + 12 to tile 0 in "z.t0" + 16 bytes 4 times 4 steps -4 to 4

// VALUE: y = {{\[\[}}0.000000e+00, 4.000000e+00, 8.000000e+00], [1.000000e+00, 5.000000e+00, 9.000000e+00], [2.000000e+00, 6.000000e+00, 1.000000e+01], [3.000000e+00, 7.000000e+00, 1.100000e+01]]
poplar.graph @main {
  %x = poplar.variable "x" = dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : !poplar.tensor<3x4xf16>
  %y = poplar.variable "y" : !poplar.tensor<4x3xf16>
  %z = poplar.variable "z" = dense<[0.0, 1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0]> : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %x on 0
  poplar.set_tile_mapping %y on 1
  poplar.set_tile_mapping %z on 0
  %t = poplar.dim_shuffle %x [1, 0]
  %a = poplar.slice %z from 0 to 4 dim 0
  %b = poplar.slice %z from 4 to 8 dim 0
  %r = poplar.reverse %a dim 0
  poplar.program {
    poplar.copy %t to %y
    poplar.copy %r to %b
  }
}
