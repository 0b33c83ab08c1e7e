// RUN: optc %s --poplar-lower-edges --split-input-file --verify-diagnostics

// What only the evaluation of a graph finds.
poplar.graph @g target(#poplar.target<ipu2>) {
  %c = poplar.constant dense<[1, 2]> : !poplar.tensor<2xui32>
  poplar.set_tile_mapping %c on 0
  poplar.program {
    // expected-error @below {{'poplar.copy_from_host' op the view is written but shows constants [poplar.connect-const]}}
    poplar.copy_from_host "in" to %c
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<4x2xui32>
  %y = poplar.variable "y" : !poplar.tensor<1x2xui32>
  poplar.set_tile_mapping %x on 0
  poplar.set_tile_mapping %y on 0
  %t = poplar.broadcast %y 4 dim 0
  poplar.program {
    // expected-error @below {{'poplar.copy' op the destination is written but shows aliases [poplar.connect-alias]}}
    // expected-note @below {{it has 8 elements, but shows only 2 different ones}}
    poplar.copy %x to %t
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<2xui32>
  %c = poplar.constant dense<[1, 2]> : !poplar.tensor<2xui32>
  poplar.set_tile_mapping %x on 0
  poplar.set_tile_mapping %c on 0
  poplar.program {
    // expected-error @below {{'poplar.copy' op the destination is written but shows constants [poplar.connect-const]}}
    poplar.copy %x to %c
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<2xui32>
  poplar.set_tile_mapping %x on 0
  %t = poplar.broadcast %x 2 dim 0
  poplar.program {
    poplar.copy_to_host %t to "out"
    // expected-error @below {{'poplar.copy_from_host' op the view is written but shows aliases [poplar.connect-alias]}}
    // expected-note @below {{it has 4 elements, but shows only 2 different ones}}
    poplar.copy_from_host "in" to %t
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<2xui32>
  poplar.set_tile_mapping %x on 0
  poplar.program {
    // expected-error @below {{'poplar.if' op expected a predicate of one element, but got 2 [poplar.shape-mismatch]}}
    poplar.if %x {
      poplar.call @none
    } else {
    }
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<1xui32>
  poplar.set_tile_mapping %x on 0
  poplar.graph_function @a {
    poplar.if %x {
      // expected-error @below {{'poplar.call' op expected a function that is declared before [poplar.unknown-symbol]}}
      poplar.call @b
    } else {
    }
  }
  poplar.graph_function @b {
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<1xui32>
  %n = arith.constant 4294967296 : index
  // expected-error @below {{'poplar.set_tile_mapping' op expected tile below 2^31, but got 4294967296 [poplar.tile-range]}}
  poplar.set_tile_mapping %x on %n
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<1xui32>
  // expected-error @below {{'builtin.unrealized_conversion_cast' op expected an operation that a graph may hold or that folds to a constant [poplar.not-constant]}}
  %n = builtin.unrealized_conversion_cast to index
  poplar.set_tile_mapping %x on %n
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<2xui32>
  poplar.set_tile_mapping %x on 0
  // expected-error @below {{'builtin.unrealized_conversion_cast' op expected an operation that a graph may hold or that folds to a constant [poplar.not-constant]}}
  %n = builtin.unrealized_conversion_cast to index
  %t = poplar.broadcast %x 2 dim 0
  %e, %m = poplar.clone_expand_aliasing %t offset %n
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<2xui32>
  poplar.set_tile_mapping %x on 0
  // expected-error @below {{'poplar.clone_to_graph' op expected virtual graphs that are declared before [poplar.unknown-symbol]}}
  %c = poplar.clone_to_graph %x from @lo to @hi
  poplar.virtual_graph @lo tiles 0..4
  poplar.virtual_graph @hi tiles 4..8
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<1xui32>
  // expected-error @below {{'poplar.set_tile_mapping' op expected a tile from 0 to 1471, but got 1472 [poplar.tile-range]}}
  poplar.set_tile_mapping %x on 1472
}
