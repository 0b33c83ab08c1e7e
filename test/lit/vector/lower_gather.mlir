// RUN: optc %s --lower-vector-gather | FileCheck %s

// Gathers become loads under the condition of their mask bit.

// CHECK-LABEL: func.func @g(%arg0: memref<8x8xf32>, %arg1: vector<2x3xi1>, %arg2: index, %arg3: vector<2x3xi32>, %arg4: vector<2x3xf32>) -> vector<2x3xf32> {
// CHECK-NEXT: %0 = ub.poison : vector<2x3xf32>
// CHECK-NEXT: %1 = vector.extract %arg3[0] : vector<3xi32> from vector<2x3xi32>
// CHECK-NEXT: %2 = vector.extract %arg4[0] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT: %3 = arith.index_cast %1 : vector<3xi32> to vector<3xindex>
// CHECK-NEXT: %4 = vector.extract %arg1[0, 0] : i1 from vector<2x3xi1>
// CHECK-NEXT: %5 = vector.extract %3[0] : index from vector<3xindex>
// CHECK-NEXT: %6 = arith.addi %arg2, %5 : index
// CHECK-NEXT: %7 = scf.if %4 -> (vector<3xf32>) {
// CHECK-NEXT: %33 = vector.load %arg0[%arg2, %6] {alignment = 8 : i64} : memref<8x8xf32>, vector<1xf32>
// CHECK-NEXT: %34 = vector.extract %33[0] : f32 from vector<1xf32>
// CHECK-NEXT: %35 = vector.insert %34, %2 [0] : f32 into vector<3xf32>
// CHECK-NEXT: scf.yield %35 : vector<3xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %2 : vector<3xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %8 = vector.extract %arg1[0, 1] : i1 from vector<2x3xi1>
// CHECK-NEXT: %9 = vector.extract %3[1] : index from vector<3xindex>
// CHECK-NEXT: %10 = arith.addi %arg2, %9 : index
// CHECK-NEXT: %11 = scf.if %8 -> (vector<3xf32>) {
// CHECK-NEXT: %33 = vector.load %arg0[%arg2, %10] {alignment = 8 : i64} : memref<8x8xf32>, vector<1xf32>
// CHECK-NEXT: %34 = vector.extract %33[0] : f32 from vector<1xf32>
// CHECK-NEXT: %35 = vector.insert %34, %7 [1] : f32 into vector<3xf32>
// CHECK-NEXT: scf.yield %35 : vector<3xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %7 : vector<3xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %12 = vector.extract %arg1[0, 2] : i1 from vector<2x3xi1>
// CHECK-NEXT: %13 = vector.extract %3[2] : index from vector<3xindex>
// CHECK-NEXT: %14 = arith.addi %arg2, %13 : index
// CHECK-NEXT: %15 = scf.if %12 -> (vector<3xf32>) {
// CHECK-NEXT: %33 = vector.load %arg0[%arg2, %14] {alignment = 8 : i64} : memref<8x8xf32>, vector<1xf32>
// CHECK-NEXT: %34 = vector.extract %33[0] : f32 from vector<1xf32>
// CHECK-NEXT: %35 = vector.insert %34, %11 [2] : f32 into vector<3xf32>
// CHECK-NEXT: scf.yield %35 : vector<3xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %11 : vector<3xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %16 = vector.insert %15, %0 [0] : vector<3xf32> into vector<2x3xf32>
// CHECK-NEXT: %17 = vector.extract %arg3[1] : vector<3xi32> from vector<2x3xi32>
// CHECK-NEXT: %18 = vector.extract %arg4[1] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT: %19 = arith.index_cast %17 : vector<3xi32> to vector<3xindex>
// CHECK-NEXT: %20 = vector.extract %arg1[1, 0] : i1 from vector<2x3xi1>
// CHECK-NEXT: %21 = vector.extract %19[0] : index from vector<3xindex>
// CHECK-NEXT: %22 = arith.addi %arg2, %21 : index
// CHECK-NEXT: %23 = scf.if %20 -> (vector<3xf32>) {
// CHECK-NEXT: %33 = vector.load %arg0[%arg2, %22] {alignment = 8 : i64} : memref<8x8xf32>, vector<1xf32>
// CHECK-NEXT: %34 = vector.extract %33[0] : f32 from vector<1xf32>
// CHECK-NEXT: %35 = vector.insert %34, %18 [0] : f32 into vector<3xf32>
// CHECK-NEXT: scf.yield %35 : vector<3xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %18 : vector<3xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %24 = vector.extract %arg1[1, 1] : i1 from vector<2x3xi1>
// CHECK-NEXT: %25 = vector.extract %19[1] : index from vector<3xindex>
// CHECK-NEXT: %26 = arith.addi %arg2, %25 : index
// CHECK-NEXT: %27 = scf.if %24 -> (vector<3xf32>) {
// CHECK-NEXT: %33 = vector.load %arg0[%arg2, %26] {alignment = 8 : i64} : memref<8x8xf32>, vector<1xf32>
// CHECK-NEXT: %34 = vector.extract %33[0] : f32 from vector<1xf32>
// CHECK-NEXT: %35 = vector.insert %34, %23 [1] : f32 into vector<3xf32>
// CHECK-NEXT: scf.yield %35 : vector<3xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %23 : vector<3xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %28 = vector.extract %arg1[1, 2] : i1 from vector<2x3xi1>
// CHECK-NEXT: %29 = vector.extract %19[2] : index from vector<3xindex>
// CHECK-NEXT: %30 = arith.addi %arg2, %29 : index
// CHECK-NEXT: %31 = scf.if %28 -> (vector<3xf32>) {
// CHECK-NEXT: %33 = vector.load %arg0[%arg2, %30] {alignment = 8 : i64} : memref<8x8xf32>, vector<1xf32>
// CHECK-NEXT: %34 = vector.extract %33[0] : f32 from vector<1xf32>
// CHECK-NEXT: %35 = vector.insert %34, %27 [2] : f32 into vector<3xf32>
// CHECK-NEXT: scf.yield %35 : vector<3xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %27 : vector<3xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %32 = vector.insert %31, %16 [1] : vector<3xf32> into vector<2x3xf32>
// CHECK-NEXT: return %32 : vector<2x3xf32>
func.func @g(%m: memref<8x8xf32>, %k: vector<2x3xi1>, %i: index, %v: vector<2x3xi32>, %p: vector<2x3xf32>) -> vector<2x3xf32> {
  %0 = vector.gather %m[%i, %i] [%v], %k, %p {alignment = 8 : i64} : memref<8x8xf32>, vector<2x3xi32>, vector<2x3xi1>, vector<2x3xf32> into vector<2x3xf32>
  return %0 : vector<2x3xf32>
}

