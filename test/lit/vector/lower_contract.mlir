// RUN: optc %s --lower-vector-contract --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --lower-vector-contract=lowering-strategy=outerproduct --mlir-print-local-scope | FileCheck %s --check-prefix=OUTER
// RUN: optc %s --lower-vector-contract=lowering-strategy=parallelarith --mlir-print-local-scope | FileCheck %s --check-prefix=PARALLEL

// Contractions become dot products, sums of outer products, or operations on whole vectors.

// The product of two matrices.
//
// CHECK-LABEL: func.func @matmul(
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2x3xf32>
// CHECK-NEXT:   %0 = vector.transpose %arg1, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
// CHECK-NEXT:   %1 = vector.extract %arg0[0] : vector<2xf32> from vector<2x2xf32>
// CHECK-NEXT:   %2 = vector.extract %0[0] : vector<2xf32> from vector<3x2xf32>
// CHECK-NEXT:   %3 = arith.mulf %1, %2 : vector<2xf32>
// CHECK-NEXT:   %4 = vector.reduction <add>, %3 : vector<2xf32> into f32
// CHECK-NEXT:   %5 = vector.insert %4, %cst [0, 0] : f32 into vector<2x3xf32>
// CHECK-NEXT:   %6 = vector.extract %0[1] : vector<2xf32> from vector<3x2xf32>
// CHECK-NEXT:   %7 = arith.mulf %1, %6 : vector<2xf32>
// CHECK-NEXT:   %8 = vector.reduction <add>, %7 : vector<2xf32> into f32
// CHECK-NEXT:   %9 = vector.insert %8, %5 [0, 1] : f32 into vector<2x3xf32>
// CHECK-NEXT:   %10 = vector.extract %0[2] : vector<2xf32> from vector<3x2xf32>
// CHECK-NEXT:   %11 = arith.mulf %1, %10 : vector<2xf32>
// CHECK-NEXT:   %12 = vector.reduction <add>, %11 : vector<2xf32> into f32
// CHECK-NEXT:   %13 = vector.insert %12, %9 [0, 2] : f32 into vector<2x3xf32>
// CHECK-NEXT:   %14 = vector.extract %arg0[1] : vector<2xf32> from vector<2x2xf32>
// CHECK-NEXT:   %15 = arith.mulf %14, %2 : vector<2xf32>
// CHECK-NEXT:   %16 = vector.reduction <add>, %15 : vector<2xf32> into f32
// CHECK-NEXT:   %17 = vector.insert %16, %13 [1, 0] : f32 into vector<2x3xf32>
// CHECK-NEXT:   %18 = arith.mulf %14, %6 : vector<2xf32>
// CHECK-NEXT:   %19 = vector.reduction <add>, %18 : vector<2xf32> into f32
// CHECK-NEXT:   %20 = vector.insert %19, %17 [1, 1] : f32 into vector<2x3xf32>
// CHECK-NEXT:   %21 = arith.mulf %14, %10 : vector<2xf32>
// CHECK-NEXT:   %22 = vector.reduction <add>, %21 : vector<2xf32> into f32
// CHECK-NEXT:   %23 = vector.insert %22, %20 [1, 2] : f32 into vector<2x3xf32>
// CHECK-NEXT:   %24 = arith.addf %23, %arg2 : vector<2x3xf32>
// CHECK-NEXT:   return %24 : vector<2x3xf32>
// CHECK-NEXT: }
// OUTER-LABEL: func.func @matmul(
// OUTER-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2x3xf32>
// OUTER-NEXT:   %0 = vector.extract %arg1[0] : vector<3xf32> from vector<2x3xf32>
// OUTER-NEXT:   %1 = vector.extract %arg0[0, 0] : f32 from vector<2x2xf32>
// OUTER-NEXT:   %2 = vector.broadcast %1 : f32 to vector<3xf32>
// OUTER-NEXT:   %3 = vector.extract %arg2[0] : vector<3xf32> from vector<2x3xf32>
// OUTER-NEXT:   %4 = vector.fma %2, %0, %3 : vector<3xf32>
// OUTER-NEXT:   %5 = vector.extract %arg0[1, 0] : f32 from vector<2x2xf32>
// OUTER-NEXT:   %6 = vector.broadcast %5 : f32 to vector<3xf32>
// OUTER-NEXT:   %7 = vector.extract %arg2[1] : vector<3xf32> from vector<2x3xf32>
// OUTER-NEXT:   %8 = vector.fma %6, %0, %7 : vector<3xf32>
// OUTER-NEXT:   %9 = vector.extract %arg1[1] : vector<3xf32> from vector<2x3xf32>
// OUTER-NEXT:   %10 = vector.extract %arg0[0, 1] : f32 from vector<2x2xf32>
// OUTER-NEXT:   %11 = vector.broadcast %10 : f32 to vector<3xf32>
// OUTER-NEXT:   %12 = vector.fma %11, %9, %4 : vector<3xf32>
// OUTER-NEXT:   %13 = vector.insert %12, %cst [0] : vector<3xf32> into vector<2x3xf32>
// OUTER-NEXT:   %14 = vector.extract %arg0[1, 1] : f32 from vector<2x2xf32>
// OUTER-NEXT:   %15 = vector.broadcast %14 : f32 to vector<3xf32>
// OUTER-NEXT:   %16 = vector.fma %15, %9, %8 : vector<3xf32>
// OUTER-NEXT:   %17 = vector.insert %16, %13 [1] : vector<3xf32> into vector<2x3xf32>
// OUTER-NEXT:   return %17 : vector<2x3xf32>
// OUTER-NEXT: }
func.func @matmul(%a: vector<2x2xf32>, %b: vector<2x3xf32>, %c: vector<2x3xf32>) -> vector<2x3xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x2xf32>, vector<2x3xf32> into vector<2x3xf32>
  return %0 : vector<2x3xf32>
}

