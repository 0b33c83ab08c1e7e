// RUN: optc %s --split-input-file --verify-diagnostics --vectorext-distribute-nested-layout="workgroup-size=128 explain"

// Why a change of layout goes through workgroup memory.

#lanes = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#turned = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [2]>

func.func @type(%x: memref<8xf64>, %o: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f64
  // expected-remark@+1 {{reads 1 × 16 bytes; 64 threads touch 2 sectors of 32 bytes, the least}}
  %v = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<8xf64>, vector<8xf64>
  %a = iree_vector_ext.to_layout %v to layout(#lanes) : vector<8xf64>
  // expected-remark @below {{goes through 64 bytes of workgroup memory; a thread writes 1 × 16 bytes in 1 cycle and reads 1 × 16 bytes in 8 cycles, with 1 barrier: lanes cannot exchange elements of type f64}}
  %b = iree_vector_ext.to_layout %a to layout(#turned) : vector<8xf64>
  // expected-remark@+1 {{writes 1 × 16 bytes; 4 threads touch 2 sectors of 32 bytes, the least}}
  vector.transfer_write %b, %o[%c0] {in_bounds = [true]} : vector<8xf64>, memref<8xf64>
  return
}

// -----

#fives = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [3, 5], element_tile = [1, 3], subgroup_strides = [0, 0], thread_strides = [5, 1]>
#threes = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [3, 5], element_tile = [1, 3], subgroup_strides = [0, 0], thread_strides = [1, 3]>

func.func @repeats(%x: memref<3x15xi32>, %o: memref<3x15xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  // expected-remark@+1 {{reads 1 × 12 bytes; 64 threads touch 6 sectors of 32 bytes, the least}}
  %v = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<3x15xi32>, vector<3x15xi32>
  %a = iree_vector_ext.to_layout %v to layout(#fives) : vector<3x15xi32>
  // expected-remark @below {{takes 3 shuffles, the fewest, about 8 cycles; workgroup memory would take 25 cycles}}
  %b = iree_vector_ext.to_layout %a to layout(#threes) : vector<3x15xi32>
  // expected-remark@+1 {{writes 1 × 12 bytes; 15 threads touch 6 sectors of 32 bytes, the least}}
  vector.transfer_write %b, %o[%c0, %c0] {in_bounds = [true, true]} : vector<3x15xi32>, memref<3x15xi32>
  return
}

// -----

#fives = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [5], element_tile = [3], subgroup_strides = [0], thread_strides = [1]>
#threes = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [3], outer_tile = [1], thread_tile = [5], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

func.func @between(%x: memref<15xi32>, %o: memref<15xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  // expected-remark@+1 {{reads 1 × 12 bytes; 64 threads touch 2 sectors of 32 bytes, the least}}
  %v = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<15xi32>, vector<15xi32>
  %a = iree_vector_ext.to_layout %v to layout(#fives) : vector<15xi32>
  // expected-remark @below {{takes 3 shuffles, the fewest, about 21 cycles; workgroup memory would take 25 cycles}}
  %b = iree_vector_ext.to_layout %a to layout(#threes) : vector<15xi32>
  // expected-remark@+1 {{writes 3 × 4 bytes; 5 threads touch 4 sectors of 32 bytes, 3 if the bytes of each access were neighbours}}
  vector.transfer_write %b, %o[%c0] {in_bounds = [true]} : vector<15xi32>, memref<15xi32>
  return
}

// -----

#fours = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [3], subgroup_strides = [0], thread_strides = [1]>
#turns = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [3], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// The element 3·thread + register becomes the element 4·register + thread.
func.func @listed(%x: memref<12xi32>, %o: memref<12xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  // expected-remark@+1 {{reads 1 × 12 bytes; 64 threads touch 2 sectors of 32 bytes, the least}}
  %v = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<12xi32>, vector<12xi32>
  %a = iree_vector_ext.to_layout %v to layout(#fours) : vector<12xi32>
  // expected-remark @below {{takes 2 shuffles, the fewest, about 10 cycles; workgroup memory would take 25 cycles}}
  %b = iree_vector_ext.to_layout %a to layout(#turns) : vector<12xi32>
  // expected-remark@+1 {{writes 3 × 4 bytes}}
  vector.transfer_write %b, %o[%c0] {in_bounds = [true]} : vector<12xi32>, memref<12xi32>
  return
}

// -----

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [16, 1], element_tile = [1, 16], subgroup_strides = [0, 0], thread_strides = [1, 0]>
#columns = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 16], element_tile = [16, 1], subgroup_strides = [0, 0], thread_strides = [0, 1]>

func.func @shuffles(%x: memref<16x16xi32>, %o: memref<16x16xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  // expected-remark@+1 {{reads 4 × 16 bytes; 64 threads touch 64 sectors of 32 bytes, 32 if the bytes of each access were neighbours}}
  %v = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x16xi32>, vector<16x16xi32>
  %a = iree_vector_ext.to_layout %v to layout(#rows) : vector<16x16xi32>
  // expected-remark @below {{goes through 1120 bytes of workgroup memory, with 96 bytes of padding; a thread writes 4 × 16 bytes in 8 cycles and reads 16 × 4 bytes in 32 cycles, with 1 barrier: 15 shuffles, the fewest, would take 94 cycles; an exclusive or in place of padding would take 6 operations more; no buffer takes fewer cycles}}
  %b = iree_vector_ext.to_layout %a to layout(#columns) : vector<16x16xi32>
  // expected-remark@+1 {{writes 16 × 4 bytes; 16 threads touch 32 sectors of 32 bytes, the least}}
  vector.transfer_write %b, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xi32>, memref<16x16xi32>
  return
}

// -----

#wide = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [64], element_tile = [65536], subgroup_strides = [0], thread_strides = [1]>
#spread = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [64], element_tile = [32768], subgroup_strides = [0], thread_strides = [1]>

func.func @large(%x: memref<4194304xi32>, %o: memref<4194304xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %v = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<4194304xi32>, vector<4194304xi32>
  %a = iree_vector_ext.to_layout %v to layout(#wide) : vector<4194304xi32>
  // expected-remark @below {{a thread writes 65536 elements and reads 65536 elements, with 1 barrier: the layouts are too large to plan an exchange}}
  %b = iree_vector_ext.to_layout %a to layout(#spread) : vector<4194304xi32>
  vector.transfer_write %b, %o[%c0] {in_bounds = [true]} : vector<4194304xi32>, memref<4194304xi32>
  return
}
