// RUN: optc %s --vectorext-promote-vectors --verify-diagnostics

#odd = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [3, 5], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [5, 1]>

// 15 elements are no equal parts of 4 threads, nor are rows of 5 multiples of 128 bits.
func.func @unequal(%m: memref<3x5xf32>) -> vector<3x5xf32> attributes {
  translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [4, 1, 1] subgroup_size = 4>
} {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  // expected-error @+2 {{failed to derive layout for promoted read-like op}}
  // expected-note @+1 {{5 elements along dim 1 are no multiple of 4}}
  %v = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<3x5xf32>, vector<3x5xf32>
  %a = iree_vector_ext.to_layout %v to layout(#odd) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<3x5xf32>
  return %a : vector<3x5xf32>
}
