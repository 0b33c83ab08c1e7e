// RUN: optc %s --vectorext-lower-vectors=loads=false --mlir-print-local-scope | FileCheck %s

// The rows of a gather: an index vector whose second axis follows them is cut there, one
// that does not follow them stays, a dimension of the base along them moves its offset.
// CHECK-LABEL: func.func @rows(%arg0: memref<8x64x16xf32>, %arg1: vector<3x2xindex>, %arg2: vector<3xindex>, %arg3: vector<3x2xi1>, %arg4: index, %arg5: f32) -> vector<2x3xf32> {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = ub.poison : vector<2x3xf32>
// CHECK-NEXT:   %1 = vector.extract_strided_slice %arg1 {offsets = [0, 0], sizes = [3, 1], strides = [1, 1]} : vector<3x2xindex> to vector<3x1xindex>
// CHECK-NEXT:   %2 = vector.shape_cast %1 : vector<3x1xindex> to vector<3xindex>
// CHECK-NEXT:   %3 = vector.extract_strided_slice %arg3 {offsets = [0, 0], sizes = [3, 1], strides = [1, 1]} : vector<3x2xi1> to vector<3x1xi1>
// CHECK-NEXT:   %4 = vector.shape_cast %3 : vector<3x1xi1> to vector<3xi1>
// CHECK-NEXT:   %5 = iree_vector_ext.transfer_gather %arg0[%arg4, %arg4, %arg4] [%2, %arg2 : vector<3xindex>, vector<3xindex>], %arg5, %4 {indexing_maps = [affine_map<(d0)[s0, s1] -> (0, s0, s1)>, affine_map<(d0)[s0, s1] -> (d0)>, affine_map<(d0)[s0, s1] -> (d0)>, affine_map<(d0)[s0, s1] -> (d0)>]} : memref<8x64x16xf32>, vector<3xf32>, vector<3xi1>
// CHECK-NEXT:   %6 = vector.insert_strided_slice %5, %0 {offsets = [0, 0], strides = [1]} : vector<3xf32> into vector<2x3xf32>
// CHECK-NEXT:   %7 = arith.addi %arg4, %c1 : index
// CHECK-NEXT:   %8 = vector.extract_strided_slice %arg1 {offsets = [0, 1], sizes = [3, 1], strides = [1, 1]} : vector<3x2xindex> to vector<3x1xindex>
// CHECK-NEXT:   %9 = vector.shape_cast %8 : vector<3x1xindex> to vector<3xindex>
// CHECK-NEXT:   %10 = vector.extract_strided_slice %arg3 {offsets = [0, 1], sizes = [3, 1], strides = [1, 1]} : vector<3x2xi1> to vector<3x1xi1>
// CHECK-NEXT:   %11 = vector.shape_cast %10 : vector<3x1xi1> to vector<3xi1>
// CHECK-NEXT:   %12 = iree_vector_ext.transfer_gather %arg0[%7, %arg4, %arg4] [%9, %arg2 : vector<3xindex>, vector<3xindex>], %arg5, %11 {indexing_maps = [affine_map<(d0)[s0, s1] -> (0, s0, s1)>, affine_map<(d0)[s0, s1] -> (d0)>, affine_map<(d0)[s0, s1] -> (d0)>, affine_map<(d0)[s0, s1] -> (d0)>]} : memref<8x64x16xf32>, vector<3xf32>, vector<3xi1>
// CHECK-NEXT:   %13 = vector.insert_strided_slice %12, %6 {offsets = [1, 0], strides = [1]} : vector<3xf32> into vector<2x3xf32>
// CHECK-NEXT:   return %13 : vector<2x3xf32>
// CHECK-NEXT: }
func.func @rows(%m: memref<8x64x16xf32>, %i: vector<3x2xindex>, %j: vector<3xindex>, %k: vector<3x2xi1>, %o: index, %p: f32) -> vector<2x3xf32> {
  %0 = iree_vector_ext.transfer_gather %m[%o, %o, %o] [%i, %j : vector<3x2xindex>, vector<3xindex>], %p, %k {indexing_maps = [affine_map<(d0, d1)[s0, s1] -> (d0, s0, s1)>, affine_map<(d0, d1)[s0, s1] -> (d1, d0)>, affine_map<(d0, d1)[s0, s1] -> (d1)>, affine_map<(d0, d1)[s0, s1] -> (d1, d0)>]} : memref<8x64x16xf32>, vector<2x3xf32>, vector<3x2xi1>
  return %0 : vector<2x3xf32>
}

