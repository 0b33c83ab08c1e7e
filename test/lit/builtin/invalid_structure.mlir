// RUN: optc %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// What every operation has to keep: counts, segments, structure, dominance and the traits about types.

// expected-error @+1 {{'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'foo'}}
builtin.module attributes {foo} {
}

// -----

func.func @f() {
  // expected-error @+1 {{'builtin.unrealized_conversion_cast' op expected at least one result for cast operation}}
  "builtin.unrealized_conversion_cast"() : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{operation with block successors must terminate its parent block}}
  "test.x"()[^a] : () -> ()
  return
^a:
  return
}

// -----

// expected-error @+1 {{entry block of region may not have predecessors}}
func.func @f() {
^a:
  cf.br ^a
}

// -----

func.func @f(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  // expected-note @+1 {{operand defined here (op in the same region)}}
  %x = arith.constant 1 : i32
  cf.br ^b
^b:
  // expected-error @+1 {{operand #0 does not dominate this use}}
  "test.use"(%x) : (i32) -> ()
  return
}

// -----

func.func @f(%c: i1) {
  scf.if %c {
    // expected-error @+1 {{operand #0 does not dominate this use}}
    "test.use"(%x) : (i32) -> ()
  }
  // expected-note @+1 {{operand defined here (op in a parent region)}}
  %x = arith.constant 1 : i32
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{operand #0 does not dominate this use}}
  "test.use"(%x) : (i32) -> ()
  scf.if %c {
    // expected-note @+1 {{operand defined here (op in a child region)}}
    %x = arith.constant 1 : i32
  }
  return
}

// -----

func.func @f(%c: i1) {
  scf.if %c {
    // expected-error @+1 {{operand #0 does not dominate this use}}
    "test.use"(%x) : (i32) -> ()
  } else {
    // expected-note @+1 {{operand defined here (op is neither in a parent nor in a child region)}}
    %x = arith.constant 1 : i32
  }
  return
}

// -----

// expected-note @+1 {{operand defined as a block argument (block #1 in the same region)}}
func.func @f(%c: i1, %i: i32) {
  cf.cond_br %c, ^a(%i : i32), ^b
^a(%x: i32):
  cf.br ^b
^b:
  // expected-error @+1 {{operand #0 does not dominate this use}}
  "test.use"(%x) : (i32) -> ()
  return
}

// -----

// expected-note @+1 {{operand defined as a block argument (block #2 in a parent region)}}
func.func @f(%c: i1, %i: i32) {
  cf.br ^a
^a:
  scf.if %c {
    // expected-error @+1 {{operand #0 does not dominate this use}}
    "test.use"(%x) : (i32) -> ()
  }
  cf.br ^b(%i : i32)
^b(%x: i32):
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'func.return' op requires zero results}}
  %0 = "func.return"() : () -> i32
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.extract_strided_metadata' op expected 2 or more results}}
  "memref.extract_strided_metadata"(%m) : (memref<4xf32>) -> ()
  return
}

// -----

func.func @f(%m: i32) {
  // expected-error @+1 {{'arith.constant' op requires zero operands}}
  "arith.constant"(%m) <{value = 1 : i32}> : (i32) -> i32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'memref.load' op expected 1 or more operands, but found 0}}
  "memref.load"() : () -> i32
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'scf.index_switch' op expected 1 or more regions}}
  "scf.index_switch"(%i) <{cases = array<i64>}> : (index) -> ()
  return
}

// -----

func.func @f(%i: i1) {
  // expected-error @+1 {{'scf.if' op expected 2 regions}}
  "scf.if"(%i) ({
    scf.yield
  }) : (i1) -> ()
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{'cf.switch' op requires at least 1 successors but found 0}}
  "cf.switch"(%i) <{operandSegmentSizes = array<i32: 1, 0, 0>, case_operand_segments = array<i32>}> : (i32) -> ()
}

// -----

func.func @f(%i: i1) {
  // expected-error @+1 {{'cf.cond_br' op requires 2 successors but found 1}}
  "cf.cond_br"(%i)[^a] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^a:
  return
}

