// RUN: optc %s --split-input-file --verify-diagnostics

poplar.graph @g {
  poplar.tile 0 {
    // expected-error @below {{'poplar.alloc' op address 0x4c002 is not a multiple of 4 [poplar.addr-align]}}
    // expected-note @below {{0x4c002 mod 4 = 2}}
    poplar.alloc "x" at 0x4c002 size 8 align 4 kind state
  }
}

// -----

poplar.graph @g {
  poplar.tile 0 {
    // expected-error @below {{'poplar.alloc' op alignment 3 is not a power of two [poplar.bad-align]}}
    poplar.alloc "x" size 8 align 3 kind state
  }
}

// -----

poplar.graph @g {
  poplar.tile 0 {
    // expected-error @below {{custom op 'poplar.alloc' expected kind to be one of: state, table, deltas, constant, data, temporary, stack}}
    // expected-note @below {{did you mean 'state'?}}
    poplar.alloc "x" size 8 align 4 kind stat
  }
}

// -----

poplar.graph @g {
  poplar.tile 0 {
    // expected-error @below {{'poplar.alloc' op expected region 0 or 1, but got 2}}
    poplar.alloc "x" size 8 align 4 kind state region 2
  }
}

// -----

poplar.graph @g {
  poplar.tile 0 {
    // expected-error @below {{'poplar.bytes' op expected bytes of two hexadecimal digits or '--', but got '00 1' [poplar.bytes-parse]}}
    poplar.bytes "x" "00 1"
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 2>) {
  // expected-error @below {{'poplar.tile' op tile 2 is not below 2 [poplar.tile-range]}}
  poplar.tile 2 {}
}

// -----

poplar.graph @g {
  poplar.compute_set @cs {}
  // expected-error @below {{'poplar.moves' op there is no compute set 'c'; did you mean 'cs'? [poplar.unknown-symbol]}}
  poplar.moves after @c {}
}

// -----

poplar.graph @g {
  poplar.compute_set @cs {}
  poplar.moves after @cs {
    // expected-error @below {{'poplar.move' op expected an allocation or an address as src}}
    poplar.move tile 0 to tile 1 at 0x4c000 bytes 4
  }
}
