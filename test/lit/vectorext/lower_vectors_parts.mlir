// RUN: optc %s --vectorext-lower-vectors --verify-exec | FileCheck %s

// Masks are cut like index vectors.
// CHECK-LABEL: func.func @masked(%arg0: memref<8x16xf32>, %arg1: vector<2x4xindex>, %arg2: vector<2x4xi1>, %arg3: f32) -> vector<2x4xf32> {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = ub.poison : vector<2x4xf32>
// CHECK-NEXT: %1 = vector.extract %arg1[0] : vector<4xindex> from vector<2x4xindex>
// CHECK-NEXT: %2 = vector.extract %arg2[0] : vector<4xi1> from vector<2x4xi1>
// CHECK-NEXT: %3 = vector.broadcast %arg3 : f32 to vector<4xf32>
// CHECK-NEXT: %4 = vector.gather %arg0[%c0, %c0] [%1], %2, %3 : memref<8x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT: %5 = vector.insert_strided_slice %4, %0 {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT: %6 = vector.extract %arg1[1] : vector<4xindex> from vector<2x4xindex>
// CHECK-NEXT: %7 = vector.extract %arg2[1] : vector<4xi1> from vector<2x4xi1>
// CHECK-NEXT: %8 = vector.broadcast %arg3 : f32 to vector<4xf32>
// CHECK-NEXT: %9 = vector.gather %arg0[%c1, %c0] [%6], %7, %8 : memref<8x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT: %10 = vector.insert_strided_slice %9, %5 {offsets = [1, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT: return %10 : vector<2x4xf32>
func.func @masked(%m: memref<8x16xf32>, %i: vector<2x4xindex>, %k: vector<2x4xi1>, %p: f32) -> vector<2x4xf32> {
  %c0 = arith.constant 0 : index
  %0 = iree_vector_ext.transfer_gather %m[%c0, %c0] [%i : vector<2x4xindex>], %p, %k {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : memref<8x16xf32>, vector<2x4xf32>, vector<2x4xi1>
  return %0 : vector<2x4xf32>
}

// An index vector that has the axis behind another one is cut there.
// CHECK-LABEL: func.func @second_axis(%arg0: memref<8x16xf32>, %arg1: vector<4x2xindex>, %arg2: f32) -> vector<2x4xf32> {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %cst = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = ub.poison : vector<2x4xf32>
// CHECK-NEXT: %1 = vector.extract_strided_slice %arg1 {offsets = [0, 0], sizes = [4, 1], strides = [1, 1]} : vector<4x2xindex> to vector<4x1xindex>
// CHECK-NEXT: %2 = vector.shape_cast %1 : vector<4x1xindex> to vector<4xindex>
// CHECK-NEXT: %3 = vector.broadcast %arg2 : f32 to vector<4xf32>
// CHECK-NEXT: %4 = vector.gather %arg0[%c0, %c0] [%2], %cst, %3 : memref<8x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT: %5 = vector.insert_strided_slice %4, %0 {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT: %6 = vector.extract_strided_slice %arg1 {offsets = [0, 1], sizes = [4, 1], strides = [1, 1]} : vector<4x2xindex> to vector<4x1xindex>
// CHECK-NEXT: %7 = vector.shape_cast %6 : vector<4x1xindex> to vector<4xindex>
// CHECK-NEXT: %8 = vector.broadcast %arg2 : f32 to vector<4xf32>
// CHECK-NEXT: %9 = vector.gather %arg0[%c1, %c0] [%7], %cst, %8 : memref<8x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT: %10 = vector.insert_strided_slice %9, %5 {offsets = [1, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT: return %10 : vector<2x4xf32>
func.func @second_axis(%m: memref<8x16xf32>, %i: vector<4x2xindex>, %p: f32) -> vector<2x4xf32> {
  %c0 = arith.constant 0 : index
  %0 = iree_vector_ext.transfer_gather %m[%c0, %c0] [%i : vector<4x2xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d1, d0)>]} : memref<8x16xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// Parts of a scatter go one after the other into a tensor, or all into the same memory.
// CHECK-LABEL: func.func @into_tensor(%arg0: tensor<8x16xf32>, %arg1: vector<2x4xf32>, %arg2: vector<2x4xindex>) -> tensor<8x16xf32> {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %cst = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.extract %arg2[0] : vector<4xindex> from vector<2x4xindex>
// CHECK-NEXT: %1 = vector.extract %arg1[0] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT: %2 = vector.scatter %arg0[%c0, %c0] [%0], %cst, %1 : tensor<8x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> -> tensor<8x16xf32>
// CHECK-NEXT: %3 = vector.extract %arg2[1] : vector<4xindex> from vector<2x4xindex>
// CHECK-NEXT: %4 = vector.extract %arg1[1] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT: %5 = vector.scatter %2[%c1, %c0] [%3], %cst, %4 : tensor<8x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> -> tensor<8x16xf32>
// CHECK-NEXT: return %5 : tensor<8x16xf32>
func.func @into_tensor(%t: tensor<8x16xf32>, %v: vector<2x4xf32>, %i: vector<2x4xindex>) -> tensor<8x16xf32> {
  %c0 = arith.constant 0 : index
  %0 = iree_vector_ext.transfer_scatter %v into %t[%c0, %c0] [%i : vector<2x4xindex>] {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : vector<2x4xf32>, tensor<8x16xf32> -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// CHECK-LABEL: func.func @into_memory(%arg0: memref<8x16xf32>, %arg1: vector<2x4xf32>, %arg2: vector<2x4xindex>) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %cst = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.extract %arg2[0] : vector<4xindex> from vector<2x4xindex>
// CHECK-NEXT: %1 = vector.extract %arg1[0] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT: vector.scatter %arg0[%c0, %c0] [%0], %cst, %1 : memref<8x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT: %2 = vector.extract %arg2[1] : vector<4xindex> from vector<2x4xindex>
// CHECK-NEXT: %3 = vector.extract %arg1[1] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT: vector.scatter %arg0[%c1, %c0] [%2], %cst, %3 : memref<8x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT: return
func.func @into_memory(%m: memref<8x16xf32>, %v: vector<2x4xf32>, %i: vector<2x4xindex>) {
  %c0 = arith.constant 0 : index
  iree_vector_ext.transfer_scatter %v into %m[%c0, %c0] [%i : vector<2x4xindex>] {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : vector<2x4xf32>, memref<8x16xf32>
  return
}
