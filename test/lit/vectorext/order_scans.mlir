// RUN: optc %s --vectorext-order-sums=subgroup-size=8 --cse | FileCheck %s

// What a thread holds of a batch, the lanes before it, the batches before, the subgroups
// before, and the initial value last.
#all = #iree_vector_ext.nested_layout<subgroup_tile = [1, 2, 1], batch_tile = [1, 3, 1], outer_tile = [1, 2, 1], thread_tile = [2, 4, 1], element_tile = [1, 2, 5], subgroup_strides = [0, 1, 0], thread_strides = [4, 1, 0]>
#rest = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [2, 1], element_tile = [1, 5], subgroup_strides = [0, 0], thread_strides = [4, 0]>
// CHECK-LABEL: func.func @inclusive(%arg0: memref<2x96x5xf32>, %arg1: memref<2x96x5xf32>, %arg2: memref<2x5xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0, %c0], %cst {in_bounds = [true, true, true]} : memref<2x96x5xf32>, vector<2x96x5xf32>
// CHECK-NEXT:   %1 = iree_vector_ext.to_layout %0 to layout(#nested) : vector<2x96x5xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<1.500000e+00> : vector<2x5xf32>
// CHECK-NEXT:   %2 = vector.shape_cast %1 : vector<2x96x5xf32> to vector<2x2x6x4x2x5xf32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<2x2x6x4x5xf32>
// CHECK-NEXT:   %dest, %accumulated_value = vector.scan <add>, %2, %cst_1 {inclusive = true, reduction_dim = 4 : i64} : vector<2x2x6x4x2x5xf32>, vector<2x2x6x4x5xf32>
// CHECK-NEXT:   %cst_2 = arith.constant dense<0.000000e+00> : vector<2x2x6x5xf32>
// CHECK-NEXT:   %dest_3, %accumulated_value_4 = vector.scan <add>, %accumulated_value, %cst_2 {inclusive = false, reduction_dim = 3 : i64} : vector<2x2x6x4x5xf32>, vector<2x2x6x5xf32>
// CHECK-NEXT:   %3 = vector.extract_strided_slice %dest_3 {offsets = [0, 0, 0, 3, 0], sizes = [2, 2, 6, 1, 5], strides = [1, 1, 1, 1, 1]} : vector<2x2x6x4x5xf32> to vector<2x2x6x1x5xf32>
// CHECK-NEXT:   %4 = vector.shape_cast %3 : vector<2x2x6x1x5xf32> to vector<2x2x6x5xf32>
// CHECK-NEXT:   %5 = vector.extract_strided_slice %accumulated_value {offsets = [0, 0, 0, 3, 0], sizes = [2, 2, 6, 1, 5], strides = [1, 1, 1, 1, 1]} : vector<2x2x6x4x5xf32> to vector<2x2x6x1x5xf32>
// CHECK-NEXT:   %6 = vector.shape_cast %5 : vector<2x2x6x1x5xf32> to vector<2x2x6x5xf32>
// CHECK-NEXT:   %7 = arith.addf %4, %6 : vector<2x2x6x5xf32>
// CHECK-NEXT:   %cst_5 = arith.constant dense<0.000000e+00> : vector<2x2x5xf32>
// CHECK-NEXT:   %dest_6, %accumulated_value_7 = vector.scan <add>, %7, %cst_5 {inclusive = false, reduction_dim = 2 : i64} : vector<2x2x6x5xf32>, vector<2x2x5xf32>
// CHECK-NEXT:   %8 = vector.extract_strided_slice %dest_6 {offsets = [0, 0, 5, 0], sizes = [2, 2, 1, 5], strides = [1, 1, 1, 1]} : vector<2x2x6x5xf32> to vector<2x2x1x5xf32>
// CHECK-NEXT:   %9 = vector.shape_cast %8 : vector<2x2x1x5xf32> to vector<2x2x5xf32>
// CHECK-NEXT:   %10 = vector.extract_strided_slice %7 {offsets = [0, 0, 5, 0], sizes = [2, 2, 1, 5], strides = [1, 1, 1, 1]} : vector<2x2x6x5xf32> to vector<2x2x1x5xf32>
// CHECK-NEXT:   %11 = vector.shape_cast %10 : vector<2x2x1x5xf32> to vector<2x2x5xf32>
// CHECK-NEXT:   %12 = arith.addf %9, %11 : vector<2x2x5xf32>
// CHECK-NEXT:   %13 = vector.shape_cast %dest_6 : vector<2x2x6x5xf32> to vector<2x2x6x1x5xf32>
// CHECK-NEXT:   %14 = vector.broadcast %13 : vector<2x2x6x1x5xf32> to vector<2x2x6x4x5xf32>
// CHECK-NEXT:   %15 = arith.addf %14, %dest_3 : vector<2x2x6x4x5xf32>
// CHECK-NEXT:   %16 = vector.shape_cast %15 : vector<2x2x6x4x5xf32> to vector<2x2x6x4x1x5xf32>
// CHECK-NEXT:   %17 = vector.broadcast %16 : vector<2x2x6x4x1x5xf32> to vector<2x2x6x4x2x5xf32>
// CHECK-NEXT:   %18 = arith.addf %17, %dest : vector<2x2x6x4x2x5xf32>
// CHECK-NEXT:   %19 = vector.extract_strided_slice %18 {offsets = [0, 0, 0, 0, 1, 0], sizes = [2, 2, 6, 4, 1, 5], strides = [1, 1, 1, 1, 1, 1]} : vector<2x2x6x4x2x5xf32> to vector<2x2x6x4x1x5xf32>
// CHECK-NEXT:   %20 = vector.shape_cast %19 : vector<2x2x6x4x1x5xf32> to vector<2x2x6x4x5xf32>
// CHECK-NEXT:   %21 = vector.extract_strided_slice %20 {offsets = [0, 0, 0, 3, 0], sizes = [2, 2, 6, 1, 5], strides = [1, 1, 1, 1, 1]} : vector<2x2x6x4x5xf32> to vector<2x2x6x1x5xf32>
// CHECK-NEXT:   %22 = vector.shape_cast %21 : vector<2x2x6x1x5xf32> to vector<2x2x6x5xf32>
// CHECK-NEXT:   %23 = vector.extract_strided_slice %22 {offsets = [0, 0, 5, 0], sizes = [2, 2, 1, 5], strides = [1, 1, 1, 1]} : vector<2x2x6x5xf32> to vector<2x2x1x5xf32>
// CHECK-NEXT:   %24 = vector.shape_cast %23 : vector<2x2x1x5xf32> to vector<2x2x5xf32>
// CHECK-NEXT:   %25 = vector.extract_strided_slice %24 {offsets = [0, 1, 0], sizes = [2, 1, 5], strides = [1, 1, 1]} : vector<2x2x5xf32> to vector<2x1x5xf32>
// CHECK-NEXT:   %26 = vector.shape_cast %25 : vector<2x1x5xf32> to vector<2x5xf32>
// CHECK-NEXT:   %27 = vector.shape_cast %26 : vector<2x5xf32> to vector<2x5xf32>
// CHECK-NEXT:   %cst_8 = arith.constant dense<0.000000e+00> : vector<2x5xf32>
// CHECK-NEXT:   %dest_9, %accumulated_value_10 = vector.scan <add>, %12, %cst_8 {inclusive = false, reduction_dim = 1 : i64} : vector<2x2x5xf32>, vector<2x5xf32>
// CHECK-NEXT:   %28 = vector.extract_strided_slice %dest_9 {offsets = [0, 1, 0], sizes = [2, 1, 5], strides = [1, 1, 1]} : vector<2x2x5xf32> to vector<2x1x5xf32>
// CHECK-NEXT:   %29 = vector.shape_cast %28 : vector<2x1x5xf32> to vector<2x5xf32>
// CHECK-NEXT:   %30 = vector.extract_strided_slice %12 {offsets = [0, 1, 0], sizes = [2, 1, 5], strides = [1, 1, 1]} : vector<2x2x5xf32> to vector<2x1x5xf32>
// CHECK-NEXT:   %31 = vector.shape_cast %30 : vector<2x1x5xf32> to vector<2x5xf32>
// CHECK-NEXT:   %32 = arith.addf %29, %31 : vector<2x5xf32>
// CHECK-NEXT:   %33 = vector.shape_cast %29 : vector<2x5xf32> to vector<2x5xf32>
// CHECK-NEXT:   %34 = vector.shape_cast %dest_9 : vector<2x2x5xf32> to vector<2x2x1x5xf32>
// CHECK-NEXT:   %35 = vector.broadcast %34 : vector<2x2x1x5xf32> to vector<2x2x6x5xf32>
// CHECK-NEXT:   %36 = vector.shape_cast %35 : vector<2x2x6x5xf32> to vector<2x2x6x1x5xf32>
// CHECK-NEXT:   %37 = vector.broadcast %36 : vector<2x2x6x1x5xf32> to vector<2x2x6x4x5xf32>
// CHECK-NEXT:   %38 = vector.shape_cast %37 : vector<2x2x6x4x5xf32> to vector<2x2x6x4x1x5xf32>
// CHECK-NEXT:   %39 = vector.broadcast %38 : vector<2x2x6x4x1x5xf32> to vector<2x2x6x4x2x5xf32>
// CHECK-NEXT:   %40 = arith.addf %39, %18 : vector<2x2x6x4x2x5xf32>
// CHECK-NEXT:   %41 = vector.shape_cast %32 : vector<2x5xf32> to vector<2x5xf32>
// CHECK-NEXT:   %42 = vector.shape_cast %40 : vector<2x2x6x4x2x5xf32> to vector<2x96x5xf32>
// CHECK-NEXT:   %43 = iree_vector_ext.to_layout %42 to layout(#nested) : vector<2x96x5xf32>
// CHECK-NEXT:   %44 = iree_vector_ext.to_layout %41 to layout(#nested1) : vector<2x5xf32>
// CHECK-NEXT:   vector.transfer_write %43, %arg1[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<2x96x5xf32>, memref<2x96x5xf32>
// CHECK-NEXT:   vector.transfer_write %44, %arg2[%c0, %c0] {in_bounds = [true, true]} : vector<2x5xf32>, memref<2x5xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @inclusive(%from: memref<2x96x5xf32>, %to: memref<2x96x5xf32>, %end: memref<2x5xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %from[%c0, %c0, %c0], %p {in_bounds = [true, true, true]} : memref<2x96x5xf32>, vector<2x96x5xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#all) : vector<2x96x5xf32>
  %2 = arith.constant dense<1.5> : vector<2x5xf32>
  %3 = iree_vector_ext.to_layout %2 to layout(#rest) : vector<2x5xf32>
  %4:2 = vector.scan <add>, %1, %3 {inclusive = true, reduction_dim = 1 : i64} : vector<2x96x5xf32>, vector<2x5xf32>
  %5 = iree_vector_ext.to_layout %4#0 to layout(#all) : vector<2x96x5xf32>
  %6 = iree_vector_ext.to_layout %4#1 to layout(#rest) : vector<2x5xf32>
  vector.transfer_write %5, %to[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<2x96x5xf32>, memref<2x96x5xf32>
  vector.transfer_write %6, %end[%c0, %c0] {in_bounds = [true, true]} : vector<2x5xf32>, memref<2x5xf32>
  return
}

// CHECK-LABEL: func.func @exclusive(%arg0: memref<2x96x5xf32>, %arg1: memref<2x96x5xf32>, %arg2: memref<2x5xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0, %c0], %cst {in_bounds = [true, true, true]} : memref<2x96x5xf32>, vector<2x96x5xf32>
// CHECK-NEXT:   %1 = iree_vector_ext.to_layout %0 to layout(#nested) : vector<2x96x5xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<1.500000e+00> : vector<2x5xf32>
// CHECK-NEXT:   %2 = iree_vector_ext.to_layout %cst_0 to layout(#nested1) : vector<2x5xf32>
// CHECK-NEXT:   %3 = vector.shape_cast %1 : vector<2x96x5xf32> to vector<2x2x6x4x2x5xf32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<2x2x6x4x5xf32>
// CHECK-NEXT:   %dest, %accumulated_value = vector.scan <add>, %3, %cst_1 {inclusive = false, reduction_dim = 4 : i64} : vector<2x2x6x4x2x5xf32>, vector<2x2x6x4x5xf32>
// CHECK-NEXT:   %4 = vector.extract_strided_slice %3 {offsets = [0, 0, 0, 0, 1, 0], sizes = [2, 2, 6, 4, 1, 5], strides = [1, 1, 1, 1, 1, 1]} : vector<2x2x6x4x2x5xf32> to vector<2x2x6x4x1x5xf32>
// CHECK-NEXT:   %5 = vector.shape_cast %4 : vector<2x2x6x4x1x5xf32> to vector<2x2x6x4x5xf32>
// CHECK-NEXT:   %6 = arith.addf %accumulated_value, %5 : vector<2x2x6x4x5xf32>
// CHECK-NEXT:   %cst_2 = arith.constant dense<0.000000e+00> : vector<2x2x6x5xf32>
// CHECK-NEXT:   %dest_3, %accumulated_value_4 = vector.scan <add>, %6, %cst_2 {inclusive = false, reduction_dim = 3 : i64} : vector<2x2x6x4x5xf32>, vector<2x2x6x5xf32>
// CHECK-NEXT:   %7 = vector.extract_strided_slice %dest_3 {offsets = [0, 0, 0, 3, 0], sizes = [2, 2, 6, 1, 5], strides = [1, 1, 1, 1, 1]} : vector<2x2x6x4x5xf32> to vector<2x2x6x1x5xf32>
// CHECK-NEXT:   %8 = vector.shape_cast %7 : vector<2x2x6x1x5xf32> to vector<2x2x6x5xf32>
// CHECK-NEXT:   %9 = vector.extract_strided_slice %6 {offsets = [0, 0, 0, 3, 0], sizes = [2, 2, 6, 1, 5], strides = [1, 1, 1, 1, 1]} : vector<2x2x6x4x5xf32> to vector<2x2x6x1x5xf32>
// CHECK-NEXT:   %10 = vector.shape_cast %9 : vector<2x2x6x1x5xf32> to vector<2x2x6x5xf32>
// CHECK-NEXT:   %11 = arith.addf %8, %10 : vector<2x2x6x5xf32>
// CHECK-NEXT:   %cst_5 = arith.constant dense<0.000000e+00> : vector<2x2x5xf32>
// CHECK-NEXT:   %dest_6, %accumulated_value_7 = vector.scan <add>, %11, %cst_5 {inclusive = false, reduction_dim = 2 : i64} : vector<2x2x6x5xf32>, vector<2x2x5xf32>
// CHECK-NEXT:   %12 = vector.extract_strided_slice %dest_6 {offsets = [0, 0, 5, 0], sizes = [2, 2, 1, 5], strides = [1, 1, 1, 1]} : vector<2x2x6x5xf32> to vector<2x2x1x5xf32>
// CHECK-NEXT:   %13 = vector.shape_cast %12 : vector<2x2x1x5xf32> to vector<2x2x5xf32>
// CHECK-NEXT:   %14 = vector.extract_strided_slice %11 {offsets = [0, 0, 5, 0], sizes = [2, 2, 1, 5], strides = [1, 1, 1, 1]} : vector<2x2x6x5xf32> to vector<2x2x1x5xf32>
// CHECK-NEXT:   %15 = vector.shape_cast %14 : vector<2x2x1x5xf32> to vector<2x2x5xf32>
// CHECK-NEXT:   %16 = arith.addf %13, %15 : vector<2x2x5xf32>
// CHECK-NEXT:   %17 = vector.shape_cast %dest_6 : vector<2x2x6x5xf32> to vector<2x2x6x1x5xf32>
// CHECK-NEXT:   %18 = vector.broadcast %17 : vector<2x2x6x1x5xf32> to vector<2x2x6x4x5xf32>
// CHECK-NEXT:   %19 = arith.addf %18, %dest_3 : vector<2x2x6x4x5xf32>
// CHECK-NEXT:   %20 = vector.shape_cast %19 : vector<2x2x6x4x5xf32> to vector<2x2x6x4x1x5xf32>
// CHECK-NEXT:   %21 = vector.broadcast %20 : vector<2x2x6x4x1x5xf32> to vector<2x2x6x4x2x5xf32>
// CHECK-NEXT:   %22 = arith.addf %21, %dest : vector<2x2x6x4x2x5xf32>
// CHECK-NEXT:   %23 = vector.extract_strided_slice %22 {offsets = [0, 0, 0, 0, 1, 0], sizes = [2, 2, 6, 4, 1, 5], strides = [1, 1, 1, 1, 1, 1]} : vector<2x2x6x4x2x5xf32> to vector<2x2x6x4x1x5xf32>
// CHECK-NEXT:   %24 = vector.shape_cast %23 : vector<2x2x6x4x1x5xf32> to vector<2x2x6x4x5xf32>
// CHECK-NEXT:   %25 = vector.extract_strided_slice %24 {offsets = [0, 0, 0, 3, 0], sizes = [2, 2, 6, 1, 5], strides = [1, 1, 1, 1, 1]} : vector<2x2x6x4x5xf32> to vector<2x2x6x1x5xf32>
// CHECK-NEXT:   %26 = vector.shape_cast %25 : vector<2x2x6x1x5xf32> to vector<2x2x6x5xf32>
// CHECK-NEXT:   %27 = vector.extract_strided_slice %26 {offsets = [0, 0, 5, 0], sizes = [2, 2, 1, 5], strides = [1, 1, 1, 1]} : vector<2x2x6x5xf32> to vector<2x2x1x5xf32>
// CHECK-NEXT:   %28 = vector.shape_cast %27 : vector<2x2x1x5xf32> to vector<2x2x5xf32>
// CHECK-NEXT:   %29 = vector.extract_strided_slice %28 {offsets = [0, 1, 0], sizes = [2, 1, 5], strides = [1, 1, 1]} : vector<2x2x5xf32> to vector<2x1x5xf32>
// CHECK-NEXT:   %30 = vector.shape_cast %29 : vector<2x1x5xf32> to vector<2x5xf32>
// CHECK-NEXT:   %31 = vector.shape_cast %30 : vector<2x5xf32> to vector<2x5xf32>
// CHECK-NEXT:   %cst_8 = arith.constant dense<0.000000e+00> : vector<2x5xf32>
// CHECK-NEXT:   %dest_9, %accumulated_value_10 = vector.scan <add>, %16, %cst_8 {inclusive = false, reduction_dim = 1 : i64} : vector<2x2x5xf32>, vector<2x5xf32>
// CHECK-NEXT:   %32 = vector.extract_strided_slice %dest_9 {offsets = [0, 1, 0], sizes = [2, 1, 5], strides = [1, 1, 1]} : vector<2x2x5xf32> to vector<2x1x5xf32>
// CHECK-NEXT:   %33 = vector.shape_cast %32 : vector<2x1x5xf32> to vector<2x5xf32>
// CHECK-NEXT:   %34 = vector.extract_strided_slice %16 {offsets = [0, 1, 0], sizes = [2, 1, 5], strides = [1, 1, 1]} : vector<2x2x5xf32> to vector<2x1x5xf32>
// CHECK-NEXT:   %35 = vector.shape_cast %34 : vector<2x1x5xf32> to vector<2x5xf32>
// CHECK-NEXT:   %36 = arith.addf %33, %35 : vector<2x5xf32>
// CHECK-NEXT:   %37 = vector.shape_cast %33 : vector<2x5xf32> to vector<2x5xf32>
// CHECK-NEXT:   %38 = arith.addf %37, %31 : vector<2x5xf32>
// CHECK-NEXT:   %39 = vector.shape_cast %dest_9 : vector<2x2x5xf32> to vector<2x2x1x5xf32>
// CHECK-NEXT:   %40 = vector.broadcast %39 : vector<2x2x1x5xf32> to vector<2x2x6x5xf32>
// CHECK-NEXT:   %41 = vector.shape_cast %40 : vector<2x2x6x5xf32> to vector<2x2x6x1x5xf32>
// CHECK-NEXT:   %42 = vector.broadcast %41 : vector<2x2x6x1x5xf32> to vector<2x2x6x4x5xf32>
// CHECK-NEXT:   %43 = vector.shape_cast %42 : vector<2x2x6x4x5xf32> to vector<2x2x6x4x1x5xf32>
// CHECK-NEXT:   %44 = vector.broadcast %43 : vector<2x2x6x4x1x5xf32> to vector<2x2x6x4x2x5xf32>
// CHECK-NEXT:   %45 = arith.addf %44, %22 : vector<2x2x6x4x2x5xf32>
// CHECK-NEXT:   %46 = vector.shape_cast %2 : vector<2x5xf32> to vector<2x5xf32>
// CHECK-NEXT:   %47 = vector.shape_cast %46 : vector<2x5xf32> to vector<2x1x5xf32>
// CHECK-NEXT:   %48 = vector.broadcast %47 : vector<2x1x5xf32> to vector<2x2x5xf32>
// CHECK-NEXT:   %49 = vector.shape_cast %48 : vector<2x2x5xf32> to vector<2x2x1x5xf32>
// CHECK-NEXT:   %50 = vector.broadcast %49 : vector<2x2x1x5xf32> to vector<2x2x6x5xf32>
// CHECK-NEXT:   %51 = vector.shape_cast %50 : vector<2x2x6x5xf32> to vector<2x2x6x1x5xf32>
// CHECK-NEXT:   %52 = vector.broadcast %51 : vector<2x2x6x1x5xf32> to vector<2x2x6x4x5xf32>
// CHECK-NEXT:   %53 = vector.shape_cast %52 : vector<2x2x6x4x5xf32> to vector<2x2x6x4x1x5xf32>
// CHECK-NEXT:   %54 = vector.broadcast %53 : vector<2x2x6x4x1x5xf32> to vector<2x2x6x4x2x5xf32>
// CHECK-NEXT:   %55 = arith.addf %54, %45 : vector<2x2x6x4x2x5xf32>
// CHECK-NEXT:   %56 = arith.addf %2, %38 : vector<2x5xf32>
// CHECK-NEXT:   %57 = vector.shape_cast %55 : vector<2x2x6x4x2x5xf32> to vector<2x96x5xf32>
// CHECK-NEXT:   %58 = iree_vector_ext.to_layout %57 to layout(#nested) : vector<2x96x5xf32>
// CHECK-NEXT:   %59 = iree_vector_ext.to_layout %56 to layout(#nested1) : vector<2x5xf32>
// CHECK-NEXT:   vector.transfer_write %58, %arg1[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<2x96x5xf32>, memref<2x96x5xf32>
// CHECK-NEXT:   vector.transfer_write %59, %arg2[%c0, %c0] {in_bounds = [true, true]} : vector<2x5xf32>, memref<2x5xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @exclusive(%from: memref<2x96x5xf32>, %to: memref<2x96x5xf32>, %end: memref<2x5xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %from[%c0, %c0, %c0], %p {in_bounds = [true, true, true]} : memref<2x96x5xf32>, vector<2x96x5xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#all) : vector<2x96x5xf32>
  %2 = arith.constant dense<1.5> : vector<2x5xf32>
  %3 = iree_vector_ext.to_layout %2 to layout(#rest) : vector<2x5xf32>
  %4:2 = vector.scan <add>, %1, %3 {inclusive = false, reduction_dim = 1 : i64} : vector<2x96x5xf32>, vector<2x5xf32>
  %5 = iree_vector_ext.to_layout %4#0 to layout(#all) : vector<2x96x5xf32>
  %6 = iree_vector_ext.to_layout %4#1 to layout(#rest) : vector<2x5xf32>
  vector.transfer_write %5, %to[%c0, %c0, %c0] {in_bounds = [true, true, true]} : vector<2x96x5xf32>, memref<2x96x5xf32>
  vector.transfer_write %6, %end[%c0, %c0] {in_bounds = [true, true]} : vector<2x5xf32>, memref<2x5xf32>
  return
}

// One thread and one subgroup have all of the dimension; only batches come before.
#batches = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 3], outer_tile = [1, 1], thread_tile = [4, 1], element_tile = [1, 2], subgroup_strides = [1, 0], thread_strides = [1, 0]>
#eight = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [1], subgroup_strides = [1], thread_strides = [1]>
// CHECK-LABEL: func.func @batches(%arg0: memref<8x6xf32>, %arg1: memref<8x6xf32>, %arg2: memref<8xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0], %cst {in_bounds = [true, true]} : memref<8x6xf32>, vector<8x6xf32>
// CHECK-NEXT:   %1 = iree_vector_ext.to_layout %0 to layout(#nested2) : vector<8x6xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<1.500000e+00> : vector<8xf32>
// CHECK-NEXT:   %2 = vector.shape_cast %1 : vector<8x6xf32> to vector<8x1x3x1x2x1xf32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<1.000000e+00> : vector<8x1x3x1x1xf32>
// CHECK-NEXT:   %dest, %accumulated_value = vector.scan <mul>, %2, %cst_1 {inclusive = true, reduction_dim = 4 : i64} : vector<8x1x3x1x2x1xf32>, vector<8x1x3x1x1xf32>
// CHECK-NEXT:   %3 = vector.extract_strided_slice %accumulated_value {offsets = [0, 0, 0, 0, 0], sizes = [8, 1, 3, 1, 1], strides = [1, 1, 1, 1, 1]} : vector<8x1x3x1x1xf32> to vector<8x1x3x1x1xf32>
// CHECK-NEXT:   %4 = vector.shape_cast %3 : vector<8x1x3x1x1xf32> to vector<8x1x3x1xf32>
// CHECK-NEXT:   %cst_2 = arith.constant dense<1.000000e+00> : vector<8x1x1xf32>
// CHECK-NEXT:   %dest_3, %accumulated_value_4 = vector.scan <mul>, %4, %cst_2 {inclusive = false, reduction_dim = 2 : i64} : vector<8x1x3x1xf32>, vector<8x1x1xf32>
// CHECK-NEXT:   %5 = vector.extract_strided_slice %dest_3 {offsets = [0, 0, 2, 0], sizes = [8, 1, 1, 1], strides = [1, 1, 1, 1]} : vector<8x1x3x1xf32> to vector<8x1x1x1xf32>
// CHECK-NEXT:   %6 = vector.shape_cast %5 : vector<8x1x1x1xf32> to vector<8x1x1xf32>
// CHECK-NEXT:   %7 = vector.extract_strided_slice %4 {offsets = [0, 0, 2, 0], sizes = [8, 1, 1, 1], strides = [1, 1, 1, 1]} : vector<8x1x3x1xf32> to vector<8x1x1x1xf32>
// CHECK-NEXT:   %8 = vector.shape_cast %7 : vector<8x1x1x1xf32> to vector<8x1x1xf32>
// CHECK-NEXT:   %9 = arith.mulf %6, %8 : vector<8x1x1xf32>
// CHECK-NEXT:   %10 = vector.shape_cast %dest_3 : vector<8x1x3x1xf32> to vector<8x1x3x1x1xf32>
// CHECK-NEXT:   %11 = vector.broadcast %10 : vector<8x1x3x1x1xf32> to vector<8x1x3x1x1xf32>
// CHECK-NEXT:   %12 = vector.shape_cast %11 : vector<8x1x3x1x1xf32> to vector<8x1x3x1x1x1xf32>
// CHECK-NEXT:   %13 = vector.broadcast %12 : vector<8x1x3x1x1x1xf32> to vector<8x1x3x1x2x1xf32>
// CHECK-NEXT:   %14 = arith.mulf %13, %dest : vector<8x1x3x1x2x1xf32>
// CHECK-NEXT:   %15 = vector.extract_strided_slice %14 {offsets = [0, 0, 0, 0, 1, 0], sizes = [8, 1, 3, 1, 1, 1], strides = [1, 1, 1, 1, 1, 1]} : vector<8x1x3x1x2x1xf32> to vector<8x1x3x1x1x1xf32>
// CHECK-NEXT:   %16 = vector.shape_cast %15 : vector<8x1x3x1x1x1xf32> to vector<8x1x3x1x1xf32>
// CHECK-NEXT:   %17 = vector.extract_strided_slice %16 {offsets = [0, 0, 0, 0, 0], sizes = [8, 1, 3, 1, 1], strides = [1, 1, 1, 1, 1]} : vector<8x1x3x1x1xf32> to vector<8x1x3x1x1xf32>
// CHECK-NEXT:   %18 = vector.shape_cast %17 : vector<8x1x3x1x1xf32> to vector<8x1x3x1xf32>
// CHECK-NEXT:   %19 = vector.extract_strided_slice %18 {offsets = [0, 0, 2, 0], sizes = [8, 1, 1, 1], strides = [1, 1, 1, 1]} : vector<8x1x3x1xf32> to vector<8x1x1x1xf32>
// CHECK-NEXT:   %20 = vector.shape_cast %19 : vector<8x1x1x1xf32> to vector<8x1x1xf32>
// CHECK-NEXT:   %21 = vector.extract_strided_slice %20 {offsets = [0, 0, 0], sizes = [8, 1, 1], strides = [1, 1, 1]} : vector<8x1x1xf32> to vector<8x1x1xf32>
// CHECK-NEXT:   %22 = vector.shape_cast %21 : vector<8x1x1xf32> to vector<8x1xf32>
// CHECK-NEXT:   %23 = vector.extract_strided_slice %9 {offsets = [0, 0, 0], sizes = [8, 1, 1], strides = [1, 1, 1]} : vector<8x1x1xf32> to vector<8x1x1xf32>
// CHECK-NEXT:   %24 = vector.shape_cast %23 : vector<8x1x1xf32> to vector<8x1xf32>
// CHECK-NEXT:   %25 = vector.shape_cast %24 : vector<8x1xf32> to vector<8xf32>
// CHECK-NEXT:   %26 = vector.shape_cast %14 : vector<8x1x3x1x2x1xf32> to vector<8x6xf32>
// CHECK-NEXT:   %27 = iree_vector_ext.to_layout %26 to layout(#nested2) : vector<8x6xf32>
// CHECK-NEXT:   %28 = iree_vector_ext.to_layout %25 to layout(#nested3) : vector<8xf32>
// CHECK-NEXT:   vector.transfer_write %27, %arg1[%c0, %c0] {in_bounds = [true, true]} : vector<8x6xf32>, memref<8x6xf32>
// CHECK-NEXT:   vector.transfer_write %28, %arg2[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @batches(%from: memref<8x6xf32>, %to: memref<8x6xf32>, %end: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %from[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x6xf32>, vector<8x6xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#batches) : vector<8x6xf32>
  %2 = arith.constant dense<1.5> : vector<8xf32>
  %3 = iree_vector_ext.to_layout %2 to layout(#eight) : vector<8xf32>
  %4:2 = vector.scan <mul>, %1, %3 {inclusive = true, reduction_dim = 1 : i64} : vector<8x6xf32>, vector<8xf32>
  %5 = iree_vector_ext.to_layout %4#0 to layout(#batches) : vector<8x6xf32>
  %6 = iree_vector_ext.to_layout %4#1 to layout(#eight) : vector<8xf32>
  vector.transfer_write %5, %to[%c0, %c0] {in_bounds = [true, true]} : vector<8x6xf32>, memref<8x6xf32>
  vector.transfer_write %6, %end[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}

// CHECK-LABEL: func.func @batches_exclusive(%arg0: memref<8x6xf32>, %arg1: memref<8x6xf32>, %arg2: memref<8xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0], %cst {in_bounds = [true, true]} : memref<8x6xf32>, vector<8x6xf32>
// CHECK-NEXT:   %1 = iree_vector_ext.to_layout %0 to layout(#nested2) : vector<8x6xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<1.500000e+00> : vector<8xf32>
// CHECK-NEXT:   %2 = iree_vector_ext.to_layout %cst_0 to layout(#nested3) : vector<8xf32>
// CHECK-NEXT:   %3 = vector.shape_cast %1 : vector<8x6xf32> to vector<8x1x3x1x2x1xf32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<1.000000e+00> : vector<8x1x3x1x1xf32>
// CHECK-NEXT:   %dest, %accumulated_value = vector.scan <mul>, %3, %cst_1 {inclusive = false, reduction_dim = 4 : i64} : vector<8x1x3x1x2x1xf32>, vector<8x1x3x1x1xf32>
// CHECK-NEXT:   %4 = vector.extract_strided_slice %3 {offsets = [0, 0, 0, 0, 1, 0], sizes = [8, 1, 3, 1, 1, 1], strides = [1, 1, 1, 1, 1, 1]} : vector<8x1x3x1x2x1xf32> to vector<8x1x3x1x1x1xf32>
// CHECK-NEXT:   %5 = vector.shape_cast %4 : vector<8x1x3x1x1x1xf32> to vector<8x1x3x1x1xf32>
// CHECK-NEXT:   %6 = arith.mulf %accumulated_value, %5 : vector<8x1x3x1x1xf32>
// CHECK-NEXT:   %7 = vector.extract_strided_slice %6 {offsets = [0, 0, 0, 0, 0], sizes = [8, 1, 3, 1, 1], strides = [1, 1, 1, 1, 1]} : vector<8x1x3x1x1xf32> to vector<8x1x3x1x1xf32>
// CHECK-NEXT:   %8 = vector.shape_cast %7 : vector<8x1x3x1x1xf32> to vector<8x1x3x1xf32>
// CHECK-NEXT:   %cst_2 = arith.constant dense<1.000000e+00> : vector<8x1x1xf32>
// CHECK-NEXT:   %dest_3, %accumulated_value_4 = vector.scan <mul>, %8, %cst_2 {inclusive = false, reduction_dim = 2 : i64} : vector<8x1x3x1xf32>, vector<8x1x1xf32>
// CHECK-NEXT:   %9 = vector.extract_strided_slice %dest_3 {offsets = [0, 0, 2, 0], sizes = [8, 1, 1, 1], strides = [1, 1, 1, 1]} : vector<8x1x3x1xf32> to vector<8x1x1x1xf32>
// CHECK-NEXT:   %10 = vector.shape_cast %9 : vector<8x1x1x1xf32> to vector<8x1x1xf32>
// CHECK-NEXT:   %11 = vector.extract_strided_slice %8 {offsets = [0, 0, 2, 0], sizes = [8, 1, 1, 1], strides = [1, 1, 1, 1]} : vector<8x1x3x1xf32> to vector<8x1x1x1xf32>
// CHECK-NEXT:   %12 = vector.shape_cast %11 : vector<8x1x1x1xf32> to vector<8x1x1xf32>
// CHECK-NEXT:   %13 = arith.mulf %10, %12 : vector<8x1x1xf32>
// CHECK-NEXT:   %14 = vector.shape_cast %dest_3 : vector<8x1x3x1xf32> to vector<8x1x3x1x1xf32>
// CHECK-NEXT:   %15 = vector.broadcast %14 : vector<8x1x3x1x1xf32> to vector<8x1x3x1x1xf32>
// CHECK-NEXT:   %16 = vector.shape_cast %15 : vector<8x1x3x1x1xf32> to vector<8x1x3x1x1x1xf32>
// CHECK-NEXT:   %17 = vector.broadcast %16 : vector<8x1x3x1x1x1xf32> to vector<8x1x3x1x2x1xf32>
// CHECK-NEXT:   %18 = arith.mulf %17, %dest : vector<8x1x3x1x2x1xf32>
// CHECK-NEXT:   %19 = vector.extract_strided_slice %18 {offsets = [0, 0, 0, 0, 1, 0], sizes = [8, 1, 3, 1, 1, 1], strides = [1, 1, 1, 1, 1, 1]} : vector<8x1x3x1x2x1xf32> to vector<8x1x3x1x1x1xf32>
// CHECK-NEXT:   %20 = vector.shape_cast %19 : vector<8x1x3x1x1x1xf32> to vector<8x1x3x1x1xf32>
// CHECK-NEXT:   %21 = vector.extract_strided_slice %20 {offsets = [0, 0, 0, 0, 0], sizes = [8, 1, 3, 1, 1], strides = [1, 1, 1, 1, 1]} : vector<8x1x3x1x1xf32> to vector<8x1x3x1x1xf32>
// CHECK-NEXT:   %22 = vector.shape_cast %21 : vector<8x1x3x1x1xf32> to vector<8x1x3x1xf32>
// CHECK-NEXT:   %23 = vector.extract_strided_slice %22 {offsets = [0, 0, 2, 0], sizes = [8, 1, 1, 1], strides = [1, 1, 1, 1]} : vector<8x1x3x1xf32> to vector<8x1x1x1xf32>
// CHECK-NEXT:   %24 = vector.shape_cast %23 : vector<8x1x1x1xf32> to vector<8x1x1xf32>
// CHECK-NEXT:   %25 = vector.extract_strided_slice %24 {offsets = [0, 0, 0], sizes = [8, 1, 1], strides = [1, 1, 1]} : vector<8x1x1xf32> to vector<8x1x1xf32>
// CHECK-NEXT:   %26 = vector.shape_cast %25 : vector<8x1x1xf32> to vector<8x1xf32>
// CHECK-NEXT:   %27 = vector.shape_cast %26 : vector<8x1xf32> to vector<8xf32>
// CHECK-NEXT:   %28 = vector.extract_strided_slice %13 {offsets = [0, 0, 0], sizes = [8, 1, 1], strides = [1, 1, 1]} : vector<8x1x1xf32> to vector<8x1x1xf32>
// CHECK-NEXT:   %29 = vector.shape_cast %28 : vector<8x1x1xf32> to vector<8x1xf32>
// CHECK-NEXT:   %30 = vector.shape_cast %2 : vector<8xf32> to vector<8x1xf32>
// CHECK-NEXT:   %31 = vector.shape_cast %30 : vector<8x1xf32> to vector<8x1x1xf32>
// CHECK-NEXT:   %32 = vector.broadcast %31 : vector<8x1x1xf32> to vector<8x1x1xf32>
// CHECK-NEXT:   %33 = vector.shape_cast %32 : vector<8x1x1xf32> to vector<8x1x1x1xf32>
// CHECK-NEXT:   %34 = vector.broadcast %33 : vector<8x1x1x1xf32> to vector<8x1x3x1xf32>
// CHECK-NEXT:   %35 = vector.shape_cast %34 : vector<8x1x3x1xf32> to vector<8x1x3x1x1xf32>
// CHECK-NEXT:   %36 = vector.broadcast %35 : vector<8x1x3x1x1xf32> to vector<8x1x3x1x1xf32>
// CHECK-NEXT:   %37 = vector.shape_cast %36 : vector<8x1x3x1x1xf32> to vector<8x1x3x1x1x1xf32>
// CHECK-NEXT:   %38 = vector.broadcast %37 : vector<8x1x3x1x1x1xf32> to vector<8x1x3x1x2x1xf32>
// CHECK-NEXT:   %39 = arith.mulf %38, %18 : vector<8x1x3x1x2x1xf32>
// CHECK-NEXT:   %40 = vector.extract_strided_slice %39 {offsets = [0, 0, 0, 0, 1, 0], sizes = [8, 1, 3, 1, 1, 1], strides = [1, 1, 1, 1, 1, 1]} : vector<8x1x3x1x2x1xf32> to vector<8x1x3x1x1x1xf32>
// CHECK-NEXT:   %41 = vector.shape_cast %40 : vector<8x1x3x1x1x1xf32> to vector<8x1x3x1x1xf32>
// CHECK-NEXT:   %42 = vector.extract_strided_slice %41 {offsets = [0, 0, 0, 0, 0], sizes = [8, 1, 3, 1, 1], strides = [1, 1, 1, 1, 1]} : vector<8x1x3x1x1xf32> to vector<8x1x3x1x1xf32>
// CHECK-NEXT:   %43 = vector.shape_cast %42 : vector<8x1x3x1x1xf32> to vector<8x1x3x1xf32>
// CHECK-NEXT:   %44 = vector.extract_strided_slice %43 {offsets = [0, 0, 2, 0], sizes = [8, 1, 1, 1], strides = [1, 1, 1, 1]} : vector<8x1x3x1xf32> to vector<8x1x1x1xf32>
// CHECK-NEXT:   %45 = vector.shape_cast %44 : vector<8x1x1x1xf32> to vector<8x1x1xf32>
// CHECK-NEXT:   %46 = vector.extract_strided_slice %45 {offsets = [0, 0, 0], sizes = [8, 1, 1], strides = [1, 1, 1]} : vector<8x1x1xf32> to vector<8x1x1xf32>
// CHECK-NEXT:   %47 = vector.shape_cast %46 : vector<8x1x1xf32> to vector<8x1xf32>
// CHECK-NEXT:   %48 = vector.shape_cast %47 : vector<8x1xf32> to vector<8xf32>
// CHECK-NEXT:   %49 = vector.shape_cast %39 : vector<8x1x3x1x2x1xf32> to vector<8x6xf32>
// CHECK-NEXT:   %50 = iree_vector_ext.to_layout %49 to layout(#nested2) : vector<8x6xf32>
// CHECK-NEXT:   %51 = iree_vector_ext.to_layout %48 to layout(#nested3) : vector<8xf32>
// CHECK-NEXT:   vector.transfer_write %50, %arg1[%c0, %c0] {in_bounds = [true, true]} : vector<8x6xf32>, memref<8x6xf32>
// CHECK-NEXT:   vector.transfer_write %51, %arg2[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @batches_exclusive(%from: memref<8x6xf32>, %to: memref<8x6xf32>, %end: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %from[%c0, %c0], %p {in_bounds = [true, true]} : memref<8x6xf32>, vector<8x6xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#batches) : vector<8x6xf32>
  %2 = arith.constant dense<1.5> : vector<8xf32>
  %3 = iree_vector_ext.to_layout %2 to layout(#eight) : vector<8xf32>
  %4:2 = vector.scan <mul>, %1, %3 {inclusive = false, reduction_dim = 1 : i64} : vector<8x6xf32>, vector<8xf32>
  %5 = iree_vector_ext.to_layout %4#0 to layout(#batches) : vector<8x6xf32>
  %6 = iree_vector_ext.to_layout %4#1 to layout(#eight) : vector<8xf32>
  vector.transfer_write %5, %to[%c0, %c0] {in_bounds = [true, true]} : vector<8x6xf32>, memref<8x6xf32>
  vector.transfer_write %6, %end[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}

// Three threads are no cluster: each scans whole lines.
#lines = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 2], outer_tile = [1, 1], thread_tile = [2, 3], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [4, 1]>
#four = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [2], element_tile = [1], subgroup_strides = [0], thread_strides = [4]>
// CHECK-LABEL: func.func @lines(%arg0: memref<4x12xf32>, %arg1: memref<4x12xf32>, %arg2: memref<4xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0], %cst {in_bounds = [true, true]} : memref<4x12xf32>, vector<4x12xf32>
// CHECK-NEXT:   %1 = iree_vector_ext.to_layout %0 to layout(#nested4) : vector<4x12xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<1.500000e+00> : vector<4xf32>
// CHECK-NEXT:   %2 = iree_vector_ext.to_layout %cst_0 to layout(#nested5) : vector<4xf32>
// CHECK-NEXT:   %dest, %accumulated_value = vector.scan <add>, %1, %2 {inclusive = true, reduction_dim = 1 : i64} : vector<4x12xf32>, vector<4xf32>
// CHECK-NEXT:   %3 = iree_vector_ext.to_layout %dest to layout(#nested4) : vector<4x12xf32>
// CHECK-NEXT:   %4 = iree_vector_ext.to_layout %accumulated_value to layout(#nested5) : vector<4xf32>
// CHECK-NEXT:   vector.transfer_write %3, %arg1[%c0, %c0] {in_bounds = [true, true]} : vector<4x12xf32>, memref<4x12xf32>
// CHECK-NEXT:   vector.transfer_write %4, %arg2[%c0] {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @lines(%from: memref<4x12xf32>, %to: memref<4x12xf32>, %end: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %from[%c0, %c0], %p {in_bounds = [true, true]} : memref<4x12xf32>, vector<4x12xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#lines) : vector<4x12xf32>
  %2 = arith.constant dense<1.5> : vector<4xf32>
  %3 = iree_vector_ext.to_layout %2 to layout(#four) : vector<4xf32>
  %4:2 = vector.scan <add>, %1, %3 {inclusive = true, reduction_dim = 1 : i64} : vector<4x12xf32>, vector<4xf32>
  %5 = iree_vector_ext.to_layout %4#0 to layout(#lines) : vector<4x12xf32>
  %6 = iree_vector_ext.to_layout %4#1 to layout(#four) : vector<4xf32>
  vector.transfer_write %5, %to[%c0, %c0] {in_bounds = [true, true]} : vector<4x12xf32>, memref<4x12xf32>
  vector.transfer_write %6, %end[%c0] {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
  return
}

// CHECK-LABEL: func.func @lines_exclusive(%arg0: memref<4x12xf32>, %arg1: memref<4x12xf32>, %arg2: memref<4xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0], %cst {in_bounds = [true, true]} : memref<4x12xf32>, vector<4x12xf32>
// CHECK-NEXT:   %1 = iree_vector_ext.to_layout %0 to layout(#nested4) : vector<4x12xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<1.500000e+00> : vector<4xf32>
// CHECK-NEXT:   %2 = iree_vector_ext.to_layout %cst_0 to layout(#nested5) : vector<4xf32>
// CHECK-NEXT:   %dest, %accumulated_value = vector.scan <add>, %1, %2 {inclusive = false, reduction_dim = 1 : i64} : vector<4x12xf32>, vector<4xf32>
// CHECK-NEXT:   %3 = iree_vector_ext.to_layout %dest to layout(#nested4) : vector<4x12xf32>
// CHECK-NEXT:   %4 = iree_vector_ext.to_layout %accumulated_value to layout(#nested5) : vector<4xf32>
// CHECK-NEXT:   vector.transfer_write %3, %arg1[%c0, %c0] {in_bounds = [true, true]} : vector<4x12xf32>, memref<4x12xf32>
// CHECK-NEXT:   vector.transfer_write %4, %arg2[%c0] {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @lines_exclusive(%from: memref<4x12xf32>, %to: memref<4x12xf32>, %end: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %from[%c0, %c0], %p {in_bounds = [true, true]} : memref<4x12xf32>, vector<4x12xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#lines) : vector<4x12xf32>
  %2 = arith.constant dense<1.5> : vector<4xf32>
  %3 = iree_vector_ext.to_layout %2 to layout(#four) : vector<4xf32>
  %4:2 = vector.scan <add>, %1, %3 {inclusive = false, reduction_dim = 1 : i64} : vector<4x12xf32>, vector<4xf32>
  %5 = iree_vector_ext.to_layout %4#0 to layout(#lines) : vector<4x12xf32>
  %6 = iree_vector_ext.to_layout %4#1 to layout(#four) : vector<4xf32>
  vector.transfer_write %5, %to[%c0, %c0] {in_bounds = [true, true]} : vector<4x12xf32>, memref<4x12xf32>
  vector.transfer_write %6, %end[%c0] {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
  return
}

#odd = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [3], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#shared = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [3], subgroup_strides = [0], thread_strides = [1]>
// Lines are scanned whole where lanes cannot scan them: three lanes are no cluster, and lanes exchange no f64.
// CHECK-LABEL: func.func @scalars(%arg0: vector<12xf32>, %arg1: vector<12xf64>, %arg2: vector<f32>, %arg3: vector<f64>) -> (vector<12xf32>, vector<f32>, vector<12xf64>, vector<f64>) {
// CHECK-NEXT:   %0 = iree_vector_ext.to_layout %arg0 to layout(#nested6) : vector<12xf32>
// CHECK-NEXT:   %1 = iree_vector_ext.to_layout %arg1 to layout(#nested7) : vector<12xf64>
// CHECK-NEXT:   %2 = vector.shape_cast %0 : vector<12xf32> to vector<1x1x1x1x12x1xf32>
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1xf32>
// CHECK-NEXT:   %dest, %accumulated_value = vector.scan <add>, %2, %cst {inclusive = true, reduction_dim = 4 : i64} : vector<1x1x1x1x12x1xf32>, vector<1x1x1x1x1xf32>
// CHECK-NEXT:   %3 = vector.extract_strided_slice %accumulated_value {offsets = [0, 0, 0, 0, 0], sizes = [1, 1, 1, 1, 1], strides = [1, 1, 1, 1, 1]} : vector<1x1x1x1x1xf32> to vector<1x1x1x1x1xf32>
// CHECK-NEXT:   %4 = vector.shape_cast %3 : vector<1x1x1x1x1xf32> to vector<1x1x1x1xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<1x1x1xf32>
// CHECK-NEXT:   %dest_1, %accumulated_value_2 = vector.scan <add>, %4, %cst_0 {inclusive = false, reduction_dim = 2 : i64} : vector<1x1x1x1xf32>, vector<1x1x1xf32>
// CHECK-NEXT:   %5 = vector.extract_strided_slice %dest_1 {offsets = [0, 0, 0, 0], sizes = [1, 1, 1, 1], strides = [1, 1, 1, 1]} : vector<1x1x1x1xf32> to vector<1x1x1x1xf32>
// CHECK-NEXT:   %6 = vector.shape_cast %5 : vector<1x1x1x1xf32> to vector<1x1x1xf32>
// CHECK-NEXT:   %7 = vector.extract_strided_slice %4 {offsets = [0, 0, 0, 0], sizes = [1, 1, 1, 1], strides = [1, 1, 1, 1]} : vector<1x1x1x1xf32> to vector<1x1x1x1xf32>
// CHECK-NEXT:   %8 = vector.shape_cast %7 : vector<1x1x1x1xf32> to vector<1x1x1xf32>
// CHECK-NEXT:   %9 = arith.addf %6, %8 : vector<1x1x1xf32>
// CHECK-NEXT:   %10 = vector.shape_cast %dest_1 : vector<1x1x1x1xf32> to vector<1x1x1x1x1xf32>
// CHECK-NEXT:   %11 = vector.broadcast %10 : vector<1x1x1x1x1xf32> to vector<1x1x1x1x1xf32>
// CHECK-NEXT:   %12 = vector.shape_cast %11 : vector<1x1x1x1x1xf32> to vector<1x1x1x1x1x1xf32>
// CHECK-NEXT:   %13 = vector.broadcast %12 : vector<1x1x1x1x1x1xf32> to vector<1x1x1x1x12x1xf32>
// CHECK-NEXT:   %14 = arith.addf %13, %dest : vector<1x1x1x1x12x1xf32>
// CHECK-NEXT:   %15 = vector.extract_strided_slice %14 {offsets = [0, 0, 0, 0, 11, 0], sizes = [1, 1, 1, 1, 1, 1], strides = [1, 1, 1, 1, 1, 1]} : vector<1x1x1x1x12x1xf32> to vector<1x1x1x1x1x1xf32>
// CHECK-NEXT:   %16 = vector.shape_cast %15 : vector<1x1x1x1x1x1xf32> to vector<1x1x1x1x1xf32>
// CHECK-NEXT:   %17 = vector.extract_strided_slice %16 {offsets = [0, 0, 0, 0, 0], sizes = [1, 1, 1, 1, 1], strides = [1, 1, 1, 1, 1]} : vector<1x1x1x1x1xf32> to vector<1x1x1x1x1xf32>
// CHECK-NEXT:   %18 = vector.shape_cast %17 : vector<1x1x1x1x1xf32> to vector<1x1x1x1xf32>
// CHECK-NEXT:   %19 = vector.extract_strided_slice %18 {offsets = [0, 0, 0, 0], sizes = [1, 1, 1, 1], strides = [1, 1, 1, 1]} : vector<1x1x1x1xf32> to vector<1x1x1x1xf32>
// CHECK-NEXT:   %20 = vector.shape_cast %19 : vector<1x1x1x1xf32> to vector<1x1x1xf32>
// CHECK-NEXT:   %21 = vector.extract_strided_slice %20 {offsets = [0, 0, 0], sizes = [1, 1, 1], strides = [1, 1, 1]} : vector<1x1x1xf32> to vector<1x1x1xf32>
// CHECK-NEXT:   %22 = vector.shape_cast %21 : vector<1x1x1xf32> to vector<1x1xf32>
// CHECK-NEXT:   %23 = vector.extract_strided_slice %9 {offsets = [0, 0, 0], sizes = [1, 1, 1], strides = [1, 1, 1]} : vector<1x1x1xf32> to vector<1x1x1xf32>
// CHECK-NEXT:   %24 = vector.shape_cast %23 : vector<1x1x1xf32> to vector<1x1xf32>
// CHECK-NEXT:   %25 = vector.shape_cast %24 : vector<1x1xf32> to vector<f32>
// CHECK-NEXT:   %26 = vector.shape_cast %14 : vector<1x1x1x1x12x1xf32> to vector<12xf32>
// CHECK-NEXT:   %27 = vector.shape_cast %1 : vector<12xf64> to vector<1x1x1x1x12x1xf64>
// CHECK-NEXT:   %cst_3 = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1xf64>
// CHECK-NEXT:   %dest_4, %accumulated_value_5 = vector.scan <add>, %27, %cst_3 {inclusive = false, reduction_dim = 4 : i64} : vector<1x1x1x1x12x1xf64>, vector<1x1x1x1x1xf64>
// CHECK-NEXT:   %28 = vector.extract_strided_slice %27 {offsets = [0, 0, 0, 0, 11, 0], sizes = [1, 1, 1, 1, 1, 1], strides = [1, 1, 1, 1, 1, 1]} : vector<1x1x1x1x12x1xf64> to vector<1x1x1x1x1x1xf64>
// CHECK-NEXT:   %29 = vector.shape_cast %28 : vector<1x1x1x1x1x1xf64> to vector<1x1x1x1x1xf64>
// CHECK-NEXT:   %30 = arith.addf %accumulated_value_5, %29 : vector<1x1x1x1x1xf64>
// CHECK-NEXT:   %31 = vector.extract_strided_slice %30 {offsets = [0, 0, 0, 0, 0], sizes = [1, 1, 1, 1, 1], strides = [1, 1, 1, 1, 1]} : vector<1x1x1x1x1xf64> to vector<1x1x1x1x1xf64>
// CHECK-NEXT:   %32 = vector.shape_cast %31 : vector<1x1x1x1x1xf64> to vector<1x1x1x1xf64>
// CHECK-NEXT:   %cst_6 = arith.constant dense<0.000000e+00> : vector<1x1x1xf64>
// CHECK-NEXT:   %dest_7, %accumulated_value_8 = vector.scan <add>, %32, %cst_6 {inclusive = false, reduction_dim = 2 : i64} : vector<1x1x1x1xf64>, vector<1x1x1xf64>
// CHECK-NEXT:   %33 = vector.extract_strided_slice %dest_7 {offsets = [0, 0, 0, 0], sizes = [1, 1, 1, 1], strides = [1, 1, 1, 1]} : vector<1x1x1x1xf64> to vector<1x1x1x1xf64>
// CHECK-NEXT:   %34 = vector.shape_cast %33 : vector<1x1x1x1xf64> to vector<1x1x1xf64>
// CHECK-NEXT:   %35 = vector.extract_strided_slice %32 {offsets = [0, 0, 0, 0], sizes = [1, 1, 1, 1], strides = [1, 1, 1, 1]} : vector<1x1x1x1xf64> to vector<1x1x1x1xf64>
// CHECK-NEXT:   %36 = vector.shape_cast %35 : vector<1x1x1x1xf64> to vector<1x1x1xf64>
// CHECK-NEXT:   %37 = arith.addf %34, %36 : vector<1x1x1xf64>
// CHECK-NEXT:   %38 = vector.shape_cast %dest_7 : vector<1x1x1x1xf64> to vector<1x1x1x1x1xf64>
// CHECK-NEXT:   %39 = vector.broadcast %38 : vector<1x1x1x1x1xf64> to vector<1x1x1x1x1xf64>
// CHECK-NEXT:   %40 = vector.shape_cast %39 : vector<1x1x1x1x1xf64> to vector<1x1x1x1x1x1xf64>
// CHECK-NEXT:   %41 = vector.broadcast %40 : vector<1x1x1x1x1x1xf64> to vector<1x1x1x1x12x1xf64>
// CHECK-NEXT:   %42 = arith.addf %41, %dest_4 : vector<1x1x1x1x12x1xf64>
// CHECK-NEXT:   %43 = vector.extract_strided_slice %42 {offsets = [0, 0, 0, 0, 11, 0], sizes = [1, 1, 1, 1, 1, 1], strides = [1, 1, 1, 1, 1, 1]} : vector<1x1x1x1x12x1xf64> to vector<1x1x1x1x1x1xf64>
// CHECK-NEXT:   %44 = vector.shape_cast %43 : vector<1x1x1x1x1x1xf64> to vector<1x1x1x1x1xf64>
// CHECK-NEXT:   %45 = vector.extract_strided_slice %44 {offsets = [0, 0, 0, 0, 0], sizes = [1, 1, 1, 1, 1], strides = [1, 1, 1, 1, 1]} : vector<1x1x1x1x1xf64> to vector<1x1x1x1x1xf64>
// CHECK-NEXT:   %46 = vector.shape_cast %45 : vector<1x1x1x1x1xf64> to vector<1x1x1x1xf64>
// CHECK-NEXT:   %47 = vector.extract_strided_slice %46 {offsets = [0, 0, 0, 0], sizes = [1, 1, 1, 1], strides = [1, 1, 1, 1]} : vector<1x1x1x1xf64> to vector<1x1x1x1xf64>
// CHECK-NEXT:   %48 = vector.shape_cast %47 : vector<1x1x1x1xf64> to vector<1x1x1xf64>
// CHECK-NEXT:   %49 = vector.extract_strided_slice %48 {offsets = [0, 0, 0], sizes = [1, 1, 1], strides = [1, 1, 1]} : vector<1x1x1xf64> to vector<1x1x1xf64>
// CHECK-NEXT:   %50 = vector.shape_cast %49 : vector<1x1x1xf64> to vector<1x1xf64>
// CHECK-NEXT:   %51 = vector.shape_cast %50 : vector<1x1xf64> to vector<f64>
// CHECK-NEXT:   %52 = vector.extract_strided_slice %37 {offsets = [0, 0, 0], sizes = [1, 1, 1], strides = [1, 1, 1]} : vector<1x1x1xf64> to vector<1x1x1xf64>
// CHECK-NEXT:   %53 = vector.shape_cast %52 : vector<1x1x1xf64> to vector<1x1xf64>
// CHECK-NEXT:   %54 = vector.shape_cast %arg3 : vector<f64> to vector<1x1xf64>
// CHECK-NEXT:   %55 = vector.shape_cast %54 : vector<1x1xf64> to vector<1x1x1xf64>
// CHECK-NEXT:   %56 = vector.broadcast %55 : vector<1x1x1xf64> to vector<1x1x1xf64>
// CHECK-NEXT:   %57 = vector.shape_cast %56 : vector<1x1x1xf64> to vector<1x1x1x1xf64>
// CHECK-NEXT:   %58 = vector.broadcast %57 : vector<1x1x1x1xf64> to vector<1x1x1x1xf64>
// CHECK-NEXT:   %59 = vector.shape_cast %58 : vector<1x1x1x1xf64> to vector<1x1x1x1x1xf64>
// CHECK-NEXT:   %60 = vector.broadcast %59 : vector<1x1x1x1x1xf64> to vector<1x1x1x1x1xf64>
// CHECK-NEXT:   %61 = vector.shape_cast %60 : vector<1x1x1x1x1xf64> to vector<1x1x1x1x1x1xf64>
// CHECK-NEXT:   %62 = vector.broadcast %61 : vector<1x1x1x1x1x1xf64> to vector<1x1x1x1x12x1xf64>
// CHECK-NEXT:   %63 = arith.addf %62, %42 : vector<1x1x1x1x12x1xf64>
// CHECK-NEXT:   %64 = vector.extract_strided_slice %63 {offsets = [0, 0, 0, 0, 11, 0], sizes = [1, 1, 1, 1, 1, 1], strides = [1, 1, 1, 1, 1, 1]} : vector<1x1x1x1x12x1xf64> to vector<1x1x1x1x1x1xf64>
// CHECK-NEXT:   %65 = vector.shape_cast %64 : vector<1x1x1x1x1x1xf64> to vector<1x1x1x1x1xf64>
// CHECK-NEXT:   %66 = vector.extract_strided_slice %65 {offsets = [0, 0, 0, 0, 0], sizes = [1, 1, 1, 1, 1], strides = [1, 1, 1, 1, 1]} : vector<1x1x1x1x1xf64> to vector<1x1x1x1x1xf64>
// CHECK-NEXT:   %67 = vector.shape_cast %66 : vector<1x1x1x1x1xf64> to vector<1x1x1x1xf64>
// CHECK-NEXT:   %68 = vector.extract_strided_slice %67 {offsets = [0, 0, 0, 0], sizes = [1, 1, 1, 1], strides = [1, 1, 1, 1]} : vector<1x1x1x1xf64> to vector<1x1x1x1xf64>
// CHECK-NEXT:   %69 = vector.shape_cast %68 : vector<1x1x1x1xf64> to vector<1x1x1xf64>
// CHECK-NEXT:   %70 = vector.extract_strided_slice %69 {offsets = [0, 0, 0], sizes = [1, 1, 1], strides = [1, 1, 1]} : vector<1x1x1xf64> to vector<1x1x1xf64>
// CHECK-NEXT:   %71 = vector.shape_cast %70 : vector<1x1x1xf64> to vector<1x1xf64>
// CHECK-NEXT:   %72 = vector.shape_cast %71 : vector<1x1xf64> to vector<f64>
// CHECK-NEXT:   %73 = vector.shape_cast %63 : vector<1x1x1x1x12x1xf64> to vector<12xf64>
// CHECK-NEXT:   return %26, %25, %73, %72 : vector<12xf32>, vector<f32>, vector<12xf64>, vector<f64>
// CHECK-NEXT: }
func.func @scalars(%x: vector<12xf32>, %y: vector<12xf64>, %i: vector<f32>, %j: vector<f64>) -> (vector<12xf32>, vector<f32>, vector<12xf64>, vector<f64>) {
  %a = iree_vector_ext.to_layout %x to layout(#odd) : vector<12xf32>
  %b = iree_vector_ext.to_layout %y to layout(#shared) : vector<12xf64>
  %0:2 = vector.scan <add>, %a, %i {inclusive = true, reduction_dim = 0 : i64} : vector<12xf32>, vector<f32>
  %1:2 = vector.scan <add>, %b, %j {inclusive = false, reduction_dim = 0 : i64} : vector<12xf64>, vector<f64>
  return %0#0, %0#1, %1#0, %1#1 : vector<12xf32>, vector<f32>, vector<12xf64>, vector<f64>
}
