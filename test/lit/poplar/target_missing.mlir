// RUN: not optc %s --poplar-generate-wrappers 2>&1 | FileCheck %s
// RUN: not optc %s --poplar-check-atomic 2>&1 | FileCheck %s
// RUN: not optc %s --poplar-print-layout 2>&1 | FileCheck %s
// RUN: not optc %s --poplar-print-offsets 2>&1 | FileCheck %s
// RUN: not optc %s --poplar-resolve-layouts 2>&1 | FileCheck %s
// RUN: not optc %s --pass-pipeline='builtin.module(poplar.vertex(vectorext-distribute-nested-layout))' 2>&1 | FileCheck %s

// What depends on the chip asks for it.
// CHECK: error: 'poplar.vertex' op needs a module attribute poplar.target [poplar.target-missing]
// CHECK-NOT: error
poplar.vertex @V worker {
  poplar.field @a : !poplar.in<vec<f32>>
  poplar.compute (%a : memref<?xf32>) {
    poplar.compute_return
  }
}
