// RUN: optc %s --vectorext-order-sums=subgroup-size=8 --cse | FileCheck %s
// RUN: optc %s --vectorext-order-sums=subgroup-size=8 --verify-exec -o /dev/null

// Digits are dimensions of their own: those that a thread holds come first.
#line = #iree_map.pack_layout<((2, 4, 3)) : ((0, 1, 0))>
#plane = #iree_map.pack_layout<((2, 2), (4, 3)) : ((0, 4), (1, 0))>
#lhs = #iree_map.pack_layout<((2, 2), (4, 2)) : ((0, 4), (1, 0))>
#rhs = #iree_map.pack_layout<((4, 2), 3) : ((1, 0), 0)>
#other = #iree_map.pack_layout<((2, 4), 3) : ((0, 1), 0)>
// CHECK: #map = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK: #map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK: #map2 = affine_map<(d0, d1, d2) -> (d1, d0)>
// CHECK: func.func @reduction(%arg0: memref<24xf32>, %arg1: memref<f32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0], %cst {in_bounds = [true]} : memref<24xf32>, vector<24xf32>
// CHECK-NEXT:   %1 = iree_vector_ext.to_layout %0 to layout(#iree_map.pack_layout<((2, 4, 3)) : ((0, 1, 0))>) : vector<24xf32>
// CHECK-NEXT:   %2 = vector.shape_cast %1 : vector<24xf32> to vector<2x4x3xf32>
// CHECK-NEXT:   %3 = vector.shape_cast %2 : vector<2x4x3xf32> to vector<1x1x2x1x1x1x1x1x1x4x1x1x3x1x1x1xf32>
// CHECK-NEXT:   %4 = vector.transpose %3, [0, 1, 6, 11, 4, 9, 14, 2, 7, 12, 3, 8, 13, 5, 10, 15] : vector<1x1x2x1x1x1x1x1x1x4x1x1x3x1x1x1xf32> to vector<1x1x1x1x1x4x1x2x1x3x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x4x1xf32>
// CHECK-NEXT:   %5 = vector.multi_reduction <add>, %4, %cst_0 [7, 8, 9, 10, 11, 12, 13, 14, 15] : vector<1x1x1x1x1x4x1x2x1x3x1x1x1x1x1x1xf32> to vector<1x1x1x1x1x4x1xf32>
// CHECK-NEXT:   %[[VAL_6:.+]] = vector.transpose %[[VAL_5:.+]], [0, 1, 2, 3, 4, 6, 5] : vector<1x1x1x1x1x4x1xf32> to vector<1x1x1x1x1x1x4xf32>
// CHECK-NEXT:   %[[VAL_7:.+]] = vector.shape_cast %[[VAL_6]] : vector<1x1x1x1x1x1x4xf32> to vector<1x1x1x1x1x1x4xf32>
// CHECK-NEXT:   %[[CST_1:.+]] = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x1x2xf32>
// CHECK-NEXT:   %[[VAL_8:.+]] = vector.shape_cast %[[VAL_7]] : vector<1x1x1x1x1x1x4xf32> to vector<1x1x1x1x1x1x2x2xf32>
// CHECK-NEXT:   %[[VAL_9:.+]] = vector.multi_reduction <add>, %[[VAL_8]], %[[CST_1]] [7] : vector<1x1x1x1x1x1x2x2xf32> to vector<1x1x1x1x1x1x2xf32>
// CHECK-NEXT:   %[[CST_2:.+]] = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %[[VAL_10:.+]] = vector.shape_cast %[[VAL_9]] : vector<1x1x1x1x1x1x2xf32> to vector<1x1x1x1x1x1x1x2xf32>
// CHECK-NEXT:   %[[VAL_11:.+]] = vector.multi_reduction <add>, %[[VAL_10]], %[[CST_2]] [7] : vector<1x1x1x1x1x1x1x2xf32> to vector<1x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %[[VAL_12:.+]] = vector.shape_cast %[[VAL_11]] : vector<1x1x1x1x1x1x1xf32> to vector<1x1x1x1x1x1xf32>
// CHECK-NEXT:   %[[CST_3:.+]] = arith.constant dense<0.000000e+00> : vector<1xf32>
// CHECK-NEXT:   %[[VAL_13:.+]] = vector.multi_reduction <add>, %[[VAL_12]], %[[CST_3]] [1, 2, 3, 4, 5] : vector<1x1x1x1x1x1xf32> to vector<1xf32>
// CHECK-NEXT:   %[[VAL_14:.+]] = vector.transpose %[[VAL_13]], [0] : vector<1xf32> to vector<1xf32>
// CHECK-NEXT:   %[[VAL_15:.+]] = vector.shape_cast %[[VAL_14]] : vector<1xf32> to vector<1xf32>
// CHECK-NEXT:   %[[VAL_16:.+]] = vector.extract %[[VAL_15]][0] : f32 from vector<1xf32>
// CHECK-NEXT:   %[[VAL_17:.+]] = arith.addf %[[VAL_16]], %[[CST:.+]] : f32
// CHECK-NEXT:   memref.store %[[VAL_17]], %[[ARG1:.+]][] : memref<f32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @reduction(%m: memref<24xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%c0], %z {in_bounds = [true]} : memref<24xf32>, vector<24xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#line) : vector<24xf32>
  %2 = vector.reduction <add>, %1, %z : vector<24xf32> into f32
  memref.store %2, %o[] : memref<f32>
  return
}

