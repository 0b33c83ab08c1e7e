// RUN: optc %s --linalg-tile=tile-sizes=2,3,4 --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --linalg-tile='tile-sizes=2,3,4 interchange=2,0,1' --verify-exec | FileCheck %s --check-prefix=EXCHANGED
// RUN: optc %s --linalg-tile=tile-sizes=2,3,4 --linalg-vectorize=enable-vector-masking --tensor-hoist-slices --verify-exec -o /dev/null

// CHECK-LABEL: func.func @exp(%arg0: tensor<10xf32>, %arg1: tensor<10xf32>) -> tensor<10xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c10 = arith.constant 10 : index
// CHECK-NEXT: %0 = scf.for %arg2 = %c0 to %c10 step %c4 iter_args(%arg3 = %arg1) -> (tensor<10xf32>) {
// CHECK-NEXT: %1 = affine.min affine_map<(d0) -> (-d0 + 10, 4)>(%arg2)
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%arg2] [%1] [1] : tensor<10xf32> to tensor<?xf32>
// CHECK-NEXT: %extracted_slice_0 = tensor.extract_slice %arg3[%arg2] [%1] [1] : tensor<10xf32> to tensor<?xf32>
// CHECK-NEXT: %2 = linalg.exp ins(%extracted_slice : tensor<?xf32>) outs(%extracted_slice_0 : tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %2 into %arg3[%arg2] [%1] [1] : tensor<?xf32> into tensor<10xf32>
// CHECK-NEXT: scf.yield %inserted_slice : tensor<10xf32>
// CHECK: return %0 : tensor<10xf32>
func.func @exp(%x: tensor<10xf32>, %y: tensor<10xf32>) -> tensor<10xf32> {
  %0 = linalg.exp {tile_sizes = array<i64: 4>} ins(%x : tensor<10xf32>) outs(%y : tensor<10xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// CHECK-LABEL: func.func @matmul(%arg0: tensor<?x8xf32>, %arg1: tensor<8x6xf32>, %arg2: tensor<?x6xf32>) -> tensor<?x6xf32> {
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c6 = arith.constant 6 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %dim = tensor.dim %arg0, %c0 : tensor<?x8xf32>
// CHECK-NEXT: %0 = scf.for %arg3 = %c0 to %dim step %c2 iter_args(%arg4 = %arg2) -> (tensor<?x6xf32>) {
// CHECK-NEXT: %1 = scf.for %arg5 = %c0 to %c6 step %c3 iter_args(%arg6 = %arg4) -> (tensor<?x6xf32>) {
// CHECK-NEXT: %2 = scf.for %arg7 = %c0 to %c8 step %c4 iter_args(%arg8 = %arg6) -> (tensor<?x6xf32>) {
// CHECK-NEXT: %3 = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 2)>(%arg3)[%dim]
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%arg3, %arg7] [%3, 4] [1, 1] : tensor<?x8xf32> to tensor<?x4xf32>
// CHECK-NEXT: %extracted_slice_0 = tensor.extract_slice %arg1[%arg7, %arg5] [4, 3] [1, 1] : tensor<8x6xf32> to tensor<4x3xf32>
// CHECK-NEXT: %extracted_slice_1 = tensor.extract_slice %arg8[%arg3, %arg5] [%3, 3] [1, 1] : tensor<?x6xf32> to tensor<?x3xf32>
// CHECK-NEXT: %4 = linalg.matmul ins(%extracted_slice, %extracted_slice_0 : tensor<?x4xf32>, tensor<4x3xf32>) outs(%extracted_slice_1 : tensor<?x3xf32>) -> tensor<?x3xf32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %4 into %arg8[%arg3, %arg5] [%3, 3] [1, 1] : tensor<?x3xf32> into tensor<?x6xf32>
// CHECK-NEXT: scf.yield %inserted_slice : tensor<?x6xf32>
// CHECK: scf.yield %2 : tensor<?x6xf32>
// CHECK: scf.yield %1 : tensor<?x6xf32>
// CHECK: return %0 : tensor<?x6xf32>
func.func @matmul(%a: tensor<?x8xf32>, %b: tensor<8x6xf32>, %c: tensor<?x6xf32>) -> tensor<?x6xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x8xf32>, tensor<8x6xf32>) outs(%c : tensor<?x6xf32>) -> tensor<?x6xf32>
  return %0 : tensor<?x6xf32>
}

