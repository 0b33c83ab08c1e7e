// RUN: optc %s --canonicalize=test-convergence | FileCheck %s

// A read of a whole tensor that is written over the whole of another one of its type is the tensor read; not
// where one begins elsewhere.
// CHECK-LABEL: func.func @copies(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: f32, %arg3: index) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%c0], %arg2 {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
// CHECK-NEXT: %1 = vector.transfer_read %arg0[%arg3], %arg2 {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
// CHECK-NEXT: %2 = vector.transfer_write %1, %arg1[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
// CHECK-NEXT: %3 = vector.transfer_write %0, %arg1[%arg3] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
// CHECK-NEXT: return %arg0, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
func.func @copies(%s: tensor<4xf32>, %t: tensor<4xf32>, %p: f32, %i: index) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %v = vector.transfer_read %s[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %0 = vector.transfer_write %v, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %w = vector.transfer_read %s[%i], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %1 = vector.transfer_write %w, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %2 = vector.transfer_write %v, %t[%i] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// A slice is cut out of what it goes into before it is overwritten; not where a stride is not 1, the slice does not
// begin at 0 or its size differs.
// CHECK-LABEL: func.func @write_into_slice(%arg0: vector<8x16xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<27x37xf32>, %arg3: index, %arg4: index) -> tensor<27x37xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg2[3, 9] [%arg3, %arg4] [1, 1] : tensor<27x37xf32> to tensor<?x?xf32>
// CHECK-NEXT: %0 = vector.transfer_write %arg0, %extracted_slice[%c0, %c0] : vector<8x16xf32>, tensor<?x?xf32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %0 into %arg2[3, 9] [%arg3, %arg4] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
// CHECK-NEXT: return %inserted_slice : tensor<27x37xf32>
func.func @write_into_slice(%v: vector<8x16xf32>, %init: tensor<8x16xf32>, %t: tensor<27x37xf32>, %x: index, %y: index) -> tensor<27x37xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %init[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, tensor<8x16xf32>
  %1 = tensor.extract_slice %0[0, 0] [%x, %y] [1, 1] : tensor<8x16xf32> to tensor<?x?xf32>
  %2 = tensor.insert_slice %1 into %t[3, 9] [%x, %y] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
  return %2 : tensor<27x37xf32>
}
// CHECK-LABEL: func.func @write_into_strided_slice(%arg0: vector<8x16xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<27x37xf32>, %arg3: index, %arg4: index) -> tensor<27x37xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.transfer_write %arg0, %arg1[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, tensor<8x16xf32>
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %0[0, 0] [%arg3, %arg4] [1, 1] : tensor<8x16xf32> to tensor<?x?xf32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %extracted_slice into %arg2[3, 9] [%arg3, %arg4] [1, 2] : tensor<?x?xf32> into tensor<27x37xf32>
// CHECK-NEXT: return %inserted_slice : tensor<27x37xf32>
func.func @write_into_strided_slice(%v: vector<8x16xf32>, %init: tensor<8x16xf32>, %t: tensor<27x37xf32>, %x: index, %y: index) -> tensor<27x37xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %init[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, tensor<8x16xf32>
  %1 = tensor.extract_slice %0[0, 0] [%x, %y] [1, 1] : tensor<8x16xf32> to tensor<?x?xf32>
  %2 = tensor.insert_slice %1 into %t[3, 9] [%x, %y] [1, 2] : tensor<?x?xf32> into tensor<27x37xf32>
  return %2 : tensor<27x37xf32>
}
// CHECK-LABEL: func.func @write_strided_slice(%arg0: vector<8x16xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<27x37xf32>, %arg3: index, %arg4: index) -> tensor<27x37xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.transfer_write %arg0, %arg1[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, tensor<8x16xf32>
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %0[0, 0] [%arg3, %arg4] [2, 1] : tensor<8x16xf32> to tensor<?x?xf32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %extracted_slice into %arg2[3, 9] [%arg3, %arg4] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
// CHECK-NEXT: return %inserted_slice : tensor<27x37xf32>
func.func @write_strided_slice(%v: vector<8x16xf32>, %init: tensor<8x16xf32>, %t: tensor<27x37xf32>, %x: index, %y: index) -> tensor<27x37xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %init[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, tensor<8x16xf32>
  %1 = tensor.extract_slice %0[0, 0] [%x, %y] [2, 1] : tensor<8x16xf32> to tensor<?x?xf32>
  %2 = tensor.insert_slice %1 into %t[3, 9] [%x, %y] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
  return %2 : tensor<27x37xf32>
}
// CHECK-LABEL: func.func @write_slice_at(%arg0: vector<8x16xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<27x37xf32>, %arg3: index, %arg4: index) -> tensor<27x37xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = vector.transfer_write %arg0, %arg1[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, tensor<8x16xf32>
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %0[0, 1] [%arg3, %arg4] [1, 1] : tensor<8x16xf32> to tensor<?x?xf32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %extracted_slice into %arg2[3, 9] [%arg3, %arg4] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
// CHECK-NEXT: return %inserted_slice : tensor<27x37xf32>
func.func @write_slice_at(%v: vector<8x16xf32>, %init: tensor<8x16xf32>, %t: tensor<27x37xf32>, %x: index, %y: index) -> tensor<27x37xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %init[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, tensor<8x16xf32>
  %1 = tensor.extract_slice %0[0, 1] [%x, %y] [1, 1] : tensor<8x16xf32> to tensor<?x?xf32>
  %2 = tensor.insert_slice %1 into %t[3, 9] [%x, %y] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
  return %2 : tensor<27x37xf32>
}

// A write bypasses the one that it overwrites over writes that are elsewhere and have no other use.
// CHECK-LABEL: func.func @overwritten(%arg0: vector<2xf32>, %arg1: vector<2xf32>, %arg2: tensor<8xf32>, %arg3: index) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = vector.transfer_write %arg1, %arg2[%c2] {in_bounds = [true]} : vector<2xf32>, tensor<8xf32>
// CHECK-NEXT: %1 = vector.transfer_write %arg1, %0[%c0] {in_bounds = [true]} : vector<2xf32>, tensor<8xf32>
// CHECK-NEXT: %2 = vector.transfer_write %arg0, %arg2[%c0] {in_bounds = [true]} : vector<2xf32>, tensor<8xf32>
// CHECK-NEXT: %3 = vector.transfer_write %arg1, %2[%c1] {in_bounds = [true]} : vector<2xf32>, tensor<8xf32>
// CHECK-NEXT: %4 = vector.transfer_write %arg1, %3[%c0] {in_bounds = [true]} : vector<2xf32>, tensor<8xf32>
// CHECK-NEXT: %5 = vector.transfer_write %arg1, %arg2[%c0] {in_bounds = [true]} : vector<2xf32>, tensor<8xf32>
// CHECK-NEXT: %6 = vector.transfer_write %arg0, %5[%c2] {in_bounds = [true]} : vector<2xf32>, tensor<8xf32>
// CHECK-NEXT: %7 = vector.transfer_write %arg0, %6[%c0] {in_bounds = [true]} : vector<2xf32>, tensor<8xf32>
// CHECK-NEXT: return %1, %4, %6, %7 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
func.func @overwritten(%v: vector<2xf32>, %w: vector<2xf32>, %t: tensor<8xf32>, %i: index) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a0 = vector.transfer_write %v, %t[%c0] {in_bounds = [true]} : vector<2xf32>, tensor<8xf32>
  %a1 = vector.transfer_write %w, %a0[%c2] {in_bounds = [true]} : vector<2xf32>, tensor<8xf32>
  %a2 = vector.transfer_write %w, %a1[%c0] {in_bounds = [true]} : vector<2xf32>, tensor<8xf32>
  %b0 = vector.transfer_write %v, %t[%c0] {in_bounds = [true]} : vector<2xf32>, tensor<8xf32>
  %b1 = vector.transfer_write %w, %b0[%c1] {in_bounds = [true]} : vector<2xf32>, tensor<8xf32>
  %b2 = vector.transfer_write %w, %b1[%c0] {in_bounds = [true]} : vector<2xf32>, tensor<8xf32>
  %d0 = vector.transfer_write %w, %t[%c0] {in_bounds = [true]} : vector<2xf32>, tensor<8xf32>
  %d1 = vector.transfer_write %v, %d0[%c2] {in_bounds = [true]} : vector<2xf32>, tensor<8xf32>
  %d2 = vector.transfer_write %v, %d1[%c0] {in_bounds = [true]} : vector<2xf32>, tensor<8xf32>
  return %a2, %b2, %d1, %d2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
