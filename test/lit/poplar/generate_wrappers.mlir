// RUN: optc %s --poplar-mangle-names --poplar-generate-wrappers=wrapper-frame=8 | FileCheck %s

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Made" worker {}
  poplar.function @__runCodelet_demo__Made own_stack(24) calls(@"demo::Made::compute") wrapper(vertex)
  poplar.vertex @"demo::Fill<half>" multi {
    poplar.field @out : !poplar.out<vec<f16>>
  }
  poplar.vertex @"demo::Once" worker {}
  poplar.vertex @"demo::Asm" worker external {}
  poplar.function @__runCodelet_demo__Asm own_stack(16) external
}

// CHECK: module attributes {poplar.target = #poplar.target<ipu2>} {
// CHECK-NEXT:   poplar.vertex @"demo::Made" worker attributes {symbol = "__runCodelet_demo__Made"} {
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.function @__runCodelet_demo__Made own_stack(24) calls(@"demo::Made::compute") wrapper(vertex)
// CHECK-NEXT:   poplar.vertex @"demo::Fill<half>" multi attributes {symbol = "__runCodelet_demo__Fill___half"} {
// CHECK-NEXT:     poplar.field @out : !poplar.out<vec<f16>>
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.function @__runCodelet_demo__Fill___half own_stack(8) calls(@"demo::Fill<half>::compute") wrapper(multi)
// CHECK-NEXT:   poplar.vertex @"demo::Once" worker attributes {symbol = "__runCodelet_demo__Once"} {
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.function @__runCodelet_demo__Once own_stack(8) calls(@"demo::Once::compute") wrapper(vertex)
// CHECK-NEXT:   poplar.vertex @"demo::Asm" worker external attributes {symbol = "__runCodelet_demo__Asm"} {
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.function @__runCodelet_demo__Asm own_stack(16) external
// CHECK-NEXT: }
