// RUN: optc layout %s --machine=ipu1 | FileCheck %s
// RUN: optc layout '!poplar.vec_list<f16, DELTAN>' --machine=ipu1 | FileCheck %s --check-prefix=LIST
// RUN: optc layout '#poplar.mapping<0: 0..4; 2: 4..5>' | FileCheck %s --check-prefix=MAPPING
// RUN: not optc layout '!poplar.in<vec<f32, SCALED_PTR32>>' 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not optc layout '!poplar.param<T>' 2>&1 | FileCheck %s --check-prefix=PARAM
// RUN: not optc layout '!poplar.tensor<4xf32>' 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK:      demo::Mixed on ipu1: 8 bytes, aligned to 4 bytes
// CHECK:      bytes
// CHECK-NEXT:   byte   0   1   2   3   4   5   6   7
// CHECK-NEXT:   +0   |flag | to  |   pages   |
// CHECK:      bits
// CHECK-NEXT:   bit       31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10  9  8  7  6  5  4  3  2  1  0
// CHECK-NEXT:   +0 flag  {{ *}}|                     value                     |  ui16
// CHECK-NEXT:   +2 to    {{ *}}|           (address - 0x40000) >> 2            |  SCALED_PTR32
// CHECK-NEXT:   +4 pages | 0|             count              |                          address                          |  SHORT_SPAN
poplar.vertex @"demo::Mixed" multi {
  poplar.field @flag : ui16
  poplar.field @to : !poplar.out<vec<f32, SCALED_PTR32>>
  poplar.field @pages : !poplar.in<vec<ui32, SHORT_SPAN>>
}

// LIST:      !poplar.in<vec_list<f16, DELTAN>> on ipu1
// LIST:      |{{ *}}n{{ *}}|{{ *}}base{{ *}}|  DELTAN
// LIST:      each delta |{{ *}}count{{ *}}|{{ *}}offset
// LIST:      The field takes 6 bytes in the vertex state, aligned to 2 bytes.

// MAPPING:      elements by tile
// MAPPING-NEXT:   element  0
// MAPPING-NEXT:   tile    |{{A+0A+}}{{C+2C+}}|
// MAPPING:      5 elements on 2 of 3 tiles; the fullest has 4, an even split would give 2.
// MAPPING-NEXT: Imbalance: 2 elements above the even split.

// TARGET: error: layout SCALED_PTR32 does not exist on ipu2; available: SPAN, SHORT_SPAN, ONE_PTR, SCALED_PTR128
// PARAM: error: '!poplar.param<T>' has no size before the template parameter has a value
// NONE: error: '!poplar.tensor<4xf32>' has no picture; there are pictures of {{.*}}!poplar.in,{{.*}}#poplar.mapping, poplar.vertex
