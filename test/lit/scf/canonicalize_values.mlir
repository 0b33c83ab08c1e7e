// RUN: optc %s --canonicalize=test-convergence | FileCheck %s

// A loop that runs never is its initial values, one that runs once its body, one that does nothing what it yields
// from outside; not if it does something, or if the number of its turns is not known.
// CHECK-LABEL: func.func @trips(%arg0: i32, %arg1: index, %arg2: memref<4xi32>) -> (i32, i32, i32, i32, i32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT: %0 = arith.addi %arg0, %c7_i32 : i32
// CHECK-NEXT: %1 = scf.for %arg3 = %c0 to %c4 step %c1 iter_args(%arg4 = %arg0) -> (i32) {
// CHECK-NEXT: memref.store %c7_i32, %arg2[%arg3] : memref<4xi32>
// CHECK-NEXT: scf.yield %c7_i32 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %2 = scf.for %arg3 = %c0 to %arg1 step %c1 iter_args(%arg4 = %arg0) -> (i32) {
// CHECK-NEXT: scf.yield %c7_i32 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %arg0, %0, %c7_i32, %1, %2 : i32, i32, i32, i32, i32
func.func @trips(%x: i32, %n: index, %m: memref<4xi32>) -> (i32, i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = arith.constant 7 : i32
  %0 = scf.for %i = %c4 to %c4 step %c1 iter_args(%a = %x) -> (i32) { scf.yield %y : i32 }
  %1 = scf.for %i = %c0 to %c4 step %c4 iter_args(%a = %x) -> (i32) {
    %b = arith.addi %a, %y : i32
    scf.yield %b : i32
  }
  %2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> (i32) { scf.yield %y : i32 }
  %3 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> (i32) {
    memref.store %y, %m[%i] : memref<4xi32>
    scf.yield %y : i32
  }
  %4 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) { scf.yield %y : i32 }
  return %0, %1, %2, %3, %4 : i32, i32, i32, i32, i32
}

// The tensor that a later initial value was cast from is carried, too.
// CHECK-LABEL: func.func @second_cast(%arg0: tensor<?xi32>, %arg1: tensor<4xi32>, %arg2: index) -> (tensor<?xi32>, tensor<?xi32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: %0:2 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0, %arg5 = %arg1) -> (tensor<?xi32>, tensor<4xi32>) {
// CHECK-NEXT: %inserted = tensor.insert %c3_i32 into %arg4[%arg3] : tensor<?xi32>
// CHECK-NEXT: %inserted_0 = tensor.insert %c3_i32 into %arg5[%arg3] : tensor<4xi32>
// CHECK-NEXT: scf.yield %inserted, %inserted_0 : tensor<?xi32>, tensor<4xi32>
// CHECK-NEXT: }
// CHECK-NEXT: %cast = tensor.cast %0#1 : tensor<4xi32> to tensor<?xi32>
// CHECK-NEXT: return %0#0, %cast : tensor<?xi32>, tensor<?xi32>
func.func @second_cast(%x: tensor<?xi32>, %y: tensor<4xi32>, %n: index) -> (tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 3 : i32
  %t = tensor.cast %y : tensor<4xi32> to tensor<?xi32>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %t) -> (tensor<?xi32>, tensor<?xi32>) {
    %c = tensor.insert %v into %a[%i] : tensor<?xi32>
    %d = tensor.insert %v into %b[%i] : tensor<?xi32>
    scf.yield %c, %d : tensor<?xi32>, tensor<?xi32>
  }
  return %0#0, %0#1 : tensor<?xi32>, tensor<?xi32>
}

// Outputs that stay keep their places and results when one between them goes.
// CHECK-LABEL: func.func @forall_outputs(%arg0: tensor<4xi32>, %arg1: tensor<8xi32>, %arg2: tensor<16xi32>, %arg3: tensor<1xi32>) -> (tensor<4xi32>, tensor<8xi32>, tensor<16xi32>) {
// CHECK-NEXT: %0:2 = scf.forall (%arg4) in (4) shared_outs(%arg5 = %arg0, %arg6 = %arg2) -> (tensor<4xi32>, tensor<16xi32>) {
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %arg3 into %arg5[%arg4] [1] [1] : tensor<1xi32> into tensor<4xi32>
// CHECK-NEXT: tensor.parallel_insert_slice %arg3 into %arg6[%arg4] [1] [1] : tensor<1xi32> into tensor<16xi32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return %0#0, %arg1, %0#1 : tensor<4xi32>, tensor<8xi32>, tensor<16xi32>
func.func @forall_outputs(%x: tensor<4xi32>, %y: tensor<8xi32>, %z: tensor<16xi32>, %v: tensor<1xi32>) -> (tensor<4xi32>, tensor<8xi32>, tensor<16xi32>) {
  %0:3 = scf.forall (%i) in (4) shared_outs(%a = %x, %b = %y, %c = %z) -> (tensor<4xi32>, tensor<8xi32>, tensor<16xi32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %a[%i] [1] [1] : tensor<1xi32> into tensor<4xi32>
      tensor.parallel_insert_slice %v into %c[%i] [1] [1] : tensor<1xi32> into tensor<16xi32>
    }
  }
  return %0#0, %0#1, %0#2 : tensor<4xi32>, tensor<8xi32>, tensor<16xi32>
}

