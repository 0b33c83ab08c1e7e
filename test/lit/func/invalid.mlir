// RUN: optc %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error @+1 {{custom op 'func.func' expected type instead of SSA identifier}}
func.func @mixed(i32, %a : i32)

// -----

// expected-error @+1 {{custom op 'func.func' expected SSA identifier}}
func.func @mixed(%a : i32, i32)

// -----

// expected-error @+1 {{custom op 'func.func' 'sym_name' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
func.func @twice_named() attributes {sym_name = "a"}

// -----

// expected-error @+1 {{custom op 'func.func' 'function_type' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
func.func @twice_typed() attributes {function_type = 1}

// -----

// expected-error @+1 {{custom op 'func.func' expected non-empty function body}}
func.func @empty_body() {}

// -----

// expected-error @+1 {{'func.func' op arguments may only have dialect attributes}}
func.func private @argument_attribute(i32 {a}) -> i32

// -----

// expected-error @+1 {{'func.func' op results may only have dialect attributes}}
func.func private @result_attribute(i32) -> (i32 {a})

// -----

// expected-error @+1 {{'func.func' op symbol declaration cannot have public visibility}}
func.func @public_declaration()

// -----

// expected-error @+1 {{'func.func' op entry block must have 0 arguments to match function signature}}
"func.func"() <{function_type = () -> i32, sym_name = "a"}> ({
^bb0(%x : i32):
  func.return
}) : () -> ()

// -----

// expected-error @+1 {{'func.func' op type of entry block argument #0('f32') must match the type of the corresponding argument in function signature('i32')}}
"func.func"() <{function_type = (i32) -> i32, sym_name = "a"}> ({
^bb0(%x : f32):
  func.return
}) : () -> ()

// -----

// expected-error @+1 {{'func.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 2, but expected 1}}
"func.func"() <{function_type = (i32) -> i32, sym_name = "a", arg_attrs = [{}, {}]}> ({
^bb0(%x : i32):
  func.return
}) : () -> ()

// -----

// expected-error @+1 {{'func.func' op attribute 'res_attrs' failed to satisfy constraint: Array of dictionary attributes}}
"func.func"() <{function_type = () -> (), sym_name = "a", res_attrs = [1]}> ({
^bb0:
  func.return
}) : () -> ()

// -----

// expected-error @+1 {{'func.func' op attribute 'function_type' failed to satisfy constraint: type attribute of function type}}
"func.func"() <{function_type = i32, sym_name = "a"}> ({}) : () -> ()

// -----

func.func @missing_operand() -> i32 {
  // expected-error @+1 {{'func.return' op has 0 operands, but enclosing function (@missing_operand) returns 1}}
  return
}

// -----

func.func @wrong_operand(%x : f32) -> i32 {
  // expected-error @+1 {{type of return operand 0 ('f32') doesn't match function result type ('i32') in function @wrong_operand}}
  return %x : f32
}

// -----

// expected-error @+1 {{'func.return' op expects parent op 'func.func'}}
func.return

// -----

func.func private @g(i32)
func.func @call_without_operand() {
  // expected-error @+1 {{'func.call' op incorrect number of operands for callee}}
  call @g() : () -> ()
  return
}

// -----

func.func private @g(i32)
func.func @call_with_wrong_operand(%x : f32) {
  // expected-error @+1 {{'func.call' op operand type mismatch: expected operand type 'i32', but provided 'f32' for operand number 0}}
  call @g(%x) : (f32) -> ()
  return
}

// -----

func.func private @g() -> (i32, f32)
func.func @call_without_result() {
  // expected-error @+1 {{'func.call' op incorrect number of results for callee}}
  %0 = call @g() : () -> i32
  return
}

// -----

func.func private @g() -> (i32, f32)
func.func @call_with_wrong_result() {
  // expected-error @+3 {{'func.call' op result type mismatch at index 0}}
  // expected-note @+2 {{      op result types: 'f32', 'f32'}}
  // expected-note @+1 {{function result types: 'i32', 'f32'}}
  %0:2 = call @g() : () -> (f32, f32)
  return
}

// -----

func.func @unknown_callee() {
  // expected-error @+1 {{'func.call' op 'g' does not reference a valid function}}
  call @g() : () -> ()
  return
}

// -----

func.func private @g()
func.func @constant_of_wrong_type() {
  // expected-error @+1 {{'func.constant' op reference to function with mismatched type}}
  %0 = constant @g : () -> i32
  return
}

// -----

func.func @unknown_constant() {
  // expected-error @+1 {{'func.constant' op reference to undefined function 'g'}}
  %0 = constant @g : () -> ()
  return
}

// -----

func.func @indirect_of_wrong_operand(%f: (i32) -> i32, %x: f32) {
  // expected-error @+1 {{'func.call_indirect' op failed to verify that callee input types match argument types}}
  %0 = "func.call_indirect"(%f, %x) : ((i32) -> i32, f32) -> i32
  return
}

// -----

func.func @indirect_of_wrong_result(%f: (i32) -> i32, %x: i32) {
  // expected-error @+1 {{'func.call_indirect' op failed to verify that callee result types match result types}}
  %0 = "func.call_indirect"(%f, %x) : ((i32) -> i32, i32) -> f32
  return
}

// -----

func.func @indirect_of_no_function(%x: i32) {
  // expected-error @+1 {{custom op 'func.call_indirect' invalid kind of type specified: expected builtin.function, but found 'i32'}}
  %0 = func.call_indirect %x(%x) : i32
  return
}

// -----

func.func @indirect_with_two(%f: (i32) -> i32, %x: i32) {
  // expected-error @+1 {{custom op 'func.call_indirect' number of operands and types do not match: got 2 operands and 1 types}}
  %0 = func.call_indirect %f(%x, %x) : (i32) -> i32
  return
}

// -----

func.func @argument_twice(%x: i32,
                          // expected-error @+2 {{region entry argument '%x' is already in use}}
                          // expected-note @-2 {{previously referenced here}}
                          %x: i32) {
  return
}
