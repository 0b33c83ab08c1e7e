// A transposition: the workers take rows of the result in turn.
//
//   optc run --target ipu2 --print dst examples/codelets/transpose.mlir
//   dst = [[1.000000e+00, 4.000000e+00], [2.000000e+00, 5.000000e+00], [3.000000e+00, 6.000000e+00]]

module {
  poplar.vertex @"demo::Transpose2D<float>" multi {
    poplar.field @src : !poplar.in<vec<f32, ONE_PTR, align 8>>
    poplar.field @dst : !poplar.out<vec<f32, ONE_PTR, align 8>>
    poplar.field @rows : ui16
    poplar.field @columns : ui16
    poplar.compute (%src : memref<?xf32>, %dst : memref<?xf32>, %rows : i16, %columns : i16) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %m = arith.index_castui %rows : i16 to index
      %n = arith.index_castui %columns : i16 to index
      %workers = poplar.num_workers : index
      scf.for %c = %w to %n step %workers {
        scf.for %r = %c0 to %m step %c1 {
          %from = arith.muli %r, %n : index
          %a = arith.addi %from, %c : index
          %to = arith.muli %c, %m : index
          %b = arith.addi %to, %r : index
          %x = memref.load %src[%a] : memref<?xf32>
          memref.store %x, %dst[%b] : memref<?xf32>
        }
      }
      poplar.compute_return
    }
  }

  poplar.graph @main {
    %src = poplar.variable "src" = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : !poplar.tensor<2x3xf32>
    poplar.set_tile_mapping %src on 0
    %dst = poplar.variable "dst" : !poplar.tensor<3x2xf32>
    poplar.set_tile_mapping %dst on 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::Transpose2D<float>" on 0
      poplar.connect %v @src to %src
      poplar.connect %v @dst to %dst
      poplar.set %v @rows = 2 : ui16
      poplar.set %v @columns = 3 : ui16
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
