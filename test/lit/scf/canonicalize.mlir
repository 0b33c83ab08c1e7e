// RUN: optc %s --canonicalize --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s

// No iterations, one, or an empty body.
// CHECK-LABEL: func.func @trivial_loops(%arg0: index, %arg1: index, %arg2: f32, %arg3: f32) -> (f32, f32, f32, f32) {
// CHECK-NEXT: %0 = arith.addf %arg2, %arg3 : f32
// CHECK-NEXT: return %arg2, %0, %arg3, %arg2 : f32, f32, f32, f32
func.func @trivial_loops(%lo: index, %hi: index, %x: f32, %y: f32) -> (f32, f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = scf.for %i = %c4 to %c0 step %c1 iter_args(%a = %x) -> (f32) {
    %t = arith.addf %a, %y : f32
    scf.yield %t : f32
  }
  %1 = scf.for %i = %c0 to %c4 step %c4 iter_args(%a = %x) -> (f32) {
    %t = arith.addf %a, %y : f32
    scf.yield %t : f32
  }
  %2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> (f32) {
    scf.yield %y : f32
  }
  %3 = scf.for %i = %lo to %hi step %c0 iter_args(%a = %x) -> (f32) {
    %t = arith.addf %a, %y : f32
    scf.yield %t : f32
  }
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// Trip counts of small integers, and of bounds a constant apart.
// CHECK-LABEL: func.func @trip_counts(%arg0: i32, %arg1: i32, %arg2: i32) -> (i32, i32, i32) {
// CHECK-NEXT: %0 = arith.muli %arg1, %arg0 : i32
// CHECK-NEXT: return %arg2, %arg1, %0 : i32, i32, i32
func.func @trip_counts(%n: i32, %a: i32, %b: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : i8
  %c200 = arith.constant 200 : i8
  %c100 = arith.constant 100 : i8
  %c5 = arith.constant 5 : i32
  %m = arith.addi %n, %c5 overflow<nsw> : i32
  %0 = scf.for unsigned %i = %c0 to %c200 step %c100 iter_args(%v = %a) -> (i32) : i8 {
    scf.yield %b : i32
  }
  %1 = scf.for %i = %c0 to %c200 step %c100 iter_args(%v = %a) -> (i32) : i8 {
    scf.yield %b : i32
  }
  %2 = scf.for %i = %n to %m step %c5 iter_args(%v = %a) -> (i32) : i32 {
    %t = arith.muli %v, %i : i32
    scf.yield %t : i32
  }
  return %0, %1, %2 : i32, i32, i32
}

// What is carried but never changes, is carried twice, or is not used.
// CHECK-LABEL: func.func @carried(%arg0: index, %arg1: index, %arg2: index, %arg3: f32, %arg4: f32) -> (f32, f32, f32) {
// CHECK-NEXT: %0:2 = scf.for %arg5 = %arg0 to %arg1 step %arg2 iter_args(%arg6 = %arg4, %arg7 = %arg4) -> (f32, f32) {
// CHECK-NEXT: %1 = arith.addf %arg6, %arg3 : f32
// CHECK-NEXT: %2 = arith.mulf %arg7, %arg7 : f32
// CHECK-NEXT: scf.yield %1, %2 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: return %arg3, %0#0, %0#0 : f32, f32, f32
func.func @carried(%lo: index, %hi: index, %st: index, %x: f32, %y: f32) -> (f32, f32, f32) {
  %0:4 = scf.for %i = %lo to %hi step %st iter_args(%a = %x, %b = %y, %c = %y, %d = %y) -> (f32, f32, f32, f32) {
    %t = arith.addf %b, %a : f32
    %u = arith.mulf %d, %d : f32
    scf.yield %a, %t, %t, %u : f32, f32, f32, f32
  }
  return %0#0, %0#1, %0#2 : f32, f32, f32
}

// CHECK-LABEL: func.func @casts(%arg0: index, %arg1: index, %arg2: index, %arg3: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = scf.for %arg4 = %arg0 to %arg1 step %arg2 iter_args(%arg5 = %arg3) -> (tensor<4xf32>) {
// CHECK-NEXT: %cast = tensor.cast %arg5 : tensor<4xf32> to tensor<?xf32>
// CHECK-NEXT: %1 = "test.step"(%cast) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT: %cast_0 = tensor.cast %1 : tensor<?xf32> to tensor<4xf32>
// CHECK-NEXT: scf.yield %cast_0 : tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : tensor<4xf32>
func.func @casts(%lo: index, %hi: index, %st: index, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %0 = scf.for %i = %lo to %hi step %st iter_args(%a = %c) -> (tensor<?xf32>) {
    %t = "test.step"(%a) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %t : tensor<?xf32>
  }
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// A known condition; an empty else; results from outside.
// CHECK-LABEL: func.func @conditions(%arg0: i1, %arg1: f32, %arg2: f32) -> (f32, f32, i1, i1) {
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : f32
// CHECK-NEXT: %1 = arith.xori %arg0, %true : i1
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: "test.kept"(%true) : (i1) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return %arg1, %0, %arg0, %1 : f32, f32, i1, i1
func.func @conditions(%c: i1, %x: f32, %y: f32) -> (f32, f32, i1, i1) {
  %true = arith.constant true
  %false = arith.constant false
  %0 = scf.if %true -> (f32) {
    scf.yield %x : f32
  } else {
    scf.yield %y : f32
  }
  scf.if %false {
    "test.gone"() : () -> ()
  }
  scf.if %c {
    "test.kept"(%c) : (i1) -> ()
  } else {
  }
  %1 = scf.if %c -> (f32) {
    scf.yield %x : f32
  } else {
    scf.yield %y : f32
  }
  %2 = scf.if %c -> (i1) {
    scf.yield %true : i1
  } else {
    scf.yield %false : i1
  }
  %3 = scf.if %c -> (i1) {
    scf.yield %false : i1
  } else {
    scf.yield %true : i1
  }
  return %0, %1, %2, %3 : f32, f32, i1, i1
}

// Conditionals one after the other, on the negation, and one in the other.
// CHECK-LABEL: func.func @combined(%arg0: i1, %arg1: i1, %arg2: f32) -> f32 {
// CHECK-NEXT: %0 = scf.if %arg0 -> (f32) {
// CHECK-NEXT: %2 = "test.a"() : () -> f32
// CHECK-NEXT: "test.b"(%2) : (f32) -> ()
// CHECK-NEXT: "test.d"() : () -> ()
// CHECK-NEXT: scf.yield %2 : f32
// CHECK-NEXT: } else {
// CHECK-NEXT: "test.c"(%arg2) : (f32) -> ()
// CHECK-NEXT: scf.yield %arg2 : f32
// CHECK-NEXT: }
// CHECK-NEXT: "test.between"() : () -> ()
// CHECK-NEXT: %1 = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT: scf.if %1 {
// CHECK-NEXT: "test.e"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : f32
func.func @combined(%c: i1, %d: i1, %x: f32) -> f32 {
  %true = arith.constant true
  %n = arith.xori %c, %true : i1
  %0 = scf.if %c -> (f32) {
    %t = "test.a"() : () -> f32
    scf.yield %t : f32
  } else {
    scf.yield %x : f32
  }
  scf.if %c {
    "test.b"(%0) : (f32) -> ()
  }
  scf.if %n {
    "test.c"(%0) : (f32) -> ()
  } else {
    "test.d"() : () -> ()
  }
  "test.between"() : () -> ()
  scf.if %c {
    scf.if %d {
      "test.e"() : () -> ()
    }
  }
  return %0 : f32
}

// In the second region a comparison that the condition implies is known.
// CHECK-LABEL: func.func @while(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT: %1 = arith.cmpi ne, %arg2, %arg1 : i32
// CHECK-NEXT: scf.condition(%1) %arg2 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: i32):
// CHECK-NEXT: %1 = "test.step"(%arg2, %false) : (i32, i1) -> i32
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : i32
func.func @while(%n: i32, %m: i32) -> i32 {
  %0 = scf.while (%a = %n) : (i32) -> i32 {
    %c = arith.cmpi ne, %a, %m : i32
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%b: i32):
    %d = arith.cmpi eq, %b, %m : i32
    %t = "test.step"(%b, %d) : (i32, i1) -> i32
    scf.yield %t : i32
  }
  return %0 : i32
}

// The constant is made in front of the loop.
// CHECK-LABEL: func.func @while_in_loop(%arg0: i32, %arg1: i32, %arg2: index) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %0 = scf.while (%arg3 = %arg0) : (i32) -> i32 {
// CHECK-NEXT: %1 = arith.cmpi ne, %arg3, %arg1 : i32
// CHECK-NEXT: scf.condition(%1) %arg3 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg3: i32):
// CHECK-NEXT: %1 = "test.step"(%arg3, %true) : (i32, i1) -> i32
// CHECK-NEXT: scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: "test.use"(%c0, %c1) : (index, index) -> ()
// CHECK-NEXT: return
func.func @while_in_loop(%n: i32, %m: i32, %k: index) {
  scf.while (%a = %n) : (i32) -> i32 {
    %c = arith.cmpi ne, %a, %m : i32
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%b: i32):
    %d = arith.cmpi ne, %b, %m : i32
    %t = "test.step"(%b, %d) : (i32, i1) -> i32
    scf.yield %t : i32
  }
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "test.use"(%c0, %c1) : (index, index) -> ()
  return
}

