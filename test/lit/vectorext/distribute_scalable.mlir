// RUN: optc %s --verify-diagnostics --vectorext-distribute-nested-layout
// RUN: optc %s --verify-diagnostics --vectorext-distribute-nested-layout=partial

#pairs = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// A vector of scalable length has no fixed number of parts.
func.func @scalable(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<?xf32>, vector<[8]xf32>
  // expected-error @below {{'iree_vector_ext.to_layout' op expected a vector of fixed extents, of which every thread has its part, but got vector<[8]xf32>}}
  %l = iree_vector_ext.to_layout %v to layout(#pairs) : vector<[8]xf32>
  vector.transfer_write %l, %y[%c0] {in_bounds = [true]} : vector<[8]xf32>, memref<?xf32>
  return
}
