// RUN: optc export %s | FileCheck %s --match-full-lines --strict-whitespace

// A kernel without buffers: C has no empty structures.
// CHECK:// empty.h
// CHECK-NEXT:/* Kernel empty for toy4k. */
// CHECK-NEXT:#pragma once
// CHECK-EMPTY:
// CHECK-NEXT:/* Addresses of its buffers in system memory. */
// CHECK-NEXT:struct empty_buffers {
// CHECK-NEXT:    char none;
// CHECK-NEXT:};
// CHECK-EMPTY:
// CHECK-NEXT:/* The addresses that the kernel was compiled for; a host may use others. */
// CHECK-NEXT:#define EMPTY_BUFFERS {0}
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @empty {
  }
}
