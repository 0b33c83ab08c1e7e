// A sum over jagged rows, with a class as template argument and an accumulator that is wider
// than the partials.
//
//   optc run --target ipu2 --print out examples/codelets/reduce.mlir
//   out = [1.000000e+01, 0.000000e+00, 3.000000e+03]

module {
  poplar.vertex @"demo::Reduce<demo::ReduceAdd, half, float>" worker {
    poplar.field @out : !poplar.out<vec<f32, ONE_PTR>>
    poplar.field @partials : !poplar.in<vec_list<f16, COMPACT_DELTAN>>
    poplar.compute (%out : memref<?xf32>, %partials : !poplar.rows<f16>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f32
      %rows = poplar.list_size %partials : !poplar.rows<f16>
      scf.for %r = %c0 to %rows step %c1 {
        %row = poplar.list_row %partials[%r] : !poplar.rows<f16> to memref<?xf16>
        %n = memref.dim %row, %c0 : memref<?xf16>
        %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
          %x = memref.load %row[%i] : memref<?xf16>
          %wide = arith.extf %x : f16 to f32
          %next = arith.addf %acc, %wide : f32
          scf.yield %next : f32
        }
        memref.store %sum, %out[%r] : memref<?xf32>
      }
      poplar.compute_return
    }
  }

  poplar.graph @main {
    %p0 = poplar.variable "p0" = dense<[1.0, 2.0, 3.0, 4.0]> : !poplar.tensor<4xf16>
    poplar.set_tile_mapping %p0 on 0
    %p1 = poplar.variable "p1" = dense<[0.5, -0.5]> : !poplar.tensor<2xf16>
    poplar.set_tile_mapping %p1 on 0
    %p2 = poplar.variable "p2" = dense<[1.0e3, 1.0e3, 1.0e3]> : !poplar.tensor<3xf16>
    poplar.set_tile_mapping %p2 on 0
    %out = poplar.variable "out" : !poplar.tensor<3xf32>
    poplar.set_tile_mapping %out on 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::Reduce<demo::ReduceAdd, half, float>" on 0
      poplar.connect %v @partials to [%p0, %p1, %p2]
      poplar.connect %v @out to %out
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
