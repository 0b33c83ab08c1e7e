// RUN: optc %s --split-input-file --verify-diagnostics

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<100xf32>
  // expected-error @below {{'poplar.set_tile_mapping' op expected a tile from 0 to 3, but got 4 [poplar.tile-range]}}
  poplar.set_tile_mapping %x on 4
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<100xf32>
  // expected-error @below {{'poplar.set_tile_mapping' op expected a tile from 0 to 3, but got 7 [poplar.tile-range]}}
  poplar.set_tile_mapping %x #poplar.mapping<7: 0..10>
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<100xf32>
  // expected-error @below {{'poplar.set_tile_mapping' op interval [90,101) leaves the tensor of 100 elements [poplar.interval-range]}}
  // expected-note @below {{the interval is mapped to tile 0}}
  poplar.set_tile_mapping %x #poplar.mapping<0: 90..101>
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<100xf32>
  // expected-error @below {{'poplar.set_tile_mapping' op element 40 is mapped to tile 0 and tile 2 [poplar.mapping-overlap]}}
  poplar.set_tile_mapping %x #poplar.mapping<0: 0..50; 2: 40..60>
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<100xf32>
  // expected-error @below {{'poplar.map_linear' op cannot split: expected a positive grain, but got 0 [poplar.split-bad]}}
  poplar.map_linear %x min 0 grain 0
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<100xf32>
  // expected-error @below {{custom op 'poplar.map_by_use' expected method to be one of: none, halo, constrain}}
  // expected-note @below {{did you mean 'halo'?}}
  poplar.map_by_use grain 4 min 4 method(hallo) {}
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<100xf32>
  // expected-error @below {{'poplar.broadcast_operand' op expected a dimension from 0 to 0 of a tensor of rank 1, but got 1 [poplar.dim-range]}}
  %b = poplar.broadcast_operand %x dim 1 type f32
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<100xf32>
  // expected-error @below {{'poplar.set_tile_mapping' op expected either a tile or a mapping}}
  "poplar.set_tile_mapping"(%x) <{operandSegmentSizes = array<i32: 1, 0>}> : (!poplar.tensor<100xf32>) -> ()
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<100xf32>
  %o = poplar.choose_offset [4]
  // expected-error @below {{'poplar.map_linear' op expected 0 operands as indices of offset, but got 1}}
  "poplar.map_linear"(%x, %o) <{offset = 3 : i64}> : (!poplar.tensor<100xf32>, index) -> ()
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  // expected-error @below {{'poplar.virtual_graph' op expected a non-empty range of tiles below 4, but got [2, 5) [poplar.tile-range]}}
  poplar.virtual_graph @v tiles 2..5
}

// -----

poplar.graph @g {
  // expected-error @below {{custom op 'poplar.virtual_graph' expected a range such as 0..8}}
  poplar.virtual_graph @v tiles 2-5
}

// -----

poplar.graph @g {
  poplar.virtual_graph @lo tiles 0..2
  %x = poplar.variable "x" : !poplar.tensor<100xf32>
  // expected-error @below {{'poplar.clone_to_graph' op there is no virtual graph 'l0'; did you mean 'lo'? [poplar.unknown-symbol]}}
  %y = poplar.clone_to_graph %x from @lo to @l0
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<100xf32>
  // expected-error @below {{custom op 'poplar.clone' expected method to be one of: preserve, new, preserve_unless_aliases, gather}}
  // expected-note @below {{did you mean 'preserve'?}}
  %y = poplar.clone %x method(preserved)
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<100xf32>
  // expected-error @below {{'poplar.clone' op expected result type '!poplar.tensor<100xf32>', but got '!poplar.tensor<50xf32>' [poplar.shape-mismatch]}}
  %y = "poplar.clone"(%x) : (!poplar.tensor<100xf32>) -> !poplar.tensor<50xf32>
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<100xf32>
  // expected-error @below {{'poplar.assert_mapping' op attribute 'mapping' failed to satisfy constraint: tile mapping that is not open}}
  poplar.assert_mapping %x #poplar.mapping<?>
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<100xf32>
  // expected-error @below {{unexpected ';' in mapping [poplar.mapping-parse]}}
  poplar.set_tile_mapping %x #poplar.mapping<?; 0: 1..2>
}

// -----

// expected-error @below {{expected a tile in mapping, found ':'}}
func.func private @f() attributes {m = #poplar.mapping<:>}

// -----

// expected-error @below {{unexpected ';' in mapping}}
func.func private @f() attributes {m = #poplar.mapping<?; 0: 0..1>}
