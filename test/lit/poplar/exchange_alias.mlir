// RUN: optc %s --poplar-set-target=arch=ipu2 --poplar-map-tensors --poplar-lower-edges | FileCheck %s
// RUN: optc %s --poplar-set-target=arch=ipu2 --poplar-map-tensors --poplar-lower-edges --poplar-place --verify-exec | FileCheck %s --check-prefix=PLACED

// A copy of many pieces to a view that shows elements again is one of moves: the last one counts.
// CHECK:      poplar.program
// CHECK-NEXT:   poplar.exchange
// CHECK-NEXT:     poplar.move tile 0 in "x.t0" + 0 to tile 0 in "y.t0" + 0 bytes 2 times 64 steps 128 to 2
// CHECK-NEXT:     poplar.move tile 0 in "x.t0" + 2 to tile 0 in "y.t0" + 0 bytes 2 times 64 steps 128 to 2
// CHECK-NOT:  poplar.exchange_elements

// PLACED: poplar.move tile 0 in "x.t0" + 126 to tile 0 in "y.t0" + 0 bytes 2 times 64 steps 128 to 2
poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<64x64xf16>
  %y = poplar.variable "y" : !poplar.tensor<1x64xf16>
  poplar.set_tile_mapping %x on 0
  poplar.set_tile_mapping %y on 0
  %t = poplar.dim_shuffle %x [1, 0]
  %all = poplar.broadcast %y 64 dim 0
  poplar.program {
    poplar.copy %t to %all
  }
}
