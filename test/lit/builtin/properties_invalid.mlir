// RUN: optc %s --split-input-file --verify-diagnostics

func.func @size(%n: index) {
  // expected-error @+1 {{invalid properties {operandSegmentSizes = array<i32: 1>} for op memref.alloc: size mismatch in attribute conversion: 1 vs 2}}
  "memref.alloc"(%n) <{operandSegmentSizes = array<i32: 1>}> : (index) -> memref<?xf32>
  return
}

// -----

func.func @width(%n: index) {
  // expected-error @+1 {{invalid properties {operandSegmentSizes = array<i64: 1, 0>} for op memref.alloc: expected DenseI32ArrayAttr for key `value`}}
  "memref.alloc"(%n) <{operandSegmentSizes = array<i64: 1, 0>}> : (index) -> memref<?xf32>
  return
}

// -----

func.func @absent(%n: index) {
  // expected-error @+1 {{'memref.alloc' op operand count (1) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  "memref.alloc"(%n) : (index) -> memref<?xf32>
  return
}

// -----

func.func @class(%x: i32) {
  // expected-error @+1 {{invalid properties {predicate = "slt"} for op arith.cmpi: Invalid attribute `predicate` in property conversion: "slt"}}
  "arith.cmpi"(%x, %x) <{predicate = "slt"}> : (i32, i32) -> i1
  return
}

// -----

func.func @class_of_array(%i: index) {
  // expected-error @+1 {{invalid properties {cases = array<i32: 0>} for op scf.index_switch: Invalid attribute `cases` in property conversion: array<i32: 0>}}
  "scf.index_switch"(%i) <{cases = array<i32: 0>}> ({
    scf.yield
  }, {
    scf.yield
  }) : (index) -> ()
  return
}

// -----

// The class fits, the value does not.
func.func @value(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.assume_alignment' op attribute 'alignment' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive}}
  "memref.assume_alignment"(%m) <{alignment = 8 : i64}> : (memref<4xf32>) -> memref<4xf32>
  return
}
