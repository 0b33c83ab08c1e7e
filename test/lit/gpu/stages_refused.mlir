// RUN: optc %s --pass-pipeline='builtin.module(gpu-set-target{chip=sm_80},func.func(gpu-pipeline-loops))' --split-input-file --verify-diagnostics

#info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 32>

// expected-warning @below {{has gpu.stages = 2, but no loop in which threads copy tiles to workgroup memory and read them after a barrier}}
func.func @changed(%x: memref<64xf32>) attributes {gpu.stages = 2 : i64, translation_info = #info} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c63 = arith.constant 63 : index
  %id = gpu.thread_id x
  scf.for %k = %c0 to %c8 step %c1 {
    // expected-note @below {{'memref.alloc' op is not staged: its tile needs 'memref.load', which reads memory that the loop changes}}
    %m = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %v = memref.load %x[%id] : memref<64xf32>
    memref.store %v, %m[%id] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %other = arith.subi %c63, %id : index
    %w = memref.load %m[%other] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %w, %x[%id] : memref<64xf32>
    scf.yield
  }
  return
}

// -----

#info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 32>

// expected-warning @below {{has gpu.stages = 2, but no loop}}
func.func @carried(%x: memref<64xf32>, %y: memref<64xf32>) attributes {gpu.stages = 2 : i64, translation_info = #info} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c63 = arith.constant 63 : index
  %id = gpu.thread_id x
  %end = scf.for %k = %c0 to %c8 step %c1 iter_args(%from = %id) -> (index) {
    // expected-note @below {{'memref.alloc' op is not staged: its tile depends on a value that the loop carries}}
    %m = memref.alloc() : memref<64xindex, #gpu.address_space<workgroup>>
    gpu.barrier
    %v = memref.load %x[%from] : memref<64xf32>
    %i = arith.fptosi %v : f32 to i32
    %j = arith.index_cast %i : i32 to index
    memref.store %j, %m[%id] : memref<64xindex, #gpu.address_space<workgroup>>
    gpu.barrier
    %other = arith.subi %c63, %id : index
    %w = memref.load %m[%other] : memref<64xindex, #gpu.address_space<workgroup>>
    scf.yield %w : index
  }
  return
}

// -----

// expected-error @below {{'func.func' op expected 'gpu.stages' to be a number from 1 to 16, but got 17 : i64}}
func.func @many(%v: vector<4xf32>) attributes {gpu.stages = 17 : i64} {
  %w = iree_gpu.value_barrier %v : vector<4xf32>
  return
}
