// RUN: optc %s --poplar-expand-loops | FileCheck %s
// RUN: optc %s --poplar-expand-loops --poplar-resolve-layouts --poplar-map-tensors --poplar-expand-tiles | FileCheck %s --check-prefix=TILES

module attributes {poplar.target = #poplar.target<ipu2, tiles_per_ipu = 4>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f32>>
    poplar.field @n : ui16
    poplar.field @scale : f32
  }
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<10x8xf32>
    %c2 = arith.constant 2 : index
    poplar.for %i = 0 to 10 step 4 {
      %j = arith.muli %i, %c2 : index
      %k = arith.divui %j, %c2 : index
      poplar.for %m = %k to %k + 1 {
        %part = poplar.slice %x from %m to %m + 2 dim 0
        poplar.set_tile_mapping %part on %i floordiv 4
      }
    }
    %middle = poplar.slice %x from 2 to 4 dim 0
    poplar.set_tile_mapping %middle on 1
    %late = poplar.slice %x from 6 to 8 dim 0
    poplar.set_tile_mapping %late on 1
    // A loop's result in a later operation of the loop around it.
    %all = poplar.for %i = 0 to 2 concat dim 0 {
      %two = poplar.for %k = 0 to 2 concat dim 1 {
        %y = poplar.variable "y"[%i, %k] : !poplar.tensor<2x3xf32>
        poplar.set_tile_mapping %y on %i * 2 + %k
        poplar.yield %y : !poplar.tensor<2x3xf32>
      }
      %row = poplar.slice %two from 1 to 2 dim 0
      poplar.yield %row : !poplar.tensor<1x6xf32>
    }
    %shape = poplar.reshape %all : !poplar.tensor<2x6xf32> to !poplar.tensor<4x3xf32>
    poplar.map_by_use grain 1 min 1 method(none) {
      poplar.for %t = 0 to 2 {
        poplar.use %shape on %t
      }
    }
    poplar.compute_set @cs {
      poplar.for %i = 0 to 2 {
        poplar.each_tile (%xs, %tile) of (%x) {
          %lo, %hi = poplar.tile_range %x dim 0 on %tile
          poplar.for %r = %lo to %hi step 4 {
            %column = poplar.slice %x from %r to %r + 1 dim 0
            %v = poplar.add_vertex @"demo::P" on %tile
            poplar.connect %v @x to %column
            poplar.set %v @n = %r + %i * 16
            poplar.set %v @scale = 1.0 : f32
          }
        }
      }
    }
    poplar.program {
      poplar.repeat 3 {
        poplar.for %q = 0 to 2 {
          %row = poplar.index %x %q dim 0
          poplar.copy_from_host "row"[%q] to %row
          poplar.execute @cs
        }
      }
    }
  }
}

