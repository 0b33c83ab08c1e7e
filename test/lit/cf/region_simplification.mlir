// RUN: optc %s --canonicalize=region-simplify=aggressive --allow-unregistered-dialect | FileCheck %s

// Blocks with the same operations become one; what they use differently becomes an argument.
// CHECK-LABEL: func.func @same(%arg0: i1, %arg1: i32, %arg2: i32) {
// CHECK-NEXT: "test.use"(%arg1) : (i32) -> ()
// CHECK-NEXT: return
func.func @same(%c: i1, %x: i32, %y: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  "test.use"(%x) : (i32) -> ()
  return
^b:
  "test.use"(%x) : (i32) -> ()
  return
}

// CHECK-LABEL: func.func @other_operands(%arg0: i1, %arg1: i32, %arg2: i32) {
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: "test.use"(%0, %arg1, %arg2) : (i32, i32, i32) -> ()
// CHECK-NEXT: return
func.func @other_operands(%c: i1, %x: i32, %y: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  "test.use"(%x, %x, %y) : (i32, i32, i32) -> ()
  return
^b:
  "test.use"(%y, %x, %y) : (i32, i32, i32) -> ()
  return
}

// CHECK-LABEL: func.func @two_other_operands(%arg0: i1, %arg1: i32, %arg2: i32) {
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: %1 = arith.select %arg0, %arg2, %arg1 : i32
// CHECK-NEXT: "test.use"(%0, %arg1) : (i32, i32) -> ()
// CHECK-NEXT: "test.end"(%1) : (i32) -> ()
// CHECK-NEXT: return
func.func @two_other_operands(%c: i1, %x: i32, %y: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  "test.use"(%x, %x) : (i32, i32) -> ()
  "test.end"(%y) : (i32) -> ()
  return
^b:
  "test.use"(%y, %x) : (i32, i32) -> ()
  "test.end"(%x) : (i32) -> ()
  return
}

// The results of one block are used by it in the same way.
// CHECK-LABEL: func.func @results(%arg0: i1, %arg1: i32, %arg2: i32) {
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: %1 = "test.make"(%0) : (i32) -> i32
// CHECK-NEXT: "test.use"(%1) : (i32) -> ()
// CHECK-NEXT: return
func.func @results(%c: i1, %x: i32, %y: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = "test.make"(%x) : (i32) -> i32
  "test.use"(%0) : (i32) -> ()
  return
^b:
  %1 = "test.make"(%y) : (i32) -> i32
  "test.use"(%1) : (i32) -> ()
  return
}

