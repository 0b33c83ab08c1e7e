// RUN: optc %s --compat=today --vectorext-distribute-nested-layout="workgroup-size=8 subgroup-size=4" --canonicalize --cse --verify-exec | FileCheck %s

// The revision of 2026-08 has a constant for the tiles and a step for the elements.
#l = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [3], outer_tile = [2], thread_tile = [4], element_tile = [5], subgroup_strides = [1], thread_strides = [1]>
// CHECK-LABEL: func.func @step(%arg0: memref<240xindex>) {
// CHECK-NEXT:   %cst = arith.constant dense<{{\[\[}}0], [20], [40], [60], [80], [100]]> : vector<6x1xindex>
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c5 = arith.constant 5 : index
// CHECK-NEXT:   %c120 = arith.constant 120 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (2, 4) : index, index, index
// CHECK-NEXT:   %1:2 = affine.delinearize_index %thread_id_x into (4) : index, index
// CHECK-NEXT:   %2 = vector.step : vector<5xindex>
// CHECK-NEXT:   %3 = vector.broadcast %2 : vector<5xindex> to vector<6x5xindex>
// CHECK-NEXT:   %4 = vector.broadcast %cst : vector<6x1xindex> to vector<6x5xindex>
// CHECK-NEXT:   %5 = arith.addi %4, %3 : vector<6x5xindex>
// CHECK-NEXT:   %6 = arith.muli %0#1, %c120 : index
// CHECK-NEXT:   %7 = vector.broadcast %6 : index to vector<6x5xindex>
// CHECK-NEXT:   %8 = arith.addi %5, %7 : vector<6x5xindex>
// CHECK-NEXT:   %9 = arith.muli %1#1, %c5 : index
// CHECK-NEXT:   %10 = vector.broadcast %9 : index to vector<6x5xindex>
// CHECK-NEXT:   %11 = arith.addi %8, %10 : vector<6x5xindex>
// CHECK-NEXT:   %12 = affine.linearize_index disjoint [%0#1, %c0, %c0, %1#1, %c0] by (2, 3, 2, 4, 5) : index
// CHECK-NEXT:   %13 = vector.extract %11[0] : vector<5xindex> from vector<6x5xindex>
// CHECK-NEXT:   vector.transfer_write %13, %arg0[%12] {in_bounds = [true]} : vector<5xindex>, memref<240xindex>
// CHECK-NEXT:   %14 = affine.linearize_index disjoint [%0#1, %c0, %c1, %1#1, %c0] by (2, 3, 2, 4, 5) : index
// CHECK-NEXT:   %15 = vector.extract %11[1] : vector<5xindex> from vector<6x5xindex>
// CHECK-NEXT:   vector.transfer_write %15, %arg0[%14] {in_bounds = [true]} : vector<5xindex>, memref<240xindex>
// CHECK-NEXT:   %16 = affine.linearize_index disjoint [%0#1, %c1, %c0, %1#1, %c0] by (2, 3, 2, 4, 5) : index
// CHECK-NEXT:   %17 = vector.extract %11[2] : vector<5xindex> from vector<6x5xindex>
// CHECK-NEXT:   vector.transfer_write %17, %arg0[%16] {in_bounds = [true]} : vector<5xindex>, memref<240xindex>
// CHECK-NEXT:   %18 = affine.linearize_index disjoint [%0#1, %c1, %c1, %1#1, %c0] by (2, 3, 2, 4, 5) : index
// CHECK-NEXT:   %19 = vector.extract %11[3] : vector<5xindex> from vector<6x5xindex>
// CHECK-NEXT:   vector.transfer_write %19, %arg0[%18] {in_bounds = [true]} : vector<5xindex>, memref<240xindex>
// CHECK-NEXT:   %20 = affine.linearize_index disjoint [%0#1, %c2, %c0, %1#1, %c0] by (2, 3, 2, 4, 5) : index
// CHECK-NEXT:   %21 = vector.extract %11[4] : vector<5xindex> from vector<6x5xindex>
// CHECK-NEXT:   vector.transfer_write %21, %arg0[%20] {in_bounds = [true]} : vector<5xindex>, memref<240xindex>
// CHECK-NEXT:   %22 = affine.linearize_index disjoint [%0#1, %c2, %c1, %1#1, %c0] by (2, 3, 2, 4, 5) : index
// CHECK-NEXT:   %23 = vector.extract %11[5] : vector<5xindex> from vector<6x5xindex>
// CHECK-NEXT:   vector.transfer_write %23, %arg0[%22] {in_bounds = [true]} : vector<5xindex>, memref<240xindex>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @step(%o: memref<240xindex>) {
  %c0 = arith.constant 0 : index
  %v = vector.step : vector<240xindex>
  %l = iree_vector_ext.to_layout %v to layout(#l) : vector<240xindex>
  vector.transfer_write %l, %o[%c0] {in_bounds = [true]} : vector<240xindex>, memref<240xindex>
  return
}
