// RUN: optc %s --split-input-file --verify-diagnostics --vectorext-distribute-nested-layout="workgroup-size=128 explain" --canonicalize --cse --verify-exec | FileCheck %s

// A change of layout takes the cheapest way: what threads hold is reordered, or lanes exchange
// elements, or the vector goes through workgroup memory.

#batches = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [4], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
#outers = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [2], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: @registers
// CHECK-NOT: memref.alloc
// CHECK-NOT: gpu.shuffle
// CHECK-COUNT-4: vector.transfer_write
func.func @registers(%x: memref<16xi32>, %o: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %a = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %al = iree_vector_ext.to_layout %a to layout(#batches) : vector<16xi32>
  // expected-remark @below {{reorders what every thread holds; no element changes its thread}}
  %bl = iree_vector_ext.to_layout %al to layout(#outers) : vector<16xi32>
  vector.transfer_write %bl, %o[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
  return
}

// -----

// Both subgroups hold all elements in the first layout, so that each finds its own ones.
#c = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [1, 8]>
#d = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [2, 1], subgroup_strides = [1, 0], thread_strides = [8, 1]>

// CHECK-LABEL: @lanes
// CHECK-NOT: memref.alloc
// CHECK-COUNT-4: gpu.shuffle
// CHECK-NOT: gpu.shuffle
func.func @lanes(%x: memref<16x8xi32>, %o: memref<16x8xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %a = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x8xi32>, vector<16x8xi32>
  %al = iree_vector_ext.to_layout %a to layout(#c) : vector<16x8xi32>
  // expected-remark @below {{takes 4 shuffles in place of 6 accesses to workgroup memory and 2 barriers: elements change their lane, but not their subgroup}}
  %bl = iree_vector_ext.to_layout %al to layout(#d) : vector<16x8xi32>
  vector.transfer_write %bl, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xi32>, memref<16x8xi32>
  return
}

// -----

// Indices are exchanged as integers of 64 bits.
#low = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#high = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: @indices
// CHECK-COUNT-4: gpu.shuffle  idx {{.*}} : i64
func.func @indices(%x: memref<16xindex>, %o: memref<16xindex>) {
  %c0 = arith.constant 0 : index
  %a = vector.transfer_read %x[%c0], %c0 {in_bounds = [true]} : memref<16xindex>, vector<16xindex>
  %al = iree_vector_ext.to_layout %a to layout(#low) : vector<16xindex>
  // expected-remark @below {{takes 4 shuffles}}
  %bl = iree_vector_ext.to_layout %al to layout(#high) : vector<16xindex>
  vector.transfer_write %bl, %o[%c0] {in_bounds = [true]} : vector<16xindex>, memref<16xindex>
  return
}

// -----

#halves = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [1], thread_strides = [1]>
#turns = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [2], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [1], thread_strides = [1]>
#both = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [32], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// CHECK-LABEL: @memory
// CHECK-COUNT-4: gpu.shuffle
// CHECK: memref.alloc() : memref<32xi32, #gpu.address_space<workgroup>>
// CHECK: gpu.barrier
// CHECK: gpu.barrier
func.func @memory(%x: memref<32xi32>, %o: memref<32xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %a = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<32xi32>, vector<32xi32>
  %al = iree_vector_ext.to_layout %a to layout(#halves) : vector<32xi32>
  // expected-remark @below {{takes 4 shuffles}}
  %bl = iree_vector_ext.to_layout %al to layout(#turns) : vector<32xi32>
  // expected-remark @below {{goes through workgroup memory for 32 elements, with 2 barriers; a thread writes 2 and reads 1 of them: elements change their subgroup}}
  %cl = iree_vector_ext.to_layout %bl to layout(#both) : vector<32xi32>
  vector.transfer_write %cl, %o[%c0] {in_bounds = [true]} : vector<32xi32>, memref<32xi32>
  return
}

// -----

// Odd extents, and threads that are no power of two.
#nine = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 5], outer_tile = [3, 1], thread_tile = [3, 1], element_tile = [1, 3], subgroup_strides = [0, 0], thread_strides = [1, 0]>
#three = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [3, 3], outer_tile = [1, 5], thread_tile = [3, 1], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [1, 0]>

// CHECK-LABEL: @odd_registers
// CHECK-NOT: memref.alloc
func.func @odd_registers(%x: memref<9x15xi32>, %o: memref<9x15xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %v = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<9x15xi32>, vector<9x15xi32>
  %al = iree_vector_ext.to_layout %v to layout(#nine) : vector<9x15xi32>
  // expected-remark @below {{reorders what every thread holds; no element changes its thread}}
  %bl = iree_vector_ext.to_layout %al to layout(#three) : vector<9x15xi32>
  vector.transfer_write %bl, %o[%c0, %c0] {in_bounds = [true, true]} : vector<9x15xi32>, memref<9x15xi32>
  return
}

#wide = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [3, 1], outer_tile = [1, 1], thread_tile = [3, 4], element_tile = [1, 3], subgroup_strides = [0, 0], thread_strides = [16, 1]>
#tall = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 3], outer_tile = [3, 1], thread_tile = [3, 4], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [1, 3]>

// CHECK-LABEL: @odd_memory
// CHECK: memref.alloc() : memref<9x12xi32, #gpu.address_space<workgroup>>
func.func @odd_memory(%x: memref<9x12xi32>, %o: memref<9x12xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %v = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<9x12xi32>, vector<9x12xi32>
  %al = iree_vector_ext.to_layout %v to layout(#wide) : vector<9x12xi32>
  // expected-remark @below {{goes through workgroup memory for 108 elements, with 2 barriers; a thread writes 9 and reads 9 of them: }}
  %bl = iree_vector_ext.to_layout %al to layout(#tall) : vector<9x12xi32>
  vector.transfer_write %bl, %o[%c0, %c0] {in_bounds = [true, true]} : vector<9x12xi32>, memref<9x12xi32>
  return
}

#lanes = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [3, 1], outer_tile = [1, 1], thread_tile = [1, 4], element_tile = [1, 3], subgroup_strides = [0, 0], thread_strides = [0, 1]>
#turned = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [3, 1], outer_tile = [1, 1], thread_tile = [1, 4], element_tile = [1, 3], subgroup_strides = [0, 0], thread_strides = [0, 2]>

// CHECK-LABEL: @odd_lanes
// CHECK: gpu.shuffle
// CHECK-NOT: memref.alloc
func.func @odd_lanes(%x: memref<3x12xi32>, %o: memref<3x12xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %v = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<3x12xi32>, vector<3x12xi32>
  %al = iree_vector_ext.to_layout %v to layout(#lanes) : vector<3x12xi32>
  // expected-remark @below {{takes 9 shuffles in place of 18 accesses to workgroup memory and 2 barriers: elements change their lane, but not their subgroup}}
  %bl = iree_vector_ext.to_layout %al to layout(#turned) : vector<3x12xi32>
  vector.transfer_write %bl, %o[%c0, %c0] {in_bounds = [true, true]} : vector<3x12xi32>, memref<3x12xi32>
  return
}