// -----

func.func @f(%i: i1) {
  // expected-error @+1 {{successors in non-terminator}}
  "arith.constant"()[^a] <{value = 1 : i32}> : () -> i32
^a:
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'memref.alloc' op operand count (1) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  "memref.alloc"(%i) : (index) -> memref<?xf32>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{invalid properties {operandSegmentSizes = array<i64: 1, 0>} for op memref.alloc: expected DenseI32ArrayAttr for key `value`}}
  "memref.alloc"(%i) <{operandSegmentSizes = array<i64: 1, 0>}> : (index) -> memref<?xf32>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'memref.alloc' op 'operandSegmentSizes' attribute cannot have negative elements}}
  "memref.alloc"(%i) <{operandSegmentSizes = array<i32: 2, -1>}> : (index) -> memref<?xf32>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{invalid properties {operandSegmentSizes = array<i32: 1, 0, 0>} for op memref.alloc: size mismatch in attribute conversion: 3 vs 2}}
  "memref.alloc"(%i) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (index) -> memref<?xf32>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{invalid properties {operandSegmentSizes = array<i32: 1>} for op memref.alloc: size mismatch in attribute conversion: 1 vs 2}}
  "memref.alloc"(%i) <{operandSegmentSizes = array<i32: 1>}> : (index) -> memref<?xf32>
  return
}

// -----

func.func @f(%i: i1) {
  // expected-error @+1 {{'scf.if' op expects a non-empty block}}
  "scf.if"(%i) ({
  ^a:
  }, {
  }) : (i1) -> ()
  return
}

// -----

func.func @f(%i: f32) {
  // expected-error @+1 {{'memref.alloc' op operand #0 must be variadic of index, but got 'f32'}}
  "memref.alloc"(%i) <{operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> memref<?xf32>
  return
}

// -----

func.func @f(%i: index, %m: memref<4xf32>, %p: f32, %k: vector<4xi1>) {
  // expected-error @+1 {{'vector.transfer_read' op operand group starting at #3 requires 0 or 1 element, but found 2}}
  "vector.transfer_read"(%m, %i, %p, %k, %k) <{in_bounds = [true], permutation_map = affine_map<(d0) -> (d0)>, operandSegmentSizes = array<i32: 1, 1, 1, 2>}> : (memref<4xf32>, index, f32, vector<4xi1>, vector<4xi1>) -> vector<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'scf.execute_region' op region needs to have at least one block}}
  "scf.execute_region"() ({
  }) : () -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'scf.for' op region #0 ('region') failed to verify constraint: region with 1 blocks}}
  "scf.for"(%n, %n, %n) ({
  }) : (index, index, index) -> ()
  return
}

// -----

// expected-error @+1 {{invalid properties {sym_name = 1 : i64} for op builtin.module: Invalid attribute `sym_name` in property conversion: 1 : i64}}
"builtin.module"() <{sym_name = 1}> ({
}) : () -> ()

// -----

// expected-error @+1 {{invalid properties {sym_name = "a", sym_visibility = 1 : i64} for op builtin.module: Invalid attribute `sym_visibility` in property conversion: 1 : i64}}
"builtin.module"() <{sym_name = "a", sym_visibility = 1}> ({
}) : () -> ()

// -----

// expected-error @+1 {{'builtin.module' op region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks}}
"builtin.module"() <{sym_name = "a", sym_visibility = "other"}> ({
}) : () -> ()

// -----

// expected-error @+1 {{'func.func' op visibility expected to be one of ["public", "private", "nested"], but got "other"}}
"func.func"() <{function_type = () -> (), sym_name = "a", sym_visibility = "other"}> ({
}) : () -> ()

// -----

func.func @f(%i: i32, %n: index) {
  // expected-error @+1 {{'scf.for' op different number of inits and region iter_args: 1 != 0}}
  "scf.for"(%n, %n, %n, %i) ({
  ^bb0(%x: index):
    scf.yield
  }) : (index, index, index, i32) -> i32
  return
}

