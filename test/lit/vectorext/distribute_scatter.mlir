// RUN: optc %s --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=8}),canonicalize,cse)' | FileCheck %s --implicit-check-not='vector<8xindex>'

// Indices and masks of a scatter are held like what it stores, the indices of arg_compare
// like its values, without anchors of their own.
#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#tile = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [2, 1]>

// CHECK-LABEL: @flat
// CHECK: %[[MASK:.*]] = vector.create_mask %{{.*}} : vector<2xi1>
// CHECK: vector.scatter %{{.*}}[%{{.*}}] [%{{.*}}], %{{.*}}, %{{.*}} : memref<24xf32>, vector<1x1x2xindex>, vector<1x1x2xi1>, vector<1x1x2xf32>
func.func @flat(%x: memref<8xf32>, %y: memref<24xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %l = iree_vector_ext.to_layout %v to layout(#line) : vector<8xf32>
  %step = vector.step : vector<8xindex>
  %three = vector.broadcast %c3 : index to vector<8xindex>
  %i = arith.muli %step, %three : vector<8xindex>
  %m = vector.create_mask %n : vector<8xi1>
  vector.scatter %y[%c0] [%i], %m, %l : memref<24xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32>
  return
}

// The index operand runs along the columns only: its layout is that of the columns.
// CHECK-LABEL: @columns
// CHECK-COUNT-2: iree_vector_ext.transfer_scatter %{{.*}} into %{{.*}} [%{{.*}} : vector<2xindex>], %{{.*}} {{{.*}}} : vector<1x2xf32>, memref<4x32xf32>, vector<2x1xi1>
func.func @columns(%x: memref<4x8xf32>, %y: memref<4x32xf32>, %k: memref<8xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<4x8xf32>, vector<4x8xf32>
  %l = iree_vector_ext.to_layout %v to layout(#tile) : vector<4x8xf32>
  %c3 = arith.constant 3 : index
  %step = vector.step : vector<8xindex>
  %three = vector.broadcast %c3 : index to vector<8xindex>
  %i = arith.muli %step, %three : vector<8xindex>
  %m = vector.create_mask %n, %c3 : vector<8x4xi1>
  iree_vector_ext.transfer_scatter %l into %y[%c0, %c0] [%i : vector<8xindex>], %m {indexing_maps = [affine_map<(d0, d1)[s0] -> (d0, s0)>, affine_map<(d0, d1)[s0] -> (d1)>, affine_map<(d0, d1)[s0] -> (d1, d0)>]} : vector<4x8xf32>, memref<4x32xf32>, vector<8x4xi1>
  return
}

// CHECK-LABEL: @indices
// CHECK-COUNT-2: vector.transfer_read %{{.*}} : memref<4x8xi32>, vector<1x2xi32>
// CHECK-NOT: iree_vector_ext.arg_compare
func.func @indices(%x: memref<4x8xf32>, %k: memref<4x8xi32>, %y: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %q = arith.constant 0 : i32
  %v = vector.transfer_read %x[%c0, %c0], %p {in_bounds = [true, true]} : memref<4x8xf32>, vector<4x8xf32>
  %i = vector.transfer_read %k[%c0, %c0], %q {in_bounds = [true, true]} : memref<4x8xi32>, vector<4x8xi32>
  %l = iree_vector_ext.to_layout %v to layout(#tile) : vector<4x8xf32>
  %none = arith.constant dense<-1> : vector<4xi32>
  %least = arith.constant dense<0xFF800000> : vector<4xf32>
  %w:2 = iree_vector_ext.arg_compare dimension(1) ins(%l, %i : vector<4x8xf32>, vector<4x8xi32>) inits(%least, %none : vector<4xf32>, vector<4xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_vector_ext.yield %c : i1
  } -> vector<4xf32>, vector<4xi32>
  vector.transfer_write %w#1, %y[%c0] {in_bounds = [true]} : vector<4xi32>, memref<4xi32>
  return
}
