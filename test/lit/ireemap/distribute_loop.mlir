// RUN: optc %s --verify-exec --vectorext-distribute-nested-layout="workgroup-size=32 subgroup-size=16" --canonicalize --cse | FileCheck %s --implicit-check-not=to_sim --implicit-check-not=to_layout
// RUN: optc %s --vectorext-print-layouts -o /dev/null 2>&1 | FileCheck %s --check-prefix=LAYOUT

// What a loop carries keeps the layout of its anchor, where a branch converts it to a nested
// layout and back.
#rows = #iree_map.pack_layout<((2, 4, 2), (2, 2)) : ((0, 1, 0), (4, 0))>
#woven = #iree_map.pack_layout<((2, 2, 2, 2), (4)) : ((1, 0, 2, 0), (4))>
#n = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [4, 2], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [2, 1]>
// CHECK-LABEL: func.func @carried(%arg0: memref<16x4xi32>, %arg1: memref<4xi32>, %arg2: memref<16x4xi32>, %arg3: memref<4xi32>, %arg4: i1) {
// CHECK-NEXT:   %c5 = arith.constant 5 : index
// CHECK-NEXT:   %cst = arith.constant dense<-2147483648> : vector<1x1x1x1x1xi32>
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst_0 = arith.constant dense<0> : vector<1x1x1x1x2xi32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0> : vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:   %c16_i32 = arith.constant 16 : i32
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %cst_2 = arith.constant dense<0> : vector<2x2x2xi32>
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 32
// CHECK-NEXT:   %0:3 = affine.delinearize_index %thread_id_x into (2, 4) : index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index [%0#2, %c0] by (4, 2) : index
// CHECK-NEXT:   %2 = affine.linearize_index [%0#1, %c0] by (2, 2) : index
// CHECK-NEXT:   %3 = vector.transfer_read %arg0[%1, %2], %c0_i32 {in_bounds = [true, true]} : memref<16x4xi32>, vector<2x2xi32>
// CHECK-NEXT:   %4 = vector.shape_cast %3 : vector<2x2xi32> to vector<1x2x2xi32>
// CHECK-NEXT:   %5 = vector.insert_strided_slice %4, %cst_2 {offsets = [0, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xi32> into vector<2x2x2xi32>
// CHECK-NEXT:   %6 = affine.linearize_index [%c1, %0#2, %c0] by (2, 4, 2) : index
// CHECK-NEXT:   %7 = vector.transfer_read %arg0[%6, %2], %c0_i32 {in_bounds = [true, true]} : memref<16x4xi32>, vector<2x2xi32>
// CHECK-NEXT:   %8 = vector.shape_cast %7 : vector<2x2xi32> to vector<1x2x2xi32>
// CHECK-NEXT:   %9 = vector.insert_strided_slice %8, %5 {offsets = [1, 0, 0], strides = [1, 1, 1]} : vector<1x2x2xi32> into vector<2x2x2xi32>
// CHECK-NEXT:   %10 = vector.transfer_read %arg1[%2], %c0_i32 {in_bounds = [true]} : memref<4xi32>, vector<2xi32>
// CHECK-NEXT:   %11:2 = scf.for %arg5 = %c0 to %c3 step %c1 iter_args(%arg6 = %9, %arg7 = %10) -> (vector<2x2x2xi32>, vector<2xi32>) {
// CHECK-NEXT:     %16 = vector.extract %arg6[0] : vector<2x2xi32> from vector<2x2x2xi32>
// CHECK-NEXT:     %17 = vector.shape_cast %16 : vector<2x2xi32> to vector<1x1x1x1x2x2xi32>
// CHECK-NEXT:     %dest, %accumulated_value = vector.scan <add>, %17, %cst_0 {inclusive = false, reduction_dim = 4 : i64} : vector<1x1x1x1x2x2xi32>, vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %18 = vector.extract %arg6[0, 1] : vector<2xi32> from vector<2x2x2xi32>
// CHECK-NEXT:     %19 = vector.shape_cast %18 : vector<2xi32> to vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %20 = arith.addi %accumulated_value, %19 : vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %21 = vector.extract %20[0, 0, 0, 0, 0] : i32 from vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %result, %total = iree_gpu.subgroup_scan(%21, identity = %c0_i32 : i32) cluster(size = 4) {
// CHECK-NEXT:       ^bb0(%arg8: i32, %arg9: i32):
// CHECK-NEXT:       %92 = arith.addi %arg8, %arg9 : i32
// CHECK-NEXT:       iree_gpu.yield %92 : i32
// CHECK-NEXT:     } : i32
// CHECK-NEXT:     %22 = vector.extract %20[0, 0, 0, 0, 1] : i32 from vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %result_3, %total_4 = iree_gpu.subgroup_scan(%22, identity = %c0_i32 : i32) cluster(size = 4) {
// CHECK-NEXT:       ^bb0(%arg8: i32, %arg9: i32):
// CHECK-NEXT:       %92 = arith.addi %arg8, %arg9 : i32
// CHECK-NEXT:       iree_gpu.yield %92 : i32
// CHECK-NEXT:     } : i32
// CHECK-NEXT:     %23 = vector.from_elements %result, %result_3 : vector<2xi32>
// CHECK-NEXT:     %24 = vector.from_elements %total, %total_4 : vector<2xi32>
// CHECK-NEXT:     %25 = vector.shape_cast %24 : vector<2xi32> to vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %26 = vector.broadcast %23 : vector<2xi32> to vector<1x1x1x1x2x2xi32>
// CHECK-NEXT:     %27 = arith.addi %26, %dest : vector<1x1x1x1x2x2xi32>
// CHECK-NEXT:     %28 = vector.insert_strided_slice %27, %cst_1 {offsets = [0, 0, 0, 0, 0, 0], strides = [1, 1, 1, 1, 1, 1]} : vector<1x1x1x1x2x2xi32> into vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:     %29 = vector.extract %arg6[1] : vector<2x2xi32> from vector<2x2x2xi32>
// CHECK-NEXT:     %30 = vector.shape_cast %29 : vector<2x2xi32> to vector<1x1x1x1x2x2xi32>
// CHECK-NEXT:     %dest_5, %accumulated_value_6 = vector.scan <add>, %30, %cst_0 {inclusive = false, reduction_dim = 4 : i64} : vector<1x1x1x1x2x2xi32>, vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %31 = vector.extract %arg6[1, 1] : vector<2xi32> from vector<2x2x2xi32>
// CHECK-NEXT:     %32 = vector.shape_cast %31 : vector<2xi32> to vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %33 = arith.addi %accumulated_value_6, %32 : vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %34 = vector.extract %33[0, 0, 0, 0, 0] : i32 from vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %result_7, %total_8 = iree_gpu.subgroup_scan(%34, identity = %c0_i32 : i32) cluster(size = 4) {
// CHECK-NEXT:       ^bb0(%arg8: i32, %arg9: i32):
// CHECK-NEXT:       %92 = arith.addi %arg8, %arg9 : i32
// CHECK-NEXT:       iree_gpu.yield %92 : i32
// CHECK-NEXT:     } : i32
// CHECK-NEXT:     %35 = vector.extract %33[0, 0, 0, 0, 1] : i32 from vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %result_9, %total_10 = iree_gpu.subgroup_scan(%35, identity = %c0_i32 : i32) cluster(size = 4) {
// CHECK-NEXT:       ^bb0(%arg8: i32, %arg9: i32):
// CHECK-NEXT:       %92 = arith.addi %arg8, %arg9 : i32
// CHECK-NEXT:       iree_gpu.yield %92 : i32
// CHECK-NEXT:     } : i32
// CHECK-NEXT:     %36 = vector.from_elements %result_7, %result_9 : vector<2xi32>
// CHECK-NEXT:     %37 = vector.shape_cast %36 : vector<2xi32> to vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %38 = arith.addi %25, %37 : vector<1x1x1x1x2xi32>
// CHECK-NEXT:     %39 = vector.broadcast %38 : vector<1x1x1x1x2xi32> to vector<1x1x1x1x2x2xi32>
// CHECK-NEXT:     %40 = arith.addi %39, %dest_5 : vector<1x1x1x1x2x2xi32>
// CHECK-NEXT:     %41 = vector.insert_strided_slice %40, %28 {offsets = [1, 0, 0, 0, 0, 0], strides = [1, 1, 1, 1, 1, 1]} : vector<1x1x1x1x2x2xi32> into vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:     %42 = vector.broadcast %arg7 : vector<2xi32> to vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:     %43 = arith.addi %42, %41 : vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:     %44 = vector.extract %43[1, 0, 0, 0, 1, 0] : i32 from vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:     %45:2 = affine.delinearize_index %thread_id_x into (16) : index, index
// CHECK-NEXT:     %46 = arith.index_cast %45#1 : index to i32
// CHECK-NEXT:     %47 = arith.remui %46, %c4_i32 : i32
// CHECK-NEXT:     %48 = arith.subi %46, %47 : i32
// CHECK-NEXT:     %49 = arith.addi %48, %c3_i32 : i32
// CHECK-NEXT:     %shuffleResult, %valid = gpu.shuffle  idx %44, %49, %c16_i32 : i32
// CHECK-NEXT:     %50 = vector.extract %43[1, 0, 0, 0, 1, 1] : i32 from vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:     %shuffleResult_11, %valid_12 = gpu.shuffle  idx %50, %49, %c16_i32 : i32
// CHECK-NEXT:     %51 = vector.from_elements %shuffleResult, %shuffleResult_11 : vector<2xi32>
// CHECK-NEXT:     %52:4 = affine.delinearize_index %thread_id_x into (2, 4, 2) : index, index, index, index
// CHECK-NEXT:     %53 = arith.muli %52#3, %c4 : index
// CHECK-NEXT:     %54 = arith.addi %53, %52#2 : index
// CHECK-NEXT:     %55 = arith.muli %52#1, %c8 : index
// CHECK-NEXT:     %56 = arith.addi %54, %55 : index
// CHECK-NEXT:     %57 = arith.index_cast %56 : index to i32
// CHECK-NEXT:     %58 = vector.extract %43[0, 0, 0, 0, 0, 0] : i32 from vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:     %shuffleResult_13, %valid_14 = gpu.shuffle  idx %58, %57, %c16_i32 : i32
// CHECK-NEXT:     %59 = vector.extract %43[0, 0, 0, 0, 0, 1] : i32 from vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:     %shuffleResult_15, %valid_16 = gpu.shuffle  idx %59, %57, %c16_i32 : i32
// CHECK-NEXT:     %60 = vector.extract %43[0, 0, 0, 0, 1, 0] : i32 from vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:     %shuffleResult_17, %valid_18 = gpu.shuffle  idx %60, %57, %c16_i32 : i32
// CHECK-NEXT:     %61 = vector.extract %43[0, 0, 0, 0, 1, 1] : i32 from vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:     %shuffleResult_19, %valid_20 = gpu.shuffle  idx %61, %57, %c16_i32 : i32
// CHECK-NEXT:     %62 = vector.extract %43[1, 0, 0, 0, 0, 0] : i32 from vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:     %shuffleResult_21, %valid_22 = gpu.shuffle  idx %62, %57, %c16_i32 : i32
// CHECK-NEXT:     %63 = vector.extract %43[1, 0, 0, 0, 0, 1] : i32 from vector<2x1x1x1x2x2xi32>
// CHECK-NEXT:     %shuffleResult_23, %valid_24 = gpu.shuffle  idx %63, %57, %c16_i32 : i32
// CHECK-NEXT:     %shuffleResult_25, %valid_26 = gpu.shuffle  idx %44, %57, %c16_i32 : i32
// CHECK-NEXT:     %shuffleResult_27, %valid_28 = gpu.shuffle  idx %50, %57, %c16_i32 : i32
// CHECK-NEXT:     %64:5 = affine.delinearize_index %thread_id_x into (2, 2, 2, 2) : index, index, index, index, index
// CHECK-NEXT:     %65 = arith.muli %64#4, %c2 : index
// CHECK-NEXT:     %66 = arith.addi %65, %64#3 : index
// CHECK-NEXT:     %67 = arith.muli %64#2, %c8 : index
// CHECK-NEXT:     %68 = arith.addi %66, %67 : index
// CHECK-NEXT:     %69 = arith.muli %64#1, %c4 : index
// CHECK-NEXT:     %70 = arith.addi %68, %69 : index
// CHECK-NEXT:     %71 = arith.index_cast %70 : index to i32
// CHECK-NEXT:     %72 = arith.xori %71, %c2_i32 : i32
// CHECK-NEXT:     %73:3 = affine.delinearize_index %thread_id_x into (2, 8) : index, index, index
// CHECK-NEXT:     %74 = arith.cmpi ne, %73#1, %c0 : index
// CHECK-NEXT:     %75:3 = affine.delinearize_index %thread_id_x into (2, 2) : index, index, index
// CHECK-NEXT:     %76 = arith.cmpi ne, %75#1, %c0 : index
// CHECK-NEXT:     %77:2 = affine.delinearize_index %thread_id_x into (2) : index, index
// CHECK-NEXT:     %78 = arith.cmpi ne, %77#1, %c0 : index
// CHECK-NEXT:     %79 = arith.select %74, %59, %58 : i32
// CHECK-NEXT:     %80 = arith.select %74, %63, %62 : i32
// CHECK-NEXT:     %81 = arith.select %76, %80, %79 : i32
// CHECK-NEXT:     %82 = arith.select %76, %79, %80 : i32
// CHECK-NEXT:     %shuffleResult_29, %valid_30 = gpu.shuffle  idx %81, %71, %c16_i32 : i32
// CHECK-NEXT:     %shuffleResult_31, %valid_32 = gpu.shuffle  idx %82, %72, %c16_i32 : i32
// CHECK-NEXT:     %83 = arith.select %78, %shuffleResult_31, %shuffleResult_29 : i32
// CHECK-NEXT:     %84 = arith.select %78, %shuffleResult_29, %shuffleResult_31 : i32
// CHECK-NEXT:     %85 = arith.select %74, %61, %60 : i32
// CHECK-NEXT:     %86 = arith.select %74, %50, %44 : i32
// CHECK-NEXT:     %87 = arith.select %76, %86, %85 : i32
// CHECK-NEXT:     %88 = arith.select %76, %85, %86 : i32
// CHECK-NEXT:     %shuffleResult_33, %valid_34 = gpu.shuffle  idx %87, %71, %c16_i32 : i32
// CHECK-NEXT:     %shuffleResult_35, %valid_36 = gpu.shuffle  idx %88, %72, %c16_i32 : i32
// CHECK-NEXT:     %89 = arith.select %78, %shuffleResult_35, %shuffleResult_33 : i32
// CHECK-NEXT:     %90 = arith.select %78, %shuffleResult_33, %shuffleResult_35 : i32
// CHECK-NEXT:     %91 = scf.if %arg4 -> (vector<2x2x2xi32>) {
// CHECK-NEXT:       %92:3 = affine.delinearize_index %thread_id_x into (4, 4) : index, index, index
// CHECK-NEXT:       %93 = arith.muli %92#1, %c4 : index
// CHECK-NEXT:       %94 = arith.index_cast %93 : index to i32
// CHECK-NEXT:       %95 = arith.xori %94, %c1_i32 : i32
// CHECK-NEXT:       %96 = arith.xori %94, %c2_i32 : i32
// CHECK-NEXT:       %97 = arith.xori %94, %c3_i32 : i32
// CHECK-NEXT:       %shuffleResult_37, %valid_38 = gpu.shuffle  idx %83, %94, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_39, %valid_40 = gpu.shuffle  idx %83, %95, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_41, %valid_42 = gpu.shuffle  idx %83, %96, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_43, %valid_44 = gpu.shuffle  idx %83, %97, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_45, %valid_46 = gpu.shuffle  idx %89, %94, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_47, %valid_48 = gpu.shuffle  idx %89, %95, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_49, %valid_50 = gpu.shuffle  idx %89, %96, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_51, %valid_52 = gpu.shuffle  idx %89, %97, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_53, %valid_54 = gpu.shuffle  idx %84, %94, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_55, %valid_56 = gpu.shuffle  idx %84, %95, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_57, %valid_58 = gpu.shuffle  idx %84, %96, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_59, %valid_60 = gpu.shuffle  idx %84, %97, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_61, %valid_62 = gpu.shuffle  idx %90, %94, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_63, %valid_64 = gpu.shuffle  idx %90, %95, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_65, %valid_66 = gpu.shuffle  idx %90, %96, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_67, %valid_68 = gpu.shuffle  idx %90, %97, %c16_i32 : i32
// CHECK-NEXT:       %98 = vector.from_elements %shuffleResult_37, %shuffleResult_45, %shuffleResult_41, %shuffleResult_49, %shuffleResult_53, %shuffleResult_61, %shuffleResult_57, %shuffleResult_65, %shuffleResult_39, %shuffleResult_47, %shuffleResult_43, %shuffleResult_51, %shuffleResult_55, %shuffleResult_63, %shuffleResult_59, %shuffleResult_67 : vector<1x1x1x1x16x1xi32>
// CHECK-NEXT:       %dest_69, %accumulated_value_70 = vector.scan <maxsi>, %98, %cst {inclusive = true, reduction_dim = 4 : i64} : vector<1x1x1x1x16x1xi32>, vector<1x1x1x1x1xi32>
// CHECK-NEXT:       %99:4 = affine.delinearize_index %thread_id_x into (2, 2, 2) : index, index, index, index
// CHECK-NEXT:       %100 = arith.muli %99#3, %c5 : index
// CHECK-NEXT:       %101 = arith.muli %99#2, %c2 : index
// CHECK-NEXT:       %102 = arith.addi %100, %101 : index
// CHECK-NEXT:       %103 = arith.muli %99#1, %c8 : index
// CHECK-NEXT:       %104 = arith.addi %102, %103 : index
// CHECK-NEXT:       %105 = arith.index_cast %104 : index to i32
// CHECK-NEXT:       %106 = arith.xori %105, %c4_i32 : i32
// CHECK-NEXT:       %107 = arith.cmpi ne, %0#1, %c0 : index
// CHECK-NEXT:       %108 = vector.extract %dest_69[0, 0, 0, 0, 0, 0] : i32 from vector<1x1x1x1x16x1xi32>
// CHECK-NEXT:       %109 = vector.extract %dest_69[0, 0, 0, 0, 2, 0] : i32 from vector<1x1x1x1x16x1xi32>
// CHECK-NEXT:       %110 = vector.extract %dest_69[0, 0, 0, 0, 4, 0] : i32 from vector<1x1x1x1x16x1xi32>
// CHECK-NEXT:       %111 = vector.extract %dest_69[0, 0, 0, 0, 6, 0] : i32 from vector<1x1x1x1x16x1xi32>
// CHECK-NEXT:       %112 = arith.select %76, %110, %108 : i32
// CHECK-NEXT:       %113 = arith.select %76, %111, %109 : i32
// CHECK-NEXT:       %114 = arith.select %107, %113, %112 : i32
// CHECK-NEXT:       %115 = arith.select %107, %112, %113 : i32
// CHECK-NEXT:       %shuffleResult_71, %valid_72 = gpu.shuffle  idx %114, %105, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_73, %valid_74 = gpu.shuffle  idx %115, %106, %c16_i32 : i32
// CHECK-NEXT:       %116 = arith.select %78, %shuffleResult_73, %shuffleResult_71 : i32
// CHECK-NEXT:       %117 = arith.select %78, %shuffleResult_71, %shuffleResult_73 : i32
// CHECK-NEXT:       %118 = vector.extract %dest_69[0, 0, 0, 0, 1, 0] : i32 from vector<1x1x1x1x16x1xi32>
// CHECK-NEXT:       %119 = vector.extract %dest_69[0, 0, 0, 0, 3, 0] : i32 from vector<1x1x1x1x16x1xi32>
// CHECK-NEXT:       %120 = vector.extract %dest_69[0, 0, 0, 0, 5, 0] : i32 from vector<1x1x1x1x16x1xi32>
// CHECK-NEXT:       %121 = vector.extract %dest_69[0, 0, 0, 0, 7, 0] : i32 from vector<1x1x1x1x16x1xi32>
// CHECK-NEXT:       %122 = arith.select %76, %120, %118 : i32
// CHECK-NEXT:       %123 = arith.select %76, %121, %119 : i32
// CHECK-NEXT:       %124 = arith.select %107, %123, %122 : i32
// CHECK-NEXT:       %125 = arith.select %107, %122, %123 : i32
// CHECK-NEXT:       %shuffleResult_75, %valid_76 = gpu.shuffle  idx %124, %105, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_77, %valid_78 = gpu.shuffle  idx %125, %106, %c16_i32 : i32
// CHECK-NEXT:       %126 = arith.select %78, %shuffleResult_77, %shuffleResult_75 : i32
// CHECK-NEXT:       %127 = arith.select %78, %shuffleResult_75, %shuffleResult_77 : i32
// CHECK-NEXT:       %128 = vector.extract %dest_69[0, 0, 0, 0, 8, 0] : i32 from vector<1x1x1x1x16x1xi32>
// CHECK-NEXT:       %129 = vector.extract %dest_69[0, 0, 0, 0, 10, 0] : i32 from vector<1x1x1x1x16x1xi32>
// CHECK-NEXT:       %130 = vector.extract %dest_69[0, 0, 0, 0, 12, 0] : i32 from vector<1x1x1x1x16x1xi32>
// CHECK-NEXT:       %131 = vector.extract %dest_69[0, 0, 0, 0, 14, 0] : i32 from vector<1x1x1x1x16x1xi32>
// CHECK-NEXT:       %132 = arith.select %76, %130, %128 : i32
// CHECK-NEXT:       %133 = arith.select %76, %131, %129 : i32
// CHECK-NEXT:       %134 = arith.select %107, %133, %132 : i32
// CHECK-NEXT:       %135 = arith.select %107, %132, %133 : i32
// CHECK-NEXT:       %shuffleResult_79, %valid_80 = gpu.shuffle  idx %134, %105, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_81, %valid_82 = gpu.shuffle  idx %135, %106, %c16_i32 : i32
// CHECK-NEXT:       %136 = arith.select %78, %shuffleResult_81, %shuffleResult_79 : i32
// CHECK-NEXT:       %137 = arith.select %78, %shuffleResult_79, %shuffleResult_81 : i32
// CHECK-NEXT:       %138 = vector.extract %dest_69[0, 0, 0, 0, 9, 0] : i32 from vector<1x1x1x1x16x1xi32>
// CHECK-NEXT:       %139 = vector.extract %dest_69[0, 0, 0, 0, 11, 0] : i32 from vector<1x1x1x1x16x1xi32>
// CHECK-NEXT:       %140 = vector.extract %dest_69[0, 0, 0, 0, 13, 0] : i32 from vector<1x1x1x1x16x1xi32>
// CHECK-NEXT:       %141 = vector.extract %dest_69[0, 0, 0, 0, 15, 0] : i32 from vector<1x1x1x1x16x1xi32>
// CHECK-NEXT:       %142 = arith.select %76, %140, %138 : i32
// CHECK-NEXT:       %143 = arith.select %76, %141, %139 : i32
// CHECK-NEXT:       %144 = arith.select %107, %143, %142 : i32
// CHECK-NEXT:       %145 = arith.select %107, %142, %143 : i32
// CHECK-NEXT:       %shuffleResult_83, %valid_84 = gpu.shuffle  idx %144, %105, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_85, %valid_86 = gpu.shuffle  idx %145, %106, %c16_i32 : i32
// CHECK-NEXT:       %146 = arith.select %78, %shuffleResult_85, %shuffleResult_83 : i32
// CHECK-NEXT:       %147 = arith.select %78, %shuffleResult_83, %shuffleResult_85 : i32
// CHECK-NEXT:       %148 = vector.from_elements %116, %117, %126, %127, %136, %137, %146, %147 : vector<2x2x2xi32>
// CHECK-NEXT:       scf.yield %148 : vector<2x2x2xi32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %92:4 = affine.delinearize_index %thread_id_x into (2, 2, 4) : index, index, index, index
// CHECK-NEXT:       %93 = arith.muli %92#3, %c2 : index
// CHECK-NEXT:       %94 = arith.addi %93, %92#2 : index
// CHECK-NEXT:       %95 = arith.muli %92#1, %c8 : index
// CHECK-NEXT:       %96 = arith.addi %94, %95 : index
// CHECK-NEXT:       %97 = arith.index_cast %96 : index to i32
// CHECK-NEXT:       %shuffleResult_37, %valid_38 = gpu.shuffle  idx %shuffleResult_13, %97, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_39, %valid_40 = gpu.shuffle  idx %shuffleResult_15, %97, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_41, %valid_42 = gpu.shuffle  idx %shuffleResult_17, %97, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_43, %valid_44 = gpu.shuffle  idx %shuffleResult_19, %97, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_45, %valid_46 = gpu.shuffle  idx %shuffleResult_21, %97, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_47, %valid_48 = gpu.shuffle  idx %shuffleResult_23, %97, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_49, %valid_50 = gpu.shuffle  idx %shuffleResult_25, %97, %c16_i32 : i32
// CHECK-NEXT:       %shuffleResult_51, %valid_52 = gpu.shuffle  idx %shuffleResult_27, %97, %c16_i32 : i32
// CHECK-NEXT:       %98 = vector.from_elements %shuffleResult_37, %shuffleResult_39, %shuffleResult_41, %shuffleResult_43, %shuffleResult_45, %shuffleResult_47, %shuffleResult_49, %shuffleResult_51 : vector<2x2x2xi32>
// CHECK-NEXT:       scf.yield %98 : vector<2x2x2xi32>
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %91, %51 : vector<2x2x2xi32>, vector<2xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %12:3 = affine.delinearize_index %thread_id_x into (4, 2, 4) : index, index, index
// CHECK-NEXT:   %13 = arith.cmpi eq, %12#0, %c0 : index
// CHECK-NEXT:   scf.if %13 {
// CHECK-NEXT:     %16 = vector.extract %11#0[0] : vector<2x2xi32> from vector<2x2x2xi32>
// CHECK-NEXT:     vector.transfer_write %16, %arg2[%1, %2] {in_bounds = [true, true]} : vector<2x2xi32>, memref<16x4xi32>
// CHECK-NEXT:     %17 = vector.extract %11#0[1] : vector<2x2xi32> from vector<2x2x2xi32>
// CHECK-NEXT:     vector.transfer_write %17, %arg2[%6, %2] {in_bounds = [true, true]} : vector<2x2xi32>, memref<16x4xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %14 = arith.cmpi eq, %12#2, %c0 : index
// CHECK-NEXT:   %15 = arith.andi %13, %14 : i1
// CHECK-NEXT:   scf.if %15 {
// CHECK-NEXT:     vector.transfer_write %11#1, %arg3[%2] {in_bounds = [true]} : vector<2xi32>, memref<4xi32>
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