// Three dimensions, the last of them contiguous in the base.
// CHECK-LABEL: func.func @three(%arg0: memref<64x16xf32>, %arg1: vector<2x2xindex>, %arg2: index, %arg3: f32) -> vector<2x2x4xf32> {
// CHECK-NEXT:   %0 = ub.poison : vector<2x2x4xf32>
// CHECK-NEXT:   %1 = ub.poison : vector<2x4xf32>
// CHECK-NEXT:   %2 = vector.extract %arg1[0, 0] : index from vector<2x2xindex>
// CHECK-NEXT:   %3 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%arg2, %2)
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%3, %arg2], %arg3 {in_bounds = [true]} : memref<64x16xf32>, vector<4xf32>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %1 {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT:   %6 = vector.extract %arg1[0, 1] : index from vector<2x2xindex>
// CHECK-NEXT:   %7 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%arg2, %6)
// CHECK-NEXT:   %8 = vector.transfer_read %arg0[%7, %arg2], %arg3 {in_bounds = [true]} : memref<64x16xf32>, vector<4xf32>
// CHECK-NEXT:   %9 = vector.insert_strided_slice %8, %5 {offsets = [1, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT:   %10 = vector.insert_strided_slice %9, %0 {offsets = [0, 0, 0], strides = [1, 1]} : vector<2x4xf32> into vector<2x2x4xf32>
// CHECK-NEXT:   %11 = vector.extract %arg1[1, 0] : index from vector<2x2xindex>
// CHECK-NEXT:   %12 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%arg2, %11)
// CHECK-NEXT:   %13 = vector.transfer_read %arg0[%12, %arg2], %arg3 {in_bounds = [true]} : memref<64x16xf32>, vector<4xf32>
// CHECK-NEXT:   %14 = vector.insert_strided_slice %13, %1 {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT:   %15 = vector.extract %arg1[1, 1] : index from vector<2x2xindex>
// CHECK-NEXT:   %16 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%arg2, %15)
// CHECK-NEXT:   %17 = vector.transfer_read %arg0[%16, %arg2], %arg3 {in_bounds = [true]} : memref<64x16xf32>, vector<4xf32>
// CHECK-NEXT:   %18 = vector.insert_strided_slice %17, %14 {offsets = [1, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT:   %19 = vector.insert_strided_slice %18, %10 {offsets = [1, 0, 0], strides = [1, 1]} : vector<2x4xf32> into vector<2x2x4xf32>
// CHECK-NEXT:   return %19 : vector<2x2x4xf32>
// CHECK-NEXT: }
func.func @three(%m: memref<64x16xf32>, %i: vector<2x2xindex>, %o: index, %p: f32) -> vector<2x2x4xf32> {
  %0 = iree_vector_ext.transfer_gather %m[%o, %o] [%i : vector<2x2xindex>], %p {indexing_maps = [affine_map<(d0, d1, d2)[s0] -> (s0, d2)>, affine_map<(d0, d1, d2)[s0] -> (d0, d1)>]} : memref<64x16xf32>, vector<2x2x4xf32>
  return %0 : vector<2x2x4xf32>
}

// One row is broadcast.
// CHECK-LABEL: func.func @one(%arg0: memref<64xf32>, %arg1: vector<4x1xindex>, %arg2: index, %arg3: f32) -> vector<1x4xf32> {
// CHECK-NEXT:   %cst = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT:   %0 = vector.shape_cast %arg1 : vector<4x1xindex> to vector<4xindex>
// CHECK-NEXT:   %1 = vector.broadcast %arg3 : f32 to vector<4xf32>
// CHECK-NEXT:   %2 = vector.gather %arg0[%arg2] [%0], %cst, %1 : memref<64xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK-NEXT:   %3 = vector.broadcast %2 : vector<4xf32> to vector<1x4xf32>
// CHECK-NEXT:   return %3 : vector<1x4xf32>
// CHECK-NEXT: }
func.func @one(%m: memref<64xf32>, %i: vector<4x1xindex>, %o: index, %p: f32) -> vector<1x4xf32> {
  %0 = iree_vector_ext.transfer_gather %m[%o] [%i : vector<4x1xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0)>, affine_map<(d0, d1)[s0] -> (d1, d0)>]} : memref<64xf32>, vector<1x4xf32>
  return %0 : vector<1x4xf32>
}

