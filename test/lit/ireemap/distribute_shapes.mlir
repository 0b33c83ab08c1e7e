// RUN: optc %s --split-input-file --verify-exec --vectorext-distribute-nested-layout="workgroup-size=8 subgroup-size=8" --canonicalize --cse | FileCheck %s

// A step, whose elements are in groups of three.
#groups = #iree_map.pack_layout<((2, 8, 3)) : ((0, 1, 0))>
// CHECK-LABEL: func.func @step(%arg0: memref<48xindex>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant dense<{{\[\[}}0, 1, 2], [24, 25, 26]]> : vector<2x3xindex>
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#1, %c0] by (8, 3) : index
// CHECK-NEXT:   %2 = vector.broadcast %1 : index to vector<2x3xindex>
// CHECK-NEXT:   %3 = arith.addi %2, %cst : vector<2x3xindex>
// CHECK-NEXT:   %4 = vector.extract %3[0] : vector<3xindex> from vector<2x3xindex>
// CHECK-NEXT:   %5 = affine.linearize_index [%0#1, %c0] by (8, 3) : index
// CHECK-NEXT:   vector.transfer_write %4, %arg0[%5] {in_bounds = [true]} : vector<3xindex>, memref<48xindex>
// CHECK-NEXT:   %6 = vector.extract %3[1] : vector<3xindex> from vector<2x3xindex>
// CHECK-NEXT:   %7 = affine.linearize_index [%c1, %0#1, %c0] by (2, 8, 3) : index
// CHECK-NEXT:   vector.transfer_write %6, %arg0[%7] {in_bounds = [true]} : vector<3xindex>, memref<48xindex>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @step(%o: memref<48xindex>) {
  %c0 = arith.constant 0 : index
  %v = vector.step : vector<48xindex>
  %l = iree_vector_ext.to_layout %v to layout(#groups) : vector<48xindex>
  vector.transfer_write %l, %o[%c0] {in_bounds = [true]} : vector<48xindex>, memref<48xindex>
  return
}

// -----

