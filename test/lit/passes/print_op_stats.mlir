// RUN: optc %s --print-op-stats --allow-unregistered-dialect -o %t 2>&1 | FileCheck %s --match-full-lines --strict-whitespace
// RUN: optc %s --print-op-stats=json=true --allow-unregistered-dialect -o %t 2>&1 | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=JSON

//CHECK:Operations encountered:
//CHECK-NEXT:-----------------------
//CHECK-NEXT:          alone  , 1
//CHECK-NEXT:    arith.addi   , 2
//CHECK-NEXT:  builtin.module , 1
//CHECK-NEXT:     func.func   , 1
//CHECK-NEXT:     func.return , 1
//CHECK-NEXT:  unknown.op     , 1

//JSON:{
//JSON-NEXT:  "alone" : 1,
//JSON-NEXT:  "arith.addi" : 2,
//JSON-NEXT:  "builtin.module" : 1,
//JSON-NEXT:  "func.func" : 1,
//JSON-NEXT:  "func.return" : 1,
//JSON-NEXT:  "unknown.op" : 1
//JSON-NEXT:}
func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %0, %a : i32
  %2 = "unknown.op"(%1) : (i32) -> i32
  %3 = "alone"(%2) : (i32) -> i32
  return %3 : i32
}
