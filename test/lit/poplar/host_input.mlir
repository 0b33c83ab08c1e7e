// RUN: not optc run %s 2>&1 | FileCheck %s
// RUN: optc %s --tile --verify-exec --verify-diagnostics

// What a program reads before it was written may be an array of the host that nobody gave: the
// error says how.

// CHECK:     error: 'memref.load' op element [] of field 'x' of vertex 0 ('demo::Down') is read before it is written [sim.uninitialized]
// CHECK:     note: 'in' was given no values; --input in=file.npy gives them
// CHECK-NOT: 'out'

module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Down" worker {
    poplar.field @x : !poplar.inout<ui32>
    poplar.compute (%x : memref<i32>) {
      %one = arith.constant 1 : i32
      %v = memref.load %x[] : memref<i32>
      %s = arith.subi %v, %one : i32
      memref.store %s, %x[] : memref<i32>
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %n = poplar.variable "n" : !poplar.tensor<1xui32>
    poplar.set_tile_mapping %n on 0
    poplar.compute_set @down {
      %v = poplar.add_vertex @"demo::Down" on 0
      poplar.connect %v @x to %n
    }
    poplar.program {
      poplar.copy_from_host "in" to %n
      poplar.execute @down
      poplar.copy_to_host %n to "out"
    }
  }
}
