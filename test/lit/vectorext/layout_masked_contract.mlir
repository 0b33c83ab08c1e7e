// RUN: optc %s --vectorext-print-layouts --verify-diagnostics

#cols = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [2, 4], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [1, 2]>

// The mask of a contraction follows the operand that has all of its dimensions, in their
// order.
func.func @masked(%a: vector<8x4xf32>, %b: vector<8xf32>, %acc: vector<4xf32>, %n: index) -> vector<4xf32> {
  // expected-remark @+1 {{layout of result #0 is #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [2, 1]>}}
  %k = vector.create_mask %n, %n : vector<4x8xi1>
  %al = iree_vector_ext.to_layout %a to layout(#cols) : vector<8x4xf32>
  %r = vector.mask %k { vector.contract {indexing_maps = [affine_map<(m, k) -> (k, m)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %al, %b, %acc : vector<8x4xf32>, vector<8xf32> into vector<4xf32> } : vector<4x8xi1> -> vector<4xf32>
  return %r : vector<4xf32>
}
