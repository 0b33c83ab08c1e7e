// RUN: optc %s --canonicalize=test-convergence | FileCheck %s

// A product is a multiple of vscale only if one factor is vscale.
// CHECK-LABEL: func.func @multiples(%arg0: index, %arg1: index) -> (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<[1]xi1>) {
// CHECK-NEXT:   %cst = arith.constant dense<true> : vector<[1]xi1>
// CHECK-NEXT:   %cst_0 = arith.constant dense<true> : vector<[4]xi1>
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %vscale = vector.vscale
// CHECK-NEXT:   %0 = arith.muli %arg0, %arg1 : index
// CHECK-NEXT:   %c3_vscale = arith.muli %vscale, %c3 : index
// CHECK-NEXT:   %1 = arith.muli %vscale, %arg0 : index
// CHECK-NEXT:   %2 = vector.create_mask %0 : vector<[4]xi1>
// CHECK-NEXT:   %3 = vector.create_mask %c3_vscale : vector<[4]xi1>
// CHECK-NEXT:   %4 = vector.create_mask %1 : vector<[4]xi1>
// CHECK-NEXT:   return %2, %cst_0, %3, %4, %cst : vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<[1]xi1>
// CHECK-NEXT: }
func.func @multiples(%a: index, %b: index) -> (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<[1]xi1>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %s = vector.vscale
  %0 = arith.muli %a, %b : index
  %1 = arith.muli %s, %c4 : index
  %2 = arith.muli %s, %c3 : index
  %3 = arith.muli %s, %a : index
  %4 = vector.create_mask %0 : vector<[4]xi1>
  %5 = vector.create_mask %1 : vector<[4]xi1>
  %6 = vector.create_mask %2 : vector<[4]xi1>
  %7 = vector.create_mask %3 : vector<[4]xi1>
  %8 = vector.create_mask %s : vector<[1]xi1>
  return %4, %5, %6, %7, %8 : vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<[1]xi1>
}

// Constant sizes of scalable dimensions are known to be all off only.
// CHECK-LABEL: func.func @sizes(%arg0: index) -> (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<2x[4]xi1>, vector<2x3xi1>, vector<i1>, vector<i1>, vector<i1>, vector<i1>) {
// CHECK-NEXT:   %cst = arith.constant dense<true> : vector<i1>
// CHECK-NEXT:   %cst_0 = arith.constant dense<false> : vector<i1>
// CHECK-NEXT:   %c-1 = arith.constant -1 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %cst_1 = arith.constant dense<false> : vector<[4]xi1>
// CHECK-NEXT:   %0 = vector.create_mask %c0 : vector<[4]xi1>
// CHECK-NEXT:   %1 = vector.create_mask %c4 : vector<[4]xi1>
// CHECK-NEXT:   %2 = vector.create_mask %c-1, %c1 : vector<2x[4]xi1>
// CHECK-NEXT:   %3 = vector.constant_mask [1, 3] : vector<2x3xi1>
// CHECK-NEXT:   %4 = vector.create_mask %arg0 : vector<i1>
// CHECK-NEXT:   return %cst_1, %0, %1, %2, %3, %cst_0, %cst_0, %cst, %4 : vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<2x[4]xi1>, vector<2x3xi1>, vector<i1>, vector<i1>, vector<i1>, vector<i1>
// CHECK-NEXT: }
func.func @sizes(%n: index) -> (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<2x[4]xi1>, vector<2x3xi1>, vector<i1>, vector<i1>, vector<i1>, vector<i1>) {
  %m1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = vector.create_mask %m1 : vector<[4]xi1>
  %1 = vector.create_mask %c0 : vector<[4]xi1>
  %2 = vector.create_mask %c4 : vector<[4]xi1>
  %3 = vector.create_mask %m1, %c1 : vector<2x[4]xi1>
  %4 = vector.create_mask %c1, %c4 : vector<2x3xi1>
  %5 = vector.create_mask %m1 : vector<i1>
  %6 = vector.create_mask %c0 : vector<i1>
  %7 = vector.create_mask %c1 : vector<i1>
  %8 = vector.create_mask %n : vector<i1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>, vector<2x[4]xi1>, vector<2x3xi1>, vector<i1>, vector<i1>, vector<i1>, vector<i1>
}

// A cast from a tensor without a rank says something.
// CHECK-LABEL: func.func @unranked(%arg0: tensor<*xf32>, %arg1: tensor<8xf32>, %arg2: index, %arg3: f32) -> (vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:   %cast = tensor.cast %arg0 : tensor<*xf32> to tensor<?xf32>
// CHECK-NEXT:   %0 = vector.transfer_read %cast[%arg2], %arg3 : tensor<?xf32>, vector<4xf32>
// CHECK-NEXT:   %1 = vector.transfer_read %arg1[%arg2], %arg3 : tensor<8xf32>, vector<4xf32>
// CHECK-NEXT:   return %0, %1 : vector<4xf32>, vector<4xf32>
// CHECK-NEXT: }
func.func @unranked(%t: tensor<*xf32>, %u: tensor<8xf32>, %i: index, %p: f32) -> (vector<4xf32>, vector<4xf32>) {
  %0 = tensor.cast %t : tensor<*xf32> to tensor<?xf32>
  %1 = vector.transfer_read %0[%i], %p : tensor<?xf32>, vector<4xf32>
  %2 = tensor.cast %u : tensor<8xf32> to tensor<?xf32>
  %3 = vector.transfer_read %2[%i], %p : tensor<?xf32>, vector<4xf32>
  return %1, %3 : vector<4xf32>, vector<4xf32>
}

// A step is compared with constants only, and on the left only.
// CHECK-LABEL: func.func @compared(%arg0: vector<4xindex>) -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>) {
// CHECK-NEXT:   %cst = arith.constant dense<true> : vector<4xi1>
// CHECK-NEXT:   %cst_0 = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT:   %cst_1 = arith.constant dense<4> : vector<4xindex>
// CHECK-NEXT:   %cst_2 = arith.constant dense<3> : vector<4xindex>
// CHECK-NEXT:   %0 = vector.step : vector<4xindex>
// CHECK-NEXT:   %1 = arith.cmpi ult, %0, %arg0 : vector<4xindex>
// CHECK-NEXT:   %2 = arith.cmpi ult, %arg0, %0 : vector<4xindex>
// CHECK-NEXT:   %3 = arith.cmpi ult, %0, %cst_2 : vector<4xindex>
// CHECK-NEXT:   %4 = arith.cmpi slt, %0, %cst_1 : vector<4xindex>
// CHECK-NEXT:   return %1, %2, %3, %cst, %cst_0, %4 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>
// CHECK-NEXT: }
func.func @compared(%v: vector<4xindex>) -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>) {
  %s = vector.step : vector<4xindex>
  %c3 = arith.constant dense<3> : vector<4xindex>
  %c4 = arith.constant dense<4> : vector<4xindex>
  %0 = arith.cmpi ult, %s, %v : vector<4xindex>
  %1 = arith.cmpi ult, %v, %s : vector<4xindex>
  %2 = arith.cmpi ult, %s, %c3 : vector<4xindex>
  %3 = arith.cmpi ule, %s, %c3 : vector<4xindex>
  %4 = arith.cmpi eq, %s, %c4 : vector<4xindex>
  %5 = arith.cmpi slt, %s, %c4 : vector<4xindex>
  return %0, %1, %2, %3, %4, %5 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>
}
