// RUN: optc %s --poplar-stack-usage | FileCheck %s

// Functions without a vertex that calls them.
// CHECK: module attributes {poplar.target = #poplar.target<ipu2>} {
// CHECK-NEXT:   poplar.function @walk own_stack(8) calls(@leaf) {stack = 24 : i64}
// CHECK-NEXT:   poplar.function @leaf total_stack(16) {stack = 16 : i64}
// CHECK-NEXT: }
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.function @walk own_stack(8) calls(@leaf)
  poplar.function @leaf total_stack(16)
}
