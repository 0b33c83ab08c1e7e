// RUN: optc %s --verify-exec --vectorext-distribute-nested-layout="workgroup-size=32 subgroup-size=8 explain" --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t --implicit-check-not=error:

#rows = #iree_map.pack_layout<((2, 4), (2, 4)) : ((0, 4), (0, 1))>
#row = #iree_map.pack_layout<((2, 4)) : ((0, 1))>
#column = #iree_map.pack_layout<((2, 4)) : ((0, 4))>
#columns = #iree_map.pack_layout<((2, 4), (2, 4)) : ((0, 1), (0, 4))>
#nested = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 2], outer_tile = [1, 1], thread_tile = [4, 4], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [4, 1]>

// Masks are compared with the coordinates of what a thread holds.
// CHECK: #map = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11) -> (d2, d3, d0, d1, d6, d7, d4, d5, d10, d11, d8, d9)>
// CHECK: #map1 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11) -> (d2, d3, d6, d7, d10, d11)>
// CHECK: #map2 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11) -> (d0, d1, d4, d5, d8, d9)>
// CHECK: func.func @masked(%arg0: memref<8x8xf32>, %arg1: index, %arg2: memref<8x8xf32>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant dense<{{\[\[}}0], [4]]> : vector<2x1xindex>
// CHECK-NEXT:   %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c9 = arith.constant 9 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 32
// CHECK-NEXT:   %0 = arith.remui %arg1, %c9 : index
// CHECK-NEXT:   %1:3 = affine.delinearize_index %thread_id_x into (4, 4) : index, index, index
// CHECK-NEXT:   %2 = vector.broadcast %1#1 : index to vector<2x1xindex>
// CHECK-NEXT:   %3 = arith.addi %2, %cst : vector<2x1xindex>
// CHECK-NEXT:   %4 = vector.broadcast %0 : index to vector<2x1xindex>
// CHECK-NEXT:   %5 = arith.cmpi slt, %3, %4 : vector<2x1xindex>
// CHECK-NEXT:   %6 = vector.extract %5[0] : vector<1xi1> from vector<2x1xi1>
// CHECK-NEXT:   %7 = vector.shape_cast %6 : vector<1xi1> to vector<1x1xi1>
// CHECK-NEXT:   %8 = vector.transfer_read %arg0[%1#1, %1#2], %cst_0, %7 {in_bounds = [true, true]} : memref<8x8xf32>, vector<1x1xf32>
// CHECK-NEXT:   %9 = affine.linearize_index [%c1, %1#2] by (2, 4) : index
// CHECK-NEXT:   %10 = vector.transfer_read %arg0[%1#1, %9], %cst_0, %7 {in_bounds = [true, true]} : memref<8x8xf32>, vector<1x1xf32>
// CHECK-NEXT:   %11 = affine.linearize_index [%c1, %1#1] by (2, 4) : index
// CHECK-NEXT:   %12 = vector.extract %5[1] : vector<1xi1> from vector<2x1xi1>
// CHECK-NEXT:   %13 = vector.shape_cast %12 : vector<1xi1> to vector<1x1xi1>
// CHECK-NEXT:   %14 = vector.transfer_read %arg0[%11, %1#2], %cst_0, %13 {in_bounds = [true, true]} : memref<8x8xf32>, vector<1x1xf32>
// CHECK-NEXT:   %15 = vector.transfer_read %arg0[%11, %9], %cst_0, %13 {in_bounds = [true, true]} : memref<8x8xf32>, vector<1x1xf32>
// CHECK-NEXT:   %16:3 = affine.delinearize_index %thread_id_x into (2, 4, 4) : index, index, index
// CHECK-NEXT:   %17 = arith.cmpi eq, %16#0, %c0 : index
// CHECK-NEXT:   scf.if %17 {
// CHECK-NEXT:     vector.transfer_write %8, %arg2[%1#1, %1#2] {in_bounds = [true, true]} : vector<1x1xf32>, memref<8x8xf32>
// CHECK-NEXT:     vector.transfer_write %10, %arg2[%1#1, %9] {in_bounds = [true, true]} : vector<1x1xf32>, memref<8x8xf32>
// CHECK-NEXT:     vector.transfer_write %14, %arg2[%11, %1#2] {in_bounds = [true, true]} : vector<1x1xf32>, memref<8x8xf32>
// CHECK-NEXT:     vector.transfer_write %15, %arg2[%11, %9] {in_bounds = [true, true]} : vector<1x1xf32>, memref<8x8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
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
// CHECK-LABEL: func.func @reduced(%arg0: memref<8x8xf32>, %arg1: memref<8xf32>) {
// CHECK-NEXT:   %cst = arith.constant dense<1.000000e+00> : vector<2x1x1x1x1x1xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0xFF800000> : vector<2x1x1x1x1x1xf32>
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<2x2xf32>
// CHECK-NEXT:   %cst_2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 32
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (4, 4) : index, index, index
// CHECK-NEXT:   %1 = vector.transfer_read %arg0[%0#1, %0#2], %cst_2 {in_bounds = [true, true]} : memref<8x8xf32>, vector<1x1xf32>
// CHECK-NEXT:   %2 = vector.insert_strided_slice %1, %cst_1 {offsets = [0, 0], strides = [1, 1]} : vector<1x1xf32> into vector<2x2xf32>
// CHECK-NEXT:   %3 = affine.linearize_index [%c1, %0#2] by (2, 4) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%0#1, %3], %cst_2 {in_bounds = [true, true]} : memref<8x8xf32>, vector<1x1xf32>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %2 {offsets = [0, 1], strides = [1, 1]} : vector<1x1xf32> into vector<2x2xf32>
// CHECK-NEXT:   %6 = affine.linearize_index [%c1, %0#1] by (2, 4) : index
// CHECK-NEXT:   %7 = vector.transfer_read %arg0[%6, %0#2], %cst_2 {in_bounds = [true, true]} : memref<8x8xf32>, vector<1x1xf32>
// CHECK-NEXT:   %8 = vector.insert_strided_slice %7, %5 {offsets = [1, 0], strides = [1, 1]} : vector<1x1xf32> into vector<2x2xf32>
// CHECK-NEXT:   %9 = vector.transfer_read %arg0[%6, %3], %cst_2 {in_bounds = [true, true]} : memref<8x8xf32>, vector<1x1xf32>
// CHECK-NEXT:   %10 = vector.insert_strided_slice %9, %8 {offsets = [1, 1], strides = [1, 1]} : vector<1x1xf32> into vector<2x2xf32>
// CHECK-NEXT:   %11 = vector.shape_cast %10 : vector<2x2xf32> to vector<2x1x2x1x1x1x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %12 = vector.multi_reduction <maximumf>, %11, %cst_0 [2, 3, 6, 7, 10, 11] : vector<2x1x2x1x1x1x1x1x1x1x1x1xf32> to vector<2x1x1x1x1x1xf32>
// CHECK-NEXT:   %13 = vector.extract %12[0, 0, 0, 0, 0, 0] : f32 from vector<2x1x1x1x1x1xf32>
// CHECK-NEXT:   %14 = gpu.subgroup_reduce  maximumf %13 cluster(size = 4) : (f32) -> f32
// CHECK-NEXT:   %15 = vector.extract %12[1, 0, 0, 0, 0, 0] : f32 from vector<2x1x1x1x1x1xf32>
// CHECK-NEXT:   %16 = gpu.subgroup_reduce  maximumf %15 cluster(size = 4) : (f32) -> f32
// CHECK-NEXT:   %17 = vector.from_elements %14, %16 : vector<2xf32>
// CHECK-NEXT:   %18 = vector.shape_cast %17 : vector<2xf32> to vector<2x1x1x1x1x1xf32>
// CHECK-NEXT:   %19 = arith.maximumf %18, %cst : vector<2x1x1x1x1x1xf32>
// CHECK-NEXT:   %20 = vector.shape_cast %19 : vector<2x1x1x1x1x1xf32> to vector<2xf32>
// CHECK-NEXT:   %21:3 = affine.delinearize_index %thread_id_x into (2, 4, 4) : index, index, index
// CHECK-NEXT:   %22 = arith.cmpi eq, %21#0, %c0 : index
// CHECK-NEXT:   %23 = arith.cmpi eq, %21#2, %c0 : index
// CHECK-NEXT:   %24 = arith.andi %22, %23 : i1
// CHECK-NEXT:   scf.if %24 {
// CHECK-NEXT:     %25 = vector.extract_strided_slice %20 {offsets = [0], sizes = [1], strides = [1]} : vector<2xf32> to vector<1xf32>
// CHECK-NEXT:     vector.transfer_write %25, %arg1[%0#1] {in_bounds = [true]} : vector<1xf32>, memref<8xf32>
// CHECK-NEXT:     %26 = vector.extract_strided_slice %20 {offsets = [1], sizes = [1], strides = [1]} : vector<2xf32> to vector<1xf32>
// CHECK-NEXT:     vector.transfer_write %26, %arg1[%6] {in_bounds = [true]} : vector<1xf32>, memref<8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
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

