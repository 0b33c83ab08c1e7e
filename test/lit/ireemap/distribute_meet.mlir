// RUN: optc %s --verify-exec --vectorext-distribute-nested-layout="workgroup-size=32 subgroup-size=8 explain" --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t --implicit-check-not=error:

#rows = #iree_map.pack_layout<((2, 4), (2, 4)) : ((0, 4), (0, 1))>
#row = #iree_map.pack_layout<((2, 4)) : ((0, 1))>
#column = #iree_map.pack_layout<((2, 4)) : ((0, 4))>
#columns = #iree_map.pack_layout<((2, 4), (2, 4)) : ((0, 1), (0, 4))>
#nested = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 2], outer_tile = [1, 1], thread_tile = [4, 4], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [4, 1]>

// Masks are compared with the coordinates of what a thread holds.
// CHECK-LABEL: @masked
// CHECK: arith.cmpi slt, %{{.*}} : vector<2x1xindex>
// CHECK-COUNT-4: vector.transfer_read %arg0[{{.*}}], %{{.*}}, %{{.*}} : memref<8x8xf32>, vector<1x1xf32>
func.func @masked(%m: memref<8x8xf32>, %n: index, %o: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %pad = arith.constant 0.0 : f32
  %u = arith.remui %n, %c9 : index
  %k = vector.create_mask %u, %c8 : vector<8x8xi1>
  %x = vector.transfer_read %m[%c0, %c0], %pad, %k {in_bounds = [true, true]} : memref<8x8xf32>, vector<8x8xf32>
  %l = iree_vector_ext.to_layout %x to layout(#rows) : vector<8x8xf32>
  vector.transfer_write %l, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x8xf32>, memref<8x8xf32>
  return
}

// A reduction is one of a vector with a dimension for each digit: what a thread holds, then lanes.
// CHECK-LABEL: @reduced
// CHECK: vector.multi_reduction <maximumf>, {{.*}} to vector<2x1x1x1x1x1xf32>
// CHECK-COUNT-2: gpu.subgroup_reduce maximumf %{{.*}} cluster(size = 4)
func.func @reduced(%m: memref<8x8xf32>, %o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %acc = arith.constant dense<1.0> : vector<8xf32>
  %x = vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x8xf32>, vector<8x8xf32>
  %l = iree_vector_ext.to_layout %x to layout(#rows) : vector<8x8xf32>
  %s = vector.multi_reduction <maximumf>, %l, %acc [1] : vector<8x8xf32> to vector<8xf32>
  vector.transfer_write %s, %o[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}

// CHECK-LABEL: @contracted
// CHECK: vector.contract
// CHECK: memref.alloc() : memref<{{.*}}xi32, #gpu.address_space<workgroup>>
func.func @contracted(%m: memref<8x8xi32>, %v: memref<8xi32>, %o: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i32
  %acc = arith.constant dense<1> : vector<8xi32>
  %x = vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x8xi32>, vector<8x8xi32>
  %y = vector.transfer_read %v[%c0], %pad {in_bounds = [true]} : memref<8xi32>, vector<8xi32>
  %a = iree_vector_ext.to_layout %x to layout(#rows) : vector<8x8xi32>
  %b = iree_vector_ext.to_layout %y to layout(#column) : vector<8xi32>
  %s = vector.contract {indexing_maps = [affine_map<(n, k) -> (k, n)>, affine_map<(n, k) -> (k)>, affine_map<(n, k) -> (n)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %acc : vector<8x8xi32>, vector<8xi32> into vector<8xi32>
  vector.transfer_write %s, %o[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}

// To another layout through workgroup memory; to a nested layout that gives threads the same
// elements without.
// CHECK-LABEL: @changed
// CHECK: gpu.barrier
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
// REMARK: remark: {{.*}} goes through workgroup memory for 64 elements, with 2 barriers; a thread writes 4 and reads 4 of them: one of the layouts is of iree_map
// REMARK: remark: {{.*}} reorders what every thread holds; no element changes its thread
func.func @changed(%m: memref<8x8xf32>, %o: memref<8x8xf32>, %p: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %x = vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x8xf32>, vector<8x8xf32>
  %a = iree_vector_ext.to_layout %x to layout(#rows) : vector<8x8xf32>
  %b = iree_vector_ext.to_layout %a to layout(#columns) : vector<8x8xf32>
  vector.transfer_write %b, %o[%c0, %c0] {in_bounds = [true, true]} : vector<8x8xf32>, memref<8x8xf32>
  %c = iree_vector_ext.to_layout %a to layout(#nested) : vector<8x8xf32>
  vector.transfer_write %c, %p[%c0, %c0] {in_bounds = [true, true]} : vector<8x8xf32>, memref<8x8xf32>
  return
}
