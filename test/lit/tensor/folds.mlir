// RUN: optc %s --canonicalize --verify-exec -o /dev/null

// Functions that are executed before and after their folds and patterns; package dialect/all/folds tells which have none.

func.func @shapes(%t: tensor<8xi32>, %i: index) -> (index, index, i32, index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c = tensor.cast %t : tensor<8xi32> to tensor<?xi32>
  %0 = tensor.dim %c, %c0 : tensor<?xi32>
  %1 = tensor.rank %t : tensor<8xi32>
  %2 = tensor.extract %c[%c2] : tensor<?xi32>
  %p = tensor.insert %2 into %c[%c2] : tensor<?xi32>
  %3 = tensor.dim %p, %c0 : tensor<?xi32>
  return %0, %1, %2, %3 : index, index, i32, index
}

func.func @bitcasts(%t: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xf32>) {
  %a = tensor.bitcast %t : tensor<8xi32> to tensor<8xi32>
  %b = tensor.bitcast %a : tensor<8xi32> to tensor<8xui32>
  %c = tensor.bitcast %b : tensor<8xui32> to tensor<8xf32>
  return %a, %c : tensor<8xi32>, tensor<8xf32>
}

func.func @constants() -> (i32, tensor<4xi32>, tensor<2x2xi32>, tensor<4xi32>, tensor<2xi32>, tensor<4xi32>, tensor<3xi32>) {
  %c1 = arith.constant 1 : index
  %x = arith.constant 5 : i32
  %t = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %s = arith.constant dense<7> : tensor<4xi32>
  %u = arith.constant dense<5> : tensor<4xi32>
  %0 = tensor.extract %t[%c1] : tensor<4xi32>
  %1 = tensor.splat %x : tensor<4xi32>
  %2 = tensor.expand_shape %t [[0, 1]] output_shape [2, 2] : tensor<4xi32> into tensor<2x2xi32>
  %3 = tensor.collapse_shape %2 [[0, 1]] : tensor<2x2xi32> into tensor<4xi32>
  %4 = tensor.extract_slice %s[1] [2] [1] : tensor<4xi32> to tensor<2xi32>
  %5 = tensor.insert %x into %u[%c1] : tensor<4xi32>
  %6 = tensor.from_elements %x, %x, %x : tensor<3xi32>
  return %0, %1, %2, %3, %4, %5, %6 : i32, tensor<4xi32>, tensor<2x2xi32>, tensor<4xi32>, tensor<2xi32>, tensor<4xi32>, tensor<3xi32>
}

func.func @elements(%x: i32, %y: i32) -> (i32, i32, index, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = tensor.from_elements %x, %y : tensor<2xi32>
  %0 = tensor.extract %t[%c1] : tensor<2xi32>
  %c = tensor.cast %t : tensor<2xi32> to tensor<?xi32>
  %1 = tensor.extract %c[%c0] : tensor<?xi32>
  %e = arith.index_cast %t : tensor<2xi32> to tensor<2xindex>
  %2 = tensor.extract %e[%c1] : tensor<2xindex>
  %g = tensor.generate {
  ^bb0(%i: index):
    %a = arith.index_cast %i : index to i32
    %b = arith.addi %a, %x : i32
    tensor.yield %b : i32
  } : tensor<8xi32>
  %3 = tensor.extract %g[%c1] : tensor<8xi32>
  return %0, %1, %2, %3 : i32, i32, index, i32
}

// -----

