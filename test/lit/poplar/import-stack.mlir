// RUN: optc import %S/Inputs/stack.cpp %S/Inputs/stack.S 2>&1 | FileCheck %s

// The stack of hand-written code is a poplar.function with its symbol; pointers that a
// compiled class calls belong to the function with its code.
// CHECK: poplar.vertex @"demo::Copy<half>" worker external
// CHECK: poplar.vertex @"demo::Copy<float>" worker {
// CHECK: poplar.function @helper total_stack(128) external
// CHECK-NEXT: poplar.function @"demo::Copy<float>::compute" indirect(@helper, @other) has_indirect
// CHECK-NEXT: poplar.function @__runCodelet_demo__Copy___half total_stack(16) external
// CHECK-NEXT: poplar.function @other own_stack(24) external
// CHECK: stack.S:12:1: warning: the name 'other_\type' of a macro of the assembler is not known [poplar.cpp-stack]