// -----

func.func @f(%i: i32, %n: index) {
  // expected-error @+1 {{'scf.for' op different number of region iter_args and yielded values: 1 != 2}}
  "scf.for"(%n, %n, %n, %i) ({
  ^bb0(%x: index, %y: i32):
    scf.yield %i, %i : i32, i32
  }) : (index, index, index, i32) -> i32
  return
}

// -----

func.func @f(%i: i32, %n: index) {
  // expected-error @+1 {{'scf.for' op mismatch in number of loop-carried values and defined values}}
  "scf.for"(%n, %n, %n, %i) ({
  ^bb0(%x: index, %y: i32):
    scf.yield %i : i32
  }) : (index, index, index, i32) -> ()
  return
}

// -----

func.func @f(%i: i32, %n: index) {
  // expected-error @+1 {{'scf.for' op 0-th init and 0-th region iter_arg have different type: 'i32' != 'f32'}}
  "scf.for"(%n, %n, %n, %i) ({
  ^bb0(%x: index, %y: f32):
    scf.yield %y : f32
  }) : (index, index, index, i32) -> f32
  return
}

// -----

func.func @f(%i: i32, %n: index) {
  // expected-error @+1 {{'scf.for' op 0-th region iter_arg and 0-th loop result have different type: 'i32' != 'f32'}}
  "scf.for"(%n, %n, %n, %i) ({
  ^bb0(%x: index, %y: i32):
    scf.yield %y : i32
  }) : (index, index, index, i32) -> f32
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error @+1 {{'arith.negf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = "arith.negf"(%i) : (i32) -> vector<2xf32>
  return
}

// -----

func.func @f(%i: i1, %j: vector<4xi1>) {
  // expected-error @+1 {{'arith.extui' op requires the same shape for all operands and results}}
  %0 = "arith.extui"(%i) : (i1) -> vector<4xi32>
  return
}

// -----

func.func @f(%i: i1, %j: vector<4xi1>) {
  // expected-error @+1 {{'arith.extui' op requires the same shape for all operands and results}}
  %0 = "arith.extui"(%j) : (vector<4xi1>) -> i32
  return
}

// -----

func.func @f(%i: tensor<4xi1>, %j: vector<4xi1>) {
  // expected-error @+1 {{'arith.extui' op failed to verify that input and output have the same tensor dimensions}}
  %0 = "arith.extui"(%j) : (vector<4xi1>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%i: tensor<*xi1>, %j: vector<4xi1>) {
  // expected-error @+1 {{'arith.extui' op failed to verify that input and output have the same tensor dimensions}}
  %0 = "arith.extui"(%i) : (tensor<*xi1>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%i: tensor<*xi1>, %j: vector<4xi1>) {
  // expected-error @+1 {{'arith.extui' op failed to verify that input and output have the same tensor dimensions}}
  %0 = "arith.extui"(%i) : (tensor<*xi1>) -> tensor<*xi32>
  return
}

// -----

func.func @f(%i: tensor<4x?xi1>, %j: vector<4xi1>) {
  // expected-error @+1 {{'arith.extui' op failed to verify that input and output have the same tensor dimensions}}
  %0 = "arith.extui"(%i) : (tensor<4x?xi1>) -> tensor<?x5xi32>
  return
}

// -----

func.func @f(%i: tensor<4x?xi1>, %j: vector<4xi1>) {
  // expected-error @+1 {{'arith.extui' op failed to verify that input and output have the same tensor dimensions}}
  %0 = "arith.extui"(%i) : (tensor<4x?xi1>) -> tensor<?xi32>
  return
}

// -----

func.func @f(%i: vector<4xi1>, %j: vector<[4]xi1>) {
  // expected-error @+1 {{'arith.extui' op requires the same shape for all operands and results}}
  %0 = "arith.extui"(%i) : (vector<4xi1>) -> vector<[4]xi32>
  return
}

// -----

func.func @f(%i: vector<4xi32>, %j: vector<4x1xi32>) {
  // expected-error @+1 {{'arith.addi' op requires the same type for all operands and results}}
  %0 = "arith.addi"(%i, %j) : (vector<4xi32>, vector<4x1xi32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%i: tensor<4xi32>, %j: tensor<*xi32>) {
  // expected-error @+1 {{'arith.addi' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "arith.addi"(%i, %j) : (tensor<4xi32>, tensor<*xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%i: tensor<4xi32, 1>, %j: tensor<4xi32>) {
  // expected-error @+1 {{'arith.addi' op requires the same encoding for all operands and results}}
  %0 = "arith.addi"(%i, %j) : (tensor<4xi32, 1>, tensor<4xi32>) -> tensor<4xi32, 1>
  return
}

// -----

func.func @f(%i: tensor<4xi32, 1>, %j: tensor<4xi32>) {
  // expected-error @+1 {{'arith.addui_extended' op failed to verify that all of {lhs, rhs, sum} have same type}}
  %0, %1 = "arith.addui_extended"(%i, %j) : (tensor<4xi32, 1>, tensor<4xi32>) -> (tensor<4xi32, 1>, tensor<4xi1>)
  return
}

// -----

func.func @f(%i: i32, %j: i64) {
  // expected-error @+1 {{'arith.cmpi' op requires all operands to have the same type}}
  %0 = "arith.cmpi"(%i, %j) <{predicate = 0 : i64}> : (i32, i64) -> i1
  return
}

// -----

func.func @f(%i: vector<2xi32>) {
  // expected-error @+1 {{'arith.mulsi_extended' op failed to verify that all of {lhs, rhs, low, high} have same type}}
  %0:2 = "arith.mulsi_extended"(%i, %i) : (vector<2xi32>, vector<2xi32>) -> (vector<2xi32>, vector<3xi32>)
  return
}

// -----

// Shapes fit if one leaves open what the other says; the result has the type of the first.
func.func @f(%i: tensor<4x?xi32>, %j: tensor<?x5xi32>) {
  %0 = "arith.addi"(%i, %j) : (tensor<4x?xi32>, tensor<?x5xi32>) -> tensor<4x?xi32>
  // expected-error @+1 {{'arith.addi' op inferred type(s) 'tensor<4x?xi32>' are incompatible with return type(s) of operation 'tensor<?x?xi32>'}}
  %1 = "arith.addi"(%i, %j) : (tensor<4x?xi32>, tensor<?x5xi32>) -> tensor<?x?xi32>
  return
}

// -----

// expected-error @+1 {{'builtin.module' op expects region #0 to have 0 or 1 blocks}}
"builtin.module"() ({
^bb0:
  "t.a"() : () -> ()
^bb1:
  "t.b"() : () -> ()
}) : () -> ()

// -----

// expected-error @+1 {{'builtin.module' op requires one region}}
"builtin.module"() ({
}, {
}) : () -> ()

// -----

// expected-error @+1 {{'builtin.module' op region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks}}
"builtin.module"() ({
}) : () -> ()

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{invalid properties {operandSegmentSizes = 1 : i32} for op scf.parallel: expected DenseI32ArrayAttr for key `value`}}
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = 1 : i32}> ({
  ^bb0(%i: index):
    scf.reduce
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{invalid properties {operandSegmentSizes = array<i64: 1, 1, 1, 0>} for op scf.parallel: expected DenseI32ArrayAttr for key `value`}}
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i64: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    scf.reduce
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{invalid properties {operandSegmentSizes = array<i32: 1, 1, 1>} for op scf.parallel: size mismatch in attribute conversion: 3 vs 4}}
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1>}> ({
  ^bb0(%i: index):
    scf.reduce
  }) : (index, index, index) -> ()
  return
}

// -----

// expected-error @+1 {{invalid properties {function_type = () -> (), sym_name = 1 : i32} for op func.func: Invalid attribute `sym_name` in property conversion: 1 : i32}}
"func.func"() <{function_type = () -> (), sym_name = 1 : i32}> ({
}) : () -> ()

// -----

// expected-error @+1 {{invalid properties {function_type = () -> (), sym_name = "f", sym_visibility = 1 : i32} for op func.func: Invalid attribute `sym_visibility` in property conversion: 1 : i32}}
"func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = 1 : i32}> ({
}) : () -> ()

