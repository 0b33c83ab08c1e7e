// RUN: optc %s --split-input-file --verify-diagnostics --vectorext-distribute-nested-layout

#row = #iree_map.pack_layout<((2, 4)) : ((0, 1))>

func.func @scan(%m: memref<8xf32>, %o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %init = arith.constant dense<0.0> : vector<f32>
  %x = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %l = iree_vector_ext.to_layout %x to layout(#row) : vector<8xf32>
  // expected-error @below {{'vector.scan' op is not distributed: there is no rule for it in a layout of iree_map; there may be one in a nested layout, to which iree_vector_ext.to_layout converts}}
  // expected-note @below {{operand #0 has pack_layout<((2, 4)) : ((0, 1))>}}
  // expected-note @below {{operand #1 has pack_layout<() : ()>}}
  // expected-note @below {{result #0 has pack_layout<((2, 4)) : ((0, 1))>}}
  // expected-note @below {{result #1 has pack_layout<() : ()>}}
  %s:2 = vector.scan <add>, %l, %init {inclusive = true, reduction_dim = 0 : i64} : vector<8xf32>, vector<f32>
  vector.transfer_write %s#0, %o[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}

// -----

#left = #iree_map.pack_layout<((2, 4)) : ((0, 1))>
#right = #iree_map.pack_layout<((2, 4)) : ((0, 2))>

// Equal sizes are not enough for a common layout.
func.func @strides(%m: memref<8xf32>, %n: memref<8xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %x = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %y = vector.transfer_read %n[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %a = iree_vector_ext.to_layout %x to layout(#left) : vector<8xf32>
  %b = iree_vector_ext.to_layout %y to layout(#right) : vector<8xf32>
  // expected-error @below {{'vector.contract' op is not distributed: lhs has pack_layout<((2, 4)) : ((0, 1))> and rhs has pack_layout<((2, 4)) : ((0, 2))>, which differ in a dimension that they share}}
  // expected-note @below {{operand #0 has pack_layout<((2, 4)) : ((0, 1))>}}
  // expected-note @below {{operand #1 has pack_layout<((2, 4)) : ((0, 2))>}}
  %s = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %b, %pad : vector<8xf32>, vector<8xf32> into f32
  memref.store %s, %o[] : memref<f32>
  return
}
