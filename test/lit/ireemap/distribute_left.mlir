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

// -----

#row = #iree_map.pack_layout<((2, 4)) : ((0, 1))>

func.func @arg_compare(%m: memref<8xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %low = arith.constant dense<0.0> : vector<f32>
  %none = arith.constant dense<-1> : vector<i32>
  %x = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %l = iree_vector_ext.to_layout %x to layout(#row) : vector<8xf32>
  // expected-error @below {{'iree_vector_ext.arg_compare' op is not distributed: there is no rule for it in a layout of iree_map; there may be one in a nested layout, to which iree_vector_ext.to_layout converts}}
  // expected-note @below {{operand #0 has pack_layout<((2, 4)) : ((0, 1))>}}
  // expected-note @below {{operand #1 has pack_layout<() : ()>}}
  // expected-note @below {{operand #2 has pack_layout<() : ()>}}
  // expected-note @below {{result #0 has pack_layout<() : ()>}}
  // expected-note @below {{result #1 has pack_layout<() : ()>}}
  %v, %i = iree_vector_ext.arg_compare dimension(0) ins(%l : vector<8xf32>) inits(%low, %none : vector<f32>, vector<i32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  %e = vector.extract %v[] : f32 from vector<f32>
  memref.store %e, %o[] : memref<f32>
  return
}

// -----

#row = #iree_map.pack_layout<((2, 4)) : ((0, 1))>

func.func @gather(%m: memref<16xf32>, %k: memref<8xindex>, %o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %i = vector.transfer_read %k[%c0], %c0 {in_bounds = [true]} : memref<8xindex>, vector<8xindex>
  // expected-error @below {{'iree_vector_ext.transfer_gather' op is not distributed: there is no rule for it in a layout of iree_map; there may be one in a nested layout, to which iree_vector_ext.to_layout converts}}
  // expected-note @below {{operand #2 has pack_layout<((2, 4)) : ((0, 1))>}}
  // expected-note @below {{result #0 has pack_layout<((2, 4)) : ((0, 1))>}}
  %x = iree_vector_ext.transfer_gather %m[%c0] [%i : vector<8xindex>], %pad {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<16xf32>, vector<8xf32>
  %l = iree_vector_ext.to_layout %x to layout(#row) : vector<8xf32>
  vector.transfer_write %l, %o[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}

// -----

#row = #iree_map.pack_layout<((2, 4)) : ((0, 1))>

func.func @scatter(%m: memref<8xf32>, %k: memref<8xindex>, %o: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %i = vector.transfer_read %k[%c0], %c0 {in_bounds = [true]} : memref<8xindex>, vector<8xindex>
  %x = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %l = iree_vector_ext.to_layout %x to layout(#row) : vector<8xf32>
  // expected-error @below {{'iree_vector_ext.transfer_scatter' op is not distributed: there is no rule for it in a layout of iree_map; there may be one in a nested layout, to which iree_vector_ext.to_layout converts}}
  // expected-note @below {{operand #1 has pack_layout<((2, 4)) : ((0, 1))>}}
  // expected-note @below {{operand #3 has pack_layout<((2, 4)) : ((0, 1))>}}
  iree_vector_ext.transfer_scatter %l into %o[%c0] [%i : vector<8xindex>] {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : vector<8xf32>, memref<16xf32>
  return
}

// -----

#row = #iree_map.pack_layout<((2, 4)) : ((0, 1))>

func.func @vector_scatter(%m: memref<8xf32>, %k: memref<8xindex>, %o: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %on = arith.constant dense<true> : vector<8xi1>
  %i = vector.transfer_read %k[%c0], %c0 {in_bounds = [true]} : memref<8xindex>, vector<8xindex>
  %x = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %l = iree_vector_ext.to_layout %x to layout(#row) : vector<8xf32>
  // expected-error @below {{'vector.scatter' op is not distributed: there is no rule for it in a layout of iree_map; there may be one in a nested layout, to which iree_vector_ext.to_layout converts}}
  // expected-note @below {{operand #2 has pack_layout<((2, 4)) : ((0, 1))>}}
  // expected-note @below {{operand #3 has pack_layout<((2, 4)) : ((0, 1))>}}
  // expected-note @below {{operand #4 has pack_layout<((2, 4)) : ((0, 1))>}}
  vector.scatter %o[%c0] [%i], %on, %l : memref<16xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32>
  return
}

// -----

#row = #iree_map.pack_layout<((2, 4)) : ((0, 1))>

func.func @map_store(%m: memref<8xf32>, %o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %x = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %l = iree_vector_ext.to_layout %x to layout(#row) : vector<8xf32>
  // expected-error @below {{'iree_linalg_ext.map_store' op is not distributed: there is no rule for it in a layout of iree_map; there may be one in a nested layout, to which iree_vector_ext.to_layout converts}}
  // expected-note @below {{operand #0 has pack_layout<((2, 4)) : ((0, 1))>}}
  iree_linalg_ext.map_store %l into %o {
  ^bb0(%i: index):
    %on = arith.constant true
    iree_linalg_ext.yield %i, %on : index, i1
  } : vector<8xf32> into memref<8xf32>
  return
}

// -----

#lhs = #iree_map.pack_layout<(16, (4, 4)) : (1, (16, 0))>
#rhs = #iree_map.pack_layout<((4, 4), 16) : ((16, 0), 1)>

func.func @intrinsic(%m: memref<16x16xf16>, %n: memref<16x16xf16>, %o: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f16
  %zeros = arith.constant dense<0.0> : vector<16x16xf32>
  %x = vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %y = vector.transfer_read %n[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %a = iree_vector_ext.to_layout %x to layout(#lhs) : vector<16x16xf16>
  %b = iree_vector_ext.to_layout %y to layout(#rhs) : vector<16x16xf16>
  %c = iree_vector_ext.to_layout %zeros to layout(#rhs) : vector<16x16xf32>
  // expected-error @below {{'vector.contract' op is not distributed: matrix intrinsics take nested layouts}}
  // expected-note @below {{operand #0 has pack_layout<(16, (4, 4)) : (1, (16, 0))>}}
  // expected-note @below {{operand #1 has pack_layout<((4, 4), 16) : ((16, 0), 1)>}}
  // expected-note @below {{operand #2 has pack_layout<((4, 4), 16) : ((16, 0), 1)>}}
  // expected-note @below {{result #0 has pack_layout<((4, 4), 16) : ((16, 0), 1)>}}
  %d = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>} %a, %b, %c : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
  vector.transfer_write %d, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  return
}