func.func @reshapes(%t: tensor<24xi32>, %u: tensor<4x6xi32>, %x: i32) -> (tensor<4x2x3xi32>, tensor<24xi32>, tensor<8x3xi32>, tensor<24xi32>) {
  %a = tensor.expand_shape %t [[0, 1]] output_shape [4, 6] : tensor<24xi32> into tensor<4x6xi32>
  %0 = tensor.expand_shape %a [[0], [1, 2]] output_shape [4, 2, 3] : tensor<4x6xi32> into tensor<4x2x3xi32>
  %b = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<4x2x3xi32> into tensor<8x3xi32>
  %1 = tensor.collapse_shape %b [[0, 1]] : tensor<8x3xi32> into tensor<24xi32>
  %c = tensor.collapse_shape %u [[0, 1]] : tensor<4x6xi32> into tensor<24xi32>
  %2 = tensor.expand_shape %c [[0, 1]] output_shape [8, 3] : tensor<24xi32> into tensor<8x3xi32>
  %d = tensor.cast %u : tensor<4x6xi32> to tensor<?x6xi32>
  %e = tensor.collapse_shape %d [[0, 1]] : tensor<?x6xi32> into tensor<?xi32>
  %3 = tensor.cast %e : tensor<?xi32> to tensor<24xi32>
  return %0, %1, %2, %3 : tensor<4x2x3xi32>, tensor<24xi32>, tensor<8x3xi32>, tensor<24xi32>
}

func.func @reshapes_between(%t: tensor<2x3x4xi32>) -> (tensor<24xi32>, tensor<2x12xi32>) {
  %a = tensor.collapse_shape %t [[0, 1], [2]] : tensor<2x3x4xi32> into tensor<6x4xi32>
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<6x4xi32> into tensor<24xi32>
  %b = tensor.expand_shape %0 [[0, 1, 2]] output_shape [2, 4, 3] : tensor<24xi32> into tensor<2x4x3xi32>
  %1 = tensor.collapse_shape %b [[0], [1, 2]] : tensor<2x4x3xi32> into tensor<2x12xi32>
  return %0, %1 : tensor<24xi32>, tensor<2x12xi32>
}

func.func @reshaped_sources(%x: i32, %y: i32) -> (tensor<2x2xi32>, tensor<4xi32>, tensor<2x2xi32>, tensor<4xi32>) {
  %a = tensor.splat %x : tensor<4xi32>
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [2, 2] : tensor<4xi32> into tensor<2x2xi32>
  %b = tensor.splat %x : tensor<2x2xi32>
  %1 = tensor.collapse_shape %b [[0, 1]] : tensor<2x2xi32> into tensor<4xi32>
  %c = tensor.from_elements %x, %y, %y, %x : tensor<4xi32>
  %2 = tensor.expand_shape %c [[0, 1]] output_shape [2, 2] : tensor<4xi32> into tensor<2x2xi32>
  %d = tensor.from_elements %x, %y, %y, %x : tensor<2x2xi32>
  %3 = tensor.collapse_shape %d [[0, 1]] : tensor<2x2xi32> into tensor<4xi32>
  return %0, %1, %2, %3 : tensor<2x2xi32>, tensor<4xi32>, tensor<2x2xi32>, tensor<4xi32>
}

func.func @reshaped_constants() -> (tensor<2x2xi32>, tensor<4xi32>) {
  %a = arith.constant dense<3> : tensor<4xi32>
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [2, 2] : tensor<4xi32> into tensor<2x2xi32>
  %b = arith.constant dense<4> : tensor<2x2xi32>
  %1 = tensor.collapse_shape %b [[0, 1]] : tensor<2x2xi32> into tensor<4xi32>
  return %0, %1 : tensor<2x2xi32>, tensor<4xi32>
}

func.func @static_expansion(%t: tensor<8xi32>) -> tensor<2x4xi32> {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c = tensor.cast %t : tensor<8xi32> to tensor<?xi32>
  %0 = tensor.expand_shape %c [[0, 1]] output_shape [%c2, %c4] : tensor<?xi32> into tensor<?x?xi32>
  %1 = tensor.cast %0 : tensor<?x?xi32> to tensor<2x4xi32>
  return %1 : tensor<2x4xi32>
}

func.func @reshape(%t: tensor<8xi32>) -> (tensor<2x4xi32>, index) {
  %c0 = arith.constant 0 : index
  %s = arith.constant dense<[2, 4]> : tensor<2xindex>
  %0 = tensor.reshape %t(%s) : (tensor<8xi32>, tensor<2xindex>) -> tensor<2x4xi32>
  %1 = tensor.reshape %0(%s) : (tensor<2x4xi32>, tensor<2xindex>) -> tensor<?x?xi32>
  %2 = tensor.dim %1, %c0 : tensor<?x?xi32>
  %3 = tensor.reshape %0(%s) : (tensor<2x4xi32>, tensor<2xindex>) -> tensor<2x4xi32>
  return %3, %2 : tensor<2x4xi32>, index
}

