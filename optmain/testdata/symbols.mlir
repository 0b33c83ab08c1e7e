// flags: --symbol-dce
// flags: --symbol-privatize=exclude=main --symbol-dce
// flags: --inline
// flags: --inline='default-pipeline=cse max-iterations=1'
// flags: --sccp

func.func private @dead() { return }
func.func private @leaf(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.muli %a, %c1 : i32
  return %0 : i32
}
func.func private @twice(%a: i32) -> i32 {
  %0 = call @leaf(%a) : (i32) -> i32
  %1 = call @leaf(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @kept() -> i32 {
  %c4 = arith.constant 4 : i32
  return %c4 : i32
}
func.func @main(%a: i32) -> (i32, () -> i32, i32) {
  %c3 = arith.constant 3 : i32
  %0 = call @twice(%c3) : (i32) -> i32
  %1 = call @recursive(%0) : (i32) -> i32
  %2 = constant @kept : () -> i32
  %3 = call @not_inlined(%a) : (i32) -> i32
  return %1, %2, %3 : i32, () -> i32, i32
}
func.func @recursive(%a: i32) -> i32 {
  %0 = call @recursive(%a) : (i32) -> i32
  return %0 : i32
}
func.func @not_inlined(%a: i32) -> i32 attributes {no_inline} {
  return %a : i32
}
module @inner attributes {sym_visibility = "private"} {
  func.func @visible() { return }
  func.func nested @used() { call @visible() : () -> () return }
  func.func private @unused() { return }
}
func.func @blocks(%c: i1, %a: i32) -> i32 {
  %0 = call @choose(%c, %a) : (i1, i32) -> i32
  %1 = call @choose(%c, %0) : (i1, i32) -> i32
  return %1 : i32
}
func.func @choose(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^loop(%a : i32), ^exit(%a : i32)
^loop(%x: i32):
  %y = arith.addi %x, %a : i32
  cf.cond_br %c, ^loop(%y : i32), ^exit(%y : i32)
^exit(%r: i32):
  return %r : i32
}
