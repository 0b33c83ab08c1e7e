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
