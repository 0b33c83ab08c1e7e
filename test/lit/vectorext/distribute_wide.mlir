// RUN: optc %s --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=512,1,1}),canonicalize,cse)' | FileCheck %s

// One digit of the flat id reaches over eight subgroups.
#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [512], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
// CHECK-LABEL: func.func @wide(%arg0: memref<1024xf32>, %arg1: memref<1024xf32>) {
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 512
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (512) : index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#1, %c0] by (512, 2) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%1], %cst {in_bounds = [true]} : memref<1024xf32>, vector<2xf32>
// CHECK-NEXT:   vector.transfer_write %2, %arg1[%1] {in_bounds = [true]} : vector<2xf32>, memref<1024xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @wide(%a: memref<1024xf32>, %b: memref<1024xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %p {in_bounds = [true]} : memref<1024xf32>, vector<1024xf32>
  %y = iree_vector_ext.to_layout %x to layout(#l) : vector<1024xf32>
  vector.transfer_write %y, %b[%c0] {in_bounds = [true]} : vector<1024xf32>, memref<1024xf32>
  return
}
