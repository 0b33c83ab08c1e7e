// RUN: optc %s --linalg-tile='tile-sizes=4,3 loops=forall fuse' --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --linalg-tile='tile-sizes=4,3 loops=forall fuse' --verify-exec -o /dev/null
// RUN: optc %s --linalg-tile='tile-sizes=4,3 fuse' --verify-exec -o /dev/null

// A tile of the last operation computes its part of the product and of the transposed bias.
// CHECK-LABEL: func.func @layer(%arg0: tensor<6x8xf32>, %arg1: tensor<8x4xf32>, %arg2: tensor<4x6xf32>, %arg3: tensor<6x4xf32>) -> tensor<6x4xf32> {
// CHECK-NEXT: %0 = scf.forall (%arg4, %arg5) = (0, 0) to (6, 4) step (4, 3) shared_outs(%arg6 = %arg3) -> (tensor<6x4xf32>) {
// CHECK-NEXT: %1 = affine.min affine_map<(d0) -> (-d0 + 6, 4)>(%arg4)
// CHECK-NEXT: %2 = affine.min affine_map<(d0) -> (-d0 + 4, 3)>(%arg5)
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%arg4, 0] [%1, 8] [1, 1] : tensor<6x8xf32> to tensor<?x8xf32>
// CHECK-NEXT: %extracted_slice_0 = tensor.extract_slice %arg1[0, %arg5] [8, %2] [1, 1] : tensor<8x4xf32> to tensor<8x?xf32>
// CHECK-NEXT: %extracted_slice_1 = tensor.extract_slice %arg3[%arg4, %arg5] [%1, %2] [1, 1] : tensor<6x4xf32> to tensor<?x?xf32>
// CHECK-NEXT: %3 = linalg.matmul ins(%extracted_slice, %extracted_slice_0 : tensor<?x8xf32>, tensor<8x?xf32>) outs(%extracted_slice_1 : tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %extracted_slice_2 = tensor.extract_slice %arg2[%arg5, %arg4] [%2, %1] [1, 1] : tensor<4x6xf32> to tensor<?x?xf32>
// CHECK-NEXT: %extracted_slice_3 = tensor.extract_slice %arg3[%arg4, %arg5] [%1, %2] [1, 1] : tensor<6x4xf32> to tensor<?x?xf32>
// CHECK-NEXT: %transposed = linalg.transpose ins(%extracted_slice_2 : tensor<?x?xf32>) outs(%extracted_slice_3 : tensor<?x?xf32>) permutation = [1, 0]
// CHECK-NEXT: %extracted_slice_4 = tensor.extract_slice %arg6[%arg4, %arg5] [%1, %2] [1, 1] : tensor<6x4xf32> to tensor<?x?xf32>
// CHECK-NEXT: %4 = linalg.add ins(%3, %transposed : tensor<?x?xf32>, tensor<?x?xf32>) outs(%extracted_slice_4 : tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %4 into %arg6[%arg4, %arg5] [%1, %2] [1, 1] : tensor<?x?xf32> into tensor<6x4xf32>
// CHECK: return %0 : tensor<6x4xf32>
func.func @layer(%x: tensor<6x8xf32>, %w: tensor<8x4xf32>, %b: tensor<4x6xf32>, %y: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %p = linalg.matmul ins(%x, %w : tensor<6x8xf32>, tensor<8x4xf32>) outs(%y : tensor<6x4xf32>) -> tensor<6x4xf32>
  %t = linalg.transpose ins(%b : tensor<4x6xf32>) outs(%y : tensor<6x4xf32>) permutation = [1, 0]
  %s = linalg.add ins(%p, %t : tensor<6x4xf32>, tensor<6x4xf32>) outs(%y : tensor<6x4xf32>) -> tensor<6x4xf32>
  return %s : tensor<6x4xf32>
}

// The function uses the exponentials, too.
// CHECK-LABEL: func.func @twice(%arg0: tensor<6x4xf32>, %arg1: tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<6x4xf32>) {
// CHECK-NEXT: %0 = linalg.exp ins(%arg0 : tensor<6x4xf32>) outs(%arg1 : tensor<6x4xf32>) -> tensor<6x4xf32>
// CHECK-NEXT: %1 = scf.forall (%arg2, %arg3) = (0, 0) to (6, 4) step (4, 3) shared_outs(%arg4 = %arg1) -> (tensor<6x4xf32>) {
// CHECK-NEXT: %2 = affine.min affine_map<(d0) -> (-d0 + 6, 4)>(%arg2)
// CHECK-NEXT: %3 = affine.min affine_map<(d0) -> (-d0 + 4, 3)>(%arg3)
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%arg2, %arg3] [%2, %3] [1, 1] : tensor<6x4xf32> to tensor<?x?xf32>
// CHECK-NEXT: %extracted_slice_0 = tensor.extract_slice %arg1[%arg2, %arg3] [%2, %3] [1, 1] : tensor<6x4xf32> to tensor<?x?xf32>
// CHECK-NEXT: %4 = linalg.exp ins(%extracted_slice : tensor<?x?xf32>) outs(%extracted_slice_0 : tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %extracted_slice_1 = tensor.extract_slice %arg4[%arg2, %arg3] [%2, %3] [1, 1] : tensor<6x4xf32> to tensor<?x?xf32>
// CHECK-NEXT: %5 = linalg.add ins(%4, %4 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%extracted_slice_1 : tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %5 into %arg4[%arg2, %arg3] [%2, %3] [1, 1] : tensor<?x?xf32> into tensor<6x4xf32>
// CHECK: return %1, %0 : tensor<6x4xf32>, tensor<6x4xf32>
func.func @twice(%x: tensor<6x4xf32>, %y: tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<6x4xf32>) {
  %e = linalg.exp ins(%x : tensor<6x4xf32>) outs(%y : tensor<6x4xf32>) -> tensor<6x4xf32>
  %s = linalg.add ins(%e, %e : tensor<6x4xf32>, tensor<6x4xf32>) outs(%y : tensor<6x4xf32>) -> tensor<6x4xf32>
  return %s, %e : tensor<6x4xf32>, tensor<6x4xf32>
}
