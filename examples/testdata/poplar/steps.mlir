// Steps of every kind, with arrays of the host, a function, views of every kind, and vertices whose
// fields are connected index by index.

poplar.vertex @"test::Count" supervisor {
  poplar.field @n : !poplar.inout<si32>
  poplar.field @more : !poplar.out<ui32>
  poplar.field @limit : si32 = 5
  poplar.compute (%n : memref<i32>, %more : memref<i32>, %limit : i32) {
    %c1 = arith.constant 1 : i32
    %old = memref.load %n[] : memref<i32>
    %new = arith.addi %old, %c1 : i32
    memref.store %new, %n[] : memref<i32>
    %left = arith.cmpi slt, %new, %limit : i32
    %word = arith.extui %left : i1 to i32
    memref.store %word, %more[] : memref<i32>
    poplar.compute_return
  }
}

poplar.vertex @"test::Sum<short>" multi {
  poplar.field @rows : !poplar.vec<in<vec<si16>>, ONE_PTR>
  poplar.field @weights : !poplar.vec<si16>
  poplar.field @factors : !poplar.array<3 x si16> = [1, 2, 3]
  poplar.field @out : !poplar.out<vec<si16>>
  poplar.split @out contiguous grain 1
  poplar.compute (%rows : !poplar.rows<i16>, %weights : memref<?xi16>, %factors : memref<3xi16>, %out : memref<?xi16>) worker(%w : index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %zero = arith.constant 0 : i16
    %n = memref.dim %out, %c0 : memref<?xi16>
    %begin, %end = poplar.part @out of %n by %w
    scf.for %i = %begin to %end step %c1 {
      %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (i16) {
        %row = poplar.list_row %rows[%k] : !poplar.rows<i16> to memref<?xi16>
        %x = memref.load %row[%i] : memref<?xi16>
        %weight = memref.load %weights[%k] : memref<?xi16>
        %factor = memref.load %factors[%k] : memref<3xi16>
        %p = arith.muli %x, %weight : i16
        %q = arith.muli %p, %factor : i16
        %next = arith.addi %acc, %q : i16
        scf.yield %next : i16
      }
      memref.store %sum, %out[%i] : memref<?xi16>
    }
    poplar.compute_return
  }
}

poplar.graph @steps {
  %n = poplar.variable "n" = dense<0> : !poplar.tensor<1xsi32>
  %more = poplar.variable "more" = dense<1> : !poplar.tensor<1x1xui32>
  poplar.set_tile_mapping %n on 1
  poplar.set_tile_mapping %more on 2
  %x = poplar.variable "x" = dense<[[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12], [13, 14, 15, 16, 17, 18]]> : !poplar.tensor<3x6xsi16>
  poplar.map_linear %x min 3 grain 3 offset 4 descending
  %y = poplar.variable "y" : !poplar.tensor<6xsi16>
  poplar.set_tile_mapping %y #poplar.mapping<0: 0..2, 4..6; 7: 2..4>
  %z = poplar.variable "z" : !poplar.tensor<2x9xsi16>
  poplar.map_linear %z
  %t = poplar.dim_shuffle %x [1, 0]
  %r = poplar.reverse %t dim 0
  %e = poplar.expand %r [0, 2]
  %s = poplar.squeeze %e [0, 3]
  %u = poplar.dim_roll %s 1 to 0
  %even = poplar.subsample %u step 2 dim 1
  %odd = poplar.for %i = 0 to 3 concat dim 1 {
    %column = poplar.slice %u from %i * 2 + 1 to %i * 2 + 2 dim 1
    poplar.yield %column : !poplar.tensor<3x1xsi16>
  }
  %both = poplar.concat %even, %odd dim 1
  %mixed = poplar.reshape %both : !poplar.tensor<3x6xsi16> to !poplar.tensor<2x9xsi16>
  %again = poplar.broadcast %mixed 2 dim 0
  %lower = poplar.index %again 1 dim 0
  %six = poplar.slice %lower from 0 to 6 dim 0
  %middle = poplar.index %u 4 dim 1
  %nine = poplar.concat %middle, %six dim 0
  poplar.for %i = 0 to 3 {
    %w = poplar.variable "w"[%i] = dense<2> : !poplar.tensor<4xui32>
    poplar.set_tile_mapping %w on %i mod 2 + 8
  }
  %first = poplar.slice %z from 0 to 1 dim 0
  %nine_of_z = poplar.squeeze %first [0]
  // Tables, a condition for operations and one for a number, and names of odd iterations only.
  %tiles = arith.constant dense<[5, 3, 9, 1]> : tensor<4xindex>
  %same = arith.constant dense<2> : tensor<9223372036854775807xindex>
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  poplar.for %i = 0 to 4 {
    %tile = tensor.extract %tiles[%i] : tensor<4xindex>
    %bit = arith.andi %i, %c1 : index
    %odd_i = arith.cmpi eq, %bit, %c1 : index
    %size = scf.if %odd_i -> (index) {
      %twice = arith.addi %i, %i : index
      scf.yield %twice : index
    } else {
      scf.yield %c1 : index
    }
    scf.if %odd_i {
      %part = poplar.variable "odd"[%i] = dense<3> : !poplar.tensor<6xsi32>
      %head = poplar.slice %part from 0 to %size dim 0
      %tail = poplar.slice %part from %size to 6 dim 0
      poplar.set_tile_mapping %head on %tile
      poplar.set_tile_mapping %tail on %tile + 1
    } else {
      %part = poplar.variable "even"[%i] = dense<4> : !poplar.tensor<2xsi32>
      %two = tensor.extract %same[%i] : tensor<9223372036854775807xindex>
      poplar.set_tile_mapping %part on %size + %two
    }
  }
  poplar.compute_set @count {
    %v = poplar.add_vertex @"test::Count" on 1
    poplar.connect %v @n to %n
    poplar.connect %v @more to %more
    poplar.set %v @limit = 7 : si32
  }
  poplar.compute_set @sum {
    poplar.for %i = 0 to 1 {
      %v = poplar.add_vertex @"test::Sum<short>" on %i + 7
      poplar.connect %v @rows[1] to %six
      poplar.connect %v @rows[0] to %y
      %last = poplar.index %x 2 dim 0
      poplar.connect %v @rows[2] to %last
      poplar.set %v @weights = [1, -1, 2]
      %half = poplar.slice %z from 1 to 2 dim 0
      %out = poplar.slice %half from 0 to 6 dim 1
      poplar.connect %v @out to %out
    }
  }
  poplar.graph_function @steps {
    poplar.execute @count
    poplar.sequence {
      poplar.execute @sum
    }
  }
  poplar.program {
    poplar.copy_from_host "in" to %y
    poplar.copy %nine to %nine_of_z
    poplar.repeat 2 {
      poplar.call @steps
    }
    poplar.repeat_while %more after {
      poplar.execute @count
    } do {
      poplar.call @steps
    }
    poplar.if %more {
      poplar.execute @sum
    } else {
      poplar.execute @count
    }
    poplar.copy_to_host %z to "out"
  }
}
