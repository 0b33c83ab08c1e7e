// RUN: optc %s --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --allow-unregistered-dialect --mlir-print-op-generic | optc --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func.func @loops(
// CHECK-NEXT: scf.for %arg5 = %arg0 to %arg1 step %arg2 {
// CHECK-NEXT: }
// CHECK-NEXT: scf.for unsigned %arg5 = %arg3 to %arg3 step %arg3  : i32 {
// CHECK-NEXT: "test.use"(%arg5) : (i32) -> ()
// CHECK-NEXT: } {test.tag}
// CHECK-NEXT: %0:2 = scf.for %arg5 = %arg0 to %arg1 step %arg2 iter_args(%arg6 = %arg4, %arg7 = %arg4) -> (f32, f32) {
// CHECK-NEXT: scf.yield %arg7, %arg6 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: %1 = scf.while (%arg5 = %arg4) : (f32) -> f32 {
// CHECK-NEXT: %2 = "test.condition"(%arg5) : (f32) -> i1
// CHECK-NEXT: scf.condition(%2) %arg5 : f32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg5: f32):
// CHECK-NEXT: scf.yield %arg5 : f32
// CHECK-NEXT: } attributes {test.tag}
// CHECK-NEXT: scf.while : () -> () {
// CHECK-NEXT: %2 = "test.condition"() : () -> i1
// CHECK-NEXT: scf.condition(%2) {test.tag}
// CHECK-NEXT: } do {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return %1 : f32
func.func @loops(%lo: index, %hi: index, %st: index, %k: i32, %x: f32) -> f32 {
  scf.for %i = %lo to %hi step %st {
  }
  scf.for unsigned %i = %k to %k step %k : i32 {
    "test.use"(%i) : (i32) -> ()
  } {test.tag}
  %0:2 = scf.for %i = %lo to %hi step %st iter_args(%a = %x, %b = %x) -> (f32, f32) {
    scf.yield %b, %a : f32, f32
  }
  %1 = scf.while (%a = %x) : (f32) -> f32 {
    %c = "test.condition"(%a) : (f32) -> i1
    scf.condition(%c) %a : f32
  } do {
  ^bb0(%b: f32):
    scf.yield %b : f32
  } attributes {test.tag}
  scf.while : () -> () {
    %c = "test.condition"() : () -> i1
    scf.condition(%c) {test.tag}
  } do {
    scf.yield
  }
  return %1 : f32
}

// CHECK-LABEL: func.func @choices(
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT: } else {
// CHECK-NEXT: "test.a"() : () -> ()
// CHECK-NEXT: } {test.tag}
// CHECK-NEXT: %0:2 = scf.if %arg0 -> (f32, index) {
// CHECK-NEXT: scf.yield %arg2, %arg1 : f32, index
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %arg2, %arg1 : f32, index
// CHECK-NEXT: }
// CHECK-NEXT: scf.index_switch %arg1 {test.tag}
// CHECK-NEXT: case -3 {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: default {
// CHECK-NEXT: }
// CHECK-NEXT: %1 = scf.index_switch %0#1 -> f32
// CHECK-NEXT: default {
// CHECK-NEXT: scf.yield %arg2 : f32
// CHECK-NEXT: }
// CHECK-NEXT: %2 = scf.execute_region -> f32 no_inline {
// CHECK-NEXT: cf.br ^bb1(%arg2 : f32)
// CHECK-NEXT: ^bb1(%3: f32):
// CHECK-NEXT: scf.yield %3 : f32
// CHECK-NEXT: } {test.tag}
// CHECK-NEXT: scf.execute_region {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return %2 : f32
func.func @choices(%c: i1, %i: index, %x: f32) -> f32 {
  scf.if %c {
  }
  scf.if %c {
  } else {
    "test.a"() : () -> ()
  } {test.tag}
  %0:2 = scf.if %c -> (f32, index) {
    scf.yield %x, %i : f32, index
  } else {
    scf.yield %x, %i : f32, index
  }
  scf.index_switch %i {test.tag}
  case -3 {
    scf.yield
  }
  default {
  }
  %1 = scf.index_switch %0#1 -> f32
  default {
    scf.yield %x : f32
  }
  %2 = scf.execute_region -> f32 no_inline {
    cf.br ^bb1(%x : f32)
  ^bb1(%a: f32):
    scf.yield %a : f32
  } {test.tag}
  scf.execute_region {
    scf.yield
  }
  return %2 : f32
}

// CHECK-LABEL: func.func @parallel(
// CHECK-NEXT: scf.parallel (%arg5, %arg6) = (%arg0, %arg0) to (%arg0, %arg0) step (%arg0, %arg0) {
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: } {test.tag}
// CHECK-NEXT: %0:2 = scf.parallel (%arg5) = (%arg0) to (%arg0) step (%arg0) init (%arg1, %arg2) -> (f32, i32) {
// CHECK-NEXT: scf.reduce(%arg1, %arg2 : f32, i32) {
// CHECK-NEXT: ^bb0(%arg6: f32, %arg7: f32):
// CHECK-NEXT: scf.reduce.return %arg7 : f32
// CHECK-NEXT: }, {
// CHECK-NEXT: ^bb0(%arg6: i32, %arg7: i32):
// CHECK-NEXT: scf.reduce.return %arg6 {test.tag} : i32
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: scf.forall (%arg5, %arg6) in (%arg0, 8) {
// CHECK-NEXT: "test.use"(%arg5, %arg6) : (index, index) -> ()
// CHECK-NEXT: } {mapping = [#gpu.block<x>, #gpu.block<y>]}
// CHECK-NEXT: scf.forall () in () {
// CHECK-NEXT: }
// CHECK-NEXT: %1 = scf.forall (%arg5) = (1) to (%arg0) step (%arg0) shared_outs(%arg6 = %arg3) -> (tensor<8xf32>) {
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %arg4 into %arg6[%arg5] [1] [1] : tensor<1xf32> into tensor<8xf32>
// CHECK-NEXT: } {test.tag}
// CHECK-NEXT: }
// CHECK-NEXT: return %0#0, %1 : f32, tensor<8xf32>
func.func @parallel(%n: index, %x: f32, %y: i32, %t: tensor<8xf32>, %s: tensor<1xf32>) -> (f32, tensor<8xf32>) {
  scf.parallel (%i, %j) = (%n, %n) to (%n, %n) step (%n, %n) {
  } {test.tag}
  %0:2 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x, %y) -> (f32, i32) {
    scf.reduce(%x, %y : f32, i32) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %b : f32
    }, {
    ^bb0(%a: i32, %b: i32):
      scf.reduce.return %a {test.tag} : i32
    }
  }
  scf.forall (%i, %j) in (%n, 8) {
    "test.use"(%i, %j) : (index, index) -> ()
  } {mapping = [#gpu.block<x>, #gpu.block<y>]}
  scf.forall () in () {
  }
  %1 = scf.forall (%i) = (1) to (%n) step (%n) shared_outs(%o = %t) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    } {test.tag}
  }
  return %0#0, %1 : f32, tensor<8xf32>
}
