// RUN: optc %s --vectorext-distribute-nested-layout=workgroup-size=8 --canonicalize --cse --verify-exec 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=error:

// Loads, stores and reductions of vectors of one dimension are distributed as transfers and
// multi_reductions are.

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [2, 4], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [4, 1]>
#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: @memory
// CHECK: vector.transfer_read {{.*}} : memref<3x4x8xf32>, vector<2x2xf32>
// CHECK: vector.transfer_write {{.*}} : vector<2x2xf32>, memref<4x8xf32>
func.func @memory(%a: memref<3x4x8xf32>, %b: memref<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %x = vector.load %a[%c2, %c0, %c0] : memref<3x4x8xf32>, vector<4x8xf32>
  %l = iree_vector_ext.to_layout %x to layout(#rows) : vector<4x8xf32>
  vector.store %l, %b[%c0, %c0] : memref<4x8xf32>, vector<4x8xf32>
  return
}

// CHECK-LABEL: @reductions
// CHECK: gpu.subgroup_reduce add {{.*}} cluster(size = 8)
// CHECK: gpu.subgroup_reduce maximumf {{.*}} cluster(size = 8)
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
