// RUN: optc export %s | FileCheck %s --match-full-lines --strict-whitespace

// A kernel without buffers: C has no empty structures.
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @empty {
  }
}
// CHECK:// empty.c
// CHECK-NEXT:/* Kernel empty for toy4k. */
// CHECK-NEXT:#include "okk.h"
// CHECK-NEXT:#include "empty.h"
// CHECK-EMPTY:
// CHECK-NEXT:void empty(const void *args) {
// CHECK-NEXT:  (void)args;
// CHECK-NEXT:  OKKERNEL_ASSERT(okk_npu_num() == 4);
// CHECK-NEXT:  OKKERNEL_ASSERT(okk_local_mem_size_per_npu() == 4096);
// CHECK-NEXT:  okk_initialize();
// CHECK-NEXT:  okk_poll();
// CHECK-NEXT:}
// CHECK-NEXT:OKKERNEL_FUNC_REGISTER(empty);
// CHECK-NEXT:// empty.h
// CHECK-NEXT:/* Kernel empty for toy4k. */
// CHECK-NEXT:#pragma once
// CHECK-EMPTY:
// CHECK-NEXT:/* Arguments of the kernel: addresses of its buffers in system memory. */
// CHECK-NEXT:struct empty_args {
// CHECK-NEXT:  char none;
// CHECK-NEXT:};
// CHECK-EMPTY:
// CHECK-NEXT:/* The addresses that the kernel was compiled for; a host may use others. */
// CHECK-NEXT:#define EMPTY_ARGS {0}
