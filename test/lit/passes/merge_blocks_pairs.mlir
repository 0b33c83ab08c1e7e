// RUN: optc %s --allow-unregistered-dialect --canonicalize=region-simplify=aggressive | FileCheck %s

// What a block defines is used in another one that only it leads to.
// CHECK-LABEL: func.func @behind_first(%arg0: i1) {
// CHECK-NEXT:    "test.branch"()[^bb1, ^bb4] : () -> ()
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    %0 = "test.make"() : () -> i32
// CHECK-NEXT:    cf.cond_br %arg0, ^bb3, ^bb2
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    %1 = "test.make"() : () -> i32
// CHECK-NEXT:    cf.cond_br %arg0, ^bb3, ^bb2
// CHECK-NEXT:  ^bb3:
// CHECK-NEXT:    "test.use"(%0) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb4:
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @behind_first(%d: i1) {
  "test.branch"()[^a, ^z] : () -> ()
^a:
  %0 = "test.make"() : () -> i32
  cf.cond_br %d, ^x, ^b
^b:
  %1 = "test.make"() : () -> i32
  cf.cond_br %d, ^x, ^b
^x:
  "test.use"(%0) : (i32) -> ()
  return
^z:
  return
}

// CHECK-LABEL: func.func @behind_second(%arg0: i1) {
// CHECK-NEXT:    "test.branch"()[^bb2, ^bb4] : () -> ()
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    %0 = "test.make"() : () -> i32
// CHECK-NEXT:    cf.cond_br %arg0, ^bb3, ^bb1
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    %1 = "test.make"() : () -> i32
// CHECK-NEXT:    cf.cond_br %arg0, ^bb3, ^bb1
// CHECK-NEXT:  ^bb3:
// CHECK-NEXT:    "test.use"(%1) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb4:
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @behind_second(%d: i1) {
  "test.branch"()[^a, ^z] : () -> ()
^b:
  %1 = "test.make"() : () -> i32
  cf.cond_br %d, ^x, ^b
^a:
  %0 = "test.make"() : () -> i32
  cf.cond_br %d, ^x, ^b
^x:
  "test.use"(%0) : (i32) -> ()
  return
^z:
  return
}

// So is an argument.
// CHECK-LABEL: func.func @argument_behind(%arg0: i1, %arg1: i32, %arg2: i32) {
// CHECK-NEXT:    "test.branch"()[^bb1, ^bb2] : () -> ()
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    "test.s"() : () -> ()
// CHECK-NEXT:    cf.br ^bb3(%arg1 : i32)
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    "test.t"() : () -> ()
// CHECK-NEXT:    cf.br ^bb3(%arg2 : i32)
// CHECK-NEXT:  ^bb3(%0: i32):
// CHECK-NEXT:    %1 = "test.make"(%0) : (i32) -> i32
// CHECK-NEXT:    cf.cond_br %arg0, ^bb5, ^bb4(%1 : i32)
// CHECK-NEXT:  ^bb4(%2: i32):
// CHECK-NEXT:    %3 = "test.make"(%2) : (i32) -> i32
// CHECK-NEXT:    cf.cond_br %arg0, ^bb5, ^bb4(%3 : i32)
// CHECK-NEXT:  ^bb5:
// CHECK-NEXT:    "test.use"(%0) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @argument_behind(%d: i1, %p: i32, %q: i32) {
  "test.branch"()[^s, ^t] : () -> ()
^s:
  "test.s"() : () -> ()
  cf.br ^a(%p : i32)
^t:
  "test.t"() : () -> ()
  cf.br ^a(%q : i32)
^a(%v: i32):
  %0 = "test.make"(%v) : (i32) -> i32
  cf.cond_br %d, ^x, ^b(%0 : i32)
^b(%w: i32):
  %1 = "test.make"(%w) : (i32) -> i32
  cf.cond_br %d, ^x, ^b(%1 : i32)
^x:
  "test.use"(%v) : (i32) -> ()
  return
}

