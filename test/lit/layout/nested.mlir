// A layout of a vector that is read from memory: who holds what, and what each thread reads. The columns of the
// memory are read across, so that no two threads read neighbours.
// RUN: optc layout %s | FileCheck %s

// CHECK:      %w: 8 elements over 4 threads in 1 subgroup
// CHECK:      threads by registers
// CHECK-NEXT:   register   0 1
// CHECK-NEXT:   thread 0 |0|1|
// CHECK-NEXT:   thread 1 |2|3|
// CHECK-NEXT:   thread 2 |4|5|
// CHECK-NEXT:   thread 3 |6|7|
// CHECK:      elements by thread
// CHECK-NEXT:   element  0 1 2 3 4 5 6 7
// CHECK-NEXT:   0       |0:0|0:1|1:0|1:1|2:0|2:1|3:0|3:1|
// CHECK-EMPTY:
// CHECK:      what each thread reads in each step
// CHECK-NEXT:   step{{ *}}0
// CHECK-NEXT:   thread 0 |{{ *}}0…16{{ *}}|
// CHECK-NEXT:   thread 1 |{{ *}}32…48{{ *}}|
// CHECK-NEXT:   thread 2 |{{ *}}64…80{{ *}}|
// CHECK-NEXT:   thread 3 |{{ *}}96…112{{ *}}|
// CHECK-NEXT:   runs     |     8|
func.func @column(%m: memref<8x16xf32>, %i: index, %p: f32) -> vector<8xf32> {
  %v = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d0)>, in_bounds = [true]} : memref<8x16xf32>, vector<8xf32>
  %w = iree_vector_ext.to_layout %v to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>) : vector<8xf32>
  return %w : vector<8xf32>
}
