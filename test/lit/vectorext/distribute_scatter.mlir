// RUN: optc %s --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=8}),canonicalize,cse)' | FileCheck %s

// Indices and masks of a scatter are held like what it stores, the indices of arg_compare
// like its values, without anchors of their own.
#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#tile = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [2, 1]>

// CHECK-LABEL: func.func @flat(%arg0: memref<8xf32>, %arg1: memref<24xf32>, %arg2: index) {
// CHECK-NEXT:   %cst = arith.constant dense<[0, 1]> : vector<2xindex>
// CHECK-NEXT:   %cst_0 = arith.constant dense<3> : vector<1x1x2xindex>
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<1x1x2xf32>
// CHECK-NEXT:   %cst_2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (4) : index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#1, %c0] by (4, 2) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%1], %cst_2 {in_bounds = [true]} : memref<8xf32>, vector<2xf32>
// CHECK-NEXT:   %3 = vector.insert_strided_slice %2, %cst_1 {offsets = [0, 0, 0], strides = [1]} : vector<2xf32> into vector<1x1x2xf32>
// CHECK-NEXT:   %4 = arith.muli %0#1, %c2 : index
// CHECK-NEXT:   %5 = vector.broadcast %4 : index to vector<2xindex>
// CHECK-NEXT:   %6 = arith.addi %5, %cst : vector<2xindex>
// CHECK-NEXT:   %7 = vector.shape_cast %6 : vector<2xindex> to vector<1x1x2xindex>
// CHECK-NEXT:   %8 = arith.muli %7, %cst_0 : vector<1x1x2xindex>
// CHECK-NEXT:   %9 = arith.maxsi %arg2, %c0 : index
// CHECK-NEXT:   %10 = arith.maxsi %9, %c0 : index
// CHECK-NEXT:   %11 = arith.minsi %10, %c8 : index
// CHECK-NEXT:   %12 = arith.subi %11, %4 : index
// CHECK-NEXT:   %13 = arith.maxsi %12, %c0 : index
// CHECK-NEXT:   %14 = arith.minsi %13, %c2 : index
// CHECK-NEXT:   %15 = vector.create_mask %14 : vector<2xi1>
// CHECK-NEXT:   %16 = vector.shape_cast %15 : vector<2xi1> to vector<1x1x2xi1>
// CHECK-NEXT:   %17:2 = affine.delinearize_index %thread_id_x into (2, 4) : index, index
// CHECK-NEXT:   %18 = arith.cmpi eq, %17#0, %c0 : index
// CHECK-NEXT:   scf.if %18 {
// CHECK-NEXT:     vector.scatter %arg1[%c0] [%8], %16, %3 : memref<24xf32>, vector<1x1x2xindex>, vector<1x1x2xi1>, vector<1x1x2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
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
// CHECK-LABEL: func.func @columns(%arg0: memref<4x8xf32>, %arg1: memref<4x32xf32>, %arg2: memref<8xindex>, %arg3: index) {
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %cst = arith.constant dense<[0, 1, 4, 5]> : vector<4xindex>
// CHECK-NEXT:   %cst_0 = arith.constant dense<3> : vector<2x1x2xindex>
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst_1 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (4, 2) : index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#2, %c0] by (2, 2) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%0#1, %1], %cst_1 {in_bounds = [true, true]} : memref<4x8xf32>, vector<1x2xf32>
// CHECK-NEXT:   %3 = affine.linearize_index disjoint [%c1, %0#2, %c0] by (2, 2, 2) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%0#1, %3], %cst_1 {in_bounds = [true, true]} : memref<4x8xf32>, vector<1x2xf32>
// CHECK-NEXT:   %5:2 = affine.delinearize_index %thread_id_x into (2) : index, index
// CHECK-NEXT:   %6 = arith.muli %5#1, %c2 : index
// CHECK-NEXT:   %7 = vector.broadcast %6 : index to vector<4xindex>
// CHECK-NEXT:   %8 = arith.addi %7, %cst : vector<4xindex>
// CHECK-NEXT:   %9 = vector.shape_cast %8 : vector<4xindex> to vector<2x1x2xindex>
// CHECK-NEXT:   %10 = arith.muli %9, %cst_0 : vector<2x1x2xindex>
// CHECK-NEXT:   %11 = arith.maxsi %arg3, %c0 : index
// CHECK-NEXT:   %12 = arith.maxsi %11, %c0 : index
// CHECK-NEXT:   %13 = arith.minsi %12, %c8 : index
// CHECK-NEXT:   %14:2 = affine.delinearize_index %13 into (4) : index, index
// CHECK-NEXT:   %15 = arith.muli %14#0, %c2 : index
// CHECK-NEXT:   %16 = arith.muli %0#2, %c2 : index
// CHECK-NEXT:   %17 = arith.subi %14#1, %16 : index
// CHECK-NEXT:   %18 = arith.maxsi %17, %c0 : index
// CHECK-NEXT:   %19 = arith.minsi %18, %c2 : index
// CHECK-NEXT:   %20 = arith.addi %15, %19 : index
// CHECK-NEXT:   %21 = arith.subi %c3, %0#1 : index
// CHECK-NEXT:   %22 = arith.maxsi %21, %c0 : index
// CHECK-NEXT:   %23 = arith.minsi %22, %c1 : index
// CHECK-NEXT:   %24 = vector.shape_cast %10 : vector<2x1x2xindex> to vector<4xindex>
// CHECK-NEXT:   %25 = vector.extract_strided_slice %24 {offsets = [0], sizes = [2], strides = [1]} : vector<4xindex> to vector<2xindex>
// CHECK-NEXT:   %26 = vector.create_mask %20, %23 : vector<2x1xi1>
// CHECK-NEXT:   iree_vector_ext.transfer_scatter %2 into %arg1[%0#1, %c0] [%25 : vector<2xindex>], %26 {indexing_maps = [#map, #map1, #map2]} : vector<1x2xf32>, memref<4x32xf32>, vector<2x1xi1>
// CHECK-NEXT:   %27 = vector.extract_strided_slice %24 {offsets = [2], sizes = [2], strides = [1]} : vector<4xindex> to vector<2xindex>
// CHECK-NEXT:   %28 = arith.subi %20, %c2 : index
// CHECK-NEXT:   %29 = vector.create_mask %28, %23 : vector<2x1xi1>
// CHECK-NEXT:   iree_vector_ext.transfer_scatter %4 into %arg1[%0#1, %c0] [%27 : vector<2xindex>], %29 {indexing_maps = [#map, #map1, #map2]} : vector<1x2xf32>, memref<4x32xf32>, vector<2x1xi1>
// CHECK-NEXT:   return
// CHECK-NEXT: }
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

