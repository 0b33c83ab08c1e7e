// RUN: optc %s --poplar-map-tensors --split-input-file --verify-diagnostics

// expected-error @below {{'poplar.graph' op needs a module attribute poplar.target [poplar.target-missing]}}
poplar.graph @g {
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %x on 1
  // expected-error @below {{'poplar.assert_mapping' op expected #poplar.mapping<1: 0..4; 2: 4..8>, found #poplar.mapping<1: 0..8> [poplar.assert-failed]}}
  poplar.assert_mapping %x #poplar.mapping<1: 0..4; 2: 4..8>
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %x on 1
  // expected-error @below {{'poplar.assert_imbalance' op expected 5, found 6 [poplar.assert-failed]}}
  poplar.assert_imbalance %x is 5
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %x on 1
  // expected-error @below {{'poplar.assert_split' op expected tiles true ipus false, found tiles false ipus false [poplar.assert-failed]}}
  poplar.assert_split %x dim 0 tiles true ipus false
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  %h = poplar.slice %x from 2 to 6 dim 0
  poplar.set_tile_mapping %h on 1
  poplar.print_mapping %h
  // expected-error @below {{'poplar.print_mapping' op elements [0,2) [6,8) of 'x' have no tile [poplar.unmapped]}}
  // expected-note @below {{4 of the 8 elements shown have no tile}}
  poplar.print_mapping %x
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  %o = arith.constant 4 : index
  // expected-error @below {{'poplar.map_linear_next' op offset 4 is not below 4 [poplar.map-offset]}}
  %n = poplar.map_linear_next %x offset %o
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  %o = arith.constant -1 : index
  // expected-error @below {{'poplar.set_tile_mapping' op expected a tile from 0 to 3, but got -1 [poplar.tile-range]}}
  poplar.set_tile_mapping %x on %o
}

// -----

// Numbers are shown as they are written.
poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  // expected-error @below {{'poplar.map_linear' op expected an offset of at least 0, but got -5 [poplar.map-offset]}}
  poplar.map_linear %x offset -5
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  // expected-error @below {{'poplar.map_linear' op expected offset below 2^31, but got 9223372036854775807 [poplar.map-offset]}}
  poplar.map_linear %x offset 9223372036854775807
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  // expected-error @below {{'poplar.set_tile_mapping' op expected a tile from 0 to 3, but got 2147483648 [poplar.tile-range]}}
  poplar.set_tile_mapping %x on 2147483648
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %x on 0
  // expected-error @below {{'poplar.clone_to_ipu' op IPU 1 does not exist; there are 1 IPUs [poplar.ipu-range]}}
  %c = poplar.clone_to_ipu %x ipu 1
}

// -----

poplar.graph @g target(#poplar.target<ipu2, num_ipus = 2, tiles_per_ipu = 4>) {
  poplar.virtual_graph @lo tiles 0..4
  poplar.virtual_graph @hi tiles 4..5
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %x on 2
  // expected-error @below {{'poplar.clone_to_graph' op element on tile 2, but the destination graph has 1 tiles [poplar.graph-tiles]}}
  // expected-note @below {{positions [0,8) are on tile 2 of the source graph}}
  %c = poplar.clone_to_graph %x from @lo to @hi
}

// -----

poplar.graph @g target(#poplar.target<ipu2, num_ipus = 2, tiles_per_ipu = 4>) {
  poplar.virtual_graph @lo tiles 0..4
  poplar.virtual_graph @hi tiles 4..8 replicas 2
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %x on 2
  // expected-error @below {{'poplar.clone_to_graph' op replication factors 1 and 2 differ [poplar.replication]}}
  %c = poplar.clone_to_graph %x from @lo to @hi
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  // expected-error @below {{'poplar.map_by_use' op cannot split: expected a positive grain and no negative minimum, but got 0 and 0 [poplar.split-bad]}}
  poplar.map_by_use grain 0 min 0 method(none) {
    poplar.use %x on 0
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  poplar.map_by_use grain 1 min 0 method(none) {
    // expected-error @below {{'poplar.use' op expected a tile from 0 to 3, but got 4 [poplar.tile-range]}}
    poplar.use %x on 4
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  %h = poplar.slice %x from 0 to 4 dim 0
  %t = poplar.slice %x from 2 to 6 dim 0
  poplar.program {
    // expected-error @below {{'poplar.copy' op source and destination share 'x'[2] [poplar.copy-overlap]}}
    poplar.copy %h to %t
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %x on 0
  // expected-error @below {{'poplar.create_ipu_copy' op expected a result of type '!poplar.tensor<7xf32>', but the view has shape [8] [poplar.shape-mismatch]}}
  %c, %s, %d = poplar.create_ipu_copy %x ipu 0 : !poplar.tensor<8xf32>, !poplar.tensor<7xf32>, !poplar.tensor<?xf32>
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  %zero = arith.constant 0 : index
  // expected-error @below {{'arith.divui' op has no result for 0 and 0 [poplar.index-value]}}
  %i = arith.divui %zero, %zero : index
  poplar.set_tile_mapping %x on %i
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  // expected-error @below {{'poplar.variable' op resource 'missing' has no data [poplar.value-type]}}
  // expected-note @below {{its bytes stand in the section {-# dialect_resources #-} of the file, or in the images of the folder}}
  %x = poplar.variable "x" = dense_resource<missing> : !poplar.tensor<8xf32>
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  // expected-error @below {{'poplar.variable' op expected resource 'short' to have 32 bytes, but got 4 [poplar.value-type]}}
  // expected-note @below {{8 elements of 4 bytes}}
  %x = poplar.variable "x" = dense_resource<short> : !poplar.tensor<8xf32>
}

{-#
  dialect_resources: {
    builtin: {
      short: "0x0400000000000000"
    }
  }
#-}
