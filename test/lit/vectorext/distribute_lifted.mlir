// RUN: optc %s --vectorext-distribute-nested-layout=workgroup-size=64 --verify-exec | FileCheck %s

// All lanes reduce, and one thread stores the sum: the branch guards only the store.

#r = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [64], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: func @sum
// CHECK: %[[S:.*]] = gpu.subgroup_reduce add
// CHECK: scf.if
// CHECK-NEXT: memref.store
func.func @sum(%m: memref<128xi32>, %o: memref<i32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %tid = gpu.thread_id x
  %c = arith.cmpi eq, %tid, %c0 : index
  %x = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<128xi32>, vector<128xi32>
  %l = iree_vector_ext.to_layout %x to layout(#r) : vector<128xi32>
  scf.if %c {
    %y = arith.muli %l, %l : vector<128xi32>
    %s = vector.multi_reduction <add>, %y, %p [0] : vector<128xi32> to i32
    memref.store %s, %o[] : memref<i32>
  }
  return
}
