// RUN: optc %s --verify-diagnostics --vectorext-distribute-nested-layout=partial

// What has no parts in layouts of iree_map: digits of two dimensions that are the same digit of the thread, and
// accumulators in other layouts than what is combined.

#same = #iree_map.pack_layout<((4, 2), (4, 2)) : ((1, 0), (1, 0))>
#line = #iree_map.pack_layout<((4, 2)) : ((1, 0))>
#twice = #iree_map.pack_layout<((2, 2, 2)) : ((1, 1, 0))>
#turned = #iree_map.pack_layout<((2, 4)) : ((0, 1))>
#rows = #iree_map.pack_layout<((4, 2), (2, 2)) : ((1, 0), (4, 0))>
#short = #iree_map.pack_layout<((2, 2)) : ((4, 0))>

func.func @one(%x: memref<8xf32>, %y: memref<8xindex>, %u: memref<8xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  // expected-remark @below {{'arith.constant' op is not distributed: strides of pack_layout<((2, 2, 2)) : ((1, 1, 0))> overlap}}
  // expected-note @below {{result #0 has pack_layout<((2, 2, 2)) : ((1, 1, 0))>}}
  %k = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : vector<8xf32>
  %l = iree_vector_ext.to_layout %k to layout(#twice) : vector<8xf32>
  %two = arith.constant dense<2.0> : vector<8xf32>
  %p = arith.mulf %l, %two : vector<8xf32>
  // expected-remark @below {{'vector.step' op is not distributed: strides of pack_layout<((2, 2, 2)) : ((1, 1, 0))> overlap}}
  // expected-note @below {{result #0 has pack_layout<((2, 2, 2)) : ((1, 1, 0))>}}
  %i = vector.step : vector<8xindex>
  %j = iree_vector_ext.to_layout %i to layout(#twice) : vector<8xindex>
  // expected-remark @below {{'vector.create_mask' op is not distributed: strides of pack_layout<((2, 2, 2)) : ((1, 1, 0))> overlap}}
  // expected-note @below {{result #0 has pack_layout<((2, 2, 2)) : ((1, 1, 0))>}}
  %m = vector.create_mask %n : vector<8xi1>
  %t = iree_vector_ext.to_layout %m to layout(#twice) : vector<8xi1>
  // expected-remark @below {{'vector.transfer_read' op is not distributed: strides of pack_layout<((2, 2, 2)) : ((1, 1, 0))> overlap}}
  // expected-note @below {{operand #3 has pack_layout<((2, 2, 2)) : ((1, 1, 0))>}}
  // expected-note @below {{result #0 has pack_layout<((2, 2, 2)) : ((1, 1, 0))>}}
  %q = vector.transfer_read %x[%c0], %pad, %t {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %g = iree_vector_ext.to_layout %q to layout(#twice) : vector<8xf32>
  %s = arith.addf %p, %g : vector<8xf32>
  // expected-remark @below {{'vector.multi_reduction' op is not distributed: strides of pack_layout<((2, 2, 2)) : ((1, 1, 0))> overlap}}
  // expected-note @below {{operand #0 has pack_layout<((2, 2, 2)) : ((1, 1, 0))>}}
  %z = vector.multi_reduction <add>, %s, %pad [0] : vector<8xf32> to f32
  // expected-remark @below {{'vector.transfer_write' op is not distributed: strides of pack_layout<((2, 2, 2)) : ((1, 1, 0))> overlap}}
  // expected-note @below {{operand #0 has pack_layout<((2, 2, 2)) : ((1, 1, 0))>}}
  vector.transfer_write %s, %u[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  // expected-remark @below {{'vector.transfer_write' op is not distributed: strides of pack_layout<((2, 2, 2)) : ((1, 1, 0))> overlap}}
  // expected-note @below {{operand #0 has pack_layout<((2, 2, 2)) : ((1, 1, 0))>}}
  vector.transfer_write %j, %y[%c0] {in_bounds = [true]} : vector<8xindex>, memref<8xindex>
  return %z : f32
}

func.func @two(%x: memref<8x8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  // expected-remark @below {{'vector.transfer_read' op is not distributed: strides of pack_layout<((4, 2), (4, 2)) : ((1, 0), (1, 0))> overlap}}
  // expected-note @below {{result #0 has pack_layout<((4, 2), (4, 2)) : ((1, 0), (1, 0))>}}
  %0 = vector.transfer_read %x[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x8xf32>, vector<8x8xf32>
  %a = iree_vector_ext.to_layout %0 to layout(#same) : vector<8x8xf32>
  %1 = vector.transfer_read %y[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %b = iree_vector_ext.to_layout %1 to layout(#line) : vector<8xf32>
  // expected-remark @below {{'vector.contract' op is not distributed: strides of pack_layout<((4, 2), (4, 2)) : ((1, 0), (1, 0))> overlap}}
  // expected-note @below {{operand #0 has pack_layout<((4, 2), (4, 2)) : ((1, 0), (1, 0))>}}
  // expected-note @below {{operand #1 has pack_layout<((4, 2)) : ((1, 0))>}}
  // expected-note @below {{operand #2 has pack_layout<((4, 2)) : ((1, 0))>}}
  // expected-note @below {{result #0 has pack_layout<((4, 2)) : ((1, 0))>}}
  %r = vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %b : vector<8x8xf32>, vector<8xf32> into vector<8xf32>
  vector.transfer_write %r, %y[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}

// A tensor would have to be put together from what threads write.
func.func @tensors(%t: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  // expected-remark @below {{'vector.transfer_read' op is not distributed: it is a transfer of a tensor}}
  // expected-note @below {{result #0 has pack_layout<((4, 2)) : ((1, 0))>}}
  %v = vector.transfer_read %t[%c0], %p {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
  %l = iree_vector_ext.to_layout %v to layout(#line) : vector<8xf32>
  %o = arith.addf %l, %l : vector<8xf32>
  // expected-remark @below {{'vector.transfer_write' op is not distributed: it is a transfer of a tensor}}
  // expected-note @below {{operand #0 has pack_layout<((4, 2)) : ((1, 0))>}}
  %w = vector.transfer_write %o, %t[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
  return %w : tensor<8xf32>
}