// A window overlaps the next tile.
// CHECK-LABEL: func.func @conv(%arg0: tensor<1x9x9x2xf32>, %arg1: tensor<3x3x2x4xf32>, %arg2: tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32> {
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = scf.for %arg3 = %c0 to %c4 step %c2 iter_args(%arg4 = %arg2) -> (tensor<1x4x4x4xf32>) {
// CHECK-NEXT: %1 = scf.for %arg5 = %c0 to %c4 step %c3 iter_args(%arg6 = %arg4) -> (tensor<1x4x4x4xf32>) {
// CHECK-NEXT: %2 = affine.min affine_map<(d0) -> (-d0 + 4, 3)>(%arg5)
// CHECK-NEXT: %3 = affine.apply affine_map<(d0) -> (d0 * 2)>(%arg3)
// CHECK-NEXT: %4 = affine.apply affine_map<(d0) -> (d0 * 2)>(%arg5)
// CHECK-NEXT: %5 = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%2)
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[0, %3, %4, 0] [1, 5, %5, 2] [1, 1, 1, 1] : tensor<1x9x9x2xf32> to tensor<1x5x?x2xf32>
// CHECK-NEXT: %extracted_slice_0 = tensor.extract_slice %arg6[0, %arg3, %arg5, 0] [1, 2, %2, 4] [1, 1, 1, 1] : tensor<1x4x4x4xf32> to tensor<1x2x?x4xf32>
// CHECK-NEXT: %6 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%extracted_slice, %arg1 : tensor<1x5x?x2xf32>, tensor<3x3x2x4xf32>) outs(%extracted_slice_0 : tensor<1x2x?x4xf32>) -> tensor<1x2x?x4xf32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %6 into %arg6[0, %arg3, %arg5, 0] [1, 2, %2, 4] [1, 1, 1, 1] : tensor<1x2x?x4xf32> into tensor<1x4x4x4xf32>
// CHECK-NEXT: scf.yield %inserted_slice : tensor<1x4x4x4xf32>
// CHECK: scf.yield %1 : tensor<1x4x4x4xf32>
// CHECK: return %0 : tensor<1x4x4x4xf32>
func.func @conv(%x: tensor<1x9x9x2xf32>, %k: tensor<3x3x2x4xf32>, %y: tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, tile_sizes = array<i64: 0, 2, 3>} ins(%x, %k : tensor<1x9x9x2xf32>, tensor<3x3x2x4xf32>) outs(%y : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %0 : tensor<1x4x4x4xf32>
}

// CHECK-LABEL: func.func @numbers(%arg0: tensor<4x6xi32>) -> tensor<4x6xi32> {
// CHECK-NEXT: %c6 = arith.constant 6 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = scf.for %arg1 = %c0 to %c4 step %c2 iter_args(%arg2 = %arg0) -> (tensor<4x6xi32>) {
// CHECK-NEXT: %1 = scf.for %arg3 = %c0 to %c6 step %c3 iter_args(%arg4 = %arg2) -> (tensor<4x6xi32>) {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg4[%arg1, %arg3] [2, 3] [1, 1] : tensor<4x6xi32> to tensor<2x3xi32>
// CHECK-NEXT: %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%extracted_slice : tensor<2x3xi32>) {
// CHECK-NEXT: ^bb0(%out: i32):
// CHECK-NEXT: %3 = linalg.index 0 : index
// CHECK-NEXT: %4 = arith.addi %3, %arg1 : index
// CHECK-NEXT: %5 = linalg.index 1 : index
// CHECK-NEXT: %6 = arith.addi %5, %arg3 : index
// CHECK-NEXT: %7 = arith.muli %4, %4 : index
// CHECK-NEXT: %8 = arith.addi %7, %6 : index
// CHECK-NEXT: %9 = arith.index_cast %8 : index to i32
// CHECK-NEXT: linalg.yield %9 : i32
// CHECK-NEXT: } -> tensor<2x3xi32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %2 into %arg4[%arg1, %arg3] [2, 3] [1, 1] : tensor<2x3xi32> into tensor<4x6xi32>
// CHECK-NEXT: scf.yield %inserted_slice : tensor<4x6xi32>
// CHECK: scf.yield %1 : tensor<4x6xi32>
// CHECK: return %0 : tensor<4x6xi32>
func.func @numbers(%y: tensor<4x6xi32>) -> tensor<4x6xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%y : tensor<4x6xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = arith.muli %i, %i : index
    %k = arith.addi %s, %j : index
    %v = arith.index_cast %k : index to i32
    linalg.yield %v : i32
  } -> tensor<4x6xi32>
  return %0 : tensor<4x6xi32>
}

// Without iterations there are no tiles.
// CHECK-LABEL: func.func @empty(%arg0: tensor<4x0xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %reduced = linalg.reduce { arith.addf } ins(%arg0 : tensor<4x0xf32>) outs(%arg1 : tensor<4xf32>) dimensions = [1]
// CHECK-NEXT: return %reduced : tensor<4xf32>
func.func @empty(%x: tensor<4x0xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<4x0xf32>) outs(%y : tensor<4xf32>) dimensions = [1]
  return %0 : tensor<4xf32>
}

// EXCHANGED-LABEL: func.func @matmul
// EXCHANGED: scf.for %{{.*}} = %c0 to %c8 step %c4
// EXCHANGED: scf.for %{{.*}} = %c0 to %dim step %c2
// EXCHANGED: scf.for %{{.*}} = %c0 to %c6 step %c3
