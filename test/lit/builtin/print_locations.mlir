// RUN: optc %s --allow-unregistered-dialect --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --match-full-lines
// RUN: optc %s --allow-unregistered-dialect --mlir-print-debuginfo --mlir-pretty-debuginfo | FileCheck %s --match-full-lines --check-prefix=SHORT
// RUN: optc %s --allow-unregistered-dialect --mlir-print-debuginfo | FileCheck %s --match-full-lines --check-prefix=ALIAS
// RUN: optc %s --allow-unregistered-dialect --mlir-print-debuginfo --mlir-pretty-debuginfo --mlir-print-local-scope | FileCheck %s --match-full-lines --check-prefix=INLINE

// Locations in full and in their short form.

// CHECK: module {
// CHECK-NEXT: func.func @pretty(%arg0: i32 loc("x")) {
// CHECK-NEXT: "a.file"() : () -> () loc("a.mlir":1:2)
// CHECK-NEXT: "a.name"() : () -> () loc("n")
// CHECK-NEXT: "a.name_in"() : () -> () loc("n"("a.mlir":1:2))
// CHECK-NEXT: "a.range"() : () -> () loc("a.mlir":1:2 to 3:4)
// CHECK-NEXT: "a.fused"() : () -> () loc(fused<"m">["n", "a.mlir":1:2])
// CHECK-NEXT: "a.call"() : () -> () loc(callsite("f" at "a.mlir":1:2))
// CHECK-NEXT: "a.call"() : () -> () loc(callsite("f" at "g"))
// CHECK-NEXT: "a.call"() : () -> () loc(callsite("a.mlir":1:2 at "a.mlir":3:4))
// CHECK-NEXT: "a.call"() : () -> () loc(callsite(callsite("f" at "a.mlir":1:2) at "g"))
// CHECK-NEXT: "a.unknown"() : () -> () loc(unknown)
// CHECK-NEXT: "a.region"() ({
// CHECK-NEXT: ^bb0(%arg1: i32 loc("y"), %arg2: f32 loc(unknown)):
// CHECK-NEXT: "a.end"() : () -> () loc(unknown)
// CHECK-NEXT: }) : () -> () loc(unknown)
// CHECK-NEXT: return loc(unknown)
// CHECK-NEXT: } loc("f")
// CHECK-NEXT: } loc("{{.*}}":0:0)

// SHORT: #loc2 = "x"
// SHORT-NEXT: #loc8 = [unknown]
// SHORT-NEXT: #loc9 = "y"
// SHORT-NEXT: module {
// SHORT-NEXT: func.func @pretty(%arg0: i32 "x") {
// SHORT-NEXT: "a.file"() : () -> () a.mlir:1:2
// SHORT-NEXT: "a.name"() : () -> () "n"
// SHORT-NEXT: "a.name_in"() : () -> () "n"(#loc3)
// SHORT-NEXT: "a.range"() : () -> () a.mlir:1:2 to 3:4
// SHORT-NEXT: "a.fused"() : () -> () <"m">[#loc4, #loc3]
// SHORT-NEXT: "a.call"() : () -> () #loc1 at #loc3
// SHORT-NEXT: "a.call"() : () -> () #loc1
// SHORT-NEXT: at #loc6
// SHORT-NEXT: "a.call"() : () -> () #loc3
// SHORT-NEXT: at #loc7
// SHORT-NEXT: "a.call"() : () -> () #loc12
// SHORT-NEXT: at #loc6
// SHORT-NEXT: "a.unknown"() : () -> () [unknown]
// SHORT-NEXT: "a.region"() ({
// SHORT-NEXT: ^bb0(%arg1: i32 "y", %arg2: f32 [unknown]):
// SHORT-NEXT: "a.end"() : () -> () [unknown]
// SHORT-NEXT: }) : () -> () [unknown]
// SHORT-NEXT: return [unknown]
// SHORT-NEXT: } "f"
// SHORT-NEXT: } {{.*}}:0:0
// SHORT-NEXT: #loc = {{.*}}:0:0
// SHORT-NEXT: #loc1 = "f"
// SHORT-NEXT: #loc3 = a.mlir:1:2
// SHORT-NEXT: #loc4 = "n"
// SHORT-NEXT: #loc5 = a.mlir:1:2 to 3:4
// SHORT-NEXT: #loc6 = "g"
// SHORT-NEXT: #loc7 = a.mlir:3:4
// SHORT-NEXT: #loc10 = "n"(#loc3)
// SHORT-NEXT: #loc11 = <"m">[#loc4, #loc3]
// SHORT-NEXT: #loc12 = #loc1 at #loc3
// SHORT-NEXT: #loc13 = #loc1
// SHORT-NEXT: at #loc6
// SHORT-NEXT: #loc14 = #loc3
// SHORT-NEXT: at #loc7
// SHORT-NEXT: #loc15 = #loc12
// SHORT-NEXT: at #loc6

