// RUN: optc %s --vectorext-distribute-nested-layout=workgroup-size=192 --canonicalize --cse --verify-exec --split-input-file | FileCheck %s

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [0, 1], thread_strides = [1, 8]>
#row = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// The winners of two subgroups meet in workgroup memory, with their indices only; two lanes
// read them and vote. Elements of three bits have many equals, of which the first wins.
// CHECK-LABEL: func.func @subgroups(%arg0: memref<8x32xi32>, %arg1: memref<8xi32>) {
// CHECK-NEXT:   %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:   %c257_i64 = arith.constant 257 : i64
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c64_i32 = arith.constant 64 : i32
// CHECK-NEXT:   %c16843009_i64 = arith.constant 16843009 : i64
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:   %c2147483647_i32 = arith.constant 2147483647 : i32
// CHECK-NEXT:   %c-1 = arith.constant -1 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<1x2x1x1x1x2xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<7> : vector<1x2x1x1x1x2xi32>
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 192
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (2, 64) : index, index, index
// CHECK-NEXT:   %1:3 = affine.delinearize_index %thread_id_x into (4, 8) : index, index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%0#1, %c0, %1#1, %c0] by (2, 2, 4, 2) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%1#2, %2], %c0_i32 {in_bounds = [true, true]} : memref<8x32xi32>, vector<1x2xi32>
// CHECK-NEXT:   %4 = vector.insert_strided_slice %3, %cst {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x2xi32> into vector<1x2x1x1x1x2xi32>
// CHECK-NEXT:   %5 = affine.linearize_index disjoint [%0#1, %c1, %1#1, %c0] by (2, 2, 4, 2) : index
// CHECK-NEXT:   %6 = vector.transfer_read %arg0[%1#2, %5], %c0_i32 {in_bounds = [true, true]} : memref<8x32xi32>, vector<1x2xi32>
// CHECK-NEXT:   %7 = vector.insert_strided_slice %6, %4 {offsets = [0, 1, 0, 0, 0, 0], strides = [1, 1]} : vector<1x2xi32> into vector<1x2x1x1x1x2xi32>
// CHECK-NEXT:   %8 = arith.andi %7, %cst_0 : vector<1x2x1x1x1x2xi32>
// CHECK-NEXT:   %9 = affine.linearize_index disjoint [%0#1, %c0, %1#1, %c1] by (2, 2, 4, 2) : index
// CHECK-NEXT:   %10 = affine.linearize_index disjoint [%0#1, %c1, %1#1, %c1] by (2, 2, 4, 2) : index
// CHECK-NEXT:   %11 = vector.extract %8[0, 0, 0, 0, 0, 0] : i32 from vector<1x2x1x1x1x2xi32>
// CHECK-NEXT:   %12 = arith.index_cast %2 : index to i32
// CHECK-NEXT:   %13 = arith.cmpi sgt, %11, %c2_i32 : i32
// CHECK-NEXT:   %14 = arith.select %13, %11, %c2_i32 : i32
// CHECK-NEXT:   %15 = arith.select %13, %12, %c-1_i32 : i32
// CHECK-NEXT:   %16 = arith.select %13, %2, %c-1 : index
// CHECK-NEXT:   %17 = vector.extract %8[0, 0, 0, 0, 0, 1] : i32 from vector<1x2x1x1x1x2xi32>
// CHECK-NEXT:   %18 = arith.index_cast %9 : index to i32
// CHECK-NEXT:   %19 = arith.cmpi sgt, %17, %14 : i32
// CHECK-NEXT:   %20 = arith.select %19, %17, %14 : i32
// CHECK-NEXT:   %21 = arith.select %19, %18, %15 : i32
// CHECK-NEXT:   %22 = arith.select %19, %9, %16 : index
// CHECK-NEXT:   %23 = vector.extract %8[0, 1, 0, 0, 0, 0] : i32 from vector<1x2x1x1x1x2xi32>
// CHECK-NEXT:   %24 = arith.index_cast %5 : index to i32
// CHECK-NEXT:   %25 = arith.cmpi sgt, %23, %20 : i32
// CHECK-NEXT:   %26 = arith.select %25, %23, %20 : i32
// CHECK-NEXT:   %27 = arith.select %25, %24, %21 : i32
// CHECK-NEXT:   %28 = arith.select %25, %5, %22 : index
// CHECK-NEXT:   %29 = vector.extract %8[0, 1, 0, 0, 0, 1] : i32 from vector<1x2x1x1x1x2xi32>
// CHECK-NEXT:   %30 = arith.index_cast %10 : index to i32
// CHECK-NEXT:   %31 = arith.cmpi sgt, %29, %26 : i32
// CHECK-NEXT:   %32 = arith.select %31, %29, %26 : i32
// CHECK-NEXT:   %33 = arith.select %31, %30, %27 : i32
// CHECK-NEXT:   %34 = arith.select %31, %10, %28 : index
// CHECK-NEXT:   %35 = gpu.subgroup_reduce  maxsi %32 cluster(size = 4, stride = 8) : (i32) -> i32
// CHECK-NEXT:   %36 = arith.cmpi eq, %32, %35 : i32
// CHECK-NEXT:   %37 = arith.index_cast %34 : index to i32
// CHECK-NEXT:   %38 = arith.select %36, %37, %c2147483647_i32 : i32
// CHECK-NEXT:   %39 = gpu.subgroup_reduce  minsi %38 cluster(size = 4, stride = 8) : (i32) -> i32
// CHECK-NEXT:   %40 = arith.cmpi eq, %38, %39 : i32
// CHECK-NEXT:   %41 = gpu.ballot %40 : i64
// CHECK-NEXT:   %42:2 = affine.delinearize_index %thread_id_x into (64) : index, index
// CHECK-NEXT:   %43 = arith.index_cast %42#1 : index to i32
// CHECK-NEXT:   %44 = arith.divui %43, %c8_i32 : i32
// CHECK-NEXT:   %45 = arith.remui %44, %c4_i32 : i32
// CHECK-NEXT:   %46 = arith.muli %45, %c8_i32 : i32
// CHECK-NEXT:   %47 = arith.subi %43, %46 : i32
// CHECK-NEXT:   %48 = arith.extui %47 : i32 to i64
// CHECK-NEXT:   %49 = arith.shli %c16843009_i64, %48 : i64
// CHECK-NEXT:   %50 = arith.andi %41, %49 : i64
// CHECK-NEXT:   %51 = math.cttz %50 : i64
// CHECK-NEXT:   %52 = arith.trunci %51 : i64 to i32
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  idx %33, %52, %c64_i32 : i32
// CHECK-NEXT:   %alloc = memref.alloc() : memref<16xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %53:4 = affine.delinearize_index %thread_id_x into (2, 8, 8) : index, index, index, index
// CHECK-NEXT:   %54 = arith.muli %53#1, %c8 : index
// CHECK-NEXT:   %55 = arith.addi %53#3, %54 : index
// CHECK-NEXT:   %56 = arith.cmpi eq, %53#0, %c0 : index
// CHECK-NEXT:   %57 = arith.cmpi eq, %53#2, %c0 : index
// CHECK-NEXT:   %58 = arith.andi %56, %57 : i1
// CHECK-NEXT:   scf.if %58 {
// CHECK-NEXT:     memref.store %35, %alloc[%55] : memref<16xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %alloc_1 = memref.alloc() : memref<16xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   scf.if %58 {
// CHECK-NEXT:     memref.store %shuffleResult, %alloc_1[%55] : memref<16xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %59:2 = affine.delinearize_index %thread_id_x into (16) : index, index
// CHECK-NEXT:   %60 = memref.load %alloc[%59#1] : memref<16xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %61 = memref.load %alloc_1[%59#1] : memref<16xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %62 = arith.cmpi sgt, %60, %c2_i32 : i32
// CHECK-NEXT:   %63 = arith.select %62, %60, %c2_i32 : i32
// CHECK-NEXT:   %64 = arith.select %62, %61, %c-1_i32 : i32
// CHECK-NEXT:   %65 = gpu.subgroup_reduce  maxsi %63 cluster(size = 2, stride = 8) : (i32) -> i32
// CHECK-NEXT:   %66 = arith.cmpi eq, %63, %65 : i32
// CHECK-NEXT:   %67 = gpu.ballot %66 : i64
// CHECK-NEXT:   %68 = arith.remui %44, %c2_i32 : i32
// CHECK-NEXT:   %69 = arith.muli %68, %c8_i32 : i32
// CHECK-NEXT:   %70 = arith.subi %43, %69 : i32
// CHECK-NEXT:   %71 = arith.extui %70 : i32 to i64
// CHECK-NEXT:   %72 = arith.shli %c257_i64, %71 : i64
// CHECK-NEXT:   %73 = arith.andi %67, %72 : i64
// CHECK-NEXT:   %74 = math.cttz %73 : i64
// CHECK-NEXT:   %75 = arith.trunci %74 : i64 to i32
// CHECK-NEXT:   %shuffleResult_2, %valid_3 = gpu.shuffle  idx %64, %75, %c64_i32 : i32
// CHECK-NEXT:   %76:2 = affine.delinearize_index %thread_id_x into (24, 8) : index, index
// CHECK-NEXT:   %77 = arith.cmpi eq, %76#0, %c0 : index
// CHECK-NEXT:   %78:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   scf.if %77 {
// CHECK-NEXT:     %79 = vector.broadcast %shuffleResult_2 : i32 to vector<1xi32>
// CHECK-NEXT:     vector.transfer_write %79, %arg1[%78#1] {in_bounds = [true]} : vector<1xi32>, memref<8xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @subgroups(%m: memref<8x32xi32>, %o: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %seven = arith.constant dense<7> : vector<8x32xi32>
  %least = arith.constant dense<2> : vector<8xi32>
  %none = arith.constant dense<-1> : vector<8xi32>
  %x = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x32xi32>, vector<8x32xi32>
  %a = iree_vector_ext.to_layout %x to layout(#rows) : vector<8x32xi32>
  %few = arith.andi %a, %seven : vector<8x32xi32>
  %v, %k = iree_vector_ext.arg_compare dimension(1) ins(%few : vector<8x32xi32>) inits(%least, %none : vector<8xi32>, vector<8xi32>) {
  ^bb0(%s: i32, %t: i32):
    %c = arith.cmpi sgt, %s, %t : i32
    iree_vector_ext.yield %c : i1
  } -> vector<8xi32>, vector<8xi32>
  vector.transfer_write %k, %o[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}

// -----

#three = #iree_vector_ext.nested_layout<subgroup_tile = [1, 3], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [0, 1], thread_strides = [1, 8]>

// Three subgroups are no cluster: every thread reads the winners of all.
// CHECK-LABEL: func.func @three(%arg0: memref<8x24xf32>, %arg1: memref<8xindex>, %arg2: index) {
// CHECK-NEXT:   %cst = arith.constant 0xFF800000 : f32
// CHECK-NEXT:   %c16 = arith.constant 16 : index
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:   %c64_i32 = arith.constant 64 : i32
// CHECK-NEXT:   %c16843009_i64 = arith.constant 16843009 : i64
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 192
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (3, 64) : index, index, index
// CHECK-NEXT:   %1:3 = affine.delinearize_index %thread_id_x into (4, 8) : index, index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%0#1, %1#1, %c0] by (3, 4, 2) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%1#2, %2], %cst_0 {in_bounds = [true, true]} : memref<8x24xf32>, vector<1x2xf32>
// CHECK-NEXT:   %4 = affine.linearize_index disjoint [%0#1, %1#1, %c1] by (3, 4, 2) : index
// CHECK-NEXT:   %5 = vector.extract %3[0, 0] : f32 from vector<1x2xf32>
// CHECK-NEXT:   %6 = arith.addi %arg2, %2 : index
// CHECK-NEXT:   %7 = arith.cmpf ogt, %5, %cst : f32
// CHECK-NEXT:   %8 = arith.select %7, %5, %cst : f32
// CHECK-NEXT:   %9 = arith.select %7, %6, %c0 : index
// CHECK-NEXT:   %10 = vector.extract %3[0, 1] : f32 from vector<1x2xf32>
// CHECK-NEXT:   %11 = arith.addi %arg2, %4 : index
// CHECK-NEXT:   %12 = arith.cmpf ogt, %10, %8 : f32
// CHECK-NEXT:   %13 = arith.select %12, %10, %8 : f32
// CHECK-NEXT:   %14 = arith.select %12, %11, %9 : index
// CHECK-NEXT:   %15 = gpu.subgroup_reduce  maxnumf %13 cluster(size = 4, stride = 8) : (f32) -> f32
// CHECK-NEXT:   %16 = arith.cmpf oeq, %13, %15 : f32
// CHECK-NEXT:   %17 = gpu.ballot %16 : i64
// CHECK-NEXT:   %18:2 = affine.delinearize_index %thread_id_x into (64) : index, index
// CHECK-NEXT:   %19 = arith.index_cast %18#1 : index to i32
// CHECK-NEXT:   %20 = arith.divui %19, %c8_i32 : i32
// CHECK-NEXT:   %21 = arith.remui %20, %c4_i32 : i32
// CHECK-NEXT:   %22 = arith.muli %21, %c8_i32 : i32
// CHECK-NEXT:   %23 = arith.subi %19, %22 : i32
// CHECK-NEXT:   %24 = arith.extui %23 : i32 to i64
// CHECK-NEXT:   %25 = arith.shli %c16843009_i64, %24 : i64
// CHECK-NEXT:   %26 = arith.andi %17, %25 : i64
// CHECK-NEXT:   %27 = math.cttz %26 : i64
// CHECK-NEXT:   %28 = arith.trunci %27 : i64 to i32
// CHECK-NEXT:   %29 = arith.index_cast %14 : index to i64
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  idx %29, %28, %c64_i32 : i64
// CHECK-NEXT:   %30 = arith.index_cast %shuffleResult : i64 to index
// CHECK-NEXT:   %31 = arith.cmpi ne, %26, %c0_i64 : i64
// CHECK-NEXT:   %32 = arith.select %31, %30, %14 : index
// CHECK-NEXT:   %shuffleResult_1, %valid_2 = gpu.shuffle  idx %13, %28, %c64_i32 : f32
// CHECK-NEXT:   %33 = arith.select %31, %shuffleResult_1, %13 : f32
// CHECK-NEXT:   %alloc = memref.alloc() : memref<24xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %34:3 = affine.delinearize_index %thread_id_x into (3, 8, 8) : index, index, index
// CHECK-NEXT:   %35 = arith.muli %34#0, %c8 : index
// CHECK-NEXT:   %36 = arith.addi %34#2, %35 : index
// CHECK-NEXT:   %37 = arith.cmpi eq, %34#1, %c0 : index
// CHECK-NEXT:   scf.if %37 {
// CHECK-NEXT:     memref.store %33, %alloc[%36] : memref<24xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %alloc_3 = memref.alloc() : memref<24xindex, #gpu.address_space<workgroup>>
// CHECK-NEXT:   scf.if %37 {
// CHECK-NEXT:     memref.store %32, %alloc_3[%36] : memref<24xindex, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %38:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   %39 = memref.load %alloc[%38#1] : memref<24xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %40 = arith.addi %38#1, %c8 : index
// CHECK-NEXT:   %41 = memref.load %alloc[%40] : memref<24xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %42 = arith.addi %38#1, %c16 : index
// CHECK-NEXT:   %43 = memref.load %alloc[%42] : memref<24xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %44 = memref.load %alloc_3[%38#1] : memref<24xindex, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %45 = memref.load %alloc_3[%40] : memref<24xindex, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %46 = memref.load %alloc_3[%42] : memref<24xindex, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %47 = arith.cmpf ogt, %39, %cst : f32
// CHECK-NEXT:   %48 = arith.select %47, %39, %cst : f32
// CHECK-NEXT:   %49 = arith.select %47, %44, %c0 : index
// CHECK-NEXT:   %50 = arith.cmpf ogt, %41, %48 : f32
// CHECK-NEXT:   %51 = arith.select %50, %41, %48 : f32
// CHECK-NEXT:   %52 = arith.select %50, %45, %49 : index
// CHECK-NEXT:   %53 = arith.cmpf ogt, %43, %51 : f32
// CHECK-NEXT:   %54 = arith.select %53, %46, %52 : index
// CHECK-NEXT:   %55:2 = affine.delinearize_index %thread_id_x into (24, 8) : index, index
// CHECK-NEXT:   %56 = arith.cmpi eq, %55#0, %c0 : index
// CHECK-NEXT:   scf.if %56 {
// CHECK-NEXT:     %57 = vector.broadcast %54 : index to vector<1xindex>
// CHECK-NEXT:     vector.transfer_write %57, %arg1[%38#1] {in_bounds = [true]} : vector<1xindex>, memref<8xindex>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @three(%m: memref<8x24xf32>, %o: memref<8xindex>, %from: index) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %least = arith.constant dense<0xFF800000> : vector<8xf32>
  %none = arith.constant dense<0> : vector<8xindex>
  %x = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x24xf32>, vector<8x24xf32>
  %a = iree_vector_ext.to_layout %x to layout(#three) : vector<8x24xf32>
  %v, %k = iree_vector_ext.arg_compare dimension(1) ins(%a : vector<8x24xf32>) inits(%least, %none : vector<8xf32>, vector<8xindex>) index_base(%from : index) {
  ^bb0(%s: f32, %t: f32):
    %c = arith.cmpf ogt, %s, %t : f32
    iree_vector_ext.yield %c : i1
  } -> vector<8xf32>, vector<8xindex>
  vector.transfer_write %k, %o[%c0] {in_bounds = [true]} : vector<8xindex>, memref<8xindex>
  return
}

// -----

#both = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [0, 1], thread_strides = [1, 8]>

// By a comparator that no reduction of lanes knows, or that the last of equal values wins, it
// needs the positions, too.
// CHECK-LABEL: func.func @squares(%arg0: memref<8x16xi32>, %arg1: memref<8xi32>) {
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:   %c64_i32 = arith.constant 64 : i32
// CHECK-NEXT:   %c16_i32 = arith.constant 16 : i32
// CHECK-NEXT:   %c-1 = arith.constant -1 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<7> : vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 192
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (2, 64) : index, index, index
// CHECK-NEXT:   %1:3 = affine.delinearize_index %thread_id_x into (4, 8) : index, index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%0#1, %1#1, %c0] by (2, 4, 2) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%1#2, %2], %c0_i32 {in_bounds = [true, true]} : memref<8x16xi32>, vector<1x2xi32>
// CHECK-NEXT:   %4 = vector.insert_strided_slice %3, %cst {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x2xi32> into vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %5 = arith.andi %4, %cst_0 : vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %6 = affine.linearize_index disjoint [%0#1, %1#1, %c1] by (2, 4, 2) : index
// CHECK-NEXT:   %7 = vector.extract %5[0, 0, 0, 0, 0, 0] : i32 from vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %8 = arith.index_cast %2 : index to i32
// CHECK-NEXT:   %9 = arith.muli %7, %7 : i32
// CHECK-NEXT:   %10 = arith.cmpi sge, %9, %c4_i32 : i32
// CHECK-NEXT:   %11 = arith.select %10, %7, %c2_i32 : i32
// CHECK-NEXT:   %12 = arith.select %10, %8, %c-1_i32 : i32
// CHECK-NEXT:   %13 = arith.select %10, %2, %c-1 : index
// CHECK-NEXT:   %14 = vector.extract %5[0, 0, 0, 0, 0, 1] : i32 from vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %15 = arith.index_cast %6 : index to i32
// CHECK-NEXT:   %16 = arith.muli %14, %14 : i32
// CHECK-NEXT:   %17 = arith.muli %11, %11 : i32
// CHECK-NEXT:   %18 = arith.cmpi sge, %16, %17 : i32
// CHECK-NEXT:   %19 = arith.select %18, %14, %11 : i32
// CHECK-NEXT:   %20 = arith.select %18, %15, %12 : i32
// CHECK-NEXT:   %21 = arith.select %18, %6, %13 : index
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  xor %19, %c16_i32, %c64_i32 : i32
// CHECK-NEXT:   %shuffleResult_1, %valid_2 = gpu.shuffle  xor %20, %c16_i32, %c64_i32 : i32
// CHECK-NEXT:   %22 = arith.index_cast %21 : index to i64
// CHECK-NEXT:   %shuffleResult_3, %valid_4 = gpu.shuffle  xor %22, %c16_i32, %c64_i32 : i64
// CHECK-NEXT:   %23 = arith.index_cast %shuffleResult_3 : i64 to index
// CHECK-NEXT:   %24 = arith.cmpi slt, %21, %23 : index
// CHECK-NEXT:   %25 = arith.select %24, %19, %shuffleResult : i32
// CHECK-NEXT:   %26 = arith.select %24, %20, %shuffleResult_1 : i32
// CHECK-NEXT:   %27 = arith.select %24, %21, %23 : index
// CHECK-NEXT:   %28 = arith.select %24, %shuffleResult, %19 : i32
// CHECK-NEXT:   %29 = arith.select %24, %shuffleResult_1, %20 : i32
// CHECK-NEXT:   %30 = arith.select %24, %23, %21 : index
// CHECK-NEXT:   %31 = arith.muli %28, %28 : i32
// CHECK-NEXT:   %32 = arith.muli %25, %25 : i32
// CHECK-NEXT:   %33 = arith.cmpi sge, %31, %32 : i32
// CHECK-NEXT:   %34 = arith.select %33, %28, %25 : i32
// CHECK-NEXT:   %35 = arith.select %33, %29, %26 : i32
// CHECK-NEXT:   %36 = arith.select %33, %30, %27 : index
// CHECK-NEXT:   %shuffleResult_5, %valid_6 = gpu.shuffle  xor %34, %c8_i32, %c64_i32 : i32
// CHECK-NEXT:   %shuffleResult_7, %valid_8 = gpu.shuffle  xor %35, %c8_i32, %c64_i32 : i32
// CHECK-NEXT:   %37 = arith.index_cast %36 : index to i64
// CHECK-NEXT:   %shuffleResult_9, %valid_10 = gpu.shuffle  xor %37, %c8_i32, %c64_i32 : i64
// CHECK-NEXT:   %38 = arith.index_cast %shuffleResult_9 : i64 to index
// CHECK-NEXT:   %39 = arith.cmpi slt, %36, %38 : index
// CHECK-NEXT:   %40 = arith.select %39, %34, %shuffleResult_5 : i32
// CHECK-NEXT:   %41 = arith.select %39, %35, %shuffleResult_7 : i32
// CHECK-NEXT:   %42 = arith.select %39, %36, %38 : index
// CHECK-NEXT:   %43 = arith.select %39, %shuffleResult_5, %34 : i32
// CHECK-NEXT:   %44 = arith.select %39, %shuffleResult_7, %35 : i32
// CHECK-NEXT:   %45 = arith.select %39, %38, %36 : index
// CHECK-NEXT:   %46 = arith.muli %43, %43 : i32
// CHECK-NEXT:   %47 = arith.muli %40, %40 : i32
// CHECK-NEXT:   %48 = arith.cmpi sge, %46, %47 : i32
// CHECK-NEXT:   %49 = arith.select %48, %43, %40 : i32
// CHECK-NEXT:   %50 = arith.select %48, %44, %41 : i32
// CHECK-NEXT:   %51 = arith.select %48, %45, %42 : index
// CHECK-NEXT:   %alloc = memref.alloc() : memref<16xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %52:4 = affine.delinearize_index %thread_id_x into (2, 8, 8) : index, index, index, index
// CHECK-NEXT:   %53 = arith.muli %52#3, %c2 : index
// CHECK-NEXT:   %54 = arith.addi %53, %52#1 : index
// CHECK-NEXT:   %55 = arith.cmpi eq, %52#0, %c0 : index
// CHECK-NEXT:   %56 = arith.cmpi eq, %52#2, %c0 : index
// CHECK-NEXT:   %57 = arith.andi %55, %56 : i1
// CHECK-NEXT:   scf.if %57 {
// CHECK-NEXT:     memref.store %49, %alloc[%54] : memref<16xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %alloc_11 = memref.alloc() : memref<16xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   scf.if %57 {
// CHECK-NEXT:     memref.store %50, %alloc_11[%54] : memref<16xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %alloc_12 = memref.alloc() : memref<16xindex, #gpu.address_space<workgroup>>
// CHECK-NEXT:   scf.if %57 {
// CHECK-NEXT:     memref.store %51, %alloc_12[%54] : memref<16xindex, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %58:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   %59 = arith.muli %58#1, %c2 : index
// CHECK-NEXT:   %60 = vector.load %alloc[%59] : memref<16xi32, #gpu.address_space<workgroup>>, vector<2xi32>
// CHECK-NEXT:   %61 = vector.load %alloc_11[%59] : memref<16xi32, #gpu.address_space<workgroup>>, vector<2xi32>
// CHECK-NEXT:   %62 = vector.load %alloc_12[%59] : memref<16xindex, #gpu.address_space<workgroup>>, vector<2xindex>
// CHECK-NEXT:   %63 = vector.extract %60[0] : i32 from vector<2xi32>
// CHECK-NEXT:   %64 = vector.extract %61[0] : i32 from vector<2xi32>
// CHECK-NEXT:   %65 = vector.extract %62[0] : index from vector<2xindex>
// CHECK-NEXT:   %66 = vector.extract %60[1] : i32 from vector<2xi32>
// CHECK-NEXT:   %67 = vector.extract %61[1] : i32 from vector<2xi32>
// CHECK-NEXT:   %68 = vector.extract %62[1] : index from vector<2xindex>
// CHECK-NEXT:   %69 = arith.cmpi slt, %65, %68 : index
// CHECK-NEXT:   %70 = arith.select %69, %63, %66 : i32
// CHECK-NEXT:   %71 = arith.select %69, %64, %67 : i32
// CHECK-NEXT:   %72 = arith.select %69, %66, %63 : i32
// CHECK-NEXT:   %73 = arith.select %69, %67, %64 : i32
// CHECK-NEXT:   %74 = arith.muli %72, %72 : i32
// CHECK-NEXT:   %75 = arith.muli %70, %70 : i32
// CHECK-NEXT:   %76 = arith.cmpi sge, %74, %75 : i32
// CHECK-NEXT:   %77 = arith.select %76, %73, %71 : i32
// CHECK-NEXT:   %78:2 = affine.delinearize_index %thread_id_x into (24, 8) : index, index
// CHECK-NEXT:   %79 = arith.cmpi eq, %78#0, %c0 : index
// CHECK-NEXT:   scf.if %79 {
// CHECK-NEXT:     %80 = vector.broadcast %77 : i32 to vector<1xi32>
// CHECK-NEXT:     vector.transfer_write %80, %arg1[%58#1] {in_bounds = [true]} : vector<1xi32>, memref<8xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @squares(%m: memref<8x16xi32>, %o: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %seven = arith.constant dense<7> : vector<8x16xi32>
  %least = arith.constant dense<2> : vector<8xi32>
  %none = arith.constant dense<-1> : vector<8xi32>
  %x = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xi32>, vector<8x16xi32>
  %a = iree_vector_ext.to_layout %x to layout(#both) : vector<8x16xi32>
  %few = arith.andi %a, %seven : vector<8x16xi32>
  %v, %k = iree_vector_ext.arg_compare dimension(1) ins(%few : vector<8x16xi32>) inits(%least, %none : vector<8xi32>, vector<8xi32>) {
  ^bb0(%s: i32, %t: i32):
    %ss = arith.muli %s, %s : i32
    %tt = arith.muli %t, %t : i32
    %c = arith.cmpi sge, %ss, %tt : i32
    iree_vector_ext.yield %c : i1
  } -> vector<8xi32>, vector<8xi32>
  vector.transfer_write %k, %o[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}

// -----

#halves = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [0, 1], thread_strides = [1, 8]>
#eights = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
#fours = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// Initial values in other layouts, of which one comes through workgroup memory.
// CHECK-LABEL: func.func @converted(%arg0: memref<8x16xi32>, %arg1: memref<8xi32>, %arg2: memref<8xi64>, %arg3: memref<8xi64>) {
// CHECK-NEXT:   %c257_i64 = arith.constant 257 : i64
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c16843009_i64 = arith.constant 16843009 : i64
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c64_i32 = arith.constant 64 : i32
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<1x1x2xi64>
// CHECK-NEXT:   %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 192
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (2, 64) : index, index, index
// CHECK-NEXT:   %1:3 = affine.delinearize_index %thread_id_x into (4, 8) : index, index, index
// CHECK-NEXT:   %2 = affine.linearize_index disjoint [%0#1, %1#1, %c0] by (2, 4, 2) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%1#2, %2], %c0_i32 {in_bounds = [true, true]} : memref<8x16xi32>, vector<1x2xi32>
// CHECK-NEXT:   %4:2 = affine.delinearize_index %thread_id_x into (4) : index, index
// CHECK-NEXT:   %5 = affine.linearize_index disjoint [%4#1, %c0] by (4, 2) : index
// CHECK-NEXT:   %6 = vector.transfer_read %arg1[%5], %c0_i32 {in_bounds = [true]} : memref<8xi32>, vector<2xi32>
// CHECK-NEXT:   %7 = vector.transfer_read %arg3[%5], %c0_i64 {in_bounds = [true]} : memref<8xi64>, vector<2xi64>
// CHECK-NEXT:   %8 = vector.insert_strided_slice %7, %cst {offsets = [0, 0, 0], strides = [1]} : vector<2xi64> into vector<1x1x2xi64>
// CHECK-NEXT:   %9:4 = affine.delinearize_index %thread_id_x into (8, 4, 2) : index, index, index, index
// CHECK-NEXT:   %10 = arith.muli %9#3, %c4 : index
// CHECK-NEXT:   %11 = arith.addi %10, %9#2 : index
// CHECK-NEXT:   %12 = arith.muli %9#1, %c8 : index
// CHECK-NEXT:   %13 = arith.addi %11, %12 : index
// CHECK-NEXT:   %14 = arith.index_cast %13 : index to i32
// CHECK-NEXT:   %15:3 = affine.delinearize_index %thread_id_x into (2, 4) : index, index, index
// CHECK-NEXT:   %16 = arith.cmpi ne, %15#1, %c0 : index
// CHECK-NEXT:   %17 = vector.extract %6[0] : i32 from vector<2xi32>
// CHECK-NEXT:   %18 = vector.extract %6[1] : i32 from vector<2xi32>
// CHECK-NEXT:   %19 = arith.select %16, %18, %17 : i32
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  idx %19, %14, %c64_i32 : i32
// CHECK-NEXT:   %alloc = memref.alloc() : memref<8xi64, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %20 = vector.shape_cast %8 : vector<1x1x2xi64> to vector<2xi64>
// CHECK-NEXT:   %21 = arith.muli %4#1, %c2 : index
// CHECK-NEXT:   %22:2 = affine.delinearize_index %thread_id_x into (48, 4) : index, index
// CHECK-NEXT:   %23 = arith.cmpi eq, %22#0, %c0 : index
// CHECK-NEXT:   scf.if %23 {
// CHECK-NEXT:     vector.store %20, %alloc[%21] : memref<8xi64, #gpu.address_space<workgroup>>, vector<2xi64>
// CHECK-NEXT:   }
// CHECK-NEXT:   %24 = vector.extract %3[0, 0] : i32 from vector<1x2xi32>
// CHECK-NEXT:   %25 = arith.cmpi sgt, %24, %shuffleResult : i32
// CHECK-NEXT:   %26 = arith.select %25, %24, %shuffleResult : i32
// CHECK-NEXT:   %27 = vector.extract %3[0, 1] : i32 from vector<1x2xi32>
// CHECK-NEXT:   %28 = arith.cmpi sgt, %27, %26 : i32
// CHECK-NEXT:   %29 = arith.select %28, %27, %26 : i32
// CHECK-NEXT:   %30 = gpu.subgroup_reduce  maxsi %29 cluster(size = 4, stride = 8) : (i32) -> i32
// CHECK-NEXT:   %alloc_0 = memref.alloc() : memref<16xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %31:4 = affine.delinearize_index %thread_id_x into (2, 8, 8) : index, index, index, index
// CHECK-NEXT:   %32 = arith.muli %31#1, %c8 : index
// CHECK-NEXT:   %33 = arith.addi %31#3, %32 : index
// CHECK-NEXT:   %34 = arith.cmpi eq, %31#0, %c0 : index
// CHECK-NEXT:   %35 = arith.cmpi eq, %31#2, %c0 : index
// CHECK-NEXT:   %36 = arith.andi %34, %35 : i1
// CHECK-NEXT:   scf.if %36 {
// CHECK-NEXT:     memref.store %30, %alloc_0[%33] : memref<16xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %37:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   %38 = memref.load %alloc[%37#1] : memref<8xi64, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %39 = affine.linearize_index disjoint [%0#1, %1#1, %c1] by (2, 4, 2) : index
// CHECK-NEXT:   %40 = arith.index_cast %2 : index to i64
// CHECK-NEXT:   %41 = arith.select %25, %40, %38 : i64
// CHECK-NEXT:   %42 = arith.index_cast %39 : index to i64
// CHECK-NEXT:   %43 = arith.select %28, %42, %41 : i64
// CHECK-NEXT:   %44 = arith.cmpi eq, %29, %30 : i32
// CHECK-NEXT:   %45 = gpu.ballot %44 : i64
// CHECK-NEXT:   %46:2 = affine.delinearize_index %thread_id_x into (64) : index, index
// CHECK-NEXT:   %47 = arith.index_cast %46#1 : index to i32
// CHECK-NEXT:   %48 = arith.divui %47, %c8_i32 : i32
// CHECK-NEXT:   %49 = arith.remui %48, %c4_i32 : i32
// CHECK-NEXT:   %50 = arith.muli %49, %c8_i32 : i32
// CHECK-NEXT:   %51 = arith.subi %47, %50 : i32
// CHECK-NEXT:   %52 = arith.extui %51 : i32 to i64
// CHECK-NEXT:   %53 = arith.shli %c16843009_i64, %52 : i64
// CHECK-NEXT:   %54 = arith.andi %45, %53 : i64
// CHECK-NEXT:   %55 = math.cttz %54 : i64
// CHECK-NEXT:   %56 = arith.trunci %55 : i64 to i32
// CHECK-NEXT:   %shuffleResult_1, %valid_2 = gpu.shuffle  idx %43, %56, %c64_i32 : i64
// CHECK-NEXT:   %alloc_3 = memref.alloc() : memref<16xi64, #gpu.address_space<workgroup>>
// CHECK-NEXT:   scf.if %36 {
// CHECK-NEXT:     memref.store %shuffleResult_1, %alloc_3[%33] : memref<16xi64, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   %57:2 = affine.delinearize_index %thread_id_x into (16) : index, index
// CHECK-NEXT:   %58 = memref.load %alloc_0[%57#1] : memref<16xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %59 = memref.load %alloc_3[%57#1] : memref<16xi64, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %60 = arith.cmpi sgt, %58, %shuffleResult : i32
// CHECK-NEXT:   %61 = arith.select %60, %58, %shuffleResult : i32
// CHECK-NEXT:   %62 = arith.select %60, %59, %38 : i64
// CHECK-NEXT:   %63 = gpu.subgroup_reduce  maxsi %61 cluster(size = 2, stride = 8) : (i32) -> i32
// CHECK-NEXT:   %64 = arith.cmpi eq, %61, %63 : i32
// CHECK-NEXT:   %65 = gpu.ballot %64 : i64
// CHECK-NEXT:   %66 = arith.remui %48, %c2_i32 : i32
// CHECK-NEXT:   %67 = arith.muli %66, %c8_i32 : i32
// CHECK-NEXT:   %68 = arith.subi %47, %67 : i32
// CHECK-NEXT:   %69 = arith.extui %68 : i32 to i64
// CHECK-NEXT:   %70 = arith.shli %c257_i64, %69 : i64
// CHECK-NEXT:   %71 = arith.andi %65, %70 : i64
// CHECK-NEXT:   %72 = math.cttz %71 : i64
// CHECK-NEXT:   %73 = arith.trunci %72 : i64 to i32
// CHECK-NEXT:   %shuffleResult_4, %valid_5 = gpu.shuffle  idx %62, %73, %c64_i32 : i64
// CHECK-NEXT:   %74:2 = affine.delinearize_index %thread_id_x into (24, 8) : index, index
// CHECK-NEXT:   %75 = arith.cmpi eq, %74#0, %c0 : index
// CHECK-NEXT:   scf.if %75 {
// CHECK-NEXT:     %76 = vector.broadcast %shuffleResult_4 : i64 to vector<1xi64>
// CHECK-NEXT:     vector.transfer_write %76, %arg2[%37#1] {in_bounds = [true]} : vector<1xi64>, memref<8xi64>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @converted(%m: memref<8x16xi32>, %i: memref<8xi32>, %o: memref<8xi64>, %at: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %q = arith.constant 0 : i64
  %x = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x16xi32>, vector<8x16xi32>
  %a = iree_vector_ext.to_layout %x to layout(#halves) : vector<8x16xi32>
  %least = vector.transfer_read %i[%c0], %p {in_bounds = [true]} : memref<8xi32>, vector<8xi32>
  %leastl = iree_vector_ext.to_layout %least to layout(#fours) : vector<8xi32>
  %none = vector.transfer_read %at[%c0], %q {in_bounds = [true]} : memref<8xi64>, vector<8xi64>
  %nonel = iree_vector_ext.to_layout %none to layout(#fours) : vector<8xi64>
  %v, %k = iree_vector_ext.arg_compare dimension(1) ins(%a : vector<8x16xi32>) inits(%leastl, %nonel : vector<8xi32>, vector<8xi64>) {
  ^bb0(%s: i32, %t: i32):
    %c = arith.cmpi sgt, %s, %t : i32
    iree_vector_ext.yield %c : i1
  } -> vector<8xi32>, vector<8xi64>
  %kl = iree_vector_ext.to_layout %k to layout(#eights) : vector<8xi64>
  vector.transfer_write %kl, %o[%c0] {in_bounds = [true]} : vector<8xi64>, memref<8xi64>
  return
}

// -----

#lanes = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [64], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// Lanes vote for what the comparator computes of both elements; the element itself comes from
// the lane that wins, since others have the same magnitude.
// CHECK-LABEL: func.func @magnitudes(%arg0: memref<128xf32>, %arg1: memref<f32>, %arg2: memref<i32>) {
// CHECK-NEXT:   %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:   %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:   %c64_i32 = arith.constant 64 : i32
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 192
// CHECK-NEXT:   %0:2 = affine.delinearize_index %thread_id_x into (64) : index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#1, %c0] by (64, 2) : index
// CHECK-NEXT:   %2 = vector.transfer_read %arg0[%1], %cst {in_bounds = [true]} : memref<128xf32>, vector<2xf32>
// CHECK-NEXT:   %3 = affine.linearize_index disjoint [%0#1, %c1] by (64, 2) : index
// CHECK-NEXT:   %4 = vector.extract %2[0] : f32 from vector<2xf32>
// CHECK-NEXT:   %5 = arith.index_cast %1 : index to i32
// CHECK-NEXT:   %6 = math.absf %4 : f32
// CHECK-NEXT:   %7 = arith.cmpf ogt, %6, %cst : f32
// CHECK-NEXT:   %8 = arith.select %7, %4, %cst : f32
// CHECK-NEXT:   %9 = arith.select %7, %5, %c-1_i32 : i32
// CHECK-NEXT:   %10 = vector.extract %2[1] : f32 from vector<2xf32>
// CHECK-NEXT:   %11 = arith.index_cast %3 : index to i32
// CHECK-NEXT:   %12 = math.absf %10 : f32
// CHECK-NEXT:   %13 = math.absf %8 : f32
// CHECK-NEXT:   %14 = arith.cmpf ogt, %12, %13 : f32
// CHECK-NEXT:   %15 = arith.select %14, %10, %8 : f32
// CHECK-NEXT:   %16 = arith.select %14, %11, %9 : i32
// CHECK-NEXT:   %17 = math.absf %15 : f32
// CHECK-NEXT:   %18 = gpu.subgroup_reduce  maxnumf %17 cluster(size = 64) : (f32) -> f32
// CHECK-NEXT:   %19 = arith.cmpf oeq, %17, %18 : f32
// CHECK-NEXT:   %20 = gpu.ballot %19 : i64
// CHECK-NEXT:   %21 = math.cttz %20 : i64
// CHECK-NEXT:   %22 = arith.trunci %21 : i64 to i32
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  idx %16, %22, %c64_i32 : i32
// CHECK-NEXT:   %23 = arith.cmpi ne, %20, %c0_i64 : i64
// CHECK-NEXT:   %24 = arith.select %23, %shuffleResult, %16 : i32
// CHECK-NEXT:   %shuffleResult_0, %valid_1 = gpu.shuffle  idx %15, %22, %c64_i32 : f32
// CHECK-NEXT:   %25 = arith.select %23, %shuffleResult_0, %15 : f32
// CHECK-NEXT:   %26 = arith.cmpi eq, %thread_id_x, %c0 : index
// CHECK-NEXT:   scf.if %26 {
// CHECK-NEXT:     %27 = vector.broadcast %25 : f32 to vector<f32>
// CHECK-NEXT:     vector.transfer_write %27, %arg1[] : vector<f32>, memref<f32>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.if %26 {
// CHECK-NEXT:     %27 = vector.broadcast %24 : i32 to vector<i32>
// CHECK-NEXT:     vector.transfer_write %27, %arg2[] : vector<i32>, memref<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @magnitudes(%m: memref<128xf32>, %o: memref<f32>, %p: memref<i32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %low = arith.constant dense<0.0> : vector<f32>
  %none = arith.constant dense<-1> : vector<i32>
  %v = vector.transfer_read %m[%c0], %z {in_bounds = [true]} : memref<128xf32>, vector<128xf32>
  %l = iree_vector_ext.to_layout %v to layout(#lanes) : vector<128xf32>
  %b, %i = iree_vector_ext.arg_compare dimension(0) ins(%l : vector<128xf32>) inits(%low, %none : vector<f32>, vector<i32>) {
  ^bb0(%x: f32, %y: f32):
    %s = math.absf %x : f32
    %t = math.absf %y : f32
    %c = arith.cmpf ogt, %s, %t : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  vector.transfer_write %b, %o[] : vector<f32>, memref<f32>
  vector.transfer_write %i, %p[] : vector<i32>, memref<i32>
  return
}
