// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<100xf32>
  poplar.set_tile_mapping %x on 5
  poplar.set_tile_mapping %x #poplar.mapping<0: 0..50; 3: 50..100>
  poplar.set_tile_mapping %x #poplar.mapping<?>
  poplar.map_linear %x
  poplar.map_linear %x min 32 grain 4
  poplar.map_linear %x offset 7 descending
  %o = poplar.choose_offset [4, 64]
  %p = poplar.choose_offset [] seed 4660
  poplar.map_linear %x min 32 grain 4 offset %o descending
  %q = poplar.map_linear_next %x offset %p
  poplar.set_tile_mapping %x on %q
  poplar.map_by_use grain 4 min 4 method(constrain) extend start 2 descending {
    poplar.use %x on 0
    poplar.use %x on %q
  }
  poplar.map_by_use grain 1 min 0 method(halo) {}
  %b = poplar.broadcast_operand %x dim 0 type !poplar.long
  %c = poplar.broadcast_operand %x dim 0 type f16 dither {name = "bias"}
  poplar.assert_mapping %x #poplar.mapping<>
  poplar.assert_imbalance %x min 4 grain 2 is 0
  poplar.assert_split %x dim 0 tiles true ipus false
  poplar.print_mapping %x
}

// CHECK: module {
// CHECK-NEXT:   poplar.graph @g {
// CHECK-NEXT:     %x = poplar.variable "x" : !poplar.tensor<100xf32>
// CHECK-NEXT:     poplar.set_tile_mapping %x on 5
// CHECK-NEXT:     poplar.set_tile_mapping %x #poplar.mapping<0: 0..50; 3: 50..100>
// CHECK-NEXT:     poplar.set_tile_mapping %x #poplar.mapping<?>
// CHECK-NEXT:     poplar.map_linear %x
// CHECK-NEXT:     poplar.map_linear %x min 32 grain 4
// CHECK-NEXT:     poplar.map_linear %x offset 7 descending
// CHECK-NEXT:     %0 = poplar.choose_offset [4, 64]
// CHECK-NEXT:     %1 = poplar.choose_offset [] seed 4660
// CHECK-NEXT:     poplar.map_linear %x min 32 grain 4 offset %0 descending
// CHECK-NEXT:     %2 = poplar.map_linear_next %x offset %1
// CHECK-NEXT:     poplar.set_tile_mapping %x on %2
// CHECK-NEXT:     poplar.map_by_use grain 4 min 4 method(constrain) extend start 2 descending {
// CHECK-NEXT:       poplar.use %x on 0
// CHECK-NEXT:       poplar.use %x on %2
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.map_by_use grain 1 min 0 method(halo) {
// CHECK-NEXT:     }
// CHECK-NEXT:     %3 = poplar.broadcast_operand %x dim 0 type !poplar.long
// CHECK-NEXT:     %4 = poplar.broadcast_operand %x dim 0 type f16 dither {name = "bias"}
// CHECK-NEXT:     poplar.assert_mapping %x #poplar.mapping<>
// CHECK-NEXT:     poplar.assert_imbalance %x min 4 grain 2 is 0
// CHECK-NEXT:     poplar.assert_split %x dim 0 tiles true ipus false
// CHECK-NEXT:     poplar.print_mapping %x
// CHECK-NEXT:   }
// CHECK-NEXT: }