// A mask that would become one bit, and an index vector along its own diagonal.
// CHECK-LABEL: func.func @kept(%arg0: memref<64xf32>, %arg1: vector<2x4xindex>, %arg2: vector<2x2x4xindex>, %arg3: vector<2xi1>, %arg4: index, %arg5: f32) -> (vector<2x4xf32>, vector<2x4xf32>) {
// CHECK-NEXT:   %0 = iree_vector_ext.transfer_gather %arg0[%arg4] [%arg1 : vector<2x4xindex>], %arg5, %arg3 {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<64xf32>, vector<2x4xf32>, vector<2xi1>
// CHECK-NEXT:   %1 = iree_vector_ext.transfer_gather %arg0[%arg4] [%arg2 : vector<2x2x4xindex>], %arg5 {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0)>, affine_map<(d0, d1)[s0] -> (d0, d0, d1)>]} : memref<64xf32>, vector<2x4xf32>
// CHECK-NEXT:   return %0, %1 : vector<2x4xf32>, vector<2x4xf32>
// CHECK-NEXT: }
func.func @kept(%m: memref<64xf32>, %i: vector<2x4xindex>, %d: vector<2x2x4xindex>, %k: vector<2xi1>, %o: index, %p: f32) -> (vector<2x4xf32>, vector<2x4xf32>) {
  %0 = iree_vector_ext.transfer_gather %m[%o] [%i : vector<2x4xindex>], %p, %k {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<64xf32>, vector<2x4xf32>, vector<2xi1>
  %1 = iree_vector_ext.transfer_gather %m[%o] [%d : vector<2x2x4xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0)>, affine_map<(d0, d1)[s0] -> (d0, d0, d1)>]} : memref<64xf32>, vector<2x4xf32>
  return %0, %1 : vector<2x4xf32>, vector<2x4xf32>
}

