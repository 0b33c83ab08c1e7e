// RUN: optc %s --pass-pipeline='builtin.module(tile)' --split-input-file --verify-diagnostics
// RUN: not optc %s --pass-pipeline='builtin.module(tile)' --split-input-file 2>/dev/null | FileCheck %s

// Layouts that were resolved for one target are resolved again for another; what was
// lowered for one does not become a program of another.

module attributes {poplar.target = #poplar.target<ipu1>} {
  // CHECK: resolved_for = #poplar.target<ipu1>
  poplar.vertex @"demo::P" worker attributes {resolved_for = #poplar.target<ipu2>, state_align = 4 : i64, state_size = 4 : i64} {
    // CHECK-NEXT: poplar.field @x : !poplar.in<vec<f32, SCALED_PTR32>>
    poplar.field @x : !poplar.in<vec<f32, ONE_PTR>> {align = 4 : i64, data_align = 4 : i64, declared = !poplar.in<vec<f32, COMPACT_PTR>>, offset = 0 : i64, size = 4 : i64}
    poplar.compute (%x : memref<?xf32>) {
      poplar.compute_return
    }
  }
  poplar.graph @main {
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu1>} {
  // expected-error @below {{'poplar.graph' op expected a target of architecture ipu1 as the module has, but got ipu2 [poplar.target-bad]}}
  poplar.graph @main target(#poplar.target<ipu2>) {
    poplar.tile 0 {
      poplar.alloc "x.t0" at 0x4c000 size 32 align 4 kind data
    }
  }
}
