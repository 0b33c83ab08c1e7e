// RUN: optc %s --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=64,2,1}),canonicalize,cse)' | FileCheck %s

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [2, 2], subgroup_strides = [0, 1], thread_strides = [8, 1]>
// Sixteen elements of a row are in one thread of each of eight lanes and two subgroups:
// first what a thread holds is combined, then the lanes, then the subgroups in memory.
// CHECK-LABEL: func.func @rows(%arg0: memref<8x64xi32>, %arg1: memref<8xi32>, %arg2: index) {
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %cst = arith.constant dense<-2147483648> : vector<1x1x2xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<-2147483648> : vector<1x2x1x1x2x2xi32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0> : vector<1x1x2xi32>
// CHECK-NEXT:   %c32 = arith.constant 32 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst_2 = arith.constant dense<0> : vector<1x2x1x1x2x2xi32>
// CHECK-NEXT:   %cst_3 = arith.constant dense<5> : vector<1x1x2xi32>
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_y = gpu.thread_id  y upper_bound 2
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 64
// CHECK-NEXT:   %0 = affine.linearize_index disjoint [%thread_id_y, %thread_id_x] by (2, 64) : index
// CHECK-NEXT:   %1:3 = affine.delinearize_index %0 into (4, 8) : index, index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%1#1, %c0] by (4, 2) : index
// CHECK-NEXT:   %3 = affine.linearize_index disjoint [%thread_id_y, %c0, %1#2, %c0] by (2, 2, 8, 2) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%2, %3], %c0_i32 {in_bounds = [true, true]} : memref<8x64xi32>, vector<2x2xi32>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %cst_2 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<2x2xi32> into vector<1x2x1x1x2x2xi32>
// CHECK-NEXT:   %6 = affine.linearize_index disjoint [%thread_id_y, %c1, %1#2, %c0] by (2, 2, 8, 2) : index
// CHECK-NEXT:   %7 = vector.transfer_read %arg0[%2, %6], %c0_i32 {in_bounds = [true, true]} : memref<8x64xi32>, vector<2x2xi32>
// CHECK-NEXT:   %8 = vector.insert_strided_slice %7, %5 {offsets = [0, 1, 0, 0, 0, 0], strides = [1, 1]} : vector<2x2xi32> into vector<1x2x1x1x2x2xi32>
// CHECK-NEXT:   %9 = arith.maxsi %arg2, %c0 : index
// CHECK-NEXT:   %10 = arith.maxsi %9, %c0 : index
// CHECK-NEXT:   %11 = arith.minsi %10, %c8 : index
// CHECK-NEXT:   %12 = arith.muli %1#1, %c2 : index
// CHECK-NEXT:   %13 = arith.subi %11, %12 : index
// CHECK-NEXT:   %14 = arith.maxsi %13, %c0 : index
// CHECK-NEXT:   %15 = arith.minsi %14, %c2 : index
// CHECK-NEXT:   %16 = arith.muli %thread_id_y, %c32 : index
// CHECK-NEXT:   %17 = arith.subi %c3, %16 : index
// CHECK-NEXT:   %18 = arith.maxsi %17, %c0 : index
// CHECK-NEXT:   %19 = arith.minsi %18, %c32 : index
// CHECK-NEXT:   %20:2 = affine.delinearize_index %19 into (16) : index, index
// CHECK-NEXT:   %21 = arith.muli %20#0, %c2 : index
// CHECK-NEXT:   %22 = arith.muli %1#2, %c2 : index
// CHECK-NEXT:   %23 = arith.subi %20#1, %22 : index
// CHECK-NEXT:   %24 = arith.maxsi %23, %c0 : index
// CHECK-NEXT:   %25 = arith.minsi %24, %c2 : index
// CHECK-NEXT:   %26 = arith.addi %21, %25 : index
// CHECK-NEXT:   %27 = vector.create_mask %15, %26 : vector<2x4xi1>
// CHECK-NEXT:   %28 = vector.shape_cast %27 : vector<2x4xi1> to vector<1x1x2x2x1x2xi1>
// CHECK-NEXT:   %29 = vector.transpose %28, [0, 3, 1, 4, 2, 5] : vector<1x1x2x2x1x2xi1> to vector<1x2x1x1x2x2xi1>
// CHECK-NEXT:   %30 = vector.multi_reduction <add>, %8, %cst_1 [1, 3, 5] : vector<1x2x1x1x2x2xi32> to vector<1x1x2xi32>
// CHECK-NEXT:   %31 = vector.extract %30[0, 0, 0] : i32 from vector<1x1x2xi32>
// CHECK-NEXT:   %32 = gpu.subgroup_reduce  add %31 cluster(size = 8) : (i32) -> i32
// CHECK-NEXT:   %33 = vector.extract %30[0, 0, 1] : i32 from vector<1x1x2xi32>
// CHECK-NEXT:   %34 = gpu.subgroup_reduce  add %33 cluster(size = 8) : (i32) -> i32
// CHECK-NEXT:   %35 = vector.from_elements %32, %34 : vector<2xi32>
// CHECK-NEXT:   %alloc = memref.alloc() : memref<16xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %36:3 = affine.delinearize_index %thread_id_x into (2, 4, 8) : index, index, index
// CHECK-NEXT:   %37 = arith.muli %36#1, %c2 : index
// CHECK-NEXT:   %38 = arith.muli %thread_id_y, %c8 : index
// CHECK-NEXT:   %39 = arith.addi %37, %38 : index
// CHECK-NEXT:   %40 = arith.cmpi eq, %36#0, %c0 : index
// CHECK-NEXT:   %41 = arith.cmpi eq, %36#2, %c0 : index
// CHECK-NEXT:   %42 = arith.andi %40, %41 : i1
// CHECK-NEXT:   scf.if %42 {
// CHECK-NEXT:     vector.store %35, %alloc[%39] : memref<16xi32, #gpu.address_space<workgroup>>, vector<2xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %43 = arith.select %29, %8, %cst_0 : vector<1x2x1x1x2x2xi1>, vector<1x2x1x1x2x2xi32>
// CHECK-NEXT:   %44 = vector.multi_reduction <maxsi>, %43, %cst [1, 3, 5] : vector<1x2x1x1x2x2xi32> to vector<1x1x2xi32>
// CHECK-NEXT:   %45 = vector.extract %44[0, 0, 0] : i32 from vector<1x1x2xi32>
// CHECK-NEXT:   %46 = gpu.subgroup_reduce  maxsi %45 cluster(size = 8) : (i32) -> i32
// CHECK-NEXT:   %47 = vector.extract %44[0, 0, 1] : i32 from vector<1x1x2xi32>
// CHECK-NEXT:   %48 = gpu.subgroup_reduce  maxsi %47 cluster(size = 8) : (i32) -> i32
// CHECK-NEXT:   %49 = vector.from_elements %46, %48 : vector<2xi32>
// CHECK-NEXT:   %alloc_4 = memref.alloc() : memref<16xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   scf.if %42 {
// CHECK-NEXT:     vector.store %49, %alloc_4[%39] : memref<16xi32, #gpu.address_space<workgroup>>, vector<2xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %50:4 = affine.delinearize_index %0 into (4, 4, 2) : index, index, index, index
// CHECK-NEXT:   %51 = arith.muli %50#3, %c8 : index
// CHECK-NEXT:   %52 = arith.muli %50#1, %c2 : index
// CHECK-NEXT:   %53 = arith.addi %51, %52 : index
// CHECK-NEXT:   %54 = vector.load %alloc[%53] : memref<16xi32, #gpu.address_space<workgroup>>, vector<2xi32>
// CHECK-NEXT:   %55 = vector.extract %54[0] : i32 from vector<2xi32>
// CHECK-NEXT:   %56 = gpu.subgroup_reduce  add %55 cluster(size = 2) : (i32) -> i32
// CHECK-NEXT:   %57 = vector.extract %54[1] : i32 from vector<2xi32>
// CHECK-NEXT:   %58 = gpu.subgroup_reduce  add %57 cluster(size = 2) : (i32) -> i32
// CHECK-NEXT:   %59 = vector.from_elements %56, %58 : vector<2xi32>
// CHECK-NEXT:   %60 = vector.shape_cast %59 : vector<2xi32> to vector<1x1x2xi32>
// CHECK-NEXT:   %61 = arith.addi %60, %cst_3 : vector<1x1x2xi32>
// CHECK-NEXT:   %62 = vector.load %alloc_4[%53] : memref<16xi32, #gpu.address_space<workgroup>>, vector<2xi32>
// CHECK-NEXT:   %63 = vector.extract %62[0] : i32 from vector<2xi32>
// CHECK-NEXT:   %64 = gpu.subgroup_reduce  maxsi %63 cluster(size = 2) : (i32) -> i32
// CHECK-NEXT:   %65 = vector.extract %62[1] : i32 from vector<2xi32>
// CHECK-NEXT:   %66 = gpu.subgroup_reduce  maxsi %65 cluster(size = 2) : (i32) -> i32
// CHECK-NEXT:   %67 = vector.from_elements %64, %66 : vector<2xi32>
// CHECK-NEXT:   %68 = vector.shape_cast %67 : vector<2xi32> to vector<1x1x2xi32>
// CHECK-NEXT:   %69 = arith.maxsi %68, %61 : vector<1x1x2xi32>
// CHECK-NEXT:   %70:3 = affine.delinearize_index %0 into (4, 4, 8) : index, index, index
// CHECK-NEXT:   %71 = arith.cmpi eq, %70#0, %c0 : index
// CHECK-NEXT:   %72 = arith.cmpi eq, %70#2, %c0 : index
// CHECK-NEXT:   %73 = arith.andi %71, %72 : i1
// CHECK-NEXT:   scf.if %73 {
// CHECK-NEXT:     %74 = vector.extract %69[0, 0] : vector<2xi32> from vector<1x1x2xi32>
// CHECK-NEXT:     vector.transfer_write %74, %arg1[%2] {in_bounds = [true]} : vector<2xi32>, memref<8xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
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