// Loops of which one reduces are not merged.
// CHECK-LABEL: func.func @outer_reduces(%arg0: index, %arg1: i32, %arg2: i32, %arg3: memref<?x?xi32>) -> i32 {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = scf.parallel (%arg4) = (%c0) to (%arg0) step (%c1) init (%arg1) -> i32 {
// CHECK-NEXT: scf.parallel (%arg5) = (%c0) to (%arg0) step (%c1) {
// CHECK-NEXT: memref.store %arg2, %arg3[%arg4, %arg5] : memref<?x?xi32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce(%arg2 : i32) {
// CHECK-NEXT: ^bb0(%arg5: i32, %arg6: i32):
// CHECK-NEXT: %1 = arith.addi %arg5, %arg6 : i32
// CHECK-NEXT: scf.reduce.return %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : i32
func.func @outer_reduces(%n: index, %x: i32, %y: i32, %m: memref<?x?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> i32 {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %y, %m[%i, %j] : memref<?x?xi32>
    }
    scf.reduce(%y : i32) {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      scf.reduce.return %s : i32
    }
  }
  return %0 : i32
}

// Results that are the same on both sides, the condition or its opposite.
// CHECK-LABEL: func.func @results(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: memref<i32>) -> (i32, i1, i1, i32) {
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT: %1 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: memref.store %arg1, %arg3[] : memref<i32>
// CHECK-NEXT: }
// CHECK-NEXT: return %arg1, %arg0, %0, %1 : i32, i1, i1, i32
func.func @results(%c: i1, %x: i32, %y: i32, %m: memref<i32>) -> (i32, i1, i1, i32) {
  %true = arith.constant true
  %false = arith.constant false
  %0:4 = scf.if %c -> (i32, i1, i1, i32) {
    memref.store %x, %m[] : memref<i32>
    scf.yield %x, %true, %false, %x : i32, i1, i1, i32
  } else {
    scf.yield %x, %false, %true, %y : i32, i1, i1, i32
  }
  return %0#0, %0#1, %0#2, %0#3 : i32, i1, i1, i32
}

