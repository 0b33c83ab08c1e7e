// RUN: optc run %s --call picked | FileCheck %s
// RUN: not optc run %s --call beyond --arg 'dense<true>' 2>&1 | FileCheck %s --check-prefix=BEYOND

// Accesses of lanes to memory of rank 0 reach its only element.

// CHECK: result 0 = [3.000000e+00, 8.000000e+00]
// CHECK-NEXT: result 1 = 7.000000e+00
// CHECK-NEXT: result 2 = 3.000000e+00
func.func @picked() -> (vector<2xf32>, f32, f32) {
  %m = memref.alloc() : memref<f32>
  %c = arith.constant 3.0 : f32
  memref.store %c, %m[] : memref<f32>
  %v = arith.constant dense<[0, 5]> : vector<2xindex>
  %k = arith.constant dense<[true, false]> : vector<2xi1>
  %p = arith.constant dense<[7.0, 8.0]> : vector<2xf32>
  %g = vector.gather %m[] [%v], %k, %p : memref<f32>, vector<2xindex>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  %e = vector.expandload %m[], %k, %g : memref<f32>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  %l = vector.maskedload %m[], %k, %e : memref<f32>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  vector.maskedstore %m[], %k, %p : memref<f32>, vector<2xi1>, vector<2xf32>
  %a = memref.load %m[] : memref<f32>
  vector.compressstore %m[], %k, %l : memref<f32>, vector<2xi1>, vector<2xf32>
  %b = memref.load %m[] : memref<f32>
  return %l, %a, %b : vector<2xf32>, f32, f32
}

// BEYOND: error: 'vector.maskedstore' op lane [1] of the vector is outside memory of rank 0 [sim.out-of-bounds]
func.func @beyond(%k: vector<2xi1>) {
  %m = memref.alloc() : memref<f32>
  %p = arith.constant dense<[7.0, 8.0]> : vector<2xf32>
  vector.maskedstore %m[], %k, %p : memref<f32>, vector<2xi1>, vector<2xf32>
  return
}
