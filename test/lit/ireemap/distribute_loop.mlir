// RUN: optc %s --verify-exec --vectorext-distribute-nested-layout="workgroup-size=32 subgroup-size=16" --canonicalize --cse | FileCheck %s --implicit-check-not=to_sim --implicit-check-not=to_layout
// RUN: optc %s --vectorext-print-layouts -o /dev/null 2>&1 | FileCheck %s --check-prefix=LAYOUT

// What a loop carries keeps the layout of its anchor, where a branch converts it to a nested
// layout and back.
#rows = #iree_map.pack_layout<((2, 4, 2), (2, 2)) : ((0, 1, 0), (4, 0))>
#woven = #iree_map.pack_layout<((2, 2, 2, 2), (4)) : ((1, 0, 2, 0), (4))>
#n = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [2, 1]>
// CHECK-LABEL: func.func @carried(%arg0: memref<16x4xi32>, %arg1: memref<4xi32>, %arg2: memref<16x4xi32>, %arg3: memref<4xi32>, %arg4: i1) {
// CHECK-NEXT:   %cst = arith.constant dense<-2147483648> : vector<1x1x1x1x1xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0> : vector<1x1x1x1x16x1xi32>
// CHECK-NEXT:   %c16_i32 = arith.constant 16 : i32
// CHECK-NEXT:   %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %cst_1 = arith.constant dense<0> : vector<1x1x1x1x2xi32>
// CHECK-NEXT:   %cst_2 = arith.constant dense<0> : vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:   %0 = ub.poison : i32
// CHECK-NEXT:   %cst_3 = arith.constant dense<0> : vector<2x2x2xi32>
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 32
// CHECK-NEXT:   %1:3 = affine.delinearize_index %thread_id_x into (2, 4) : index, index, index
// CHECK-NEXT:   %2 = affine.linearize_index [%1#2, %c0] by (4, 2) : index
// CHECK-NEXT:   %3 = affine.linearize_index [%1#1, %c0] by (2, 2) : index
// CHECK-NEXT:   %4 = vector.transfer_read %arg0[%2, %3], %c0_i32 {in_bounds = [true, true]} : memref<16x4xi32>, vector<2x2xi32>
// CHECK-NEXT:   %5 = vector.shape_cast %4 : vector<2x2xi32> to vector<1x2x2xi32>
// CHECK-NEXT:   %6 = vector.insert_strided_slice %5, %cst_3 {offsets = [0, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xi32> into vector<2x2x2xi32>
// CHECK-NEXT:   %7 = affine.linearize_index [%c1, %1#2, %c0] by (2, 4, 2) : index
// CHECK-NEXT:   %8 = vector.transfer_read %arg0[%7, %3], %c0_i32 {in_bounds = [true, true]} : memref<16x4xi32>, vector<2x2xi32>
// CHECK-NEXT:   %9 = vector.shape_cast %8 : vector<2x2xi32> to vector<1x2x2xi32>
// CHECK-NEXT:   %10 = vector.insert_strided_slice %9, %6 {offsets = [1, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xi32> into vector<2x2x2xi32>
// CHECK-NEXT:   %11 = vector.transfer_read %arg1[%3], %c0_i32 {in_bounds = [true]} : memref<4xi32>, vector<2xi32>
// CHECK-NEXT:   %12:2 = scf.for %arg5 = %c0 to %c3 step %c1 iter_args(%arg6 = %10, %arg7 = %11) -> (vector<2x2x2xi32>, vector<2xi32>) {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<4xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:     gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:     %17:3 = affine.delinearize_index %thread_id_x into (4, 2, 4) : index, index, index
// CHECK-NEXT:     %18 = arith.cmpi eq, %17#0, %c0 : index
// CHECK-NEXT:     %19 = arith.cmpi eq, %17#2, %c0 : index
// CHECK-NEXT:     %20 = arith.andi %18, %19 : i1
// CHECK-NEXT:     scf.if %20 {
// CHECK-NEXT:       vector.transfer_write %arg7, %alloc[%3] {in_bounds = [true]} : vector<2xi32>, memref<4xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:     }
// CHECK-NEXT:     gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:     %21 = vector.extract %arg6[0] : vector<2x2xi32> from vector<2x2x2xi32>
// CHECK-NEXT:     %22 = vector.shape_cast %21 : vector<2x2xi32> to vector<1x1x1x1x2x2xi32>
// CHECK-NEXT:     %dest, %accumulated_value = vector.scan <add>, %22, %cst_1 {inclusive = false, reduction_dim = 4 : i64} : vector<1x1x1x1x2x2xi32>, vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %23 = vector.extract %arg6[0, 1] : vector<2xi32> from vector<2x2x2xi32>
// CHECK-NEXT:     %24 = vector.shape_cast %23 : vector<2xi32> to vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %25 = arith.addi %accumulated_value, %24 : vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %26 = vector.extract %25[0, 0, 0, 0, 0] : i32 from vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %result, %total = iree_gpu.subgroup_scan(%26, identity = %c0_i32 : i32) cluster(size = 4) {
// CHECK-NEXT:     ^bb0(%arg8: i32, %arg9: i32):
// CHECK-NEXT:       %69 = arith.addi %arg8, %arg9 : i32
// CHECK-NEXT:       iree_gpu.yield %69 : i32
// CHECK-NEXT:     } : i32
// CHECK-NEXT:     %27 = vector.extract %25[0, 0, 0, 0, 1] : i32 from vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %result_4, %total_5 = iree_gpu.subgroup_scan(%27, identity = %c0_i32 : i32) cluster(size = 4) {
// CHECK-NEXT:     ^bb0(%arg8: i32, %arg9: i32):
// CHECK-NEXT:       %69 = arith.addi %arg8, %arg9 : i32
// CHECK-NEXT:       iree_gpu.yield %69 : i32
// CHECK-NEXT:     } : i32
// CHECK-NEXT:     %28 = vector.from_elements %result, %result_4 : vector<2xi32>
// CHECK-NEXT:     %29 = vector.from_elements %total, %total_5 : vector<2xi32>
// CHECK-NEXT:     %30 = vector.shape_cast %29 : vector<2xi32> to vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %31 = vector.broadcast %28 : vector<2xi32> to vector<1x1x1x1x2x2xi32>
// CHECK-NEXT:     %32 = arith.addi %31, %dest : vector<1x1x1x1x2x2xi32>
// CHECK-NEXT:     %33 = vector.insert_strided_slice %32, %cst_2 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1, 1, 1, 1, 1]} : vector<1x1x1x1x2x2xi32> into vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:     %34 = vector.extract %arg6[1] : vector<2x2xi32> from vector<2x2x2xi32>
// CHECK-NEXT:     %35 = vector.shape_cast %34 : vector<2x2xi32> to vector<1x1x1x1x2x2xi32>
// CHECK-NEXT:     %dest_6, %accumulated_value_7 = vector.scan <add>, %35, %cst_1 {inclusive = false, reduction_dim = 4 : i64} : vector<1x1x1x1x2x2xi32>, vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %36 = vector.extract %arg6[1, 1] : vector<2xi32> from vector<2x2x2xi32>
// CHECK-NEXT:     %37 = vector.shape_cast %36 : vector<2xi32> to vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %38 = arith.addi %accumulated_value_7, %37 : vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %39 = vector.extract %38[0, 0, 0, 0, 0] : i32 from vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %result_8, %total_9 = iree_gpu.subgroup_scan(%39, identity = %c0_i32 : i32) cluster(size = 4) {
// CHECK-NEXT:     ^bb0(%arg8: i32, %arg9: i32):
// CHECK-NEXT:       %69 = arith.addi %arg8, %arg9 : i32
// CHECK-NEXT:       iree_gpu.yield %69 : i32
// CHECK-NEXT:     } : i32
// CHECK-NEXT:     %40 = vector.extract %38[0, 0, 0, 0, 1] : i32 from vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %result_10, %total_11 = iree_gpu.subgroup_scan(%40, identity = %c0_i32 : i32) cluster(size = 4) {
// CHECK-NEXT:     ^bb0(%arg8: i32, %arg9: i32):
// CHECK-NEXT:       %69 = arith.addi %arg8, %arg9 : i32
// CHECK-NEXT:       iree_gpu.yield %69 : i32
// CHECK-NEXT:     } : i32
// CHECK-NEXT:     %41 = vector.from_elements %result_8, %result_10 : vector<2xi32>
// CHECK-NEXT:     %42 = vector.shape_cast %41 : vector<2xi32> to vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %43 = arith.addi %30, %42 : vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %44 = vector.broadcast %43 : vector<1x1x1x1x2xi32> to vector<1x1x1x1x2x2xi32>
// CHECK-NEXT:     %45 = arith.addi %44, %dest_6 : vector<1x1x1x1x2x2xi32>
// CHECK-NEXT:     %46 = vector.insert_strided_slice %45, %33 {offsets = [1, 0, 0, 0, 0, 0], strides = [1, 1, 1, 1, 1, 1]} : vector<1x1x1x1x2x2xi32> into vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:     %47 = vector.broadcast %arg7 : vector<2xi32> to vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:     %48 = arith.addi %47, %46 : vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:     %49 = vector.extract %48[1, 0, 0, 0, 1, 0] : i32 from vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:     %50:2 = affine.delinearize_index %thread_id_x into (16) : index, index
// CHECK-NEXT:     %51 = arith.index_cast %50#1 : index to i32
// CHECK-NEXT:     %52 = arith.remui %51, %c4_i32 : i32
// CHECK-NEXT:     %53 = arith.subi %51, %52 : i32
// CHECK-NEXT:     %54 = arith.addi %53, %c3_i32 : i32
// CHECK-NEXT:     %shuffleResult, %valid = gpu.shuffle  idx %49, %54, %c16_i32 : i32
// CHECK-NEXT:     %55 = vector.extract %48[1, 0, 0, 0, 1, 1] : i32 from vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:     %shuffleResult_12, %valid_13 = gpu.shuffle  idx %55, %54, %c16_i32 : i32
// CHECK-NEXT:     %56 = vector.from_elements %shuffleResult, %shuffleResult_12 : vector<2xi32>
// CHECK-NEXT:     %alloc_14 = memref.alloc() : memref<16x4xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:     gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:     scf.if %18 {
// CHECK-NEXT:       %69 = affine.linearize_index disjoint [%1#2, %c0] by (4, 2) : index
// CHECK-NEXT:       %70 = affine.linearize_index disjoint [%1#1, %c0] by (2, 2) : index
// CHECK-NEXT:       %71 = vector.extract %48[0, 0, 0, 0] : vector<2x2xi32> from vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:       vector.transfer_write %71, %alloc_14[%69, %70] {in_bounds = [true, true]} : vector<2x2xi32>, memref<16x4xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:       %72 = affine.linearize_index disjoint [%c1, %1#2, %c0] by (2, 4, 2) : index
// CHECK-NEXT:       %73 = vector.extract %48[1, 0, 0, 0] : vector<2x2xi32> from vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:       vector.transfer_write %73, %alloc_14[%72, %70] {in_bounds = [true, true]} : vector<2x2xi32>, memref<16x4xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:     }
// CHECK-NEXT:     gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:     %57:3 = affine.delinearize_index %thread_id_x into (4, 2) : index, index, index
// CHECK-NEXT:     %58 = affine.linearize_index disjoint [%57#1, %c0] by (4, 2) : index
// CHECK-NEXT:     %59 = affine.linearize_index disjoint [%57#2, %c0] by (2, 2) : index
// CHECK-NEXT:     %60 = vector.transfer_read %alloc_14[%58, %59], %0 {in_bounds = [true, true]} : memref<16x4xi32, #gpu.address_space<workgroup>>, vector<2x2xi32>
// CHECK-NEXT:     %61 = affine.linearize_index disjoint [%c1, %57#1, %c0] by (2, 4, 2) : index
// CHECK-NEXT:     %62 = vector.transfer_read %alloc_14[%61, %59], %0 {in_bounds = [true, true]} : memref<16x4xi32, #gpu.address_space<workgroup>>, vector<2x2xi32>
// CHECK-NEXT:     %alloc_15 = memref.alloc() : memref<16x4xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:     gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:     scf.if %18 {
// CHECK-NEXT:       %69 = affine.linearize_index disjoint [%1#2, %c0] by (4, 2) : index
// CHECK-NEXT:       %70 = affine.linearize_index disjoint [%1#1, %c0] by (2, 2) : index
// CHECK-NEXT:       %71 = vector.extract %48[0, 0, 0, 0] : vector<2x2xi32> from vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:       vector.transfer_write %71, %alloc_15[%69, %70] {in_bounds = [true, true]} : vector<2x2xi32>, memref<16x4xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:       %72 = affine.linearize_index disjoint [%c1, %1#2, %c0] by (2, 4, 2) : index
// CHECK-NEXT:       %73 = vector.extract %48[1, 0, 0, 0] : vector<2x2xi32> from vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:       vector.transfer_write %73, %alloc_15[%72, %70] {in_bounds = [true, true]} : vector<2x2xi32>, memref<16x4xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:     }
// CHECK-NEXT:     gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:     %63:4 = affine.delinearize_index %thread_id_x into (4, 2, 2) : index, index, index, index
// CHECK-NEXT:     %64 = affine.linearize_index [%63#3, %c0, %63#2, %c0] by (2, 2, 2, 2) : index
// CHECK-NEXT:     %65 = vector.transfer_read %alloc_15[%64, %63#1], %0 {in_bounds = [true, true]} : memref<16x4xi32, #gpu.address_space<workgroup>>, vector<2x1xi32>
// CHECK-NEXT:     %66 = affine.linearize_index [%63#3, %c1, %63#2, %c0] by (2, 2, 2, 2) : index
// CHECK-NEXT:     %67 = vector.transfer_read %alloc_15[%66, %63#1], %0 {in_bounds = [true, true]} : memref<16x4xi32, #gpu.address_space<workgroup>>, vector<2x1xi32>
// CHECK-NEXT:     %68 = scf.if %arg4 -> (vector<2x2x2xi32>) {
// CHECK-NEXT:       %alloc_16 = memref.alloc() : memref<16x4xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:       gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:       %69:4 = affine.delinearize_index %thread_id_x into (2, 4, 2, 2) : index, index, index, index
// CHECK-NEXT:       %70 = arith.cmpi eq, %69#0, %c0 : index
// CHECK-NEXT:       scf.if %70 {
// CHECK-NEXT:         vector.transfer_write %65, %alloc_16[%64, %63#1] {in_bounds = [true, true]} : vector<2x1xi32>, memref<16x4xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:         vector.transfer_write %67, %alloc_16[%66, %63#1] {in_bounds = [true, true]} : vector<2x1xi32>, memref<16x4xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:       }
// CHECK-NEXT:       gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:       %71:3 = affine.delinearize_index %thread_id_x into (4, 4) : index, index, index
// CHECK-NEXT:       %72 = vector.transfer_read %alloc_16[%c0, %71#1], %0 {in_bounds = [true, true]} : memref<16x4xi32, #gpu.address_space<workgroup>>, vector<16x1xi32>
// CHECK-NEXT:       %73 = vector.insert_strided_slice %72, %cst_0 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1]} : vector<16x1xi32> into vector<1x1x1x1x16x1xi32>
// CHECK-NEXT:       %dest_17, %accumulated_value_18 = vector.scan <maxsi>, %73, %cst {inclusive = true, reduction_dim = 4 : i64} : vector<1x1x1x1x16x1xi32>, vector<1x1x1x1x1xi32>
// CHECK-NEXT:       %alloc_19 = memref.alloc() : memref<16x4xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:       gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:       %74:3 = affine.delinearize_index %thread_id_x into (2, 4, 4) : index, index, index
// CHECK-NEXT:       %75 = arith.cmpi eq, %74#0, %c0 : index
// CHECK-NEXT:       %76 = arith.cmpi eq, %74#2, %c0 : index
// CHECK-NEXT:       %77 = arith.andi %75, %76 : i1
// CHECK-NEXT:       scf.if %77 {
// CHECK-NEXT:         %84 = vector.extract %dest_17[0, 0, 0, 0] : vector<16x1xi32> from vector<1x1x1x1x16x1xi32>
// CHECK-NEXT:         vector.transfer_write %84, %alloc_19[%c0, %71#1] {in_bounds = [true, true]} : vector<16x1xi32>, memref<16x4xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:       }
// CHECK-NEXT:       gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:       %78 = vector.transfer_read %alloc_19[%2, %3], %0 {in_bounds = [true, true]} : memref<16x4xi32, #gpu.address_space<workgroup>>, vector<2x2xi32>
// CHECK-NEXT:       %79 = vector.shape_cast %78 : vector<2x2xi32> to vector<1x2x2xi32>
// CHECK-NEXT:       %80 = vector.insert_strided_slice %79, %cst_3 {offsets = [0, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xi32> into vector<2x2x2xi32>
// CHECK-NEXT:       %81 = vector.transfer_read %alloc_19[%7, %3], %0 {in_bounds = [true, true]} : memref<16x4xi32, #gpu.address_space<workgroup>>, vector<2x2xi32>
// CHECK-NEXT:       %82 = vector.shape_cast %81 : vector<2x2xi32> to vector<1x2x2xi32>
// CHECK-NEXT:       %83 = vector.insert_strided_slice %82, %80 {offsets = [1, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xi32> into vector<2x2x2xi32>
// CHECK-NEXT:       scf.yield %83 : vector<2x2x2xi32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %alloc_16 = memref.alloc() : memref<16x4xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:       gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:       %69:3 = affine.delinearize_index %thread_id_x into (4, 4, 2) : index, index, index
// CHECK-NEXT:       %70 = arith.cmpi eq, %69#0, %c0 : index
// CHECK-NEXT:       scf.if %70 {
// CHECK-NEXT:         vector.transfer_write %60, %alloc_16[%58, %59] {in_bounds = [true, true]} : vector<2x2xi32>, memref<16x4xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:         vector.transfer_write %62, %alloc_16[%61, %59] {in_bounds = [true, true]} : vector<2x2xi32>, memref<16x4xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT:       }
// CHECK-NEXT:       gpu.barrier memfence [#gpu.address_space<workgroup>]
// CHECK-NEXT:       %71 = vector.transfer_read %alloc_16[%2, %3], %0 {in_bounds = [true, true]} : memref<16x4xi32, #gpu.address_space<workgroup>>, vector<2x2xi32>
// CHECK-NEXT:       %72 = vector.shape_cast %71 : vector<2x2xi32> to vector<1x2x2xi32>
// CHECK-NEXT:       %73 = vector.insert_strided_slice %72, %cst_3 {offsets = [0, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xi32> into vector<2x2x2xi32>
// CHECK-NEXT:       %74 = vector.transfer_read %alloc_16[%7, %3], %0 {in_bounds = [true, true]} : memref<16x4xi32, #gpu.address_space<workgroup>>, vector<2x2xi32>
// CHECK-NEXT:       %75 = vector.shape_cast %74 : vector<2x2xi32> to vector<1x2x2xi32>
// CHECK-NEXT:       %76 = vector.insert_strided_slice %75, %73 {offsets = [1, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xi32> into vector<2x2x2xi32>
// CHECK-NEXT:       scf.yield %76 : vector<2x2x2xi32>
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %68, %56 : vector<2x2x2xi32>, vector<2xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %13:3 = affine.delinearize_index %thread_id_x into (4, 2, 4) : index, index, index
// CHECK-NEXT:   %14 = arith.cmpi eq, %13#0, %c0 : index
// CHECK-NEXT:   scf.if %14 {
// CHECK-NEXT:     %17 = vector.extract %12#0[0] : vector<2x2xi32> from vector<2x2x2xi32>
// CHECK-NEXT:     vector.transfer_write %17, %arg2[%2, %3] {in_bounds = [true, true]} : vector<2x2xi32>, memref<16x4xi32>
// CHECK-NEXT:     %18 = vector.extract %12#0[1] : vector<2x2xi32> from vector<2x2x2xi32>
// CHECK-NEXT:     vector.transfer_write %18, %arg2[%7, %3] {in_bounds = [true, true]} : vector<2x2xi32>, memref<16x4xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %15 = arith.cmpi eq, %13#2, %c0 : index
// CHECK-NEXT:   %16 = arith.andi %14, %15 : i1
// CHECK-NEXT:   scf.if %16 {
// CHECK-NEXT:     vector.transfer_write %12#1, %arg3[%3] {in_bounds = [true]} : vector<2xi32>, memref<4xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
// LAYOUT: distribute_loop.mlir:[[# @LINE + 10]]:{{.*}} remark: layout of result #0 is #iree_map.pack_layout<((2, 4, 2), (2, 2)) : ((0, 1, 0), (4, 0))>
func.func @carried(%m: memref<16x4xi32>, %q: memref<4xi32>, %o: memref<16x4xi32>, %u: memref<4xi32>, %b: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant 0 : i32
  %v = vector.transfer_read %m[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x4xi32>, vector<16x4xi32>
  %i = vector.transfer_read %q[%c0], %z {in_bounds = [true]} : memref<4xi32>, vector<4xi32>
  %l = iree_vector_ext.to_layout %v to layout(#rows) : vector<16x4xi32>
  %r:2 = scf.for %k = %c0 to %c3 step %c1 iter_args(%x = %l, %y = %i) -> (vector<16x4xi32>, vector<4xi32>) {
    %s:2 = vector.scan <add>, %x, %y {inclusive = false, reduction_dim = 0 : i64} : vector<16x4xi32>, vector<4xi32>
    %t = scf.if %b -> (vector<16x4xi32>) {
      %w = iree_vector_ext.to_layout %s#0 to layout(#woven) : vector<16x4xi32>
      %g:2 = vector.scan <maxsi>, %w, %y {inclusive = true, reduction_dim = 0 : i64} : vector<16x4xi32>, vector<4xi32>
      %h = iree_vector_ext.to_layout %g#0 to layout(#rows) : vector<16x4xi32>
      scf.yield %h : vector<16x4xi32>
    } else {
      %w = iree_vector_ext.to_layout %s#0 to layout(#n) : vector<16x4xi32>
      %h = iree_vector_ext.to_layout %w to layout(#rows) : vector<16x4xi32>
      scf.yield %h : vector<16x4xi32>
    }
    scf.yield %t, %s#1 : vector<16x4xi32>, vector<4xi32>
  }
  vector.transfer_write %r#0, %o[%c0, %c0] {in_bounds = [true, true]} : vector<16x4xi32>, memref<16x4xi32>
  vector.transfer_write %r#1, %u[%c0] {in_bounds = [true]} : vector<4xi32>, memref<4xi32>
  return
}
