// RUN: optc %s --poplar-lower-edges --poplar-place --split-input-file --verify-diagnostics

// The code of a class gives a vector a size that its data does not have.
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker {
    poplar.field @x : !poplar.in<vec<f32, SPAN>>
    poplar.field @y : !poplar.out<vec<f32, SPAN>>
    poplar.compute (%x : memref<18xf32>, %y : memref<?xf32>) {
      poplar.compute_return
    }
  }
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<8xf32>
    poplar.set_tile_mapping %x on 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on 0
      poplar.connect %v @y to %x
      // expected-error @below {{'poplar.connect' op expected 18 elements for field 'x', but got 8 [poplar.static-extent]}}
      // expected-note @below {{the code of 'demo::P' has the field as 'memref<18xf32>'; use a dynamic size for vectors of other sizes}}
      poplar.connect %v @x to %x
    }
  }
}

// -----

// More elements than the code uses are refused as well, because memref.dim is wrong.
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker {
    poplar.field @x : !poplar.in<vec<f32, ONE_PTR>>
    poplar.compute (%x : memref<7xf32>) {
      poplar.compute_return
    }
  }
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<2x4xf32>
    poplar.set_tile_mapping %x on 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on 0
      // expected-error @below {{'poplar.connect' op expected 7 elements for field 'x', but got 8 [poplar.static-extent]}}
      // expected-note @below {{the code of 'demo::P' has the field as 'memref<7xf32>'}}
      poplar.connect %v @x to %x
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker {
    poplar.field @n : !poplar.vec<si32>
    poplar.compute (%n : memref<3xi32>) {
      poplar.compute_return
    }
  }
  poplar.graph @g {
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on 0
      poplar.set %v @n = [1, 2, 3]
      %w = poplar.add_vertex @"demo::P" on 0
      // expected-error @below {{'poplar.set' op expected 3 elements for field 'n', but got 2 [poplar.static-extent]}}
      // expected-note @below {{the code of 'demo::P' has the field as 'memref<3xi32>'}}
      poplar.set %w @n = [1, 2]
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker {
    // expected-error @below {{'poplar.field' op expected 3 elements for field 'n', but got 2 [poplar.static-extent]}}
    // expected-note @below {{the code of 'demo::P' has the field as 'memref<3xi32>'}}
    poplar.field @n : !poplar.vec<si32> = [1, 2]
    poplar.compute (%n : memref<3xi32>) {
      poplar.compute_return
    }
  }
  poplar.graph @g {
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on 0
      poplar.set %v @n = [1, 2, 3]
      %w = poplar.add_vertex @"demo::P" on 0
    }
  }
}

// -----

// A lowered program that was edited.
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker {
    poplar.field @x : !poplar.in<vec<f32>>
    poplar.compute (%arg0: memref<8xf32>) {
      poplar.compute_return
    }
  }
  poplar.graph @g {
    poplar.tile 0 {
      poplar.alloc "v0.state" size 8 align 4 kind state
      poplar.alloc "x.t0" size 32 align 4 kind data
    }
    poplar.storage "x" : !poplar.tensor<8xf32> {
      poplar.run 0 to 8 tile 0 in "x.t0" + 0
    }
    poplar.compute_set @cs {
      poplar.state 0 @"demo::P" on 0 in "v0.state" {
        // expected-error @below {{'poplar.refer' op expected 8 elements for field 'x', but got 7 [poplar.static-extent]}}
        // expected-note @below {{the code of 'demo::P' has the field as 'memref<8xf32>'}}
        poplar.refer @x to ["x.t0"] offsets [0] counts [7]
      }
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
