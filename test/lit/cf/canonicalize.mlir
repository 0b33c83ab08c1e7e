// RUN: optc %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// Unconditional branches that go in a circle are not followed.
// CHECK-LABEL: func.func @circle(%arg0: i1) {
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb3
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: cf.br ^bb2
// CHECK-NEXT: ^bb2:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT: cf.br ^bb2
// CHECK-NEXT: ^bb3:  // pred: ^bb0
// CHECK-NEXT: "test.effect"() : () -> ()
// CHECK-NEXT: return
func.func @circle(%a: i1) {
  cf.cond_br %a, ^bb1, ^bb4
^bb1:
  cf.br ^bb2
^bb2:
  cf.br ^bb3
^bb3:
  cf.br ^bb2
^bb4:
  cf.br ^bb5
^bb5:
  "test.effect"() : () -> ()
  return
}

// CHECK-LABEL: func.func @pass_through(%arg0: i1, %arg1: i32) {
// CHECK-NEXT: cf.cond_br %arg0 weights([3, 4]), ^bb2(%arg1 : i32), ^bb1
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: "test.effect"() : () -> ()
// CHECK-NEXT: cf.br ^bb2(%arg1 : i32)
// CHECK-NEXT: ^bb2(%0: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: "test.use"(%0) : (i32) -> ()
// CHECK-NEXT: return
func.func @pass_through(%a: i1, %c: i32) {
  cf.cond_br %a weights([3, 4]), ^bb1, ^bb2 {test.tag}
^bb1:
  cf.br ^bb3(%c : i32)
^bb2:
  "test.effect"() : () -> ()
  cf.br ^bb3(%c : i32)
^bb3(%d: i32):
  "test.use"(%d) : (i32) -> ()
  return
}

// CHECK-LABEL: func.func @known_condition(%arg0: i1) {
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: "test.yes"(%true) : (i1) -> ()
// CHECK-NEXT: "test.three"() : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: "test.no"(%false) : (i1) -> ()
// CHECK-NEXT: "test.four"() : () -> ()
// CHECK-NEXT: return
func.func @known_condition(%a: i1) {
  cf.cond_br %a, ^bb1, ^bb2
^bb1:
  "test.yes"(%a) : (i1) -> ()
  cf.cond_br %a, ^bb3, ^bb4
^bb2:
  "test.no"(%a) : (i1) -> ()
  cf.cond_br %a, ^bb3, ^bb4
^bb3:
  "test.three"() : () -> ()
  return
^bb4:
  "test.four"() : () -> ()
  return
}

// CHECK-LABEL: func.func @same_target(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: i32) -> i32 {
// CHECK-NEXT: %0 = arith.select %arg0, %arg2, %arg3 : i32
// CHECK-NEXT: %1 = arith.addi %arg1, %0 : i32
// CHECK-NEXT: return %1 : i32
func.func @same_target(%a: i1, %c: i32, %d: i32, %e: i32) -> i32 {
  cf.cond_br %a, ^bb1(%c, %d : i32, i32), ^bb1(%c, %e : i32, i32)
^bb1(%x: i32, %y: i32):
  %r = arith.addi %x, %y : i32
  return %r : i32
}

// CHECK-LABEL: func.func @chain(%arg0: i32) -> i32 {
// CHECK-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT: return %0 : i32
func.func @chain(%x: i32) -> i32 {
  cf.br ^bb1(%x : i32)
^bb1(%p: i32):
  cf.br ^bb2(%p, %x : i32, i32)
^bb2(%q: i32, %r: i32):
  %s = arith.addi %q, %r : i32
  cf.br ^bb3(%s : i32)
^bb3(%t: i32):
  return %t : i32
}

// Cases like the default, from a case, from the default, and through a block.
// CHECK-LABEL: func.func @switches(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT: cf.switch %arg0 : i32, [
// CHECK-NEXT: default: ^bb1(%arg1 : i32),
// CHECK-NEXT: 42: ^bb3(%arg1 : i32),
// CHECK-NEXT: 43: ^bb3(%arg2 : i32)
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1(%0: i32):  // pred: ^bb0
// CHECK-NEXT: cf.switch %arg0 : i32, [
// CHECK-NEXT: default: ^bb2(%0 : i32),
// CHECK-NEXT: 17: ^bb4(%0 : i32)
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb2(%1: i32):  // pred: ^bb1
// CHECK-NEXT: return %1 : i32
// CHECK-NEXT: ^bb3(%2: i32):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT: %3 = arith.addi %2, %2 : i32
// CHECK-NEXT: return %3 : i32
// CHECK-NEXT: ^bb4(%4: i32):  // pred: ^bb1
// CHECK-NEXT: %5 = arith.muli %4, %4 : i32
// CHECK-NEXT: return %5 : i32
func.func @switches(%flag: i32, %a: i32, %b: i32) -> i32 {
  cf.switch %flag : i32, [
    default: ^bb1(%a : i32),
    10: ^bb1(%a : i32),
    42: ^bb2(%a : i32),
    43: ^bb3(%b : i32)
  ]
^bb1(%x: i32):
  cf.switch %flag : i32, [default: ^bb4(%x : i32), 42: ^bb5(%x : i32), 17: ^bb6(%x : i32)]
^bb2(%y: i32):
  cf.switch %flag : i32, [default: ^bb4(%y : i32), 42: ^bb5(%y : i32), 17: ^bb6(%y : i32)]
^bb3(%z: i32):
  cf.br ^bb5(%z : i32)
^bb4(%u: i32):
  return %u : i32
^bb5(%v: i32):
  %r = arith.addi %v, %v : i32
  return %r : i32
^bb6(%w: i32):
  %s = arith.muli %w, %w : i32
  return %s : i32
}

// CHECK-LABEL: func.func @constant_switch(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT: return %arg1 : i32
func.func @constant_switch(%a: i32, %b: i32) -> i32 {
  %c42 = arith.constant 42 : i32
  cf.switch %c42 : i32, [
    default: ^bb1(%a : i32),
    10: ^bb1(%a : i32),
    42: ^bb1(%b : i32)
  ]
^bb1(%x: i32):
  return %x : i32
}

// CHECK-LABEL: func.func @asserts() {
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: cf.assert %false, "does not hold"
// CHECK-NEXT: return
func.func @asserts() {
  %true = arith.constant true
  %false = arith.constant false
  cf.assert %true, "holds"
  cf.assert %false, "does not hold"
  return
}
