// RUN: optc %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%n: index) {
  // expected-error @+1 {{'tensor.empty' op incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = tensor.empty(%n) : tensor<4xf32>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'tensor.empty' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = tensor.empty() : tensor<?xf32>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{custom op 'tensor.empty' invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  %0 = tensor.empty() : tensor<*xf32>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{custom op 'tensor.empty' invalid kind of type specified: expected builtin.tensor, but found 'memref<?xf32>'}}
  %0 = tensor.empty(%n) : memref<?xf32>
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{custom op 'tensor.from_elements' number of operands and types do not match: got 2 operands and 3 types}}
  %0 = tensor.from_elements %a, %a : tensor<3xf32>
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{custom op 'tensor.from_elements' 'result' must be statically shaped tensor of any type values, but got 'tensor<?xf32>'}}
  %0 = tensor.from_elements %a, %a : tensor<?xf32>
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{custom op 'tensor.from_elements' invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  %0 = tensor.from_elements %a, %a : tensor<*xf32>
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{custom op 'tensor.from_elements' number of operands and types do not match: got 0 operands and 3 types}}
  %0 = tensor.from_elements : tensor<3xf32>
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{custom op 'tensor.from_elements' invalid kind of type specified: expected builtin.tensor, but found 'vector<2xf32>'}}
  %0 = tensor.from_elements %a, %a : vector<2xf32>
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @f(%a: f32, %b: i32) {
  // expected-error @+1 {{use of value '%b' expects different type than prior uses: 'f32' vs 'i32'}}
  %0 = tensor.from_elements %a, %b : tensor<2xf32>
  return
}

// -----

func.func @f(%a: f32, %b: i32) {
  // expected-error @+1 {{'tensor.from_elements' op failed to verify that operand types match result element type}}
  %0 = "tensor.from_elements"(%a, %b) : (f32, i32) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: f32, %b: i32) {
  // expected-error @+1 {{'tensor.from_elements' op failed to verify that operand types match result element type}}
  %0 = "tensor.from_elements"(%a) : (f32) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{'tensor.from_elements' op result #0 must be statically shaped tensor of any type values, but got 'tensor<?xf32>'}}
  %0 = "tensor.from_elements"(%a) : (f32) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: f32, %n: index) {
  // expected-error @+1 {{'tensor.splat' op incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = tensor.splat %a[%n] : tensor<2xf32>
  return
}

// -----

func.func @f(%a: f32, %n: index) {
  // expected-error @+1 {{'tensor.splat' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = tensor.splat %a : tensor<?xf32>
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @f(%a: f32, %n: index) {
  // expected-error @+1 {{use of value '%a' expects different type than prior uses: 'f64' vs 'f32'}}
  %0 = tensor.splat %a : tensor<2xf64>
  return
}

// -----

func.func @f(%a: f32, %n: index) {
  // expected-error @+1 {{'tensor.splat' op failed to verify that operand type matches element type of result}}
  %0 = "tensor.splat"(%a) : (f32) -> tensor<2xf64>
  return
}

// -----

func.func @f(%a: f32, %n: index) {
  // expected-error @+1 {{custom op 'tensor.splat' invalid kind of type specified: expected builtin.tensor, but found 'vector<2xf32>'}}
  %0 = tensor.splat %a : vector<2xf32>
  return
}

// -----

func.func @f(%a: f32, %n: index) {
  // expected-error @+1 {{custom op 'tensor.splat' invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  %0 = tensor.splat %a : tensor<*xf32>
  return
}

// -----

func.func @f(%a: f32, %n: index) {
  // expected-error @+1 {{'tensor.generate' op incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %a : f32
  } : tensor<4xf32>
  return
}

// -----

func.func @f(%a: f32, %n: index) {
  // expected-error @+1 {{'tensor.generate' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %a : f32
  } : tensor<?xf32>
  return
}

// -----

func.func @f(%a: f32, %n: index) {
  // expected-error @+1 {{all body arguments must be index}}
  %0 = tensor.generate %n {
  ^bb0(%i: i32):
    tensor.yield %a : f32
  } : tensor<?xf32>
  return
}

// -----

