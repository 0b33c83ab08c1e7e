// RUN: optc %s --unroll-vectors=native-shape=2,2 --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --unroll-vectors='native-shape=2,2 ops=arith.mulf' --mlir-print-local-scope | FileCheck %s --check-prefix=NAMED

// Extents of 1 that are broadcast have one tile.
// CHECK-LABEL: func.func @broadcasts(
// CHECK-NEXT:    %cst = arith.constant dense<0.000000e+00> : vector<4x4xf32>
// CHECK-NEXT:    %0 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [2, 1], strides = [1, 1]} : vector<4x1xf32> to vector<2x1xf32>
// CHECK-NEXT:    %1 = vector.broadcast %0 : vector<2x1xf32> to vector<2x2xf32>
// CHECK-NEXT:    %2 = vector.insert_strided_slice %1, %cst {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT:    %3 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [2, 1], strides = [1, 1]} : vector<4x1xf32> to vector<2x1xf32>
// CHECK-NEXT:    %4 = vector.broadcast %3 : vector<2x1xf32> to vector<2x2xf32>
// CHECK-NEXT:    %5 = vector.insert_strided_slice %4, %2 {offsets = [0, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT:    %6 = vector.extract_strided_slice %arg0 {offsets = [2, 0], sizes = [2, 1], strides = [1, 1]} : vector<4x1xf32> to vector<2x1xf32>
// CHECK-NEXT:    %7 = vector.broadcast %6 : vector<2x1xf32> to vector<2x2xf32>
// CHECK-NEXT:    %8 = vector.insert_strided_slice %7, %5 {offsets = [2, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT:    %9 = vector.extract_strided_slice %arg0 {offsets = [2, 0], sizes = [2, 1], strides = [1, 1]} : vector<4x1xf32> to vector<2x1xf32>
// CHECK-NEXT:    %10 = vector.broadcast %9 : vector<2x1xf32> to vector<2x2xf32>
// CHECK-NEXT:    %11 = vector.insert_strided_slice %10, %8 {offsets = [2, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT:    %12 = vector.extract_strided_slice %arg1 {offsets = [0, 0], sizes = [1, 2], strides = [1, 1]} : vector<1x4xf32> to vector<1x2xf32>
// CHECK-NEXT:    %13 = vector.broadcast %12 : vector<1x2xf32> to vector<2x2xf32>
// CHECK-NEXT:    %14 = vector.insert_strided_slice %13, %cst {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT:    %15 = vector.extract_strided_slice %arg1 {offsets = [0, 2], sizes = [1, 2], strides = [1, 1]} : vector<1x4xf32> to vector<1x2xf32>
// CHECK-NEXT:    %16 = vector.broadcast %15 : vector<1x2xf32> to vector<2x2xf32>
// CHECK-NEXT:    %17 = vector.insert_strided_slice %16, %14 {offsets = [0, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT:    %18 = vector.extract_strided_slice %arg1 {offsets = [0, 0], sizes = [1, 2], strides = [1, 1]} : vector<1x4xf32> to vector<1x2xf32>
// CHECK-NEXT:    %19 = vector.broadcast %18 : vector<1x2xf32> to vector<2x2xf32>
// CHECK-NEXT:    %20 = vector.insert_strided_slice %19, %17 {offsets = [2, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT:    %21 = vector.extract_strided_slice %arg1 {offsets = [0, 2], sizes = [1, 2], strides = [1, 1]} : vector<1x4xf32> to vector<1x2xf32>
// CHECK-NEXT:    %22 = vector.broadcast %21 : vector<1x2xf32> to vector<2x2xf32>
// CHECK-NEXT:    %23 = vector.insert_strided_slice %22, %20 {offsets = [2, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT:    %24 = vector.broadcast %arg2 : vector<1x1xf32> to vector<2x2xf32>
// CHECK-NEXT:    %25 = vector.insert_strided_slice %24, %cst {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT:    %26 = vector.broadcast %arg2 : vector<1x1xf32> to vector<2x2xf32>
// CHECK-NEXT:    %27 = vector.insert_strided_slice %26, %25 {offsets = [0, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT:    %28 = vector.broadcast %arg2 : vector<1x1xf32> to vector<2x2xf32>
// CHECK-NEXT:    %29 = vector.insert_strided_slice %28, %27 {offsets = [2, 0], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT:    %30 = vector.broadcast %arg2 : vector<1x1xf32> to vector<2x2xf32>
// CHECK-NEXT:    %31 = vector.insert_strided_slice %30, %29 {offsets = [2, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
// CHECK-NEXT:    return %11, %23, %31 : vector<4x4xf32>, vector<4x4xf32>, vector<4x4xf32>
func.func @broadcasts(%r: vector<4x1xf32>, %c: vector<1x4xf32>, %o: vector<1x1xf32>) -> (vector<4x4xf32>, vector<4x4xf32>, vector<4x4xf32>) {
  %0 = vector.broadcast %r : vector<4x1xf32> to vector<4x4xf32>
  %1 = vector.broadcast %c : vector<1x4xf32> to vector<4x4xf32>
  %2 = vector.broadcast %o : vector<1x1xf32> to vector<4x4xf32>
  return %0, %1, %2 : vector<4x4xf32>, vector<4x4xf32>, vector<4x4xf32>
}

