// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s

poplar.vertex @"demo::P" worker external {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.field @rows : !poplar.in<vec_list<f32, DELTANELEMENTS>>
  poplar.field @n : !poplar.array<2 x ui16>
}
poplar.graph @g {
  poplar.compute_set @cs {
    poplar.state 0 @"demo::P" on 0 in "v0.state" {
      poplar.refer @x to ["x.t0"] offsets [0] counts [16]
      poplar.refer @rows through "v0.rows.deltas" to ["x.t0", ""] offsets [32, 0] counts [8, 0]
      poplar.refer @n = [1, 2]
    }
  }
  poplar.tile 0 {
    poplar.alloc "v0.state" size 20 align 4 kind state
    poplar.alloc "v0.rows.deltas" size 8 align 4 kind deltas range 0x4c000 to 0x80000
    poplar.alloc "x.t0" at 0x4c000 size 64 align 8 kind data region 0
    poplar.apart elements "v0.state", "x.t0"
    poplar.apart regions "v0.rows.deltas", "x.t0"
    poplar.bytes "v0.rows.deltas" = dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xui8>
  }
  poplar.tile 1 {}
  poplar.storage "x" : !poplar.tensor<16xf32> = dense_resource<values> : tensor<16xf32> {
    poplar.run 0 to 16 tile 0 in "x.t0" + 0
  }
  poplar.storage "c" constant : !poplar.tensor<2xf16> = dense<1.0> : tensor<2xf16> {}
  poplar.moves before @cs {
    poplar.move tile 0 in "x.t0" + 8 to tile 0 in "x.t0" + 0 bytes 4
  }
  poplar.moves after @cs {}
  poplar.program {
    poplar.execute @cs
    poplar.exchange {
      poplar.move tile 0 in "x.t0" + 0 to tile 0 in "x.t0" + 32 bytes 32
    }
  }
}
poplar.assert_bytes tile 0 at 0x4c020 "00 c0 04 00 10 00 00 00 --"

// CHECK:        poplar.graph @g {
// CHECK-NEXT:     poplar.compute_set @cs {
// CHECK-NEXT:       poplar.state 0 @"demo::P" on 0 in "v0.state" {
// CHECK-NEXT:         poplar.refer @x to ["x.t0"] offsets [0] counts [16]
// CHECK-NEXT:         poplar.refer @rows through "v0.rows.deltas" to ["x.t0", ""] offsets [32, 0] counts [8, 0]
// CHECK-NEXT:         poplar.refer @n = [1, 2]
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.tile 0 {
// CHECK-NEXT:       poplar.alloc "v0.state" size 20 align 4 kind state
// CHECK-NEXT:       poplar.alloc "v0.rows.deltas" size 8 align 4 kind deltas range 0x4c000 to 0x80000
// CHECK-NEXT:       poplar.alloc "x.t0" at 0x4c000 size 64 align 8 kind data region 0
// CHECK-NEXT:       poplar.apart elements "v0.state", "x.t0"
// CHECK-NEXT:       poplar.apart regions "v0.rows.deltas", "x.t0"
// CHECK-NEXT:       poplar.bytes "v0.rows.deltas" = dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xui8>
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.tile 1 {
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.storage "x" : !poplar.tensor<16xf32> = dense_resource<values> : tensor<16xf32> {
// CHECK-NEXT:       poplar.run 0 to 16 tile 0 in "x.t0" + 0
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.storage "c" constant : !poplar.tensor<2xf16> = dense<1.000000e+00> : tensor<2xf16> {
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.moves before @cs {
// CHECK-NEXT:       poplar.move tile 0 in "x.t0" + 8 to tile 0 in "x.t0" + 0 bytes 4
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.moves after @cs {
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.program {
// CHECK-NEXT:       poplar.execute @cs
// CHECK-NEXT:       poplar.exchange {
// CHECK-NEXT:         poplar.move tile 0 in "x.t0" + 0 to tile 0 in "x.t0" + 32 bytes 32
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.assert_bytes tile 0 at 0x4c020 "00 c0 04 00 10 00 00 00 --"