// CHECK-LABEL: func.func @indices(%arg0: memref<4x8xf32>, %arg1: memref<4x8xi32>, %arg2: memref<4xi32>) {
// CHECK-NEXT:   %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:   %cst = arith.constant 0xFF800000 : f32
// CHECK-NEXT:   %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:   %c64_i32 = arith.constant 64 : i32
// CHECK-NEXT:   %c3_i64 = arith.constant 3 : i64
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c2147483647_i32 = arith.constant 2147483647 : i32
// CHECK-NEXT:   %c-1 = arith.constant -1 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 8
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (4, 2) : index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#2, %c0] by (2, 2) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%0#1, %1], %cst_0 {in_bounds = [true, true]} : memref<4x8xf32>, vector<1x2xf32>
// CHECK-NEXT:   %3 = affine.linearize_index disjoint [%c1, %0#2, %c0] by (2, 2, 2) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%0#1, %3], %cst_0 {in_bounds = [true, true]} : memref<4x8xf32>, vector<1x2xf32>
// CHECK-NEXT:   %5 = vector.transfer_read %arg1[%0#1, %1], %c0_i32 {in_bounds = [true, true]} : memref<4x8xi32>, vector<1x2xi32>
// CHECK-NEXT:   %6 = vector.transfer_read %arg1[%0#1, %3], %c0_i32 {in_bounds = [true, true]} : memref<4x8xi32>, vector<1x2xi32>
// CHECK-NEXT:   %7 = affine.linearize_index disjoint [%0#2, %c1] by (2, 2) : index
// CHECK-NEXT:   %8 = affine.linearize_index disjoint [%c1, %0#2, %c1] by (2, 2, 2) : index
// CHECK-NEXT:   %9 = vector.extract %2[0, 0] : f32 from vector<1x2xf32>
// CHECK-NEXT:   %10 = vector.extract %5[0, 0] : i32 from vector<1x2xi32>
// CHECK-NEXT:   %11 = arith.cmpf ogt, %9, %cst : f32
// CHECK-NEXT:   %12 = arith.select %11, %9, %cst : f32
// CHECK-NEXT:   %13 = arith.select %11, %10, %c-1_i32 : i32
// CHECK-NEXT:   %14 = arith.select %11, %1, %c-1 : index
// CHECK-NEXT:   %15 = vector.extract %2[0, 1] : f32 from vector<1x2xf32>
// CHECK-NEXT:   %16 = vector.extract %5[0, 1] : i32 from vector<1x2xi32>
// CHECK-NEXT:   %17 = arith.cmpf ogt, %15, %12 : f32
// CHECK-NEXT:   %18 = arith.select %17, %15, %12 : f32
// CHECK-NEXT:   %19 = arith.select %17, %16, %13 : i32
// CHECK-NEXT:   %20 = arith.select %17, %7, %14 : index
// CHECK-NEXT:   %21 = vector.extract %4[0, 0] : f32 from vector<1x2xf32>
// CHECK-NEXT:   %22 = vector.extract %6[0, 0] : i32 from vector<1x2xi32>
// CHECK-NEXT:   %23 = arith.cmpf ogt, %21, %18 : f32
// CHECK-NEXT:   %24 = arith.select %23, %21, %18 : f32
// CHECK-NEXT:   %25 = arith.select %23, %22, %19 : i32
// CHECK-NEXT:   %26 = arith.select %23, %3, %20 : index
// CHECK-NEXT:   %27 = vector.extract %4[0, 1] : f32 from vector<1x2xf32>
// CHECK-NEXT:   %28 = vector.extract %6[0, 1] : i32 from vector<1x2xi32>
// CHECK-NEXT:   %29 = arith.cmpf ogt, %27, %24 : f32
// CHECK-NEXT:   %30 = arith.select %29, %27, %24 : f32
// CHECK-NEXT:   %31 = arith.select %29, %28, %25 : i32
// CHECK-NEXT:   %32 = arith.select %29, %8, %26 : index
// CHECK-NEXT:   %33 = gpu.subgroup_reduce  maxnumf %30 cluster(size = 2) : (f32) -> f32
// CHECK-NEXT:   %34 = arith.cmpf oeq, %30, %33 : f32
// CHECK-NEXT:   %35 = arith.index_cast %32 : index to i32
// CHECK-NEXT:   %36 = arith.select %34, %35, %c2147483647_i32 : i32
// CHECK-NEXT:   %37 = gpu.subgroup_reduce  minsi %36 cluster(size = 2) : (i32) -> i32
// CHECK-NEXT:   %38 = arith.cmpi eq, %36, %37 : i32
// CHECK-NEXT:   %39 = gpu.ballot %38 : i64
// CHECK-NEXT:   %40:2 = affine.delinearize_index %thread_id_x into (64) : index, index
// CHECK-NEXT:   %41 = arith.index_cast %40#1 : index to i32
// CHECK-NEXT:   %42 = arith.remui %41, %c2_i32 : i32
// CHECK-NEXT:   %43 = arith.subi %41, %42 : i32
// CHECK-NEXT:   %44 = arith.extui %43 : i32 to i64
// CHECK-NEXT:   %45 = arith.shli %c3_i64, %44 : i64
// CHECK-NEXT:   %46 = arith.andi %39, %45 : i64
// CHECK-NEXT:   %47 = math.cttz %46 : i64
// CHECK-NEXT:   %48 = arith.trunci %47 : i64 to i32
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  idx %31, %48, %c64_i32 : i32
// CHECK-NEXT:   %49 = arith.cmpi ne, %46, %c0_i64 : i64
// CHECK-NEXT:   %50 = arith.select %49, %shuffleResult, %31 : i32
// CHECK-NEXT:   %51:2 = affine.delinearize_index %thread_id_x into (4, 2) : index, index
// CHECK-NEXT:   %52 = arith.cmpi eq, %51#1, %c0 : index
// CHECK-NEXT:   scf.if %52 {
// CHECK-NEXT:     %53 = vector.broadcast %50 : i32 to vector<1xi32>
// CHECK-NEXT:     vector.transfer_write %53, %arg2[%0#1] {in_bounds = [true]} : vector<1xi32>, memref<4xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
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
