// RUN: optc %s --poplar-check-races --split-input-file --verify-diagnostics

// What only the evaluation of a graph can see.

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f16, SHORT_SPAN>>
  }
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<2048xf16>
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on 0
      // expected-error @below {{'poplar.connect' op 2048 elements exceed the 2047 that Input<Vector<half, SHORT_SPAN>> can count [poplar.count-overflow]}}
      // expected-note @below {{the count has 11 bits: 2^11 - 1 = 2047}}
      poplar.connect %v @x to %x
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec_list<f16, DELTANELEMENTS>>
  }
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<4096xf16>
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on 0
      // expected-error @below {{'poplar.connect' op 4096 elements exceed the 4095 that Input<VectorList<half, DELTANELEMENTS>> can count [poplar.count-overflow]}}
      // expected-note @below {{the count has 12 bits: 2^12 - 1 = 4095}}
      poplar.connect %v @x[0] to %x
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.out<vec<f16>>
  }
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<8xf16>
    %twice = poplar.broadcast %x 2 dim 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on 0
      // expected-error @below {{'poplar.connect' op 'x' is written but shows aliases [poplar.connect-alias]}}
      // expected-note @below {{it has 16 elements, but shows only 8 different ones: the last of the values that are written to an element would remain}}
      poplar.connect %v @x to %twice
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.out<vec<f16>>
  }
  poplar.graph @g {
    %x = poplar.constant dense<0.0> : !poplar.tensor<8xf16>
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on 0
      // expected-error @below {{'poplar.connect' op 'x' is written but shows constants [poplar.connect-const]}}
      poplar.connect %v @x to %x
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<f16>
  }
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<8xf16>
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on 0
      // expected-error @below {{'poplar.connect' op expected one element for field 'x', but got 8 [poplar.shape-mismatch]}}
      poplar.connect %v @x to %x
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f16>>
  }
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<8xf16>
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on 0
      poplar.connect %v @x to %x
      // expected-error @below {{'poplar.connect' op 'x' is connected already [poplar.connect-twice]}}
      // expected-note @below {{index 0}}
      poplar.connect %v @x to %x
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f16>>
  }
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<8xf16>
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on 0
      // expected-error @below {{'poplar.connect' op field 'x' is not connected this way: it is a vector edge [poplar.connect-type]}}
      poplar.connect %v @x to [%x, %x]
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f16>>
    poplar.field @y : !poplar.in<vec<f16>>
  }
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<8xf16>
    poplar.compute_set @cs {
      // expected-error @below {{'poplar.add_vertex' op 'y' of vertex 'demo::P' is not connected [poplar.edge-unconnected]}}
      // expected-note @below {{add 'poplar.connect %vertex @y to %tensor', with the result of poplar.add_vertex and a tensor}}
      %v = poplar.add_vertex @"demo::P" on 0
      poplar.connect %v @x to %x
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.vec<in<vec<f16>>>
  }
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<8xf16>
    poplar.compute_set @cs {
      // expected-error @below {{'poplar.add_vertex' op 'x'[0] of vertex 'demo::P' is not connected [poplar.edge-unconnected]}}
      // expected-note @below {{1 indices of 'x' are connected}}
      %v = poplar.add_vertex @"demo::P" on 0
      poplar.connect %v @x[1] to %x
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.vec<ui32>
  }
  poplar.graph @g {
    poplar.compute_set @cs {
      // expected-error @below {{'poplar.add_vertex' op 'x' of vertex 'demo::P' has no size [poplar.no-size]}}
      %v = poplar.add_vertex @"demo::P" on 0
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.array<2 x ui32>
  }
  poplar.graph @g {
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on 0
      poplar.set %v @x = [1 : ui32]
      // expected-error @below {{'poplar.set' op 'x' has values already [poplar.connect-twice]}}
      poplar.set %v @x = [2 : ui32]
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    // expected-error @below {{'poplar.field' op layout of 'x' must be resolved before the state is laid out [poplar.unresolved]}}
    poplar.field @x : !poplar.in<vec<f16, COMPACT_PTR>>
  }
  poplar.graph @g {
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on 0
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex_template @"demo::P" params(T : type) worker external(T == f16) {
  }
  poplar.graph @g {
    poplar.compute_set @cs {
      // expected-error @below {{'poplar.add_vertex' op vertex 'demo::P<half>' must be instantiated before the graph is evaluated [poplar.unresolved]}}
      %v = poplar.add_vertex @"demo::P<half>" on 0
    }
  }
}