// CHECK-LABEL: func.func @other_results(%arg0: i1, %arg1: i32) {
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: %0:2 = "test.make"(%arg1) : (i32) -> (i32, i32)
// CHECK-NEXT: "test.use"(%0#0) : (i32) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: %1:2 = "test.make"(%arg1) : (i32) -> (i32, i32)
// CHECK-NEXT: "test.use"(%1#1) : (i32) -> ()
// CHECK-NEXT: return
func.func @other_results(%c: i1, %x: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  %0:2 = "test.make"(%x) : (i32) -> (i32, i32)
  "test.use"(%0#0) : (i32) -> ()
  return
^b:
  %1:2 = "test.make"(%x) : (i32) -> (i32, i32)
  "test.use"(%1#1) : (i32) -> ()
  return
}

// Other attributes, types, numbers of operations, and results that are used elsewhere keep blocks apart.
// CHECK-LABEL: func.func @attributes(%arg0: i1, %arg1: i32) {
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: "test.use"(%arg1) {n = 1 : i64} : (i32) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: "test.use"(%arg1) {n = 2 : i64} : (i32) -> ()
// CHECK-NEXT: return
func.func @attributes(%c: i1, %x: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  "test.use"(%x) {n = 1} : (i32) -> ()
  return
^b:
  "test.use"(%x) {n = 2} : (i32) -> ()
  return
}

// CHECK-LABEL: func.func @types(%arg0: i1, %arg1: i32, %arg2: i64) {
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: "test.use"(%arg1) : (i32) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: "test.use"(%arg2) : (i64) -> ()
// CHECK-NEXT: return
func.func @types(%c: i1, %x: i32, %y: i64) {
  cf.cond_br %c, ^a, ^b
^a:
  "test.use"(%x) : (i32) -> ()
  return
^b:
  "test.use"(%y) : (i64) -> ()
  return
}

// CHECK-LABEL: func.func @longer(%arg0: i1, %arg1: i32) {
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: "test.use"(%arg1) : (i32) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: "test.use"(%arg1) : (i32) -> ()
// CHECK-NEXT: "test.use"(%arg1) : (i32) -> ()
// CHECK-NEXT: return
func.func @longer(%c: i1, %x: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  "test.use"(%x) : (i32) -> ()
  return
^b:
  "test.use"(%x) : (i32) -> ()
  "test.use"(%x) : (i32) -> ()
  return
}

// CHECK-LABEL: func.func @used_elsewhere(%arg0: i1, %arg1: i32) {
// CHECK-NEXT: %0 = "test.make"(%arg1) : (i32) -> i32
// CHECK-NEXT: "test.use"(%0) : (i32) -> ()
// CHECK-NEXT: return
func.func @used_elsewhere(%c: i1, %x: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = "test.make"(%x) : (i32) -> i32
  cf.br ^d(%0 : i32)
^b:
  %1 = "test.make"(%x) : (i32) -> i32
  cf.cond_br %c, ^d(%1 : i32), ^e
^d(%2: i32):
  "test.use"(%2) : (i32) -> ()
  return
^e:
  "test.use"(%1) : (i32) -> ()
  return
}

// Blocks with arguments; three of a kind; blocks that branch on.
// CHECK-LABEL: func.func @arguments(%arg0: i1, %arg1: i32, %arg2: i32) {
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: %1 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: "test.use"(%0, %1) : (i32, i32) -> ()
// CHECK-NEXT: return
func.func @arguments(%c: i1, %x: i32, %y: i32) {
  cf.cond_br %c, ^a(%x : i32), ^b(%y : i32)
^a(%p: i32):
  "test.use"(%p, %x) : (i32, i32) -> ()
  return
^b(%q: i32):
  "test.use"(%q, %y) : (i32, i32) -> ()
  return
}

// CHECK-LABEL: func.func @three(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: i32) {
// CHECK-NEXT: cf.cond_br %arg0, ^bb2(%arg2 : i32), ^bb1
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: cf.cond_br %arg1, ^bb2(%arg3 : i32), ^bb2(%arg4 : i32)
// CHECK-NEXT: ^bb2(%0: i32):  // 3 preds: ^bb0, ^bb1, ^bb1
// CHECK-NEXT: "test.use"(%0) : (i32) -> ()
// CHECK-NEXT: return
func.func @three(%c: i1, %d: i1, %x: i32, %y: i32, %z: i32) {
  cf.cond_br %c, ^a, ^m
^m:
  cf.cond_br %d, ^b, ^e
^a:
  "test.use"(%x) : (i32) -> ()
  return
^b:
  "test.use"(%y) : (i32) -> ()
  return
^e:
  "test.use"(%z) : (i32) -> ()
  return
}

// CHECK-LABEL: func.func @onward(%arg0: i1, %arg1: i32, %arg2: i32) {
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: "test.use"(%0) : (i32) -> ()
// CHECK-NEXT: "test.end"(%arg1) : (i32) -> ()
// CHECK-NEXT: return
func.func @onward(%c: i1, %x: i32, %y: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  "test.use"(%x) : (i32) -> ()
  cf.br ^d(%x : i32)
^b:
  "test.use"(%y) : (i32) -> ()
  cf.br ^d(%x : i32)
^d(%p: i32):
  "test.end"(%p) : (i32) -> ()
  return
}

// Arguments that are the same value on every edge, that nobody uses, or that only go round a loop, go.
// CHECK-LABEL: func.func @known_arguments(%arg0: i1, %arg1: i32, %arg2: i32) {
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: "test.a"() : () -> ()
// CHECK-NEXT: cf.br ^bb3(%arg2 : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: "test.b"() : () -> ()
// CHECK-NEXT: cf.br ^bb3(%arg1 : i32)
// CHECK-NEXT: ^bb3(%0: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT: "test.use"(%arg1, %0) : (i32, i32) -> ()
// CHECK-NEXT: return
func.func @known_arguments(%c: i1, %x: i32, %y: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  "test.a"() : () -> ()
  cf.br ^d(%x, %y, %x : i32, i32, i32)
^b:
  "test.b"() : () -> ()
  cf.br ^d(%x, %x, %x : i32, i32, i32)
^d(%p: i32, %q: i32, %r: i32):
  "test.use"(%p, %q) : (i32, i32) -> ()
  return
}

// CHECK-LABEL: func.func @round(%arg0: i1, %arg1: i32, %arg2: i32) {
// CHECK-NEXT: cf.br ^bb1(%arg1, %arg2 : i32, i32)
// CHECK-NEXT: ^bb1(%0: i32, %1: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: %2 = "test.more"(%1) : (i32) -> i1
// CHECK-NEXT: cf.cond_br %2, ^bb1(%0, %0 : i32, i32), ^bb2
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT: "test.end"(%0) : (i32) -> ()
// CHECK-NEXT: return
func.func @round(%c: i1, %x: i32, %y: i32) {
  cf.br ^loop(%x, %y, %x : i32, i32, i32)
^loop(%p: i32, %q: i32, %r: i32):
  %k = "test.more"(%q) : (i32) -> i1
  %s = arith.addi %r, %y : i32
  cf.cond_br %k, ^loop(%p, %p, %s : i32, i32, i32), ^exit
^exit:
  "test.end"(%p) : (i32) -> ()
  return
}

// Blocks that nothing reaches go, with what only they use.
// CHECK-LABEL: func.func @unreachable(%arg0: i1, %arg1: i32) {
// CHECK-NEXT: return
func.func @unreachable(%c: i1, %x: i32) {
  %0 = arith.addi %x, %x : i32
  cf.br ^end
^never(%p: i32):
  "test.use"(%0, %p) : (i32, i32) -> ()
  cf.cond_br %c, ^never(%0 : i32), ^end
^end:
  return
}

// The same in regions of other operations, whose blocks are their own.
// CHECK-LABEL: func.func @regions(%arg0: i1, %arg1: i32, %arg2: i32) {
// CHECK-NEXT: "test.region"() ({
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: "test.use"(%0) : (i32) -> ()
// CHECK-NEXT: "test.end"() : () -> ()
// CHECK-NEXT: }) : () -> ()
// CHECK-NEXT: return
func.func @regions(%c: i1, %x: i32, %y: i32) {
  "test.region"() ({
    cf.cond_br %c, ^a, ^b
  ^a:
    "test.use"(%x) : (i32) -> ()
    "test.end"() : () -> ()
  ^b:
    "test.use"(%y) : (i32) -> ()
    "test.end"() : () -> ()
  }) : () -> ()
  return
}

// CHECK-LABEL: func.func @regions_inside(%arg0: i1, %arg1: i32, %arg2: i32) {
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: "test.use"(%arg1) : (i32) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: return
func.func @regions_inside(%c: i1, %x: i32, %y: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  scf.if %c {
    "test.use"(%x) : (i32) -> ()
  }
  return
^b:
  scf.if %c {
    "test.use"(%x) : (i32) -> ()
  }
  return
}
