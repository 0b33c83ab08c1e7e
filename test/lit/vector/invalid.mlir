// RUN: optc %s --split-input-file --verify-diagnostics

func.func @broadcast(%a: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.broadcast' op source rank higher than destination rank}}
  %0 = vector.broadcast %a : vector<4x8xf32> to vector<8xf32>
  return
}

// -----

func.func @broadcast_scalable(%a: vector<[4]xf32>) {
  // expected-error @+1 {{'vector.broadcast' op dimension mismatch ([4] vs. 4)}}
  %0 = vector.broadcast %a : vector<[4]xf32> to vector<4xf32>
  return
}

// -----

func.func @shape_cast(%a: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.shape_cast' op has different number of elements at source (32) and result (8)}}
  %0 = vector.shape_cast %a : vector<4x8xf32> to vector<8xf32>
  return
}

// -----

func.func @transpose(%a: vector<4x8xf32>) {
  // expected-error @+1 {{'vector.transpose' op duplicate position index: 0}}
  %0 = vector.transpose %a, [0, 0] : vector<4x8xf32> to vector<4x4xf32>
  return
}

// -----

func.func @extract(%a: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract' op expected position attribute #1 to be a non-negative integer smaller than the corresponding vector dimension or poison (-1)}}
  %0 = vector.extract %a[4] : f32 from vector<4xf32>
  return
}

// -----

func.func @insert(%a: f32, %b: vector<4xf32>) {
  // expected-error @+1 {{'vector.insert' op expected position attribute rank to match the dest vector rank}}
  %0 = vector.insert %a, %b [] : f32 into vector<4xf32>
  return
}

// -----

func.func @from_elements(%a: f32) {
  // expected-error @+1 {{number of operands and types do not match: got 1 operands and 2 types}}
  %0 = vector.from_elements %a : vector<2xf32>
  return
}

// -----

func.func @shuffle(%a: vector<4xf32>, %b: vector<2xf32>) {
  // expected-error @+1 {{'vector.shuffle' op mask index #1 out of range}}
  %0 = vector.shuffle %a, %b [6] : vector<4xf32>, vector<2xf32>
  return
}

// -----

func.func @slice(%a: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected sum(offsets, sizes) dimension 0 to be confined to [1, 5)}}
  %0 = vector.extract_strided_slice %a {offsets = [3], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  return
}

// -----

func.func @insert_slice(%a: vector<2xf32>, %b: vector<4x4xf32>) {
  // expected-error @+1 {{'vector.insert_strided_slice' op expected offsets dimension 1 to be confined to [0, 4)}}
  %0 = vector.insert_strided_slice %a, %b {offsets = [0, 4], strides = [1]} : vector<2xf32> into vector<4x4xf32>
  return
}

// -----

func.func @read(%m: memref<?x?xf32>, %i: index, %f: f32) {
  // expected-error @+1 {{requires a permutation_map that is a permutation (found one dim used more than once)}}
  %0 = vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (d0, d0)>} : memref<?x?xf32>, vector<4x4xf32>
  return
}

// -----

func.func @read_in_bounds(%m: memref<?x?xf32>, %i: index, %f: f32) {
  // expected-error @+1 {{expects the in_bounds attr of same rank as permutation_map results: affine_map<(d0, d1) -> (d1)> vs inBounds of size: 2}}
  %0 = vector.transfer_read %m[%i, %i], %f {in_bounds = [true, true]} : memref<?x?xf32>, vector<4xf32>
  return
}

// -----

func.func @write(%m: memref<?xf32>, %i: index, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.transfer_write' op should not have broadcast dimensions}}
  vector.transfer_write %v, %m[%i] {permutation_map = affine_map<(d0) -> (0)>} : vector<4xf32>, memref<?xf32>
  return
}

// -----

func.func @write_result(%t: tensor<?xf32>, %i: index, %v: vector<4xf32>) {
  // expected-error @+1 {{expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  "vector.transfer_write"(%v, %t, %i) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (vector<4xf32>, tensor<?xf32>, index) -> ()
  return
}

// -----

