// RUN: optc %s --split-input-file --verify-diagnostics --vectorext-distribute-nested-layout="workgroup-size=64 subgroup-size=32 explain" --verify-exec | FileCheck %s

// Exchanges through workgroup memory pass as few barriers as they can.

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 4], subgroup_strides = [1, 0], thread_strides = [4, 1]>
#columns = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [4, 1], subgroup_strides = [0, 1], thread_strides = [1, 4]>

// A loop uses two buffers in turn: an iteration writes one buffer while other threads still read the other.
// CHECK-LABEL: func.func @turns
// CHECK: %[[BOTH:.*]] = memref.alloc() : memref<2048xi8, #gpu.address_space<workgroup>>
// CHECK-NOT: gpu.barrier
// CHECK: scf.for %[[I:[a-z0-9]+]] = %c8 to %c32 step %c2
// CHECK-NEXT: %[[N:.*]] = arith.subi %[[I]], %c8
// CHECK-NEXT: %[[K:.*]] = arith.divui %[[N]], %c2
// CHECK: %[[PARITY:.*]] = arith.remui %[[K]],
// CHECK: %[[SHIFT:.*]] = arith.muli %[[PARITY]],
// CHECK: %[[VIEW:.*]] = memref.view %[[BOTH]][%[[SHIFT]]][] : memref<2048xi8, #gpu.address_space<workgroup>> to memref<256xf32, #gpu.address_space<workgroup>>
// CHECK-NOT: gpu.barrier
// CHECK: vector.store %{{.*}}, %[[VIEW]]
// CHECK: gpu.barrier
// Threads differ in the bits of 40 and of 7, so that 16 is combined by exclusive or, and 128 is added.
// CHECK: %[[PART:.*]] = arith.xori
// CHECK-NEXT: memref.load %[[VIEW]][%[[PART]]]
// CHECK-NEXT: %[[TURNED:.*]] = arith.xori %[[PART]], %c16
// CHECK-NEXT: memref.load %[[VIEW]][%[[TURNED]]]
// CHECK-NEXT: %[[HIGH:.*]] = arith.addi %[[PART]], %c128
// CHECK-NEXT: memref.load %[[VIEW]][%[[HIGH]]]
// CHECK-NEXT: %[[LAST:.*]] = arith.addi %[[TURNED]], %c128
// CHECK-NEXT: memref.load %[[VIEW]][%[[LAST]]]
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @turns(%x: memref<48x16xf32>, %o: memref<48x16xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %p = arith.constant 0.0 : f32
  // expected-remark @below {{passes 1 barrier in each iteration for 1 exchange through workgroup memory, and uses 1024 bytes twice, in turn}}
  scf.for %i = %c8 to %c32 step %c2 {
    // expected-remark@+1 {{reads 1 × 16 bytes; 32 threads touch 16 sectors of 32 bytes, the least}}
    %v = vector.transfer_read %x[%i, %c0], %p {in_bounds = [true, true]} : memref<48x16xf32>, vector<16x16xf32>
    %a = iree_vector_ext.to_layout %v to layout(#rows) : vector<16x16xf32>
    // expected-remark @below {{with 1 barrier: elements change their subgroup; padding would take 192 bytes more; no buffer takes fewer cycles}}
    %b = iree_vector_ext.to_layout %a to layout(#columns) : vector<16x16xf32>
    // expected-remark@+1 {{writes 4 × 4 bytes; 32 threads touch 16 sectors of 32 bytes, the least}}
    vector.transfer_write %b, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<48x16xf32>
  }
  return
}

// -----

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 4], subgroup_strides = [1, 0], thread_strides = [4, 1]>
#columns = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [4, 1], subgroup_strides = [0, 1], thread_strides = [1, 4]>

// Two exchanges of an iteration share a barrier, where the second does not need the first. A loop in a loop needs a
// barrier before it, because its last iteration may have used either buffer.
// CHECK-LABEL: func.func @together
// CHECK-COUNT-2: memref.alloc() : memref<2048xi8
// CHECK: gpu.barrier
// CHECK-NEXT: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: scf.if
// CHECK-NEXT: vector.store
// CHECK-NOT: gpu.barrier
// CHECK: scf.if
// CHECK-NEXT: vector.store
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @together(%x: memref<48x16xf32>, %y: memref<48x16xf32>, %o: memref<48x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %p = arith.constant 0.0 : f32
  scf.for %j = %c0 to %c3 step %c1 {
    // expected-remark @below {{passes 1 barrier in each iteration, and 1 before the loop, for 2 exchanges through workgroup memory, and uses 2048 bytes twice, in turn}}
    scf.for %i = %c0 to %c3 step %c1 {
      // expected-remark@+1 {{reads 1 × 16 bytes; 32 threads touch 16 sectors of 32 bytes, the least}}
      %v = vector.transfer_read %x[%i, %c0], %p {in_bounds = [true, true]} : memref<48x16xf32>, vector<16x16xf32>
      %a = iree_vector_ext.to_layout %v to layout(#rows) : vector<16x16xf32>
      // expected-remark @below {{with 1 barrier}}
      %b = iree_vector_ext.to_layout %a to layout(#columns) : vector<16x16xf32>
      // expected-remark@+1 {{reads 1 × 16 bytes; 32 threads touch 16 sectors of 32 bytes, the least}}
      %w = vector.transfer_read %y[%i, %c0], %p {in_bounds = [true, true]} : memref<48x16xf32>, vector<16x16xf32>
      %c = iree_vector_ext.to_layout %w to layout(#rows) : vector<16x16xf32>
      // expected-remark @below {{with 1 barrier}}
      %d = iree_vector_ext.to_layout %c to layout(#columns) : vector<16x16xf32>
      %s = arith.addf %b, %d : vector<16x16xf32>
      // expected-remark@+1 {{writes 4 × 4 bytes; 32 threads touch 16 sectors of 32 bytes, the least}}
      vector.transfer_write %s, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<48x16xf32>
    }
  }
  return
}

// -----

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 4], subgroup_strides = [1, 0], thread_strides = [4, 1]>
#columns = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [4, 1], subgroup_strides = [0, 1], thread_strides = [1, 4]>

// The second exchange needs the result of the first. The barrier of each orders the buffer of the other between two
// iterations, so that no buffer is needed twice, and nothing precedes the writes.
// CHECK-LABEL: func.func @after
// CHECK: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: vector.store
// CHECK: gpu.barrier
// CHECK: memref.load
// CHECK-NOT: gpu.barrier
// CHECK: vector.store
// CHECK: gpu.barrier
// CHECK: memref.load
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @after(%x: memref<48x16xf32>, %o: memref<48x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %p = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c3 step %c1 {
    // expected-remark@+1 {{reads 1 × 16 bytes; 32 threads touch 16 sectors of 32 bytes, the least}}
    %v = vector.transfer_read %x[%i, %c0], %p {in_bounds = [true, true]} : memref<48x16xf32>, vector<16x16xf32>
    %a = iree_vector_ext.to_layout %v to layout(#rows) : vector<16x16xf32>
    // expected-remark @below {{with 1 barrier}}
    %b = iree_vector_ext.to_layout %a to layout(#columns) : vector<16x16xf32>
    %q = math.exp %b : vector<16x16xf32>
    // expected-remark @below {{with 1 barrier}}
    %c = iree_vector_ext.to_layout %q to layout(#rows) : vector<16x16xf32>
    // expected-remark@+1 {{writes 1 × 16 bytes; 32 threads touch 16 sectors of 32 bytes, the least}}
    vector.transfer_write %c, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<48x16xf32>
  }
  return
}

// -----

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 4], subgroup_strides = [1, 0], thread_strides = [4, 1]>
#columns = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [4, 1], subgroup_strides = [0, 1], thread_strides = [1, 4]>

// The number of an iteration is not known where the step is not: then a barrier precedes the writes.
// CHECK-LABEL: func.func @waits
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: vector.store
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @waits(%x: memref<48x16xf32>, %o: memref<48x16xf32>, %step: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %p = arith.constant 0.0 : f32
  // expected-remark @below {{passes 2 barriers in each iteration for 1 exchange through workgroup memory}}
  scf.for %i = %c0 to %c3 step %step {
    // expected-remark@+1 {{reads 1 × 16 bytes; 32 threads touch 16 sectors of 32 bytes, the least}}
    %v = vector.transfer_read %x[%i, %c0], %p {in_bounds = [true, true]} : memref<48x16xf32>, vector<16x16xf32>
    %a = iree_vector_ext.to_layout %v to layout(#rows) : vector<16x16xf32>
    // expected-remark @below {{with 2 barriers}}
    %b = iree_vector_ext.to_layout %a to layout(#columns) : vector<16x16xf32>
    // expected-remark@+1 {{writes 4 × 4 bytes; 32 threads touch 16 sectors of 32 bytes, the least}}
    vector.transfer_write %b, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<48x16xf32>
  }
  return
}
