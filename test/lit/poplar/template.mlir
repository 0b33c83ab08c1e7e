// RUN: optc %s | optc | FileCheck %s

poplar.vertex_template @"demo::Scale" params(T : type, inplace : i1, n : ui32, op : enum "demo::Op") multi external(T == f16 && !inplace || n < 2) {
  poplar.field @src : !poplar.in<vec<$T, ONE_PTR, align 8>> when(!inplace)
  poplar.field @dst : !poplar.inout<vec<$T, SPAN, align 8>>
  poplar.field @factor : !poplar.param<T> = 1.5 when(T == f32 || T == f16)
  poplar.field @factor : !poplar.param<T> = 3 when(!(T == f32 || T == f16))
  poplar.constraint "elem(*src) != elem(*dst)" when(!inplace && op != demo::Op::ADD)
  poplar.split @dst contiguous grain 4 when(T == f16)
  poplar.compute (%dst : memref<?xf32>, %factor : f32) worker(%w : index) when(T == f32 && inplace) {
    poplar.compute_return
  }
}
poplar.vertex_template @"demo::Nothing" params() worker {}
poplar.instantiate @"demo::Scale"<f16, false, 4, #poplar.enumerator<"demo::Op::ADD">>
poplar.instantiate @"demo::Scale"<f32, true, 4, #poplar.enumerator<"demo::Op::MUL">>
poplar.instantiate @"demo::Scale"<ui16, false, 4, #poplar.enumerator<"demo::Op::MUL">>
poplar.instantiate @"demo::Scale"<!poplar.long, true, 1, #poplar.enumerator<"demo::Op::MUL">>
poplar.instantiate @"demo::Nothing"<>

// CHECK: module {
// CHECK-NEXT:   poplar.vertex_template @"demo::Scale" params(T : type, inplace : i1, n : ui32, op : enum "demo::Op") multi external(T == f16 && !inplace || n < 2) {
// CHECK-NEXT:     poplar.field @src : !poplar.in<vec<$T, ONE_PTR, align 8>> when(!inplace)
// CHECK-NEXT:     poplar.field @dst : !poplar.inout<vec<$T, align 8>>
// CHECK-NEXT:     poplar.field @factor : !poplar.param<T> = 1.500000e+00 : f64 when(T == f32 || T == f16)
// CHECK-NEXT:     poplar.field @factor : !poplar.param<T> = 3 : i64 when(!(T == f32 || T == f16))
// CHECK-NEXT:     poplar.constraint "elem(*src) != elem(*dst)" when(!inplace && op != demo::Op::ADD)
// CHECK-NEXT:     poplar.split @dst contiguous grain 4 when(T == f16)
// CHECK-NEXT:     poplar.compute (%arg0: memref<?xf32>, %arg1: f32) worker(%worker: index) when(T == f32 && inplace) {
// CHECK-NEXT:       poplar.compute_return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex_template @"demo::Nothing" params() worker {
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.instantiate @"demo::Scale"<f16, false, 4, #poplar.enumerator<"demo::Op::ADD">>
// CHECK-NEXT:   poplar.instantiate @"demo::Scale"<f32, true, 4, #poplar.enumerator<"demo::Op::MUL">>
// CHECK-NEXT:   poplar.instantiate @"demo::Scale"<ui16, false, 4, #poplar.enumerator<"demo::Op::MUL">>
// CHECK-NEXT:   poplar.instantiate @"demo::Scale"<!poplar.long, true, 1, #poplar.enumerator<"demo::Op::MUL">>
// CHECK-NEXT:   poplar.instantiate @"demo::Nothing"<>
// CHECK-NEXT: }
