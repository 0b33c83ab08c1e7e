// RUN: optc --pass-pipeline='builtin.module(okk.kernel(okk-tile{overlap=true}))' --verify-exec --split-input-file %s 2>/dev/null | FileCheck %s
// RUN: optc --pass-pipeline='builtin.module(okk.kernel(okk-tile{overlap=true}))' --split-input-file %s 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: optc --pass-pipeline='builtin.module(okk{overlap=true})' --verify-exec --split-input-file %s >/dev/null
// RUN: optc --pass-pipeline='builtin.module(okk{overlap=true keep-loops=true})' --verify-exec --split-input-file %s >/dev/null

module attributes {okk.machine = #okk.machine<toy4>} {
  // The window of a part reaches a row above it and a row below, and padding at the edges.
  // WHY: remark: 'okk.kernel' op tensors need 1280 bytes of every NPU, which has 1024: divided along H in parts of 5 of 20, with loads and stores beside computations, in 1024 bytes
  // CHECK-LABEL: okk.kernel @conv_rows {
  // CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %c5{{.*}} iter_args(
  // CHECK: %[[START:.*]] = arith.subi %[[I]], %c1
  // CHECK: %[[LO:.*]] = arith.maxsi %[[START]], %c0
  // CHECK: %[[TOP:.*]] = arith.subi %[[LO]], %[[START]]
  // CHECK: okk.parallel {
  // CHECK: okk.conv2d %{{.*}} padding [0, 0, 1, 1] edges(%[[TOP]], %{{.*}})
  // CHECK: scf.if
  // CHECK: okk.store
  // CHECK: okk.load
  okk.kernel @conv_rows tiled {
    %x = okk.sys_buffer "x" : !okk.sys<1x4x20x6xf32, continuous>
    %w = okk.sys_buffer "w" : !okk.sys<4x4x3x3xf32, mode = ic2, continuous>
    %y = okk.sys_buffer "y" : !okk.sys<1x4x20x6xf32, continuous>
    %in = okk.alloc : !okk.local<1x4x20x6xf32, auto>
    %wt = okk.alloc : !okk.local<4x4x3x3xf32, mode = ic2, auto>
    %out = okk.alloc : !okk.local<1x4x20x6xf32, auto>
    okk.load %w to %wt : !okk.sys<4x4x3x3xf32, mode = ic2, continuous> to !okk.local<4x4x3x3xf32, mode = ic2, auto>
    okk.load %x to %in : !okk.sys<1x4x20x6xf32, continuous> to !okk.local<1x4x20x6xf32, auto>
    okk.conv2d %out, %in, %wt padding [1, 1, 1, 1] : !okk.local<1x4x20x6xf32, auto>, !okk.local<1x4x20x6xf32, auto>, !okk.local<4x4x3x3xf32, mode = ic2, auto>
    okk.store %out to %y : !okk.local<1x4x20x6xf32, auto> to !okk.sys<1x4x20x6xf32, continuous>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4>} {
  // The windows of the second pool reach rows whose windows reach rows of the input.
  // WHY: remark: 'okk.kernel' op tensors need 2304 bytes of every NPU, which has 1024: divided along N in parts of 1 of 2 and along H in parts of 3 of 6
  // CHECK-LABEL: okk.kernel @pool_rows {
  // CHECK: scf.for %[[P:.*]] = %{{.*}} to %c4
  // CHECK: arith.divui %[[P]], %c2
  // CHECK: arith.remui %[[P]], %c2
  // CHECK: okk.pool2d max %{{.*}} padding [0, 0, 1, 0] edges(
  // CHECK: okk.pool2d avg %{{.*}} padding [0, 0, 1, 1] edges(
  okk.kernel @pool_rows tiled {
    %x = okk.sys_buffer "x" : !okk.sys<2x4x23x8xf32, continuous>
    %y = okk.sys_buffer "y" : !okk.sys<2x4x6x4xf32, continuous>
    %in = okk.alloc : !okk.local<2x4x23x8xf32, auto>
    %mid = okk.alloc : !okk.local<2x4x12x4xf32, auto>
    %out = okk.alloc : !okk.local<2x4x6x4xf32, auto>
    okk.load %x to %in : !okk.sys<2x4x23x8xf32, continuous> to !okk.local<2x4x23x8xf32, auto>
    okk.pool2d max %mid, %in kernel [3, 3] padding [1, 1, 1, 0] stride [2, 2] : !okk.local<2x4x12x4xf32, auto>, !okk.local<2x4x23x8xf32, auto>
    okk.pool2d avg %out, %mid kernel [3, 3] padding [1, 1, 1, 1] stride [2, 1] : !okk.local<2x4x6x4xf32, auto>, !okk.local<2x4x12x4xf32, auto>
    okk.store %out to %y : !okk.local<2x4x6x4xf32, auto> to !okk.sys<2x4x6x4xf32, continuous>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4k>} {
  // Parts of a sum are added up; the last one has the bias, and what follows.
  // WHY: remark: 'okk.kernel' op tensors need 11392 bytes of every NPU, which has 4096: divided along M in parts of 8 of 24 and along K in parts of 10 of 40
  // CHECK-LABEL: okk.kernel @product {
  // CHECK: %[[SUM:.*]] = okk.alloc : !okk.matrix<8x64xf32
  // CHECK: scf.if
  // CHECK-NEXT: okk.matmul %[[SUM]], %{{[0-9a-z]+}}, %{{[0-9a-z]+}} :
  // CHECK: scf.if
  // CHECK-NEXT: okk.matmul %[[SUM]], %{{[0-9a-z]+}}, %{{[0-9a-z]+}} result_add
  // CHECK: scf.if
  // CHECK-NEXT: okk.matmul %[[SUM]], %{{.*}} bias %{{.*}} result_add
  // CHECK: okk.eltwise relu
  // CHECK: okk.store
  okk.kernel @product tiled {
    %a = okk.sys_buffer "a" : !okk.sysmatrix<24x40xf32, row_stride = 40>
    %b = okk.sys_buffer "b" : !okk.sysmatrix<40x64xf32, row_stride = 64>
    %c = okk.sys_buffer "c" : !okk.sysmatrix<1x64xf32, row_stride = 64>
    %y = okk.sys_buffer "y" : !okk.sysmatrix<24x64xf32, row_stride = 64>
    %l = okk.alloc : !okk.matrix<24x40xf32, w = ?>
    %r = okk.alloc : !okk.matrix<40x64xf32, w = ?>
    %bias = okk.alloc : !okk.matrix<1x64xf32, w = ?>
    %o = okk.alloc : !okk.matrix<24x64xf32, w = ?>
    okk.load %c to %bias : !okk.sysmatrix<1x64xf32, row_stride = 64> to !okk.matrix<1x64xf32, w = ?>
    okk.load %a to %l : !okk.sysmatrix<24x40xf32, row_stride = 40> to !okk.matrix<24x40xf32, w = ?>
    okk.load %b to %r : !okk.sysmatrix<40x64xf32, row_stride = 64> to !okk.matrix<40x64xf32, w = ?>
    okk.matmul %o, %l, %r bias %bias : !okk.matrix<24x64xf32, w = ?>, !okk.matrix<24x40xf32, w = ?>, !okk.matrix<40x64xf32, w = ?>, !okk.matrix<1x64xf32, w = ?>
    okk.eltwise relu %o, %o : !okk.matrix<24x64xf32, w = ?>, !okk.matrix<24x64xf32, w = ?>
    okk.store %o to %y : !okk.matrix<24x64xf32, w = ?> to !okk.sysmatrix<24x64xf32, row_stride = 64>
  }
}

// -----

!x = !okk.sys<8x4x4x32xf32, continuous>
!t = !okk.local<8x4x4x32xf32, auto>
!c1 = !okk.local<8x4x1x32xf32, auto>
!c = !okk.local<8x4x1x1xf32, auto>
module attributes {okk.machine = #okk.machine<toy4k>} {
// Whole rows are reduced and repeated in a part.
// WHY: remark: 'okk.kernel' op tensors need 14336 bytes of every NPU, which has 4096: divided along N in parts of 2 of 8
// CHECK-LABEL: okk.kernel @softmax {
// CHECK: scf.for
// CHECK: okk.broadcast %{{.*}} : !okk.local<2x4x1x1xf32, auto> to !okk.local<2x4x4x32xf32, auto>
okk.kernel @softmax tiled {
  %x = okk.sys_buffer "x" : !x
  %y = okk.sys_buffer "y" : !x
  %t = okk.alloc : !t
  %e = okk.alloc : !t
  %wk = okk.alloc : !t
  %p = okk.alloc : !c1
  %m = okk.alloc : !c
  okk.load %x to %t : !x to !t
  okk.pool2d max %p, %t kernel [4, 1] : !c1, !t
  okk.pool2d max %m, %p kernel [1, 32] : !c, !c1
  %most = okk.broadcast %m : !c to !t
  okk.eltwise sub %t, %t, %most : !t, !t, !t
  okk.eltwise max %t, %t scalar -85.0 : f32 : !t, !t
  okk.function exp %e, %t work %wk : !t, !t, !t
  okk.pool2d avg %p, %e kernel [4, 1] : !c1, !t
  okk.pool2d avg %m, %p kernel [1, 32] : !c, !c1
  okk.eltwise mul %m, %m scalar 128.0 : f32 : !c, !c
  %sum = okk.broadcast %m : !c to !t
  okk.eltwise div %e, %e, %sum : !t, !t, !t
  okk.store %e to %y : !t to !x
}
}

// -----

// Three buffers of a tensor that is loaded, changed and stored do not fit, but two do: one part is stored before the next one is computed.
module attributes {okk.machine = #okk.machine<bm1684, npus = 8, npu_bytes = 4096>} {
  // WHY: remark: 'okk.kernel' op tensors need 8192 bytes of every NPU, which has 4096: divided along H in parts of 4 of 16, with loads beside computations, in 4096 bytes
  // CHECK-LABEL: okk.kernel @in_place {
  // CHECK: iter_args(%{{[^,]*}}, %{{[^,]*}}) -> (
  // CHECK: okk.parallel
  okk.kernel @in_place tiled {
    %x = okk.sys_buffer "x" : !okk.sys<8x8x16x16xf32, continuous>
    %v = okk.sys_buffer "v" : !okk.sys<1x8x5x5xf32, continuous>
    %t = okk.alloc : !okk.local<8x8x16x16xf32, auto>
    okk.load %x to %t : !okk.sys<8x8x16x16xf32, continuous> to !okk.local<8x8x16x16xf32, auto>
    okk.eltwise mul %t, %t, %t : !okk.local<8x8x16x16xf32, auto>, !okk.local<8x8x16x16xf32, auto>, !okk.local<8x8x16x16xf32, auto>
    okk.eltwise add %t, %t scalar 1.0 : f32 : !okk.local<8x8x16x16xf32, auto>, !okk.local<8x8x16x16xf32, auto>
    okk.eltwise mul %t, %t, %t : !okk.local<8x8x16x16xf32, auto>, !okk.local<8x8x16x16xf32, auto>, !okk.local<8x8x16x16xf32, auto>
    okk.eltwise add %t, %t scalar 1.0 : f32 : !okk.local<8x8x16x16xf32, auto>, !okk.local<8x8x16x16xf32, auto>
    okk.eltwise mul %t, %t, %t : !okk.local<8x8x16x16xf32, auto>, !okk.local<8x8x16x16xf32, auto>, !okk.local<8x8x16x16xf32, auto>
    okk.eltwise add %t, %t scalar 1.0 : f32 : !okk.local<8x8x16x16xf32, auto>, !okk.local<8x8x16x16xf32, auto>
    okk.eltwise relu %t, %t : !okk.local<8x8x16x16xf32, auto>, !okk.local<8x8x16x16xf32, auto>
    okk.store %t to %x : !okk.local<8x8x16x16xf32, auto> to !okk.sys<8x8x16x16xf32, continuous>
  }
}

// -----

// A kernel that fits is divided where parts overlap.
module attributes {okk.machine = #okk.machine<bm1684, npus = 8, npu_bytes = 65536>} {
  // WHY: remark: 'okk.kernel' op is faster in parts: divided along N in parts of
  // CHECK-LABEL: okk.kernel @fits {
  // CHECK: scf.for
  okk.kernel @fits tiled {
    %x = okk.sys_buffer "x" : !okk.sys<8x8x16x16xf32, continuous>
    %y = okk.sys_buffer "y" : !okk.sys<8x8x16x16xf32, continuous>
    %w = okk.sys_buffer "w" : !okk.sys<1x8x5x5xf32, continuous>
    %t = okk.alloc : !okk.local<8x8x16x16xf32, auto>
    %k = okk.alloc : !okk.local<1x8x5x5xf32, auto>
    %u = okk.alloc : !okk.local<8x8x16x16xf32, auto>
    okk.load %w to %k : !okk.sys<1x8x5x5xf32, continuous> to !okk.local<1x8x5x5xf32, auto>
    okk.load %x to %t : !okk.sys<8x8x16x16xf32, continuous> to !okk.local<8x8x16x16xf32, auto>
    okk.depthwise2d %u, %t, %k padding [2, 2, 2, 2] : !okk.local<8x8x16x16xf32, auto>, !okk.local<8x8x16x16xf32, auto>, !okk.local<1x8x5x5xf32, auto>
    okk.store %u to %y : !okk.local<8x8x16x16xf32, auto> to !okk.sys<8x8x16x16xf32, continuous>
  }
}
