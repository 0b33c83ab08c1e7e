// RUN: optc %s --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=64,2,1}),canonicalize,cse)' | FileCheck %s

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [2, 2], subgroup_strides = [0, 1], thread_strides = [8, 1]>
// Sixteen elements of a row are in one thread of each of eight lanes and two subgroups:
// first what a thread holds is combined, then the lanes, then the subgroups in memory.
// CHECK-LABEL: func.func @rows(%arg0: memref<8x64xi32>, %arg1: memref<8xi32>, %arg2: index) {
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %c-2147483648_i32 = arith.constant -2147483648 : i32
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
// CHECK-NEXT:   %alloc = memref.alloc() : memref<8x2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %36:3 = affine.delinearize_index %thread_id_x into (2, 4, 8) : index, index, index
// CHECK-NEXT:   %37 = arith.cmpi eq, %36#0, %c0 : index
// CHECK-NEXT:   %38 = arith.cmpi eq, %36#2, %c0 : index
// CHECK-NEXT:   %39 = arith.andi %37, %38 : i1
// CHECK-NEXT:   scf.if %39 {
// CHECK-NEXT:     %69 = vector.shape_cast %35 : vector<2xi32> to vector<2x1xi32>
// CHECK-NEXT:     vector.transfer_write %69, %alloc[%2, %thread_id_y] {in_bounds = [true, true]} : vector<2x1xi32>, memref<8x2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %40 = arith.select %29, %8, %cst_0 : vector<1x2x1x1x2x2xi1>, vector<1x2x1x1x2x2xi32>
// CHECK-NEXT:   %41 = vector.multi_reduction <maxsi>, %40, %cst [1, 3, 5] : vector<1x2x1x1x2x2xi32> to vector<1x1x2xi32>
// CHECK-NEXT:   %42 = vector.extract %41[0, 0, 0] : i32 from vector<1x1x2xi32>
// CHECK-NEXT:   %43 = gpu.subgroup_reduce  maxsi %42 cluster(size = 8) : (i32) -> i32
// CHECK-NEXT:   %44 = vector.extract %41[0, 0, 1] : i32 from vector<1x1x2xi32>
// CHECK-NEXT:   %45 = gpu.subgroup_reduce  maxsi %44 cluster(size = 8) : (i32) -> i32
// CHECK-NEXT:   %46 = vector.from_elements %43, %45 : vector<2xi32>
// CHECK-NEXT:   %alloc_4 = memref.alloc() : memref<8x2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   scf.if %39 {
// CHECK-NEXT:     %69 = vector.shape_cast %46 : vector<2xi32> to vector<2x1xi32>
// CHECK-NEXT:     vector.transfer_write %69, %alloc_4[%2, %thread_id_y] {in_bounds = [true, true]} : vector<2x1xi32>, memref<8x2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %47:4 = affine.delinearize_index %0 into (4, 4, 2) : index, index, index, index
// CHECK-NEXT:   %48 = affine.linearize_index disjoint [%47#1, %c0] by (4, 2) : index
// CHECK-NEXT:   %49 = vector.transfer_read %alloc[%48, %47#3], %c0_i32 {in_bounds = [true, true]} : memref<8x2xi32, #gpu.address_space<workgroup>>, vector<2x1xi32>
// CHECK-NEXT:   %50 = vector.extract %49[0, 0] : i32 from vector<2x1xi32>
// CHECK-NEXT:   %51 = gpu.subgroup_reduce  add %50 cluster(size = 2) : (i32) -> i32
// CHECK-NEXT:   %52 = vector.extract %49[1, 0] : i32 from vector<2x1xi32>
// CHECK-NEXT:   %53 = gpu.subgroup_reduce  add %52 cluster(size = 2) : (i32) -> i32
// CHECK-NEXT:   %54 = vector.from_elements %51, %53 : vector<2xi32>
// CHECK-NEXT:   %55 = vector.shape_cast %54 : vector<2xi32> to vector<1x1x2xi32>
// CHECK-NEXT:   %56 = arith.addi %55, %cst_3 : vector<1x1x2xi32>
// CHECK-NEXT:   %57 = vector.transfer_read %alloc_4[%48, %47#3], %c-2147483648_i32 {in_bounds = [true, true]} : memref<8x2xi32, #gpu.address_space<workgroup>>, vector<2x1xi32>
// CHECK-NEXT:   %58 = vector.extract %57[0, 0] : i32 from vector<2x1xi32>
// CHECK-NEXT:   %59 = gpu.subgroup_reduce  maxsi %58 cluster(size = 2) : (i32) -> i32
// CHECK-NEXT:   %60 = vector.extract %57[1, 0] : i32 from vector<2x1xi32>
// CHECK-NEXT:   %61 = gpu.subgroup_reduce  maxsi %60 cluster(size = 2) : (i32) -> i32
// CHECK-NEXT:   %62 = vector.from_elements %59, %61 : vector<2xi32>
// CHECK-NEXT:   %63 = vector.shape_cast %62 : vector<2xi32> to vector<1x1x2xi32>
// CHECK-NEXT:   %64 = arith.maxsi %63, %56 : vector<1x1x2xi32>
// CHECK-NEXT:   %65:3 = affine.delinearize_index %0 into (4, 4, 8) : index, index, index
// CHECK-NEXT:   %66 = arith.cmpi eq, %65#0, %c0 : index
// CHECK-NEXT:   %67 = arith.cmpi eq, %65#2, %c0 : index
// CHECK-NEXT:   %68 = arith.andi %66, %67 : i1
// CHECK-NEXT:   scf.if %68 {
// CHECK-NEXT:     %69 = vector.extract %64[0, 0] : vector<2xi32> from vector<1x1x2xi32>
// CHECK-NEXT:     vector.transfer_write %69, %arg1[%2] {in_bounds = [true]} : vector<2xi32>, memref<8xi32>
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
// CHECK-NEXT:   %alloc = memref.alloc() : memref<1x2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %12 = arith.cmpi eq, %thread_id_x, %c0 : index
// CHECK-NEXT:   scf.if %12 {
// CHECK-NEXT:     %18 = vector.broadcast %11 : i32 to vector<1x1xi32>
// CHECK-NEXT:     vector.transfer_write %18, %alloc[%c0, %thread_id_y] {in_bounds = [true, true]} : vector<1x1xi32>, memref<1x2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %13:3 = affine.delinearize_index %0 into (2, 8) : index, index, index
// CHECK-NEXT:   %14 = vector.transfer_read %alloc[%c0, %13#1], %c0_i32 {in_bounds = [true, true]} : memref<1x2xi32, #gpu.address_space<workgroup>>, vector<1x1xi32>
// CHECK-NEXT:   %15 = vector.extract %14[0, 0] : i32 from vector<1x1xi32>
// CHECK-NEXT:   %16 = gpu.subgroup_reduce  add %15 cluster(size = 2, stride = 8) : (i32) -> i32
// CHECK-NEXT:   %17 = arith.cmpi eq, %0, %c0 : index
// CHECK-NEXT:   scf.if %17 {
// CHECK-NEXT:     memref.store %16, %arg1[] : memref<i32>
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
