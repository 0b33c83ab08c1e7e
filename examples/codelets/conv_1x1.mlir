// A convolution with a kernel of one by one: every position of the field is multiplied by the
// matrix of weights and added to the partial sums. The workers take positions in turn.
//
//   optc run --target ipu2 --print out examples/codelets/conv_1x1.mlir
//   out = [[2.250000e+00, 3.250000e+00], [5.250000e+00, 5.250000e+00], [2.500000e-01, -2.250000e+00]]

module {
  poplar.vertex @"demo::ConvPartial1x1Out<half, float>" multi {
    poplar.field @in : !poplar.in<vec<f16, COMPACT_PTR, align 8>>
    poplar.field @weights : !poplar.in<vec<f16, COMPACT_PTR, align 8>>
    poplar.field @out : !poplar.inout<vec<f32, COMPACT_PTR, align 8, interleaved>>
    poplar.field @positions : ui16
    poplar.field @in_channels : ui16
    poplar.field @out_channels : ui16
    poplar.constraint "elem(*in) != elem(*out)"
    poplar.compute (%in : memref<?xf16>, %weights : memref<?xf16>, %out : memref<?xf32>, %positions : i16, %in_channels : i16, %out_channels : i16) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.index_castui %positions : i16 to index
      %ci = arith.index_castui %in_channels : i16 to index
      %co = arith.index_castui %out_channels : i16 to index
      %workers = poplar.num_workers : index
      scf.for %p = %w to %n step %workers {
        %field = arith.muli %p, %ci : index
        %sums = arith.muli %p, %co : index
        scf.for %o = %c0 to %co step %c1 {
          %kernel = arith.muli %o, %ci : index
          %at = arith.addi %sums, %o : index
          %start = memref.load %out[%at] : memref<?xf32>
          %sum = scf.for %i = %c0 to %ci step %c1 iter_args(%acc = %start) -> (f32) {
            %a = arith.addi %field, %i : index
            %b = arith.addi %kernel, %i : index
            %x = memref.load %in[%a] : memref<?xf16>
            %y = memref.load %weights[%b] : memref<?xf16>
            %xw = arith.extf %x : f16 to f32
            %yw = arith.extf %y : f16 to f32
            %product = arith.mulf %xw, %yw : f32
            %next = arith.addf %acc, %product : f32
            scf.yield %next : f32
          }
          memref.store %sum, %out[%at] : memref<?xf32>
        }
      }
      poplar.compute_return
    }
  }

  poplar.graph @main {
    %in = poplar.variable "in" = dense<[[1.0, 2.0], [3.0, 4.0], [0.5, -1.0]]> : !poplar.tensor<3x2xf16>
    poplar.set_tile_mapping %in on 0
    %weights = poplar.variable "weights" = dense<[[1.0, 0.5], [-1.0, 2.0]]> : !poplar.tensor<2x2xf16>
    poplar.set_tile_mapping %weights on 0
    %out = poplar.variable "out" = dense<0.25> : !poplar.tensor<3x2xf32>
    poplar.set_tile_mapping %out on 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::ConvPartial1x1Out<half, float>" on 0
      poplar.connect %v @in to %in
      poplar.connect %v @weights to %weights
      poplar.connect %v @out to %out
      poplar.set %v @positions = 3 : ui16
      poplar.set %v @in_channels = 2 : ui16
      poplar.set %v @out_channels = 2 : ui16
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
