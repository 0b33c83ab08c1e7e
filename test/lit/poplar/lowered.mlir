// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s

poplar.graph @g {
  poplar.compute_set @cs {}
  poplar.tile 0 {
    poplar.alloc "v0.state" size 8 align 4 kind state
    poplar.alloc "x.t0" at 0x4c000 size 64 align 8 kind data region 0
    poplar.bytes "v0.state" "00 c0 04 00 -- -- -- --"
  }
  poplar.tile 1 {}
  poplar.moves before @cs {
    poplar.move tile 1 in "x.t1" + 8 to tile 0 in "x.t0" + 0 bytes 64
    poplar.move tile 1 in "x.t1" + 8 at 0x4c008 to tile 0 at 0x4c000 bytes 64
  }
  poplar.moves after @cs {}
}
poplar.assert_bytes tile 0 at 0x4c020 "00 c0 04 00 10 00 00 00"

// CHECK: module {
// CHECK-NEXT:   poplar.graph @g {
// CHECK-NEXT:     poplar.compute_set @cs {
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.tile 0 {
// CHECK-NEXT:       poplar.alloc "v0.state" size 8 align 4 kind state
// CHECK-NEXT:       poplar.alloc "x.t0" at 0x4c000 size 64 align 8 kind data region 0
// CHECK-NEXT:       poplar.bytes "v0.state" "00 c0 04 00 -- -- -- --"
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.tile 1 {
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.moves before @cs {
// CHECK-NEXT:       poplar.move tile 1 in "x.t1" + 8 to tile 0 in "x.t0" + 0 bytes 64
// CHECK-NEXT:       poplar.move tile 1 in "x.t1" + 8 at 0x4c008 to tile 0 at 0x4c000 bytes 64
// CHECK-NEXT:     }
// CHECK-NEXT:     poplar.moves after @cs {
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.assert_bytes tile 0 at 0x4c020 "00 c0 04 00 10 00 00 00"
// CHECK-NEXT: }
