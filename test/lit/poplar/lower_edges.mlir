// RUN: optc %s --poplar-resolve-layouts --poplar-lower-edges | FileCheck %s
// RUN: optc %s --poplar-resolve-layouts --poplar-lower-edges --poplar-place --poplar-verify-placement --poplar-pack-state | FileCheck %s --check-prefix=PACKED

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Scale" worker external {
    poplar.field @src : !poplar.in<vec<f16, SPAN, align 8>>
    poplar.field @dst : !poplar.out<vec<f16, SPAN, align 8>>
    poplar.field @rows : !poplar.in<vec_list<f16, DELTANELEMENTS>>
  }
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<32xf16>
    %y = poplar.variable "y" : !poplar.tensor<32xf16>
    %c = poplar.constant dense<[1.0, 2.0]> : !poplar.tensor<2xf16>
    poplar.set_tile_mapping %x on 1
    poplar.set_tile_mapping %y on 0
    poplar.set_tile_mapping %c on 0
    %odd = poplar.slice %y from 1 to 5 dim 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::Scale" on 0
      poplar.connect %v @src to %x
      poplar.connect %v @dst to %odd
      poplar.connect %v @rows to [%c]
    }
    poplar.program {
      poplar.execute @cs
      poplar.copy %x to %y
    }
    // A constant is a block with bytes; x is on another tile, and four elements from
    // the second on are not aligned to 8 bytes, so both edges get temporaries.
    // CHECK:      poplar.graph @g target(#poplar.target<ipu2>) {
    // CHECK-NEXT: poplar.tile 0 {
    // CHECK-NEXT:   poplar.alloc "v0.state" size 24 align 4 kind state
    // CHECK-NEXT:   poplar.alloc "v0.rows.deltas" size 4 align 4 kind deltas
    // CHECK-NEXT:   poplar.alloc "v0.src.tmp" size 64 align 8 kind temporary
    // CHECK-NEXT:   poplar.alloc "v0.dst.tmp" size 8 align 8 kind temporary
    // CHECK-NEXT:   poplar.alloc "y.t0" size 64 align 2 kind data
    // CHECK-NEXT:   poplar.alloc "constant2.t0" size 4 align 2 kind data
    // CHECK-NEXT: }
    // CHECK-NEXT: poplar.tile 1 {
    // CHECK-NEXT:   poplar.alloc "x.t1" size 64 align 2 kind data
    // CHECK-NEXT: }
    // CHECK-NEXT: poplar.storage "x" : !poplar.tensor<32xf16> {
    // CHECK-NEXT:   poplar.run 0 to 32 tile 1 in "x.t1" + 0
    // CHECK-NEXT: }
    // CHECK-NEXT: poplar.storage "y" : !poplar.tensor<32xf16> {
    // CHECK-NEXT:   poplar.run 0 to 32 tile 0 in "y.t0" + 0
    // CHECK-NEXT: }
    // CHECK-NEXT: poplar.storage "constant2" constant : !poplar.tensor<2xf16> = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf16> {
    // CHECK-NEXT:   poplar.run 0 to 2 tile 0 in "constant2.t0" + 0
    // CHECK-NEXT: }
    // CHECK-NEXT: poplar.compute_set @cs {
    // CHECK-NEXT:   poplar.state 0 @"demo::Scale" on 0 in "v0.state" {
    // CHECK-NEXT:     poplar.refer @src to ["v0.src.tmp"] offsets [0] counts [32]
    // CHECK-NEXT:     poplar.refer @dst to ["v0.dst.tmp"] offsets [0] counts [4]
    // CHECK-NEXT:     poplar.refer @rows through "v0.rows.deltas" to ["constant2.t0"] offsets [0] counts [2]
    // CHECK-NEXT:   }
    // CHECK-NEXT: }
    // CHECK-NEXT: poplar.moves before @cs {
    // CHECK-NEXT:   poplar.move tile 1 in "x.t1" + 0 to tile 0 in "v0.src.tmp" + 0 bytes 64
    // CHECK-NEXT: }
    // CHECK-NEXT: poplar.moves after @cs {
    // CHECK-NEXT:   poplar.move tile 0 in "v0.dst.tmp" + 0 to tile 0 in "y.t0" + 2 bytes 8
    // CHECK-NEXT: }
    // CHECK-NEXT: poplar.program {
    // CHECK-NEXT:   poplar.execute @cs
    // CHECK-NEXT:   poplar.exchange {
    // CHECK-NEXT:     poplar.move tile 1 in "x.t1" + 0 to tile 0 in "y.t0" + 0 bytes 64
    // CHECK-NEXT:   }
    // CHECK-NEXT: }
    // PACKED: poplar.alloc "v0.src.tmp" at 0x4c000 size 64
    // PACKED: poplar.bytes "v0.state" = dense<[0, 192, 4, 0, 32, 0, 0, 0, 152, 192, 4, 0, 4, 0, 0, 0, 164, 192, 4, 0, 160, 192, 4, 1]> : tensor<24xui8>
    // PACKED: poplar.bytes "v0.rows.deltas" = dense<[0, 0, 32, 0]> : tensor<4xui8>
  }
}
