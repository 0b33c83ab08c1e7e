// RUN: optc %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f() {
  // expected-error @+1 {{'memref.alloc' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = memref.alloc() : memref<?xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'memref.alloc' op symbol operand count does not equal memref symbol count: expected 1, got 0}}
  %0 = memref.alloc() : memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'memref.alloc' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
  %0 = memref.alloc() {alignment = 3 : i64} : memref<4xf32>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'memref.alloca' op incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = memref.alloca(%i) : memref<4xf32>
  return
}

// -----

"a.region"() ({
  // expected-error @+1 {{'memref.alloca' op requires an ancestor op with AutomaticAllocationScope trait}}
  %0 = memref.alloca() : memref<4xf32>
}) : () -> ()

// -----

func.func @f(%a: memref<4xf32, strided<[2]>>) {
  // expected-error @+1 {{unsupported layout for source memref type 'memref<4xf32, strided<[2]>>'}}
  %0 = memref.realloc %a : memref<4xf32, strided<[2]>> to memref<8xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{unsupported layout for result memref type 'memref<8xf32, strided<[2]>>'}}
  %0 = memref.realloc %a : memref<4xf32> to memref<8xf32, strided<[2]>>
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{different memory spaces specified for source memref type 'memref<4xf32>' and result memref type 'memref<8xf32, 1>'}}
  %0 = memref.realloc %a : memref<4xf32> to memref<8xf32, 1>
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{different element types specified for source memref type 'memref<4xf32>' and result memref type 'memref<8xi32>'}}
  %0 = memref.realloc %a : memref<4xf32> to memref<8xi32>
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{missing dimension operand for result type 'memref<?xf32>'}}
  %0 = memref.realloc %a : memref<4xf32> to memref<?xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %i: index) {
  // expected-error @+1 {{unnecessary dimension operand for result type 'memref<8xf32>'}}
  %0 = memref.realloc %a(%i) : memref<4xf32> to memref<8xf32>
  return
}

// -----

func.func @f(%a: memref<2x2xf32>) {
  // expected-error @+1 {{'memref.realloc' op operand #0 must be 1D memref of any type values, but got 'memref<2x2xf32>'}}
  %0 = memref.realloc %a : memref<2x2xf32> to memref<8xf32>
  return
}

// -----

func.func @f(%m: memref<?x8xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.load' op incorrect number of indices for load, expected 2 but got 1}}
  %0 = memref.load %m[%i] : memref<?x8xf32>
  return
}

// -----

func.func @f(%m: memref<?x8xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.store' op store index operand count not equal to memref rank}}
  memref.store %v, %m[%i] : memref<?x8xf32>
  return
}

// -----

func.func @f(%m: memref<?x8xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.store' op failed to verify that type of 'value' matches element type of 'memref'}}
  "memref.store"(%i, %m, %i, %i) : (index, memref<?x8xf32>, index, index) -> ()
  return
}

// -----

func.func @f(%m: memref<?x8xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.prefetch' op too few indices}}
  memref.prefetch %m[%i], read, locality<3>, data : memref<?x8xf32>
  return
}

// -----

func.func @f(%m: memref<?x8xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{rw specifier has to be 'read' or 'write'}}
  memref.prefetch %m[%i, %i], rw, locality<3>, data : memref<?x8xf32>
  return
}

// -----

func.func @f(%m: memref<?x8xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{cache type has to be 'data' or 'instr'}}
  memref.prefetch %m[%i, %i], read, locality<3>, none : memref<?x8xf32>
  return
}

// -----

func.func @f(%m: memref<?x8xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.prefetch' op attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3}}
  memref.prefetch %m[%i, %i], read, locality<5>, data : memref<?x8xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xi32>) {
  // expected-error @+1 {{'memref.copy' op requires the same element type for all operands}}
  memref.copy %a, %b : memref<4xf32> to memref<4xi32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<5xf32>) {
  // expected-error @+1 {{'memref.copy' op requires the same shape for all operands}}
  memref.copy %a, %b : memref<4xf32> to memref<5xf32>
  return
}

// -----