func.func @f(%a: f32, %n: index) {
  // expected-error @+1 {{must have one body argument per input dimension}}
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    tensor.yield %a : f32
  } : tensor<?xf32>
  return
}

// -----

func.func @f(%a: f32, %n: index) {
  // expected-error @+1 {{'tensor.generate' op body must be terminated with a `yield` operation of the tensor element type}}
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<?xf32>
  return
}

// -----

func.func @f(%a: f32, %n: index) {
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    // expected-error @+1 {{'func.return' op expects parent op 'func.func'}}
    func.return
  } : tensor<?xf32>
  return
}

// -----

func.func @f(%a: f32, %n: index) {
  // expected-error @+1 {{'tensor.yield' op requires a single operand}}
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    "test.x"(%i) : (index) -> ()
  } : tensor<?xf32>
  return
}

// -----

func.func @f(%a: f32, %n: index) {
  // expected-error @+1 {{'tensor.yield' op requires a single operand}}
  %0 = tensor.generate %n {
  } : tensor<?xf32>
  return
}

// -----

func.func @f(%a: f32, %n: index) {
  // expected-error @+1 {{'tensor.generate' op expects region #0 to have 0 or 1 blocks}}
  %0 = "tensor.generate"(%n) ({
  ^bb0(%i: index):
    cf.br ^bb1
  ^bb1:
    tensor.yield %a : f32
  }) : (index) -> tensor<?xf32>
  return
}

// -----

func.func @f(%a: f32, %n: i32) {
  // expected-error @+1 {{'tensor.generate' op operand #0 must be variadic of index, but got 'i32'}}
  %0 = "tensor.generate"(%n) ({
  ^bb0(%i: index):
    tensor.yield %a : f32
  }) : (i32) -> tensor<?xf32>
  return
}

// -----

func.func @f(%t: tensor<f32>, %n: index) {
  // expected-error @+1 {{'tensor.dim' op operand #0 must be non-0-ranked or unranked tensor, but got 'tensor<f32>'}}
  %0 = tensor.dim %t, %n : tensor<f32>
  return
}

// -----

func.func @f(%t: memref<?xf32>, %n: index) {
  // expected-error @+1 {{custom op 'tensor.dim' invalid kind of type specified}}
  %0 = tensor.dim %t, %n : memref<?xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %n: i32) {
  // expected-error @+1 {{'tensor.dim' op operand #1 must be index, but got 'i32'}}
  %0 = "tensor.dim"(%t, %n) : (tensor<4xf32>, i32) -> index
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %n: index) {
  // expected-error @+1 {{'tensor.dim' op result #0 must be index, but got 'i32'}}
  %0 = "tensor.dim"(%t, %n) : (tensor<4xf32>, index) -> i32
  return
}

// -----

