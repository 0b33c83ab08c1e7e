// RUN: optc %s --split-input-file --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=8}),canonicalize,func.func(int-range-optimizations),canonicalize,cse)' | FileCheck %s --implicit-check-not=create_mask --implicit-check-not=scf.if

// Full tiles have no masks, and tiles that are off no transfers.
#l = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [2, 1]>
// CHECK-LABEL: func.func @full(%arg0: memref<4x16xf32>, %arg1: memref<4x16xf32>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (4, 2) : index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#1, %c0] by (2, 4) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%0#0, %1], %cst {in_bounds = [true, true]} : memref<4x16xf32>, vector<1x4xf32>
// CHECK-NEXT:   %3 = affine.linearize_index disjoint [%c1, %0#1, %c0] by (2, 2, 4) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%0#0, %3], %cst {in_bounds = [true, true]} : memref<4x16xf32>, vector<1x4xf32>
// CHECK-NEXT:   vector.transfer_write %2, %arg1[%0#0, %1] {in_bounds = [true, true]} : vector<1x4xf32>, memref<4x16xf32>
// CHECK-NEXT:   vector.transfer_write %4, %arg1[%0#0, %3] {in_bounds = [true, true]} : vector<1x4xf32>, memref<4x16xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @full(%a: memref<4x16xf32>, %b: memref<4x16xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %p = arith.constant 0.0 : f32
  %c16 = arith.constant 16 : index
  %m = vector.create_mask %c4, %c16 : vector<4x16xi1>
  %x = vector.transfer_read %a[%c0, %c0], %p, %m {in_bounds = [true, true]} : memref<4x16xf32>, vector<4x16xf32>
  %y = iree_vector_ext.to_layout %x to layout(#l) : vector<4x16xf32>
  vector.transfer_write %y, %b[%c0, %c0], %m {in_bounds = [true, true]} : vector<4x16xf32>, memref<4x16xf32>
  return
}

// One batch of two is on.
// CHECK-LABEL: func.func @half(%arg0: memref<4x16xf32>, %arg1: memref<4x16xf32>) {
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (4, 2) : index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#1, %c0] by (2, 4) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%0#0, %1], %cst {in_bounds = [true, true]} : memref<4x16xf32>, vector<1x4xf32>
// CHECK-NEXT:   vector.transfer_write %2, %arg1[%0#0, %1] {in_bounds = [true, true]} : vector<1x4xf32>, memref<4x16xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @half(%a: memref<4x16xf32>, %b: memref<4x16xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %p = arith.constant 0.0 : f32
  %c8 = arith.constant 8 : index
  %m = vector.create_mask %c4, %c8 : vector<4x16xi1>
  %x = vector.transfer_read %a[%c0, %c0], %p, %m {in_bounds = [true, true]} : memref<4x16xf32>, vector<4x16xf32>
  %y = iree_vector_ext.to_layout %x to layout(#l) : vector<4x16xf32>
  vector.transfer_write %y, %b[%c0, %c0], %m {in_bounds = [true, true]} : vector<4x16xf32>, memref<4x16xf32>
  return
}

// What is left of 64 is never less than 16: the last step begins at 48.
// CHECK-LABEL: func.func @last_tile(%arg0: memref<4x64xf32>, %arg1: memref<4x64xf32>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c64 = arith.constant 64 : index
// CHECK-NEXT:   %c16 = arith.constant 16 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   scf.for %arg2 = %c0 to %c64 step %c16 {
// CHECK-NEXT:     %0:2 = affine.delinearize_index %thread_id_x into (4, 2) : index, index
// CHECK-NEXT:     %1 = affine.linearize_index [%0#1, %arg2] by (2, 4) : index
// CHECK-NEXT:     %2 = vector.transfer_read %arg0[%0#0, %1], %cst {in_bounds = [true, true]} : memref<4x64xf32>, vector<1x4xf32>
// CHECK-NEXT:     %3 = affine.linearize_index [%c1, %0#1, %arg2] by (2, 2, 4) : index
// CHECK-NEXT:     %4 = vector.transfer_read %arg0[%0#0, %3], %cst {in_bounds = [true, true]} : memref<4x64xf32>, vector<1x4xf32>
// CHECK-NEXT:     vector.transfer_write %2, %arg1[%0#0, %1] {in_bounds = [true, true]} : vector<1x4xf32>, memref<4x64xf32>
// CHECK-NEXT:     vector.transfer_write %4, %arg1[%0#0, %3] {in_bounds = [true, true]} : vector<1x4xf32>, memref<4x64xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @last_tile(%a: memref<4x64xf32>, %b: memref<4x64xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %p = arith.constant 0.0 : f32
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c16 {
    %left = arith.subi %c64, %i : index
    %k = arith.minsi %left, %c16 : index
    %m = vector.create_mask %c4, %k : vector<4x16xi1>
    %x = vector.transfer_read %a[%c0, %i], %p, %m {in_bounds = [true, true]} : memref<4x64xf32>, vector<4x16xf32>
    %y = iree_vector_ext.to_layout %x to layout(#l) : vector<4x16xf32>
    vector.transfer_write %y, %b[%c0, %i], %m {in_bounds = [true, true]} : vector<4x16xf32>, memref<4x64xf32>
  }
  return
}

