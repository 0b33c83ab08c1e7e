// RUN: optc %s --lower-vector-gather --mlir-print-local-scope | FileCheck %s

// Columns of every row count: indices as narrow as the numbers of the elements, one beyond, and
// what is no column: of another width, at an unknown offset, of three dimensions, of a memref
// with a layout, and of rows of unknown width.
// CHECK-LABEL: func.func @columns(%arg0: memref<4x32xf32>, %arg1: memref<4x33xf32>, %arg2: index, %arg3: vector<1xi8>, %arg4: vector<1xi1>, %arg5: vector<1xf32>) -> (vector<1xf32>, vector<1xf32>) {
// CHECK-NEXT:   %c69 = arith.constant 69 : index
// CHECK-NEXT:   %cst = arith.constant dense<33> : vector<1xindex>
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %c32 = arith.constant 32 : index
// CHECK-NEXT:   %cst_0 = arith.constant dense<32> : vector<1xi8>
// CHECK-NEXT:   %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0, 1]] : memref<4x32xf32> into memref<128xf32>
// CHECK-NEXT:   %0 = arith.muli %arg3, %cst_0 : vector<1xi8>
// CHECK-NEXT:   %1 = arith.muli %arg2, %c32 : index
// CHECK-NEXT:   %2 = arith.addi %1, %c3 : index
// CHECK-NEXT:   %3 = arith.index_cast %0 : vector<1xi8> to vector<1xindex>
// CHECK-NEXT:   %4 = vector.extract %arg4[0] : i1 from vector<1xi1>
// CHECK-NEXT:   %5 = vector.extract %3[0] : index from vector<1xindex>
// CHECK-NEXT:   %6 = arith.addi %2, %5 : index
// CHECK-NEXT:   %7 = scf.if %4 -> (vector<1xf32>) {
// CHECK-NEXT:     %14 = vector.load %collapse_shape[%6] : memref<128xf32>, vector<1xf32>
// CHECK-NEXT:     %15 = vector.extract %14[0] : f32 from vector<1xf32>
// CHECK-NEXT:     %16 = vector.insert %15, %arg5 [0] : f32 into vector<1xf32>
// CHECK-NEXT:     scf.yield %16 : vector<1xf32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg5 : vector<1xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %8 = arith.index_cast %arg3 : vector<1xi8> to vector<1xindex>
// CHECK-NEXT:   %collapse_shape_1 = memref.collapse_shape %arg1 {{\[\[}}0, 1]] : memref<4x33xf32> into memref<132xf32>
// CHECK-NEXT:   %9 = arith.muli %8, %cst : vector<1xindex>
// CHECK-NEXT:   %10 = vector.extract %arg4[0] : i1 from vector<1xi1>
// CHECK-NEXT:   %11 = vector.extract %9[0] : index from vector<1xindex>
// CHECK-NEXT:   %12 = arith.addi %11, %c69 : index
// CHECK-NEXT:   %13 = scf.if %10 -> (vector<1xf32>) {
// CHECK-NEXT:     %14 = vector.load %collapse_shape_1[%12] : memref<132xf32>, vector<1xf32>
// CHECK-NEXT:     %15 = vector.extract %14[0] : f32 from vector<1xf32>
// CHECK-NEXT:     %16 = vector.insert %15, %arg5 [0] : f32 into vector<1xf32>
// CHECK-NEXT:     scf.yield %16 : vector<1xf32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg5 : vector<1xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return %7, %13 : vector<1xf32>, vector<1xf32>
// CHECK-NEXT: }
func.func @columns(%m: memref<4x32xf32>, %n: memref<4x33xf32>, %i: index, %v: vector<1xi8>, %k: vector<1xi1>, %p: vector<1xf32>) -> (vector<1xf32>, vector<1xf32>) {
  %c2 = arith.constant 2 : index
  %a = memref.subview %m[0, 3] [4, 1] [1, 1] : memref<4x32xf32> to memref<4xf32, strided<[32], offset: 3>>
  %0 = vector.gather %a[%i] [%v], %k, %p : memref<4xf32, strided<[32], offset: 3>>, vector<1xi8>, vector<1xi1>, vector<1xf32> into vector<1xf32>
  %b = memref.subview %n[0, 3] [4, 1] [1, 1] : memref<4x33xf32> to memref<4xf32, strided<[33], offset: 3>>
  %1 = vector.gather %b[%c2] [%v], %k, %p : memref<4xf32, strided<[33], offset: 3>>, vector<1xi8>, vector<1xi1>, vector<1xf32> into vector<1xf32>
  return %0, %1 : vector<1xf32>, vector<1xf32>
}