// A transposed matrix times a vector, masked.
//
// CHECK-LABEL: func.func @masked(
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<3xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0> : vector<2xi32>
// CHECK-NEXT:   %0 = vector.extract %arg0[0, 0] : i32 from vector<2x3xi32>
// CHECK-NEXT:   %1 = vector.insert %0, %cst_0 [0] : i32 into vector<2xi32>
// CHECK-NEXT:   %2 = vector.extract %arg0[1, 0] : i32 from vector<2x3xi32>
// CHECK-NEXT:   %3 = vector.insert %2, %1 [1] : i32 into vector<2xi32>
// CHECK-NEXT:   %4 = vector.extract %arg2[0] : i32 from vector<3xi32>
// CHECK-NEXT:   %5 = vector.extract %arg3[0] : vector<2xi1> from vector<3x2xi1>
// CHECK-NEXT:   %6 = arith.muli %3, %arg1 : vector<2xi32>
// CHECK-NEXT:   %7 = vector.mask %5 { vector.reduction <add>, %6, %4 : vector<2xi32> into i32 } : vector<2xi1> -> i32
// CHECK-NEXT:   %8 = vector.insert %7, %cst [0] : i32 into vector<3xi32>
// CHECK-NEXT:   %9 = vector.extract %arg0[0, 1] : i32 from vector<2x3xi32>
// CHECK-NEXT:   %10 = vector.insert %9, %cst_0 [0] : i32 into vector<2xi32>
// CHECK-NEXT:   %11 = vector.extract %arg0[1, 1] : i32 from vector<2x3xi32>
// CHECK-NEXT:   %12 = vector.insert %11, %10 [1] : i32 into vector<2xi32>
// CHECK-NEXT:   %13 = vector.extract %arg2[1] : i32 from vector<3xi32>
// CHECK-NEXT:   %14 = vector.extract %arg3[1] : vector<2xi1> from vector<3x2xi1>
// CHECK-NEXT:   %15 = arith.muli %12, %arg1 : vector<2xi32>
// CHECK-NEXT:   %16 = vector.mask %14 { vector.reduction <add>, %15, %13 : vector<2xi32> into i32 } : vector<2xi1> -> i32
// CHECK-NEXT:   %17 = vector.insert %16, %8 [1] : i32 into vector<3xi32>
// CHECK-NEXT:   %18 = vector.extract %arg0[0, 2] : i32 from vector<2x3xi32>
// CHECK-NEXT:   %19 = vector.insert %18, %cst_0 [0] : i32 into vector<2xi32>
// CHECK-NEXT:   %20 = vector.extract %arg0[1, 2] : i32 from vector<2x3xi32>
// CHECK-NEXT:   %21 = vector.insert %20, %19 [1] : i32 into vector<2xi32>
// CHECK-NEXT:   %22 = vector.extract %arg2[2] : i32 from vector<3xi32>
// CHECK-NEXT:   %23 = vector.extract %arg3[2] : vector<2xi1> from vector<3x2xi1>
// CHECK-NEXT:   %24 = arith.muli %21, %arg1 : vector<2xi32>
// CHECK-NEXT:   %25 = vector.mask %23 { vector.reduction <add>, %24, %22 : vector<2xi32> into i32 } : vector<2xi1> -> i32
// CHECK-NEXT:   %26 = vector.insert %25, %17 [2] : i32 into vector<3xi32>
// CHECK-NEXT:   return %26 : vector<3xi32>
// CHECK-NEXT: }
// OUTER-LABEL: func.func @masked(
// OUTER-NEXT:   %0 = vector.transpose %arg3, [1, 0] : vector<3x2xi1> to vector<2x3xi1>
// OUTER-NEXT:   %1 = vector.extract %arg0[0] : vector<3xi32> from vector<2x3xi32>
// OUTER-NEXT:   %2 = vector.extract %arg1[0] : i32 from vector<2xi32>
// OUTER-NEXT:   %3 = vector.extract %0[0] : vector<3xi1> from vector<2x3xi1>
// OUTER-NEXT:   %4 = vector.broadcast %2 : i32 to vector<3xi32>
// OUTER-NEXT:   %5 = arith.muli %1, %4 : vector<3xi32>
// OUTER-NEXT:   %6 = arith.addi %5, %arg2 : vector<3xi32>
// OUTER-NEXT:   %7 = arith.select %3, %6, %arg2 : vector<3xi1>, vector<3xi32>
// OUTER-NEXT:   %8 = vector.extract %arg0[1] : vector<3xi32> from vector<2x3xi32>
// OUTER-NEXT:   %9 = vector.extract %arg1[1] : i32 from vector<2xi32>
// OUTER-NEXT:   %10 = vector.extract %0[1] : vector<3xi1> from vector<2x3xi1>
// OUTER-NEXT:   %11 = vector.broadcast %9 : i32 to vector<3xi32>
// OUTER-NEXT:   %12 = arith.muli %8, %11 : vector<3xi32>
// OUTER-NEXT:   %13 = arith.addi %12, %7 : vector<3xi32>
// OUTER-NEXT:   %14 = arith.select %10, %13, %7 : vector<3xi1>, vector<3xi32>
// OUTER-NEXT:   return %14 : vector<3xi32>
// OUTER-NEXT: }
func.func @masked(%a: vector<2x3xi32>, %b: vector<2xi32>, %c: vector<3xi32>, %k: vector<3x2xi1>) -> vector<3xi32> {
  %0 = vector.mask %k { vector.contract {indexing_maps = [affine_map<(m, k) -> (k, m)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xi32>, vector<2xi32> into vector<3xi32> } : vector<3x2xi1> -> vector<3xi32>
  return %0 : vector<3xi32>
}

// A batch of dot products; the reduced iterator is the outer one.
//
// CHECK-LABEL: func.func @batch(
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<1xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK-NEXT:   %0 = vector.extract %arg0[0] : vector<1xf32> from vector<2x1xf32>
// CHECK-NEXT:   %1 = vector.extract %arg1[0, 0] : f32 from vector<1x2xf32>
// CHECK-NEXT:   %2 = vector.insert %1, %cst [0] : f32 into vector<1xf32>
// CHECK-NEXT:   %3 = vector.extract %arg2[0] : f32 from vector<2xf32>
// CHECK-NEXT:   %4 = arith.mulf %0, %2 : vector<1xf32>
// CHECK-NEXT:   %5 = vector.reduction <add>, %4, %3 : vector<1xf32> into f32
// CHECK-NEXT:   %6 = vector.insert %5, %cst_0 [0] : f32 into vector<2xf32>
// CHECK-NEXT:   %7 = vector.extract %arg0[1] : vector<1xf32> from vector<2x1xf32>
// CHECK-NEXT:   %8 = vector.extract %arg1[0, 1] : f32 from vector<1x2xf32>
// CHECK-NEXT:   %9 = vector.insert %8, %cst [0] : f32 into vector<1xf32>
// CHECK-NEXT:   %10 = vector.extract %arg2[1] : f32 from vector<2xf32>
// CHECK-NEXT:   %11 = arith.mulf %7, %9 : vector<1xf32>
// CHECK-NEXT:   %12 = vector.reduction <add>, %11, %10 : vector<1xf32> into f32
// CHECK-NEXT:   %13 = vector.insert %12, %6 [1] : f32 into vector<2xf32>
// CHECK-NEXT:   return %13 : vector<2xf32>
// CHECK-NEXT: }
func.func @batch(%a: vector<2x1xf32>, %b: vector<1x2xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(k, b) -> (b, k)>, affine_map<(k, b) -> (k, b)>, affine_map<(k, b) -> (b)>], iterator_types = ["reduction", "parallel"], kind = #vector.kind<add>} %a, %b, %c : vector<2x1xf32>, vector<1x2xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

// The mask of a transposed result is transposed with it.
//
// OUTER-LABEL: func.func @transposed(
// OUTER-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<3x2xf32>
// OUTER-NEXT:   %0 = vector.transpose %arg0, [1, 0] : vector<2x1xf32> to vector<1x2xf32>
// OUTER-NEXT:   %1 = vector.transpose %arg3, [2, 1, 0] : vector<2x3x1xi1> to vector<1x3x2xi1>
// OUTER-NEXT:   %2 = vector.extract %0[0] : vector<2xf32> from vector<1x2xf32>
// OUTER-NEXT:   %3 = vector.extract %arg1[0, 0] : f32 from vector<1x3xf32>
// OUTER-NEXT:   %4 = vector.broadcast %3 : f32 to vector<2xf32>
// OUTER-NEXT:   %5 = vector.extract %arg2[0] : vector<2xf32> from vector<3x2xf32>
// OUTER-NEXT:   %6 = vector.extract %1[0, 0] : vector<2xi1> from vector<1x3x2xi1>
// OUTER-NEXT:   %7 = vector.fma %4, %2, %5 : vector<2xf32>
// OUTER-NEXT:   %8 = arith.select %6, %7, %5 : vector<2xi1>, vector<2xf32>
// OUTER-NEXT:   %9 = vector.insert %8, %cst [0] : vector<2xf32> into vector<3x2xf32>
// OUTER-NEXT:   %10 = vector.extract %arg1[0, 1] : f32 from vector<1x3xf32>
// OUTER-NEXT:   %11 = vector.broadcast %10 : f32 to vector<2xf32>
// OUTER-NEXT:   %12 = vector.extract %arg2[1] : vector<2xf32> from vector<3x2xf32>
// OUTER-NEXT:   %13 = vector.extract %1[0, 1] : vector<2xi1> from vector<1x3x2xi1>
// OUTER-NEXT:   %14 = vector.fma %11, %2, %12 : vector<2xf32>
// OUTER-NEXT:   %15 = arith.select %13, %14, %12 : vector<2xi1>, vector<2xf32>
// OUTER-NEXT:   %16 = vector.insert %15, %9 [1] : vector<2xf32> into vector<3x2xf32>
// OUTER-NEXT:   %17 = vector.extract %arg1[0, 2] : f32 from vector<1x3xf32>
// OUTER-NEXT:   %18 = vector.broadcast %17 : f32 to vector<2xf32>
// OUTER-NEXT:   %19 = vector.extract %arg2[2] : vector<2xf32> from vector<3x2xf32>
// OUTER-NEXT:   %20 = vector.extract %1[0, 2] : vector<2xi1> from vector<1x3x2xi1>
// OUTER-NEXT:   %21 = vector.fma %18, %2, %19 : vector<2xf32>
// OUTER-NEXT:   %22 = arith.select %20, %21, %19 : vector<2xi1>, vector<2xf32>
// OUTER-NEXT:   %23 = vector.insert %22, %16 [2] : vector<2xf32> into vector<3x2xf32>
// OUTER-NEXT:   return %23 : vector<3x2xf32>
// OUTER-NEXT: }
// CHECK-LABEL: func.func @transposed(%arg0: vector<2x1xf32>, %arg1: vector<1x3xf32>, %arg2: vector<3x2xf32>, %arg3: vector<2x3x1xi1>) -> vector<3x2xf32> {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<1xf32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<3x2xf32>
// CHECK-NEXT:   %0 = vector.extract %arg0[0] : vector<1xf32> from vector<2x1xf32>
// CHECK-NEXT:   %1 = vector.extract %arg2[0, 0] : f32 from vector<3x2xf32>
// CHECK-NEXT:   %2 = vector.extract %arg2[1, 0] : f32 from vector<3x2xf32>
// CHECK-NEXT:   %3 = vector.extract %arg2[2, 0] : f32 from vector<3x2xf32>
// CHECK-NEXT:   %4 = vector.extract %arg1[0, 0] : f32 from vector<1x3xf32>
// CHECK-NEXT:   %5 = vector.insert %4, %cst_0 [0] : f32 into vector<1xf32>
// CHECK-NEXT:   %6 = vector.extract %arg3[0, 0] : vector<1xi1> from vector<2x3x1xi1>
// CHECK-NEXT:   %7 = arith.mulf %0, %5 : vector<1xf32>
// CHECK-NEXT:   %8 = vector.mask %6 { vector.reduction <add>, %7, %1 : vector<1xf32> into f32 } : vector<1xi1> -> f32
// CHECK-NEXT:   %9 = vector.extract %arg1[0, 1] : f32 from vector<1x3xf32>
// CHECK-NEXT:   %10 = vector.insert %9, %cst_0 [0] : f32 into vector<1xf32>
// CHECK-NEXT:   %11 = vector.extract %arg3[0, 1] : vector<1xi1> from vector<2x3x1xi1>
// CHECK-NEXT:   %12 = arith.mulf %0, %10 : vector<1xf32>
// CHECK-NEXT:   %13 = vector.mask %11 { vector.reduction <add>, %12, %2 : vector<1xf32> into f32 } : vector<1xi1> -> f32
// CHECK-NEXT:   %14 = vector.extract %arg1[0, 2] : f32 from vector<1x3xf32>
// CHECK-NEXT:   %15 = vector.insert %14, %cst_0 [0] : f32 into vector<1xf32>
// CHECK-NEXT:   %16 = vector.extract %arg3[0, 2] : vector<1xi1> from vector<2x3x1xi1>
// CHECK-NEXT:   %17 = arith.mulf %0, %15 : vector<1xf32>
// CHECK-NEXT:   %18 = vector.mask %16 { vector.reduction <add>, %17, %3 : vector<1xf32> into f32 } : vector<1xi1> -> f32
// CHECK-NEXT:   %19 = vector.insert %8, %cst [0] : f32 into vector<2xf32>
// CHECK-NEXT:   %20 = vector.insert %19, %cst_1 [0] : vector<2xf32> into vector<3x2xf32>
// CHECK-NEXT:   %21 = vector.insert %13, %cst [0] : f32 into vector<2xf32>
// CHECK-NEXT:   %22 = vector.insert %21, %20 [1] : vector<2xf32> into vector<3x2xf32>
// CHECK-NEXT:   %23 = vector.insert %18, %cst [0] : f32 into vector<2xf32>
// CHECK-NEXT:   %24 = vector.insert %23, %22 [2] : vector<2xf32> into vector<3x2xf32>
// CHECK-NEXT:   %25 = vector.extract %arg0[1] : vector<1xf32> from vector<2x1xf32>
// CHECK-NEXT:   %26 = vector.extract %arg2[0, 1] : f32 from vector<3x2xf32>
// CHECK-NEXT:   %27 = vector.extract %arg2[1, 1] : f32 from vector<3x2xf32>
// CHECK-NEXT:   %28 = vector.extract %arg2[2, 1] : f32 from vector<3x2xf32>
// CHECK-NEXT:   %29 = vector.extract %arg1[0, 0] : f32 from vector<1x3xf32>
// CHECK-NEXT:   %30 = vector.insert %29, %cst_0 [0] : f32 into vector<1xf32>
// CHECK-NEXT:   %31 = vector.extract %arg3[1, 0] : vector<1xi1> from vector<2x3x1xi1>
// CHECK-NEXT:   %32 = arith.mulf %25, %30 : vector<1xf32>
// CHECK-NEXT:   %33 = vector.mask %31 { vector.reduction <add>, %32, %26 : vector<1xf32> into f32 } : vector<1xi1> -> f32
// CHECK-NEXT:   %34 = vector.extract %arg1[0, 1] : f32 from vector<1x3xf32>
// CHECK-NEXT:   %35 = vector.insert %34, %cst_0 [0] : f32 into vector<1xf32>
// CHECK-NEXT:   %36 = vector.extract %arg3[1, 1] : vector<1xi1> from vector<2x3x1xi1>
// CHECK-NEXT:   %37 = arith.mulf %25, %35 : vector<1xf32>
// CHECK-NEXT:   %38 = vector.mask %36 { vector.reduction <add>, %37, %27 : vector<1xf32> into f32 } : vector<1xi1> -> f32
// CHECK-NEXT:   %39 = vector.extract %arg1[0, 2] : f32 from vector<1x3xf32>
// CHECK-NEXT:   %40 = vector.insert %39, %cst_0 [0] : f32 into vector<1xf32>
// CHECK-NEXT:   %41 = vector.extract %arg3[1, 2] : vector<1xi1> from vector<2x3x1xi1>
// CHECK-NEXT:   %42 = arith.mulf %25, %40 : vector<1xf32>
// CHECK-NEXT:   %43 = vector.mask %41 { vector.reduction <add>, %42, %28 : vector<1xf32> into f32 } : vector<1xi1> -> f32
// CHECK-NEXT:   %44 = vector.insert %33, %19 [1] : f32 into vector<2xf32>
// CHECK-NEXT:   %45 = vector.insert %44, %24 [0] : vector<2xf32> into vector<3x2xf32>
// CHECK-NEXT:   %46 = vector.insert %38, %21 [1] : f32 into vector<2xf32>
// CHECK-NEXT:   %47 = vector.insert %46, %45 [1] : vector<2xf32> into vector<3x2xf32>
// CHECK-NEXT:   %48 = vector.insert %43, %23 [1] : f32 into vector<2xf32>
// CHECK-NEXT:   %49 = vector.insert %48, %47 [2] : vector<2xf32> into vector<3x2xf32>
// CHECK-NEXT:   return %49 : vector<3x2xf32>
// CHECK-NEXT: }
func.func @transposed(%a: vector<2x1xf32>, %b: vector<1x3xf32>, %c: vector<3x2xf32>, %k: vector<2x3x1xi1>) -> vector<3x2xf32> {
  %0 = vector.mask %k { vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x1xf32>, vector<1x3xf32> into vector<3x2xf32> } : vector<2x3x1xi1> -> vector<3x2xf32>
  return %0 : vector<3x2xf32>
}

// Sums of outer products are of any kind and widen their operands; else such contractions stay.
//
// CHECK-LABEL: func.func @widened(
// CHECK-NEXT:   %0 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<maxnumf>} %arg0, %arg1, %arg2 : vector<1x2xf16>, vector<1xf16> into vector<2xf32>
// CHECK-NEXT:   return %0 : vector<2xf32>
// CHECK-NEXT: }
// OUTER-LABEL: func.func @widened(
// OUTER-NEXT:   %0 = vector.extract %arg0[0] : vector<2xf16> from vector<1x2xf16>
// OUTER-NEXT:   %1 = vector.extract %arg1[0] : f16 from vector<1xf16>
// OUTER-NEXT:   %2 = arith.extf %0 : vector<2xf16> to vector<2xf32>
// OUTER-NEXT:   %3 = arith.extf %1 : f16 to f32
// OUTER-NEXT:   %4 = vector.broadcast %3 : f32 to vector<2xf32>
// OUTER-NEXT:   %5 = arith.mulf %2, %4 : vector<2xf32>
// OUTER-NEXT:   %6 = arith.maxnumf %5, %arg2 : vector<2xf32>
// OUTER-NEXT:   return %6 : vector<2xf32>
// OUTER-NEXT: }
func.func @widened(%a: vector<1x2xf16>, %b: vector<1xf16>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, k) -> (k, m)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<maxnumf>} %a, %b, %c : vector<1x2xf16>, vector<1xf16> into vector<2xf32>
  return %0 : vector<2xf32>
}

