// RUN: optc export --target bm1684 %s | FileCheck %s --match-full-lines --strict-whitespace
okk.kernel @lanes {
  %n = okk.param "n" range [1, 100]
  %c = okk.param "c" range [65, 200]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = okk.sys_buffer "x" sizes(%n, %c) : !okk.sys<?x?x4x5xf32, max = [100, 200], continuous>
  %y = okk.sys_buffer "y" sizes(%n, %c) : !okk.sys<?x?x1x5xf32, max = [100, 200], continuous>
  %first = okk.alloc sizes(%c) : !okk.local<8x?x4x5xf32, max = [200], auto>
  %second = okk.alloc sizes(%c) : !okk.local<8x?x4x5xf32, max = [200], auto>
  scf.for %i = %c0 to %n step %c8 iter_args(%now = %first, %next = %second) -> (!okk.local<8x?x4x5xf32, max = [200], auto>, !okk.local<8x?x4x5xf32, max = [200], auto>) {
    %left = arith.subi %n, %i : index
    %m = arith.minui %left, %c8 : index
    %part = okk.slice %x[%i, 0, 0, 0] sizes(%m, %c) : !okk.sys<?x?x4x5xf32, max = [100, 200], continuous> to !okk.sys<?x?x4x5xf32, max = [8, 200], continuous>
    %tile = okk.slice %now[0, 0, 0, 0] sizes(%m, %c) : !okk.local<8x?x4x5xf32, max = [200], auto> to !okk.local<?x?x4x5xf32, max = [8, 200], auto>
    okk.load %part to %tile : !okk.sys<?x?x4x5xf32, max = [8, 200], continuous> to !okk.local<?x?x4x5xf32, max = [8, 200], auto>
    scf.for %k = %c1 to %c step %c1 {
      %channel = okk.slice %tile[0, %k, 0, 0] sizes(%m) : !okk.local<?x?x4x5xf32, max = [8, 200], auto> to !okk.local<?x1x4x5xf32, max = [8], auto>
      okk.eltwise relu %channel, %channel : !okk.local<?x1x4x5xf32, max = [8], auto>, !okk.local<?x1x4x5xf32, max = [8], auto>
    }
    %small = arith.cmpi ult, %m, %c8 : index
    scf.if %small {
      %row = okk.slice %tile[0, 0, 1, 0] sizes(%m, %c) : !okk.local<?x?x4x5xf32, max = [8, 200], auto> to !okk.local<?x?x1x5xf32, max = [8, 200], auto>
      %to = okk.slice %y[%i, 0, 0, 0] sizes(%m, %c) : !okk.sys<?x?x1x5xf32, max = [100, 200], continuous> to !okk.sys<?x?x1x5xf32, max = [8, 200], continuous>
      okk.store %row to %to : !okk.local<?x?x1x5xf32, max = [8, 200], auto> to !okk.sys<?x?x1x5xf32, max = [8, 200], continuous>
    }
    scf.yield %next, %now : !okk.local<8x?x4x5xf32, max = [200], auto>, !okk.local<8x?x4x5xf32, max = [200], auto>
  }
}
// CHECK:// lanes.c
// CHECK-NEXT:/* Kernel lanes for bm1684. */
// CHECK-NEXT:#include "okk.h"
// CHECK-NEXT:#include "lanes.h"
// CHECK-EMPTY:
// CHECK-NEXT:#ifndef NULL
// CHECK-NEXT:#define NULL 0
// CHECK-NEXT:#endif
// CHECK-EMPTY:
// CHECK-NEXT:#ifndef MIN
// CHECK-NEXT:#define MIN(a, b) ((a) < (b) ? (a) : (b))
// CHECK-NEXT:#endif
// CHECK-EMPTY:
// CHECK-NEXT:/* The address of channel c of a tensor whose channels of one NPU are stride units of bytes apart. */
// CHECK-NEXT:static local_addr_t lanes_channel(local_addr_t tensor, int c, int stride, int bytes) {
// CHECK-NEXT:  const int npu = okk_start_npu_index(tensor) + c;
// CHECK-NEXT:  return npu % okk_npu_num() * okk_local_mem_size_per_npu() + tensor % okk_local_mem_size_per_npu() + npu / okk_npu_num() * stride * bytes;
// CHECK-NEXT:}
// CHECK-EMPTY:
// CHECK-NEXT:void lanes(const void *args) {
// CHECK-NEXT:  /* Addresses in local memory. */
// CHECK-NEXT:  enum {
// CHECK-NEXT:    first_addr = 0, /* 8x?x4x5xf32, max = [200], aligned */
// CHECK-NEXT:    second_addr = 4096, /* 8x?x4x5xf32, max = [200], aligned */
// CHECK-NEXT:  };
// CHECK-NEXT:  const struct lanes_args *a = (const struct lanes_args *)args;
// CHECK-NEXT:  const int n = a->n;
// CHECK-NEXT:  const int c = a->c;
// CHECK-NEXT:  OKKERNEL_ASSERT(n >= 1 && n <= 100);
// CHECK-NEXT:  OKKERNEL_ASSERT(c >= 65 && c <= 200);
// CHECK-NEXT:  OKKERNEL_ASSERT(okk_npu_num() == 64);
// CHECK-NEXT:  OKKERNEL_ASSERT(okk_local_mem_size_per_npu() == 524288);
// CHECK-NEXT:  okk_initialize();
// CHECK-NEXT:  local_addr_t now_addr = first_addr;
// CHECK-NEXT:  local_addr_t next_addr = second_addr;
// CHECK-NEXT:  for (int i = 0; i < n; i += 8) {
// CHECK-NEXT:    /* line 17: load part to tile */
// CHECK-NEXT:    const int m = MIN(n - i, 8);
// CHECK-NEXT:    const dim4 tile_shape = {.n = m, .c = c, .h = 4, .w = 5};
// CHECK-NEXT:    okk_gdma_32bit_cpy_S2L(now_addr, a->x + 80 * i * c, &tile_shape, NULL, NULL);
// CHECK-NEXT:    for (int k = 1; k < c; k++) {
// CHECK-NEXT:      /* line 20: eltwise channel, channel */
// CHECK-NEXT:      dim4 tile_stride;
// CHECK-NEXT:      okk_128_byte_aligned_stride_for_32bit(&tile_stride, 0, &tile_shape);
// CHECK-NEXT:      const dim4 channel_shape = {.n = m, .c = 1, .h = 4, .w = 5};
// CHECK-NEXT:      okk_bdc_relu(lanes_channel(now_addr, k, tile_stride.c, 4), lanes_channel(now_addr, k, tile_stride.c, 4),
// CHECK-NEXT:          &channel_shape, &tile_stride, &tile_stride);
// CHECK-NEXT:    }
// CHECK-NEXT:    if (m < 8) {
// CHECK-NEXT:      /* line 26: store row to to */
// CHECK-NEXT:      const dim4 to_shape = {.n = m, .c = c, .h = 1, .w = 5};
// CHECK-NEXT:      const dim4 first_shape = {.n = 8, .c = c, .h = 4, .w = 5};
// CHECK-NEXT:      dim4 first_stride;
// CHECK-NEXT:      okk_128_byte_aligned_stride_for_32bit(&first_stride, 0, &first_shape);
// CHECK-NEXT:      okk_gdma_32bit_cpy_L2S(a->y + 20 * i * c, now_addr + 20, &to_shape, NULL, &first_stride);
// CHECK-NEXT:    }
// CHECK-NEXT:    const local_addr_t next_now_addr = next_addr;
// CHECK-NEXT:    const local_addr_t next_next_addr = now_addr;
// CHECK-NEXT:    now_addr = next_now_addr;
// CHECK-NEXT:    next_addr = next_next_addr;
// CHECK-NEXT:  }
// CHECK-NEXT:  okk_poll();
// CHECK-NEXT:}
// CHECK-NEXT:OKKERNEL_FUNC_REGISTER(lanes);
// CHECK-NEXT:// lanes.h
// CHECK-NEXT:/* Kernel lanes for bm1684. */
// CHECK-NEXT:#pragma once
// CHECK-EMPTY:
// CHECK-NEXT:/* Arguments of the kernel: addresses of its buffers in system memory, and parameters. */
// CHECK-NEXT:struct lanes_args {
// CHECK-NEXT:  unsigned long long x; /* !okk.sys<?x?x4x5xf32, max = [100, 200], continuous>, at most 1600000 bytes */
// CHECK-NEXT:  unsigned long long y; /* !okk.sys<?x?x1x5xf32, max = [100, 200], continuous>, at most 400000 bytes */
// CHECK-NEXT:  int n; /* 1 to 100 */
// CHECK-NEXT:  int c; /* 65 to 200 */
// CHECK-NEXT:};
// CHECK-EMPTY:
// CHECK-NEXT:/* The addresses that the kernel was compiled for; a host may use others. The parameters are the largest ones. */
// CHECK-NEXT:#define LANES_ARGS {0x100000000ull, 0x100186a00ull, 100, 200}