func.func @f(%m: memref<?x8xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.atomic_rmw' op expects the number of subscripts to be equal to memref rank}}
  %0 = memref.atomic_rmw addf %v, %m[%i] : (f32, memref<?x8xf32>) -> f32
  return
}

// -----

func.func @f(%a: memref<4xi32>, %i: index, %v: i32) {
  // expected-error @+1 {{'memref.atomic_rmw' op with kind 'addf' expects a floating-point type}}
  %0 = memref.atomic_rmw addf %v, %a[%i] : (i32, memref<4xi32>) -> i32
  return
}

// -----

func.func @f(%m: memref<?x8xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.atomic_rmw' op with kind 'maxs' expects an integer type}}
  %0 = memref.atomic_rmw maxs %v, %m[%i, %i] : (f32, memref<?x8xf32>) -> f32
  return
}

// -----

func.func @f(%a: memref<4xf64>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.atomic_rmw' op failed to verify that value type matches element type of memref}}
  %0 = memref.atomic_rmw addf %v, %a[%i] : (f32, memref<4xf64>) -> f32
  return
}

// -----

func.func @f(%a: memref<4xi32>, %i: index) {
  // expected-error @+1 {{'memref.generic_atomic_rmw' op expected single number of entry block arguments}}
  %0 = memref.generic_atomic_rmw %a[%i] : memref<4xi32> {
  ^bb0(%x: i32, %y: i32):
    memref.atomic_yield %x : i32
  }
  return
}

// -----

func.func @f(%a: memref<4xi32>, %i: index) {
  // expected-error @+1 {{'memref.generic_atomic_rmw' op expected block argument of the same type result type}}
  %0 = memref.generic_atomic_rmw %a[%i] : memref<4xi32> {
  ^bb0(%x: f32):
    %c = arith.constant 0 : i32
    memref.atomic_yield %c : i32
  }
  return
}

// -----

func.func @f(%a: memref<4xi32>, %i: index) {
  %0 = memref.generic_atomic_rmw %a[%i] : memref<4xi32> {
  ^bb0(%x: i32):
    // expected-error @+1 {{body of 'memref.generic_atomic_rmw' should contain only operations with no side effects}}
    %n = memref.alloc() : memref<4xi32>
    memref.atomic_yield %x : i32
  }
  return
}

// -----

func.func @f(%a: memref<4xi32>, %i: index) {
  %0 = memref.generic_atomic_rmw %a[%i] : memref<4xi32> {
  ^bb0(%x: i32):
    %c = arith.constant 0 : i64
    // expected-error @+1 {{'memref.atomic_yield' op types mismatch between yield op: 'i64' and its parent: 'i32'}}
    memref.atomic_yield %c : i64
  }
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'memref.dma_start' op expected at least 4 operands}}
  "memref.dma_start"(%i, %i) : (index, index) -> ()
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'memref.dma_start' op expected source to be of memref type}}
  "memref.dma_start"(%i, %i, %i, %i) : (index, index, index, index) -> ()
  return
}

// -----

func.func @f(%m: memref<?x8xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.dma_start' op expected at least 6 operands}}
  "memref.dma_start"(%m, %i, %i, %i) : (memref<?x8xf32>, index, index, index) -> ()
  return
}

// -----

func.func @f(%m: memref<?x8xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.dma_start' op expected source indices to be of index type}}
  "memref.dma_start"(%m, %i, %v, %m, %i, %i) : (memref<?x8xf32>, index, f32, memref<?x8xf32>, index, index) -> ()
  return
}

// -----

func.func @f(%m: memref<?x8xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.dma_start' op expected destination to be of memref type}}
  "memref.dma_start"(%m, %i, %i, %i, %i, %i) : (memref<?x8xf32>, index, index, index, index, index) -> ()
  return
}

// -----

func.func @f(%m: memref<?x8xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{expected two stride related operands}}
  memref.dma_start %m[%i, %i], %m[%i, %i], %i, %m[%i, %i], %i : memref<?x8xf32>, memref<?x8xf32>, memref<?x8xf32>
  return
}

// -----

func.func @f(%m: memref<?x8xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{fewer/more types expected}}
  memref.dma_start %m[%i, %i], %m[%i, %i], %i, %m[%i, %i] : memref<?x8xf32>, memref<?x8xf32>
  return
}

