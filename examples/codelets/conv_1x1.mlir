// A convolution with a kernel of one by one: every position of the field is multiplied by the
// matrix of weights and added to the partial sums. A supervisor iterates over the groups of
// channels. For each group it starts the workers, which take positions in turn.
//
//   optc run --target ipu2 --print out examples/codelets/conv_1x1.mlir
//   out = [[4.250000e+00, 2.500000e+00], [7.500000e+00, 5.500000e+00], [3.250000e+00, -1.500000e+00]]

module {
  poplar.vertex_template @"demo::ConvWorker" params(T : type, Acc : type) multi {
    poplar.field @in : !poplar.in<vec<$T, COMPACT_PTR, align 8>>
    poplar.field @weights : !poplar.in<vec<$T, COMPACT_PTR, align 8>>
    poplar.field @out : !poplar.inout<vec<$Acc, COMPACT_PTR, align 8, interleaved>>
    poplar.field @positions : ui16
    poplar.field @in_channels : ui16
    poplar.field @out_channels : ui16
    poplar.compute generic (%in : memref<?x$T>, %weights : memref<?x$T>, %out : memref<?x$Acc>, %positions : i16, %in_channels : i16, %out_channels : i16) worker(%w : index) {
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
          %start = memref.load %out[%at] : memref<?x$Acc>
          %sum = scf.for %i = %c0 to %ci step %c1 iter_args(%acc = %start) -> ($Acc) {
            %a = arith.addi %field, %i : index
            %b = arith.addi %kernel, %i : index
            %x = memref.load %in[%a] : memref<?x$T>
            %y = memref.load %weights[%b] : memref<?x$T>
            %xw = poplar.convert %x : $T to $Acc
            %yw = poplar.convert %y : $T to $Acc
            %product = arith.mulf %xw, %yw : $Acc
            %next = arith.addf %acc, %product : $Acc
            scf.yield %next : $Acc
          }
          memref.store %sum, %out[%at] : memref<?x$Acc>
        }
      }
      poplar.compute_return
    }
  }

  // Groups are added one after the other, so that the workers are joined between them.
  poplar.vertex_template @"demo::ConvPartial1x1Out" params(T : type, Acc : type) supervisor {
    poplar.field @in : !poplar.vec<in<vec<$T, ONE_PTR, align 8>>, SHORT_SPAN, align 4>
    poplar.field @weights : !poplar.vec<in<vec<$T, ONE_PTR, align 8>>, ONE_PTR, align 4>
    poplar.field @out : !poplar.inout<vec<$Acc, COMPACT_PTR, align 8, interleaved>>
    poplar.field @positions : ui16
    poplar.field @in_channels : ui16
    poplar.field @out_channels : ui16
    poplar.constraint "elem(**in) != elem(*out)"
    poplar.compute generic (%in : !poplar.rows<$T>, %weights : !poplar.rows<$T>, %out : memref<?x$Acc>, %positions : i16, %in_channels : i16, %out_channels : i16) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %groups = poplar.list_size %in : !poplar.rows<$T>
      scf.for %g = %c0 to %groups step %c1 {
        %field = poplar.list_row %in[%g] : !poplar.rows<$T> to memref<?x$T>
        %kernel = poplar.list_row %weights[%g] : !poplar.rows<$T> to memref<?x$T>
        poplar.start @"demo::ConvWorker<$T, $Acc>"(%field, %kernel, %out, %positions, %in_channels, %out_channels : memref<?x$T>, memref<?x$T>, memref<?x$Acc>, i16, i16, i16)
        poplar.join
      }
      poplar.compute_return
    }
  }
  poplar.instantiate @"demo::ConvWorker"<f16, f32>
  poplar.instantiate @"demo::ConvPartial1x1Out"<f16, f32>

  poplar.graph @main {
    %in0 = poplar.variable "in0" = dense<[[1.0, 2.0], [3.0, 4.0], [0.5, -1.0]]> : !poplar.tensor<3x2xf16>
    poplar.set_tile_mapping %in0 on 0
    %in1 = poplar.variable "in1" = dense<[[0.5, 1.0], [1.0, 0.25], [1.5, 0.0]]> : !poplar.tensor<3x2xf16>
    poplar.set_tile_mapping %in1 on 0
    %weights0 = poplar.variable "weights0" = dense<[[1.0, 0.5], [-1.0, 2.0]]> : !poplar.tensor<2x2xf16>
    poplar.set_tile_mapping %weights0 on 0
    %weights1 = poplar.variable "weights1" = dense<[[2.0, 1.0], [0.5, -1.0]]> : !poplar.tensor<2x2xf16>
    poplar.set_tile_mapping %weights1 on 0
    %out = poplar.variable "out" = dense<0.25> : !poplar.tensor<3x2xf32>
    poplar.set_tile_mapping %out on 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::ConvPartial1x1Out<half, float>" on 0
      poplar.connect %v @in to [%in0, %in1]
      poplar.connect %v @weights to [%weights0, %weights1]
      poplar.connect %v @out to %out
      poplar.set %v @positions = 3
      poplar.set %v @in_channels = 2
      poplar.set %v @out_channels = 2
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