// CHECK-LABEL: func.func @multi_reduction(%arg0: memref<4x12xf32>, %arg1: memref<4xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0], %cst {in_bounds = [true, true]} : memref<4x12xf32>, vector<4x12xf32>
// CHECK-NEXT:   %1 = iree_vector_ext.to_layout %0 to layout(#iree_map.pack_layout<((2, 2), (4, 3)) : ((0, 4), (1, 0))>) : vector<4x12xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<1.500000e+00> : vector<4xf32>
// CHECK-NEXT:   %2 = vector.shape_cast %1 : vector<4x12xf32> to vector<2x2x4x3xf32>
// CHECK-NEXT:   %3 = vector.shape_cast %2 : vector<2x2x4x3xf32> to vector<1x1x2x1x1x1x1x1x1x2x1x1x1x1x4x1x1x3x1x1x1xf32>
// CHECK-NEXT:   %4 = vector.transpose %3, [0, 1, 6, 11, 16, 4, 9, 14, 19, 2, 7, 12, 17, 3, 8, 13, 18, 5, 10, 15, 20] : vector<1x1x2x1x1x1x1x1x1x2x1x1x1x1x4x1x1x3x1x1x1xf32> to vector<1x1x1x1x1x1x2x4x1x2x1x1x3x1x1x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x1x2x4x1x2x1x1x1x1x1xf32>
// CHECK-NEXT:   %5 = vector.multi_reduction <add>, %4, %cst_1 [11, 12, 15, 16, 19, 20] : vector<1x1x1x1x1x1x2x4x1x2x1x1x3x1x1x1x1x1x1x1x1xf32> to vector<1x1x1x1x1x1x2x4x1x2x1x1x1x1x1xf32>
// CHECK-NEXT:   %[[VAL_6:.+]] = vector.transpose %[[VAL_5:.+]], [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 7] : vector<1x1x1x1x1x1x2x4x1x2x1x1x1x1x1xf32> to vector<1x1x1x1x1x1x2x1x2x1x1x1x1x1x4xf32>
// CHECK-NEXT:   %[[VAL_7:.+]] = vector.shape_cast %[[VAL_6]] : vector<1x1x1x1x1x1x2x1x2x1x1x1x1x1x4xf32> to vector<1x1x1x1x1x1x2x1x2x1x1x1x1x1x4xf32>
// CHECK-NEXT:   %[[CST_2:.+]] = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x1x2x1x2x1x1x1x1x1x2xf32>
// CHECK-NEXT:   %[[VAL_8:.+]] = vector.shape_cast %[[VAL_7]] : vector<1x1x1x1x1x1x2x1x2x1x1x1x1x1x4xf32> to vector<1x1x1x1x1x1x2x1x2x1x1x1x1x1x2x2xf32>
// CHECK-NEXT:   %[[VAL_9:.+]] = vector.multi_reduction <add>, %[[VAL_8]], %[[CST_2]] [15] : vector<1x1x1x1x1x1x2x1x2x1x1x1x1x1x2x2xf32> to vector<1x1x1x1x1x1x2x1x2x1x1x1x1x1x2xf32>
// CHECK-NEXT:   %[[CST_3:.+]] = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x1x2x1x2x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %[[VAL_10:.+]] = vector.shape_cast %[[VAL_9]] : vector<1x1x1x1x1x1x2x1x2x1x1x1x1x1x2xf32> to vector<1x1x1x1x1x1x2x1x2x1x1x1x1x1x1x2xf32>
// CHECK-NEXT:   %[[VAL_11:.+]] = vector.multi_reduction <add>, %[[VAL_10]], %[[CST_3]] [15] : vector<1x1x1x1x1x1x2x1x2x1x1x1x1x1x1x2xf32> to vector<1x1x1x1x1x1x2x1x2x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %[[VAL_12:.+]] = vector.shape_cast %[[VAL_11]] : vector<1x1x1x1x1x1x2x1x2x1x1x1x1x1x1xf32> to vector<1x1x1x1x1x1x2x1x2x1x1x1x1x1xf32>
// CHECK-NEXT:   %[[CST_4:.+]] = arith.constant dense<0.000000e+00> : vector<1x1x1x1x2x2x1x1x1x1x1xf32>
// CHECK-NEXT:   %[[VAL_13:.+]] = vector.multi_reduction <add>, %[[VAL_12]], %[[CST_4]] [3, 4, 7] : vector<1x1x1x1x1x1x2x1x2x1x1x1x1x1xf32> to vector<1x1x1x1x2x2x1x1x1x1x1xf32>
// CHECK-NEXT:   %[[VAL_14:.+]] = vector.transpose %[[VAL_13]], [0, 1, 5, 7, 3, 9, 2, 6, 8, 4, 10] : vector<1x1x1x1x2x2x1x1x1x1x1xf32> to vector<1x1x2x1x1x1x1x1x1x2x1xf32>
// CHECK-NEXT:   %[[VAL_15:.+]] = vector.shape_cast %[[VAL_14]] : vector<1x1x2x1x1x1x1x1x1x2x1xf32> to vector<4xf32>
// CHECK-NEXT:   %[[VAL_16:.+]] = arith.addf %[[VAL_15]], %[[CST_0:.+]] : vector<4xf32>
// CHECK-NEXT:   vector.transfer_write %[[VAL_16]], %[[ARG1:.+]][%[[C0:.+]]] {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @multi_reduction(%m: memref<4x12xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%c0, %c0], %z {in_bounds = [true, true]} : memref<4x12xf32>, vector<4x12xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#plane) : vector<4x12xf32>
  %2 = arith.constant dense<1.5> : vector<4xf32>
  %3 = vector.multi_reduction <add>, %1, %2 [1] : vector<4x12xf32> to vector<4xf32>
  vector.transfer_write %3, %o[%c0] {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
  return
}

