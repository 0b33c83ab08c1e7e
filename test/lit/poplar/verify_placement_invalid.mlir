// RUN: optc %s --poplar-verify-placement --split-input-file --verify-diagnostics

module attributes {poplar.target = #poplar.target<ipu2>} {
  // expected-error @below {{'poplar.graph' op x.t0 overlaps y.t0 [poplar.out-of-memory]}}
  // expected-note @below {{on tile 0}}
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<4xf32>
    %y = poplar.variable "y" : !poplar.tensor<4xf32>
    poplar.set_tile_mapping %x on 0
    poplar.set_tile_mapping %y on 0
    poplar.tile 0 {
      poplar.alloc "x.t0" at 0x4c000 size 16 align 4 kind data
      poplar.alloc "y.t0" at 0x4c008 size 16 align 4 kind data
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  // expected-error @below {{'poplar.graph' op x.t0 [0xe7ff8, 0xe8008) is outside its range [poplar.addr-range]}}
  // expected-note @below {{on tile 0}}
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<4xf32>
    poplar.set_tile_mapping %x on 0
    poplar.tile 0 {
      poplar.alloc "x.t0" at 0xe7ff8 size 16 align 4 kind data
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu1>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @a : !poplar.in<vec<f32, ONE_PTR>> {declared = !poplar.in<vec<f32, ONE_PTR>>, offset = 0, size = 4, align = 4, data_align = 4}
    poplar.field @b : !poplar.in<vec<f32, ONE_PTR>> {declared = !poplar.in<vec<f32, ONE_PTR>>, offset = 4, size = 4, align = 4, data_align = 4}
    poplar.constraint "elem(*a) != elem(*b)"
  }
  // expected-error @below {{'poplar.graph' op x.t0 and y.t0 share a memory element [poplar.elem-unsat]}}
  // expected-note @below {{on tile 0}}
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<4xf32>
    %y = poplar.variable "y" : !poplar.tensor<4xf32>
    poplar.set_tile_mapping %x on 0
    poplar.set_tile_mapping %y on 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::P" on 0
      poplar.connect %v @a to %x
      poplar.connect %v @b to %y
    }
    poplar.tile 0 {
      poplar.alloc "v0.state" at 0x40020 size 8 align 4 kind state
      poplar.alloc "x.t0" at 0x40000 size 16 align 4 kind data
      poplar.alloc "y.t0" at 0x40010 size 16 align 4 kind data
    }
  }
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.graph @g {
    %x = poplar.variable "x" : !poplar.tensor<4xf32>
    poplar.set_tile_mapping %x on 0
    poplar.tile 0 {
      // expected-error @below {{'poplar.alloc' op addresses must be resolved; run poplar-place first [poplar.unresolved]}}
      poplar.alloc "x.t0" size 16 align 4 kind data
    }
  }
}
