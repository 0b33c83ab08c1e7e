// RUN: optc %s --vectorext-distribute-nested-layout=workgroup-size=64,1,1 --canonicalize --cse | FileCheck %s
// RUN: optc %s --vectorext-distribute-nested-layout=workgroup-size=64,1,1 --verify-exec -o /dev/null

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>

// Half of the threads hold copies. Each of the others stores two tiles.
// CHECK-LABEL: func.func @transposed(%arg0: memref<8x16xf32>, %arg1: memref<16x8xf32>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 64
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (4, 8) : index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#2, %c0] by (8, 2) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%0#1, %1], %cst {in_bounds = [true, true]} : memref<8x16xf32>, vector<1x2xf32>
// CHECK-NEXT:   %3 = affine.linearize_index disjoint [%c1, %0#1] by (2, 4) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%3, %1], %cst {in_bounds = [true, true]} : memref<8x16xf32>, vector<1x2xf32>
// CHECK-NEXT:   %5:3 = affine.delinearize_index %thread_id_x into (2, 4, 8) : index, index, index
// CHECK-NEXT:   %6 = arith.cmpi eq, %5#0, %c0 : index
// CHECK-NEXT:   scf.if %6 {
// CHECK-NEXT:     iree_linalg_ext.map_store %2 into %arg1 {
// CHECK-NEXT:     ^bb0(%arg2: index, %arg3: index):
// CHECK-NEXT:       %7 = arith.addi %arg2, %0#1 : index
// CHECK-NEXT:       %8 = arith.addi %arg3, %1 : index
// CHECK-NEXT:       iree_linalg_ext.yield %8, %7, %true : index, index, i1
// CHECK-NEXT:     } : vector<1x2xf32> into memref<16x8xf32>
// CHECK-NEXT:     iree_linalg_ext.map_store %4 into %arg1 {
// CHECK-NEXT:     ^bb0(%arg2: index, %arg3: index):
// CHECK-NEXT:       %7 = arith.addi %arg2, %3 : index
// CHECK-NEXT:       %8 = arith.addi %arg3, %1 : index
// CHECK-NEXT:       iree_linalg_ext.yield %8, %7, %true : index, index, i1
// CHECK-NEXT:     } : vector<1x2xf32> into memref<16x8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
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