// -----

func.func @f(%m: memref<?x8xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.dma_wait' op expected tagIndices to have the same number of elements as the tagMemRef rank, expected 2, but got 1}}
  memref.dma_wait %m[%i], %i : memref<?x8xf32>
  return
}

// -----

func.func @f(%a: memref<f32>, %i: index) {
  // expected-error @+1 {{'memref.dim' op operand #0 must be unranked.memref of any type values or non-0-ranked.memref of any type values, but got 'memref<f32>'}}
  %0 = memref.dim %a, %i : memref<f32>
  return
}

// -----

func.func @f(%a: memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>) {
  // expected-error @+1 {{'memref.extract_strided_metadata' op operand #0 must be strided memref of any type values, but got 'memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>'}}
  %0:4 = "memref.extract_strided_metadata"(%a) : (memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>) -> (memref<f32>, index, index, index)
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{inferred type(s) 'memref<f32>', 'index', 'index', 'index' are incompatible with return type(s) of operation 'memref<f64>', 'index', 'index', 'index'}}
  %0:4 = "memref.extract_strided_metadata"(%a) : (memref<4xf32>) -> (memref<f64>, index, index, index)
  return
}

// -----

func.func @f(%m: memref<?x8xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.cast' op operand type 'memref<?x8xf32>' and result type 'memref<?x9xf32>' are cast incompatible}}
  %0 = memref.cast %m : memref<?x8xf32> to memref<?x9xf32>
  return
}

// -----

func.func @f(%a: memref<*xf32>) {
  // expected-error @+1 {{'memref.cast' op operand type 'memref<*xf32>' and result type 'memref<*xf32>' are cast incompatible}}
  %0 = memref.cast %a : memref<*xf32> to memref<*xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<4xf32, strided<[2]>>' are cast incompatible}}
  %0 = memref.cast %a : memref<4xf32> to memref<4xf32, strided<[2]>>
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{'memref.memory_space_cast' op operand type 'memref<4xf32>' and result type 'memref<5xf32, 1>' are cast incompatible}}
  %0 = memref.memory_space_cast %a : memref<4xf32> to memref<5xf32, 1>
  return
}

// -----

func.func @f(%m: memref<?x8xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.assume_alignment' op alignment must be power of 2}}
  %0 = memref.assume_alignment %m, 12 : memref<?x8xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'memref.distinct_objects' op expected at least one operand}}
  "memref.distinct_objects"() : () -> ()
  return
}

// -----

func.func @f(%m: memref<?x8xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.distinct_objects' op operand types and result types must match}}
  %0 = "memref.distinct_objects"(%m) : (memref<?x8xf32>) -> memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected mixed offsets rank to match mixed sizes rank (1 vs 2) so the rank of the result type is well-formed.}}
  %0 = memref.subview %a[0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected 2 offset values, got 1}}
  %0 = memref.subview %a[0] [4] [1] : memref<8x16xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected sizes to be non-negative, but got -4}}
  %0 = memref.subview %a[0, 0] [-4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{different memory spaces specified for base memref type 'memref<8x16xf32>' and subview memref type 'memref<4x4xf32, strided<[16, 1]>, 1>'}}
  %0 = memref.subview %a[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>, 1>
  return
}

// -----

