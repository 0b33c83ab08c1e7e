// RUN: optc %s --allow-unregistered-dialect --canonicalize=region-simplify=aggressive | FileCheck %s

// Blocks that differ in what they do, how often, or how far, stay two.
// CHECK-LABEL: func.func @different(%arg0: i32, %arg1: i32) {
// CHECK-NEXT:    cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1,
// CHECK-NEXT:      1: ^bb2,
// CHECK-NEXT:      2: ^bb3,
// CHECK-NEXT:      3: ^bb4,
// CHECK-NEXT:      4: ^bb5
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    "test.use"(%arg1) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    "test.other"(%arg1) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb3:
// CHECK-NEXT:    "test.use"(%arg1) : (i32) -> ()
// CHECK-NEXT:    "test.use"(%arg1) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb4:
// CHECK-NEXT:    "test.use"(%arg0, %arg1) : (i32, i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb5:
// CHECK-NEXT:    "test.use"(%arg1) {mark} : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @different(%c: i32, %a: i32) {
  cf.switch %c : i32, [default: ^a, 1: ^b, 2: ^d, 3: ^e, 4: ^g]
^a:
  "test.use"(%a) : (i32) -> ()
  return
^b:
  "test.other"(%a) : (i32) -> ()
  return
^d:
  "test.use"(%a) : (i32) -> ()
  "test.use"(%a) : (i32) -> ()
  return
^e:
  "test.use"(%c, %a) : (i32, i32) -> ()
  return
^g:
  "test.use"(%a) {mark} : (i32) -> ()
  return
}

// Results of different types.
// CHECK-LABEL: func.func @types(%arg0: i1) {
// CHECK-NEXT:    cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    %0 = "test.make"() : () -> i32
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    %1 = "test.make"() : () -> i64
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @types(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = "test.make"() : () -> i32
  return
^b:
  %1 = "test.make"() : () -> i64
  return
}

// An operand from outside in one block, from inside in the other.
// CHECK-LABEL: func.func @inside(%arg0: i1, %arg1: i32) {
// CHECK-NEXT:    cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    %0 = "test.make"() : () -> i32
// CHECK-NEXT:    "test.use"(%0) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    %1 = "test.make"() : () -> i32
// CHECK-NEXT:    "test.use"(%arg1) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @inside(%c: i1, %a: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = "test.make"() : () -> i32
  "test.use"(%0) : (i32) -> ()
  return
^b:
  %1 = "test.make"() : () -> i32
  "test.use"(%a) : (i32) -> ()
  return
}

// Operands of different types cannot be passed by one argument.
// CHECK-LABEL: func.func @operand_types(%arg0: i1, %arg1: i32, %arg2: i64) {
// CHECK-NEXT:    cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    "test.use"(%arg1) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    "test.use"(%arg2) : (i64) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @operand_types(%c: i1, %a: i32, %b: i64) {
  cf.cond_br %c, ^a, ^b
^a:
  "test.use"(%a) : (i32) -> ()
  return
^b:
  "test.use"(%b) : (i64) -> ()
  return
}

// The same places inside: equal. Other places: not.
// CHECK-LABEL: func.func @places(%arg0: i32) {
// CHECK-NEXT:    cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1,
// CHECK-NEXT:      1: ^bb2
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    %0:2 = "test.make"() : () -> (i32, i32)
// CHECK-NEXT:    %1 = "test.make"() : () -> i32
// CHECK-NEXT:    "test.use"(%0#0, %1) : (i32, i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    %2:2 = "test.make"() : () -> (i32, i32)
// CHECK-NEXT:    %3 = "test.make"() : () -> i32
// CHECK-NEXT:    "test.use"(%2#1, %3) : (i32, i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @places(%c: i32) {
  cf.switch %c : i32, [default: ^a, 1: ^b, 2: ^d]
^a:
  %0:2 = "test.make"() : () -> (i32, i32)
  %1 = "test.make"() : () -> i32
  "test.use"(%0#0, %1) : (i32, i32) -> ()
  return
^b:
  %2:2 = "test.make"() : () -> (i32, i32)
  %3 = "test.make"() : () -> i32
  "test.use"(%2#1, %3) : (i32, i32) -> ()
  return
^d:
  %4:2 = "test.make"() : () -> (i32, i32)
  %5 = "test.make"() : () -> i32
  "test.use"(%4#0, %5) : (i32, i32) -> ()
  return
}

// What holds regions is not merged.
// CHECK-LABEL: func.func @regions(%arg0: i1) {
// CHECK-NEXT:    cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    "test.region"() ({
// CHECK-NEXT:      "test.end"() : () -> ()
// CHECK-NEXT:    }) : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    "test.region"() ({
// CHECK-NEXT:      "test.end"() : () -> ()
// CHECK-NEXT:    }) : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @regions(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  "test.region"() ({
    "test.end"() : () -> ()
  }) : () -> ()
  return