// A scalable dimension is not unrolled, and [1] is not taken for an extent of 1.
//
// CHECK-LABEL: func.func @scalable(
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK-NEXT:   %0 = vector.transpose %arg1, [1, 0] : vector<[1]x2xf32> to vector<2x[1]xf32>
// CHECK-NEXT:   %1 = vector.extract %0[0] : vector<[1]xf32> from vector<2x[1]xf32>
// CHECK-NEXT:   %2 = arith.mulf %1, %arg0 : vector<[1]xf32>
// CHECK-NEXT:   %3 = vector.reduction <add>, %2 : vector<[1]xf32> into f32
// CHECK-NEXT:   %4 = vector.insert %3, %cst [0] : f32 into vector<2xf32>
// CHECK-NEXT:   %5 = vector.extract %0[1] : vector<[1]xf32> from vector<2x[1]xf32>
// CHECK-NEXT:   %6 = arith.mulf %5, %arg0 : vector<[1]xf32>
// CHECK-NEXT:   %7 = vector.reduction <add>, %6 : vector<[1]xf32> into f32
// CHECK-NEXT:   %8 = vector.insert %7, %4 [1] : f32 into vector<2xf32>
// CHECK-NEXT:   %9 = arith.addf %8, %arg2 : vector<2xf32>
// CHECK-NEXT:   return %9 : vector<2xf32>
// CHECK-NEXT: }
// OUTER-LABEL: func.func @scalable(
// OUTER-NEXT:   %0 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<[1]xf32>, vector<[1]x2xf32> into vector<2xf32>
// OUTER-NEXT:   return %0 : vector<2xf32>
// OUTER-NEXT: }
// PARALLEL-LABEL: func.func @scalable(
// PARALLEL-NEXT:   %0 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg1, %arg2 : vector<[1]xf32>, vector<[1]x2xf32> into vector<2xf32>
// PARALLEL-NEXT:   return %0 : vector<2xf32>
// PARALLEL-NEXT: }
func.func @scalable(%a: vector<[1]xf32>, %b: vector<[1]x2xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (k, m)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<[1]xf32>, vector<[1]x2xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}

