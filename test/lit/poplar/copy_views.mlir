// RUN: optc run %s --print y --print x | FileCheck %s
// RUN: optc %s --pass-pipeline='builtin.module(tile)' --verify-exec | FileCheck %s --check-prefix=LOWERED

// Source and destination of a copy may show elements in any order, on several tiles.
// CHECK:      y = [3, 2, 1, 6, 5, 4]
// CHECK-NEXT: x = [1, 2, 3, 2, 6, 6]

// LOWERED:      poplar.program {
// LOWERED-NEXT:   poplar.exchange {
// LOWERED-NEXT:     poplar.move tile 1 in "x.t1" + 8 to tile 0 in "y.t0" + 12 bytes 4
// LOWERED-NEXT:     poplar.move tile 1 in "x.t1" + 4 to tile 2 in "y.t2" + 0 bytes 4 times 2 steps -4 to 4
// LOWERED-NEXT:     poplar.move tile 0 in "x.t0" + 8 to tile 0 in "y.t0" + 0 bytes 4 times 3 steps -4 to 4
// LOWERED-NEXT:   }
// LOWERED-NEXT:   poplar.exchange {
// LOWERED-NEXT:     poplar.move tile 0 in "y.t0" + 4 to tile 1 in "x.t1" + 0 bytes 4 times 2 steps 8 to 4
// LOWERED-NEXT:     poplar.move tile 0 in "y.t0" + 12 to tile 1 in "x.t1" + 8 bytes 4
// LOWERED-NEXT:   }
// LOWERED-NEXT: }
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.graph @main {
    %x = poplar.variable "x" = dense<[1, 2, 3, 4, 5, 6]> : !poplar.tensor<6xui32>
    %y = poplar.variable "y" : !poplar.tensor<6xui32>
    poplar.set_tile_mapping %x #poplar.mapping<0: 0..3; 1: 3..6>
    poplar.set_tile_mapping %y #poplar.mapping<0: 0..4; 2: 4..6>
    %back = poplar.reverse %x dim 0
    %low = poplar.slice %y from 0 to 3 dim 0
    %high = poplar.slice %y from 3 to 6 dim 0
    %turned = poplar.concat %high, %low dim 0
    %some = poplar.slice %y from 1 to 4 dim 0
    %one = poplar.slice %some from 0 to 1 dim 0
    %other = poplar.slice %some from 2 to 3 dim 0
    %from = poplar.concat %one, %other, %other dim 0
    %to = poplar.slice %x from 3 to 6 dim 0
    poplar.program {
      poplar.copy %back to %turned
      poplar.copy %from to %to
    }
  }
}
