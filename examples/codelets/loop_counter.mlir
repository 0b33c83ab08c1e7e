// The counter of a loop on the tile: the vertex increases it and compares it with its limit.
//
//   optc run --target ipu2 --print going_on examples/codelets/loop_counter.mlir
//   going_on = 1

module {
  poplar.vertex @"demo::ForLoopCounter<int>" worker {
    poplar.field @count : !poplar.inout<si32>
    poplar.field @limit : !poplar.in<si32>
    poplar.field @going_on : !poplar.out<ui32>
    poplar.field @increment : si32 = 1
    poplar.compute (%count : memref<i32>, %limit : i32, %going_on : memref<i32>, %increment : i32) {
      %old = memref.load %count[] : memref<i32>
      %new = arith.addi %old, %increment : i32
      memref.store %new, %count[] : memref<i32>
      %more = arith.cmpi ne, %new, %limit : i32
      %word = arith.extui %more : i1 to i32
      memref.store %word, %going_on[] : memref<i32>
      poplar.compute_return
    }
  }

  poplar.graph @main {
    %count = poplar.variable "count" = dense<4> : !poplar.tensor<si32>
    poplar.set_tile_mapping %count on 0
    %limit = poplar.variable "limit" = dense<10> : !poplar.tensor<si32>
    poplar.set_tile_mapping %limit on 0
    %going_on = poplar.variable "going_on" : !poplar.tensor<ui32>
    poplar.set_tile_mapping %going_on on 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::ForLoopCounter<int>" on 0
      poplar.connect %v @count to %count
      poplar.connect %v @limit to %limit
      poplar.connect %v @going_on to %going_on
      poplar.set %v @increment = 2 : si32
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}