func.func @load(%m: memref<?x?xf32, strided<[1, 2]>>, %i: index) {
  // expected-error @+1 {{'vector.load' op most minor memref dim must have unit stride}}
  %0 = vector.load %m[%i, %i] : memref<?x?xf32, strided<[1, 2]>>, vector<4xf32>
  return
}

// -----

func.func @alignment(%m: memref<?xf32>, %i: index) {
  // expected-error @+1 {{attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
  %0 = vector.load %m[%i] {alignment = 3 : i64} : memref<?xf32>, vector<4xf32>
  return
}

// -----

func.func @gather(%m: memref<?xf32>, %i: index, %x: vector<4xi32>, %k: vector<5xi1>, %v: vector<5xf32>) {
  // expected-error @+1 {{'vector.gather' op expected result dim to match indices dim}}
  %0 = vector.gather %m[%i] [%x], %k, %v : memref<?xf32>, vector<4xi32>, vector<5xi1>, vector<5xf32> into vector<5xf32>
  return
}

// -----

func.func @constant_mask() {
  // expected-error @+1 {{expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim}}
  %0 = vector.constant_mask [0, 1] : vector<4x4xi1>
  return
}

// -----

func.func @mask(%k: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.mask' op expects a MaskableOpInterface within the mask region}}
  %0 = vector.mask %k { arith.addf %v, %v : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return
}

// -----

func.func @mask_type(%k: vector<3xi1>, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.mask' op expects a 'vector<4xi1>' mask for the maskable operation}}
  %0 = vector.mask %k { vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<3xi1> -> f32
  return
}

// -----

func.func @reduction(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.reduction' op unsupported reduction type ''f32'' for kind 'xor'}}
  %0 = vector.reduction <xor>, %v : vector<4xf32> into f32
  return
}

// -----

func.func @multi_reduction(%v: vector<4x4xf32>, %a: vector<3xf32>) {
  // expected-error @+1 {{'vector.multi_reduction' op destination type 'vector<3xf32>' is incompatible with source type 'vector<4x4xf32>'}}
  %0 = vector.multi_reduction <add>, %v, %a [0] : vector<4x4xf32> to vector<3xf32>
  return
}

// -----

#maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>]
func.func @contract(%v: vector<4xf32>, %a: f32) {
  // expected-error @+1 {{'vector.contract' op expected at least one contracting dimension pair}}
  %0 = vector.contract {indexing_maps = #maps, iterator_types = ["parallel"]} %v, %v, %a : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @outerproduct(%v: vector<[4]xf32>, %a: vector<4xf32>) {
  // expected-error @+1 {{'vector.outerproduct' op expected either both or only #2 operand dim to be scalable}}
  %0 = vector.outerproduct %v, %a : vector<[4]xf32>, vector<4xf32>
  return
}

// -----

func.func @outerproduct_rows(%a: vector<4xf32>, %b: vector<8xf32>) {
  // expected-error @+1 {{'vector.outerproduct' op expected #1 operand dim to match result dim #1}}
  %0 = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<8xf32>) -> vector<8x8xf32>
  return
}

// -----

func.func @outerproduct_columns(%a: vector<4xf32>, %b: vector<8xf32>) {
  // expected-error @+1 {{'vector.outerproduct' op expected #2 operand dim to match result dim #2}}
  %0 = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<8xf32>) -> vector<4x4xf32>
  return
}

// -----

func.func @outerproduct_rank(%a: vector<4xf32>, %b: vector<8xf32>) {
  // expected-error @+1 {{'vector.outerproduct' op expected 2-d vector result}}
  %0 = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<8xf32>) -> vector<4xf32>
  return
}

// -----

func.func @outerproduct_scale(%a: vector<4xf32>, %b: f32) {
  // expected-error @+1 {{'vector.outerproduct' op expected 1-d vector result}}
  %0 = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<add>}> : (vector<4xf32>, f32) -> vector<4x1xf32>
  return
}

// -----

func.func @outerproduct_scaled_rows(%a: vector<4xf32>, %b: f32) {
  // expected-error @+1 {{'vector.outerproduct' op expected #1 operand dim to match result dim #1}}
  %0 = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<add>}> : (vector<4xf32>, f32) -> vector<8xf32>
  return
}

