// flags: --split-input-file --verify-diagnostics
// flags: --split-input-file --verify-diagnostics=only-expected
// flags: --verify-diagnostics

func.func @first(%a: i32) -> i32 {
  %0 = arith.muli %a, %a : i32
  %1 = arith.muli %a, %a : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
func.func @second() { return }

// -----

func.func @wrong(%a: i32) -> i32 {
  // expected-error@+1 {{'func.return' op has 0 operands, but enclosing function (@wrong) returns 1}}
  return
}

// -----

func.func @wrong2(%a: i32) -> i32 {
  return // expected-error-re {{has {{[0-9]}} operands}}
}
// expected-remark@above {{never}}
// expected-error@below {{type of return operand 0 ('i1') doesn't match function result type ('i32')}}

func.func @wrong3(%a: i1) -> i32 { return %a : i1 }

// -----

func.func @third() { return }
