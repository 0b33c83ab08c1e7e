// RUN: optc %s --poplar-resolve-layouts --poplar-lower-edges --poplar-place=reuse --poplar-verify-placement | FileCheck %s
// RUN: optc %s --poplar-resolve-layouts --poplar-lower-edges --poplar-place=order=creation | FileCheck %s --check-prefix=ORDER

// Temporaries of two compute sets share memory; those of one set do not.

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external attributes {worker_stack = 0 : i64} {
    poplar.field @a : !poplar.in<vec<f32>>
  }
  // CHECK: poplar.tile 0
  // CHECK-DAG: poplar.alloc "v0.a.tmp" at 0x4c000 size 32
  // CHECK-DAG: poplar.alloc "v1.a.tmp" at 0x4c020 size 16
  // CHECK-DAG: poplar.alloc "v2.a.tmp" at 0x4c000 size 32
  // ORDER: poplar.alloc "v0.state" at 0x4c000
  // ORDER: poplar.alloc "v1.state" at 0x4c008
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<8xf32>
    poplar.set_tile_mapping %x on 1
    %h = poplar.slice %x from 0 to 4 dim 0 : !poplar.tensor<8xf32> to !poplar.tensor<4xf32>
    poplar.compute_set @first {
      %v = poplar.add_vertex @"demo::P" on 0
      poplar.connect %v @a to %x
      %w = poplar.add_vertex @"demo::P" on 0
      poplar.connect %w @a to %h
    }
    poplar.compute_set @second {
      %v = poplar.add_vertex @"demo::P" on 0
      poplar.connect %v @a to %x
    }
    poplar.program {
      poplar.execute @first
      poplar.execute @second
    }
  }
}
