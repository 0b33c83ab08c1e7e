// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --canonicalize | FileCheck %s --check-prefix=CANONICAL

// CHECK-LABEL: func.func @convert
// CHECK-NEXT:    poplar.convert %arg0 : f16 to f32
// CHECK-NEXT:    poplar.convert %0 : f32 to f32
// CHECK-NEXT:    poplar.convert %1 : f32 to f16
// CANONICAL-LABEL: func.func @convert
// CANONICAL-NEXT:    %[[WIDE:.+]] = arith.extf %arg0 : f16 to f32
// CANONICAL-NEXT:    return %[[WIDE]], %arg0 : f32, f16
func.func @convert(%x: f16) -> (f32, f16) {
  %0 = poplar.convert %x : f16 to f32
  %1 = poplar.convert %0 : f32 to f32
  %2 = poplar.convert %1 : f32 to f16
  return %1, %2 : f32, f16
}

// CHECK-LABEL: func.func @quarter
// CHECK-NEXT:    poplar.to_quarter %arg0 metadata %arg1 : f32
// CHECK-NEXT:    poplar.to_quarter %arg0 metadata %arg1 saturate : f32
// CHECK-NEXT:    poplar.from_quarter %1 metadata %arg1 : f16
// CANONICAL-LABEL: func.func @quarter
// CANONICAL-NEXT:    %[[Q:.+]] = poplar.to_quarter %arg0 metadata %arg1 saturate : f32
// CANONICAL-NEXT:    poplar.from_quarter %[[Q]] metadata %arg1 : f16
func.func @quarter(%x: f32, %metadata: i8) -> f16 {
  %0 = poplar.to_quarter %x metadata %metadata : f32
  %1 = poplar.to_quarter %x metadata %metadata saturate : f32
  %2 = poplar.from_quarter %1 metadata %metadata : f16
  return %2 : f16
}
