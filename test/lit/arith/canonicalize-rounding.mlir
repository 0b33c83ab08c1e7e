// RUN: optc %s --canonicalize=test-convergence | FileCheck %s

// Unlike upstream a converted integer is rounded once only where rounding twice is the same.
// mlir-opt-22 differs (canonicalize cse, inline licm): it rounds all of them once

// An integer that the wide float holds is rounded once either way: 24 bits, and the sign.
// CHECK-LABEL: func.func @rounded(%arg0: i24, %arg1: i25, %arg2: i26) -> (bf16, bf16, bf16, bf16) {
// CHECK-NEXT: %0 = arith.uitofp %arg1 : i25 to f32
// CHECK-NEXT: %1 = arith.sitofp %arg2 : i26 to f32
// CHECK-NEXT: %2 = arith.uitofp %arg0 : i24 to bf16
// CHECK-NEXT: %3 = arith.truncf %0 : f32 to bf16
// CHECK-NEXT: %4 = arith.sitofp %arg1 : i25 to bf16
// CHECK-NEXT: %5 = arith.truncf %1 : f32 to bf16
// CHECK-NEXT: return %2, %3, %4, %5 : bf16, bf16, bf16, bf16
func.func @rounded(%a: i24, %b: i25, %c: i26) -> (bf16, bf16, bf16, bf16) {
  %0 = arith.uitofp %a : i24 to f32
  %1 = arith.uitofp %b : i25 to f32
  %2 = arith.sitofp %b : i25 to f32
  %3 = arith.sitofp %c : i26 to f32
  %4 = arith.truncf %0 : f32 to bf16
  %5 = arith.truncf %1 : f32 to bf16
  %6 = arith.truncf %2 : f32 to bf16
  %7 = arith.truncf %3 : f32 to bf16
  return %4, %5, %6, %7 : bf16, bf16, bf16, bf16
}