// CHECK-LABEL: func.func @while_unused(%arg0: f32, %arg1: f32) -> f32 {
// CHECK-NEXT: %0 = scf.while (%arg2 = %arg0) : (f32) -> f32 {
// CHECK-NEXT: %1 = "test.condition"(%arg2) : (f32) -> i1
// CHECK-NEXT: scf.condition(%1) %arg2 : f32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg2: f32):
// CHECK-NEXT: %1 = "test.step"(%arg2) : (f32) -> f32
// CHECK-NEXT: scf.yield %1 : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : f32
func.func @while_unused(%x: f32, %y: f32) -> f32 {
  %0:2 = scf.while (%a = %x, %b = %y) : (f32, f32) -> (f32, f32) {
    %c = "test.condition"(%a) : (f32) -> i1
    scf.condition(%c) %a, %y : f32, f32
  } do {
  ^bb0(%p: f32, %q: f32):
    %t = "test.step"(%p) : (f32) -> f32
    scf.yield %t, %q : f32, f32
  }
  return %0#0 : f32
}

// CHECK-LABEL: func.func @parallel(%arg0: index, %arg1: memref<?x?xf32>, %arg2: f32) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) {
// CHECK-NEXT: memref.store %arg2, %arg1[%c0, %arg3] : memref<?x?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: scf.parallel (%arg3, %arg4) = (%c0, %c0) to (%arg0, %c8) step (%c1, %c1) {
// CHECK-NEXT: memref.store %arg2, %arg1[%arg3, %arg4] : memref<?x?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @parallel(%n: index, %m: memref<?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c1, %n) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%c8) step (%c1) {
      memref.store %x, %m[%i, %j] : memref<?x?xf32>
    }
  }
  scf.parallel (%i) = (%c8) to (%c0) step (%c1) {
    memref.store %x, %m[%i, %i] : memref<?x?xf32>
  }
  return
}

