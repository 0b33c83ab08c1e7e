// RUN: optc %s --poplar-resolve-layouts=compact-policy=poplibs | FileCheck %s

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Blend<half>" multi {
    poplar.field @lhs   : !poplar.in<vec<f16, COMPACT_PTR, align 8>>
    poplar.field @wide  : !poplar.in<vec<f16, COMPACT_PTR, align 16>>
    poplar.field @rows  : !poplar.in<vec_list<f16, COMPACT_DELTAN>>
    poplar.field @nested : !poplar.vec<in<vec<f16, COMPACT_PTR, align 16>>, COMPACT_PTR>
  }
}

// CHECK: module attributes {poplar.target = #poplar.target<ipu2>} {
// CHECK-NEXT:   poplar.vertex @"demo::Blend<half>" multi attributes {resolved_for = #poplar.target<ipu2>, state_align = 4 : i64, state_size = 20 : i64} {
// CHECK-NEXT:     poplar.field @lhs : !poplar.in<vec<f16, ONE_PTR, align 8>> {align = 4 : i64, data_align = 8 : i64, declared = !poplar.in<vec<f16, COMPACT_PTR, align 8>>, offset = 0 : i64, size = 4 : i64}
// CHECK-NEXT:     poplar.field @wide : !poplar.in<vec<f16, ONE_PTR, align 16>> {align = 4 : i64, data_align = 16 : i64, declared = !poplar.in<vec<f16, COMPACT_PTR, align 16>>, offset = 4 : i64, size = 4 : i64}
// CHECK-NEXT:     poplar.field @rows : !poplar.in<vec_list<f16, DELTANELEMENTS>> {align = 4 : i64, data_align = 2 : i64, declared = !poplar.in<vec_list<f16, COMPACT_DELTAN>>, offset = 8 : i64, size = 8 : i64}
// CHECK-NEXT:     poplar.field @nested : !poplar.vec<in<vec<f16, ONE_PTR, align 16>>, ONE_PTR> {align = 4 : i64, data_align = 16 : i64, declared = !poplar.vec<in<vec<f16, COMPACT_PTR, align 16>>, COMPACT_PTR>, offset = 16 : i64, size = 4 : i64}
// CHECK-NEXT:   }
// CHECK-NEXT: }
