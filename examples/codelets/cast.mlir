// A conversion of halves to quarters and back, by all workers. A quarter is an 8-bit float.
// Its metadata, here the second field, specifies four bits of exponent and a division of the
// values by 2^6. Four quarters share a word, so each worker writes groups of four
// quarters.
//
//   optc run --target ipu2 --print back examples/codelets/cast.mlir
//   back = [1.000000e+00, 1.250000e-01, 1.536000e+04, -2.500000e+00, 3.250000e+00, 3.250000e+00, 0.000000e+00, -9.600000e+01]

module attributes {poplar.target = #poplar.target<ipu2, quarter_metadata = none>} {
  // The workers take groups of four elements in turn.
  poplar.vertex_template @"demo::Cast1D" params(From : type, To : type) multi {
    poplar.field @src : !poplar.in<vec<$From, ONE_PTR, align sizeof($From) * 4>>
    poplar.field @metadata : !poplar.in<ui8>
    poplar.field @dst : !poplar.out<vec<$To, ONE_PTR, align sizeof($To) * 4>>
    poplar.field @groups : ui16
    poplar.compute generic (%src : memref<?x$From>, %metadata : i8, %dst : memref<?x$To>, %groups : i16) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %n = arith.index_castui %groups : i16 to index
      %workers = poplar.num_workers : index
      scf.for %g = %w to %n step %workers {
        %first = arith.muli %g, %c4 : index
        %end = arith.addi %first, %c4 : index
        scf.for %i = %first to %end step %c1 {
          %x = memref.load %src[%i] : memref<?x$From>
          %y = func.call @"demo::cast<$From, $To>"(%x, %metadata) : ($From, i8) -> $To
          memref.store %y, %dst[%i] : memref<?x$To>
        }
      }
      poplar.compute_return
    }
  }
  func.func private @"demo::cast<half, quarter>"(%x: f16, %metadata: i8) -> i8 {
    %q = poplar.to_quarter %x metadata %metadata : f16
    return %q : i8
  }
  func.func private @"demo::cast<quarter, half>"(%q: i8, %metadata: i8) -> f16 {
    %x = poplar.from_quarter %q metadata %metadata : f16
    return %x : f16
  }
  poplar.instantiate @"demo::Cast1D"<f16, !poplar.quarter>
  poplar.instantiate @"demo::Cast1D"<!poplar.quarter, f16>

  poplar.graph @main {
    %src = poplar.variable "src" = dense<[1.0, 0.1, 15000.0, -2.5, 3.14159, 3.25, 0.0, -100.0]> : !poplar.tensor<8xf16>
    poplar.set_tile_mapping %src on 0
    %metadata = poplar.constant dense<6> : !poplar.tensor<ui8>
    poplar.set_tile_mapping %metadata on 0
    %quarters = poplar.variable "quarters" : !poplar.tensor<8xquarter>
    poplar.set_tile_mapping %quarters on 0
    %back = poplar.variable "back" : !poplar.tensor<8xf16>
    poplar.set_tile_mapping %back on 0
    poplar.compute_set @cast {
      %v = poplar.add_vertex @"demo::Cast1D<half, quarter>" on 0
      poplar.connect %v @src to %src
      poplar.connect %v @metadata to %metadata
      poplar.connect %v @dst to %quarters
      poplar.set %v @groups = 2
    }
    poplar.compute_set @restore {
      %v = poplar.add_vertex @"demo::Cast1D<quarter, half>" on 0
      poplar.connect %v @src to %quarters
      poplar.connect %v @metadata to %metadata
      poplar.connect %v @dst to %back
      poplar.set %v @groups = 2
    }
    poplar.program {
      poplar.execute @cast
      poplar.execute @restore
    }
  }
}
