// The 8 largest of 1,024 numbers, on 32 tiles. Each tile finds the 8 largest of its 32 numbers;
// then pairs of lists become one, in 5 levels of a tree. The lists of nodes 2 n + 1 and 2 n + 2
// become the list of node n.
//
//   optc run --target ipu2 --print best examples/programs/top_k.mlir

poplar.include "../library/sort.cpp"

poplar.graph @main {
  %x = poplar.variable "x" = dense<0.0> : !poplar.tensor<1024xf32>
  %lists = poplar.variable "lists" : !poplar.tensor<63x8xf32>
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  poplar.map_linear %x min 32 grain 32

  poplar.compute_set @leaves {
    poplar.for %t = 0 to 32 {
      %numbers = poplar.slice %x from %t * 32 to %t * 32 + 32 dim 0
      %leaf = poplar.index %lists %t + 31 dim 0
      %v = poplar.add_vertex @"lib::TopK<float>" on %t
      poplar.connect %v @in to %numbers
      poplar.connect %v @out to %leaf
    }
  }
  poplar.for %t = 0 to 32 {
    %leaf = poplar.index %lists %t + 31 dim 0
    poplar.set_tile_mapping %leaf on %t
  }
  poplar.for %up = 0 to 5 {
    %level = arith.subi %c4, %up : index
    %nodes = arith.shli %c1, %level : index
    %apart = arith.divsi %c32, %nodes : index
    poplar.compute_set @merge[%up] {
      poplar.for %i = 0 to %nodes {
        %above = arith.subi %nodes, %c1 : index
        %node = arith.addi %above, %i : index
        %tile = arith.muli %i, %apart : index
        %both = poplar.slice %lists from %node * 2 + 1 to %node * 2 + 3 dim 0
        %list = poplar.index %lists %node dim 0
        %v = poplar.add_vertex @"lib::TopK<float>" on %tile
        poplar.connect %v @in to %both
        poplar.connect %v @out to %list
      }
    }
    poplar.for %i = 0 to %nodes {
      %above = arith.subi %nodes, %c1 : index
      %node = arith.addi %above, %i : index
      %tile = arith.muli %i, %apart : index
      %list = poplar.index %lists %node dim 0
      poplar.set_tile_mapping %list on %tile
    }
  }

  poplar.program {
    poplar.execute @leaves
    poplar.for %up = 0 to 5 {
      poplar.execute @merge[%up]
    }
    %best = poplar.index %lists 0 dim 0
    poplar.copy_to_host %best to "best"
  }
}
