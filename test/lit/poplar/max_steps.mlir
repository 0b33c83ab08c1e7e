// RUN: optc build --target ipu2 %s -o %t
// RUN: optc run %t --max-steps 2000 --print x | FileCheck %s --check-prefix=ENOUGH
// RUN: not optc run %t --max-steps 200 2>&1 | FileCheck %s
// RUN: not optc run %t/program.mlir --max-steps 200 2>&1 | FileCheck %s

// The limit of operations holds for a worker on a tile.
// ENOUGH: x = [99]
// CHECK: error: 'arith.index_cast' op is still reached after 200 operations, the most that are allowed [sim.steps]
poplar.vertex @"demo::Count" worker {
  poplar.field @x : !poplar.out<ui32>
  poplar.compute (%x : memref<i32>) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %n = arith.constant 100 : index
    scf.for %i = %zero to %n step %one {
      %k = arith.index_cast %i : index to i32
      memref.store %k, %x[] : memref<i32>
    }
    poplar.compute_return
  }
}
poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<1xui32>
  poplar.set_tile_mapping %x on 0
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::Count" on 0
    poplar.connect %v @x to %x
  }
  poplar.program {
    poplar.execute @cs
  }
}
