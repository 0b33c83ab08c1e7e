// RUN: optc %s --poplar-map-tensors | FileCheck %s
// RUN: optc %s --poplar-map-tensors --poplar-map-tensors | FileCheck %s

// The assertions are checked on the way.

module attributes {poplar.target = #poplar.target<ipu2, num_ipus = 2, tiles_per_ipu = 4>} {
  poplar.graph @ipus {
    %y = poplar.variable "y" : !poplar.tensor<10xf32>
    poplar.set_tile_mapping %y #poplar.mapping<0: 0..3; 1: 6..8; 4: 8..10; 5: 3..6>
    %z = poplar.clone_to_ipu %y ipu 1 method(preserve_unless_aliases)
    poplar.assert_mapping %z #poplar.mapping<4: 0..3, 8..10; 5: 3..8>
    poplar.assert_split %y dim 0 tiles true ipus true
    poplar.virtual_graph @lo tiles 0..4
    poplar.virtual_graph @hi tiles 4..8
    %w = poplar.variable "w" : !poplar.tensor<4xf32>
    poplar.set_tile_mapping %w #poplar.mapping<1: 0..4>
    %u = poplar.clone_to_graph %w from @lo to @hi
    poplar.assert_mapping %u #poplar.mapping<5: 0..4>
    // The copy shows every element of the variable once.
    %twice = poplar.concat %y, %y dim 0
    %p, %src, %dst = poplar.create_ipu_copy %twice ipu 0 method(preserve)
    %r = poplar.reverse %dst dim 0
    poplar.program {
      poplar.sequence {
        poplar.copy %src to %r
      }
      %c = poplar.copy_to_ipu %twice ipu 1 {name = "c"}
    }
  }
  poplar.graph @aliases {
    %v = poplar.variable "v" : !poplar.tensor<3xf32>
    poplar.set_tile_mapping %v #poplar.mapping<0: 0..1; 1: 1..2; 2: 2..3>
    %a = poplar.slice %v from 0 to 2 dim 0 : !poplar.tensor<3xf32> to !poplar.tensor<2xf32>
    %b = poplar.slice %v from 0 to 1 dim 0 : !poplar.tensor<3xf32> to !poplar.tensor<1xf32>
    %c = poplar.slice %v from 2 to 3 dim 0 : !poplar.tensor<3xf32> to !poplar.tensor<1xf32>
    %t = poplar.concat %a, %b, %c dim 0 : !poplar.tensor<4xf32>
    %o = arith.constant 3 : index
    %e, %n = poplar.clone_expand_aliasing %t offset %o
    poplar.assert_mapping %e #poplar.mapping<0: 0..1; 1: 1..2; 2: 3..4; 3: 2..3>
    %m = poplar.variable "m" : !poplar.tensor<2xf32>
    poplar.set_tile_mapping %m on %n
  }
  poplar.graph @linear {
    %o0 = arith.constant 6 : index
    %x  = poplar.variable "x" : !poplar.tensor<128xf32>
    %o1 = poplar.map_linear_next %x offset %o0
    poplar.assert_mapping %x #poplar.mapping<0: 64..96; 1: 96..128; 6: 0..32; 7: 32..64>
    %two = arith.constant 2 : index
    %sum = arith.addi %o1, %two : index
    %y = poplar.variable "y" : !poplar.tensor<8xf32>
    poplar.map_linear %y min 0 grain 2 offset %sum
    poplar.assert_imbalance %y is 1
    poplar.assert_mapping %y #poplar.mapping<4: 0..2; 5: 2..4; 6: 4..6; 7: 6..8>
    %unmapped = poplar.variable "unmapped" : !poplar.tensor<8xf32>
    %part = poplar.slice %unmapped from 2 to 4 dim 0
    poplar.set_tile_mapping %part on 7
  }
  poplar.graph @use {
    %q = poplar.variable "q" : !poplar.tensor<20xf32>
    %l = poplar.slice %q from 0 to 12 dim 0 : !poplar.tensor<20xf32> to !poplar.tensor<12xf32>
    %r = poplar.slice %q from 8 to 20 dim 0 : !poplar.tensor<20xf32> to !poplar.tensor<12xf32>
    poplar.map_by_use grain 2 min 0 method(none) { poplar.use %l on 0  poplar.use %r on 1 }
    poplar.assert_mapping %q #poplar.mapping<0: 0..10; 1: 10..20>
    poplar.map_by_use grain 2 min 0 method(halo) { poplar.use %l on 0  poplar.use %r on 1 }
    poplar.assert_mapping %q #poplar.mapping<0: 0..12; 1: 12..20>
    poplar.map_by_use grain 4 min 0 method(constrain) { poplar.use %l on 0  poplar.use %r on 1 }
    poplar.assert_mapping %q #poplar.mapping<0: 0..8; 1: 8..20>
    %x = poplar.variable "x" : !poplar.tensor<3x16xf16>
    %r0 = poplar.slice %x from 0 to 1 dim 0
    %r1 = poplar.slice %x from 1 to 2 dim 0
    %r2 = poplar.slice %x from 2 to 3 dim 0
    poplar.set_tile_mapping %r0 on 0
    poplar.set_tile_mapping %r1 on 1
    poplar.set_tile_mapping %r2 on 2
    %b = poplar.broadcast_operand %x dim 1 type f16
    poplar.assert_mapping %b #poplar.mapping<0: 0..8; 1: 8..16>
  }
  // What a compute set uses of the numbers is written there.
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f32, ONE_PTR>>
  }
  poplar.graph @numbers {
    %x = poplar.variable "x" : !poplar.tensor<8x2xf32>
    %o = poplar.map_linear_next %x offset 3
    %y = poplar.clone %x method(preserve)
    %row = poplar.index %y 1 dim 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on %o
      poplar.connect %v @x to %row
    }
  }
}

