// RUN: optc %s --poplar-expand-tiles | FileCheck %s

module attributes {poplar.target = #poplar.target<ipu2, tiles_per_ipu = 4>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.inout<vec<f32>>
    poplar.field @y : !poplar.in<vec<f32>>
  }
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<2x8xf32>
    poplar.set_tile_mapping %x #poplar.mapping<0: 0..4, 12..16; 2: 4..12>
    %y = poplar.variable "y" : !poplar.tensor<6xf32>
    poplar.set_tile_mapping %y on 2
    poplar.compute_set @cs {
      poplar.each_tile (%xs, %ys, %tile) of (%x, %y) {
        %one = arith.constant 1 : index
        %next = arith.addi %tile, %one : index
        %v = poplar.add_vertex @"demo::P" on %tile
        %f = poplar.flatten %xs
        poplar.connect %v @x to %f
        poplar.connect %v @y to %ys
        %w = poplar.add_vertex @"demo::P" on %next
        poplar.connect %w @x to %y
        poplar.connect %w @y to %x
      }
    }
  }
}

// CHECK: module attributes {poplar.target = #poplar.target<ipu2, tiles_per_ipu = 4>} {
// CHECK-NEXT:   poplar.vertex @"demo::P" worker external {
// CHECK-NEXT:     poplar.field @x : !poplar.inout<vec<f32>>
// CHECK-NEXT:     poplar.field @y : !poplar.in<vec<f32>>
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.graph @g {
// CHECK-NEXT:     %x = poplar.variable "x" : !poplar.tensor<2x8xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %x #poplar.mapping<0: 0..4, 12..16; 2: 4..12>
// CHECK-NEXT:     %y = poplar.variable "y" : !poplar.tensor<6xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %y on 2
// CHECK-NEXT:     poplar.compute_set @cs {
// CHECK-NEXT:       %0 = poplar.flatten %x : !poplar.tensor<2x8xf32> to !poplar.tensor<16xf32>
// CHECK-NEXT:       %1 = poplar.slice %0 from 0 to 4 dim 0 : !poplar.tensor<16xf32> to !poplar.tensor<4xf32>
// CHECK-NEXT:       %2 = poplar.slice %0 from 12 to 16 dim 0 : !poplar.tensor<16xf32> to !poplar.tensor<4xf32>
// CHECK-NEXT:       %3 = poplar.concat %1, %2 dim 0 : !poplar.tensor<8xf32>
// CHECK-NEXT:       %4 = poplar.slice %y from 0 to 0 dim 0 : !poplar.tensor<6xf32> to !poplar.tensor<0xf32>
// CHECK-NEXT:       %v = poplar.add_vertex @"demo::P" on 0
// CHECK-NEXT:       %[[VAL_5:.+]] = poplar.flatten %[[VAL_3:.+]] : !poplar.tensor<8xf32> to !poplar.tensor<8xf32>
// CHECK-NEXT:       poplar.connect %[[V:.+]] @x to %[[VAL_5]]
// CHECK-NEXT:       poplar.connect %v @y to %4
// CHECK-NEXT:       %[[V_0:.+]] = poplar.add_vertex @"demo::P" on 1
// CHECK-NEXT:       poplar.connect %v_0 @x to %y
// CHECK-NEXT:       poplar.connect %v_0 @y to %x
// CHECK-NEXT:       %[[VAL_6:.+]] = poplar.slice %[[VAL_0:.+]] from 4 to 12 dim 0 : !poplar.tensor<16xf32> to !poplar.tensor<8xf32>
// CHECK-NEXT:       %[[V_1:.+]] = poplar.add_vertex @"demo::P" on 2
// CHECK-NEXT:       %[[VAL_7:.+]] = poplar.flatten %[[VAL_6]] : !poplar.tensor<8xf32> to !poplar.tensor<8xf32>
// CHECK-NEXT:       poplar.connect %[[V_1]] @x to %[[VAL_7]]
// CHECK-NEXT:       poplar.connect %[[V_1]] @y to %[[Y:.+]]
// CHECK-NEXT:       %[[V_2:.+]] = poplar.add_vertex @"demo::P" on 3
// CHECK-NEXT:       poplar.connect %[[V_2]] @x to %[[Y]]
// CHECK-NEXT:       poplar.connect %[[V_2]] @y to %[[X:.+]]
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