func.func @f(%t: vector<4xf32>) {
  // expected-error @+1 {{custom op 'tensor.rank' invalid kind of type specified}}
  %0 = tensor.rank %t : vector<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.rank' op result #0 must be index, but got 'i32'}}
  %0 = "tensor.rank"(%t) : (tensor<4xf32>) -> i32
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %n: index) {
  // expected-error @+1 {{'tensor.extract' op incorrect number of indices for extract_element}}
  %0 = tensor.extract %t[] : tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %n: index) {
  // expected-error @+1 {{'tensor.extract' op incorrect number of indices for extract_element}}
  %0 = tensor.extract %t[%n, %n] : tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<*xf32>, %n: index) {
  // expected-error @+1 {{custom op 'tensor.extract' invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  %0 = tensor.extract %t[%n] : tensor<*xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %n: index) {
  // expected-error @+1 {{'tensor.extract' op failed to verify that result type matches element type of tensor}}
  %0 = "tensor.extract"(%t, %n) : (tensor<4xf32>, index) -> f64
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %n: i32) {
  // expected-error @+1 {{'tensor.extract' op operand #1 must be variadic of index, but got 'i32'}}
  %0 = "tensor.extract"(%t, %n) : (tensor<4xf32>, i32) -> f32
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @f(%t: tensor<4xf32>, %n: i32) {
  // expected-error @+1 {{use of value '%n' expects different type than prior uses: 'index' vs 'i32'}}
  %0 = tensor.extract %t[%n] : tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %n: index, %x: f32) {
  // expected-error @+1 {{'tensor.insert' op incorrect number of indices}}
  %0 = tensor.insert %x into %t[] : tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @f(%t: tensor<4xf32>, %n: index, %x: f64) {
  // expected-error @+1 {{use of value '%x' expects different type than prior uses: 'f32' vs 'f64'}}
  %0 = tensor.insert %x into %t[%n] : tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %n: index, %x: f64) {
  // expected-error @+1 {{'tensor.insert' op failed to verify that scalar type matches element type of dest}}
  %0 = "tensor.insert"(%x, %t, %n) : (f64, tensor<4xf32>, index) -> tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %n: index, %x: f32) {
  // expected-error @+1 {{'tensor.insert' op failed to verify that result type matches type of dest}}
  %0 = "tensor.insert"(%x, %t, %n) : (f32, tensor<4xf32>, index) -> tensor<?xf32>
  return
}

// -----

func.func @f(%t: tensor<*xf32>, %n: index, %x: f32) {
  // expected-error @+1 {{custom op 'tensor.insert' invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  %0 = tensor.insert %x into %t[%n] : tensor<*xf32>
  return
}

// -----

func.func @f(%t: memref<4xf32>, %n: index, %x: f32) {
  // expected-error @+1 {{'tensor.insert' op operand #1 must be ranked tensor of any type values, but got 'memref<4xf32>'}}
  %0 = "tensor.insert"(%x, %t, %n) : (f32, memref<4xf32>, index) -> memref<4xf32>
  return
}

// -----

func.func @f(%s: tensor<4x5xf32>, %i: tensor<2x1xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims must be non-empty}}
  %0 = tensor.gather %s[%i] gather_dims([]) : (tensor<4x5xf32>, tensor<2x1xindex>) -> tensor<2x5xf32>
  return
}

// -----

func.func @f(%s: tensor<4x5xf32>, %i: tensor<2x3xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims overflow source rank}}
  %0 = tensor.gather %s[%i] gather_dims([0, 1, 2]) : (tensor<4x5xf32>, tensor<2x3xindex>) -> tensor<2x5xf32>
  return
}

// -----

func.func @f(%s: tensor<4x5xf32>, %i: tensor<2x3xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims length must match the size of last dimension of indices}}
  %0 = tensor.gather %s[%i] gather_dims([0]) : (tensor<4x5xf32>, tensor<2x3xindex>) -> tensor<2x5xf32>
  return
}

// -----

func.func @f(%s: tensor<4x5xf32>, %i: tensor<index>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims length must match the size of last dimension of indices}}
  %0 = tensor.gather %s[%i] gather_dims([0]) : (tensor<4x5xf32>, tensor<index>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%s: tensor<4x5xf32>, %i: tensor<2x1xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims value must be non-negative}}
  %0 = tensor.gather %s[%i] gather_dims([-1]) : (tensor<4x5xf32>, tensor<2x1xindex>) -> tensor<2x5xf32>
  return
}

// -----

func.func @f(%s: tensor<4x5xf32>, %i: tensor<2x1xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims value must be smaller than source rank}}
  %0 = tensor.gather %s[%i] gather_dims([2]) : (tensor<4x5xf32>, tensor<2x1xindex>) -> tensor<2x5xf32>
  return
}

// -----

