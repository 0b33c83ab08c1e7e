// RUN: optc %s --vectorext-print-promotions --verify-diagnostics

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>

// What users ask goes back through a loop; what is asked twice differently is not
// promoted.
func.func @loop(%m: memref<8x16xf16>, %n: index) -> (vector<8x16xf16>, vector<8x16xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = arith.constant 0.0 : f16
  // expected-remark @below {{promotion type of result #0 is #iree_gpu.derived_thread_config}}
  %v = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xf16>, vector<8x16xf16>
  // expected-remark @below {{promotion type of result #0 is #iree_gpu.derived_thread_config}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %v) -> (vector<8x16xf16>) {
    // expected-remark @below {{promotion type of result #0 is #iree_gpu.derived_thread_config}}
    %t = arith.addf %s, %s : vector<8x16xf16>
    scf.yield %t : vector<8x16xf16>
  }
  %a = iree_vector_ext.to_layout %r to layout(#rows) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<8x16xf16>
  %w = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xf16>, vector<8x16xf16>
  %b = iree_vector_ext.to_layout %w to layout(#rows) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<8x16xf16>
  %c = iree_vector_ext.to_layout %w to layout(#rows) {shared_memory_conversion = #iree_gpu.use_global_load_dma} : vector<8x16xf16>
  %d = arith.addf %b, %c : vector<8x16xf16>
  return %a, %d : vector<8x16xf16>, vector<8x16xf16>
}

// The wish stops at arguments of functions and at what moves data; it goes through changes
// of shape.
func.func @through(%u: vector<16x8xf16>, %w: vector<8x16xf16>, %z: vector<8x16x2xf16>) -> vector<8x16xf16> {
  // expected-remark @below {{promotion type of result #0 is #iree_gpu.derived_thread_config}}
  %0 = vector.transpose %u, [1, 0] : vector<16x8xf16> to vector<8x16xf16>
  %1 = arith.mulf %z, %z : vector<8x16x2xf16>
  // expected-remark @below {{promotion type of result #0 is #iree_gpu.derived_thread_config}}
  %2 = vector.multi_reduction <add>, %1, %w [2] : vector<8x16x2xf16> to vector<8x16xf16>
  // expected-remark @below {{promotion type of result #0 is #iree_gpu.derived_thread_config}}
  %3 = arith.addf %0, %2 : vector<8x16xf16>
  // expected-remark @below {{promotion type of result #0 is #iree_gpu.derived_thread_config}}
  %4 = arith.addf %3, %w : vector<8x16xf16>
  // expected-remark @below {{promotion type of result #0 is #iree_gpu.derived_thread_config}}
  %5 = vector.shape_cast %4 : vector<8x16xf16> to vector<1x8x16xf16>
  // expected-remark @below {{promotion type of result #0 is #iree_gpu.derived_thread_config}}
  %6 = vector.broadcast %5 : vector<1x8x16xf16> to vector<1x8x16xf16>
  // expected-remark @below {{promotion type of result #0 is #iree_gpu.derived_thread_config}}
  %7 = vector.shape_cast %6 : vector<1x8x16xf16> to vector<8x16xf16>
  %a = iree_vector_ext.to_layout %7 to layout(#rows) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<8x16xf16>
  %b = iree_vector_ext.to_layout %7 to layout(#rows) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<8x16xf16>
  %c = iree_vector_ext.to_layout %w to layout(#rows) : vector<8x16xf16>
  %d = arith.addf %a, %b : vector<8x16xf16>
  %e = arith.addf %c, %d : vector<8x16xf16>
  return %e : vector<8x16xf16>
}

// Three different wishes of one value.
func.func @three(%m: memref<8x16xf16>) -> vector<8x16xf16> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f16
  %v = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xf16>, vector<8x16xf16>
  %a = iree_vector_ext.to_layout %v to layout(#rows) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<8x16xf16>
  %b = iree_vector_ext.to_layout %v to layout(#rows) {shared_memory_conversion = #iree_gpu.use_global_load_dma} : vector<8x16xf16>
  %c = iree_vector_ext.to_layout %v to layout(#rows) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<8x16xf16>
  %d = arith.addf %a, %b : vector<8x16xf16>
  %e = arith.addf %c, %d : vector<8x16xf16>
  return %e : vector<8x16xf16>
}