func.func @gathered(%i: tensor<2x1xindex>) -> tensor<2x1xi32> {
  %s = arith.constant dense<9> : tensor<8xi32>
  %j = arith.constant dense<[[1], [5]]> : tensor<2x1xindex>
  %0 = tensor.gather %s[%j] gather_dims([0]) : (tensor<8xi32>, tensor<2x1xindex>) -> tensor<2x1xi32>
  return %0 : tensor<2x1xi32>
}

// -----

func.func @slices(%t: tensor<8xi32>, %u: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c = tensor.cast %t : tensor<8xi32> to tensor<?xi32>
  %0 = tensor.extract_slice %c[2] [4] [1] : tensor<?xi32> to tensor<4xi32>
  %a = tensor.extract_slice %t[%c1] [%c4] [1] : tensor<8xi32> to tensor<?xi32>
  %1 = tensor.cast %a : tensor<?xi32> to tensor<4xi32>
  %v = tensor.cast %u : tensor<4xi32> to tensor<?xi32>
  %w = tensor.extract_slice %v[0] [%c4] [1] : tensor<?xi32> to tensor<?xi32>
  %2 = tensor.insert_slice %w into %t[%c1] [%c4] [1] : tensor<?xi32> into tensor<8xi32>
  %3 = tensor.insert_slice %0 into %t[2] [4] [1] : tensor<4xi32> into tensor<8xi32>
  %b = tensor.extract_slice %t[0] [8] [1] : tensor<8xi32> to tensor<8xi32>
  %4 = tensor.insert_slice %b into %b[0] [8] [1] : tensor<8xi32> into tensor<8xi32>
  return %0, %1, %2, %3, %4 : tensor<4xi32>, tensor<4xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
}

func.func @cast_of_slice(%t: tensor<8xi32>, %v: tensor<4xi32>) -> (tensor<4xi32>, tensor<8xi32>, tensor<8xi32>) {
  %c4 = arith.constant 4 : index
  %a = tensor.extract_slice %t[1] [%c4] [1] : tensor<8xi32> to tensor<?xi32>
  %0 = tensor.cast %a : tensor<?xi32> to tensor<4xi32>
  %b = tensor.cast %v : tensor<4xi32> to tensor<?xi32>
  %1 = tensor.insert_slice %b into %t[2] [%c4] [1] : tensor<?xi32> into tensor<8xi32>
  %d = tensor.cast %t : tensor<8xi32> to tensor<?xi32>
  %e = tensor.insert_slice %v into %d[2] [4] [1] : tensor<4xi32> into tensor<?xi32>
  %2 = tensor.cast %e : tensor<?xi32> to tensor<8xi32>
  return %0, %1, %2 : tensor<4xi32>, tensor<8xi32>, tensor<8xi32>
}

func.func @empties() -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %a = tensor.empty(%c4) : tensor<?x3xi32>
  %0 = tensor.dim %a, %c0 : tensor<?x3xi32>
  %b = tensor.empty(%c4) : tensor<?xi32>
  %c = tensor.cast %b : tensor<?xi32> to tensor<4xi32>
  %d = tensor.cast %c : tensor<4xi32> to tensor<?xi32>
  %1 = tensor.dim %d, %c0 : tensor<?xi32>
  %2 = tensor.rank %a : tensor<?x3xi32>
  return %0, %1, %2 : index, index, index
}

func.func @empty_extent(%n: index, %x: i32) -> (index, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %a = tensor.empty(%n) : tensor<?xi32>
  %0 = tensor.dim %a, %c0 : tensor<?xi32>
  %b = tensor.empty(%c4) : tensor<?xi32>
  %c = tensor.cast %b : tensor<?xi32> to tensor<4xi32>
  %e = tensor.insert %x into %c[%c0] : tensor<4xi32>
  return %0, %e : index, tensor<4xi32>
}

