// RUN: optc %s -o /dev/null 2>&1 | FileCheck %s

// What is wrong in a file of which a part is included is listed, to a bound.

// CHECK: include_mistakes.mlir:[[# @LINE + 1]]:1: warning: 'poplar.include' op cannot include all of 'Inputs/include_mistakes.cpp'
poplar.include "Inputs/include_mistakes.cpp"
// CHECK: include_mistakes.cpp:7:38: note: unknown name 'None0'
// CHECK: include_mistakes.cpp:7:1: note: in 'Bad0'
// CHECK: include_mistakes.cpp:8:38: note: unknown name 'None1'
// CHECK: include_mistakes.cpp:8:1: note: in 'Bad1'
// CHECK: include_mistakes.cpp:9:38: note: unknown name 'None2'
// CHECK: include_mistakes.cpp:9:1: note: in 'Bad2'
// CHECK: include_mistakes.cpp:10:38: note: unknown name 'None3'
// CHECK: include_mistakes.cpp:10:1: note: in 'Bad3'
// CHECK: include_mistakes.cpp:11:38: note: unknown name 'None4'
// CHECK: include_mistakes.cpp:11:1: note: in 'Bad4'
// CHECK: include_mistakes.cpp:12:38: note: unknown name 'None5'
// CHECK: include_mistakes.cpp:12:1: note: in 'Bad5'
// CHECK: include_mistakes.cpp:13:38: note: unknown name 'None6'
// CHECK: include_mistakes.cpp:13:1: note: in 'Bad6'
// CHECK: include_mistakes.cpp:14:38: note: unknown name 'None7'
// CHECK: include_mistakes.cpp:14:1: note: in 'Bad7'
// CHECK-NOT: 'None8'
// CHECK: include_mistakes.mlir:{{.*}}: note: the file has 2 mistakes more
poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<si32>
  poplar.compute_set @cs {
    %v = poplar.add_vertex @Good on 0
    poplar.connect %v @x to %x
  }
}
