// RUN: optc --allow-unregistered-dialect %s | optc --allow-unregistered-dialect | FileCheck %s

// Constants may have types with extents of dialects that are not known here.

// CHECK: "test.a"() {a = dense<[1, 2]> : !emitc.array<2xi32>, b = dense<1.000000e+00> : !spirv.arm.tensor<2x3xf32>}
"test.a"() {a = dense<[1, 2]> : !emitc.array<2xi32>, b = dense<1.0> : !spirv.arm.tensor<2x3xf32>} : () -> ()
// CHECK-NEXT: "test.b"() {a = !spirv.arm.tensor<?x?xf32>, b = !emitc.array<2x!emitc.opaque<"t">>, c = !spirv.arm.tensor<*xi8>}
"test.b"() {a = !spirv.arm.tensor<?x?xf32>, b = !emitc.array<2x!emitc.opaque<"t">>, c = !spirv.arm.tensor<*xi8>} : () -> ()
