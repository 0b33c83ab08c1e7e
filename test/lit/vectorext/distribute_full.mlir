// RUN: optc %s --split-input-file --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=8}),canonicalize,func.func(int-range-optimizations),canonicalize,cse)' | FileCheck %s --implicit-check-not=create_mask --implicit-check-not=scf.if

// Full tiles have no masks, and tiles that are off no transfers.
#l = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [2, 1]>
// CHECK-LABEL: @full
// CHECK-COUNT-2: vector.transfer_read %{{.*}}[%{{.*}}, %{{.*}}], %{{[a-z0-9_]+}} {in_bounds
// CHECK-COUNT-2: vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] {in_bounds
// CHECK-NOT: vector.transfer
func.func @full(%a: memref<4x16xf32>, %b: memref<4x16xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %p = arith.constant 0.0 : f32
  %c16 = arith.constant 16 : index
  %m = vector.create_mask %c4, %c16 : vector<4x16xi1>
  %x = vector.transfer_read %a[%c0, %c0], %p, %m {in_bounds = [true, true]} : memref<4x16xf32>, vector<4x16xf32>
  %y = iree_vector_ext.to_layout %x to layout(#l) : vector<4x16xf32>
  vector.transfer_write %y, %b[%c0, %c0], %m {in_bounds = [true, true]} : vector<4x16xf32>, memref<4x16xf32>
  return
}

// One batch of two is on.
// CHECK-LABEL: @half
// CHECK-COUNT-1: vector.transfer_read %{{.*}}[%{{.*}}, %{{.*}}], %{{[a-z0-9_]+}} {in_bounds
// CHECK-COUNT-1: vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] {in_bounds
// CHECK-NOT: vector.transfer
func.func @half(%a: memref<4x16xf32>, %b: memref<4x16xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %p = arith.constant 0.0 : f32
  %c8 = arith.constant 8 : index
  %m = vector.create_mask %c4, %c8 : vector<4x16xi1>
  %x = vector.transfer_read %a[%c0, %c0], %p, %m {in_bounds = [true, true]} : memref<4x16xf32>, vector<4x16xf32>
  %y = iree_vector_ext.to_layout %x to layout(#l) : vector<4x16xf32>
  vector.transfer_write %y, %b[%c0, %c0], %m {in_bounds = [true, true]} : vector<4x16xf32>, memref<4x16xf32>
  return
}

// What is left of 64 is never less than 16: the last step begins at 48.
// CHECK-LABEL: @last_tile
// CHECK-COUNT-2: vector.transfer_read %{{.*}}[%{{.*}}, %{{.*}}], %{{[a-z0-9_]+}} {in_bounds
// CHECK-COUNT-2: vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] {in_bounds
// CHECK-NOT: vector.transfer
func.func @last_tile(%a: memref<4x64xf32>, %b: memref<4x64xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %p = arith.constant 0.0 : f32
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c16 {
    %left = arith.subi %c64, %i : index
    %k = arith.minsi %left, %c16 : index
    %m = vector.create_mask %c4, %k : vector<4x16xi1>
    %x = vector.transfer_read %a[%c0, %i], %p, %m {in_bounds = [true, true]} : memref<4x64xf32>, vector<4x16xf32>
    %y = iree_vector_ext.to_layout %x to layout(#l) : vector<4x16xf32>
    vector.transfer_write %y, %b[%c0, %i], %m {in_bounds = [true, true]} : vector<4x16xf32>, memref<4x64xf32>
  }
  return
}

// The first batch is full, the second one needs a mask.
// CHECK-LABEL: @from_8_to_12
// CHECK: vector.transfer_read %{{.*}}[%{{.*}}, %{{.*}}], %{{[a-z0-9_]+}} {in_bounds
// CHECK: %[[K:.*]] = vector.create_mask
// CHECK: vector.transfer_read %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}}, %[[K]]
// CHECK: vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] {in_bounds
// CHECK: vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}], %[[K]]
func.func @from_8_to_12(%a: memref<4x16xf32>, %b: memref<4x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %p = arith.constant 0.0 : f32
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %k0 = arith.minsi %n, %c12 : index
  %k = arith.maxsi %k0, %c8 : index
  %m = vector.create_mask %c4, %k : vector<4x16xi1>
  %x = vector.transfer_read %a[%c0, %c0], %p, %m {in_bounds = [true, true]} : memref<4x16xf32>, vector<4x16xf32>
  %y = iree_vector_ext.to_layout %x to layout(#l) : vector<4x16xf32>
  vector.transfer_write %y, %b[%c0, %c0], %m {in_bounds = [true, true]} : vector<4x16xf32>, memref<4x16xf32>
  return
}

// -----

// The steps of a thread are one constant and the place of its first.
// CHECK-LABEL: @step
// CHECK: arith.constant dense<[0, 1, 16, 17, 32, 33]> : vector<6xindex>
// CHECK: %[[FIRST:.*]] = arith.muli %thread_id_x, %{{.*}} : index
// CHECK: %[[ALL:.*]] = vector.broadcast %[[FIRST]]
// CHECK: arith.addi %[[ALL]], %{{.*}} : vector<6xindex>
// CHECK-COUNT-3: vector.transfer_write
#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [3], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
func.func @step(%b: memref<48xindex>) {
  %c0 = arith.constant 0 : index
  %x = vector.step : vector<48xindex>
  %y = iree_vector_ext.to_layout %x to layout(#l) : vector<48xindex>
  vector.transfer_write %y, %b[%c0] {in_bounds = [true]} : vector<48xindex>, memref<48xindex>
  return
}
