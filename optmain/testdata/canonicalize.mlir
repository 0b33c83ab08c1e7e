// flags: --canonicalize --allow-unregistered-dialect
// flags: --canonicalize=region-simplify=aggressive --allow-unregistered-dialect
// flags: --canonicalize=top-down=false --allow-unregistered-dialect --mlir-print-debuginfo
// flags: --canonicalize='max-num-rewrites=1000 max-iterations=1' --allow-unregistered-dialect
// flags: --canonicalize='region-simplify=disabled' --allow-unregistered-dialect

// Constants are united, hoisted and moved to the right.
func.func @constants(%a: i32, %b: i32) -> (i32, i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c1_0 = arith.constant 1 : i32
  %0 = arith.addi %c1, %a : i32
  %1 = arith.addi %c2, %c1_0 : i32
  %2 = arith.addi %1, %b : i32
  %3 = arith.muli %2, %0 : i32
  %4 = arith.subi %3, %3 : i32
  %c5 = arith.constant 5 : i32
  %5 = arith.addi %c5, %4 : i32
  %6 = arith.andi %5, %a : i32
  %7 = arith.xori %a, %a : i32
  %8 = arith.constant 7 : i32
  return %6, %7, %3, %8 : i32, i32, i32, i32
}

// Regions of unregistered operations keep constants of their own.
func.func @regions(%a: i32) -> i32 {
  "foo.region"() ({
    %c = arith.constant 3 : i32
    %d = arith.constant 4 : i32
    %e = arith.addi %c, %a : i32
    "foo.use"(%d, %e, %c) : (i32, i32, i32) -> ()
  }) : () -> ()
  %c = arith.constant 3 : i32
  return %c : i32
}

// Dead arguments, blocks and cycles go away.
func.func @blocks(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^x(%a, %b : i32, i32), ^y(%b : i32)
^x(%p: i32, %dead: i32):
  %d2 = arith.addi %dead, %dead : i32
  cf.cond_br %c, ^x(%p, %d2 : i32, i32), ^y(%p : i32)
^y(%q: i32):
  return %q : i32
^z(%r: i32):
  %s = arith.addi %r, %r : i32
  cf.br ^z(%s : i32)
}

// Equal blocks are merged when asked for.
func.func @merge(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^x, ^y
^x:
  %0 = "foo.op"(%a) : (i32) -> i32
  return %0 : i32
^y:
  %1 = "foo.op"(%b) : (i32) -> i32
  return %1 : i32
}

func.func @same_argument(%c: i1, %a: i32, %b: i32) -> i32 {
  "foo.a"() : () -> ()
  cf.cond_br %c, ^x(%a, %b : i32, i32), ^x(%a, %a : i32, i32)
^x(%p: i32, %q: i32):
  "foo.b"(%p, %q) : (i32, i32) -> ()
  return %p : i32
}
