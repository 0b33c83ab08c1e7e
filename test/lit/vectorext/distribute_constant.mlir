// RUN: optc %s --verify-exec --vectorext-distribute-nested-layout="workgroup-size=16 subgroup-size=4" --canonicalize --cse 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=error:

#two = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [2], outer_tile = [1], thread_tile = [2], element_tile = [1], subgroup_strides = [1], thread_strides = [1]>
#pack = #iree_map.pack_layout<((2, 2, 2)) : ((1, 0, 4))>

// The elements of a constant are sorted by threads, each of which takes its row.
// CHECK-LABEL: func.func @nested(%arg0: memref<8xi32>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant dense<{{\[\[}}{{\[\[}}0]], {{\[\[}}2]]], {{\[\[}}[1]], {{\[\[}}3]]], {{\[\[}}[4]], {{\[\[}}6]]], {{\[\[}}[5]], {{\[\[}}7]]]]> : vector<4x2x1x1xi32>
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 16
// CHECK-NEXT:   %0:4 = affine.delinearize_index %thread_id_x into (2, 2, 2) : index, index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#1, %0#3] by (2, 2) : index
// CHECK-NEXT:   %2 = vector.extract %cst[%1] : vector<2x1x1xi32> from vector<4x2x1x1xi32>
// CHECK-NEXT:   %3:4 = affine.delinearize_index %thread_id_x into (2, 2, 2, 2) : index, index, index, index
// CHECK-NEXT:   %4 = arith.cmpi eq, %3#0, %c0 : index
// CHECK-NEXT:   %5 = arith.cmpi eq, %3#2, %c0 : index
// CHECK-NEXT:   %6 = arith.andi %4, %5 : i1
// CHECK-NEXT:   %7:3 = affine.delinearize_index %thread_id_x into (2, 4) : index, index, index
// CHECK-NEXT:   %8:2 = affine.delinearize_index %thread_id_x into (2) : index, index
// CHECK-NEXT:   scf.if %6 {
// CHECK-NEXT:     %9 = affine.linearize_index disjoint [%7#1, %c0, %8#1] by (2, 2, 2) : index
// CHECK-NEXT:     %10 = vector.extract %2[0, 0] : vector<1xi32> from vector<2x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %10, %arg0[%9] {in_bounds = [true]} : vector<1xi32>, memref<8xi32>
// CHECK-NEXT:     %11 = affine.linearize_index disjoint [%7#1, %c1, %8#1] by (2, 2, 2) : index
// CHECK-NEXT:     %12 = vector.extract %2[1, 0] : vector<1xi32> from vector<2x1x1xi32>
// CHECK-NEXT:     vector.transfer_write %12, %arg0[%11] {in_bounds = [true]} : vector<1xi32>, memref<8xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @nested(%o: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>
  %l = iree_vector_ext.to_layout %k to layout(#two) : vector<8xi32>
  vector.transfer_write %l, %o[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}

// CHECK-LABEL: func.func @packed(%arg0: memref<8xi32>) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %cst = arith.constant dense<{{\[\[}}0, 2], [1, 3], [4, 6], [5, 7]]> : vector<4x2xi32>
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x upper_bound 16
// CHECK-NEXT:   %0:4 = affine.delinearize_index %thread_id_x into (2, 2, 2) : index, index, index, index
// CHECK-NEXT:   %1 = affine.linearize_index disjoint [%0#3, %0#1] by (2, 2) : index
// CHECK-NEXT:   %2 = vector.extract %cst[%1] : vector<2xi32> from vector<4x2xi32>
// CHECK-NEXT:   %3:4 = affine.delinearize_index %thread_id_x into (2, 2, 2, 2) : index, index, index, index
// CHECK-NEXT:   %4 = arith.cmpi eq, %3#0, %c0 : index
// CHECK-NEXT:   %5 = arith.cmpi eq, %3#2, %c0 : index
// CHECK-NEXT:   %6 = arith.andi %4, %5 : i1
// CHECK-NEXT:   scf.if %6 {
// CHECK-NEXT:     %7 = vector.extract_strided_slice %2 {offsets = [0], sizes = [1], strides = [1]} : vector<2xi32> to vector<1xi32>
// CHECK-NEXT:     %8 = affine.linearize_index [%0#3, %c0, %0#1] by (2, 2, 2) : index
// CHECK-NEXT:     vector.transfer_write %7, %arg0[%8] {in_bounds = [true]} : vector<1xi32>, memref<8xi32>
// CHECK-NEXT:     %9 = vector.extract_strided_slice %2 {offsets = [1], sizes = [1], strides = [1]} : vector<2xi32> to vector<1xi32>
// CHECK-NEXT:     %10 = affine.linearize_index [%0#3, %c1, %0#1] by (2, 2, 2) : index
// CHECK-NEXT:     vector.transfer_write %9, %arg0[%10] {in_bounds = [true]} : vector<1xi32>, memref<8xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @packed(%o: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>
  %l = iree_vector_ext.to_layout %k to layout(#pack) : vector<8xi32>
  vector.transfer_write %l, %o[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}
