// RUN: optc %s --lower-vector-contract=lowering-strategy=outerproduct --verify-exec --split-input-file | FileCheck %s

// With an operand of three dimensions a contraction of three iterators is no product of
// matrices: one dimension is common to both operands and the result.
// CHECK-LABEL: func.func @common_left(%arg0: vector<2x3x4xi32>, %arg1: vector<3x4xi32>, %arg2: vector<2x3xi32>) -> vector<2x3xi32> {
// CHECK-NEXT: %cst = arith.constant dense<0> : vector<3xi32>
// CHECK-NEXT: %cst_0 = arith.constant dense<0> : vector<2xi32>
// CHECK-NEXT: %cst_1 = arith.constant dense<0> : vector<2x3xi32>
// CHECK-NEXT: %cst_2 = arith.constant dense<0> : vector<2x4xi32>
// CHECK-NEXT: %0 = vector.extract %arg0[0, 0] : vector<4xi32> from vector<2x3x4xi32>
// CHECK-NEXT: %1 = vector.insert %0, %cst_2 [0] : vector<4xi32> into vector<2x4xi32>
// CHECK-NEXT: %2 = vector.extract %arg0[1, 0] : vector<4xi32> from vector<2x3x4xi32>
// CHECK-NEXT: %3 = vector.insert %2, %1 [1] : vector<4xi32> into vector<2x4xi32>
// CHECK-NEXT: %4 = vector.extract %arg2[0, 0] : i32 from vector<2x3xi32>
// CHECK-NEXT: %5 = vector.insert %4, %cst_0 [0] : i32 into vector<2xi32>
// CHECK-NEXT: %6 = vector.extract %arg2[1, 0] : i32 from vector<2x3xi32>
// CHECK-NEXT: %7 = vector.insert %6, %5 [1] : i32 into vector<2xi32>
// CHECK-NEXT: %8 = vector.transpose %3, [1, 0] : vector<2x4xi32> to vector<4x2xi32>
// CHECK-NEXT: %9 = vector.extract %8[0] : vector<2xi32> from vector<4x2xi32>
// CHECK-NEXT: %10 = vector.extract %arg1[0, 0] : i32 from vector<3x4xi32>
// CHECK-NEXT: %11 = vector.broadcast %10 : i32 to vector<2xi32>
// CHECK-NEXT: %12 = arith.muli %9, %11 : vector<2xi32>
// CHECK-NEXT: %13 = arith.addi %12, %7 : vector<2xi32>
// CHECK-NEXT: %14 = vector.extract %8[1] : vector<2xi32> from vector<4x2xi32>
// CHECK-NEXT: %15 = vector.extract %arg1[0, 1] : i32 from vector<3x4xi32>
// CHECK-NEXT: %16 = vector.broadcast %15 : i32 to vector<2xi32>
// CHECK-NEXT: %17 = arith.muli %14, %16 : vector<2xi32>
// CHECK-NEXT: %18 = arith.addi %17, %13 : vector<2xi32>
// CHECK-NEXT: %19 = vector.extract %8[2] : vector<2xi32> from vector<4x2xi32>
// CHECK-NEXT: %20 = vector.extract %arg1[0, 2] : i32 from vector<3x4xi32>
// CHECK-NEXT: %21 = vector.broadcast %20 : i32 to vector<2xi32>
// CHECK-NEXT: %22 = arith.muli %19, %21 : vector<2xi32>
// CHECK-NEXT: %23 = arith.addi %22, %18 : vector<2xi32>
// CHECK-NEXT: %24 = vector.extract %8[3] : vector<2xi32> from vector<4x2xi32>
// CHECK-NEXT: %25 = vector.extract %arg1[0, 3] : i32 from vector<3x4xi32>
// CHECK-NEXT: %26 = vector.broadcast %25 : i32 to vector<2xi32>
// CHECK-NEXT: %27 = arith.muli %24, %26 : vector<2xi32>
// CHECK-NEXT: %28 = arith.addi %27, %23 : vector<2xi32>
// CHECK-NEXT: %29 = vector.extract %28[0] : i32 from vector<2xi32>
// CHECK-NEXT: %30 = vector.insert %29, %cst [0] : i32 into vector<3xi32>
// CHECK-NEXT: %31 = vector.insert %30, %cst_1 [0] : vector<3xi32> into vector<2x3xi32>
// CHECK-NEXT: %32 = vector.extract %28[1] : i32 from vector<2xi32>
// CHECK-NEXT: %33 = vector.insert %32, %cst [0] : i32 into vector<3xi32>
// CHECK-NEXT: %34 = vector.insert %33, %31 [1] : vector<3xi32> into vector<2x3xi32>
// CHECK-NEXT: %35 = vector.extract %arg0[0, 1] : vector<4xi32> from vector<2x3x4xi32>
// CHECK-NEXT: %36 = vector.insert %35, %cst_2 [0] : vector<4xi32> into vector<2x4xi32>
// CHECK-NEXT: %37 = vector.extract %arg0[1, 1] : vector<4xi32> from vector<2x3x4xi32>
// CHECK-NEXT: %38 = vector.insert %37, %36 [1] : vector<4xi32> into vector<2x4xi32>
// CHECK-NEXT: %39 = vector.extract %arg2[0, 1] : i32 from vector<2x3xi32>
// CHECK-NEXT: %40 = vector.insert %39, %cst_0 [0] : i32 into vector<2xi32>
// CHECK-NEXT: %41 = vector.extract %arg2[1, 1] : i32 from vector<2x3xi32>
// CHECK-NEXT: %42 = vector.insert %41, %40 [1] : i32 into vector<2xi32>
// CHECK-NEXT: %43 = vector.transpose %38, [1, 0] : vector<2x4xi32> to vector<4x2xi32>
// CHECK-NEXT: %44 = vector.extract %43[0] : vector<2xi32> from vector<4x2xi32>
// CHECK-NEXT: %45 = vector.extract %arg1[1, 0] : i32 from vector<3x4xi32>
// CHECK-NEXT: %46 = vector.broadcast %45 : i32 to vector<2xi32>
// CHECK-NEXT: %47 = arith.muli %44, %46 : vector<2xi32>
// CHECK-NEXT: %48 = arith.addi %47, %42 : vector<2xi32>
// CHECK-NEXT: %49 = vector.extract %43[1] : vector<2xi32> from vector<4x2xi32>
// CHECK-NEXT: %50 = vector.extract %arg1[1, 1] : i32 from vector<3x4xi32>
// CHECK-NEXT: %51 = vector.broadcast %50 : i32 to vector<2xi32>
// CHECK-NEXT: %52 = arith.muli %49, %51 : vector<2xi32>
// CHECK-NEXT: %53 = arith.addi %52, %48 : vector<2xi32>
// CHECK-NEXT: %54 = vector.extract %43[2] : vector<2xi32> from vector<4x2xi32>
// CHECK-NEXT: %55 = vector.extract %arg1[1, 2] : i32 from vector<3x4xi32>
// CHECK-NEXT: %56 = vector.broadcast %55 : i32 to vector<2xi32>
// CHECK-NEXT: %57 = arith.muli %54, %56 : vector<2xi32>
// CHECK-NEXT: %58 = arith.addi %57, %53 : vector<2xi32>
// CHECK-NEXT: %59 = vector.extract %43[3] : vector<2xi32> from vector<4x2xi32>
// CHECK-NEXT: %60 = vector.extract %arg1[1, 3] : i32 from vector<3x4xi32>
// CHECK-NEXT: %61 = vector.broadcast %60 : i32 to vector<2xi32>
// CHECK-NEXT: %62 = arith.muli %59, %61 : vector<2xi32>
// CHECK-NEXT: %63 = arith.addi %62, %58 : vector<2xi32>
// CHECK-NEXT: %64 = vector.extract %63[0] : i32 from vector<2xi32>
// CHECK-NEXT: %65 = vector.insert %64, %30 [1] : i32 into vector<3xi32>
// CHECK-NEXT: %66 = vector.insert %65, %34 [0] : vector<3xi32> into vector<2x3xi32>
// CHECK-NEXT: %67 = vector.extract %63[1] : i32 from vector<2xi32>
// CHECK-NEXT: %68 = vector.insert %67, %33 [1] : i32 into vector<3xi32>
// CHECK-NEXT: %69 = vector.insert %68, %66 [1] : vector<3xi32> into vector<2x3xi32>
// CHECK-NEXT: %70 = vector.extract %arg0[0, 2] : vector<4xi32> from vector<2x3x4xi32>
// CHECK-NEXT: %71 = vector.insert %70, %cst_2 [0] : vector<4xi32> into vector<2x4xi32>
// CHECK-NEXT: %72 = vector.extract %arg0[1, 2] : vector<4xi32> from vector<2x3x4xi32>
// CHECK-NEXT: %73 = vector.insert %72, %71 [1] : vector<4xi32> into vector<2x4xi32>
// CHECK-NEXT: %74 = vector.extract %arg2[0, 2] : i32 from vector<2x3xi32>
// CHECK-NEXT: %75 = vector.insert %74, %cst_0 [0] : i32 into vector<2xi32>
// CHECK-NEXT: %76 = vector.extract %arg2[1, 2] : i32 from vector<2x3xi32>
// CHECK-NEXT: %77 = vector.insert %76, %75 [1] : i32 into vector<2xi32>
// CHECK-NEXT: %78 = vector.transpose %73, [1, 0] : vector<2x4xi32> to vector<4x2xi32>
// CHECK-NEXT: %79 = vector.extract %78[0] : vector<2xi32> from vector<4x2xi32>
// CHECK-NEXT: %80 = vector.extract %arg1[2, 0] : i32 from vector<3x4xi32>
// CHECK-NEXT: %81 = vector.broadcast %80 : i32 to vector<2xi32>
// CHECK-NEXT: %82 = arith.muli %79, %81 : vector<2xi32>
// CHECK-NEXT: %83 = arith.addi %82, %77 : vector<2xi32>
// CHECK-NEXT: %84 = vector.extract %78[1] : vector<2xi32> from vector<4x2xi32>
// CHECK-NEXT: %85 = vector.extract %arg1[2, 1] : i32 from vector<3x4xi32>
// CHECK-NEXT: %86 = vector.broadcast %85 : i32 to vector<2xi32>
// CHECK-NEXT: %87 = arith.muli %84, %86 : vector<2xi32>
// CHECK-NEXT: %88 = arith.addi %87, %83 : vector<2xi32>
// CHECK-NEXT: %89 = vector.extract %78[2] : vector<2xi32> from vector<4x2xi32>
// CHECK-NEXT: %90 = vector.extract %arg1[2, 2] : i32 from vector<3x4xi32>
// CHECK-NEXT: %91 = vector.broadcast %90 : i32 to vector<2xi32>
// CHECK-NEXT: %92 = arith.muli %89, %91 : vector<2xi32>
// CHECK-NEXT: %93 = arith.addi %92, %88 : vector<2xi32>
// CHECK-NEXT: %94 = vector.extract %78[3] : vector<2xi32> from vector<4x2xi32>
// CHECK-NEXT: %95 = vector.extract %arg1[2, 3] : i32 from vector<3x4xi32>
// CHECK-NEXT: %96 = vector.broadcast %95 : i32 to vector<2xi32>
// CHECK-NEXT: %97 = arith.muli %94, %96 : vector<2xi32>
// CHECK-NEXT: %98 = arith.addi %97, %93 : vector<2xi32>
// CHECK-NEXT: %99 = vector.extract %98[0] : i32 from vector<2xi32>
// CHECK-NEXT: %100 = vector.insert %99, %65 [2] : i32 into vector<3xi32>
// CHECK-NEXT: %101 = vector.insert %100, %69 [0] : vector<3xi32> into vector<2x3xi32>
// CHECK-NEXT: %102 = vector.extract %98[1] : i32 from vector<2xi32>
// CHECK-NEXT: %103 = vector.insert %102, %68 [2] : i32 into vector<3xi32>
// CHECK-NEXT: %104 = vector.insert %103, %101 [1] : vector<3xi32> into vector<2x3xi32>
// CHECK-NEXT: return %104 : vector<2x3xi32>
func.func @common_left(%a: vector<2x3x4xi32>, %b: vector<3x4xi32>, %c: vector<2x3xi32>) -> vector<2x3xi32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3x4xi32>, vector<3x4xi32> into vector<2x3xi32>
  return %0 : vector<2x3xi32>
}

