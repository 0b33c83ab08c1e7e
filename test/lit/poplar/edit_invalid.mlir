// RUN: optc %s --poplar-place --poplar-pack-state --split-input-file --verify-diagnostics

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f32, SHORT_SPAN, align 8>> {declared = !poplar.in<vec<f32, SHORT_SPAN, align 8>>}
  }
  poplar.graph @g {
    // expected-note @below {{on tile 0 with 1 allocation}}
    poplar.tile 0 {
      // expected-error @below {{'poplar.alloc' op x.t0 at [0x80000, 0x80020) lies outside of [0x4c000, 0x80000), where it must lie [poplar.addr-range]}}
      poplar.alloc "x.t0" at 0x80000 size 32 align 8 kind data region 0
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f32, SHORT_SPAN, align 8>> {declared = !poplar.in<vec<f32, SHORT_SPAN, align 8>>}
  }
  poplar.graph @g {
    // expected-note @below {{on tile 0 with 1 allocation}}
    poplar.tile 0 {
      // expected-error @below {{'poplar.alloc' op x.t0 at [0x4c100, 0x4c120) lies outside of [0x4c000, 0x4c100), where it must lie [poplar.addr-range]}}
      poplar.alloc "x.t0" at 0x4c100 size 32 align 8 kind data range 0x4c000 to 0x4c100
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f32, SHORT_SPAN, align 8>> {declared = !poplar.in<vec<f32, SHORT_SPAN, align 8>>}
  }
  poplar.graph @g {
    // expected-note @below {{on tile 0 with 2 allocations}}
    poplar.tile 0 {
      // expected-note @below {{the other allocation is here}}
      poplar.alloc "x.t0" at 0x4c000 size 32 align 8 kind data
      // expected-error @below {{'poplar.alloc' op data y.t0 at 0x4c010 overlaps x.t0 [poplar.out-of-memory]}}
      poplar.alloc "y.t0" at 0x4c010 size 16 align 8 kind data
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f32, SHORT_SPAN, align 8>> {declared = !poplar.in<vec<f32, SHORT_SPAN, align 8>>}
  }
  poplar.graph @g {
    // expected-note @below {{on tile 0 with 2 allocations}}
    poplar.tile 0 {
      // expected-note @below {{the other allocation is here}}
      poplar.alloc "x.t0" at 0x4c000 size 32 align 8 kind data
      // expected-error @below {{'poplar.alloc' op y.t0 at 0x4c040 shares a memory element with an allocation that it must lie apart from [poplar.elem-unsat]}}
      poplar.alloc "y.t0" at 0x4c040 size 16 align 8 kind data
      poplar.apart elements "x.t0", "y.t0"
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f32, SHORT_SPAN, align 8>> {declared = !poplar.in<vec<f32, SHORT_SPAN, align 8>>}
  }
  poplar.graph @g {
    // expected-note @below {{on tile 0 with 2 allocations}}
    poplar.tile 0 {
      // expected-error @below {{'poplar.alloc' op x.t0 and y.t0 cannot be put into different regions: other demands fix their regions otherwise [poplar.region-unsat]}}
      poplar.alloc "x.t0" at 0x4c000 size 32 align 8 kind data
      // expected-note @below {{the other allocation is here}}
      poplar.alloc "y.t0" at 0x5c000 size 16 align 8 kind data
      poplar.apart regions "x.t0", "y.t0"
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f32, SHORT_SPAN, align 8>> {declared = !poplar.in<vec<f32, SHORT_SPAN, align 8>>}
  }
  poplar.graph @g {
    poplar.tile 0 {
      poplar.alloc "x.t0" size 32 align 8 kind data
      // expected-error @below {{'poplar.alloc' op tile 0 has two allocations 'x.t0' [poplar.duplicate-alloc]}}
      poplar.alloc "x.t0" size 16 align 8 kind data
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f32, SHORT_SPAN, align 8>> {declared = !poplar.in<vec<f32, SHORT_SPAN, align 8>>}
  }
  poplar.graph @g {
    poplar.tile 0 {
      poplar.alloc "x.t0" size 3 align 1 kind data
      // expected-error @below {{'poplar.bytes' op 4 bytes do not fit in 'x.t0' of 3 [poplar.alloc-range]}}
      poplar.bytes "x.t0" = dense<[1, 2, 3, 4]> : tensor<4xui8>
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f32, SHORT_SPAN, align 8>> {declared = !poplar.in<vec<f32, SHORT_SPAN, align 8>>}
  }
  poplar.graph @g {
    poplar.tile 0 {
      poplar.alloc "x.t0" size 32 align 8 kind data
    }
    poplar.storage "x" : !poplar.tensor<8xf32> {
      // expected-error @below {{'poplar.run' op 32 bytes from byte 4 on leave 'x.t0' of 32 bytes on tile 0 [poplar.alloc-range]}}
      poplar.run 0 to 8 tile 0 in "x.t0" + 4
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f32, SHORT_SPAN, align 8>> {declared = !poplar.in<vec<f32, SHORT_SPAN, align 8>>}
  }
  poplar.graph @g {
    poplar.tile 0 {
      poplar.alloc "v0.state" size 4 align 4 kind state
      poplar.alloc "x.t0" size 32 align 8 kind data
    }
    poplar.compute_set @cs {
      poplar.state 0 @"demo::P" on 0 in "v0.state" {
        // expected-error @below {{'poplar.refer' op tile 0 has no allocation 'x.t1'; did you mean 'x.t0'? [poplar.unknown-alloc]}}
        poplar.refer @x to ["x.t1"] offsets [0] counts [8]
      }
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f32, SHORT_SPAN, align 8>> {declared = !poplar.in<vec<f32, SHORT_SPAN, align 8>>}
  }
  poplar.graph @g {
    poplar.tile 0 {
      poplar.alloc "v0.state" size 4 align 4 kind state
      poplar.alloc "x.t0" size 32 align 8 kind data
    }
    poplar.compute_set @cs {
      poplar.state 0 @"demo::P" on 0 in "v0.state" {
        // expected-error @below {{'poplar.refer' op 'demo::P' has no field 'z' [poplar.unknown-field]}}
        poplar.refer @z to ["x.t0"] offsets [0] counts [8]
      }
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f32, SHORT_SPAN, align 8>> {declared = !poplar.in<vec<f32, SHORT_SPAN, align 8>>}
  }
  poplar.graph @g {
    poplar.tile 0 {
      // expected-note @below {{the allocation is here}}
      poplar.alloc "v0.state" size 8 align 4 kind state
      poplar.alloc "x.t0" size 32 align 8 kind data
    }
    poplar.compute_set @cs {
      // expected-error @below {{'poplar.state' op 'v0.state' takes 4 bytes, but got an allocation of 8 [poplar.alloc-size]}}
      poplar.state 0 @"demo::P" on 0 in "v0.state" {
        poplar.refer @x to ["x.t0"] offsets [0] counts [8]
      }
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f32, SHORT_SPAN, align 8>> {declared = !poplar.in<vec<f32, SHORT_SPAN, align 8>>}
  }
  poplar.graph @g {
    poplar.tile 0 {
      poplar.alloc "v0.state" size 4 align 4 kind state
      poplar.alloc "x.t0" at 0x4c008 size 32 align 4 kind data
    }
    poplar.compute_set @cs {
      // expected-error @below {{'poplar.state' op field 'x' of 'demo::P': address 0x4c00c is not a multiple of 8 [poplar.addr-align]}}
      // expected-note @below {{0x4c00c mod 8 = 4}}
      // expected-note @below {{vertex 0 on tile 0}}
      poplar.state 0 @"demo::P" on 0 in "v0.state" {
        poplar.refer @x to ["x.t0"] offsets [4] counts [4]
      }
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f32, SHORT_SPAN, align 8>> {declared = !poplar.in<vec<f32, SHORT_SPAN, align 8>>}
  }
  poplar.graph @g {
    poplar.tile 0 {
      poplar.alloc "x.t0" size 32 align 8 kind data
    }
    // expected-error @below {{'poplar.variable' op does not belong into a graph whose edges are lowered already [poplar.unresolved]}}
    %x = poplar.variable "x" : !poplar.tensor<8xf32>
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.graph @g {
    poplar.tile 0 {
      poplar.alloc "x.t0" size 32 align 8 kind data
    }
    poplar.storage "x" : !poplar.tensor<8xf32> {
      poplar.run 0 to 8 tile 0 in "x.t0" + 0
    }
    poplar.program {
      // expected-error @below {{'poplar.exchange_elements' op elements 4 to 8 are not among the 8 of 'x' [poplar.element-range]}}
      poplar.exchange_elements "x" from 0 counts [5] steps [1] to "x" from 4 counts [5] steps [1]
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.graph @g {
    poplar.tile 0 {
      poplar.alloc "x.t0" size 32 align 8 kind data
    }
    poplar.storage "x" : !poplar.tensor<8xf32> {
      poplar.run 0 to 8 tile 0 in "x.t0" + 0
    }
    poplar.program {
      // expected-error @below {{'poplar.exchange_elements' op steps of 1 elements may come to an element of 'x' again [poplar.element-twice]}}
      poplar.exchange_elements "x" from 0 counts [4] steps [1] to "x" from 0 counts [2, 2] steps [1, 1]
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.graph @g {
    poplar.tile 0 {
      poplar.alloc "x.t0" size 32 align 8 kind data
    }
    poplar.storage "x" : !poplar.tensor<8xf32> {
      poplar.run 0 to 8 tile 0 in "x.t0" + 0
    }
    poplar.program {
      // expected-error @below {{'poplar.exchange_elements' op expected as many elements on both sides, but got 4 and 3 [poplar.element-count]}}
      poplar.exchange_elements "x" from 0 counts [4] steps [1] to "x" from 4 counts [3] steps [1]
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.graph @g {
    poplar.tile 0 {
      poplar.alloc "x.t0" size 32 align 8 kind data
    }
    poplar.storage "x" : !poplar.tensor<8xf32> {
      poplar.run 0 to 8 tile 0 in "x.t0" + 0
    }
    poplar.program {
      // expected-error @below {{there is no variable 'xx'; did you mean 'x'?}}
      poplar.exchange_elements "x" from 0 counts [4] steps [1] to "xx" from 4 counts [4] steps [1]
    }
  }
}

// -----

poplar.graph @g {
  poplar.program {
    // expected-error @below {{'poplar.exchange_elements' op expected a step for each of the 2 counts of 'y', but got 1}}
    poplar.exchange_elements "x" from 0 counts [4] steps [1] to "y" from 4 counts [2, 2] steps [1]
  }
}

// -----

poplar.graph @g {
  poplar.program {
    // expected-error @below {{'poplar.exchange_elements' op expected counts of at least 1, but got 0}}
    poplar.exchange_elements "x" from 0 counts [0] steps [1] to "y" from 4 counts [4] steps [1]
  }
}
