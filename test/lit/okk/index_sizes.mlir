// RUN: optc export --target bm1684 %s | FileCheck %s
// RUN: optc run --target bm1684 %s --input x=random | FileCheck %s --check-prefix=EXEC --allow-empty

// Sizes may be computed by the dialect index, as by arith: they have names in C, and are proven and executed.

// CHECK: const int m = MIN(n - i, 4);
// CHECK: const dim4 in_shape = {.n = m, .c = c, .h = h, .w = w};
// CHECK: const int oh = (h + 1) / 2;
// EXEC-NOT: error
!sys_in = !okk.sys<?x?x?x?xf32, max = [8, 64, 16, 16], continuous>
!sys_out = !okk.sys<?x?x?x?xf32, max = [8, 64, 8, 8], continuous>
!part_in = !okk.sys<?x?x?x?xf32, max = [4, 64, 16, 16], continuous>
!part_out = !okk.sys<?x?x?x?xf32, max = [4, 64, 8, 8], continuous>
!in = !okk.local<?x?x?x?xf32, max = [4, 64, 16, 16], auto>
!out = !okk.local<?x?x?x?xf32, max = [4, 64, 8, 8], auto>
okk.kernel @max_pool {
  %n = okk.param "n" range [1, 8]
  %c = okk.param "c" range [1, 64]
  %h = okk.param "h" range [1, 16]
  %w = okk.param "w" range [1, 16]
  %c0 = index.constant 0
  %c2 = index.constant 2
  %c4 = index.constant 4
  %oh = index.ceildivu %h, %c2
  %ow = index.ceildivu %w, %c2
  %x = okk.sys_buffer "x" sizes(%n, %c, %h, %w) : !sys_in
  %y = okk.sys_buffer "y" sizes(%n, %c, %oh, %ow) : !sys_out
  scf.for %i = %c0 to %n step %c4 {
    %left = index.sub %n, %i
    %m = index.minu %left, %c4
    %in = okk.alloc sizes(%m, %c, %h, %w) : !in
    %out = okk.alloc sizes(%m, %c, %oh, %ow) : !out
    %from = okk.slice %x[%i, 0, 0, 0] sizes(%m, %c, %h, %w) : !sys_in to !part_in
    %to = okk.slice %y[%i, 0, 0, 0] sizes(%m, %c, %oh, %ow) : !sys_out to !part_out
    okk.load %from to %in : !part_in to !in
    okk.pool2d max %out, %in kernel [3, 3] padding [1, 1, 1, 1] stride [2, 2] : !out, !in
    okk.store %out to %to : !out to !part_out
  }
}