// The shorter of two blocks is the first or the second one.
// CHECK-LABEL: func.func @length() {
// CHECK-NEXT:    "test.region"() ({
// CHECK-NEXT:      "test.branch"()[^bb1, ^bb2] : () -> ()
// CHECK-NEXT:    ^bb1:
// CHECK-NEXT:      "test.end"() : () -> ()
// CHECK-NEXT:    ^bb2:
// CHECK-NEXT:      "test.end"() : () -> ()
// CHECK-NEXT:      "test.end"() : () -> ()
// CHECK-NEXT:    }) : () -> ()
// CHECK-NEXT:    "test.region"() ({
// CHECK-NEXT:      "test.branch"()[^bb1, ^bb2] : () -> ()
// CHECK-NEXT:    ^bb1:
// CHECK-NEXT:      "test.end"() : () -> ()
// CHECK-NEXT:      "test.end"() : () -> ()
// CHECK-NEXT:    ^bb2:
// CHECK-NEXT:      "test.end"() : () -> ()
// CHECK-NEXT:    }) : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @length() {
  "test.region"() ({
    "test.branch"()[^a, ^b] : () -> ()
  ^a:
    "test.end"() : () -> ()
  ^b:
    "test.end"() : () -> ()
    "test.end"() : () -> ()
  }) : () -> ()
  "test.region"() ({
    "test.branch"()[^a, ^b] : () -> ()
  ^a:
    "test.end"() : () -> ()
    "test.end"() : () -> ()
  ^b:
    "test.end"() : () -> ()
  }) : () -> ()
  return
}

// The result of a terminator is passed by other terminators.
// CHECK-LABEL: func.func @result_of_terminator(%arg0: i32, %arg1: i32) {
// CHECK-NEXT:    %0 = "test.branch"()[^bb1, ^bb2] : () -> i32
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    cf.switch %arg1 : i32, [
// CHECK-NEXT:      default: ^bb3(%0 : i32),
// CHECK-NEXT:      1: ^bb3(%arg0 : i32),
// CHECK-NEXT:      3: ^bb3(%arg0 : i32)
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb3(%1: i32):
// CHECK-NEXT:    "test.use"(%1) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @result_of_terminator(%y: i32, %k: i32) {
  %r = "test.branch"()[^m, ^n] : () -> i32
^m:
  cf.switch %k : i32, [default: ^a, 1: ^b, 2: ^a, 3: ^b]
^n:
  return
^a:
  "test.use"(%r) : (i32) -> ()
  return
^b:
  "test.use"(%y) : (i32) -> ()
  return
}

// The same argument of each block; another one.
// CHECK-LABEL: func.func @arguments(%arg0: i32, %arg1: i32, %arg2: i32) {
// CHECK-NEXT:    cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1(%arg1, %arg2 : i32, i32),
// CHECK-NEXT:      1: ^bb1(%arg2, %arg1 : i32, i32),
// CHECK-NEXT:      2: ^bb1(%arg1, %arg1 : i32, i32),
// CHECK-NEXT:      3: ^bb1(%arg2, %arg2 : i32, i32),
// CHECK-NEXT:      4: ^bb2(%arg1, %arg2 : i32, i32),
// CHECK-NEXT:      5: ^bb2(%arg2, %arg1 : i32, i32)
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb1(%0: i32, %1: i32):
// CHECK-NEXT:    "test.use"(%0, %1) : (i32, i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2(%2: i32, %3: i32):
// CHECK-NEXT:    "test.use"(%3, %2) : (i32, i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @arguments(%c: i32, %x: i32, %y: i32) {
  cf.switch %c : i32, [default: ^a(%x, %y : i32, i32), 1: ^a(%y, %x : i32, i32), 2: ^b(%x, %x : i32, i32), 3: ^b(%y, %y : i32, i32), 4: ^e(%x, %y : i32, i32), 5: ^e(%y, %x : i32, i32)]
^a(%p: i32, %q: i32):
  "test.use"(%p, %q) : (i32, i32) -> ()
  return