// A scalable dimension is not cut, in two parts neither.
// CHECK-LABEL: func.func @scalable(
// CHECK-NEXT:    %cst = arith.constant dense<0.000000e+00> : vector<4x[2]xf32>
// CHECK-NEXT:    %0 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x[2]xf32> to vector<2x[2]xf32>
// CHECK-NEXT:    %1 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x[2]xf32> to vector<2x[2]xf32>
// CHECK-NEXT:    %2 = arith.addf %0, %1 : vector<2x[2]xf32>
// CHECK-NEXT:    %3 = vector.insert_strided_slice %2, %cst {offsets = [0, 0], strides = [1, 1]} : vector<2x[2]xf32> into vector<4x[2]xf32>
// CHECK-NEXT:    %4 = vector.extract_strided_slice %arg0 {offsets = [2, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x[2]xf32> to vector<2x[2]xf32>
// CHECK-NEXT:    %5 = vector.extract_strided_slice %arg0 {offsets = [2, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x[2]xf32> to vector<2x[2]xf32>
// CHECK-NEXT:    %6 = arith.addf %4, %5 : vector<2x[2]xf32>
// CHECK-NEXT:    %7 = vector.insert_strided_slice %6, %3 {offsets = [2, 0], strides = [1, 1]} : vector<2x[2]xf32> into vector<4x[2]xf32>
// CHECK-NEXT:    %8 = arith.addf %arg1, %arg1 : vector<4x[4]xf32>
// CHECK-NEXT:    return %7, %8 : vector<4x[2]xf32>, vector<4x[4]xf32>
func.func @scalable(%a: vector<4x[2]xf32>, %b: vector<4x[4]xf32>) -> (vector<4x[2]xf32>, vector<4x[4]xf32>) {
  %0 = arith.addf %a, %a : vector<4x[2]xf32>
  %1 = arith.addf %b, %b : vector<4x[4]xf32>
  return %0, %1 : vector<4x[2]xf32>, vector<4x[4]xf32>
}

// Each part of the result has an accumulator of its own.
// CHECK-LABEL: func.func @accumulators(
// CHECK-NEXT:    %cst = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT:    %0 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
// CHECK-NEXT:    %1 = vector.extract_strided_slice %arg1 {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// CHECK-NEXT:    %2 = vector.multi_reduction <add>, %0, %1 [1] : vector<2x2xf32> to vector<2xf32>
// CHECK-NEXT:    %3 = vector.extract_strided_slice %arg0 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
// CHECK-NEXT:    %4 = vector.multi_reduction <add>, %3, %2 [1] : vector<2x2xf32> to vector<2xf32>
// CHECK-NEXT:    %5 = vector.extract_strided_slice %arg0 {offsets = [2, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
// CHECK-NEXT:    %6 = vector.extract_strided_slice %arg1 {offsets = [2], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// CHECK-NEXT:    %7 = vector.multi_reduction <add>, %5, %6 [1] : vector<2x2xf32> to vector<2xf32>
// CHECK-NEXT:    %8 = vector.extract_strided_slice %arg0 {offsets = [2, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
// CHECK-NEXT:    %9 = vector.multi_reduction <add>, %8, %7 [1] : vector<2x2xf32> to vector<2xf32>
// CHECK-NEXT:    %10 = vector.insert_strided_slice %4, %cst {offsets = [0], strides = [1]} : vector<2xf32> into vector<4xf32>
// CHECK-NEXT:    %11 = vector.insert_strided_slice %9, %10 {offsets = [2], strides = [1]} : vector<2xf32> into vector<4xf32>
// CHECK-NEXT:    %12 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
// CHECK-NEXT:    %13 = vector.extract_strided_slice %arg1 {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// CHECK-NEXT:    %14 = vector.multi_reduction <mul>, %12, %13 [0] : vector<2x2xf32> to vector<2xf32>
// CHECK-NEXT:    %15 = vector.extract_strided_slice %arg0 {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
// CHECK-NEXT:    %16 = vector.extract_strided_slice %arg1 {offsets = [2], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// CHECK-NEXT:    %17 = vector.multi_reduction <mul>, %15, %16 [0] : vector<2x2xf32> to vector<2xf32>
// CHECK-NEXT:    %18 = vector.extract_strided_slice %arg0 {offsets = [2, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
// CHECK-NEXT:    %19 = vector.multi_reduction <mul>, %18, %14 [0] : vector<2x2xf32> to vector<2xf32>
// CHECK-NEXT:    %20 = vector.extract_strided_slice %arg0 {offsets = [2, 2], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
// CHECK-NEXT:    %21 = vector.multi_reduction <mul>, %20, %17 [0] : vector<2x2xf32> to vector<2xf32>
// CHECK-NEXT:    %22 = vector.insert_strided_slice %19, %cst {offsets = [0], strides = [1]} : vector<2xf32> into vector<4xf32>
// CHECK-NEXT:    %23 = vector.insert_strided_slice %21, %22 {offsets = [2], strides = [1]} : vector<2xf32> into vector<4xf32>
// CHECK-NEXT:    return %11, %23 : vector<4xf32>, vector<4xf32>
func.func @accumulators(%v: vector<4x4xf32>, %a: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %0 = vector.multi_reduction <add>, %v, %a [1] : vector<4x4xf32> to vector<4xf32>
  %1 = vector.multi_reduction <mul>, %v, %a [0] : vector<4x4xf32> to vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}

// Operations that are not named stay.
// NAMED-LABEL: func.func @named(
// NAMED-NEXT:    %cst = arith.constant
// NAMED-NEXT:    %0 = arith.addf %arg0, %arg1 : vector<4x4xf32>
// NAMED-NOT:     arith.mulf {{.*}} : vector<4x4xf32>
// NAMED:         return
func.func @named(%a: vector<4x4xf32>, %b: vector<4x4xf32>) -> vector<4x4xf32> {
  %0 = arith.addf %a, %b : vector<4x4xf32>
  %1 = arith.mulf %a, %0 : vector<4x4xf32>
  return %1 : vector<4x4xf32>
}
