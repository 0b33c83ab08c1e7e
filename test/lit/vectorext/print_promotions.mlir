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
