// Rows 7, 0, 7 and 3 of a table, by one copy per row.
//
// The trap: the copy engine has no gather. Rows that are known when the kernel is compiled
// are copied one by one; a row may be read twice, but must not be written twice. The row is
// along W, so that a copy moves neighbouring elements.
okk.kernel @row_gather {
  %x = okk.sys_buffer "table" : !okk.sys<9x1x1x6xf32, continuous>
  %y = okk.sys_buffer "y" : !okk.sys<1x4x1x6xf32, continuous>
  %t = okk.alloc : !okk.local<1x4x1x6xf32, auto>
  %x0 = okk.slice %x[7, 0, 0, 0] : !okk.sys<9x1x1x6xf32, continuous> to !okk.sys<1x1x1x6xf32, continuous>
  %x1 = okk.slice %x[0, 0, 0, 0] : !okk.sys<9x1x1x6xf32, continuous> to !okk.sys<1x1x1x6xf32, continuous>
  %x2 = okk.slice %x[7, 0, 0, 0] : !okk.sys<9x1x1x6xf32, continuous> to !okk.sys<1x1x1x6xf32, continuous>
  %x3 = okk.slice %x[3, 0, 0, 0] : !okk.sys<9x1x1x6xf32, continuous> to !okk.sys<1x1x1x6xf32, continuous>
  %t0 = okk.slice %t[0, 0, 0, 0] : !okk.local<1x4x1x6xf32, auto> to !okk.local<1x1x1x6xf32, auto>
  %t1 = okk.slice %t[0, 1, 0, 0] : !okk.local<1x4x1x6xf32, auto> to !okk.local<1x1x1x6xf32, auto, start = 1>
  %t2 = okk.slice %t[0, 2, 0, 0] : !okk.local<1x4x1x6xf32, auto> to !okk.local<1x1x1x6xf32, auto, start = 2>
  %t3 = okk.slice %t[0, 3, 0, 0] : !okk.local<1x4x1x6xf32, auto> to !okk.local<1x1x1x6xf32, auto, start = 3>
  okk.parallel {
    okk.load %x0 to %t0 : !okk.sys<1x1x1x6xf32, continuous> to !okk.local<1x1x1x6xf32, auto>
    okk.load %x1 to %t1 : !okk.sys<1x1x1x6xf32, continuous> to !okk.local<1x1x1x6xf32, auto, start = 1>
    okk.load %x2 to %t2 : !okk.sys<1x1x1x6xf32, continuous> to !okk.local<1x1x1x6xf32, auto, start = 2>
    okk.load %x3 to %t3 : !okk.sys<1x1x1x6xf32, continuous> to !okk.local<1x1x1x6xf32, auto, start = 3>
  }
  okk.store %t to %y : !okk.local<1x4x1x6xf32, auto> to !okk.sys<1x4x1x6xf32, continuous>
}
