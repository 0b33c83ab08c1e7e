// RUN: optc %s --vectorext-distribute-nested-layout=workgroup-size=64 --canonicalize --cse --verify-exec | FileCheck %s

// What no anchor divides is written by the first thread, which also reads alone what only the write needs.

#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [64], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: func @in_place
// CHECK:      %[[FIRST:.*]] = arith.cmpi eq, %thread_id_x, %c0
// CHECK-NEXT: scf.if %[[FIRST]] {
// CHECK-NEXT:   %[[X:.*]] = vector.transfer_read %arg1
// CHECK-NEXT:   %[[Y:.*]] = arith.addi %[[X]], %[[X]]
// CHECK-NEXT:   vector.transfer_write %[[Y]], %arg1
// CHECK-NEXT:   %[[C:.*]] = memref.load %arg2
// CHECK-NEXT:   %[[D:.*]] = arith.addi %[[C]]
// CHECK-NEXT:   memref.store %[[D]], %arg2
// CHECK-NEXT: }
func.func @in_place(%m: memref<128xi32>, %b: memref<4xi32>, %c: memref<i32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %x = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<128xi32>, vector<128xi32>
  %l = iree_vector_ext.to_layout %x to layout(#line) : vector<128xi32>
  vector.transfer_write %l, %m[%c0] {in_bounds = [true]} : vector<128xi32>, memref<128xi32>
  %y = vector.transfer_read %b[%c0], %p {in_bounds = [true]} : memref<4xi32>, vector<4xi32>
  %z = arith.addi %y, %y : vector<4xi32>
  vector.transfer_write %z, %b[%c0] {in_bounds = [true]} : vector<4xi32>, memref<4xi32>
  %n = memref.load %c[] : memref<i32>
  %k = arith.addi %n, %one : i32
  memref.store %k, %c[] : memref<i32>
  return
}

// Other threads read the number afterwards, without a barrier: each of them writes it for itself.
// CHECK-LABEL: func @read_by_all
// CHECK:      memref.store %c1_i32, %arg1
// CHECK-NEXT: memref.load %arg1
func.func @read_by_all(%m: memref<128xi32>, %c: memref<i32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  memref.store %one, %c[] : memref<i32>
  %n = memref.load %c[] : memref<i32>
  %x = vector.broadcast %n : i32 to vector<128xi32>
  %l = iree_vector_ext.to_layout %x to layout(#line) : vector<128xi32>
  vector.transfer_write %l, %m[%c0] {in_bounds = [true]} : vector<128xi32>, memref<128xi32>
  return
}

// A thread's own memory is written by all threads.
// CHECK-LABEL: func @own
// CHECK-NOT: scf.if
// CHECK: memref.store %{{.*}}, %alloca
func.func @own(%m: memref<128xi32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %c = memref.alloca() : memref<i32>
  memref.store %one, %c[] : memref<i32>
  %n = memref.load %c[] : memref<i32>
  %x = vector.broadcast %n : i32 to vector<128xi32>
  %l = iree_vector_ext.to_layout %x to layout(#line) : vector<128xi32>
  vector.transfer_write %l, %m[%c0] {in_bounds = [true]} : vector<128xi32>, memref<128xi32>
  return
}
