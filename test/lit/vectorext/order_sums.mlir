// RUN: optc %s --vectorext-order-sums=subgroup-size=8 --cse | FileCheck %s

// What a thread holds comes first, then its lanes, then the subgroups, and the accumulator
// last. Digits are 1, then subgroups, threads, batches, outers and elements of every
// dimension.
#plane = #iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [3, 1], outer_tile = [1, 2], thread_tile = [2, 4], element_tile = [1, 2], subgroup_strides = [1, 0], thread_strides = [4, 1]>
#rows = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [3], outer_tile = [1], thread_tile = [2], element_tile = [1], subgroup_strides = [1], thread_strides = [4]>
// CHECK-LABEL: func.func @columns(%arg0: memref<12x16xf32>, %arg1: memref<12xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0], %cst {in_bounds = [true, true]} : memref<12x16xf32>, vector<12x16xf32>
// CHECK-NEXT:   %1 = iree_vector_ext.to_layout %0 to layout(#nested) : vector<12x16xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<1.500000e+00> : vector<12xf32>
// CHECK-NEXT:   %2 = iree_vector_ext.to_layout %cst_0 to layout(#nested1) : vector<12xf32>
// CHECK-NEXT:   %3 = vector.shape_cast %1 : vector<12x16xf32> to vector<1x2x3x1x2x1x1x1x2x4x2xf32>
// CHECK-NEXT:   %4 = vector.transpose %3, [0, 1, 6, 4, 9, 2, 7, 3, 8, 5, 10] : vector<1x2x3x1x2x1x1x1x2x4x2xf32> to vector<1x2x1x2x4x3x1x1x2x1x2xf32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<1x2x1x2x4x3x1x1xf32>
// CHECK-NEXT:   %5 = vector.multi_reduction <add>, %4, %cst_1 [6, 8, 10] : vector<1x2x1x2x4x3x1x1x2x1x2xf32> to vector<1x2x1x2x4x3x1x1xf32>
// CHECK-NEXT:   %[[VAL_6:.+]] = vector.transpose %[[VAL_5:.+]], [0, 1, 2, 3, 5, 6, 7, 4] : vector<1x2x1x2x4x3x1x1xf32> to vector<1x2x1x2x3x1x1x4xf32>
// CHECK-NEXT:   %[[VAL_7:.+]] = vector.shape_cast %[[VAL_6]] : vector<1x2x1x2x3x1x1x4xf32> to vector<1x2x1x2x3x1x1x4xf32>
// CHECK-NEXT:   %[[CST_2:.+]] = arith.constant dense<0.000000e+00> : vector<1x2x1x2x3x1x1x2xf32>
// CHECK-NEXT:   %[[VAL_8:.+]] = vector.shape_cast %[[VAL_7]] : vector<1x2x1x2x3x1x1x4xf32> to vector<1x2x1x2x3x1x1x2x2xf32>
// CHECK-NEXT:   %[[VAL_9:.+]] = vector.multi_reduction <add>, %[[VAL_8]], %[[CST_2]] [8] : vector<1x2x1x2x3x1x1x2x2xf32> to vector<1x2x1x2x3x1x1x2xf32>
// CHECK-NEXT:   %[[CST_3:.+]] = arith.constant dense<0.000000e+00> : vector<1x2x1x2x3x1x1x1xf32>
// CHECK-NEXT:   %[[VAL_10:.+]] = vector.shape_cast %[[VAL_9]] : vector<1x2x1x2x3x1x1x2xf32> to vector<1x2x1x2x3x1x1x1x2xf32>
// CHECK-NEXT:   %[[VAL_11:.+]] = vector.multi_reduction <add>, %[[VAL_10]], %[[CST_3]] [8] : vector<1x2x1x2x3x1x1x1x2xf32> to vector<1x2x1x2x3x1x1x1xf32>
// CHECK-NEXT:   %[[VAL_12:.+]] = vector.shape_cast %[[VAL_11]] : vector<1x2x1x2x3x1x1x1xf32> to vector<1x2x1x2x3x1x1xf32>
// CHECK-NEXT:   %[[CST_4:.+]] = arith.constant dense<0.000000e+00> : vector<1x2x2x3x1x1xf32>
// CHECK-NEXT:   %[[VAL_13:.+]] = vector.multi_reduction <add>, %[[VAL_12]], %[[CST_4]] [2] : vector<1x2x1x2x3x1x1xf32> to vector<1x2x2x3x1x1xf32>
// CHECK-NEXT:   %[[VAL_14:.+]] = vector.transpose %[[VAL_13]], [0, 1, 3, 4, 2, 5] : vector<1x2x2x3x1x1xf32> to vector<1x2x3x1x2x1xf32>
// CHECK-NEXT:   %[[VAL_15:.+]] = vector.shape_cast %[[VAL_14]] : vector<1x2x3x1x2x1xf32> to vector<12xf32>
// CHECK-NEXT:   %[[VAL_16:.+]] = arith.addf %[[VAL_15]], %[[VAL_2:.+]] : vector<12xf32>
// CHECK-NEXT:   vector.transfer_write %[[VAL_16]], %[[ARG1:.+]][%[[C0:.+]]] {in_bounds = [true]} : vector<12xf32>, memref<12xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @columns(%from: memref<12x16xf32>, %to: memref<12xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %from[%c0, %c0], %p {in_bounds = [true, true]} : memref<12x16xf32>, vector<12x16xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#plane) : vector<12x16xf32>
  %2 = arith.constant dense<1.5> : vector<12xf32>
  %3 = iree_vector_ext.to_layout %2 to layout(#rows) : vector<12xf32>
  %4 = vector.multi_reduction <add>, %1, %3 [1] : vector<12x16xf32> to vector<12xf32>
  vector.transfer_write %4, %to[%c0] {in_bounds = [true]} : vector<12xf32>, memref<12xf32>
  return
}

