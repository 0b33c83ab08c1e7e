// RUN: optc %s --convert-scf-to-cf --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s

// Annotations for LLVM stand on the branch back, other attributes nowhere.
// CHECK-LABEL: func.func @annotated(%arg0: memref<f32>, %arg1: f32, %arg2: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: cf.br ^bb1(%c0 : index)
// CHECK-NEXT: ^bb1(%0: index):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT: %1 = arith.cmpi slt, %0, %arg2 : index
// CHECK-NEXT: cf.cond_br %1, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT: memref.store %arg1, %arg0[] : memref<f32>
// CHECK-NEXT: %2 = arith.addi %0, %c1 : index
// CHECK-NEXT: cf.br ^bb1(%2 : index) {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT: return
func.func @annotated(%m: memref<f32>, %f: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %f, %m[] : memref<f32>
  } {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>, note = 1 : i64}
  return
}

// The loop that only passes on what it gets branches back at once.
// CHECK-LABEL: func.func @annotated_while(%arg0: memref<i1>, %arg1: i1) -> i1 {
// CHECK-NEXT:   cf.br ^bb1(%arg1 : i1)
// CHECK-NEXT: ^bb1(%0: i1):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:   %1 = memref.load %arg0[] : memref<i1>
// CHECK-NEXT:   cf.cond_br %1, ^bb2(%0 : i1), ^bb3
// CHECK-NEXT: ^bb2(%2: i1):  // pred: ^bb1
// CHECK-NEXT:   memref.store %2, %arg0[] : memref<i1>
// CHECK-NEXT:   cf.br ^bb1(%2 : i1) {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT:   cf.br ^bb4(%0 : i1)
// CHECK-NEXT: ^bb4(%3: i1):  // 2 preds: ^bb3, ^bb4
// CHECK-NEXT:   %4 = memref.load %arg0[] : memref<i1>
// CHECK-NEXT:   cf.cond_br %4, ^bb4(%3 : i1), ^bb5 {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
// CHECK-NEXT: ^bb5:  // pred: ^bb4
// CHECK-NEXT:   return %3 : i1
// CHECK-NEXT: }
func.func @annotated_while(%m: memref<i1>, %c: i1) -> i1 {
  %0 = scf.while (%a = %c) : (i1) -> i1 {
    %1 = memref.load %m[] : memref<i1>
    scf.condition(%1) %a : i1
  } do {
  ^bb0(%b: i1):
    memref.store %b, %m[] : memref<i1>
    scf.yield %b : i1
  } attributes {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>, note = 1 : i64}
  %2 = scf.while (%a = %0) : (i1) -> i1 {
    %1 = memref.load %m[] : memref<i1>
    scf.condition(%1) %a : i1
  } do {
  ^bb0(%b: i1):
    scf.yield %b : i1
  } attributes {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
  return %2 : i1
}
