// RUN: optc export %s | FileCheck %s --match-full-lines --strict-whitespace

// Names in C: what a name of C cannot have becomes '_', keywords, names of OKKernel and names that are taken
// get something behind them, and buffers without a name are numbered.
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @int {
    %a = okk.sys_buffer "0azAZ9@" : !okk.sys<1x1x1x1xf32, continuous>
    %b = okk.sys_buffer : !okk.sys<1x1x1x1xf32, continuous>
    %c = okk.sys_buffer "okk_x" : !okk.sys<1x1x1x1xf32, continuous>
    %d = okk.sys_buffer "x." : !okk.sys<1x1x1x1xf32, continuous>
    %e = okk.sys_buffer "x-" : !okk.sys<1x1x1x1xf32, continuous>
    %f = okk.sys_buffer "x:" bytes 8 : !okk.sys<1x1x1x1xf32, continuous>
  }
}
// CHECK:// int_.c
// CHECK-NEXT:/* Kernel int_ for toy4k. */
// CHECK-NEXT:#include "okk.h"
// CHECK-NEXT:#include "int_.h"
// CHECK-EMPTY:
// CHECK-NEXT:void int_(const void *args) {
// CHECK-NEXT:  const struct int__args *a = (const struct int__args *)args;
// CHECK-NEXT:  (void)a;
// CHECK-NEXT:  OKKERNEL_ASSERT(okk_npu_num() == 4);
// CHECK-NEXT:  OKKERNEL_ASSERT(okk_local_mem_size_per_npu() == 4096);
// CHECK-NEXT:  okk_initialize();
// CHECK-NEXT:  okk_poll();
// CHECK-NEXT:}
// CHECK-NEXT:OKKERNEL_FUNC_REGISTER(int_);
// CHECK-NEXT:// int_.h
// CHECK-NEXT:/* Kernel int_ for toy4k. */
// CHECK-NEXT:#pragma once
// CHECK-EMPTY:
// CHECK-NEXT:/* Arguments of the kernel: addresses of its buffers in system memory. */
// CHECK-NEXT:struct int__args {
// CHECK-NEXT:  unsigned long long _0azAZ9_; /* !okk.sys<1x1x1x1xf32, continuous>, 4 bytes */
// CHECK-NEXT:  unsigned long long buffer1; /* !okk.sys<1x1x1x1xf32, continuous>, 4 bytes */
// CHECK-NEXT:  unsigned long long okk_x_; /* !okk.sys<1x1x1x1xf32, continuous>, 4 bytes */
// CHECK-NEXT:  unsigned long long x_; /* !okk.sys<1x1x1x1xf32, continuous>, 4 bytes */
// CHECK-NEXT:  unsigned long long x__2; /* !okk.sys<1x1x1x1xf32, continuous>, 4 bytes */
// CHECK-NEXT:  unsigned long long x__3; /* !okk.sys<1x1x1x1xf32, continuous>, 8 bytes */
// CHECK-NEXT:};
// CHECK-EMPTY:
// CHECK-NEXT:/* The addresses that the kernel was compiled for; a host may use others. */
// CHECK-NEXT:#define INT__ARGS {0x0ull, 0x80ull, 0x100ull, 0x180ull, 0x200ull, 0x280ull}
