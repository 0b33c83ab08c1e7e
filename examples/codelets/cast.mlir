// A conversion to half precision by one worker, as halves share a word.
//
//   optc run --target ipu2 --print dst examples/codelets/cast.mlir
//   dst = [1.000000e+00, 9.997550e-02, 6.550400e+04, -2.500000e+00, 3.140630e+00]

module {
  poplar.vertex @"demo::Cast1DSingleWorker<float, half>" worker {
    poplar.field @src : !poplar.in<vec<f32, ONE_PTR, align 8>>
    poplar.field @dst : !poplar.out<vec<f16, ONE_PTR, align 4>>
    poplar.field @size : ui32
    poplar.constraint "elem(*src) != elem(*dst)"
    poplar.compute (%src : memref<?xf32>, %dst : memref<?xf16>, %size : i32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.index_castui %size : i32 to index
      scf.for %i = %c0 to %n step %c1 {
        %x = memref.load %src[%i] : memref<?xf32>
        %y = arith.truncf %x : f32 to f16
        memref.store %y, %dst[%i] : memref<?xf16>
      }
      poplar.compute_return
    }
  }

  poplar.graph @main {
    %src = poplar.variable "src" = dense<[1.0, 0.1, 65504.0, -2.5, 3.14159]> : !poplar.tensor<5xf32>
    poplar.set_tile_mapping %src on 0
    %dst = poplar.variable "dst" : !poplar.tensor<5xf16>
    poplar.set_tile_mapping %dst on 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::Cast1DSingleWorker<float, half>" on 0
      poplar.connect %v @src to %src
      poplar.connect %v @dst to %dst
      poplar.set %v @size = 5 : ui32
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
