// RUN: optc %s --poplar-resolve-layouts | FileCheck %s

module attributes {poplar.target = #poplar.target<cpu>} {
  poplar.vertex @"demo::Blend<half>" multi {
    poplar.field @lhs   : !poplar.in<vec<f16, COMPACT_PTR, align 8>>
    poplar.field @wide  : !poplar.in<vec<f16, COMPACT_PTR, align 16>>
    poplar.field @rows  : !poplar.in<vec_list<f16, COMPACT_DELTAN>>
    poplar.field @nested : !poplar.vec<in<vec<f16, COMPACT_PTR, align 16>>, COMPACT_PTR>
  }
}

// CHECK: module attributes {poplar.target = #poplar.target<cpu>} {
// CHECK-NEXT:   poplar.vertex @"demo::Blend<half>" multi attributes {resolved_for = #poplar.target<cpu>} {
// CHECK-NEXT:     poplar.field @lhs : !poplar.in<vec<f16, ONE_PTR, align 8>> {data_align = 8 : i64, declared = !poplar.in<vec<f16, COMPACT_PTR, align 8>>}
// CHECK-NEXT:     poplar.field @wide : !poplar.in<vec<f16, ONE_PTR, align 16>> {data_align = 16 : i64, declared = !poplar.in<vec<f16, COMPACT_PTR, align 16>>}
// CHECK-NEXT:     poplar.field @rows : !poplar.in<vec_list<f16, DELTANELEMENTS>> {data_align = 4 : i64, declared = !poplar.in<vec_list<f16, COMPACT_DELTAN>>}
// CHECK-NEXT:     poplar.field @nested : !poplar.vec<in<vec<f16, ONE_PTR, align 16>>, ONE_PTR> {data_align = 16 : i64, declared = !poplar.vec<in<vec<f16, COMPACT_PTR, align 16>>, COMPACT_PTR>}
// CHECK-NEXT:   }
// CHECK-NEXT: }
