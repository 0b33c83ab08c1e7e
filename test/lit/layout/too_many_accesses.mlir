// The layout is drawn in part, what the threads access not at all.
// RUN: optc layout %s | FileCheck %s

// CHECK:      Each thread holds vector<1x1x1xT>, 1 element: batch, outer and element tile, outermost first.
// CHECK-NEXT: Drawn are the first 64 of 131072 threads.
// CHECK-NEXT: A step has more than 65536 accesses, so what the threads access is not drawn.

#wide = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [131072], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
func.func @step(%m: tensor<131072xf32>, %p: f32, %o: index) -> vector<131072xf32> {
  %r = vector.transfer_read %m[%o], %p : tensor<131072xf32>, vector<131072xf32>
  %w = iree_vector_ext.to_layout %r to layout(#wide) : vector<131072xf32>
  return %w : vector<131072xf32>
}