^b:
  "test.region"() ({
    "test.end"() : () -> ()
  }) : () -> ()
  return
}

// A result that is used in another block.
// CHECK-LABEL: func.func @escapes(%arg0: i1, %arg1: i1) -> i32 {
// CHECK-NEXT:    %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:    %0 = "test.make"() : () -> i32
// CHECK-NEXT:    cf.cond_br %arg1, ^bb1, ^bb2
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    "test.x"() : () -> ()
// CHECK-NEXT:    cf.br ^bb3
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    "test.y"() : () -> ()
// CHECK-NEXT:    cf.br ^bb3
// CHECK-NEXT:  ^bb3:
// CHECK-NEXT:    return %c7_i32 : i32
// CHECK-NEXT:  }
func.func @escapes(%c: i1, %d: i1) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = "test.make"() : () -> i32
  cf.cond_br %d, ^x, ^y
^b:
  %1 = "test.make"() : () -> i32
  cf.cond_br %d, ^x, ^y
^x:
  "test.x"() : () -> ()
  cf.br ^z
^y:
  "test.y"() : () -> ()
  cf.br ^z
^z:
  %q = arith.constant 7 : i32
  return %q : i32
}

// CHECK-LABEL: func.func @escapes2(%arg0: i1, %arg1: i1) -> i32 {
// CHECK-NEXT:    %0 = "test.make"() : () -> i32
// CHECK-NEXT:    cf.cond_br %arg1, ^bb1, ^bb2
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    "test.use"(%0) : (i32) -> ()
// CHECK-NEXT:    return %0 : i32
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    %1 = "test.y"() : () -> i32
// CHECK-NEXT:    return %1 : i32
// CHECK-NEXT:  }
func.func @escapes2(%c: i1, %d: i1) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = "test.make"() : () -> i32
  cf.cond_br %d, ^x, ^y
^x:
  "test.use"(%0) : (i32) -> ()
  return %0 : i32
^b:
  %1 = "test.make"() : () -> i32
  cf.cond_br %d, ^x2, ^y
^x2:
  "test.use"(%1) : (i32) -> ()
  return %1 : i32
^y:
  %2 = "test.y"() : () -> i32
  return %2 : i32
}

// Arguments of blocks: number and types.
// CHECK-LABEL: func.func @args(%arg0: i32, %arg1: i32, %arg2: i64) {
// CHECK-NEXT:    cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1(%arg1 : i32),
// CHECK-NEXT:      1: ^bb2,
// CHECK-NEXT:      3: ^bb3,
// CHECK-NEXT:      4: ^bb1(%arg0 : i32)
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb1(%0: i32):
// CHECK-NEXT:    "test.use"(%0) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    "test.use"(%arg2) : (i64) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb3:
// CHECK-NEXT:    "test.use"(%arg1) : (i32) -> ()
// CHECK-NEXT:    "test.use"(%arg1) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @args(%c: i32, %a: i32, %b: i64) {
  cf.switch %c : i32, [default: ^a(%a : i32), 1: ^b(%b : i64), 2: ^d(%a : i32), 3: ^e(%a, %a : i32, i32), 4: ^a(%c : i32)]
^a(%0: i32):
  "test.use"(%0) : (i32) -> ()
  return
^b(%1: i64):
  "test.use"(%1) : (i64) -> ()
  return
^d(%2: i32):
  "test.use"(%2) : (i32) -> ()
  return
^e(%3: i32, %4: i32):
  "test.use"(%4) : (i32) -> ()
  "test.use"(%3) : (i32) -> ()
  return
}

// Three blocks: the third differs in another place than the second, and
// a value that stands in two places is passed once.
// CHECK-LABEL: func.func @three(%arg0: i32, %arg1: i32, %arg2: i32) {
// CHECK-NEXT:    cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1(%arg1, %arg1 : i32, i32),
// CHECK-NEXT:      1: ^bb1(%arg1, %arg2 : i32, i32),
// CHECK-NEXT:      2: ^bb1(%arg2, %arg1 : i32, i32)
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb1(%0: i32, %1: i32):
// CHECK-NEXT:    "test.use"(%0, %0) : (i32, i32) -> ()
// CHECK-NEXT:    "test.use"(%1) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @three(%c: i32, %a: i32, %b: i32) {
  cf.switch %c : i32, [default: ^a, 1: ^b, 2: ^d]
