// RUN: optc %s --unroll-vectors=native-shape=1,2,2 --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --unroll-vectors=native-shape=1,2,2 --verify-exec -o /dev/null

// Tiles of three dimensions: the element of each is at the sum of the offsets of base and tile.
// CHECK-LABEL: func.func @read(%arg0: memref<4x3x4x4xf32>, %arg1: f32, %arg2: index) -> (vector<2x2x2xf32>, vector<2x2x4xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2x2x4xf32>
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<2x2x2xf32>
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c1, %arg2, %c0, %c1], %arg1 {in_bounds = [false, true, true]} : memref<4x3x4x4xf32>, vector<1x2x2xf32>
// CHECK-NEXT:   %1 = vector.insert_strided_slice %0, %cst_0 {offsets = [0, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xf32> into vector<2x2x2xf32>
// CHECK-NEXT:   %2 = affine.apply affine_map<(d0) -> (d0 + 1)>(%arg2)
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%c1, %2, %c0, %c1], %arg1 {in_bounds = [false, true, true]} : memref<4x3x4x4xf32>, vector<1x2x2xf32>
// CHECK-NEXT:   %4 = vector.insert_strided_slice %3, %1 {offsets = [1, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xf32> into vector<2x2x2xf32>
// CHECK-NEXT:   %5 = vector.transfer_read %arg0[%c0, %c1, %arg2, %c0], %arg1 {in_bounds = [true, true, false], permutation_map = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2)>} : memref<4x3x4x4xf32>, vector<1x2x2xf32>
// CHECK-NEXT:   %6 = vector.insert_strided_slice %5, %cst {offsets = [0, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xf32> into vector<2x2x4xf32>
// CHECK-NEXT:   %7 = affine.apply affine_map<(d0) -> (d0 + 2)>(%arg2)
// CHECK-NEXT:   %8 = vector.transfer_read %arg0[%c0, %c1, %7, %c0], %arg1 {in_bounds = [true, true, false], permutation_map = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2)>} : memref<4x3x4x4xf32>, vector<1x2x2xf32>
// CHECK-NEXT:   %9 = vector.insert_strided_slice %8, %6 {offsets = [0, 0, 2], strides = [1, 1, 1]} : vector<1x2x2xf32> into vector<2x2x4xf32>
// CHECK-NEXT:   %10 = vector.transfer_read %arg0[%c1, %c1, %arg2, %c0], %arg1 {in_bounds = [true, true, false], permutation_map = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2)>} : memref<4x3x4x4xf32>, vector<1x2x2xf32>
// CHECK-NEXT:   %11 = vector.insert_strided_slice %10, %9 {offsets = [1, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xf32> into vector<2x2x4xf32>
// CHECK-NEXT:   %12 = affine.apply affine_map<(d0) -> (d0 + 2)>(%arg2)
// CHECK-NEXT:   %13 = vector.transfer_read %arg0[%c1, %c1, %12, %c0], %arg1 {in_bounds = [true, true, false], permutation_map = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2)>} : memref<4x3x4x4xf32>, vector<1x2x2xf32>
// CHECK-NEXT:   %14 = vector.insert_strided_slice %13, %11 {offsets = [1, 0, 2], strides = [1, 1, 1]} : vector<1x2x2xf32> into vector<2x2x4xf32>
// CHECK-NEXT:   return %4, %14 : vector<2x2x2xf32>, vector<2x2x4xf32>
// CHECK-NEXT: }
func.func @read(%m: memref<4x3x4x4xf32>, %p: f32, %i: index) -> (vector<2x2x2xf32>, vector<2x2x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = vector.transfer_read %m[%c1, %i, %c0, %c1], %p : memref<4x3x4x4xf32>, vector<2x2x2xf32>
  %1 = vector.transfer_read %m[%c0, %c1, %i, %c0], %p {in_bounds = [true, true, false], permutation_map = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2)>} : memref<4x3x4x4xf32>, vector<2x2x4xf32>
  return %0, %1 : vector<2x2x2xf32>, vector<2x2x4xf32>
}

