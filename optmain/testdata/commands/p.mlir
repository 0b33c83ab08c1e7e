module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Double" worker {
    poplar.field @x : !poplar.inout<vec<f32>>
    poplar.compute (%x : memref<?xf32>) {
      %c0 = arith.constant 0 : index
      %a = memref.load %x[%c0] : memref<?xf32>
      %b = arith.addf %a, %a : f32
      memref.store %b, %x[%c0] : memref<?xf32>
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %x = poplar.variable "x" = dense<2.0> : !poplar.tensor<4xf32>
    poplar.set_tile_mapping %x on 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::Double" on 0
      poplar.connect %v @x to %x
    }
    poplar.program { poplar.execute @cs }
  }
}