// CHECK-LABEL: func.func @common_right(%arg0: vector<2x4xi32>, %arg1: vector<2x3x4xi32>, %arg2: vector<2x3xi32>) -> vector<2x3xi32> {
// CHECK-NEXT: %cst = arith.constant dense<0> : vector<2x3xi32>
// CHECK-NEXT: %0 = vector.extract %arg1[0] : vector<3x4xi32> from vector<2x3x4xi32>
// CHECK-NEXT: %1 = vector.extract %arg2[0] : vector<3xi32> from vector<2x3xi32>
// CHECK-NEXT: %2 = vector.transpose %0, [1, 0] : vector<3x4xi32> to vector<4x3xi32>
// CHECK-NEXT: %3 = vector.extract %2[0] : vector<3xi32> from vector<4x3xi32>
// CHECK-NEXT: %4 = vector.extract %arg0[0, 0] : i32 from vector<2x4xi32>
// CHECK-NEXT: %5 = vector.broadcast %4 : i32 to vector<3xi32>
// CHECK-NEXT: %6 = arith.muli %3, %5 : vector<3xi32>
// CHECK-NEXT: %7 = arith.addi %6, %1 : vector<3xi32>
// CHECK-NEXT: %8 = vector.extract %2[1] : vector<3xi32> from vector<4x3xi32>
// CHECK-NEXT: %9 = vector.extract %arg0[0, 1] : i32 from vector<2x4xi32>
// CHECK-NEXT: %10 = vector.broadcast %9 : i32 to vector<3xi32>
// CHECK-NEXT: %11 = arith.muli %8, %10 : vector<3xi32>
// CHECK-NEXT: %12 = arith.addi %11, %7 : vector<3xi32>
// CHECK-NEXT: %13 = vector.extract %2[2] : vector<3xi32> from vector<4x3xi32>
// CHECK-NEXT: %14 = vector.extract %arg0[0, 2] : i32 from vector<2x4xi32>
// CHECK-NEXT: %15 = vector.broadcast %14 : i32 to vector<3xi32>
// CHECK-NEXT: %16 = arith.muli %13, %15 : vector<3xi32>
// CHECK-NEXT: %17 = arith.addi %16, %12 : vector<3xi32>
// CHECK-NEXT: %18 = vector.extract %2[3] : vector<3xi32> from vector<4x3xi32>
// CHECK-NEXT: %19 = vector.extract %arg0[0, 3] : i32 from vector<2x4xi32>
// CHECK-NEXT: %20 = vector.broadcast %19 : i32 to vector<3xi32>
// CHECK-NEXT: %21 = arith.muli %18, %20 : vector<3xi32>
// CHECK-NEXT: %22 = arith.addi %21, %17 : vector<3xi32>
// CHECK-NEXT: %23 = vector.insert %22, %cst [0] : vector<3xi32> into vector<2x3xi32>
// CHECK-NEXT: %24 = vector.extract %arg1[1] : vector<3x4xi32> from vector<2x3x4xi32>
// CHECK-NEXT: %25 = vector.extract %arg2[1] : vector<3xi32> from vector<2x3xi32>
// CHECK-NEXT: %26 = vector.transpose %24, [1, 0] : vector<3x4xi32> to vector<4x3xi32>
// CHECK-NEXT: %27 = vector.extract %26[0] : vector<3xi32> from vector<4x3xi32>
// CHECK-NEXT: %28 = vector.extract %arg0[1, 0] : i32 from vector<2x4xi32>
// CHECK-NEXT: %29 = vector.broadcast %28 : i32 to vector<3xi32>
// CHECK-NEXT: %30 = arith.muli %27, %29 : vector<3xi32>
// CHECK-NEXT: %31 = arith.addi %30, %25 : vector<3xi32>
// CHECK-NEXT: %32 = vector.extract %26[1] : vector<3xi32> from vector<4x3xi32>
// CHECK-NEXT: %33 = vector.extract %arg0[1, 1] : i32 from vector<2x4xi32>
// CHECK-NEXT: %34 = vector.broadcast %33 : i32 to vector<3xi32>
// CHECK-NEXT: %35 = arith.muli %32, %34 : vector<3xi32>
// CHECK-NEXT: %36 = arith.addi %35, %31 : vector<3xi32>
// CHECK-NEXT: %37 = vector.extract %26[2] : vector<3xi32> from vector<4x3xi32>
// CHECK-NEXT: %38 = vector.extract %arg0[1, 2] : i32 from vector<2x4xi32>
// CHECK-NEXT: %39 = vector.broadcast %38 : i32 to vector<3xi32>
// CHECK-NEXT: %40 = arith.muli %37, %39 : vector<3xi32>
// CHECK-NEXT: %41 = arith.addi %40, %36 : vector<3xi32>
// CHECK-NEXT: %42 = vector.extract %26[3] : vector<3xi32> from vector<4x3xi32>
// CHECK-NEXT: %43 = vector.extract %arg0[1, 3] : i32 from vector<2x4xi32>
// CHECK-NEXT: %44 = vector.broadcast %43 : i32 to vector<3xi32>
// CHECK-NEXT: %45 = arith.muli %42, %44 : vector<3xi32>
// CHECK-NEXT: %46 = arith.addi %45, %41 : vector<3xi32>
// CHECK-NEXT: %47 = vector.insert %46, %23 [1] : vector<3xi32> into vector<2x3xi32>
// CHECK-NEXT: return %47 : vector<2x3xi32>
func.func @common_right(%a: vector<2x4xi32>, %b: vector<2x3x4xi32>, %c: vector<2x3xi32>) -> vector<2x3xi32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x4xi32>, vector<2x3x4xi32> into vector<2x3xi32>
  return %0 : vector<2x3xi32>
}

