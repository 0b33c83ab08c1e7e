// RUN: optc %s --linalg-vectorize --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --linalg-vectorize --verify-exec -o /dev/null
// RUN: optc %s --linalg-vectorize=vectorize-to-transfer-gather --verify-exec | FileCheck %s --check-prefix=TRANSFER

#row = affine_map<(i, j) -> (i, j)>
#r = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @rows(%arg0: tensor<5x6xf32>, %arg1: tensor<4x6xf32>) -> tensor<4x6xf32> {
// CHECK-NEXT: %0 = ub.poison : vector<4x6xf32>
// CHECK-NEXT: %cst = arith.constant dense<true> : vector<4x6xi1>
// CHECK-NEXT: %cst_0 = arith.constant dense<6> : vector<4x6xindex>
// CHECK-NEXT: %cst_1 = arith.constant dense<[4, 0, 3, 1]> : tensor<4xi32>
// CHECK-NEXT: %1 = ub.poison : i32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %2 = vector.transfer_read %cst_1[%c0], %1 {in_bounds = [true]} : tensor<4xi32>, vector<4xi32>
// CHECK-NEXT: %3 = arith.index_cast %2 : vector<4xi32> to vector<4xindex>
// CHECK-NEXT: %4 = vector.step : vector<6xindex>
// CHECK-NEXT: %5 = vector.broadcast %3 : vector<4xindex> to vector<6x4xindex>
// CHECK-NEXT: %6 = vector.transpose %5, [1, 0] : vector<6x4xindex> to vector<4x6xindex>
// CHECK-NEXT: %7 = arith.muli %6, %cst_0 : vector<4x6xindex>
// CHECK-NEXT: %8 = vector.broadcast %4 : vector<6xindex> to vector<4x6xindex>
// CHECK-NEXT: %9 = arith.addi %7, %8 : vector<4x6xindex>
// CHECK-NEXT: %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0, 1]] : tensor<5x6xf32> into tensor<30xf32>
// CHECK-NEXT: %10 = vector.gather %collapsed[%c0] [%9], %cst, %0 : tensor<30xf32>, vector<4x6xindex>, vector<4x6xi1>, vector<4x6xf32> into vector<4x6xf32>
// CHECK-NEXT: %11 = vector.transfer_write %10, %arg1[%c0, %c0] {in_bounds = [true, true]} : vector<4x6xf32>, tensor<4x6xf32>
// CHECK-NEXT: return %11 : tensor<4x6xf32>
func.func @rows(%t: tensor<5x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %i = arith.constant dense<[4, 0, 3, 1]> : tensor<4xi32>
  %0 = linalg.generic {indexing_maps = [#r, #row], iterator_types = ["parallel", "parallel"]} ins(%i : tensor<4xi32>) outs(%o : tensor<4x6xf32>) {
  ^bb0(%a: i32, %b: f32):
    %1 = arith.index_cast %a : i32 to index
    %2 = linalg.index 1 : index
    %3 = tensor.extract %t[%1, %2] : tensor<5x6xf32>
    linalg.yield %3 : f32
  } -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// All indices are numbers of loops or the same for all elements.
// CHECK-LABEL: func.func @plane(%arg0: tensor<3x5x6xf32>, %arg1: tensor<4x6xf32>) -> tensor<4x6xf32> {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = ub.poison : f32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %1 = vector.transfer_read %arg1[%c0, %c0], %0 {in_bounds = [true, true]} : tensor<4x6xf32>, vector<4x6xf32>
// CHECK-NEXT: %2 = vector.transfer_read %arg0[%c1, %c0, %c0], %0 {in_bounds = [true, true]} : tensor<3x5x6xf32>, vector<4x6xf32>
// CHECK-NEXT: %3 = arith.addf %2, %1 : vector<4x6xf32>
// CHECK-NEXT: %4 = vector.transfer_write %3, %arg1[%c0, %c0] {in_bounds = [true, true]} : vector<4x6xf32>, tensor<4x6xf32>
// CHECK-NEXT: return %4 : tensor<4x6xf32>
func.func @plane(%t: tensor<3x5x6xf32>, %o: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %c1 = arith.constant 1 : index
  %0 = linalg.generic {indexing_maps = [#row], iterator_types = ["parallel", "parallel"]} outs(%o : tensor<4x6xf32>) {
  ^bb0(%b: f32):
    %1 = linalg.index 0 : index
    %2 = linalg.index 1 : index
    %3 = tensor.extract %t[%c1, %1, %2] : tensor<3x5x6xf32>
    %4 = arith.addf %3, %b : f32
    linalg.yield %4 : f32
  } -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// The last index of an element, in a row that is the same for all.
// CHECK-LABEL: func.func @row(%arg0: tensor<5x6xf32>, %arg1: tensor<3xf32>) -> tensor<3xf32> {
// CHECK-NEXT: %0 = ub.poison : vector<3xf32>
// CHECK-NEXT: %cst = arith.constant dense<true> : vector<3xi1>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %cst_0 = arith.constant dense<2> : vector<3xindex>
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %1 = vector.step : vector<3xindex>
// CHECK-NEXT: %2 = arith.muli %1, %cst_0 : vector<3xindex>
// CHECK-NEXT: %3 = vector.gather %arg0[%c2, %c0] [%2], %cst, %0 : tensor<5x6xf32>, vector<3xindex>, vector<3xi1>, vector<3xf32> into vector<3xf32>
// CHECK-NEXT: %4 = vector.transfer_write %3, %arg1[%c0] {in_bounds = [true]} : vector<3xf32>, tensor<3xf32>
// CHECK-NEXT: return %4 : tensor<3xf32>
func.func @row(%t: tensor<5x6xf32>, %o: tensor<3xf32>) -> tensor<3xf32> {
  %c2 = arith.constant 2 : index
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%o : tensor<3xf32>) {
  ^bb0(%b: f32):
    %1 = linalg.index 0 : index
    %2 = arith.muli %1, %c2 : index
    %3 = tensor.extract %t[%c2, %2] : tensor<5x6xf32>
    linalg.yield %3 : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @element(%arg0: tensor<5xf32>, %arg1: tensor<3xf32>, %arg2: index) -> tensor<3xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %extracted = tensor.extract %arg0[%c4] : tensor<5xf32>
// CHECK-NEXT: %0 = vector.broadcast %extracted : f32 to vector<3xf32>
// CHECK-NEXT: %1 = vector.transfer_write %0, %arg1[%c0] {in_bounds = [true]} : vector<3xf32>, tensor<3xf32>
// CHECK-NEXT: return %1 : tensor<3xf32>
func.func @element(%t: tensor<5xf32>, %o: tensor<3xf32>, %i: index) -> tensor<3xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%o : tensor<3xf32>) {
  ^bb0(%b: f32):
    %c4 = arith.constant 4 : index
    %1 = tensor.extract %t[%c4] : tensor<5xf32>
    linalg.yield %1 : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// TRANSFER: iree_vector_ext.transfer_gather %arg0[%c0, %c0] [%{{.*}} : vector<4xindex>], %{{.*}} {indexing_maps = [#{{.*}}, #{{.*}}]} : tensor<5x6xf32>, vector<4x6xf32>
// TRANSFER: iree_vector_ext.transfer_gather %arg0[%c1, %c0, %c0], %{{.*}} {indexing_maps = [#{{.*}}]} : tensor<3x5x6xf32>, vector<4x6xf32>
// TRANSFER: iree_vector_ext.transfer_gather %arg0[%c2, %c0] [%{{.*}} : vector<3xindex>], %{{.*}} {indexing_maps = [#{{.*}}, #{{.*}}]} : tensor<5x6xf32>, vector<3xf32>
