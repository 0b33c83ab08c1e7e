// RUN: optc --okk=keep-loops %s | FileCheck %s --check-prefix=ALL
// RUN: optc --okk=sizes=n:11 %s | FileCheck %s --check-prefix=ONE
// RUN: optc --okk %s | FileCheck %s --check-prefix=MOST

// Addresses hold for all sizes; a run has certain ones.
module attributes {okk.machine = #okk.machine<toy4>} {
  // ALL-LABEL: okk.kernel @double
  // ALL: %n = okk.param "n" range [1, 20]
  // ALL: okk.alloc at 0 : !okk.local<8x3x2x5xf32, aligned[32, 32, 5, 1]>
  // ALL: scf.for
  // ALL: !okk.local<?x3x2x5xf32, max = [8], aligned>
  // ONE-LABEL: okk.kernel @double
  // ONE: okk.sys_buffer "x" at 0 : !okk.sys<11x3x2x5xf32, continuous>
  // ONE: okk.load {{.*}} to !okk.local<8x3x2x5xf32, aligned[32, 32, 5, 1]>
  // ONE: okk.load {{.*}} to !okk.local<3x3x2x5xf32, aligned[32, 32, 5, 1]>
  // ONE-NOT: okk.load
  // MOST: okk.sys_buffer "x" at 0 : !okk.sys<20x3x2x5xf32, continuous>
  okk.kernel @double {
    %n = okk.param "n" range [1, 20]
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %x = okk.sys_buffer "x" sizes(%n) : !okk.sys<?x3x2x5xf32, max = [20], continuous>
    %t = okk.alloc : !okk.local<8x3x2x5xf32, auto>
    scf.for %i = %c0 to %n step %c8 {
      %left = arith.subi %n, %i : index
      %m = arith.minui %left, %c8 : index
      %part = okk.slice %x[%i, 0, 0, 0] sizes(%m) : !okk.sys<?x3x2x5xf32, max = [20], continuous> to !okk.sys<?x3x2x5xf32, max = [8], continuous>
      %now = okk.slice %t[0, 0, 0, 0] sizes(%m) : !okk.local<8x3x2x5xf32, auto> to !okk.local<?x3x2x5xf32, max = [8], auto>
      okk.load %part to %now : !okk.sys<?x3x2x5xf32, max = [8], continuous> to !okk.local<?x3x2x5xf32, max = [8], auto>
      okk.eltwise add %now, %now, %now : !okk.local<?x3x2x5xf32, max = [8], auto>, !okk.local<?x3x2x5xf32, max = [8], auto>, !okk.local<?x3x2x5xf32, max = [8], auto>
      okk.store %now to %part : !okk.local<?x3x2x5xf32, max = [8], auto> to !okk.sys<?x3x2x5xf32, max = [8], continuous>
    }
  }

  // The channel of a loop begins in a computed lane; a part of H is strided.
  // ALL-LABEL: okk.kernel @lanes
  // ALL: okk.slice %{{.*}}[0, %{{.*}}, 0, 0] : {{.*}} to !okk.local<1x1x2x5xf32, strided, start = ?>
  // ALL: okk.slice %{{.*}}[0, 0, 1, 0] sizes(%n) : {{.*}} to !okk.local<1x?x1x5xf32, max = [12], strided>
  // ONE-LABEL: okk.kernel @lanes
  // ONE: okk.slice %{{.*}}[0, 9, 0, 0] at 1280 : {{.*}} to !okk.local<1x1x2x5xf32, strides[10, 10, 5, 1], start = 1>
  okk.kernel @lanes {
    %n = okk.param "n" range [1, 12]
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = okk.sys_buffer "x" sizes(%n) : !okk.sys<1x?x2x5xf32, max = [12], continuous>
    %y = okk.sys_buffer "y" sizes(%n) : !okk.sys<1x?x1x5xf32, max = [12], continuous>
    %t = okk.alloc sizes(%n) : !okk.local<1x?x2x5xf32, max = [12], auto>
    okk.load %x to %t : !okk.sys<1x?x2x5xf32, max = [12], continuous> to !okk.local<1x?x2x5xf32, max = [12], auto>
    scf.for %c = %c0 to %n step %c1 {
      %s = okk.slice %t[0, %c, 0, 0] : !okk.local<1x?x2x5xf32, max = [12], auto> to !okk.local<1x1x2x5xf32, auto>
      okk.eltwise relu %s, %s : !okk.local<1x1x2x5xf32, auto>, !okk.local<1x1x2x5xf32, auto>
    }
    %row = okk.slice %t[0, 0, 1, 0] sizes(%n) : !okk.local<1x?x2x5xf32, max = [12], auto> to !okk.local<1x?x1x5xf32, max = [12], auto>
    okk.store %row to %y : !okk.local<1x?x1x5xf32, max = [12], auto> to !okk.sys<1x?x1x5xf32, max = [12], continuous>
  }

  // Only the branch that is taken is left. Columns of a matrix are fewer than its width.
  // ALL-LABEL: okk.kernel @decide
  // ALL: scf.if
  // ONE-LABEL: okk.kernel @decide
  // ONE: okk.alloc at 0 : !okk.matrix<2x11xf32, w = 10>
  // ONE-NOT: scf.if
  // ONE: okk.fill {{.*}} 2.0
  // ONE-NOT: okk.fill
  // ONE: okk.permute %{{.*}} [0, 2, 1, 3] {{.*}} to !okk.sys<1x2x11x5xf32, strides[110, 5, 10, 1]>
  okk.kernel @decide {
    %n = okk.param "n" range [1, 40]
    %c5 = arith.constant 5 : index
    %t = okk.alloc sizes(%n) : !okk.matrix<2x?xf32, max = [40], w = ?>
    %few = arith.cmpi ult, %n, %c5 : index
    scf.if %few {
      okk.fill %t, 1.0 : f32 : !okk.matrix<2x?xf32, max = [40], w = ?>
    } else {
      okk.fill %t, 2.0 : f32 : !okk.matrix<2x?xf32, max = [40], w = ?>
    }
    %m = okk.sys_buffer "m" sizes(%n) : !okk.sysmatrix<2x?xf32, max = [40], row_stride = ?>
    okk.store %t to %m : !okk.matrix<2x?xf32, max = [40], w = ?> to !okk.sysmatrix<2x?xf32, max = [40], row_stride = ?>
    %x = okk.sys_buffer "x" sizes(%n) : !okk.sys<1x?x2x5xf32, max = [40], continuous>
    %z = okk.sys_buffer "z" sizes(%n) : !okk.sys<1x2x?x5xf32, max = [40], continuous>
    %turned = okk.permute %x [0, 2, 1, 3] : !okk.sys<1x?x2x5xf32, max = [40], continuous> to !okk.sys<1x2x?x5xf32, max = [40], strided>
    okk.sys_copy %z to %turned : !okk.sys<1x2x?x5xf32, max = [40], continuous> to !okk.sys<1x2x?x5xf32, max = [40], strided>
  }
}
