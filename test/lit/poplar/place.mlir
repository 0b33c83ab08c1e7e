// RUN: optc %s --poplar-resolve-layouts --poplar-lower-edges --poplar-place --poplar-verify-placement --poplar-pack-state | FileCheck %s

// The order of placement and what decides an address.

module attributes {poplar.target = #poplar.target<ipu1>} {
  poplar.vertex @"demo::Elements" worker external {
    poplar.field @a : !poplar.in<vec<f32, ONE_PTR, align 8>>
    poplar.field @b : !poplar.in<vec<f32, ONE_PTR, align 8>>
    poplar.field @m : ui32 = 1
    poplar.field @n : ui32 = 2
    poplar.constraint "elem(*a) != elem(*b)"
  }
  poplar.vertex @"demo::Regions" worker external {
    poplar.field @a : !poplar.in<vec<f32, ONE_PTR, align 8>>
    poplar.field @b : !poplar.in<vec<f32, ONE_PTR, align 8>>
    poplar.field @m : ui32 = 1
    poplar.field @n : ui32 = 2
    poplar.constraint "region(*a) != region(*b)"
  }
  poplar.vertex @"demo::Interleaved" worker external {
    poplar.field @a : !poplar.in<vec<f32, ONE_PTR, align 8, interleaved>>
    poplar.field @b : !poplar.in<vec<f32, ONE_PTR, align 8>>
    poplar.field @m : ui32 = 1
    poplar.field @n : ui32 = 2
    poplar.constraint "elem(*a) != elem(*b)"
  }
  // CHECK-LABEL: poplar.graph @g
  poplar.graph @g {
    %a0 = poplar.variable "a" : !poplar.tensor<1024xf32>
    %b0 = poplar.variable "b" : !poplar.tensor<1024xf32>
    %a1 = poplar.variable "c" : !poplar.tensor<1024xf32>
    %b1 = poplar.variable "d" : !poplar.tensor<1024xf32>
    %a2 = poplar.variable "e" : !poplar.tensor<1024xf32>
    %b2 = poplar.variable "f" : !poplar.tensor<1024xf32>
    poplar.set_tile_mapping %a0 on 0
    poplar.set_tile_mapping %b0 on 0
    poplar.set_tile_mapping %a1 on 1
    poplar.set_tile_mapping %b1 on 1
    poplar.set_tile_mapping %a2 on 2
    poplar.set_tile_mapping %b2 on 2
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::Elements" on 0
      poplar.connect %v @a to %a0
      poplar.connect %v @b to %b0
      %w = poplar.add_vertex @"demo::Regions" on 1
      poplar.connect %w @a to %a1
      poplar.connect %w @b to %b1
      %u = poplar.add_vertex @"demo::Interleaved" on 2
      poplar.connect %u @a to %a2
      poplar.connect %u @b to %b2
    }
    // Bytes that hold are removed; what does not hold is in place_invalid.mlir.
    // CHECK-NOT: poplar.assert_bytes
    poplar.assert_bytes tile 0 at 0x41000 "00 00 04 00 00 40 04 00"
    poplar.assert_bytes tile 1 at 0x41000 "00 00 04 00 00 00 06 00 01 00 00 00 02 00 00 00 --"
    // CHECK:      poplar.tile 0 {
    // CHECK-NEXT:   poplar.alloc "v0.state" at 0x41000 size 16 align 4 kind state
    // CHECK-NEXT:   poplar.alloc "a.t0" at 0x40000 size 4096 align 8 kind data
    // CHECK-NEXT:   poplar.alloc "b.t0" at 0x44000 size 4096 align 8 kind data
    // CHECK-NEXT:   poplar.apart elements "a.t0", "b.t0"
    // CHECK-NEXT:   poplar.bytes "v0.state" = dense<[0, 0, 4, 0, 0, 64, 4, 0, 1, 0, 0, 0, 2, 0, 0, 0]> : tensor<16xui8>
    // CHECK-NEXT: }
    // CHECK-NEXT: poplar.tile 1 {
    // CHECK-NEXT:   poplar.alloc "v1.state" at 0x41000 size 16 align 4 kind state
    // CHECK-NEXT:   poplar.alloc "c.t1" at 0x40000 size 4096 align 8 kind data
    // CHECK-NEXT:   poplar.alloc "d.t1" at 0x60000 size 4096 align 8 kind data
    // CHECK-NEXT:   poplar.apart regions "c.t1", "d.t1"
    // CHECK-NEXT:   poplar.bytes "v1.state" = dense<[0, 0, 4, 0, 0, 0, 6, 0, 1, 0, 0, 0, 2, 0, 0, 0]> : tensor<16xui8>
    // CHECK-NEXT: }
    // CHECK-NEXT: poplar.tile 2 {
    // CHECK-NEXT:   poplar.alloc "v2.state" at 0x41000 size 16 align 4 kind state
    // CHECK-NEXT:   poplar.alloc "e.t2" at 0x60000 size 4096 align 8 kind data region 1
    // CHECK-NEXT:   poplar.alloc "f.t2" at 0x40000 size 4096 align 8 kind data
    // CHECK-NEXT:   poplar.apart elements "e.t2", "f.t2"
    // CHECK-NEXT:   poplar.bytes "v2.state" = dense<[0, 0, 6, 0, 0, 0, 4, 0, 1, 0, 0, 0, 2, 0, 0, 0]> : tensor<16xui8>
    // CHECK-NEXT: }
  }
}
