// RUN: optc %s --poplar-print-offsets -o %t 2>&1 | FileCheck %s

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Blend<half>" multi external {
    poplar.field @lhs   : !poplar.in<vec<f16, ONE_PTR, align 8>>
    poplar.field @dst   : !poplar.out<vec<f16, ONE_PTR, align 4>>
    poplar.field @flags : ui8
    poplar.field @k     : !poplar.in<f32>
    poplar.field @n     : ui16
    poplar.field @rows  : !poplar.in<vec_list<f16, DELTANELEMENTS>>
    poplar.field @last  : ui16
    poplar.field @all   : !poplar.vec<in<vec<f16, SHORT_SPAN>>, SCALED_PTR128>
  }
}

// CHECK: BLEND_LHS 0
// CHECK-NEXT: BLEND_DST 4
// CHECK-NEXT: BLEND_FLAGS 8
// CHECK-NEXT: BLEND_K 12
// CHECK-NEXT: BLEND_N 16
// CHECK-NEXT: BLEND_ROWS 20
// CHECK-NEXT: BLEND_ROWS_DELTAS 24
// CHECK-NEXT: BLEND_LAST 28
// CHECK-NEXT: BLEND_ALL 30