// A reduction of one iteration is combined with the initial value.
// CHECK-LABEL: func.func @parallel_once(%arg0: f32, %arg1: f32) -> f32 {
// CHECK-NEXT: %0 = arith.subf %arg0, %arg1 : f32
// CHECK-NEXT: return %0 : f32
func.func @parallel_once(%x: f32, %y: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.parallel (%i) = (%c0) to (%c1) step (%c1) init (%x) -> f32 {
    scf.reduce(%y : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.subf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @forall(%arg0: index, %arg1: memref<?x?xf32>, %arg2: f32) {
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: scf.forall (%arg3) in (8) {
// CHECK-NEXT: memref.store %arg2, %arg1[%c0, %arg3] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %arg2, %arg1[%c3, %c3] : memref<?x?xf32>
// CHECK-NEXT: scf.forall (%arg3, %arg4) = (2, 0) to (3, %arg0) step (1, 1) {
// CHECK-NEXT: memref.store %arg2, %arg1[%c2, %arg4] : memref<?x?xf32>
// CHECK-NEXT: } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
// CHECK-NEXT: return
func.func @forall(%n: index, %m: memref<?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.forall (%i, %j) = (%c0, %n) to (%c8, %n) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  scf.forall (%i, %j) in (%c1, %c8) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  scf.forall (%i) = (3) to (5) step (2) {
    memref.store %x, %m[%i, %i] : memref<?x?xf32>
  }
  scf.forall (%i, %j) = (2, 0) to (3, %n) step (1, 1) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
  return
}

// Outputs that nobody writes or uses are not shared.
// CHECK-LABEL: func.func @forall_outputs(%arg0: index, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8xf32>, %arg4: tensor<1xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// CHECK-NEXT: %0 = scf.forall (%arg5) in (%arg0) shared_outs(%arg6 = %arg1) -> (tensor<8xf32>) {
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %arg4 into %arg6[%arg5] [1] [1] : tensor<1xf32> into tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %arg2 : tensor<8xf32>, tensor<8xf32>
func.func @forall_outputs(%n: index, %a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %s: tensor<1xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:3 = scf.forall (%i) in (%n) shared_outs(%x = %a, %y = %b, %z = %c) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %x[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
      tensor.parallel_insert_slice %s into %z[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @execute_region(%arg0: i1, %arg1: f32, %arg2: f32) -> (f32, f32, f32) {
// CHECK-NEXT: %0 = arith.addf %arg1, %arg2 : f32
// CHECK-NEXT: %1 = scf.execute_region -> f32 no_inline {
// CHECK-NEXT: %3 = "test.a"() : () -> f32
// CHECK-NEXT: scf.yield %3 : f32
// CHECK-NEXT: }
// CHECK-NEXT: cf.cond_br %arg0, ^bb2(%arg1 : f32), ^bb1
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: "test.b"() : () -> ()
// CHECK-NEXT: cf.br ^bb2(%arg2 : f32)
// CHECK-NEXT: ^bb2(%2: f32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: return %0, %1, %2 : f32, f32, f32
func.func @execute_region(%c: i1, %x: f32, %y: f32) -> (f32, f32, f32) {
  %0 = scf.execute_region -> f32 {
    %t = arith.addf %x, %y : f32
    scf.yield %t : f32
  }
  %1 = scf.execute_region -> f32 no_inline {
    %t = "test.a"() : () -> f32
    scf.yield %t : f32
  }
  %2 = scf.execute_region -> f32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %x : f32
  ^bb2:
    "test.b"() : () -> ()
    scf.yield %y : f32
  }
  return %0, %1, %2 : f32, f32, f32
}

// CHECK-LABEL: func.func @index_switch(%arg0: f32, %arg1: f32) -> (f32, f32) {
// CHECK-NEXT: return %arg0, %arg1 : f32, f32
func.func @index_switch(%x: f32, %y: f32) -> (f32, f32) {
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %0 = scf.index_switch %c2 -> f32
  case 2 {
    scf.yield %x : f32
  }
  default {
    scf.yield %y : f32
  }
  %1 = scf.index_switch %c7 -> f32
  case 2 {
    scf.yield %x : f32
  }
  default {
    scf.yield %y : f32
  }
  return %0, %1 : f32, f32
}

// What is known of a condition in the branches is put in the order of its uses, the last first.
// CHECK-LABEL: func.func @condition_in_branches(%arg0: i1) {
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: "test.then"(%true) : (i1) -> ()
// CHECK-NEXT: } else {
// CHECK-NEXT: "test.else"(%false) : (i1) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: "test.use"(%arg0) : (i1) -> ()
// CHECK-NEXT: return
func.func @condition_in_branches(%c: i1) {
  scf.if %c {
    "test.then"(%c) : (i1) -> ()
  } else {
    "test.else"(%c) : (i1) -> ()
  }
  "test.use"(%c) : (i1) -> ()
  return
}