func.func @f(%a: memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>) {
  // expected-error @+1 {{base type 'memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>' is not strided}}
  %0 = memref.subview %a[0] [4] [1] : memref<4xf32, affine_map<(d0) -> (d0 mod 2)>> to memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected result rank to be smaller or equal to the source rank, but got 'memref<1x4x4xf32>'}}
  %0 = memref.subview %a[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<1x4x4xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected result type to be 'memref<4x4xf32, strided<[16, 1]>>' or a rank-reduced version. (mismatch of result sizes), but got 'memref<4x5xf32>'}}
  %0 = memref.subview %a[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x5xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected result element type to be 'f32', but got 'memref<4x4xf64>'}}
  %0 = memref.subview %a[0, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf64>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected result type to be 'memref<4x4xf32, strided<[16, 1], offset: ?>>' or a rank-reduced version. (mismatch of result layout), but got 'memref<4x4xf32, strided<[16, 1]>>'}}
  %0 = memref.subview %a[%i, 0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected result type to be 'memref<1x4xf32, strided<[16, 1]>>' or a rank-reduced version. (mismatch of result layout), but got 'memref<4xf32, strided<[16]>>'}}
  %0 = memref.subview %a[0, 0] [1, 4] [1, 1] : memref<8x16xf32> to memref<4xf32, strided<[16]>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{offset 1 is out-of-bounds: 16 >= 16}}
  %0 = memref.subview %a[0, 16] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: 16>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{slice along dimension 1 runs out-of-bounds: 16 >= 16}}
  %0 = memref.subview %a[0, 1] [4, 4] [1, 5] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 5], offset: 1>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{different memory spaces specified for source type 'memref<8x16xf32>' and result memref type 'memref<4xf32, 1>'}}
  %0 = memref.reinterpret_cast %a to offset: [0], sizes: [4], strides: [1] : memref<8x16xf32> to memref<4xf32, 1>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{different element types specified for source type 'memref<8x16xf32>' and result memref type 'memref<4xf64>'}}
  %0 = memref.reinterpret_cast %a to offset: [0], sizes: [4], strides: [1] : memref<8x16xf32> to memref<4xf64>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected result type with size = dynamic instead of 4 in dim = 0}}
  %0 = memref.reinterpret_cast %a to offset: [0], sizes: [%i], strides: [1] : memref<8x16xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected result type with offset = 3 instead of 0}}
  %0 = memref.reinterpret_cast %a to offset: [3], sizes: [4], strides: [1] : memref<8x16xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{expected result type with stride = 2 instead of 1 in dim = 0}}
  %0 = memref.reinterpret_cast %a to offset: [0], sizes: [4], strides: [2] : memref<8x16xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%b: memref<64xi16>, %i: index) {
  // expected-error @+1 {{'memref.view' op operand #0 must be 1D memref of 8-bit signless integer values, but got 'memref<64xi16>'}}
  %0 = memref.view %b[%i][] : memref<64xi16> to memref<4xf32>
  return
}

// -----

func.func @f(%b: memref<64xi8>, %i: index) {
  // expected-error @+1 {{unsupported map for result memref type 'memref<4xf32, strided<[2]>>'}}
  %0 = memref.view %b[%i][] : memref<64xi8> to memref<4xf32, strided<[2]>>
  return
}

// -----

func.func @f(%b: memref<64xi8>, %i: index) {
  // expected-error @+1 {{different memory spaces specified for base memref type 'memref<64xi8>' and view memref type 'memref<4xf32, 1>'}}
  %0 = memref.view %b[%i][] : memref<64xi8> to memref<4xf32, 1>
  return
}

// -----

func.func @f(%b: memref<64xi8>, %i: index) {
  // expected-error @+1 {{'memref.view' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = memref.view %b[%i][] : memref<64xi8> to memref<?xf32>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.transpose' op expected a permutation map}}
  %0 = memref.transpose %a (d0, d1) -> (d0, d0) : memref<8x16xf32> to memref<16x8xf32, strided<[1, 16]>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.transpose' op expected a permutation map of same rank as the input}}
  %0 = memref.transpose %a (d0) -> (d0) : memref<8x16xf32> to memref<16x8xf32, strided<[1, 16]>>
  return
}

// -----

func.func @f(%a: memref<8x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.transpose' op result type 'memref<16x8xf32>' is not equivalent to the canonical transposed input type 'memref<16x8xf32, affine_map<(d0, d1) -> (d0 + d1 * 16)>>'}}
  %0 = memref.transpose %a (d0, d1) -> (d1, d0) : memref<8x16xf32> to memref<16x8xf32>
  return
}

// -----

func.func @f(%a: memref<?x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.expand_shape' op has source rank 2 and result rank 1. This is not an expansion (2 > 1).}}
  %0 = memref.expand_shape %a [[0, 1]] output_shape [%i] : memref<?x16xf32> into memref<?xf32>
  return
}

// -----

