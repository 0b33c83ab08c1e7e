// RUN: optc %s --split-input-file --verify-diagnostics

poplar.graph @g {
  poplar.tile 0 {
    // expected-error @below {{'poplar.alloc' op expected a size of at least 0, but got -1}}
    poplar.alloc "x" size -1 align 4 kind state
  }
}

// -----

poplar.graph @g {
  poplar.tile 0 {
    // expected-error @below {{'poplar.alloc' op alignment 0 is not a power of two [poplar.bad-align]}}
    poplar.alloc "x" size 8 align 0 kind state
  }
}

// -----

poplar.graph @g {
  poplar.tile 0 {
    // expected-error @below {{'poplar.alloc' op expected region 0 or 1, but got -1}}
    poplar.alloc "x" size 8 align 4 kind state region -1
  }
}

// -----

poplar.graph @g {
  poplar.tile 0 {
    // expected-error @below {{'poplar.alloc' op expected an address of at least 0, but got -4}}
    "poplar.alloc"() <{name = "x", address = -4 : i64, size = 8 : i64, align = 4 : i64, kind = "state"}> : () -> ()
  }
}

// -----

poplar.graph @g {
  poplar.tile 0 {
    // expected-error @below {{'poplar.alloc' op expected a range of addresses, but got -4 to 4}}
    "poplar.alloc"() <{name = "x", lo = -4 : i64, hi = 4 : i64, size = 8 : i64, align = 4 : i64, kind = "state"}> : () -> ()
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 2>) {
  poplar.tile 1 {
    poplar.alloc "x" at 0x4c001 size 0 align 1 kind state region 0 range 0x4c001 to 0x4c001
    poplar.alloc "y" at 0 size 8 align 8 kind temporary region 1
  }
  // expected-error @below {{'poplar.tile' op expected a tile from 0 to 1, but got -1 [poplar.tile-range]}}
  poplar.tile -1 {}
}

// -----

poplar.graph @g {
  poplar.storage "x" : !poplar.tensor<8xf32> {
    // expected-error @below {{'poplar.run' op expected tile of at least 0, but got -1}}
    poplar.run 0 to 4 tile -1 in "x.t0" + 0
  }
}

// -----

poplar.graph @g {
  poplar.storage "x" : !poplar.tensor<8xf32> {
    // expected-error @below {{'poplar.run' op expected offset of at least 0, but got -1}}
    poplar.run 0 to 4 tile 0 in "x.t0" + -1
  }
}

// -----

poplar.graph @g {
  poplar.storage "x" : !poplar.tensor<8xf32> {
    poplar.run 0 to 4 tile 0 in "x.t0" + 0
    // expected-error @below {{'poplar.run' op expected a run of elements from 4 on of the 8 of 'x'}}
    poplar.run 4 to 9 tile 1 in "x.t1" + 0
  }
}

// -----

poplar.graph @g {
  poplar.storage "x" : !poplar.tensor<8xf32> {
    poplar.run 0 to 4 tile 0 in "x.t0" + 0
    // expected-error @below {{'poplar.run' op expected a run of elements from 4 on of the 8 of 'x'}}
    poplar.run 6 to 5 tile 1 in "x.t1" + 0
  }
}

// -----

poplar.graph @g {
  poplar.storage "x" : !poplar.tensor<8xf32> {
    // expected-error @below {{'poplar.run' op expected a run of elements from 0 on of the 8 of 'x'}}
    poplar.run -1 to 4 tile 0 in "x.t0" + 0
  }
}

// -----

poplar.graph @g {
  poplar.storage "x" : !poplar.tensor<8xf32> {
    // expected-error @below {{'poplar.compute_set' op expected a run of elements from 0 on of the 8 of 'x'}}
    poplar.compute_set @a {}
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  poplar.program {
    poplar.host_moves from "in" : !poplar.tensor<8xf32> {
      poplar.run 0 to 4 tile 0 in "x.t0" + 0
      // expected-error @below {{'poplar.run' op expected a run of elements from 4 on of the 8 of 'in'}}
      poplar.run 5 to 8 tile 0 in "x.t0" + 16
    }
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  poplar.program {
    poplar.host_moves from "in" : !poplar.tensor<8xf32> {
      poplar.run 0 to 4 tile 0 in "x.t0" + 0
      // expected-error @below {{'poplar.run' op expected a run of elements from 4 on of the 8 of 'in'}}
      poplar.run 3 to 8 tile 0 in "x.t0" + 16
    }
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  poplar.program {
    poplar.host_moves to "in" : !poplar.tensor<8xf32> {
      poplar.run 0 to 4 tile 0 in "x.t0" + 0
      // expected-error @below {{'poplar.run' op expected a run of elements from 4 on of the 8 of 'in'}}
      poplar.run 4 to 3 tile 0 in "x.t0" + 16
    }
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  poplar.program {
    poplar.host_moves to "in" : !poplar.tensor<8xf32> {
      poplar.run 0 to 4 tile 0 in "x.t0" + 0
      // expected-error @below {{'poplar.run' op expected a run of elements from 4 on of the 8 of 'in'}}
      poplar.run 4 to 9 tile 0 in "x.t0" + 16
    }
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  poplar.program {
    // expected-error @below {{'poplar.host_moves' op expected runs of all 8 elements, but got 7}}
    poplar.host_moves to "in" : !poplar.tensor<8xf32> {
      poplar.run 0 to 4 tile 0 in "x.t0" + 0
      poplar.run 4 to 4 tile 0 in "x.t0" + 16
      poplar.run 4 to 7 tile 0 in "x.t0" + 16
    }
  }
}

// -----

poplar.graph @g target(#poplar.target<ipu2>) {
  poplar.program {
    poplar.host_moves to "in" : !poplar.tensor<0xf32> {
      // expected-error @below {{'poplar.execute' op expected a run of elements from 0 on of the 0 of 'in'}}
      poplar.execute @cs
    }
  }
}

// -----

poplar.graph @g {
  poplar.compute_set @cs {}
  poplar.moves after @cs {
    // expected-error @below {{'poplar.move' op expected pieces that do not overlap where they are written, but pieces of 4 bytes are 3 apart}}
    poplar.move tile 0 in "x" + 0 to tile 1 in "x" + 0 bytes 4 times 2 steps 0 to 3
  }
}

// -----

poplar.graph @g {
  poplar.compute_set @cs {}
  poplar.moves after @cs {
    poplar.move tile 0 in "x" + 0 to tile 1 in "x" + 0 bytes 4 times 2 steps 0 to 4
    poplar.move tile 0 in "x" + 0 to tile 1 in "x" + 8 bytes 4 times 2 steps 0 to -4
    poplar.move tile 0 in "x" + 0 to tile 1 in "x" + 8 bytes 4 times 1 steps 0 to 0
    poplar.move tile 0 in "x" + 0 to tile 1 in "x" + 8 bytes 0
    // expected-error @below {{'poplar.move' op expected dst_offset of at least 0, but got -1}}
    poplar.move tile 0 in "x" + 0 to tile 1 in "x" + -1 bytes 4
  }
}

// -----

poplar.graph @g {
  poplar.compute_set @cs {}
  poplar.moves after @cs {
    // expected-error @below {{'poplar.move' op expected src_tile of at least 0, but got -1}}
    poplar.move tile -1 in "x" + 0 to tile 1 in "x" + 0 bytes 4
  }
}

// -----

poplar.graph @g {
  poplar.compute_set @cs {}
  poplar.moves after @cs {
    // expected-error @below {{'poplar.move' op expected dst_tile of at least 0, but got -1}}
    poplar.move tile 0 in "x" + 0 to tile -1 in "x" + 0 bytes 4
  }
}

// -----

poplar.graph @g {
  poplar.compute_set @cs {}
  poplar.moves after @cs {
    // expected-error @below {{'poplar.move' op expected bytes of at least 0, but got -1}}
    poplar.move tile 0 in "x" + 0 to tile 1 in "x" + 0 bytes -1
  }
}

// -----

poplar.graph @g {
  poplar.compute_set @cs {}
  poplar.moves after @cs {
    // expected-error @below {{'poplar.move' op expected 'count', 'src_step' and 'dst_step' together}}
    "poplar.move"() <{src_tile = 0 : i64, src = "x", src_offset = 0 : i64, dst_tile = 0 : i64, dst = "y", dst_offset = 0 : i64, bytes = 4 : i64, count = 2 : i64, src_step = 4 : i64}> : () -> ()
  }
}

// -----

poplar.vertex @"demo::P" worker external {
  poplar.field @x : !poplar.in<vec<f32>>
}
poplar.graph @g {
  poplar.compute_set @cs {
    poplar.state 0 @"demo::P" on 0 in "v0.state" {
      // expected-error @below {{'poplar.refer' op expected as many offsets and counts as allocations, 1, but got 1 and 2}}
      poplar.refer @x to ["x.t0"] offsets [0] counts [8, 8]
    }
  }
}

// -----

poplar.vertex @"demo::P" worker external {
  poplar.field @x : !poplar.vec<in<vec<f32>>>
}
poplar.graph @g {
  poplar.compute_set @cs {
    poplar.state 0 @"demo::P" on 0 in "v0.state" {
      // expected-error @below {{'poplar.refer' op expected offsets and counts of at least 0, but got 8 and -1}}
      poplar.refer @x through "v0.x" to ["x.t0", "x.t0"] offsets [0, 8] counts [0, -1]
    }
  }
}

// -----

poplar.vertex @"demo::P" worker external {
  poplar.field @x : !poplar.in<vec<f32>>
}
poplar.graph @g {
  poplar.compute_set @cs {
    poplar.state 0 @"demo::P" on 0 in "v0.state" {
      // expected-error @below {{'poplar.refer' op expected offsets and counts of at least 0, but got -1 and 1}}
      poplar.refer @x to ["x.t0"] offsets [-1] counts [1]
    }
  }
}

// -----

poplar.vertex @"demo::P" worker external {
  poplar.field @x : !poplar.in<vec<f32>>
}
poplar.graph @g {
  poplar.compute_set @cs {
    poplar.state 0 @"demo::P" on 0 in "v0.state" {
      // expected-error @below {{'poplar.refer' op expected as many offsets and counts as allocations, 0, but got 1 and 1}}
      "poplar.refer"() <{field = @x, offsets = array<i64: 1>, counts = array<i64: 1>}> : () -> ()
    }
  }
}

// -----

poplar.vertex @"demo::P" worker external {
  poplar.field @x : !poplar.in<vec<f32>>
}
poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 2>) {
  poplar.compute_set @cs {
    poplar.state 0 @"demo::P" on 1 in "v0.state" {}
    // expected-error @below {{'poplar.state' op expected a tile from 0 to 1, but got 2 [poplar.tile-range]}}
    poplar.state 0 @"demo::P" on 2 in "v0.state" {}
  }
}

// -----

poplar.graph @g {
  poplar.program {
    // expected-error @below {{'poplar.exchange_elements' op expected a step for each of the 2 counts of 'x', but got 1}}
    poplar.exchange_elements "x" from 0 counts [3, 2] steps [1] to "y" from 0 counts [6] steps [1]
  }
}

// -----

poplar.graph @g {
  poplar.program {
    // expected-error @below {{'poplar.exchange_elements' op expected a step for each of the 1 counts of 'y', but got 0}}
    poplar.exchange_elements "x" from 0 counts [3, 2] steps [1, 3] to "y" from 0 counts [6] steps []
  }
}

// -----

poplar.graph @g {
  poplar.program {
    // expected-error @below {{'poplar.exchange_elements' op expected counts of at least 1, but got 0}}
    poplar.exchange_elements "x" from 0 counts [3, 2] steps [1, 3] to "y" from 0 counts [6, 0] steps [1, 1]
  }
}

// -----

poplar.graph @g {
  poplar.program {
    poplar.exchange_elements "x" from 0 counts [] steps [] to "y" from 0 counts [1] steps [1]
  }
}

// -----

poplar.graph @g {
  // expected-error @below {{custom op 'poplar.constant' expected '<' right behind 'dense'}}
  %a = poplar.constant dense <[1, 2]> : !poplar.tensor<2xui16>
}

// -----

poplar.graph @g {
  // expected-error @below {{custom op 'poplar.constant' expected '<' right behind 'dense_resource'}}
  %a = poplar.constant dense_resource <a> : !poplar.tensor<2xui16>
}

// -----

poplar.graph @g {
  // expected-error @below {{custom op 'poplar.variable' expected a poplar tensor type of static shape}}
  %a = poplar.variable "a" = dense<[1, 2]> : !poplar.tensor<?xui16>
}

// -----

poplar.graph @g {
  // expected-error @below {{'poplar.variable' op expected a static shape, but got '!poplar.tensor<?xui16>' [poplar.dim-range]}}
  %a = poplar.variable "a" : !poplar.tensor<?xui16>
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  // expected-error @below {{'poplar.graph' op expected a target of architecture ipu2 as the module has, but got ipu1 [poplar.target-bad]}}
  poplar.graph @g target(#poplar.target<ipu1>) {
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 4>) {
    poplar.virtual_graph @a tiles 0..4
    // expected-error @below {{'poplar.virtual_graph' op expected a non-empty range of tiles below 4, but got [0, 5) [poplar.tile-range]}}
    poplar.virtual_graph @b tiles 0..5
  }
}

// -----

poplar.function @f own_stack(0)
poplar.function @g total_stack(0)
// expected-error @below {{'poplar.function' op stack size of h is negative [poplar.stack-negative]}}
poplar.function @h total_stack(-1)
