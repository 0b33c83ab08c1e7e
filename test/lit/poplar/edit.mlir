// RUN: optc %s --poplar-place --poplar-verify-placement --poplar-pack-state | FileCheck %s

// What is written by hand in a lowered graph counts: the address of x, the region of
// y, and an allocation of its own with bytes. Everything else goes around them.

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" worker external {
    poplar.field @x : !poplar.in<vec<f32, ONE_PTR>> {declared = !poplar.in<vec<f32, ONE_PTR>>}
    poplar.field @y : !poplar.out<vec<f32>> {declared = !poplar.out<vec<f32>>}
  }
  // CHECK-LABEL: poplar.graph @g
  poplar.graph @g {
    // CHECK:      poplar.alloc "v0.state" at 0x4c010 size 12 align 4 kind state
    // CHECK-NEXT: poplar.alloc "x.t0" at 0x4c040 size 32 align 4 kind data
    // CHECK-NEXT: poplar.alloc "y.t0" at 0x80000 size 32 align 8 kind data region 1
    // CHECK-NEXT: poplar.alloc "z.t0" at 0x4c000 size 16 align 16 kind data range 0x4c000 to 0x4c020
    // CHECK-NEXT: poplar.alloc "mine" at 0x50000 size 4 align 4 kind data
    // CHECK-NEXT: poplar.apart elements "x.t0", "mine"
    // CHECK-NEXT: poplar.bytes "v0.state" = dense<[68, 192, 4, 0, 0, 0, 8, 0, 8, 0, 0, 0]> : tensor<12xui8>
    // CHECK-NEXT: poplar.bytes "mine" = dense<[1, 2, 3, 4]> : tensor<4xui8>
    poplar.tile 0 {
      poplar.alloc "v0.state" size 12 align 4 kind state
      poplar.alloc "x.t0" at 0x4c040 size 32 align 4 kind data
      poplar.alloc "y.t0" size 32 align 8 kind data region 1
      poplar.alloc "z.t0" size 16 align 16 kind data range 0x4c000 to 0x4c020
      poplar.alloc "mine" size 4 align 4 kind data
      poplar.apart elements "x.t0", "mine"
      poplar.bytes "mine" = dense<[1, 2, 3, 4]> : tensor<4xui8>
    }
    poplar.storage "x" : !poplar.tensor<8xf32> = dense<2.0> : tensor<8xf32> {
      poplar.run 0 to 8 tile 0 in "x.t0" + 0
    }
    poplar.compute_set @cs {
      // The edge begins at the second element.
      poplar.state 0 @"demo::P" on 0 in "v0.state" {
        poplar.refer @x to ["x.t0"] offsets [4] counts [7]
        poplar.refer @y to ["y.t0"] offsets [0] counts [8]
      }
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
