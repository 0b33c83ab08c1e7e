// RUN: optc %s --canonicalize | FileCheck %s

// Transfers of tensors that change nothing, and casts in front of them.

// CHECK-LABEL: func.func @written_back(
// CHECK-SAME: %[[T:[a-z0-9]+]]: tensor<8x8xf32>{{.*}}%[[K:[a-z0-9]+]]: vector<4xi1>{{.*}}%[[I:[a-z0-9]+]]: index{{.*}}%[[Z:[a-z0-9]+]]: f32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[V0:.+]] = vector.transfer_read %[[T]][%[[I]], %[[C0]]], %[[Z]] {in_bounds = [true]} : tensor<8x8xf32>, vector<4xf32>
// CHECK-NEXT: %[[V1:.+]] = vector.transfer_write %[[V0]], %[[T]][%[[I]], %[[I]]] : vector<4xf32>, tensor<8x8xf32>
// CHECK-NEXT: %[[V2:.+]] = vector.transfer_write %[[V0]], %[[T]][%[[I]], %[[C0]]], %[[K]] {in_bounds = [true]} : vector<4xf32>, tensor<8x8xf32>
// CHECK-NEXT: %[[V3:.+]] = vector.transfer_read %[[T]][%[[I]], %[[C0]]], %[[Z]], %[[K]] {in_bounds = [true]} : tensor<8x8xf32>, vector<4xf32>
// CHECK-NEXT: %[[V4:.+]] = vector.transfer_write %[[V3]], %[[T]][%[[I]], %[[C0]]] {in_bounds = [true]} : vector<4xf32>, tensor<8x8xf32>
// CHECK-NEXT: return %[[T]], %[[V1]], %[[V2]], %[[V4]] : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
// CHECK-NEXT: }
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

// CHECK-LABEL: func.func @copied(
// CHECK-SAME: %[[T:[a-z0-9]+]]: tensor<2x4xf32>{{.*}}%[[U:[a-z0-9]+]]: tensor<2x4xf32>{{.*}}%[[W:[a-z0-9]+]]: tensor<2x8xf32>{{.*}}%[[Z:[a-z0-9]+]]: f32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[V0:.+]] = vector.transfer_read %[[T]][%[[C0]], %[[C0]]], %[[Z]] {in_bounds = [true, true]} : tensor<2x4xf32>, vector<2x4xf32>
// CHECK-NEXT: %[[V1:.+]] = vector.transfer_write %[[V0]], %[[W]][%[[C0]], %[[C0]]] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<2x8xf32>
// CHECK-NEXT: %[[V2:.+]] = vector.transfer_read %[[T]][%[[C1]], %[[C0]]], %[[Z]] {in_bounds = [false, true]} : tensor<2x4xf32>, vector<2x4xf32>
// CHECK-NEXT: %[[V3:.+]] = vector.transfer_write %[[V2]], %[[U]][%[[C0]], %[[C0]]] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<2x4xf32>
// CHECK-NEXT: return %[[T]], %[[V1]], %[[V3]] : tensor<2x4xf32>, tensor<2x8xf32>, tensor<2x4xf32>
// CHECK-NEXT: }
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

