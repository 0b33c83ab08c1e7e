// RUN: optc %s | optc | FileCheck %s

// Spellings of types and attributes. Defaults are left out, prefixes of inner
// types may be written, numbers of a target that are its defaults disappear.

module attributes {poplar.target = #poplar.target<ipu1, num_ipus = 1, tiles_per_ipu = 16>} {
  poplar.vertex @"demo::All" worker {
    poplar.field @a : !poplar.in<vec<f32>>
    poplar.field @a2 : !poplar.in<!poplar.vec<f32, SPAN, align 1>>
    poplar.field @b : !poplar.in<vec<f32, SHORT_SPAN>>
    poplar.field @c : !poplar.in<vec<f32, ONE_PTR>>
    poplar.field @d : !poplar.in<vec<f32, SCALED_PTR32>>
    poplar.field @e : !poplar.in<vec<f32, SCALED_PTR64, align 8>>
    poplar.field @f : !poplar.in<vec<f32, SCALED_PTR128, align 16, interleaved>>
    poplar.field @g : !poplar.in<vec<f16, COMPACT_PTR>>
    poplar.field @h : !poplar.vec<in<vec<f16, SCALED_PTR64, align 8>>, SHORT_SPAN>
    poplar.field @i : !poplar.in<vec_list<f32, COMPACT_DELTAN>>
    poplar.field @j : ui16
    poplar.field @k : !poplar.inout<vec_list<f32, DELTANELEMENTS, align 8>>
    poplar.field @l : !poplar.vec<out<!poplar.ulong>, ONE_PTR>
    poplar.field @m : !poplar.array<3 x long>
    poplar.field @n : !poplar.vec<quarter>
    poplar.field @o : !poplar.long = -7
    poplar.field @p : !poplar.quarter = 255
    poplar.field @q : f16 = 0.5
    poplar.field @r : i1 = true
    poplar.field @s : !poplar.vec<ui64> = [18446744073709551615, 1]
    poplar.field @t : si8 = -128
  }
}

// CHECK: module attributes {poplar.target = #poplar.target<ipu1, tiles_per_ipu = 16>} {
// CHECK-NEXT:   poplar.vertex @"demo::All" worker {
// CHECK-NEXT:     poplar.field @a : !poplar.in<vec<f32>>
// CHECK-NEXT:     poplar.field @a2 : !poplar.in<vec<f32>>
// CHECK-NEXT:     poplar.field @b : !poplar.in<vec<f32, SHORT_SPAN>>
// CHECK-NEXT:     poplar.field @c : !poplar.in<vec<f32, ONE_PTR>>
// CHECK-NEXT:     poplar.field @d : !poplar.in<vec<f32, SCALED_PTR32>>
// CHECK-NEXT:     poplar.field @e : !poplar.in<vec<f32, SCALED_PTR64, align 8>>
// CHECK-NEXT:     poplar.field @f : !poplar.in<vec<f32, SCALED_PTR128, align 16, interleaved>>
// CHECK-NEXT:     poplar.field @g : !poplar.in<vec<f16, COMPACT_PTR>>
// CHECK-NEXT:     poplar.field @h : !poplar.vec<in<vec<f16, SCALED_PTR64, align 8>>, SHORT_SPAN>
// CHECK-NEXT:     poplar.field @i : !poplar.in<vec_list<f32, COMPACT_DELTAN>>
// CHECK-NEXT:     poplar.field @j : ui16
// CHECK-NEXT:     poplar.field @k : !poplar.inout<vec_list<f32, DELTANELEMENTS, align 8>>
// CHECK-NEXT:     poplar.field @l : !poplar.vec<out<ulong>, ONE_PTR>
// CHECK-NEXT:     poplar.field @m : !poplar.array<3 x long>
// CHECK-NEXT:     poplar.field @n : !poplar.vec<quarter>
// CHECK-NEXT:     poplar.field @o : !poplar.long = -7
// CHECK-NEXT:     poplar.field @p : !poplar.quarter = 255
// CHECK-NEXT:     poplar.field @q : f16 = 5.000000e-01
// CHECK-NEXT:     poplar.field @r : i1 = true
// CHECK-NEXT:     poplar.field @s : !poplar.vec<ui64> = [18446744073709551615, 1]
// CHECK-NEXT:     poplar.field @t : si8 = -128
// CHECK-NEXT:   }
// CHECK-NEXT: }
