// RUN: optc %s --linalg-vectorize=enable-vector-masking --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --linalg-vectorize=enable-vector-masking --verify-exec -o /dev/null
// RUN: optc %s --linalg-vectorize='enable-vector-masking generate-contract=false' --verify-exec -o /dev/null

// CHECK-LABEL: func.func @matmul(%arg0: tensor<4x8xf16>, %arg1: tensor<8x16xf16>, %arg2: tensor<4x16xf32>) -> tensor<4x16xf32> {
// CHECK-NEXT: %0 = ub.poison : f32
// CHECK-NEXT: %1 = ub.poison : f16
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %2 = vector.transfer_read %arg0[%c0, %c0], %1 {in_bounds = [true, true]} : tensor<4x8xf16>, vector<4x8xf16>
// CHECK-NEXT: %3 = vector.transfer_read %arg1[%c0, %c0], %1 {in_bounds = [true, true]} : tensor<8x16xf16>, vector<8x16xf16>
// CHECK-NEXT: %4 = vector.transfer_read %arg2[%c0, %c0], %0 {in_bounds = [true, true]} : tensor<4x16xf32>, vector<4x16xf32>
// CHECK-NEXT: %5 = arith.extf %2 : vector<4x8xf16> to vector<4x8xf32>
// CHECK-NEXT: %6 = arith.extf %3 : vector<8x16xf16> to vector<8x16xf32>
// CHECK-NEXT: %7 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %5, %6, %4 : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
// CHECK-NEXT: %8 = vector.transfer_write %7, %arg2[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<4x16xf32>
// CHECK-NEXT: return %8 : tensor<4x16xf32>
func.func @matmul(%a: tensor<4x8xf16>, %b: tensor<8x16xf16>, %c: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf16>, tensor<8x16xf16>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// A sum with the extents of slices, which have bounds.
// CHECK-LABEL: func.func @rows(%arg0: tensor<?x?xf32>, %arg1: tensor<?xf32>, %arg2: index, %arg3: index) -> tensor<?xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = ub.poison : f32
// CHECK-NEXT: %1 = affine.min affine_map<(d0) -> (d0, 8)>(%arg2)
// CHECK-NEXT: %2 = util.assume.int %arg3<umin = 1, umax = 4> : index
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[0, 0] [%1, %2] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: %extracted_slice_0 = tensor.extract_slice %arg1[0] [%1] [1] : tensor<?xf32> to tensor<?xf32>
// CHECK-NEXT: %3 = vector.create_mask %1, %2 : vector<8x4xi1>
// CHECK-NEXT: %4 = vector.transfer_read %extracted_slice[%c0, %c0], %0, %3 {in_bounds = [true, true]} : tensor<?x?xf32>, vector<8x4xf32>
// CHECK-NEXT: %5 = vector.create_mask %1 : vector<8xi1>
// CHECK-NEXT: %6 = vector.transfer_read %extracted_slice_0[%c0], %0, %5 {in_bounds = [true]} : tensor<?xf32>, vector<8xf32>
// CHECK-NEXT: %7 = vector.mask %3 { vector.multi_reduction <add>, %4, %6 [1] : vector<8x4xf32> to vector<8xf32> } : vector<8x4xi1> -> vector<8xf32>
// CHECK-NEXT: %8 = vector.transfer_write %7, %extracted_slice_0[%c0], %5 {in_bounds = [true]} : vector<8xf32>, tensor<?xf32>
// CHECK-NEXT: return %8 : tensor<?xf32>
func.func @rows(%a: tensor<?x?xf32>, %c: tensor<?xf32>, %n: index, %m: index) -> tensor<?xf32> {
  %s = affine.min affine_map<(d0) -> (d0, 8)>(%n)
  %t = util.assume.int %m<umin = 1, umax = 4> : index
  %x = tensor.extract_slice %a[0, 0] [%s, %t] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %y = tensor.extract_slice %c[0] [%s] [1] : tensor<?xf32> to tensor<?xf32>
  %r = linalg.reduce { arith.addf } ins(%x : tensor<?x?xf32>) outs(%y : tensor<?xf32>) dimensions = [1]
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @transpose(%arg0: tensor<4x8xf32>, %arg1: tensor<8x4xf32>) -> tensor<8x4xf32> {
// CHECK-NEXT: %0 = ub.poison : f32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %1 = vector.transfer_read %arg0[%c0, %c0], %0 {in_bounds = [true, true]} : tensor<4x8xf32>, vector<4x8xf32>
// CHECK-NEXT: %2 = vector.transpose %1, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
// CHECK-NEXT: %3 = vector.transfer_write %2, %arg1[%c0, %c0] {in_bounds = [true, true]} : vector<8x4xf32>, tensor<8x4xf32>
// CHECK-NEXT: return %3 : tensor<8x4xf32>
func.func @transpose(%a: tensor<4x8xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %r = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%c : tensor<8x4xf32>) permutation = [1, 0]
  return %r : tensor<8x4xf32>
}

// Two sums of one operation, one of them of all elements.
// CHECK-LABEL: func.func @sums(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<f32>) -> (tensor<8xf32>, tensor<f32>) {
// CHECK-NEXT: %0 = ub.poison : f32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %1 = vector.transfer_read %arg0[%c0, %c0], %0 {in_bounds = [true, true]} : tensor<4x8xf32>, vector<4x8xf32>
// CHECK-NEXT: %2 = vector.transfer_read %arg1[%c0], %0 {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
// CHECK-NEXT: %3 = vector.transfer_read %arg2[], %0 : tensor<f32>, vector<f32>
// CHECK-NEXT: %4 = vector.extract %3[] : f32 from vector<f32>
// CHECK-NEXT: %5 = vector.multi_reduction <add>, %1, %2 [0] : vector<4x8xf32> to vector<8xf32>
// CHECK-NEXT: %6 = vector.multi_reduction <maximumf>, %1, %4 [0, 1] : vector<4x8xf32> to f32
// CHECK-NEXT: %7 = vector.transfer_write %5, %arg1[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
// CHECK-NEXT: %8 = vector.broadcast %6 : f32 to vector<f32>
// CHECK-NEXT: %9 = vector.transfer_write %8, %arg2[] : vector<f32>, tensor<f32>
// CHECK-NEXT: return %7, %9 : tensor<8xf32>, tensor<f32>
func.func @sums(%x: tensor<4x8xf32>, %o: tensor<8xf32>, %m: tensor<f32>) -> (tensor<8xf32>, tensor<f32>) {
  %0:2 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> ()>],
    iterator_types = ["reduction", "reduction"]
  } ins(%x : tensor<4x8xf32>) outs(%o, %m : tensor<8xf32>, tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.addf %a, %b : f32
    %2 = arith.maximumf %a, %c : f32
    linalg.yield %1, %2 : f32, f32
  } -> (tensor<8xf32>, tensor<f32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<f32>
}

// A vector of numbers of a loop, and a scalar.
// CHECK-LABEL: func.func @numbers(%arg0: i32, %arg1: tensor<4x8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT: %0 = ub.poison : i32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %1 = vector.transfer_read %arg1[%c0, %c0], %0 {in_bounds = [true, true]} : tensor<4x8xi32>, vector<4x8xi32>
// CHECK-NEXT: %2 = vector.step : vector<4xindex>
// CHECK-NEXT: %3 = arith.index_cast %2 : vector<4xindex> to vector<4xi32>
// CHECK-NEXT: %4 = vector.broadcast %arg0 : i32 to vector<4xi32>
// CHECK-NEXT: %5 = arith.muli %3, %4 : vector<4xi32>
// CHECK-NEXT: %6 = vector.broadcast %5 : vector<4xi32> to vector<8x4xi32>
// CHECK-NEXT: %7 = vector.transpose %6, [1, 0] : vector<8x4xi32> to vector<4x8xi32>
// CHECK-NEXT: %8 = arith.addi %7, %1 : vector<4x8xi32>
// CHECK-NEXT: %9 = vector.transfer_write %8, %arg1[%c0, %c0] {in_bounds = [true, true]} : vector<4x8xi32>, tensor<4x8xi32>
// CHECK-NEXT: return %9 : tensor<4x8xi32>
func.func @numbers(%s: i32, %o: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%o : tensor<4x8xi32>) {
  ^bb0(%a: i32):
    %i = linalg.index 0 : index
    %1 = arith.index_cast %i : index to i32
    %2 = arith.muli %1, %s : i32
    %3 = arith.addi %2, %a : i32
    linalg.yield %3 : i32
  } -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// Elements outside of a tensor may be 0, so that divisions by them stay.
// CHECK-LABEL: func.func @quotients(%arg0: tensor<?xi32>, %arg1: tensor<?xi32>, %arg2: index) -> tensor<?xi32> {
// CHECK-NEXT: %0 = affine.min affine_map<(d0) -> (d0, 8)>(%arg2)
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg1[0] [%0] [1] : tensor<?xi32> to tensor<?xi32>
// CHECK-NEXT: %1 = linalg.div ins(%extracted_slice, %extracted_slice : tensor<?xi32>, tensor<?xi32>) outs(%extracted_slice : tensor<?xi32>) -> tensor<?xi32>
// CHECK-NEXT: return %1 : tensor<?xi32>
func.func @quotients(%x: tensor<?xi32>, %o: tensor<?xi32>, %n: index) -> tensor<?xi32> {
  %s = affine.min affine_map<(d0) -> (d0, 8)>(%n)
  %y = tensor.extract_slice %o[0] [%s] [1] : tensor<?xi32> to tensor<?xi32>
  %0 = linalg.div ins(%y, %y : tensor<?xi32>, tensor<?xi32>) outs(%y : tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// A buffer that is read may be the one that is written.
// CHECK-LABEL: func.func @buffers(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
// CHECK-NEXT: linalg.copy ins(%arg0 : memref<4xf32>) outs(%arg1 : memref<4xf32>)
// CHECK-NEXT: return
func.func @buffers(%x: memref<4xf32>, %y: memref<4xf32>) {
  linalg.copy ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return
}

// CHECK-LABEL: func.func @pad(%arg0: tensor<?xf32>, %arg1: index) -> tensor<8xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %0 = affine.min affine_map<(d0) -> (d0, 8)>(%arg1)
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[0] [%0] [1] : tensor<?xf32> to tensor<?xf32>
// CHECK-NEXT: %1 = vector.create_mask %0 : vector<8xi1>
// CHECK-NEXT: %2 = vector.transfer_read %extracted_slice[%c0], %cst, %1 {in_bounds = [true]} : tensor<?xf32>, vector<8xf32>
// CHECK-NEXT: %3 = tensor.empty() : tensor<8xf32>
// CHECK-NEXT: %4 = vector.transfer_write %2, %3[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
// CHECK-NEXT: return %4 : tensor<8xf32>
func.func @pad(%x: tensor<?xf32>, %n: index) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %s = affine.min affine_map<(d0) -> (d0, 8)>(%n)
  %y = tensor.extract_slice %x[0] [%s] [1] : tensor<?xf32> to tensor<?xf32>
  %h = affine.apply affine_map<(d0) -> (8 - d0)>(%s)
  %r = tensor.pad %y low[0] high[%h] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<?xf32> to tensor<8xf32>
  return %r : tensor<8xf32>
}

// The sizes of an attribute are larger than the tensor.
// CHECK-LABEL: func.func @configured(%arg0: tensor<6xf32>, %arg1: tensor<6xf32>) -> tensor<6xf32> {
// CHECK-NEXT: %0 = ub.poison : f32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %1 = vector.constant_mask [6] : vector<8xi1>
// CHECK-NEXT: %2 = vector.transfer_read %arg0[%c0], %0, %1 {in_bounds = [true]} : tensor<6xf32>, vector<8xf32>
// CHECK-NEXT: %3 = math.exp %2 : vector<8xf32>
// CHECK-NEXT: %4 = vector.transfer_write %3, %arg1[%c0], %1 {in_bounds = [true]} : vector<8xf32>, tensor<6xf32>
// CHECK-NEXT: return %4 : tensor<6xf32>
func.func @configured(%x: tensor<6xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
  %0 = linalg.exp {iree_codegen.vector_tile_sizes = array<i64: 8>} ins(%x : tensor<6xf32>) outs(%y : tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
