// RUN: optc %s --vectorext-distribute-nested-layout=workgroup-size=8 --verify-exec -o %t
// RUN: FileCheck %s --input-file=%t

#a = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// What a loop carries has the layout of its result, also where only a write in the loop uses it.
// CHECK-LABEL: func.func @carried
// CHECK: scf.for {{.*}} -> (vector<1x1x2xf32>) {
// CHECK-NOT: vector<16xf32>
// CHECK: return
func.func @carried(%n: memref<16xf32>, %o: memref<16xf32>, %q: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p = arith.constant 0.0 : f32
  %u = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %u) -> vector<16xf32> {
    vector.transfer_write %x, %o[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    %y = vector.transfer_read %n[%c0], %p {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
    scf.yield %y : vector<16xf32>
  }
  %s = iree_vector_ext.to_layout %r to layout(#a) : vector<16xf32>
  vector.transfer_write %s, %q[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
  return
}