^b(%r: i32, %s: i32):
  "test.use"(%r, %s) : (i32, i32) -> ()
  return
^e(%t: i32, %u: i32):
  "test.use"(%u, %t) : (i32, i32) -> ()
  return
}

// The first operation of the block, and the second one.
// CHECK-LABEL: func.func @order(%arg0: i1) {
// CHECK-NEXT:    cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    %0 = "test.make"() : () -> i32
// CHECK-NEXT:    %1 = "test.make"() : () -> i32
// CHECK-NEXT:    "test.use"(%0) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    %2 = "test.make"() : () -> i32
// CHECK-NEXT:    %3 = "test.make"() : () -> i32
// CHECK-NEXT:    "test.use"(%3) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @order(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = "test.make"() : () -> i32
  %1 = "test.make"() : () -> i32
  "test.use"(%0) : (i32) -> ()
  return
^b:
  %2 = "test.make"() : () -> i32
  %3 = "test.make"() : () -> i32
  "test.use"(%3) : (i32) -> ()
  return
}

// Operands that differ become one argument where all blocks have the same value twice.
// CHECK-LABEL: func.func @places(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i32) {
// CHECK-NEXT:    cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1(%arg1, %arg2, %arg2 : i32, i32, i32),
// CHECK-NEXT:      1: ^bb1(%arg2, %arg1, %arg1 : i32, i32, i32),
// CHECK-NEXT:      2: ^bb1(%arg2, %arg1, %arg3 : i32, i32, i32)
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb1(%0: i32, %1: i32, %2: i32):
// CHECK-NEXT:    "test.one"(%arg3, %0) : (i32, i32) -> ()
// CHECK-NEXT:    "test.two"(%arg3, %0, %1) : (i32, i32, i32) -> ()
// CHECK-NEXT:    "test.three"(%2) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @places(%c: i32, %x: i32, %y: i32, %z: i32) {
  cf.switch %c : i32, [default: ^a, 1: ^b, 2: ^e]
^a:
  "test.one"(%z, %x) : (i32, i32) -> ()
  "test.two"(%z, %x, %y) : (i32, i32, i32) -> ()
  "test.three"(%y) : (i32) -> ()
  return
^b:
  "test.one"(%z, %y) : (i32, i32) -> ()
  "test.two"(%z, %y, %x) : (i32, i32, i32) -> ()
  "test.three"(%x) : (i32) -> ()
  return
^e:
  "test.one"(%z, %y) : (i32, i32) -> ()
  "test.two"(%z, %y, %x) : (i32, i32, i32) -> ()
  "test.three"(%z) : (i32) -> ()
  return
}

// Three pairs in one region, and one alone.
// CHECK-LABEL: func.func @groups(%arg0: i32, %arg1: i32) {
// CHECK-NEXT:    cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1,
// CHECK-NEXT:      1: ^bb2,
// CHECK-NEXT:      3: ^bb2,
// CHECK-NEXT:      4: ^bb3,
// CHECK-NEXT:      5: ^bb4,
// CHECK-NEXT:      6: ^bb4
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    "test.a"(%arg1) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    "test.b"(%arg1) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb3:
// CHECK-NEXT:    "test.alone"(%arg1) : (i32) -> ()
// CHECK-NEXT:    cf.br ^bb1
// CHECK-NEXT:  ^bb4:
// CHECK-NEXT:    "test.onward"(%arg1) : (i32) -> ()
// CHECK-NEXT:    cf.br ^bb2
// CHECK-NEXT:  }
func.func @groups(%c: i32, %x: i32) {
  cf.switch %c : i32, [default: ^a1, 1: ^b1, 2: ^a2, 3: ^b2, 4: ^alone, 5: ^onward1, 6: ^onward2]
^a1:
  "test.a"(%x) : (i32) -> ()
  return
^b1:
  "test.b"(%x) : (i32) -> ()
  return
^a2:
  "test.a"(%x) : (i32) -> ()
  return
^b2:
  "test.b"(%x) : (i32) -> ()
  return
^alone:
  "test.alone"(%x) : (i32) -> ()
  cf.br ^a1
^onward1:
  "test.onward"(%x) : (i32) -> ()
  cf.br ^b1
^onward2:
  "test.onward"(%x) : (i32) -> ()
  cf.br ^b1
}

