// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --tile | FileCheck %s --check-prefix=TILE
// RUN: optc %s --tile --verify-exec --verify-diagnostics | FileCheck %s --check-prefix=TILE
// RUN: optc build %s -o %t && optc run %t --print x | FileCheck %s --check-prefix=VALUE

// A supervisor starts workers, which find what it hands over in a state on its stack: their
// stacks and its own, with that state, are reserved.

// CHECK:      poplar.start @"demo::Work"(%arg0, %{{.+}} : memref<?xf32>, i32)
// CHECK-NEXT: poplar.join
// CHECK-NEXT: poplar.start @"demo::Count"
// CHECK-NEXT: poplar.join

// TILE:      poplar.function @"demo::Work::compute" own_stack(32) {stack = 32 : i64}
// TILE:      poplar.function @"demo::Count::compute" own_stack(0) {stack = 0 : i64}
// TILE:      poplar.vertex @"demo::Sup" supervisor attributes {resolved_for = #poplar.target<ipu2>, state_align = 4 : i64, state_size = 12 : i64, symbol = "__runCodelet_demo__Sup", worker_stack = 40 : i64}
// TILE:      poplar.function @"demo::Sup::compute" own_stack(40) {stack = 40 : i64}
// TILE-NEXT: poplar.function @__runCodelet_demo__Sup own_stack(0) calls(@"demo::Sup::compute") wrapper(supervisor) {stack = 40 : i64}
// TILE:      poplar.alloc "worker stacks" at 0x{{[0-9a-f]+}} size 192 align 8 kind stack
// TILE:      poplar.alloc "supervisor stack" at 0x{{[0-9a-f]+}} size 40 align 8 kind stack

// VALUE: x = [1.200000e+01, 8.000000e+00, 1.200000e+01, 1.600000e+01, 2.000000e+01, 2.400000e+01]
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Work" multi {
    poplar.field @x : !poplar.inout<vec<f32, SHORT_SPAN>>
    poplar.field @rounds : ui32
    poplar.compute (%x : memref<?xf32>, %rounds : i32) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %n = memref.dim %x, %c0 : memref<?xf32>
      %in = arith.cmpi ult, %w, %n : index
      scf.if %in {
        %v = memref.load %x[%w] : memref<?xf32>
        %s = arith.addf %v, %v : f32
        memref.store %s, %x[%w] : memref<?xf32>
      }
      poplar.compute_return
    }
  }
  poplar.vertex @"demo::Count" worker {
    poplar.compute () {
      poplar.compute_return
    }
  }
  poplar.vertex @"demo::Sup" supervisor {
    poplar.field @x : !poplar.inout<vec<f32>>
    poplar.field @rounds : ui32
    poplar.compute (%x : memref<?xf32>, %rounds : i32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      scf.for %i = %c0 to %c2 step %c1 {
        poplar.start @"demo::Work"(%x, %rounds : memref<?xf32>, i32)
        poplar.join
        poplar.start @"demo::Count"
        poplar.join
      }
      %v = memref.load %x[%c2] : memref<?xf32>
      memref.store %v, %x[%c0] : memref<?xf32>
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %x = poplar.variable "x" = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : !poplar.tensor<6xf32>
    poplar.set_tile_mapping %x on 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::Sup" on 0
      poplar.connect %v @x to %x
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
