// RUN: optc %s --allow-unregistered-dialect --canonicalize | FileCheck %s

// Operations of a graph region that only use each other go; those that something else uses stay.
// CHECK-LABEL: module @circles {
// CHECK-NEXT:    %0 = "test.x"() : () -> i32
// CHECK-NEXT:    %1 = arith.subi %2, %0 : i32
// CHECK-NEXT:    %2 = arith.divsi %1, %0 : i32
// CHECK-NEXT:    "test.use"(%2) : (i32) -> ()
// CHECK-NEXT:  }
module @circles {
  %x = "test.x"() : () -> i32
  %0 = arith.addi %1, %x : i32
  %1 = arith.muli %0, %x : i32
  %2 = arith.subi %3, %x : i32
  %3 = arith.divsi %2, %x : i32
  "test.use"(%3) : (i32) -> ()
}

// Arguments that nobody uses go, even where an operation that nobody knows may pass something on.
// CHECK-LABEL: func.func @unknown_branch(%arg0: i1, %arg1: i32) {
// CHECK-NEXT:    cf.cond_br %arg0, ^bb1, ^bb3
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    "test.branch"(%arg1)[^bb2, ^bb3] : (i32) -> ()
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    cf.br ^bb3
// CHECK-NEXT:  ^bb3:
// CHECK-NEXT:    "test.end"() : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @unknown_branch(%c: i1, %x: i32) {
  cf.cond_br %c, ^a, ^b(%x, %x : i32, i32)
^a:
  "test.branch"(%x)[^b, ^d] : (i32) -> ()
^b(%p: i32, %q: i32):
  cf.br ^d(%x, %p : i32, i32)
^d(%r: i32, %s: i32):
  "test.end"() : () -> ()
  return
}

// The branches are known: unused arguments go, the first, one between others, and the last one.
// CHECK-LABEL: func.func @unused(%arg0: i1, %arg1: i32, %arg2: i64, %arg3: f32) {
// CHECK-NEXT:    cf.cond_br %arg0, ^bb1(%arg2 : i64), ^bb2(%arg3, %arg2, %arg1 : f32, i64, i32)
// CHECK-NEXT:  ^bb1(%0: i64):
// CHECK-NEXT:    "test.a"(%0) : (i64) -> ()
// CHECK-NEXT:    cf.br ^bb3(%arg1, %arg2 : i32, i64)
// CHECK-NEXT:  ^bb2(%1: f32, %2: i64, %3: i32):
// CHECK-NEXT:    "test.b"(%1, %3) : (f32, i32) -> ()
// CHECK-NEXT:    cf.br ^bb3(%3, %2 : i32, i64)
// CHECK-NEXT:  ^bb3(%4: i32, %5: i64):
// CHECK-NEXT:    "test.e"(%4, %5) : (i32, i64) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @unused(%c: i1, %x: i32, %y: i64, %z: f32) {
  cf.cond_br %c, ^a(%x, %y, %z : i32, i64, f32), ^b(%z, %y, %x : f32, i64, i32)
^a(%p: i32, %q: i64, %r: f32):
  "test.a"(%q) : (i64) -> ()
  cf.br ^e(%x, %y, %z : i32, i64, f32)
^b(%s: f32, %t: i64, %u: i32):
  "test.b"(%s, %u) : (f32, i32) -> ()
  cf.br ^e(%u, %t, %s : i32, i64, f32)
^e(%v: i32, %w: i64, %k: f32):
  "test.e"(%v, %w) : (i32, i64) -> ()
  return
}

// An argument that only feeds itself round a loop, through another block or an operation.
// CHECK-LABEL: func.func @round(%arg0: i1, %arg1: i32) {
// CHECK-NEXT:    cf.br ^bb1(%arg1 : i32)
// CHECK-NEXT:  ^bb1(%0: i32):
// CHECK-NEXT:    %1 = "test.more"(%0) : (i32) -> i1
// CHECK-NEXT:    cf.cond_br %1, ^bb2, ^bb3
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    %2 = "test.next"() : () -> i32
// CHECK-NEXT:    cf.br ^bb1(%2 : i32)
// CHECK-NEXT:  ^bb3:
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @round(%c: i1, %x: i32) {
  cf.br ^head(%x, %x, %x : i32, i32, i32)
^head(%p: i32, %q: i32, %r: i32):
  %0 = arith.addi %p, %x : i32
  %k = "test.more"(%r) : (i32) -> i1
  cf.cond_br %k, ^body(%q : i32), ^exit
^body(%t: i32):
  %1 = arith.subi %t, %x : i32
  %2 = "test.next"() : () -> i32
  cf.br ^head(%0, %1, %2 : i32, i32, i32)
^exit:
  return
}

// An argument that is used in a later block, by an operation that is used there, and one that a branch decides by.
// CHECK-LABEL: func.func @needed(%arg0: i1, %arg1: i32) {
// CHECK-NEXT:    cf.br ^bb1(%arg0, %arg1 : i1, i32)
// CHECK-NEXT:  ^bb1(%0: i1, %1: i32):
// CHECK-NEXT:    %2 = arith.addi %1, %arg1 : i32
// CHECK-NEXT:    cf.cond_br %0, ^bb1(%arg0, %arg1 : i1, i32), ^bb2
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    "test.use"(%2) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @needed(%c: i1, %x: i32) {
  cf.br ^head(%c, %x, %x : i1, i32, i32)
^head(%k: i1, %p: i32, %q: i32):
  %0 = arith.addi %p, %x : i32
  %1 = arith.muli %p, %x : i32
  cf.cond_br %k, ^head(%c, %x, %q : i1, i32, i32), ^exit(%1 : i32)
^exit(%d: i32):
  "test.use"(%0) : (i32) -> ()
  return
}