// CHECK-LABEL: func.func @write(%arg0: memref<4x3x4xf32>, %arg1: tensor<4x3x4xf32>, %arg2: vector<2x2x2xf32>, %arg3: index) -> tensor<4x3x4xf32> {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = vector.extract_strided_slice %arg2 {offsets = [0, 0, 0], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x2xf32> to vector<1x2x2xf32>
// CHECK-NEXT:   vector.transfer_write %0, %arg0[%arg3, %c0, %c0] {in_bounds = [true, true, false], permutation_map = affine_map<(d0, d1, d2) -> (d2, d1, d0)>} : vector<1x2x2xf32>, memref<4x3x4xf32>
// CHECK-NEXT:   %1 = vector.extract_strided_slice %arg2 {offsets = [1, 0, 0], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x2xf32> to vector<1x2x2xf32>
// CHECK-NEXT:   vector.transfer_write %1, %arg0[%arg3, %c0, %c1] {in_bounds = [true, true, false], permutation_map = affine_map<(d0, d1, d2) -> (d2, d1, d0)>} : vector<1x2x2xf32>, memref<4x3x4xf32>
// CHECK-NEXT:   %2 = vector.extract_strided_slice %arg2 {offsets = [0, 0, 0], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x2xf32> to vector<1x2x2xf32>
// CHECK-NEXT:   %3 = vector.transfer_write %2, %arg1[%c0, %c0, %arg3] {in_bounds = [true, true, false]} : vector<1x2x2xf32>, tensor<4x3x4xf32>
// CHECK-NEXT:   %4 = vector.extract_strided_slice %arg2 {offsets = [1, 0, 0], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x2xf32> to vector<1x2x2xf32>
// CHECK-NEXT:   %5 = vector.transfer_write %4, %3[%c1, %c0, %arg3] {in_bounds = [true, true, false]} : vector<1x2x2xf32>, tensor<4x3x4xf32>
// CHECK-NEXT:   return %5 : tensor<4x3x4xf32>
// CHECK-NEXT: }
func.func @write(%m: memref<4x3x4xf32>, %t: tensor<4x3x4xf32>, %v: vector<2x2x2xf32>, %i: index) -> tensor<4x3x4xf32> {
  %c0 = arith.constant 0 : index
  vector.transfer_write %v, %m[%i, %c0, %c0] {permutation_map = affine_map<(d0, d1, d2) -> (d2, d1, d0)>} : vector<2x2x2xf32>, memref<4x3x4xf32>
  %0 = vector.transfer_write %v, %t[%c0, %c0, %i] : vector<2x2x2xf32>, tensor<4x3x4xf32>
  return %0 : tensor<4x3x4xf32>
}

