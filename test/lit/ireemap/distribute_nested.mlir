// RUN: optc %s --verify-exec --vectorext-distribute-nested-layout="workgroup-size=32 subgroup-size=8 explain" --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t --implicit-check-not=error:

// What has rules for nested layouts only is distributed in the nested layout next to that of
// iree_map. Where a dimension is values, threads and values, threads hold the same elements in both.

#row = #iree_map.pack_layout<((2, 4)) : ((0, 1))>
#rows = #iree_map.pack_layout<((2, 4, 3), 2) : ((0, 2, 0), 1)>
#woven = #iree_map.pack_layout<((2, 4, 2, 2)) : ((4, 0, 2, 0))>
#wide = #iree_map.pack_layout<((2, 3, 4, 2)) : ((8, 0, 1, 0))>

// CHECK-LABEL: @scan
// CHECK-NOT: memref.alloc
// CHECK-COUNT-2: iree_gpu.subgroup_scan({{.*}}) cluster(size = 4)
// CHECK-NOT: memref.alloc
// CHECK: return
// REMARK: 'iree_vector_ext.to_simt' op reorders what every thread holds; no element changes its thread
func.func @scan(%m: memref<8xf32>, %o: memref<8xf32>, %p: memref<f32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %init = arith.constant dense<0.5> : vector<f32>
  %x = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %l = iree_vector_ext.to_layout %x to layout(#row) : vector<8xf32>
  %s:2 = vector.scan <add>, %l, %init {inclusive = false, reduction_dim = 0 : i64} : vector<8xf32>, vector<f32>
  vector.transfer_write %s#0, %o[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  vector.transfer_write %s#1, %p[] : vector<f32>, memref<f32>
  return
}

// CHECK-LABEL: @columns
// CHECK-NOT: memref.alloc
// CHECK: iree_gpu.subgroup_scan({{.*}}) cluster(size = 4, stride = 2)
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @columns(%m: memref<24x2xf32>, %n: memref<2xf32>, %o: memref<24x2xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %x = vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true]} : memref<24x2xf32>, vector<24x2xf32>
  %init = vector.transfer_read %n[%c0], %pad {in_bounds = [true]} : memref<2xf32>, vector<2xf32>
  %l = iree_vector_ext.to_layout %x to layout(#rows) : vector<24x2xf32>
  %s:2 = vector.scan <add>, %l, %init {inclusive = true, reduction_dim = 0 : i64} : vector<24x2xf32>, vector<2xf32>
  vector.transfer_write %s#0, %o[%c0, %c0] {in_bounds = [true, true]} : vector<24x2xf32>, memref<24x2xf32>
  return
}

// Threads with values between them get whole lines, through memory.
// CHECK-LABEL: @woven
// CHECK: memref.alloc() : memref<32xf32, #gpu.address_space<workgroup>>
// CHECK: vector.scan <add>, {{.*}} : vector<1x1x32xf32>, vector<1x1xf32>
// REMARK: goes through workgroup memory for 32 elements, with 2 barriers; a thread writes 8 and reads 32 of them: one of the layouts is of iree_map
func.func @woven(%m: memref<32xf32>, %o: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %init = arith.constant dense<0.0> : vector<f32>
  %x = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
  %l = iree_vector_ext.to_layout %x to layout(#woven) : vector<32xf32>
  %s:2 = vector.scan <add>, %l, %init {inclusive = true, reduction_dim = 0 : i64} : vector<32xf32>, vector<f32>
  vector.transfer_write %s#0, %o[%c0] {in_bounds = [true]} : vector<32xf32>, memref<32xf32>
  return
}

// Threads of a stride of whole subgroups are subgroups.
// CHECK-LABEL: @winner
// CHECK: gpu.ballot
// CHECK: memref.alloc() : memref<2xf32, #gpu.address_space<workgroup>>
func.func @winner(%m: memref<48xf32>, %o: memref<f32>, %p: memref<i32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %low = arith.constant dense<0.0> : vector<f32>
  %none = arith.constant dense<-1> : vector<i32>
  %x = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<48xf32>, vector<48xf32>
  %l = iree_vector_ext.to_layout %x to layout(#wide) : vector<48xf32>
  %v, %i = iree_vector_ext.arg_compare dimension(0) ins(%l : vector<48xf32>) inits(%low, %none : vector<f32>, vector<i32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  vector.transfer_write %v, %o[] : vector<f32>, memref<f32>
  vector.transfer_write %i, %p[] : vector<i32>, memref<i32>
  return
}

// CHECK-LABEL: @gather
// CHECK-NOT: memref.alloc
// CHECK-COUNT-2: iree_vector_ext.transfer_gather %arg0{{.*}} : memref<16x16xf32>, vector<3x1xf32>
func.func @gather(%m: memref<16x16xf32>, %k: memref<24xindex>, %o: memref<24x2xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant dense<16> : vector<24xindex>
  %pad = arith.constant 0.0 : f32
  %j = vector.transfer_read %k[%c0], %c0 {in_bounds = [true]} : memref<24xindex>, vector<24xindex>
  %i = arith.remui %j, %c16 : vector<24xindex>
  %x = iree_vector_ext.transfer_gather %m[%c0, %c0] [%i : vector<24xindex>], %pad {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<16x16xf32>, vector<24x2xf32>
  %l = iree_vector_ext.to_layout %x to layout(#rows) : vector<24x2xf32>
  vector.transfer_write %l, %o[%c0, %c0] {in_bounds = [true, true]} : vector<24x2xf32>, memref<24x2xf32>
  return
}

// CHECK-LABEL: @scatters
// CHECK: scf.if
// CHECK-COUNT-2: iree_vector_ext.transfer_scatter {{.*}} : vector<1xf32>, memref<16xf32>
// CHECK: scf.if
// CHECK: vector.scatter {{.*}} : memref<16xf32>, vector<2x1x1xindex>, vector<2x1x1xi1>, vector<2x1x1xf32>
// CHECK: scf.if
// CHECK-COUNT-2: iree_linalg_ext.map_store {{.*}}
func.func @scatters(%m: memref<8xf32>, %o: memref<16xf32>, %p: memref<16xf32>, %q: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c15 = arith.constant 15 : index
  %pad = arith.constant 0.0 : f32
  %on = arith.constant dense<true> : vector<8xi1>
  %i = arith.constant dense<[3, 14, 0, 7, 5, 9, 2, 6]> : vector<8xindex>
  %x = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %l = iree_vector_ext.to_layout %x to layout(#row) : vector<8xf32>
  iree_vector_ext.transfer_scatter %l into %o[%c0] [%i : vector<8xindex>] {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : vector<8xf32>, memref<16xf32>
  vector.scatter %p[%c0] [%i], %on, %l : memref<16xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32>
  iree_linalg_ext.map_store %l into %q {
  ^bb0(%at: index):
    %to = arith.subi %c15, %at : index
    %keep = arith.cmpi ne, %at, %c0 : index
    iree_linalg_ext.yield %to, %keep : index, i1
  } : vector<8xf32> into memref<16xf32>
  return
}
