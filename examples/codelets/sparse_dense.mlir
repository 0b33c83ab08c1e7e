// A sparse matrix, whose rows are lists of columns and of values, times a dense vector; the
// workers take rows in turn.
//
//   optc run --target ipu2 --print out examples/codelets/sparse_dense.mlir
//   out = [6.000000e+00, 0.000000e+00, 9.000000e+00]

module {
  poplar.vertex @"demo::SparseDenseMatMul<float>" multi {
    poplar.field @starts : !poplar.in<vec<ui32>>
    poplar.field @columns : !poplar.in<vec<ui32, ONE_PTR>>
    poplar.field @values : !poplar.in<vec<f32, ONE_PTR>>
    poplar.field @dense : !poplar.in<vec<f32, ONE_PTR>>
    poplar.field @out : !poplar.out<vec<f32>>
    poplar.split @out strided
    poplar.compute (%starts : memref<?xi32>, %columns : memref<?xi32>, %values : memref<?xf32>, %dense : memref<?xf32>, %out : memref<?xf32>) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f32
      %rows = memref.dim %out, %c0 : memref<?xf32>
      %workers = poplar.num_workers : index
      scf.for %r = %w to %rows step %workers {
        %next = arith.addi %r, %c1 : index
        %begin = memref.load %starts[%r] : memref<?xi32>
        %end = memref.load %starts[%next] : memref<?xi32>
        %lo = arith.index_castui %begin : i32 to index
        %hi = arith.index_castui %end : i32 to index
        %sum = scf.for %k = %lo to %hi step %c1 iter_args(%acc = %zero) -> (f32) {
          %column = memref.load %columns[%k] : memref<?xi32>
          %j = arith.index_castui %column : i32 to index
          %a = memref.load %values[%k] : memref<?xf32>
          %b = memref.load %dense[%j] : memref<?xf32>
          %p = arith.mulf %a, %b : f32
          %s = arith.addf %acc, %p : f32
          scf.yield %s : f32
        }
        memref.store %sum, %out[%r] : memref<?xf32>
      }
      poplar.compute_return
    }
  }

  poplar.graph @main {
    %starts = poplar.variable "starts" = dense<[0, 2, 2, 5]> : !poplar.tensor<4xui32>
    poplar.set_tile_mapping %starts on 0
    %columns = poplar.variable "columns" = dense<[0, 3, 1, 2, 3]> : !poplar.tensor<5xui32>
    poplar.set_tile_mapping %columns on 0
    %values = poplar.variable "values" = dense<[2.0, 1.0, 0.5, 4.0, -1.0]> : !poplar.tensor<5xf32>
    poplar.set_tile_mapping %values on 0
    %dense = poplar.variable "dense" = dense<[1.0, 2.0, 3.0, 4.0]> : !poplar.tensor<4xf32>
    poplar.set_tile_mapping %dense on 0
    %out = poplar.variable "out" : !poplar.tensor<3xf32>
    poplar.set_tile_mapping %out on 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::SparseDenseMatMul<float>" on 0
      poplar.connect %v @starts to %starts
      poplar.connect %v @columns to %columns
      poplar.connect %v @values to %values
      poplar.connect %v @dense to %dense
      poplar.connect %v @out to %out
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