// CHECK-LABEL: func.func @t(%arg0: tensor<8xf32>, %arg1: vector<2xi1>, %arg2: vector<2xindex>, %arg3: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT: %0 = vector.extract %arg1[0] : i1 from vector<2xi1>
// CHECK-NEXT: %1 = vector.extract %arg2[0] : index from vector<2xindex>
// CHECK-NEXT: %2 = scf.if %0 -> (vector<2xf32>) {
// CHECK-NEXT: %extracted = tensor.extract %arg0[%1] : tensor<8xf32>
// CHECK-NEXT: %6 = vector.insert %extracted, %arg3 [0] : f32 into vector<2xf32>
// CHECK-NEXT: scf.yield %6 : vector<2xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg3 : vector<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %3 = vector.extract %arg1[1] : i1 from vector<2xi1>
// CHECK-NEXT: %4 = vector.extract %arg2[1] : index from vector<2xindex>
// CHECK-NEXT: %5 = scf.if %3 -> (vector<2xf32>) {
// CHECK-NEXT: %extracted = tensor.extract %arg0[%4] : tensor<8xf32>
// CHECK-NEXT: %6 = vector.insert %extracted, %2 [1] : f32 into vector<2xf32>
// CHECK-NEXT: scf.yield %6 : vector<2xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %2 : vector<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %5 : vector<2xf32>
func.func @t(%m: tensor<8xf32>, %k: vector<2xi1>, %v: vector<2xindex>, %p: vector<2xf32>) -> vector<2xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.gather %m[%c0] [%v], %k, %p : tensor<8xf32>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

