// Flags and texts that mlir-opt-22 takes.
// RUN: optc -p 'builtin.module(func.func(canonicalize))' %s | FileCheck %s
// RUN: echo 'func.func @alone() { return }' | optc --no-implicit-module | FileCheck %s --check-prefix=ALONE
// RUN: echo 'func.func @alone() { return }' | optc --no-implicit-module --cse | FileCheck %s --check-prefix=ALONE

// ALONE-NOT: {{^}}module
// ALONE: func.func @alone
// CHECK: #loc = loc("mysource.cc":10:0)
// CHECK-LABEL: func.func @f
// CHECK-NEXT: return
func.func @f() attributes {location = loc("mysource.cc":10)} {
  %0 = arith.constant 1 : i32
  return
}
