// RUN: optc %s --tensor-hoist-slices --mlir-print-local-scope | FileCheck %s
// mlir-opt-22 differs (bufferized within functions): it takes a masked write for one of the whole tensor
// RUN: optc %s --tensor-hoist-slices --verify-exec -o /dev/null
// RUN: optc %s --tensor-hoist-slices=fold-identity-slices --verify-exec -o /dev/null

// A part that the loop reads and writes, as a vector.
// CHECK-LABEL: func.func @vector(%arg0: tensor<8xf32>, %arg1: vector<4xf32>) -> tensor<8xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%c1], %cst {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
// CHECK-NEXT: %1 = scf.for %arg2 = %c0 to %c3 step %c1 iter_args(%arg3 = %0) -> (vector<4xf32>) {
// CHECK-NEXT: %3 = arith.addf %arg3, %arg1 : vector<4xf32>
// CHECK-NEXT: scf.yield %3 : vector<4xf32>
// CHECK: %2 = vector.transfer_write %1, %arg0[%c1] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
// CHECK-NEXT: return %2 : tensor<8xf32>
func.func @vector(%init: tensor<8xf32>, %x: vector<4xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %p = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %init) -> (tensor<8xf32>) {
    %v = vector.transfer_read %t[%c1], %p {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
    %w = arith.addf %v, %x : vector<4xf32>
    %u = vector.transfer_write %w, %t[%c1] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
    scf.yield %u : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// Elements that are off get the padding again in each iteration. The mask is computed in the loop.
// CHECK-LABEL: func.func @masked(%arg0: tensor<8xf32>, %arg1: vector<4xf32>, %arg2: index) -> tensor<8xf32> {
// CHECK-NEXT: %cst = arith.constant dense<1.000000e+00> : vector<4xf32>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %cst_0 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %0 = vector.create_mask %arg2 : vector<4xi1>
// CHECK-NEXT: %1 = vector.transfer_read %arg0[%c1], %cst_0, %0 {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
// CHECK-NEXT: %2 = scf.for %arg3 = %c0 to %c3 step %c1 iter_args(%arg4 = %1) -> (vector<4xf32>) {
// CHECK-NEXT: %4 = arith.addf %arg4, %arg1 : vector<4xf32>
// CHECK-NEXT: %5 = arith.select %0, %4, %cst : vector<4xi1>, vector<4xf32>
// CHECK-NEXT: scf.yield %5 : vector<4xf32>
// CHECK: %3 = vector.transfer_write %2, %arg0[%c1], %0 {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
// CHECK-NEXT: return %3 : tensor<8xf32>
func.func @masked(%init: tensor<8xf32>, %x: vector<4xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %p = arith.constant 1.0 : f32
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %init) -> (tensor<8xf32>) {
    %m = vector.create_mask %n : vector<4xi1>
    %v = vector.transfer_read %t[%c1], %p, %m {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
    %w = arith.addf %v, %x : vector<4xf32>
    %u = vector.transfer_write %w, %t[%c1], %m {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
    scf.yield %u : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// A slice leaves both loops.
// CHECK-LABEL: func.func @slice(%arg0: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
// CHECK-NEXT: %0 = scf.for %arg1 = %c0 to %c3 step %c1 iter_args(%arg2 = %extracted_slice) -> (tensor<4xf32>) {
// CHECK-NEXT: %1 = scf.for %arg3 = %c0 to %c3 step %c1 iter_args(%arg4 = %arg2) -> (tensor<4xf32>) {
// CHECK-NEXT: %2 = arith.addf %arg4, %arg4 : tensor<4xf32>
// CHECK-NEXT: scf.yield %2 : tensor<4xf32>
// CHECK: scf.yield %1 : tensor<4xf32>
// CHECK: %inserted_slice = tensor.insert_slice %0 into %arg0[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
// CHECK-NEXT: return %inserted_slice : tensor<8xf32>
func.func @slice(%init: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %init) -> (tensor<8xf32>) {
    %s = scf.for %j = %c0 to %c3 step %c1 iter_args(%u = %t) -> (tensor<8xf32>) {
      %v = tensor.extract_slice %u[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
      %w = arith.addf %v, %v : tensor<4xf32>
      %x = tensor.insert_slice %w into %u[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
      scf.yield %x : tensor<8xf32>
    }
    scf.yield %s : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// The place depends on the iteration.
// CHECK-LABEL: func.func @moving(%arg0: tensor<8xf32>, %arg1: vector<4xf32>) -> tensor<8xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = scf.for %arg2 = %c0 to %c3 step %c1 iter_args(%arg3 = %arg0) -> (tensor<8xf32>) {
// CHECK-NEXT: %1 = vector.transfer_read %arg3[%arg2], %cst {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
// CHECK-NEXT: %2 = arith.addf %1, %arg1 : vector<4xf32>
// CHECK-NEXT: %3 = vector.transfer_write %2, %arg3[%arg2] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
// CHECK-NEXT: scf.yield %3 : tensor<8xf32>
// CHECK: return %0 : tensor<8xf32>
func.func @moving(%init: tensor<8xf32>, %x: vector<4xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %p = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %init) -> (tensor<8xf32>) {
    %v = vector.transfer_read %t[%i], %p {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
    %w = arith.addf %v, %x : vector<4xf32>
    %u = vector.transfer_write %w, %t[%i] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
    scf.yield %u : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// The loop also uses the rest of the tensor.
// CHECK-LABEL: func.func @rest(%arg0: tensor<8xf32>, %arg1: vector<4xf32>) -> tensor<8xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = scf.for %arg2 = %c0 to %c3 step %c1 iter_args(%arg3 = %arg0) -> (tensor<8xf32>) {
// CHECK-NEXT: %1 = vector.transfer_read %arg3[%c0], %cst {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
// CHECK-NEXT: %2 = vector.extract_strided_slice %1 {offsets = [0], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
// CHECK-NEXT: %3 = vector.transfer_write %2, %arg3[%c1] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
// CHECK-NEXT: scf.yield %3 : tensor<8xf32>
// CHECK: return %0 : tensor<8xf32>
func.func @rest(%init: tensor<8xf32>, %x: vector<4xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %p = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %init) -> (tensor<8xf32>) {
    %v = vector.transfer_read %t[%c0], %p {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
    %s = vector.extract_strided_slice %v {offsets = [0], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>
    %u = vector.transfer_write %s, %t[%c1] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
    scf.yield %u : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// Reads of what was written, with another mask.
// CHECK-LABEL: func.func @written(%arg0: tensor<8xf32>, %arg1: vector<8xf32>, %arg2: index, %arg3: index) -> (vector<8xf32>, vector<8xf32>) {
// CHECK-NEXT: %cst = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %cst_0 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %0 = vector.create_mask %arg2 : vector<8xi1>
// CHECK-NEXT: %1 = vector.create_mask %arg3 : vector<8xi1>
// CHECK-NEXT: %2 = arith.select %0, %arg1, %cst : vector<8xi1>, vector<8xf32>
// CHECK-NEXT: %3 = vector.transfer_read %arg0[%c0], %cst_0 {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
// CHECK-NEXT: %4 = arith.select %0, %arg1, %3 : vector<8xi1>, vector<8xf32>
// CHECK-NEXT: %5 = arith.select %1, %4, %cst : vector<8xi1>, vector<8xf32>
// CHECK-NEXT: return %2, %5 : vector<8xf32>, vector<8xf32>
func.func @written(%t: tensor<8xf32>, %v: vector<8xf32>, %n: index, %m: index) -> (vector<8xf32>, vector<8xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 1.0 : f32
  %a = vector.create_mask %n : vector<8xi1>
  %b = vector.create_mask %m : vector<8xi1>
  %w = vector.transfer_write %v, %t[%c0], %a {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
  %x = vector.transfer_read %w[%c0], %p, %a {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
  %y = vector.transfer_read %w[%c0], %p, %b {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
  return %x, %y : vector<8xf32>, vector<8xf32>
}

// CHECK-LABEL: func.func @whole(%arg0: tensor<?xf32>, %arg1: vector<4xf32>) -> (vector<4xf32>, tensor<?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %0 = vector.transfer_read %arg0[%c0], %cst : tensor<?xf32>, vector<4xf32>
// CHECK-NEXT: %1 = vector.transfer_write %arg1, %arg0[%c0] : vector<4xf32>, tensor<?xf32>
// CHECK-NEXT: return %0, %1 : vector<4xf32>, tensor<?xf32>
func.func @whole(%t: tensor<?xf32>, %v: vector<4xf32>) -> (vector<4xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 1.0 : f32
  %n = tensor.dim %t, %c0 : tensor<?xf32>
  %s = tensor.extract_slice %t[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %x = vector.transfer_read %s[%c0], %p : tensor<?xf32>, vector<4xf32>
  %w = vector.transfer_write %v, %t[%c0] : vector<4xf32>, tensor<?xf32>
  %u = vector.transfer_write %v, %w[%c0] : vector<4xf32>, tensor<?xf32>
  return %x, %u : vector<4xf32>, tensor<?xf32>
}

// The loop may have no iteration, and then nothing may be read outside of the tensor.
// CHECK-LABEL: func.func @maybe(%arg0: tensor<?xf32>, %arg1: vector<4xf32>, %arg2: index) -> tensor<?xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0) -> (tensor<?xf32>) {
// CHECK-NEXT: %1 = vector.transfer_read %arg4[%c1], %cst {in_bounds = [true]} : tensor<?xf32>, vector<4xf32>
// CHECK-NEXT: %2 = arith.addf %1, %arg1 : vector<4xf32>
// CHECK-NEXT: %3 = vector.transfer_write %2, %arg4[%c1] {in_bounds = [true]} : vector<4xf32>, tensor<?xf32>
// CHECK-NEXT: scf.yield %3 : tensor<?xf32>
// CHECK: return %0 : tensor<?xf32>
func.func @maybe(%init: tensor<?xf32>, %x: vector<4xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %init) -> (tensor<?xf32>) {
    %v = vector.transfer_read %t[%c1], %p {in_bounds = [true]} : tensor<?xf32>, vector<4xf32>
    %w = arith.addf %v, %x : vector<4xf32>
    %u = vector.transfer_write %w, %t[%c1] {in_bounds = [true]} : vector<4xf32>, tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
