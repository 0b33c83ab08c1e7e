// RUN: optc %s --vectorext-distribute-nested-layout=workgroup-size=64,1,1 --canonicalize --cse | FileCheck %s
// RUN: optc %s --vectorext-distribute-nested-layout=workgroup-size=64,1,1 --verify-exec -o /dev/null

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>

// Half of the threads hold copies. Each of the others stores two tiles.
// CHECK-LABEL: @transposed
// CHECK: %[[T:.+]]:3 = affine.delinearize_index %thread_id_x into (4, 8)
// CHECK: %[[J:.+]] = affine.linearize_index disjoint [%[[T]]#2, %c0] by (8, 2)
// CHECK: %[[ROW:.+]] = affine.linearize_index disjoint [%c1, %[[T]]#1] by (2, 4)
// CHECK: %[[DIGITS:.+]]:3 = affine.delinearize_index %thread_id_x into (2, 4, 8)
// CHECK: %[[FIRST:.+]] = arith.cmpi eq, %[[DIGITS]]#0, %c0
// CHECK: scf.if %[[FIRST]] {
// CHECK:   iree_linalg_ext.map_store %{{.+}} into %arg1 {
// CHECK:   ^bb0(%[[A:.+]]: index, %[[B:.+]]: index):
// CHECK:     %[[I:.+]] = arith.addi %[[A]], %[[T]]#1 : index
// CHECK:     %[[K:.+]] = arith.addi %[[B]], %[[J]] : index
// CHECK:     iree_linalg_ext.yield %[[K]], %[[I]], %true : index, index, i1
// CHECK:   } : vector<1x2xf32> into memref<16x8xf32>
// CHECK:   iree_linalg_ext.map_store
// CHECK:     arith.addi %{{.+}}, %[[ROW]] : index
func.func @transposed(%from: memref<8x16xf32>, %to: memref<16x8xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %true = arith.constant true
  %0 = vector.transfer_read %from[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x16xf32>, vector<8x16xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#l) : vector<8x16xf32>
  iree_linalg_ext.map_store %1 into %to {
  ^bb0(%i: index, %j: index):
    iree_linalg_ext.yield %j, %i, %true : index, index, i1
  } : vector<8x16xf32> into memref<16x8xf32>
  return
}
