// RUN: optc %s --vectorext-distribute-nested-layout="workgroup-size=64 subgroup-size=32" | FileCheck %s

// The second exchange does not need the first, but its division may be undefined where the assertion fails. So it
// stays behind the assertion, and does not share the first barrier.
#rows = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 4], subgroup_strides = [1, 0], thread_strides = [4, 1]>
#columns = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [4, 1], subgroup_strides = [0, 1], thread_strides = [1, 4]>

// CHECK-LABEL: func.func @asserted
// CHECK: gpu.barrier
// CHECK: cf.assert
// CHECK: arith.divsi
// CHECK: vector.store
// CHECK: gpu.barrier
func.func @asserted(%x: memref<16x16xi32>, %n: i32, %o: memref<16x16xi32>, %q: memref<16x16xi32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %v = vector.transfer_read %x[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x16xi32>, vector<16x16xi32>
  %a = iree_vector_ext.to_layout %v to layout(#rows) : vector<16x16xi32>
  %b = iree_vector_ext.to_layout %a to layout(#columns) : vector<16x16xi32>
  vector.transfer_write %b, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xi32>, memref<16x16xi32>
  %some = arith.cmpi ne, %n, %z : i32
  cf.assert %some, "a divisor"
  %d = vector.broadcast %n : i32 to vector<16x16xi32>
  %t = arith.divsi %a, %d : vector<16x16xi32>
  %u = iree_vector_ext.to_layout %t to layout(#columns) : vector<16x16xi32>
  vector.transfer_write %u, %q[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xi32>, memref<16x16xi32>
  return
}