// CHECK-LABEL: func.func @part_copied(
// CHECK-SAME: %[[T:[a-z0-9]+]]: tensor<4x4xf32>{{.*}}%[[U:[a-z0-9]+]]: tensor<4x4xf32>{{.*}}%[[Z:[a-z0-9]+]]: f32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[V0:.+]] = vector.transfer_read %[[T]][%[[C0]], %[[C0]]], %[[Z]] {in_bounds = [true, true]} : tensor<4x4xf32>, vector<2x4xf32>
// CHECK-NEXT: %[[V1:.+]] = vector.transfer_write %[[V0]], %[[U]][%[[C0]], %[[C0]]] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x4xf32>
// CHECK-NEXT: return %[[V1]] : tensor<4x4xf32>
// CHECK-NEXT: }
func.func @part_copied(%t: tensor<4x4xf32>, %u: tensor<4x4xf32>, %z: f32) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %t[%c0, %c0], %z {in_bounds = [true, true]} : tensor<4x4xf32>, vector<2x4xf32>
  %1 = vector.transfer_write %0, %u[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @of_casts(
// CHECK-SAME: %[[T:[a-z0-9]+]]: tensor<4x8xf32>{{.*}}%[[D:[a-z0-9]+]]: tensor<?x8xf32>{{.*}}%[[I:[a-z0-9]+]]: index{{.*}}%[[Z:[a-z0-9]+]]: f32
// CHECK-NEXT: %[[CAST:.+]] = tensor.cast %[[D]] : tensor<?x8xf32> to tensor<4x8xf32>
// CHECK-NEXT: %[[V0:.+]] = vector.transfer_read %[[T]][%[[I]], %[[I]]], %[[Z]] : tensor<4x8xf32>, vector<4xf32>
// CHECK-NEXT: %[[V1:.+]] = vector.transfer_read %[[CAST]][%[[I]], %[[I]]], %[[Z]] : tensor<4x8xf32>, vector<4xf32>
// CHECK-NEXT: %[[V2:.+]] = vector.transfer_read %[[T]][%[[I]], %[[I]]], %[[Z]] : tensor<4x8xf32>, vector<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]] : vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT: }
func.func @of_casts(%t: tensor<4x8xf32>, %d: tensor<?x8xf32>, %i: index, %z: f32) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %0 = tensor.cast %t : tensor<4x8xf32> to tensor<?x8xf32>
  %1 = tensor.cast %d : tensor<?x8xf32> to tensor<4x8xf32>
  %2 = tensor.cast %t : tensor<4x8xf32> to tensor<?x?xf32>
  %3 = vector.transfer_read %0[%i, %i], %z : tensor<?x8xf32>, vector<4xf32>
  %4 = vector.transfer_read %1[%i, %i], %z : tensor<4x8xf32>, vector<4xf32>
  %5 = vector.transfer_read %2[%i, %i], %z : tensor<?x?xf32>, vector<4xf32>
  return %3, %4, %5 : vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// CHECK-LABEL: func.func @bounds(
// CHECK-SAME: %[[M:[a-z0-9]+]]: memref<8xf32>{{.*}}%[[D:[a-z0-9]+]]: memref<?xf32>{{.*}}%[[I:[a-z0-9]+]]: index{{.*}}%[[Z:[a-z0-9]+]]: f32
// CHECK-NEXT: %[[C4:.+]] = arith.constant 4 : index
// CHECK-NEXT: %[[C5:.+]] = arith.constant 5 : index
// CHECK-NEXT: %[[V0:.+]] = vector.transfer_read %[[M]][%[[C4]]], %[[Z]] {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
// CHECK-NEXT: %[[V1:.+]] = vector.transfer_read %[[M]][%[[C5]]], %[[Z]] : memref<8xf32>, vector<4xf32>
// CHECK-NEXT: %[[V2:.+]] = vector.transfer_read %[[D]][%[[C4]]], %[[Z]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT: %[[V3:.+]] = vector.transfer_read %[[M]][%[[I]]], %[[Z]] : memref<8xf32>, vector<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]], %[[V3]] : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
// CHECK-NEXT: }
func.func @bounds(%m: memref<8xf32>, %d: memref<?xf32>, %i: index, %z: f32) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %0 = vector.transfer_read %m[%c4], %z : memref<8xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%c5], %z : memref<8xf32>, vector<4xf32>
  %3 = vector.transfer_read %d[%c4], %z : memref<?xf32>, vector<4xf32>
  %4 = vector.transfer_read %m[%i], %z : memref<8xf32>, vector<4xf32>
  return %0, %1, %3, %4 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// CHECK-LABEL: func.func @slice_of_what_is_written(
// CHECK-SAME: %[[T:[a-z0-9]+]]: tensor<27x37xf32>{{.*}}%[[INIT:[a-z0-9]+]]: tensor<8x16xf32>{{.*}}%[[BIG:[a-z0-9]+]]: tensor<9x16xf32>{{.*}}%[[V:[a-z0-9]+]]: vector<8x16xf32>{{.*}}%[[I:[a-z0-9]+]]: index{{.*}}%[[X:[a-z0-9]+]]: index
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0 : index
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1 : index
// CHECK-NEXT: %[[EXTRACTED_SLICE:.+]] = tensor.extract_slice %[[T]][%[[I]], %[[I]]] [%[[X]], %[[X]]] [1, 1] : tensor<27x37xf32> to tensor<?x?xf32>
// CHECK-NEXT: %[[V0:.+]] = vector.transfer_write %[[V]], %[[EXTRACTED_SLICE]][%[[C0]], %[[C0]]] : vector<8x16xf32>, tensor<?x?xf32>
// CHECK-NEXT: %[[INSERTED_SLICE:.+]] = tensor.insert_slice %[[V0]] into %[[T]][%[[I]], %[[I]]] [%[[X]], %[[X]]] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
// CHECK-NEXT: %[[V1:.+]] = vector.transfer_write %[[V]], %[[BIG]][%[[C0]], %[[C0]]] {in_bounds = [true, true]} : vector<8x16xf32>, tensor<9x16xf32>
// CHECK-NEXT: %[[EXTRACTED_SLICE_0:.+]] = tensor.extract_slice %[[V1]][0, 0] [%[[X]], %[[X]]] [1, 1] : tensor<9x16xf32> to tensor<?x?xf32>
// CHECK-NEXT: %[[INSERTED_SLICE_1:.+]] = tensor.insert_slice %[[EXTRACTED_SLICE_0]] into %[[T]][%[[I]], %[[I]]] [%[[X]], %[[X]]] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
// CHECK-NEXT: %[[V2:.+]] = vector.transfer_write %[[V]], %[[INIT]][%[[C1]], %[[C0]]] {in_bounds = [false, true]} : vector<8x16xf32>, tensor<8x16xf32>
// CHECK-NEXT: %[[EXTRACTED_SLICE_2:.+]] = tensor.extract_slice %[[V2]][0, 0] [%[[X]], %[[X]]] [1, 1] : tensor<8x16xf32> to tensor<?x?xf32>
// CHECK-NEXT: %[[INSERTED_SLICE_3:.+]] = tensor.insert_slice %[[EXTRACTED_SLICE_2]] into %[[T]][%[[I]], %[[I]]] [%[[X]], %[[X]]] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
// CHECK-NEXT: %[[V3:.+]] = vector.transfer_write %[[V]], %[[INIT]][%[[C0]], %[[C0]]] {in_bounds = [true, true]} : vector<8x16xf32>, tensor<8x16xf32>
// CHECK-NEXT: %[[EXTRACTED_SLICE_4:.+]] = tensor.extract_slice %[[V3]][0, 0] [%[[X]], %[[X]]] [2, 1] : tensor<8x16xf32> to tensor<?x?xf32>
// CHECK-NEXT: %[[INSERTED_SLICE_5:.+]] = tensor.insert_slice %[[EXTRACTED_SLICE_4]] into %[[T]][%[[I]], %[[I]]] [%[[X]], %[[X]]] [1, 1] : tensor<?x?xf32> into tensor<27x37xf32>
// CHECK-NEXT: return %[[INSERTED_SLICE]], %[[INSERTED_SLICE_1]], %[[INSERTED_SLICE_3]], %[[INSERTED_SLICE_5]] : tensor<27x37xf32>, tensor<27x37xf32>, tensor<27x37xf32>, tensor<27x37xf32>
// CHECK-NEXT: }
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
