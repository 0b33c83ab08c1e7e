// A histogram: the number of elements below the first limit, between two limits, and above the
// last limit.
//
//   optc run --target ipu2 --print histogram examples/codelets/histogram.mlir
//   histogram = [1.000000e+00, 3.000000e+00, 3.000000e+00, 1.000000e+00]

module {
  poplar.vertex @"demo::Histogram1D<float>" worker {
    poplar.field @data : !poplar.in<vec<f32>>
    poplar.field @limits : !poplar.in<vec<f32, SHORT_SPAN>>
    poplar.field @histogram : !poplar.out<vec<f32, ONE_PTR>>
    poplar.compute (%data : memref<?xf32>, %limits : memref<?xf32>, %histogram : memref<?xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f32
      %one = arith.constant 1.0 : f32
      %n = memref.dim %data, %c0 : memref<?xf32>
      %last = memref.dim %limits, %c0 : memref<?xf32>
      %bins = arith.addi %last, %c1 : index
      scf.for %b = %c0 to %bins step %c1 {
        memref.store %zero, %histogram[%b] : memref<?xf32>
      }
      scf.for %i = %c0 to %n step %c1 {
        %x = memref.load %data[%i] : memref<?xf32>
        %bin = scf.for %l = %c0 to %last step %c1 iter_args(%count = %c0) -> (index) {
          %limit = memref.load %limits[%l] : memref<?xf32>
          %above = arith.cmpf oge, %x, %limit : f32
          %up = arith.addi %count, %c1 : index
          %next = arith.select %above, %up, %count : index
          scf.yield %next : index
        }
        %old = memref.load %histogram[%bin] : memref<?xf32>
        %new = arith.addf %old, %one : f32
        memref.store %new, %histogram[%bin] : memref<?xf32>
      }
      poplar.compute_return
    }
  }

  poplar.graph @main {
    %data = poplar.variable "data" = dense<[0.5, 3.0, -1.0, 2.0, 2.5, 9.0, 1.0, 0.0]> : !poplar.tensor<8xf32>
    poplar.set_tile_mapping %data on 0
    %limits = poplar.variable "limits" = dense<[0.0, 2.0, 4.0]> : !poplar.tensor<3xf32>
    poplar.set_tile_mapping %limits on 0
    %histogram = poplar.variable "histogram" : !poplar.tensor<4xf32>
    poplar.set_tile_mapping %histogram on 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::Histogram1D<float>" on 0
      poplar.connect %v @data to %data
      poplar.connect %v @limits to %limits
      poplar.connect %v @histogram to %histogram
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
