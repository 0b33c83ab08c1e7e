// RUN: optc %s --split-input-file --verify-diagnostics -o /dev/null

// expected-error @+1 {{expected 'public', 'private', or 'nested'}}
ml_program.global @g(4 : i32) : i32

// -----

// expected-error @+1 {{'ml_program.global' op immutable global must have an initial value}}
ml_program.global private @g : i32

// -----

func.func @f() -> i32 {
  // expected-error @+1 {{'ml_program.global_load' op undefined global: @g}}
  %0 = ml_program.global_load @g : i32
  return %0 : i32
}

// -----

ml_program.global private mutable @g : i32
func.func @f() -> i32 {
  // expected-error @+1 {{cannot load as const from mutable global @g}}
  %0 = ml_program.global_load_const @g : i32
  return %0 : i32
}

// -----

ml_program.global private mutable @g : i32
func.func @f() -> f32 {
  // expected-error @+1 {{cannot load from global typed 'i32' as 'f32'}}
  %0 = ml_program.global_load @g : f32
  return %0 : f32
}

// -----

ml_program.global private @c(4 : i32) : i32
func.func @f(%x: i32) {
  // expected-error @+1 {{'ml_program.global_store' op cannot store to an immutable global @c}}
  ml_program.global_store @c = %x : i32
  return
}

// -----

ml_program.global private mutable @g : f32
func.func @f(%x: i32, %t: !ml_program.token) {
  // expected-error @+1 {{'ml_program.global_store_graph' op cannot store to a global typed 'f32' from 'i32'}}
  %0 = ml_program.global_store_graph @g = %x ordering (%t -> !ml_program.token) : i32
  return
}

// -----

ml_program.global private mutable @g : i32
func.func @f(%t: !ml_program.token) {
  // expected-error @+1 {{expected 'ordering'}}
  %0, %1 = ml_program.global_load_graph @g : i32
  return
}

// -----

ml_program.func @f(%x: i32) -> i32 {
  // expected-error @+1 {{'ml_program.return' op has 2 operands, but enclosing function (@f) returns 1}}
  ml_program.return %x, %x : i32, i32
}

// -----

ml_program.subgraph @f(%x: i32) -> f32 {
  // expected-error @+1 {{type of output operand 0 ('i32') doesn't match function result type ('f32') in function @f}}
  ml_program.output %x : i32
}

// -----

func.func @f() {
  // expected-error @+1 {{'ml_program.output' op expects parent op 'ml_program.subgraph'}}
  ml_program.output
}