^a:
  "test.use"(%a, %a) : (i32, i32) -> ()
  "test.use"(%a) : (i32) -> ()
  return
^b:
  "test.use"(%a, %a) : (i32, i32) -> ()
  "test.use"(%b) : (i32) -> ()
  return
^d:
  "test.use"(%b, %b) : (i32, i32) -> ()
  "test.use"(%a) : (i32) -> ()
  return
}

// CHECK-LABEL: func.func @sharing(%arg0: i32, %arg1: i32, %arg2: i32) {
// CHECK-NEXT:    cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1(%arg1, %arg1 : i32, i32),
// CHECK-NEXT:      1: ^bb1(%arg2, %arg0 : i32, i32)
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb1(%0: i32, %1: i32):
// CHECK-NEXT:    "test.use"(%0, %0) : (i32, i32) -> ()
// CHECK-NEXT:    "test.use"(%1) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @sharing(%c: i32, %a: i32, %b: i32) {
  cf.switch %c : i32, [default: ^a, 1: ^b]
^a:
  "test.use"(%a, %a) : (i32, i32) -> ()
  "test.use"(%a) : (i32) -> ()
  return
^b:
  "test.use"(%b, %b) : (i32, i32) -> ()
  "test.use"(%c) : (i32) -> ()
  return
}

// The branch of an operation that nobody knows cannot be given operands.
// CHECK-LABEL: func.func @unknown_branch(%arg0: i32, %arg1: i32) {
// CHECK-NEXT:    "test.branch"()[^bb1, ^bb2] : () -> ()
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    "test.use"(%arg0) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    "test.use"(%arg1) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @unknown_branch(%a: i32, %b: i32) {
  "test.branch"()[^a, ^b] : () -> ()
^a:
  "test.use"(%a) : (i32) -> ()
  return
^b:
  "test.use"(%b) : (i32) -> ()
  return
}

// Without operands that differ, it leads to one block.
// CHECK-LABEL: func.func @unknown_branch_same(%arg0: i32, %arg1: i32) {
// CHECK-NEXT:    "test.branch"()[^bb1, ^bb1] : () -> ()
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    "test.use"(%arg0) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @unknown_branch_same(%a: i32, %b: i32) {
  "test.branch"()[^a, ^b] : () -> ()
^a:
  "test.use"(%a) : (i32) -> ()
  return
^b:
  "test.use"(%a) : (i32) -> ()
  return
}

// The result of a terminator is no operand of the terminator.
// CHECK-LABEL: func.func @terminator_result(%arg0: i32) {
// CHECK-NEXT:    %0 = "test.branch"()[^bb1, ^bb2] : () -> i32
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    "test.use"(%0) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    "test.use"(%arg0) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @terminator_result(%b: i32) {
  %r = "test.branch"()[^a, ^b] : () -> i32
^a:
  "test.use"(%r) : (i32) -> ()
  return
^b:
  "test.use"(%b) : (i32) -> ()
  return
}

// CHECK-LABEL: func.func @successors(%arg0: i1, %arg1: i1, %arg2: i32) {
// CHECK-NEXT:    cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    "test.use"(%arg2) : (i32) -> ()
// CHECK-NEXT:    cf.cond_br %arg1, ^bb3, ^bb4
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    "test.use"(%arg2) : (i32) -> ()
// CHECK-NEXT:    cf.cond_br %arg1, ^bb4, ^bb3
// CHECK-NEXT:  ^bb3:
// CHECK-NEXT:    "test.x"() : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb4:
// CHECK-NEXT:    "test.y"() : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @successors(%c: i1, %d: i1, %a: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  "test.use"(%a) : (i32) -> ()
  cf.cond_br %d, ^x, ^y
^b:
  "test.use"(%a) : (i32) -> ()
  cf.cond_br %d, ^y, ^x
^x:
  "test.x"() : () -> ()
  return
^y:
  "test.y"() : () -> ()
  return
}

// CHECK-LABEL: func.func @commutes(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:    %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT:    %1 = arith.select %arg0, %arg2, %arg1 : i32
// CHECK-NEXT:    %2 = arith.addi %0, %1 : i32
// CHECK-NEXT:    "test.use"(%2) : (i32) -> ()
// CHECK-NEXT:    return %2 : i32
// CHECK-NEXT:  }
func.func @commutes(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = arith.addi %a, %b : i32
  "test.use"(%0) : (i32) -> ()
  return %0 : i32
^b:
  %1 = arith.addi %b, %a : i32
  "test.use"(%1) : (i32) -> ()
  return %1 : i32
}