// The scalable dimension of a result stays whole.
//
// OUTER-LABEL: func.func @rows(
// OUTER-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2x[4]xf32>
// OUTER-NEXT:   %0 = vector.extract %arg1[0] : vector<[4]xf32> from vector<1x[4]xf32>
// OUTER-NEXT:   %1 = vector.extract %arg0[0, 0] : f32 from vector<2x1xf32>
// OUTER-NEXT:   %2 = vector.broadcast %1 : f32 to vector<[4]xf32>
// OUTER-NEXT:   %3 = vector.extract %arg2[0] : vector<[4]xf32> from vector<2x[4]xf32>
// OUTER-NEXT:   %4 = vector.fma %2, %0, %3 : vector<[4]xf32>
// OUTER-NEXT:   %5 = vector.insert %4, %cst [0] : vector<[4]xf32> into vector<2x[4]xf32>
// OUTER-NEXT:   %6 = vector.extract %arg0[1, 0] : f32 from vector<2x1xf32>
// OUTER-NEXT:   %7 = vector.broadcast %6 : f32 to vector<[4]xf32>
// OUTER-NEXT:   %8 = vector.extract %arg2[1] : vector<[4]xf32> from vector<2x[4]xf32>
// OUTER-NEXT:   %9 = vector.fma %7, %0, %8 : vector<[4]xf32>
// OUTER-NEXT:   %10 = vector.insert %9, %5 [1] : vector<[4]xf32> into vector<2x[4]xf32>
// OUTER-NEXT:   return %10 : vector<2x[4]xf32>
// OUTER-NEXT: }
// PARALLEL-LABEL: func.func @rows(
// PARALLEL-NEXT:   %0 = vector.broadcast %arg0 : vector<2x1xf32> to vector<[4]x2x1xf32>
// PARALLEL-NEXT:   %1 = vector.broadcast %arg1 : vector<1x[4]xf32> to vector<2x1x[4]xf32>
// PARALLEL-NEXT:   %2 = vector.transpose %0, [2, 1, 0] : vector<[4]x2x1xf32> to vector<1x2x[4]xf32>
// PARALLEL-NEXT:   %3 = vector.transpose %1, [1, 0, 2] : vector<2x1x[4]xf32> to vector<1x2x[4]xf32>
// PARALLEL-NEXT:   %4 = vector.extract %2[0] : vector<2x[4]xf32> from vector<1x2x[4]xf32>
// PARALLEL-NEXT:   %5 = vector.extract %3[0] : vector<2x[4]xf32> from vector<1x2x[4]xf32>
// PARALLEL-NEXT:   %6 = vector.fma %4, %5, %arg2 : vector<2x[4]xf32>
// PARALLEL-NEXT:   return %6 : vector<2x[4]xf32>
// PARALLEL-NEXT: }
// CHECK-LABEL: func.func @rows(%arg0: vector<2x1xf32>, %arg1: vector<1x[4]xf32>, %arg2: vector<2x[4]xf32>) -> vector<2x[4]xf32> {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2x[4]xf32>
// CHECK-NEXT:   %0 = vector.extract %arg0[0] : vector<1xf32> from vector<2x1xf32>
// CHECK-NEXT:   %1 = vector.extract %arg2[0] : vector<[4]xf32> from vector<2x[4]xf32>
// CHECK-NEXT:   %2 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %0, %arg1, %1 : vector<1xf32>, vector<1x[4]xf32> into vector<[4]xf32>
// CHECK-NEXT:   %3 = vector.insert %2, %cst [0] : vector<[4]xf32> into vector<2x[4]xf32>
// CHECK-NEXT:   %4 = vector.extract %arg0[1] : vector<1xf32> from vector<2x1xf32>
// CHECK-NEXT:   %5 = vector.extract %arg2[1] : vector<[4]xf32> from vector<2x[4]xf32>
// CHECK-NEXT:   %6 = vector.contract {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %4, %arg1, %5 : vector<1xf32>, vector<1x[4]xf32> into vector<[4]xf32>
// CHECK-NEXT:   %7 = vector.insert %6, %3 [1] : vector<[4]xf32> into vector<2x[4]xf32>
// CHECK-NEXT:   return %7 : vector<2x[4]xf32>
// CHECK-NEXT: }
func.func @rows(%a: vector<2x1xf32>, %b: vector<1x[4]xf32>, %c: vector<2x[4]xf32>) -> vector<2x[4]xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x1xf32>, vector<1x[4]xf32> into vector<2x[4]xf32>
  return %0 : vector<2x[4]xf32>
}

