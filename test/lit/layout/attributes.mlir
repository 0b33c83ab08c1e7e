// A layout is drawn where a value gets it, with what the threads access in a tensor, and once where casts name it.
// RUN: optc layout %s | FileCheck %s

// CHECK:      %w: 4 elements over 2 threads in 1 subgroup
// CHECK-EMPTY:
// CHECK-NEXT: threads by registers
// CHECK-NEXT:   register  0 1
// CHECK-NEXT:   thread 0 |0|1|
// CHECK-NEXT:   thread 1 |2|3|
// CHECK-EMPTY:
// CHECK-NEXT: elements by thread
// CHECK-NEXT:   element  0 1 2 3
// CHECK-NEXT:   0       |0:0|0:1|1:0|1:1|
// CHECK-EMPTY:
// CHECK-NEXT: what each thread reads in each step
// CHECK-NEXT:   step        0
// CHECK-NEXT:   thread 0 |0-1|
// CHECK-NEXT:   thread 1 |2-3|
// CHECK-NEXT:   runs     |  1|
// CHECK-EMPTY:
// CHECK-NEXT: Each thread holds vector<1x1x2xT>, 2 elements: batch, outer and element tile, outermost first.
// CHECK-NEXT: Accesses count elements of memory from the place of the transfer; a step is one batch and outer of every
// CHECK-NEXT: thread.
// CHECK-NEXT: The last row counts the runs of neighbouring elements that all threads together access in a step: 1 is one
// CHECK-NEXT: contiguous access.
// CHECK-EMPTY:
// CHECK-NEXT: 4 elements over 2 threads in 1 subgroup
// CHECK-EMPTY:
// CHECK-NEXT: threads by registers
// CHECK-NEXT:   register  0 1
// CHECK-NEXT:   thread 0 |0|1|
// CHECK-NEXT:   thread 1 |2|3|
// CHECK-EMPTY:
// CHECK-NEXT: elements by thread
// CHECK-NEXT:   element  0 1 2 3
// CHECK-NEXT:   0       |0:0|0:1|1:0|1:1|
// CHECK-EMPTY:
// CHECK-NEXT: Each thread holds vector<1x1x2xT>, 2 elements: batch, outer and element tile, outermost first.

#two = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [2], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
func.func @f(%x: tensor<4xf32>, %i: index, %p: f32) -> vector<1x1x2xf32> {
  %r = vector.transfer_read %x[%i], %p : tensor<4xf32>, vector<4xf32>
  %w = iree_vector_ext.to_layout %r to layout(#two) : vector<4xf32>
  %s = iree_vector_ext.to_simt %w {layout = #two} : vector<4xf32> -> vector<1x1x2xf32>
  %t = iree_vector_ext.to_simd %s {layout = #two} : vector<1x1x2xf32> -> vector<4xf32>
  return %s : vector<1x1x2xf32>
}