// CHECK:   poplar.graph @g {
// CHECK-NEXT:     %x = poplar.variable "x" : !poplar.tensor<10x8xf32>
// CHECK-NEXT:     %0 = poplar.slice %x from 0 to 2 dim 0 : !poplar.tensor<10x8xf32> to !poplar.tensor<2x8xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %0 on 0
// CHECK-NEXT:     %1 = poplar.slice %x from 4 to 6 dim 0 : !poplar.tensor<10x8xf32> to !poplar.tensor<2x8xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %1 on 1
// CHECK-NEXT:     %2 = poplar.slice %x from 8 to 10 dim 0 : !poplar.tensor<10x8xf32> to !poplar.tensor<2x8xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %2 on 2
// CHECK-NEXT:     %3 = poplar.slice %x from 2 to 4 dim 0 : !poplar.tensor<10x8xf32> to !poplar.tensor<2x8xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %3 on 1
// CHECK-NEXT:     %4 = poplar.slice %x from 6 to 8 dim 0 : !poplar.tensor<10x8xf32> to !poplar.tensor<2x8xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %4 on 1
// CHECK-NEXT:     %y.0.0 = poplar.variable "y.0.0" : !poplar.tensor<2x3xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %y.0.0 on 0
// CHECK-NEXT:     %y.0.1 = poplar.variable "y.0.1" : !poplar.tensor<2x3xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %y.0.1 on 1
// CHECK-NEXT:     %5 = poplar.concat %y.0.0, %y.0.1 dim 1 : !poplar.tensor<2x6xf32>
// CHECK-NEXT:     %6 = poplar.slice %5 from 1 to 2 dim 0 : !poplar.tensor<2x6xf32> to !poplar.tensor<1x6xf32>
// CHECK-NEXT:     %y.1.0 = poplar.variable "y.1.0" : !poplar.tensor<2x3xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %y.1.0 on 2
// CHECK-NEXT:     %y.1.1 = poplar.variable "y.1.1" : !poplar.tensor<2x3xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %y.1.1 on 3
// CHECK-NEXT:     %7 = poplar.concat %y.1.0, %y.1.1 dim 1 : !poplar.tensor<2x6xf32>
// CHECK-NEXT:     %8 = poplar.slice %7 from 1 to 2 dim 0 : !poplar.tensor<2x6xf32> to !poplar.tensor<1x6xf32>
// CHECK-NEXT:     %9 = poplar.concat %6, %8 dim 0 : !poplar.tensor<2x6xf32>
// CHECK-NEXT:     %10 = poplar.reshape %9 : !poplar.tensor<2x6xf32> to !poplar.tensor<4x3xf32>
// CHECK-NEXT:     poplar.map_by_use grain 1 min 1 method(none) {
// CHECK-NEXT:       poplar.use %10 on 0
// CHECK-NEXT:       poplar.use %10 on 1
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.compute_set @cs {
// CHECK-NEXT:       poplar.each_tile (%arg0, %tile) of (%x) {
// CHECK-NEXT:         %lo, %hi = poplar.tile_range %x dim 0 on %tile
// CHECK-NEXT:         poplar.for %i = %lo to %hi step 4 {
// CHECK-NEXT:           %11 = poplar.slice %x from %i to %i + 1 dim 0 : !poplar.tensor<10x8xf32> to !poplar.tensor<1x8xf32>
// CHECK-NEXT:           %v = poplar.add_vertex @"demo::P" on %tile
// CHECK-NEXT:           poplar.connect %v @x to %11
// CHECK-NEXT:           poplar.set %v @n = %i
// CHECK-NEXT:           poplar.set %v @scale = 1.000000e+00 : f32
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:       poplar.each_tile (%arg0, %tile) of (%x) {
// CHECK-NEXT:         %lo, %hi = poplar.tile_range %x dim 0 on %tile
// CHECK-NEXT:         poplar.for %i = %lo to %hi step 4 {
// CHECK-NEXT:           %11 = poplar.slice %x from %i to %i + 1 dim 0 : !poplar.tensor<10x8xf32> to !poplar.tensor<1x8xf32>
// CHECK-NEXT:           %v = poplar.add_vertex @"demo::P" on %tile
// CHECK-NEXT:           poplar.connect %v @x to %11
// CHECK-NEXT:           poplar.set %v @n = %i + 16
// CHECK-NEXT:           poplar.set %v @scale = 1.000000e+00 : f32
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.program {
// CHECK-NEXT:       poplar.repeat 3 {
// CHECK-NEXT:         %11 = poplar.index %x 0 dim 0 : !poplar.tensor<10x8xf32> to !poplar.tensor<8xf32>
// CHECK-NEXT:         poplar.copy_from_host "row.0" to %11
// CHECK-NEXT:         poplar.execute @cs
// CHECK-NEXT:         %12 = poplar.index %x 1 dim 0 : !poplar.tensor<10x8xf32> to !poplar.tensor<8xf32>
// CHECK-NEXT:         poplar.copy_from_host "row.1" to %12
// CHECK-NEXT:         poplar.execute @cs
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }

// TILES:   poplar.graph @g {
// TILES-NEXT:     %x = poplar.variable "x" : !poplar.tensor<10x8xf32>
// TILES-NEXT:     poplar.set_tile_mapping %x #poplar.mapping<0: 0..16; 1: 16..64; 2: 64..80>
// TILES-NEXT:     %y.0.0 = poplar.variable "y.0.0" : !poplar.tensor<2x3xf32>
// TILES-NEXT:     poplar.set_tile_mapping %y.0.0 #poplar.mapping<0: 0..4; 1: 4..6>
// TILES-NEXT:     %y.0.1 = poplar.variable "y.0.1" : !poplar.tensor<2x3xf32>
// TILES-NEXT:     poplar.set_tile_mapping %y.0.1 #poplar.mapping<0: 3..4; 1: 0..3, 4..6>
// TILES-NEXT:     %y.1.0 = poplar.variable "y.1.0" : !poplar.tensor<2x3xf32>
// TILES-NEXT:     poplar.set_tile_mapping %y.1.0 #poplar.mapping<0: 3..4; 1: 4..6; 2: 0..3>
// TILES-NEXT:     %y.1.1 = poplar.variable "y.1.1" : !poplar.tensor<2x3xf32>
// TILES-NEXT:     poplar.set_tile_mapping %y.1.1 #poplar.mapping<0: 3..4; 1: 4..6; 3: 0..3>
// TILES-NEXT:     poplar.compute_set @cs {
// TILES-NEXT:       %0 = poplar.slice %x from 0 to 1 dim 0 : !poplar.tensor<10x8xf32> to !poplar.tensor<1x8xf32>
// TILES-NEXT:       %v = poplar.add_vertex @"demo::P" on 0
// TILES-NEXT:       poplar.connect %v @x to %0
// TILES-NEXT:       poplar.set %v @n = 0 : i64
// TILES-NEXT:       poplar.set %v @scale = 1.000000e+00 : f32
// TILES-NEXT:       %1 = poplar.slice %x from 2 to 3 dim 0 : !poplar.tensor<10x8xf32> to !poplar.tensor<1x8xf32>
// TILES-NEXT:       %v_0 = poplar.add_vertex @"demo::P" on 1
// TILES-NEXT:       poplar.connect %v_0 @x to %1
// TILES-NEXT:       poplar.set %v_0 @n = 2 : i64
// TILES-NEXT:       poplar.set %v_0 @scale = 1.000000e+00 : f32
// TILES-NEXT:       %2 = poplar.slice %x from 6 to 7 dim 0 : !poplar.tensor<10x8xf32> to !poplar.tensor<1x8xf32>
// TILES-NEXT:       %v_1 = poplar.add_vertex @"demo::P" on 1
// TILES-NEXT:       poplar.connect %v_1 @x to %2
// TILES-NEXT:       poplar.set %v_1 @n = 6 : i64
// TILES-NEXT:       poplar.set %v_1 @scale = 1.000000e+00 : f32
// TILES-NEXT:       %3 = poplar.slice %x from 8 to 9 dim 0 : !poplar.tensor<10x8xf32> to !poplar.tensor<1x8xf32>
// TILES-NEXT:       %v_2 = poplar.add_vertex @"demo::P" on 2
// TILES-NEXT:       poplar.connect %v_2 @x to %3
// TILES-NEXT:       poplar.set %v_2 @n = 8 : i64
// TILES-NEXT:       poplar.set %v_2 @scale = 1.000000e+00 : f32
// TILES-NEXT:       %4 = poplar.slice %x from 0 to 1 dim 0 : !poplar.tensor<10x8xf32> to !poplar.tensor<1x8xf32>
// TILES-NEXT:       %v_3 = poplar.add_vertex @"demo::P" on 0
// TILES-NEXT:       poplar.connect %v_3 @x to %4
// TILES-NEXT:       poplar.set %v_3 @n = 16 : i64
// TILES-NEXT:       poplar.set %v_3 @scale = 1.000000e+00 : f32
// TILES-NEXT:       %5 = poplar.slice %x from 2 to 3 dim 0 : !poplar.tensor<10x8xf32> to !poplar.tensor<1x8xf32>
// TILES-NEXT:       %v_4 = poplar.add_vertex @"demo::P" on 1
// TILES-NEXT:       poplar.connect %v_4 @x to %5
// TILES-NEXT:       poplar.set %v_4 @n = 18 : i64
// TILES-NEXT:       poplar.set %v_4 @scale = 1.000000e+00 : f32
// TILES-NEXT:       %6 = poplar.slice %x from 6 to 7 dim 0 : !poplar.tensor<10x8xf32> to !poplar.tensor<1x8xf32>
// TILES-NEXT:       %v_5 = poplar.add_vertex @"demo::P" on 1
// TILES-NEXT:       poplar.connect %v_5 @x to %6
// TILES-NEXT:       poplar.set %v_5 @n = 22 : i64
// TILES-NEXT:       poplar.set %v_5 @scale = 1.000000e+00 : f32
// TILES-NEXT:       %7 = poplar.slice %x from 8 to 9 dim 0 : !poplar.tensor<10x8xf32> to !poplar.tensor<1x8xf32>
// TILES-NEXT:       %v_6 = poplar.add_vertex @"demo::P" on 2
// TILES-NEXT:       poplar.connect %v_6 @x to %7
// TILES-NEXT:       poplar.set %v_6 @n = 24 : i64
// TILES-NEXT:       poplar.set %v_6 @scale = 1.000000e+00 : f32
// TILES-NEXT:     }
// TILES-NEXT:     poplar.program {
// TILES-NEXT:       poplar.repeat 3 {
// TILES-NEXT:         %0 = poplar.index %x 0 dim 0 : !poplar.tensor<10x8xf32> to !poplar.tensor<8xf32>
// TILES-NEXT:         poplar.copy_from_host "row.0" to %0
// TILES-NEXT:         poplar.execute @cs
// TILES-NEXT:         %1 = poplar.index %x 1 dim 0 : !poplar.tensor<10x8xf32> to !poplar.tensor<8xf32>
// TILES-NEXT:         poplar.copy_from_host "row.1" to %1
// TILES-NEXT:         poplar.execute @cs
// TILES-NEXT:       }
// TILES-NEXT:     }
// TILES-NEXT:   }
// TILES-NEXT: }
