// flags: --cse --allow-unregistered-dialect
// flags: --cse --canonicalize --allow-unregistered-dialect --mlir-print-debuginfo

func.func @dominance(%c: i1, %a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.muli %a, %b : i32
  cf.cond_br %c, ^x, ^y
^x:
  %1 = arith.muli %b, %a : i32
  %2 = arith.subi %a, %b : i32
  cf.br ^z(%1, %2 : i32, i32)
^y:
  %3 = arith.subi %a, %b : i32
  %4 = arith.muli %a, %b : i32
  cf.br ^z(%3, %4 : i32, i32)
^z(%p: i32, %q: i32):
  %5 = arith.subi %a, %b : i32
  %6 = arith.addi %5, %p : i32
  return %6, %q : i32, i32
}

func.func @nested(%a: i32) -> i32 {
  %0 = arith.muli %a, %a : i32
  "foo.region"() ({
    %1 = arith.muli %a, %a : i32
    "foo.use"(%1) : (i32) -> ()
  }) : () -> ()
  %2 = arith.muli %a, %a : i32
  %3 = "foo.op"(%2) : (i32) -> i32
  %4 = "foo.op"(%2) : (i32) -> i32
  %5 = arith.addi %3, %4 : i32
  return %5 : i32
}

func.func @attributes(%a: i32) -> (i1, i1, i1, i32) {
  %0 = arith.cmpi slt, %a, %a : i32
  %1 = arith.cmpi sle, %a, %a : i32
  %2 = arith.cmpi slt, %a, %a {foo.x = 1 : i32} : i32
  %3 = arith.cmpi slt, %a, %a : i32
  %dead = arith.addi %a, %a : i32
  %4 = arith.addi %dead, %a overflow<nsw> : i32
  return %0, %1, %2, %4 : i1, i1, i1, i32
}

// Without dominance a use may come first.
module @graph {
  %0 = arith.constant 1 : i32
  "foo.use"(%1) : (i32) -> ()
  %1 = arith.constant 1 : i32
  "foo.use"(%1) : (i32) -> ()
}
