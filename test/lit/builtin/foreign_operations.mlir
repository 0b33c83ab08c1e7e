// RUN: optc --allow-unregistered-dialect %s --mlir-print-op-generic | optc --allow-unregistered-dialect --mlir-print-op-generic | FileCheck %s

// Operations that are not known here but upstream do what they do there: they
// bound affine symbols, and define kernels.

// CHECK: "llvm.func"
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "llvm.func"() <{sym_name = "kernel"}> ({
    }) {gpu.kernel} : () -> ()
  }) : () -> ()
  func.func @launch(%n: index, %m: memref<?xf32>) {
    gpu.launch_func @kernels::@kernel blocks in (%n, %n, %n) threads in (%n, %n, %n)
    affine.for %i = 0 to %n {
      "test.affine_scope"() ({
        %j = arith.addi %i, %n : index
        %x = affine.load %m[symbol(%j)] : memref<?xf32>
        "test.end"() : () -> ()
      }) : () -> ()
    }
    return
  }
}) {gpu.container_module} : () -> ()

// The type of infinity and NaN is not left out in arrays.
// CHECK: "test.floats"() {values = [1.000000e+00, 0x7FF0000000000000 : f64, 0x7FC00000 : f32]}
"test.floats"() {values = [1.0, 0x7FF0000000000000 : f64, 0x7FC00000 : f32]} : () -> ()