// ALIAS: #loc2 = loc("x")
// ALIAS-NEXT: #loc8 = loc(unknown)
// ALIAS-NEXT: #loc9 = loc("y")
// ALIAS-NEXT: module {
// ALIAS-NEXT: func.func @pretty(%arg0: i32 loc("x")) {
// ALIAS-NEXT: "a.file"() : () -> () loc(#loc3)
// ALIAS-NEXT: "a.name"() : () -> () loc(#loc4)
// ALIAS-NEXT: "a.name_in"() : () -> () loc(#loc10)
// ALIAS-NEXT: "a.range"() : () -> () loc(#loc5)
// ALIAS-NEXT: "a.fused"() : () -> () loc(#loc11)
// ALIAS-NEXT: "a.call"() : () -> () loc(#loc12)
// ALIAS-NEXT: "a.call"() : () -> () loc(#loc13)
// ALIAS-NEXT: "a.call"() : () -> () loc(#loc14)
// ALIAS-NEXT: "a.call"() : () -> () loc(#loc15)
// ALIAS-NEXT: "a.unknown"() : () -> () loc(#loc8)
// ALIAS-NEXT: "a.region"() ({
// ALIAS-NEXT: ^bb0(%arg1: i32 loc("y"), %arg2: f32 loc(unknown)):
// ALIAS-NEXT: "a.end"() : () -> () loc(#loc8)
// ALIAS-NEXT: }) : () -> () loc(#loc8)
// ALIAS-NEXT: return loc(#loc8)
// ALIAS-NEXT: } loc(#loc1)
// ALIAS-NEXT: } loc(#loc)
// ALIAS-NEXT: #loc = loc("{{.*}}":0:0)
// ALIAS-NEXT: #loc1 = loc("f")
// ALIAS-NEXT: #loc3 = loc("a.mlir":1:2)
// ALIAS-NEXT: #loc4 = loc("n")
// ALIAS-NEXT: #loc5 = loc("a.mlir":1:2 to 3:4)
// ALIAS-NEXT: #loc6 = loc("g")
// ALIAS-NEXT: #loc7 = loc("a.mlir":3:4)
// ALIAS-NEXT: #loc10 = loc("n"(#loc3))
// ALIAS-NEXT: #loc11 = loc(fused<"m">[#loc4, #loc3])
// ALIAS-NEXT: #loc12 = loc(callsite(#loc1 at #loc3))
// ALIAS-NEXT: #loc13 = loc(callsite(#loc1 at #loc6))
// ALIAS-NEXT: #loc14 = loc(callsite(#loc3 at #loc7))
// ALIAS-NEXT: #loc15 = loc(callsite(#loc12 at #loc6))

// INLINE: module {
// INLINE-NEXT: func.func @pretty(%arg0: i32 "x") {
// INLINE-NEXT: "a.file"() : () -> () a.mlir:1:2
// INLINE-NEXT: "a.name"() : () -> () "n"
// INLINE-NEXT: "a.name_in"() : () -> () "n"(a.mlir:1:2)
// INLINE-NEXT: "a.range"() : () -> () a.mlir:1:2 to 3:4
// INLINE-NEXT: "a.fused"() : () -> () <"m">["n", a.mlir:1:2]
// INLINE-NEXT: "a.call"() : () -> () "f" at a.mlir:1:2
// INLINE-NEXT: "a.call"() : () -> () "f"
// INLINE-NEXT: at "g"
// INLINE-NEXT: "a.call"() : () -> () a.mlir:1:2
// INLINE-NEXT: at a.mlir:3:4
// INLINE-NEXT: "a.call"() : () -> () "f" at a.mlir:1:2
// INLINE-NEXT: at "g"
// INLINE-NEXT: "a.unknown"() : () -> () [unknown]
// INLINE-NEXT: "a.region"() ({
// INLINE-NEXT: ^bb0(%arg1: i32 "y", %arg2: f32 [unknown]):
// INLINE-NEXT: "a.end"() : () -> () [unknown]
// INLINE-NEXT: }) : () -> () [unknown]
// INLINE-NEXT: return [unknown]
// INLINE-NEXT: } "f"
// INLINE-NEXT: } {{.*}}:0:0

func.func @pretty(%x: i32 loc("x")) {
  "a.file"() : () -> () loc("a.mlir":1:2)
  "a.name"() : () -> () loc("n")
  "a.name_in"() : () -> () loc("n"("a.mlir":1:2))
  "a.range"() : () -> () loc("a.mlir":1:2 to 3:4)
  "a.fused"() : () -> () loc(fused<"m">["n", "a.mlir":1:2])
  "a.call"() : () -> () loc(callsite("f" at "a.mlir":1:2))
  "a.call"() : () -> () loc(callsite("f" at "g"))
  "a.call"() : () -> () loc(callsite("a.mlir":1:2 at "a.mlir":3:4))
  "a.call"() : () -> () loc(callsite(callsite("f" at "a.mlir":1:2) at "g"))
  "a.unknown"() : () -> () loc(unknown)
  "a.region"() ({
  ^bb0(%y: i32 loc("y"), %z: f32 loc(unknown)):
    "a.end"() : () -> () loc(unknown)
  }) : () -> () loc(unknown)
  return loc(unknown)
} loc("f")
