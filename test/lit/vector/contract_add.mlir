// RUN: optc %s --canonicalize --verify-exec | FileCheck %s
// RUN: optc %s --vectorext-distribute-nested-layout="workgroup-size=32 subgroup-size=32" --canonicalize --verify-exec | FileCheck %s --check-prefix=THREADS

// A summand that is added after the products is not added before them, because floats are rounded otherwise. A thread that
// holds all terms of its sums begins with the accumulator, as the contraction of whole vectors does.

#lhs = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [4, 1], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 0]>
#rhs = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [1, 4], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [0, 4]>
#out = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 4], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [1, 4]>

// CHECK-LABEL: func.func @product
// CHECK: %[[SUM:.*]] = vector.contract {{.*}} %{{.*}}, %{{.*}}, %cst
// CHECK: %[[TWO:.*]] = arith.addf %[[SUM]]
// CHECK: vector.contract {{.*}}, %[[TWO]] :
// THREADS-LABEL: func.func @product
// THREADS: %[[SUM:.*]] = vector.contract {{.*}} %{{.*}}, %{{.*}}, %cst
// THREADS: %[[TWO:.*]] = arith.addf %[[SUM]]
// THREADS-NOT: arith.addf
// THREADS: vector.contract {{.*}}, %[[TWO]] :
func.func @product(%x: memref<4x8xf32>, %y: memref<8x4xf32>, %z: memref<4x4xf32>, %o: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %zero = arith.constant dense<0.0> : vector<4x4xf32>
  %a = vector.transfer_read %x[%c0, %c0], %pad {in_bounds = [true, true]} : memref<4x8xf32>, vector<4x8xf32>
  %b = vector.transfer_read %y[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x4xf32>, vector<8x4xf32>
  %d = vector.transfer_read %z[%c0, %c0], %pad {in_bounds = [true, true]} : memref<4x4xf32>, vector<4x4xf32>
  %al = iree_vector_ext.to_layout %a to layout(#lhs) : vector<4x8xf32>
  %bl = iree_vector_ext.to_layout %b to layout(#rhs) : vector<8x4xf32>
  %c = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %al, %bl, %zero
      : vector<4x8xf32>, vector<8x4xf32> into vector<4x4xf32>
  %e = arith.addf %c, %d : vector<4x4xf32>
  %f = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %al, %bl, %e
      : vector<4x8xf32>, vector<8x4xf32> into vector<4x4xf32>
  %g = iree_vector_ext.to_layout %f to layout(#out) : vector<4x4xf32>
  vector.transfer_write %g, %o[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xf32>, memref<4x4xf32>
  return
}