// An if and the one that is all it contains are merged; what does not come from the inner one is selected. Not if
// the inner one gives something else than the outer one when it is not taken.
// CHECK-LABEL: func.func @nested_if(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: memref<i32>) -> (i32, i32) {
// CHECK-NEXT: %0 = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT: %1 = arith.select %arg0, %arg2, %arg3 : i32
// CHECK-NEXT: %2 = arith.select %0, %arg2, %arg3 : i32
// CHECK-NEXT: scf.if %0 {
// CHECK-NEXT: memref.store %arg2, %arg4[] : memref<i32>
// CHECK-NEXT: }
// CHECK-NEXT: return %2, %1 : i32, i32
func.func @nested_if(%c: i1, %d: i1, %x: i32, %y: i32, %m: memref<i32>) -> (i32, i32) {
  %0:2 = scf.if %c -> (i32, i32) {
    %1 = scf.if %d -> (i32) {
      memref.store %x, %m[] : memref<i32>
      scf.yield %x : i32
    } else {
      scf.yield %y : i32
    }
    scf.yield %1, %x : i32, i32
  } else {
    scf.yield %y, %y : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}
// CHECK-LABEL: func.func @nested_if_otherwise(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: memref<i32>) -> i32 {
// CHECK-NEXT: %0 = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT: %1 = arith.select %arg0, %arg2, %arg3 : i32
// CHECK-NEXT: scf.if %0 {
// CHECK-NEXT: memref.store %arg2, %arg4[] : memref<i32>
// CHECK-NEXT: }
// CHECK-NEXT: return %1 : i32
func.func @nested_if_otherwise(%c: i1, %d: i1, %x: i32, %y: i32, %m: memref<i32>) -> i32 {
  %0 = scf.if %c -> (i32) {
    %1 = scf.if %d -> (i32) {
      memref.store %x, %m[] : memref<i32>
      scf.yield %x : i32
    } else {
      scf.yield %x : i32
    }
    scf.yield %1 : i32
  } else {
    scf.yield %y : i32
  }
  return %0 : i32
}

// What the condition says of a forwarded value holds in the after region: on either side of the comparison, for it
// and its opposite, not for another number.
// CHECK-LABEL: func.func @while_compared(%arg0: i32, %arg1: i32, %arg2: memref<8xi1>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %0 = scf.while : () -> i32 {
// CHECK-NEXT: %1 = memref.load %arg2[%c4] : memref<8xi1>
// CHECK-NEXT: %2 = arith.extui %1 : i1 to i32
// CHECK-NEXT: %3 = arith.cmpi slt, %2, %arg0 : i32
// CHECK-NEXT: scf.condition(%3) %2 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg3: i32):
// CHECK-NEXT: memref.store %true, %arg2[%c0] : memref<8xi1>
// CHECK-NEXT: memref.store %false, %arg2[%c1] : memref<8xi1>
// CHECK-NEXT: %1 = arith.cmpi slt, %arg3, %arg1 : i32
// CHECK-NEXT: memref.store %1, %arg2[%c2] : memref<8xi1>
// CHECK-NEXT: %2 = arith.cmpi sle, %arg3, %arg0 : i32
// CHECK-NEXT: memref.store %2, %arg2[%c3] : memref<8xi1>
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @while_compared(%n: i32, %k: i32, %m: memref<8xi1>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %i4 = arith.constant 4 : index
  scf.while : () -> i32 {
    %a = memref.load %m[%i4] : memref<8xi1>
    %b = arith.extui %a : i1 to i32
    %c = arith.cmpi slt, %b, %n : i32
    scf.condition(%c) %b : i32
  } do {
  ^bb0(%b: i32):
    %0 = arith.cmpi slt, %b, %n : i32
    memref.store %0, %m[%i0] : memref<8xi1>
    %1 = arith.cmpi sge, %b, %n : i32
    memref.store %1, %m[%i1] : memref<8xi1>
    %2 = arith.cmpi slt, %b, %k : i32
    memref.store %2, %m[%i2] : memref<8xi1>
    %3 = arith.cmpi sle, %b, %n : i32
    memref.store %3, %m[%i3] : memref<8xi1>
    scf.yield
  }
  return
}
// CHECK-LABEL: func.func @while_compared_right(%arg0: i32, %arg1: i32, %arg2: memref<8xi1>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %0 = scf.while : () -> i32 {
// CHECK-NEXT: %1 = memref.load %arg2[%c4] : memref<8xi1>
// CHECK-NEXT: %2 = arith.extui %1 : i1 to i32
// CHECK-NEXT: %3 = arith.cmpi ne, %arg0, %2 : i32
// CHECK-NEXT: scf.condition(%3) %2 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg3: i32):
// CHECK-NEXT: memref.store %true, %arg2[%c0] : memref<8xi1>
// CHECK-NEXT: memref.store %false, %arg2[%c1] : memref<8xi1>
// CHECK-NEXT: %1 = arith.cmpi ne, %arg1, %arg3 : i32
// CHECK-NEXT: memref.store %1, %arg2[%c2] : memref<8xi1>
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @while_compared_right(%n: i32, %k: i32, %m: memref<8xi1>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i4 = arith.constant 4 : index
  scf.while : () -> i32 {
    %a = memref.load %m[%i4] : memref<8xi1>
    %b = arith.extui %a : i1 to i32
    %c = arith.cmpi ne, %n, %b : i32
    scf.condition(%c) %b : i32
  } do {
  ^bb0(%b: i32):
    %0 = arith.cmpi ne, %n, %b : i32
    memref.store %0, %m[%i0] : memref<8xi1>
    %1 = arith.cmpi eq, %n, %b : i32
    memref.store %1, %m[%i1] : memref<8xi1>
    %2 = arith.cmpi ne, %k, %b : i32
    memref.store %2, %m[%i2] : memref<8xi1>
    scf.yield
  }
  return
}

// What an if on the condition does when it is false stays in front of the condition.
// CHECK-LABEL: func.func @while_else(%arg0: memref<2xi1>, %arg1: i32, %arg2: memref<i32>) {
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: scf.while : () -> () {
// CHECK-NEXT: %0 = memref.load %arg0[%c0] : memref<2xi1>
// CHECK-NEXT: scf.if %0 {
// CHECK-NEXT: memref.store %true, %arg0[%c1] : memref<2xi1>
// CHECK-NEXT: } else {
// CHECK-NEXT: memref.store %arg1, %arg2[] : memref<i32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.condition(%0)
// CHECK-NEXT: } do {
// CHECK-NEXT: %0 = memref.load %arg0[%c1] : memref<2xi1>
// CHECK-NEXT: memref.store %0, %arg0[%c0] : memref<2xi1>
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @while_else(%m: memref<2xi1>, %x: i32, %r: memref<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.while : () -> () {
    %c = memref.load %m[%c0] : memref<2xi1>
    scf.if %c {
      memref.store %c, %m[%c1] : memref<2xi1>
    } else {
      memref.store %x, %r[] : memref<i32>
    }
    scf.condition(%c)
  } do {
    %d = memref.load %m[%c1] : memref<2xi1>
    memref.store %d, %m[%c0] : memref<2xi1>
    scf.yield
  }
  return
}