// CHECK-LABEL: func.func @no_columns(%arg0: memref<4x8xf32>, %arg1: memref<2x4x8xf32>, %arg2: memref<4x8xf32, strided<[16, 1]>>, %arg3: memref<4x?xf32>, %arg4: index, %arg5: vector<2xindex>, %arg6: vector<2xi1>, %arg7: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %subview = memref.subview %arg0[0, %arg4] [4, 1] [1, 1] : memref<4x8xf32> to memref<4xf32, strided<[8], offset: ?>>
// CHECK-NEXT:   %0 = vector.gather %subview[%c0] [%arg5], %arg6, %arg7 : memref<4xf32, strided<[8], offset: ?>>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
// CHECK-NEXT:   %subview_0 = memref.subview %arg1[0, 0, 1] [1, 4, 1] [1, 1, 1] : memref<2x4x8xf32> to memref<4xf32, strided<[8], offset: 1>>
// CHECK-NEXT:   %1 = vector.gather %subview_0[%c0] [%arg5], %arg6, %arg7 : memref<4xf32, strided<[8], offset: 1>>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
// CHECK-NEXT:   %subview_1 = memref.subview %arg2[0, 1] [4, 1] [1, 1] : memref<4x8xf32, strided<[16, 1]>> to memref<4xf32, strided<[16], offset: 1>>
// CHECK-NEXT:   %2 = vector.gather %subview_1[%c0] [%arg5], %arg6, %arg7 : memref<4xf32, strided<[16], offset: 1>>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
// CHECK-NEXT:   %subview_2 = memref.subview %arg3[0, 1] [4, 1] [1, 1] : memref<4x?xf32> to memref<4xf32, strided<[?], offset: 1>>
// CHECK-NEXT:   %3 = vector.gather %subview_2[%c0] [%arg5], %arg6, %arg7 : memref<4xf32, strided<[?], offset: 1>>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
// CHECK-NEXT:   return %0, %1, %2, %3 : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
// CHECK-NEXT: }
func.func @no_columns(%m: memref<4x8xf32>, %n: memref<2x4x8xf32>, %s: memref<4x8xf32, strided<[16, 1]>>, %d: memref<4x?xf32>, %i: index, %v: vector<2xindex>, %k: vector<2xi1>, %p: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>) {
  %c0 = arith.constant 0 : index
  %a = memref.subview %m[0, %i] [4, 1] [1, 1] : memref<4x8xf32> to memref<4xf32, strided<[8], offset: ?>>
  %0 = vector.gather %a[%c0] [%v], %k, %p : memref<4xf32, strided<[8], offset: ?>>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  %b = memref.subview %n[0, 0, 1] [1, 4, 1] [1, 1, 1] : memref<2x4x8xf32> to memref<4xf32, strided<[8], offset: 1>>
  %1 = vector.gather %b[%c0] [%v], %k, %p : memref<4xf32, strided<[8], offset: 1>>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  %c = memref.subview %s[0, 1] [4, 1] [1, 1] : memref<4x8xf32, strided<[16, 1]>> to memref<4xf32, strided<[16], offset: 1>>
  %2 = vector.gather %c[%c0] [%v], %k, %p : memref<4xf32, strided<[16], offset: 1>>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  %e = memref.subview %d[0, 1] [4, 1] [1, 1] : memref<4x?xf32> to memref<4xf32, strided<[?], offset: 1>>
  %3 = vector.gather %e[%c0] [%v], %k, %p : memref<4xf32, strided<[?], offset: 1>>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %0, %1, %2, %3 : vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xf32>
}

