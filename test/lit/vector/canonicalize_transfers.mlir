// RUN: optc %s --canonicalize | FileCheck %s

// Transfers of tensors that change nothing, and casts in front of them.

// CHECK-LABEL: func.func @written_back(%arg0: tensor<8x8xf32>, %arg1: vector<4xi1>, %arg2: index, %arg3: f32) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg2, %c0], %arg3 {in_bounds = [true]} : tensor<8x8xf32>, vector<4xf32>
// CHECK-NEXT: %1 = vector.transfer_write %0, %arg0[%arg2, %arg2] : vector<4xf32>, tensor<8x8xf32>
// CHECK-NEXT: %2 = vector.transfer_write %0, %arg0[%arg2, %c0], %arg1 {in_bounds = [true]} : vector<4xf32>, tensor<8x8xf32>
// CHECK-NEXT: %3 = vector.transfer_read %arg0[%arg2, %c0], %arg3, %arg1 {in_bounds = [true]} : tensor<8x8xf32>, vector<4xf32>
// CHECK-NEXT: %4 = vector.transfer_write %3, %arg0[%arg2, %c0] {in_bounds = [true]} : vector<4xf32>, tensor<8x8xf32>
// CHECK-NEXT: return %arg0, %1, %2, %4 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
func.func @written_back(%t: tensor<8x8xf32>, %k: vector<4xi1>, %i: index, %z: f32) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %t[%i, %c0], %z : tensor<8x8xf32>, vector<4xf32>
  %1 = vector.transfer_write %0, %t[%i, %c0] : vector<4xf32>, tensor<8x8xf32>
  %2 = vector.transfer_write %0, %t[%i, %i] : vector<4xf32>, tensor<8x8xf32>
  %3 = vector.transfer_write %0, %t[%i, %c0], %k : vector<4xf32>, tensor<8x8xf32>
  %4 = vector.transfer_read %t[%i, %c0], %z, %k : tensor<8x8xf32>, vector<4xf32>
  %5 = vector.transfer_write %4, %t[%i, %c0] : vector<4xf32>, tensor<8x8xf32>
  return %1, %2, %3, %5 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// CHECK-LABEL: func.func @copied(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<2x8xf32>, %arg3: f32) -> (tensor<2x4xf32>, tensor<2x8xf32>, tensor<2x4xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%c0, %c0], %arg3 {in_bounds = [true, true]} : tensor<2x4xf32>, vector<2x4xf32>