// CHECK-LABEL: func.func @move(%arg0: vector<2x2x2xi32>, %arg1: vector<2x1xi32>, %arg2: vector<2xi32>, %arg3: i32) -> (vector<2x2x2xi32>, vector<2x2x2xi32>, vector<3x2x2xi32>, vector<2x2x2xi32>) {
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<3x2x2xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0> : vector<2x2x2xi32>
// CHECK-NEXT:   %0 = vector.extract_strided_slice %arg0 {offsets = [0, 0, 0], sizes = [2, 1, 2], strides = [1, 1, 1]} : vector<2x2x2xi32> to vector<2x1x2xi32>
// CHECK-NEXT:   %1 = vector.transpose %0, [1, 2, 0] : vector<2x1x2xi32> to vector<1x2x2xi32>
// CHECK-NEXT:   %2 = vector.insert_strided_slice %1, %cst_0 {offsets = [0, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xi32> into vector<2x2x2xi32>
// CHECK-NEXT:   %3 = vector.extract_strided_slice %arg0 {offsets = [0, 1, 0], sizes = [2, 1, 2], strides = [1, 1, 1]} : vector<2x2x2xi32> to vector<2x1x2xi32>
// CHECK-NEXT:   %4 = vector.transpose %3, [1, 2, 0] : vector<2x1x2xi32> to vector<1x2x2xi32>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %2 {offsets = [1, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xi32> into vector<2x2x2xi32>
// CHECK-NEXT:   %6 = vector.broadcast %arg1 : vector<2x1xi32> to vector<1x2x2xi32>
// CHECK-NEXT:   %7 = vector.insert_strided_slice %6, %cst_0 {offsets = [0, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xi32> into vector<2x2x2xi32>
// CHECK-NEXT:   %8 = vector.broadcast %arg1 : vector<2x1xi32> to vector<1x2x2xi32>
// CHECK-NEXT:   %9 = vector.insert_strided_slice %8, %7 {offsets = [1, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xi32> into vector<2x2x2xi32>
// CHECK-NEXT:   %10 = vector.broadcast %arg2 : vector<2xi32> to vector<1x2x2xi32>
// CHECK-NEXT:   %11 = vector.insert_strided_slice %10, %cst {offsets = [0, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xi32> into vector<3x2x2xi32>
// CHECK-NEXT:   %12 = vector.broadcast %arg2 : vector<2xi32> to vector<1x2x2xi32>
// CHECK-NEXT:   %13 = vector.insert_strided_slice %12, %11 {offsets = [1, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xi32> into vector<3x2x2xi32>
// CHECK-NEXT:   %14 = vector.broadcast %arg2 : vector<2xi32> to vector<1x2x2xi32>
// CHECK-NEXT:   %15 = vector.insert_strided_slice %14, %13 {offsets = [2, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xi32> into vector<3x2x2xi32>
// CHECK-NEXT:   %16 = vector.broadcast %arg3 : i32 to vector<1x2x2xi32>
// CHECK-NEXT:   %17 = vector.insert_strided_slice %16, %cst_0 {offsets = [0, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xi32> into vector<2x2x2xi32>
// CHECK-NEXT:   %18 = vector.broadcast %arg3 : i32 to vector<1x2x2xi32>
// CHECK-NEXT:   %19 = vector.insert_strided_slice %18, %17 {offsets = [1, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xi32> into vector<2x2x2xi32>
// CHECK-NEXT:   return %5, %9, %15, %19 : vector<2x2x2xi32>, vector<2x2x2xi32>, vector<3x2x2xi32>, vector<2x2x2xi32>
// CHECK-NEXT: }
func.func @move(%v: vector<2x2x2xi32>, %w: vector<2x1xi32>, %x: vector<2xi32>, %y: i32) -> (vector<2x2x2xi32>, vector<2x2x2xi32>, vector<3x2x2xi32>, vector<2x2x2xi32>) {
  %0 = vector.transpose %v, [1, 2, 0] : vector<2x2x2xi32> to vector<2x2x2xi32>
  %1 = vector.broadcast %w : vector<2x1xi32> to vector<2x2x2xi32>
  %2 = vector.broadcast %x : vector<2xi32> to vector<3x2x2xi32>
  %3 = vector.broadcast %y : i32 to vector<2x2x2xi32>
  return %0, %1, %2, %3 : vector<2x2x2xi32>, vector<2x2x2xi32>, vector<3x2x2xi32>, vector<2x2x2xi32>
}