// The last of two indices moves; three dimensions come apart from outside.
// CHECK-LABEL: func.func @shapes(%arg0: memref<4x8xf32>, %arg1: index, %arg2: index, %arg3: vector<1x2x1xi32>, %arg4: vector<1x2x1xi1>, %arg5: vector<1x2x1xf32>) -> vector<1x2x1xf32> {
// CHECK-NEXT:   %0 = ub.poison : vector<1x2x1xf32>
// CHECK-NEXT:   %1 = ub.poison : vector<2x1xf32>
// CHECK-NEXT:   %2 = vector.extract %arg3[0, 0] : vector<1xi32> from vector<1x2x1xi32>
// CHECK-NEXT:   %3 = vector.extract %arg5[0, 0] : vector<1xf32> from vector<1x2x1xf32>
// CHECK-NEXT:   %4 = arith.index_cast %2 : vector<1xi32> to vector<1xindex>
// CHECK-NEXT:   %5 = vector.extract %arg4[0, 0, 0] : i1 from vector<1x2x1xi1>
// CHECK-NEXT:   %6 = vector.extract %4[0] : index from vector<1xindex>
// CHECK-NEXT:   %7 = arith.addi %arg2, %6 : index
// CHECK-NEXT:   %8 = scf.if %5 -> (vector<1xf32>) {
// CHECK-NEXT:     %19 = vector.load %arg0[%arg1, %7] : memref<4x8xf32>, vector<1xf32>
// CHECK-NEXT:     %20 = vector.extract %19[0] : f32 from vector<1xf32>
// CHECK-NEXT:     %21 = vector.insert %20, %3 [0] : f32 into vector<1xf32>
// CHECK-NEXT:     scf.yield %21 : vector<1xf32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %3 : vector<1xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %9 = vector.insert %8, %1 [0] : vector<1xf32> into vector<2x1xf32>
// CHECK-NEXT:   %10 = vector.extract %arg3[0, 1] : vector<1xi32> from vector<1x2x1xi32>
// CHECK-NEXT:   %11 = vector.extract %arg5[0, 1] : vector<1xf32> from vector<1x2x1xf32>
// CHECK-NEXT:   %12 = arith.index_cast %10 : vector<1xi32> to vector<1xindex>
// CHECK-NEXT:   %13 = vector.extract %arg4[0, 1, 0] : i1 from vector<1x2x1xi1>
// CHECK-NEXT:   %14 = vector.extract %12[0] : index from vector<1xindex>
// CHECK-NEXT:   %15 = arith.addi %arg2, %14 : index
// CHECK-NEXT:   %16 = scf.if %13 -> (vector<1xf32>) {
// CHECK-NEXT:     %19 = vector.load %arg0[%arg1, %15] : memref<4x8xf32>, vector<1xf32>
// CHECK-NEXT:     %20 = vector.extract %19[0] : f32 from vector<1xf32>
// CHECK-NEXT:     %21 = vector.insert %20, %11 [0] : f32 into vector<1xf32>
// CHECK-NEXT:     scf.yield %21 : vector<1xf32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %11 : vector<1xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %17 = vector.insert %16, %9 [1] : vector<1xf32> into vector<2x1xf32>
// CHECK-NEXT:   %18 = vector.insert %17, %0 [0] : vector<2x1xf32> into vector<1x2x1xf32>
// CHECK-NEXT:   return %18 : vector<1x2x1xf32>
// CHECK-NEXT: }
func.func @shapes(%m: memref<4x8xf32>, %i: index, %j: index, %v: vector<1x2x1xi32>, %k: vector<1x2x1xi1>, %p: vector<1x2x1xf32>) -> vector<1x2x1xf32> {
  %0 = vector.gather %m[%i, %j] [%v], %k, %p : memref<4x8xf32>, vector<1x2x1xi32>, vector<1x2x1xi1>, vector<1x2x1xf32> into vector<1x2x1xf32>
  return %0 : vector<1x2x1xf32>
}
