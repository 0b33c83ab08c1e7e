// RUN: optc %s --split-input-file --verify-diagnostics --vectorext-distribute-nested-layout

#row = #iree_map.pack_layout<((2, 4)) : ((0, 1))>

func.func @printed(%m: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %x = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %l = iree_vector_ext.to_layout %x to layout(#row) : vector<8xf32>
  // expected-error @below {{'vector.print' op is not distributed: threads print in any order; write the vector to memory with vector.transfer_write}}
  // expected-note @below {{operand #0 has pack_layout<((2, 4)) : ((0, 1))>}}
  vector.print %l : vector<8xf32>
  return
}

// -----

#row = #iree_map.pack_layout<((2, 4)) : ((0, 1))>

func.func @tensor(%t: tensor<8xf32>, %k: memref<8xindex>, %o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %i = vector.transfer_read %k[%c0], %c0 {in_bounds = [true]} : memref<8xindex>, vector<8xindex>
  // expected-error @below {{'iree_vector_ext.transfer_gather' op is not distributed: it reads a tensor}}
  // expected-note @below {{operand #2 has pack_layout<((2, 4)) : ((0, 1))>}}
  // expected-note @below {{result #0 has pack_layout<((2, 4)) : ((0, 1))>}}
  %x = iree_vector_ext.transfer_gather %t[%c0] [%i : vector<8xindex>], %pad {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : tensor<8xf32>, vector<8xf32>
  %l = iree_vector_ext.to_layout %x to layout(#row) : vector<8xf32>
  vector.transfer_write %l, %o[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}
