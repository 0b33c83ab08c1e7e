// RUN: optc %s --verify-exec --vectorext-distribute-nested-layout="subgroup-size=32 workgroup-size=48" --canonicalize --cse | FileCheck %s

// The last subgroup of a workgroup has 16 of 32 lanes.

#sixteen = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [16], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
#all = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [32], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// Each subgroup has whole clusters of 16 lanes.
// CHECK-LABEL: func.func @clusters(
// CHECK-NOT: memref.alloc
// CHECK: gpu.subgroup_reduce add %{{.*}} cluster(size = 16)
func.func @clusters(%x: memref<16xi32>, %y: memref<i32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %v = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %a = iree_vector_ext.to_layout %v to layout(#sixteen) : vector<16xi32>
  %s = vector.multi_reduction <add>, %a, %p [0] : vector<16xi32> to i32
  memref.store %s, %y[] : memref<i32>
  return
}

// The last subgroup has a part of a cluster of 32 lanes, so that threads add through workgroup memory.
// CHECK-LABEL: func.func @part(
// CHECK-NOT: gpu.subgroup_reduce
// CHECK: memref.alloc
func.func @part(%x: memref<32xi32>, %y: memref<i32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %v = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<32xi32>, vector<32xi32>
  %a = iree_vector_ext.to_layout %v to layout(#all) : vector<32xi32>
  %s = vector.multi_reduction <add>, %a, %p [0] : vector<32xi32> to i32
  memref.store %s, %y[] : memref<i32>
  return
}
