// RUN: optc %s --check-uniformity --verify-diagnostics --split-input-file

// Threads meet at barriers, shuffles, reductions and matrix instructions. Not all of them arrive where the way of a
// thread depends on its number.

func.func @branch(%x: f32, %o: memref<64xf32>) {
  %c3 = arith.constant 3 : index
  // expected-note @below {{because 'gpu.thread_id' differs between threads of a subgroup}}
  %t = gpu.thread_id x
  %c = arith.cmpi ult, %t, %c3 : index
  // expected-note @below {{threads of a subgroup part here}}
  scf.if %c {
    // expected-error @below {{'gpu.subgroup_reduce' op needs all threads of its subgroup, but 'scf.if' lets only some of them arrive}}
    %s = gpu.subgroup_reduce add %x : (f32) -> f32
    memref.store %s, %o[%t] : memref<64xf32>
  }
  return
}

// -----

// The first of two subgroups arrives whole: it may reduce, but not wait for the other one.
func.func @subgroups(%x: f32, %o: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  // expected-note @below {{because 'gpu.thread_id' differs between threads of a workgroup}}
  %t = gpu.thread_id x
  %w = arith.divui %t, %c64 : index
  %c = arith.cmpi eq, %w, %c0 : index
  // expected-note @below {{threads of a workgroup part here}}
  scf.if %c {
    %s = gpu.subgroup_reduce add %x : (f32) -> f32
    memref.store %s, %o[%c0] : memref<64xf32>
    // expected-error @below {{'gpu.barrier' op needs all threads of its workgroup, but 'scf.if' lets only some of them arrive}}
    gpu.barrier
  }
  return
}

// -----

// Iterations: some threads leave the loop earlier.
func.func @trips(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{because 'gpu.lane_id' differs between threads of a subgroup}}
  %lane = gpu.lane_id
  %i1 = arith.constant 1 : i32
  %i64 = arith.constant 64 : i32
  // expected-note @below {{threads of a subgroup part here}}
  %r = scf.for %i = %c0 to %lane step %c1 iter_args(%a = %x) -> (f32) {
    // expected-error @below {{'gpu.shuffle' op needs all threads of its subgroup, but 'scf.for' lets only some of them arrive}}
    %y, %v = gpu.shuffle xor %a, %i1, %i64 : f32
    scf.yield %y : f32
  }
  return %r : f32
}

// -----

// The values of different iterations come out of such a loop.
func.func @exits(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{because 'gpu.thread_id' differs between threads of a workgroup}}
  %t = gpu.thread_id x
  %r = scf.for %i = %c0 to %t step %c1 iter_args(%a = %c0) -> (index) {
    %b = arith.addi %a, %c1 : index
    scf.yield %b : index
  }
  %c = arith.cmpi eq, %r, %n : index
  // expected-note @below {{threads of a workgroup part here}}
  scf.if %c {
    // expected-error @below {{'gpu.barrier' op needs all threads of its workgroup, but 'scf.if' lets only some of them arrive}}
    gpu.barrier
  }
  return
}

// -----

// A thread's own memory has what the thread wrote.
func.func @private(%n: index) {
  %c0 = arith.constant 0 : index
  %mine = memref.alloca() : memref<2xindex>
  %part = memref.subview %mine[1] [1] [1] : memref<2xindex> to memref<1xindex, strided<[1], offset: 1>>
  memref.store %n, %part[%c0] : memref<1xindex, strided<[1], offset: 1>>
  %same = memref.load %mine[%c0] : memref<2xindex>
  %c = arith.cmpi eq, %same, %n : index
  scf.if %c {
    gpu.barrier
  }
  return
}

// -----

func.func @private_numbers(%n: index) {
  %c0 = arith.constant 0 : index
  %mine = memref.alloca() : memref<2xindex>
  %part = memref.subview %mine[1] [1] [1] : memref<2xindex> to memref<1xindex, strided<[1], offset: 1>>
  // expected-note @below {{because 'gpu.thread_id' differs between threads of a workgroup}}
  %t = gpu.thread_id x
  memref.store %t, %part[%c0] : memref<1xindex, strided<[1], offset: 1>>
  %other = memref.load %mine[%c0] : memref<2xindex>
  %c = arith.cmpi eq, %other, %n : index
  // expected-note @below {{threads of a workgroup part here}}
  scf.if %c {
    // expected-error @below {{'gpu.barrier' op needs all threads of its workgroup, but 'scf.if' lets only some of them arrive}}
    gpu.barrier
  }
  return
}

// -----

// Between blocks: threads that part at a branch meet where all ways lead.
func.func @blocks(%x: i32, %y: i32, %k: i1) -> i32 {
  // expected-note @below {{because 'gpu.thread_id' differs between threads of a workgroup}}
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c = arith.cmpi eq, %t, %c0 : index
  // expected-note @below {{threads of a workgroup part here}}
  cf.cond_br %c, ^a, ^b
^a:
  // expected-error @below {{'gpu.barrier' op needs all threads of its workgroup, but 'cf.cond_br' lets only some of them arrive}}
  gpu.barrier
  cf.br ^c(%x : i32)
^b:
  cf.br ^c(%y : i32)
^c(%z: i32):
  gpu.barrier
  cf.cond_br %k, ^d, ^e
^d:
  gpu.barrier
  cf.br ^e
^e:
  return %z : i32
}

// -----

// A loop that threads leave in different iterations.
func.func @block_loop(%n: index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  // expected-note @below {{because 'gpu.thread_id' differs between threads of a workgroup}}
  %t = gpu.thread_id x
  cf.br ^head(%c0 : index)
^head(%i: index):
  %j = arith.addi %i, %c1 : index
  %c = arith.cmpi ult, %j, %t : index
  cf.cond_br %c, ^head(%j : index), ^after
^after:
  %d = arith.cmpi eq, %j, %n : index
  gpu.barrier
  // expected-note @below {{threads of a workgroup part here}}
  scf.if %d {
    // expected-error @below {{'gpu.barrier' op needs all threads of its workgroup, but 'scf.if' lets only some of them arrive}}
    gpu.barrier
  }
  return
}

// -----

// What a subgroup agrees on is no reason to part within it.
func.func @agreed(%x: f32, %y: vector<4xf16>, %z: vector<16xf32>) {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %i64 = arith.constant 64 : i32
  %own = arith.cmpi eq, %t, %c0 : index
  %votes = gpu.ballot %own : i64
  %none = arith.constant 0 : i64
  %some = arith.cmpi ne, %votes, %none : i64
  scf.if %some {
    %d = amdgpu.mfma 32x32x8 %y * %y + %z blgp = none : vector<4xf16>, vector<4xf16>, vector<16xf32>
  }
  %u = arith.index_cast %t : index to i32
  %first, %valid = gpu.shuffle idx %u, %i0, %i64 : i32
  %c = arith.cmpi eq, %first, %i0 : i32
  scf.if %c {
    %s = gpu.subgroup_reduce add %x : (f32) -> f32
  }
  return
}
