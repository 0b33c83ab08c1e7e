// RUN: optc %s --vectorext-lower-arg-compare | FileCheck %s
// RUN: optc %s --vectorext-lower-arg-compare --verify-exec -o /dev/null

// The last dimension stays where it is.
// CHECK-LABEL: func.func @line(%arg0: memref<8xf32>, %arg1: memref<f32>, %arg2: memref<i32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0], %cst {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<f32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0> : vector<i32>
// CHECK-NEXT:   %c0_2 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c8 = arith.constant 8 : index
// CHECK-NEXT:   %1 = vector.extract %cst_0[] : f32 from vector<f32>
// CHECK-NEXT:   %2 = vector.extract %cst_1[] : i32 from vector<i32>
// CHECK-NEXT:   %3:2 = scf.for %arg3 = %c0_2 to %c8 step %c1 iter_args(%arg4 = %1, %arg5 = %2) -> (f32, i32) {
// CHECK-NEXT:     %6 = vector.extract %0[%arg3] : f32 from vector<8xf32>
// CHECK-NEXT:     %7 = arith.cmpf ogt, %6, %arg4 : f32
// CHECK-NEXT:     %8 = arith.select %7, %6, %arg4 : f32
// CHECK-NEXT:     %9 = arith.index_cast %arg3 : index to i32
// CHECK-NEXT:     %10 = arith.select %7, %9, %arg5 : i32
// CHECK-NEXT:     scf.yield %8, %10 : f32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %4 = vector.broadcast %3#0 : f32 to vector<f32>
// CHECK-NEXT:   %5 = vector.broadcast %3#1 : i32 to vector<i32>
// CHECK-NEXT:   vector.transfer_write %4, %arg1[] : vector<f32>, memref<f32>
// CHECK-NEXT:   vector.transfer_write %5, %arg2[] : vector<i32>, memref<i32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @line(%m: memref<8xf32>, %v: memref<f32>, %i: memref<i32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%c0], %z {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %1 = arith.constant dense<0.0> : vector<f32>
  %2 = arith.constant dense<0> : vector<i32>
  %3:2 = iree_vector_ext.arg_compare dimension(0) ins(%0 : vector<8xf32>) inits(%1, %2 : vector<f32>, vector<i32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_vector_ext.yield %c : i1
  } -> vector<f32>, vector<i32>
  vector.transfer_write %3#0, %v[] : vector<f32>, memref<f32>
  vector.transfer_write %3#1, %i[] : vector<i32>, memref<i32>
  return
}

// CHECK-LABEL: func.func @rows(%arg0: memref<2x3xf32>, %arg1: memref<2xf32>, %arg2: memref<2xi32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = vector.transfer_read %arg0[%c0, %c0], %cst {in_bounds = [true, true]} : memref<2x3xf32>, vector<2x3xf32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<2xf32>
// CHECK-NEXT:   %cst_1 = arith.constant dense<0> : vector<2xi32>
// CHECK-NEXT:   %c0_2 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %1 = vector.extract %cst_0[0] : f32 from vector<2xf32>
// CHECK-NEXT:   %2 = vector.extract %cst_1[0] : i32 from vector<2xi32>
// CHECK-NEXT:   %3 = vector.extract %0[0] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT:   %4:2 = scf.for %arg3 = %c0_2 to %c3 step %c1 iter_args(%arg4 = %1, %arg5 = %2) -> (f32, i32) {
// CHECK-NEXT:     %13 = vector.extract %3[%arg3] : f32 from vector<3xf32>
// CHECK-NEXT:     %14 = arith.cmpf ogt, %13, %arg4 : f32
// CHECK-NEXT:     %15 = arith.select %14, %13, %arg4 : f32
// CHECK-NEXT:     %16 = arith.index_cast %arg3 : index to i32
// CHECK-NEXT:     %17 = arith.select %14, %16, %arg5 : i32
// CHECK-NEXT:     scf.yield %15, %17 : f32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %5 = vector.insert %4#0, %cst_0 [0] : f32 into vector<2xf32>
// CHECK-NEXT:   %6 = vector.insert %4#1, %cst_1 [0] : i32 into vector<2xi32>
// CHECK-NEXT:   %7 = vector.extract %cst_0[1] : f32 from vector<2xf32>
// CHECK-NEXT:   %8 = vector.extract %cst_1[1] : i32 from vector<2xi32>
// CHECK-NEXT:   %9 = vector.extract %0[1] : vector<3xf32> from vector<2x3xf32>
// CHECK-NEXT:   %10:2 = scf.for %arg3 = %c0_2 to %c3 step %c1 iter_args(%arg4 = %7, %arg5 = %8) -> (f32, i32) {
// CHECK-NEXT:     %13 = vector.extract %9[%arg3] : f32 from vector<3xf32>
// CHECK-NEXT:     %14 = arith.cmpf ogt, %13, %arg4 : f32
// CHECK-NEXT:     %15 = arith.select %14, %13, %arg4 : f32
// CHECK-NEXT:     %16 = arith.index_cast %arg3 : index to i32
// CHECK-NEXT:     %17 = arith.select %14, %16, %arg5 : i32
// CHECK-NEXT:     scf.yield %15, %17 : f32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   %11 = vector.insert %10#0, %5 [1] : f32 into vector<2xf32>
// CHECK-NEXT:   %12 = vector.insert %10#1, %6 [1] : i32 into vector<2xi32>
// CHECK-NEXT:   vector.transfer_write %11, %arg1[%c0] {in_bounds = [true]} : vector<2xf32>, memref<2xf32>
// CHECK-NEXT:   vector.transfer_write %12, %arg2[%c0] {in_bounds = [true]} : vector<2xi32>, memref<2xi32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @rows(%m: memref<2x3xf32>, %v: memref<2xf32>, %i: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%c0, %c0], %z {in_bounds = [true, true]} : memref<2x3xf32>, vector<2x3xf32>
  %1 = arith.constant dense<0.0> : vector<2xf32>
  %2 = arith.constant dense<0> : vector<2xi32>
  %3:2 = iree_vector_ext.arg_compare dimension(1) ins(%0 : vector<2x3xf32>) inits(%1, %2 : vector<2xf32>, vector<2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_vector_ext.yield %c : i1
  } -> vector<2xf32>, vector<2xi32>
  vector.transfer_write %3#0, %v[%c0] {in_bounds = [true]} : vector<2xf32>, memref<2xf32>
  vector.transfer_write %3#1, %i[%c0] {in_bounds = [true]} : vector<2xi32>, memref<2xi32>
  return
}
