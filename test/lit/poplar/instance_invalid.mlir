// RUN: optc %s --split-input-file --verify-diagnostics

poplar.vertex @"demo::Scale" worker external {
  poplar.field @data : !poplar.inout<vec<f16>>
  poplar.field @n : ui8
}
poplar.graph @g {
  poplar.compute_set @cs {
    // expected-error @below {{'poplar.add_vertex' op there is no vertex 'demo::Scal'; did you mean 'demo::Scale'? [poplar.unknown-vertex]}}
    %v = poplar.add_vertex @"demo::Scal" on 0
  }
}

// -----

poplar.vertex @"demo::Scale" worker external {
  poplar.field @data : !poplar.inout<vec<f16>>
}
poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<8xf16>
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::Scale" on 0
    // expected-error @below {{'poplar.connect' op 'demo::Scale' has no field 'dta'; did you mean 'data'? [poplar.unknown-field]}}
    poplar.connect %v @dta to %x
  }
}

// -----

poplar.vertex @"demo::Scale" worker external {
  // expected-note @below {{field 'data' is declared here}}
  poplar.field @data : !poplar.inout<vec<f16>>
}
poplar.graph @g {
  // expected-note @below {{the tensor is defined here}}
  %x = poplar.variable "x" : !poplar.tensor<8xui16>
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::Scale" on 0
    // expected-error @below {{'poplar.connect' op expected a tensor of f16, like field 'data', but got ui16 [poplar.connect-type]}}
    poplar.connect %v @data to %x
  }
}

// -----

poplar.vertex @"demo::Scale" worker external {
  poplar.field @n : ui8
}
poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<8xui8>
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::Scale" on 0
    // expected-error @below {{'poplar.connect' op field 'n' is not connected: it is a plain scalar [poplar.connect-type]}}
    poplar.connect %v @n to %x
  }
}

// -----

poplar.vertex @"demo::Scale" worker external {
  poplar.field @n : ui8
}
poplar.graph @g {
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::Scale" on 0
    // expected-error @below {{'poplar.set' op expected a value of type 'ui8', but got '3 : ui16' [poplar.value-type]}}
    poplar.set %v @n = 3 : ui16
  }
}

// -----

poplar.vertex @"demo::Scale" worker external {
  poplar.field @n : ui8
}
poplar.graph @g {
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::Scale" on 0
    // expected-error @below {{'poplar.set' op expected a value of type 'ui8', but got 256 [poplar.value-type]}}
    // expected-note @below {{0 to 255}}
    poplar.set %v @n = 256
  }
}

// -----

poplar.vertex @"demo::Scale" worker external {
  poplar.field @n : f32
}
poplar.graph @g {
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::Scale" on 0
    // expected-error @below {{'poplar.set' op expected a value of type 'f32', but it cannot hold 16777217 exactly [poplar.value-type]}}
    // expected-note @below {{the nearest is 16777216}}
    poplar.set %v @n = 16777217
  }
}

// -----

poplar.vertex @"demo::Scale" worker external {
  poplar.field @data : !poplar.inout<vec<f16>>
}
poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 2>) {
  poplar.compute_set @cs {
    // expected-error @below {{'poplar.add_vertex' op expected a tile from 0 to 1, but got 2 [poplar.tile-range]}}
    %v = poplar.add_vertex @"demo::Scale" on 2
  }
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<8xui8>
  poplar.compute_set @cs {
    // expected-error @below {{custom op 'poplar.each_tile' expected an argument for each of the 1 tensors and one for the tile, but got 3}}
    poplar.each_tile (%a, %b, %tile) of (%x) {
    }
  }
}

// -----

poplar.graph @g {
  poplar.compute_set @cs {
    // expected-error @below {{'poplar.each_tile' op expected at least one tensor}}
    poplar.each_tile (%tile) of () {
    }
  }
}

// -----

poplar.graph @g {
  poplar.compute_set @add {}
  poplar.program {
    // expected-error @below {{'poplar.execute' op there is no compute set 'ad'; did you mean 'add'? [poplar.unknown-symbol]}}
    poplar.execute @ad
  }
}

// -----

poplar.graph @g {
  // expected-note @below {{the first one is here}}
  poplar.program {}
  // expected-error @below {{'poplar.program' op expected one program in graph 'g'}}
  poplar.program {}
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<8xui8>
  %y = poplar.variable "y" : !poplar.tensor<9xui8>
  poplar.program {
    // expected-error @below {{'poplar.copy' op expected a source of 9 elements, but got 8 [poplar.shape-mismatch]}}
    poplar.copy %x to %y
  }
}

// -----

poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<8xui8>
  %y = poplar.variable "y" : !poplar.tensor<8xui16>
  poplar.program {
    // expected-error @below {{'poplar.copy' op expected a source of type unsigned short, but got unsigned char [poplar.type-mismatch]}}
    poplar.copy %x to %y
  }
}
