// RUN: optc %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.generic' op expected the number of indexing_map (1) to be equal to the number of input/output operands (2)}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.generic' op unexpected symbols in indexing_map #1}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j)[s] -> (i, s)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.generic' op expected operand #1 rank (2) to match the result rank of indexing_map (1)}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.generic' op invalid indexing maps are non-invertible: ((d0, d1) -> (d0, d0, d0, d0 + d1))}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, i)>, affine_map<(i, j) -> (i, i + j)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.generic' op expected indexing_map #0 to have 1 dim(s) to match the number of loops}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel"]} ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{custom op 'linalg.generic' unexpected iterator_type (serial)}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "serial"]} ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.generic' op expected as many non-induction variable region arguments as the number of input/output operands}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  } -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.generic' op expected type of bb argument #1 ('i32') to match element or self type of the corresponding operand ('f32')}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: i32):
    linalg.yield %x : f32
  } -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32):
  // expected-error @+1 {{'linalg.yield' op expected number of yield values (2) to match the number of inits / outs operands of the enclosing LinalgOp (1)}}
    linalg.yield %x, %y : f32, f32
  } -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32):
  // expected-error @+1 {{'linalg.yield' op type of yield operand 1 ('index') doesn't match the element type of the enclosing linalg.generic op ('f32')}}
    linalg.yield %i : index
  } -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.generic' op inferred input/output operand #1 has shape's dimension #0 to be 16, but found 4}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.generic' op inferred input/output operand #1 has shape's dimension #0 to be greater than or equal to 5, but found 4}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i + 1, j)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.generic' op unexpected result less than 0 at expression #0 in (d0, d1) -> (d0 - 5, d1)}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i - 5, j)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.generic' op expected to have pure tensor or buffer semantics}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%m : memref<4x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.generic' op expected type of operand #1 ('tensor<4x16xf32>') to match type of corresponding result ('tensor<4x16xi32>')}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x16xi32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.generic' op expected the number of tensor results (2) to be equal to the number of output tensors (1)}}
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> (tensor<4x16xf32>, tensor<4x16xf32>)
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32):
  // expected-error @+1 {{'linalg.index' op expected dim (2) to be lower than the number of loops (2) of the enclosing LinalgOp}}
    %k = linalg.index 2 : index
    linalg.yield %x : f32
  } -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+2 {{'linalg.generic' op expects regions to end with 'linalg.yield', found 'test.end'}}
  // expected-note @+1 {{in custom textual format, the absence of terminator implies 'linalg.yield'}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    "test.end"() : () -> ()
  } -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{custom op 'linalg.generic' expected "iterator_types" array attribute}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>]} ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.generic' op requires attribute 'indexing_maps'}}
  %0 = linalg.generic {iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.yield' op must be the last operation in the parent block}}
  linalg.yield %s : f32
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.index' op expected parent op with LinalgOp interface}}
  %0 = linalg.index 0 : index
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.index' op attribute 'dim' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 0}}
  %0 = linalg.index -1 : index
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.matmul' op inferred input/output operand #1 has shape's dimension #0 to be 8, but found 4}}
  %0 = linalg.matmul ins(%a, %a : tensor<4x8xf32>, tensor<4x8xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %0 = linalg.matmul ins(%a : tensor<4x8xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  // expected-error @+1 {{custom op 'linalg.matmul' [parseNamedStructuredOpRegion] ods-gen generated region expects 3 args, got 2}}
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.matmul' op expected operand #1 rank (1) to match the result rank of indexing_map (2)}}
  %0 = linalg.matmul ins(%a, %v : tensor<4x8xf32>, tensor<4xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.matmul' op expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>)
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.matmul' op Unexpected dim expression in map result.}}
  %0 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.matmul' op Invalid broadcast requested, should be (d2).}}
  %0 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.matmul' op expected operand #0 rank (2) to match the result rank of indexing_map (1)}}
  %0 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.matmul' op inferred input/output operand #2 has shape's dimension #1 to be 8, but found 16}}
  %0 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.matmul' op Unexpected dim expression in map result.}}
  %0 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2 + 1, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{custom op 'linalg.matmul' element of indexing_maps array is not an affine_map}}
  %0 = linalg.matmul indexing_maps = [1] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.batch_matmul' op Unexpected result dim expression (outside the set of default result dims).}}
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>] ins(%t, %t : tensor<4x5x6xf32>, tensor<4x5x6xf32>) outs(%t : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.batch_matmul' op no. of result dim expressions exceeds 3.}}
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>] ins(%t, %t : tensor<4x5x6xf32>, tensor<4x5x6xf32>) outs(%t : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.batch_matmul' op Invalid broadcast requested.}}
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>] ins(%t, %t : tensor<4x5x6xf32>, tensor<4x5x6xf32>) outs(%t : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.batch_matmul' op Invalid batch dimension expression.}}
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>] ins(%t, %t : tensor<4x5x6xf32>, tensor<4x5x6xf32>) outs(%t : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.batch_matmul' op expects 3 dims, but got (2).}}
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>] ins(%t, %t : tensor<4x5x6xf32>, tensor<4x5x6xf32>) outs(%t : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.batch_matmul' op Invalid output map result dimension.}}
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d1, d0, d2)>] ins(%t, %t : tensor<4x5x6xf32>, tensor<4x5x6xf32>) outs(%t : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.batch_matmul' op Invalid broadcast requested.}}
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>] ins(%t, %t : tensor<4x5x6xf32>, tensor<4x5x6xf32>) outs(%t : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.batch_matmul' op Invalid broadcast requested.}}
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>] ins(%t, %t : tensor<4x5x6xf32>, tensor<4x5x6xf32>) outs(%t : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.batch_matmul' op Indexing_map attribute must have 3 affine maps.}}
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>] ins(%t, %t : tensor<4x5x6xf32>, tensor<4x5x6xf32>) outs(%t : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.batch_reduce_matmul' op Invalid output map result dimension.}}
  %0 = linalg.batch_reduce_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>] ins(%t, %t : tensor<4x5x6xf32>, tensor<4x5x6xf32>) outs(%t : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.batch_reduce_matmul' op expects 2 dims, but got (3).}}
  %0 = linalg.batch_reduce_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>] ins(%t, %t : tensor<4x5x6xf32>, tensor<4x5x6xf32>) outs(%t : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{iteration spaces of provided affine_maps differ}}
  %0 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{provided affine_map is not a projected permutation}}
  %0 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2 + d1)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{ranks of shaped operand and results of corresponding affine_map differ}}
  %0 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{iteration space dim at index 3 not used to access any operand}}
  %0 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2)>, affine_map<(d0, d1, d2, d3) -> (d2, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{iteration space dim at index 2 is neither a contracting dim nor of parallel iteration type}}
  %0 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d0)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'indexing_maps' do not specify a contracting dimension}}
  %0 = linalg.contract indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>] ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{custom op 'linalg.contract' expected 'indexing_maps' attribute}}
  %0 = linalg.contract ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.fill' op expected fill value type ('index') to match output element type ('f32')}}
  %0 = linalg.fill ins(%i : index) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{custom op 'linalg.exp' unsupported non numeric type}}
  %0 = linalg.exp ins(%n : tensor<4x16xi32>) outs(%n : tensor<4x16xi32>) -> tensor<4x16xi32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{custom op 'linalg.add' Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, got 'i32' and 'f32'}}
  %0 = linalg.add ins(%n, %c : tensor<4x16xi32>, tensor<4x16xf32>) outs(%n : tensor<4x16xi32>) -> tensor<4x16xi32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{custom op 'linalg.div_unsigned' unsupported operation: unsigned div not on uint}}
  %0 = linalg.div_unsigned ins(%c, %c : tensor<4x16xf32>, tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{custom op 'linalg.copy' 'linalg.copy' op attribute 'cast' failed to satisfy constraint: allowed 32-bit signless integer cases: 0, 1}}
  %0 = linalg.copy {cast = 1} ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.add' op inferred input/output operand #1 has shape's dimension #1 to be 8, but found 16}}
  %0 = linalg.add ins(%a, %c : tensor<4x8xf32>, tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{custom op 'linalg.elementwise' expected ElementwiseKind attribute}}
  %0 = linalg.elementwise kind=1 ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{expected ::mlir::linalg::ElementwiseKind to be one of: exp, log, abs, ceil, floor, negf, reciprocal, round, sqrt, rsqrt, square, tanh, erf, add, sub, mul, div, div_unsigned, max_signed, min_signed, max_unsigned, min_unsigned, powf, select}}
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<cube> ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  // expected-error @+2 {{custom op 'linalg.elementwise' [parseNamedStructuredOpRegion] ods-gen generated region expects 3 args, got 2}}
  // expected-error @+1 {{custom op 'linalg.elementwise' unable to parse elemwise op}}
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.elementwise' op expected the number of indexing_map (1) to be equal to the number of input/output operands (2)}}
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [affine_map<(i) -> (i)>] ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.elementwise' op inferred input/output operand #0 has shape's dimension #0 to be greater than or equal to 19, but found 4}}
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> indexing_maps = [affine_map<(i, j) -> (i + j, j)>, affine_map<(i, j) -> (i, j)>] ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{custom op 'linalg.conv_1d_nwc_wcf' 'linalg.conv_1d_nwc_wcf' op attribute 'strides' failed to satisfy constraint: 64-bit signless int elements attribute of shape [1]}}
  %0 = linalg.conv_1d_nwc_wcf {strides = dense<1> : tensor<2xi64>} ins(%t, %t : tensor<4x5x6xf32>, tensor<4x5x6xf32>) outs(%t : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.conv_1d_nwc_wcf' op inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 8, but found 5}}
  %0 = linalg.conv_1d_nwc_wcf {strides = dense<1> : tensor<1xi64>} ins(%t, %t : tensor<4x5x6xf32>, tensor<4x5x6xf32>) outs(%t : tensor<4x5x6xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.map' op expects number of operands to match the arity of mapper, but got: 2 and 1}}
  %0 = linalg.map ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) (%x: f32) {
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.map' op expected element type of input 'i32' to match bbArg type 'f32'}}
  %0 = linalg.map ins(%n : tensor<4x16xi32>) outs(%c : tensor<4x16xf32>) (%x: f32, %y: f32) {
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.map' op expected shape of input (4, 8) to match shape of output (4, 16)}}
  %0 = linalg.map ins(%a : tensor<4x8xf32>) outs(%c : tensor<4x16xf32>) (%x: f32, %y: f32) {
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'arith.addf' op expected 2 operands, but found 1}}
  %0 = linalg.map { arith.addf } ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>)
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = linalg.map { arith.addi } ins(%c, %c : tensor<4x16xf32>, tensor<4x16xf32>) outs(%c : tensor<4x16xf32>)
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{cannot name an operation with no results}}
  %0 = linalg.map ins(%c : tensor<4x16xf32>) outs(%s : f32) (%x: f32, %y: f32) {
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.map' op operand #0 must be variadic of memref of any type values or ranked tensor of any type values, but got 'tensor<*xf32>'}}
  %0 = linalg.map ins(%u : tensor<*xf32>) outs(%c : tensor<4x16xf32>) (%x: f32, %y: f32) {
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.reduce' op attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute should be in increasing order}}
  %0 = linalg.reduce ins(%c : tensor<4x16xf32>) outs(%v : tensor<4xf32>) dimensions = [1, 0] (%x: f32, %y: f32) {
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.reduce' op dimensions for reduction should be in the range [0, 1].}}
  %0 = linalg.reduce ins(%c : tensor<4x16xf32>) outs(%v : tensor<4xf32>) dimensions = [2] (%x: f32, %y: f32) {
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.reduce' op init dimensions [4] doesn't match input dimensions after reduction [16]}}
  %0 = linalg.reduce ins(%c : tensor<4x16xf32>) outs(%v : tensor<4xf32>) dimensions = [0] (%x: f32, %y: f32) {
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.reduce' op number of dimensions after reduction 2 doesn't match the init rank 1}}
  %0 = linalg.reduce ins(%c : tensor<4x16xf32>) outs(%v : tensor<4xf32>) dimensions = [] (%x: f32, %y: f32) {
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.reduce' op attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute should be in increasing order}}
  %0 = linalg.reduce ins(%c : tensor<4x16xf32>) outs(%v : tensor<4xf32>) dimensions = [1, 1] (%x: f32, %y: f32) {
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.reduce' op mismatching number of operands and block arguments}}
  %0 = linalg.reduce ins(%c : tensor<4x16xf32>) outs(%v : tensor<4xf32>) dimensions = [1] (%x: f32) {
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.reduce' op output element type 'f32' does not match corresponding block argument type 'i32'}}
  %0 = linalg.reduce ins(%c : tensor<4x16xf32>) outs(%v : tensor<4xf32>) dimensions = [1] (%x: f32, %y: i32) {
    linalg.yield %x : f32
  }
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.reduce' op input element type 'f32' does not match corresponding block argument type 'i32'}}
  %0 = linalg.reduce ins(%c : tensor<4x16xf32>) outs(%v : tensor<4xf32>) dimensions = [1] (%x: i32, %y: f32) {
    linalg.yield %y : f32
  }
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.reduce' op expects all inputs to have the same shapes. Shape at input-index 1 is not equal to the shape at input-index 0.}}
  %0:2 = linalg.reduce ins(%c, %a : tensor<4x16xf32>, tensor<4x8xf32>) outs(%v, %v : tensor<4xf32>, tensor<4xf32>) dimensions = [1] (%x: f32, %y: f32, %z: f32, %w: f32) {
    linalg.yield %x, %y : f32, f32
  }
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.transpose' op permutation is not valid}}
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%c : tensor<4x16xf32>) permutation = [1, 1]
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.transpose' op dim(result, 0) = 4 doesn't match dim(input, permutation[0]) = 8}}
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%c : tensor<4x16xf32>) permutation = [1, 0]
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.transpose' op size of permutation 1 does not match the argument rank 2}}
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%c : tensor<4x16xf32>) permutation = [0]
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.transpose' op size of permutation 3 does not match the argument rank 2}}
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%c : tensor<4x16xf32>) permutation = [2, 0, 1]
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.transpose' op input rank 2 does not match init rank 1}}
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%v : tensor<4xf32>) permutation = [1, 0]
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.broadcast' op input dim 0 should match init dim 1. input: 4, init: 16}}
  %0 = linalg.broadcast ins(%v : tensor<4xf32>) outs(%c : tensor<4x16xf32>) dimensions = [0]
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.broadcast' op input rank plus added dimensions does not match init rank. input rank: 1, dimensions size: 2, init rank: 2}}
  %0 = linalg.broadcast ins(%v : tensor<4xf32>) outs(%c : tensor<4x16xf32>) dimensions = [1, 0]
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.broadcast' op dimension 0 is out of range. expected range: [0, 1], got: 2}}
  %0 = linalg.broadcast ins(%v : tensor<4xf32>) outs(%c : tensor<4x16xf32>) dimensions = [2]
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.broadcast' op dimension 0 is out of range. expected range: [0, 1], got: -1}}
  %0 = linalg.broadcast ins(%v : tensor<4xf32>) outs(%c : tensor<4x16xf32>) dimensions = [-1]
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.softmax' op incorrect dimension specified}}
  %0 = linalg.softmax dimension(2) ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.softmax' op incompatible output shape}}
  %0 = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.softmax' op failed to verify that input and output have same element type}}
  %0 = linalg.softmax dimension(1) ins(%n : tensor<4x16xi32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.softmax' op incompatible output shape}}
  %0 = linalg.softmax dimension(1) ins(%v : tensor<4xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.softmax' op incorrect dimension specified}}
  %0 = linalg.softmax dimension(-1) ins(%c : tensor<4x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %p = tensor.empty() : tensor<2x8x2x2xf32>
  // expected-error @+1 {{invalid zero tile factor}}
  %0 = linalg.pack %c inner_dims_pos = [0, 1] inner_tiles = [0, 2] into %p : tensor<4x16xf32> -> tensor<2x8x2x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %p = tensor.empty() : tensor<2x8x2x2xf32>
  // expected-error @+1 {{invalid inner_dims_pos vector}}
  %0 = linalg.pack %c inner_dims_pos = [0, 2] inner_tiles = [2, 2] into %p : tensor<4x16xf32> -> tensor<2x8x2x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %p = tensor.empty() : tensor<2x8x2x2xf32>
  // expected-error @+1 {{invalid inner_dims_pos vector}}
  %0 = linalg.pack %c inner_dims_pos = [0, 0] inner_tiles = [2, 2] into %p : tensor<4x16xf32> -> tensor<2x8x2x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %p = tensor.empty() : tensor<2x8x2x2xf32>
  // expected-error @+1 {{invalid outer_dims_perm vector}}
  %0 = linalg.pack %c outer_dims_perm = [0, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %p : tensor<4x16xf32> -> tensor<2x8x2x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %p = tensor.empty() : tensor<2x8x2x2xf32>
  // expected-error @+1 {{outer_dims_perm must be a permutation or empty}}
  %0 = linalg.pack %c outer_dims_perm = [0] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %p : tensor<4x16xf32> -> tensor<2x8x2x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %p = tensor.empty() : tensor<2x8x2x2xf32>
  // expected-error @+1 {{tiling factors must equal the number of dimensions to tile}}
  %0 = linalg.pack %c inner_dims_pos = [0] inner_tiles = [2, 2] into %p : tensor<4x16xf32> -> tensor<2x8x2x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %p = tensor.empty() : tensor<2x8x2xf32>
  // expected-error @+1 {{packed rank != (unpacked rank + num tiling factors), got 3 != 4}}
  %0 = linalg.pack %c inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %p : tensor<4x16xf32> -> tensor<2x8x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %p = tensor.empty() : tensor<2x8x2x2xf32>
  // expected-error @+1 {{mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type}}
  %0 = linalg.pack %c inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %p : tensor<4x16xf32> -> tensor<2x8x2x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %p = tensor.empty() : tensor<2x7x2x2xf32>
  // expected-error @+1 {{expected 'tensor<2x8x2x2xf32>' for the packed domain value, got 'tensor<2x7x2x2xf32>'}}
  %0 = linalg.pack %c inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %p : tensor<4x16xf32> -> tensor<2x7x2x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %p = tensor.empty() : tensor<2x9x2x2xf32>
  // expected-error @+1 {{expected 'tensor<2x8x2x2xf32>' for the packed domain value, got 'tensor<2x9x2x2xf32>'}}
  %0 = linalg.pack %c inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %p : tensor<4x16xf32> -> tensor<2x9x2x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %p = tensor.empty() : tensor<2x8x3x2xf32>
  // expected-error @+1 {{'linalg.pack' op invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set}}
  %0 = linalg.pack %c inner_dims_pos = [0, 1] inner_tiles = [3, 2] into %p : tensor<4x16xf32> -> tensor<2x8x3x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %p = tensor.empty() : tensor<2x8x3x2xf32>
  // expected-error @+1 {{'linalg.pack' op expected padding_value has 'f32' but got: 'index'}}
  %0 = linalg.pack %c padding_value(%i : index) inner_dims_pos = [0, 1] inner_tiles = [3, 2] into %p : tensor<4x16xf32> -> tensor<2x8x3x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %p = tensor.empty() : tensor<2x8x3x2xf32>
  // expected-error @+1 {{mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type}}
  %0 = linalg.pack %c inner_dims_pos = [0, 1] inner_tiles = [-3, 2] into %p : tensor<4x16xf32> -> tensor<2x8x3x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %p = tensor.empty() : tensor<2x7x2x2xf32>
  // expected-error @+1 {{expected 'tensor<2x8x2x2xf32>' for the packed domain value, got 'tensor<2x7x2x2xf32>'}}
  %0 = linalg.unpack %p inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %c : tensor<2x7x2x2xf32> -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %p = tensor.empty() : tensor<2x9x2x2xf32>
  // expected-error @+1 {{expected 'tensor<2x8x2x2xf32>' for the packed domain value, got 'tensor<2x9x2x2xf32>'}}
  %0 = linalg.unpack %p inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %c : tensor<2x9x2x2xf32> -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %p = tensor.empty() : tensor<2x8x3x2xf32>
  // expected-error @+1 {{packed rank != (unpacked rank + num tiling factors), got 4 != 3}}
  %0 = linalg.unpack %p inner_dims_pos = [1] inner_tiles = [2] into %c : tensor<2x8x3x2xf32> -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %p = tensor.empty() : tensor<2x8x2x2x2xf32>
  // expected-error @+1 {{invalid inner_dims_pos vector}}
  %0 = linalg.unpack %p inner_dims_pos = [0, 1, 2] inner_tiles = [2, 2, 2] into %c : tensor<2x8x2x2x2xf32> -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %x = tensor.empty() : tensor<2x4x3x5xf32>
  %y = tensor.empty() : tensor<6x6x5x2xf32>
  // expected-error @+1 {{'linalg.winograd_filter_transform' op expect filter height either equals to r or 1}}
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%x : tensor<2x4x3x5xf32>) outs(%y : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %x = tensor.empty() : tensor<2x3x4x5xf32>
  %y = tensor.empty() : tensor<6x6x5x2xf32>
  // expected-error @+1 {{'linalg.winograd_filter_transform' op expect filter width either equals to r or 1}}
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%x : tensor<2x3x4x5xf32>) outs(%y : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %x = tensor.empty() : tensor<2x1x1x5xf32>
  %y = tensor.empty() : tensor<6x6x5x2xf32>
  // expected-error @+1 {{'linalg.winograd_filter_transform' op expect either filter height or width equals to r}}
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%x : tensor<2x1x1x5xf32>) outs(%y : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %x = tensor.empty() : tensor<2x3x3x5xf32>
  %y = tensor.empty() : tensor<6x6x5x3xf32>
  // expected-error @+1 {{'linalg.winograd_filter_transform' op the output shape is not expected}}
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%x : tensor<2x3x3x5xf32>) outs(%y : tensor<6x6x5x3xf32>) -> tensor<6x6x5x3xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %x = tensor.empty() : tensor<2x10x10x5xf32>
  %y = tensor.empty() : tensor<6x6x3x2x2x5xf32>
  // expected-error @+1 {{'linalg.winograd_input_transform' op the output shape is not expected}}
  %0 = linalg.winograd_input_transform fmr(F_4_3) ins(%x : tensor<2x10x10x5xf32>) outs(%y : tensor<6x6x3x2x2x5xf32>) -> tensor<6x6x3x2x2x5xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %x = tensor.empty() : tensor<6x5x2x2x2x2xf32>
  %y = tensor.empty() : tensor<2x8x8x2xf32>
  // expected-error @+1 {{'linalg.winograd_output_transform' op expect input width equals to input tile size}}
  %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%x : tensor<6x5x2x2x2x2xf32>) outs(%y : tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %x = tensor.empty() : tensor<5x6x2x2x2x2xf32>
  %y = tensor.empty() : tensor<2x8x8x2xf32>
  // expected-error @+1 {{'linalg.winograd_output_transform' op expect input height equals to input tile size}}
  %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%x : tensor<5x6x2x2x2x2xf32>) outs(%y : tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %x = tensor.empty() : tensor<1x1x2x2x2x2xf32>
  %y = tensor.empty() : tensor<2x8x8x2xf32>
  // expected-error @+1 {{'linalg.winograd_output_transform' op the output shape is not expected}}
  %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%x : tensor<1x1x2x2x2x2xf32>) outs(%y : tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %x = tensor.empty() : tensor<6x6x2x2x2x2xf32>
  %y = tensor.empty() : tensor<2x9x8x2xf32>
  // expected-error @+1 {{'linalg.winograd_output_transform' op the output shape is not expected}}
  %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%x : tensor<6x6x2x2x2x2xf32>) outs(%y : tensor<2x9x8x2xf32>) -> tensor<2x9x8x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %x = tensor.empty() : tensor<2x3x3x5xf32>
  %y = tensor.empty() : tensor<6x6x5x2xf32>
  // expected-error @+1 {{custom op 'linalg.winograd_filter_transform' expected string or keyword containing one of the following enum values for attribute 'fmr' [F_2_3, F_4_3, F_2_5]}}
  %0 = linalg.winograd_filter_transform fmr(F_4_4) ins(%x : tensor<2x3x3x5xf32>) outs(%y : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %x = tensor.empty() : tensor<2x3x5xf32>
  %y = tensor.empty() : tensor<6x6x5x2xf32>
  // expected-error @+1 {{'linalg.winograd_filter_transform' op operand #0 must be 4D tensor of any type values, but got 'tensor<2x3x5xf32>'}}
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%x : tensor<2x3x5xf32>) outs(%y : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.matmul' op expects to have 1 region with 1 block}}
  %0 = "linalg.matmul"(%a, %b, %c) <{operandSegmentSizes = array<i32: 2, 1>}> ({
}) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %0 = "linalg.matmul"(%a, %b, %c) <{operandSegmentSizes = array<i32: 1, 2>}> ({
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.addf %z, %p : f32
  // expected-error @+1 {{'linalg.yield' op expected number of yield values (1) to match the number of inits / outs operands of the enclosing LinalgOp (2)}}
    linalg.yield %q : f32
  }) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{expected add/mul op in the body}}
  %0 = "linalg.matmul"(%a, %b, %c) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.subf %z, %p : f32
    linalg.yield %q : f32
  }) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %0 = "linalg.matmul"(%a, %b, %c) <{operandSegmentSizes = array<i32: 3, 0>}> ({
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.addf %z, %p : f32
  // expected-error @+1 {{'linalg.yield' op expected number of yield values (1) to match the number of inits / outs operands of the enclosing LinalgOp (0)}}
    linalg.yield %q : f32
  }) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%s: f32, %i: index, %a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>, %v: tensor<4xf32>, %d: tensor<?x?xf32>, %m: memref<4x16xf32>, %n: tensor<4x16xi32>, %t: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  // expected-error @+1 {{'linalg.matmul' op expects region #0 to have 0 or 1 blocks}}
  %0 = "linalg.matmul"(%a, %b, %c) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.addf %z, %p : f32
    cf.br ^a
  ^a:
    linalg.yield %q : f32
  }) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