// CHECK-LABEL: func.func @product(%arg0: memref<4x8xf32>, %arg1: memref<8x3xf32>, %arg2: memref<4x3xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0], %cst {in_bounds = [true, true]} : memref<4x8xf32>, vector<4x8xf32>
// CHECK-NEXT:   %1 = vector.transfer_read %arg1[%c0, %c0], %cst {in_bounds = [true, true]} : memref<8x3xf32>, vector<8x3xf32>
// CHECK-NEXT:   %2 = iree_vector_ext.to_layout %0 to layout(#iree_map.pack_layout<((2, 2), (4, 2)) : ((0, 4), (1, 0))>) : vector<4x8xf32>
// CHECK-NEXT:   %3 = iree_vector_ext.to_layout %1 to layout(#iree_map.pack_layout<((4, 2), 3) : ((1, 0), 0)>) : vector<8x3xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<1.500000e+00> : vector<4x3xf32>
// CHECK-NEXT:   %4 = vector.shape_cast %2 : vector<4x8xf32> to vector<2x2x4x2xf32>
// CHECK-NEXT:   %5 = vector.shape_cast %3 : vector<8x3xf32> to vector<4x2x3xf32>
// CHECK-NEXT:   %6 = vector.transpose %4, [0, 1, 2, 3] : vector<2x2x4x2xf32> to vector<2x2x4x2xf32>
// CHECK-NEXT:   %7 = vector.shape_cast %6 : vector<2x2x4x2xf32> to vector<2x2x1x4x2xf32>
// CHECK-NEXT:   %8 = vector.broadcast %7 : vector<2x2x1x4x2xf32> to vector<2x2x3x4x2xf32>
// CHECK-NEXT:   %9 = vector.transpose %5, [2, 0, 1] : vector<4x2x3xf32> to vector<3x4x2xf32>
// CHECK-NEXT:   %10 = vector.shape_cast %9 : vector<3x4x2xf32> to vector<1x1x3x4x2xf32>
// CHECK-NEXT:   %11 = vector.broadcast %10 : vector<1x1x3x4x2xf32> to vector<2x2x3x4x2xf32>
// CHECK-NEXT:   %12 = arith.mulf %8, %11 : vector<2x2x3x4x2xf32>
// CHECK-NEXT:   %13 = vector.shape_cast %12 : vector<2x2x3x4x2xf32> to vector<1x1x2x1x1x1x1x1x1x2x1x1x3x1x1x1x1x1x1x4x1x1x2x1x1x1xf32>
// CHECK-NEXT:   %14 = vector.transpose %13, [0, 1, 6, 11, 16, 21, 4, 9, 14, 19, 24, 2, 7, 12, 17, 22, 3, 8, 13, 18, 23, 5, 10, 15, 20, 25] : vector<1x1x2x1x1x1x1x1x1x2x1x1x3x1x1x1x1x1x1x4x1x1x2x1x1x1xf32> to vector<1x1x1x1x1x1x1x2x1x4x1x2x1x3x1x2x1x1x1x1x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x1x1x2x1x4x1x2x1x3x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %15 = vector.multi_reduction <add>, %14, %cst_1 [14, 15, 19, 20, 24, 25] : vector<1x1x1x1x1x1x1x2x1x4x1x2x1x3x1x2x1x1x1x1x1x1x1x1x1x1xf32> to vector<1x1x1x1x1x1x1x2x1x4x1x2x1x3x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %[[VAL_16:.+]] = vector.transpose %[[VAL_15:.+]], [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 9] : vector<1x1x1x1x1x1x1x2x1x4x1x2x1x3x1x1x1x1x1x1xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x4xf32>
// CHECK-NEXT:   %[[VAL_17:.+]] = vector.shape_cast %[[VAL_16]] : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x4xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x4xf32>
// CHECK-NEXT:   %[[CST_2:.+]] = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x2xf32>
// CHECK-NEXT:   %[[VAL_18:.+]] = vector.shape_cast %[[VAL_17]] : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x4xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x2x2xf32>
// CHECK-NEXT:   %[[VAL_19:.+]] = vector.multi_reduction <add>, %[[VAL_18]], %[[CST_2]] [20] : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x2x2xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x2xf32>
// CHECK-NEXT:   %[[CST_3:.+]] = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %[[VAL_20:.+]] = vector.shape_cast %[[VAL_19]] : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x2xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x1x2xf32>
// CHECK-NEXT:   %[[VAL_21:.+]] = vector.multi_reduction <add>, %[[VAL_20]], %[[CST_3]] [20] : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x1x2xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %[[VAL_22:.+]] = vector.shape_cast %[[VAL_21]] : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x1xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %[[CST_4:.+]] = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x2x1x2x1x3x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %[[VAL_23:.+]] = vector.multi_reduction <add>, %[[VAL_22]], %[[CST_4]] [4, 5, 9] : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1xf32> to vector<1x1x1x1x1x2x1x2x1x3x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %[[VAL_24:.+]] = vector.transpose %[[VAL_23]], [0, 1, 7, 10, 4, 13, 2, 8, 11, 5, 14, 3, 9, 12, 6, 15] : vector<1x1x1x1x1x2x1x2x1x3x1x1x1x1x1x1xf32> to vector<1x1x2x1x1x1x1x1x1x2x1x1x3x1x1x1xf32>
// CHECK-NEXT:   %[[VAL_25:.+]] = vector.shape_cast %[[VAL_24]] : vector<1x1x2x1x1x1x1x1x1x2x1x1x3x1x1x1xf32> to vector<4x3xf32>
// CHECK-NEXT:   %[[VAL_26:.+]] = arith.addf %[[VAL_25]], %[[CST_0:.+]] : vector<4x3xf32>
// CHECK-NEXT:   vector.transfer_write %[[VAL_26]], %[[ARG2:.+]][%[[C0:.+]], %[[C0]]] {in_bounds = [true, true]} : vector<4x3xf32>, memref<4x3xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @product(%x: memref<4x8xf32>, %y: memref<8x3xf32>, %o: memref<4x3xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %0 = vector.transfer_read %x[%c0, %c0], %z {in_bounds = [true, true]} : memref<4x8xf32>, vector<4x8xf32>
  %1 = vector.transfer_read %y[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x3xf32>, vector<8x3xf32>
  %a = iree_vector_ext.to_layout %0 to layout(#lhs) : vector<4x8xf32>
  %b = iree_vector_ext.to_layout %1 to layout(#rhs) : vector<8x3xf32>
  %2 = arith.constant dense<1.5> : vector<4x3xf32>
  %3 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %2 : vector<4x8xf32>, vector<8x3xf32> into vector<4x3xf32>
  vector.transfer_write %3, %o[%c0, %c0] {in_bounds = [true, true]} : vector<4x3xf32>, memref<4x3xf32>
  return
}

// A result that is turned, an operand whose depth is in other digits, and one without a layout.
// CHECK-LABEL: func.func @kept(%arg0: memref<4x8xf32>, %arg1: memref<8x3xf32>, %arg2: vector<8x3xf32>, %arg3: memref<3x4xf32>, %arg4: memref<4x3xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0], %cst {in_bounds = [true, true]} : memref<4x8xf32>, vector<4x8xf32>
// CHECK-NEXT:   %1 = vector.transfer_read %arg1[%c0, %c0], %cst {in_bounds = [true, true]} : memref<8x3xf32>, vector<8x3xf32>
// CHECK-NEXT:   %2 = iree_vector_ext.to_layout %0 to layout(#iree_map.pack_layout<((2, 2), (4, 2)) : ((0, 4), (1, 0))>) : vector<4x8xf32>
// CHECK-NEXT:   %3 = iree_vector_ext.to_layout %1 to layout(#iree_map.pack_layout<((4, 2), 3) : ((1, 0), 0)>) : vector<8x3xf32>
// CHECK-NEXT:   %4 = iree_vector_ext.to_layout %3 to layout(#iree_map.pack_layout<((4, 2), 3) : ((1, 0), 0)>) : vector<8x3xf32>
// CHECK-NEXT:   %5 = iree_vector_ext.to_layout %1 to layout(#iree_map.pack_layout<((2, 4), 3) : ((0, 1), 0)>) : vector<8x3xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<1.500000e+00> : vector<3x4xf32>
// CHECK-NEXT:   %6 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %2, %4, %cst_0 : vector<4x8xf32>, vector<8x3xf32> into vector<3x4xf32>
// CHECK-NEXT:   vector.transfer_write %6, %arg3[%c0, %c0] {in_bounds = [true, true]} : vector<3x4xf32>, memref<3x4xf32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<1.500000e+00> : vector<4x3xf32>
// CHECK-NEXT:   %7 = iree_vector_ext.to_layout %2 to layout(#iree_map.pack_layout<((2, 2), (2, 4)) : ((0, 4), (0, 1))>) : vector<4x8xf32>
// CHECK-NEXT:   %8 = vector.shape_cast %7 : vector<4x8xf32> to vector<2x2x2x4xf32>
// CHECK-NEXT:   %9 = vector.shape_cast %5 : vector<8x3xf32> to vector<2x4x3xf32>
// CHECK-NEXT:   %10 = vector.transpose %8, [0, 1, 2, 3] : vector<2x2x2x4xf32> to vector<2x2x2x4xf32>
// CHECK-NEXT:   %11 = vector.shape_cast %10 : vector<2x2x2x4xf32> to vector<2x2x1x2x4xf32>
// CHECK-NEXT:   %12 = vector.broadcast %11 : vector<2x2x1x2x4xf32> to vector<2x2x3x2x4xf32>
// CHECK-NEXT:   %13 = vector.transpose %9, [2, 0, 1] : vector<2x4x3xf32> to vector<3x2x4xf32>
// CHECK-NEXT:   %14 = vector.shape_cast %13 : vector<3x2x4xf32> to vector<1x1x3x2x4xf32>
// CHECK-NEXT:   %15 = vector.broadcast %14 : vector<1x1x3x2x4xf32> to vector<2x2x3x2x4xf32>
// CHECK-NEXT:   %16 = arith.mulf %12, %15 : vector<2x2x3x2x4xf32>
// CHECK-NEXT:   %17 = vector.shape_cast %16 : vector<2x2x3x2x4xf32> to vector<1x1x2x1x1x1x1x1x1x2x1x1x3x1x1x1x1x2x1x1x1x1x1x1x4x1xf32>
// CHECK-NEXT:   %18 = vector.transpose %17, [0, 1, 6, 11, 16, 21, 4, 9, 14, 19, 24, 2, 7, 12, 17, 22, 3, 8, 13, 18, 23, 5, 10, 15, 20, 25] : vector<1x1x2x1x1x1x1x1x1x2x1x1x3x1x1x1x1x2x1x1x1x1x1x1x4x1xf32> to vector<1x1x1x1x1x1x1x2x1x1x4x2x1x3x2x1x1x1x1x1x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %cst_2 = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x1x1x2x1x1x4x2x1x3x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %19 = vector.multi_reduction <add>, %18, %cst_2 [14, 15, 19, 20, 24, 25] : vector<1x1x1x1x1x1x1x2x1x1x4x2x1x3x2x1x1x1x1x1x1x1x1x1x1x1xf32> to vector<1x1x1x1x1x1x1x2x1x1x4x2x1x3x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %20 = vector.transpose %19, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 10] : vector<1x1x1x1x1x1x1x2x1x1x4x2x1x3x1x1x1x1x1x1xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x4xf32>
// CHECK-NEXT:   %21 = vector.shape_cast %20 : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x4xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x4xf32>
// CHECK-NEXT:   %cst_3 = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x2xf32>
// CHECK-NEXT:   %22 = vector.shape_cast %21 : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x4xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x2x2xf32>
// CHECK-NEXT:   %23 = vector.multi_reduction <add>, %22, %cst_3 [20] : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x2x2xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x2xf32>
// CHECK-NEXT:   %cst_4 = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %24 = vector.shape_cast %23 : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x2xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x1x2xf32>
// CHECK-NEXT:   %25 = vector.multi_reduction <add>, %24, %cst_4 [20] : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x1x2xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %26 = vector.shape_cast %25 : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x1xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %cst_5 = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x2x1x2x1x3x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %27 = vector.multi_reduction <add>, %26, %cst_5 [4, 5, 9] : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1xf32> to vector<1x1x1x1x1x2x1x2x1x3x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %28 = vector.transpose %27, [0, 1, 7, 10, 4, 13, 2, 8, 11, 5, 14, 3, 9, 12, 6, 15] : vector<1x1x1x1x1x2x1x2x1x3x1x1x1x1x1x1xf32> to vector<1x1x2x1x1x1x1x1x1x2x1x1x3x1x1x1xf32>
// CHECK-NEXT:   %29 = vector.shape_cast %28 : vector<1x1x2x1x1x1x1x1x1x2x1x1x3x1x1x1xf32> to vector<4x3xf32>
// CHECK-NEXT:   %30 = arith.addf %29, %cst_1 : vector<4x3xf32>
// CHECK-NEXT:   %31 = vector.shape_cast %2 : vector<4x8xf32> to vector<2x2x4x2xf32>
// CHECK-NEXT:   %32 = vector.shape_cast %arg2 : vector<8x3xf32> to vector<4x2x3xf32>
// CHECK-NEXT:   %33 = vector.transpose %31, [0, 1, 2, 3] : vector<2x2x4x2xf32> to vector<2x2x4x2xf32>
// CHECK-NEXT:   %34 = vector.shape_cast %33 : vector<2x2x4x2xf32> to vector<2x2x1x4x2xf32>
// CHECK-NEXT:   %35 = vector.broadcast %34 : vector<2x2x1x4x2xf32> to vector<2x2x3x4x2xf32>
// CHECK-NEXT:   %36 = vector.transpose %32, [2, 0, 1] : vector<4x2x3xf32> to vector<3x4x2xf32>
// CHECK-NEXT:   %37 = vector.shape_cast %36 : vector<3x4x2xf32> to vector<1x1x3x4x2xf32>
// CHECK-NEXT:   %38 = vector.broadcast %37 : vector<1x1x3x4x2xf32> to vector<2x2x3x4x2xf32>
// CHECK-NEXT:   %39 = arith.mulf %35, %38 : vector<2x2x3x4x2xf32>
// CHECK-NEXT:   %40 = vector.shape_cast %39 : vector<2x2x3x4x2xf32> to vector<1x1x2x1x1x1x1x1x1x2x1x1x3x1x1x1x1x1x1x4x1x1x2x1x1x1xf32>
// CHECK-NEXT:   %41 = vector.transpose %40, [0, 1, 6, 11, 16, 21, 4, 9, 14, 19, 24, 2, 7, 12, 17, 22, 3, 8, 13, 18, 23, 5, 10, 15, 20, 25] : vector<1x1x2x1x1x1x1x1x1x2x1x1x3x1x1x1x1x1x1x4x1x1x2x1x1x1xf32> to vector<1x1x1x1x1x1x1x2x1x4x1x2x1x3x1x2x1x1x1x1x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %cst_6 = arith.constant dense<0.000000e+00> : vector<1x1x1x1x1x1x1x2x1x4x1x2x1x3x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %42 = vector.multi_reduction <add>, %41, %cst_6 [14, 15, 19, 20, 24, 25] : vector<1x1x1x1x1x1x1x2x1x4x1x2x1x3x1x2x1x1x1x1x1x1x1x1x1x1xf32> to vector<1x1x1x1x1x1x1x2x1x4x1x2x1x3x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %43 = vector.transpose %42, [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 9] : vector<1x1x1x1x1x1x1x2x1x4x1x2x1x3x1x1x1x1x1x1xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x4xf32>
// CHECK-NEXT:   %44 = vector.shape_cast %43 : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x4xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x4xf32>
// CHECK-NEXT:   %45 = vector.shape_cast %44 : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x4xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x2x2xf32>
// CHECK-NEXT:   %46 = vector.multi_reduction <add>, %45, %cst_3 [20] : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x2x2xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x2xf32>
// CHECK-NEXT:   %47 = vector.shape_cast %46 : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x2xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x1x2xf32>
// CHECK-NEXT:   %48 = vector.multi_reduction <add>, %47, %cst_4 [20] : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x1x2xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %49 = vector.shape_cast %48 : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1x1xf32> to vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %50 = vector.multi_reduction <add>, %49, %cst_5 [4, 5, 9] : vector<1x1x1x1x1x1x1x2x1x1x2x1x3x1x1x1x1x1x1xf32> to vector<1x1x1x1x1x2x1x2x1x3x1x1x1x1x1x1xf32>
// CHECK-NEXT:   %51 = vector.transpose %50, [0, 1, 7, 10, 4, 13, 2, 8, 11, 5, 14, 3, 9, 12, 6, 15] : vector<1x1x1x1x1x2x1x2x1x3x1x1x1x1x1x1xf32> to vector<1x1x2x1x1x1x1x1x1x2x1x1x3x1x1x1xf32>
// CHECK-NEXT:   %52 = vector.shape_cast %51 : vector<1x1x2x1x1x1x1x1x1x2x1x1x3x1x1x1xf32> to vector<4x3xf32>
// CHECK-NEXT:   %53 = arith.addf %52, %30 : vector<4x3xf32>
// CHECK-NEXT:   vector.transfer_write %53, %arg4[%c0, %c0] {in_bounds = [true, true]} : vector<4x3xf32>, memref<4x3xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @kept(%x: memref<4x8xf32>, %y: memref<8x3xf32>, %w: vector<8x3xf32>, %o: memref<3x4xf32>, %p: memref<4x3xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %0 = vector.transfer_read %x[%c0, %c0], %z {in_bounds = [true, true]} : memref<4x8xf32>, vector<4x8xf32>
  %1 = vector.transfer_read %y[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x3xf32>, vector<8x3xf32>
  %a = iree_vector_ext.to_layout %0 to layout(#lhs) : vector<4x8xf32>
  %b = iree_vector_ext.to_layout %1 to layout(#rhs) : vector<8x3xf32>
  %c = iree_vector_ext.to_layout %1 to layout(#other) : vector<8x3xf32>
  %2 = arith.constant dense<1.5> : vector<3x4xf32>
  %3 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %2 : vector<4x8xf32>, vector<8x3xf32> into vector<3x4xf32>
  vector.transfer_write %3, %o[%c0, %c0] {in_bounds = [true, true]} : vector<3x4xf32>, memref<3x4xf32>
  %4 = arith.constant dense<1.5> : vector<4x3xf32>
  %5 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %c, %4 : vector<4x8xf32>, vector<8x3xf32> into vector<4x3xf32>
  %6 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %w, %5 : vector<4x8xf32>, vector<8x3xf32> into vector<4x3xf32>
  vector.transfer_write %6, %p[%c0, %c0] {in_bounds = [true, true]} : vector<4x3xf32>, memref<4x3xf32>
  return
}
