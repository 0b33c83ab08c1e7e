// RUN: optc %s --verify-exec --vectorext-distribute-nested-layout="workgroup-size=16 subgroup-size=4" --canonicalize --cse 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=error:

#two = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [2], outer_tile = [1], thread_tile = [2], element_tile = [1], subgroup_strides = [1], thread_strides = [1]>
#pack = #iree_map.pack_layout<((2, 2, 2)) : ((1, 0, 4))>

// The elements of a constant are sorted by threads, each of which takes its row.
// CHECK-LABEL: @nested
// CHECK: arith.constant dense<{{\[}}{{\[}}{{\[}}[0]], {{\[}}[2]]], {{\[}}{{\[}}[1]], {{\[}}[3]]], {{\[}}{{\[}}[4]], {{\[}}[6]]], {{\[}}{{\[}}[5]], {{\[}}[7]]]]> : vector<4x2x1x1xi32>
// CHECK: vector.extract %{{.*}}[%{{.*}}] : vector<2x1x1xi32> from vector<4x2x1x1xi32>
func.func @nested(%o: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>
  %l = iree_vector_ext.to_layout %k to layout(#two) : vector<8xi32>
  vector.transfer_write %l, %o[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}

// CHECK-LABEL: @packed
// CHECK: arith.constant dense<{{\[}}[0, 2], [1, 3], [4, 6], [5, 7]]> : vector<4x2xi32>
func.func @packed(%o: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %k = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>
  %l = iree_vector_ext.to_layout %k to layout(#pack) : vector<8xi32>
  vector.transfer_write %l, %o[%c0] {in_bounds = [true]} : vector<8xi32>, memref<8xi32>
  return
}
