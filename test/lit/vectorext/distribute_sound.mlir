// RUN: optc %s --split-input-file --verify-exec --vectorext-distribute-nested-layout="workgroup-size=96 subgroup-size=16" --canonicalize --cse 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=error:

// Rules of docs/distribution.md that are easy to get wrong. Every function is executed before
// and after distribution, by six subgroups of 16 threads.

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 3], outer_tile = [1, 2], thread_tile = [4, 4], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [4, 1]>
#row = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [4]>

// The tile of the data says which part of the index vector belongs to it.
// CHECK-LABEL: @index_vectors
func.func @index_vectors(%m: memref<8x48xi32>, %i: memref<8xindex>, %o: memref<8x48xi32>) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant dense<7> : vector<8xindex>
  %p = arith.constant 0 : i32
  %j = vector.transfer_read %i[%c0], %c0 {in_bounds = [true]} : memref<8xindex>, vector<8xindex>
  %k = arith.andi %j, %c7 : vector<8xindex>
  %x = iree_vector_ext.transfer_gather %m[%c0, %c0] [%k : vector<8xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<8x48xi32>, vector<8x48xi32>
  %a = iree_vector_ext.to_layout %x to layout(#rows) : vector<8x48xi32>
  vector.transfer_write %a, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x48xi32>, memref<8x48xi32>
  return
}

// Where its mask is off, a gather has indices of no element.
// CHECK-LABEL: @nowhere
func.func @nowhere(%m: memref<8x48xi32>, %i: memref<8xindex>, %n: index, %o: memref<8x48xi32>) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %c7 = arith.constant dense<7> : vector<8xindex>
  %far = arith.constant dense<1000000> : vector<8xindex>
  %p = arith.constant -1 : i32
  %u = arith.remui %n, %c9 : index
  %on = vector.create_mask %u : vector<8xi1>
  %j = vector.transfer_read %i[%c0], %c0 {in_bounds = [true]} : memref<8xindex>, vector<8xindex>
  %near = arith.andi %j, %c7 : vector<8xindex>
  %k = arith.select %on, %near, %far : vector<8xi1>, vector<8xindex>
  %x = iree_vector_ext.transfer_gather %m[%c0, %c0] [%k : vector<8xindex>], %p, %on {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<8x48xi32>, vector<8x48xi32>, vector<8xi1>
  %a = iree_vector_ext.to_layout %x to layout(#rows) : vector<8x48xi32>
  vector.transfer_write %a, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x48xi32>, memref<8x48xi32>
  return
}

// And which part of the mask, also where the transfer permutes the dimensions.
// CHECK-LABEL: @masks
func.func @masks(%m: memref<48x8xi32>, %n: index, %o: memref<8x48xi32>) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c48 = arith.constant 48 : index
  %p = arith.constant -1 : i32
  %u = arith.remui %n, %c48 : index
  %k = vector.create_mask %u, %c5 : vector<48x8xi1>
  %x = vector.transfer_read %m[%c0, %c0], %p, %k {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<48x8xi32>, vector<8x48xi32>
  %a = iree_vector_ext.to_layout %x to layout(#rows) : vector<8x48xi32>
  vector.transfer_write %a, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x48xi32>, memref<8x48xi32>
  return
}

// -----

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [1, 4], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [0, 2]>

// A dimension that one thread holds takes no lanes.
// CHECK-LABEL: @clusters
// CHECK-COUNT-1: gpu.subgroup_reduce{{.*}}cluster(size = 4, stride = 2)
// CHECK-NOT: gpu.subgroup_reduce
func.func @clusters(%m: memref<4x8xi32>, %o: memref<i32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %x = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<4x8xi32>, vector<4x8xi32>
  %a = iree_vector_ext.to_layout %x to layout(#rows) : vector<4x8xi32>
  %s = vector.multi_reduction <add>, %a, %p [0, 1] : vector<4x8xi32> to i32
  memref.store %s, %o[] : memref<i32>
  return
}

// -----

#three = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [3], outer_tile = [1], thread_tile = [3], element_tile = [2], subgroup_strides = [0], thread_strides = [5]>
#six = #iree_vector_ext.nested_layout<subgroup_tile = [3], batch_tile = [3], outer_tile = [1], thread_tile = [1], element_tile = [2], subgroup_strides = [2], thread_strides = [0]>

// Three lanes are no cluster, and no lanes are there to read what three subgroups found;
// what is masked off counts as the identity of the kind.
// CHECK-LABEL: @identities
func.func @identities(%m: memref<18xi32>, %n: index, %o: memref<5xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c18 = arith.constant 18 : index
  %p = arith.constant 0 : i32
  %least = arith.constant -2147483648 : i32
  %most = arith.constant 2147483647 : i32
  %ones = arith.constant -1 : i32
  %x = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<18xi32>, vector<18xi32>
  %y = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<18xi32>, vector<18xi32>
  %a = iree_vector_ext.to_layout %x to layout(#three) : vector<18xi32>
  %b = iree_vector_ext.to_layout %y to layout(#six) : vector<18xi32>
  %u = arith.remui %n, %c18 : index
  %k = vector.create_mask %u : vector<18xi1>
  %r0 = vector.mask %k { vector.multi_reduction <minsi>, %a, %most [0] : vector<18xi32> to i32 } : vector<18xi1> -> i32
  %r1 = vector.mask %k { vector.multi_reduction <maxsi>, %a, %least [0] : vector<18xi32> to i32 } : vector<18xi1> -> i32
  %r2 = vector.mask %k { vector.multi_reduction <minui>, %b, %ones [0] : vector<18xi32> to i32 } : vector<18xi1> -> i32
  %r3 = vector.mask %k { vector.multi_reduction <maxui>, %b, %p [0] : vector<18xi32> to i32 } : vector<18xi1> -> i32
  %r4 = vector.mask %k { vector.multi_reduction <and>, %b, %ones [0] : vector<18xi32> to i32 } : vector<18xi1> -> i32
  memref.store %r0, %o[%c0] : memref<5xi32>
  memref.store %r1, %o[%c1] : memref<5xi32>
  memref.store %r2, %o[%c2] : memref<5xi32>
  memref.store %r3, %o[%c3] : memref<5xi32>
  memref.store %r4, %o[%c4] : memref<5xi32>
  return
}

// -----

#line = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [1], thread_strides = [1]>

// 96 threads are no multiple of the 32 that two subgroups take twice: the bound of the
// outermost digit would be wrong. A read in front of the memory is not disjoint.
// CHECK-LABEL: @bounds
// CHECK: affine.linearize_index [{{.*}}] by
func.func @bounds(%m: memref<16xi32>, %o: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %before = arith.constant -1 : index
  %p = arith.constant 9 : i32
  %x = vector.transfer_read %m[%before], %p : memref<16xi32>, vector<16xi32>
  %a = iree_vector_ext.to_layout %x to layout(#line) : vector<16xi32>
  vector.transfer_write %a, %o[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
  return
}

// Scans and reductions over subgroups may stand in a loop: their memory is written again
// only after all have read it.
// CHECK-LABEL: @loops
func.func @loops(%m: memref<16xi32>, %o: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %p = arith.constant 0 : i32
  %z = arith.constant dense<0> : vector<i32>
  %x = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
  %a = iree_vector_ext.to_layout %x to layout(#line) : vector<16xi32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%v = %a) -> (vector<16xi32>) {
    %s:2 = vector.scan <add>, %v, %z {inclusive = true, reduction_dim = 0 : i64} : vector<16xi32>, vector<i32>
    %t = vector.multi_reduction <maxsi>, %s#0, %p [0] : vector<16xi32> to i32
    %b = vector.broadcast %t : i32 to vector<16xi32>
    %w = arith.subi %b, %s#0 : vector<16xi32>
    scf.yield %w : vector<16xi32>
  }
  vector.transfer_write %r, %o[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
  return
}

// -----

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [4, 4], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [1, 4]>
#row = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// Four rows share a subgroup, and each has its own winner; among equal values it is the first.
// CHECK-LABEL: @winners
func.func @winners(%m: memref<4x16xi32>, %o: memref<4xindex>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %seven = arith.constant dense<3> : vector<4x16xi32>
  %least = arith.constant dense<-2147483648> : vector<4xi32>
  %none = arith.constant dense<-1> : vector<4xindex>
  %x = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<4x16xi32>, vector<4x16xi32>
  %a = iree_vector_ext.to_layout %x to layout(#rows) : vector<4x16xi32>
  %few = arith.andi %a, %seven : vector<4x16xi32>
  %v, %k = iree_vector_ext.arg_compare dimension(1) ins(%few : vector<4x16xi32>) inits(%least, %none : vector<4xi32>, vector<4xindex>) {
  ^bb0(%s: i32, %t: i32):
    %c = arith.cmpi sgt, %s, %t : i32
    iree_vector_ext.yield %c : i1
  } -> vector<4xi32>, vector<4xindex>
  vector.transfer_write %k, %o[%c0] {in_bounds = [true]} : vector<4xindex>, memref<4xindex>
  return
}

// A thread holds eight elements of the line as it holds those of two rows.
#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [4], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
// CHECK-LABEL: @shapes
// CHECK-COUNT-4: vector.transfer_write {{.*}} : vector<1x2xi32>
func.func @shapes(%m: memref<32xi32>, %o: memref<4x8xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %x = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<32xi32>, vector<32xi32>
  %a = iree_vector_ext.to_layout %x to layout(#line) : vector<32xi32>
  %s = vector.shape_cast %a : vector<32xi32> to vector<4x8xi32>
  vector.transfer_write %s, %o[%c0, %c0] {in_bounds = [true, true]} : vector<4x8xi32>, memref<4x8xi32>
  return
}

// A step that code without anchors needs too is computed for it again, whole.
// CHECK-LABEL: @shared
// CHECK: vector.step : vector<16xindex>
// CHECK: vector.transfer_write {{.*}} : vector<16xindex>
// CHECK: vector.transfer_write {{.*}} : vector<2xindex>
#shared = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [1], thread_strides = [1]>
func.func @shared(%o: memref<16xindex>, %q: memref<16xindex>) {
  %c0 = arith.constant 0 : index
  %s = vector.step : vector<16xindex>
  %b = vector.bitcast %s : vector<16xindex> to vector<16xindex>
  vector.transfer_write %b, %q[%c0] {in_bounds = [true]} : vector<16xindex>, memref<16xindex>
  %a = arith.addi %s, %s : vector<16xindex>
  %l = iree_vector_ext.to_layout %a to layout(#shared) : vector<16xindex>
  vector.transfer_write %l, %o[%c0] {in_bounds = [true]} : vector<16xindex>, memref<16xindex>
  return
}