func.func @f(%s: tensor<4x5xf32>, %i: tensor<2x2xindex>) {
  // expected-error @+1 {{'tensor.gather' op gather_dims values must be strictly increasing}}
  %0 = tensor.gather %s[%i] gather_dims([1, 0]) : (tensor<4x5xf32>, tensor<2x2xindex>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%s: tensor<4x5xf32>, %i: tensor<2x1xindex>) {
  // expected-error @+1 {{'tensor.gather' op result type mismatch: expected 'tensor<2x1x5xf32>' or its rank-reduced variant 'tensor<2x5xf32>' (got: 'tensor<2x6xf32>')}}
  %0 = tensor.gather %s[%i] gather_dims([0]) : (tensor<4x5xf32>, tensor<2x1xindex>) -> tensor<2x6xf32>
  return
}

// -----

func.func @f(%s: tensor<4x5xf32>, %i: tensor<2x1xf32>) {
  // expected-error @+1 {{'tensor.gather' op operand #1 must be ranked tensor of signless integer or index values, but got 'tensor<2x1xf32>'}}
  %0 = tensor.gather %s[%i] gather_dims([0]) : (tensor<4x5xf32>, tensor<2x1xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @f(%s: tensor<2x5xf32>, %d: tensor<4x5xf32>, %i: tensor<2x1xindex>) {
  // expected-error @+1 {{'tensor.scatter' op scatter_dims must be non-empty}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([]) unique : (tensor<2x5xf32>, tensor<4x5xf32>, tensor<2x1xindex>) -> tensor<4x5xf32>
  return
}

// -----

func.func @f(%s: tensor<2x5xf32>, %d: tensor<4x5xf32>, %i: tensor<2x3xindex>) {
  // expected-error @+1 {{'tensor.scatter' op scatter_dims overflow dest rank}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([0, 1, 2]) unique : (tensor<2x5xf32>, tensor<4x5xf32>, tensor<2x3xindex>) -> tensor<4x5xf32>
  return
}

// -----

func.func @f(%s: tensor<2x5xf32>, %d: tensor<4x5xf32>, %i: tensor<2x3xindex>) {
  // expected-error @+1 {{'tensor.scatter' op scatter_dims length must match the size of last dimension of indices}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([0]) unique : (tensor<2x5xf32>, tensor<4x5xf32>, tensor<2x3xindex>) -> tensor<4x5xf32>
  return
}

// -----

func.func @f(%s: tensor<2x5xf32>, %d: tensor<4x5xf32>, %i: tensor<2x1xindex>) {
  // expected-error @+1 {{'tensor.scatter' op scatter_dims value must be non-negative}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([-2]) unique : (tensor<2x5xf32>, tensor<4x5xf32>, tensor<2x1xindex>) -> tensor<4x5xf32>
  return
}

// -----

func.func @f(%s: tensor<2x5xf32>, %d: tensor<4x5xf32>, %i: tensor<2x1xindex>) {
  // expected-error @+1 {{'tensor.scatter' op scatter_dims value must be smaller than dest rank}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([3]) unique : (tensor<2x5xf32>, tensor<4x5xf32>, tensor<2x1xindex>) -> tensor<4x5xf32>
  return
}

// -----

func.func @f(%s: tensor<2x5xf32>, %d: tensor<4x5xf32>, %i: tensor<2x2xindex>) {
  // expected-error @+1 {{'tensor.scatter' op scatter_dims values must be strictly increasing}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([1, 1]) unique : (tensor<2x5xf32>, tensor<4x5xf32>, tensor<2x2xindex>) -> tensor<4x5xf32>
  return
}

// -----

func.func @f(%s: tensor<2x5xf32>, %d: tensor<4x5xf32>, %i: tensor<2x1xindex>) {
  // expected-error @+1 {{'tensor.scatter' op requires 'unique' attribute to be set}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([0]) : (tensor<2x5xf32>, tensor<4x5xf32>, tensor<2x1xindex>) -> tensor<4x5xf32>
  return
}

// -----

func.func @f(%s: tensor<2x6xf32>, %d: tensor<4x5xf32>, %i: tensor<2x1xindex>) {
  // expected-error @+1 {{'tensor.scatter' op source type mismatch: expected 'tensor<2x1x5xf32>' or its rank-reduced variant 'tensor<2x5xf32>' (got: 'tensor<2x6xf32>')}}
  %0 = tensor.scatter %s into %d[%i] scatter_dims([0]) unique : (tensor<2x6xf32>, tensor<4x5xf32>, tensor<2x1xindex>) -> tensor<4x5xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.cast' op operand type 'tensor<4xf32>' and result type 'tensor<5xf32>' are cast incompatible}}
  %0 = tensor.cast %t : tensor<4xf32> to tensor<5xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.cast' op operand type 'tensor<4xf32>' and result type 'tensor<4xf64>' are cast incompatible}}
  %0 = tensor.cast %t : tensor<4xf32> to tensor<4xf64>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.cast' op operand type 'tensor<4xf32>' and result type 'tensor<?x?xf32>' are cast incompatible}}
  %0 = tensor.cast %t : tensor<4xf32> to tensor<?x?xf32>
  return
}

// -----

func.func @f(%t: tensor<*xf32>) {
  // expected-error @+1 {{'tensor.cast' op operand type 'tensor<*xf32>' and result type 'tensor<*xf64>' are cast incompatible}}
  %0 = tensor.cast %t : tensor<*xf32> to tensor<*xf64>
  return
}

// -----

func.func @f(%t: memref<4xf32>) {
  // expected-error @+1 {{custom op 'tensor.cast' invalid kind of type specified}}
  %0 = tensor.cast %t : memref<4xf32> to tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.bitcast' op operand type 'tensor<4xf32>' and result type 'tensor<4xi64>' are cast incompatible}}
  %0 = tensor.bitcast %t : tensor<4xf32> to tensor<4xi64>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'tensor.bitcast' op operand type 'tensor<4xf32>' and result type 'tensor<5xi32>' are cast incompatible}}
  %0 = tensor.bitcast %t : tensor<4xf32> to tensor<5xi32>
  return
}

// -----

func.func @f(%t: tensor<4xindex>) {
  // expected-error @+1 {{'tensor.bitcast' op operand #0 must be tensor of signless integer or unsigned integer or signed integer or floating-point values, but got 'tensor<4xindex>'}}
  %0 = tensor.bitcast %t : tensor<4xindex> to tensor<4xi64>
  return
}

// -----

func.func @f(%t: tensor<4xi64>) {
  // expected-error @+1 {{'tensor.bitcast' op result #0 must be tensor of signless integer or unsigned integer or signed integer or floating-point values, but got 'tensor<4xcomplex<f32>>'}}
  %0 = tensor.bitcast %t : tensor<4xi64> to tensor<4xcomplex<f32>>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{'tensor.reshape' op element types of source and destination tensor types should be the same}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf64>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{'tensor.reshape' op source and destination tensor should have the same number of elements}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<1xi32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<?xi32>) {
  // expected-error @+1 {{'tensor.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked tensor type}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<?xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<1xi32>) {
  // expected-error @+1 {{'tensor.reshape' op length of shape operand differs from the result's tensor rank}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<1xi32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<1x1xi32>) {
  // expected-error @+1 {{'tensor.reshape' op operand #1 must be 1D tensor of signless integer or index values, but got 'tensor<1x1xi32>'}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<1x1xi32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<1xf32>) {
  // expected-error @+1 {{'tensor.reshape' op operand #1 must be 1D tensor of signless integer or index values, but got 'tensor<1xf32>'}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %s: tensor<1xsi32>) {
  // expected-error @+1 {{'tensor.reshape' op operand #1 must be 1D tensor of signless integer or index values, but got 'tensor<1xsi32>'}}
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<1xsi32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<?x32xf32>, %n: index) {
  // expected-error @+1 {{'tensor.expand_shape' op expected number of static shape dims to be equal to the output rank (3) but found 2 inputs instead}}
  %0 = tensor.expand_shape %t [[0], [1, 2]] output_shape [%n, 4] : tensor<?x32xf32> into tensor<?x4x8xf32>
  return
}

// -----

func.func @f(%t: tensor<?x32xf32>, %n: index) {
  // expected-error @+1 {{'tensor.expand_shape' op expected dimension 1 of collapsed type to be static value of 8}}
  %0 = tensor.expand_shape %t [[0, 1], [2]] output_shape [%n, 4, 32] : tensor<?x32xf32> into tensor<?x4x8xf32>
  return
}

// -----

func.func @f(%t: tensor<?x32xf32>, %n: index) {
  // expected-error @+1 {{'tensor.expand_shape' op expected collapsed rank (2) to equal the number of reassociation maps (3).}}
  %0 = tensor.expand_shape %t [[0], [1], [2]] output_shape [%n, 4, 8] : tensor<?x32xf32> into tensor<?x4x8xf32>
  return
}

// -----

func.func @f(%t: tensor<?x32xf32>, %n: index) {
  // expected-error @+1 {{'tensor.expand_shape' op expected reassociation map #0 to have size equal to the expanded rank (3), but it is  2.}}
  %0 = tensor.expand_shape %t [[0], [1]] output_shape [%n, 4, 8] : tensor<?x32xf32> into tensor<?x4x8xf32>
  return
}

// -----

func.func @f(%t: tensor<?x32xf32>, %n: index) {
  // expected-error @+1 {{'tensor.expand_shape' op expected reassociation map #1 to be valid and contiguous.}}
  %0 = tensor.expand_shape %t [[0], [2, 1]] output_shape [%n, 4, 8] : tensor<?x32xf32> into tensor<?x4x8xf32>
  return
}

// -----

func.func @f(%t: tensor<?x32xf32>, %n: index) {
  // expected-error @+1 {{'tensor.expand_shape' op expected reassociation map #0 to have size equal to the expanded rank (3), but it is  4.}}
  %0 = tensor.expand_shape %t [[0], [1, 3]] output_shape [%n, 4, 8] : tensor<?x32xf32> into tensor<?x4x8xf32>
  return
}

// -----

func.func @f(%t: tensor<?x32xf32>, %n: index) {
  // expected-error @+1 {{'tensor.expand_shape' op expected collapsed type to be 'tensor<?x32xf64>', but got 'tensor<?x32xf32>'}}
  %0 = tensor.expand_shape %t [[0], [1, 2]] output_shape [%n, 4, 8] : tensor<?x32xf32> into tensor<?x4x8xf64>
  return
}

// -----

func.func @f(%t: tensor<?x?xf32>, %n: index) {
  // expected-error @+1 {{'tensor.expand_shape' op expected dimension 1 of collapsed type to be static value of 32}}
  %0 = tensor.expand_shape %t [[0], [1, 2]] output_shape [%n, 4, 8] : tensor<?x?xf32> into tensor<?x4x8xf32>
  return
}

// -----

func.func @f(%t: tensor<32xf32>, %n: index) {
  // expected-error @+1 {{'tensor.expand_shape' op expected dimension 0 of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic}}
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [%n, 8] : tensor<32xf32> into tensor<?x8xf32>
  return
}

// -----

func.func @f(%t: tensor<8x4xf32>, %n: index) {
  // expected-error @+1 {{'tensor.expand_shape' op expected the expanded type, 'tensor<32xf32>' to have a higher (or same) rank than the collapsed type, 'tensor<8x4xf32>'.}}
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [32] : tensor<8x4xf32> into tensor<32xf32>
  return
}

// -----

func.func @f(%t: tensor<8x4xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op reassociation indices must not be empty}}
  %0 = tensor.collapse_shape %t [[0, 1], []] : tensor<8x4xf32> into tensor<32xf32>
  return
}

