// RUN: optc %s --poplar-stack-usage --split-input-file --verify-diagnostics

// expected-error @below {{'poplar.function' op recursion walk → again → walk needs a total stack declaration [poplar.stack-recursion]}}
poplar.function @walk own_stack(24) calls(@again)
poplar.function @again own_stack(24) calls(@walk)

// -----

// expected-error @below {{'poplar.function' op f calls through pointers; declare the targets [poplar.stack-indirect]}}
poplar.function @f own_stack(8) has_indirect

// -----

// expected-error @below {{'poplar.function' op no stack size for external function f [poplar.stack-unknown]}}
poplar.function @f external

// -----

// expected-error @below {{'poplar.function' op no stack size for external function g [poplar.stack-unknown]}}
// expected-note @below {{it is not declared: add poplar.function @"g" own_stack(bytes), or a poplar.compute to the vertex}}
poplar.function @f own_stack(8) calls(@g)

// -----

// expected-error @below {{'poplar.vertex' op entry point must be declared before poplar-stack-usage [poplar.unresolved]}}
poplar.vertex @"demo::P" worker {}
