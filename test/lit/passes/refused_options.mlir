// RUN: not optc %s --vectorext-order-sums=chip=toaster 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not optc %s --vectorext-order-sums=subgroup-size=-1 2>&1 | FileCheck %s --check-prefix=SUBGROUP
// RUN: not optc %s --inline=default-pipeline=nope 2>&1 | FileCheck %s --check-prefix=DEFAULT
// RUN: not optc %s --inline=op-pipelines='func.func(nope)' 2>&1 | FileCheck %s --check-prefix=PIPELINES
// RUN: not optc %s --inline=inlining-threshold=-1 2>&1 | FileCheck %s --check-prefix=UNSIGNED
// RUN: not optc %s --inline=max-iterations=many 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not optc %s --unroll-vectors 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not optc %s --unroll-vectors=native-shape=0,4 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not optc %s --unroll-vectors=native-shape=4,x 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: optc %s --print-ir=label=here -o /dev/null 2>&1 | FileCheck %s --check-prefix=HERE
// RUN: optc %s --print-ir -o /dev/null 2>&1 | FileCheck %s --check-prefix=PRINT
// RUN: optc %s --pass-pipeline='builtin.module(func.func(symbol-privatize))' | FileCheck %s

// CHIP: error: 'func.func' op expected chip to be a GPU such as gfx942 or sm_80, but got 'toaster'
// SUBGROUP: error: 'func.func' op expected subgroup-size to be at least 0, but got -1
// DEFAULT: error: default-pipeline: 'nope' does not refer to a registered pass or pass pipeline
// PIPELINES: error: option 'op-pipelines' of 'inline' holds a mistake: 'nope' does not refer to a registered pass or pass pipeline
// UNSIGNED: error: option 'inlining-threshold' of 'inline' expects a non-negative integer, but got '-1'
// MANY: error: option 'max-iterations' of 'inline' expects a non-negative integer, but got 'many'
// EMPTY: error: 'func.func' op option 'native-shape' of 'unroll-vectors': expected positive numbers, but got []
// SHAPE: error: 'func.func' op option 'native-shape' of 'unroll-vectors': expected positive numbers, but got [0 4]
// LIST: error: option 'native-shape' of 'unroll-vectors' expects an integer, but got 'x'
// HERE: // -----// IR Dump here //----- //
// HERE-NEXT: module {
// HERE-NEXT:   func.func @f() {
// HERE-NEXT:     return
// HERE-NEXT:   }
// HERE-NEXT: }
// PRINT: // -----// IR Dump //----- //
// CHECK: func.func @f() {
func.func @f() {
  return
}
