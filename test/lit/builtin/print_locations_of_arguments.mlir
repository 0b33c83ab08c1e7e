// RUN: optc %s --allow-unregistered-dialect --mlir-print-debuginfo | FileCheck %s --match-full-lines

// An operation has the location of an argument that comes later: its definition, and those of what it names, come before the module.

// CHECK: #loc2 = loc("x.mlir":1:2)
// CHECK-NEXT: #loc3 = loc("g")
// CHECK-NEXT: #loc4 = loc("x.mlir":3:4)
// CHECK-NEXT: #loc6 = loc("f"(#loc2))
// CHECK-NEXT: #loc7 = loc(fused<"m">[#loc3, #loc4])
// CHECK-NEXT: #loc9 = loc(callsite(#loc6 at #loc7))
// CHECK-NEXT: module {
// CHECK-NEXT: func.func @f() {
// CHECK-NEXT: "test.a"() : () -> () loc(#loc9)
// CHECK-NEXT: "test.b"() : () -> () loc(#loc8)
// CHECK-NEXT: "test.r"() ({
// CHECK-NEXT: ^bb0(%arg0: i32 loc(callsite(#loc6 at #loc7))):
// CHECK-NEXT: "test.end"() : () -> () loc(#loc3)
// CHECK-NEXT: }) : () -> () loc(#loc8)
// CHECK-NEXT: return loc(#loc4)
// CHECK-NEXT: } loc(#loc1)
// CHECK-NEXT: } loc(#loc)
// CHECK-NEXT: #loc = loc("{{.*}}":0:0)
// CHECK-NEXT: #loc1 = loc("{{.*}}":27:1)
// CHECK-NEXT: #loc5 = loc("x.mlir":5:6)
// CHECK-NEXT: #loc8 = loc("only here"(#loc5))

func.func @f() {
  "test.a"() : () -> () loc(callsite("f"("x.mlir":1:2) at fused<"m">["g", "x.mlir":3:4]))
  "test.b"() : () -> () loc("only here"("x.mlir":5:6))
  "test.r"() ({
  ^bb0(%x: i32 loc(callsite("f"("x.mlir":1:2) at fused<"m">["g", "x.mlir":3:4]))):
    "test.end"() : () -> () loc("g")
  }) : () -> () loc("only here"("x.mlir":5:6))
  return loc("x.mlir":3:4)
}
