// Sum of 8-bit integers with a shift to the right, 6 batches.
//
// The trap: fixed-point operands are in mode n4, four batches side by side. 6 is no multiple
// of 4, so the second unit has two dummies: the operation computes useless results for them,
// which unpacking must skip. The sums do not fit 8 bits and saturate.
okk.kernel @fixed_point {
  %x = okk.sys_buffer "x" : !okk.sys<6x5x2x3xi8, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<6x5x2x3xi8, continuous>
  %z = okk.sys_buffer "z" : !okk.sys<6x5x2x3xi8, continuous>
  %a = okk.alloc : !okk.local<6x5x2x3xi8, auto>
  %b = okk.alloc : !okk.local<6x5x2x3xi8, auto>
  %p = okk.alloc : !okk.local<6x5x2x3xi8, mode = n4, auto>
  %q = okk.alloc : !okk.local<6x5x2x3xi8, mode = n4, auto>
  okk.load %x to %a : !okk.sys<6x5x2x3xi8, continuous> to !okk.local<6x5x2x3xi8, auto>
  okk.load %y to %b : !okk.sys<6x5x2x3xi8, continuous> to !okk.local<6x5x2x3xi8, auto>
  okk.pack %a to %p : !okk.local<6x5x2x3xi8, auto> to !okk.local<6x5x2x3xi8, mode = n4, auto>
  okk.pack %b to %q : !okk.local<6x5x2x3xi8, auto> to !okk.local<6x5x2x3xi8, mode = n4, auto>
  okk.fixed_point mul %p, %p, %q rshift 3 : !okk.local<6x5x2x3xi8, mode = n4, auto>, !okk.local<6x5x2x3xi8, mode = n4, auto>, !okk.local<6x5x2x3xi8, mode = n4, auto>
  okk.fixed_point add %p, %p, %q : !okk.local<6x5x2x3xi8, mode = n4, auto>, !okk.local<6x5x2x3xi8, mode = n4, auto>, !okk.local<6x5x2x3xi8, mode = n4, auto>
  okk.unpack %p to %a : !okk.local<6x5x2x3xi8, mode = n4, auto> to !okk.local<6x5x2x3xi8, auto>
  okk.store %a to %z : !okk.local<6x5x2x3xi8, auto> to !okk.sys<6x5x2x3xi8, continuous>
}
