// RUN: optc %s --poplar-set-target=arch=ipu2 --poplar-map-tensors --poplar-lower-edges | FileCheck %s
// RUN: optc %s --poplar-set-target=arch=ipu2 --poplar-map-tensors --poplar-lower-edges | optc - | FileCheck %s

// A copy whose neighbours go to different tiles names its elements, whatever their number.
// CHECK:      poplar.program
// CHECK-NEXT:   poplar.exchange_elements "x" from 0 counts [64, 64] steps [1, 64] to "y" from 0 counts [4096] steps [1]
// CHECK-NEXT:   poplar.exchange_elements "x" from 63 counts [64, 64] steps [64, -1] to "y" from 0 counts [4096] steps [1]
// CHECK-NEXT: }
poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<64x64xf16>
  %y = poplar.variable "y" : !poplar.tensor<64x64xf16>
  poplar.map_linear %x
  poplar.map_linear %y
  %t = poplar.dim_shuffle %x [1, 0]
  %r = poplar.reverse %x dim 1
  poplar.program {
    poplar.copy %t to %y
    poplar.copy %r to %y
  }
}
