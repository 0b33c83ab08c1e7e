// RUN: optc %s --split-input-file --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=8,8,1}),canonicalize,cse)' | FileCheck %s
// RUN: optc %s --split-input-file --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{subgroup-size=16 workgroup-size=4,4,4}),canonicalize,cse)' | FileCheck %s --check-prefix=CUBE

// The flat id of a thread counts x, y and z.
// CUBE-LABEL: @line
// CUBE-DAG: %[[X:.*]] = gpu.thread_id x
// CUBE-DAG: %[[Y:.*]] = gpu.thread_id y
// CUBE-DAG: %[[Z:.*]] = gpu.thread_id z
// CUBE: affine.linearize_index disjoint [%[[Z]], %[[Y]], %[[X]]] by (4, 4, 4)
#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [64], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
// CHECK-LABEL: func.func @line(%arg0: memref<64xf32>, %arg1: memref<64xf32>) {
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %thread_id_y = gpu.thread_id  y upper_bound 8
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0 = affine.linearize_index disjoint [%thread_id_y, %thread_id_x] by (8, 8) : index
// CHECK-NEXT:   %1:2 = affine.delinearize_index %0 into (64) : index, index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%1#1], %cst {in_bounds = [true]} : memref<64xf32>, vector<1xf32>
// CHECK-NEXT:   vector.transfer_write %2, %arg1[%1#1] {in_bounds = [true]} : vector<1xf32>, memref<64xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @line(%a: memref<64xf32>, %b: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %p {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  %y = iree_vector_ext.to_layout %x to layout(#l) : vector<64xf32>
  vector.transfer_write %y, %b[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32>
  return
}

// -----

// Half of the threads hold copies; one of each pair writes.
// CUBE-LABEL: @copies
// CUBE: scf.if
#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [32], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
// CHECK-LABEL: func.func @copies(%arg0: memref<64xf32>, %arg1: memref<64xf32>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_y = gpu.thread_id  y upper_bound 8
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0 = affine.linearize_index disjoint [%thread_id_y, %thread_id_x] by (8, 8) : index
// CHECK-NEXT:   %1:2 = affine.delinearize_index %0 into (32) : index, index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%1#1], %cst {in_bounds = [true]} : memref<64xf32>, vector<1xf32>
// CHECK-NEXT:   %3 = affine.linearize_index disjoint [%c1, %1#1] by (2, 32) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%3], %cst {in_bounds = [true]} : memref<64xf32>, vector<1xf32>
// CHECK-NEXT:   %5:2 = affine.delinearize_index %0 into (2, 32) : index, index
// CHECK-NEXT:   %6 = arith.cmpi eq, %5#0, %c0 : index
// CHECK-NEXT:   scf.if %6 {
// CHECK-NEXT:     vector.transfer_write %2, %arg1[%1#1] {in_bounds = [true]} : vector<1xf32>, memref<64xf32>
// CHECK-NEXT:     vector.transfer_write %4, %arg1[%3] {in_bounds = [true]} : vector<1xf32>, memref<64xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @copies(%a: memref<64xf32>, %b: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %p {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  %y = iree_vector_ext.to_layout %x to layout(#l) : vector<64xf32>
  vector.transfer_write %y, %b[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32>
  return
}
