// RUN: optc %s --poplar-print-layout -o %t 2>&1 | FileCheck %s

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

// CHECK: demo::Blend<half>  ipu2  size 32 align 4
// CHECK-NEXT:   +0   lhs    ONE_PTR                      [31:0] address
// CHECK-NEXT:   +4   dst    ONE_PTR                      [31:0] address
// CHECK-NEXT:   +8   flags  ui8                          [7:0]
// CHECK-NEXT:   +12  k      in<f32>                      [31:0] address
// CHECK-NEXT:   +16  n      ui16                         [15:0]
// CHECK-NEXT:   +20  rows   DELTANELEMENTS               [31:24] n.hi  [23:21] 0  [20:0] base
// CHECK-NEXT:   +24                                      [31:24] n.lo  [23:21] 0  [20:0] deltas     delta: [31:20] count [19:0] offset*2
// CHECK-NEXT:   +28  last   ui16                         [15:0]
// CHECK-NEXT:   +30  all    SCALED_PTR128 of SHORT_SPAN  [15:0] address >> 4     entry: [31] 0 [30:20] count [19:0] address
