// RUN: optc %s --split-input-file --pass-pipeline='builtin.module(gpu-set-target{chip=sm_80},gpu)' | FileCheck %s

// Rows of a gather whose columns follow each other are loaded at once.

// CHECK: gpu.func @rows
// CHECK-COUNT-2: vector.load %{{.*}} {alignment = 16 : i64} : memref<64x16xf32>, vector<4xf32>
// CHECK-NOT: memref.load
func.func @rows(%m: memref<64x16xf32>, %o: memref<2x4xf32>, %r: memref<2xindex>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [4, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %rows = vector.load %r[%c0] : memref<2xindex>, vector<2xindex>
  %s = vector.step : vector<4xindex>
  %c = vector.broadcast %s : vector<4xindex> to vector<2x4xindex>
  %b = vector.broadcast %rows : vector<2xindex> to vector<4x2xindex>
  %t = vector.transpose %b, [1, 0] : vector<4x2xindex> to vector<2x4xindex>
  %0 = iree_vector_ext.transfer_gather %m[%c0, %c0] [%t, %c : vector<2x4xindex>, vector<2x4xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0, s1] -> (s0, s1)>, affine_map<(d0, d1)[s0, s1] -> (d0, d1)>, affine_map<(d0, d1)[s0, s1] -> (d0, d1)>]} : memref<64x16xf32>, vector<2x4xf32>
  vector.transfer_write %0, %o[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, memref<2x4xf32>
  return
}

// -----

// A gather of several dimensions becomes gathers of rows, and these loads of elements.

// CHECK: gpu.func @elements
// CHECK-COUNT-4: vector.load %{{.*}} : memref<64xf32>, vector<1xf32>
func.func @elements(%m: memref<64xf32>, %o: memref<2x2xf32>, %r: memref<2x2xindex>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [4, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %on = arith.constant dense<true> : vector<2x2xi1>
  %p = arith.constant dense<0.0> : vector<2x2xf32>
  %at = vector.transfer_read %r[%c0, %c0], %c0 {in_bounds = [true, true]} : memref<2x2xindex>, vector<2x2xindex>
  %0 = vector.gather %m[%c0] [%at], %on, %p : memref<64xf32>, vector<2x2xindex>, vector<2x2xi1>, vector<2x2xf32> into vector<2x2xf32>
  vector.transfer_write %0, %o[%c0, %c0] {in_bounds = [true, true]} : vector<2x2xf32>, memref<2x2xf32>
  return
}

// -----

// CHECK: gpu.func @columns
// CHECK-NOT: vector.gather
// CHECK: gpu.return
func.func @columns(%m: memref<64x16xf32>, %o: memref<2x4xf32>, %r: memref<2x4xindex>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [4, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %at = vector.transfer_read %r[%c0, %c0], %c0 {in_bounds = [true, true]} : memref<2x4xindex>, vector<2x4xindex>
  %0 = iree_vector_ext.transfer_gather %m[%c0, %c0] [%at : vector<2x4xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : memref<64x16xf32>, vector<2x4xf32>
  vector.transfer_write %0, %o[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, memref<2x4xf32>
  return
}

// -----

// Multiples of a step are read through a view with a stride.

// CHECK: gpu.func @strided
// CHECK: memref.subview
func.func @strided(%m: memref<64xf32>, %o: memref<4xf32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [4, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %two = arith.constant dense<2> : vector<4xindex>
  %s = vector.step : vector<4xindex>
  %d = arith.muli %s, %two : vector<4xindex>
  %0 = iree_vector_ext.transfer_gather %m[%c0] [%d : vector<4xindex>], %p {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>]} : memref<64xf32>, vector<4xf32>
  vector.transfer_write %0, %o[%c0] {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
  return
}
