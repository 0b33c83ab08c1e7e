// RUN: optc %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%a: f32) {
  // expected-error @+1 {{'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.addi %a, %a : f32
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'arith.addf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.addf %a, %a : i32
  return
}

// -----

func.func @f(%a: vector<4xi32>, %b: vector<[4]xi32>) {
  // expected-error @+1 {{'arith.addi' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "arith.addi"(%a, %b) : (vector<4xi32>, vector<[4]xi32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a: i64) {
  // expected-error @+1 {{'arith.addi' op attribute 'overflowFlags' failed to satisfy constraint: Integer overflow arith flags}}
  %0 = "arith.addi"(%a, %a) {overflowFlags = 8 : i32} : (i64, i64) -> i64
  return
}

// -----

func.func @f(%a: f64) {
  // expected-error @+1 {{'arith.addf' op attribute 'fastmath' failed to satisfy constraint: Floating point fast math flags}}
  %0 = "arith.addf"(%a, %a) {fastmath = 8 : i32} : (f64, f64) -> f64
  return
}

// -----

func.func @f(%a: f64) {
  // expected-error @+1 {{'arith.truncf' op attribute 'roundingmode' failed to satisfy constraint: Floating point rounding mode}}
  %0 = "arith.truncf"(%a) {roundingmode = 8 : i32} : (f64) -> f32
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{custom op 'arith.cmpf' expected string or keyword containing one of the following enum values for attribute 'predicate' [false, oeq, ogt, oge, olt, ole, one, ord, ueq, ugt, uge, ult, ule, une, uno, true]}}
  %0 = arith.cmpf less, %a, %a : f32
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{custom op 'arith.cmpi' expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge]}}
  %0 = arith.cmpi foo, %a, %a : i32
  return
}

// -----

func.func @f(%a: i1) {
  // expected-error @+1 {{'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
  %0 = "arith.cmpi"(%a, %a) {predicate = 77} : (i1, i1) -> i1
  return
}

// -----

func.func @f(%a: i1) {
  // expected-error @+1 {{'arith.cmpi' op result #0 must be bool-like, but got 'i32'}}
  %0 = "arith.cmpi"(%a, %a) {predicate = 7} : (i1, i1) -> i32
  return
}

// -----

func.func @f(%a: i1) {
  // expected-error @+1 {{'arith.cmpi' op failed to verify that result type has i1 element type and same shape as operands}}
  %0 = "arith.cmpi"(%a, %a) {predicate = 7} : (i1, i1) -> vector<2xi1>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'arith.constant' op value must be an integer, float, or elements attribute}}
  %0 = arith.constant "text"
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'arith.constant' op intializing scalable vectors with elements attribute is not supported unless it's a vector splat}}
  %0 = arith.constant dense<[1, 2, 3, 4]> : vector<[4]xi32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'arith.constant' op integer return type must be signless}}
  %0 = arith.constant 1 : si32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'arith.constant' op failed to verify that all of {value, result} have same type}}
  %0 = "arith.constant"() {value = 8 : i32} : () -> i64
  return
}

// -----

func.func @f(%c: vector<5xi1>, %b: vector<4xi32>) {
  // expected-error @+1 {{'arith.select' op failed to verify that condition is signless i1 or has matching shape}}
  %0 = arith.select %c, %b, %b : vector<5xi1>, vector<4xi32>
  return
}

// -----

func.func @f(%c: vector<4xi1>, %b: tensor<4xi32>) {
  // expected-error @+1 {{'arith.select' op all non-scalar operands/results must have the same shape and base type}}
  %0 = arith.select %c, %b, %b : vector<4xi1>, tensor<4xi32>
  return
}

// -----

func.func @f(%c: i1, %a: vector<4xi32>, %b: tensor<4xi32>) {
  // expected-error @+1 {{'arith.select' op failed to verify that all of {true_value, false_value, result} have same type}}
  %0 = "arith.select"(%c, %a, %b) : (i1, vector<4xi32>, tensor<4xi32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%c: i64, %a: i32) {
  // expected-error @+1 {{'arith.select' op operand #0 must be bool-like, but got 'i64'}}
  %0 = "arith.select"(%c, %a, %a) : (i64, i32, i32) -> i32
  return
}

// -----

func.func @f(%a: i1) {
  // expected-error @+1 {{'arith.extui' op operand type 'i1' and result type 'i1' are cast incompatible}}
  %0 = arith.extui %a : i1 to i1
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'arith.trunci' op operand type 'i32' and result type 'i33' are cast incompatible}}
  %0 = arith.trunci %a : i32 to i33
  return
}

// -----

func.func @f(%a: vector<4xi32>) {
  // expected-error @+1 {{'arith.extui' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.extui %a : vector<4xi32> to tensor<4xi64>
  return
}

// -----

func.func @f(%a: vector<4xi32>) {
  // expected-error @+1 {{'arith.extui' op requires the same shape for all operands and results}}
  %0 = arith.extui %a : vector<4xi32> to vector<5xi64>
  return
}

// -----

func.func @f(%a: tensor<?xi32>) {
  // expected-error @+1 {{'arith.extui' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.extui %a : tensor<?xi32> to tensor<4xi64>
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{'arith.truncf' op operand type 'f32' and result type 'f64' are cast incompatible}}
  %0 = arith.truncf %a upward : f32 to f64
  return
}

// -----

