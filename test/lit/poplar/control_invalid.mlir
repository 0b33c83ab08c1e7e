// RUN: optc %s --poplar-lower-edges --split-input-file --verify-diagnostics

poplar.graph @g target(#poplar.target<ipu2>) {
  poplar.program {
    // expected-error @below {{'poplar.repeat' op expected count of at least 0, but got -1}}
    poplar.repeat -1 {
    }
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<2xui32>
  poplar.program {
    // expected-error @below {{'poplar.if' op expected a predicate of one element, but got 2 [poplar.shape-mismatch]}}
    poplar.if %x {
    } else {
    }
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<1xf32>
  poplar.program {
    // expected-error @below {{'poplar.repeat_while' op expected a predicate of integers, but got '!poplar.tensor<1xf32>' [poplar.type-mismatch]}}
    poplar.repeat_while %x after {
    } do {
    }
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  poplar.program {
    // expected-error @below {{'poplar.call' op there is no function of the graph 'stepp'; did you mean 'step'? [poplar.unknown-symbol]}}
    poplar.call @stepp
  }
  poplar.graph_function @step {
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  poplar.graph_function @a {
    // expected-error @below {{'poplar.call' op expected a function that is declared before [poplar.unknown-symbol]}}
    poplar.call @b
  }
  poplar.graph_function @b {
    poplar.call @a
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<2xui32>
  %y = poplar.variable "y" : !poplar.tensor<3xui32>
  poplar.set_tile_mapping %x on 0
  poplar.set_tile_mapping %y on 0
  poplar.program {
    poplar.copy_from_host "in" to %x
    // expected-error @below {{'poplar.copy_from_host' op array 'in' of the host has type unsigned int and shape [2], but the view has unsigned int and [3] [poplar.host-array]}}
    poplar.copy_from_host "in" to %y
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  %x = poplar.variable "x" : !poplar.tensor<2xui32>
  poplar.set_tile_mapping %x on 0
  poplar.program {
    // expected-error @below {{'poplar.copy_to_host' op array 'x' of the host has the name of a variable [poplar.host-array]}}
    poplar.copy_to_host %x to "x"
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  poplar.program {
    // expected-error @below {{'poplar.execute' op there is no compute set 'cs' [poplar.unknown-symbol]}}
    poplar.execute @cs
  }
}
