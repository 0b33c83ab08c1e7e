// RUN: optc %s --split-input-file --verify-diagnostics

poplar.graph @g {
  poplar.tile 0 {
    // expected-error @below {{'poplar.alloc' op address 0x4c002 is not a multiple of 4 [poplar.addr-align]}}
    // expected-note @below {{0x4c002 mod 4 = 2}}
    poplar.alloc "x" at 0x4c002 size 8 align 4 kind state
  }
}

// -----

poplar.graph @g {
  poplar.tile 0 {
    // expected-error @below {{'poplar.alloc' op alignment 3 is not a power of two [poplar.bad-align]}}
    poplar.alloc "x" size 8 align 3 kind state
  }
}

// -----

poplar.graph @g {
  poplar.tile 0 {
    // expected-error @below {{custom op 'poplar.alloc' expected kind to be one of: state, table, deltas, constant, data, temporary, stack}}
    // expected-note @below {{did you mean 'state'?}}
    poplar.alloc "x" size 8 align 4 kind stat
  }
}

// -----

poplar.graph @g {
  poplar.tile 0 {
    // expected-error @below {{'poplar.alloc' op expected region 0 or 1, but got 2}}
    poplar.alloc "x" size 8 align 4 kind state region 2
  }
}

// -----

poplar.graph @g {
  poplar.tile 0 {
    // expected-error @below {{'poplar.bytes' op resource 'x' has no data [poplar.value-type]}}
    // expected-note @below {{its bytes stand in the section {-# dialect_resources #-} of the file, or in the images of the folder}}
    poplar.bytes "x" = dense_resource<x> : tensor<4xui8>
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 2>) {
  // expected-error @below {{'poplar.tile' op expected a tile from 0 to 1, but got 2 [poplar.tile-range]}}
  poplar.tile 2 {}
}

// -----

poplar.graph @g {
  poplar.compute_set @cs {}
  // expected-error @below {{'poplar.moves' op there is no compute set 'c'; did you mean 'cs'? [poplar.unknown-symbol]}}
  poplar.moves after @c {}
}

// -----

poplar.graph @g {
  poplar.compute_set @cs {}
  poplar.moves after @cs {
    // expected-error @below {{'poplar.move' op expected src_offset of at least 0, but got -4}}
    poplar.move tile 0 in "x" + -4 to tile 1 in "x" + 0 bytes 4
  }
}

// -----

poplar.graph @g {
  poplar.compute_set @cs {}
  poplar.moves after @cs {
    // expected-error @below {{'poplar.move' op expected pieces that do not overlap where they are written, but pieces of 4 bytes are -3 apart}}
    poplar.move tile 0 in "x" + 0 to tile 1 in "x" + 0 bytes 4 times 2 steps 0 to -3
  }
}

// -----

poplar.graph @g {
  poplar.compute_set @cs {}
  poplar.moves after @cs {
    // expected-error @below {{'poplar.move' op expected a count of at least 1, but got 0}}
    poplar.move tile 0 in "x" + 0 to tile 1 in "x" + 0 bytes 4 times 0 steps 4 to 4
  }
}

// -----

poplar.graph @g {
  poplar.compute_set @cs {}
  poplar.moves after @cs {
    // expected-error @below {{'poplar.move' op expected 'count', 'src_step' and 'dst_step' together}}
    poplar.move tile 0 in "x" + 0 to tile 1 in "x" + 0 bytes 4 {src_step = 4 : i64}
  }
}

// -----

poplar.graph @g {
  poplar.tile 0 {
    // expected-error @below {{'poplar.alloc' op expected a range of addresses, but got 16 to 8}}
    poplar.alloc "x" size 8 align 4 kind state range 0x10 to 0x8
  }
}

// -----

poplar.graph @g {
  poplar.storage "x" : !poplar.tensor<8xf32> {
    poplar.run 0 to 4 tile 0 in "x.t0" + 0
    // expected-error @below {{'poplar.run' op expected a run of elements from 4 on of the 8 of 'x'}}
    poplar.run 3 to 8 tile 1 in "x.t1" + 0
  }
}

// -----

poplar.graph @g {
  // expected-error @below {{'poplar.storage' op expected values of type 'tensor<8xf32>', but got 'tensor<4xf32>' [poplar.value-type]}}
  poplar.storage "x" : !poplar.tensor<8xf32> = dense<1.0> : tensor<4xf32> {}
}

// -----

poplar.vertex @"demo::P" worker external {
  poplar.field @x : !poplar.in<vec<f32>>
}
poplar.graph @g {
  poplar.compute_set @cs {
    poplar.state 0 @"demo::P" on 0 in "v0.state" {
      // expected-error @below {{'poplar.refer' op expected as many offsets and counts as allocations, 1, but got 2 and 1}}
      poplar.refer @x to ["x.t0"] offsets [0, 4] counts [8]
    }
  }
}

// -----

poplar.vertex @"demo::P" worker external {
}
poplar.graph @g {
  poplar.compute_set @cs {
    // expected-error @below {{'poplar.state' op there is no vertex 'demo::Q'; did you mean 'demo::P'? [poplar.unknown-vertex]}}
    poplar.state 1 @"demo::Q" on 0 in "v1.state" {}
  }
}
