// RUN: optc %s --compat=today --verify-diagnostics --vectorext-distribute-nested-layout=partial

// The analysis of the other revisions leaves some operations with layouts that do not follow from each other;
// these stay whole.

#line = #iree_map.pack_layout<((4, 2)) : ((1, 0))>
#turned = #iree_map.pack_layout<((2, 4)) : ((0, 1))>
#rows = #iree_map.pack_layout<((4, 2), (2, 2)) : ((1, 0), (4, 0))>
#short = #iree_map.pack_layout<((2, 2)) : ((4, 0))>

func.func @combined(%x: memref<8x4xf32>, %y: memref<8xf32>, %z: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %y[%c0], %p {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %a = iree_vector_ext.to_layout %0 to layout(#turned) : vector<8xf32>
  %1 = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x4xf32>, vector<8x4xf32>
  %v = iree_vector_ext.to_layout %1 to layout(#rows) : vector<8x4xf32>
  // expected-remark @below {{'vector.multi_reduction' op is not distributed: layouts of its operands and results do not go together: expected pack_layout<((4, 2)) : ((1, 0))>, but got pack_layout<((2, 4)) : ((0, 1))>}}
  // expected-note @below {{operand #0 has pack_layout<((4, 2), (2, 2)) : ((1, 0), (4, 0))>}}
  // expected-note @below {{operand #1 has pack_layout<((2, 4)) : ((0, 1))>}}
  // expected-note @below {{result #0 has pack_layout<((2, 4)) : ((0, 1))>}}
  %r = vector.multi_reduction <add>, %v, %a [1] : vector<8x4xf32> to vector<8xf32>
  %2 = vector.transfer_read %z[%c0], %p {in_bounds = [true]} : memref<4xf32>, vector<4xf32>
  %b = iree_vector_ext.to_layout %2 to layout(#short) : vector<4xf32>
  // expected-remark @below {{'vector.contract' op is not distributed: layouts of its operands and results do not go together: expected pack_layout<((4, 2)) : ((1, 0))>, but got pack_layout<((2, 4)) : ((0, 1))>}}
  // expected-note @below {{operand #0 has pack_layout<((4, 2), (2, 2)) : ((1, 0), (4, 0))>}}
  // expected-note @below {{operand #1 has pack_layout<((2, 2)) : ((4, 0))>}}
  // expected-note @below {{operand #2 has pack_layout<((2, 4)) : ((0, 1))>}}
  // expected-note @below {{result #0 has pack_layout<((2, 4)) : ((0, 1))>}}
  %c = vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %v, %b, %a : vector<8x4xf32>, vector<4xf32> into vector<8xf32>
  %s = arith.addf %r, %c : vector<8xf32>
  vector.transfer_write %s, %y[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}

// Rows of one shape are no digits of the other.
func.func @cast(%x: memref<3x4xf32>, %y: memref<4x3xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<3x4xf32>, vector<3x4xf32>
  %a = iree_vector_ext.to_layout %0 to layout(#iree_map.pack_layout<((3), (4)) : ((0), (1))>) : vector<3x4xf32>
  // expected-remark @below {{'vector.shape_cast' op is not distributed: pack_layout<(4, 3) : (1, 0)> is not pack_layout<(3, 4) : (0, 1)> in another shape}}
  // expected-note @below {{operand #0 has pack_layout<(3, 4) : (0, 1)>}}
  // expected-note @below {{result #0 has pack_layout<(4, 3) : (1, 0)>}}
  %v = vector.shape_cast %a : vector<3x4xf32> to vector<4x3xf32>
  %b = iree_vector_ext.to_layout %v to layout(#iree_map.pack_layout<((4), (3)) : ((1), (0))>) : vector<4x3xf32>
  vector.transfer_write %b, %y[%c0, %c0] {in_bounds = [true, true]} : vector<4x3xf32>, memref<4x3xf32>
  return
}
