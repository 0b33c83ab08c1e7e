// RUN: optc %s --verify-diagnostics --split-input-file

!b = !okk.local<1x1x2x4xi8, aligned>

module attributes {okk.machine = #okk.machine<bm1684x>} {
  okk.kernel @k {
    %x = okk.alloc : !b
    %y = okk.alloc : !b
    // expected-error @below {{expected a scale from 0 to 255 and a shift from 0 to 31, but got 256 and 1 [okk.value-range]}}
    okk.pool_integer avg %y, %x kernel [1, 1] scale 256 shift 1 : !b, !b
  }
}

// -----

!b = !okk.local<1x1x2x4xi8, aligned>
!h = !okk.local<1x1x2x4xi16, aligned>
module attributes {okk.machine = #okk.machine<bm1684x>} {
  okk.kernel @k {
    %x = okk.alloc : !b
    %y = okk.alloc : !h
    // expected-error @below {{expected a maximum of type i8, like the input, but got i16 [okk.dtype-mismatch]}}
    okk.pool_integer max %y, %x kernel [1, 1] : !h, !b
  }
}

// -----

!b = !okk.local<1x1x2x4xi8, aligned>
!u = !okk.local<1x1x2x4xui8, aligned>
module attributes {okk.machine = #okk.machine<bm1684x>} {
  okk.kernel @k {
    %x = okk.alloc : !b
    %y = okk.alloc : !u
    // expected-error @below {{expected both of ui8 and i8 to be signed, or none [okk.dtype-mismatch]}}
    okk.pool_integer avg %y, %x kernel [1, 1] : !u, !b
  }
}

// -----

!b = !okk.local<1x1x2x4xi8, aligned>
module attributes {okk.machine = #okk.machine<bm1684x>} {
  okk.kernel @k {
    %x = okk.alloc : !b
    %y = okk.alloc : !b
    // expected-error @below {{expected no scale and no shift of a maximum [okk.bad-op]}}
    okk.pool_integer max %y, %x kernel [1, 1] shift 2 : !b, !b
  }
}