// The extent of an empty tensor that comes from another one.
func.func @empty_like(%t: tensor<8xi32>, %x: i32) -> (index, index, tensor<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = tensor.cast %t : tensor<8xi32> to tensor<?xi32>
  %n = tensor.dim %c, %c0 : tensor<?xi32>
  %a = tensor.empty(%n) : tensor<?xi32>
  %0 = tensor.dim %a, %c0 : tensor<?xi32>
  %b = tensor.insert %x into %c[%c1] : tensor<?xi32>
  %1 = tensor.dim %b, %c0 : tensor<?xi32>
  %2 = tensor.cast %b : tensor<?xi32> to tensor<8xi32>
  return %0, %1, %2 : index, index, tensor<8xi32>
}

func.func @extents(%t: tensor<?xi32>, %x: vector<4xi32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c = tensor.cast %t : tensor<?xi32> to tensor<16xi32>
  %d = tensor.cast %c : tensor<16xi32> to tensor<?xi32>
  %0 = tensor.dim %d, %c0 : tensor<?xi32>
  %a = vector.transfer_write %x, %t[%c0] : vector<4xi32>, tensor<?xi32>
  %1 = tensor.dim %a, %c0 : tensor<?xi32>
  %n = tensor.dim %t, %c0 : tensor<?xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %2 = tensor.dim %e, %c0 : tensor<?xi32>
  return %0, %1, %2 : index, index, index
}

// Extents that only the execution knows: %q is 4.
func.func @unknown_extents(%t: tensor<8xi32>, %n: index, %u: tensor<?x8xi32>) -> (tensor<4xi32>, tensor<8xi32>, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %p = arith.minui %n, %c4 : index
  %q = arith.maxui %p, %c4 : index
  %a = tensor.extract_slice %t[1] [%q] [1] : tensor<8xi32> to tensor<?xi32>
  %0 = tensor.cast %a : tensor<?xi32> to tensor<4xi32>
  %b = tensor.extract_slice %t[2] [%q] [1] : tensor<8xi32> to tensor<?xi32>
  %1 = tensor.insert_slice %b into %t[1] [%c4] [1] : tensor<?xi32> into tensor<8xi32>
  %d = tensor.cast %u : tensor<?x8xi32> to tensor<?x?xi32>
  %2 = tensor.dim %d, %c0 : tensor<?x?xi32>
  %e = tensor.empty(%n, %q) : tensor<?x?xi32>
  %f = tensor.cast %e : tensor<?x?xi32> to tensor<?x4xi32>
  %g = tensor.cast %f : tensor<?x4xi32> to tensor<?x?xi32>
  %3 = tensor.dim %g, %c1 : tensor<?x?xi32>
  return %0, %1, %2, %3 : tensor<4xi32>, tensor<8xi32>, index, index
}

func.func @cast_empty(%n: index) -> tensor<?x4xi32> {
  %c4 = arith.constant 4 : index
  %p = arith.minui %n, %c4 : index
  %q = arith.maxui %p, %c4 : index
  %e = tensor.empty(%n, %q) : tensor<?x?xi32>
  %f = tensor.cast %e : tensor<?x?xi32> to tensor<?x4xi32>
  return %f : tensor<?x4xi32>
}

func.func @constant_padding(%t: tensor<4xi32>, %x: i32) -> tensor<?xi32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.pad %t low[%c1] high[%c2] {
  ^bb0(%i: index):
    tensor.yield %x : i32
  } : tensor<4xi32> to tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

func.func @joined(%t: tensor<4xi32>, %u: tensor<3xi32>) -> (tensor<4xi32>, tensor<7xi32>, tensor<7xi32>) {
  %0 = tensor.concat dim(0) %t : (tensor<4xi32>) -> tensor<4xi32>
  %1 = tensor.concat dim(0) %t, %u : (tensor<4xi32>, tensor<3xi32>) -> tensor<7xi32>
  %a = tensor.concat dim(0) %t, %u : (tensor<4xi32>, tensor<3xi32>) -> tensor<?xi32>
  %2 = tensor.cast %a : tensor<?xi32> to tensor<7xi32>
  return %0, %1, %2 : tensor<4xi32>, tensor<7xi32>, tensor<7xi32>
}

