// RUN: optc %s --poplar-instantiate --poplar-resolve-layouts --poplar-mangle-names --poplar-generate-wrappers --poplar-stack-usage --poplar-map-tensors --poplar-expand-tiles --poplar-check-races --poplar-check-atomic | FileCheck %s

// A host has no tile memory, but everything up to it can be checked. There are
// no hand-written codelets for it: an external vertex counts as compiled.

module attributes {poplar.target = #poplar.target<cpu, tiles_per_ipu = 2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.inout<vec<f16, COMPACT_PTR, align 16>>
  }
  poplar.function @"demo::P::compute" own_stack(8)
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<256xf16>
    poplar.map_linear %x
    poplar.compute_set @cs {
      poplar.each_tile (%xs, %tile) of (%x) {
        %v = poplar.add_vertex @"demo::P" on %tile
        poplar.connect %v @x to %xs
      }
    }
  }
}

// CHECK: module attributes {poplar.target = #poplar.target<cpu, tiles_per_ipu = 2>} {
// CHECK-NEXT:   poplar.vertex @"demo::P" worker external attributes {resolved_for = #poplar.target<cpu, tiles_per_ipu = 2>, symbol = "__runCodelet_demo__P", worker_stack = 8 : i64} {
// CHECK-NEXT:     poplar.field @x : !poplar.inout<vec<f16, ONE_PTR, align 16>> {data_align = 16 : i64, declared = !poplar.inout<vec<f16, COMPACT_PTR, align 16>>}
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.function @__runCodelet_demo__P own_stack(0) calls(@"demo::P::compute") wrapper(vertex) {stack = 8 : i64}
// CHECK-NEXT:   poplar.function @"demo::P::compute" own_stack(8) {stack = 8 : i64}
// CHECK-NEXT:   poplar.graph @g {
// CHECK-NEXT:     %x = poplar.variable "x" : !poplar.tensor<256xf16>
// CHECK-NEXT:     poplar.set_tile_mapping %x #poplar.mapping<0: 0..128; 1: 128..256>
// CHECK-NEXT:     poplar.compute_set @cs {
// CHECK-NEXT:       %0 = poplar.slice %x from 0 to 128 dim 0 : !poplar.tensor<256xf16> to !poplar.tensor<128xf16>
// CHECK-NEXT:       %v = poplar.add_vertex @"demo::P" on 0
// CHECK-NEXT:       poplar.connect %v @x to %0
// CHECK-NEXT:       %1 = poplar.slice %x from 128 to 256 dim 0 : !poplar.tensor<256xf16> to !poplar.tensor<128xf16>
// CHECK-NEXT:       %v_0 = poplar.add_vertex @"demo::P" on 1
// CHECK-NEXT:       poplar.connect %v_0 @x to %1
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
