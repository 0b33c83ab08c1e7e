// RUN: optc %s --poplar-resolve-layouts | FileCheck %s

// COMPACT layouts on the first architecture, and every other layout.

module attributes {poplar.target = #poplar.target<ipu1>} {
  poplar.vertex @"demo::All" worker {
    poplar.field @a : !poplar.in<vec<f32>>
    poplar.field @b : !poplar.in<vec<f32, SHORT_SPAN>>
    poplar.field @c : !poplar.in<vec<f32, ONE_PTR>>
    poplar.field @d : !poplar.in<vec<f32, SCALED_PTR32>>
    poplar.field @e : !poplar.in<vec<f32, SCALED_PTR64, align 8>>
    poplar.field @f : !poplar.in<vec<f32, SCALED_PTR128, align 16>>
    poplar.field @g : !poplar.in<vec<f16, COMPACT_PTR>>
    poplar.field @h : !poplar.vec<in<vec<f16, SCALED_PTR64, align 8>>, SHORT_SPAN>
    poplar.field @i : !poplar.in<vec_list<f32, COMPACT_DELTAN>>
    poplar.field @j : ui16
    poplar.field @k : !poplar.in<vec_list<f32, DELTANELEMENTS, align 8>>
  }
  poplar.vertex @"demo::Drive" supervisor external {
    poplar.field @mode    : si32 = 2
    poplar.field @strides : !poplar.array<3 x ui16>
    poplar.field @table   : !poplar.vec<ui32, ONE_PTR>
  }
  poplar.vertex @"demo::Bytes" worker {
    poplar.field @x : !poplar.in<vec<ui8, ONE_PTR>>
  }
  poplar.assert_field @"demo::All" @g layout ONE_PTR offset 24 size 4
  poplar.assert_field @"demo::All" @h layout SHORT_SPAN offset 28 size 4
  poplar.assert_field @"demo::All" @i layout DELTAN offset 32 size 6
  poplar.assert_field @"demo::Drive" @strides layout "!poplar.array<3 x ui16>" offset 4 size 6
  poplar.assert_field @"demo::All" @j layout ui16 offset 38 size 2
}

// CHECK: module attributes {poplar.target = #poplar.target<ipu1>} {
// CHECK-NEXT:   poplar.vertex @"demo::All" worker attributes {resolved_for = #poplar.target<ipu1>, state_align = 4 : i64, state_size = 48 : i64} {
// CHECK-NEXT:     poplar.field @a : !poplar.in<vec<f32>> {align = 4 : i64, data_align = 4 : i64, declared = !poplar.in<vec<f32>>, offset = 0 : i64, size = 8 : i64}
// CHECK-NEXT:     poplar.field @b : !poplar.in<vec<f32, SHORT_SPAN>> {align = 4 : i64, data_align = 4 : i64, declared = !poplar.in<vec<f32, SHORT_SPAN>>, offset = 8 : i64, size = 4 : i64}
// CHECK-NEXT:     poplar.field @c : !poplar.in<vec<f32, ONE_PTR>> {align = 4 : i64, data_align = 4 : i64, declared = !poplar.in<vec<f32, ONE_PTR>>, offset = 12 : i64, size = 4 : i64}
// CHECK-NEXT:     poplar.field @d : !poplar.in<vec<f32, SCALED_PTR32>> {align = 2 : i64, data_align = 4 : i64, declared = !poplar.in<vec<f32, SCALED_PTR32>>, offset = 16 : i64, size = 2 : i64}
// CHECK-NEXT:     poplar.field @e : !poplar.in<vec<f32, SCALED_PTR64, align 8>> {align = 2 : i64, data_align = 8 : i64, declared = !poplar.in<vec<f32, SCALED_PTR64, align 8>>, offset = 18 : i64, size = 2 : i64}
// CHECK-NEXT:     poplar.field @f : !poplar.in<vec<f32, SCALED_PTR128, align 16>> {align = 2 : i64, data_align = 16 : i64, declared = !poplar.in<vec<f32, SCALED_PTR128, align 16>>, offset = 20 : i64, size = 2 : i64}
// CHECK-NEXT:     poplar.field @g : !poplar.in<vec<f16, ONE_PTR>> {align = 4 : i64, data_align = 2 : i64, declared = !poplar.in<vec<f16, COMPACT_PTR>>, offset = 24 : i64, size = 4 : i64}
// CHECK-NEXT:     poplar.field @h : !poplar.vec<in<vec<f16, SCALED_PTR64, align 8>>, SHORT_SPAN> {align = 4 : i64, data_align = 8 : i64, declared = !poplar.vec<in<vec<f16, SCALED_PTR64, align 8>>, SHORT_SPAN>, offset = 28 : i64, size = 4 : i64}
// CHECK-NEXT:     poplar.field @i : !poplar.in<vec_list<f32, DELTAN>> {align = 2 : i64, data_align = 4 : i64, declared = !poplar.in<vec_list<f32, COMPACT_DELTAN>>, offset = 32 : i64, size = 6 : i64}
// CHECK-NEXT:     poplar.field @j : ui16 {align = 2 : i64, declared = ui16, offset = 38 : i64, size = 2 : i64}
// CHECK-NEXT:     poplar.field @k : !poplar.in<vec_list<f32, DELTANELEMENTS, align 8>> {align = 4 : i64, data_align = 8 : i64, declared = !poplar.in<vec_list<f32, DELTANELEMENTS, align 8>>, offset = 40 : i64, size = 8 : i64}
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex @"demo::Drive" supervisor external attributes {resolved_for = #poplar.target<ipu1>, state_align = 4 : i64, state_size = 16 : i64} {
// CHECK-NEXT:     poplar.field @mode : si32 = 2 {align = 4 : i64, declared = si32, offset = 0 : i64, size = 4 : i64}
// CHECK-NEXT:     poplar.field @strides : !poplar.array<3 x ui16> {align = 2 : i64, declared = !poplar.array<3 x ui16>, offset = 4 : i64, size = 6 : i64}
// CHECK-NEXT:     poplar.field @table : !poplar.vec<ui32, ONE_PTR> {align = 4 : i64, data_align = 4 : i64, declared = !poplar.vec<ui32, ONE_PTR>, offset = 12 : i64, size = 4 : i64}
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex @"demo::Bytes" worker attributes {resolved_for = #poplar.target<ipu1>, state_align = 4 : i64, state_size = 4 : i64} {
// CHECK-NEXT:     poplar.field @x : !poplar.in<vec<ui8, ONE_PTR>> {align = 4 : i64, data_align = 1 : i64, declared = !poplar.in<vec<ui8, ONE_PTR>>, offset = 0 : i64, size = 4 : i64}
// CHECK-NEXT:   }
// CHECK-NEXT: }