// A load of several elements needs a unit stride; one of a single element does not.
// CHECK-LABEL: func.func @s(%arg0: memref<8xf32, strided<[2]>>, %arg1: vector<2xi1>, %arg2: index, %arg3: vector<2xindex>, %arg4: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT: %0 = vector.gather %arg0[%arg2] [%arg3], %arg1, %arg4 : memref<8xf32, strided<[2]>>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
// CHECK-NEXT: return %0 : vector<2xf32>
func.func @s(%m: memref<8xf32, strided<[2]>>, %k: vector<2xi1>, %i: index, %v: vector<2xindex>, %p: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.gather %m[%i] [%v], %k, %p : memref<8xf32, strided<[2]>>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

// CHECK-LABEL: func.func @s1(%arg0: memref<8xf32, strided<[2]>>, %arg1: vector<1xi1>, %arg2: index, %arg3: vector<1xindex>, %arg4: vector<1xf32>) -> vector<1xf32> {
// CHECK-NEXT: %0 = vector.extract %arg1[0] : i1 from vector<1xi1>
// CHECK-NEXT: %1 = vector.extract %arg3[0] : index from vector<1xindex>
// CHECK-NEXT: %2 = arith.addi %arg2, %1 : index
// CHECK-NEXT: %3 = scf.if %0 -> (vector<1xf32>) {
// CHECK-NEXT: %4 = vector.load %arg0[%2] : memref<8xf32, strided<[2]>>, vector<1xf32>
// CHECK-NEXT: %5 = vector.extract %4[0] : f32 from vector<1xf32>
// CHECK-NEXT: %6 = vector.insert %5, %arg4 [0] : f32 into vector<1xf32>
// CHECK-NEXT: scf.yield %6 : vector<1xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg4 : vector<1xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %3 : vector<1xf32>
func.func @s1(%m: memref<8xf32, strided<[2]>>, %k: vector<1xi1>, %i: index, %v: vector<1xindex>, %p: vector<1xf32>) -> vector<1xf32> {
  %0 = vector.gather %m[%i] [%v], %k, %p : memref<8xf32, strided<[2]>>, vector<1xindex>, vector<1xi1>, vector<1xf32> into vector<1xf32>
  return %0 : vector<1xf32>
}

// CHECK-LABEL: func.func @dyn(%arg0: memref<?x?xf32>, %arg1: vector<1xi1>, %arg2: index, %arg3: vector<1xindex>, %arg4: vector<1xf32>) -> vector<1xf32> {
// CHECK-NEXT: %0 = vector.extract %arg1[0] : i1 from vector<1xi1>
// CHECK-NEXT: %1 = vector.extract %arg3[0] : index from vector<1xindex>
// CHECK-NEXT: %2 = arith.addi %arg2, %1 : index
// CHECK-NEXT: %3 = scf.if %0 -> (vector<1xf32>) {
// CHECK-NEXT: %4 = vector.load %arg0[%arg2, %2] : memref<?x?xf32>, vector<1xf32>
// CHECK-NEXT: %5 = vector.extract %4[0] : f32 from vector<1xf32>
// CHECK-NEXT: %6 = vector.insert %5, %arg4 [0] : f32 into vector<1xf32>
// CHECK-NEXT: scf.yield %6 : vector<1xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg4 : vector<1xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %3 : vector<1xf32>
func.func @dyn(%m: memref<?x?xf32>, %k: vector<1xi1>, %i: index, %v: vector<1xindex>, %p: vector<1xf32>) -> vector<1xf32> {
  %0 = vector.gather %m[%i, %i] [%v], %k, %p : memref<?x?xf32>, vector<1xindex>, vector<1xi1>, vector<1xf32> into vector<1xf32>
  return %0 : vector<1xf32>
}

// A column of a matrix becomes the matrix; the offset of the column is kept. (Upstream forgets it.)
// CHECK-LABEL: func.func @sub(%arg0: memref<100x3xf32>, %arg1: vector<2xi1>, %arg2: index, %arg3: vector<2xindex>, %arg4: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %cst = arith.constant dense<3> : vector<2xindex>
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1]] : memref<100x3xf32> into memref<300xf32>
// CHECK-NEXT: %0 = arith.muli %arg3, %cst : vector<2xindex>
// CHECK-NEXT: %1 = vector.extract %arg1[0] : i1 from vector<2xi1>
// CHECK-NEXT: %2 = vector.extract %0[0] : index from vector<2xindex>
// CHECK-NEXT: %3 = arith.addi %2, %c1 : index
// CHECK-NEXT: %4 = scf.if %1 -> (vector<2xf32>) {
// CHECK-NEXT: %9 = vector.load %collapse_shape[%3] : memref<300xf32>, vector<1xf32>
// CHECK-NEXT: %10 = vector.extract %9[0] : f32 from vector<1xf32>
// CHECK-NEXT: %11 = vector.insert %10, %arg4 [0] : f32 into vector<2xf32>
// CHECK-NEXT: scf.yield %11 : vector<2xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg4 : vector<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %5 = vector.extract %arg1[1] : i1 from vector<2xi1>
// CHECK-NEXT: %6 = vector.extract %0[1] : index from vector<2xindex>
// CHECK-NEXT: %7 = arith.addi %6, %c1 : index
// CHECK-NEXT: %8 = scf.if %5 -> (vector<2xf32>) {
// CHECK-NEXT: %9 = vector.load %collapse_shape[%7] : memref<300xf32>, vector<1xf32>
// CHECK-NEXT: %10 = vector.extract %9[0] : f32 from vector<1xf32>
// CHECK-NEXT: %11 = vector.insert %10, %4 [1] : f32 into vector<2xf32>
// CHECK-NEXT: scf.yield %11 : vector<2xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %4 : vector<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %8 : vector<2xf32>
func.func @sub(%m: memref<100x3xf32>, %k: vector<2xi1>, %i: index, %v: vector<2xindex>, %p: vector<2xf32>) -> vector<2xf32> {
  %c0 = arith.constant 0 : index
  %s = memref.subview %m[0, 1] [100, 1] [1, 1] : memref<100x3xf32> to memref<100xf32, strided<[3], offset: 1>>
  %0 = vector.gather %s[%c0] [%v], %k, %p : memref<100xf32, strided<[3], offset: 1>>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

// CHECK-LABEL: func.func @const(%arg0: memref<8xf32>, %arg1: index, %arg2: vector<2xf32>) -> vector<2xf32> {
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.addi %arg1, %c1 : index
// CHECK-NEXT: %1 = scf.if %true -> (vector<2xf32>) {
// CHECK-NEXT: %4 = vector.load %arg0[%0] : memref<8xf32>, vector<1xf32>
// CHECK-NEXT: %5 = vector.extract %4[0] : f32 from vector<1xf32>
// CHECK-NEXT: %6 = vector.insert %5, %arg2 [0] : f32 into vector<2xf32>
// CHECK-NEXT: scf.yield %6 : vector<2xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg2 : vector<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %2 = arith.addi %arg1, %c3 : index
// CHECK-NEXT: %3 = scf.if %false -> (vector<2xf32>) {
// CHECK-NEXT: %4 = vector.load %arg0[%2] : memref<8xf32>, vector<1xf32>
// CHECK-NEXT: %5 = vector.extract %4[0] : f32 from vector<1xf32>
// CHECK-NEXT: %6 = vector.insert %5, %1 [1] : f32 into vector<2xf32>
// CHECK-NEXT: scf.yield %6 : vector<2xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %1 : vector<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %3 : vector<2xf32>
func.func @const(%m: memref<8xf32>, %i: index, %p: vector<2xf32>) -> vector<2xf32> {
  %v = arith.constant dense<[1, 3]> : vector<2xindex>
  %k = arith.constant dense<[true, false]> : vector<2xi1>
  %0 = vector.gather %m[%i] [%v], %k, %p : memref<8xf32>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

// Only dimensions that are not scalable are unrolled.
// CHECK-LABEL: func.func @scal(%arg0: memref<8xf32>, %arg1: vector<2x[2]xi1>, %arg2: index, %arg3: vector<2x[2]xindex>, %arg4: vector<2x[2]xf32>) -> vector<2x[2]xf32> {
// CHECK-NEXT: %0 = ub.poison : vector<2x[2]xf32>
// CHECK-NEXT: %1 = vector.extract %arg3[0] : vector<[2]xindex> from vector<2x[2]xindex>
// CHECK-NEXT: %2 = vector.extract %arg1[0] : vector<[2]xi1> from vector<2x[2]xi1>
// CHECK-NEXT: %3 = vector.extract %arg4[0] : vector<[2]xf32> from vector<2x[2]xf32>
// CHECK-NEXT: %4 = vector.gather %arg0[%arg2] [%1], %2, %3 : memref<8xf32>, vector<[2]xindex>, vector<[2]xi1>, vector<[2]xf32> into vector<[2]xf32>
// CHECK-NEXT: %5 = vector.insert %4, %0 [0] : vector<[2]xf32> into vector<2x[2]xf32>
// CHECK-NEXT: %6 = vector.extract %arg3[1] : vector<[2]xindex> from vector<2x[2]xindex>
// CHECK-NEXT: %7 = vector.extract %arg1[1] : vector<[2]xi1> from vector<2x[2]xi1>
// CHECK-NEXT: %8 = vector.extract %arg4[1] : vector<[2]xf32> from vector<2x[2]xf32>
// CHECK-NEXT: %9 = vector.gather %arg0[%arg2] [%6], %7, %8 : memref<8xf32>, vector<[2]xindex>, vector<[2]xi1>, vector<[2]xf32> into vector<[2]xf32>
// CHECK-NEXT: %10 = vector.insert %9, %5 [1] : vector<[2]xf32> into vector<2x[2]xf32>
// CHECK-NEXT: return %10 : vector<2x[2]xf32>
func.func @scal(%m: memref<8xf32>, %k: vector<2x[2]xi1>, %i: index, %v: vector<2x[2]xindex>, %p: vector<2x[2]xf32>) -> vector<2x[2]xf32> {
  %0 = vector.gather %m[%i] [%v], %k, %p : memref<8xf32>, vector<2x[2]xindex>, vector<2x[2]xi1>, vector<2x[2]xf32> into vector<2x[2]xf32>
  return %0 : vector<2x[2]xf32>
}
