// A binary operation on two vectors, only one of which stores its length; the workers take
// elements in turn.
//
//   optc run --target ipu2 --print out examples/codelets/binary_op.mlir
//   out = [3.000000e+00, -8.000000e+00, 1.500000e+00, 2.000000e+00, 5.000000e+00, -6.000000e+00, 2.100000e+01, 1.000000e+00]

module {
  poplar.vertex @"demo::BinaryOp1D<demo::Op::MULTIPLY, float>" multi {
    poplar.field @in1 : !poplar.in<vec<f32, ONE_PTR>>
    poplar.field @in2 : !poplar.in<vec<f32, ONE_PTR>>
    poplar.field @out : !poplar.out<vec<f32>>
    poplar.split @out strided
    poplar.compute (%in1 : memref<?xf32>, %in2 : memref<?xf32>, %out : memref<?xf32>) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %n = memref.dim %out, %c0 : memref<?xf32>
      %workers = poplar.num_workers : index
      scf.for %i = %w to %n step %workers {
        %x = memref.load %in1[%i] : memref<?xf32>
        %y = memref.load %in2[%i] : memref<?xf32>
        %z = arith.mulf %x, %y : f32
        memref.store %z, %out[%i] : memref<?xf32>
      }
      poplar.compute_return
    }
  }

  poplar.graph @main {
    %in1 = poplar.variable "in1" = dense<[1.5, -2.0, 3.0, 0.25, 5.0, 6.0, 7.0, 8.0]> : !poplar.tensor<8xf32>
    poplar.set_tile_mapping %in1 on 0
    %in2 = poplar.variable "in2" = dense<[2.0, 4.0, 0.5, 8.0, 1.0, -1.0, 3.0, 0.125]> : !poplar.tensor<8xf32>
    poplar.set_tile_mapping %in2 on 0
    %out = poplar.variable "out" : !poplar.tensor<8xf32>
    poplar.set_tile_mapping %out on 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::BinaryOp1D<demo::Op::MULTIPLY, float>" on 0
      poplar.connect %v @in1 to %in1
      poplar.connect %v @in2 to %in2
      poplar.connect %v @out to %out
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
