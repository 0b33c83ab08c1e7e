// RUN: optc %s --canonicalize --verify-exec -o /dev/null

// Functions that are executed before and after their folds and patterns; package dialect/all/folds tells which have none.

func.func @asserted(%x: i32) -> i32 {
  %true = arith.constant true
  cf.assert %true, "holds"
  return %x : i32
}

// A branch to a block that is not reached is none.
func.func @unreachable(%x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %p = arith.cmpi ule, %x, %x : i32
  %q = arith.ori %p, %p : i1
  memref.store %x, %m[%c0] : memref<4xi32>
  %y = memref.load %m[%c0] : memref<4xi32>
  %r = arith.cmpi eq, %x, %y : i32
  cf.cond_br %r, ^yes, ^no
^yes:
  return %y : i32
^no:
  ub.unreachable
}

func.func @only_default(%x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  cf.switch %x : i32, [default: ^a(%x : i32)]
^a(%y: i32):
  memref.store %y, %m[%c0] : memref<4xi32>
  return %y : i32
}

// Blocks that only branch on are passed by.
func.func @passed(%x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %y = memref.load %m[%c0] : memref<4xi32>
  cf.switch %x : i32, [default: ^a(%x : i32), 1: ^b(%y : i32), 2: ^c]
^a(%a: i32):
  cf.br ^d(%a : i32)
^b(%b: i32):
  cf.br ^d(%b : i32)
^c:
  memref.store %x, %m[%c0] : memref<4xi32>
  cf.br ^d(%x : i32)
^d(%d: i32):
  return %d : i32
}

// What the first switch says of the number holds in its blocks.
func.func @switch_again(%x: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %y = memref.load %m[%c0] : memref<4xi32>
  %u = arith.addi %x, %y : i32
  %v = arith.subi %x, %y : i32
  cf.switch %x : i32, [default: ^a, 1: ^b, 2: ^c]
^a:
  cf.switch %x : i32, [default: ^c, 1: ^d(%y : i32), 3: ^d(%u : i32)]
^b:
  cf.switch %x : i32, [default: ^c, 1: ^d(%v : i32), 3: ^d(%u : i32)]
^c:
  memref.store %x, %m[%c0] : memref<4xi32>
  cf.br ^d(%x : i32)
^d(%d: i32):
  return %d : i32
}

func.func @same_condition(%c: i1, %x: i32, %y: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  cf.cond_br %c, ^a, ^b
^a:
  memref.store %x, %m[%c0] : memref<4xi32>
  cf.cond_br %c, ^d(%x : i32), ^e(%y : i32)
^b:
  cf.cond_br %c, ^d(%y : i32), ^e(%x : i32)
^d(%d: i32):
  %s = arith.addi %d, %x : i32
  return %s : i32
^e(%e: i32):
  return %e : i32
}
