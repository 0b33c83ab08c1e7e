// RUN: optc %s --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=64,1,1 subgroup-size=32}),canonicalize,cse)' | FileCheck %s

#line = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [2], outer_tile = [1], thread_tile = [8], element_tile = [2], subgroup_strides = [1], thread_strides = [4]>
#point = #iree_vector_ext.nested_layout<subgroup_tile = [], batch_tile = [], outer_tile = [], thread_tile = [], element_tile = [], subgroup_strides = [], thread_strides = []>

// CHECK-LABEL: func.func @running(%arg0: memref<64xi32>, %arg1: memref<64xi32>, %arg2: memref<i32>) {
// CHECK-NEXT:   %cst = arith.constant dense<7> : vector<2x1x2xi32>
// CHECK-NEXT:   %c7 = arith.constant 7 : index
// CHECK-NEXT:   %cst_0 = arith.constant dense<0> : vector<1x1xi32>
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst_1 = arith.constant dense<0> : vector<2x1x2xi32>
// CHECK-NEXT:   %cst_2 = arith.constant dense<7> : vector<i32>
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 64
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (2, 32) : index, index, index
// CHECK-NEXT:   %1:3 = affine.delinearize_index %thread_id_x into (8, 4) : index, index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%0#1, %c0, %1#1, %c0] by (2, 2, 8, 2) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%2], %c0_i32 {in_bounds = [true]} : memref<64xi32>, vector<2xi32>
// CHECK-NEXT:   %4 = affine.linearize_index disjoint [%0#1, %c1, %1#1, %c0] by (2, 2, 8, 2) : index
// CHECK-NEXT:   %5 = vector.transfer_read %arg0[%4], %c0_i32 {in_bounds = [true]} : memref<64xi32>, vector<2xi32>
// CHECK-NEXT:   %6 = vector.shape_cast %3 : vector<2xi32> to vector<1x1x2xi32>
// CHECK-NEXT:   %dest, %accumulated_value = vector.scan <add>, %6, %cst_0 {inclusive = false, reduction_dim = 2 : i64} : vector<1x1x2xi32>, vector<1x1xi32>
// CHECK-NEXT:   %7 = vector.extract_strided_slice %6 {offsets = [0, 0, 1], sizes = [1, 1, 1], strides = [1, 1, 1]} : vector<1x1x2xi32> to vector<1x1x1xi32>
// CHECK-NEXT:   %8 = vector.shape_cast %7 : vector<1x1x1xi32> to vector<1x1xi32>
// CHECK-NEXT:   %9 = arith.addi %accumulated_value, %8 : vector<1x1xi32>
// CHECK-NEXT:   %10 = vector.extract %9[0, 0] : i32 from vector<1x1xi32>
// CHECK-NEXT:   %result, %total = iree_gpu.subgroup_scan(%10, identity = %c0_i32 : i32) cluster(size = 8, stride = 4) {
// CHECK-NEXT:   ^bb0(%arg3: i32, %arg4: i32):
// CHECK-NEXT:     %45 = arith.addi %arg3, %arg4 : i32
// CHECK-NEXT:     iree_gpu.yield %45 : i32
// CHECK-NEXT:   } : i32
// CHECK-NEXT:   %11 = vector.broadcast %total : i32 to vector<1x1xi32>
// CHECK-NEXT:   %12 = vector.broadcast %result : i32 to vector<1x1x2xi32>
// CHECK-NEXT:   %13 = arith.addi %12, %dest : vector<1x1x2xi32>
// CHECK-NEXT:   %14 = vector.insert_strided_slice %13, %cst_1 {offsets = [0, 0, 0], strides = [1, 1, 1]} : vector<1x1x2xi32> into vector<2x1x2xi32>
// CHECK-NEXT:   %15 = vector.shape_cast %5 : vector<2xi32> to vector<1x1x2xi32>
// CHECK-NEXT:   %dest_3, %accumulated_value_4 = vector.scan <add>, %15, %cst_0 {inclusive = false, reduction_dim = 2 : i64} : vector<1x1x2xi32>, vector<1x1xi32>
// CHECK-NEXT:   %16 = vector.extract_strided_slice %15 {offsets = [0, 0, 1], sizes = [1, 1, 1], strides = [1, 1, 1]} : vector<1x1x2xi32> to vector<1x1x1xi32>
// CHECK-NEXT:   %17 = vector.shape_cast %16 : vector<1x1x1xi32> to vector<1x1xi32>
// CHECK-NEXT:   %18 = arith.addi %accumulated_value_4, %17 : vector<1x1xi32>
// CHECK-NEXT:   %19 = vector.extract %18[0, 0] : i32 from vector<1x1xi32>
// CHECK-NEXT:   %result_5, %total_6 = iree_gpu.subgroup_scan(%19, identity = %c0_i32 : i32) cluster(size = 8, stride = 4) {
// CHECK-NEXT:   ^bb0(%arg3: i32, %arg4: i32):
// CHECK-NEXT:     %45 = arith.addi %arg3, %arg4 : i32
// CHECK-NEXT:     iree_gpu.yield %45 : i32
// CHECK-NEXT:   } : i32
// CHECK-NEXT:   %20 = vector.broadcast %result_5 : i32 to vector<1x1xi32>
// CHECK-NEXT:   %21 = vector.broadcast %total_6 : i32 to vector<1x1xi32>
// CHECK-NEXT:   %22 = arith.addi %11, %20 : vector<1x1xi32>
// CHECK-NEXT:   %23 = vector.broadcast %22 : vector<1x1xi32> to vector<1x1x2xi32>
// CHECK-NEXT:   %24 = arith.addi %23, %dest_3 : vector<1x1x2xi32>
// CHECK-NEXT:   %25 = vector.insert_strided_slice %24, %14 {offsets = [1, 0, 0], strides = [1, 1, 1]} : vector<1x1x2xi32> into vector<2x1x2xi32>
// CHECK-NEXT:   %26 = arith.addi %11, %21 : vector<1x1xi32>
// CHECK-NEXT:   %alloc = memref.alloc() : memref<2x1x1xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %alloc_7 = memref.alloc() : memref<1x1xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %27:3 = affine.delinearize_index %thread_id_x into (2, 8, 4) : index, index, index
// CHECK-NEXT:   %28 = arith.cmpi eq, %27#2, %c0 : index
// CHECK-NEXT:   %29 = arith.cmpi eq, %1#1, %c7 : index
// CHECK-NEXT:   %30 = arith.andi %28, %29 : i1
// CHECK-NEXT:   scf.if %30 {
// CHECK-NEXT:     %45 = vector.extract %26[0, 0] : i32 from vector<1x1xi32>
// CHECK-NEXT:     memref.store %45, %alloc[%0#1, %c0, %c0] : memref<2x1x1xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %31 = arith.cmpi eq, %0#1, %c1 : index
// CHECK-NEXT:   %32 = arith.andi %30, %31 : i1
// CHECK-NEXT:   scf.if %32 {
// CHECK-NEXT:     %45 = vector.extract %24[0, 0, 1] : i32 from vector<1x1x2xi32>
// CHECK-NEXT:     memref.store %45, %alloc_7[%c0, %c0] : memref<1x1xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %33 = memref.load %alloc[%c0, %c0, %c0] : memref<2x1x1xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %34 = vector.broadcast %33 : i32 to vector<1x1xi32>
// CHECK-NEXT:   %35 = arith.select %31, %34, %cst_0 : vector<1x1xi32>
// CHECK-NEXT:   %36 = vector.broadcast %35 : vector<1x1xi32> to vector<2x1x2xi32>
// CHECK-NEXT:   %37 = arith.addi %36, %25 : vector<2x1x2xi32>
// CHECK-NEXT:   %38 = memref.load %alloc_7[%c0, %c0] : memref<1x1xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %39 = vector.broadcast %38 : i32 to vector<i32>
// CHECK-NEXT:   %40 = vector.broadcast %33 : i32 to vector<i32>
// CHECK-NEXT:   %41 = arith.addi %40, %39 : vector<i32>
// CHECK-NEXT:   %42 = arith.addi %41, %cst_2 : vector<i32>
// CHECK-NEXT:   %43 = arith.addi %37, %cst : vector<2x1x2xi32>
// CHECK-NEXT:   scf.if %28 {
// CHECK-NEXT:     %45 = vector.extract %43[0, 0] : vector<2xi32> from vector<2x1x2xi32>
// CHECK-NEXT:     vector.transfer_write %45, %arg1[%2] {in_bounds = [true]} : vector<2xi32>, memref<64xi32>
// CHECK-NEXT:     %46 = vector.extract %43[1, 0] : vector<2xi32> from vector<2x1x2xi32>
// CHECK-NEXT:     vector.transfer_write %46, %arg1[%4] {in_bounds = [true]} : vector<2xi32>, memref<64xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %44 = arith.cmpi eq, %thread_id_x, %c0 : index
// CHECK-NEXT:   scf.if %44 {
// CHECK-NEXT:     %45 = vector.extract %42[] : i32 from vector<i32>
// CHECK-NEXT:     %46 = vector.broadcast %45 : i32 to vector<i32>
// CHECK-NEXT:     vector.transfer_write %46, %arg2[] : vector<i32>, memref<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @running(%m: memref<64xi32>, %o: memref<64xi32>, %s: memref<i32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %z = arith.constant dense<7> : vector<i32>
  %x = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<64xi32>, vector<64xi32>
  %y = iree_vector_ext.to_layout %x to layout(#line) : vector<64xi32>
  %i = iree_vector_ext.to_layout %z to layout(#point) : vector<i32>
  %r:2 = vector.scan <add>, %y, %i {inclusive = false, reduction_dim = 0 : i64} : vector<64xi32>, vector<i32>
  %a = iree_vector_ext.to_layout %r#0 to layout(#line) : vector<64xi32>
  %b = iree_vector_ext.to_layout %r#1 to layout(#point) : vector<i32>
  vector.transfer_write %a, %o[%c0] {in_bounds = [true]} : vector<64xi32>, memref<64xi32>
  vector.transfer_write %b, %s[] : vector<i32>, memref<i32>
  return
}

// Among equal values the first one wins, also where it is in a later lane: of the lanes
// with the largest value that with the lowest position.
// CHECK-LABEL: func.func @winner(%arg0: memref<64xi32>, %arg1: memref<index>) {
// CHECK-NEXT:   %c-2147483648_i32 = arith.constant -2147483648 : i32
// CHECK-NEXT:   %c32_i32 = arith.constant 32 : i32
// CHECK-NEXT:   %c2147483647_i32 = arith.constant 2147483647 : i32
// CHECK-NEXT:   %c-1 = arith.constant -1 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 64
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (2, 32) : index, index, index
// CHECK-NEXT:   %1:3 = affine.delinearize_index %thread_id_x into (8, 4) : index, index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%0#1, %c0, %1#1, %c0] by (2, 2, 8, 2) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%2], %c0_i32 {in_bounds = [true]} : memref<64xi32>, vector<2xi32>
// CHECK-NEXT:   %4 = affine.linearize_index disjoint [%0#1, %c1, %1#1, %c0] by (2, 2, 8, 2) : index
// CHECK-NEXT:   %5 = vector.transfer_read %arg0[%4], %c0_i32 {in_bounds = [true]} : memref<64xi32>, vector<2xi32>
// CHECK-NEXT:   %6 = affine.linearize_index disjoint [%0#1, %c0, %1#1, %c1] by (2, 2, 8, 2) : index
// CHECK-NEXT:   %7 = affine.linearize_index disjoint [%0#1, %c1, %1#1, %c1] by (2, 2, 8, 2) : index
// CHECK-NEXT:   %8 = vector.extract %3[0] : i32 from vector<2xi32>
// CHECK-NEXT:   %9 = arith.cmpi sgt, %8, %c-2147483648_i32 : i32
// CHECK-NEXT:   %10 = arith.select %9, %8, %c-2147483648_i32 : i32
// CHECK-NEXT:   %11 = arith.select %9, %2, %c-1 : index
// CHECK-NEXT:   %12 = vector.extract %3[1] : i32 from vector<2xi32>
// CHECK-NEXT:   %13 = arith.cmpi sgt, %12, %10 : i32
// CHECK-NEXT:   %14 = arith.select %13, %12, %10 : i32
// CHECK-NEXT:   %15 = arith.select %13, %6, %11 : index
// CHECK-NEXT:   %16 = vector.extract %5[0] : i32 from vector<2xi32>
// CHECK-NEXT:   %17 = arith.cmpi sgt, %16, %14 : i32
// CHECK-NEXT:   %18 = arith.select %17, %16, %14 : i32
// CHECK-NEXT:   %19 = arith.select %17, %4, %15 : index
// CHECK-NEXT:   %20 = vector.extract %5[1] : i32 from vector<2xi32>
// CHECK-NEXT:   %21 = arith.cmpi sgt, %20, %18 : i32
// CHECK-NEXT:   %22 = arith.select %21, %20, %18 : i32
// CHECK-NEXT:   %23 = arith.select %21, %7, %19 : index
// CHECK-NEXT:   %24 = gpu.subgroup_reduce  maxsi %22 cluster(size = 8, stride = 4) : (i32) -> i32
// CHECK-NEXT:   %25 = arith.cmpi eq, %22, %24 : i32
// CHECK-NEXT:   %26 = arith.index_cast %23 : index to i32
// CHECK-NEXT:   %27 = arith.select %25, %26, %c2147483647_i32 : i32
// CHECK-NEXT:   %28 = gpu.subgroup_reduce  minsi %27 cluster(size = 8, stride = 4) : (i32) -> i32
// CHECK-NEXT:   %29 = arith.cmpi eq, %27, %28 : i32
// CHECK-NEXT:   %30 = gpu.ballot %29 : i32
// CHECK-NEXT:   %31 = math.cttz %30 : i32
// CHECK-NEXT:   %32 = arith.index_cast %23 : index to i64
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  idx %32, %31, %c32_i32 : i64
// CHECK-NEXT:   %33 = arith.index_cast %shuffleResult : i64 to index
// CHECK-NEXT:   %alloc = memref.alloc() : memref<2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %34:2 = affine.delinearize_index %thread_id_x into (2, 32) : index, index
// CHECK-NEXT:   %35 = arith.cmpi eq, %34#1, %c0 : index
// CHECK-NEXT:   scf.if %35 {
// CHECK-NEXT:     memref.store %24, %alloc[%34#0] : memref<2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %alloc_0 = memref.alloc() : memref<2xindex, #gpu.address_space<workgroup>>
// CHECK-NEXT:   scf.if %35 {
// CHECK-NEXT:     memref.store %33, %alloc_0[%34#0] : memref<2xindex, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %36:3 = affine.delinearize_index %thread_id_x into (2, 4) : index, index, index
// CHECK-NEXT:   %37 = memref.load %alloc[%36#1] : memref<2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %38 = memref.load %alloc_0[%36#1] : memref<2xindex, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %39 = arith.cmpi sgt, %37, %c-2147483648_i32 : i32
// CHECK-NEXT:   %40 = arith.select %39, %37, %c-2147483648_i32 : i32
// CHECK-NEXT:   %41 = arith.select %39, %38, %c-1 : index
// CHECK-NEXT:   %42 = gpu.subgroup_reduce  maxsi %40 cluster(size = 2, stride = 4) : (i32) -> i32
// CHECK-NEXT:   %43 = arith.cmpi eq, %40, %42 : i32
// CHECK-NEXT:   %44 = gpu.ballot %43 : i32
// CHECK-NEXT:   %45 = math.cttz %44 : i32
// CHECK-NEXT:   %46 = arith.index_cast %41 : index to i64
// CHECK-NEXT:   %shuffleResult_1, %valid_2 = gpu.shuffle  idx %46, %45, %c32_i32 : i64
// CHECK-NEXT:   %47 = arith.index_cast %shuffleResult_1 : i64 to index
// CHECK-NEXT:   %48 = arith.cmpi eq, %thread_id_x, %c0 : index
// CHECK-NEXT:   scf.if %48 {
// CHECK-NEXT:     %49 = vector.broadcast %47 : index to vector<index>
// CHECK-NEXT:     vector.transfer_write %49, %arg1[] : vector<index>, memref<index>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @winner(%m: memref<64xi32>, %o: memref<index>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %lowest = arith.constant dense<-2147483648> : vector<i32>
  %none = arith.constant dense<-1> : vector<index>
  %x = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<64xi32>, vector<64xi32>
  %y = iree_vector_ext.to_layout %x to layout(#line) : vector<64xi32>
  %i = iree_vector_ext.to_layout %lowest to layout(#point) : vector<i32>
  %j = iree_vector_ext.to_layout %none to layout(#point) : vector<index>
  %v, %k = iree_vector_ext.arg_compare dimension(0) ins(%y : vector<64xi32>) inits(%i, %j : vector<i32>, vector<index>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi sgt, %a, %b : i32
    iree_vector_ext.yield %c : i1
  } -> vector<i32>, vector<index>
  %w = iree_vector_ext.to_layout %v to layout(#point) : vector<i32>
  %l = iree_vector_ext.to_layout %k to layout(#point) : vector<index>
  vector.transfer_write %l, %o[] : vector<index>, memref<index>
  return
}

// The last one of equal values wins: lanes exchange at distances that halve.
// CHECK-LABEL: func.func @last(%arg0: memref<64xi32>, %arg1: memref<index>) {
// CHECK-NEXT:   %c-2147483648_i32 = arith.constant -2147483648 : i32
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:   %c32_i32 = arith.constant 32 : i32
// CHECK-NEXT:   %c16_i32 = arith.constant 16 : i32
// CHECK-NEXT:   %c-1 = arith.constant -1 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 64
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (2, 32) : index, index, index
// CHECK-NEXT:   %1:3 = affine.delinearize_index %thread_id_x into (8, 4) : index, index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%0#1, %c0, %1#1, %c0] by (2, 2, 8, 2) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%2], %c0_i32 {in_bounds = [true]} : memref<64xi32>, vector<2xi32>
// CHECK-NEXT:   %4 = affine.linearize_index disjoint [%0#1, %c1, %1#1, %c0] by (2, 2, 8, 2) : index
// CHECK-NEXT:   %5 = vector.transfer_read %arg0[%4], %c0_i32 {in_bounds = [true]} : memref<64xi32>, vector<2xi32>
// CHECK-NEXT:   %6 = affine.linearize_index disjoint [%0#1, %c0, %1#1, %c1] by (2, 2, 8, 2) : index
// CHECK-NEXT:   %7 = affine.linearize_index disjoint [%0#1, %c1, %1#1, %c1] by (2, 2, 8, 2) : index
// CHECK-NEXT:   %8 = vector.extract %3[0] : i32 from vector<2xi32>
// CHECK-NEXT:   %9 = arith.cmpi sge, %8, %c-2147483648_i32 : i32
// CHECK-NEXT:   %10 = arith.select %9, %8, %c-2147483648_i32 : i32
// CHECK-NEXT:   %11 = arith.select %9, %2, %c-1 : index
// CHECK-NEXT:   %12 = vector.extract %3[1] : i32 from vector<2xi32>
// CHECK-NEXT:   %13 = arith.cmpi sge, %12, %10 : i32
// CHECK-NEXT:   %14 = arith.select %13, %12, %10 : i32
// CHECK-NEXT:   %15 = arith.select %13, %6, %11 : index
// CHECK-NEXT:   %16 = vector.extract %5[0] : i32 from vector<2xi32>
// CHECK-NEXT:   %17 = arith.cmpi sge, %16, %14 : i32
// CHECK-NEXT:   %18 = arith.select %17, %16, %14 : i32
// CHECK-NEXT:   %19 = arith.select %17, %4, %15 : index
// CHECK-NEXT:   %20 = vector.extract %5[1] : i32 from vector<2xi32>
// CHECK-NEXT:   %21 = arith.cmpi sge, %20, %18 : i32
// CHECK-NEXT:   %22 = arith.select %21, %20, %18 : i32
// CHECK-NEXT:   %23 = arith.select %21, %7, %19 : index
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  xor %22, %c16_i32, %c32_i32 : i32
// CHECK-NEXT:   %24 = arith.index_cast %23 : index to i64
// CHECK-NEXT:   %shuffleResult_0, %valid_1 = gpu.shuffle  xor %24, %c16_i32, %c32_i32 : i64
// CHECK-NEXT:   %25 = arith.index_cast %shuffleResult_0 : i64 to index
// CHECK-NEXT:   %26 = arith.cmpi slt, %23, %25 : index
// CHECK-NEXT:   %27 = arith.select %26, %22, %shuffleResult : i32
// CHECK-NEXT:   %28 = arith.select %26, %23, %25 : index
// CHECK-NEXT:   %29 = arith.select %26, %shuffleResult, %22 : i32
// CHECK-NEXT:   %30 = arith.select %26, %25, %23 : index
// CHECK-NEXT:   %31 = arith.cmpi sge, %29, %27 : i32
// CHECK-NEXT:   %32 = arith.select %31, %29, %27 : i32
// CHECK-NEXT:   %33 = arith.select %31, %30, %28 : index
// CHECK-NEXT:   %shuffleResult_2, %valid_3 = gpu.shuffle  xor %32, %c8_i32, %c32_i32 : i32
// CHECK-NEXT:   %34 = arith.index_cast %33 : index to i64
// CHECK-NEXT:   %shuffleResult_4, %valid_5 = gpu.shuffle  xor %34, %c8_i32, %c32_i32 : i64
// CHECK-NEXT:   %35 = arith.index_cast %shuffleResult_4 : i64 to index
// CHECK-NEXT:   %36 = arith.cmpi slt, %33, %35 : index
// CHECK-NEXT:   %37 = arith.select %36, %32, %shuffleResult_2 : i32
// CHECK-NEXT:   %38 = arith.select %36, %33, %35 : index
// CHECK-NEXT:   %39 = arith.select %36, %shuffleResult_2, %32 : i32
// CHECK-NEXT:   %40 = arith.select %36, %35, %33 : index
// CHECK-NEXT:   %41 = arith.cmpi sge, %39, %37 : i32
// CHECK-NEXT:   %42 = arith.select %41, %39, %37 : i32
// CHECK-NEXT:   %43 = arith.select %41, %40, %38 : index
// CHECK-NEXT:   %shuffleResult_6, %valid_7 = gpu.shuffle  xor %42, %c4_i32, %c32_i32 : i32
// CHECK-NEXT:   %44 = arith.index_cast %43 : index to i64
// CHECK-NEXT:   %shuffleResult_8, %valid_9 = gpu.shuffle  xor %44, %c4_i32, %c32_i32 : i64
// CHECK-NEXT:   %45 = arith.index_cast %shuffleResult_8 : i64 to index
// CHECK-NEXT:   %46 = arith.cmpi slt, %43, %45 : index
// CHECK-NEXT:   %47 = arith.select %46, %42, %shuffleResult_6 : i32
// CHECK-NEXT:   %48 = arith.select %46, %43, %45 : index
// CHECK-NEXT:   %49 = arith.select %46, %shuffleResult_6, %42 : i32
// CHECK-NEXT:   %50 = arith.select %46, %45, %43 : index
// CHECK-NEXT:   %51 = arith.cmpi sge, %49, %47 : i32
// CHECK-NEXT:   %52 = arith.select %51, %49, %47 : i32
// CHECK-NEXT:   %53 = arith.select %51, %50, %48 : index
// CHECK-NEXT:   %alloc = memref.alloc() : memref<2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %54:2 = affine.delinearize_index %thread_id_x into (2, 32) : index, index
// CHECK-NEXT:   %55 = arith.cmpi eq, %54#1, %c0 : index
// CHECK-NEXT:   scf.if %55 {
// CHECK-NEXT:     memref.store %52, %alloc[%54#0] : memref<2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %alloc_10 = memref.alloc() : memref<2xindex, #gpu.address_space<workgroup>>
// CHECK-NEXT:   scf.if %55 {
// CHECK-NEXT:     memref.store %53, %alloc_10[%54#0] : memref<2xindex, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %alloc_11 = memref.alloc() : memref<2xindex, #gpu.address_space<workgroup>>
// CHECK-NEXT:   scf.if %55 {
// CHECK-NEXT:     memref.store %53, %alloc_11[%54#0] : memref<2xindex, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %56 = vector.load %alloc[%c0] : memref<2xi32, #gpu.address_space<workgroup>>, vector<2xi32>
// CHECK-NEXT:   %57 = vector.load %alloc_10[%c0] : memref<2xindex, #gpu.address_space<workgroup>>, vector<2xindex>
// CHECK-NEXT:   %58 = vector.load %alloc_11[%c0] : memref<2xindex, #gpu.address_space<workgroup>>, vector<2xindex>
// CHECK-NEXT:   %59 = vector.extract %56[0] : i32 from vector<2xi32>
// CHECK-NEXT:   %60 = vector.extract %57[0] : index from vector<2xindex>
// CHECK-NEXT:   %61 = vector.extract %58[0] : index from vector<2xindex>
// CHECK-NEXT:   %62 = vector.extract %56[1] : i32 from vector<2xi32>
// CHECK-NEXT:   %63 = vector.extract %57[1] : index from vector<2xindex>
// CHECK-NEXT:   %64 = vector.extract %58[1] : index from vector<2xindex>
// CHECK-NEXT:   %65 = arith.cmpi slt, %61, %64 : index
// CHECK-NEXT:   %66 = arith.select %65, %59, %62 : i32
// CHECK-NEXT:   %67 = arith.select %65, %60, %63 : index
// CHECK-NEXT:   %68 = arith.select %65, %62, %59 : i32
// CHECK-NEXT:   %69 = arith.select %65, %63, %60 : index
// CHECK-NEXT:   %70 = arith.cmpi sge, %68, %66 : i32
// CHECK-NEXT:   %71 = arith.select %70, %69, %67 : index
// CHECK-NEXT:   %72 = arith.cmpi eq, %thread_id_x, %c0 : index
// CHECK-NEXT:   scf.if %72 {
// CHECK-NEXT:     %73 = vector.broadcast %71 : index to vector<index>
// CHECK-NEXT:     vector.transfer_write %73, %arg1[] : vector<index>, memref<index>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @last(%m: memref<64xi32>, %o: memref<index>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %lowest = arith.constant dense<-2147483648> : vector<i32>
  %none = arith.constant dense<-1> : vector<index>
  %x = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<64xi32>, vector<64xi32>
  %y = iree_vector_ext.to_layout %x to layout(#line) : vector<64xi32>
  %i = iree_vector_ext.to_layout %lowest to layout(#point) : vector<i32>
  %j = iree_vector_ext.to_layout %none to layout(#point) : vector<index>
  %v, %k = iree_vector_ext.arg_compare dimension(0) ins(%y : vector<64xi32>) inits(%i, %j : vector<i32>, vector<index>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi sge, %a, %b : i32
    iree_vector_ext.yield %c : i1
  } -> vector<i32>, vector<index>
  %w = iree_vector_ext.to_layout %v to layout(#point) : vector<i32>
  %l = iree_vector_ext.to_layout %k to layout(#point) : vector<index>
  vector.transfer_write %l, %o[] : vector<index>, memref<index>
  return
}

// Three threads are no cluster of lanes: each of them scans whole lines.
#three = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [3], element_tile = [2], subgroup_strides = [0], thread_strides = [2]>
// CHECK-LABEL: func.func @lines(%arg0: memref<12xi32>, %arg1: memref<12xi32>, %arg2: memref<i32>) {
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<1x1xi32>
// CHECK-NEXT:   %c32_i32 = arith.constant 32 : i32
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c6_i32 = arith.constant 6 : i32
// CHECK-NEXT:   %c6 = arith.constant 6 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c32 = arith.constant 32 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 64
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (3, 2) : index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#1, %c0] by (3, 2) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%1], %c0_i32 {in_bounds = [true]} : memref<12xi32>, vector<2xi32>
// CHECK-NEXT:   %3 = affine.linearize_index disjoint [%c1, %0#1, %c0] by (2, 3, 2) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%3], %c0_i32 {in_bounds = [true]} : memref<12xi32>, vector<2xi32>
// CHECK-NEXT:   %5:2 = affine.delinearize_index %thread_id_x into (2) : index, index
// CHECK-NEXT:   %6 = arith.index_cast %5#1 : index to i32
// CHECK-NEXT:   %7 = arith.divui %thread_id_x, %c32 : index
// CHECK-NEXT:   %8 = arith.muli %7, %c2 : index
// CHECK-NEXT:   %9 = arith.remui %8, %c6 : index
// CHECK-NEXT:   %10 = arith.index_cast %9 : index to i32
// CHECK-NEXT:   %11 = arith.subi %6, %10 : i32
// CHECK-NEXT:   %12 = arith.cmpi slt, %11, %c0_i32 : i32
// CHECK-NEXT:   %13 = arith.addi %11, %c6_i32 : i32
// CHECK-NEXT:   %14 = arith.select %12, %13, %11 : i32
// CHECK-NEXT:   %15 = arith.addi %6, %c2_i32 : i32
// CHECK-NEXT:   %16 = arith.subi %15, %10 : i32
// CHECK-NEXT:   %17 = arith.cmpi slt, %16, %c0_i32 : i32
// CHECK-NEXT:   %18 = arith.addi %16, %c6_i32 : i32
// CHECK-NEXT:   %19 = arith.select %17, %18, %16 : i32
// CHECK-NEXT:   %20 = arith.addi %6, %c4_i32 : i32
// CHECK-NEXT:   %21 = arith.subi %20, %10 : i32
// CHECK-NEXT:   %22 = arith.cmpi slt, %21, %c0_i32 : i32
// CHECK-NEXT:   %23 = arith.addi %21, %c6_i32 : i32
// CHECK-NEXT:   %24 = arith.select %22, %23, %21 : i32
// CHECK-NEXT:   %25 = vector.extract %2[0] : i32 from vector<2xi32>
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  idx %25, %14, %c32_i32 : i32
// CHECK-NEXT:   %shuffleResult_0, %valid_1 = gpu.shuffle  idx %25, %19, %c32_i32 : i32
// CHECK-NEXT:   %shuffleResult_2, %valid_3 = gpu.shuffle  idx %25, %24, %c32_i32 : i32
// CHECK-NEXT:   %26 = vector.extract %2[1] : i32 from vector<2xi32>
// CHECK-NEXT:   %shuffleResult_4, %valid_5 = gpu.shuffle  idx %26, %14, %c32_i32 : i32
// CHECK-NEXT:   %shuffleResult_6, %valid_7 = gpu.shuffle  idx %26, %19, %c32_i32 : i32
// CHECK-NEXT:   %shuffleResult_8, %valid_9 = gpu.shuffle  idx %26, %24, %c32_i32 : i32
// CHECK-NEXT:   %27 = vector.extract %4[0] : i32 from vector<2xi32>
// CHECK-NEXT:   %shuffleResult_10, %valid_11 = gpu.shuffle  idx %27, %14, %c32_i32 : i32
// CHECK-NEXT:   %shuffleResult_12, %valid_13 = gpu.shuffle  idx %27, %19, %c32_i32 : i32
// CHECK-NEXT:   %shuffleResult_14, %valid_15 = gpu.shuffle  idx %27, %24, %c32_i32 : i32
// CHECK-NEXT:   %28 = vector.extract %4[1] : i32 from vector<2xi32>
// CHECK-NEXT:   %shuffleResult_16, %valid_17 = gpu.shuffle  idx %28, %14, %c32_i32 : i32
// CHECK-NEXT:   %shuffleResult_18, %valid_19 = gpu.shuffle  idx %28, %19, %c32_i32 : i32
// CHECK-NEXT:   %shuffleResult_20, %valid_21 = gpu.shuffle  idx %28, %24, %c32_i32 : i32
// CHECK-NEXT:   %29 = vector.from_elements %shuffleResult, %shuffleResult_4, %shuffleResult_0, %shuffleResult_6, %shuffleResult_2, %shuffleResult_8, %shuffleResult_10, %shuffleResult_16, %shuffleResult_12, %shuffleResult_18, %shuffleResult_14, %shuffleResult_20 : vector<1x1x12xi32>
// CHECK-NEXT:   %dest, %accumulated_value = vector.scan <add>, %29, %cst {inclusive = true, reduction_dim = 2 : i64} : vector<1x1x12xi32>, vector<1x1xi32>
// CHECK-NEXT:   %30 = arith.andi %0#1, %c1 : index
// CHECK-NEXT:   %31 = arith.cmpi ne, %30, %c0 : index
// CHECK-NEXT:   %32 = arith.andi %0#1, %c2 : index
// CHECK-NEXT:   %33 = arith.cmpi ne, %32, %c0 : index
// CHECK-NEXT:   %34 = vector.extract %dest[0, 0, 0] : i32 from vector<1x1x12xi32>
// CHECK-NEXT:   %35 = vector.extract %dest[0, 0, 2] : i32 from vector<1x1x12xi32>
// CHECK-NEXT:   %36 = vector.extract %dest[0, 0, 4] : i32 from vector<1x1x12xi32>
// CHECK-NEXT:   %37 = arith.select %31, %35, %34 : i32
// CHECK-NEXT:   %38 = arith.select %33, %36, %37 : i32
// CHECK-NEXT:   %39 = vector.extract %dest[0, 0, 1] : i32 from vector<1x1x12xi32>
// CHECK-NEXT:   %40 = vector.extract %dest[0, 0, 3] : i32 from vector<1x1x12xi32>
// CHECK-NEXT:   %41 = vector.extract %dest[0, 0, 5] : i32 from vector<1x1x12xi32>
// CHECK-NEXT:   %42 = arith.select %31, %40, %39 : i32
// CHECK-NEXT:   %43 = arith.select %33, %41, %42 : i32
// CHECK-NEXT:   %44 = vector.extract %dest[0, 0, 6] : i32 from vector<1x1x12xi32>
// CHECK-NEXT:   %45 = vector.extract %dest[0, 0, 8] : i32 from vector<1x1x12xi32>
// CHECK-NEXT:   %46 = vector.extract %dest[0, 0, 10] : i32 from vector<1x1x12xi32>
// CHECK-NEXT:   %47 = arith.select %31, %45, %44 : i32
// CHECK-NEXT:   %48 = arith.select %33, %46, %47 : i32
// CHECK-NEXT:   %49 = vector.extract %dest[0, 0, 7] : i32 from vector<1x1x12xi32>
// CHECK-NEXT:   %50 = vector.extract %dest[0, 0, 9] : i32 from vector<1x1x12xi32>
// CHECK-NEXT:   %51 = vector.extract %dest[0, 0, 11] : i32 from vector<1x1x12xi32>
// CHECK-NEXT:   %52 = arith.select %31, %50, %49 : i32
// CHECK-NEXT:   %53 = arith.select %33, %51, %52 : i32
// CHECK-NEXT:   %54 = arith.cmpi eq, %0#0, %c0 : index
// CHECK-NEXT:   %55 = arith.cmpi eq, %0#2, %c0 : index
// CHECK-NEXT:   %56 = arith.andi %54, %55 : i1
// CHECK-NEXT:   scf.if %56 {
// CHECK-NEXT:     %58 = vector.from_elements %38, %43 : vector<2xi32>
// CHECK-NEXT:     vector.transfer_write %58, %arg1[%1] {in_bounds = [true]} : vector<2xi32>, memref<12xi32>
// CHECK-NEXT:     %59 = vector.from_elements %48, %53 : vector<2xi32>
// CHECK-NEXT:     vector.transfer_write %59, %arg1[%3] {in_bounds = [true]} : vector<2xi32>, memref<12xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %57 = arith.cmpi eq, %thread_id_x, %c0 : index
// CHECK-NEXT:   scf.if %57 {
// CHECK-NEXT:     %58 = vector.extract %accumulated_value[0, 0] : i32 from vector<1x1xi32>
// CHECK-NEXT:     %59 = vector.broadcast %58 : i32 to vector<i32>
// CHECK-NEXT:     vector.transfer_write %59, %arg2[] : vector<i32>, memref<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @lines(%m: memref<12xi32>, %o: memref<12xi32>, %s: memref<i32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %z = arith.constant dense<7> : vector<i32>
  %x = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<12xi32>, vector<12xi32>
  %y = iree_vector_ext.to_layout %x to layout(#three) : vector<12xi32>
  %i = iree_vector_ext.to_layout %z to layout(#point) : vector<i32>
  %r:2 = vector.scan <add>, %y, %i {inclusive = true, reduction_dim = 0 : i64} : vector<12xi32>, vector<i32>
  %a = iree_vector_ext.to_layout %r#0 to layout(#three) : vector<12xi32>
  %b = iree_vector_ext.to_layout %r#1 to layout(#point) : vector<i32>
  vector.transfer_write %a, %o[%c0] {in_bounds = [true]} : vector<12xi32>, memref<12xi32>
  vector.transfer_write %b, %s[] : vector<i32>, memref<i32>
  return
}