// CHECK-LABEL: func.func @whole(%arg0: memref<12x16xf32>, %arg1: memref<f32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0], %cst {in_bounds = [true, true]} : memref<12x16xf32>, vector<12x16xf32>
// CHECK-NEXT:   %1 = iree_vector_ext.to_layout %0 to layout(#nested) : vector<12x16xf32>
// CHECK-NEXT:   %cst_0 = arith.constant 1.500000e+00 : f32
// CHECK-NEXT:   %2 = vector.shape_cast %1 : vector<12x16xf32> to vector<1x2x3x1x2x1x1x1x2x4x2xf32>
// CHECK-NEXT:   %3 = vector.transpose %2, [0, 1, 6, 4, 9, 2, 7, 3, 8, 5, 10] : vector<1x2x3x1x2x1x1x1x2x4x2xf32> to vector<1x2x1x2x4x3x1x1x2x1x2xf32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<1x2x1x2x4xf32>
// CHECK-NEXT:   %4 = vector.multi_reduction <add>, %3, %cst_1 [5, 6, 7, 8, 9, 10] : vector<1x2x1x2x4x3x1x1x2x1x2xf32> to vector<1x2x1x2x4xf32>
// CHECK-NEXT:   %[[VAL_5:.+]] = vector.transpose %[[VAL_4:.+]], [0, 1, 2, 4, 3] : vector<1x2x1x2x4xf32> to vector<1x2x1x4x2xf32>
// CHECK-NEXT:   %[[VAL_6:.+]] = vector.shape_cast %[[VAL_5]] : vector<1x2x1x4x2xf32> to vector<1x2x1x4x2xf32>
// CHECK-NEXT:   %[[CST_2:.+]] = arith.constant dense<0.000000e+00> : vector<1x2x1x4x1xf32>
// CHECK-NEXT:   %[[VAL_7:.+]] = vector.shape_cast %[[VAL_6]] : vector<1x2x1x4x2xf32> to vector<1x2x1x4x1x2xf32>
// CHECK-NEXT:   %[[VAL_8:.+]] = vector.multi_reduction <add>, %[[VAL_7]], %[[CST_2]] [5] : vector<1x2x1x4x1x2xf32> to vector<1x2x1x4x1xf32>
// CHECK-NEXT:   %[[VAL_9:.+]] = vector.shape_cast %[[VAL_8]] : vector<1x2x1x4x1xf32> to vector<1x2x1x4xf32>
// CHECK-NEXT:   %[[VAL_10:.+]] = vector.transpose %[[VAL_9]], [0, 1, 2, 3] : vector<1x2x1x4xf32> to vector<1x2x1x4xf32>
// CHECK-NEXT:   %[[VAL_11:.+]] = vector.shape_cast %[[VAL_10]] : vector<1x2x1x4xf32> to vector<1x2x1x4xf32>
// CHECK-NEXT:   %[[CST_3:.+]] = arith.constant dense<0.000000e+00> : vector<1x2x1x2xf32>
// CHECK-NEXT:   %[[VAL_12:.+]] = vector.shape_cast %[[VAL_11]] : vector<1x2x1x4xf32> to vector<1x2x1x2x2xf32>
// CHECK-NEXT:   %[[VAL_13:.+]] = vector.multi_reduction <add>, %[[VAL_12]], %[[CST_3]] [4] : vector<1x2x1x2x2xf32> to vector<1x2x1x2xf32>
// CHECK-NEXT:   %[[CST_4:.+]] = arith.constant dense<0.000000e+00> : vector<1x2x1x1xf32>
// CHECK-NEXT:   %[[VAL_14:.+]] = vector.shape_cast %[[VAL_13]] : vector<1x2x1x2xf32> to vector<1x2x1x1x2xf32>
// CHECK-NEXT:   %[[VAL_15:.+]] = vector.multi_reduction <add>, %[[VAL_14]], %[[CST_4]] [4] : vector<1x2x1x1x2xf32> to vector<1x2x1x1xf32>
// CHECK-NEXT:   %[[VAL_16:.+]] = vector.shape_cast %[[VAL_15]] : vector<1x2x1x1xf32> to vector<1x2x1xf32>
// CHECK-NEXT:   %[[VAL_17:.+]] = vector.transpose %[[VAL_16]], [0, 2, 1] : vector<1x2x1xf32> to vector<1x1x2xf32>
// CHECK-NEXT:   %[[VAL_18:.+]] = vector.shape_cast %[[VAL_17]] : vector<1x1x2xf32> to vector<1x1x2xf32>
// CHECK-NEXT:   %[[CST_5:.+]] = arith.constant dense<0.000000e+00> : vector<1x1x1xf32>
// CHECK-NEXT:   %[[VAL_19:.+]] = vector.shape_cast %[[VAL_18]] : vector<1x1x2xf32> to vector<1x1x1x2xf32>
// CHECK-NEXT:   %[[VAL_20:.+]] = vector.multi_reduction <add>, %[[VAL_19]], %[[CST_5]] [3] : vector<1x1x1x2xf32> to vector<1x1x1xf32>
// CHECK-NEXT:   %[[VAL_21:.+]] = vector.shape_cast %[[VAL_20]] : vector<1x1x1xf32> to vector<1x1xf32>
// CHECK-NEXT:   %[[VAL_22:.+]] = vector.transpose %[[VAL_21]], [0, 1] : vector<1x1xf32> to vector<1x1xf32>
// CHECK-NEXT:   %[[VAL_23:.+]] = vector.shape_cast %[[VAL_22]] : vector<1x1xf32> to vector<1x1xf32>
// CHECK-NEXT:   %[[VAL_24:.+]] = vector.shape_cast %[[VAL_23]] : vector<1x1xf32> to vector<1xf32>
// CHECK-NEXT:   %[[VAL_25:.+]] = vector.transpose %[[VAL_24]], [0] : vector<1xf32> to vector<1xf32>
// CHECK-NEXT:   %[[VAL_26:.+]] = vector.shape_cast %[[VAL_25]] : vector<1xf32> to vector<1xf32>
// CHECK-NEXT:   %[[VAL_27:.+]] = vector.extract %[[VAL_26]][0] : f32 from vector<1xf32>
// CHECK-NEXT:   %[[VAL_28:.+]] = arith.addf %[[VAL_27]], %[[CST_0:.+]] : f32
// CHECK-NEXT:   memref.store %[[VAL_28]], %[[ARG1:.+]][] : memref<f32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @whole(%from: memref<12x16xf32>, %to: memref<f32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %from[%c0, %c0], %p {in_bounds = [true, true]} : memref<12x16xf32>, vector<12x16xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#plane) : vector<12x16xf32>
  %2 = arith.constant 1.5 : f32
  %3 = vector.multi_reduction <add>, %1, %2 [1, 0] : vector<12x16xf32> to f32
  memref.store %3, %to[] : memref<f32>
  return
}

