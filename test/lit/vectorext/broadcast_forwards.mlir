// RUN: optc %s --vectorext-distribute-nested-layout="workgroup-size=32 subgroup-size=32" --canonicalize --cse --verify-exec | FileCheck %s

#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [32], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// No anchor gives the broadcast vector a layout: threads hold the added dimension whole, and what is computed with it follows.
// CHECK-LABEL: @added
// CHECK: vector.broadcast {{.*}} to vector<{{.*}}4x{{.*}}2xf32>
// CHECK: vector.transfer_read %{{.*}} : memref<4x64xf32>, vector<4x2xf32>
// CHECK: vector.transfer_write %{{.*}} : vector<4x2xf32>, memref<4x64xf32>
func.func @added(%m: memref<64xf32>, %n: memref<4x64xf32>, %o: memref<4x64xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%c0], %zero {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  %a = iree_vector_ext.to_layout %v to layout(#line) : vector<64xf32>
  %b = vector.broadcast %a : vector<64xf32> to vector<4x64xf32>
  %x = vector.transfer_read %n[%c0, %c0], %zero {in_bounds = [true, true]} : memref<4x64xf32>, vector<4x64xf32>
  %s = arith.addf %x, %b : vector<4x64xf32>
  vector.transfer_write %s, %o[%c0, %c0] {in_bounds = [true, true]} : vector<4x64xf32>, memref<4x64xf32>
  return
}

// A stretched dimension is whole, too.
// CHECK-LABEL: @stretched
// CHECK: vector.transfer_write %{{.*}} : vector<2x8xf32>, memref<64x8xf32>
func.func @stretched(%m: memref<64xf32>, %o: memref<64x8xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%c0], %zero {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  %a = iree_vector_ext.to_layout %v to layout(#line) : vector<64xf32>
  %t = vector.shape_cast %a : vector<64xf32> to vector<64x1xf32>
  %b = vector.broadcast %t : vector<64x1xf32> to vector<64x8xf32>
  vector.transfer_write %b, %o[%c0, %c0] {in_bounds = [true, true]} : vector<64x8xf32>, memref<64x8xf32>
  return
}

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [1, 32], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [0, 1]>

// Where a user has a layout, the broadcast vector has it, too, and the source is converted.
// CHECK-LABEL: @used
// CHECK: vector.transfer_write %{{.*}} : vector<4x1xf32>, memref<4x64xf32>
func.func @used(%m: memref<64xf32>, %n: memref<4x64xf32>, %o: memref<4x64xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%c0], %zero {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  %a = iree_vector_ext.to_layout %v to layout(#line) : vector<64xf32>
  %b = vector.broadcast %a : vector<64xf32> to vector<4x64xf32>
  %x = vector.transfer_read %n[%c0, %c0], %zero {in_bounds = [true, true]} : memref<4x64xf32>, vector<4x64xf32>
  %l = iree_vector_ext.to_layout %x to layout(#rows) : vector<4x64xf32>
  %s = arith.addf %l, %b : vector<4x64xf32>
  vector.transfer_write %s, %o[%c0, %c0] {in_bounds = [true, true]} : vector<4x64xf32>, memref<4x64xf32>
  return
}
