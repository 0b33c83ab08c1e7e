// RUN: optc %s --vectorext-lower-arg-compare --canonicalize | FileCheck %s
// RUN: optc %s --vectorext-lower-arg-compare --verify-exec
// RUN: optc %s --vectorext-lower-arg-compare | FileCheck %s --check-prefix=WHOLE

// A vector of one row is that row.
// WHOLE-LABEL: @implicit
// WHOLE-NOT: vector.extract {{.*}} : vector<3xf32> from vector<3xf32>
// WHOLE-LABEL: @middle

// CHECK-LABEL: func.func @implicit(%arg0: vector<3xf32>, %arg1: vector<f32>, %arg2: vector<i32>, %arg3: index) -> (vector<f32>, vector<i32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %0 = vector.extract %arg1[] : f32 from vector<f32>
// CHECK-NEXT:   %1 = vector.extract %arg2[] : i32 from vector<i32>
// CHECK-NEXT:   %2:2 = scf.for %arg4 = %c0 to %c3 step %c1 iter_args(%arg5 = %0, %arg6 = %1) -> (f32, i32) {
// CHECK-NEXT:     %5 = vector.extract %arg0[%arg4] : f32 from vector<3xf32>
// CHECK-NEXT:     %6 = arith.cmpf ogt, %5, %arg5 : f32
// CHECK-NEXT:     %7 = arith.select %6, %5, %arg5 : f32
// CHECK-NEXT:     %8 = arith.addi %arg3, %arg4 : index
// CHECK-NEXT:     %9 = arith.index_cast %8 : index to i32
// CHECK-NEXT:     %10 = arith.select %6, %9, %arg6 : i32
// CHECK-NEXT:     scf.yield %7, %10 : f32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %3 = vector.broadcast %2#0 : f32 to vector<f32>
// CHECK-NEXT:   %4 = vector.broadcast %2#1 : i32 to vector<i32>
// CHECK-NEXT:   return %3, %4 : vector<f32>, vector<i32>
// CHECK-NEXT: }
func.func @implicit(%a: vector<3xf32>, %v: vector<f32>, %i: vector<i32>, %b: index) -> (vector<f32>, vector<i32>) {
  %0:2 = iree_vector_ext.arg_compare dimension(0) ins(%a : vector<3xf32>) inits(%v, %i : vector<f32>, vector<i32>) index_base(%b : index) {
  ^bb0(%x: f32, %y: f32):
    %c = arith.cmpf ogt, %x, %y : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  return %0#0, %0#1 : vector<f32>, vector<i32>
}

// The reduced dimension becomes the last one; there is a loop for each of 2x3 results.
// CHECK-LABEL: func.func @middle(%arg0: vector<2x6x3xi32>, %arg1: vector<2x6x3xi64>, %arg2: vector<2x3xi32>, %arg3: vector<2x3xi64>) -> (vector<2x3xi32>, vector<2x3xi64>) {
// CHECK-NEXT:   %c6 = arith.constant 6 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = vector.transpose %arg0, [0, 2, 1] : vector<2x6x3xi32> to vector<2x3x6xi32>
// CHECK-NEXT:   %1 = vector.transpose %arg1, [0, 2, 1] : vector<2x6x3xi64> to vector<2x3x6xi64>
// CHECK-NEXT:   %2 = vector.extract %arg2[0, 0] : i32 from vector<2x3xi32>
// CHECK-NEXT:   %3 = vector.extract %arg3[0, 0] : i64 from vector<2x3xi64>
// CHECK-NEXT:   %4 = vector.extract %0[0, 0] : vector<6xi32> from vector<2x3x6xi32>
// CHECK-NEXT:   %5 = vector.extract %1[0, 0] : vector<6xi64> from vector<2x3x6xi64>
// CHECK-NEXT:   %6:2 = scf.for %arg4 = %c0 to %c6 step %c1 iter_args(%arg5 = %2, %arg6 = %3) -> (i32, i64) {
// CHECK-NEXT:     %34 = vector.extract %4[%arg4] : i32 from vector<6xi32>
// CHECK-NEXT:     %35 = arith.cmpi slt, %34, %arg5 : i32
// CHECK-NEXT:     %36 = arith.select %35, %34, %arg5 : i32
// CHECK-NEXT:     %37 = vector.extract %5[%arg4] : i64 from vector<6xi64>
// CHECK-NEXT:     %38 = arith.select %35, %37, %arg6 : i64
// CHECK-NEXT:     scf.yield %36, %38 : i32, i64
// CHECK-NEXT:   }
// CHECK-NEXT:   %7 = vector.extract %arg2[0, 1] : i32 from vector<2x3xi32>
// CHECK-NEXT:   %8 = vector.extract %arg3[0, 1] : i64 from vector<2x3xi64>
// CHECK-NEXT:   %9 = vector.extract %0[0, 1] : vector<6xi32> from vector<2x3x6xi32>
// CHECK-NEXT:   %10 = vector.extract %1[0, 1] : vector<6xi64> from vector<2x3x6xi64>
// CHECK-NEXT:   %11:2 = scf.for %arg4 = %c0 to %c6 step %c1 iter_args(%arg5 = %7, %arg6 = %8) -> (i32, i64) {
// CHECK-NEXT:     %34 = vector.extract %9[%arg4] : i32 from vector<6xi32>
// CHECK-NEXT:     %35 = arith.cmpi slt, %34, %arg5 : i32
// CHECK-NEXT:     %36 = arith.select %35, %34, %arg5 : i32
// CHECK-NEXT:     %37 = vector.extract %10[%arg4] : i64 from vector<6xi64>
// CHECK-NEXT:     %38 = arith.select %35, %37, %arg6 : i64
// CHECK-NEXT:     scf.yield %36, %38 : i32, i64
// CHECK-NEXT:   }
// CHECK-NEXT:   %12 = vector.extract %arg2[0, 2] : i32 from vector<2x3xi32>
// CHECK-NEXT:   %13 = vector.extract %arg3[0, 2] : i64 from vector<2x3xi64>
// CHECK-NEXT:   %14 = vector.extract %0[0, 2] : vector<6xi32> from vector<2x3x6xi32>
// CHECK-NEXT:   %15 = vector.extract %1[0, 2] : vector<6xi64> from vector<2x3x6xi64>
// CHECK-NEXT:   %16:2 = scf.for %arg4 = %c0 to %c6 step %c1 iter_args(%arg5 = %12, %arg6 = %13) -> (i32, i64) {
// CHECK-NEXT:     %34 = vector.extract %14[%arg4] : i32 from vector<6xi32>
// CHECK-NEXT:     %35 = arith.cmpi slt, %34, %arg5 : i32
// CHECK-NEXT:     %36 = arith.select %35, %34, %arg5 : i32
// CHECK-NEXT:     %37 = vector.extract %15[%arg4] : i64 from vector<6xi64>
// CHECK-NEXT:     %38 = arith.select %35, %37, %arg6 : i64
// CHECK-NEXT:     scf.yield %36, %38 : i32, i64
// CHECK-NEXT:   }
// CHECK-NEXT:   %17 = vector.extract %arg2[1, 0] : i32 from vector<2x3xi32>
// CHECK-NEXT:   %18 = vector.extract %arg3[1, 0] : i64 from vector<2x3xi64>
// CHECK-NEXT:   %19 = vector.extract %0[1, 0] : vector<6xi32> from vector<2x3x6xi32>
// CHECK-NEXT:   %20 = vector.extract %1[1, 0] : vector<6xi64> from vector<2x3x6xi64>
// CHECK-NEXT:   %21:2 = scf.for %arg4 = %c0 to %c6 step %c1 iter_args(%arg5 = %17, %arg6 = %18) -> (i32, i64) {
// CHECK-NEXT:     %34 = vector.extract %19[%arg4] : i32 from vector<6xi32>
// CHECK-NEXT:     %35 = arith.cmpi slt, %34, %arg5 : i32
// CHECK-NEXT:     %36 = arith.select %35, %34, %arg5 : i32
// CHECK-NEXT:     %37 = vector.extract %20[%arg4] : i64 from vector<6xi64>
// CHECK-NEXT:     %38 = arith.select %35, %37, %arg6 : i64
// CHECK-NEXT:     scf.yield %36, %38 : i32, i64
// CHECK-NEXT:   }
// CHECK-NEXT:   %22 = vector.extract %arg2[1, 1] : i32 from vector<2x3xi32>
// CHECK-NEXT:   %23 = vector.extract %arg3[1, 1] : i64 from vector<2x3xi64>
// CHECK-NEXT:   %24 = vector.extract %0[1, 1] : vector<6xi32> from vector<2x3x6xi32>
// CHECK-NEXT:   %25 = vector.extract %1[1, 1] : vector<6xi64> from vector<2x3x6xi64>
// CHECK-NEXT:   %26:2 = scf.for %arg4 = %c0 to %c6 step %c1 iter_args(%arg5 = %22, %arg6 = %23) -> (i32, i64) {
// CHECK-NEXT:     %34 = vector.extract %24[%arg4] : i32 from vector<6xi32>
// CHECK-NEXT:     %35 = arith.cmpi slt, %34, %arg5 : i32
// CHECK-NEXT:     %36 = arith.select %35, %34, %arg5 : i32
// CHECK-NEXT:     %37 = vector.extract %25[%arg4] : i64 from vector<6xi64>
// CHECK-NEXT:     %38 = arith.select %35, %37, %arg6 : i64
// CHECK-NEXT:     scf.yield %36, %38 : i32, i64
// CHECK-NEXT:   }
// CHECK-NEXT:   %27 = vector.extract %arg2[1, 2] : i32 from vector<2x3xi32>
// CHECK-NEXT:   %28 = vector.extract %arg3[1, 2] : i64 from vector<2x3xi64>
// CHECK-NEXT:   %29 = vector.extract %0[1, 2] : vector<6xi32> from vector<2x3x6xi32>
// CHECK-NEXT:   %30 = vector.extract %1[1, 2] : vector<6xi64> from vector<2x3x6xi64>
// CHECK-NEXT:   %31:2 = scf.for %arg4 = %c0 to %c6 step %c1 iter_args(%arg5 = %27, %arg6 = %28) -> (i32, i64) {
// CHECK-NEXT:     %34 = vector.extract %29[%arg4] : i32 from vector<6xi32>
// CHECK-NEXT:     %35 = arith.cmpi slt, %34, %arg5 : i32
// CHECK-NEXT:     %36 = arith.select %35, %34, %arg5 : i32
// CHECK-NEXT:     %37 = vector.extract %30[%arg4] : i64 from vector<6xi64>
// CHECK-NEXT:     %38 = arith.select %35, %37, %arg6 : i64
// CHECK-NEXT:     scf.yield %36, %38 : i32, i64
// CHECK-NEXT:   }
// CHECK-NEXT:   %32 = vector.from_elements %6#0, %11#0, %16#0, %21#0, %26#0, %31#0 : vector<2x3xi32>
// CHECK-NEXT:   %33 = vector.from_elements %6#1, %11#1, %16#1, %21#1, %26#1, %31#1 : vector<2x3xi64>
// CHECK-NEXT:   return %32, %33 : vector<2x3xi32>, vector<2x3xi64>
// CHECK-NEXT: }
func.func @middle(%a: vector<2x6x3xi32>, %k: vector<2x6x3xi64>, %v: vector<2x3xi32>, %i: vector<2x3xi64>) -> (vector<2x3xi32>, vector<2x3xi64>) {
  %0:2 = iree_vector_ext.arg_compare dimension(1) ins(%a, %k : vector<2x6x3xi32>, vector<2x6x3xi64>) inits(%v, %i : vector<2x3xi32>, vector<2x3xi64>) {
  ^bb0(%x: i32, %y: i32):
    %c = arith.cmpi slt, %x, %y : i32
    iree_vector_ext.yield %c : i1
  } -> vector<2x3xi32>, vector<2x3xi64>
  return %0#0, %0#1 : vector<2x3xi32>, vector<2x3xi64>
}

// A comparator may yield what is around it.
// CHECK-LABEL: func.func @captured(%arg0: vector<3xf32>, %arg1: vector<f32>, %arg2: vector<index>, %arg3: i1) -> (vector<f32>, vector<index>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %0 = vector.extract %arg1[] : f32 from vector<f32>
// CHECK-NEXT:   %1 = vector.extract %arg2[] : index from vector<index>
// CHECK-NEXT:   %2:2 = scf.for %arg4 = %c0 to %c3 step %c1 iter_args(%arg5 = %0, %arg6 = %1) -> (f32, index) {
// CHECK-NEXT:     %5 = vector.extract %arg0[%arg4] : f32 from vector<3xf32>
// CHECK-NEXT:     %6 = arith.select %arg3, %5, %arg5 : f32
// CHECK-NEXT:     %7 = arith.select %arg3, %arg4, %arg6 : index
// CHECK-NEXT:     scf.yield %6, %7 : f32, index
// CHECK-NEXT:   }
// CHECK-NEXT:   %3 = vector.broadcast %2#0 : f32 to vector<f32>
// CHECK-NEXT:   %4 = vector.broadcast %2#1 : index to vector<index>
// CHECK-NEXT:   return %3, %4 : vector<f32>, vector<index>
// CHECK-NEXT: }
func.func @captured(%a: vector<3xf32>, %v: vector<f32>, %i: vector<index>, %first: i1) -> (vector<f32>, vector<index>) {
  %0:2 = iree_vector_ext.arg_compare dimension(0) ins(%a : vector<3xf32>) inits(%v, %i : vector<f32>, vector<index>) {
  ^bb0(%x: f32, %y: f32):
    iree_vector_ext.yield %first : i1
  } -> vector<f32>, vector<index>
  return %0#0, %0#1 : vector<f32>, vector<index>
}

// Rows along the last dimension are taken as they are, one for each of 2x2 results.
// CHECK-LABEL: func.func @last(%arg0: vector<2x2x3xi32>, %arg1: vector<2x2xi32>, %arg2: vector<2x2xi64>) -> (vector<2x2xi32>, vector<2x2xi64>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %0 = vector.extract %arg1[0, 0] : i32 from vector<2x2xi32>
// CHECK-NEXT:   %1 = vector.extract %arg2[0, 0] : i64 from vector<2x2xi64>
// CHECK-NEXT:   %2 = vector.extract %arg0[0, 0] : vector<3xi32> from vector<2x2x3xi32>
// CHECK-NEXT:   %3:2 = scf.for %arg3 = %c0 to %c3 step %c1 iter_args(%arg4 = %0, %arg5 = %1) -> (i32, i64) {
// CHECK-NEXT:     %18 = vector.extract %2[%arg3] : i32 from vector<3xi32>
// CHECK-NEXT:     %19 = arith.cmpi slt, %18, %arg4 : i32
// CHECK-NEXT:     %20 = arith.select %19, %18, %arg4 : i32
// CHECK-NEXT:     %21 = arith.index_cast %arg3 : index to i64
// CHECK-NEXT:     %22 = arith.select %19, %21, %arg5 : i64
// CHECK-NEXT:     scf.yield %20, %22 : i32, i64
// CHECK-NEXT:   }
// CHECK-NEXT:   %4 = vector.extract %arg1[0, 1] : i32 from vector<2x2xi32>
// CHECK-NEXT:   %5 = vector.extract %arg2[0, 1] : i64 from vector<2x2xi64>
// CHECK-NEXT:   %6 = vector.extract %arg0[0, 1] : vector<3xi32> from vector<2x2x3xi32>
// CHECK-NEXT:   %7:2 = scf.for %arg3 = %c0 to %c3 step %c1 iter_args(%arg4 = %4, %arg5 = %5) -> (i32, i64) {
// CHECK-NEXT:     %18 = vector.extract %6[%arg3] : i32 from vector<3xi32>
// CHECK-NEXT:     %19 = arith.cmpi slt, %18, %arg4 : i32
// CHECK-NEXT:     %20 = arith.select %19, %18, %arg4 : i32
// CHECK-NEXT:     %21 = arith.index_cast %arg3 : index to i64
// CHECK-NEXT:     %22 = arith.select %19, %21, %arg5 : i64
// CHECK-NEXT:     scf.yield %20, %22 : i32, i64
// CHECK-NEXT:   }
// CHECK-NEXT:   %8 = vector.extract %arg1[1, 0] : i32 from vector<2x2xi32>
// CHECK-NEXT:   %9 = vector.extract %arg2[1, 0] : i64 from vector<2x2xi64>
// CHECK-NEXT:   %10 = vector.extract %arg0[1, 0] : vector<3xi32> from vector<2x2x3xi32>
// CHECK-NEXT:   %11:2 = scf.for %arg3 = %c0 to %c3 step %c1 iter_args(%arg4 = %8, %arg5 = %9) -> (i32, i64) {
// CHECK-NEXT:     %18 = vector.extract %10[%arg3] : i32 from vector<3xi32>
// CHECK-NEXT:     %19 = arith.cmpi slt, %18, %arg4 : i32
// CHECK-NEXT:     %20 = arith.select %19, %18, %arg4 : i32
// CHECK-NEXT:     %21 = arith.index_cast %arg3 : index to i64
// CHECK-NEXT:     %22 = arith.select %19, %21, %arg5 : i64
// CHECK-NEXT:     scf.yield %20, %22 : i32, i64
// CHECK-NEXT:   }
// CHECK-NEXT:   %12 = vector.extract %arg1[1, 1] : i32 from vector<2x2xi32>
// CHECK-NEXT:   %13 = vector.extract %arg2[1, 1] : i64 from vector<2x2xi64>
// CHECK-NEXT:   %14 = vector.extract %arg0[1, 1] : vector<3xi32> from vector<2x2x3xi32>
// CHECK-NEXT:   %15:2 = scf.for %arg3 = %c0 to %c3 step %c1 iter_args(%arg4 = %12, %arg5 = %13) -> (i32, i64) {
// CHECK-NEXT:     %18 = vector.extract %14[%arg3] : i32 from vector<3xi32>
// CHECK-NEXT:     %19 = arith.cmpi slt, %18, %arg4 : i32
// CHECK-NEXT:     %20 = arith.select %19, %18, %arg4 : i32
// CHECK-NEXT:     %21 = arith.index_cast %arg3 : index to i64
// CHECK-NEXT:     %22 = arith.select %19, %21, %arg5 : i64
// CHECK-NEXT:     scf.yield %20, %22 : i32, i64
// CHECK-NEXT:   }
// CHECK-NEXT:   %16 = vector.from_elements %3#0, %7#0, %11#0, %15#0 : vector<2x2xi32>
// CHECK-NEXT:   %17 = vector.from_elements %3#1, %7#1, %11#1, %15#1 : vector<2x2xi64>
// CHECK-NEXT:   return %16, %17 : vector<2x2xi32>, vector<2x2xi64>
// CHECK-NEXT: }
func.func @last(%a: vector<2x2x3xi32>, %v: vector<2x2xi32>, %i: vector<2x2xi64>) -> (vector<2x2xi32>, vector<2x2xi64>) {
  %0:2 = iree_vector_ext.arg_compare dimension(2) ins(%a : vector<2x2x3xi32>) inits(%v, %i : vector<2x2xi32>, vector<2x2xi64>) {
  ^bb0(%x: i32, %y: i32):
    %c = arith.cmpi slt, %x, %y : i32
    iree_vector_ext.yield %c : i1
  } -> vector<2x2xi32>, vector<2x2xi64>
  return %0#0, %0#1 : vector<2x2xi32>, vector<2x2xi64>
}
