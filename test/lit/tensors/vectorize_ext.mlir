// RUN: optc %s --linalg-vectorize --vectorext-vectorize --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --linalg-vectorize --verify-exec -o /dev/null
// RUN: optc %s --compat=seed --linalg-vectorize | FileCheck %s --check-prefix=SEED

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [2, 4], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [4, 1]>

// CHECK-LABEL: func.func @gather(%arg0: tensor<3x2xf32>) -> tensor<3x2xf32> {
// CHECK-NEXT: %0 = ub.poison : f32
// CHECK-NEXT: %cst = arith.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00], [5.000000e+00, 6.000000e+00], [7.000000e+00, 8.000000e+00]]> : tensor<4x2xf32>
// CHECK-NEXT: %cst_0 = arith.constant dense<[3, 0, 2]> : tensor<3xi32>
// CHECK-NEXT: %1 = ub.poison : i32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %2 = vector.transfer_read %cst_0[%c0], %1 {in_bounds = [true]} : tensor<3xi32>, vector<3xi32>
// CHECK-NEXT: %3 = arith.index_cast %2 : vector<3xi32> to vector<3xindex>
// CHECK-NEXT: %4 = iree_vector_ext.transfer_gather %cst[%c0, %c0] [%3 : vector<3xindex>], %0 {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : tensor<4x2xf32>, vector<3x2xf32>
// CHECK-NEXT: %5 = vector.transfer_write %4, %arg0[%c0, %c0] {in_bounds = [true, true]} : vector<3x2xf32>, tensor<3x2xf32>
// CHECK-NEXT: return %5 : tensor<3x2xf32>
func.func @gather(%o: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %x = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %i = arith.constant dense<[3, 0, 2]> : tensor<3xi32>
  %0 = iree_linalg_ext.gather dimension_map = [0] ins(%x, %i : tensor<4x2xf32>, tensor<3xi32>) outs(%o : tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @arg_compare(%arg0: tensor<2x4xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>) {
// CHECK-NEXT: %0 = ub.poison : i32
// CHECK-NEXT: %c64 = arith.constant 64 : index
// CHECK-NEXT: %1 = ub.poison : f32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %2 = vector.transfer_read %arg0[%c0, %c0], %1 {in_bounds = [true, true]} : tensor<2x4xf32>, vector<2x4xf32>
// CHECK-NEXT: %3 = vector.transfer_read %arg1[%c0], %1 {in_bounds = [true]} : tensor<2xf32>, vector<2xf32>
// CHECK-NEXT: %4 = vector.transfer_read %arg2[%c0], %0 {in_bounds = [true]} : tensor<2xi32>, vector<2xi32>
// CHECK-NEXT: %result_value, %result_index = iree_vector_ext.arg_compare dimension(1) ins(%2 : vector<2x4xf32>) inits(%3, %4 : vector<2xf32>, vector<2xi32>) index_base(%c64 : index) {
// CHECK-NEXT: ^bb0(%arg3: f32, %arg4: f32):
// CHECK-NEXT: %7 = arith.cmpf ogt, %arg3, %arg4 : f32
// CHECK-NEXT: iree_vector_ext.yield %7 : i1
// CHECK-NEXT: } -> vector<2xf32>, vector<2xi32>
// CHECK-NEXT: %5 = vector.transfer_write %result_value, %arg1[%c0] {in_bounds = [true]} : vector<2xf32>, tensor<2xf32>
// CHECK-NEXT: %6 = vector.transfer_write %result_index, %arg2[%c0] {in_bounds = [true]} : vector<2xi32>, tensor<2xi32>
// CHECK-NEXT: return %5, %6 : tensor<2xf32>, tensor<2xi32>
func.func @arg_compare(%x: tensor<2x4xf32>, %v: tensor<2xf32>, %i: tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %b = arith.constant 64 : index
  %0:2 = iree_linalg_ext.arg_compare dimension(1) ins(%x : tensor<2x4xf32>) outs(%v, %i : tensor<2xf32>, tensor<2xi32>) index_base(%b : index) {
  ^bb0(%p: f32, %q: f32):
    %c = arith.cmpf ogt, %p, %q : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<2xf32>, tensor<2xi32>
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}

// The layout is larger than the tensor.
// CHECK-LABEL: func.func @to_layout(%arg0: tensor<2x?xf32>) -> tensor<2x?xf32> {
// CHECK-NEXT: %0 = ub.poison : f32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %dim = tensor.dim %arg0, %c1 : tensor<2x?xf32>
// CHECK-NEXT: %1 = vector.create_mask %c2, %dim : vector<2x8xi1>
// CHECK-NEXT: %2 = vector.transfer_read %arg0[%c0, %c0], %0, %1 {in_bounds = [true, true]} : tensor<2x?xf32>, vector<2x8xf32>
// CHECK-NEXT: %3 = iree_vector_ext.to_layout %2 to layout(#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [2, 4], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [4, 1]>) : vector<2x8xf32>
// CHECK-NEXT: %4 = vector.transfer_write %3, %arg0[%c0, %c0], %1 {in_bounds = [true, true]} : vector<2x8xf32>, tensor<2x?xf32>
// CHECK-NEXT: return %4 : tensor<2x?xf32>
func.func @to_layout(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = iree_vector_ext.to_layout %x to layout(#l) : tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// SEED: iree_vector_ext.transfer_gather %cst[%c0, %c0][%{{.*}}: vector<3xindex>, None], %{{.*}} {in_bounds = [true, true], indexed_maps = [#{{.*}}]} : tensor<4x2xf32>, vector<3x2xf32>
