// RUN: optc %s --canonicalize --verify-exec | FileCheck %s

// The second of two outputs is cast: its argument and its result are cast back, the first ones stay.
// CHECK-LABEL: func.func @second_output(%arg0: tensor<8xi32>, %arg1: tensor<4xi32>, %arg2: tensor<1xi32>) -> (tensor<8xi32>, tensor<?xi32>) {
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0:2 = scf.forall (%arg3, %arg4) in (2, 4) shared_outs(%arg5 = %arg0, %arg6 = %arg1) -> (tensor<8xi32>, tensor<4xi32>) {
// CHECK-NEXT: %1 = arith.addi %arg3, %c4 : index
// CHECK-NEXT: %2 = arith.index_cast %1 : index to i32
// CHECK-NEXT: %from_elements = tensor.from_elements %2 : tensor<1xi32>
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %from_elements into %arg5[%arg3] [1] [1] : tensor<1xi32> into tensor<8xi32>
// CHECK-NEXT: tensor.parallel_insert_slice %arg2 into %arg6[%arg4] [1] [1] : tensor<1xi32> into tensor<4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %cast = tensor.cast %0#1 : tensor<4xi32> to tensor<?xi32>
// CHECK-NEXT: return %0#0, %cast : tensor<8xi32>, tensor<?xi32>
func.func @second_output(%a: tensor<8xi32>, %b: tensor<4xi32>, %p: tensor<1xi32>) -> (tensor<8xi32>, tensor<?xi32>) {
  %c = tensor.cast %b : tensor<4xi32> to tensor<?xi32>
  %0:2 = scf.forall (%i, %j) in (2, 4) shared_outs(%x = %a, %y = %c) -> (tensor<8xi32>, tensor<?xi32>) {
    %c0 = arith.constant 0 : index
    %n = tensor.dim %y, %c0 : tensor<?xi32>
    %k = arith.addi %i, %n : index
    %q = arith.index_cast %k : index to i32
    %f = tensor.from_elements %q : tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %f into %x[%i] [1] [1] : tensor<1xi32> into tensor<8xi32>
      tensor.parallel_insert_slice %p into %y[%j] [1] [1] : tensor<1xi32> into tensor<?xi32>
    }
  }
  return %0#0, %0#1 : tensor<8xi32>, tensor<?xi32>
}

