// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s

// Result types that follow from the operands need not be written.
// CHECK-LABEL: poplar.graph @g {
// CHECK-NEXT:    %[[X:.+]] = poplar.variable "x" : !poplar.tensor<4x64xf16>
// CHECK-NEXT:    %[[VAL_0:.+]] = poplar.slice %[[X]] from 1 to 3 dim 0 : !poplar.tensor<4x64xf16> to !poplar.tensor<2x64xf16>
// CHECK-NEXT:    %[[VAL_1:.+]] = poplar.concat %[[VAL_0]], %[[X]] dim 0 : !poplar.tensor<6x64xf16>
// CHECK-NEXT:    %[[VAL_2:.+]] = poplar.reshape %[[X]] : !poplar.tensor<4x64xf16> to !poplar.tensor<2x2x64xf16>
// CHECK-NEXT:    %[[VAL_3:.+]] = poplar.flatten %[[VAL_2]] : !poplar.tensor<2x2x64xf16> to !poplar.tensor<256xf16>
// CHECK-NEXT:    %[[VAL_4:.+]] = poplar.dim_shuffle %[[VAL_2]] [2, 0, 1] : !poplar.tensor<2x2x64xf16> to !poplar.tensor<64x2x2xf16>
// CHECK-NEXT:    %[[VAL_5:.+]] = poplar.dim_roll %[[VAL_2]] 0 to 2 : !poplar.tensor<2x2x64xf16> to !poplar.tensor<2x64x2xf16>
// CHECK-NEXT:    %[[VAL_6:.+]] = poplar.reverse %[[VAL_2]] dim 1 : !poplar.tensor<2x2x64xf16> to !poplar.tensor<2x2x64xf16>
// CHECK-NEXT:    %[[VAL_7:.+]] = poplar.broadcast %[[X]] 3 dim 1 : !poplar.tensor<4x64xf16> to !poplar.tensor<4x192xf16>
// CHECK-NEXT:    %[[VAL_8:.+]] = poplar.index %[[X]] 3 dim 0 : !poplar.tensor<4x64xf16> to !poplar.tensor<64xf16>
// CHECK-NEXT:    %[[VAL_9:.+]] = poplar.subsample %[[X]] step 3 dim 1 : !poplar.tensor<4x64xf16> to !poplar.tensor<4x22xf16>
// CHECK-NEXT:    %[[VAL_10:.+]] = poplar.expand %[[X]] [0, 2] : !poplar.tensor<4x64xf16> to !poplar.tensor<1x4x64x1xf16>
// CHECK-NEXT:    %[[VAL_11:.+]] = poplar.squeeze %[[VAL_10]] [0, 3] : !poplar.tensor<1x4x64x1xf16> to !poplar.tensor<4x64xf16>
// CHECK-NEXT:    %[[VAL_12:.+]] = poplar.slice %[[X]] from 4 to 4 dim 0 : !poplar.tensor<4x64xf16> to !poplar.tensor<0x64xf16>
// CHECK-NEXT:    %[[CLONE:.+]], %[[SRC:.+]], %[[DST:.+]] = poplar.create_ipu_copy %[[X]] ipu 0 : !poplar.tensor<4x64xf16>, !poplar.tensor<?xf16>, !poplar.tensor<?xf16>
// CHECK-NEXT:    %[[VAL_13:.+]] = poplar.concat %[[SRC]], %[[VAL_3]] dim 0 : !poplar.tensor<?xf16>
// CHECK-NEXT:    %[[VAL_14:.+]] = poplar.slice %[[SRC]] from 0 to 8 dim 0 : !poplar.tensor<?xf16> to !poplar.tensor<8xf16>
// CHECK-NEXT:    %[[VAL_15:.+]] = poplar.expand %[[SRC]] [0] : !poplar.tensor<?xf16> to !poplar.tensor<1x?xf16>
// CHECK-NEXT:  }
poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x64xf16>
  %s = poplar.slice %x from 1 to 3 dim 0
  %c = poplar.concat %s, %x dim 0
  %r = poplar.reshape %x : !poplar.tensor<4x64xf16> to !poplar.tensor<2x2x64xf16>
  %f = poplar.flatten %r
  %p = poplar.dim_shuffle %r [2, 0, 1]
  %l = poplar.dim_roll %r 0 to 2
  %v = poplar.reverse %r dim 1
  %b = poplar.broadcast %x 3 dim 1
  %i = poplar.index %x 3 dim 0
  %u = poplar.subsample %x step 3 dim 1
  %e = poplar.expand %x [0, 2]
  %q = poplar.squeeze %e [0, 3]
  %empty = poplar.slice %x from 4 to 4 dim 0
  // Unknown extents stay unknown where they matter.
  %clone, %src, %dst = poplar.create_ipu_copy %x ipu 0
  %d0 = poplar.concat %src, %f dim 0
  %d1 = poplar.slice %src from 0 to 8 dim 0
  %d2 = poplar.expand %src [0]
}
