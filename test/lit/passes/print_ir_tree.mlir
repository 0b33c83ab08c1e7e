// RUN: optc %s --pass-pipeline='builtin.module(canonicalize,func.func(cse,canonicalize),builtin.module(func.func(cse)))' --mlir-print-ir-before-all --mlir-print-ir-after-all --mlir-print-ir-tree-dir=%t.d -o %t.out
// RUN: FileCheck %s --check-prefix=FIRST < %t.d/builtin_module_no-symbol-name/0_canonicalize.mlir
// RUN: FileCheck %s --check-prefix=AFTER < %t.d/builtin_module_no-symbol-name/func_func_f/1_1_cse.mlir
// RUN: FileCheck %s --check-prefix=LAST < %t.d/builtin_module_no-symbol-name/func_func_f/1_3_canonicalize.mlir
// RUN: FileCheck %s --check-prefix=INNER < %t.d/builtin_module_no-symbol-name/builtin_module_m/func_func_a_b/1_0_0_cse.mlir

// RUN: optc %s --pass-pipeline='builtin.module(func.func(cse),cse)' --mlir-print-ir-after=cse --mlir-print-ir-tree-dir=%t.e -o %t.out
// RUN: FileCheck %s --check-prefix=OUTER < %t.e/builtin_module_no-symbol-name/1_cse.mlir

// Dumps go to a file each, in folders that mirror the operations.

// FIRST: {{^}}// -----// IR Dump Before Canonicalizer (canonicalize) //----- //
// FIRST-NEXT: module {
// AFTER: {{^}}// -----// IR Dump After CSE (cse) //----- //
// AFTER-NEXT: func.func @f(
// LAST: {{^}}// -----// IR Dump After Canonicalizer (canonicalize) //----- //
// LAST-NEXT: func.func @f(
// INNER: {{^}}// -----// IR Dump Before CSE (cse) //----- //
// INNER-NEXT: func.func @"a/b"() {
// OUTER: IR Dump After CSE (cse)
func.func @f(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
module @m {
  func.func @"a/b"() {
    return
  }
}