// Three threads are no cluster of lanes; they meet in memory.
#three = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [2], thread_tile = [3], element_tile = [2], subgroup_strides = [1], thread_strides = [2]>
// CHECK-LABEL: func.func @line(%arg0: memref<24xf32>, %arg1: memref<2xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0], %cst {in_bounds = [true]} : memref<24xf32>, vector<24xf32>
// CHECK-NEXT:   %1 = iree_vector_ext.to_layout %0 to layout(#nested2) : vector<24xf32>
// CHECK-NEXT:   %cst_0 = arith.constant 1.500000e+00 : f32
// CHECK-NEXT:   %2 = vector.shape_cast %1 : vector<24xf32> to vector<1x2x1x2x3x2xf32>
// CHECK-NEXT:   %3 = vector.transpose %2, [0, 1, 4, 2, 3, 5] : vector<1x2x1x2x3x2xf32> to vector<1x2x3x1x2x2xf32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<1x2x3xf32>
// CHECK-NEXT:   %4 = vector.multi_reduction <add>, %3, %cst_1 [3, 4, 5] : vector<1x2x3x1x2x2xf32> to vector<1x2x3xf32>
// CHECK-NEXT:   %cst_2 = arith.constant dense<0.000000e+00> : vector<1xf32>
// CHECK-NEXT:   %5 = vector.multi_reduction <add>, %4, %cst_2 [1, 2] : vector<1x2x3xf32> to vector<1xf32>
// CHECK-NEXT:   %6 = vector.transpose %5, [0] : vector<1xf32> to vector<1xf32>
// CHECK-NEXT:   %7 = vector.shape_cast %6 : vector<1xf32> to vector<1xf32>
// CHECK-NEXT:   %8 = vector.extract %7[0] : f32 from vector<1xf32>
// CHECK-NEXT:   %9 = arith.addf %8, %cst_0 : f32
// CHECK-NEXT:   %cst_3 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   %cst_4 = arith.constant dense<1.000000e+00> : vector<1x2x3xf32>
// CHECK-NEXT:   %10 = vector.multi_reduction <mul>, %3, %cst_4 [3, 4, 5] : vector<1x2x3x1x2x2xf32> to vector<1x2x3xf32>
// CHECK-NEXT:   %cst_5 = arith.constant dense<1.000000e+00> : vector<1xf32>
// CHECK-NEXT:   %11 = vector.multi_reduction <mul>, %10, %cst_5 [1, 2] : vector<1x2x3xf32> to vector<1xf32>
// CHECK-NEXT:   %12 = vector.transpose %11, [0] : vector<1xf32> to vector<1xf32>
// CHECK-NEXT:   %13 = vector.shape_cast %12 : vector<1xf32> to vector<1xf32>
// CHECK-NEXT:   %14 = vector.extract %13[0] : f32 from vector<1xf32>
// CHECK-NEXT:   %15 = arith.mulf %14, %cst_3 : f32
// CHECK-NEXT:   memref.store %9, %arg1[%c0] : memref<2xf32>
// CHECK-NEXT:   memref.store %15, %arg1[%c1] : memref<2xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @line(%from: memref<24xf32>, %to: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %from[%c0], %p {in_bounds = [true]} : memref<24xf32>, vector<24xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#three) : vector<24xf32>
  %2 = arith.constant 1.5 : f32
  %3 = vector.reduction <add>, %1, %2 : vector<24xf32> into f32
  %4 = vector.reduction <mul>, %1 : vector<24xf32> into f32
  memref.store %3, %to[%c0] : memref<2xf32>
  memref.store %4, %to[%c1] : memref<2xf32>
  return
}