// What a tile lacks of the base stays as it is.
// CHECK-LABEL: func.func @memory(%arg0: memref<5x4x4x4xf32>, %arg1: vector<2x2x4xf32>, %arg2: index) -> vector<2x2x2xf32> {
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2x2x2xf32>
// CHECK-NEXT:   %0 = vector.load %arg0[%arg2, %c1, %c0, %c0] : memref<5x4x4x4xf32>, vector<1x2x2xf32>
// CHECK-NEXT:   %1 = vector.insert_strided_slice %0, %cst {offsets = [0, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xf32> into vector<2x2x2xf32>
// CHECK-NEXT:   %2 = vector.load %arg0[%arg2, %c2, %c0, %c0] : memref<5x4x4x4xf32>, vector<1x2x2xf32>
// CHECK-NEXT:   %3 = vector.insert_strided_slice %2, %1 {offsets = [1, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xf32> into vector<2x2x2xf32>
// CHECK-NEXT:   %4 = vector.extract_strided_slice %arg1 {offsets = [0, 0, 0], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x4xf32> to vector<1x2x2xf32>
// CHECK-NEXT:   vector.store %4, %arg0[%c0, %c1, %arg2, %c0] : memref<5x4x4x4xf32>, vector<1x2x2xf32>
// CHECK-NEXT:   %5 = vector.extract_strided_slice %arg1 {offsets = [0, 0, 2], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x4xf32> to vector<1x2x2xf32>
// CHECK-NEXT:   vector.store %5, %arg0[%c0, %c1, %arg2, %c2] : memref<5x4x4x4xf32>, vector<1x2x2xf32>
// CHECK-NEXT:   %6 = vector.extract_strided_slice %arg1 {offsets = [1, 0, 0], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x4xf32> to vector<1x2x2xf32>
// CHECK-NEXT:   vector.store %6, %arg0[%c0, %c2, %arg2, %c0] : memref<5x4x4x4xf32>, vector<1x2x2xf32>
// CHECK-NEXT:   %7 = vector.extract_strided_slice %arg1 {offsets = [1, 0, 2], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x4xf32> to vector<1x2x2xf32>
// CHECK-NEXT:   vector.store %7, %arg0[%c0, %c2, %arg2, %c2] : memref<5x4x4x4xf32>, vector<1x2x2xf32>
// CHECK-NEXT:   return %3 : vector<2x2x2xf32>
// CHECK-NEXT: }
func.func @memory(%m: memref<5x4x4x4xf32>, %v: vector<2x2x4xf32>, %i: index) -> vector<2x2x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = vector.load %m[%i, %c1, %c0, %c0] : memref<5x4x4x4xf32>, vector<2x2x2xf32>
  vector.store %v, %m[%c0, %c1, %i, %c0] : memref<5x4x4x4xf32>, vector<2x2x4xf32>
  return %0 : vector<2x2x2xf32>
}

// CHECK-LABEL: func.func @gather(%arg0: memref<16xf32>, %arg1: vector<2x2x2xindex>, %arg2: vector<2x2x2xi1>, %arg3: vector<2x2x2xf32>, %arg4: index) -> vector<2x2x2xf32> {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2x2x2xf32>
// CHECK-NEXT:   %0 = vector.extract_strided_slice %arg1 {offsets = [0, 0, 0], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x2xindex> to vector<1x2x2xindex>
// CHECK-NEXT:   %1 = vector.extract_strided_slice %arg2 {offsets = [0, 0, 0], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x2xi1> to vector<1x2x2xi1>
// CHECK-NEXT:   %2 = vector.extract_strided_slice %arg3 {offsets = [0, 0, 0], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x2xf32> to vector<1x2x2xf32>
// CHECK-NEXT:   %3 = vector.gather %arg0[%arg4] [%0], %1, %2 {alignment = 8 : i64} : memref<16xf32>, vector<1x2x2xindex>, vector<1x2x2xi1>, vector<1x2x2xf32> into vector<1x2x2xf32>
// CHECK-NEXT:   %4 = vector.insert_strided_slice %3, %cst {offsets = [0, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xf32> into vector<2x2x2xf32>
// CHECK-NEXT:   %5 = vector.extract_strided_slice %arg1 {offsets = [1, 0, 0], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x2xindex> to vector<1x2x2xindex>
// CHECK-NEXT:   %6 = vector.extract_strided_slice %arg2 {offsets = [1, 0, 0], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x2xi1> to vector<1x2x2xi1>
// CHECK-NEXT:   %7 = vector.extract_strided_slice %arg3 {offsets = [1, 0, 0], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x2xf32> to vector<1x2x2xf32>
// CHECK-NEXT:   %8 = vector.gather %arg0[%arg4] [%5], %6, %7 {alignment = 8 : i64} : memref<16xf32>, vector<1x2x2xindex>, vector<1x2x2xi1>, vector<1x2x2xf32> into vector<1x2x2xf32>
// CHECK-NEXT:   %9 = vector.insert_strided_slice %8, %4 {offsets = [1, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xf32> into vector<2x2x2xf32>
// CHECK-NEXT:   return %9 : vector<2x2x2xf32>
// CHECK-NEXT: }
func.func @gather(%m: memref<16xf32>, %v: vector<2x2x2xindex>, %k: vector<2x2x2xi1>, %p: vector<2x2x2xf32>, %i: index) -> vector<2x2x2xf32> {
  %0 = vector.gather %m[%i] [%v], %k, %p {alignment = 8 : i64} : memref<16xf32>, vector<2x2x2xindex>, vector<2x2x2xi1>, vector<2x2x2xf32> into vector<2x2x2xf32>
  return %0 : vector<2x2x2xf32>
}

