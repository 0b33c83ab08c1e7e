// RUN: optc %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%a: f32) {
  // expected-error @+1 {{'tensor.yield' op expects parent op to be one of 'tensor.generate, tensor.pad'}}
  tensor.yield %a : f32
}

// -----

"test.x"() ({
  %a = arith.constant 0.0 : f32
  // expected-error @+1 {{'tensor.yield' op expects parent op to be one of 'tensor.generate, tensor.pad'}}
  tensor.yield %a : f32
}) : () -> ()

// -----

func.func @f(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{expected mixed offsets rank to match mixed sizes rank (1 vs 2) so the rank of the result type is well-formed.}}
  %0 = tensor.extract_slice %t[0] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{expected mixed offsets rank to match mixed sizes rank (2 vs 1) so the rank of the result type is well-formed.}}
  %0 = tensor.extract_slice %t[0, 0] [4] [1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{expected mixed sizes rank to match mixed strides rank (2 vs 1) so the rank of the result type is well-formed.}}
  %0 = tensor.extract_slice %t[0, 0] [4, 4] [1] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{expected 2 offset values, got 3}}
  %0 = tensor.extract_slice %t[0, 0, 0] [4, 4, 1] [1, 1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{expected offsets to be non-negative, but got -1}}
  %0 = tensor.extract_slice %t[0, -1] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{expected sizes to be non-negative, but got -4}}
  %0 = tensor.extract_slice %t[0, 1] [4, -4] [1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{expected rank to be smaller or equal to the other rank. }}
  %0 = tensor.extract_slice %t[0, 1] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x1x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{expected type to be 'tensor<4x4xf32>' or a rank-reduced version. (size mismatch) }}
  %0 = tensor.extract_slice %t[0, 1] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x5xf32>
  return
}

// -----

func.func @f(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{expected type to be 'tensor<4x4xf32>' or a rank-reduced version. (size mismatch) }}
  %0 = tensor.extract_slice %t[0, 1] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{expected element type to be 'f32'}}
  %0 = tensor.extract_slice %t[0, 1] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4xf64>
  return
}

// -----

func.func @f(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{offset 1 is out-of-bounds: 16 >= 16}}
  %0 = tensor.extract_slice %t[0, 16] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x16xf32>) {
  // expected-error @+1 {{slice along dimension 1 runs out-of-bounds: 16 >= 16}}
  %0 = tensor.extract_slice %t[0, 4] [4, 4] [1, 4] : tensor<8x16xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x16xf32>, %n: index) {
  // expected-error @+1 {{expected the number of 'offsets' to match the number of dynamic entries in 'static_offsets' (1 vs 0)}}
  %0 = "tensor.extract_slice"(%t, %n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 4, 4>, static_strides = array<i64: 1, 1>}> : (tensor<8x16xf32>, index) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x16xf32>, %n: index) {
  // expected-error @+1 {{expected the number of 'sizes' to match the number of dynamic entries in 'static_sizes' (1 vs 0)}}
  %0 = "tensor.extract_slice"(%t, %n) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 4, 4>, static_strides = array<i64: 1, 1>}> : (tensor<8x16xf32>, index) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x16xf32>, %n: index) {
  // expected-error @+1 {{expected the number of 'strides' to match the number of dynamic entries in 'static_strides' (1 vs 0)}}
  %0 = "tensor.extract_slice"(%t, %n) <{operandSegmentSizes = array<i32: 1, 0, 0, 1>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 4, 4>, static_strides = array<i64: 1, 1>}> : (tensor<8x16xf32>, index) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%t: tensor<*xf32>) {
  // expected-error @+1 {{custom op 'tensor.extract_slice' invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  %0 = tensor.extract_slice %t[0] [4] [1] : tensor<*xf32> to tensor<4xf32>
  return
}

// -----

