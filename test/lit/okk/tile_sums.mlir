// RUN: optc --pass-pipeline='builtin.module(okk.kernel(okk-tile{overlap=true}))' %s 2>/dev/null | FileCheck %s
// RUN: optc --pass-pipeline='builtin.module(okk.kernel(okk-tile{overlap=true}))' %s 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: optc --pass-pipeline='builtin.module(okk{overlap=true keep-loops=true})' --verify-exec %s >/dev/null

module attributes {okk.machine = #okk.machine<bm1684, npus = 8, npu_bytes = 16384>} {
  // A complete sum is copied, and the copy is stored in pieces beside the parts of the next sum. The last part along M has
  // fewer rows than the tensor of the sum.
  // WHY: remark: 'okk.kernel' op tensors need 35840 bytes of every NPU, which has 16384: divided along M in parts of 16 of 76 and along K in parts of 32 of 128, with loads and stores beside computations, in 16384 bytes
  // CHECK-LABEL: okk.kernel @pieces {
  // CHECK: %[[SUM:.*]] = okk.alloc : !okk.matrix<16x96xf32
  // CHECK: %[[OUT:.*]] = okk.alloc : !okk.matrix<16x96xf32
  // CHECK: okk.parallel
  // CHECK: okk.slice %[[OUT]][%{{.*}}, 0] sizes(%{{.*}}) : !okk.matrix<16x96xf32, w = ?> to !okk.matrix<?x96xf32, max = [6], w = ?>
  // CHECK: okk.store
  // CHECK: okk.matmul
  // CHECK: okk.eltwise copy
  okk.kernel @pieces tiled {
    %a = okk.sys_buffer "a" : !okk.sysmatrix<76x128xf32, row_stride = 128>
    %b = okk.sys_buffer "b" : !okk.sysmatrix<128x96xf32, row_stride = 96>
    %y = okk.sys_buffer "y" : !okk.sysmatrix<76x96xf32, row_stride = 96>
    %l = okk.alloc : !okk.matrix<76x128xf32, w = ?>
    %r = okk.alloc : !okk.matrix<128x96xf32, w = ?>
    %o = okk.alloc : !okk.matrix<76x96xf32, w = ?>
    okk.load %a to %l : !okk.sysmatrix<76x128xf32, row_stride = 128> to !okk.matrix<76x128xf32, w = ?>
    okk.load %b to %r : !okk.sysmatrix<128x96xf32, row_stride = 96> to !okk.matrix<128x96xf32, w = ?>
    okk.matmul %o, %l, %r : !okk.matrix<76x96xf32, w = ?>, !okk.matrix<76x128xf32, w = ?>, !okk.matrix<128x96xf32, w = ?>
    okk.store %o to %y : !okk.matrix<76x96xf32, w = ?> to !okk.sysmatrix<76x96xf32, row_stride = 96>
  }
}
