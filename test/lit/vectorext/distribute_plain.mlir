// RUN: optc %s --vectorext-distribute-nested-layout=workgroup-size=8 --canonicalize --cse --verify-exec 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=error:

// Loads, stores and reductions of vectors of one dimension are distributed as transfers and
// multi_reductions are.

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [2, 4], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [4, 1]>
#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: func.func @memory(%arg0: memref<3x4x8xf32>, %arg1: memref<4x8xf32>) {
// CHECK-NEXT:   %0 = ub.poison : f32
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %1:3 = affine.delinearize_index %thread_id_x into (2, 4) : index, index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%1#1, %c0] by (2, 2) : index
// CHECK-NEXT:   %3 = affine.linearize_index disjoint [%1#2, %c0] by (4, 2) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%c2, %2, %3], %0 {in_bounds = [true, true]} : memref<3x4x8xf32>, vector<2x2xf32>
// CHECK-NEXT:   vector.transfer_write %4, %arg1[%2, %3] {in_bounds = [true, true]} : vector<2x2xf32>, memref<4x8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @memory(%a: memref<3x4x8xf32>, %b: memref<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %x = vector.load %a[%c2, %c0, %c0] : memref<3x4x8xf32>, vector<4x8xf32>
  %l = iree_vector_ext.to_layout %x to layout(#rows) : vector<4x8xf32>
  vector.store %l, %b[%c0, %c0] : memref<4x8xf32>, vector<4x8xf32>
  return
}

// CHECK-LABEL: func.func @reductions(%arg0: memref<16xf32>, %arg1: memref<2xf32>, %arg2: f32) {
// CHECK-NEXT:   %cst = arith.constant 0xFF800000 : f32
// CHECK-NEXT:   %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<1x1x2xf32>
// CHECK-NEXT:   %0 = ub.poison : f32
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %1:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%1#1, %c0] by (8, 2) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%2], %0 {in_bounds = [true]} : memref<16xf32>, vector<2xf32>
// CHECK-NEXT:   %4 = vector.insert_strided_slice %3, %cst_1 {offsets = [0, 0, 0], strides = [1]} : vector<2xf32> into vector<1x1x2xf32>
// CHECK-NEXT:   %5 = vector.multi_reduction <add>, %4, %cst_0 [0, 1, 2] : vector<1x1x2xf32> to f32
// CHECK-NEXT:   %6 = gpu.subgroup_reduce  add %5 cluster(size = 8) : (f32) -> f32
// CHECK-NEXT:   %7 = vector.broadcast %6 : f32 to vector<1xf32>
// CHECK-NEXT:   %8 = vector.broadcast %arg2 : f32 to vector<1xf32>
// CHECK-NEXT:   %9 = arith.addf %7, %8 : vector<1xf32>
// CHECK-NEXT:   %10 = vector.extract %9[0] : f32 from vector<1xf32>
// CHECK-NEXT:   %11 = vector.multi_reduction <maximumf>, %4, %cst [0, 1, 2] : vector<1x1x2xf32> to f32
// CHECK-NEXT:   %12 = gpu.subgroup_reduce  maximumf %11 cluster(size = 8) : (f32) -> f32
// CHECK-NEXT:   %13 = arith.cmpi eq, %thread_id_x, %c0 : index
// CHECK-NEXT:   scf.if %13 {
// CHECK-NEXT:     memref.store %10, %arg1[%c0] : memref<2xf32>
// CHECK-NEXT:     memref.store %12, %arg1[%c1] : memref<2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @reductions(%a: memref<16xf32>, %b: memref<2xf32>, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = vector.load %a[%c0] : memref<16xf32>, vector<16xf32>
  %l = iree_vector_ext.to_layout %x to layout(#line) : vector<16xf32>
  %sum = vector.reduction <add>, %l, %s : vector<16xf32> into f32
  %max = vector.reduction <maximumf>, %l : vector<16xf32> into f32
  memref.store %sum, %b[%c0] : memref<2xf32>
  memref.store %max, %b[%c1] : memref<2xf32>
  return
}