// Products are formed first, along the iterators that an operand does not have.
#lhs = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [2, 4], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [4, 1]>
#rhs = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 1], element_tile = [2, 3], subgroup_strides = [0, 0], thread_strides = [1, 0]>
// CHECK-LABEL: func.func @product(%arg0: memref<4x8xf16>, %arg1: memref<8x3xf16>, %arg2: memref<4x3xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f16
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0], %cst {in_bounds = [true, true]} : memref<4x8xf16>, vector<4x8xf16>
// CHECK-NEXT:   %1 = vector.transfer_read %arg1[%c0, %c0], %cst {in_bounds = [true, true]} : memref<8x3xf16>, vector<8x3xf16>
// CHECK-NEXT:   %cst_0 = arith.constant dense<1.500000e+00> : vector<4x3xf32>
// CHECK-NEXT:   %2 = iree_vector_ext.to_layout %0 to layout(#nested3) : vector<4x8xf16>
// CHECK-NEXT:   %3 = iree_vector_ext.to_layout %1 to layout(#nested4) : vector<8x3xf16>
// CHECK-NEXT:   %4 = vector.transpose %2, [0, 1] : vector<4x8xf16> to vector<4x8xf16>
// CHECK-NEXT:   %5 = vector.shape_cast %4 : vector<4x8xf16> to vector<4x1x8xf16>
// CHECK-NEXT:   %6 = arith.extf %5 : vector<4x1x8xf16> to vector<4x1x8xf32>
// CHECK-NEXT:   %7 = vector.broadcast %6 : vector<4x1x8xf32> to vector<4x3x8xf32>
// CHECK-NEXT:   %8 = vector.transpose %3, [1, 0] : vector<8x3xf16> to vector<3x8xf16>
// CHECK-NEXT:   %9 = vector.shape_cast %8 : vector<3x8xf16> to vector<1x3x8xf16>
// CHECK-NEXT:   %10 = arith.extf %9 : vector<1x3x8xf16> to vector<1x3x8xf32>
// CHECK-NEXT:   %11 = vector.broadcast %10 : vector<1x3x8xf32> to vector<4x3x8xf32>
// CHECK-NEXT:   %12 = arith.mulf %7, %11 : vector<4x3x8xf32>
// CHECK-NEXT:   %13 = vector.shape_cast %12 : vector<4x3x8xf32> to vector<1x1x2x1x2x1x1x1x1x1x3x1x1x1x4x2xf32>
// CHECK-NEXT:   %14 = vector.transpose %13, [0, 1, 6, 11, 4, 9, 14, 2, 7, 12, 3, 8, 13, 5, 10, 15] : vector<1x1x2x1x2x1x1x1x1x1x3x1x1x1x4x2xf32> to vector<1x1x1x1x2x1x4x2x1x1x1x1x1x1x3x2xf32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<1x1x1x1x2x1x4x2x1x1x1x1x3xf32>
// CHECK-NEXT:   %15 = vector.multi_reduction <add>, %14, %cst_1 [9, 12, 15] : vector<1x1x1x1x2x1x4x2x1x1x1x1x1x1x3x2xf32> to vector<1x1x1x1x2x1x4x2x1x1x1x1x3xf32>
// CHECK-NEXT:   %[[VAL_16:.+]] = vector.transpose %[[VAL_15:.+]], [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 6] : vector<1x1x1x1x2x1x4x2x1x1x1x1x3xf32> to vector<1x1x1x1x2x1x2x1x1x1x1x3x4xf32>
// CHECK-NEXT:   %[[VAL_17:.+]] = vector.shape_cast %[[VAL_16]] : vector<1x1x1x1x2x1x2x1x1x1x1x3x4xf32> to vector<1x1x1x1x2x1x2x1x1x1x1x3x4xf32>
// CHECK-NEXT:   %[[CST_2:.+]] = arith.constant dense<0.000000e+00> : vector<1x1x1x1x2x1x2x1x1x1x1x3x2xf32>
// CHECK-NEXT:   %[[VAL_18:.+]] = vector.shape_cast %[[VAL_17]] : vector<1x1x1x1x2x1x2x1x1x1x1x3x4xf32> to vector<1x1x1x1x2x1x2x1x1x1x1x3x2x2xf32>
// CHECK-NEXT:   %[[VAL_19:.+]] = vector.multi_reduction <add>, %[[VAL_18]], %[[CST_2]] [13] : vector<1x1x1x1x2x1x2x1x1x1x1x3x2x2xf32> to vector<1x1x1x1x2x1x2x1x1x1x1x3x2xf32>
// CHECK-NEXT:   %[[CST_3:.+]] = arith.constant dense<0.000000e+00> : vector<1x1x1x1x2x1x2x1x1x1x1x3x1xf32>
// CHECK-NEXT:   %[[VAL_20:.+]] = vector.shape_cast %[[VAL_19]] : vector<1x1x1x1x2x1x2x1x1x1x1x3x2xf32> to vector<1x1x1x1x2x1x2x1x1x1x1x3x1x2xf32>
// CHECK-NEXT:   %[[VAL_21:.+]] = vector.multi_reduction <add>, %[[VAL_20]], %[[CST_3]] [13] : vector<1x1x1x1x2x1x2x1x1x1x1x3x1x2xf32> to vector<1x1x1x1x2x1x2x1x1x1x1x3x1xf32>
// CHECK-NEXT:   %[[VAL_22:.+]] = vector.shape_cast %[[VAL_21]] : vector<1x1x1x1x2x1x2x1x1x1x1x3x1xf32> to vector<1x1x1x1x2x1x2x1x1x1x1x3xf32>
// CHECK-NEXT:   %[[CST_4:.+]] = arith.constant dense<0.000000e+00> : vector<1x1x1x2x1x2x1x1x1x1x3xf32>
// CHECK-NEXT:   %[[VAL_23:.+]] = vector.multi_reduction <add>, %[[VAL_22]], %[[CST_4]] [3] : vector<1x1x1x1x2x1x2x1x1x1x1x3xf32> to vector<1x1x1x2x1x2x1x1x1x1x3xf32>
// CHECK-NEXT:   %[[VAL_24:.+]] = vector.transpose %[[VAL_23]], [0, 1, 5, 7, 3, 9, 2, 6, 8, 4, 10] : vector<1x1x1x2x1x2x1x1x1x1x3xf32> to vector<1x1x2x1x2x1x1x1x1x1x3xf32>
// CHECK-NEXT:   %[[VAL_25:.+]] = vector.shape_cast %[[VAL_24]] : vector<1x1x2x1x2x1x1x1x1x1x3xf32> to vector<4x3xf32>
// CHECK-NEXT:   %[[VAL_26:.+]] = arith.addf %[[VAL_25]], %[[CST_0:.+]] : vector<4x3xf32>
// CHECK-NEXT:   vector.transfer_write %[[VAL_26]], %[[ARG2:.+]][%[[C0:.+]], %[[C0]]] {in_bounds = [true, true]} : vector<4x3xf32>, memref<4x3xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @product(%x: memref<4x8xf16>, %y: memref<8x3xf16>, %z: memref<4x3xf32>) {
  %c0 = arith.constant 0 : index
  %h = arith.constant 0.0 : f16
  %0 = vector.transfer_read %x[%c0, %c0], %h {in_bounds = [true, true]} : memref<4x8xf16>, vector<4x8xf16>
  %1 = vector.transfer_read %y[%c0, %c0], %h {in_bounds = [true, true]} : memref<8x3xf16>, vector<8x3xf16>
  %2 = arith.constant dense<1.5> : vector<4x3xf32>
  %a = iree_vector_ext.to_layout %0 to layout(#lhs) : vector<4x8xf16>
  %b = iree_vector_ext.to_layout %1 to layout(#rhs) : vector<8x3xf16>
  %3 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %2 : vector<4x8xf16>, vector<8x3xf16> into vector<4x3xf32>
  vector.transfer_write %3, %z[%c0, %c0] {in_bounds = [true, true]} : vector<4x3xf32>, memref<4x3xf32>
  return
}

#eight = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [2], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
// CHECK-LABEL: func.func @bytes(%arg0: memref<8xi8>, %arg1: memref<8xi8>, %arg2: memref<i32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0], %c0_i8 {in_bounds = [true]} : memref<8xi8>, vector<8xi8>
// CHECK-NEXT:   %1 = vector.transfer_read %arg1[%c0], %c0_i8 {in_bounds = [true]} : memref<8xi8>, vector<8xi8>
// CHECK-NEXT:   %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:   %2 = iree_vector_ext.to_layout %0 to layout(#nested5) : vector<8xi8>
// CHECK-NEXT:   %3 = iree_vector_ext.to_layout %1 to layout(#nested5) : vector<8xi8>
// CHECK-NEXT:   %4 = vector.transpose %2, [0] : vector<8xi8> to vector<8xi8>
// CHECK-NEXT:   %5 = vector.shape_cast %4 : vector<8xi8> to vector<8xi8>
// CHECK-NEXT:   %6 = arith.extsi %5 : vector<8xi8> to vector<8xi32>
// CHECK-NEXT:   %7 = vector.broadcast %6 : vector<8xi32> to vector<8xi32>
// CHECK-NEXT:   %8 = vector.transpose %3, [0] : vector<8xi8> to vector<8xi8>
// CHECK-NEXT:   %9 = vector.shape_cast %8 : vector<8xi8> to vector<8xi8>
// CHECK-NEXT:   %10 = arith.extsi %9 : vector<8xi8> to vector<8xi32>
// CHECK-NEXT:   %11 = vector.broadcast %10 : vector<8xi32> to vector<8xi32>
// CHECK-NEXT:   %12 = arith.muli %7, %11 : vector<8xi32>
// CHECK-NEXT:   %13 = vector.shape_cast %12 : vector<8xi32> to vector<1x1x2x1x2x2xi32>
// CHECK-NEXT:   %14 = vector.transpose %13, [0, 1, 4, 2, 3, 5] : vector<1x1x2x1x2x2xi32> to vector<1x1x2x2x1x2xi32>
// CHECK-NEXT:   %cst = arith.constant dense<0> : vector<1x1x2xi32>
// CHECK-NEXT:   %15 = vector.multi_reduction <add>, %14, %cst [3, 4, 5] : vector<1x1x2x2x1x2xi32> to vector<1x1x2xi32>
// CHECK-NEXT:   %[[VAL_16:.+]] = vector.transpose %[[VAL_15:.+]], [0, 1, 2] : vector<1x1x2xi32> to vector<1x1x2xi32>
// CHECK-NEXT:   %[[VAL_17:.+]] = vector.shape_cast %[[VAL_16]] : vector<1x1x2xi32> to vector<1x1x2xi32>
// CHECK-NEXT:   %[[CST_0:.+]] = arith.constant dense<0> : vector<1x1x1xi32>
// CHECK-NEXT:   %[[VAL_18:.+]] = vector.shape_cast %[[VAL_17]] : vector<1x1x2xi32> to vector<1x1x1x2xi32>
// CHECK-NEXT:   %[[VAL_19:.+]] = vector.multi_reduction <add>, %[[VAL_18]], %[[CST_0]] [3] : vector<1x1x1x2xi32> to vector<1x1x1xi32>
// CHECK-NEXT:   %[[VAL_20:.+]] = vector.shape_cast %[[VAL_19]] : vector<1x1x1xi32> to vector<1x1xi32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0> : vector<1xi32>
// CHECK-NEXT:   %[[VAL_21:.+]] = vector.multi_reduction <add>, %[[VAL_20]], %[[CST_1:.+]] [1] : vector<1x1xi32> to vector<1xi32>
// CHECK-NEXT:   %[[VAL_22:.+]] = vector.transpose %[[VAL_21]], [0] : vector<1xi32> to vector<1xi32>
// CHECK-NEXT:   %[[VAL_23:.+]] = vector.shape_cast %[[VAL_22]] : vector<1xi32> to vector<1xi32>
// CHECK-NEXT:   %[[VAL_24:.+]] = vector.extract %[[VAL_23]][0] : i32 from vector<1xi32>
// CHECK-NEXT:   %[[VAL_25:.+]] = arith.addi %[[VAL_24]], %[[C3_I32:.+]] : i32
// CHECK-NEXT:   memref.store %[[VAL_25]], %[[ARG2:.+]][] : memref<i32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @bytes(%x: memref<8xi8>, %y: memref<8xi8>, %z: memref<i32>) {
  %c0 = arith.constant 0 : index
  %h = arith.constant 0 : i8
  %0 = vector.transfer_read %x[%c0], %h {in_bounds = [true]} : memref<8xi8>, vector<8xi8>
  %1 = vector.transfer_read %y[%c0], %h {in_bounds = [true]} : memref<8xi8>, vector<8xi8>
  %2 = arith.constant 3 : i32
  %a = iree_vector_ext.to_layout %0 to layout(#eight) : vector<8xi8>
  %b = iree_vector_ext.to_layout %1 to layout(#eight) : vector<8xi8>
  %3 = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %b, %2 : vector<8xi8>, vector<8xi8> into i32
  memref.store %3, %z[] : memref<i32>
  return
}

// The sum of a sum is ordered, too: first 12 rows of 16, and then the 12 results.
// CHECK-LABEL: func.func @twice(
// CHECK:         vector.multi_reduction <add>, %{{.*}} [6, 8, 10] : vector<1x2x1x2x4x3x1x1x2x1x2xf32> to vector<1x2x1x2x4x3x1x1xf32>
// CHECK:         vector.multi_reduction <add>, %{{.*}} : vector<1x2x2x3x1x1xf32> to vector<1x2x2xf32>
// CHECK-NOT:     vector<12xf32> to f32
func.func @twice(%from: memref<12x16xf32>, %to: memref<f32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %from[%c0, %c0], %p {in_bounds = [true, true]} : memref<12x16xf32>, vector<12x16xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#plane) : vector<12x16xf32>
  %2 = arith.constant dense<1.5> : vector<12xf32>
  %3 = vector.multi_reduction <add>, %1, %2 [1] : vector<12x16xf32> to vector<12xf32>
  %4 = vector.multi_reduction <add>, %3, %p [0] : vector<12xf32> to f32
  memref.store %4, %to[] : memref<f32>
  return
}
