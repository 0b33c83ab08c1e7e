// One is added to every element, in parts of 8 batches of which the last may be smaller. In step i
// part i is loaded, part i - 1 is computed and part i - 2 is stored, all at the same time. Three
// buffers take turns.
!sys = !okk.sys<?x?x?x?xf32, max = [64, 128, 16, 16], continuous>
!part = !okk.sys<?x?x?x?xf32, max = [8, 128, 16, 16], continuous>
!buffer = !okk.local<8x?x?x?xf32, max = [128, 16, 16], auto>
!local = !okk.local<?x?x?x?xf32, max = [8, 128, 16, 16], auto>
okk.kernel @plus_one_parts {
  %n = okk.param "n" range [1, 64]
  %c = okk.param "c" range [1, 128]
  %h = okk.param "h" range [1, 16]
  %w = okk.param "w" range [1, 16]
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %n8 = arith.addi %n, %c8 : index
  %n16 = arith.addi %n, %c16 : index
  %x = okk.sys_buffer "x" sizes(%n, %c, %h, %w) : !sys
  %y = okk.sys_buffer "y" sizes(%n, %c, %h, %w) : !sys
  %a = okk.alloc sizes(%c, %h, %w) : !buffer
  %b = okk.alloc sizes(%c, %h, %w) : !buffer
  %d = okk.alloc sizes(%c, %h, %w) : !buffer
  scf.for %i = %c0 to %n16 step %c8 iter_args(%next = %a, %now = %b, %done = %d) -> (!buffer, !buffer, !buffer) {
    %loads = arith.cmpi ult, %i, %n : index
    %begun = arith.cmpi uge, %i, %c8 : index
    %more = arith.cmpi ult, %i, %n8 : index
    %computes = arith.andi %begun, %more : i1
    %stores = arith.cmpi uge, %i, %c16 : index
    okk.parallel {
      scf.if %loads {
        %left = arith.subi %n, %i : index
        %m = arith.minui %left, %c8 : index
        %from = okk.slice %x[%i, 0, 0, 0] sizes(%m, %c, %h, %w) : !sys to !part
        %to = okk.slice %next[0, 0, 0, 0] sizes(%m, %c, %h, %w) : !buffer to !local
        okk.load %from to %to : !part to !local
      }
      scf.if %computes {
        %left = arith.subi %n8, %i : index
        %m = arith.minui %left, %c8 : index
        %part = okk.slice %now[0, 0, 0, 0] sizes(%m, %c, %h, %w) : !buffer to !local
        okk.eltwise add %part, %part scalar 1.0 : f32 : !local, !local
      }
      scf.if %stores {
        %at = arith.subi %i, %c16 : index
        %left = arith.subi %n, %at : index
        %m = arith.minui %left, %c8 : index
        %from = okk.slice %done[0, 0, 0, 0] sizes(%m, %c, %h, %w) : !buffer to !local
        %to = okk.slice %y[%at, 0, 0, 0] sizes(%m, %c, %h, %w) : !sys to !part
        okk.store %from to %to : !local to !part
      }
    }
    scf.yield %done, %next, %now : !buffer, !buffer, !buffer
  }
}