// CHECK-LABEL: func.func @all(%arg0: memref<8x64xi32>, %arg1: memref<i32>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<1x2x1x1x2x2xi32>
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_y = gpu.thread_id  y upper_bound 2
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 64
// CHECK-NEXT:   %0 = affine.linearize_index disjoint [%thread_id_y, %thread_id_x] by (2, 64) : index
// CHECK-NEXT:   %1:3 = affine.delinearize_index %0 into (4, 8) : index, index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%1#1, %c0] by (4, 2) : index
// CHECK-NEXT:   %3 = affine.linearize_index disjoint [%thread_id_y, %c0, %1#2, %c0] by (2, 2, 8, 2) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%2, %3], %c0_i32 {in_bounds = [true, true]} : memref<8x64xi32>, vector<2x2xi32>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %cst {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<2x2xi32> into vector<1x2x1x1x2x2xi32>
// CHECK-NEXT:   %6 = affine.linearize_index disjoint [%thread_id_y, %c1, %1#2, %c0] by (2, 2, 8, 2) : index
// CHECK-NEXT:   %7 = vector.transfer_read %arg0[%2, %6], %c0_i32 {in_bounds = [true, true]} : memref<8x64xi32>, vector<2x2xi32>
// CHECK-NEXT:   %8 = vector.insert_strided_slice %7, %5 {offsets = [0, 1, 0, 0, 0, 0], strides = [1, 1]} : vector<2x2xi32> into vector<1x2x1x1x2x2xi32>
// CHECK-NEXT:   %9 = vector.multi_reduction <add>, %8, %c0_i32 [0, 1, 2, 3, 4, 5] : vector<1x2x1x1x2x2xi32> to i32
// CHECK-NEXT:   %10 = gpu.subgroup_reduce  add %9 cluster(size = 4, stride = 8) : (i32) -> i32
// CHECK-NEXT:   %11 = gpu.subgroup_reduce  add %10 cluster(size = 8) : (i32) -> i32
// CHECK-NEXT:   %alloc = memref.alloc() : memref<2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %12 = arith.cmpi eq, %thread_id_x, %c0 : index
// CHECK-NEXT:   scf.if %12 {
// CHECK-NEXT:     memref.store %11, %alloc[%thread_id_y] : memref<2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %13:3 = affine.delinearize_index %0 into (2, 8) : index, index, index
// CHECK-NEXT:   %14 = memref.load %alloc[%13#1] : memref<2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %15 = gpu.subgroup_reduce  add %14 cluster(size = 2, stride = 8) : (i32) -> i32
// CHECK-NEXT:   %16 = arith.cmpi eq, %0, %c0 : index
// CHECK-NEXT:   scf.if %16 {
// CHECK-NEXT:     memref.store %15, %arg1[] : memref<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
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
// CHECK-LABEL: func.func @mm(%arg0: memref<16x8xi32>, %arg1: memref<8x8xi32>, %arg2: memref<16x8xi32>) {
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<1x1x1x1x2x4xi32>
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst_0 = arith.constant dense<0> : vector<2x1x1x1x1x2xi32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0> : vector<2x1x1x1x1x4xi32>
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_y = gpu.thread_id  y upper_bound 2
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 64
// CHECK-NEXT:   %0 = affine.linearize_index disjoint [%thread_id_y, %thread_id_x] by (2, 64) : index
// CHECK-NEXT:   %1:3 = affine.delinearize_index %0 into (4, 8) : index, index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%1#1, %c0] by (4, 2) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%1#2, %2], %c0_i32 {in_bounds = [true, true]} : memref<16x8xi32>, vector<1x2xi32>
// CHECK-NEXT:   %4 = vector.insert_strided_slice %3, %cst_0 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x2xi32> into vector<2x1x1x1x1x2xi32>
// CHECK-NEXT:   %5 = affine.linearize_index disjoint [%c1, %1#2] by (2, 8) : index
// CHECK-NEXT:   %6 = vector.transfer_read %arg0[%5, %2], %c0_i32 {in_bounds = [true, true]} : memref<16x8xi32>, vector<1x2xi32>
// CHECK-NEXT:   %7 = vector.insert_strided_slice %6, %4 {offsets = [1, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x2xi32> into vector<2x1x1x1x1x2xi32>
// CHECK-NEXT:   %8 = affine.linearize_index disjoint [%thread_id_y, %c0] by (2, 4) : index
// CHECK-NEXT:   %9 = vector.transfer_read %arg1[%2, %8], %c0_i32 {in_bounds = [true, true]} : memref<8x8xi32>, vector<2x4xi32>
// CHECK-NEXT:   %10 = vector.insert_strided_slice %9, %cst {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<2x4xi32> into vector<1x1x1x1x2x4xi32>
// CHECK-NEXT:   %11 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel", "reduction", "parallel", "parallel", "reduction"], kind = #vector.kind<add>} %7, %10, %cst_1 : vector<2x1x1x1x1x2xi32>, vector<1x1x1x1x2x4xi32> into vector<2x1x1x1x1x4xi32>
// CHECK-NEXT:   %12 = vector.extract %11[0, 0, 0, 0, 0, 0] : i32 from vector<2x1x1x1x1x4xi32>
// CHECK-NEXT:   %13 = gpu.subgroup_reduce  add %12 cluster(size = 4, stride = 8) : (i32) -> i32
// CHECK-NEXT:   %14 = vector.extract %11[0, 0, 0, 0, 0, 1] : i32 from vector<2x1x1x1x1x4xi32>
// CHECK-NEXT:   %15 = gpu.subgroup_reduce  add %14 cluster(size = 4, stride = 8) : (i32) -> i32
// CHECK-NEXT:   %16 = vector.extract %11[0, 0, 0, 0, 0, 2] : i32 from vector<2x1x1x1x1x4xi32>
// CHECK-NEXT:   %17 = gpu.subgroup_reduce  add %16 cluster(size = 4, stride = 8) : (i32) -> i32
// CHECK-NEXT:   %18 = vector.extract %11[0, 0, 0, 0, 0, 3] : i32 from vector<2x1x1x1x1x4xi32>
// CHECK-NEXT:   %19 = gpu.subgroup_reduce  add %18 cluster(size = 4, stride = 8) : (i32) -> i32
// CHECK-NEXT:   %20 = vector.extract %11[1, 0, 0, 0, 0, 0] : i32 from vector<2x1x1x1x1x4xi32>
// CHECK-NEXT:   %21 = gpu.subgroup_reduce  add %20 cluster(size = 4, stride = 8) : (i32) -> i32
// CHECK-NEXT:   %22 = vector.extract %11[1, 0, 0, 0, 0, 1] : i32 from vector<2x1x1x1x1x4xi32>
// CHECK-NEXT:   %23 = gpu.subgroup_reduce  add %22 cluster(size = 4, stride = 8) : (i32) -> i32
// CHECK-NEXT:   %24 = vector.extract %11[1, 0, 0, 0, 0, 2] : i32 from vector<2x1x1x1x1x4xi32>
// CHECK-NEXT:   %25 = gpu.subgroup_reduce  add %24 cluster(size = 4, stride = 8) : (i32) -> i32
// CHECK-NEXT:   %26 = vector.extract %11[1, 0, 0, 0, 0, 3] : i32 from vector<2x1x1x1x1x4xi32>
// CHECK-NEXT:   %27 = gpu.subgroup_reduce  add %26 cluster(size = 4, stride = 8) : (i32) -> i32
// CHECK-NEXT:   %28 = vector.from_elements %13, %15, %17, %19, %21, %23, %25, %27 : vector<8xi32>
// CHECK-NEXT:   %29 = vector.shape_cast %28 : vector<8xi32> to vector<2x1x1x1x1x4xi32>
// CHECK-NEXT:   %30:2 = affine.delinearize_index %thread_id_x into (8, 8) : index, index
// CHECK-NEXT:   %31 = arith.cmpi eq, %30#0, %c0 : index
// CHECK-NEXT:   %32:2 = affine.delinearize_index %0 into (8) : index, index
// CHECK-NEXT:   scf.if %31 {
// CHECK-NEXT:     %33 = vector.extract %29[0, 0, 0, 0] : vector<1x4xi32> from vector<2x1x1x1x1x4xi32>
// CHECK-NEXT:     vector.transfer_write %33, %arg2[%32#1, %8] {in_bounds = [true, true]} : vector<1x4xi32>, memref<16x8xi32>
// CHECK-NEXT:     %34 = affine.linearize_index disjoint [%c1, %32#1] by (2, 8) : index
// CHECK-NEXT:     %35 = vector.extract %29[1, 0, 0, 0] : vector<1x4xi32> from vector<2x1x1x1x1x4xi32>
// CHECK-NEXT:     vector.transfer_write %35, %arg2[%34, %8] {in_bounds = [true, true]} : vector<1x4xi32>, memref<16x8xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
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
