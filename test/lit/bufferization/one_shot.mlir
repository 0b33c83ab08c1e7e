// RUN: optc %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s
// RUN: optc %s --one-shot-bufferize --verify-exec -o %t
// RUN: optc %s --one-shot-bufferize=copy-before-write --verify-exec -o %t
// RUN: optc %s --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | FileCheck %s --check-prefix=ANALYSIS

// An insertion changes the buffer of the argument, which is returned.
// CHECK-LABEL: func.func @in_place(
// CHECK-SAME: %[[T:.*]]: memref<4xf32, strided<[?], offset: ?>>, %[[I:.*]]: index, %[[F:.*]]: f32) -> memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: memref.store %[[F]], %[[T]][%[[I]]]
// CHECK-NEXT: return %[[T]]
// ANALYSIS-LABEL: func.func @in_place(
// ANALYSIS-SAME: {bufferization.access = "read-write"}
// ANALYSIS: tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "true", "none"]}
// ANALYSIS: return {__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]}
func.func @in_place(%t: tensor<4xf32>, %i: index, %f: f32) -> tensor<4xf32> {
  %0 = tensor.insert %f into %t[%i] : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// The old elements are read after the insertion.
// CHECK-LABEL: func.func @read_later(
// CHECK-SAME: %[[T:.*]]: memref<4xf32, strided<[?], offset: ?>>, %[[I:.*]]: index, %[[F:.*]]: f32) -> (memref<4xf32>, f32)
// CHECK-NEXT: %[[A:.*]] = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// CHECK-NEXT: memref.copy %[[T]], %[[A]]
// CHECK-NEXT: memref.store %[[F]], %[[A]][%[[I]]]
// CHECK-NEXT: %[[R:.*]] = memref.load %[[T]][%[[I]]]
// CHECK: return %[[A]], %[[R]]
func.func @read_later(%t: tensor<4xf32>, %i: index, %f: f32) -> (tensor<4xf32>, f32) {
  %0 = tensor.insert %f into %t[%i] : tensor<4xf32>
  %1 = tensor.extract %t[%i] : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, f32
}

// A slice is computed in place, and its insertion copies the slice to itself.
// CHECK-LABEL: func.func @slice(
// CHECK: %[[V:.*]] = memref.subview %[[T:.*]][%{{.*}}] [4] [1]
// CHECK-NEXT: linalg.fill ins(%{{.*}} : f32) outs(%[[V]] :
// CHECK-NEXT: %[[W:.*]] = memref.subview %[[T]][%{{.*}}] [4] [1]
// CHECK-NEXT: memref.copy %[[V]], %[[W]]
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @slice(%t: tensor<8xf32>, %f: f32) -> tensor<8xf32> {
  %i = arith.constant 2 : index
  %0 = tensor.extract_slice %t[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = tensor.insert_slice %1 into %t[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %2 : tensor<8xf32>
}

// Constants are globals that nobody changes.
// CHECK-LABEL: func.func @constant(
// CHECK: %[[C:.*]] = memref.get_global @__constant_2xf32 : memref<2xf32>
// CHECK: %[[A:.*]] = memref.alloc() {alignment = 64 : i64} : memref<2xf32>
// CHECK: memref.copy %[[C]], %[[A]]
// CHECK: memref.store %{{.*}}, %[[A]]
func.func @constant(%i: index, %f: f32) -> tensor<2xf32> {
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %k = arith.constant 1 : index
  %0 = tensor.insert %f into %c[%k] : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// A loop carries one buffer.
// CHECK-LABEL: func.func @loop(
// CHECK: scf.for {{.*}} iter_args(%[[B:.*]] = %{{.*}}) -> (memref<?xf32, strided<[?], offset: ?>>)
// CHECK: memref.store %{{.*}}, %[[B]]
// CHECK: scf.yield %[[B]]
func.func @loop(%t: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 3.0 : f32
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %d step %c1 iter_args(%a = %t) -> tensor<?xf32> {
    %b = tensor.insert %f into %a[%i] : tensor<?xf32>
    scf.yield %b : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// Both branches become the buffer that the conditional yields.
// CHECK-LABEL: func.func @branches(
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (memref<4xf32, strided<[?], offset: ?>>)
// CHECK: memref.alloc
// CHECK: linalg.fill
// CHECK: } else {
// CHECK: scf.yield
func.func @branches(%c: i1, %t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %r = scf.if %c -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  } else {
    scf.yield %t : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// A function that changes its argument makes its caller copy what it still needs.
// CHECK-LABEL: func.func @caller(
// CHECK: memref.copy
// CHECK: call @in_place
func.func @caller(%t: tensor<4xf32>, %i: index, %f: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %0 = call @in_place(%t, %c0, %f) : (tensor<4xf32>, index, f32) -> tensor<4xf32>
  %1 = tensor.extract %t[%c0] : tensor<4xf32>
  %2 = tensor.extract %0[%c0] : tensor<4xf32>
  return %1, %2 : f32, f32
}

// The threads of a loop write parts of one buffer.
// CHECK-LABEL: func.func @threads(
// CHECK: scf.forall (%[[I:.*]]) in (4) {
// CHECK-NOT: shared_outs
// CHECK: memref.copy
func.func @threads(%t: tensor<4x2xf32>, %f: f32) -> tensor<4x2xf32> {
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4x2xf32>) {
    %0 = tensor.extract_slice %o[%i, 0] [1, 2] [1, 1] : tensor<4x2xf32> to tensor<1x2xf32>
    %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<1x2xf32>) -> tensor<1x2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[%i, 0] [1, 2] [1, 1] : tensor<1x2xf32> into tensor<4x2xf32>
    }
  }
  return %r : tensor<4x2xf32>
}