func.func @f(%s: tensor<4x4xf32>, %t: tensor<8x16xf32>) {
  // expected-error @+1 {{expected mixed offsets rank to match mixed sizes rank (1 vs 2) so the rank of the result type is well-formed.}}
  %0 = tensor.insert_slice %s into %t[0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x16xf32>
  return
}

// -----

func.func @f(%s: tensor<4x4xf32>, %t: tensor<8x16xf32>) {
  // expected-error @+1 {{expected type to be 'tensor<4x5xf32>' or a rank-reduced version. (size mismatch) }}
  %0 = tensor.insert_slice %s into %t[0, 0] [4, 5] [1, 1] : tensor<4x4xf32> into tensor<8x16xf32>
  return
}

// -----

func.func @f(%s: tensor<4x4xf32>, %t: tensor<8x16xf32>, %n: index) {
  // expected-error @+1 {{expected type to be 'tensor<4x?xf32>' or a rank-reduced version. (size mismatch) }}
  %0 = tensor.insert_slice %s into %t[0, 0] [4, %n] [1, 1] : tensor<4x4xf32> into tensor<8x16xf32>
  return
}

// -----

func.func @f(%s: tensor<4x4x4xf32>, %t: tensor<8x16xf32>) {
  // expected-error @+1 {{expected rank to be smaller or equal to the other rank. }}
  %0 = tensor.insert_slice %s into %t[0, 0] [4, 4] [1, 1] : tensor<4x4x4xf32> into tensor<8x16xf32>
  return
}

// -----

func.func @f(%s: tensor<4x4xf64>, %t: tensor<8x16xf32>) {
  // expected-error @+1 {{expected element type to be 'f32'}}
  %0 = tensor.insert_slice %s into %t[0, 0] [4, 4] [1, 1] : tensor<4x4xf64> into tensor<8x16xf32>
  return
}

// -----

func.func @f(%s: tensor<4x4xf32>, %t: tensor<8x16xf32>) {
  // expected-error @+1 {{offset 0 is out-of-bounds: 8 >= 8}}
  %0 = tensor.insert_slice %s into %t[8, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x16xf32>
  return
}

// -----

func.func @f(%s: tensor<4x4xf32>, %t: tensor<8x16xf32>) {
  // expected-error @+1 {{slice along dimension 0 runs out-of-bounds: 8 >= 8}}
  %0 = tensor.insert_slice %s into %t[5, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x16xf32>
  return
}

// -----

func.func @f(%s: tensor<4x4xf32>, %t: tensor<8x16xf32>) {
  // expected-error @+1 {{expected offsets to be non-negative, but got -3}}
  %0 = tensor.insert_slice %s into %t[0, -3] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x16xf32>
  return
}

// -----

func.func @f(%s: tensor<4x4xf32>, %t: tensor<8x16xf32>) {
  // expected-error @+1 {{'tensor.insert_slice' op failed to verify that expected result type to match dest type}}
  %0 = "tensor.insert_slice"(%s, %t) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 4, 4>, static_strides = array<i64: 1, 1>}> : (tensor<4x4xf32>, tensor<8x16xf32>) -> tensor<?x16xf32>
  return
}

// -----

func.func @f(%s: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{expected InParallelOpInterface parent, got:}}
  tensor.parallel_insert_slice %s into %d[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return
}

// -----

func.func @f(%s: tensor<4xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
  %0 = scf.forall (%i) in (4) shared_outs(%o = %d) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
      // expected-error @+1 {{expected type to be 'tensor<5xf32>' or a rank-reduced version. (size mismatch) }}
      tensor.parallel_insert_slice %s into %o[%i] [5] [1] : tensor<4xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}

// -----

func.func @f(%s: tensor<4xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
  %0 = scf.forall (%i) in (4) shared_outs(%o = %d) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
      // expected-error @+1 {{slice along dimension 0 runs out-of-bounds: 9 >= 8}}
      tensor.parallel_insert_slice %s into %o[6] [4] [1] : tensor<4xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}

// -----

func.func @f(%s: tensor<4xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
  %0 = scf.forall (%i) in (4) shared_outs(%o = %d) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
      // expected-error @+1 {{expected mixed offsets rank to match mixed sizes rank (2 vs 1) so the rank of the result type is well-formed.}}
      tensor.parallel_insert_slice %s into %o[6, 0] [4] [1] : tensor<4xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}

// -----

func.func @f(%t: tensor<4x?xf32>, %n: index, %x: f32) {
  // expected-error @+1 {{specified type 'tensor<7x?xf32>' does not match the inferred type 'tensor<6x?xf32>'}}
  %0 = tensor.pad %t low[1, %n] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<7x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %n: index, %x: f32) {
  // expected-error @+1 {{expected the block to have 2 arguments}}
  %0 = tensor.pad %t low[1, %n] high[1, 0] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<6x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %n: index, %x: f32) {
  // expected-error @+1 {{'tensor.pad' op expected block argument 2 to be an index}}
  %0 = tensor.pad %t low[1, %n] high[1, 0] {
  ^bb0(%i: index, %j: i32):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<6x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %n: index, %x: f32) {
  // expected-error @+1 {{'tensor.pad' op expected yield type to match shape element type}}
  %0 = tensor.pad %t low[1, %n] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %i : index
  } : tensor<4x?xf32> to tensor<6x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %n: index, %x: f32) {
  // expected-error @+1 {{specified type 'tensor<6x?x1xf32>' does not match the inferred type 'tensor<6x?xf32>'}}
  %0 = tensor.pad %t low[1, %n] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<6x?x1xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %n: index, %x: f32) {
  // expected-error @+1 {{failed to infer expectedType from sourceType 'tensor<4x?xf32>', specified resultType is 'tensor<6x?xf32>'}}
  %0 = tensor.pad %t low[1] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<6x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %n: index, %x: f32) {
  // expected-error @+1 {{failed to infer expectedType from sourceType 'tensor<4x?xf32>', specified resultType is 'tensor<6x?xf32>'}}
  %0 = tensor.pad %t low[1, 1] high[1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<6x?xf32>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %n: index, %x: f32) {
  // expected-error @+1 {{'tensor.pad' op expected yield type to match shape element type}}
  %0 = tensor.pad %t low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<6x?xf64>
  return
}

// -----

func.func @f(%t: tensor<4x?xf32>, %n: index, %x: f32) {
  // expected-error @+1 {{'tensor.yield' op requires a single operand}}
  %0 = tensor.pad %t low[1, 1] high[1, 1] {
  } : tensor<4x?xf32> to tensor<6x?xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'tensor.concat' op requires at least one input}}
  %0 = "tensor.concat"() <{dim = 0 : i64}> : () -> tensor<3xf32>
  return
}

// -----

func.func @f(%a: tensor<3x6xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'tensor.concat' op rank of concatenated inputs must match result rank}}
  %0 = tensor.concat dim(0) %a, %b : (tensor<3x6xf32>, tensor<3xf32>) -> tensor<6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<3x6xf32>, %b: tensor<3x6xf64>) {
  // expected-error @+1 {{'tensor.concat' op inputs and result element type must match}}
  %0 = tensor.concat dim(0) %a, %b : (tensor<3x6xf32>, tensor<3x6xf64>) -> tensor<6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<3x6xf32>, %b: tensor<3x6xf32>) {
  // expected-error @+1 {{'tensor.concat' op concatenation dim must be less than the tensor rank}}
  %0 = tensor.concat dim(2) %a, %b : (tensor<3x6xf32>, tensor<3x6xf32>) -> tensor<6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<3x6xf32>, %b: tensor<3x7xf32>) {
  // expected-error @+1 {{'tensor.concat' op static concatenation size mismatch along non-concatenated dimension 1}}
  %0 = tensor.concat dim(0) %a, %b : (tensor<3x6xf32>, tensor<3x7xf32>) -> tensor<6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<3x6xf32>, %b: tensor<3x6xf32>) {
  // expected-error @+1 {{'tensor.concat' op result type 'tensor<5x6xf32>'does not match inferred shape 'tensor<6x6xf32>' static sizes}}
  %0 = tensor.concat dim(0) %a, %b : (tensor<3x6xf32>, tensor<3x6xf32>) -> tensor<5x6xf32>
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  // expected-error @+1 {{'tensor.concat' op concatenation dim must be less than the tensor rank}}
  %0 = tensor.concat dim(0) %a, %a : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<3xf32>) {
  // expected-error @+1 {{'tensor.concat' op attribute 'dim' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = "tensor.concat"(%a) <{dim = 0 : i32}> : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%a: tensor<*xf32>) {
  // expected-error @+1 {{'tensor.concat' op operand #0 must be variadic of ranked tensor of any type values, but got 'tensor<*xf32>'}}
  %0 = tensor.concat dim(0) %a : (tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%a: tensor<?x6xf32>, %b: tensor<3x6xf32>) {
  // expected-error @+1 {{'tensor.concat' op result type 'tensor<?x7xf32>'does not match inferred shape 'tensor<?x6xf32>' static sizes}}
  %0 = tensor.concat dim(0) %a, %b : (tensor<?x6xf32>, tensor<3x6xf32>) -> tensor<?x7xf32>
  return
}

// -----

// Upstream compares only the upper bound and finds no dimension to join.
func.func @f(%a: tensor<3x6xf32>, %b: tensor<3x6xf32>) {
  // expected-error @+1 {{'tensor.concat' op concatenation dim must be less than the tensor rank}}
  %0 = tensor.concat dim(-1) %a, %b : (tensor<3x6xf32>, tensor<3x6xf32>) -> tensor<6x6xf32>
  return
}

// -----

// A bracket behind a value or before a number begins a scalable size, which needs a bracket that closes it.
func.func @f(%t: tensor<8xi1>, %x: index) {
  // expected-error @+1 {{custom op 'tensor.extract_slice' expected SSA value or integer}}
  %0 = tensor.extract_slice %t[%x[3] [4] [1] : tensor<8xi1> to tensor<4xi1>
  return
}

// -----

func.func @f(%t: tensor<8xi1>) {
  // expected-error @+1 {{custom op 'tensor.extract_slice' expected SSA value or integer}}
  %0 = tensor.extract_slice %t[[3, 4] [4] [1] : tensor<8xi1> to tensor<4xi1>
  return
}