// CHECK-NEXT: %1 = vector.transfer_write %0, %arg2[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<2x8xf32>
// CHECK-NEXT: %2 = vector.transfer_read %arg0[%c1, %c0], %arg3 {in_bounds = [false, true]} : tensor<2x4xf32>, vector<2x4xf32>
// CHECK-NEXT: %3 = vector.transfer_write %2, %arg1[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<2x4xf32>
// CHECK-NEXT: return %arg0, %1, %3 : tensor<2x4xf32>, tensor<2x8xf32>, tensor<2x4xf32>
func.func @copied(%t: tensor<2x4xf32>, %u: tensor<2x4xf32>, %w: tensor<2x8xf32>, %z: f32) -> (tensor<2x4xf32>, tensor<2x8xf32>, tensor<2x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = vector.transfer_read %t[%c0, %c0], %z {in_bounds = [true, true]} : tensor<2x4xf32>, vector<2x4xf32>
  %1 = vector.transfer_write %0, %u[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<2x4xf32>
  %2 = vector.transfer_write %0, %w[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<2x8xf32>
  %3 = vector.transfer_read %t[%c1, %c0], %z : tensor<2x4xf32>, vector<2x4xf32>
  %4 = vector.transfer_write %3, %u[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<2x4xf32>
  return %1, %2, %4 : tensor<2x4xf32>, tensor<2x8xf32>, tensor<2x4xf32>
}

// CHECK-LABEL: func.func @part_copied(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>, %arg2: f32) -> tensor<4x4xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%c0, %c0], %arg2 {in_bounds = [true, true]} : tensor<4x4xf32>, vector<2x4xf32>
// CHECK-NEXT: %1 = vector.transfer_write %0, %arg1[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x4xf32>
// CHECK-NEXT: return %1 : tensor<4x4xf32>
func.func @part_copied(%t: tensor<4x4xf32>, %u: tensor<4x4xf32>, %z: f32) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %t[%c0, %c0], %z {in_bounds = [true, true]} : tensor<4x4xf32>, vector<2x4xf32>
  %1 = vector.transfer_write %0, %u[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @of_casts(%arg0: tensor<4x8xf32>, %arg1: tensor<?x8xf32>, %arg2: index, %arg3: f32) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT: %cast = tensor.cast %arg1 : tensor<?x8xf32> to tensor<4x8xf32>
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%arg2, %arg2], %arg3 : tensor<4x8xf32>, vector<4xf32>
// CHECK-NEXT: %1 = vector.transfer_read %cast[%arg2, %arg2], %arg3 : tensor<4x8xf32>, vector<4xf32>
// CHECK-NEXT: %2 = vector.transfer_read %arg0[%arg2, %arg2], %arg3 : tensor<4x8xf32>, vector<4xf32>
// CHECK-NEXT: return %0, %1, %2 : vector<4xf32>, vector<4xf32>, vector<4xf32>
func.func @of_casts(%t: tensor<4x8xf32>, %d: tensor<?x8xf32>, %i: index, %z: f32) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %0 = tensor.cast %t : tensor<4x8xf32> to tensor<?x8xf32>
  %1 = tensor.cast %d : tensor<?x8xf32> to tensor<4x8xf32>
  %2 = tensor.cast %t : tensor<4x8xf32> to tensor<?x?xf32>
  %3 = vector.transfer_read %0[%i, %i], %z : tensor<?x8xf32>, vector<4xf32>
  %4 = vector.transfer_read %1[%i, %i], %z : tensor<4x8xf32>, vector<4xf32>
  %5 = vector.transfer_read %2[%i, %i], %z : tensor<?x?xf32>, vector<4xf32>
  return %3, %4, %5 : vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// CHECK-LABEL: func.func @bounds(%arg0: memref<8xf32>, %arg1: memref<?xf32>, %arg2: index, %arg3: f32) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c5 = arith.constant 5 : index
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%c4], %arg3 {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
// CHECK-NEXT: %1 = vector.transfer_read %arg0[%c5], %arg3 : memref<8xf32>, vector<4xf32>
// CHECK-NEXT: %2 = vector.transfer_read %arg1[%c4], %arg3 : memref<?xf32>, vector<4xf32>
// CHECK-NEXT: %3 = vector.transfer_read %arg0[%arg2], %arg3 : memref<8xf32>, vector<4xf32>
// CHECK-NEXT: return %0, %1, %2, %3 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
func.func @bounds(%m: memref<8xf32>, %d: memref<?xf32>, %i: index, %z: f32) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %0 = vector.transfer_read %m[%c4], %z : memref<8xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%c5], %z : memref<8xf32>, vector<4xf32>
  %3 = vector.transfer_read %d[%c4], %z : memref<?xf32>, vector<4xf32>
  %4 = vector.transfer_read %m[%i], %z : memref<8xf32>, vector<4xf32>
  return %0, %1, %3, %4 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// CHECK-LABEL: func.func @slice_of_what_is_written(%arg0: tensor<27x37xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<9x16xf32>, %arg3: vector<8x16xf32>, %arg4: index, %arg5: index) -> (tensor<27x37xf32>, tensor<27x37xf32>, tensor<27x37xf32>, tensor<27x37xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%arg4, %arg4] [%arg5, %arg5] [1, 1] : tensor<27x37xf32> to tensor<?x?xf32>
// CHECK-NEXT: %0 = vector.transfer_write %arg3, %extracted_slice[%c0, %c0] : vector<8x16xf32>, tensor<?x?xf32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %0 into %arg0[%arg4, %arg4] [%arg5, %arg5] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
// CHECK-NEXT: %1 = vector.transfer_write %arg3, %arg2[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, tensor<9x16xf32>
// CHECK-NEXT: %extracted_slice_0 = tensor.extract_slice %1[0, 0] [%arg5, %arg5] [1, 1] : tensor<9x16xf32> to tensor<?x?xf32>
// CHECK-NEXT: %inserted_slice_1 = tensor.insert_slice %extracted_slice_0 into %arg0[%arg4, %arg4] [%arg5, %arg5] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
// CHECK-NEXT: %2 = vector.transfer_write %arg3, %arg1[%c1, %c0] {in_bounds = [false, true]} : vector<8x16xf32>, tensor<8x16xf32>
// CHECK-NEXT: %extracted_slice_2 = tensor.extract_slice %2[0, 0] [%arg5, %arg5] [1, 1] : tensor<8x16xf32> to tensor<?x?xf32>
// CHECK-NEXT: %inserted_slice_3 = tensor.insert_slice %extracted_slice_2 into %arg0[%arg4, %arg4] [%arg5, %arg5] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
// CHECK-NEXT: %3 = vector.transfer_write %arg3, %arg1[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, tensor<8x16xf32>
// CHECK-NEXT: %extracted_slice_4 = tensor.extract_slice %3[0, 0] [%arg5, %arg5] [2, 1] : tensor<8x16xf32> to tensor<?x?xf32>
// CHECK-NEXT: %inserted_slice_5 = tensor.insert_slice %extracted_slice_4 into %arg0[%arg4, %arg4] [%arg5, %arg5] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
// CHECK-NEXT: return %inserted_slice, %inserted_slice_1, %inserted_slice_3, %inserted_slice_5 : tensor<27x37xf32>, tensor<27x37xf32>, tensor<27x37xf32>, tensor<27x37xf32>
func.func @slice_of_what_is_written(%t: tensor<27x37xf32>, %init: tensor<8x16xf32>, %big: tensor<9x16xf32>, %v: vector<8x16xf32>, %i: index, %x: index) -> (tensor<27x37xf32>, tensor<27x37xf32>, tensor<27x37xf32>, tensor<27x37xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = vector.transfer_write %v, %init[%c0, %c0] : vector<8x16xf32>, tensor<8x16xf32>
  %1 = tensor.extract_slice %0[0, 0] [%x, %x] [1, 1] : tensor<8x16xf32> to tensor<?x?xf32>
  %2 = tensor.insert_slice %1 into %t[%i, %i] [%x, %x] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
  %3 = vector.transfer_write %v, %big[%c0, %c0] : vector<8x16xf32>, tensor<9x16xf32>
  %4 = tensor.extract_slice %3[0, 0] [%x, %x] [1, 1] : tensor<9x16xf32> to tensor<?x?xf32>
  %5 = tensor.insert_slice %4 into %t[%i, %i] [%x, %x] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
  %6 = vector.transfer_write %v, %init[%c1, %c0] : vector<8x16xf32>, tensor<8x16xf32>
  %7 = tensor.extract_slice %6[0, 0] [%x, %x] [1, 1] : tensor<8x16xf32> to tensor<?x?xf32>
  %8 = tensor.insert_slice %7 into %t[%i, %i] [%x, %x] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
  %9 = vector.transfer_write %v, %init[%c0, %c0] : vector<8x16xf32>, tensor<8x16xf32>
  %10 = tensor.extract_slice %9[0, 0] [%x, %x] [2, 1] : tensor<8x16xf32> to tensor<?x?xf32>
  %11 = tensor.insert_slice %10 into %t[%i, %i] [%x, %x] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
  return %2, %5, %8, %11 : tensor<27x37xf32>, tensor<27x37xf32>, tensor<27x37xf32>, tensor<27x37xf32>
}