func.func @f(%a: memref<?x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.expand_shape' op invalid number of reassociation groups: found 1, expected 2}}
  %0 = memref.expand_shape %a [[0, 1, 2]] output_shape [%i, 4, 4] : memref<?x16xf32> into memref<?x4x4xf32>
  return
}

// -----

func.func @f(%a: memref<?x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.expand_shape' op reassociation indices must be contiguous}}
  %0 = memref.expand_shape %a [[0], [2, 1]] output_shape [%i, 4, 4] : memref<?x16xf32> into memref<?x4x4xf32>
  return
}

// -----

func.func @f(%a: memref<?x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.expand_shape' op reassociation index 3 is out of bounds}}
  %0 = memref.expand_shape %a [[0], [1, 2, 3]] output_shape [%i, 4, 4] : memref<?x16xf32> into memref<?x4x4xf32>
  return
}

// -----

func.func @f(%a: memref<?x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.expand_shape' op collapsed dim (1) must be dynamic if and only if reassociation group is dynamic}}
  %0 = memref.expand_shape %a [[0], [1, 2]] output_shape [%i, %i, 4] : memref<?x16xf32> into memref<?x?x4xf32>
  return
}

// -----

func.func @f(%a: memref<?x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.expand_shape' op collapsed dim size (16) must equal reassociation group size (20)}}
  %0 = memref.expand_shape %a [[0], [1, 2]] output_shape [%i, 5, 4] : memref<?x16xf32> into memref<?x5x4xf32>
  return
}

// -----

func.func @f(%a: memref<?x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.expand_shape' op expanded rank (3) inconsistent with number of reassociation indices (2)}}
  %0 = memref.expand_shape %a [[0], [1]] output_shape [%i, 16, 1] : memref<?x16xf32> into memref<?x16x1xf32>
  return
}

// -----

func.func @f(%a: memref<?x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.expand_shape' op expected expanded type to be 'memref<?x4x4xf32>' but found 'memref<?x4x4xf32, strided<[?, 4, 1]>>'}}
  %0 = memref.expand_shape %a [[0], [1, 2]] output_shape [%i, 4, 4] : memref<?x16xf32> into memref<?x4x4xf32, strided<[?, 4, 1]>>
  return
}

// -----

func.func @f(%a: memref<?x16xf32>, %i: index) {
  // expected-error @+1 {{'memref.expand_shape' op invalid output shape provided at pos 1}}
  %0 = memref.expand_shape %a [[0], [1, 2]] output_shape [%i, 5, 4] : memref<?x16xf32> into memref<?x4x4xf32>
  return
}

// -----

func.func @f(%a: memref<f32>) {
  // expected-error @+1 {{'memref.expand_shape' op rank 0 memrefs can only be extended/collapsed with/from ones}}
  %0 = memref.expand_shape %a [] output_shape [2] : memref<f32> into memref<2xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{'memref.collapse_shape' op has source rank 1 and result rank 2. This is not a collapse (1 < 2).}}
  %0 = memref.collapse_shape %a [[0], [1]] : memref<4xf32> into memref<4x1xf32>
  return
}

// -----

func.func @f(%a: memref<4x4xf32, strided<[5, 1]>>) {
  // expected-error @+1 {{'memref.collapse_shape' op invalid source layout map or collapsing non-contiguous dims}}
  %0 = memref.collapse_shape %a [[0, 1]] : memref<4x4xf32, strided<[5, 1]>> into memref<16xf32, strided<[1]>>
  return
}

// -----

func.func @f(%a: memref<4x4xf32, strided<[4, 1]>>) {
  // expected-error @+1 {{'memref.collapse_shape' op expected collapsed type to be 'memref<16xf32, strided<[1]>>' but found 'memref<16xf32>'}}
  %0 = memref.collapse_shape %a [[0, 1]] : memref<4x4xf32, strided<[4, 1]>> into memref<16xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %s: memref<2xi32>, %t: memref<?xi32>) {
  // expected-error @+1 {{'memref.reshape' op element types of source and destination memref types should be the same}}
  %0 = memref.reshape %a(%s) : (memref<4xf32>, memref<2xi32>) -> memref<2x2xf64>
  return
}

// -----

