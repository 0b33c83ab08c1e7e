// RUN: optc %s --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --allow-unregistered-dialect --mlir-print-op-generic | optc --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func.func @maps(
// CHECK-NEXT: %0 = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%arg0)[%arg1] {test.tag}
// CHECK-NEXT: %1 = affine.min affine_map<(d0) -> (d0, 4)>(%arg0)
// CHECK-NEXT: %2 = affine.max affine_map<()[s0] -> (s0, 4)>()[%arg1] {test.tag}
// CHECK-NEXT: %3:3 = affine.delinearize_index %arg0 into (%arg1, 4, 5) {test.tag} : index, index, index
// CHECK-NEXT: %4:2 = affine.delinearize_index %arg0 into (5) : index, index
// CHECK-NEXT: %5 = affine.linearize_index [%arg0, %arg1] by (%arg1) : index
// CHECK-NEXT: %6 = affine.linearize_index disjoint [%arg0, %arg1] by (4, 5) : index
// CHECK-NEXT: %7 = affine.linearize_index [] by () : index
// CHECK-NEXT: return
func.func @maps(%a: index, %b: index) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%a)[%b] {test.tag}
  %1 = affine.min affine_map<(d0) -> (d0, 4)>(%a)
  %2 = affine.max affine_map<()[s0] -> (s0, 4)>()[%b] {test.tag}
  %3:3 = affine.delinearize_index %a into (%b, 4, 5) {test.tag} : index, index, index
  %4:2 = affine.delinearize_index %a into (5) : index, index
  %5 = affine.linearize_index [%a, %b] by (%b) : index
  %6 = affine.linearize_index disjoint [%a, %b] by (4, 5) : index
  %7 = affine.linearize_index [] by () : index
  return
}

// CHECK-LABEL: func.func @control(
// CHECK-NEXT: affine.for %arg3 = 0 to 10 {
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %arg3 = %arg0 to %arg1 step 2 {
// CHECK-NEXT: affine.for %arg4 = 0 to affine_map<(d0)[s0] -> (d0 + s0)>(%arg3)[%arg1] {
// CHECK-NEXT: }
// CHECK-NEXT: } {test.tag}
// CHECK-NEXT: affine.for %arg3 = max affine_map<(d0) -> (d0, 1)>(%arg0) to min affine_map<()[s0] -> (s0, 64)>()[%arg1] {
// CHECK-NEXT: "test.use"(%arg3) : (index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: %0:2 = affine.for %arg3 = 0 to 4 iter_args(%arg4 = %arg2, %arg5 = %arg2) -> (f32, f32) {
// CHECK-NEXT: affine.yield %arg5, %arg4 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 0)>(%arg0)[%arg1] {
// CHECK-NEXT: "test.a"() : () -> ()
// CHECK-NEXT: } else {
// CHECK-NEXT: "test.b"() : () -> ()
// CHECK-NEXT: } {test.tag}
// CHECK-NEXT: %1 = affine.if affine_set<() : (1 >= 0)>() -> f32 {
// CHECK-NEXT: affine.yield %arg2 : f32
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.yield %arg2 : f32
// CHECK-NEXT: }
// CHECK-NEXT: affine.parallel (%arg3, %arg4) = (0, max(%arg0, %arg1)) to (%arg1, min(%arg0 + 1, 8)) step (1, 4) {
// CHECK-NEXT: "test.use"(%arg3, %arg4) : (index, index) -> ()
// CHECK-NEXT: } {test.tag}
// CHECK-NEXT: %2:2 = affine.parallel (%arg3) = (0) to (%arg1) reduce ("addf", "maximumf") -> (f32, f32) {
// CHECK-NEXT: affine.yield %arg2, %arg2 : f32, f32
// CHECK-NEXT: }
// CHECK-NEXT: return %1 : f32
func.func @control(%a: index, %b: index, %x: f32) -> f32 {
  affine.for %i = 0 to 10 {
  }
  affine.for %i = %a to %b step 2 {
    affine.for %j = 0 to affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%b] {
    }
  } {test.tag}
  affine.for %i = max affine_map<(d0) -> (d0, 1)>(%a) to min affine_map<()[s0] -> (s0, 64)>()[%b] {
    "test.use"(%i) : (index) -> ()
  }
  %0:2 = affine.for %i = 0 to 4 iter_args(%p = %x, %q = %x) -> (f32, f32) {
    affine.yield %q, %p : f32, f32
  }
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 0)>(%a)[%b] {
    "test.a"() : () -> ()
  } else {
    "test.b"() : () -> ()
  } {test.tag}
  %1 = affine.if affine_set<() : (1 >= 0)>() -> f32 {
    affine.yield %x : f32
  } else {
    affine.yield %x : f32
  }
  affine.parallel (%i, %j) = (0, max(%a, %b)) to (%b, min(%a + 1, 8)) step (1, 4) {
    "test.use"(%i, %j) : (index, index) -> ()
  } {test.tag}
  %2:2 = affine.parallel (%i) = (0) to (%b) reduce ("addf", "maximumf") -> (f32, f32) {
    affine.yield %x, %x : f32, f32
  }
  return %1 : f32
}

// CHECK-LABEL: func.func @memory(
// CHECK-NEXT: %0 = affine.load %arg0[%arg3 + 1, %arg3 floordiv 2] {test.tag} : memref<8x8xf32>
// CHECK-NEXT: affine.store %0, %arg0[3, %arg3 * -2] : memref<8x8xf32>
// CHECK-NEXT: %1 = affine.vector_load %arg0[%arg3, %arg3] : memref<8x8xf32>, vector<2x4xf32>
// CHECK-NEXT: affine.vector_store %1, %arg0[%arg3 mod 3, 0] {test.tag} : memref<8x8xf32>, vector<2x4xf32>
// CHECK-NEXT: affine.prefetch %arg0[%arg3, %arg3 - 1], read, locality<2>, data {test.tag} : memref<8x8xf32>
// CHECK-NEXT: affine.dma_start %arg0[%arg3 + 1, %arg3], %arg1[%arg3 mod 4], %arg2[0], %arg3 : memref<8x8xf32>, memref<32xf32, 1>, memref<1xi32>
// CHECK-NEXT: affine.dma_start %arg0[%arg3, %arg3], %arg1[0], %arg2[0], %arg3, %arg3, %arg3 : memref<8x8xf32>, memref<32xf32, 1>, memref<1xi32>
// CHECK-NEXT: affine.dma_wait %arg2[0], %arg3 : memref<1xi32>
// CHECK-NEXT: return
func.func @memory(%m: memref<8x8xf32>, %n: memref<32xf32, 1>, %t: memref<1xi32>, %a: index) {
  %0 = affine.load %m[%a + 1, symbol(%a) floordiv 2] {test.tag} : memref<8x8xf32>
  affine.store %0, %m[3, %a * -2] : memref<8x8xf32>
  %1 = affine.vector_load %m[%a, %a] : memref<8x8xf32>, vector<2x4xf32>
  affine.vector_store %1, %m[%a mod 3, 0] {test.tag} : memref<8x8xf32>, vector<2x4xf32>
  affine.prefetch %m[%a, %a - 1], read, locality<2>, data {test.tag} : memref<8x8xf32>
  affine.dma_start %m[%a + 1, %a], %n[%a mod 4], %t[0], %a : memref<8x8xf32>, memref<32xf32, 1>, memref<1xi32>
  affine.dma_start %m[%a, symbol(%a)], %n[0], %t[0], %a, %a, %a : memref<8x8xf32>, memref<32xf32, 1>, memref<1xi32>
  affine.dma_wait %t[0], %a : memref<1xi32>
  return
}