// Attributes and the mapping stay with the loop, whatever changes in it.
// CHECK-LABEL: func.func @annotated(%arg0: tensor<8xi32>, %arg1: tensor<1xi32>) -> tensor<8xi32> {
// CHECK-NEXT: %0 = scf.forall (%arg2) = (0) to (8) step (2) shared_outs(%arg3 = %arg0) -> (tensor<8xi32>) {
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %arg1 into %arg3[%arg2] [1] [1] : tensor<1xi32> into tensor<8xi32>
// CHECK-NEXT: }
// CHECK-NEXT: } {mapping = [#gpu.thread<x>], note = "kept"}
// CHECK-NEXT: return %0 : tensor<8xi32>
func.func @annotated(%t: tensor<8xi32>, %p: tensor<1xi32>) -> tensor<8xi32> {
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %0:2 = scf.forall (%i) = (0) to (%c8) step (%c2) shared_outs(%x = %t, %y = %t) -> (tensor<8xi32>, tensor<8xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %x[%i] [1] [1] : tensor<1xi32> into tensor<8xi32>
      tensor.parallel_insert_slice %p into %y[%i] [1] [1] : tensor<1xi32> into tensor<8xi32>
    }
  } {mapping = [#gpu.thread<x>], note = "kept"}
  return %0#0 : tensor<8xi32>
}

// A mapped loop of one iteration stays; its variable is known.
// CHECK-LABEL: func.func @mapped_once(%arg0: memref<8xindex>) {
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: scf.forall (%arg1) = (3) to (5) step (2) {
// CHECK-NEXT: memref.store %c3, %arg0[%c3] : memref<8xindex>
// CHECK-NEXT: } {mapping = [#gpu.thread<x>]}
// CHECK-NEXT: return
func.func @mapped_once(%m: memref<8xindex>) {
  scf.forall (%i) = (3) to (5) step (2) {
    memref.store %i, %m[%i] : memref<8xindex>
  } {mapping = [#gpu.thread<x>]}
  return
}

// Dimensions with one iteration go, wherever they are; bounds that are values stay values.
// CHECK-LABEL: func.func @middle(%arg0: memref<8x8x8xindex>, %arg1: index) {
// CHECK-NEXT: %c5 = arith.constant 5 : index
// CHECK-NEXT: scf.forall (%arg2, %arg3) = (0, %arg1) to (4, 8) step (2, 1) {
// CHECK-NEXT: memref.store %c5, %arg0[%arg2, %c5, %arg3] : memref<8x8x8xindex>
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @middle(%m: memref<8x8x8xindex>, %n: index) {
  scf.forall (%i, %j, %k) = (0, 5, %n) to (4, 6, 8) step (2, 1, 1) {
    memref.store %j, %m[%i, %j, %k] : memref<8x8x8xindex>
  }
  return
}

// CHECK-LABEL: func.func @ends(%arg0: memref<8x8x8xindex>) {
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c7 = arith.constant 7 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: scf.forall (%arg1) = (0) to (8) step (2) {
// CHECK-NEXT: memref.store %c8, %arg0[%c7, %arg1, %c1] : memref<8x8x8xindex>
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @ends(%m: memref<8x8x8xindex>) {
  scf.forall (%i, %j, %k) = (7, 0, 1) to (8, 8, 4) step (1, 2, 3) {
    %s = arith.addi %i, %k : index
    memref.store %s, %m[%i, %j, %k] : memref<8x8x8xindex>
  }
  return
}

// No iteration in one dimension is none in all.
// CHECK-LABEL: func.func @none(%arg0: tensor<8xi32>, %arg1: tensor<1xi32>, %arg2: index) -> tensor<8xi32> {
// CHECK-NEXT: return %arg0 : tensor<8xi32>
func.func @none(%t: tensor<8xi32>, %p: tensor<1xi32>, %n: index) -> tensor<8xi32> {
  %0 = scf.forall (%i, %j) = (0, 4) to (%n, 4) step (1, 1) shared_outs(%x = %t) -> (tensor<8xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %x[%i] [1] [1] : tensor<1xi32> into tensor<8xi32>
    }
  }
  return %0 : tensor<8xi32>
}

// Outputs that nobody writes or reads go, in front of, between and behind others.
// CHECK-LABEL: func.func @outputs(%arg0: tensor<8xi32>, %arg1: tensor<8xi32>, %arg2: tensor<8xi32>, %arg3: tensor<1xi32>) -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) {
// CHECK-NEXT: %0 = scf.forall (%arg4) in (8) shared_outs(%arg5 = %arg1) -> (tensor<8xi32>) {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%arg4] [1] [1] : tensor<8xi32> to tensor<1xi32>
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %extracted_slice into %arg5[%arg4] [1] [1] : tensor<1xi32> into tensor<8xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return %arg0, %0, %arg2 : tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
func.func @outputs(%t: tensor<8xi32>, %u: tensor<8xi32>, %v: tensor<8xi32>, %p: tensor<1xi32>) -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) {
  %0:4 = scf.forall (%i) in (8) shared_outs(%x = %t, %y = %u, %z = %v, %w = %t) -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) {
    %e = tensor.extract_slice %x[%i] [1] [1] : tensor<8xi32> to tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %y[%i] [1] [1] : tensor<1xi32> into tensor<8xi32>
      tensor.parallel_insert_slice %p into %w[%i] [1] [1] : tensor<1xi32> into tensor<8xi32>
    }
  }
  return %0#0, %0#1, %0#2 : tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
}

// -----

// mlir-opt-22 differs (canonicalize cse, inline licm): an output that is written twice has both slices
// The slices of the only iteration are inserted in their order, each into its output.
// CHECK-LABEL: func.func @once(%arg0: tensor<8xi32>, %arg1: tensor<8xi32>, %arg2: tensor<1xi32>, %arg3: tensor<2xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %arg2 into %arg1[2] [1] [1] : tensor<1xi32> into tensor<8xi32>
// CHECK-NEXT: %inserted_slice_0 = tensor.insert_slice %arg3 into %arg0[5] [2] [1] : tensor<2xi32> into tensor<8xi32>
// CHECK-NEXT: %inserted_slice_1 = tensor.insert_slice %arg3 into %inserted_slice[5] [2] [1] : tensor<2xi32> into tensor<8xi32>
// CHECK-NEXT: return %inserted_slice_0, %inserted_slice_1 : tensor<8xi32>, tensor<8xi32>
func.func @once(%t: tensor<8xi32>, %u: tensor<8xi32>, %p: tensor<1xi32>, %q: tensor<2xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %0:2 = scf.forall (%i, %j) = (2, 5) to (3, 6) step (1, 1) shared_outs(%x = %t, %y = %u) -> (tensor<8xi32>, tensor<8xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %y[%i] [1] [1] : tensor<1xi32> into tensor<8xi32>
      tensor.parallel_insert_slice %q into %x[%j] [2] [1] : tensor<2xi32> into tensor<8xi32>
      tensor.parallel_insert_slice %q into %y[%j] [2] [1] : tensor<2xi32> into tensor<8xi32>
    }
  }
  return %0#0, %0#1 : tensor<8xi32>, tensor<8xi32>
}

