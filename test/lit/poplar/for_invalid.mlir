// RUN: optc %s --split-input-file --verify-diagnostics

// expected-error @below {{'poplar.for' op expects parent op to be one of}}
poplar.for %i = 0 to 4 {
}

// -----

poplar.graph @g {
  // expected-error @below {{expected a step of at least 1, but got 0}}
  poplar.for %i = 0 to 4 step 0 {
  }
}

// -----

poplar.graph @g {
  // expected-error @below {{expected both 'concat dim' and a last operation 'poplar.yield', or neither}}
  poplar.for %i = 0 to 4 concat dim 0 {
  }
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x8xf32>
  // expected-error @below {{expected both 'concat dim' and a last operation 'poplar.yield', or neither}}
  poplar.for %i = 0 to 4 {
    poplar.yield %x : !poplar.tensor<4x8xf32>
  }
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x8xf32>
  // expected-error @below {{expected a dimension below 2, but got 2 [poplar.dim-range]}}
  %y = poplar.for %i = 0 to 4 concat dim 2 {
    poplar.yield %x : !poplar.tensor<4x8xf32>
  }
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x8xf32>
  // expected-error @below {{expected result type '!poplar.tensor<?x8xf32>', but got '!poplar.tensor<4x7xf32>' [poplar.shape-mismatch]}}
  %y = "poplar.for"() <{lower = 0 : i64, upper = 2 : i64, dim = 0 : i64}> ({
  ^bb0(%i : index):
    "poplar.yield"(%x) : (!poplar.tensor<4x8xf32>) -> ()
  }) : () -> !poplar.tensor<4x7xf32>
}

// -----

poplar.graph @g {
  // expected-error @below {{expected 1 operands as indices of lower and upper, but got 0}}
  "poplar.for"() <{lower = affine_map<(d0) -> (d0)>, upper = 2 : i64}> ({
  ^bb0(%i : index):
  }) : () -> ()
}

// -----

poplar.graph @g {
  // expected-error @below {{expected one argument of type 'index'}}
  "poplar.for"() <{lower = 0 : i64, upper = 2 : i64}> ({
  ^bb0:
  }) : () -> ()
}

// -----

poplar.graph @g {
  poplar.for %i = 0 to 4 {
    // expected-error @below {{'poplar.execute' op expects parent op to be one of 'poplar.program, }}
    poplar.execute @cs
  }
}

// -----

poplar.graph @g {
  poplar.for %i = 0 to 4 {
    // expected-error @below {{expected affine expressions of indices}}
    %x = poplar.variable "x"[] : !poplar.tensor<4x8xf32>
  }
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x8xf32>
  poplar.for %i = 0 to 4 {
    // expected-error @below {{expected an expression without symbols}}
    %y = poplar.slice %x from (symbol(%i)) to 4 dim 0
  }
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x8xf32>
  poplar.for %i = 0 to 4 {
    // expected-error @below {{[poplar.slice-range]}}
    %y = poplar.slice %x from %i to %i + 5 dim 0
  }
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x8xf32>
  // expected-error @below {{'poplar.tile_range' op expects parent op 'poplar.each_tile'}}
  %lo, %hi = poplar.tile_range %x dim 0 on 1
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x8xf32>
  poplar.compute_set @cs {
    // expected-note @below {{the loop over tiles is here}}
    poplar.each_tile (%xs, %tile) of (%x) {
      // expected-error @below {{expected a tensor from outside of 'poplar.each_tile'}}
      %lo, %hi = poplar.tile_range %xs dim 0 on %tile
    }
  }
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x8xf32>
  poplar.compute_set @cs {
    poplar.each_tile (%xs, %tile) of (%x) {
      // expected-error @below {{expected a dimension below 2, but got 2 [poplar.dim-range]}}
      %lo, %hi = poplar.tile_range %x dim 2 on %tile
    }
  }
}

// -----

poplar.vertex @V worker external {
  poplar.field @x : !poplar.in<vec<f32>>
}
poplar.graph @g {
  poplar.compute_set @cs {
    poplar.for %i = 0 to 4 {
      %v = poplar.add_vertex @V on %i
      // expected-error @below {{expected a plain field to have a value}}
      poplar.set %v @x = %i
    }
  }
}

// -----

poplar.graph @g {
  poplar.compute_set @outer {
    // expected-error @below {{'poplar.compute_set' op expects parent op 'poplar.graph'}}
    poplar.compute_set @cs {
    }
  }
}
