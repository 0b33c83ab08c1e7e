// RUN: optc --okk-pipeline-loops %s --verify-diagnostics

// Loops that cannot be pipelined, with the reason.
!b = !okk.sys<8x3x2x5xf32, continuous>
!p = !okk.sys<1x3x2x5xf32, continuous>
!t = !okk.local<1x3x2x5xf32, auto>
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @refused {
    %n = okk.param "n" range [1, 7]
    %s = okk.param "step" range [1, 2]
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %x = okk.sys_buffer "x" : !b
    %y = okk.sys_buffer "y" : !b
    %t = okk.alloc : !t
    %u = okk.alloc : !t
    %w = okk.alloc at 2048 : !t
    okk.fill %u, 0.0 : f32 : !t
    // expected-remark @below {{'scf.for' op is not pipelined: it does not count from a number in steps of a number [okk.not-pipelined]}}
    scf.for %i = %c0 to %n step %s {
      %from = okk.slice %x[%i, 0, 0, 0] : !b to !p
      okk.load %from to %t : !p to !t
      okk.eltwise add %u, %u, %t : !t, !t, !t
    }
    // expected-remark @below {{'scf.for' op is not pipelined: it has less than two iterations [okk.not-pipelined]}}
    scf.for %i = %c0 to %c1 step %c1 {
      %from = okk.slice %x[%i, 0, 0, 0] : !b to !p
      okk.load %from to %t : !p to !t
      okk.eltwise add %u, %u, %t : !t, !t, !t
    }
    // expected-remark @below {{'scf.for' op is not pipelined: it computes nothing [okk.not-pipelined]}}
    scf.for %i = %c0 to %n step %c1 {
      %from = okk.slice %x[%i, 0, 0, 0] : !b to !p
      %to = okk.slice %y[%i, 0, 0, 0] : !b to !p
      okk.load %from to %t : !p to !t
      okk.store %t to %to : !t to !p
    }
    // expected-remark @below {{'scf.for' op is not pipelined: '%from_0' may be loaded before '%to' is stored, and share bytes [okk.not-pipelined]}}
    scf.for %i = %c0 to %n step %c1 {
      %from = okk.slice %x[%i, 0, 0, 0] : !b to !p
      %next = arith.addi %i, %c1 : index
      %to = okk.slice %x[%next, 0, 0, 0] : !b to !p
      %v = okk.alloc : !t
      okk.load %from to %v : !p to !t
      okk.eltwise relu %v, %v : !t, !t
      okk.store %v to %to : !t to !p
    }
    // expected-remark @below {{'scf.for' op is not pipelined: '%u' keeps values from one iteration to the next [okk.not-pipelined]}}
    scf.for %i = %c0 to %n step %c1 {
      %from = okk.slice %x[%i, 0, 0, 0] : !b to !p
      %to = okk.slice %y[%i, 0, 0, 0] : !b to !p
      %v = okk.alloc : !t
      okk.load %from to %v : !p to !t
      okk.eltwise add %u, %u, %v : !t, !t, !t
      okk.store %u to %to : !t to !p
    }
    // expected-remark @below {{'scf.for' op is not pipelined: '%w' has an address [okk.not-pipelined]}}
    scf.for %i = %c0 to %n step %c1 {
      %from = okk.slice %x[%i, 0, 0, 0] : !b to !p
      okk.load %from to %w : !p to !t
      okk.eltwise add %u, %u, %w : !t, !t, !t
    }
    // expected-remark @below {{'scf.for' op is not pipelined: '%v' is used by 'okk.load' after it is computed or stored [okk.not-pipelined]}}
    scf.for %i = %c0 to %n step %c1 {
      %v = okk.alloc : !t
      %from = okk.slice %x[%i, 0, 0, 0] : !b to !p
      okk.load %from to %v : !p to !t
      okk.eltwise add %u, %u, %v : !t, !t, !t
      okk.load %from to %v : !p to !t
    }
    // expected-remark @below {{'scf.for' op is not pipelined: its body has a decision with two branches [okk.not-pipelined]}}
    scf.for %i = %c0 to %n step %c1 {
      %v = okk.alloc : !t
      %from = okk.slice %x[%i, 0, 0, 0] : !b to !p
      %few = arith.cmpi ult, %i, %c5 : index
      scf.if %few {
        okk.eltwise relu %u, %u : !t, !t
      } else {
        okk.eltwise neg %u, %u : !t, !t
      }
      okk.load %from to %v : !p to !t
    }
    // expected-remark @below {{'scf.for' op is not pipelined: '%v' is not written in every iteration that uses it [okk.not-pipelined]}}
    scf.for %i = %c0 to %n step %c1 {
      %v = okk.alloc : !t
      %from = okk.slice %x[%i, 0, 0, 0] : !b to !p
      %few = arith.cmpi ult, %i, %c5 : index
      scf.if %few {
        okk.load %from to %v : !p to !t
      }
      okk.eltwise add %u, %u, %v : !t, !t, !t
    }
    %from = okk.slice %x[0, 0, 0, 0] : !b to !p
    okk.load %from to %t : !p to !t
    okk.eltwise add %u, %u, %t : !t, !t, !t
  }
}
