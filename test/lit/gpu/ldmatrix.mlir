// RUN: optc %s | FileCheck %s
// RUN: optc %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: optc run %s --call rows --workgroup 32,1,1 --subgroup 32 --arg 'dense<0> : tensor<32x4xi16>' | FileCheck %s --check-prefix=ROWS
// RUN: optc run %s --call columns --workgroup 32,1,1 --subgroup 32 --arg 'dense<0> : tensor<32x4xi16>' | FileCheck %s --check-prefix=COLUMNS

// Lane l gives the address of row l mod 8 of matrix l div 8, and gets two neighbours of row l div 4, or of column l div 4, of each.

// CHECK-LABEL: func.func @rows(
// CHECK: nvgpu.ldmatrix %{{.+}}[%{{.+}}, %{{.+}}] {numTiles = 2 : i32, transpose = false} : memref<16x8xi16, #gpu.address_space<workgroup>> -> vector<2x2xi16>
// GENERIC: "nvgpu.ldmatrix"(%{{.+}}, %{{.+}}, %{{.+}}) <{numTiles = 2 : i32, transpose = false}> : (memref<16x8xi16, #gpu.address_space<workgroup>>, index, index) -> vector<2x2xi16>
// ROWS: argument 0 = {{\[\[}}0, 1, 64, 65], [2, 3, 66, 67], [4, 5, 68, 69], [6, 7, 70, 71], [8, 9, 72, 73], {{.*}} [62, 63, 126, 127]]
// COLUMNS: argument 0 = {{\[\[}}0, 8, 64, 72], [16, 24, 80, 88], [32, 40, 96, 104], [48, 56, 112, 120], [1, 9, 65, 73], {{.*}} [55, 63, 119, 127]]

func.func @rows(%out: memref<32x4xi16>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %lane = gpu.thread_id x
  %m = memref.alloc() : memref<16x8xi16, #gpu.address_space<workgroup>>
  %first = arith.muli %lane, %c4 : index
  %from = arith.index_cast %first : index to i16
  %step = arith.constant dense<[0, 1, 2, 3]> : vector<4xi16>
  %all = vector.broadcast %from : i16 to vector<4xi16>
  %numbers = arith.addi %all, %step : vector<4xi16>
  %r = arith.divui %lane, %c2 : index
  %odd = arith.remui %lane, %c2 : index
  %c = arith.muli %odd, %c4 : index
  vector.store %numbers, %m[%r, %c] : memref<16x8xi16, #gpu.address_space<workgroup>>, vector<4xi16>
  gpu.barrier
  %row = arith.remui %lane, %c16 : index
  %0 = nvgpu.ldmatrix %m[%row, %c0] {numTiles = 2 : i32, transpose = false} : memref<16x8xi16, #gpu.address_space<workgroup>> -> vector<2x2xi16>
  %1 = vector.shape_cast %0 : vector<2x2xi16> to vector<4xi16>
  vector.store %1, %out[%lane, %c0] : memref<32x4xi16>, vector<4xi16>
  return
}

func.func @columns(%out: memref<32x4xi16>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %lane = gpu.thread_id x
  %m = memref.alloc() : memref<16x8xi16, #gpu.address_space<workgroup>>
  %first = arith.muli %lane, %c4 : index
  %from = arith.index_cast %first : index to i16
  %step = arith.constant dense<[0, 1, 2, 3]> : vector<4xi16>
  %all = vector.broadcast %from : i16 to vector<4xi16>
  %numbers = arith.addi %all, %step : vector<4xi16>
  %r = arith.divui %lane, %c2 : index
  %odd = arith.remui %lane, %c2 : index
  %c = arith.muli %odd, %c4 : index
  vector.store %numbers, %m[%r, %c] : memref<16x8xi16, #gpu.address_space<workgroup>>, vector<4xi16>
  gpu.barrier
  %row = arith.remui %lane, %c16 : index
  %0 = nvgpu.ldmatrix %m[%row, %c0] {numTiles = 2 : i32, transpose = true} : memref<16x8xi16, #gpu.address_space<workgroup>> -> vector<2x2xi16>
  %1 = vector.shape_cast %0 : vector<2x2xi16> to vector<4xi16>
  vector.store %1, %out[%lane, %c0] : memref<32x4xi16>, vector<4xi16>
  return
}