// -----

func.func @outerproduct_lhs(%a: vector<4x4xf32>, %b: vector<8xf32>) {
  // expected-error @+1 {{'vector.outerproduct' op expected 1-d vector for operand #1}}
  %0 = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<add>}> : (vector<4x4xf32>, vector<8xf32>) -> vector<4x8xf32>
  return
}

// -----

func.func @outerproduct_rhs(%a: vector<4xf32>, %b: vector<8x8xf32>) {
  // expected-error @+1 {{'vector.outerproduct' op expected 1-d vector for operand #2}}
  %0 = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<8x8xf32>) -> vector<4x8xf32>
  return
}

// -----

func.func @scan(%v: vector<4x4xf32>, %a: vector<4xf32>) {
  // expected-error @+1 {{'vector.scan' op reduction dimension 2 has to be less than 2}}
  %0, %1 = vector.scan <add>, %v, %a {inclusive = true, reduction_dim = 2 : i64} : vector<4x4xf32>, vector<4xf32>
  return
}

// -----

func.func @deinterleave(%v: vector<3xf32>) {
  // expected-error @+1 {{the trailing dimension of the source vector has an even number of elements}}
  %0, %1 = vector.deinterleave %v : vector<3xf32> -> vector<1xf32>
  return
}

// -----

func.func @print(%v: vector<4xf32>) {
  // expected-error @+1 {{`source` or `punctuation` are not set when printing strings}}
  vector.print %v : vector<4xf32> str "text"
  return
}

// -----

// The operation around it comes before what is in it.
func.func @f(%k: vector<8xi1>) {
  // expected-error @+1 {{'vector.mask' op expects a terminator within the mask region}}
  "vector.mask"(%k) ({
    "vector.yield"() : () -> ()
    %c = arith.constant 1 : i32
  }) : (vector<8xi1>) -> ()
  return
}

// -----

func.func @f(%k: vector<8xi1>) {
  // expected-error @+1 {{'vector.mask' op region should have no arguments}}
  "vector.mask"(%k) ({
  ^bb0(%x: i32):
    "vector.yield"() : () -> ()
  }) : (vector<8xi1>) -> ()
  return
}

// -----

// Indices are counted before source and result are compared.
func.func @f(%t: tensor<8xf32>, %v: vector<4xf32>, %i: index) {
  // expected-error @+1 {{'vector.transfer_write' op requires 1 indices}}
  %0 = "vector.transfer_write"(%v, %t, %i, %i) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>,
      permutation_map = affine_map<(d0) -> (d0)>}> : (vector<4xf32>, tensor<8xf32>, index, index) -> tensor<4xf32>
  return
}

// -----

// mlir-opt-22 differs (message): it takes a negative dimension for one of the shape
func.func @f(%v: vector<2x3xf32>, %i: vector<2xf32>) {
  // expected-error @+1 {{'vector.scan' op}}
  %0:2 = "vector.scan"(%v, %i) <{inclusive = true, kind = #vector.kind<add>, reduction_dim = -1 : i64}> :
    (vector<2x3xf32>, vector<2xf32>) -> (vector<2x3xf32>, vector<2xf32>)
  return
}

// -----

func.func @f(%v: vector<4xf32>, %x: f32, %m: vector<4xi1>) {
  // expected-error @+1 {{custom op 'vector.contract' expected zero or exactly 2 vector mask operands}}
  %0 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>],
    iterator_types = ["reduction"]} %v, %v, %x, %m : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @f(%v: vector<4xf32>, %x: f32, %m: vector<4xi1>) {
  // expected-error @+1 {{'vector.contract' op expected 3 operands, but found 5}}
  %0 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>],
    iterator_types = ["reduction"]} %v, %v, %x, %m, %m : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @f(%v: vector<4xf32>, %x: f32) {
  // expected-error @+1 {{'vector.contract' op unsupported contraction type}}
  %0 = "vector.contract"(%v, %v, %x) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>],
      iterator_types = [#vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<4xf32>, vector<4xf32>, f32) -> tensor<4xf32>
  return
}
