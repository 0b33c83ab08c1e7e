// RUN: optc --okk-choose-w --okk-assign-layout --split-input-file --verify-diagnostics %s | FileCheck %s
// RUN: optc --pass-pipeline='builtin.module(okk)' --verify-exec --split-input-file --verify-diagnostics %s >/dev/null
// RUN: optc --pass-pipeline='builtin.module(okk{keep-loops=true})' --split-input-file --verify-diagnostics %s >/dev/null

!s = !okk.sysmatrix<12x20xf32, row_stride = 20>
!m = !okk.matrix<12x20xf32, w = 3>
module attributes {okk.machine = #okk.machine<toy4k>} {
  // Rows of a matrix are a matrix of its width.
  // CHECK-LABEL: okk.kernel @rows
  // CHECK: okk.slice %{{.*}}[%{{.*}}, 0] : !okk.matrix<12x20xf32, w = 3> to !okk.matrix<4x20xf32, w = 3>
  // CHECK: okk.slice %{{.*}}[%{{.*}}, 0] sizes(%{{.*}}) : !okk.matrix<12x20xf32, w = 3> to !okk.matrix<?x20xf32, max = [5], w = 3>
  okk.kernel @rows {
    %x = okk.sys_buffer "x" : !s
    %y = okk.sys_buffer "y" : !s
    %t = okk.alloc : !m
    %u = okk.alloc : !okk.matrix<4x20xf32, w = 3>
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c12 = arith.constant 12 : index
    okk.load %x to %t : !s to !m
    scf.for %i = %c0 to %c12 step %c4 {
      %a = okk.slice %t[%i, 0] : !m to !okk.matrix<4x20xf32, w = ?>
      okk.eltwise relu %u, %a : !okk.matrix<4x20xf32, w = 3>, !okk.matrix<4x20xf32, w = ?>
      okk.eltwise add %a, %a, %u : !okk.matrix<4x20xf32, w = ?>, !okk.matrix<4x20xf32, w = ?>, !okk.matrix<4x20xf32, w = 3>
    }
    scf.for %i = %c0 to %c12 step %c5 {
      %left = arith.subi %c12, %i : index
      %n = arith.minui %left, %c5 : index
      %a = okk.slice %t[%i, 0] sizes(%n) : !m to !okk.matrix<?x20xf32, max = [5], w = ?>
      %part = okk.slice %y[%i, 0] sizes(%n) : !s to !okk.sysmatrix<?x20xf32, max = [5], row_stride = 20>
      okk.store %a to %part : !okk.matrix<?x20xf32, max = [5], w = ?> to !okk.sysmatrix<?x20xf32, max = [5], row_stride = 20>
    }
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @columns {
    %t = okk.alloc : !okk.matrix<12x20xf32, w = 5>
    // expected-error @+2 {{'okk.slice' op a part of a matrix has all columns, 20, but got the columns [5, 15) [okk.layout-required]}}
    // expected-note @+1 {{a view as (rows, channels, 1, w) has parts of any extents}}
    %a = okk.slice %t[0, 5] : !okk.matrix<12x20xf32, w = 5> to !okk.matrix<12x10xf32, w = 5>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @beyond {
    %t = okk.alloc : !okk.matrix<12x20xf32, w = 5>
    // expected-error @+1 {{'okk.slice' op slice [9, 13) is out of bounds of dimension 0 of extent 12 [okk.slice-range]}}
    %a = okk.slice %t[9, 0] : !okk.matrix<12x20xf32, w = 5> to !okk.matrix<4x20xf32, w = 5>
  }
}

// -----

module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @width {
    %t = okk.alloc : !okk.matrix<12x20xf32, w = 5>
    // expected-error @+1 {{'okk.slice' op a part of a matrix has its width, 5, but got 4 [okk.stride-mismatch]}}
    %a = okk.slice %t[2, 0] : !okk.matrix<12x20xf32, w = 5> to !okk.matrix<4x20xf32, w = 4>
  }
}