// -----

// expected-error @+1 {{'func.func' op visibility expected to be one of ["public", "private", "nested"], but got "hidden"}}
"func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "hidden"}> ({
}) : () -> ()

// -----

func.func @f(%a: f32, %b: tensor<4xf32>) {
  // expected-error @+1 {{'arith.addf' op requires the same type for all operands and results}}
  %0 = "arith.addf"(%a, %b) : (f32, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f() {
  "cf.br"()[^bb1] : () -> ()
^bb1:
  return
}
func.func @g(%c: i1) {
  // expected-error @+1 {{'cf.cond_br' op requires 2 successors but found 1}}
  "cf.cond_br"(%c)[^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'scf.while' op along control flow edge from Operation scf.condition to parent: region branch point has 1 operands, but region successor needs 0 inputs}}
  "scf.while"(%x) ({
  ^bb0(%a: i32):
    %c = arith.constant true
    // expected-note @+1 {{region branch point}}
    scf.condition(%c) %a : i32
  }, {
  ^bb0(%a: i32):
    scf.yield %a : i32
  }) : (i32) -> ()
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'scf.while' op along control flow edge from Operation scf.condition to Region #1: successor operand type #0 'i32' should match successor input type #0 'i64'}}
  "scf.while"(%x) ({
  ^bb0(%a: i32):
    %c = arith.constant true
    // expected-note @+1 {{region branch point}}
    scf.condition(%c) %a : i32
  }, {
  ^bb0(%a: i64):
    scf.yield %x : i32
  }) : (i32) -> i32
  return
}

// -----

func.func @f(%x: i32, %c: i1) {
  // expected-error @+1 {{'scf.if' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'i64' should match successor input type #0 'i32'}}
  %r = "scf.if"(%c) ({
    scf.yield %x : i32
  }, {
    %y = arith.constant 1 : i64
    // expected-note @+1 {{region branch point}}
    scf.yield %y : i64
  }) : (i1) -> i32
  return
}

// -----

func.func @f(%x: i32, %lo: index) {
  %r = "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (4)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 0>}> ({
  ^bb0(%i: index):
    // expected-error @+1 {{'affine.yield' op parent of yield must have same number of results as the yield operands}}
    affine.yield
  }) : () -> i32
  return
}

