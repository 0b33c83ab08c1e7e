// RUN: optc %s --split-input-file --verify-diagnostics
// RUN: optc %s --split-input-file 2>/dev/null | FileCheck %s

// An int without sign is a signed one; who wrote it is told.

// CHECK-LABEL: poplar.vertex @Count worker
poplar.vertex @Count worker {
  // CHECK-NEXT: poplar.field @n : si32 = -5
  // expected-warning @below {{'i32' is taken for 'si32', a signed int; 'ui32' is an unsigned one}}
  poplar.field @n : i32 = -5
  // CHECK-NEXT: poplar.field @in : !poplar.in<vec<si32>>
  // expected-warning @below {{'i32' is taken for 'si32'}}
  poplar.field @in : !poplar.in<vec<i32>>
  // CHECK-NEXT: poplar.field @both : !poplar.array<3 x si32>
  // expected-warning @below {{'i32' is taken for 'si32'}}
  poplar.field @both : !poplar.array<3 x i32>
  // CHECK-NEXT: poplar.field @signed : !poplar.out<vec<ui32>>
  poplar.field @signed : !poplar.out<vec<ui32>>
}

// -----

// CHECK: func.func private @view(!poplar.tensor<4x2xsi32>)
// expected-warning @below {{'i32' is taken for 'si32'}}
func.func private @view(!poplar.tensor<4x2xi32>)