// CHECK-LABEL: func.func @outer(
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2x3xf32>
// CHECK-NEXT:   %0 = vector.extract %arg0[0] : f32 from vector<2xf32>
// CHECK-NEXT:   %1 = vector.broadcast %0 : f32 to vector<3xf32>
// CHECK-NEXT:   %2 = vector.extract %arg2[0] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT:   %3 = vector.extract %arg3[0] : vector<3xi1> from vector<2x3xi1>
// CHECK-NEXT:   %4 = arith.mulf %1, %arg1 : vector<3xf32>
// CHECK-NEXT:   %5 = arith.mulf %4, %2 : vector<3xf32>
// CHECK-NEXT:   %6 = arith.select %3, %5, %2 : vector<3xi1>, vector<3xf32>
// CHECK-NEXT:   %7 = vector.insert %6, %cst [0] : vector<3xf32> into vector<2x3xf32>
// CHECK-NEXT:   %8 = vector.extract %arg0[1] : f32 from vector<2xf32>
// CHECK-NEXT:   %9 = vector.broadcast %8 : f32 to vector<3xf32>
// CHECK-NEXT:   %10 = vector.extract %arg2[1] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT:   %11 = vector.extract %arg3[1] : vector<3xi1> from vector<2x3xi1>
// CHECK-NEXT:   %12 = arith.mulf %9, %arg1 : vector<3xf32>
// CHECK-NEXT:   %13 = arith.mulf %12, %10 : vector<3xf32>
// CHECK-NEXT:   %14 = arith.select %11, %13, %10 : vector<3xi1>, vector<3xf32>
// CHECK-NEXT:   %15 = vector.insert %14, %7 [1] : vector<3xf32> into vector<2x3xf32>
// CHECK-NEXT:   return %15 : vector<2x3xf32>
// CHECK-NEXT: }
func.func @outer(%a: vector<2xf32>, %b: vector<3xf32>, %c: vector<2x3xf32>, %k: vector<2x3xi1>) -> vector<2x3xf32> {
  %0 = vector.mask %k { vector.outerproduct %a, %b, %c {kind = #vector.kind<mul>} : vector<2xf32>, vector<3xf32> } : vector<2x3xi1> -> vector<2x3xf32>
  return %0 : vector<2x3xf32>
}
