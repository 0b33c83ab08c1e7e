// RUN: optc %s --poplar-expand-tiles --split-input-file --verify-diagnostics

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  %h = poplar.slice %x from 0 to 4 dim 0
  poplar.set_tile_mapping %h on 1
  poplar.compute_set @cs {
    // expected-error @below {{'poplar.each_tile' op elements [4,8) of 'x' have no tile [poplar.unmapped]}}
    // expected-note @below {{4 of the 8 elements shown have no tile}}
    poplar.each_tile (%xs, %tile) of (%x) {
    }
  }
}

// -----

// expected-error @below {{'poplar.graph' op needs a module attribute poplar.target [poplar.target-missing]}}
poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  poplar.compute_set @cs {
    poplar.each_tile (%xs, %tile) of (%x) {
    }
  }
}

// -----

// Every operation is looked at.
poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  %y = poplar.variable "y" : !poplar.tensor<8xf32>
  poplar.set_tile_mapping %y on 1
  poplar.compute_set @cs {
    // expected-error @below {{'poplar.each_tile' op elements [0,8) of 'x' have no tile [poplar.unmapped]}}
    // expected-note @below {{8 of the 8 elements shown have no tile}}
    poplar.each_tile (%xs, %tile) of (%x) {
    }
    poplar.each_tile (%ys, %tile) of (%y) {
    }
    // expected-error @below {{'poplar.each_tile' op elements [0,8) of 'x' have no tile [poplar.unmapped]}}
    // expected-note @below {{8 of the 8 elements shown have no tile}}
    poplar.each_tile (%xs, %tile) of (%x) {
    }
  }
}