// CHECK: module attributes {poplar.target = #poplar.target<ipu2, num_ipus = 2, tiles_per_ipu = 4>} {
// CHECK-NEXT:   poplar.graph @ipus {
// CHECK-NEXT:     %y = poplar.variable "y" : !poplar.tensor<10xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %y #poplar.mapping<0: 0..3; 1: 6..8; 4: 8..10; 5: 3..6>
// CHECK-NEXT:     %y.clone = poplar.variable "y.clone" : !poplar.tensor<10xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %y.clone #poplar.mapping<4: 0..3, 8..10; 5: 3..8>
// CHECK-NEXT:     %w = poplar.variable "w" : !poplar.tensor<4xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %w on 1
// CHECK-NEXT:     %w.clone = poplar.variable "w.clone" : !poplar.tensor<4xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %w.clone on 5
// CHECK-NEXT:     %y.clone.2 = poplar.variable "y.clone.2" : !poplar.tensor<10xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %y.clone.2 #poplar.mapping<0: 0..3, 8..10; 1: 3..8>
// CHECK-NEXT:     %0 = poplar.reverse %y.clone.2 dim 0 : !poplar.tensor<10xf32> to !poplar.tensor<10xf32>
// CHECK-NEXT:     %c = poplar.variable "c" : !poplar.tensor<20xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %c #poplar.mapping<4: 0..3, 8..13, 18..20; 5: 3..8, 13..18>
// CHECK-NEXT:     %1 = poplar.concat %y, %y dim 0 : !poplar.tensor<20xf32>
// CHECK-NEXT:     poplar.program {
// CHECK-NEXT:       poplar.sequence {
// CHECK-NEXT:         poplar.copy %y to %0
// CHECK-NEXT:       }
// CHECK-NEXT:       poplar.copy %1 to %c
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.graph @aliases {
// CHECK-NEXT:     %v = poplar.variable "v" : !poplar.tensor<3xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %v #poplar.mapping<0: 0..1; 1: 1..2; 2: 2..3>
// CHECK-NEXT:     %v.clone = poplar.variable "v.clone" : !poplar.tensor<4xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %v.clone #poplar.mapping<0: 0..1; 1: 1..2; 2: 3..4; 3: 2..3>
// CHECK-NEXT:     %m = poplar.variable "m" : !poplar.tensor<2xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %m on 4
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.graph @linear {
// CHECK-NEXT:     %x = poplar.variable "x" : !poplar.tensor<128xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %x #poplar.mapping<0: 64..96; 1: 96..128; 6: 0..32; 7: 32..64>
// CHECK-NEXT:     %y = poplar.variable "y" : !poplar.tensor<8xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %y #poplar.mapping<4: 0..2; 5: 2..4; 6: 4..6; 7: 6..8>
// CHECK-NEXT:     %unmapped = poplar.variable "unmapped" : !poplar.tensor<8xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %unmapped #poplar.mapping<7: 2..4>
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.graph @use {
// CHECK-NEXT:     %q = poplar.variable "q" : !poplar.tensor<20xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %q #poplar.mapping<0: 0..8; 1: 8..20>
// CHECK-NEXT:     %x = poplar.variable "x" : !poplar.tensor<3x16xf16>
// CHECK-NEXT:     poplar.set_tile_mapping %x #poplar.mapping<0: 0..16; 1: 16..32; 2: 32..48>
// CHECK-NEXT:     %broadcast = poplar.variable "broadcast" : !poplar.tensor<16xf16>
// CHECK-NEXT:     poplar.set_tile_mapping %broadcast #poplar.mapping<0: 0..8; 1: 8..16>
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex @"demo::P" worker external {
// CHECK-NEXT:     poplar.field @x : !poplar.in<vec<f32, ONE_PTR>>
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.graph @numbers {
// CHECK-NEXT:     %x = poplar.variable "x" : !poplar.tensor<8x2xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %x on 3
// CHECK-NEXT:     %x.clone = poplar.variable "x.clone" : !poplar.tensor<16xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %x.clone on 3
// CHECK-NEXT:     %0 = poplar.reshape %x.clone : !poplar.tensor<16xf32> to !poplar.tensor<8x2xf32>
// CHECK-NEXT:     %1 = poplar.index %0 1 dim 0 : !poplar.tensor<8x2xf32> to !poplar.tensor<2xf32>
// CHECK-NEXT:     poplar.compute_set @cs {
// CHECK-NEXT:       %v = poplar.add_vertex @"demo::P" on 4
// CHECK-NEXT:       poplar.connect %v @x to %1
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
