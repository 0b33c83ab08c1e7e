// RUN: optc run %s --call gather | FileCheck %s --check-prefix=GATHER
// RUN: optc run %s --call largest | FileCheck %s --check-prefix=LARGEST
// RUN: optc run %s --call explicit | FileCheck %s --check-prefix=EXPLICIT
// RUN: not optc run %s --call outside 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not optc run %s --call short 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not optc run %s --call assumed 2>&1 | FileCheck %s --check-prefix=ASSUMED

// The second index of a row comes first; where the mask is false, the output keeps its element.
// GATHER: result 0 = [6, 9, 1]
func.func @gather() -> tensor<3xi32> {
  %x = arith.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %i = arith.constant dense<[[1, 2], [0, 1], [0, 0]]> : tensor<3x2xi8>
  %m = arith.constant dense<[true, false, true]> : tensor<3xi1>
  %y = arith.constant dense<9> : tensor<3xi32>
  %0 = iree_linalg_ext.gather dimension_map = [1, 0] ins(%x, %i, %m : tensor<3x2xi32>, tensor<3x2xi8>, tensor<3xi1>) outs(%y : tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// LARGEST: result 0 = [7, 8]
// LARGEST: result 1 = [101, 3]
func.func @largest() -> (tensor<2xi32>, tensor<2xindex>) {
  %x = arith.constant dense<[[1, 7, 7], [3, 4, 5]]> : tensor<2x3xi32>
  %v = arith.constant dense<[0, 8]> : tensor<2xi32>
  %k = arith.constant dense<3> : tensor<2xindex>
  %b = arith.constant 100 : index
  %0:2 = iree_linalg_ext.arg_compare dimension(1) ins(%x : tensor<2x3xi32>) outs(%v, %k : tensor<2xi32>, tensor<2xindex>) index_base(%b : index) {
  ^bb0(%p: i32, %q: i32):
    %c = arith.cmpi sgt, %p, %q : i32
    iree_linalg_ext.yield %c : i1
  } -> tensor<2xi32>, tensor<2xindex>
  return %0#0, %0#1 : tensor<2xi32>, tensor<2xindex>
}

// EXPLICIT: result 0 = [3, 7, 7]
// EXPLICIT: result 1 = [13, 11, 12]
func.func @explicit() -> (tensor<3xi32>, tensor<3xi32>) {
  %x = arith.constant dense<[[1, 7, 7], [3, 4, 5]]> : tensor<2x3xi32>
  %i = arith.constant dense<[[10, 11, 12], [13, 14, 15]]> : tensor<2x3xi32>
  %v = arith.constant dense<0> : tensor<3xi32>
  %0:2 = iree_linalg_ext.arg_compare dimension(0) ins(%x, %i : tensor<2x3xi32>, tensor<2x3xi32>) outs(%v, %v : tensor<3xi32>, tensor<3xi32>) {
  ^bb0(%p: i32, %q: i32):
    %c = arith.cmpi sgt, %p, %q : i32
    iree_linalg_ext.yield %c : i1
  } -> tensor<3xi32>, tensor<3xi32>
  return %0#0, %0#1 : tensor<3xi32>, tensor<3xi32>
}

// OUTSIDE: run.mlir:[[#@LINE+4]]:8: error: 'iree_linalg_ext.gather' op index [3] is outside the extents [3] [sim.out-of-bounds]
func.func @outside() -> tensor<1xi32> {
  %x = arith.constant dense<1> : tensor<3xi32>
  %i = arith.constant dense<3> : tensor<1xi32>
  %0 = iree_linalg_ext.gather dimension_map = [0] ins(%x, %i : tensor<3xi32>, tensor<1xi32>) outs(%i : tensor<1xi32>) -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

// ASSUMED: behaviour depends on a poison value
func.func @assumed() -> tensor<?xi32> {
  %n = arith.constant 5 : index
  %0 = util.assume.int %n<umax = 4> : index
  %1 = tensor.empty(%0) : tensor<?xi32>
  return %1 : tensor<?xi32>
}

// SHORT: 'iree_linalg_ext.gather' op expected the indices with the extents [2], but got [1] [sim.copy-shape]
func.func @short() -> tensor<?xi32> {
  %x = arith.constant dense<1> : tensor<3xi32>
  %c2 = arith.constant 2 : index
  %i = arith.constant dense<0> : tensor<1xi32>
  %j = tensor.cast %i : tensor<1xi32> to tensor<?xi32>
  %y = tensor.empty(%c2) : tensor<?xi32>
  %0 = iree_linalg_ext.gather dimension_map = [0] ins(%x, %j : tensor<3xi32>, tensor<?xi32>) outs(%y : tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
