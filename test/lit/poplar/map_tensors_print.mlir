// RUN: optc %s --poplar-map-tensors --verify-diagnostics | FileCheck %s

// What was asked for is told in the order of the program.
// CHECK: poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
// CHECK-NEXT:   %x = poplar.variable "x" : !poplar.tensor<8xf32>
// CHECK-NEXT:   poplar.set_tile_mapping %x #poplar.mapping<1: 0..6; 2: 6..8>
// CHECK-NEXT: }
poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  %h = poplar.slice %x from 6 to 8 dim 0
  poplar.set_tile_mapping %x on 1
  // expected-remark @below {{'poplar.print_mapping' op mapping is #poplar.mapping<1: 0..8>}}
  poplar.print_mapping %x
  poplar.set_tile_mapping %h on 2
  // expected-remark @below {{'poplar.print_mapping' op mapping is #poplar.mapping<2: 0..2>}}
  poplar.print_mapping %h
}
