// RUN: optc %s --verify-diagnostics --vectorext-distribute-nested-layout="workgroup-size=64 explain" --canonicalize --cse --verify-exec | FileCheck %s

#dealt = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [32], outer_tile = [1], thread_tile = [15], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [15], element_tile = [32], subgroup_strides = [0], thread_strides = [1]>

// 15 threads read 32 neighbours each. If the elements had their order, all threads would begin in one bank. So the
// elements that a thread writes are neighbours, 36 words behind those of the thread before it, and threads that read
// divide the numbers of their elements by 15.
// CHECK-LABEL: func.func @divided(
// CHECK:       memref.alloc() : memref<536xi32, #gpu.address_space<workgroup>>
// CHECK:       arith.muli %{{.*}}, %c36 : index
// CHECK:       scf.if
// CHECK:         vector.store %{{.*}} : memref<536xi32, #gpu.address_space<workgroup>>, vector<4xi32>
// CHECK:       gpu.barrier
// CHECK:       affine.delinearize_index %{{.*}} into (32, 15)
// CHECK:       memref.load %{{.*}} : memref<536xi32, #gpu.address_space<workgroup>>
func.func @divided(%x: memref<480xi32>, %o: memref<480xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  // expected-remark@+1 {{reads 32 × 4 bytes; 64 threads touch 88 sectors of 32 bytes, 64 if the bytes of each access were neighbours}}
  %v = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<480xi32>, vector<480xi32>
  %a = iree_vector_ext.to_layout %v to layout(#dealt) : vector<480xi32>
  // expected-remark@+1 {{goes through 2144 bytes of workgroup memory, where a thread that reads divides the numbers of its elements; a thread writes 8 × 16 bytes in 16 cycles and reads 32 × 4 bytes in 64 cycles, with 1 barrier: 30 shuffles, the fewest, would take 486 cycles; no buffer takes fewer cycles}}
  %b = iree_vector_ext.to_layout %a to layout(#rows) : vector<480xi32>
  // expected-remark@+1 {{writes 8 × 16 bytes; 15 threads touch 120 sectors of 32 bytes, 64 if the bytes of each access were neighbours}}
  vector.transfer_write %b, %o[%c0] {in_bounds = [true]} : vector<480xi32>, memref<480xi32>
  return
}
