// RUN: optc %s | optc | FileCheck %s

// CHECK-LABEL: poplar.function @walk2 total_stack(400) calls(@walk2)
poplar.function @walk2 total_stack(400) calls(@walk2)
// CHECK-LABEL: poplar.function @pick own_stack(8) indirect(@f, @g) has_indirect
poplar.function @pick  own_stack(8) has_indirect indirect(@f, @g)
// CHECK-LABEL: poplar.function @f own_stack(40)
poplar.function @f own_stack(40)
// CHECK-LABEL: poplar.function @g own_stack(16) external
poplar.function @g own_stack(16) external
// CHECK-LABEL: poplar.function @__runCodelet_demo__Fill own_stack(0) calls(@"demo::Fill::compute") wrapper(multi)
poplar.function @__runCodelet_demo__Fill own_stack(0) calls(@"demo::Fill::compute") wrapper(multi)
// CHECK-LABEL: poplar.function @a calls() wrapper(vertex)
poplar.function @a calls() wrapper(vertex)
// CHECK-LABEL: poplar.function @b total_stack(0) wrapper(supervisor) external
poplar.function @b total_stack(0) wrapper(supervisor) external
// CHECK-LABEL: poplar.function @"demo::Fill::compute" own_stack(8) {stack = 8 : i64}
poplar.function @"demo::Fill::compute" own_stack(8) {stack = 8 : i64}