// Parts are scattered one after the other, into what the one before has written.
// CHECK-LABEL: func.func @scatter(%arg0: tensor<64x16xf32>, %arg1: vector<2x4xf32>, %arg2: vector<4x2xindex>, %arg3: vector<2x4xi1>, %arg4: index) -> tensor<64x16xf32> {
// CHECK-NEXT:   %0 = vector.extract_strided_slice %arg2 {offsets = [0, 0], sizes = [4, 1], strides = [1, 1]} : vector<4x2xindex> to vector<4x1xindex>
// CHECK-NEXT:   %1 = vector.shape_cast %0 : vector<4x1xindex> to vector<4xindex>
// CHECK-NEXT:   %2 = vector.extract %arg3[0] : vector<4xi1> from vector<2x4xi1>
// CHECK-NEXT:   %3 = vector.extract %arg1[0] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT:   %4 = vector.scatter %arg0[%arg4, %arg4] [%1], %2, %3 : tensor<64x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> -> tensor<64x16xf32>
// CHECK-NEXT:   %5 = vector.extract_strided_slice %arg2 {offsets = [0, 1], sizes = [4, 1], strides = [1, 1]} : vector<4x2xindex> to vector<4x1xindex>
// CHECK-NEXT:   %6 = vector.shape_cast %5 : vector<4x1xindex> to vector<4xindex>
// CHECK-NEXT:   %7 = vector.extract %arg3[1] : vector<4xi1> from vector<2x4xi1>
// CHECK-NEXT:   %8 = vector.extract %arg1[1] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT:   %9 = vector.scatter %4[%arg4, %arg4] [%6], %7, %8 : tensor<64x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> -> tensor<64x16xf32>
// CHECK-NEXT:   return %9 : tensor<64x16xf32>
// CHECK-NEXT: }
func.func @scatter(%t: tensor<64x16xf32>, %v: vector<2x4xf32>, %i: vector<4x2xindex>, %k: vector<2x4xi1>, %o: index) -> tensor<64x16xf32> {
  %0 = iree_vector_ext.transfer_scatter %v into %t[%o, %o] [%i : vector<4x2xindex>], %k {indexing_maps = [affine_map<(d0, d1)[s0] -> (0, s0)>, affine_map<(d0, d1)[s0] -> (d1, d0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : vector<2x4xf32>, tensor<64x16xf32>, vector<2x4xi1> -> tensor<64x16xf32>
  return %0 : tensor<64x16xf32>
}

// CHECK-LABEL: func.func @scatter_memory(%arg0: memref<64x16xf32>, %arg1: vector<2x4xf32>, %arg2: vector<4xindex>, %arg3: index) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT:   %0 = vector.extract %arg1[0] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT:   vector.scatter %arg0[%arg3, %arg3] [%arg2], %cst, %0 : memref<64x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT:   %1 = arith.addi %arg3, %c1 : index
// CHECK-NEXT:   %2 = vector.extract %arg1[1] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT:   vector.scatter %arg0[%1, %arg3] [%arg2], %cst, %2 : memref<64x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @scatter_memory(%t: memref<64x16xf32>, %v: vector<2x4xf32>, %i: vector<4xindex>, %o: index) {
  iree_vector_ext.transfer_scatter %v into %t[%o, %o] [%i : vector<4xindex>] {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d1)>]} : vector<2x4xf32>, memref<64x16xf32>
  return
}

// Index vectors that pick nothing of the base are left alone.
// CHECK-LABEL: func.func @unused_index(%arg0: memref<8x8xf32>, %arg1: vector<4xindex>) -> vector<4xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = iree_vector_ext.transfer_gather %arg0[%c0, %c0] [%arg1 : vector<4xindex>], %cst {indexing_maps = [affine_map<(d0)[s0] -> (0, d0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<8x8xf32>, vector<4xf32>
// CHECK-NEXT: return %0 : vector<4xf32>
func.func @unused_index(%m: memref<8x8xf32>, %v: vector<4xindex>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %0 = iree_vector_ext.transfer_gather %m[%c0, %c0] [%v : vector<4xindex>], %p {indexing_maps = [affine_map<(d0)[s0] -> (0, d0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<8x8xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: func.func @no_base(%arg0: memref<f32>, %arg1: vector<4xindex>) -> vector<4xf32> {
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = iree_vector_ext.transfer_gather %arg0[] [%arg1 : vector<4xindex>], %cst {indexing_maps = [affine_map<(d0)[s0] -> ()>, affine_map<(d0)[s0] -> (d0)>]} : memref<f32>, vector<4xf32>
// CHECK-NEXT: return %0 : vector<4xf32>
func.func @no_base(%m: memref<f32>, %v: vector<4xindex>) -> vector<4xf32> {
  %p = arith.constant 0.0 : f32
  %0 = iree_vector_ext.transfer_gather %m[] [%v : vector<4xindex>], %p {indexing_maps = [affine_map<(d0)[s0] -> ()>, affine_map<(d0)[s0] -> (d0)>]} : memref<f32>, vector<4xf32>
  return %0 : vector<4xf32>
}
