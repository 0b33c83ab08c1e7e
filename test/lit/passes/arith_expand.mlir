// RUN: optc %s --arith-expand | FileCheck %s
// RUN: optc %s --arith-expand="include-bf16 include-f8e8m0 include-f4e2m1" | FileCheck %s --check-prefix=CASTS

// CHECK-LABEL: func.func @ceil(
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-NEXT: %[[Q:.*]] = arith.divsi %arg0, %arg1 : i32
// CHECK-NEXT: %[[P:.*]] = arith.muli %[[Q]], %arg1 : i32
// CHECK-NEXT: %[[INEXACT:.*]] = arith.cmpi ne, %arg0, %[[P]] : i32
// CHECK-NEXT: %[[A:.*]] = arith.cmpi slt, %arg0, %[[ZERO]] : i32
// CHECK-NEXT: %[[B:.*]] = arith.cmpi slt, %arg1, %[[ZERO]] : i32
// CHECK-NEXT: %[[SAME:.*]] = arith.cmpi eq, %[[A]], %[[B]] : i1
// CHECK-NEXT: %[[UP:.*]] = arith.andi %[[INEXACT]], %[[SAME]] : i1
// CHECK-NEXT: %[[MORE:.*]] = arith.addi %[[Q]], %[[ONE]] : i32
// CHECK-NEXT: %[[R:.*]] = arith.select %[[UP]], %[[MORE]], %[[Q]] : i32
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[IS0:.*]] = arith.cmpi eq, %arg0, %[[C0]] : i32
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : i32
// CHECK-NEXT: %[[LESS:.*]] = arith.subi %arg0, %[[C1]] : i32
// CHECK-NEXT: %[[U:.*]] = arith.divui %[[LESS]], %arg1 : i32
// CHECK-NEXT: %[[V:.*]] = arith.addi %[[U]], %[[C1]] : i32
// CHECK-NEXT: %[[S:.*]] = arith.select %[[IS0]], %[[C0]], %[[V]] : i32
// CHECK-NEXT: return %[[R]], %[[S]]
func.func @ceil(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.ceildivsi %a, %b : i32
  %1 = arith.ceildivui %a, %b : i32
  return %0, %1 : i32, i32
}

// CHECK-LABEL: func.func @floor(
// CHECK: arith.constant dense<0> : vector<4xi64>
// CHECK: arith.cmpi ne, %{{.*}}, %{{.*}} : vector<4xi1>
// CHECK: arith.constant dense<-1> : vector<4xi64>
func.func @floor(%a: vector<4xi64>, %b: vector<4xi64>) -> vector<4xi64> {
  %0 = arith.floordivsi %a, %b : vector<4xi64>
  return %0 : vector<4xi64>
}

// CHECK-LABEL: func.func @extremes(
// CHECK-NEXT: %[[A:.*]] = arith.cmpf ugt, %arg0, %arg1 : tensor<?xf16>
// CHECK-NEXT: %[[B:.*]] = arith.select %[[A]], %arg0, %arg1
// CHECK-NEXT: %[[C:.*]] = arith.cmpf uno, %arg1, %arg1 : tensor<?xf16>
// CHECK-NEXT: %[[D:.*]] = arith.select %[[C]], %arg1, %[[B]]
// CHECK-NEXT: %[[E:.*]] = arith.cmpf ult, %[[D]], %arg1 : tensor<?xf16>
// CHECK-NEXT: %[[F:.*]] = arith.select %[[E]], %[[D]], %arg1
// CHECK-NEXT: %[[G:.*]] = arith.cmpf uno, %[[D]], %[[D]] : tensor<?xf16>
// CHECK-NEXT: %[[H:.*]] = arith.select %[[G]], %arg1, %[[F]]
// CHECK-NEXT: %[[I:.*]] = arith.cmpi ult, %arg2, %arg3 : index
// CHECK-NEXT: %[[J:.*]] = arith.select %[[I]], %arg2, %arg3 : index
// CHECK-NEXT: return %[[H]], %[[J]]
func.func @extremes(%a: tensor<?xf16>, %b: tensor<?xf16>, %i: index, %j: index) -> (tensor<?xf16>, index) {
  %0 = arith.maximumf %a, %b : tensor<?xf16>
  %1 = arith.minnumf %0, %b : tensor<?xf16>
  %2 = arith.minui %i, %j : index
  return %1, %2 : tensor<?xf16>, index
}

