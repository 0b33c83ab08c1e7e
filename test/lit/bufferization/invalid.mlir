// RUN: optc %s --split-input-file --verify-diagnostics

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{shapes do not match}}
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<5xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{element types do not match}}
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf64>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{custom op 'bufferization.to_tensor' invalid kind of type specified}}
  %0 = bufferization.to_tensor %t : tensor<4xf32> to tensor<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{shapes do not match}}
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<*xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{shapes do not match}}
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<?xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{custom op 'bufferization.to_buffer' invalid kind of type specified}}
  %0 = bufferization.to_buffer %m : memref<4xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{shapes do not match}}
  %0 = bufferization.to_buffer %t : tensor<4xf32> to memref<?xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{shapes do not match}}
  %0 = bufferization.to_buffer %t : tensor<4xf32> to memref<4x1xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{custom op 'bufferization.clone' invalid kind of type specified}}
  %0 = bufferization.clone %t : tensor<4xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{custom op 'bufferization.dealloc_tensor' invalid kind of type specified}}
  bufferization.dealloc_tensor %m : memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op 'writable' must be specified if and only if the destination is of memref type}}
  bufferization.materialize_in_destination %t in %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op tensor 'dest' implies exactly one tensor result}}
  bufferization.materialize_in_destination %t in %t : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op 'writable' must be specified if and only if the destination is of memref type}}
  %0 = bufferization.materialize_in_destination %t in writable %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op 'restrict' is valid only for memref destinations}}
  %0 = bufferization.materialize_in_destination %t in restrict %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op source/destination shapes are incompatible}}
  %0 = bufferization.materialize_in_destination %t in %v : (tensor<4xf32>, tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op rank mismatch between source and destination shape}}
  %0 = bufferization.materialize_in_destination %t in %w : (tensor<4xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op result and 'dest' types must match}}
  %0 = bufferization.materialize_in_destination %t in %v : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op memref 'dest' implies zero results}}
  %0 = bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op source/destination shapes are incompatible}}
  bufferization.materialize_in_destination %t in writable %um : (tensor<4xf32>, memref<*xf32>) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op operand #1 must be shaped of any type values, but got 'f32'}}
  %0 = bufferization.materialize_in_destination %t in %s : (tensor<4xf32>, f32) -> tensor<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{'bufferization.dealloc' op must have the same number of conditions as memrefs to deallocate}}
  bufferization.dealloc (%m, %m : memref<4xf32>, memref<4xf32>) if (%c)
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{'bufferization.dealloc' op must have the same number of updated conditions (results) as retained operands}}
  %0 = "bufferization.dealloc"(%m, %c) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<4xf32>, i1) -> i1
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{'bufferization.dealloc' op operand #0 must be variadic of ranked or unranked memref of any type values, but got 'tensor<4xf32>'}}
  bufferization.dealloc (%t : tensor<4xf32>) if (%c)
  return
}

// -----

func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %v: tensor<5xf32>, %w: tensor<2x2xf32>, %c: i1, %um: memref<*xf32>, %ut: tensor<*xf32>, %s: f32) {
  // expected-error @+1 {{'bufferization.alloc_tensor' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = bufferization.alloc_tensor() : tensor<?xf32>
  return
}
