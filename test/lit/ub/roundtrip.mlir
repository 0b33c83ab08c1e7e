// RUN: optc %s --allow-unregistered-dialect | FileCheck %s
// RUN: optc %s --allow-unregistered-dialect --mlir-print-op-generic | optc --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @f() {
func.func @f() {
  // CHECK-NEXT: %0 = ub.poison : i32
  %0 = ub.poison : i32
  // CHECK-NEXT: %1 = ub.poison : vector<4xf32>
  %1 = ub.poison <#ub.poison> : vector<4xf32>
  // CHECK-NEXT: %2 = ub.poison {test.tag} : !other.any
  %2 = ub.poison {test.tag} : !other.any
  // CHECK-NEXT: ub.unreachable {test.tag}
  ub.unreachable {test.tag}
}
