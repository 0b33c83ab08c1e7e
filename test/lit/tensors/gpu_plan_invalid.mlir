// RUN: optc %s --split-input-file --verify-diagnostics --gpu-set-target=chip=sm_80 --gpu-split-tensors --gpu-plan-tensors

func.func @f(%x: tensor<64x48xf32>, %e: tensor<64x48xf32>) -> tensor<64x48xf32> {
  // expected-error @+2 {{'linalg.exp' op has plan 'vector = 32', but a thread computes 1, 2, 4, 8 or more neighbours, of at most 64 bytes}}
  // expected-note @+1 {{remove the entry from 'gpu.plan', and it is chosen}}
  %0 = linalg.exp {gpu.plan = {vector = 32 : i64}} ins(%x : tensor<64x48xf32>) outs(%e : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %0 : tensor<64x48xf32>
}

// -----

// A plan for another shape.
func.func @f(%x: tensor<63x5xf32>, %e: tensor<63x5xf32>) -> tensor<63x5xf32> {
  // expected-error @+2 {{has plan 'vector = 4', which does not divide the 315 neighbours}}
  // expected-note @+1 {{remove the entry}}
  %0 = linalg.exp {gpu.plan = {vector = 4 : i64}} ins(%x : tensor<63x5xf32>) outs(%e : tensor<63x5xf32>) -> tensor<63x5xf32>
  return %0 : tensor<63x5xf32>
}

// -----

func.func @f(%x: tensor<64xf32>, %e: tensor<64xf32>) -> tensor<64xf32> {
  // expected-error @+2 {{has plan 'threads = 100', but a workgroup has a multiple of 32 threads, at most 1024}}
  // expected-note @+1 {{remove the entry}}
  %0 = linalg.exp {gpu.plan = {threads = 100 : i64}} ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

func.func @f(%x: tensor<64xf32>, %e: tensor<64xf32>) -> tensor<64xf32> {
  // expected-error @+2 {{has plan 'rows = 2', but a thread computes one vector without a reduction}}
  // expected-note @+1 {{remove the entry}}
  %0 = linalg.exp {gpu.plan = {rows = 2 : i64}} ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

func.func @f(%x: tensor<64x64xf32>, %e: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+2 {{has a plan for matrix instructions, but its kernel is no product of matrices that they compute}}
  // expected-note @+1 {{remove the entry}}
  %0 = linalg.matmul {gpu.plan = {tile = array<i64: 32, 32, 16>}} ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----

func.func @f(%x: tensor<64x64xf16>, %e: tensor<64x64xf16>) -> tensor<64x64xf16> {
  // expected-error @+2 {{has plan 'tile = [40, 64, 16]', but tiles of 2 x 2 subgroups are multiples of [32, 16, 16]}}
  // expected-note @+1 {{remove the entry}}
  %0 = linalg.matmul {gpu.plan = {tile = array<i64: 40, 64, 16>}} ins(%x, %x : tensor<64x64xf16>, tensor<64x64xf16>) outs(%e : tensor<64x64xf16>) -> tensor<64x64xf16>
  return %0 : tensor<64x64xf16>
}

// -----

func.func @f(%x: tensor<64x64xf16>, %e: tensor<64x64xf16>) -> tensor<64x64xf16> {
  // expected-error @+2 {{has plan 'tile = [256, 256, 16]', so that a thread has 512 sums, but at most 128 fit into registers}}
  // expected-note @+1 {{remove the entry}}
  %0 = linalg.matmul {gpu.plan = {tile = array<i64: 256, 256, 16>}} ins(%x, %x : tensor<64x64xf16>, tensor<64x64xf16>) outs(%e : tensor<64x64xf16>) -> tensor<64x64xf16>
  return %0 : tensor<64x64xf16>
}

// -----

func.func @f(%x: tensor<64x64xf16>, %e: tensor<64x64xf16>) -> tensor<64x64xf16> {
  // expected-error @+2 {{has plan 'instruction = "MFMA_F32_16x16x16_F16"', but the instruction of sm_80 for elements of type 'f16' is "NV_MMA_SYNC_F32_16x8x16_F16"}}
  // expected-note @+1 {{remove the entry}}
  %0 = linalg.matmul {gpu.plan = {instruction = "MFMA_F32_16x16x16_F16"}} ins(%x, %x : tensor<64x64xf16>, tensor<64x64xf16>) outs(%e : tensor<64x64xf16>) -> tensor<64x64xf16>
  return %0 : tensor<64x64xf16>
}

// -----

func.func @f(%x: tensor<64xf32>, %e: tensor<64xf32>) -> tensor<64xf32> {
  // expected-error @+1 {{has plan entry 'lanes', but entries are threads, vector, rows, or instruction, tile, subgroups}}
  %0 = linalg.exp {gpu.plan = {lanes = 4 : i64}} ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

func.func @f(%x: tensor<64x64xf16>, %e: tensor<64x64xf16>) -> tensor<64x64xf16> {
  // expected-error @+1 {{has a plan with entries of two kinds of kernels: expected threads, vector, rows, or instruction, tile, subgroups}}
  %0 = linalg.matmul {gpu.plan = {threads = 64 : i64, tile = array<i64: 32, 32, 16>}} ins(%x, %x : tensor<64x64xf16>, tensor<64x64xf16>) outs(%e : tensor<64x64xf16>) -> tensor<64x64xf16>
  return %0 : tensor<64x64xf16>
}

// -----

func.func @f(%x: tensor<64xf32>, %e: tensor<64xf32>) -> tensor<64xf32> {
  // expected-error @+2 {{expected 'gpu.plan' to be a dictionary, but got 4 : i64}}
  // expected-note @+1 {{entries are threads, vector, rows, or instruction, tile, subgroups}}
  %0 = linalg.exp {gpu.plan = 4 : i64} ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

func.func @f(%x: tensor<64x64xf32>, %e: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+2 {{has plan 'parts = 3', which does not divide the sum of 64 numbers}}
  // expected-note @+1 {{remove the entry}}
  %0 = linalg.matmul {gpu.plan = {parts = 3 : i64}} ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----

func.func @f(%x: tensor<64x64xf32>, %e: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+2 {{has plan 'parts = 0', but expected at least 1}}
  // expected-note @+1 {{remove the entry}}
  %0 = linalg.matmul {gpu.plan = {parts = 0 : i64}} ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----

func.func @f(%x: tensor<64xf32>, %e: tensor<64xf32>) -> tensor<64xf32> {
  // expected-error @+2 {{has plan 'parts = 2', but the operation has no sum whose parts can be combined}}
  // expected-note @+1 {{remove the entry}}
  %0 = linalg.exp {gpu.plan = {parts = 2 : i64}} ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