// In regions of operations, of an isolated one as well.
// CHECK-LABEL: func.func @inside(%arg0: i32, %arg1: i32) {
// CHECK-NEXT:    "test.region"() ({
// CHECK-NEXT:      %0 = arith.muli %arg0, %arg1 : i32
// CHECK-NEXT:      "test.use"(%0) : (i32) -> ()
// CHECK-NEXT:      "test.region"() ({
// CHECK-NEXT:        cf.br ^bb1(%arg1 : i32)
// CHECK-NEXT:      ^bb1(%1: i32):
// CHECK-NEXT:        "test.end"(%1) : (i32) -> ()
// CHECK-NEXT:        cf.br ^bb1(%arg1 : i32)
// CHECK-NEXT:      }) : () -> ()
// CHECK-NEXT:      "test.end"() : () -> ()
// CHECK-NEXT:    }) : () -> ()
// CHECK-NEXT:    builtin.module {
// CHECK-NEXT:      func.func @isolated(%arg2: i1, %arg3: i32) {
// CHECK-NEXT:        cf.br ^bb1
// CHECK-NEXT:      ^bb1:
// CHECK-NEXT:        %0 = "test.next"() : () -> i1
// CHECK-NEXT:        cf.cond_br %0, ^bb1, ^bb2
// CHECK-NEXT:      ^bb2:
// CHECK-NEXT:        return
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @inside(%x: i32, %y: i32) {
  "test.region"() ({
    %0 = arith.addi %x, %y : i32
    %1 = arith.muli %x, %y : i32
    "test.use"(%1) : (i32) -> ()
    "test.region"() ({
      cf.br ^a(%x, %y : i32, i32)
    ^a(%p: i32, %q: i32):
      "test.end"(%q) : (i32) -> ()
      cf.br ^a(%q, %y : i32, i32)
    }) : () -> ()
    "test.end"() : () -> ()
  }) : () -> ()
  builtin.module {
    func.func @isolated(%c: i1, %x1: i32) {
      %2 = arith.addi %x1, %x1 : i32
      cf.br ^a(%x1 : i32)
    ^a(%p: i32):
      %3 = "test.next"() : () -> i1
      cf.cond_br %3, ^a(%x1 : i32), ^b
    ^b:
      return
    }
  }
  return
}

// The entry of an operation that is executed keeps its arguments.
// CHECK-LABEL: func.func @entry(%arg0: index, %arg1: i32) {
// CHECK-NEXT:    "test.region"() ({
// CHECK-NEXT:    ^bb0(%arg2: i32, %arg3: i32):
// CHECK-NEXT:      "test.end"(%arg3) : (i32) -> ()
// CHECK-NEXT:    }) : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @entry(%lo: index, %x: i32) {
  scf.for %i = %lo to %lo step %lo {
    "test.use"() : () -> ()
  }
  "test.region"() ({
  ^bb0(%a: i32, %b: i32):
    "test.end"(%b) : (i32) -> ()
  }) : () -> ()
  return
}

// Unreachable blocks that use each other's values, and values of blocks that stay; a block behind them stays.
// CHECK-LABEL: func.func @unreachable(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:    %0 = "test.make"() : () -> i32
// CHECK-NEXT:    cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    "test.a"() : () -> ()
// CHECK-NEXT:    cf.br ^bb2
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    return %arg1 : i32
// CHECK-NEXT:  }
func.func @unreachable(%c: i1, %x: i32) -> i32 {
  %0 = "test.make"() : () -> i32
  cf.cond_br %c, ^a, ^b
^u(%p: i32):
  %1 = arith.addi %p, %2 : i32
  cf.br ^v(%1 : i32)
^a:
  "test.a"() : () -> ()
  cf.br ^b
^v(%q: i32):
  %2 = arith.muli %q, %0 : i32
  "test.region"() ({
    "test.end"(%1, %2) : (i32, i32) -> ()
  }) : () -> ()
  cf.cond_br %c, ^u(%2 : i32), ^b
^b:
  return %x : i32
}

// Unreachable blocks in a region of an operation in the second block.
// CHECK-LABEL: func.func @unreachable_inside(%arg0: i1) {
// CHECK-NEXT:    cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    "test.region"() ({
// CHECK-NEXT:      "test.end"() : () -> ()
// CHECK-NEXT:    }, {
// CHECK-NEXT:      "test.end"() : () -> ()
// CHECK-NEXT:    }) : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    "test.region"() ({
// CHECK-NEXT:      "test.region"() ({
// CHECK-NEXT:        "test.end"() : () -> ()
// CHECK-NEXT:      }) : () -> ()
// CHECK-NEXT:      "test.end"() : () -> ()
// CHECK-NEXT:    }) : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @unreachable_inside(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  "test.region"() ({
    "test.end"() : () -> ()
  ^u:
    "test.never"() : () -> ()
    cf.br ^u
  }, {
    "test.end"() : () -> ()
  ^v:
    cf.br ^v
  }) : () -> ()
  return
^b:
  "test.region"() ({
    "test.region"() ({
      "test.end"() : () -> ()
    ^u:
      "test.never"() : () -> ()
    }) : () -> ()
    "test.end"() : () -> ()
  }) : () -> ()
  return
}