func.func @f(%a: bf16) {
  // expected-error @+1 {{'arith.extf' op operand type 'bf16' and result type 'f16' are cast incompatible}}
  %0 = arith.extf %a : bf16 to f16
  return
}

// -----

func.func @f(%a: f64) {
  // expected-error @+1 {{'arith.scaling_extf' op operand types 'f64', 'f64' and result type 'f64' are cast incompatible}}
  %0 = arith.scaling_extf %a, %a : f64, f64 to f64
  return
}

// -----

func.func @f(%a: tensor<?xi32>) {
  // expected-error @+1 {{'arith.bitcast' op operand type 'tensor<?xi32>' and result type 'tensor<?xf64>' are cast incompatible}}
  %0 = arith.bitcast %a : tensor<?xi32> to tensor<?xf64>
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{'arith.bitcast' op operand #0 must be signless-integer-or-float-like or memref of signless-integer or float, but got 'index'}}
  %0 = arith.bitcast %a : index to i64
  return
}

// -----

func.func @f(%a: i1) {
  // expected-error @+1 {{'arith.index_cast' op operand type 'i1' and result type 'i64' are cast incompatible}}
  %0 = arith.index_cast %a : i1 to i64
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{'arith.extui' op operand #0 must be signless-fixed-width-integer-like, but got 'index'}}
  %0 = arith.extui %a : index to i64
  return
}

// -----

func.func @f(%a: memref<4xi32>) {
  // expected-error @+1 {{'arith.index_cast' op requires the same shape for all operands and results}}
  %0 = arith.index_cast %a : memref<4xi32> to memref<5xindex>
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{'arith.addui_extended' op result #1 must be bool-like, but got 'i64'}}
  %0:2 = arith.addui_extended %a, %a : index, i64
  return
}

// -----

func.func @f(%a: index, %b: i64) {
  // expected-error @+1 {{'arith.mulsi_extended' op failed to verify that all of {lhs, rhs, low, high} have same type}}
  %0:2 = "arith.mulsi_extended"(%a, %b) : (index, i64) -> (index, i64)
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'arith.constant' op failed to verify that all of {value, result} have same type}}
  "arith.constant"() <{value = "text"}> : () -> i32
  return
}

// -----

func.func @f(%x: tensor<*xf16>) {
  // expected-error @+1 {{'arith.extf' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.extf %x : tensor<*xf16> to tensor<*xf32>
  return
}

// -----

func.func @f(%x: vector<4xf4E2M1FN>, %s: f8E8M0FNU) {
  // expected-error @+1 {{'arith.scaling_extf' op operand types 'vector<4xf4E2M1FN>', 'f8E8M0FNU' and result type 'f32' are cast incompatible}}
  %0 = arith.scaling_extf %x, %s : vector<4xf4E2M1FN>, f8E8M0FNU to f32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{invalid properties {} for op arith.andi: this operation does not support properties}}
  %0 = "arith.andi"(%x, %x) <{}> : (i32, i32) -> i32
  return
}

// -----

func.func @f(%c: i1, %a: i32) {
  // expected-error @+1 {{custom op 'arith.select' expected 3 operands}}
  %0 = arith.select %c, %a : i32
  return
}

// -----

func.func @f(%a: i8) {
  // expected-error @+1 {{'arith.trunci' op operand type 'i8' and result type 'i8' are cast incompatible}}
  %0 = arith.trunci %a : i8 to i8
  return
}

// -----

func.func @f(%a: i8) {
  // expected-error @+1 {{'arith.trunci' op operand type 'i8' and result type 'i16' are cast incompatible}}
  %0 = arith.trunci %a : i8 to i16
  return
}

// -----

func.func @f(%a: i8) {
  // expected-error @+1 {{'arith.extui' op operand type 'i8' and result type 'i8' are cast incompatible}}
  %0 = arith.extui %a : i8 to i8
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{'arith.truncf' op operand type 'f32' and result type 'f32' are cast incompatible}}
  %0 = arith.truncf %a : f32 to f32
  return
}

// -----

func.func @f(%c: vector<4xi1>, %a: f32) {
  // expected-error @+1 {{'arith.select' op failed to verify that condition is signless i1 or has matching shape}}
  %0 = "arith.select"(%c, %a, %a) : (vector<4xi1>, f32, f32) -> f32
  return
}

// -----

func.func @f(%c: tensor<*xi1>, %a: f32) {
  // expected-error @+1 {{'arith.select' op if an operand is non-scalar, then there must be at least one non-scalar result}}
  %0 = "arith.select"(%c, %a, %a) : (tensor<*xi1>, f32, f32) -> f32
  return
}

// -----

func.func @f(%c: tensor<4xi1>, %a: tensor<4xf32, "e">) {
  // expected-error @+1 {{'arith.select' op expected condition type to have the same shape as the result type, expected 'tensor<4xi1, "e">', but got 'tensor<4xi1>'}}
  %0 = arith.select %c, %a, %a : tensor<4xi1>, tensor<4xf32, "e">
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'arith.constant' op attribute 'value' failed to satisfy constraint: TypedAttr instance}}
  %0 = "arith.constant"() {value = @f} : () -> f32
  return
}

// -----

func.func @f(%a: memref<4xindex>) {
  // expected-error @+1 {{'arith.bitcast' op operand #0 must be signless-integer-or-float-like or memref of signless-integer or float, but got 'memref<4xindex>'}}
  %0 = arith.bitcast %a : memref<4xindex> to memref<4xi32>
  return
}