// CHECK-LABEL: func.func private @length(%arg0: tensor<?xi32>) -> i32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %dim = tensor.dim %arg0, %c0 : tensor<?xi32>
// CHECK-NEXT: %0 = arith.index_cast %dim : index to i32
// CHECK-NEXT: return %0 : i32
func.func private @length(%t: tensor<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %t, %c0 : tensor<?xi32>
  %r = arith.index_cast %n : index to i32
  return %r : i32
}

// What takes the argument keeps its type.
// CHECK-LABEL: func.func @type_kept(%arg0: tensor<2xi32>, %arg1: tensor<4xi32>) -> (tensor<2xi32>, tensor<?xi32>) {
// CHECK-NEXT: %0:2 = scf.forall (%arg2) in (2) shared_outs(%arg3 = %arg0, %arg4 = %arg1) -> (tensor<2xi32>, tensor<4xi32>) {
// CHECK-NEXT: %cast_0 = tensor.cast %arg4 : tensor<4xi32> to tensor<?xi32>
// CHECK-NEXT: %1 = func.call @length(%cast_0) : (tensor<?xi32>) -> i32
// CHECK-NEXT: %from_elements = tensor.from_elements %1 : tensor<1xi32>
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %from_elements into %arg3[%arg2] [1] [1] : tensor<1xi32> into tensor<2xi32>
// CHECK-NEXT: tensor.parallel_insert_slice %from_elements into %arg4[%arg2] [1] [1] : tensor<1xi32> into tensor<4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %cast = tensor.cast %0#1 : tensor<4xi32> to tensor<?xi32>
// CHECK-NEXT: return %0#0, %cast : tensor<2xi32>, tensor<?xi32>
func.func @type_kept(%a: tensor<2xi32>, %b: tensor<4xi32>) -> (tensor<2xi32>, tensor<?xi32>) {
  %c = tensor.cast %b : tensor<4xi32> to tensor<?xi32>
  %0:2 = scf.forall (%i) in (2) shared_outs(%x = %a, %y = %c) -> (tensor<2xi32>, tensor<?xi32>) {
    %n = func.call @length(%y) : (tensor<?xi32>) -> i32
    %f = tensor.from_elements %n : tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %f into %x[%i] [1] [1] : tensor<1xi32> into tensor<2xi32>
      tensor.parallel_insert_slice %f into %y[%i] [1] [1] : tensor<1xi32> into tensor<?xi32>
    }
  }
  return %0#0, %0#1 : tensor<2xi32>, tensor<?xi32>
}
