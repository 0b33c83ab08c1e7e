// RUN: optc %s --pass-pipeline='builtin.module(tile{single-underscore=triple compact-policy=poplibs wrapper-frame=16})' | FileCheck %s

module attributes {poplar.target = #poplar.target<ipu1>} {
  // CHECK: symbol = "__runCodelet_demo__a___b"
  poplar.vertex @"demo::a_b" worker {
    // CHECK-NEXT: vec<f16, SCALED_PTR64, align 16>
    poplar.field @x : !poplar.in<vec<f16, COMPACT_PTR, align 16>>
    poplar.compute (%x : memref<?xf16>) {
      poplar.compute_return
    }
  }
  // CHECK: poplar.function @__runCodelet_demo__a___b own_stack(16)
  poplar.graph @main {
  }
}
