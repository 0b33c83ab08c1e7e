// RUN: not optc export --target ipu2 --language poplar -o %t %s 2>&1 | FileCheck %s

poplar.vertex @Halo worker {
  poplar.field @rows : !poplar.inout<vec<f32>>
  poplar.compute (%rows : memref<?xf32>) {
    poplar.compute_return
  }
}

poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<128xf32>
  poplar.set_tile_mapping %x on 0
  poplar.compute_set @cs {
    poplar.for %i = 0 to 4 {
      %y = poplar.slice %x from %i * 8 to %i * 8 + 16 dim 0
      // CHECK: export_race_invalid.mlir:[[# @LINE + 1]]:12: error: 'poplar.add_vertex' op 'x'[8] is written by 'Halo' on tile 0 and written by 'Halo' on tile 0 in compute set 'cs' [poplar.write-race]
      %v = poplar.add_vertex @Halo on 0
      poplar.connect %v @rows to %y
    }
  }
  poplar.program {
    poplar.execute @cs
  }
}
