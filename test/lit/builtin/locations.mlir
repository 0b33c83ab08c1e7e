// RUN: optc %s --split-input-file --allow-unregistered-dialect --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --split-input-file --allow-unregistered-dialect --mlir-use-nameloc-as-prefix | FileCheck %s --check-prefix=NAME

// Equal locations in a fused one stand once, unknown ones not at all, and one alone for itself.
func.func @fused(%x: i32) {
  // CHECK: "test.a"() : () -> () loc("a.mlir":1:2 to 3:4)
  "test.a"() : () -> () loc("a.mlir":1:2 to 3:4)
  // CHECK: "test.b"() : () -> () loc("a.mlir":1:2 to :4)
  "test.b"() : () -> () loc("a.mlir":1:2 to :4)
  // CHECK: "test.c"() : () -> () loc("a.mlir":1:2)
  "test.c"() : () -> () loc("a.mlir":1:2 to 1:2)
  // CHECK: "test.d"() : () -> () loc(unknown)
  "test.d"() : () -> () loc(fused[])
  // CHECK: "test.e"() : () -> () loc(fused<"m">[unknown])
  "test.e"() : () -> () loc(fused<"m">[])
  // CHECK: "test.f"() : () -> () loc("a")
  "test.f"() : () -> () loc(fused["a", "a"])
  // CHECK: "test.g"() : () -> () loc(fused["a", "b"])
  "test.g"() : () -> () loc(fused["a", fused["b", "a"]])
  // CHECK: "test.h"() : () -> () loc(fused<"m">["a", fused["b", "c"]])
  "test.h"() : () -> () loc(fused<"m">["a", fused["b", "c"]])
  // CHECK: "test.i"() : () -> () loc(fused<"m">["a"])
  "test.i"() : () -> () loc(fused<"m">["a", unknown])
  // CHECK: "test.j"() : () -> () loc(callsite("a"("x":1:2) at callsite("b" at unknown)))
  "test.j"() : () -> () loc(callsite("a"("x":1:2) at callsite("b" at unknown)))
  // CHECK: "test.k"() : () -> () loc(unknown)
  "test.k"() : () -> () loc(unknown)
  // CHECK: "test.l"() : () -> () loc("a.mlir":0:0)
  "test.l"() : () -> () loc("a.mlir":0:0)
  return
}

// -----

// What is no letter or digit becomes its hexadecimal code; no name begins with a digit.
#x = loc("z"("a.mlir":1:2))
// NAME: func.func @names(%z: i32) -> i32 {
func.func @names(%x: i32 loc(#x)) -> i32 {
  // NAME: %na_me = "test.a"() : () -> i32
  %0 = "test.a"() : () -> i32 loc(callsite("na me" at "k"))
  // NAME: %k = "test.a"() : () -> i32
  %1 = "test.a"() : () -> i32 loc(callsite(unknown at "k"))
  // NAME: %_1name = "test.a"() : () -> i32
  %2 = "test.a"() : () -> i32 loc(fused[unknown, "a":1:1, "1name"])
  // NAME: %0 = "test.a"() : () -> i32
  %3 = "test.a"() : () -> i32 loc(fused["a":1:1, unknown])
  // NAME: %x7:2 = "test.a"() : () -> (i32, i32)
  %4:2 = "test.a"() : () -> (i32, i32) loc("x7")
  // NAME: %a$b-c.d = "test.a"() : () -> i32
  %5 = "test.a"() : () -> i32 loc("a$b-c.d")
  // NAME: %x7_0 = "test.a"() : () -> i32
  %6 = "test.a"() : () -> i32 loc("x7")
  // NAME: %_C3A9 = "test.a"() : () -> i32
  %7 = "test.a"() : () -> i32 loc("é")
  // NAME: %_a = "test.a"() : () -> i32
  %8 = "test.a"() : () -> i32 loc(" a")
  // NAME: %_2Ba = "test.a"() : () -> i32
  %9 = "test.a"() : () -> i32 loc("+a")
  // NAME: %a2B = "test.a"() : () -> i32
  %10 = "test.a"() : () -> i32 loc("a+")
  // NAME: %$a = "test.a"() : () -> i32
  %11 = "test.a"() : () -> i32 loc("$a")
  // NAME: %.a = "test.a"() : () -> i32
  %12 = "test.a"() : () -> i32 loc(".a")
  // NAME: %-a = "test.a"() : () -> i32
  %13 = "test.a"() : () -> i32 loc("-a")
  // NAME: %aC3A9_b = "test.a"() : () -> i32
  %14 = "test.a"() : () -> i32 loc("aé b")
  // NAME: %_7DC3A9_b = "test.a"() : () -> i32
  %15 = "test.a"() : () -> i32 loc("}é b")
  // NAME: %_a_1 = "test.a"() : () -> i32
  %16 = "test.a"() : () -> i32 loc("_a")
  // NAME: %a7B = "test.a"() : () -> i32
  %17 = "test.a"() : () -> i32 loc("a{")
  // NAME: %_7Ba = "test.a"() : () -> i32
  %18 = "test.a"() : () -> i32 loc("{a")
  // NAME: %_A = "test.a"() : () -> i32
  %19 = "test.a"() : () -> i32 loc("\0A")
  // NAME: %_7b7 = "test.a"() : () -> i32
  %20 = "test.a"() : () -> i32 loc("\07b\07")
  // NAME: %_12B = "test.a"() : () -> i32
  %21 = "test.a"() : () -> i32 loc("1+")
  // NAME: return %z : i32
  return %x : i32
}
