// REQUIRES: system-commands

// RUN: optc bisect %s --cse --canonicalize -- sh -c 'grep -q arith.subi "$1"' sh | FileCheck %s
// RUN: optc bisect %s --pass-pipeline='builtin.module(symbol-dce,func.func(canonicalize))' --before=%t.before -- sh -c 'grep -q "call @g" {}' | FileCheck %s --check-prefix=DEAD
// RUN: FileCheck %s --check-prefix=BEFORE < %t.before
// RUN: not optc bisect %s --cse 2>&1 | FileCheck %s --check-prefix=NOTHING

// The pass and the rewrite after which the command fails, and what the rewrite changes.

// CHECK:      pass 2: canonicalize{{.*}} on 'builtin.module' operation
// CHECK-NEXT: rewrite {{[0-9]+}} of {{[0-9]+}}: fold at 'arith.subi', {{.*}}bisect.mlir:[[@LINE+17]]:8
// CHECK:      - %1 = arith.subi %0, %0 : i32
// CHECK:      + %c0_i32 = arith.constant 0 : i32

// DEAD: pass 3: canonicalize{{.*}} on 'func.func' operation: @f
// DEAD-NEXT: rewrite {{.*}}: simplification of regions at 'func.func'
// BEFORE: call @g(%a)

// NOTHING: nothing is wrong after the pipeline of

func.func private @g(i32) -> i32

func.func @f(%a: i32) -> i32 {
  %true = arith.constant true
  cf.cond_br %true, ^bb1, ^bb2
^bb1:
  %0 = arith.muli %a, %a : i32
  %1 = arith.subi %0, %0 : i32
  return %1 : i32
^bb2:
  %2 = func.call @g(%a) : (i32) -> i32
  return %2 : i32
}
