// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s
// RUN: optc %s --poplar-instantiate | FileCheck %s --check-prefix=INSTANCE

// What a class says of its fields is computed from the template arguments; so are the
// base class and the code.
poplar.vertex_template @"demo::Sum" params(T : type, Op : class, n : ui32, asm : i1, L : enum "poplar::VectorLayout") supervisor when(asm) else multi external(asm) {
  poplar.field @x : !poplar.in<vec<$T, $L, align sizeof($T)*2>>
  poplar.field @y : !poplar.in<vec<$T,( $T==f16 ? SCALED_PTR128 : ONE_PTR), align $n * 8>>
  poplar.field @z : !poplar.in<vec_list<($T == f16 && !$asm ? f32 : $T), COMPACT_DELTAN, align 8, interleaved($T == f16)>>
  poplar.field @out : !poplar.out<$T>
  poplar.field @k : !poplar.param<($T == f16 ? f32 : $T)> = 2
  poplar.field @strides : !poplar.array<2 * $n - 1 x ui16>
  poplar.field @all : !poplar.vec<in<vec<$T, SHORT_SPAN>>, $L, align -1 * -4>
  poplar.compute generic (%x : memref<?x$T>, %y : memref<?x$T>, %z : !poplar.rows<f32>, %out : memref<$T>, %k : f32,
      %strides : memref<$(2 * n - 1)xi16>, %all : !poplar.rows<$T>) worker(%w : index) when(Op == demo::Add) {
    // A comment with a brace {.
    %c0 = arith.constant 0 : index
    %n = arith.constant $n : index
    %mask = vector.constant_mask [1] : vector<$nxi1>
    %0 = memref.load %x[%c0] : memref<?x$T>
    %1 = func.call @"$Op::update"(%0) : ($T) -> $T
    memref.store %1, %out[] : memref<$T>
    poplar.compute_return
  }
}
func.func private @"demo::Add::update"(f16) -> f16
poplar.instantiate @"demo::Sum"<f16, #poplar.class<"demo::Add">, 2, false, #poplar.enumerator<"poplar::VectorLayout::ONE_PTR">>
poplar.instantiate @"demo::Sum"<f32, #poplar.class<"demo::Mul">, 4, true, #poplar.enumerator<"poplar::VectorLayout::SPAN">>

// CHECK:      poplar.vertex_template @"demo::Sum" params(T : type, Op : class, n : ui32, asm : i1, L : enum "poplar::VectorLayout") supervisor when(asm) else multi external(asm) {
// CHECK-NEXT:   poplar.field @x : !poplar.in<vec<$T, $L, align sizeof($T) * 2>>
// CHECK-NEXT:   poplar.field @y : !poplar.in<vec<$T, ($T == f16 ? SCALED_PTR128 : ONE_PTR), align $n * 8>>
// CHECK-NEXT:   poplar.field @z : !poplar.in<vec_list<($T == f16 && !$asm ? f32 : $T), COMPACT_DELTAN, align 8, interleaved($T == f16)>>
// CHECK-NEXT:   poplar.field @out : !poplar.out<$T>
// CHECK-NEXT:   poplar.field @k : !poplar.param<($T == f16 ? f32 : $T)> = 2 : i64
// CHECK-NEXT:   poplar.field @strides : !poplar.array<2 * $n - 1 x ui16>
// CHECK-NEXT:   poplar.field @all : !poplar.vec<in<vec<$T, SHORT_SPAN>>, $L, align -1 * -4>
// CHECK-NEXT:   poplar.compute generic (%x : memref<?x$T>, %y : memref<?x$T>, %z : !poplar.rows<f32>, %out : memref<$T>, %k : f32,
// CHECK-NEXT:     %strides : memref<$(2 * n - 1)xi16>, %all : !poplar.rows<$T>) worker(%w : index) when(Op == demo::Add) {
// CHECK-NEXT:   // A comment with a brace {.
// CHECK:        %1 = func.call @"$Op::update"(%0) : ($T) -> $T
// CHECK:      poplar.instantiate @"demo::Sum"<f16, #poplar.class<"demo::Add">, 2, false, #poplar.enumerator<"poplar::VectorLayout::ONE_PTR">>

// INSTANCE:      poplar.vertex @"demo::Sum<half, demo::Add, 2, false, poplar::VectorLayout::ONE_PTR>" multi {
// INSTANCE-NEXT:   poplar.field @x : !poplar.in<vec<f16, ONE_PTR, align 4>>
// INSTANCE-NEXT:   poplar.field @y : !poplar.in<vec<f16, SCALED_PTR128, align 16>>
// INSTANCE-NEXT:   poplar.field @z : !poplar.in<vec_list<f32, COMPACT_DELTAN, align 8, interleaved>>
// INSTANCE-NEXT:   poplar.field @out : !poplar.out<f16>
// INSTANCE-NEXT:   poplar.field @k : f32 = 2.000000e+00
// INSTANCE-NEXT:   poplar.field @strides : !poplar.array<3 x ui16>
// INSTANCE-NEXT:   poplar.field @all : !poplar.vec<in<vec<f16, SHORT_SPAN>>, ONE_PTR, align 4>
// INSTANCE-NEXT:   poplar.compute (%arg0: memref<?xf16>, %arg1: memref<?xf16>, %arg2: !poplar.rows<f32>, %arg3: memref<f16>, %arg4: f32, %arg5: memref<3xi16>, %arg6: !poplar.rows<f16>) worker(%worker: index) {
// INSTANCE-NEXT:     %c0 = arith.constant 0 : index
// INSTANCE-NEXT:     %c2 = arith.constant 2 : index
// INSTANCE-NEXT:     %0 = vector.constant_mask [1] : vector<2xi1>
// INSTANCE-NEXT:     %1 = memref.load %arg0[%c0] : memref<?xf16>
// INSTANCE-NEXT:     %2 = func.call @"demo::Add::update"(%1) : (f16) -> f16
// INSTANCE:      poplar.vertex @"demo::Sum<float, demo::Mul, 4, true, poplar::VectorLayout::SPAN>" supervisor external {
// INSTANCE-NEXT:   poplar.field @x : !poplar.in<vec<f32, align 8>>
// INSTANCE-NEXT:   poplar.field @y : !poplar.in<vec<f32, ONE_PTR, align 32>>
// INSTANCE-NEXT:   poplar.field @z : !poplar.in<vec_list<f32, COMPACT_DELTAN, align 8>>
// INSTANCE-NEXT:   poplar.field @out : !poplar.out<f32>
// INSTANCE-NEXT:   poplar.field @k : f32 = 2.000000e+00
// INSTANCE-NEXT:   poplar.field @strides : !poplar.array<7 x ui16>
// INSTANCE-NEXT:   poplar.field @all : !poplar.vec<in<vec<f32, SHORT_SPAN>>, align 4>
// INSTANCE-NEXT: }