// -----

// Rows of unknown number meet columns of unknown number, not of a known one.
// CHECK-LABEL: func.func @scalable(%arg0: vector<[2]x3xf32>, %arg1: vector<3x[4]xf32>, %arg2: vector<[2]x[4]xf32>, %arg3: vector<3x4xf32>, %arg4: vector<[2]x4xf32>) -> (vector<[2]x[4]xf32>, vector<[2]x4xf32>) {
// CHECK-NEXT: %0 = vector.transpose %arg0, [1, 0] : vector<[2]x3xf32> to vector<3x[2]xf32>
// CHECK-NEXT: %1 = vector.extract %0[0] : vector<[2]xf32> from vector<3x[2]xf32>
// CHECK-NEXT: %2 = vector.extract %arg1[0] : vector<[4]xf32> from vector<3x[4]xf32>
// CHECK-NEXT: %3 = vector.outerproduct %1, %2, %arg2 {kind = #vector.kind<add>} : vector<[2]xf32>, vector<[4]xf32>
// CHECK-NEXT: %4 = vector.extract %0[1] : vector<[2]xf32> from vector<3x[2]xf32>
// CHECK-NEXT: %5 = vector.extract %arg1[1] : vector<[4]xf32> from vector<3x[4]xf32>
// CHECK-NEXT: %6 = vector.outerproduct %4, %5, %3 {kind = #vector.kind<add>} : vector<[2]xf32>, vector<[4]xf32>
// CHECK-NEXT: %7 = vector.extract %0[2] : vector<[2]xf32> from vector<3x[2]xf32>
// CHECK-NEXT: %8 = vector.extract %arg1[2] : vector<[4]xf32> from vector<3x[4]xf32>
// CHECK-NEXT: %9 = vector.outerproduct %7, %8, %6 {kind = #vector.kind<add>} : vector<[2]xf32>, vector<[4]xf32>
// CHECK-NEXT: %10 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg0, %arg3, %arg4 : vector<[2]x3xf32>, vector<3x4xf32> into vector<[2]x4xf32>
// CHECK-NEXT: return %9, %10 : vector<[2]x[4]xf32>, vector<[2]x4xf32>
func.func @scalable(%a: vector<[2]x3xf32>, %b: vector<3x[4]xf32>, %c: vector<[2]x[4]xf32>, %d: vector<3x4xf32>, %e: vector<[2]x4xf32>) -> (vector<[2]x[4]xf32>, vector<[2]x4xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<[2]x3xf32>, vector<3x[4]xf32> into vector<[2]x[4]xf32>
  %1 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %d, %e : vector<[2]x3xf32>, vector<3x4xf32> into vector<[2]x4xf32>
  return %0, %1 : vector<[2]x[4]xf32>, vector<[2]x4xf32>
}
