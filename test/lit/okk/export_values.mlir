// RUN: optc export %s | FileCheck %s --match-full-lines --strict-whitespace

// What the only buffer holds before the kernel runs: 16 bytes in a row, and gaps.
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" = dense<[[[[1, 2, 3]], [[-1, 515, 6]]]]> : tensor<1x2x1x3xi16> : !okk.sys<1x2x1x3xi16, strides[9, 6, 3, 1]>
  }
}

// CHECK:struct k_args {
// CHECK-NEXT:  unsigned long long x; /* !okk.sys<1x2x1x3xi16, strides[9, 6, 3, 1]>, 18 bytes */
// CHECK-NEXT:};
// CHECK-EMPTY:
// CHECK-NEXT:/* The addresses that the kernel was compiled for; a host may use others. */
// CHECK-NEXT:#define K_ARGS {0x0ull}
// CHECK-NEXT:// k_values.h
// CHECK-NEXT:/* What buffers of k hold before it runs. */
// CHECK-NEXT:#pragma once
// CHECK-EMPTY:
// CHECK-NEXT:static const unsigned char k_x[18] = {
// CHECK-NEXT:    0x01, 0x00, 0x02, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0x03, 0x02, 
// CHECK-NEXT:    0x06, 0x00, 
// CHECK-NEXT:};
