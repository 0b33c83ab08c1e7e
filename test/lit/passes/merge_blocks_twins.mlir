// RUN: optc %s --allow-unregistered-dialect --canonicalize=region-simplify=aggressive | FileCheck %s

// A block that differs from the first one is merged with its own kind: other types of arguments.
// CHECK-LABEL: func.func @argument_types(%arg0: i32, %arg1: i32, %arg2: i64, %arg3: i64) {
// CHECK-NEXT:    cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1(%arg1 : i32),
// CHECK-NEXT:      1: ^bb1(%arg0 : i32),
// CHECK-NEXT:      2: ^bb2(%arg2 : i64),
// CHECK-NEXT:      3: ^bb2(%arg3 : i64),
// CHECK-NEXT:      4: ^bb2(%arg3 : i64),
// CHECK-NEXT:      5: ^bb2(%arg2 : i64)
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb1(%0: i32):
// CHECK-NEXT:    "test.use"(%0) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2(%1: i64):
// CHECK-NEXT:    "test.use"(%1) : (i64) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @argument_types(%c: i32, %x: i32, %y: i64, %z: i64) {
  cf.switch %c : i32, [default: ^a(%x : i32), 1: ^a(%c : i32), 2: ^b(%y : i64), 3: ^b(%z : i64), 4: ^e(%z : i64), 5: ^e(%y : i64)]
^a(%p: i32):
  "test.use"(%p) : (i32) -> ()
  return
^b(%q: i64):
  "test.use"(%q) : (i64) -> ()
  return
^e(%r: i64):
  "test.use"(%r) : (i64) -> ()
  return
}

// Other types of operands.
// CHECK-LABEL: func.func @operand_types(%arg0: i32, %arg1: i32, %arg2: i64, %arg3: i64) {
// CHECK-NEXT:    cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1,
// CHECK-NEXT:      1: ^bb2(%arg2 : i64),
// CHECK-NEXT:      2: ^bb2(%arg3 : i64)
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    "test.use"(%arg1) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2(%0: i64):
// CHECK-NEXT:    "test.use"(%0) : (i64) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @operand_types(%c: i32, %x: i32, %y: i64, %z: i64) {
  cf.switch %c : i32, [default: ^a, 1: ^b, 2: ^e]
^a:
  "test.use"(%x) : (i32) -> ()
  return
^b:
  "test.use"(%y) : (i64) -> ()
  return
^e:
  "test.use"(%z) : (i64) -> ()
  return
}

// A value of the block, and one from outside.
// CHECK-LABEL: func.func @inside(%arg0: i32, %arg1: i32, %arg2: i32) {
// CHECK-NEXT:    cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1,
// CHECK-NEXT:      1: ^bb2(%arg1 : i32),
// CHECK-NEXT:      2: ^bb2(%arg2 : i32)
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    %0 = "test.make"() : () -> i32
// CHECK-NEXT:    "test.use"(%0) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2(%1: i32):
// CHECK-NEXT:    %2 = "test.make"() : () -> i32
// CHECK-NEXT:    "test.use"(%1) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @inside(%c: i32, %x: i32, %y: i32) {
  cf.switch %c : i32, [default: ^a, 1: ^b, 2: ^e]
^a:
  %0 = "test.make"() : () -> i32
  "test.use"(%0) : (i32) -> ()
  return
^b:
  %1 = "test.make"() : () -> i32
  "test.use"(%x) : (i32) -> ()
  return
^e:
  %2 = "test.make"() : () -> i32
  "test.use"(%y) : (i32) -> ()
  return
}

