// RUN: optc %s --allow-unregistered-dialect --canonicalize="test-convergence disable-patterns=convert-trivial-if-to-select" | FileCheck %s

// What scf.if yields is the condition itself where no select takes its place, and its other patterns on lists of values.

// The condition, its negation, one value in both branches, and constants that are none of these.
// CHECK-LABEL: func.func @condition(%arg0: i1, %arg1: i32) -> (i1, i1, i32, i1, i1) {
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT: %1 = scf.if %arg0 -> (i1) {
// CHECK-NEXT: %2 = "test.source"() : () -> i1
// CHECK-NEXT: scf.yield %2 : i1
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %false : i1
// CHECK-NEXT: }
// CHECK-NEXT: return %arg0, %0, %arg1, %true, %1 : i1, i1, i32, i1, i1
func.func @condition(%c: i1, %x: i32) -> (i1, i1, i32, i1, i1) {
  %true = arith.constant true
  %false = arith.constant false
  %r:5 = scf.if %c -> (i1, i1, i32, i1, i1) {
    %s = "test.source"() : () -> i1
    scf.yield %true, %false, %x, %true, %s : i1, i1, i32, i1, i1
  } else {
    scf.yield %false, %true, %x, %true, %false : i1, i1, i32, i1, i1
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4 : i1, i1, i32, i1, i1
}

// The outer one yields what the inner one does in another order, and something else.
// CHECK-LABEL: func.func @crossed(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> (i32, i32, i32) {
// CHECK-NEXT: %0 = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT: %1 = arith.select %arg0, %arg2, %arg3 : i32
// CHECK-NEXT: %2:2 = scf.if %0 -> (i32, i32) {
// CHECK-NEXT: %3 = "test.a"() : () -> i32
// CHECK-NEXT: %4 = "test.b"() : () -> i32
// CHECK-NEXT: scf.yield %4, %3 : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg3, %arg2 : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: return %2#0, %1, %2#1 : i32, i32, i32
func.func @crossed(%c: i1, %d: i1, %x: i32, %y: i32) -> (i32, i32, i32) {
  %r:3 = scf.if %c -> (i32, i32, i32) {
    %q:2 = scf.if %d -> (i32, i32) {
      %a = "test.a"() : () -> i32
      %b = "test.b"() : () -> i32
      scf.yield %a, %b : i32, i32
    } else {
      scf.yield %x, %y : i32, i32
    }
    scf.yield %q#1, %x, %q#0 : i32, i32, i32
  } else {
    scf.yield %y, %y, %x : i32, i32, i32
  }
  return %r#0, %r#1, %r#2 : i32, i32, i32
}

// An argument that is forwarded twice is no order of the arguments.
// CHECK-LABEL: func.func @twice(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT: %0 = scf.while (%arg2 = %arg0, %arg3 = %arg1) : (i32, i32) -> i32 {
// CHECK-NEXT: %1 = "test.more"(%arg2) : (i32) -> i1
// CHECK-NEXT: scf.condition(%1) %arg3 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: i32):
// CHECK-NEXT: %1:2 = "test.step"(%arg2, %arg2) : (i32, i32) -> (i32, i32)
// CHECK-NEXT: scf.yield %1#0, %1#1 : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %0 : i32, i32
func.func @twice(%x: i32, %y: i32) -> (i32, i32) {
  %r:2 = scf.while (%a = %x, %b = %y) : (i32, i32) -> (i32, i32) {
    %c = "test.more"(%a) : (i32) -> i1
    scf.condition(%c) %b, %b : i32, i32
  } do {
  ^bb0(%p: i32, %q: i32):
    %s:2 = "test.step"(%p, %q) : (i32, i32) -> (i32, i32)
    scf.yield %s#0, %s#1 : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// One output of two is of a type that a cast forgot.
// CHECK-LABEL: func.func @one_cast(%arg0: tensor<4xf32>, %arg1: tensor<8xf32>, %arg2: tensor<1xf32>) -> (tensor<?xf32>, tensor<8xf32>) {
// CHECK-NEXT: %0:2 = scf.forall (%arg3) in (4) shared_outs(%arg4 = %arg1, %arg5 = %arg0) -> (tensor<8xf32>, tensor<4xf32>) {
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %arg2 into %arg4[%arg3] [1] [1] : tensor<1xf32> into tensor<8xf32>
// CHECK-NEXT: tensor.parallel_insert_slice %arg2 into %arg5[%arg3] [1] [1] : tensor<1xf32> into tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %cast = tensor.cast %0#1 : tensor<4xf32> to tensor<?xf32>
// CHECK-NEXT: return %cast, %0#0 : tensor<?xf32>, tensor<8xf32>
func.func @one_cast(%t: tensor<4xf32>, %u: tensor<8xf32>, %v: tensor<1xf32>) -> (tensor<?xf32>, tensor<8xf32>) {
  %d = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %r:2 = scf.forall (%i) in (4) shared_outs(%a = %u, %b = %d) -> (tensor<8xf32>, tensor<?xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %a[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
      tensor.parallel_insert_slice %v into %b[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  return %r#1, %r#0 : tensor<?xf32>, tensor<8xf32>
}
