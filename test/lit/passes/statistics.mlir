// RUN: optc %s --pass-pipeline='builtin.module(func.func(cse),builtin.module(func.func(cse)),symbol-dce)' --mlir-pass-statistics --mlir-pass-statistics-display=list -o %t 2>&1 | FileCheck %s --check-prefix=LIST --strict-whitespace
// RUN: optc %s --pass-pipeline='builtin.module(func.func(cse),builtin.module(func.func(cse)),symbol-dce)' --mlir-pass-statistics --mlir-pass-statistics-display=pipeline -o %t 2>&1 | FileCheck %s --strict-whitespace

// A list adds up what passes of one name counted; a pipeline shows each.
// LIST: {{^}}===-------------------------------------------------------------------------===
// LIST-NEXT: {{^}}                         ... Pass statistics report ...
// LIST-NEXT: {{^}}===-------------------------------------------------------------------------===
// LIST-NEXT: {{^}}CSE
// LIST-NEXT: {{^}}  (S) 3 num-cse'd - Number of operations CSE'd
// LIST-NEXT: {{^}}  (S) 0 num-dce'd - Number of operations DCE'd
// LIST-NEXT: {{^}}SymbolDCE
// LIST-NEXT: {{^}}  (S) 1 num-dce'd - Number of symbols DCE'd
// CHECK: {{^}}===-------------------------------------------------------------------------===
// CHECK-NEXT: {{^}}                         ... Pass statistics report ...
// CHECK-NEXT: {{^}}===-------------------------------------------------------------------------===
// CHECK-NEXT: {{^}}'func.func' Pipeline
// CHECK-NEXT: {{^}}  CSE
// CHECK-NEXT: {{^}}    (S) 1 num-cse'd - Number of operations CSE'd
// CHECK-NEXT: {{^}}    (S) 0 num-dce'd - Number of operations DCE'd
// CHECK-NEXT: {{^}}'builtin.module' Pipeline
// CHECK-NEXT: {{^}}  'func.func' Pipeline
// CHECK-NEXT: {{^}}    CSE
// CHECK-NEXT: {{^}}      (S) 2 num-cse'd - Number of operations CSE'd
// CHECK-NEXT: {{^}}      (S) 0 num-dce'd - Number of operations DCE'd
// CHECK-NEXT: {{^}}SymbolDCE
// CHECK-NEXT: {{^}}  (S) 1 num-dce'd - Number of symbols DCE'd
func.func @outer(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  %1 = arith.addi %x, %x : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
func.func private @unused()
module {
  func.func @inner(%x: i32) -> (i32, i32, i32) {
    %0 = arith.addi %x, %x : i32
    %1 = arith.addi %x, %x : i32
    %2 = arith.addi %x, %x : i32
    return %0, %1, %2 : i32, i32, i32
  }
}
