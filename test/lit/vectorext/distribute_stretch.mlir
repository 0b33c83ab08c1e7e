// RUN: optc %s --vectorext-distribute-nested-layout=workgroup-size=32 --canonicalize --cse --verify-exec 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=error: --implicit-check-not=memref.alloc

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>
#p = #iree_map.pack_layout<((2, 4), (8, 2)) : ((0, 8), (1, 0))>

// A column that is stretched to the width of its rows: every thread has what it needs.
// CHECK-LABEL: func.func @column(%arg0: memref<8x16xf32>, %arg1: memref<8x16xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<0xFF800000> : vector<2x1x1xf32>
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<2x1x1x1x1x2xf32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<2x1x1xf32>
// CHECK-NEXT:   %cst_2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 32
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (4, 8) : index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#2, %c0] by (8, 2) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%0#1, %1], %cst_2 {in_bounds = [true, true]} : memref<8x16xf32>, vector<1x2xf32>
// CHECK-NEXT:   %3 = vector.insert_strided_slice %2, %cst_0 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x2xf32> into vector<2x1x1x1x1x2xf32>
// CHECK-NEXT:   %4 = affine.linearize_index disjoint [%c1, %0#1] by (2, 4) : index
// CHECK-NEXT:   %5 = vector.transfer_read %arg0[%4, %1], %cst_2 {in_bounds = [true, true]} : memref<8x16xf32>, vector<1x2xf32>
// CHECK-NEXT:   %6 = vector.insert_strided_slice %5, %3 {offsets = [1, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x2xf32> into vector<2x1x1x1x1x2xf32>
// CHECK-NEXT:   %7 = vector.multi_reduction <maximumf>, %6, %cst [1, 3, 5] : vector<2x1x1x1x1x2xf32> to vector<2x1x1xf32>
// CHECK-NEXT:   %8 = vector.extract %7[0, 0, 0] : f32 from vector<2x1x1xf32>
// CHECK-NEXT:   %9 = gpu.subgroup_reduce  maximumf %8 cluster(size = 8) : (f32) -> f32
// CHECK-NEXT:   %10 = vector.extract %7[1, 0, 0] : f32 from vector<2x1x1xf32>
// CHECK-NEXT:   %11 = gpu.subgroup_reduce  maximumf %10 cluster(size = 8) : (f32) -> f32
// CHECK-NEXT:   %12 = vector.from_elements %9, %11 : vector<2xf32>
// CHECK-NEXT:   %13 = vector.shape_cast %12 : vector<2xf32> to vector<2x1x1xf32>
// CHECK-NEXT:   %14 = arith.maximumf %13, %cst_1 : vector<2x1x1xf32>
// CHECK-NEXT:   %15 = vector.shape_cast %14 : vector<2x1x1xf32> to vector<2x1x1x1x1x1xf32>
// CHECK-NEXT:   %16 = vector.broadcast %15 : vector<2x1x1x1x1x1xf32> to vector<2x1x1x1x1x2xf32>
// CHECK-NEXT:   %17 = arith.subf %6, %16 : vector<2x1x1x1x1x2xf32>
// CHECK-NEXT:   %18 = vector.extract %17[0, 0, 0, 0] : vector<1x2xf32> from vector<2x1x1x1x1x2xf32>
// CHECK-NEXT:   vector.transfer_write %18, %arg1[%0#1, %1] {in_bounds = [true, true]} : vector<1x2xf32>, memref<8x16xf32>
// CHECK-NEXT:   %19 = vector.extract %17[1, 0, 0, 0] : vector<1x2xf32> from vector<2x1x1x1x1x2xf32>
// CHECK-NEXT:   vector.transfer_write %19, %arg1[%4, %1] {in_bounds = [true, true]} : vector<1x2xf32>, memref<8x16xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @column(%m: memref<8x16xf32>, %o: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %acc = arith.constant dense<0.0> : vector<8xf32>
  %v = vector.transfer_read %m[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x16xf32>, vector<8x16xf32>
  %l = iree_vector_ext.to_layout %v to layout(#l) : vector<8x16xf32>
  %s = vector.multi_reduction <maximumf>, %l, %acc [1] : vector<8x16xf32> to vector<8xf32>
  %c = vector.shape_cast %s : vector<8xf32> to vector<8x1xf32>
  %b = vector.broadcast %c : vector<8x1xf32> to vector<8x16xf32>
  %d = arith.subf %l, %b : vector<8x16xf32>
  vector.transfer_write %d, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32>
  return
}

// A row that is repeated.
// CHECK-LABEL: func.func @row(%arg0: memref<1x16xf32>, %arg1: memref<8x16xf32>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 32
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#1, %c0] by (8, 2) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%c0, %1], %cst {in_bounds = [true, true]} : memref<1x16xf32>, vector<1x2xf32>
// CHECK-NEXT:   %3:3 = affine.delinearize_index %thread_id_x into (4, 8) : index, index, index
// CHECK-NEXT:   %4 = affine.linearize_index disjoint [%3#2, %c0] by (8, 2) : index
// CHECK-NEXT:   vector.transfer_write %2, %arg1[%3#1, %4] {in_bounds = [true, true]} : vector<1x2xf32>, memref<8x16xf32>
// CHECK-NEXT:   %5 = affine.linearize_index disjoint [%c1, %3#1] by (2, 4) : index
// CHECK-NEXT:   vector.transfer_write %2, %arg1[%5, %4] {in_bounds = [true, true]} : vector<1x2xf32>, memref<8x16xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @row(%m: memref<1x16xf32>, %o: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%c0, %c0], %z {in_bounds = [true, true]} : memref<1x16xf32>, vector<1x16xf32>
  %b = vector.broadcast %v : vector<1x16xf32> to vector<8x16xf32>
  %l = iree_vector_ext.to_layout %b to layout(#l) : vector<8x16xf32>
  vector.transfer_write %l, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32>
  return
}

// CHECK-LABEL: func.func @digits(%arg0: memref<8x1xf32>, %arg1: memref<8x16xf32>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 32
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (4, 8) : index, index, index
// CHECK-NEXT:   %1 = vector.transfer_read %arg0[%0#1, %c0], %cst {in_bounds = [true, true]} : memref<8x1xf32>, vector<1x1xf32>
// CHECK-NEXT:   %2 = affine.linearize_index [%c1, %0#1] by (2, 4) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%2, %c0], %cst {in_bounds = [true, true]} : memref<8x1xf32>, vector<1x1xf32>
// CHECK-NEXT:   %4 = vector.broadcast %1 : vector<1x1xf32> to vector<1x2xf32>
// CHECK-NEXT:   %5 = affine.linearize_index [%0#2, %c0] by (8, 2) : index
// CHECK-NEXT:   vector.transfer_write %4, %arg1[%0#1, %5] {in_bounds = [true, true]} : vector<1x2xf32>, memref<8x16xf32>
// CHECK-NEXT:   %6 = vector.broadcast %3 : vector<1x1xf32> to vector<1x2xf32>
// CHECK-NEXT:   vector.transfer_write %6, %arg1[%2, %5] {in_bounds = [true, true]} : vector<1x2xf32>, memref<8x16xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @digits(%m: memref<8x1xf32>, %o: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x1xf32>, vector<8x1xf32>
  %b = vector.broadcast %v : vector<8x1xf32> to vector<8x16xf32>
  %l = iree_vector_ext.to_layout %b to layout(#p) : vector<8x16xf32>
  vector.transfer_write %l, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32>
  return
}
