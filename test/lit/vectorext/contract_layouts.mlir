// RUN: optc %s --vectorext-print-layouts=explain --mlir-print-local-scope 2>&1 | FileCheck %s
// RUN: optc %s --vectorext-distribute-nested-layout=workgroup-size=64 --verify-exec -o /dev/null

// The operands of a contraction need one layout of its iterators.

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [1, 8]>
#tiles = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>

// The rows of lhs and the columns of rhs are the same lanes. Converting lhs is the cheapest way.
// CHECK: remark: 'vector.contract' op needs an operand in another layout than it has; it is converted
// CHECK: note: the operand has {{.*}}thread_tile = [8, 4]

func.func @both(%x: memref<8x8xf32>, %y: memref<8x16xf32>, %o: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %z = arith.constant dense<0.0> : vector<8x16xf32>
  %a = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x8xf32>, vector<8x8xf32>
  %b = vector.transfer_read %y[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xf32>, vector<8x16xf32>
  %al = iree_vector_ext.to_layout %a to layout(#rows) : vector<8x8xf32>
  %bl = iree_vector_ext.to_layout %b to layout(#tiles) : vector<8x16xf32>
  %c = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %al, %bl, %z : vector<8x8xf32>, vector<8x16xf32> into vector<8x16xf32>
  vector.transfer_write %c, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32>
  return
}

// An operand without an anchor has the layout that follows from the other.
// CHECK-NOT: it is converted
func.func @one(%x: memref<8x8xf32>, %y: memref<8x16xf32>, %o: memref<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %z = arith.constant dense<0.0> : vector<8x16xf32>
  %a = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x8xf32>, vector<8x8xf32>
  %b = vector.transfer_read %y[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xf32>, vector<8x16xf32>
  %al = iree_vector_ext.to_layout %a to layout(#rows) : vector<8x8xf32>
  %c = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %al, %b, %z : vector<8x8xf32>, vector<8x16xf32> into vector<8x16xf32>
  vector.transfer_write %c, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32>
  return
}

#left = #iree_map.pack_layout<((2, 4)) : ((0, 1))>
#right = #iree_map.pack_layout<((2, 4)) : ((0, 2))>

// Equal sizes are not enough for a common layout.
// CHECK: remark: 'vector.contract' op needs an operand in another layout than it has; it is converted
// CHECK: note: the operand has #iree_map.pack_layout<((2, 4)) : ((0, 2))>
func.func @strides(%m: memref<8xf32>, %n: memref<8xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %x = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %y = vector.transfer_read %n[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %a = iree_vector_ext.to_layout %x to layout(#left) : vector<8xf32>
  %b = iree_vector_ext.to_layout %y to layout(#right) : vector<8xf32>
  %s = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %b, %pad : vector<8xf32>, vector<8xf32> into f32
  memref.store %s, %o[] : memref<f32>
  return
}