// A cast to the shape that has the same digits.
#line = #iree_map.pack_layout<((2, 8, 3)) : ((0, 1, 0))>
#rows = #iree_map.pack_layout<((2, 8), 3) : ((0, 1), 0)>
// CHECK-LABEL: func.func @shape_cast(%arg0: memref<48xf32>, %arg1: memref<16x3xf32>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   %1 = affine.linearize_index [%0#1, %c0] by (8, 3) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%1], %cst {in_bounds = [true]} : memref<48xf32>, vector<3xf32>
// CHECK-NEXT:   %3 = vector.shape_cast %2 : vector<3xf32> to vector<1x3xf32>
// CHECK-NEXT:   %4 = affine.linearize_index [%c1, %0#1, %c0] by (2, 8, 3) : index
// CHECK-NEXT:   %5 = vector.transfer_read %arg0[%4], %cst {in_bounds = [true]} : memref<48xf32>, vector<3xf32>
// CHECK-NEXT:   %6 = vector.shape_cast %5 : vector<3xf32> to vector<1x3xf32>
// CHECK-NEXT:   vector.transfer_write %3, %arg1[%0#1, %c0] {in_bounds = [true, true]} : vector<1x3xf32>, memref<16x3xf32>
// CHECK-NEXT:   %7 = affine.linearize_index [%c1, %0#1] by (2, 8) : index
// CHECK-NEXT:   vector.transfer_write %6, %arg1[%7, %c0] {in_bounds = [true, true]} : vector<1x3xf32>, memref<16x3xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @shape_cast(%m: memref<48xf32>, %o: memref<16x3xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%c0], %z {in_bounds = [true]} : memref<48xf32>, vector<48xf32>
  %l = iree_vector_ext.to_layout %v to layout(#line) : vector<48xf32>
  %c = vector.shape_cast %l : vector<48xf32> to vector<16x3xf32>
  %r = iree_vector_ext.to_layout %c to layout(#rows) : vector<16x3xf32>
  vector.transfer_write %r, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x3xf32>, memref<16x3xf32>
  return
}

// -----

// A column is stretched along rows, and a row along columns.
#grid = #iree_map.pack_layout<((2, 4), (2, 3)) : ((0, 1), (4, 0))>
// CHECK-LABEL: func.func @stretched(%arg0: memref<8x1xf32>, %arg1: memref<6xf32>, %arg2: memref<8x6xf32>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2x1xf32>
// CHECK-NEXT:   %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (4) : index, index
// CHECK-NEXT:   %1 = vector.transfer_read %arg0[%0#1, %c0], %cst_0 {in_bounds = [true, true]} : memref<8x1xf32>, vector<1x1xf32>
// CHECK-NEXT:   %2 = vector.insert_strided_slice %1, %cst {offsets = [0, 0], strides = [1, 1]} : vector<1x1xf32> into vector<2x1xf32>
// CHECK-NEXT:   %3 = affine.linearize_index [%c1, %0#1] by (2, 4) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%3, %c0], %cst_0 {in_bounds = [true, true]} : memref<8x1xf32>, vector<1x1xf32>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %2 {offsets = [1, 0], strides = [1, 1]} : vector<1x1xf32> into vector<2x1xf32>
// CHECK-NEXT:   %6:3 = affine.delinearize_index %thread_id_x into (2, 4) : index, index, index
// CHECK-NEXT:   %7 = affine.linearize_index [%6#1, %c0] by (2, 3) : index
// CHECK-NEXT:   %8 = vector.transfer_read %arg1[%7], %cst_0 {in_bounds = [true]} : memref<6xf32>, vector<3xf32>
// CHECK-NEXT:   %9 = vector.broadcast %5 : vector<2x1xf32> to vector<2x3xf32>
// CHECK-NEXT:   %10 = vector.broadcast %8 : vector<3xf32> to vector<2x3xf32>
// CHECK-NEXT:   %11 = arith.addf %9, %10 : vector<2x3xf32>
// CHECK-NEXT:   %12 = vector.extract %11[0] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT:   %13 = vector.shape_cast %12 : vector<3xf32> to vector<1x3xf32>
// CHECK-NEXT:   vector.transfer_write %13, %arg2[%6#2, %7] {in_bounds = [true, true]} : vector<1x3xf32>, memref<8x6xf32>
// CHECK-NEXT:   %14 = vector.extract %11[1] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT:   %15 = vector.shape_cast %14 : vector<3xf32> to vector<1x3xf32>
// CHECK-NEXT:   %16 = affine.linearize_index [%c1, %6#2] by (2, 4) : index
// CHECK-NEXT:   vector.transfer_write %15, %arg2[%16, %7] {in_bounds = [true, true]} : vector<1x3xf32>, memref<8x6xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @stretched(%m: memref<8x1xf32>, %n: memref<6xf32>, %o: memref<8x6xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x1xf32>, vector<8x1xf32>
  %1 = vector.transfer_read %n[%c0], %z {in_bounds = [true]} : memref<6xf32>, vector<6xf32>
  %2 = vector.broadcast %0 : vector<8x1xf32> to vector<8x6xf32>
  %3 = vector.broadcast %1 : vector<6xf32> to vector<8x6xf32>
  %4 = arith.addf %2, %3 : vector<8x6xf32>
  %l = iree_vector_ext.to_layout %4 to layout(#grid) : vector<8x6xf32>
  vector.transfer_write %l, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x6xf32>, memref<8x6xf32>
  return
}

// -----

// The dimensions of a transposed vector have different numbers of digits.
#three = #iree_map.pack_layout<((2, 2, 2), (4, 3)) : ((0, 1, 0), (2, 0))>
#turned = #iree_map.pack_layout<((4, 3), (2, 2, 2)) : ((2, 0), (0, 1, 0))>
// CHECK-LABEL: func.func @transposed(%arg0: memref<8x12xf32>, %arg1: memref<12x8xf32>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2x2x3xf32>
// CHECK-NEXT:   %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (4, 2) : index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index [%0#2, %c0] by (2, 2) : index
// CHECK-NEXT:   %2 = affine.linearize_index [%0#1, %c0] by (4, 3) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%1, %2], %cst_0 {in_bounds = [true, true]} : memref<8x12xf32>, vector<2x3xf32>
// CHECK-NEXT:   %4 = vector.shape_cast %3 : vector<2x3xf32> to vector<1x2x3xf32>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %cst {offsets = [0, 0, 0], strides = [1, 1, 1]} : vector<1x2x3xf32> into vector<2x2x3xf32>
// CHECK-NEXT:   %6 = affine.linearize_index [%c1, %0#2, %c0] by (2, 2, 2) : index
// CHECK-NEXT:   %7 = vector.transfer_read %arg0[%6, %2], %cst_0 {in_bounds = [true, true]} : memref<8x12xf32>, vector<2x3xf32>
// CHECK-NEXT:   %8 = vector.shape_cast %7 : vector<2x3xf32> to vector<1x2x3xf32>
// CHECK-NEXT:   %9 = vector.insert_strided_slice %8, %5 {offsets = [1, 0, 0], strides = [1, 1, 1]} : vector<1x2x3xf32> into vector<2x2x3xf32>
// CHECK-NEXT:   %10 = vector.transpose %9, [2, 0, 1] : vector<2x2x3xf32> to vector<3x2x2xf32>
// CHECK-NEXT:   %11 = vector.extract_strided_slice %10 {offsets = [0, 0, 0], sizes = [3, 1, 2], strides = [1, 1, 1]} : vector<3x2x2xf32> to vector<3x1x2xf32>
// CHECK-NEXT:   %12 = vector.shape_cast %11 : vector<3x1x2xf32> to vector<3x2xf32>
// CHECK-NEXT:   vector.transfer_write %12, %arg1[%2, %1] {in_bounds = [true, true]} : vector<3x2xf32>, memref<12x8xf32>
// CHECK-NEXT:   %13 = vector.extract_strided_slice %10 {offsets = [0, 1, 0], sizes = [3, 1, 2], strides = [1, 1, 1]} : vector<3x2x2xf32> to vector<3x1x2xf32>
// CHECK-NEXT:   %14 = vector.shape_cast %13 : vector<3x1x2xf32> to vector<3x2xf32>
// CHECK-NEXT:   vector.transfer_write %14, %arg1[%2, %6] {in_bounds = [true, true]} : vector<3x2xf32>, memref<12x8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @transposed(%m: memref<8x12xf32>, %o: memref<12x8xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x12xf32>, vector<8x12xf32>
  %l = iree_vector_ext.to_layout %0 to layout(#three) : vector<8x12xf32>
  %t = vector.transpose %l, [1, 0] : vector<8x12xf32> to vector<12x8xf32>
  %r = iree_vector_ext.to_layout %t to layout(#turned) : vector<12x8xf32>
  vector.transfer_write %r, %o[%c0, %c0] {in_bounds = [true, true]} : vector<12x8xf32>, memref<12x8xf32>
  return
}

#digits = #iree_map.pack_layout<((2, 4), (2, 2, 3)) : ((0, 1), (0, 4, 0))>
// The dimension that is stretched has two digits.
// CHECK-LABEL: func.func @stretched_digits(%arg0: memref<8x1xf32>, %arg1: memref<8x12xf32>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (4) : index, index
// CHECK-NEXT:   %1 = vector.transfer_read %arg0[%0#1, %c0], %cst {in_bounds = [true, true]} : memref<8x1xf32>, vector<1x1xf32>
// CHECK-NEXT:   %2 = affine.linearize_index [%c1, %0#1] by (2, 4) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%2, %c0], %cst {in_bounds = [true, true]} : memref<8x1xf32>, vector<1x1xf32>
// CHECK-NEXT:   %4:3 = affine.delinearize_index %thread_id_x into (2, 4) : index, index, index
// CHECK-NEXT:   %5 = vector.extract %1[0] : vector<1xf32> from vector<1x1xf32>
// CHECK-NEXT:   %6 = vector.broadcast %5 : vector<1xf32> to vector<1x3xf32>
// CHECK-NEXT:   %7 = affine.linearize_index [%4#1, %c0] by (2, 3) : index
// CHECK-NEXT:   vector.transfer_write %6, %arg1[%4#2, %7] {in_bounds = [true, true]} : vector<1x3xf32>, memref<8x12xf32>
// CHECK-NEXT:   %8 = affine.linearize_index [%c1, %4#1, %c0] by (2, 2, 3) : index
// CHECK-NEXT:   vector.transfer_write %6, %arg1[%4#2, %8] {in_bounds = [true, true]} : vector<1x3xf32>, memref<8x12xf32>
// CHECK-NEXT:   %9 = vector.extract %3[0] : vector<1xf32> from vector<1x1xf32>
// CHECK-NEXT:   %10 = vector.broadcast %9 : vector<1xf32> to vector<1x3xf32>
// CHECK-NEXT:   %11 = affine.linearize_index [%c1, %4#2] by (2, 4) : index
// CHECK-NEXT:   vector.transfer_write %10, %arg1[%11, %7] {in_bounds = [true, true]} : vector<1x3xf32>, memref<8x12xf32>
// CHECK-NEXT:   vector.transfer_write %10, %arg1[%11, %8] {in_bounds = [true, true]} : vector<1x3xf32>, memref<8x12xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @stretched_digits(%m: memref<8x1xf32>, %o: memref<8x12xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x1xf32>, vector<8x1xf32>
  %1 = vector.broadcast %0 : vector<8x1xf32> to vector<8x12xf32>
  %2 = iree_vector_ext.to_layout %1 to layout(#digits) : vector<8x12xf32>
  vector.transfer_write %2, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x12xf32>, memref<8x12xf32>
  return
}
