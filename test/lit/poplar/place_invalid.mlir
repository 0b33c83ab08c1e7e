// RUN: optc %s --poplar-resolve-layouts --poplar-lower-edges --poplar-place --poplar-verify-placement --poplar-pack-state --split-input-file --verify-diagnostics

// expected-note @below {{on tile 0 at 0x4c000 of this graph}}
poplar.graph @g target(#poplar.target<ipu2>) {
  %c = poplar.constant dense<[1, 2]> : !poplar.tensor<2xui8>
  poplar.set_tile_mapping %c on 0
  // expected-error @below {{'poplar.assert_bytes' op expected 01 03, found 01 02 [poplar.assert-failed]}}
  poplar.assert_bytes tile 0 at 0x4c000 "01 03"
}

// -----

// expected-note @below {{on tile 3 with 1 allocation}}
poplar.graph @g target(#poplar.target<ipu2>) {
  // expected-error @below {{'poplar.alloc' op tile 3 has no room for data 'x.t3' of 640000 bytes: its largest gap has 638976 [poplar.out-of-memory]}}
  // expected-note @below {{x.t3 may use [0x4c000, 0xe8000), aligned to 4}}
  %x = poplar.variable "x" : !poplar.tensor<160000xf32>
  poplar.set_tile_mapping %x on 3
}

// -----

// One variable that is too large on every tile is one problem.

// expected-note @below {{on tile 0 with 1 allocation}}
poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 8>) {
  // expected-error @below {{'poplar.alloc' op tile 0 has no room for data 'x.t0' of 640000 bytes: its largest gap has 638976 [poplar.out-of-memory]}}
  // expected-note @below {{x.t0 may use [0x4c000, 0xe8000), aligned to 4}}
  // expected-note @below {{so on 8 tiles, from tile 0 to tile 7}}
  %x = poplar.variable "x" : !poplar.tensor<1280000xf32>
  poplar.map_linear %x
}