func.func @f(%b: memref<4xf32, strided<[2]>>, %s: memref<2xi32>) {
  // expected-error @+1 {{'memref.reshape' op source memref type should have identity affine map}}
  %0 = memref.reshape %b(%s) : (memref<4xf32, strided<[2]>>, memref<2xi32>) -> memref<2x2xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %s: memref<2xi32>, %t: memref<?xi32>) {
  // expected-error @+1 {{'memref.reshape' op result memref type should have identity affine map}}
  %0 = memref.reshape %a(%s) : (memref<4xf32>, memref<2xi32>) -> memref<2x2xf32, strided<[4, 1]>>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %s: memref<2xi32>, %t: memref<?xi32>) {
  // expected-error @+1 {{'memref.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked memref type}}
  %0 = memref.reshape %a(%t) : (memref<4xf32>, memref<?xi32>) -> memref<2x2xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %s: memref<2xi32>, %t: memref<?xi32>) {
  // expected-error @+1 {{'memref.reshape' op length of shape operand differs from the result's memref rank}}
  %0 = memref.reshape %a(%s) : (memref<4xf32>, memref<2xi32>) -> memref<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'memref.get_global' op 'missing' does not reference a valid global memref}}
  %0 = memref.get_global @missing : memref<4xf32>
  return
}

// -----

memref.global @g : memref<3xf32>

func.func @f() {
  // expected-error @+1 {{'memref.get_global' op result type 'memref<4xf32>' does not match type 'memref<3xf32>' of the global memref @g}}
  %0 = memref.get_global @g : memref<4xf32>
  return
}

// -----

// expected-error @+1 {{type should be static shaped memref, but got 'memref<?xf32>'}}
memref.global @g : memref<?xf32>

// -----

// expected-error @+1 {{'memref.global' op attribute 'type' failed to satisfy constraint: memref type attribute}}
"memref.global"() {sym_name = "g", type = i32} : () -> ()

// -----

// expected-error @+1 {{initial value should be a unit or elements attribute}}
memref.global @g : memref<2xi32> = "two"

// -----

// expected-error @+1 {{'memref.global' op initial value should be a unit or elements attribute, but got 1}}
"memref.global"() {sym_name = "g", type = memref<2xi32>, initial_value = 1} : () -> ()

// -----

// expected-error @+1 {{'memref.global' op initial value element expected to be of type 'i32', but was of type 'i64'}}
"memref.global"() {sym_name = "g", type = memref<2xi32>, initial_value = dense<1> : tensor<2xi64>} : () -> ()

// -----

// expected-error @+1 {{'memref.global' op initial value shape expected to be 2 but was 3}}
"memref.global"() {sym_name = "g", type = memref<2xi32>, initial_value = dense<1> : tensor<3xi32>} : () -> ()

// -----

func.func @f(%a: memref<8x16xf32>) {
  // expected-error @+1 {{expected the number of 'sizes' to match the number of dynamic entries in 'static_sizes' (0 vs 1)}}
  %0 = "memref.subview"(%a) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: 1>}> : (memref<8x16xf32>) -> memref<?xf32>
  return
}

// -----

func.func @f(%m: memref<?x8xf32>, %i: index) {
  // expected-error @+1 {{'memref.dma_start' op expected at least 10 operands}}
  "memref.dma_start"(%m, %i, %i, %m, %i, %i, %i, %m) : (memref<?x8xf32>, index, index, memref<?x8xf32>, index, index, index, memref<?x8xf32>) -> ()
  return
}

// -----

// What is inside comes first.
func.func @f(%a: memref<4xi32>, %i: index, %c: i1) {
  %0 = memref.generic_atomic_rmw %a[%i] : memref<4xi32> {
  ^bb0(%x: i32):
    scf.if %c {
      // expected-error @+1 {{body of 'memref.generic_atomic_rmw' should contain only operations with no side effects}}
      "test.effect"() : () -> ()
    }
    memref.atomic_yield %x : i32
  }
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<8xi32>) {
  // expected-error @+1 {{'memref.copy' op requires the same element type for all operands}}
  memref.copy %a, %b : memref<4xf32> to memref<8xi32>
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{'memref.distinct_objects' op operand types and result types must match}}
  %0:2 = "memref.distinct_objects"(%a) : (memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
  return
}