// -----

func.func @f(%t: tensor<8x4xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected dimension 0 of collapsed type to be static value of 32}}
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<8x4xf32> into tensor<31xf32>
  return
}

// -----

func.func @f(%t: tensor<8x?xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected dimension 0 of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic}}
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<8x?xf32> into tensor<32xf32>
  return
}

// -----

func.func @f(%t: tensor<8x4xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected dimension 0 of collapsed type to be static value of 32}}
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<8x4xf32> into tensor<?xf32>
  return
}

// -----

func.func @f(%t: tensor<8x4xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected reassociation map #0 to have size equal to the expanded rank (2), but it is  1.}}
  %0 = tensor.collapse_shape %t [[0]] : tensor<8x4xf32> into tensor<32xf32>
  return
}

// -----

func.func @f(%t: tensor<8x4xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected collapsed rank (1) to equal the number of reassociation maps (2).}}
  %0 = tensor.collapse_shape %t [[0], [1]] : tensor<8x4xf32> into tensor<32xf32>
  return
}

// -----

func.func @f(%t: tensor<32xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op expected the expanded type, 'tensor<32xf32>' to have a higher (or same) rank than the collapsed type, 'tensor<4x8xf32>'.}}
  %0 = tensor.collapse_shape %t [[0]] : tensor<32xf32> into tensor<4x8xf32>
  return
}

// -----

// mlir-opt-22 differs (message): it reads past the type
// Unranked types have no reassociation; upstream reads past the type and says something about ranks.
func.func @f(%t: tensor<*xf32>, %n: index) {
  // expected-error @+1 {{'tensor.expand_shape' op expected ranked tensors, but got 'tensor<*xf32>'}}
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [4, 8] : tensor<*xf32> into tensor<4x8xf32>
  return
}