// -----

func.func @f(%c: i1, %a: i32, %b: i64) {
  // expected-error @+1 {{'scf.if' op along control flow edge from Operation scf.yield to parent: successor operand type #1 'i64' should match successor input type #1 'i32'}}
  %0:2 = "scf.if"(%c) ({
    // expected-note @+1 {{region branch point}}
    "scf.yield"(%a, %b) : (i32, i64) -> ()
  }, {
    "scf.yield"(%a, %a) : (i32, i32) -> ()
  }) : (i1) -> (i32, i32)
  return
}

// -----

func.func @f(%a: vector<2xi8>) {
  // expected-error @+1 {{'arith.extsi' op requires the same shape for all operands and results}}
  %0 = "arith.extsi"(%a) : (vector<2xi8>) -> vector<2x2xi16>
  return
}

// -----

func.func @f(%a: vector<2xi8>) {
  // expected-error @+1 {{'arith.extsi' op requires the same shape for all operands and results}}
  %0 = "arith.extsi"(%a) : (vector<2xi8>) -> i16
  return
}

// -----

func.func @f(%a: vector<[2]xi8>) {
  // expected-error @+1 {{'arith.extsi' op requires the same shape for all operands and results}}
  %0 = "arith.extsi"(%a) : (vector<[2]xi8>) -> vector<2xi16>
  return
}
