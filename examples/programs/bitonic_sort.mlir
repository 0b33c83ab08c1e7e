// A bitonic sort of 1,024 numbers on 16 tiles. The set @order[%k, %i] orders numbers at
// the distance 2^(k - i - 1), in runs of 2^k numbers, up and down in turn. A vertex orders
// at most 32 pairs; numbers of other tiles move to its tile before.
//
//   optc run --target ipu2 --print x examples/programs/bitonic_sort.mlir
poplar.include "../library/sort.cpp"
poplar.graph @main {
  %x = poplar.variable "x" = dense<0.0> : !poplar.tensor<1024xf32>
  poplar.map_linear %x min 64 grain 64
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c512 = arith.constant 512 : index
  poplar.for %k = 1 to 11 {
    poplar.for %i = 0 to %k {
      %nearer = arith.addi %i, %c1 : index
      %j = arith.subi %k, %nearer : index
      %distance = arith.shli %c1, %j : index
      %pairs = arith.minsi %distance, %c32 : index
      %pieces = arith.divsi %c512, %pairs : index
      poplar.compute_set @order[%k, %i] {
        poplar.for %p = 0 to %pieces {
          %pair = arith.muli %p, %pairs : index
          %block = arith.shrsi %pair, %j : index
          %before = arith.shli %block, %j : index
          %lo = arith.addi %pair, %before : index
          %hi = arith.addi %lo, %distance : index
          %run = arith.shrsi %lo, %k : index
          %down = arith.andi %run, %c1 : index
          %a = poplar.slice %x from %lo to %lo + %pairs dim 0
          %b = poplar.slice %x from %hi to %hi + %pairs dim 0
          %v = poplar.add_vertex @"lib::Order<float>" on %pair floordiv 32
          poplar.connect %v @a to %a
          poplar.connect %v @b to %b
          poplar.set %v @down = %down
        }
      }
    }
  }
  poplar.program {
    poplar.for %k = 1 to 11 {
      poplar.for %i = 0 to %k {
        poplar.execute @order[%k, %i]
      }
    }
  }
}
