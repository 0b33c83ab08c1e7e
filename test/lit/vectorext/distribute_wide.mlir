// RUN: optc %s --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=512,1,1}),canonicalize,cse)' | FileCheck %s

// One digit of the flat id reaches over eight subgroups.
// CHECK-LABEL: @wide
// CHECK: %[[ID:.*]] = gpu.thread_id x
// CHECK: vector.transfer_read {{.*}} : memref<1024xf32>, vector<2xf32>
// CHECK-NOT: scf.if
#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [512], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
func.func @wide(%a: memref<1024xf32>, %b: memref<1024xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0], %p {in_bounds = [true]} : memref<1024xf32>, vector<1024xf32>
  %y = iree_vector_ext.to_layout %x to layout(#l) : vector<1024xf32>
  vector.transfer_write %y, %b[%c0] {in_bounds = [true]} : vector<1024xf32>, memref<1024xf32>
  return
}
