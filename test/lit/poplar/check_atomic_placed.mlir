// RUN: optc %s --poplar-check-atomic=level=error --verify-diagnostics

// Addresses decide: two vertices that write parts of one word of a block are refused, and an output
// that workers divide from the middle of a word on. So are two views through which one vertex writes an element.

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external attributes {resolved_for = #poplar.target<ipu2>, state_align = 4 : i64, state_size = 8 : i64, symbol = "__runCodelet_demo__P", worker_stack = 0 : i64} {
    poplar.field @a : !poplar.out<vec<f16>> {align = 4 : i64, data_align = 2 : i64, declared = !poplar.out<vec<f16>>, offset = 0 : i64, size = 8 : i64}
  }
  poplar.vertex @"demo::M" multi external attributes {resolved_for = #poplar.target<ipu2>, state_align = 4 : i64, state_size = 8 : i64, symbol = "__runCodelet_demo__M", worker_stack = 0 : i64} {
    poplar.field @a : !poplar.out<vec<f16>> {align = 4 : i64, data_align = 2 : i64, declared = !poplar.out<vec<f16>>, offset = 0 : i64, size = 8 : i64}
  }
  poplar.vertex @"demo::Two" worker external attributes {resolved_for = #poplar.target<ipu2>, state_align = 4 : i64, state_size = 16 : i64, symbol = "__runCodelet_demo__Two", worker_stack = 0 : i64} {
    poplar.field @a : !poplar.out<vec<f16>> {align = 4 : i64, data_align = 2 : i64, declared = !poplar.out<vec<f16>>, offset = 0 : i64, size = 8 : i64}
    poplar.field @b : !poplar.inout<vec<f16>> {align = 4 : i64, data_align = 2 : i64, declared = !poplar.inout<vec<f16>>, offset = 8 : i64, size = 8 : i64}
  }
  poplar.graph @main {
    poplar.tile 0 {
      poplar.alloc "v0.state" at 0x4c000 size 8 align 4 kind state
      poplar.alloc "v1.state" at 0x4c008 size 8 align 4 kind state
      poplar.alloc "v2.state" at 0x4c018 size 8 align 4 kind state
      poplar.alloc "v3.state" at 0x4c020 size 16 align 4 kind state
      poplar.alloc "v4.state" at 0x4c030 size 16 align 4 kind state
      poplar.alloc "z.t0" at 0x4c010 size 8 align 4 kind data
    }
    poplar.storage "z" : !poplar.tensor<3xf16> {
      poplar.run 0 to 3 tile 0 in "z.t0" + 0
    }
    poplar.compute_set @cs {
      // expected-note @below {{the other vertex is added here}}
      poplar.state 0 @"demo::P" on 0 in "v0.state" {
        poplar.refer @a to ["z.t0"] offsets [0] counts [1]
      }
      // expected-error @below {{'poplar.state' op vertex 0 ('demo::P') and vertex 1 ('demo::P') write parts of the same 4-byte word at 0x4c010 of tile 0 in compute set 'cs' [poplar.atomic-hazard]}}
      // expected-note @below {{'z'[0] lies there}}
      poplar.state 1 @"demo::P" on 0 in "v1.state" {
        poplar.refer @a to ["z.t0"] offsets [2] counts [2]
      }
    }
    poplar.compute_set @divided {
      // expected-error @below {{'poplar.state' op 'a' of vertex 2 ('demo::M'), which several threads write, begins in the middle of a 4-byte word, at 0x4c012 of tile 0 [poplar.atomic-hazard]}}
      // expected-note @below {{'z'[1] lies there}}
      poplar.state 2 @"demo::M" on 0 in "v2.state" {
        poplar.refer @a to ["z.t0"] offsets [2] counts [2]
      }
    }
    poplar.compute_set @neighbours {
      poplar.state 3 @"demo::Two" on 0 in "v3.state" {
        poplar.refer @a to ["z.t0"] offsets [0] counts [1]
        poplar.refer @b to ["z.t0"] offsets [2] counts [2]
      }
    }
    poplar.compute_set @overlapping {
      // expected-error @below {{'poplar.state' op two views of vertex 4 ('demo::Two') write to 0x4c012 of tile 0 [poplar.write-race]}}
      // expected-note @below {{'z'[1] lies there; the code may write to them in any order}}
      poplar.state 4 @"demo::Two" on 0 in "v4.state" {
        poplar.refer @a to ["z.t0"] offsets [0] counts [2]
        poplar.refer @b to ["z.t0"] offsets [2] counts [2]
      }
    }
    poplar.program {
      poplar.execute @cs
      poplar.execute @divided
      poplar.execute @neighbours
      poplar.execute @overlapping
    }
  }
}