// The first batch is full, the second one needs a mask.
// CHECK-LABEL: func.func @from_8_to_12(%arg0: memref<4x16xf32>, %arg1: memref<4x16xf32>, %arg2: index) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c12 = arith.constant 12 : index
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0 = arith.minsi %arg2, %c12 : index
// CHECK-NEXT:   %1 = arith.maxsi %0, %c8 : index
// CHECK-NEXT:   %2:2 = affine.delinearize_index %thread_id_x into (4, 2) : index, index
// CHECK-NEXT:   %3:2 = affine.delinearize_index %1 into (8) : index, index
// CHECK-NEXT:   %4 = arith.muli %2#1, %c4 : index
// CHECK-NEXT:   %5 = arith.subi %3#1, %4 : index
// CHECK-NEXT:   %6 = arith.maxsi %5, %c0 : index
// CHECK-NEXT:   %7 = affine.linearize_index disjoint [%2#1, %c0] by (2, 4) : index
// CHECK-NEXT:   %8 = vector.transfer_read %arg0[%2#0, %7], %cst {in_bounds = [true, true]} : memref<4x16xf32>, vector<1x4xf32>
// CHECK-NEXT:   %9 = affine.linearize_index disjoint [%c1, %2#1, %c0] by (2, 2, 4) : index
// CHECK-NEXT:   %10 = vector.create_mask %c1, %6 : vector<1x4xi1>
// CHECK-NEXT:   %11 = vector.transfer_read %arg0[%2#0, %9], %cst, %10 {in_bounds = [true, true]} : memref<4x16xf32>, vector<1x4xf32>
// CHECK-NEXT:   vector.transfer_write %8, %arg1[%2#0, %7] {in_bounds = [true, true]} : vector<1x4xf32>, memref<4x16xf32>
// CHECK-NEXT:   vector.transfer_write %11, %arg1[%2#0, %9], %10 {in_bounds = [true, true]} : vector<1x4xf32>, memref<4x16xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @from_8_to_12(%a: memref<4x16xf32>, %b: memref<4x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %p = arith.constant 0.0 : f32
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %k0 = arith.minsi %n, %c12 : index
  %k = arith.maxsi %k0, %c8 : index
  %m = vector.create_mask %c4, %k : vector<4x16xi1>
  %x = vector.transfer_read %a[%c0, %c0], %p, %m {in_bounds = [true, true]} : memref<4x16xf32>, vector<4x16xf32>
  %y = iree_vector_ext.to_layout %x to layout(#l) : vector<4x16xf32>
  vector.transfer_write %y, %b[%c0, %c0], %m {in_bounds = [true, true]} : vector<4x16xf32>, memref<4x16xf32>
  return
}

// -----

// The steps of a thread are one constant and the place of its first.
#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [3], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
// CHECK-LABEL: func.func @step(%arg0: memref<48xindex>) {
// CHECK-NEXT:   %cst = arith.constant dense<[0, 1, 16, 17, 32, 33]> : vector<6xindex>
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0 = arith.muli %thread_id_x, %c2 : index
// CHECK-NEXT:   %1 = vector.broadcast %0 : index to vector<6xindex>
// CHECK-NEXT:   %2 = arith.addi %1, %cst : vector<6xindex>
// CHECK-NEXT:   %3 = vector.shape_cast %2 : vector<6xindex> to vector<3x1x2xindex>
// CHECK-NEXT:   %4 = affine.linearize_index disjoint [%thread_id_x, %c0] by (8, 2) : index
// CHECK-NEXT:   %5 = vector.extract %3[0, 0] : vector<2xindex> from vector<3x1x2xindex>
// CHECK-NEXT:   vector.transfer_write %5, %arg0[%4] {in_bounds = [true]} : vector<2xindex>, memref<48xindex>
// CHECK-NEXT:   %6 = affine.linearize_index disjoint [%c1, %thread_id_x, %c0] by (3, 8, 2) : index
// CHECK-NEXT:   %7 = vector.extract %3[1, 0] : vector<2xindex> from vector<3x1x2xindex>
// CHECK-NEXT:   vector.transfer_write %7, %arg0[%6] {in_bounds = [true]} : vector<2xindex>, memref<48xindex>
// CHECK-NEXT:   %8 = affine.linearize_index disjoint [%c2, %thread_id_x, %c0] by (3, 8, 2) : index
// CHECK-NEXT:   %9 = vector.extract %3[2, 0] : vector<2xindex> from vector<3x1x2xindex>
// CHECK-NEXT:   vector.transfer_write %9, %arg0[%8] {in_bounds = [true]} : vector<2xindex>, memref<48xindex>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @step(%b: memref<48xindex>) {
  %c0 = arith.constant 0 : index
  %x = vector.step : vector<48xindex>
  %y = iree_vector_ext.to_layout %x to layout(#l) : vector<48xindex>
  vector.transfer_write %y, %b[%c0] {in_bounds = [true]} : vector<48xindex>, memref<48xindex>
  return
}