// An operation with a region that is empty does not matter.
// CHECK-LABEL: func.func @empty_region(%arg0: i1) {
// CHECK-NEXT:    "test.region"() ({
// CHECK-NEXT:    }) : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @empty_region(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  "test.region"() ({}) : () -> ()
  return
^b:
  "test.region"() ({}) : () -> ()
  return
}

// The second region, or the second operation.
// CHECK-LABEL: func.func @second_region(%arg0: i1) {
// CHECK-NEXT:    cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    "test.first"() : () -> ()
// CHECK-NEXT:    "test.region"() ({
// CHECK-NEXT:    }, {
// CHECK-NEXT:      "test.end"() : () -> ()
// CHECK-NEXT:    }) : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    "test.first"() : () -> ()
// CHECK-NEXT:    "test.region"() ({
// CHECK-NEXT:    }, {
// CHECK-NEXT:      "test.end"() : () -> ()
// CHECK-NEXT:    }) : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @second_region(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  "test.first"() : () -> ()
  "test.region"() ({}, {
    "test.end"() : () -> ()
  }) : () -> ()
  return
^b:
  "test.first"() : () -> ()
  "test.region"() ({}, {
    "test.end"() : () -> ()
  }) : () -> ()
  return
}

// One value more than is passed already.
// CHECK-LABEL: func.func @more_values(%arg0: i32, %arg1: i32, %arg2: i32) {
// CHECK-NEXT:    cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1(%arg1, %arg1 : i32, i32),
// CHECK-NEXT:      1: ^bb1(%arg2, %arg1 : i32, i32),
// CHECK-NEXT:      2: ^bb1(%arg2, %arg2 : i32, i32),
// CHECK-NEXT:      3: ^bb1(%arg1, %arg2 : i32, i32)
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb1(%0: i32, %1: i32):
// CHECK-NEXT:    "test.use"(%0, %1) : (i32, i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @more_values(%c: i32, %x: i32, %y: i32) {
  cf.switch %c : i32, [default: ^a(%x : i32), 1: ^a(%y : i32), 2: ^b(%y : i32), 3: ^b(%x : i32)]
^a(%p: i32):
  "test.use"(%p, %x) : (i32, i32) -> ()
  return
^b(%q: i32):
  "test.use"(%q, %y) : (i32, i32) -> ()
  return
}

// The types of the second argument.
// CHECK-LABEL: func.func @types(%arg0: i32, %arg1: i32, %arg2: i64, %arg3: i64) {
// CHECK-NEXT:    cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1(%arg1, %arg1 : i32, i32),
// CHECK-NEXT:      1: ^bb1(%arg0, %arg0 : i32, i32),
// CHECK-NEXT:      2: ^bb2(%arg1, %arg2 : i32, i64),
// CHECK-NEXT:      3: ^bb2(%arg0, %arg3 : i32, i64)
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb1(%0: i32, %1: i32):
// CHECK-NEXT:    "test.use"(%0, %1) : (i32, i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2(%2: i32, %3: i64):
// CHECK-NEXT:    "test.use"(%2, %3) : (i32, i64) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @types(%c: i32, %x: i32, %y: i64, %z: i64) {
  cf.switch %c : i32, [default: ^a(%x, %x : i32, i32), 1: ^a(%c, %c : i32, i32), 2: ^b(%x, %y : i32, i64), 3: ^b(%c, %z : i32, i64)]
^a(%p: i32, %q: i32):
  "test.use"(%p, %q) : (i32, i32) -> ()
  return
^b(%r: i32, %s: i64):
  "test.use"(%r, %s) : (i32, i64) -> ()
  return
}
