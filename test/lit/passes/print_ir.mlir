// RUN: optc %s --pass-pipeline='builtin.module(func.func(canonicalize,cse))' --mlir-print-ir-after-change -o %t 2>&1 | FileCheck %s
// RUN: optc %s --pass-pipeline='builtin.module(func.func(canonicalize,cse))' --mlir-print-ir-after=cse --mlir-print-ir-after-change -o %t 2>&1 | FileCheck %s --check-prefix=CSE
// RUN: optc %s --pass-pipeline='builtin.module(func.func(cse))' --mlir-print-ir-after-all --mlir-print-ir-module-scope -o %t 2>&1 | FileCheck %s --check-prefix=SCOPE
// RUN: optc %s --pass-pipeline='builtin.module(func.func(cse),builtin.module(canonicalize),func.func(canonicalize))' --mlir-print-ir-before-all -o %t 2>&1 | FileCheck %s --check-prefix=ORDER

// Only passes that change something are printed, all or those that are named; functions alone spell their maps out.
// CHECK-NOT: IR Dump
// CHECK: IR Dump After CSE (cse)
// CHECK-NEXT: func.func @changes
// CHECK-NOT: IR Dump
// CHECK: IR Dump After Canonicalizer (canonicalize)
// CHECK-NEXT: func.func @stays
// CHECK-NEXT: affine.apply affine_map<()[s0] -> (s0 floordiv 2)>()[%arg0]
// CHECK-NOT: IR Dump
// CSE-NOT: IR Dump
// CSE: IR Dump After CSE (cse)
// CSE-NEXT: func.func @changes
// CSE-NOT: IR Dump
// SCOPE: IR Dump After CSE (cse) ('func.func' operation: @changes)
// SCOPE-NEXT: #map = affine_map
// SCOPE: func.func @stays
// SCOPE: affine.apply #map(
// SCOPE: IR Dump After CSE (cse) ('func.func' operation: @stays)

// Neighbouring pipelines run on one operation after the other.
// ORDER: IR Dump Before CSE (cse)
// ORDER-NEXT: func.func @changes
// ORDER: IR Dump Before Canonicalizer (canonicalize)
// ORDER-NEXT: func.func @changes
// ORDER: IR Dump Before CSE (cse)
// ORDER-NEXT: func.func @stays
// ORDER: IR Dump Before Canonicalizer (canonicalize)
// ORDER-NEXT: func.func @stays
// ORDER: IR Dump Before Canonicalizer (canonicalize)
// ORDER-NEXT: module @inner
#half = affine_map<(d0) -> (d0 floordiv 2)>
func.func @changes(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  %1 = arith.addi %x, %x : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
func.func @stays(%x: index) -> index {
  %0 = affine.apply #half(%x)
  return %0 : index
}
module @inner {
}