// What folds is folded, also a tensor.dim, which is no operation of arith.
// CHECK-LABEL: func.func @folds(
// CHECK: %[[N:.*]] = arith.constant 4 : index
// CHECK-NOT: tensor.dim
// CHECK: return %arg0, %[[N]]
func.func @folds(%a: i32) -> (i32, index) {
  %c1 = arith.constant 1 : i32
  %0 = arith.ceildivsi %a, %c1 : i32
  %c0 = arith.constant 0 : index
  %t = tensor.empty() : tensor<4xf32>
  %d = tensor.dim %t, %c0 : tensor<4xf32>
  return %0, %d : i32, index
}

// CHECK-LABEL: func.func @scaled(
// CHECK-NEXT: %[[S:.*]] = arith.truncf %arg1 fastmath<nnan> : f16 to f8E8M0FNU
// CHECK-NEXT: %[[BY:.*]] = arith.extf %[[S]] fastmath<nnan> : f8E8M0FNU to f32
// CHECK-NEXT: %[[X:.*]] = arith.extf %arg0 fastmath<nnan> : f4E2M1FN to f32
// CHECK-NEXT: %[[UP:.*]] = arith.mulf %[[X]], %[[BY]] fastmath<nnan> : f32
// CHECK-NEXT: %[[DIV:.*]] = arith.extf %arg2 : f8E8M0FNU to f32
// CHECK-NEXT: %[[Q:.*]] = arith.divf %[[UP]], %[[DIV]] : f32
// CHECK-NEXT: %[[DOWN:.*]] = arith.truncf %[[Q]] toward_zero : f32 to f4E2M1FN
// CHECK-NEXT: return %[[DOWN]]
// CASTS-LABEL: func.func @scaled(
// CASTS-NOT: f8E8M0FNU to f32
// CASTS-NOT: arith.truncf
// CASTS: return
func.func @scaled(%a: f4E2M1FN, %s: f16, %d: f8E8M0FNU) -> f4E2M1FN {
  %0 = arith.scaling_extf %a, %s fastmath<nnan> : f4E2M1FN, f16 to f32
  %1 = arith.scaling_truncf %0, %d toward_zero : f32, f8E8M0FNU to f4E2M1FN
  return %1 : f4E2M1FN
}

// CHECK-LABEL: func.func @bf16(
// CHECK-NEXT: arith.extf
// CASTS-LABEL: func.func @bf16(
// CASTS-NEXT: %[[B:.*]] = arith.bitcast %arg0 : bf16 to i16
// CASTS-NEXT: %[[W:.*]] = arith.extui %[[B]] : i16 to i32
// CASTS-NEXT: %[[C:.*]] = arith.constant 16 : i32
// CASTS-NEXT: %[[L:.*]] = arith.shli %[[W]], %[[C]] : i32
// CASTS-NEXT: %[[F:.*]] = arith.bitcast %[[L]] : i32 to f32
// CASTS-NEXT: %[[NAN:.*]] = arith.cmpf une, %arg1, %arg1 : f32
// CASTS: %[[Q:.*]] = arith.constant 32704 : i16
// CASTS: %[[R:.*]] = arith.select %[[NAN]], %[[Q]], %{{.*}} : i16
// CASTS-NEXT: %[[S:.*]] = arith.bitcast %[[R]] : i16 to bf16
// CASTS-NEXT: return %[[F]], %[[S]]
func.func @bf16(%a: bf16, %b: f32) -> (f32, bf16) {
  %0 = arith.extf %a : bf16 to f32
  %1 = arith.truncf %b : f32 to bf16
  return %0, %1 : f32, bf16
}
