// flags: --sccp --allow-unregistered-dialect
// flags: --sccp --allow-unregistered-dialect --mlir-print-debuginfo

func.func @straight(%a: i32) -> i32 {
  %c = arith.constant 2 : i32
  %0 = arith.addi %c, %c : i32
  cf.br ^bb1(%0 : i32)
^bb1(%x: i32):
  %1 = arith.muli %x, %c : i32
  return %1 : i32
}

func.func @untaken(%a: i32) -> i32 {
  %true = arith.constant true
  %c1 = arith.constant 1 : i32
  cf.cond_br %true, ^x, ^y
^x:
  cf.br ^z(%c1 : i32)
^y:
  cf.br ^z(%a : i32)
^z(%r: i32):
  return %r : i32
}

func.func @loop(%c: i1) -> i32 {
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c1, %c1 : i32, i32)
^head(%same: i32, %grows: i32):
  %0 = arith.muli %same, %same : i32
  %1 = arith.addi %grows, %c1 : i32
  cf.cond_br %c, ^head(%0, %1 : i32, i32), ^exit
^exit:
  %2 = arith.addi %same, %1 : i32
  return %2 : i32
}

func.func private @callee(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.addi %a, %b : i32
  return %a, %0 : i32, i32
}

func.func @caller(%x: i32) -> (i32, i32, i32) {
  %c5 = arith.constant 5 : i32
  %0:2 = call @callee(%c5, %c5) : (i32, i32) -> (i32, i32)
  %1:2 = call @callee(%c5, %x) : (i32, i32) -> (i32, i32)
  %2 = "foo.op"(%1#0) : (i32) -> i32
  return %0#0, %0#1, %2 : i32, i32, i32
}
