// RUN: optc %s --poplar-verify-placement --split-input-file --verify-diagnostics

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.graph @g {
    // expected-note @below {{on tile 0 with 2 allocations}}
    poplar.tile 0 {
      // expected-error @below {{'poplar.alloc' op x.t0 overlaps y.t0 [poplar.out-of-memory]}}
      poplar.alloc "x.t0" at 0x4c000 size 16 align 4 kind data
      // expected-note @below {{the other allocation is here}}
      poplar.alloc "y.t0" at 0x4c008 size 16 align 4 kind data
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.graph @g {
    // expected-note @below {{on tile 0 with 1 allocation}}
    poplar.tile 0 {
      // expected-error @below {{'poplar.alloc' op x.t0 [0xe7ff8, 0xe8008) is outside its range [poplar.addr-range]}}
      poplar.alloc "x.t0" at 0xe7ff8 size 16 align 4 kind data
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu1>} {
  poplar.graph @g {
    // expected-note @below {{on tile 0 with 3 allocations}}
    poplar.tile 0 {
      poplar.alloc "v0.state" at 0x40020 size 8 align 4 kind state
      // expected-error @below {{'poplar.alloc' op x.t0 and y.t0 share a memory element [poplar.elem-unsat]}}
      poplar.alloc "x.t0" at 0x40000 size 16 align 4 kind data
      // expected-note @below {{the other allocation is here}}
      poplar.alloc "y.t0" at 0x40010 size 16 align 4 kind data
      poplar.apart elements "x.t0", "y.t0"
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.graph @g {
    poplar.tile 0 {
      // expected-error @below {{'poplar.alloc' op addresses must be resolved; run poplar-place first [poplar.unresolved]}}
      poplar.alloc "x.t0" size 16 align 4 kind data
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.graph @g {
    // expected-note @below {{on tile 0 with 1 allocation}}
    poplar.tile 0 {
      // expected-error @below {{'poplar.alloc' op x.t0 [0x4c000, 0x4c010) is not in region 1 [poplar.region-unsat]}}
      poplar.alloc "x.t0" at 0x4c000 size 16 align 4 kind data region 1
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  // expected-error @below {{'poplar.graph' op edges must be lowered; run poplar-lower-edges first [poplar.unresolved]}}
  poplar.graph @g {
    // expected-note @below {{this is not lowered}}
    %x = poplar.variable "x" : !poplar.tensor<4xf32>
  }
}
