// RUN: optc %s --vectorext-promote-vectors --compat=seed --split-input-file --verify-diagnostics --mlir-print-local-scope --mlir-print-debuginfo | FileCheck %s

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>
#cols = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [1, 8]>

// The conversion that is asked for goes through memory, whatever the layouts say, and no other.
// What is made has the place of what asks for it.
// CHECK-LABEL: @asked
// CHECK-NEXT: gpu.barrier memfence [#gpu.address_space<workgroup>] loc("asked")
// CHECK-NEXT: %[[X:.*]] = arith.negf
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index loc("asked")
// CHECK-NEXT: %[[T:.*]] = bufferization.alloc_tensor() {memory_space = #gpu.address_space<workgroup>} : tensor<8x16xf16, #gpu.address_space<workgroup>> loc("asked")
// CHECK-NEXT: %[[W:.*]] = vector.transfer_write %[[X]], %[[T]][%[[C0]], %[[C0]]] {in_bounds = [true, true]} : {{.*}} loc("asked")
// CHECK-NEXT: %[[B:.*]] = iree_gpu.value_barrier %[[W]] : {{.*}} loc("asked")
// CHECK-NEXT: %[[P:.*]] = ub.poison : f16 loc("asked")
// CHECK-NEXT: %[[R:.*]] = vector.transfer_read %[[B]][%[[C0]], %[[C0]]], %[[P]] {in_bounds = [true, true]} : {{.*}} loc("asked")
// CHECK-NEXT: %[[L:.*]] = iree_vector_ext.to_layout %[[R]] to layout({{.*}}thread_strides = [8, 1]>) : vector<8x16xf16> loc("asked")
// CHECK-NEXT: iree_vector_ext.to_layout %[[L]] to layout({{.*}}thread_strides = [1, 8]>) :
// CHECK-NEXT: return
func.func @asked(%v: vector<8x16xf16>) -> vector<8x16xf16> {
  %x = arith.negf %v : vector<8x16xf16>
  %a = iree_vector_ext.to_layout %x to layout(#rows) {shared_memory_conversion} : vector<8x16xf16> loc("asked")
  %b = iree_vector_ext.to_layout %a to layout(#cols) : vector<8x16xf16>
  return %b : vector<8x16xf16>
}

// -----

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>

// Every vector without a fixed number of elements is named.
func.func @scalable(%v: vector<8x[16]xf16>) -> (vector<8x[16]xf16>, vector<[8]x16xf16>) {
  // expected-error @below {{cannot go through shared memory: vector<8x[16]xf16> has a scalable dimension}}
  %a = iree_vector_ext.to_layout %v to layout(#rows) {shared_memory_conversion} : vector<8x[16]xf16>
  %u = ub.poison : vector<[8]x16xf16>
  // expected-error @below {{cannot go through shared memory: vector<[8]x16xf16> has a scalable dimension}}
  %b = iree_vector_ext.to_layout %u to layout(#rows) {shared_memory_conversion} : vector<[8]x16xf16>
  return %a, %b : vector<8x[16]xf16>, vector<[8]x16xf16>
}
