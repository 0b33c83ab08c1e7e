// RUN: optc %s --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=64,2,1}),canonicalize,cse)' | FileCheck %s

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [2, 2], subgroup_strides = [0, 1], thread_strides = [8, 1]>
// Sixteen elements of a row are in one thread of each of eight lanes and two subgroups:
// first what a thread holds is combined, then the lanes, then the subgroups in memory.
// CHECK-LABEL: @rows
// CHECK: vector.multi_reduction <add>, {{.*}} [1, 3, 5] : vector<1x2x1x1x2x2xi32> to vector<1x1x2xi32>
// CHECK: gpu.subgroup_reduce add %{{.*}} cluster(size = 8)
// CHECK: memref.alloc() : memref<8x2xi32, #gpu.address_space<workgroup>>
// CHECK: gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK: scf.if
// CHECK: gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK: gpu.subgroup_reduce add %{{.*}} cluster(size = 2)
// CHECK: arith.select {{.*}} : vector<1x2x1x1x2x2xi1>, vector<1x2x1x1x2x2xi32>
// CHECK: gpu.subgroup_reduce maxsi
// CHECK-NOT: vector<8x64xi32>
func.func @rows(%m: memref<8x64xi32>, %o: memref<8xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %p = arith.constant 0 : i32
  %acc = arith.constant dense<5> : vector<8xi32>
  %x = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x64xi32>, vector<8x64xi32>
  %y = iree_vector_ext.to_layout %x to layout(#l) : vector<8x64xi32>
  %k = vector.create_mask %n, %c3 : vector<8x64xi1>
  %r = vector.multi_reduction <add>, %y, %acc [1] : vector<8x64xi32> to vector<8xi32>
  %q = vector.mask %k { vector.multi_reduction <maxsi>, %y, %r [1] : vector<8x64xi32> to vector<8xi32> } : vector<8x64xi1> -> vector<8xi32>
  vector.transfer_write %q, %o[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}

// CHECK-LABEL: @all
// CHECK: memref.alloc() : memref<1x2xi32, #gpu.address_space<workgroup>>
func.func @all(%m: memref<8x64xi32>, %o: memref<i32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %x = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x64xi32>, vector<8x64xi32>
  %y = iree_vector_ext.to_layout %x to layout(#l) : vector<8x64xi32>
  %r = vector.multi_reduction <add>, %y, %p [0, 1] : vector<8x64xi32> to i32
  memref.store %r, %o[] : memref<i32>
  return
}

// The threads of a column hold copies; the sums over k go over lanes.
#a = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [1, 8]>
#b = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 1], element_tile = [2, 4], subgroup_strides = [0, 1], thread_strides = [8, 0]>
// CHECK-LABEL: @mm
// CHECK: vector.contract {{.*}} : vector<2x1x1x1x1x2xi32>, vector<1x1x1x1x2x4xi32> into vector<2x1x1x1x1x4xi32>
// CHECK: gpu.subgroup_reduce add %{{.*}} cluster(size = 4, stride = 8)
func.func @mm(%x: memref<16x8xi32>, %y: memref<8x8xi32>, %o: memref<16x8xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %z = arith.constant dense<0> : vector<16x8xi32>
  %a = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<16x8xi32>, vector<16x8xi32>
  %b = vector.transfer_read %y[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x8xi32>, vector<8x8xi32>
  %al = iree_vector_ext.to_layout %a to layout(#a) : vector<16x8xi32>
  %bl = iree_vector_ext.to_layout %b to layout(#b) : vector<8x8xi32>
  %c = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %al, %bl, %z : vector<16x8xi32>, vector<8x8xi32> into vector<16x8xi32>
  vector.transfer_write %c, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xi32>, memref<16x8xi32>
  return
}
