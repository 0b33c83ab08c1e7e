// RUN: optc %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{custom op 'affine.apply' dimension or symbol index mismatch}}
  %0 = affine.apply affine_map<(d0, d1) -> (d0)>(%n)
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.apply' op mapping must produce one value}}
  %0 = "affine.apply"(%n) <{map = affine_map<(d0) -> (d0, d0)>}> : (index) -> index
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.min' op affine map expect at least one result}}
  %0 = affine.min affine_map<() -> ()>()
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.max' op operand count and affine map dimension and symbol count must match}}
  %0 = affine.max affine_map<(d0) -> (d0)>(%n, %n)
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{custom op 'affine.for' expected 'to' between bounds}}
  affine.for %i = 0 too 8 {
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{custom op 'affine.for' expected step to be representable as a positive signed integer}}
  affine.for %i = 0 to 8 step -1 {
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{custom op 'affine.for' lower loop bound affine map with multiple results requires 'max' prefix}}
  affine.for %i = affine_map<(d0) -> (d0, 0)>(%n) to 8 {
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{custom op 'affine.for' upper loop bound affine map with multiple results requires 'min' prefix}}
  affine.for %i = 0 to affine_map<(d0) -> (d0, 0)>(%n) {
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.for' op expected upper bound map to have at least one result}}
  affine.for %i = 0 to affine_map<() -> ()>() {
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{custom op 'affine.for' dim operand count and affine map dim count must match}}
  affine.for %i = affine_map<(d0) -> (d0)>() to 8 {
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{custom op 'affine.for' symbol operand count and affine map symbol count must match}}
  affine.for %i = 0 to affine_map<()[s0] -> (s0)>() {
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{custom op 'affine.for' mismatch between the number of loop-carried values and results}}
  %0 = affine.for %i = 0 to 8 iter_args(%a = %x) -> (f32, f32) {
    affine.yield %a, %a : f32, f32
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  %0 = affine.for %i = 0 to 8 iter_args(%a = %x) -> (f32) {
    // expected-error @+1 {{'affine.yield' op types mismatch between yield op and its parent}}
    affine.yield %i : index
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{custom op 'affine.if' dim operand count and integer set dim count must match}}
  affine.if affine_set<(d0) : (d0 >= 0)>(%n, %n) {
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{custom op 'affine.if' invalid kind of attribute specified}}
  affine.if affine_map<(d0) -> (d0)>(%n) {
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+2 {{'affine.if' op along control flow edge from parent to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  // expected-note @+1 {{region branch point}}
  %0 = affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> f32 {
    affine.yield %x : f32
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.parallel' op the number of region arguments (1) and the number of map groups for lower (1) and upper bound (2), and the number of steps (1) must all match}}
  affine.parallel (%i) = (0) to (8, 9) {
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{custom op 'affine.parallel' steps must be constant integers}}
  affine.parallel (%i) = (0) to (8) step (%n) {
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{custom op 'affine.parallel' invalid reduction value: "sum"}}
  %0 = affine.parallel (%i) = (0) to (8) reduce ("sum") -> (f32) {
    affine.yield %x : f32
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.parallel' op result type cannot match reduction attribute}}
  %0 = affine.parallel (%i) = (0) to (8) reduce ("addi") -> (f32) {
    affine.yield %x : f32
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.parallel' op a reduction must be specified for each output}}
  %0 = affine.parallel (%i) = (0) to (8) reduce ("addf", "addf") -> (f32) {
    affine.yield %x : f32
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.load' op affine map num results must equal memref rank}}
  %0 = affine.load %m[%n] : memref<8x8xf32>
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{custom op 'affine.load' invalid kind of type specified: expected builtin.memref, but found 'f32'}}
  %0 = affine.load %x[%n] : f32
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  scf.for %i = %n to %n step %n {
    %q = "test.index"() : () -> index
    // expected-error @+1 {{'affine.store' op operand cannot be used as a dimension id}}
    affine.store %x, %m[%q, 0] : memref<8x8xf32>
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.load' op result type must match element type of memref}}
  %0 = "affine.load"(%m, %n) <{map = affine_map<(d0) -> (d0, d0)>}> : (memref<8x8xf32>, index) -> i32
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.store' op value to store must have the same type as memref element type}}
  "affine.store"(%k, %m, %n) <{map = affine_map<(d0) -> (d0, d0)>}> : (i32, memref<8x8xf32>, index) -> ()
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.vector_load' op requires memref and vector types of the same elemental type}}
  %0 = affine.vector_load %m[%n, %n] : memref<8x8xf32>, vector<4xi32>
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.prefetch' op affine.prefetch affine map num results must equal memref rank}}
  affine.prefetch %m[%n], read, locality<1>, data : memref<8x8xf32>
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.prefetch' op attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3}}
  affine.prefetch %m[%n, %n], read, locality<4>, data : memref<8x8xf32>
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  scf.for %i = %n to %n step %n {
    %q = "test.index"() : () -> index
    // expected-error @+1 {{'affine.dma_start' op src index must be a valid dimension or symbol identifier}}
    affine.dma_start %m[%q, 0], %m[0, 0], %t[0], %n : memref<8x8xf32>, memref<8x8xf32>, memref<1xi32>
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{custom op 'affine.dma_start' expected two stride related operands}}
  affine.dma_start %m[0, 0], %m[0, 0], %t[0], %n, %n : memref<8x8xf32>, memref<8x8xf32>, memref<1xi32>
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{custom op 'affine.dma_start' expected three types}}
  affine.dma_start %m[0, 0], %m[0, 0], %t[0], %n : memref<8x8xf32>, memref<8x8xf32>
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.dma_start' op expected DMA source to be of memref type}}
  affine.dma_start %x[0], %m[0, 0], %t[0], %n : f32, memref<8x8xf32>, memref<1xi32>
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.dma_start' op expected DMA destination to be of memref type}}
  affine.dma_start %m[0, 0], %x[0], %t[0], %n : memref<8x8xf32>, f32, memref<1xi32>
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{custom op 'affine.dma_wait' expected tag to be of memref type}}
  affine.dma_wait %x[0], %n : f32
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  scf.for %i = %n to %n step %n {
    %q = "test.index"() : () -> index
    // expected-error @+1 {{'affine.dma_wait' op index must be a valid dimension or symbol identifier}}
    affine.dma_wait %t[%q], %n : memref<1xi32>
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.delinearize_index' op should return an index for each basis element and up to one extra index}}
  %0:2 = affine.delinearize_index %n into (2, 3, 4) : index, index
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.delinearize_index' op no basis element may be statically non-positive}}
  %0:2 = affine.delinearize_index %n into (2, -3) : index, index
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.delinearize_index' op no basis element may be statically non-positive}}
  %0:2 = affine.delinearize_index %n into (0, 3) : index, index
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.linearize_index' op should be passed a basis element for each index except possibly the first}}
  %0 = affine.linearize_index [%n, %n] by () : index
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.linearize_index' op should be passed a basis element for each index except possibly the first}}
  %0 = affine.linearize_index [%n] by (2, 3) : index
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32, %m: memref<8x8xf32>, %t: memref<1xi32>) {
  // expected-error @+1 {{'affine.yield' op must be the last operation in the parent block}}
  affine.yield
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{custom op 'affine.linearize_index' invalid kind of type specified: expected builtin.index, but found 'vector<4xindex>'}}
  %0 = affine.linearize_index [%i] by (2) : vector<4xindex>
  return
}
