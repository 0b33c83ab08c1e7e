// RUN: optc %s --poplar-print-layout --poplar-print-offsets --poplar-generate-wrappers --poplar-check-atomic --poplar-stack-usage 2>&1 | FileCheck %s

// Without vertices nothing is asked and nothing is said.
// CHECK: module {
// CHECK-NEXT: }
// CHECK-NOT: {{.}}
module {
}
