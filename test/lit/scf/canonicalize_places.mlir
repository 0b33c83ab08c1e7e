// RUN: optc %s --allow-unregistered-dialect --canonicalize=test-convergence | FileCheck %s

// The places of values that loops and branches forward: each stays its own.

// A loop without operations that exchanges what it carries is no constant.
// CHECK-LABEL: func.func @exchanged(%arg0: i32, %arg1: i32, %arg2: i32) -> (i32, i32, i32, i32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %0:2 = scf.for %arg3 = %c0 to %c3 step %c1 iter_args(%arg4 = %arg0, %arg5 = %arg1) -> (i32, i32) {
// CHECK-NEXT: scf.yield %arg5, %arg4 : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: %1:2 = scf.for %arg3 = %c0 to %c3 step %c1 iter_args(%arg4 = %arg0, %arg5 = %arg1) -> (i32, i32) {
// CHECK-NEXT: scf.yield %arg2, %arg4 : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0#0, %0#1, %1#0, %1#1 : i32, i32, i32, i32
func.func @exchanged(%x: i32, %y: i32, %z: i32) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %y) -> (i32, i32) {
    scf.yield %b, %a : i32, i32
  }
  %1:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %y) -> (i32, i32) {
    scf.yield %z, %a : i32, i32
  }
  return %0#0, %0#1, %1#0, %1#1 : i32, i32, i32, i32
}

// The condition is forwarded behind another value, and twice.
// CHECK-LABEL: func.func @forwarded(%arg0: i32, %arg1: i32) -> (i32, i1, i1) {
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %0:2 = scf.while (%arg2 = %arg0) : (i32) -> (i32, i1) {
// CHECK-NEXT: %1 = arith.cmpi slt, %arg2, %arg1 : i32
// CHECK-NEXT: scf.condition(%1) %arg2, %1 : i32, i1
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: i32, %arg3: i1):
// CHECK-NEXT: %1 = "test.step"(%arg2, %true, %true) : (i32, i1, i1) -> i32
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0#0, %0#1, %0#1 : i32, i1, i1
func.func @forwarded(%x: i32, %n: i32) -> (i32, i1, i1) {
  %r:3 = scf.while (%a = %x) : (i32) -> (i32, i1, i1) {
    %c = arith.cmpi slt, %a, %n : i32
    scf.condition(%c) %a, %c, %c : i32, i1, i1
  } do {
  ^bb0(%b: i32, %c: i1, %d: i1):
    %s = "test.step"(%b, %c, %d) : (i32, i1, i1) -> i32
    scf.yield %s : i32
  }
  return %r#0, %r#1, %r#2 : i32, i1, i1
}

// A dimension with one iteration between two others.
// CHECK-LABEL: func.func @middle(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>, %arg2: index, %arg3: tensor<1x1xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
// CHECK-NEXT: %0:2 = scf.forall (%arg4, %arg5) in (4, %arg2) shared_outs(%arg6 = %arg0, %arg7 = %arg1) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %arg3 into %arg7[%arg4, 2] [1, 1] [1, 1] : tensor<1x1xf32> into tensor<4x4xf32>
// CHECK-NEXT: tensor.parallel_insert_slice %arg3 into %arg6[%arg5, 2] [1, 1] [1, 1] : tensor<1x1xf32> into tensor<4x4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return %0#0, %0#1 : tensor<4x4xf32>, tensor<4x4xf32>
func.func @middle(%t: tensor<4x4xf32>, %u: tensor<4x4xf32>, %n: index, %v: tensor<1x1xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %r:2 = scf.forall (%i, %j, %k) = (0, 2, 0) to (4, 3, %n) step (1, 1, 1) shared_outs(%a = %t, %b = %u) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %b[%i, %j] [1, 1] [1, 1] : tensor<1x1xf32> into tensor<4x4xf32>
      tensor.parallel_insert_slice %v into %a[%k, %j] [1, 1] [1, 1] : tensor<1x1xf32> into tensor<4x4xf32>
    }
  }
  return %r#0, %r#1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// What is told of an scf.if is not told of what is left of it.
// CHECK-LABEL: func.func @left(%arg0: i1, %arg1: i32, %arg2: i32) -> (i32, i32) {
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: %1 = scf.if %arg0 -> (i32) {
// CHECK-NEXT: %2 = "test.source"() : () -> i32
// CHECK-NEXT: scf.yield %2 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg2 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %1, %0 : i32, i32
func.func @left(%c: i1, %x: i32, %y: i32) -> (i32, i32) {
  %r:2 = scf.if %c -> (i32, i32) {
    %s = "test.source"() : () -> i32
    scf.yield %s, %x : i32, i32
  } else {
    scf.yield %y, %y : i32, i32
  } {told = "once"}
  return %r#0, %r#1 : i32, i32
}

// The condition of an inner scf.if is known where it is used, in either branch.
// CHECK-LABEL: func.func @inner(%arg0: i1, %arg1: i1) {
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: scf.if %arg1 {
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: "test.use"(%true, %true) : (i1, i1) -> ()
// CHECK-NEXT: } else {
// CHECK-NEXT: "test.use"(%true, %false) : (i1, i1) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @inner(%c: i1, %d: i1) {
  scf.if %d {
    scf.if %c {
      "test.use"(%c, %d) : (i1, i1) -> ()
    } else {
      "test.use"(%d, %c) : (i1, i1) -> ()
    }
  }
  return
}

// The attributes of an if do not stay with what is left of it.
// CHECK-LABEL: func.func @annotated_if(%arg0: i1, %arg1: i32, %arg2: i32) -> (i32, i32) {
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: %1 = scf.if %arg0 -> (i32) {
// CHECK-NEXT: %2 = "test.then"() : () -> i32
// CHECK-NEXT: scf.yield %2 : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg2 : i32
// CHECK-NEXT: {{^ +[}]$}}
// CHECK-NEXT: return %0, %1 : i32, i32
func.func @annotated_if(%c: i1, %x: i32, %y: i32) -> (i32, i32) {
  %r:2 = scf.if %c -> (i32, i32) {
    %s = "test.then"() : () -> i32
    scf.yield %x, %s : i32, i32
  } else {
    scf.yield %y, %y : i32, i32
  } {note = "dropped"}
  return %r#0, %r#1 : i32, i32
}
