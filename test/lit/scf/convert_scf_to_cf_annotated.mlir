// RUN: optc %s --convert-scf-to-cf --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s

// Annotations for LLVM stand on the branch back, other attributes nowhere.
// CHECK-LABEL: func.func @annotated
// CHECK-NOT: note
// CHECK: cf.br ^bb1(%{{.*}} : index) {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
// CHECK-NOT: note
func.func @annotated(%m: memref<f32>, %f: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %f, %m[] : memref<f32>
  } {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>, note = 1 : i64}
  return
}
