// What executed code may take is bounded.
// RUN: not optc run --call leak --max-memory 1 %s 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: not optc run --call endless --max-steps 1000 %s 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: optc --verify-exec --max-memory 1 --canonicalize %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXEC

// MEMORY: limits.mlir:[[@LINE+6]]:8: error: 'memref.alloc' op needs 400000 bytes, so that the program holds 1200000, more than the 1048576 that are allowed [sim.memory]
// MEMORY: note: --max-memory allows more
// EXEC: remark: {{.*}}@leak{{.*}}
func.func @leak() {
  cf.br ^next
^next:
  %m = memref.alloc() : memref<100000xf32>
  cf.br ^next
}

// STEPS: limits.mlir:[[@LINE+4]]:3: error: 'cf.br' op is still reached after 1000 operations, the most that are allowed [sim.steps]
func.func @endless() {
  cf.br ^next
^next:
  cf.br ^next
}