// The iterators of a contraction: two tiles of rows, then two of terms.
// CHECK-LABEL: func.func @contract(%arg0: vector<2x4xi32>, %arg1: vector<4x2xi32>, %arg2: vector<2x2xi32>, %arg3: vector<2x2x4xi32>, %arg4: i32) -> (vector<2x2xi32>, vector<2x4xi32>, i32) {
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<2x4xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0> : vector<2x2xi32>
// CHECK-NEXT:   %0 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [1, 2], strides = [1, 1]} : vector<2x4xi32> to vector<1x2xi32>
// CHECK-NEXT:   %1 = vector.extract_strided_slice %arg1 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x2xi32> to vector<2x2xi32>
// CHECK-NEXT:   %2 = vector.extract_strided_slice %arg2 {offsets = [0, 0], sizes = [2, 1], strides = [1, 1]} : vector<2x2xi32> to vector<2x1xi32>
// CHECK-NEXT:   %3 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d1, d0)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %0, %1, %2 : vector<1x2xi32>, vector<2x2xi32> into vector<2x1xi32>
// CHECK-NEXT:   %4 = vector.extract_strided_slice %arg0 {offsets = [0, 2], sizes = [1, 2], strides = [1, 1]} : vector<2x4xi32> to vector<1x2xi32>
// CHECK-NEXT:   %5 = vector.extract_strided_slice %arg1 {offsets = [2, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x2xi32> to vector<2x2xi32>
// CHECK-NEXT:   %6 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d1, d0)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %4, %5, %3 : vector<1x2xi32>, vector<2x2xi32> into vector<2x1xi32>
// CHECK-NEXT:   %7 = vector.extract_strided_slice %arg0 {offsets = [1, 0], sizes = [1, 2], strides = [1, 1]} : vector<2x4xi32> to vector<1x2xi32>
// CHECK-NEXT:   %8 = vector.extract_strided_slice %arg1 {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x2xi32> to vector<2x2xi32>
// CHECK-NEXT:   %9 = vector.extract_strided_slice %arg2 {offsets = [0, 1], sizes = [2, 1], strides = [1, 1]} : vector<2x2xi32> to vector<2x1xi32>
// CHECK-NEXT:   %10 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d1, d0)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %7, %8, %9 : vector<1x2xi32>, vector<2x2xi32> into vector<2x1xi32>
// CHECK-NEXT:   %11 = vector.extract_strided_slice %arg0 {offsets = [1, 2], sizes = [1, 2], strides = [1, 1]} : vector<2x4xi32> to vector<1x2xi32>
// CHECK-NEXT:   %12 = vector.extract_strided_slice %arg1 {offsets = [2, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x2xi32> to vector<2x2xi32>
// CHECK-NEXT:   %13 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d1, d0)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %11, %12, %10 : vector<1x2xi32>, vector<2x2xi32> into vector<2x1xi32>
// CHECK-NEXT:   %14 = vector.insert_strided_slice %6, %cst_0 {offsets = [0, 0], strides = [1, 1]} : vector<2x1xi32> into vector<2x2xi32>
// CHECK-NEXT:   %15 = vector.insert_strided_slice %13, %14 {offsets = [0, 1], strides = [1, 1]} : vector<2x1xi32> into vector<2x2xi32>
// CHECK-NEXT:   %16 = vector.extract_strided_slice %arg3 {offsets = [0, 0, 0], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x4xi32> to vector<1x2x2xi32>
// CHECK-NEXT:   %17 = vector.extract_strided_slice %arg0 {offsets = [0, 0], sizes = [1, 2], strides = [1, 1]} : vector<2x4xi32> to vector<1x2xi32>
// CHECK-NEXT:   %18 = vector.multi_reduction <add>, %16, %17 [1] : vector<1x2x2xi32> to vector<1x2xi32>
// CHECK-NEXT:   %19 = vector.extract_strided_slice %arg3 {offsets = [0, 0, 2], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x4xi32> to vector<1x2x2xi32>
// CHECK-NEXT:   %20 = vector.extract_strided_slice %arg0 {offsets = [0, 2], sizes = [1, 2], strides = [1, 1]} : vector<2x4xi32> to vector<1x2xi32>
// CHECK-NEXT:   %21 = vector.multi_reduction <add>, %19, %20 [1] : vector<1x2x2xi32> to vector<1x2xi32>
// CHECK-NEXT:   %22 = vector.extract_strided_slice %arg3 {offsets = [1, 0, 0], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x4xi32> to vector<1x2x2xi32>
// CHECK-NEXT:   %23 = vector.extract_strided_slice %arg0 {offsets = [1, 0], sizes = [1, 2], strides = [1, 1]} : vector<2x4xi32> to vector<1x2xi32>
// CHECK-NEXT:   %24 = vector.multi_reduction <add>, %22, %23 [1] : vector<1x2x2xi32> to vector<1x2xi32>
// CHECK-NEXT:   %25 = vector.extract_strided_slice %arg3 {offsets = [1, 0, 2], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x4xi32> to vector<1x2x2xi32>
// CHECK-NEXT:   %26 = vector.extract_strided_slice %arg0 {offsets = [1, 2], sizes = [1, 2], strides = [1, 1]} : vector<2x4xi32> to vector<1x2xi32>
// CHECK-NEXT:   %27 = vector.multi_reduction <add>, %25, %26 [1] : vector<1x2x2xi32> to vector<1x2xi32>
// CHECK-NEXT:   %28 = vector.insert_strided_slice %18, %cst {offsets = [0, 0], strides = [1, 1]} : vector<1x2xi32> into vector<2x4xi32>
// CHECK-NEXT:   %29 = vector.insert_strided_slice %21, %28 {offsets = [0, 2], strides = [1, 1]} : vector<1x2xi32> into vector<2x4xi32>
// CHECK-NEXT:   %30 = vector.insert_strided_slice %24, %29 {offsets = [1, 0], strides = [1, 1]} : vector<1x2xi32> into vector<2x4xi32>
// CHECK-NEXT:   %31 = vector.insert_strided_slice %27, %30 {offsets = [1, 2], strides = [1, 1]} : vector<1x2xi32> into vector<2x4xi32>
// CHECK-NEXT:   %32 = vector.extract_strided_slice %arg3 {offsets = [0, 0, 0], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x4xi32> to vector<1x2x2xi32>
// CHECK-NEXT:   %33 = vector.multi_reduction <mul>, %32, %arg4 [0, 1, 2] : vector<1x2x2xi32> to i32
// CHECK-NEXT:   %34 = vector.extract_strided_slice %arg3 {offsets = [0, 0, 2], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x4xi32> to vector<1x2x2xi32>
// CHECK-NEXT:   %35 = vector.multi_reduction <mul>, %34, %33 [0, 1, 2] : vector<1x2x2xi32> to i32
// CHECK-NEXT:   %36 = vector.extract_strided_slice %arg3 {offsets = [1, 0, 0], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x4xi32> to vector<1x2x2xi32>
// CHECK-NEXT:   %37 = vector.multi_reduction <mul>, %36, %35 [0, 1, 2] : vector<1x2x2xi32> to i32
// CHECK-NEXT:   %38 = vector.extract_strided_slice %arg3 {offsets = [1, 0, 2], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x2x4xi32> to vector<1x2x2xi32>
// CHECK-NEXT:   %39 = vector.multi_reduction <mul>, %38, %37 [0, 1, 2] : vector<1x2x2xi32> to i32
// CHECK-NEXT:   return %15, %31, %39 : vector<2x2xi32>, vector<2x4xi32>, i32
// CHECK-NEXT: }
func.func @contract(%a: vector<2x4xi32>, %b: vector<4x2xi32>, %c: vector<2x2xi32>, %d: vector<2x2x4xi32>, %e: i32) -> (vector<2x2xi32>, vector<2x4xi32>, i32) {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x4xi32>, vector<4x2xi32> into vector<2x2xi32>
  %1 = vector.multi_reduction <add>, %d, %a [1] : vector<2x2x4xi32> to vector<2x4xi32>
  %2 = vector.multi_reduction <mul>, %d, %e [0, 1, 2] : vector<2x2x4xi32> to i32
  return %0, %1, %2 : vector<2x2xi32>, vector<2x4xi32>, i32
}
