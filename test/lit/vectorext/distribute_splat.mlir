// RUN: optc %s --verify-exec --vectorext-distribute-nested-layout='workgroup-size=16 subgroup-size=8 explain' 2>&1 | FileCheck %s --implicit-check-not=gpu.shuffle --implicit-check-not=memref.alloc --implicit-check-not="to_layout' op"

// Scalars that are broadcast, constants and masks change their layout at no cost, also if several anchors follow each other.
#rows = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 1], element_tile = [1, 16], subgroup_strides = [1, 0], thread_strides = [1, 0]>
#columns = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 8], element_tile = [16, 1], subgroup_strides = [0, 1], thread_strides = [0, 1]>
#pack = #iree_map.pack_layout<((4, 4), 16) : ((1, 0), 0)>
// CHECK-LABEL: func.func @splats(
// CHECK: vector.broadcast
// CHECK: arith.select
func.func @splats(%o: memref<16x16xf32>, %p: memref<16x16xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<1.0> : vector<16x16xf32>
  %v1 = iree_vector_ext.to_layout %v to layout(#rows) : vector<16x16xf32>
  %v2 = iree_vector_ext.to_layout %v1 to layout(#columns) : vector<16x16xf32>
  %v3 = iree_vector_ext.to_layout %v2 to layout(#pack) : vector<16x16xf32>
  %s = vector.broadcast %x : f32 to vector<16x16xf32>
  %s1 = iree_vector_ext.to_layout %s to layout(#rows) : vector<16x16xf32>
  %s2 = iree_vector_ext.to_layout %s1 to layout(#columns) : vector<16x16xf32>
  %k = vector.create_mask %n, %n : vector<16x16xi1>
  %k1 = iree_vector_ext.to_layout %k to layout(#rows) : vector<16x16xi1>
  %k2 = iree_vector_ext.to_layout %k1 to layout(#columns) : vector<16x16xi1>
  %w = arith.select %k2, %s2, %v2 : vector<16x16xi1>, vector<16x16xf32>
  vector.transfer_write %w, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  %s3 = iree_vector_ext.to_layout %s1 to layout(#pack) : vector<16x16xf32>
  %u = arith.addf %s3, %v3 : vector<16x16xf32>
  vector.transfer_write %u, %p[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  return
}
