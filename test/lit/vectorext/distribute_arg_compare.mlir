// RUN: optc %s --vectorext-distribute-nested-layout=workgroup-size=192 --canonicalize --cse --verify-exec --split-input-file | FileCheck %s

#rows = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [8, 4], element_tile = [1, 2], subgroup_strides = [0, 1], thread_strides = [1, 8]>
#row = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [8], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// The winners of two subgroups meet in workgroup memory, with their indices only; two lanes
// read them and vote. Elements of three bits have many equals, of which the first wins.
// CHECK-LABEL: func.func @subgroups(%arg0: memref<8x32xi32>, %arg1: memref<8xi32>) {
// CHECK-NEXT:   %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:   %c257_i64 = arith.constant 257 : i64
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
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
// CHECK-NEXT:   %alloc = memref.alloc() : memref<8x2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %alloc_1 = memref.alloc() : memref<8x2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %53:4 = affine.delinearize_index %thread_id_x into (2, 8, 8) : index, index, index, index
// CHECK-NEXT:   %54 = arith.cmpi eq, %53#0, %c0 : index
// CHECK-NEXT:   %55 = arith.cmpi eq, %53#2, %c0 : index
// CHECK-NEXT:   %56 = arith.andi %54, %55 : i1
// CHECK-NEXT:   %57:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   scf.if %56 {
// CHECK-NEXT:     %79 = vector.broadcast %35 : i32 to vector<1x1xi32>
// CHECK-NEXT:     vector.transfer_write %79, %alloc[%57#1, %0#1] {in_bounds = [true, true]} : vector<1x1xi32>, memref<8x2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.if %56 {
// CHECK-NEXT:     %79 = vector.broadcast %shuffleResult : i32 to vector<1x1xi32>
// CHECK-NEXT:     vector.transfer_write %79, %alloc_1[%57#1, %0#1] {in_bounds = [true, true]} : vector<1x1xi32>, memref<8x2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %58:3 = affine.delinearize_index %thread_id_x into (2, 8) : index, index, index
// CHECK-NEXT:   %59 = vector.transfer_read %alloc[%58#2, %58#1], %c2_i32 {in_bounds = [true, true]} : memref<8x2xi32, #gpu.address_space<workgroup>>, vector<1x1xi32>
// CHECK-NEXT:   %60 = vector.transfer_read %alloc_1[%58#2, %58#1], %c-1_i32 {in_bounds = [true, true]} : memref<8x2xi32, #gpu.address_space<workgroup>>, vector<1x1xi32>
// CHECK-NEXT:   %61 = vector.extract %59[0, 0] : i32 from vector<1x1xi32>
// CHECK-NEXT:   %62 = vector.extract %60[0, 0] : i32 from vector<1x1xi32>
// CHECK-NEXT:   %63 = arith.cmpi sgt, %61, %c2_i32 : i32
// CHECK-NEXT:   %64 = arith.select %63, %61, %c2_i32 : i32
// CHECK-NEXT:   %65 = arith.select %63, %62, %c-1_i32 : i32
// CHECK-NEXT:   %66 = gpu.subgroup_reduce  maxsi %64 cluster(size = 2, stride = 8) : (i32) -> i32
// CHECK-NEXT:   %67 = arith.cmpi eq, %64, %66 : i32
// CHECK-NEXT:   %68 = gpu.ballot %67 : i64
// CHECK-NEXT:   %69 = arith.remui %44, %c2_i32 : i32
// CHECK-NEXT:   %70 = arith.muli %69, %c8_i32 : i32
// CHECK-NEXT:   %71 = arith.subi %43, %70 : i32
// CHECK-NEXT:   %72 = arith.extui %71 : i32 to i64
// CHECK-NEXT:   %73 = arith.shli %c257_i64, %72 : i64
// CHECK-NEXT:   %74 = arith.andi %68, %73 : i64
// CHECK-NEXT:   %75 = math.cttz %74 : i64
// CHECK-NEXT:   %76 = arith.trunci %75 : i64 to i32
// CHECK-NEXT:   %shuffleResult_2, %valid_3 = gpu.shuffle  idx %65, %76, %c64_i32 : i32
// CHECK-NEXT:   %77:2 = affine.delinearize_index %thread_id_x into (24, 8) : index, index
// CHECK-NEXT:   %78 = arith.cmpi eq, %77#0, %c0 : index
// CHECK-NEXT:   scf.if %78 {
// CHECK-NEXT:     %79 = vector.broadcast %shuffleResult_2 : i32 to vector<1xi32>
// CHECK-NEXT:     vector.transfer_write %79, %arg1[%57#1] {in_bounds = [true]} : vector<1xi32>, memref<8xi32>
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
// CHECK-NEXT:   %alloc = memref.alloc() : memref<8x3xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %alloc_3 = memref.alloc() : memref<8x3xindex, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %34:3 = affine.delinearize_index %thread_id_x into (3, 8, 8) : index, index, index
// CHECK-NEXT:   %35 = arith.cmpi eq, %34#1, %c0 : index
// CHECK-NEXT:   %36:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   scf.if %35 {
// CHECK-NEXT:     %55 = vector.broadcast %33 : f32 to vector<1x1xf32>
// CHECK-NEXT:     vector.transfer_write %55, %alloc[%36#1, %0#1] {in_bounds = [true, true]} : vector<1x1xf32>, memref<8x3xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.if %35 {
// CHECK-NEXT:     %55 = vector.broadcast %32 : index to vector<1x1xindex>
// CHECK-NEXT:     vector.transfer_write %55, %alloc_3[%36#1, %0#1] {in_bounds = [true, true]} : vector<1x1xindex>, memref<8x3xindex, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %37 = vector.transfer_read %alloc[%36#1, %c0], %cst {in_bounds = [true, true]} : memref<8x3xf32, #gpu.address_space<workgroup>>, vector<1x3xf32>
// CHECK-NEXT:   %38 = vector.transfer_read %alloc_3[%36#1, %c0], %c0 {in_bounds = [true, true]} : memref<8x3xindex, #gpu.address_space<workgroup>>, vector<1x3xindex>
// CHECK-NEXT:   %39 = vector.extract %37[0, 0] : f32 from vector<1x3xf32>
// CHECK-NEXT:   %40 = vector.extract %38[0, 0] : index from vector<1x3xindex>
// CHECK-NEXT:   %41 = arith.cmpf ogt, %39, %cst : f32
// CHECK-NEXT:   %42 = arith.select %41, %39, %cst : f32
// CHECK-NEXT:   %43 = arith.select %41, %40, %c0 : index
// CHECK-NEXT:   %44 = vector.extract %37[0, 1] : f32 from vector<1x3xf32>
// CHECK-NEXT:   %45 = vector.extract %38[0, 1] : index from vector<1x3xindex>
// CHECK-NEXT:   %46 = arith.cmpf ogt, %44, %42 : f32
// CHECK-NEXT:   %47 = arith.select %46, %44, %42 : f32
// CHECK-NEXT:   %48 = arith.select %46, %45, %43 : index
// CHECK-NEXT:   %49 = vector.extract %37[0, 2] : f32 from vector<1x3xf32>
// CHECK-NEXT:   %50 = vector.extract %38[0, 2] : index from vector<1x3xindex>
// CHECK-NEXT:   %51 = arith.cmpf ogt, %49, %47 : f32
// CHECK-NEXT:   %52 = arith.select %51, %50, %48 : index
// CHECK-NEXT:   %53:2 = affine.delinearize_index %thread_id_x into (24, 8) : index, index
// CHECK-NEXT:   %54 = arith.cmpi eq, %53#0, %c0 : index
// CHECK-NEXT:   scf.if %54 {
// CHECK-NEXT:     %55 = vector.broadcast %52 : index to vector<1xindex>
// CHECK-NEXT:     vector.transfer_write %55, %arg1[%36#1] {in_bounds = [true]} : vector<1xindex>, memref<8xindex>
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
// CHECK-NEXT:   %0 = ub.poison : index
// CHECK-NEXT:   %1 = ub.poison : i32
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
// CHECK-NEXT:   %2:3 = affine.delinearize_index %thread_id_x into (2, 64) : index, index, index
// CHECK-NEXT:   %3:3 = affine.delinearize_index %thread_id_x into (4, 8) : index, index, index
// CHECK-NEXT:   %4 = affine.linearize_index disjoint [%2#1, %3#1, %c0] by (2, 4, 2) : index
// CHECK-NEXT:   %5 = vector.transfer_read %arg0[%3#2, %4], %c0_i32 {in_bounds = [true, true]} : memref<8x16xi32>, vector<1x2xi32>
// CHECK-NEXT:   %6 = vector.insert_strided_slice %5, %cst {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<1x2xi32> into vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %7 = arith.andi %6, %cst_0 : vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %8 = affine.linearize_index disjoint [%2#1, %3#1, %c1] by (2, 4, 2) : index
// CHECK-NEXT:   %9 = vector.extract %7[0, 0, 0, 0, 0, 0] : i32 from vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %10 = arith.index_cast %4 : index to i32
// CHECK-NEXT:   %11 = arith.muli %9, %9 : i32
// CHECK-NEXT:   %12 = arith.cmpi sge, %11, %c4_i32 : i32
// CHECK-NEXT:   %13 = arith.select %12, %9, %c2_i32 : i32
// CHECK-NEXT:   %14 = arith.select %12, %10, %c-1_i32 : i32
// CHECK-NEXT:   %15 = arith.select %12, %4, %c-1 : index
// CHECK-NEXT:   %16 = vector.extract %7[0, 0, 0, 0, 0, 1] : i32 from vector<1x1x1x1x1x2xi32>
// CHECK-NEXT:   %17 = arith.index_cast %8 : index to i32
// CHECK-NEXT:   %18 = arith.muli %16, %16 : i32
// CHECK-NEXT:   %19 = arith.muli %13, %13 : i32
// CHECK-NEXT:   %20 = arith.cmpi sge, %18, %19 : i32
// CHECK-NEXT:   %21 = arith.select %20, %16, %13 : i32
// CHECK-NEXT:   %22 = arith.select %20, %17, %14 : i32
// CHECK-NEXT:   %23 = arith.select %20, %8, %15 : index
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  xor %21, %c16_i32, %c64_i32 : i32
// CHECK-NEXT:   %shuffleResult_1, %valid_2 = gpu.shuffle  xor %22, %c16_i32, %c64_i32 : i32
// CHECK-NEXT:   %24 = arith.index_cast %23 : index to i64
// CHECK-NEXT:   %shuffleResult_3, %valid_4 = gpu.shuffle  xor %24, %c16_i32, %c64_i32 : i64
// CHECK-NEXT:   %25 = arith.index_cast %shuffleResult_3 : i64 to index
// CHECK-NEXT:   %26 = arith.cmpi slt, %23, %25 : index
// CHECK-NEXT:   %27 = arith.select %26, %21, %shuffleResult : i32
// CHECK-NEXT:   %28 = arith.select %26, %22, %shuffleResult_1 : i32
// CHECK-NEXT:   %29 = arith.select %26, %23, %25 : index
// CHECK-NEXT:   %30 = arith.select %26, %shuffleResult, %21 : i32
// CHECK-NEXT:   %31 = arith.select %26, %shuffleResult_1, %22 : i32
// CHECK-NEXT:   %32 = arith.select %26, %25, %23 : index
// CHECK-NEXT:   %33 = arith.muli %30, %30 : i32
// CHECK-NEXT:   %34 = arith.muli %27, %27 : i32
// CHECK-NEXT:   %35 = arith.cmpi sge, %33, %34 : i32
// CHECK-NEXT:   %36 = arith.select %35, %30, %27 : i32
// CHECK-NEXT:   %37 = arith.select %35, %31, %28 : i32
// CHECK-NEXT:   %38 = arith.select %35, %32, %29 : index
// CHECK-NEXT:   %shuffleResult_5, %valid_6 = gpu.shuffle  xor %36, %c8_i32, %c64_i32 : i32
// CHECK-NEXT:   %shuffleResult_7, %valid_8 = gpu.shuffle  xor %37, %c8_i32, %c64_i32 : i32
// CHECK-NEXT:   %39 = arith.index_cast %38 : index to i64
// CHECK-NEXT:   %shuffleResult_9, %valid_10 = gpu.shuffle  xor %39, %c8_i32, %c64_i32 : i64
// CHECK-NEXT:   %40 = arith.index_cast %shuffleResult_9 : i64 to index
// CHECK-NEXT:   %41 = arith.cmpi slt, %38, %40 : index
// CHECK-NEXT:   %42 = arith.select %41, %36, %shuffleResult_5 : i32
// CHECK-NEXT:   %43 = arith.select %41, %37, %shuffleResult_7 : i32
// CHECK-NEXT:   %44 = arith.select %41, %38, %40 : index
// CHECK-NEXT:   %45 = arith.select %41, %shuffleResult_5, %36 : i32
// CHECK-NEXT:   %46 = arith.select %41, %shuffleResult_7, %37 : i32
// CHECK-NEXT:   %47 = arith.select %41, %40, %38 : index
// CHECK-NEXT:   %48 = arith.muli %45, %45 : i32
// CHECK-NEXT:   %49 = arith.muli %42, %42 : i32
// CHECK-NEXT:   %50 = arith.cmpi sge, %48, %49 : i32
// CHECK-NEXT:   %51 = arith.select %50, %45, %42 : i32
// CHECK-NEXT:   %52 = arith.select %50, %46, %43 : i32
// CHECK-NEXT:   %53 = arith.select %50, %47, %44 : index
// CHECK-NEXT:   %alloc = memref.alloc() : memref<8x2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %alloc_11 = memref.alloc() : memref<8x2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %alloc_12 = memref.alloc() : memref<8x2xindex, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %54:4 = affine.delinearize_index %thread_id_x into (2, 8, 8) : index, index, index, index
// CHECK-NEXT:   %55 = arith.cmpi eq, %54#0, %c0 : index
// CHECK-NEXT:   %56 = arith.cmpi eq, %54#2, %c0 : index
// CHECK-NEXT:   %57 = arith.andi %55, %56 : i1
// CHECK-NEXT:   %58:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   scf.if %57 {
// CHECK-NEXT:     %79 = vector.broadcast %51 : i32 to vector<1x1xi32>
// CHECK-NEXT:     vector.transfer_write %79, %alloc[%58#1, %2#1] {in_bounds = [true, true]} : vector<1x1xi32>, memref<8x2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.if %57 {
// CHECK-NEXT:     %79 = vector.broadcast %52 : i32 to vector<1x1xi32>
// CHECK-NEXT:     vector.transfer_write %79, %alloc_11[%58#1, %2#1] {in_bounds = [true, true]} : vector<1x1xi32>, memref<8x2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.if %57 {
// CHECK-NEXT:     %79 = vector.broadcast %53 : index to vector<1x1xindex>
// CHECK-NEXT:     vector.transfer_write %79, %alloc_12[%58#1, %2#1] {in_bounds = [true, true]} : vector<1x1xindex>, memref<8x2xindex, #gpu.address_space<workgroup>>
// CHECK-NEXT:   }
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %59 = vector.transfer_read %alloc[%58#1, %c0], %1 {in_bounds = [true, true]} : memref<8x2xi32, #gpu.address_space<workgroup>>, vector<1x2xi32>
// CHECK-NEXT:   %60 = vector.transfer_read %alloc_11[%58#1, %c0], %1 {in_bounds = [true, true]} : memref<8x2xi32, #gpu.address_space<workgroup>>, vector<1x2xi32>
// CHECK-NEXT:   %61 = vector.transfer_read %alloc_12[%58#1, %c0], %0 {in_bounds = [true, true]} : memref<8x2xindex, #gpu.address_space<workgroup>>, vector<1x2xindex>
// CHECK-NEXT:   %62 = vector.extract %59[0, 0] : i32 from vector<1x2xi32>
// CHECK-NEXT:   %63 = vector.extract %60[0, 0] : i32 from vector<1x2xi32>
// CHECK-NEXT:   %64 = vector.extract %61[0, 0] : index from vector<1x2xindex>
// CHECK-NEXT:   %65 = vector.extract %59[0, 1] : i32 from vector<1x2xi32>
// CHECK-NEXT:   %66 = vector.extract %60[0, 1] : i32 from vector<1x2xi32>
// CHECK-NEXT:   %67 = vector.extract %61[0, 1] : index from vector<1x2xindex>
// CHECK-NEXT:   %68 = arith.cmpi slt, %64, %67 : index
// CHECK-NEXT:   %69 = arith.select %68, %62, %65 : i32
// CHECK-NEXT:   %70 = arith.select %68, %63, %66 : i32
// CHECK-NEXT:   %71 = arith.select %68, %65, %62 : i32
// CHECK-NEXT:   %72 = arith.select %68, %66, %63 : i32
// CHECK-NEXT:   %73 = arith.muli %71, %71 : i32
// CHECK-NEXT:   %74 = arith.muli %69, %69 : i32
// CHECK-NEXT:   %75 = arith.cmpi sge, %73, %74 : i32
// CHECK-NEXT:   %76 = arith.select %75, %72, %70 : i32
// CHECK-NEXT:   %77:2 = affine.delinearize_index %thread_id_x into (24, 8) : index, index
// CHECK-NEXT:   %78 = arith.cmpi eq, %77#0, %c0 : index
// CHECK-NEXT:   scf.if %78 {
// CHECK-NEXT:     %79 = vector.broadcast %76 : i32 to vector<1xi32>
// CHECK-NEXT:     vector.transfer_write %79, %arg1[%58#1] {in_bounds = [true]} : vector<1xi32>, memref<8xi32>
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
// CHECK-NEXT:   gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:   %24:2 = affine.delinearize_index %thread_id_x into (8) : index, index
// CHECK-NEXT:   %25 = memref.load %alloc[%24#1] : memref<8xi64, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %26 = affine.linearize_index disjoint [%0#1, %1#1, %c1] by (2, 4, 2) : index
// CHECK-NEXT:   %27 = vector.extract %3[0, 0] : i32 from vector<1x2xi32>
// CHECK-NEXT:   %28 = arith.index_cast %2 : index to i64
// CHECK-NEXT:   %29 = arith.cmpi sgt, %27, %shuffleResult : i32
// CHECK-NEXT:   %30 = arith.select %29, %27, %shuffleResult : i32
// CHECK-NEXT:   %31 = arith.select %29, %28, %25 : i64
// CHECK-NEXT:   %32 = vector.extract %3[0, 1] : i32 from vector<1x2xi32>
// CHECK-NEXT:   %33 = arith.index_cast %26 : index to i64
// CHECK-NEXT:   %34 = arith.cmpi sgt, %32, %30 : i32
// CHECK-NEXT:   %35 = arith.select %34, %32, %30 : i32
// CHECK-NEXT:   %36 = arith.select %34, %33, %31 : i64
// CHECK-NEXT:   %37 = gpu.subgroup_reduce  maxsi %35 cluster(size = 4, stride = 8) : (i32) -> i32
// CHECK-NEXT:   %38 = arith.cmpi eq, %35, %37 : i32
// CHECK-NEXT:   %39 = gpu.ballot %38 : i64
// CHECK-NEXT:   %40:2 = affine.delinearize_index %thread_id_x into (64) : index, index
// CHECK-NEXT:   %41 = arith.index_cast %40#1 : index to i32
// CHECK-NEXT:   %42 = arith.divui %41, %c8_i32 : i32
// CHECK-NEXT:   %43 = arith.remui %42, %c4_i32 : i32
// CHECK-NEXT:   %44 = arith.muli %43, %c8_i32 : i32
// CHECK-NEXT:   %45 = arith.subi %41, %44 : i32
// CHECK-NEXT:   %46 = arith.extui %45 : i32 to i64
// CHECK-NEXT:   %47 = arith.shli %c16843009_i64, %46 : i64
// CHECK-NEXT:   %48 = arith.andi %39, %47 : i64
// CHECK-NEXT:   %49 = math.cttz %48 : i64
// CHECK-NEXT:   %50 = arith.trunci %49 : i64 to i32
// CHECK-NEXT:   %shuffleResult_0, %valid_1 = gpu.shuffle  idx %36, %50, %c64_i32 : i64
// CHECK-NEXT:   %alloc_2 = memref.alloc() : memref<8x2xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %alloc_3 = memref.alloc() : memref<8x2xi64, #gpu.address_space<workgroup>>
// CHECK-NEXT:   %51:4 = affine.delinearize_index %thread_id_x into (2, 8, 8) : index, index, index, index
// CHECK-NEXT:   %52 = arith.cmpi eq, %51#0, %c0 : index
// CHECK-NEXT:   %53 = arith.cmpi eq, %51#2, %c0 : index
// CHECK-NEXT:   %54 = arith.andi %52, %53 : i1
// CHECK-NEXT:   scf.if %54 {
// CHECK-NEXT:     %76 = vector.broadcast %37 : i32 to vector<1x1xi32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %54 {
// CHECK-NEXT:   %76 = vector.broadcast %shuffleResult_0 : i64 to vector<1x1xi64>
// CHECK-NEXT:   vector.transfer_write %76, %alloc_3[%24#1, %0#1] {in_bounds = [true, true]} : vector<1x1xi64>, memref<8x2xi64, #gpu.address_space<workgroup>>
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT: %55:3 = affine.delinearize_index %thread_id_x into (2, 8) : index, index, index
// CHECK-NEXT:   }
// CHECK-NEXT:   %57 = vector.transfer_read %alloc_3[%55#2, %55#1], %25 {in_bounds = [true, true]} : memref<8x2xi64, #gpu.address_space<workgroup>>, vector<1x1xi64>
// CHECK-NEXT:   %58 = vector.extract %56[0, 0] : i32 from vector<1x1xi32>
// CHECK-NEXT:   %59 = vector.extract %57[0, 0] : i64 from vector<1x1xi64>
// CHECK-NEXT:   %60 = arith.cmpi sgt, %58, %shuffleResult : i32
// CHECK-NEXT:   %61 = arith.select %60, %58, %shuffleResult : i32
// CHECK-NEXT:   %62 = arith.select %60, %59, %25 : i64
// CHECK-NEXT:   %63 = gpu.subgroup_reduce  maxsi %61 cluster(size = 2, stride = 8) : (i32) -> i32
// CHECK-NEXT:   %64 = arith.cmpi eq, %61, %63 : i32
// CHECK-NEXT:   %65 = gpu.ballot %64 : i64
// CHECK-NEXT:   %66 = arith.remui %42, %c2_i32 : i32
// CHECK-NEXT:   %67 = arith.muli %66, %c8_i32 : i32
// CHECK-NEXT:   %68 = arith.subi %41, %67 : i32
// CHECK-NEXT:   %69 = arith.extui %68 : i32 to i64
// CHECK-NEXT:   %70 = arith.shli %c257_i64, %69 : i64
// CHECK-NEXT:   %71 = arith.andi %65, %70 : i64
// CHECK-NEXT:   %72 = math.cttz %71 : i64
// CHECK-NEXT:   %73 = arith.trunci %72 : i64 to i32
// CHECK-NEXT:   %shuffleResult_4, %valid_5 = gpu.shuffle  idx %62, %73, %c64_i32 : i64
// CHECK-NEXT:   %74:2 = affine.delinearize_index %thread_id_x into (24, 8) : index, index
// CHECK-NEXT:   %75 = arith.cmpi eq, %74#0, %c0 : index
// CHECK-NEXT:   scf.if %75 {
// CHECK-NEXT: %76 = vector.broadcast %shuffleResult_4 : i64 to vector<1xi64>
// CHECK-NEXT: vector.transfer_write %76, %arg2[%24#1] {in_bounds = [true]} : vector<1xi64>, memref<8xi64>
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
