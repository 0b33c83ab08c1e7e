// RUN: not optc run %s --call scalar --arg 'dense<0.0> : tensor<f16>' 2>&1 | FileCheck %s --check-prefix=SCALAR
// RUN: not optc run %s --call columns --workgroup 32,1,1 --subgroup 32 2>&1 | FileCheck %s --check-prefix=COLUMNS
// RUN: not optc run %s --call five --workgroup 32,1,1 --subgroup 32 2>&1 | FileCheck %s --check-prefix=FIVE

// What upstream's verifier accepts and the instruction cannot do is an error of a run.

// SCALAR: error: 'nvgpu.ldmatrix' op expected a memref whose last dimension has stride 1, because a row has neighbours in memory [sim.unsupported]
func.func @scalar(%m: memref<f16, 3>) -> vector<4x2xf16> {
  %0 = nvgpu.ldmatrix %m[] {numTiles = 4 : i32, transpose = false} : memref<f16, 3> -> vector<4x2xf16>
  return %0 : vector<4x2xf16>
}

// COLUMNS: error: 'nvgpu.ldmatrix' op expected a memref whose last dimension has stride 1
func.func @columns() -> vector<4x2xf16> {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<64x8xf16, strided<[1, 64]>, #gpu.address_space<workgroup>>
  %0 = nvgpu.ldmatrix %m[%c0, %c0] {numTiles = 4 : i32, transpose = false} : memref<64x8xf16, strided<[1, 64]>, #gpu.address_space<workgroup>> -> vector<4x2xf16>
  return %0 : vector<4x2xf16>
}

// FIVE: error: 'nvgpu.ldmatrix' op there is no instruction for 5 matrices, only for 1, 2 and 4 [sim.unsupported]
func.func @five() -> vector<5x2xf16> {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<64x8xf16, #gpu.address_space<workgroup>>
  %0 = nvgpu.ldmatrix %m[%c0, %c0] {numTiles = 5 : i32, transpose = false} : memref<64x8xf16, #gpu.address_space<workgroup>> -> vector<5x2xf16>
  return %0 : vector<5x2xf16>
}