// CHECK-LABEL: func.func @contracted(%arg0: memref<8x8xi32>, %arg1: memref<8xi32>, %arg2: memref<8xi32>) {
// CHECK-NEXT:   %cst = arith.constant dense<1> : vector<2x1x1x1x1x1xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0> : vector<8xi32>
// CHECK-NEXT:   %c16 = arith.constant 16 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %cst_1 = arith.constant dense<0> : vector<2x1x1x1x1x1xi32>
// CHECK-NEXT:   %cst_2 = arith.constant dense<0> : vector<2xi32>
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst_3 = arith.constant dense<0> : vector<2x2xi32>
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 32
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (4, 4) : index, index, index
// CHECK-NEXT:   %1 = vector.transfer_read %arg0[%0#1, %0#2], %c0_i32 {in_bounds = [true, true]} : memref<8x8xi32>, vector<1x1xi32>
// CHECK-NEXT:   %2 = vector.insert_strided_slice %1, %cst_3 {offsets = [0, 0], strides = [1, 1]} : vector<1x1xi32> into vector<2x2xi32>
// CHECK-NEXT:   %3 = affine.linearize_index [%c1, %0#2] by (2, 4) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%0#1, %3], %c0_i32 {in_bounds = [true, true]} : memref<8x8xi32>, vector<1x1xi32>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %2 {offsets = [0, 1], strides = [1, 1]} : vector<1x1xi32> into vector<2x2xi32>
// CHECK-NEXT:   %6 = affine.linearize_index [%c1, %0#1] by (2, 4) : index
// CHECK-NEXT:   %7 = vector.transfer_read %arg0[%6, %0#2], %c0_i32 {in_bounds = [true, true]} : memref<8x8xi32>, vector<1x1xi32>
// CHECK-NEXT:   %8 = vector.insert_strided_slice %7, %5 {offsets = [1, 0], strides = [1, 1]} : vector<1x1xi32> into vector<2x2xi32>
// CHECK-NEXT:   %9 = vector.transfer_read %arg0[%6, %3], %c0_i32 {in_bounds = [true, true]} : memref<8x8xi32>, vector<1x1xi32>
// CHECK-NEXT:   %10 = vector.insert_strided_slice %9, %8 {offsets = [1, 1], strides = [1, 1]} : vector<1x1xi32> into vector<2x2xi32>
// CHECK-NEXT:   %11 = vector.transfer_read %arg1[%0#1], %c0_i32 {in_bounds = [true]} : memref<8xi32>, vector<1xi32>
// CHECK-NEXT:   %12 = vector.insert_strided_slice %11, %cst_2 {offsets = [0], strides = [1]} : vector<1xi32> into vector<2xi32>
// CHECK-NEXT:   %13 = vector.transfer_read %arg1[%6], %c0_i32 {in_bounds = [true]} : memref<8xi32>, vector<1xi32>
// CHECK-NEXT:   %14 = vector.insert_strided_slice %13, %12 {offsets = [1], strides = [1]} : vector<1xi32> into vector<2xi32>
// CHECK-NEXT:   %15 = vector.shape_cast %10 : vector<2x2xi32> to vector<2x1x2x1x1x1x1x1x1x1x1x1xi32>
// CHECK-NEXT:   %16 = vector.shape_cast %14 : vector<2xi32> to vector<2x1x1x1x1x1xi32>
// CHECK-NEXT:   %17 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction", "reduction", "parallel", "parallel", "reduction", "reduction", "parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %15, %16, %cst_1 : vector<2x1x2x1x1x1x1x1x1x1x1x1xi32>, vector<2x1x1x1x1x1xi32> into vector<2x1x1x1x1x1xi32>
// CHECK-NEXT:   %alloc = memref.alloc() : memref<32xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %18 = vector.shape_cast %17 : vector<2x1x1x1x1x1xi32> to vector<2xi32>
// CHECK-NEXT:   %19:4 = affine.delinearize_index %thread_id_x into (2, 2, 4) : index, index, index, index
// CHECK-NEXT:   %20 = arith.muli %19#3, %c4 : index
// CHECK-NEXT:   %21 = arith.muli %19#2, %c2 : index
// CHECK-NEXT:   %22 = arith.addi %20, %21 : index
// CHECK-NEXT:   %23 = arith.muli %19#1, %c16 : index
// CHECK-NEXT:   %24 = arith.addi %22, %23 : index
// CHECK-NEXT:   %25:3 = affine.delinearize_index %thread_id_x into (2, 4, 4) : index, index, index
// CHECK-NEXT:   %26 = arith.cmpi eq, %25#0, %c0 : index
// CHECK-NEXT:   scf.if %26 {
// CHECK-NEXT:     vector.store %18, %alloc[%24] : memref<32xi32, #gpu.address_space<workgroup>>, vector<2xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %27:2 = affine.delinearize_index %thread_id_x into (4) : index, index
// CHECK-NEXT:   %28 = arith.muli %27#1, %c4 : index
// CHECK-NEXT:   %29 = vector.load %alloc[%28] : memref<32xi32, #gpu.address_space<workgroup>>, vector<4xi32>
// CHECK-NEXT:   %30 = vector.insert_strided_slice %29, %cst_0 {offsets = [0], strides = [1]} : vector<4xi32> into vector<8xi32>
// CHECK-NEXT:   %31 = arith.addi %28, %c16 : index
// CHECK-NEXT:   %32 = vector.load %alloc[%31] : memref<32xi32, #gpu.address_space<workgroup>>, vector<4xi32>
// CHECK-NEXT:   %33 = vector.insert_strided_slice %32, %30 {offsets = [4], strides = [1]} : vector<4xi32> into vector<8xi32>
// CHECK-NEXT:   %34 = vector.shuffle %33, %33 [0, 2, 4, 6, 1, 3, 5, 7] : vector<8xi32>, vector<8xi32>
// CHECK-NEXT:   %35 = vector.shape_cast %34 : vector<8xi32> to vector<2x1x1x1x1x1x1x1x1x1x1x4xi32>
// CHECK-NEXT:   %36 = vector.multi_reduction <add>, %35, %cst_1 [2, 3, 6, 7, 10, 11] : vector<2x1x1x1x1x1x1x1x1x1x1x4xi32> to vector<2x1x1x1x1x1xi32>
// CHECK-NEXT:   %37 = arith.addi %36, %cst : vector<2x1x1x1x1x1xi32>
// CHECK-NEXT:   %38 = vector.shape_cast %37 : vector<2x1x1x1x1x1xi32> to vector<2xi32>
// CHECK-NEXT:   %39:2 = affine.delinearize_index %thread_id_x into (8, 4) : index, index
// CHECK-NEXT:   %40 = arith.cmpi eq, %39#0, %c0 : index
// CHECK-NEXT:   scf.if %40 {
// CHECK-NEXT:     %41 = vector.extract_strided_slice %38 {offsets = [0], sizes = [1], strides = [1]} : vector<2xi32> to vector<1xi32>
// CHECK-NEXT:     vector.transfer_write %41, %arg2[%27#1] {in_bounds = [true]} : vector<1xi32>, memref<8xi32>
// CHECK-NEXT:     %42 = vector.extract_strided_slice %38 {offsets = [1], sizes = [1], strides = [1]} : vector<2xi32> to vector<1xi32>
// CHECK-NEXT:     %43 = affine.linearize_index [%c1, %27#1] by (2, 4) : index
// CHECK-NEXT:     vector.transfer_write %42, %arg2[%43] {in_bounds = [true]} : vector<1xi32>, memref<8xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
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
// REMARK: remark: {{.*}} goes through 256 bytes of workgroup memory, in rows that an exclusive or permutes; a thread writes 1 × 16 bytes in 1 cycle and reads 1 × 16 bytes in 1 cycle, with 1 barrier: elements change their subgroup
// REMARK: remark: {{.*}} reorders what every thread holds; no element changes its thread
// CHECK-LABEL: func.func @changed(%arg0: memref<8x8xf32>, %arg1: memref<8x8xf32>, %arg2: memref<8x8xf32>) {
// CHECK-NEXT:   %c48 = arith.constant 48 : index
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c16 = arith.constant 16 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<2x2xf32>
// CHECK-NEXT:   %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 32
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (4, 4) : index, index, index
// CHECK-NEXT:   %1 = vector.transfer_read %arg0[%0#1, %0#2], %cst_0 {in_bounds = [true, true]} : memref<8x8xf32>, vector<1x1xf32>
// CHECK-NEXT:   %2 = vector.insert_strided_slice %1, %cst {offsets = [0, 0], strides = [1, 1]} : vector<1x1xf32> into vector<2x2xf32>
// CHECK-NEXT:   %3 = affine.linearize_index [%c1, %0#2] by (2, 4) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%0#1, %3], %cst_0 {in_bounds = [true, true]} : memref<8x8xf32>, vector<1x1xf32>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %2 {offsets = [0, 1], strides = [1, 1]} : vector<1x1xf32> into vector<2x2xf32>
// CHECK-NEXT:   %6 = affine.linearize_index [%c1, %0#1] by (2, 4) : index
// CHECK-NEXT:   %7 = vector.transfer_read %arg0[%6, %0#2], %cst_0 {in_bounds = [true, true]} : memref<8x8xf32>, vector<1x1xf32>
// CHECK-NEXT:   %8 = vector.insert_strided_slice %7, %5 {offsets = [1, 0], strides = [1, 1]} : vector<1x1xf32> into vector<2x2xf32>
// CHECK-NEXT:   %9 = vector.transfer_read %arg0[%6, %3], %cst_0 {in_bounds = [true, true]} : memref<8x8xf32>, vector<1x1xf32>
// CHECK-NEXT:   %10 = vector.insert_strided_slice %9, %8 {offsets = [1, 1], strides = [1, 1]} : vector<1x1xf32> into vector<2x2xf32>
// CHECK-NEXT:   %11 = vector.shape_cast %10 : vector<2x2xf32> to vector<2x2x1x1x1x1xf32>
// CHECK-NEXT:   %alloc = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %12 = vector.shape_cast %10 : vector<2x2xf32> to vector<4xf32>
// CHECK-NEXT:   %13:5 = affine.delinearize_index %thread_id_x into (2, 2, 2, 2) : index, index, index, index, index
// CHECK-NEXT:   %14 = arith.muli %13#4, %c4 : index
// CHECK-NEXT:   %15 = arith.muli %13#3, %c16 : index
// CHECK-NEXT:   %16 = arith.xori %14, %15 : index
// CHECK-NEXT:   %17 = arith.muli %13#2, %c8 : index
// CHECK-NEXT:   %18 = arith.xori %16, %17 : index
// CHECK-NEXT:   %19 = arith.muli %13#1, %c48 : index
// CHECK-NEXT:   %20 = arith.xori %18, %19 : index
// CHECK-NEXT:   %21:3 = affine.delinearize_index %thread_id_x into (2, 4, 4) : index, index, index
// CHECK-NEXT:   %22 = arith.cmpi eq, %21#0, %c0 : index
// CHECK-NEXT:   scf.if %22 {
// CHECK-NEXT:     vector.store %12, %alloc[%20] : memref<64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %23 = arith.muli %13#4, %c8 : index
// CHECK-NEXT:   %24 = arith.muli %13#3, %c48 : index
// CHECK-NEXT:   %25 = arith.xori %23, %24 : index
// CHECK-NEXT:   %26 = arith.muli %13#2, %c4 : index
// CHECK-NEXT:   %27 = arith.xori %25, %26 : index
// CHECK-NEXT:   %28 = arith.muli %13#1, %c16 : index
// CHECK-NEXT:   %29 = arith.xori %27, %28 : index
// CHECK-NEXT:   %30 = vector.load %alloc[%29] : memref<64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK-NEXT:   %31 = vector.shape_cast %30 : vector<4xf32> to vector<2x2xf32>
// CHECK-NEXT:   scf.if %22 {
// CHECK-NEXT:     %32 = vector.extract_strided_slice %31 {offsets = [0, 0], sizes = [1, 1], strides = [1, 1]} : vector<2x2xf32> to vector<1x1xf32>
// CHECK-NEXT:     vector.transfer_write %32, %arg1[%0#2, %0#1] {in_bounds = [true, true]} : vector<1x1xf32>, memref<8x8xf32>
// CHECK-NEXT:     %33 = vector.extract_strided_slice %31 {offsets = [0, 1], sizes = [1, 1], strides = [1, 1]} : vector<2x2xf32> to vector<1x1xf32>
// CHECK-NEXT:     vector.transfer_write %33, %arg1[%0#2, %6] {in_bounds = [true, true]} : vector<1x1xf32>, memref<8x8xf32>
// CHECK-NEXT:     %34 = vector.extract_strided_slice %31 {offsets = [1, 0], sizes = [1, 1], strides = [1, 1]} : vector<2x2xf32> to vector<1x1xf32>
// CHECK-NEXT:     vector.transfer_write %34, %arg1[%3, %0#1] {in_bounds = [true, true]} : vector<1x1xf32>, memref<8x8xf32>
// CHECK-NEXT:     %35 = vector.extract_strided_slice %31 {offsets = [1, 1], sizes = [1, 1], strides = [1, 1]} : vector<2x2xf32> to vector<1x1xf32>
// CHECK-NEXT:     vector.transfer_write %35, %arg1[%3, %6] {in_bounds = [true, true]} : vector<1x1xf32>, memref<8x8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.if %22 {
// CHECK-NEXT:     %32 = vector.extract %11[0, 0, 0, 0] : vector<1x1xf32> from vector<2x2x1x1x1x1xf32>
// CHECK-NEXT:     vector.transfer_write %32, %arg2[%0#1, %0#2] {in_bounds = [true, true]} : vector<1x1xf32>, memref<8x8xf32>
// CHECK-NEXT:     %33 = affine.linearize_index disjoint [%c1, %0#2] by (2, 4) : index
// CHECK-NEXT:     %34 = vector.extract %11[0, 1, 0, 0] : vector<1x1xf32> from vector<2x2x1x1x1x1xf32>
// CHECK-NEXT:     vector.transfer_write %34, %arg2[%0#1, %33] {in_bounds = [true, true]} : vector<1x1xf32>, memref<8x8xf32>
// CHECK-NEXT:     %35 = affine.linearize_index disjoint [%c1, %0#1] by (2, 4) : index
// CHECK-NEXT:     %36 = vector.extract %11[1, 0, 0, 0] : vector<1x1xf32> from vector<2x2x1x1x1x1xf32>
// CHECK-NEXT:     vector.transfer_write %36, %arg2[%35, %0#2] {in_bounds = [true, true]} : vector<1x1xf32>, memref<8x8xf32>
// CHECK-NEXT:     %37 = vector.extract %11[1, 1, 0, 0] : vector<1x1xf32> from vector<2x2x1x1x1x1xf32>
// CHECK-NEXT:     vector.transfer_write %37, %arg2[%35, %33] {in_bounds = [true, true]} : vector<1x1xf32>, memref<8x8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
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
