// RUN: optc %s | optc | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | optc | FileCheck %s

// CHECK-LABEL: func.func @empty(
// CHECK-NEXT: %0 = tensor.empty(%arg0) : tensor<4x?xf32>
// CHECK-NEXT: return %0 : tensor<4x?xf32>
// CHECK-NEXT: }
func.func @empty(%n: index) -> tensor<4x?xf32> {
  %0 = tensor.empty(%n) : tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// CHECK-LABEL: func.func @from_elements(
// CHECK-NEXT: %from_elements = tensor.from_elements %arg0, %arg1 : tensor<1x2xf32>
// CHECK-NEXT: return %from_elements : tensor<1x2xf32>
// CHECK-NEXT: }
func.func @from_elements(%a: f32, %b: f32) -> tensor<1x2xf32> {
  %0 = tensor.from_elements %a, %b : tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

// CHECK-LABEL: func.func @splat(
// CHECK-NEXT: %splat = tensor.splat %arg0[%arg1] : tensor<?x4xf32>
// CHECK-NEXT: return %splat : tensor<?x4xf32>
// CHECK-NEXT: }
func.func @splat(%x: f32, %n: index) -> tensor<?x4xf32> {
  %0 = tensor.splat %x[%n] : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @generate(
// CHECK-NEXT: %generated = tensor.generate %arg0 {
// CHECK-NEXT: ^bb0(%arg2: index, %arg3: index):
// CHECK-NEXT: tensor.yield %arg1 : f32
// CHECK-NEXT: } : tensor<?x4xf32>
// CHECK-NEXT: return %generated : tensor<?x4xf32>
// CHECK-NEXT: }
func.func @generate(%n: index, %x: f32) -> tensor<?x4xf32> {
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @dim(
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %dim = tensor.dim %arg0, %c1 : tensor<4x?xf32>
// CHECK-NEXT: return %dim : index
// CHECK-NEXT: }
func.func @dim(%t: tensor<4x?xf32>) -> index {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %t, %c1 : tensor<4x?xf32>
  return %n : index
}

// CHECK-LABEL: func.func @extract(
// CHECK-NEXT: %extracted = tensor.extract %arg0[%arg1, %arg1] : tensor<4x8xf32>
// CHECK-NEXT: %inserted = tensor.insert %extracted into %arg0[%arg1, %arg1] : tensor<4x8xf32>
// CHECK-NEXT: return %inserted : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @extract(%t: tensor<4x8xf32>, %i: index) -> tensor<4x8xf32> {
  %x = tensor.extract %t[%i, %i] : tensor<4x8xf32>
  %r = tensor.insert %x into %t[%i, %i] : tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @gather(
// CHECK-NEXT: %gather = tensor.gather %arg0[%arg1] gather_dims([1]) unique : (tensor<4x4x4xf32>, tensor<1x2x1xindex>) -> tensor<1x2x4x1x4xf32>
// CHECK-NEXT: return %gather : tensor<1x2x4x1x4xf32>
// CHECK-NEXT: }
func.func @gather(%s: tensor<4x4x4xf32>, %i: tensor<1x2x1xindex>) -> tensor<1x2x4x1x4xf32> {
  %0 = tensor.gather %s[%i] gather_dims([1]) unique : (tensor<4x4x4xf32>, tensor<1x2x1xindex>) -> tensor<1x2x4x1x4xf32>
  return %0 : tensor<1x2x4x1x4xf32>
}

// CHECK-LABEL: func.func @scatter(
// CHECK-NEXT: %scatter = tensor.scatter %arg0 into %arg1[%arg2] scatter_dims([1]) unique : (tensor<1x2x4x4xf32>, tensor<4x4x4xf32>, tensor<1x2x1xindex>) -> tensor<4x4x4xf32>
// CHECK-NEXT: return %scatter : tensor<4x4x4xf32>
// CHECK-NEXT: }
func.func @scatter(%s: tensor<1x2x4x4xf32>, %d: tensor<4x4x4xf32>, %i: tensor<1x2x1xindex>) -> tensor<4x4x4xf32> {
  %0 = tensor.scatter %s into %d[%i] scatter_dims([1]) unique : (tensor<1x2x4x4xf32>, tensor<4x4x4xf32>, tensor<1x2x1xindex>) -> tensor<4x4x4xf32>
  return %0 : tensor<4x4x4xf32>
}

// CHECK-LABEL: func.func @cast(
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<4x?xf32> to tensor<*xf32>
// CHECK-NEXT: return %cast : tensor<*xf32>
// CHECK-NEXT: }
func.func @cast(%t: tensor<4x?xf32>) -> tensor<*xf32> {
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<*xf32>
  return %0 : tensor<*xf32>
}

// CHECK-LABEL: func.func @bitcast(
// CHECK-NEXT: %0 = tensor.bitcast %arg0 : tensor<4xf32> to tensor<4xui32>
// CHECK-NEXT: return %0 : tensor<4xui32>
// CHECK-NEXT: }
func.func @bitcast(%t: tensor<4xf32>) -> tensor<4xui32> {
  %0 = tensor.bitcast %t : tensor<4xf32> to tensor<4xui32>
  return %0 : tensor<4xui32>
}

// CHECK-LABEL: func.func @reshape(
// CHECK-NEXT: %reshape = tensor.reshape %arg0(%arg1) : (tensor<4x1xf32>, tensor<1xi32>) -> tensor<4xf32>
// CHECK-NEXT: return %reshape : tensor<4xf32>
// CHECK-NEXT: }
func.func @reshape(%t: tensor<4x1xf32>, %s: tensor<1xi32>) -> tensor<4xf32> {
  %0 = tensor.reshape %t(%s) : (tensor<4x1xf32>, tensor<1xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @expand_shape(
// CHECK-NEXT: %expanded = tensor.expand_shape %arg0 {{\[\[}}0], [1, 2]] output_shape [%arg1, 4, 8] : tensor<?x32xf32> into tensor<?x4x8xf32>
// CHECK-NEXT: return %expanded : tensor<?x4x8xf32>
// CHECK-NEXT: }
func.func @expand_shape(%t: tensor<?x32xf32>, %n: index) -> tensor<?x4x8xf32> {
  %0 = tensor.expand_shape %t [[0], [1, 2]] output_shape [%n, 4, 8] : tensor<?x32xf32> into tensor<?x4x8xf32>
  return %0 : tensor<?x4x8xf32>
}

// CHECK-LABEL: func.func @collapse_shape(
// CHECK-NEXT: %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : tensor<?x4x8xf32> into tensor<?x32xf32>
// CHECK-NEXT: return %collapsed : tensor<?x32xf32>
// CHECK-NEXT: }
func.func @collapse_shape(%t: tensor<?x4x8xf32>) -> tensor<?x32xf32> {
  %0 = tensor.collapse_shape %t [[0], [1, 2]] : tensor<?x4x8xf32> into tensor<?x32xf32>
  return %0 : tensor<?x32xf32>
}

// CHECK-LABEL: func.func @extract_slice(
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%arg1, 0] [1, %arg1] [1, 2] : tensor<8x16xf32> to tensor<?xf32>
// CHECK-NEXT: return %extracted_slice : tensor<?xf32>
// CHECK-NEXT: }
func.func @extract_slice(%t: tensor<8x16xf32>, %i: index) -> tensor<?xf32> {
  %0 = tensor.extract_slice %t[%i, 0] [1, %i] [1, 2] : tensor<8x16xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @insert_slice(
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %arg0 into %arg1[%arg2, 0] [1, 4] [1, 2] : tensor<4xf32> into tensor<8x16xf32>
// CHECK-NEXT: return %inserted_slice : tensor<8x16xf32>
// CHECK-NEXT: }
func.func @insert_slice(%s: tensor<4xf32>, %t: tensor<8x16xf32>, %i: index) -> tensor<8x16xf32> {
  %0 = tensor.insert_slice %s into %t[%i, 0] [1, 4] [1, 2] : tensor<4xf32> into tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// CHECK-LABEL: func.func @pad(
// CHECK-NEXT: %padded = tensor.pad %arg0 low[1, %arg1] high[1, 0] {
// CHECK-NEXT: ^bb0(%arg3: index, %arg4: index):
// CHECK-NEXT: tensor.yield %arg2 : f32
// CHECK-NEXT: } : tensor<4x?xf32> to tensor<6x?xf32>
// CHECK-NEXT: return %padded : tensor<6x?xf32>
// CHECK-NEXT: }
func.func @pad(%t: tensor<4x?xf32>, %n: index, %x: f32) -> tensor<6x?xf32> {
  %0 = tensor.pad %t low[1, %n] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<6x?xf32>
  return %0 : tensor<6x?xf32>
}

// CHECK-LABEL: func.func @concat(
// CHECK-NEXT: %concat = tensor.concat dim(1) %arg0, %arg1 : (tensor<3x6xf32>, tensor<3x?xf32>) -> tensor<3x?xf32>
// CHECK-NEXT: return %concat : tensor<3x?xf32>
// CHECK-NEXT: }
func.func @concat(%a: tensor<3x6xf32>, %b: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<3x6xf32>, tensor<3x?xf32>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}

// CHECK-LABEL: func.func @rank(
// CHECK-NEXT: %rank = tensor.rank %arg0 : tensor<*xf32>
// CHECK-NEXT: return %rank : index
// CHECK-NEXT: }
func.func @rank(%t: tensor<*xf32>) -> index {
  %0 = tensor.rank %t : tensor<*xf32>
  return %0 : index
}

// CHECK-LABEL: func.func @parallel_insert_slice(
// CHECK-NEXT: %0 = scf.forall (%arg3) in (4) shared_outs(%arg4 = %arg1) -> (tensor<8xf32>) {
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %arg0 into %arg4[%arg3] [%arg2] [1] : tensor<?xf32> into tensor<8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return %0 : tensor<8xf32>
// CHECK-NEXT: }
func.func @parallel_insert_slice(%s: tensor<?xf32>, %d: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %0 = scf.forall (%i) in (4) shared_outs(%o = %d) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [%n] [1] : tensor<?xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @no_elements(
// CHECK-NEXT: %from_elements = tensor.from_elements  : tensor<0xi8>
func.func @no_elements() -> tensor<0xi8> {
  %0 = tensor.from_elements : tensor<0xi8>
  return %0 : tensor<0xi8>
}

// Sizes may be marked as scalable, which slices ignore.
// CHECK-LABEL: func.func @scalable(
// CHECK-NEXT: tensor.extract_slice %arg0[2] [4] [1] : tensor<8xi1> to tensor<4xi1>
// CHECK-NEXT: tensor.extract_slice %arg0[%arg1] [4] [1] : tensor<8xi1> to tensor<4xi1>
func.func @scalable(%t: tensor<8xi1>, %x: index) -> (tensor<4xi1>, tensor<4xi1>) {
  %0 = tensor.extract_slice %t[[2]] [[4]] [1] : tensor<8xi1> to tensor<4xi1>
  %1 = tensor.extract_slice %t[%x[]] [4] [1] : tensor<8xi1> to tensor<4xi1>
  return %0, %1 : tensor<4xi1>, tensor<4xi1>
}
