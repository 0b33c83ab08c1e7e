// RUN: optc %s --poplar-expand-loops --poplar-map-tensors --poplar-expand-tiles --split-input-file --verify-diagnostics

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %n = poplar.choose_offset [4]
  // expected-error @below {{expected bounds that are known before tensors are mapped [poplar.not-constant]}}
  poplar.for %i = 0 to %n {
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  poplar.for %i = 0 to 1000 {
    // expected-error @below {{expected at most 4194304 iterations of all loops of the graph [poplar.loop-size]}}
    // expected-note @below {{this loop is from 0 to 1000000000000, in steps of 3}}
    poplar.for %k = 0 to 1000000000000 step 3 {
    }
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<2x8xf32>
  poplar.for %i = 0 to 3 {
    // expected-error @below {{[poplar.slice-range]}}
    %row = poplar.index %x %i dim 0
    poplar.map_linear %row
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  poplar.for %i = 0 to 2 {
    // expected-error @below {{there are two variables 'x' [poplar.duplicate-variable]}}
    // expected-note @below {{the other one is here}}
    // expected-note @below {{in a loop, a name ends in the index: "x"[%i]}}
    %x = poplar.variable "x" : !poplar.tensor<2x8xf32>
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<2x8xf32>
  // expected-error @below {{expected at least one iteration of a loop with results [poplar.loop-size]}}
  %y = poplar.for %i = 2 to 2 concat dim 0 {
    poplar.yield %x : !poplar.tensor<2x8xf32>
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<2x8xf32>
  poplar.for %i = 2 to 3 {
    // expected-error @below {{[poplar.index-value]}}
    %row = poplar.index %x %i * 9223372036854775807 dim 0
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<2x8xf32>
  poplar.set_tile_mapping %x #poplar.mapping<0: 0..12; 1: 12..16>
  poplar.compute_set @cs {
    poplar.each_tile (%xs, %tile) of (%x) {
      // expected-error @below {{the elements on tile 0 are not all elements of some neighbouring indices of dimension 0 [poplar.not-whole]}}
      // expected-note @below {{the tensor of shape [2 8] has elements [[0,12)] there}}
      %lo, %hi = poplar.tile_range %x dim 0 on %tile
    }
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<2x8xf32>
  poplar.set_tile_mapping %x on 0
  poplar.compute_set @cs {
    poplar.each_tile (%xs, %tile) of (%x) {
      // expected-error @below {{expected a tile below 4, but got 5 [poplar.tile-range]}}
      %lo, %hi = poplar.tile_range %x dim 0 on %tile + 5
    }
  }
}
