// RUN: optc %s --vectorext-promote-vectors --split-input-file --mlir-print-local-scope --mlir-print-debuginfo | FileCheck %s

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>

// A read of which two things are asked stays, and so does one that the hardware is to copy;
// no wish is left behind.
// CHECK-LABEL: @kept
// CHECK-NEXT: arith.constant
// CHECK-NEXT: arith.constant
// CHECK-NEXT: %[[V:.*]] = vector.transfer_read
// CHECK-NEXT: iree_vector_ext.to_layout %[[V]] to layout({{[^{]*}}) : vector<8x16xf16>
// CHECK-NEXT: iree_vector_ext.to_layout %[[V]] to layout({{[^{]*}}) : vector<8x16xf16>
// CHECK-NEXT: %[[W:.*]] = vector.transfer_read
// CHECK-NEXT: iree_vector_ext.to_layout %[[W]] to layout({{[^{]*}}) : vector<8x16xf16>
// CHECK-NEXT: %[[U:.*]] = vector.transfer_read
// CHECK-NEXT: iree_vector_ext.to_layout %[[U]] to layout({{[^{]*}}) : vector<8x16xf16>
// CHECK-NEXT: return
func.func @kept(%m: memref<8x16xf16>) -> (vector<8x16xf16>, vector<8x16xf16>, vector<8x16xf16>, vector<8x16xf16>) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>
} {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %v = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xf16>, vector<8x16xf16>
  %a = iree_vector_ext.to_layout %v to layout(#rows) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<8x16xf16>
  %b = iree_vector_ext.to_layout %v to layout(#rows) {shared_memory_conversion = #iree_gpu.use_global_load_dma} : vector<8x16xf16>
  %w = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xf16>, vector<8x16xf16>
  %c = iree_vector_ext.to_layout %w to layout(#rows) {shared_memory_conversion = #iree_gpu.use_global_load_dma} : vector<8x16xf16>
  %u = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xf16>, vector<8x16xf16>
  %d = iree_vector_ext.to_layout %u to layout(#rows) : vector<8x16xf16>
  return %a, %b, %c, %d : vector<8x16xf16>, vector<8x16xf16>, vector<8x16xf16>, vector<8x16xf16>
}

// -----

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>

// A promoted read is laid out, written and read again behind itself, at its place in the text.
// CHECK-LABEL: @promoted
// CHECK-NEXT: gpu.barrier memfence [#gpu.address_space<workgroup>] loc("read")
// CHECK-NEXT: arith.constant 0 : index
// CHECK-NEXT: arith.constant 0.0
// CHECK-NEXT: %[[V:.*]] = vector.transfer_read %arg0
// CHECK-NEXT: %[[L:.*]] = iree_vector_ext.to_layout %[[V]] to layout({{.*}}) : vector<8x16xf16> loc("read")
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index loc("read")
// CHECK-NEXT: %[[T:.*]] = bufferization.alloc_tensor
// CHECK-NEXT: %[[W:.*]] = vector.transfer_write %[[L]], %[[T]][%[[C0]], %[[C0]]]
// CHECK-NEXT: %[[B:.*]] = iree_gpu.value_barrier %[[W]]
// CHECK-NEXT: ub.poison
// CHECK-NEXT: %[[R:.*]] = vector.transfer_read %[[B]][%[[C0]], %[[C0]]]
// CHECK-NEXT: %[[A:.*]] = iree_vector_ext.to_layout %[[R]] to layout({{[^{]*}}) : vector<8x16xf16>
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[A]], %[[R]]
// CHECK-NEXT: return %[[S]]
func.func @promoted(%m: memref<8x16xf16>) -> vector<8x16xf16> attributes {
  translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>
} {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %v = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xf16>, vector<8x16xf16> loc("read")
  %a = iree_vector_ext.to_layout %v to layout(#rows) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<8x16xf16>
  %s = arith.addf %a, %v : vector<8x16xf16>
  return %s : vector<8x16xf16>
}

// -----

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>

// A wish of a vector that is an argument, or that comes out of an operation which gives
// elements of another vector to other threads, reaches no read: only the result is converted.
// CHECK-LABEL: @no_read
// CHECK-NOT: alloc_tensor
// CHECK: vector.shuffle
func.func @no_read(%v: vector<8x16xf16>, %m: memref<8x16xf16>) -> (vector<8x16xf16>, vector<8x16xf16>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %a = iree_vector_ext.to_layout %v to layout(#rows) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<8x16xf16>
  %r = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xf16>, vector<8x16xf16>
  %s = vector.shuffle %r, %r [0, 9, 2, 3, 4, 5, 6, 7] : vector<8x16xf16>, vector<8x16xf16>
  %b = iree_vector_ext.to_layout %s to layout(#rows) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<8x16xf16>
  return %a, %b : vector<8x16xf16>, vector<8x16xf16>
}
