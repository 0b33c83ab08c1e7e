// RUN: optc %s --split-input-file --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=8,8,1}),canonicalize,cse)' | FileCheck %s
// RUN: optc %s --split-input-file --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{subgroup-size=16 workgroup-size=4,4,4}),canonicalize,cse)' | FileCheck %s --check-prefix=CUBE

// The flat id of a thread counts x, y and z.
// CHECK-LABEL: @line
// CHECK-DAG: %[[X:.*]] = gpu.thread_id x
// CHECK-DAG: %[[Y:.*]] = gpu.thread_id y
// CHECK: affine.linearize_index disjoint [%[[Y]], %[[X]]] by (8, 8)
// CUBE-LABEL: @line
// CUBE-DAG: %[[X:.*]] = gpu.thread_id x
// CUBE-DAG: %[[Y:.*]] = gpu.thread_id y
// CUBE-DAG: %[[Z:.*]] = gpu.thread_id z
// CUBE: affine.linearize_index disjoint [%[[Z]], %[[Y]], %[[X]]] by (4, 4, 4)
#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [64], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
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
// CHECK-LABEL: @copies
// CHECK: scf.if
// CUBE-LABEL: @copies
// CUBE: scf.if
#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [32], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
func.func @copies(%a: memref<64xf32>, %b: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %p {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  %y = iree_vector_ext.to_layout %x to layout(#l) : vector<64xf32>
  vector.transfer_write %y, %b[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32>
  return
}
