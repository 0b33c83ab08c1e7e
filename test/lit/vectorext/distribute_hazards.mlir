// RUN: optc %s --split-input-file --verify-diagnostics --vectorext-distribute-nested-layout=workgroup-size=8

// The outcome must not depend on which thread comes first.

#pairs = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#turns = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

func.func @written_and_read(%x: memref<16xi32>, %o: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %a = vector.transfer_read %o[%c0], %p {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %al = iree_vector_ext.to_layout %a to layout(#pairs) : vector<16xi32>
  // expected-note @below {{it is written here with nested_layout<subgroup_tile = [1], batch_tile = [1]}}
  vector.transfer_write %al, %x[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
  // expected-error @below {{'vector.transfer_read' op reads memory in another layout than it was written in, and no barrier is between}}
  // expected-note @below {{it is read here with nested_layout<subgroup_tile = [1], batch_tile = [2]}}
  %b = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %bl = iree_vector_ext.to_layout %b to layout(#turns) : vector<16xi32>
  // expected-error @below {{'vector.transfer_write' op writes memory in another layout than it was read in, and no barrier is between}}
  // expected-note @-9 {{it is read here with nested_layout<subgroup_tile = [1], batch_tile = [1]}}
  // expected-note @below {{it is written here with}}
  vector.transfer_write %bl, %o[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
  return
}

// -----

#pairs = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// All threads use what the first of them changes.
func.func @counter(%x: memref<16xi32>, %o: memref<16xi32>, %count: memref<i32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // expected-note @below {{it is read here by every thread}}
  %n = memref.load %count[] : memref<i32>
  %a = vector.broadcast %n : i32 to vector<16xi32>
  %al = iree_vector_ext.to_layout %a to layout(#pairs) : vector<16xi32>
  vector.transfer_write %al, %o[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
  %m = arith.addi %n, %one : i32
  // expected-error @below {{'memref.store' op writes memory that every thread reads before; a thread may read what another one wrote already, and no barrier is between}}
  // expected-note @below {{it is written here by the first thread}}
  memref.store %m, %count[] : memref<i32>
  return
}

// -----

#pairs = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// The first thread copies, and reads again what it wrote. Other threads do not.
func.func @unranked(%x: memref<16xi32>, %o: memref<16xi32>, %u: memref<*xi32>, %v: memref<*xi32>, %r: memref<?xi32>, %s: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %a = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %al = iree_vector_ext.to_layout %a to layout(#pairs) : vector<16xi32>
  vector.transfer_write %al, %o[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
  memref.copy %u, %v : memref<*xi32> to memref<*xi32>
  memref.copy %v, %u : memref<*xi32> to memref<*xi32>
  gpu.barrier
  memref.copy %r, %s : memref<?xi32> to memref<?xi32>
  memref.copy %s, %r : memref<?xi32> to memref<?xi32>
  return
}