func.func @joined_with_inferred(%t: tensor<4x2xi32>, %u: tensor<3x2xi32>) -> tensor<7x2xi32> {
  %v = tensor.cast %u : tensor<3x2xi32> to tensor<3x?xi32>
  %0 = tensor.concat dim(0) %t, %v : (tensor<4x2xi32>, tensor<3x?xi32>) -> tensor<7x2xi32>
  return %0 : tensor<7x2xi32>
}

func.func @joined_alone(%t: tensor<4x2xi32>) -> tensor<4x?xi32> {
  %u = tensor.cast %t : tensor<4x2xi32> to tensor<?x2xi32>
  %0 = tensor.concat dim(0) %u : (tensor<?x2xi32>) -> tensor<?x?xi32>
  %1 = tensor.cast %0 : tensor<?x?xi32> to tensor<4x?xi32>
  return %1 : tensor<4x?xi32>
}

func.func @padded(%t: tensor<4xi32>, %x: i32) -> (tensor<4xi32>, tensor<4xi32>, tensor<7xi32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.pad %t low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %x : i32
  } : tensor<4xi32> to tensor<4xi32>
  %1 = tensor.pad %t nofold low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %x : i32
  } : tensor<4xi32> to tensor<4xi32>
  %a = tensor.pad %t low[%c1] high[%c2] {
  ^bb0(%i: index):
    tensor.yield %x : i32
  } : tensor<4xi32> to tensor<?xi32>
  %2 = tensor.cast %a : tensor<?xi32> to tensor<7xi32>
  return %0, %1, %2 : tensor<4xi32>, tensor<4xi32>, tensor<7xi32>
}

func.func @zero_padding(%t: tensor<4xi32>, %x: i32) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %u = tensor.cast %t : tensor<4xi32> to tensor<?xi32>
  %0 = tensor.pad %u low[%c0] high[0] {
  ^bb0(%i: index):
    tensor.yield %x : i32
  } : tensor<?xi32> to tensor<?xi32>
  return %0 : tensor<?xi32>
}

func.func @padded_twice(%t: tensor<4xi32>, %x: i32) -> tensor<10xi32> {
  %a = tensor.pad %t low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %x : i32
  } : tensor<4xi32> to tensor<7xi32>
  %0 = tensor.pad %a low[2] high[1] {
  ^bb0(%i: index):
    tensor.yield %x : i32
  } : tensor<7xi32> to tensor<10xi32>
  return %0 : tensor<10xi32>
}

func.func @padded_across(%t: tensor<4x6xi32>) -> tensor<5x8xi32> {
  %x = arith.constant 7 : i32
  %a = tensor.extract_slice %t[0, 0] [3, 6] [1, 1] : tensor<4x6xi32> to tensor<3x6xi32>
  %b = tensor.pad %a low[0, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : i32
  } : tensor<3x6xi32> to tensor<5x6xi32>
  %c = tensor.extract_slice %b[0, 0] [5, 5] [1, 1] : tensor<5x6xi32> to tensor<5x5xi32>
  %0 = tensor.pad %c low[0, 0] high[0, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : i32
  } : tensor<5x5xi32> to tensor<5x8xi32>
  return %0 : tensor<5x8xi32>
}

func.func @padded_cast(%t: tensor<4xi32>, %x: i32) -> tensor<6xi32> {
  %c = tensor.cast %t : tensor<4xi32> to tensor<?xi32>
  %a = tensor.pad %c low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %x : i32
  } : tensor<?xi32> to tensor<?xi32>
  %0 = tensor.cast %a : tensor<?xi32> to tensor<6xi32>
  return %0 : tensor<6xi32>
}

// The extent of a cast, for an index that nobody knows.
func.func @extent_of_cast(%t: tensor<4x?xf32>, %i: i1) -> index {
  %j = arith.index_castui %i : i1 to index
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
  %1 = tensor.dim %0, %j : tensor<?x?xf32>
  return %1 : index
}