// What a terminator cannot pass.
// CHECK-LABEL: func.func @result_of_terminator(%arg0: i32) {
// CHECK-NEXT:    %0 = "test.branch"()[^bb1, ^bb2, ^bb2] : () -> i32
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    "test.use"(%0) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    "test.use"(%arg0) : (i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @result_of_terminator(%y: i32) {
  %r = "test.branch"()[^a, ^b, ^e] : () -> i32
^a:
  "test.use"(%r) : (i32) -> ()
  return
^b:
  "test.use"(%y) : (i32) -> ()
  return
^e:
  "test.use"(%y) : (i32) -> ()
  return
}

// Other places in the block.
// CHECK-LABEL: func.func @order(%arg0: i32) {
// CHECK-NEXT:    cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1,
// CHECK-NEXT:      1: ^bb2,
// CHECK-NEXT:      2: ^bb2
// CHECK-NEXT:    ]
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
func.func @order(%c: i32) {
  cf.switch %c : i32, [default: ^a, 1: ^b, 2: ^e]
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
^e:
  %4 = "test.make"() : () -> i32
  %5 = "test.make"() : () -> i32
  "test.use"(%5) : (i32) -> ()
  return
}

// More operations.
// CHECK-LABEL: func.func @length() {
// CHECK-NEXT:    "test.region"() ({
// CHECK-NEXT:      "test.branch"()[^bb1, ^bb2, ^bb2] : () -> ()
// CHECK-NEXT:    ^bb1:
// CHECK-NEXT:      "test.end"() : () -> ()
// CHECK-NEXT:    ^bb2:
// CHECK-NEXT:      "test.end"() : () -> ()
// CHECK-NEXT:      "test.end"() : () -> ()
// CHECK-NEXT:    }) : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @length() {
  "test.region"() ({
    "test.branch"()[^a, ^b, ^e] : () -> ()
  ^a:
    "test.end"() : () -> ()
  ^b:
    "test.end"() : () -> ()
    "test.end"() : () -> ()
  ^e:
    "test.end"() : () -> ()
    "test.end"() : () -> ()
  }) : () -> ()
  return
}

// The first one has a region.
// CHECK-LABEL: func.func @region(%arg0: i32) {
// CHECK-NEXT:    cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1,
// CHECK-NEXT:      1: ^bb2,
// CHECK-NEXT:      2: ^bb2
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    "test.region"() ({
// CHECK-NEXT:      "test.end"() : () -> ()
// CHECK-NEXT:    }) : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    "test.use"() : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @region(%c: i32) {
  cf.switch %c : i32, [default: ^a, 1: ^b, 2: ^e]
^a:
  "test.region"() ({
    "test.end"() : () -> ()
  }) : () -> ()
  return
^b:
  "test.use"() : () -> ()
  return
^e:
  "test.use"() : () -> ()
  return
}

// The arguments are in the order of the operands, whichever block differs there.
// CHECK-LABEL: func.func @order_of_arguments(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i32) {
// CHECK-NEXT:    cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1(%arg1, %arg1, %arg1 : i32, i32, i32),
// CHECK-NEXT:      1: ^bb1(%arg1, %arg1, %arg2 : i32, i32, i32),
// CHECK-NEXT:      2: ^bb1(%arg1, %arg3, %arg1 : i32, i32, i32),
// CHECK-NEXT:      3: ^bb1(%arg0, %arg1, %arg1 : i32, i32, i32)
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb1(%0: i32, %1: i32, %2: i32):
// CHECK-NEXT:    "test.use"(%0, %arg1, %1) : (i32, i32, i32) -> ()
// CHECK-NEXT:    "test.end"(%arg1, %2) : (i32, i32) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @order_of_arguments(%c: i32, %x: i32, %y: i32, %z: i32) {
  cf.switch %c : i32, [default: ^a, 1: ^b, 2: ^e, 3: ^g]
^a:
  "test.use"(%x, %x, %x) : (i32, i32, i32) -> ()
  "test.end"(%x, %x) : (i32, i32) -> ()
  return
^b:
  "test.use"(%x, %x, %x) : (i32, i32, i32) -> ()
  "test.end"(%x, %y) : (i32, i32) -> ()
  return
^e:
  "test.use"(%x, %x, %z) : (i32, i32, i32) -> ()
  "test.end"(%x, %x) : (i32, i32) -> ()
  return
^g:
  "test.use"(%c, %x, %x) : (i32, i32, i32) -> ()
  "test.end"(%x, %x) : (i32, i32) -> ()
  return
}

// An operation that was erased in front of others does not make their places differ.
// CHECK-LABEL: func.func @behind_an_erased_operation(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:    %0 = "test.make"(%arg1) : (i32) -> i32
// CHECK-NEXT:    %1 = "test.use"(%0) : (i32) -> i32
// CHECK-NEXT:    return %1 : i32
// CHECK-NEXT:  }
func.func @behind_an_erased_operation(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %dead = arith.addi %a, %a : i32
  %0 = "test.make"(%a) : (i32) -> i32
  %1 = "test.use"(%0) : (i32) -> i32
  return %1 : i32
^b:
  %2 = "test.make"(%a) : (i32) -> i32
  %3 = "test.use"(%2) : (i32) -> i32
  return %3 : i32
}
