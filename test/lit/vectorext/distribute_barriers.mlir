// RUN: optc %s --vectorext-distribute-nested-layout='workgroup-size=64 subgroup-size=32 barriers=insert' --verify-exec | FileCheck %s
// RUN: optc %s --vectorext-distribute-nested-layout='workgroup-size=64 subgroup-size=32 barriers=trust' 2>&1 >/dev/null | FileCheck %s --check-prefix=TRUST

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 4], subgroup_strides = [1, 0], thread_strides = [4, 1]>

// TRUST: remark: 'vector.transfer_write' op writes memory in another layout than it was read in, and no barrier is between

// CHECK-LABEL: func @transpose
// CHECK: vector.transfer_read
// CHECK: gpu.barrier
// CHECK: vector.transfer_write
// CHECK-NOT: gpu.barrier
func.func @transpose(%m: memref<16x16xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %v = memref.subview %m[0, 0] [16, 16] [1, 1] : memref<16x16xi32> to memref<16x16xi32, strided<[16, 1]>>
  %x = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x16xi32>, vector<16x16xi32>
  %l = iree_vector_ext.to_layout %x to layout(#rows) : vector<16x16xi32>
  %t = vector.transpose %l, [1, 0] : vector<16x16xi32> to vector<16x16xi32>
  vector.transfer_write %t, %v[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xi32>, memref<16x16xi32, strided<[16, 1]>>
  return
}

// The next iteration reads what this one wrote.
// CHECK-LABEL: func @again
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: vector.transfer_read
// CHECK: gpu.barrier
// CHECK: vector.transfer_write
func.func @again(%m: memref<16x16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %p = arith.constant 0 : i32
  scf.for %i = %c0 to %c3 step %c1 {
    %x = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x16xi32>, vector<16x16xi32>
    %l = iree_vector_ext.to_layout %x to layout(#rows) : vector<16x16xi32>
    %t = vector.transpose %l, [1, 0] : vector<16x16xi32> to vector<16x16xi32>
    vector.transfer_write %t, %m[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xi32>, memref<16x16xi32>
  }
  return
}

// All threads use the number that the first thread changes.
// CHECK-LABEL: func @count
// CHECK: %[[N:.*]] = memref.load
// CHECK: gpu.barrier
// CHECK: scf.if
// CHECK-NEXT: %[[M:.*]] = arith.addi %[[N]]
// CHECK-NEXT: memref.store %[[M]]
func.func @count(%n: memref<i32>, %o: memref<16x16xi32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %x = memref.load %n[] : memref<i32>
  %v = vector.broadcast %x : i32 to vector<16x16xi32>
  %l = iree_vector_ext.to_layout %v to layout(#rows) : vector<16x16xi32>
  vector.transfer_write %l, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xi32>, memref<16x16xi32>
  %y = arith.addi %x, %one : i32
  memref.store %y, %n[] : memref<i32>
  return
}
