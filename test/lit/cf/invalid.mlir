// RUN: optc %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%a: i1) {
  // expected-error @+1 {{expects number of branch weights to match number of successors: 1 vs 2}}
  cf.cond_br %a weights([1]), ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @f(%a: i1) {
  // expected-error @+1 {{branch weights cannot all be zero}}
  cf.cond_br %a weights([0, 0]), ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @f(%a: i1) {
  // expected-error @+1 {{custom op 'cf.cond_br' integer value too large}}
  cf.cond_br %a weights([1, 99999999999]), ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @f(%a: i1) {
  // expected-error @+1 {{expected '['}}
  cf.cond_br %a weights(1, 2), ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+2 {{use of value '%a' expects different type than prior uses: 'i1' vs 'i32'}}
  // expected-note @-2 {{prior use here}}
  cf.cond_br %a, ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{branch has 1 operands for successor #0, but target block has 0}}
  cf.br ^bb1(%a : i32)
^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{custom op 'cf.br' number of operands and types do not match: got 2 operands and 1 types}}
  cf.br ^bb1(%a, %a : i32)
^bb1(%x: i32):
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{type mismatch for bb argument #0 of successor #0}}
  cf.br ^bb1(%a : i32)
^bb1(%x: f32):
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{custom op 'cf.switch' invalid kind of type specified: expected builtin.integer, but found 'f32'}}
  cf.switch %a : f32, [default: ^bb1]
^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{custom op 'cf.switch' expected 'default'}}
  cf.switch %a : i32, [12: ^bb1]
^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{expected ':'}}
  cf.switch %a : i32, [default: ^bb1, 4: ^bb1(%a)]
^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'cf.switch' op 'flag' type ('i32') should match case value type ('i64')}}
  "cf.switch"(%a) [^bb1, ^bb1] {case_values = dense<1> : vector<1xi64>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'cf.switch' op number of case values (2) should match number of case destinations (1)}}
  "cf.switch"(%a) [^bb1, ^bb1] {case_values = dense<1> : vector<2xi32>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>} : (i32) -> ()
^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'cf.switch' op caseOperands count (1) does not match with the total size (0) specified in attribute 'case_operand_segments'}}
  "cf.switch"(%a, %a) [^bb1, ^bb1] {case_values = dense<1> : vector<1xi32>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 1>} : (i32, i32) -> ()
^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+2 {{use of value '%a' expects different type than prior uses: 'i1' vs 'i32'}}
  // expected-note @-2 {{prior use here}}
  cf.assert %a, "text"
  return
}

// -----

func.func @f(%a: i1) {
  // expected-error @+1 {{expected ','}}
  cf.assert %a
  return
}

// -----

func.func @f(%flag: i32, %x: i32) {
  // expected-error @+1 {{'cf.switch' op caseOperands count (1) does not match with the total size (0) specified in attribute 'case_operand_segments'}}
  "cf.switch"(%flag, %x)[^bb1, ^bb2] <{case_operand_segments = array<i32: 0>, case_values = dense<1> : vector<1xi32>,
      operandSegmentSizes = array<i32: 1, 0, 1>}> : (i32, i32) -> ()
^bb1:
  return
^bb2(%y: i32):
  return
}

// -----

// A branch in the middle of a block is reported before the mistakes in front of it.
func.func @branch_in_the_middle(%x: i32) {
  %0 = "arith.addi"(%x) : (i32) -> i32
  // expected-error @below {{operation with block successors must terminate its parent block}}
  "cf.br"()[^next] : () -> ()
  "cf.br"()[^next] : () -> ()
^next:
  return
}
