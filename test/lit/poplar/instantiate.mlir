// RUN: optc %s --poplar-instantiate | FileCheck %s

poplar.vertex_template @"demo::Scale" params(T : type, inplace : i1, n : ui32, op : enum "demo::Op") multi external(T == f16 && !inplace || n < 2) {
  poplar.field @src : !poplar.in<vec<$T, ONE_PTR, align 8>> when(!inplace)
  poplar.field @dst : !poplar.inout<vec<$T, SPAN, align 8>>
  poplar.field @factor : !poplar.param<T> = 1.5 when(T == f32 || T == f16)
  poplar.field @factor : !poplar.param<T> = 3 when(!(T == f32 || T == f16))
  poplar.constraint "elem( *src )!=elem(*dst)" when(!inplace && op != demo::Op::ADD)
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
// CHECK-NEXT:   poplar.vertex @"demo::Scale<half, false, 4, demo::Op::ADD>" multi external {
// CHECK-NEXT:     poplar.field @src : !poplar.in<vec<f16, ONE_PTR, align 8>>
// CHECK-NEXT:     poplar.field @dst : !poplar.inout<vec<f16, align 8>>
// CHECK-NEXT:     poplar.field @factor : f16 = 1.500000e+00
// CHECK-NEXT:     poplar.split @dst contiguous grain 4
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex @"demo::Scale<float, true, 4, demo::Op::MUL>" multi {
// CHECK-NEXT:     poplar.field @dst : !poplar.inout<vec<f32, align 8>>
// CHECK-NEXT:     poplar.field @factor : f32 = 1.500000e+00
// CHECK-NEXT:     poplar.compute (%arg0: memref<?xf32>, %arg1: f32) worker(%worker: index) {
// CHECK-NEXT:       poplar.compute_return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex @"demo::Scale<unsigned short, false, 4, demo::Op::MUL>" multi {
// CHECK-NEXT:     poplar.field @src : !poplar.in<vec<ui16, ONE_PTR, align 8>>
// CHECK-NEXT:     poplar.field @dst : !poplar.inout<vec<ui16, align 8>>
// CHECK-NEXT:     poplar.field @factor : ui16 = 3
// CHECK-NEXT:     poplar.constraint "elem(*src) != elem(*dst)"
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex @"demo::Scale<long, true, 1, demo::Op::MUL>" multi external {
// CHECK-NEXT:     poplar.field @dst : !poplar.inout<vec<long, align 8>>
// CHECK-NEXT:     poplar.field @factor : !poplar.long = 3
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex @"demo::Nothing" worker {
// CHECK-NEXT:   }
// CHECK-NEXT: }
